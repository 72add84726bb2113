//! What the command line prints: a part of a rendering a call, so that the shell holds a few files at a
//! time.

use renewal_rules::{
    Code, Decision, Expected, Layout, OptionsError, Scope, Undecided, WordError, contents,
    effective_kind, products,
    render::{
        Format, Renderer, Style, Tally, decision_text, nearest, plan_calls, reference_page,
        rule_list, rule_page, shown_name,
    },
    service::Plan,
    timeline,
};
use wasm_bindgen::JsValue;

use crate::{
    Answer, Call,
    arguments::Arguments,
    files::{self, File},
    json,
    object::Object,
};

/// What is to be rendered.
struct Request {
    /// `layouts`, `fix`, `begin`, `files`, `end`, `decisions`, `timelines`, `nearest`, `rule`,
    /// `rules`, `reference`, `plan`, or `call` for the next call of a plan alone.
    part: String,
    format: String,
    color: bool,
    quiet: bool,
    /// The files, whose bytes stand one after the other in the input or are read.
    files: Vec<File>,
    /// Whether they are one catalogue.
    whole: bool,
    /// The address of the site, which has the pages of rules.
    site: String,
    /// The name of a file.
    name: String,
    /// The buyer's consent, by which the effective kind is shown.
    consent: Option<String>,
    /// What was counted before.
    tally: Tally,
    /// The code of the rule.
    code: String,
    /// A word, and those among which it is looked for.
    word: String,
    words: Vec<String>,
}

impl Request {
    fn read(text: &str) -> Result<Self, String> {
        let given = Arguments::read(text).ok_or("the request must be an object")?;
        given.check_names(&[
            "part", "format", "color", "quiet", "files", "whole", "site", "name", "consent",
            "tally", "code", "word", "words",
        ])?;
        let text = |name| given.optional(name, "a text");
        let flag = |name| given.optional(name, "true or false");
        Ok(Self {
            part: text("part")?.unwrap_or_default(),
            format: text("format")?.unwrap_or_default(),
            color: flag("color")?.unwrap_or_default(),
            quiet: flag("quiet")?.unwrap_or_default(),
            files: given
                .optional("files", "a list of files")?
                .unwrap_or_default(),
            whole: flag("whole")?.unwrap_or_default(),
            site: text("site")?.unwrap_or_default(),
            name: text("name")?.unwrap_or_default(),
            consent: text("consent")?,
            tally: given
                .optional("tally", "what an earlier part gave")?
                .unwrap_or_default(),
            code: text("code")?.unwrap_or_default(),
            word: text("word")?.unwrap_or_default(),
            words: given
                .optional("words", "a list of words")?
                .unwrap_or_default(),
        })
    }
}

/// A part of a rendering, and what was counted, this part included.
fn rendered(text: &str, tally: &Tally) -> JsValue {
    let object = Object::default().with("text", &text);
    object.with("tally", tally).into()
}

/// Renders what the extra of a call asks for.
pub(crate) fn render(call: &Call<'_>) -> Answer {
    let request = Request::read(call.extra)?;
    match request.part.as_str() {
        "plan" | "call" => return plan(call, &request),
        "timelines" => return timelines(call, &request.format),
        _ => {}
    }
    let format = match request.format.as_str() {
        "" => Format::default(),
        word => word.parse().map_err(|_| "there is no such format")?,
    };
    let style = Style::default()
        .with_color(request.color)
        .with_quiet(request.quiet);
    let mut renderer = Renderer::resume(format, style, request.tally).with_site(&request.site);
    let text = match request.part.as_str() {
        "layouts" => return json(&files::layouts(call, &request.files)),
        "fix" => return json(&files::fix(call, &request.files, request.whole)?),
        "nearest" => {
            let words = request.words.iter().map(String::as_str);
            return json(&nearest(&request.word, words));
        }
        "begin" => renderer.begin(),
        "files" => {
            // Only people are shown the kind.
            let consent = request.consent.as_deref().map(str::parse).transpose();
            let consent = consent.map_err(|error: WordError| {
                let (name, expected) = ("consent".to_owned(), Expected::OneOf(error.known));
                String::from(OptionsError::Invalid { name, expected })
            })?;
            let consent = consent.filter(|_| format == Format::Stylish);
            let files = (request.files.as_slice(), request.whole);
            files::render(call, files, consent, &mut renderer)?
        }
        "end" => renderer.end(),
        "decisions" => return decisions(call, &request.name, format),
        "rule" => {
            let code: Code = request.code.parse().map_err(|_| "there is no such code")?;
            rule_page(code, style)
        }
        "rules" => rule_list(style),
        "reference" => reference_page(),
        _ => return Err("there is no such part".to_owned()),
    };
    Ok(rendered(&text, renderer.tally()))
}

