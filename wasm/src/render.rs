//! What the command line prints: one part of a rendering a call, so that the shell holds one file at
//! a time.

use std::borrow::Cow;

use renewal_rules::{
    Code, Consent, Decision, Input, check, check_catalogue, check_catalogue_lines, effective_kind,
    render::{
        Checked, Format, Renderer, Style, Tally, decision_text, reference_page, rule_list,
        rule_page, shown_name,
    },
};
use serde::Serialize;

use crate::{Answer, Letter, arguments::Arguments, json};

/// What is to be rendered.
struct Request {
    /// `begin`, `file`, `end`, `decision`, `name`, `rule`, `rules` or `reference`.
    part: String,
    format: String,
    color: bool,
    quiet: bool,
    /// The name of the file.
    name: String,
    /// What the file is: `product`, `catalogue` or `lines`.
    kind: String,
    /// The buyer's consent, by which the effective kind is told.
    consent: Option<String>,
    /// What was counted before.
    tally: Tally,
    /// How many mends made the text what it is, where that was tried, and whether it was written back.
    mends: Option<usize>,
    written: bool,
    /// The code of the rule.
    code: String,
}

impl Request {
    fn read(text: &str) -> Result<Self, String> {
        let given = Arguments::read(text).ok_or("the request must be an object")?;
        given.check_names(&[
            "part", "format", "color", "quiet", "name", "kind", "consent", "tally", "mends",
            "written", "code",
        ])?;
        let text = |name| given.optional(name, "a text");
        let flag = |name| given.optional(name, "true or false");
        Ok(Self {
            part: text("part")?.unwrap_or_default(),
            format: text("format")?.unwrap_or_default(),
            color: flag("color")?.unwrap_or_default(),
            quiet: flag("quiet")?.unwrap_or_default(),
            name: text("name")?.unwrap_or_default(),
            kind: text("kind")?.unwrap_or_default(),
            consent: text("consent")?,
            tally: given
                .optional("tally", "what an earlier part gave")?
                .unwrap_or_default(),
            mends: given.optional("mends", "a whole number from 0")?,
            written: flag("written")?.unwrap_or_default(),
            code: text("code")?.unwrap_or_default(),
        })
    }
}

/// A part of a rendering.
#[derive(Serialize)]
struct Rendered {
    text: String,
    /// What was counted, this part included.
    tally: Tally,
}

/// Renders what the extra of a letter asks for.
pub(crate) fn render(letter: &Letter<'_>) -> Answer {
    let request = Request::read(letter.extra)?;
    let format = match request.format.as_str() {
        "" => Format::default(),
        word => Format::from_text(word).ok_or("there is no such format")?,
    };
    let style = Style::default().color(request.color).quiet(request.quiet);
    let mut renderer = Renderer::resume(format, style, request.tally);
    let text = match request.part.as_str() {
        "begin" => renderer.begin(),
        "file" => file(letter, &request, &mut renderer)?,
        "end" => renderer.end(),
        "decision" => {
            let (options, consent) = letter.decision_options()?;
            let decision = effective_kind(letter.input, &options, consent);
            match format {
                Format::Json => serde_json::to_string(&decision).unwrap_or_default() + "\n",
                _ => decision_text(&decision),
            }
        }
        "name" => shown_name(&request.name) + "\n",
        "rule" => {
            let code = Code::from_text(&request.code).ok_or("there is no such code")?;
            rule_page(code, style)
        }
        "rules" => rule_list(style),
        "reference" => reference_page(),
        _ => return Err("there is no such part".to_owned()),
    };
    let tally = *renderer.tally();
    json(&Rendered { text, tally })
}

fn file(letter: &Letter<'_>, request: &Request, renderer: &mut Renderer) -> Result<String, String> {
    let text = match letter.input {
        Input::Bytes(bytes) => Some(String::from_utf8_lossy(bytes)),
        Input::Text(text) => Some(Cow::Borrowed(text)),
        _ => None,
    };
    let mut render = |checked: Checked<'_>| {
        let checked = match request.mends {
            Some(mends) => checked.mended(mends, request.written),
            None => checked,
        };
        renderer.file(&match &text {
            Some(text) => checked.text(text),
            None => checked,
        })
    };
    let name = &request.name;
    Ok(match request.kind.as_str() {
        "catalogue" => {
            let options = letter.catalogue_options()?;
            render(Checked::catalogue(
                name,
                &check_catalogue(letter.input, &options),
            ))
        }
        "lines" => {
            let options = letter.catalogue_options()?;
            let report = check_catalogue_lines(letter.bytes().unwrap_or_default(), &options);
            render(Checked::catalogue(name, &report).lines())
        }
        _ => {
            let options = letter.options()?;
            let report = check(letter.input, &options);
            let decision: Decision;
            let mut checked = Checked::product(name, &report);
            if let Some(consent) = consent(request)? {
                decision = effective_kind(letter.input, &options, consent);
                checked = checked.decision(&decision);
            }
            render(checked)
        }
    })
}

fn consent(request: &Request) -> Result<Option<Consent>, String> {
    let Some(word) = request.consent.as_deref() else {
        return Ok(None);
    };
    let known = Consent::ALL.iter().find(|known| known.as_str() == word);
    let words = Consent::ALL
        .iter()
        .map(|known| format!("`{}`", known.as_str()));
    known.copied().map(Some).ok_or_else(|| {
        let words: Vec<_> = words.collect();
        format!("the option `consent` must be one of {}", words.join(", "))
    })
}
