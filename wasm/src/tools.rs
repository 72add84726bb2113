//! The calls that only `renewal-rules/tools` has: what is known about the rules, what the command
//! line prints, the timeline, the comparison, and the service interface.

use std::cell::RefCell;

use renewal_rules::{
    Code, Configuration, Input, Messages, Options, Report, Rule,
    compare::{self, Comparison},
    editing::{self, Picture},
    render::comparison_table,
    timeline::{self, Timeline},
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{
    Answer, Call, Outcome,
    about::{About, sentences},
    calls, json, outcome, render, service, words,
};

calls! {
    /// All rules.
    rules: |_| json(&Code::ALL.iter().map(|code| code.rule()).collect::<Vec<&Rule>>());

    /// The rule of the code that is the extra, or `null`.
    explain: |call| json(&call.extra.parse().ok().map(Code::rule));

    /// A part of what the command line prints; the extra says which.
    render: |call| render::render(&call);

    /// A catalogue's newline-delimited text with its certain fixes made.
    fix_catalogue_lines: |call| {
        let options = call.catalogue_options()?;
        Ok(renewal_rules::fix_catalogue_lines(call.input, &options).to_json().into())
    };

    /// What happens when after a purchase from the set-up that is the input.
    timeline: |call| followed(&call);

    /// The timeline of a product of a set-up as data, as a picture, and its notes in words.
    picture: |call| pictured(&call);

    /// The timeline of each product of the set-up that is the input, one by one.
    timelines: |call| each_followed(&call);

    /// What changes from the set-up that is the second input to the one that is the first. In another
    /// language the extra has its sentences and, after a line break, its messages, each as JSON on one line.
    compare: |call| compared(&call);

    /// The text that bytes are; the extra names them.
    text: |call| decoded(&call);

    /// A call of the service interface: the extra names it, the input has its arguments.
    service: |call| service::called(&call);
}

// Not `inline_js`: the name that this gets depends on the folder of the build.
#[wasm_bindgen(raw_module = "shell/clean.js")]
extern "C" {
    #[wasm_bindgen(js_name = cleanReport)]
    fn clean(configuration: &JsValue, trial: bool) -> JsValue;
}

thread_local! {
    /// The configurations as JavaScript has them: to make a string anew costs a tenth of a check.
    static CONFIGURATIONS: RefCell<Vec<(Option<Configuration>, JsValue)>> =
        const { RefCell::new(Vec::new()) };
}

/// A report in which nothing is reported, made by one call instead of one for each member.
pub(crate) fn clean_report(report: &Report) -> JsValue {
    CONFIGURATIONS.with_borrow_mut(|made| {
        if let Some((_, configuration)) = made.iter().find(|(of, _)| *of == report.configuration) {
            return clean(configuration, report.trial);
        }
        let words = serde_wasm_bindgen::Serializer::json_compatible();
        let configuration = report.configuration.serialize(&words);
        let configuration = configuration.unwrap_or(JsValue::NULL);
        let value = clean(&configuration, report.trial);
        made.push((report.configuration, configuration));
        value
    })
}

/// A text that came as bytes.
#[derive(Serialize)]
struct Decoded<'a> {
    text: &'a str,
}

fn decoded(call: &Call<'_>) -> Answer {
    outcome(call.text().map(|text| Decoded { text }).ok_or_else(|| {
        let report = renewal_rules::check(call.input.clone(), &Options::default());
        let message = report.diagnostics.first().map(|one| one.message.as_str());
        format!("`{}`: {}", call.extra, message.unwrap_or_default())
    }))
}

#[derive(Serialize)]
struct Pictured {
    svg: String,
    notes: Vec<String>,
    timeline: Timeline,
}

fn pictured(call: &Call<'_>) -> Answer {
    let about = About::read(call.extra);
    let mut picture = Picture::default();
    picture.words = about.words()?;
    let options = timeline::Options::from_json(call.options);
    let options = options.map_err(|error| picture.words.options_error(&error))?;
    picture.today = about.today.parse().ok();
    let followed = editing::timeline_at(call.input.clone(), about.index, &options);
    outcome(followed.map(|timeline| {
        Pictured {
            svg: timeline.to_picture(&picture),
            notes: timeline
                .notes
                .iter()
                .map(|note| picture.words.note(*note).to_owned())
                .collect(),
            timeline,
        }
    }))
}

/// A timeline as data, as a table and as a picture.
#[derive(Serialize)]
struct ShownTimeline {
    table: String,
    svg: String,
    timeline: Timeline,
}

fn followed(call: &Call<'_>) -> Answer {
    let options = timeline::Options::from_json(call.options).map_err(words)?;
    let timeline = renewal_rules::timeline(call.input.clone(), &options);
    outcome(timeline.map(ShownTimeline::from))
}

impl From<Timeline> for ShownTimeline {
    fn from(timeline: Timeline) -> Self {
        Self {
            table: timeline.to_table(),
            svg: timeline.to_svg(),
            timeline,
        }
    }
}

/// The outcome of one product of several.
#[derive(Serialize)]
struct OfProduct {
    /// Where it stands in the set-up, as a JSON Pointer.
    path: String,
    #[serde(flatten)]
    outcome: Outcome<ShownTimeline>,
}

/// Follows a purchase of each product, or of the one that is stated or alone.
fn each_followed(call: &Call<'_>) -> Answer {
    let options = timeline::Options::from_json(call.options).map_err(words)?;
    if options.product_id.is_some() {
        return followed(call);
    }
    let mut all = match timeline::timelines(call.input.clone(), &options) {
        Ok(all) => all.into_iter().peekable(),
        Err(error) => return outcome::<(), _>(Err(error)),
    };
    if let Some((_, alone)) = all.next_if(|(path, _)| path.is_empty()) {
        return outcome(alone.map(ShownTimeline::from));
    }
    let each = all.map(|(path, timeline)| OfProduct {
        path,
        outcome: Outcome::of(timeline.map(ShownTimeline::from)),
    });
    json(&each.collect::<Vec<_>>())
}

/// A comparison as data and as text.
#[derive(Serialize)]
struct ShownComparison {
    text: String,
    markdown: String,
    comparison: Comparison,
}

fn compared(call: &Call<'_>) -> Answer {
    let options = compare::Options::from_json(call.options).map_err(words)?;
    let before = call.second.clone();
    let before = before.unwrap_or(Input::NoJson("undefined".into()));
    let comparison = renewal_rules::compare(before, call.input.clone(), &options);
    let language = call.extra.split_once('\n').map(|(words, messages)| {
        let messages = Messages::from_json(messages).map_err(|error| error.to_string())?;
        Ok::<_, String>((sentences(words)?, messages))
    });
    let language = language.transpose()?;
    outcome(comparison.map(|comparison| ShownComparison {
        text: match &language {
            Some((words, messages)) => comparison.to_text_in(words, messages),
            None => comparison.to_text(),
        },
        markdown: comparison_table(&comparison),
        comparison,
    }))
}
