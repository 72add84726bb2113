//! The table of the product's fields, as the help for forms reads it.

use anyhow::Result;
use serde_json::{Map, Value, json};

/// The text of `wasm/js/fields.js`, from the JSON Schema of a product.
pub(crate) fn table(schema: &str) -> Result<String> {
    let table = kind(&serde_json::from_str(schema)?);
    Ok(format!(
        "// Made by `cargo xtask generate` from the Rust source: change that instead.\n\n\
         export const FIELDS = {table};\n"
    ))
}

/// The type of a field: a word, or what an object or a list holds.
fn kind(schema: &Value) -> Value {
    let map = |name| schema.get(name).and_then(Value::as_object);
    if let Some(items) = schema.get("items") {
        json!({ "items": kind(items) })
    } else if let Some(others) = map("patternProperties").and_then(|all| all.values().next()) {
        json!({ "others": kind(others) })
    } else if let Some(all) = map("properties") {
        let fields = all.iter().map(|(name, one)| (name.clone(), kind(one)));
        json!({ "fields": fields.collect::<Map<_, _>>() })
    } else {
        schema.get("type").cloned().unwrap_or_default()
    }
}