/// The calls of a plan that are left.
fn plan(call: &Call<'_>, request: &Request) -> Answer {
    let plan =
        Plan::from_json(call.text().unwrap_or_default()).map_err(|error| error.to_string())?;
    let format = request
        .format
        .parse()
        .map_err(|_| "there is no such format")?;
    let mut calls = plan.foreseen();
    if request.part == "call" {
        calls.truncate(1);
    }
    Ok(rendered(&plan_calls(&calls, format), &Tally::default()))
}

/// Follows a purchase of each product, or of the one that is stated, and says why others cannot be followed.
fn timelines(call: &Call<'_>, format: &str) -> Answer {
    let options = timeline::Options::from_json(call.options)?;
    let input = call.input.clone();
    let each = if options.product_id.is_some() {
        timeline(input, &options).map(|one| vec![(String::new(), Ok(one))])
    } else {
        timeline::timelines(input, &options)
    };
    let (mut text, mut problems) = (String::new(), Vec::new());
    let each = each.unwrap_or_else(|error| vec![(String::new(), Err(error))]);
    if each.is_empty() {
        problems.push(timeline::Error::NoProducts.to_string());
    }
    let are_several = each.len() > 1;
    if are_several && format == "svg" {
        return Err("a picture shows one product: state which one is bought (`productId`)".into());
    }
    for (path, timeline) in each {
        let timeline = match timeline {
            Ok(timeline) => timeline,
            Err(error) if are_several => {
                problems.push(format!("{path}: {error}"));
                continue;
            }
            Err(error) => {
                problems.push(error.to_string());
                continue;
            }
        };
        let shown = match format {
            "table" if are_several => {
                let space = if text.is_empty() { "" } else { "\n" };
                [space, &path, "\n", &timeline.to_table()].concat()
            }
            "table" => timeline.to_table(),
            "svg" => timeline.to_svg(),
            "json" => serde_json::to_string(&timeline).unwrap_or_default(),
            _ => return Err("there is no such format".to_owned()),
        };
        text += shown.trim_end_matches('\n');
        text.push('\n');
    }
    let object = Object::default().with("text", &text);
    Ok(object.with("problems", &problems).into())
}

/// The effective kinds of the products of a file, and whether one of them cannot be read.
fn decisions(call: &Call<'_>, name: &str, format: Format) -> Answer {
    let options = call.options(Scope::Decision)?;
    let bytes = call.bytes().unwrap_or_default();
    let layout = contents(bytes, files::promises_lines(name)).layout;
    let text = core::str::from_utf8(bytes).ok();
    let products = text.and_then(|text| products(text, layout));
    let (mut shown, mut malformed) = (String::new(), false);
    let mut add = |place: &str, decision: &Decision| {
        malformed |= decision.reason == Some(Undecided::Malformed);
        if format == Format::Json {
            let line = Object::default().with("file", &name).with("path", &place);
            shown += &(line.and(&Object::of(decision)).text() + "\n");
        } else {
            let space = if place.is_empty() { "" } else { " " };
            shown += &[shown_name(name).as_str(), space, place, "\n"].concat();
            shown += &decision_text(decision);
        }
    };
    match (layout, products) {
        (Layout::Array | Layout::Lines, Some(products)) => {
            for (index, product) in products.iter().enumerate() {
                add(&format!("/{index}"), &effective_kind(*product, &options));
            }
        }
        _ => add("", &effective_kind(call.input.clone(), &options)),
    }
    let object = Object::default().with("text", &shown);
    Ok(object.with("malformed", &malformed).into())
}
