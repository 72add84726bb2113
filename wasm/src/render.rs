//! Renders the output of the command line in chunks, so that only a few files are in memory.

use std::collections::BTreeSet;

use renewal_rules::messages::nearest;
use renewal_rules::{
    CatalogueReport, Code, Decision, Expected, Input, KeywordError, Layout, OptionsError, Report, Scope, Undecided,
    contents, effective_kind, products,
};
use renewal_rules_editor::{Outline, outline};
use renewal_rules_formatters::{
    CheckedFile, Format, Renderer, Style, Tally, reference_page, render_calls, rule_list, rule_page, sanitize,
};
use renewal_rules_preview::SvgOptions;
use renewal_rules_preview::timeline;
use renewal_rules_service::Plan;
use serde::Deserialize;
use serde_json::value::RawValue;
use wasm_bindgen::JsValue;

use crate::sources::{File, promises_lines};
use crate::{Answer, Call, arguments::Arguments, files, invalid_options, json, object::Object};

/// A rendered chunk with the counts so far.
fn rendered(text: &str, tally: &Tally) -> JsValue {
    let object = Object::default().with("text", &text);
    object.with("tally", tally).into()
}

pub(crate) fn render(call: &Call<'_>) -> Answer {
    let given = Arguments::read(call.extra).ok_or("the request must be an object")?;
    given.check_names(&[
        "part", "format", "color", "quiet", "files", "whole", "name", "consent", "tally", "code", "word", "words",
    ])?;
    let text = |name| given.or_default::<String>(name, "a text");
    let flag = |name| given.or_default(name, "true or false");
    let (part, format, name) = (text("part")?, text("format")?, text("name")?);
    let style = Style::default().with_color(flag("color")?).with_quiet(flag("quiet")?);
    // The contents of the files are concatenated in the input, or read by callbacks.
    let files: Vec<File> = given.or_default("files", "a list of files")?;
    let whole = flag("whole")?;
    let consent: Option<String> = given.optional("consent", "a text")?;
    let tally = given.or_default("tally", "what an earlier part gave")?;
    let (code, word) = (text("code")?, text("word")?);
    let words: Vec<String> = given.or_default("words", "a list of words")?;
    match part.as_str() {
        "plan" | "call" => return plan(call, part == "call", &format),
        "results" => return results(call, &format, style),
        "timelines" => return timelines(call, &format),
        _ => {}
    }
    let format = match format.as_str() {
        "" => Format::default(),
        word => word.parse().map_err(|_| "there is no such format")?,
    };
    let mut renderer = Renderer::resume(format, style, tally);
    let text = match part.as_str() {
        "layouts" => return json(&files::layouts(call, &files)),
        "fix" => return json(&files::fix(call, &files, whole)?),
        "catalogue" => return json(&files::catalogue(call, &files)?),
        "known" => return json(&files::known(call, (&files, whole), &words)?),
        "nearest" => return json(&nearest(&word, words.iter().map(String::as_str))),
        "begin" => renderer.begin(),
        "files" => {
            // Only formats for people show the kind.
            let consent = consent.as_deref().map(str::parse).transpose();
            let consent = consent.map_err(|error: KeywordError| {
                let (name, expected) = ("consent".to_owned(), Expected::OneOf(error.known));
                invalid_options(OptionsError::Invalid { name, expected })
            })?;
            let consent = consent.filter(|_| format == Format::Stylish);
            let (text, left) = files::render(call, (&files, whole), consent, &mut renderer)?;
            let object = Object::default().with("text", &text);
            return Ok(object.with("tally", renderer.tally()).with("left", &left).into());
        }
        "end" => renderer.end(),
        "decisions" => return decisions(call, &name, format),
        "rule" => {
            let code: Code = code.parse().map_err(|_| "there is no such code")?;
            rule_page(code, style)
        }
        "rules" => rule_list(style),
        "reference" => reference_page(),
        _ => return Err("there is no such part".to_owned()),
    };
    Ok(rendered(&text, renderer.tally()))
}

/// A checked input with its report.
#[derive(Deserialize)]
struct Found<'a> {
    name: String,
    text: Option<String>,
    #[serde(borrow)]
    report: &'a RawValue,
}

