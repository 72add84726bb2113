//! Generates files from the JSON Schema of a product: tables of its fields for form helpers, and descriptions of its
//! fields for editors.

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};

use super::HEADING;

/// Returns the text of `wasm/lib/fields.ts`, derived from the JSON Schema of a product.
pub(crate) fn table(schema: &str) -> Result<String> {
    let table = kind(&serde_json::from_str(schema)?)?;
    Ok(format!("{HEADING}export const FIELDS = {table} as const;\n"))
}

/// Returns the text of `wasm/lib/configurations.ts`: the names of configurations, in the order in which reports number
/// them.
pub(crate) fn configurations() -> String {
    let names: Vec<&str> = renewal_rules::Configuration::ALL.iter().map(|one| one.as_str()).collect();
    format!("{HEADING}export const CONFIGURATIONS = {names:?} as const;\n")
}

/// Returns the text of `wasm/lib/json-schema-table.ts`: the JSON Schema of a product without its documentation, which
/// forms do not need.
pub(crate) fn schema_table(schema: &str) -> Result<String> {
    let mut schema: Value = serde_json::from_str(schema)?;
    if let Some(members) = schema.as_object_mut() {
        members.remove("$schema");
    }
    remove_documentation(&mut schema);
    Ok(format!("{HEADING}export const JSON_SCHEMA = {schema} as const;\n"))
}

fn remove_documentation(schema: &mut Value) {
    let Some(members) = schema.as_object_mut() else { return };
    for name in ["description", "examples"] {
        members.remove(name);
    }
    for (name, member) in members {
        match (name.as_str(), member) {
            // The members are product fields: a field named `description` is not documentation.
            ("properties" | "patternProperties", Value::Object(fields)) => {
                fields.values_mut().for_each(remove_documentation);
            }
            (_, other) => remove_documentation(other),
        }
    }
}

/// Returns the type of a field: a type name, or the members of an object or an array.
fn kind(schema: &Value) -> Result<Value> {
    let map = |name| schema.get(name).and_then(Value::as_object);
    Ok(if let Some(items) = schema.get("items") {
        json!({ "items": kind(items)? })
    } else if let Some(others) = map("patternProperties").and_then(|all| all.values().next()) {
        json!({ "others": kind(others)? })
    } else if let Some(all) = map("properties") {
        let fields = all.iter().map(|(name, one)| Ok((name.clone(), kind(one)?)));
        json!({ "fields": fields.collect::<Result<Map<_, _>>>()? })
    } else {
        let kind = schema.get("type").context("a field without a type")?;
        kind.clone()
    })
}

/// Returns the text of `crates/editor/src/fields.json`: the documentation of each field by its path.
pub(crate) fn meanings(schema: &str) -> Result<String> {
    let mut meanings = Map::new();
    add_meanings(&serde_json::from_str(schema)?, "", &mut meanings);
    Ok(format!("{:#}\n", Value::Object(meanings)))
}

fn add_meanings(schema: &Value, path: &str, meanings: &mut Map<String, Value>) {
    let map = |name| schema.get(name).and_then(Value::as_object);
    if let Some(meaning) = schema.get("description").filter(|_| !path.is_empty()) {
        meanings.insert(path.into(), meaning.clone());
    }
    if let Some(items) = schema.get("items") {
        add_meanings(items, &format!("{path}[]"), meanings);
    }
    let dot = if path.is_empty() { "" } else { "." };
    for (name, one) in map("properties").into_iter().flatten() {
        add_meanings(one, &format!("{path}{dot}{name}"), meanings);
    }
    for one in map("patternProperties").into_iter().flat_map(Map::values) {
        add_meanings(one, &format!("{path}{dot}<locale>"), meanings);
    }
}
