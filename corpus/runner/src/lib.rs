//! Runs the cases of `renewal-rules-corpus` against the crates of this workspace.

#![allow(
    clippy::missing_errors_doc,
    missing_docs,
    reason = "an internal crate, used by the tests and the generator of the corpus"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use renewal_rules::setup::Setup;
use renewal_rules::{
    Fixed, Options, OptionsError, Scope, check, check_catalogue, check_catalogue_lines, effective_kind, fix_all,
    fix_catalogue, fix_catalogue_lines,
};
use renewal_rules_preview::timeline::{TimelineOptions, timeline};
use serde_json::{Value, json};

/// Groups of checks, which other implementations can support one after the other in this order. Each has the files in
/// `src/rules` whose rules it adds.
pub const CHECKS: [(&str, &[&str]); 8] = [
    ("reading", &["reading", "formats", "types"]),
    ("chain", &["chain"]),
    ("terms", &["terms"]),
    ("kinds", &["kinds"]),
    ("trial", &["trial"]),
    ("role", &["role"]),
    ("update", &["update"]),
    ("catalogue", &["catalogue"]),
];

/// Returns the index in [`CHECKS`] of the group whose rules report a code.
pub fn check_group(code: &str) -> Option<usize> {
    let codes = include_str!("../../../src/report/code.rs");
    let (_, after) = codes.split_once(&format!("\"{code}\" "))?;
    let (file, _) = after.split_once(',')?;
    CHECKS.iter().position(|(_, files)| files.contains(&file))
}

/// A case of the corpus.
pub struct Case {
    /// Unique id: the group and a number, such as `chain-17`.
    pub id: String,
    pub group: String,
    pub call: String,
    /// Options as a JSON object.
    pub options: Value,
    /// Input as JSON text.
    pub input: String,
    pub expected: Value,
    /// For a near miss: the code that is not reported, and the case that it was made from.
    pub near_miss: Option<(String, String)>,
}

impl Case {
    /// Parses a line of the corpus; `None` if a member is absent.
    pub fn parse(line: &str) -> Option<Self> {
        let mut members: Value = serde_json::from_str(line).ok()?;
        let text = |name: &str| members.get(name).and_then(Value::as_str).map(String::from);
        let (id, group, call, input) = (text("id")?, text("group")?, text("call")?, text("input")?);
        let of = |name: &str| members.get("nearMiss")?.get(name)?.as_str().map(String::from);
        let near_miss = of("code").zip(of("of"));
        let [options, expected] = ["options", "expected"].map(|name| members.get_mut(name).map(Value::take));
        Some(Self { id, group, call, options: options?, input, expected: expected?, near_miss })
    }

    /// Formats the case as a line of the corpus.
    pub fn line(&self) -> String {
        let near_miss = self.near_miss.as_ref();
        let near_miss = near_miss.map(|(code, of)| format!(",\"nearMiss\":{}", json!({ "code": code, "of": of })));
        format!(
            "{{\"id\":{},\"group\":{},\"call\":{},\"options\":{},\"input\":{},\"expected\":{}{}}}",
            json!(self.id),
            json!(self.group),
            json!(self.call),
            self.options,
            json!(self.input),
            self.expected,
            near_miss.unwrap_or_default(),
        )
    }

    /// Runs the call of the case, and describes the difference if the result is not as expected.
    pub fn difference(&self) -> Option<String> {
        match run(&self.call, &self.options.to_string(), &self.input, &self.group) {
            Ok(found) if found == self.expected => None,
            Ok(found) => Some(format!("{}\n  expected: {}\n  found:    {found}", self.id, self.expected)),
            Err(error) => Some(format!("{}\n  {error}", self.id)),
        }
    }

    /// Iterates over the codes that are expected, with their template ids.
    pub fn codes(&self) -> impl Iterator<Item = (&str, &str)> {
        let diagnostics = self.expected.get("diagnostics").and_then(Value::as_array).into_iter().flatten();
        diagnostics.filter_map(|found| Some((found.get("code")?.as_str()?, found.get("messageId")?.as_str()?)))
    }
}

