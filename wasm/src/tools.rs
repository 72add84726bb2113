//! Calls about catalogues, documentation of rules, timelines, witnesses and comparisons.

use std::borrow::Cow;

use renewal_rules::{
    CatalogueReport, Code, Diagnostic, Expected, Fixed, Input, Layout, Messages, Options, OptionsError, Rule, Scope,
    contents,
};
use renewal_rules_formatters::comparison_table;
use renewal_rules_preview::compare::{CompareError, CompareOptions, Comparison};
use renewal_rules_preview::timeline::{self, Timeline, TimelineError, TimelineOptions};
use renewal_rules_preview::{SvgOptions, Witness};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::about::sentences;
use crate::flat::Flat;
use crate::object::{Failure, Object, list, to_json};
use crate::output::{Answer, AtPath, Outcome, Output, problems};
use crate::sources::is_json;
use crate::{Call, exports, invalid_options};

exports! {
    /// Checks a catalogue. The argument is its layout, `array` or `lines`; if it is empty, the layout is detected.
    check_catalogue(layout) -> Flat<CatalogueReport>: |call| {
        let (options, is_lines) = (call.options(Scope::Catalogue)?, call.is_lines()?);
        Ok(Output::flat(&match call.bytes() {
            Some(lines) if is_lines => renewal_rules::check_catalogue_lines(lines, &options),
            _ => renewal_rules::check_catalogue(call.input, &options),
        }))
    };

    /// Applies the safe fixes of a catalogue. The argument is its layout, `array` or `lines`; if it is empty, the
    /// layout is detected.
    fix_catalogue(layout) -> Flat<Fixed<CatalogueReport>>: |call| {
        let (options, is_lines) = (call.options(Scope::Catalogue)?, call.is_lines()?);
        let fix = if is_lines { renewal_rules::fix_catalogue_lines } else { renewal_rules::fix_catalogue };
        Ok(Output::flat(&fix(call.input, &options)))
    };
}

impl<'a> Call<'a> {
    /// Returns whether the catalogue is newline-delimited JSON: as the extra argument sets it, otherwise as detected in
    /// the text. A value never is.
    fn is_lines(&self) -> Result<bool, String> {
        let is_text = matches!(self.input, Input::Text(_) | Input::Bytes(_));
        // No product begins with `[`: such a text is one array, even if it is invalid JSON.
        let is_array =
            |bytes: &[u8]| bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start().starts_with(b"[");
        let looks =
            || self.bytes().is_some_and(|bytes| !is_array(bytes) && contents(bytes, true).layout == Layout::Lines);
        match self.extra {
            "" => Ok(is_text && looks()),
            "lines" => Ok(is_text),
            "array" => Ok(false),
            _ => {
                let (name, expected) = ("layout".into(), Expected::OneOf(&["array", "lines"]));
                Err(invalid_options(OptionsError::Invalid { name, expected }))
            }
        }
    }

    /// Returns the input as bytes if it is text, JSON text or bytes.
    pub(crate) fn bytes(&self) -> Option<&'a [u8]> {
        match &self.input {
            Input::Bytes(Cow::Borrowed(bytes)) => Some(bytes),
            _ => self.text().map(str::as_bytes),
        }
    }
}

pub(crate) fn rules(_: &Call<'_>) -> Answer<Vec<Rule>> {
    let rules = Code::ALL.iter().map(|code| to_json(code.rule()));
    Ok(Output::json_text(list(rules)))
}

pub(crate) fn explain(_: &Call<'_>, code: String) -> Answer<Option<Rule>> {
    let rule = code.parse().ok().map(Code::rule);
    Ok(Output::json_text(to_json(&rule)))
}

pub(crate) fn text(call: &Call<'_>, name: String) -> Answer<Outcome<String>> {
    let text = call.text().map(ToOwned::to_owned);
    let not_json = || Failure::new("not-json", &format!("`{name}`: {}", why_not_json(call)));
    Ok(Output::outcome(text.ok_or_else(not_json)))
}

/// Returns the text of the input without its byte order mark, or an error if it is not JSON.
pub(crate) fn json_in<'a>(call: &Call<'a>) -> Result<&'a str, Failure> {
    let text = call.text().map(|text| text.strip_prefix('\u{feff}').unwrap_or(text));
    text.filter(|text| is_json(text)).ok_or_else(|| Failure::new("not-json", &why_not_json(call)))
}

/// Returns the message that a check reports for an input that is not JSON.
pub(crate) fn why_not_json(call: &Call<'_>) -> String {
    let mut found = renewal_rules::check(call.input.clone(), &Options::default()).diagnostics;
    if found.is_empty() { String::new() } else { found.swap_remove(0).message }
}

fn timeline_options(call: &Call<'_>) -> Result<TimelineOptions, String> {
    TimelineOptions::from_json(call.options).map_err(invalid_options)
}

fn compute_timeline(call: &Call<'_>) -> Result<Result<Timeline, TimelineError>, String> {
    Ok(renewal_rules_preview::timeline(call.input.clone(), &timeline_options(call)?))
}

pub(crate) fn timeline(call: &Call<'_>) -> Answer<Outcome<Timeline, problems::CatalogueError>> {
    Ok(Output::outcome(compute_timeline(call)?))
}

