//! Calls of `renewal-rules/tools` only: documentation of rules, rendering, timelines, comparisons, and the service
//! interface.

use std::borrow::Cow;

use renewal_rules::{Code, Expected, Input, Layout, Messages, Options, OptionsError, Rule, Scope, contents};
use renewal_rules_formatters::comparison_table;
use renewal_rules_preview::SvgOptions;
use renewal_rules_preview::compare::CompareError;
use renewal_rules_preview::timeline::{self, Timeline};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::about::{About, sentences};
use crate::object::{self, Failure, Object};
use crate::{Answer, Call, calls, editor, flat::Flat, given, invalid_options, outcome, render, service};

calls! {
    /// Checks a catalogue in the layout of the extra argument.
    check_catalogue: |call| {
        let (options, is_lines) = (call.options(Scope::Catalogue)?, call.is_lines()?);
        let report = match call.bytes() {
            Some(lines) if is_lines => renewal_rules::check_catalogue_lines(lines, &options),
            _ => renewal_rules::check_catalogue(call.input, &options),
        };
        Ok(Flat::of(&report))
    };

    /// Applies the safe fixes of a catalogue in the layout of the extra argument.
    fix_catalogue: |call| {
        let (options, is_lines) = (call.options(Scope::Catalogue)?, call.is_lines()?);
        let fix = if is_lines { renewal_rules::fix_catalogue_lines } else { renewal_rules::fix_catalogue };
        Ok(Flat::of(&fix(call.input, &options)))
    };

    /// Returns the documentation of all rules.
    rules: |_| object_of(&Code::ALL.iter().map(|code| code.rule()).collect::<Vec<&Rule>>());

    /// Returns the documentation of the code in the extra argument, or `null`.
    explain: |call| object_of(&call.extra.parse().ok().map(Code::rule));

    /// Renders a chunk of output; the extra argument selects it.
    render: |call| render::render(&call);

    /// Returns the timeline of a purchase; the extra argument selects the format.
    timeline: |call| {
        let options = timeline::TimelineOptions::from_json(call.options).map_err(invalid_options)?;
        let timeline = renewal_rules_preview::timeline(call.input, &options);
        given(timeline.map(|timeline| shown(&timeline, call.extra)))
    };

    /// Returns the timeline of a product as data and picture, with its notes as text.
    picture: |call| pictured(&call);

    /// Returns the timeline of each product of the input.
    timelines: |call| each_followed(&call);

    /// Compares the second input (old) with the first (new). The extra argument selects the format; for another
    /// language, its next two lines have the sentences and the messages as JSON.
    compare: |call| compared(&call);

    /// Makes the call of the language server in the extra argument.
    editor: |call| editor::editor(&call);

    /// Returns an argument, named by the extra argument, as text; an error if it has none.
    text: |call| decoded(&call);

    /// Makes a call of the service interface, named by the extra argument, with the arguments in the input.
    service: |call| service::called(&call);
}

impl<'a> Call<'a> {
    /// Returns whether a catalogue is newline-delimited: by the extra argument, else by its text.
    fn is_lines(&self) -> Result<bool, String> {
        let looks = || match &self.input {
            Input::Text(_) | Input::Bytes(_) => {
                self.bytes().is_some_and(|bytes| contents(bytes, true).layout == Layout::Lines)
            }
            _ => false,
        };
        match self.extra {
            "" => Ok(looks()),
            "lines" => Ok(true),
            "array" => Ok(false),
            _ => {
                let (name, expected) = ("layout".into(), Expected::OneOf(&["array", "lines"]));
                Err(invalid_options(OptionsError::Invalid { name, expected }))
            }
        }
    }

    /// Returns the input as bytes if it is text or bytes.
    pub(crate) fn bytes(&self) -> Option<&'a [u8]> {
        match &self.input {
            Input::Bytes(Cow::Borrowed(bytes)) => Some(bytes),
            _ => self.text().map(str::as_bytes),
        }
    }
}

