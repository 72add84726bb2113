//! The calls that only `renewal-rules/tools` has: what is known about the rules, what the command
//! line prints, the timeline, the comparison, and the service interface.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use renewal_rules::{
    Code, CompareError, CompareOptions, Comparison, Configuration, Input, Layout, Options,
    ProductId, Report, Rule, SetUp, SetUpError, Timeline, TimelineOptions,
    render::comparison_table,
    service::{BaseAddress, json as service},
};
use serde::Serialize;
use serde_json::{Value, value::RawValue};
use wasm_bindgen::prelude::*;

use crate::{Answer, Letter, calls, files, fixed, json, render, words};

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

    /// The timeline of each product of the set-up that is the input, one by one.
    timelines: |letter| each_followed(&letter);

    /// What changes from the set-up that is the second input to the one that is the first.
    compare: |letter| compared(&letter);

    /// The text that bytes are; the extra names them.
    text: |letter| decoded(&letter);

    /// A call of the service interface: the extra names it, the input has its arguments.
    service: |letter| called(&letter);
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

impl<T> Told<T> {
    fn of<E: ToString>(result: Result<T, E>) -> Self {
        match result {
            Ok(data) => Self::Done { ok: true, data },
            Err(error) => Self::Failed {
                ok: false,
                message: error.to_string(),
            },
        }
    }
}

fn told<T: Serialize, E: ToString>(result: Result<T, E>) -> Answer {
    json(&Told::of(result))
}

/// A text that came as bytes.
#[derive(Serialize)]
struct Decoded<'a> {
    text: &'a str,
}

