//! The calls that only `renewal-rules/tools` has: what is known about the rules, what the command
//! line prints, the timeline, the comparison, and the service interface.

use std::cell::RefCell;

use renewal_rules::{
    Code, CompareOptions, Comparison, Configuration, Input, Products, Report, Rule, Timeline,
    TimelineOptions,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{Answer, Letter, calls, fixed, json, render, service, words};

calls! {
    /// All rules.
    rules: |_| json(&Code::ALL.iter().map(|code| code.rule()).collect::<Vec<&Rule>>());

    /// The rule of the code that is the extra, or `null`.
    explain: |letter| json(&Code::from_text(letter.extra).map(Code::rule));

    /// A part of what the command line prints; the extra says which.
    render: |letter| render::render(&letter);

    /// A catalogue's text with its certain mends made.
    fix_catalogue: |letter| {
        let options = letter.catalogue_options()?;
        let check = || renewal_rules::check_catalogue(letter.input, &options);
        fixed(&letter, |text| renewal_rules::fix_catalogue(text, &options).into(), check)
    };

    /// A catalogue's newline-delimited text with its certain mends made.
    fix_catalogue_lines: |letter| {
        let options = letter.catalogue_options()?;
        let check = || match letter.bytes() {
            Some(lines) => renewal_rules::check_catalogue_lines(lines, &options),
            None => renewal_rules::check_catalogue(letter.input, &options),
        };
        fixed(&letter, |text| renewal_rules::fix_catalogue_lines(text, &options).into(), check)
    };

    /// What happens when after a purchase from the set-up that is the input.
    timeline: |letter| followed(&letter);

    /// What changes from the set-up that is the extra to the one that is the input.
    compare: |letter| compared(&letter);

    /// A call of the service interface: the extra names it, the input has its arguments.
    service: |letter| service::called(&letter);
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

/// A report in which nothing is told, made by one call instead of one for each member.
pub(crate) fn clean_report(told: &Report) -> JsValue {
    CONFIGURATIONS.with_borrow_mut(|made| {
        if let Some((_, configuration)) = made.iter().find(|(of, _)| *of == told.configuration) {
            return clean(configuration, told.trial);
        }
        let words = serde_wasm_bindgen::Serializer::json_compatible();
        let configuration = told.configuration.serialize(&words);
        let configuration = configuration.unwrap_or(JsValue::NULL);
        let report = clean(&configuration, told.trial);
        made.push((told.configuration, configuration));
        report
    })
}

/// What a call tells of data that it can do something with, or why it cannot.
#[derive(Serialize)]
#[serde(untagged)]
enum Told<T> {
    Done {
        ok: bool,
        #[serde(flatten)]
        data: T,
    },
    Failed {
        ok: bool,
        message: String,
    },
}

pub(crate) fn told<T: Serialize, E: ToString>(result: Result<T, E>) -> Answer {
    json(&match result {
        Ok(data) => Told::Done { ok: true, data },
        Err(error) => Told::Failed {
            ok: false,
            message: error.to_string(),
        },
    })
}

/// A timeline as data, as a table and as a picture.
#[derive(Serialize)]
struct ShownTimeline {
    table: String,
    svg: String,
    timeline: Timeline,
}

fn followed(letter: &Letter<'_>) -> Answer {
    let options = TimelineOptions::from_json(letter.options).map_err(words)?;
    told(
        renewal_rules::timeline(letter.input, &options).map(|timeline| ShownTimeline {
            table: timeline.to_table(),
            svg: timeline.to_svg(),
            timeline,
        }),
    )
}

/// A comparison as data and as text.
#[derive(Serialize)]
struct ShownComparison {
    text: String,
    comparison: Comparison,
}

fn compared(letter: &Letter<'_>) -> Answer {
    let options = CompareOptions::from_json(letter.options).map_err(words)?;
    let old = Products::from(match letter.extra.split_at_checked(1) {
        Some(("=", text)) => Input::Text(text),
        Some(("!", reason)) => Input::NoJson(reason),
        _ => Input::NoJson("undefined"),
    });
    told(
        renewal_rules::compare(old, letter.input, &options).map(|comparison| ShownComparison {
            text: comparison.to_text(),
            comparison,
        }),
    )
}
