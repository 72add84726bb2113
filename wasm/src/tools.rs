//! The calls that only `renewal-rules/tools` has: what is known about the rules, what the command
//! line prints, the timeline, the comparison, and the service interface.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use renewal_rules::{
    Code, Configuration, Input, Layout, Options, ProductId, Report, Rule,
    compare::{self, Comparison},
    editing::{self, Picture},
    render::comparison_table,
    timeline::{self, Timeline},
};
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::{
    Answer, Call, Outcome, about::About, calls, files, json, outcome, render, service, words,
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
        json(&renewal_rules::fix_catalogue_lines(call.input, &options))
    };

    /// What happens when after a purchase from the set-up that is the input.
    timeline: |call| followed(&call);

    /// The timeline of a product of a set-up as data, as a picture, and its notes in words.
    picture: |call| pictured(&call);

    /// The timeline of each product of the set-up that is the input, one by one.
    timelines: |call| each_followed(&call);

    /// What changes from the set-up that is the second input to the one that is the first.
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
    let options = timeline::Options::from_json(call.options).map_err(words)?;
    let mut picture = Picture::default();
    picture.words = about.words()?;
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
    outcome(of_lines(&call.input).and_then(|set_up| {
        renewal_rules::timeline(read(&call.input, set_up.as_deref()), &options)
            .map(ShownTimeline::from)
            .map_err(|error| error.to_string())
    }))
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

/// Follows a purchase of each product, or of the one that is stated. Each is read with the products of
/// its chain alone, so that many take no longer than they are.
fn each_followed(call: &Call<'_>) -> Answer {
    let options = timeline::Options::from_json(call.options).map_err(words)?;
    let lines = match of_lines(&call.input) {
        Ok(lines) => lines,
        Err(message) => return outcome::<(), _>(Err(message)),
    };
    let whole = lines.as_deref().or_else(|| call.text());
    let is_array = whole.is_some_and(|text| text.trim_ascii_start().starts_with('['));
    let products = whole.and_then(|text| files::products(text, Layout::Array));
    let (Some(products), true, None) = (products, is_array, options.product_id) else {
        return followed(call);
    };
    let found: Vec<Links> = products.iter().map(|product| links(product)).collect();
    let mut ids = BTreeMap::new();
    for (index, of) in found.iter().enumerate() {
        of.id.map(|id| ids.entry(id).or_insert(index));
    }
    let follow = |index: usize, product: &str, of: &Links| {
        let mut options = options.clone();
        // Alone, a product needs no id to be the one that is bought.
        options.product_id = of.id.and_then(ProductId::new);
        let chain = options.product_id.map_or(&[][..], |_| &of.chain);
        let others = chain
            .iter()
            .filter_map(|id| ids.get(id))
            .filter(|at| **at != index);
        let others: BTreeSet<usize> = others.copied().collect();
        let others = others.iter().filter_map(|at| products.get(*at).copied());
        let set_up: Vec<&str> = core::iter::once(product).chain(others).collect();
        let set_up = format!("[{}]", set_up.join(","));
        let timeline = renewal_rules::timeline(&set_up, &options);
        OfProduct {
            path: format!("/{index}"),
            outcome: Outcome::of(timeline.map(ShownTimeline::from)),
        }
    };
    let each = products.iter().zip(&found).enumerate();
    json(
        &each
            .map(|(index, (product, of))| follow(index, product, of))
            .collect::<Vec<_>>(),
    )
}

/// The ids in a product, as far as they are well-formed.
#[derive(Default)]
struct Links {
    id: Option<u64>,
    chain: Vec<u64>,
}

fn links(product: &str) -> Links {
    let product: Value = serde_json::from_str(product).unwrap_or_default();
    let chain = product.pointer("/renew_settings/product_id_for_renew");
    Links {
        id: product.get("id").and_then(Value::as_u64),
        chain: chain
            .and_then(Value::as_array)
            .map(|chain| chain.iter().filter_map(Value::as_u64).collect())
            .unwrap_or_default(),
    }
}

/// Newline-delimited products as an array of them, where that is what the input holds.
fn of_lines(input: &Input<'_>) -> Result<Option<String>, String> {
    let bytes = match input {
        Input::Bytes(bytes) => bytes.as_ref(),
        Input::Text(text) => text.as_bytes(),
        _ => return Ok(None),
    };
    if renewal_rules::contents(bytes, false).layout != Layout::Lines {
        return Ok(None);
    }
    let report = renewal_rules::check_catalogue_lines(bytes, &Options::default());
    let mut wrong = report.diagnostics.iter();
    if let Some(wrong) = wrong.find(|one| one.code == Code::JsonSyntax) {
        return Err(wrong.message.clone());
    }
    let text = core::str::from_utf8(bytes).unwrap_or_default();
    let products = files::products(text, Layout::Lines).unwrap_or_default();
    Ok(Some(format!("[{}]", products.join(","))))
}

/// The lines as an array, or else the input as it came.
fn read<'a>(input: &Input<'a>, lines: Option<&'a str>) -> Input<'a> {
    lines.map_or_else(|| input.clone(), Input::from)
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
    let not_json = |message| timeline::Error::NotJson { message };
    let old = of_lines(&before).map_err(|message| compare::Error::Old(not_json(message)));
    let new = of_lines(&call.input).map_err(|message| compare::Error::New(not_json(message)));
    outcome(old.and_then(|old| {
        let new = new?;
        let old = read(&before, old.as_deref());
        let comparison = renewal_rules::compare(old, read(&call.input, new.as_deref()), &options)?;
        Ok(ShownComparison {
            text: comparison.to_text(),
            markdown: comparison_table(&comparison),
            comparison,
        })
    }))
}