/// Runs a call and returns its result as the corpus stores it: without messages, and without members that the caller
/// can derive from others. A rejected call gives `{"error": true}`.
pub fn run(call: &str, options: &str, input: &str, group: &str) -> Result<Value, OptionsError> {
    let of = |scope| Options::from_json_for(scope, options);
    let catalogue = || of(Scope::Catalogue);
    let found = match call {
        "check" => json!(check(input, &of(Scope::Product)?)),
        "checkCatalogue" => json!(check_catalogue(input, &catalogue()?)),
        "checkCatalogueLines" => json!(check_catalogue_lines(input, &catalogue()?)),
        "effectiveKind" => json!(effective_kind(input, &of(Scope::Decision)?)),
        "fix" => fixed(&fix_all(input, &of(Scope::Product)?)),
        "fixCatalogue" => fixed(&fix_catalogue(input, &catalogue()?)),
        "fixCatalogueLines" => fixed(&fix_catalogue_lines(input, &catalogue()?)),
        "checkSetup" => {
            let options = catalogue()?;
            Setup::from_json(input).map_or_else(refused, |setup| json!(setup.check(&options)))
        }
        "timeline" => {
            let options = TimelineOptions::from_json(options)?;
            timeline(input, &options).map_or_else(refused, |timeline| json!(timeline))
        }
        _ => json!(null),
    };
    Ok(stripped(found, group))
}

fn fixed<R>(fixed: &Fixed<R>) -> Value {
    json!({ "text": fixed.text, "applied": fixed.applied })
}

fn refused<E>(_: E) -> Value {
    json!({ "error": true })
}

/// Removes members that are null.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let set = members.into_iter().filter(|(_, value)| !value.is_null());
            set.map(|(name, value)| (name, without_nulls(value))).collect()
        }
        Value::Array(items) => items.into_iter().map(without_nulls).collect(),
        other => other,
    }
}

/// Removes the members that the corpus does not store.
fn stripped(mut found: Value, group: &str) -> Value {
    fn remove(item: &mut Value, names: &[&str]) {
        if let Some(members) = item.as_object_mut() {
            members.retain(|name, _| !names.contains(&name.as_str()));
        }
    }
    let mut of_diagnostics = vec!["message", "related", "section"];
    // Only the group `reading` stores locations.
    if group != "reading" {
        of_diagnostics.push("location");
    }
    for (list, names) in [("diagnostics", &of_diagnostics[..]), ("notes", &["message"])] {
        for item in found.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            remove(item, names);
        }
    }
    if let Some(stop) = found.get_mut("stop") {
        remove(stop, &["message"]);
    }
    without_nulls(found)
}

/// Parses all cases of the corpus.
pub fn cases() -> Vec<Case> {
    let lines = renewal_rules_corpus::GROUPS.iter().flat_map(|group| group.cases.lines());
    lines.filter_map(Case::parse).collect()
}

/// Counts the cases of each group, and for each code the cases that report the code (hits) and its near misses.
pub fn statistics(cases: &[Case]) -> String {
    let mut text = format!("{:24} {:>6}\n", "group", "cases");
    let mut total = 0;
    for group in renewal_rules_corpus::GROUPS {
        let count = cases.iter().filter(|case| case.group == group.name).count();
        total += count;
        let _ = writeln!(text, "{:24} {count:6}", group.name);
    }
    let _ = writeln!(text, "{:24} {total:6}\n\n{:24} {:>6} {:>11}  templates", "all", "code", "hits", "near misses");
    let mut templates: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    cases.iter().flat_map(Case::codes).for_each(|template| *templates.entry(template).or_default() += 1);
    for code in renewal_rules::Code::KEYWORDS {
        let hits = cases.iter().filter(|case| case.codes().any(|(other, _)| other == *code)).count();
        let is_miss = |case: &&Case| case.near_miss.as_ref().is_some_and(|(other, _)| other == code);
        let misses = cases.iter().filter(is_miss).count();
        let own = templates.iter().filter(|((other, _), _)| other == code);
        let own: Vec<String> = own.map(|((_, id), count)| format!("{id} {count}")).collect();
        let _ = writeln!(text, "{code:24} {hits:6} {misses:11}  {}", own.join(", "));
    }
    text
}