/// Converts a value without user data to an object. This never fails; an error message would make the bindings need a
/// text decoder at load time, which simulated pages lack.
#[expect(clippy::unnecessary_wraps, reason = "it is what calls give")]
fn object_of(value: &impl Serialize) -> Answer {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).unwrap_or(JsValue::NULL))
}

fn decoded(call: &Call<'_>) -> Answer {
    let text = call.text();
    let text = text.map(|text| Object::default().with("text", &text));
    outcome(text.ok_or_else(|| {
        // Word errors like those of a check.
        let report = renewal_rules::check(call.input.clone(), &Options::default());
        let message = report.diagnostics.first().map(|one| one.message.as_str());
        let message = message.unwrap_or_default();
        Failure::new("not-json", &format!("`{}`: {message}", call.extra))
    }))
}

fn pictured(call: &Call<'_>) -> Answer {
    let about = About::read(call.extra);
    let mut picture = SvgOptions::default();
    picture.sentences = about.words()?;
    let options = timeline::TimelineOptions::from_json(call.options);
    let options = options.map_err(|error| picture.sentences.options_error(&error))?;
    picture.today = about.today.parse().ok();
    let followed = timeline::timeline_at(call.input.clone(), about.index, &options);
    outcome(followed.map(|timeline| {
        let notes = timeline.notes.iter().map(|note| picture.sentences.note(*note));
        Object::default()
            .with("svg", &timeline.to_svg(&picture))
            .with("notes", &notes.collect::<Vec<_>>())
            .with("timeline", &timeline)
    }))
}

/// Returns a timeline as data, table or picture, as JSON text.
fn shown(timeline: &Timeline, how: &str) -> String {
    match how {
        "table" => object::written(&timeline.to_string()),
        "svg" => object::written(&timeline.to_svg(&SvgOptions::default())),
        _ => object::written(timeline),
    }
}

/// Follows a purchase of each product, or of the requested or only one. With several products, each result has the JSON
/// Pointer to its product.
fn each_followed(call: &Call<'_>) -> Answer {
    let options = timeline::TimelineOptions::from_json(call.options).map_err(invalid_options)?;
    let all = timeline::timelines(call.input.clone(), &options);
    let each = |(path, timeline): (String, Result<Timeline, _>)| {
        let object = Object::default().with("path", &path);
        let timeline = timeline.map(|timeline| shown(&timeline, ""));
        object.outcome(timeline).text()
    };
    given(all.map(|all| object::list(all.into_iter().map(each))))
}

fn compared(call: &Call<'_>) -> Answer {
    let options = renewal_rules_preview::compare::CompareOptions::from_json(call.options).map_err(invalid_options)?;
    let before = call.second.clone();
    let before = before.unwrap_or(Input::NoJson("undefined".into()));
    let comparison = renewal_rules_preview::compare(before, call.input.clone(), &options);
    let (how, language) = call.extra.split_once('\n').unwrap_or((call.extra, ""));
    let language = language.split_once('\n').map(|(words, messages)| {
        let messages = Messages::from_json(messages).map_err(|error| error.to_string())?;
        Ok::<_, String>((sentences(words)?, messages))
    });
    let language = language.transpose()?;
    let comparison = comparison.map_err(|error| match &error {
        CompareError::Old(inner) => of_version("old", inner, &error),
        CompareError::New(inner) => of_version("new", inner, &error),
        _ => error.into(),
    });
    given(comparison.map(|comparison| match (how, &language) {
        ("text", Some((words, messages))) => object::written(&comparison.to_text_in(words, messages)),
        ("text", None) => object::written(&comparison.to_string()),
        ("markdown", _) => object::written(&comparison_table(&comparison)),
        _ => object::written(&comparison),
    }))
}

/// Reason why one of the versions cannot be compared.
fn of_version(version: &str, inner: &timeline::TimelineError, error: &CompareError) -> Failure {
    let failure = Failure::from(inner.clone());
    Failure::new(&failure.kind, &error.to_string()).with("version", &version)
}
