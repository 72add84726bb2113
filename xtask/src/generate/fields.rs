//! The table of the product's fields, as the help for forms reads it.

use std::fmt::Write;

use anyhow::{Context, Result};
use serde_json::Value;

/// The text of `wasm/js/fields.js`, from the JSON Schema of a product.
pub(crate) fn table(schema: &str) -> Result<String> {
    let mut text = String::from(
        "// Made by `cargo xtask generate` from the Rust source: change that instead.\n\n\
         export const FIELDS = ",
    );
    kind(&mut text, &serde_json::from_str(schema)?)?;
    text.push_str(";\n");
    Ok(text)
}

/// The type of a field: a word, or what an object or a list holds.
fn kind(text: &mut String, schema: &Value) -> Result<()> {
    if let Some(items) = schema.get("items") {
        text.push_str("{ items: ");
        kind(text, items)?;
    } else if let Some(others) = schema
        .get("patternProperties")
        .and_then(|patterns| patterns.as_object()?.values().next())
    {
        text.push_str("{ others: ");
        kind(text, others)?;
    } else if let Some(properties) = schema.get("properties") {
        text.push_str("{ fields: { ");
        let properties = properties.as_object().context("properties")?;
        for (at, (name, property)) in properties.iter().enumerate() {
            _ = write!(text, "{}{name}: ", if at == 0 { "" } else { ", " });
            kind(text, property)?;
        }
        text.push_str(" }");
    } else {
        let word = schema.get("type").and_then(Value::as_str);
        _ = write!(text, "'{}'", word.context("a field without a type")?);
        return Ok(());
    }
    text.push_str(" }");
    Ok(())
}
