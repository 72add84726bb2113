//! Enforces the rules with `jsonschema`: the schema of the npm package, compiled once, and a hand-written function for
//! rules that JSON Schema cannot express.

use jsonschema::{ErrorIterator, PatternOptions, Validator};
use serde_json::Value;

use crate::rules::{self, Facts, Field, MAX_ID, Settings, is_currency, is_price, is_written, parse_term, zero};

const SCHEMA: &str = include_str!("../../wasm/schema.json");

/// Validator that a macro generates from the schema.
#[jsonschema::validator(path = "../wasm/schema.json")]
struct Compiled;

/// Validator that is built from the schema when the program runs.
pub struct Checker(Validator);

impl Checker {
    pub fn new() -> Self {
        let schema = serde_json::from_str(SCHEMA).unwrap();
        // `jsonschema` has two regex engines. `regex` is the faster one, and its features suffice for these patterns.
        let options = jsonschema::options().with_pattern_options(PatternOptions::regex());
        Self(options.build(&schema).unwrap())
    }

    /// Returns the number of reported problems.
    pub fn check(&self, value: &Value) -> usize {
        // Asks `is_valid` first, as the crate's documentation recommends.
        judge(value, self.0.is_valid(value), || self.0.iter_errors(value))
    }
}

/// Returns the number of problems that the generated validator and the functions report.
pub fn check_compiled(value: &Value) -> usize {
    judge(value, Compiled::is_valid(value), || Compiled::iter_errors(value))
}

fn judge<'v>(value: &'v Value, is_valid: bool, errors: impl FnOnce() -> ErrorIterator<'v>) -> usize {
    let mut found: Vec<(String, String)> = Vec::new();
    if !is_valid {
        found.extend(errors().map(|error| (error.instance_path().to_string(), error.to_string())));
    }
    let mut report = |path: &'static str, message| found.push((path.to_owned(), message));
    texts(value, &mut report);
    rules::check_cross_field_rules(&facts(value), &mut report);
    found.len()
}

fn each_variant(product: &Value) -> impl Iterator<Item = &Value> {
    product["variants"].as_array().into_iter().flatten()
}

fn texts(product: &Value, report: &mut dyn FnMut(&'static str, String)) {
    let mut written = |object: &Value, name: &'static str| {
        if object[name].as_str().is_some_and(|text| !is_written(text)) {
            report(name, "is empty".to_owned());
        }
    };
    written(product, "family_name");
    written(product, "name");
    for variant in each_variant(product) {
        written(variant, "vendor_code");
        written(variant, "sku");
        written(variant, "sku_ar");
    }
    for variant in each_variant(product) {
        let currency = variant["price"]["common"]["currency"].as_str();
        if currency.is_some_and(|text| !is_currency(text)) {
            report("currency", "is not a currency code".to_owned());
        }
    }
}

fn facts(product: &Value) -> Facts<'_> {
    let settings = product["renew_settings"].is_object().then(|| {
        let settings = &product["renew_settings"];
        Settings {
            chain: read(&settings["product_id_for_renew"], |chain| chain.as_array()?.iter().map(id).collect()),
            enable: switch(&settings["renew_ar"], "enable"),
            required: switch(&settings["renew_ar"], "required"),
            pmr: switch(settings, "renew_pmr"),
            email: switch(settings, "renew_email"),
        }
    });
    Facts {
        id: id(&product["id"]),
        term: read(&product["licence_term"], |term| term.as_str().filter(|text| parse_term(text).is_some())),
        settings,
        amounts: each_variant(product)
            .map(|variant| {
                let text = variant["price"]["common"]["price"].as_str()?;
                is_price(text).then(|| zero(text))
            })
            .collect(),
    }
}

fn id(value: &Value) -> Option<u64> {
    value.as_u64().filter(|id| (1..=MAX_ID).contains(id))
}

fn switch(object: &Value, name: &str) -> Field<bool> {
    read(&object[name], Value::as_bool)
}

/// Reads a member. Null counts as absent: indexing returns null for an absent member, and no field of a product may be
/// null.
fn read<'v, T>(value: &'v Value, as_type: impl Fn(&'v Value) -> Option<T>) -> Field<T> {
    if value.is_null() {
        return Field::Absent;
    }
    as_type(value).map_or(Field::Malformed, Field::Given)
}