/// Renders given reports, each with the name and the optional text of its input.
fn results(call: &Call<'_>, format: &str, style: Style) -> Answer {
    let format = format.parse().map_err(|_| "there is no such format")?;
    let all: Option<Vec<Found<'_>>> = call.text().and_then(|text| serde_json::from_str(text).ok());
    let all = all.ok_or("the results must be a list of objects, each with a `name` and a `report`")?;
    let mut renderer = Renderer::resume(format, style, Tally::default());
    let mut text = renderer.begin();
    for Found { name, text: of, report } in &all {
        let product: Result<Report, _> = serde_json::from_str(report.get());
        let catalogue: Option<CatalogueReport> = serde_json::from_str(report.get()).ok();
        let checked = match (&product, &catalogue) {
            (Ok(report), _) => CheckedFile::product(name, report),
            (_, Some(report)) => CheckedFile::catalogue(name, report),
            _ => {
                return Err(format!("the result of `{name}` has no report of this version"));
            }
        };
        let checked = match of {
            Some(text) => checked.with_text(text),
            None => checked,
        };
        text += &renderer.file(&checked);
    }
    text += &renderer.end();
    json(&text)
}

/// Renders the remaining calls of a plan, or the next one only.
fn plan(call: &Call<'_>, is_next: bool, format: &str) -> Answer {
    let plan = Plan::from_json(call.text().unwrap_or_default());
    let plan = plan.map_err(|error| error.to_string())?;
    let format = format.parse().map_err(|_| "there is no such format")?;
    let mut calls = plan.planned_calls();
    if is_next {
        calls.truncate(1);
    }
    Ok(rendered(&render_calls(&calls, format), &Tally::default()))
}

/// Follows a purchase of each product that renews no other one, or of the requested one, and explains failures.
fn timelines(call: &Call<'_>, format: &str) -> Answer {
    let options = timeline::TimelineOptions::from_json(call.options).map_err(invalid_options)?;
    let each = timeline::timelines(call.input.clone(), &options);
    let (mut text, mut problems, mut malformed) = (String::new(), Vec::new(), false);
    let mut each = each.unwrap_or_else(|error| vec![(String::new(), Err(error))]);
    each.retain(is_begun(&call.input));
    if each.is_empty() {
        problems.push(timeline::TimelineError::NoProducts.to_string());
    }
    let are_several = each.len() > 1;
    if are_several && format == "svg" {
        return Err("a picture shows one product: set the one that is bought (`productId`)".into());
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
        malformed |= timeline.decision.reason == Some(Undecided::Malformed);
        let shown = match format {
            "table" if are_several => {
                let space = if text.is_empty() { "" } else { "\n" };
                [space, &path, "\n", &timeline.to_string()].concat()
            }
            "table" => timeline.to_string(),
            "svg" => timeline.to_svg(&SvgOptions::default()),
            "json" => serde_json::to_string(&timeline).unwrap_or_default(),
            _ => return Err("there is no such format".to_owned()),
        };
        text += shown.trim_end_matches('\n');
        text.push('\n');
    }
    let object = Object::default().with("text", &text);
    let object = object.with("problems", &problems);
    Ok(object.with("malformed", &malformed).into())
}

/// Returns whether to follow the product at a path: a product that only renews others is part of their timelines.
fn is_begun<T>(input: &Input<'_>) -> impl FnMut(&(String, T)) -> bool + use<T> {
    let products = outline(input.clone()).unwrap_or_default();
    let renewals = products.iter().flat_map(|product| &product.renewals);
    let renewals: BTreeSet<_> = renewals.collect();
    let is_renewal = |product: &&Outline| !product.initiates && product.id.is_some_and(|id| renewals.contains(&id));
    let left_out = products.iter().filter(is_renewal);
    let left_out: BTreeSet<_> = left_out.map(|product| product.path.clone()).collect();
    move |(path, _)| !left_out.contains(path)
}

/// Returns the effective kinds of a file's products, and whether one of them cannot be read.
fn decisions(call: &Call<'_>, name: &str, format: Format) -> Answer {
    let options = call.options(Scope::Decision)?;
    let bytes = call.bytes().unwrap_or_default();
    let layout = contents(bytes, promises_lines(name)).layout;
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
            shown += &[sanitize(name).as_str(), space, place, "\n"].concat();
            shown += &decision.to_string();
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