fn decoded(letter: &Letter<'_>) -> Answer {
    told(letter.text().map(|text| Decoded { text }).ok_or_else(|| {
        let report = renewal_rules::check(letter.input, &renewal_rules::Options::default());
        let message = report.diagnostics.first().map(|one| one.message.as_str());
        format!("`{}`: {}", letter.extra, message.unwrap_or_default())
    }))
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
    told(of_lines(letter.input).and_then(|set_up| {
        renewal_rules::timeline(read(letter.input, set_up.as_deref()), &options)
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

/// What is told of one product of several.
#[derive(Serialize)]
struct OfProduct {
    /// Where it stands in the set-up, as a JSON Pointer.
    path: String,
    #[serde(flatten)]
    told: Told<ShownTimeline>,
}

/// Follows a purchase of each product, or of the one that is stated. Each is read with the products of
/// its chain alone, so that many take no longer than they are.
fn each_followed(letter: &Letter<'_>) -> Answer {
    let options = TimelineOptions::from_json(letter.options).map_err(words)?;
    let lines = match of_lines(letter.input) {
        Ok(lines) => lines,
        Err(message) => return told::<(), _>(Err(message)),
    };
    let whole = lines.as_deref().or_else(|| letter.text());
    let is_array = whole.is_some_and(|text| text.trim_ascii_start().starts_with('['));
    let products = whole.and_then(|text| files::products(text, Layout::Array));
    let (Some(products), true, None) = (products, is_array, options.product_id) else {
        return followed(letter);
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
            told: Told::of(timeline.map(ShownTimeline::from)),
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
fn of_lines(input: Input<'_>) -> Result<Option<String>, String> {
    let bytes = match input {
        Input::Bytes(bytes) => bytes,
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
fn read<'a>(input: Input<'a>, lines: Option<&'a str>) -> SetUp<'a> {
    SetUp::from(lines.map_or(input, Input::Text))
}

/// A comparison as data and as text.
#[derive(Serialize)]
struct ShownComparison {
    text: String,
    markdown: String,
    comparison: Comparison,
}

fn compared(letter: &Letter<'_>) -> Answer {
    let options = CompareOptions::from_json(letter.options).map_err(words)?;
    let before = letter.second.unwrap_or(Input::NoJson("undefined"));
    let not_json = |message| SetUpError::NotJson { message };
    let old = of_lines(before).map_err(|message| CompareError::Old(not_json(message)));
    let new = of_lines(letter.input).map_err(|message| CompareError::New(not_json(message)));
    told(old.and_then(|old| {
        let new = new?;
        let old = read(before, old.as_deref());
        let comparison = renewal_rules::compare(old, read(letter.input, new.as_deref()), &options)?;
        Ok(ShownComparison {
            text: comparison.to_text(),
            markdown: comparison_table(&comparison),
            comparison,
        })
    }))
}

/// The arguments of a call by their names. What is wrong with one is told without its value, which
/// may be a secret.
struct Arguments<'a>(BTreeMap<String, &'a RawValue>);

impl<'a> Arguments<'a> {
    fn get<T: serde::de::Deserialize<'a>>(&self, name: &str) -> Result<Option<T>, ()> {
        match self.0.get(name).map(|raw| raw.get()) {
            None | Some("null") => Ok(None),
            Some(raw) => serde_json::from_str(raw).map(Some).map_err(drop),
        }
    }

    fn needed<T: serde::de::Deserialize<'a>>(&self, name: &str, what: &str) -> Result<T, String> {
        let value = self.get(name).ok().flatten();
        value.ok_or_else(|| format!("`{name}` must be {what}"))
    }

    fn text(&self, name: &str) -> Result<String, String> {
        self.needed(name, "a text")
    }

    fn status(&self) -> Result<u16, String> {
        self.needed("status", "the number of an HTTP status")
    }

    fn number(&self, name: &str) -> Result<u64, String> {
        self.needed(name, "a whole number from 0")
    }

    /// A time in seconds.
    fn time(&self, name: &str) -> Result<i64, String> {
        self.needed(name, "a whole number of seconds")
    }

    /// JSON: a value stands for itself, a text for what it holds.
    fn document(&self, name: &str) -> Result<String, String> {
        let raw = self.0.get(name).map(|raw| raw.get());
        let raw = raw.ok_or_else(|| format!("`{name}` is missing"))?;
        Ok(if raw.starts_with('"') {
            self.text(name)?
        } else {
            raw.to_owned()
        })
    }

    fn base(&self) -> Result<Option<String>, String> {
        let base: Option<String> = self
            .get("base")
            .map_err(|()| "`base` must be a text".to_owned())?;
        if let Some(base) = &base {
            let wrong = |error| format!("`base`: {error}");
            base.parse::<BaseAddress>().map_err(wrong)?;
        }
        Ok(base)
    }
}

#[expect(clippy::too_many_lines, reason = "it is a list of calls")]
fn called(letter: &Letter<'_>) -> Answer {
    let text = match letter.input {
        Input::Json(text) => text,
        Input::NoJson(why) if why != "undefined" => {
            return told::<(), _>(Err(format!("the arguments have no JSON form ({why})")));
        }
        _ => "",
    };
    let arguments: BTreeMap<String, &RawValue> =
        serde_json::from_str(text).map_err(|_| "the arguments must be an object")?;
    let given = Arguments(arguments);
    let known = |names: &[&str]| match given.0.keys().find(|name| !names.contains(&name.as_str())) {
        Some(name) => Err(format!(
            "there is no argument `{name}`; the arguments are {}",
            names
                .iter()
                .map(|name| format!("`{name}`"))
                .collect::<Vec<_>>()
                .join(", "),
        )),
        None => Ok(()),
    };
    let answer = match letter.extra {
        "loginRequest" => {
            known(&["username", "password", "base"])?;
            let (username, password) = (given.text("username")?, given.text("password")?);
            service::login_request(&username, &password, given.base()?.as_deref())
        }
        "readLoginAnswer" => {
            known(&["status", "body", "receivedAt"])?;
            let (status, body) = (given.status()?, given.text("body")?);
            Ok(service::read_login_answer(
                status,
                &body,
                given.time("receivedAt")?,
            ))
        }
        "isTokenValid" => {
            known(&["receivedAt", "now"])?;
            let valid = service::is_token_valid(given.time("receivedAt")?, given.time("now")?);
            return json(&valid);
        }
        "checkLogin" => {
            known(&["contentType", "body", "accepted"])?;
            let kind: Option<String> = given
                .get("contentType")
                .map_err(|()| "`contentType` must be a text")?;
            let accepted = given
                .get("accepted")
                .map_err(|()| "`accepted` must be true or false")?;
            Ok(service::check_login(
                kind.as_deref(),
                &given.text("body")?,
                accepted,
            ))
        }
        "createRequest" => {
            known(&["product", "base"])?;
            service::create_request(&given.document("product")?, given.base()?.as_deref())
        }
        "changeRequest" => {
            known(&["id", "body", "base"])?;
            let (id, body) = (given.number("id")?, given.document("body")?);
            service::change_request(id, &body, given.base()?.as_deref())
        }
        "readCreateAnswer" => {
            known(&["status", "body"])?;
            Ok(service::read_create_answer(
                given.status()?,
                &given.text("body")?,
            ))
        }
        "readChangeAnswer" => {
            known(&["status", "body"])?;
            Ok(service::read_change_answer(
                given.status()?,
                &given.text("body")?,
            ))
        }
        "update" => {
            known(&["current", "wanted"])?;
            service::update(&given.document("current")?, &given.document("wanted")?)
        }
        "applyUpdate" => {
            known(&["current", "body"])?;
            service::apply_update(&given.document("current")?, &given.document("body")?)
        }
        "checkSetup" => {
            known(&["setup"])?;
            letter.catalogue_options()?;
            service::check_setup(&given.document("setup")?, letter.options)
        }
        "planNew" => {
            known(&["setup"])?;
            letter.catalogue_options()?;
            service::plan_new(&given.document("setup")?, letter.options)
        }
        "planProgress" => {
            known(&["plan"])?;
            service::plan_progress(&given.text("plan")?)
        }
        "planNext" => {
            known(&["plan", "base"])?;
            service::plan_next(&given.text("plan")?, given.base()?.as_deref())
        }
        "planFeed" => {
            known(&["plan", "status", "body"])?;
            let (plan, status) = (given.text("plan")?, given.status()?);
            service::plan_feed(&plan, status, &given.text("body")?)
        }
        "planMade" => {
            known(&["plan", "id"])?;
            service::plan_made(&given.text("plan")?, given.number("id")?)
        }
        "planNotMade" => {
            known(&["plan"])?;
            service::plan_not_made(&given.text("plan")?)
        }
        _ => return Err("there is no such call".to_owned()),
    };
    match answer {
        // What says by itself how it went is told as it is.
        Ok(Value::Object(data)) if data.contains_key("ok") => json(&data),
        other => told(other),
    }
}