pub(crate) fn timeline_table(call: &Call<'_>) -> Answer<Outcome<String, problems::CatalogueError>> {
    Ok(Output::outcome(compute_timeline(call)?.map(|timeline| timeline.to_string())))
}

pub(crate) fn timeline_svg(call: &Call<'_>) -> Answer<Outcome<String, problems::CatalogueError>> {
    Ok(Output::outcome(compute_timeline(call)?.map(|timeline| timeline.to_svg(&SvgOptions::default()))))
}

/// The timeline of one of several products, or the reason why the product has no timeline.
type ProductTimeline = AtPath<Outcome<Timeline, problems::CatalogueError>>;

pub(crate) fn timelines(call: &Call<'_>) -> Answer<Outcome<Vec<ProductTimeline>, problems::CatalogueError>> {
    let all = timeline::timelines(call.input.clone(), &timeline_options(call)?);
    let each = |(path, timeline): (String, Result<Timeline, _>)| {
        let timeline = timeline.map(|timeline| to_json(&timeline));
        Object::default().with("path", &path).outcome(timeline).text()
    };
    Ok(Output::outcome_text(all.map(|all| list(all.into_iter().map(each)))))
}

/// A timeline as data and as a picture, with its notes as text.
#[derive(Serialize)]
pub(crate) struct TimelinePicture {
    pub(crate) svg: String,
    pub(crate) notes: Vec<String>,
    pub(crate) timeline: Timeline,
}

pub(crate) fn picture(
    call: &Call<'_>,
    index: usize,
    today: String,
    words: Option<String>,
) -> Answer<Outcome<TimelinePicture>> {
    let mut svg = SvgOptions::default();
    svg.sentences = sentences(words.as_deref().unwrap_or_default())?;
    let options = TimelineOptions::from_json(call.options);
    let options = options.map_err(|error| svg.sentences.options_error(&error))?;
    svg.today = today.parse().ok();
    let timeline = timeline::timeline_at(call.input.clone(), index, &options);
    Ok(Output::outcome(timeline.map(|timeline| {
        let notes = timeline.notes.iter().map(|note| svg.sentences.note(*note).to_owned()).collect();
        TimelinePicture { svg: timeline.to_svg(&svg), notes, timeline }
    })))
}

/// Witnesses of a code: buyers who lose a renewal, or pay another amount, because of it.
#[derive(Serialize)]
pub(crate) struct Witnesses {
    pub(crate) witnesses: Vec<Witness>,
    /// Description of each witness, in the same order.
    pub(crate) texts: Vec<String>,
}

pub(crate) fn witnesses(
    call: &Call<'_>,
    code: Code,
    path: Option<String>,
    nth: Option<usize>,
    words: Option<String>,
) -> Answer<Outcome<Witnesses, problems::CatalogueError>> {
    let sentences = sentences(words.as_deref().unwrap_or_default())?;
    let mut matches = 0;
    let is_wanted = |found: &Diagnostic| {
        let is_match = found.code == code && path.as_ref().is_none_or(|path| found.path == *path);
        matches += usize::from(is_match);
        is_match && nth.is_none_or(|nth| matches == nth + 1)
    };
    let witnesses = renewal_rules_preview::witnesses(call.input.clone(), is_wanted, &timeline_options(call)?);
    Ok(Output::outcome(witnesses.map(|witnesses| {
        let texts = witnesses.iter().map(|witness| witness.describe(&sentences)).collect();
        Witnesses { witnesses, texts }
    })))
}

pub(crate) fn compare(call: &Call<'_>) -> Answer<Outcome<Comparison, problems::CatalogueError>> {
    Ok(Output::outcome(compared(call)?))
}

pub(crate) fn comparison_text(
    call: &Call<'_>,
    words: Option<String>,
    messages: Option<String>,
) -> Answer<Outcome<String, problems::CatalogueError>> {
    let words = sentences(words.as_deref().unwrap_or_default())?;
    let messages = messages.map(|messages| Messages::from_json(&messages)).transpose();
    let messages = messages.map_err(|error| error.to_string())?;
    Ok(Output::outcome(compared(call)?.map(|comparison| match &messages {
        Some(messages) => comparison.to_text_in(&words, messages),
        None => comparison.to_string(),
    })))
}

pub(crate) fn comparison_markdown(call: &Call<'_>) -> Answer<Outcome<String, problems::CatalogueError>> {
    Ok(Output::outcome(compared(call)?.map(|comparison| comparison_table(&comparison))))
}

fn compared(call: &Call<'_>) -> Result<Result<Comparison, Failure>, String> {
    let options = CompareOptions::from_json(call.options).map_err(invalid_options)?;
    let before = call.second.clone();
    let before = before.unwrap_or(Input::NoJson("undefined".into()));
    let comparison = renewal_rules_preview::compare(before, call.input.clone(), &options);
    Ok(comparison.map_err(|error| match &error {
        CompareError::Old(inner) => of_version("old", inner, &error),
        CompareError::New(inner) => of_version("new", inner, &error),
        _ => error.into(),
    }))
}

/// Creates the error for a comparison in which one of the versions, `version`, is invalid.
fn of_version(version: &str, inner: &TimelineError, error: &CompareError) -> Failure {
    let failure = Failure::from(inner.clone());
    Failure::new(&failure.kind, &error.to_string()).with("version", &version)
}
