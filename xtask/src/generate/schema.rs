//! Generates the JSON Schema of a product, for editors. The schema rejects the formats that the rules reject.

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, Value, json};

use super::source::{Item, Items, item};

/// Returns the schema as text.
pub(crate) fn product(items: &Items) -> Result<String> {
    let mut schema = Map::new();
    schema.insert("$schema".into(), "https://json-schema.org/draft/2020-12/schema".into());
    schema.insert("title".into(), "Product".into());
    schema.append(&mut object(items, "Product", Nested::Inline)?);
    Ok(format!("{:#}\n", Value::Object(schema)))
}

/// Notation of nested objects.
#[derive(Clone, Copy, Debug)]
pub(super) enum Nested {
    Inline,
    /// Reference to a component of the `OpenAPI` description.
    Component,
}

/// Returns the schema of a struct of the core.
pub(super) fn object(items: &Items, name: &str, nested: Nested) -> Result<Map<String, Value>> {
    let item = item(items, name)?;
    let mut properties = Map::new();
    for member in &item.members {
        if member.name == "other" {
            continue;
        }
        let mut property = kind(items, &member.kind, nested)?;
        property.insert("description".into(), prose(&member.docs).into());
        properties.insert(member.name.clone(), Value::Object(property));
    }
    let mut object = Map::new();
    object.insert("description".into(), prose(&item.docs).into());
    object.insert("type".into(), "object".into());
    object.insert("properties".into(), Value::Object(properties));
    let required = required(item);
    if !required.is_empty() {
        object.insert("required".into(), required.into());
    }
    if name == "Price" {
        // The interface document describes only the member `common`. Other members are allowed, but an empty price is
        // not.
        object.insert("minProperties".into(), 1.into());
    }
    Ok(object)
}

fn required(item: &Item) -> Vec<String> {
    let required = item.members.iter().filter(|member| !member.optional && member.name != "other");
    required.map(|member| member.name.clone()).collect()
}

/// Returns a regular expression that matches the beginning of integers above `number`, without leading zeros.
fn above(number: u32) -> String {
    let digits = number.to_string();
    let longer = format!("[1-9][0-9]{{{}}}", digits.len());
    let larger = digits.char_indices().filter(|(_, digit)| *digit < '9').map(|(at, digit)| {
        let (same, rest) = digits.split_at(at);
        let next = u32::from(digit) - u32::from('0') + 1;
        format!("{same}[{next}-9][0-9]{{{}}}", rest.len() - 1)
    });
    larger.chain([longer]).collect::<Vec<_>>().join("|")
}

fn kind(items: &Items, kind: &str, nested: Nested) -> Result<Map<String, Value>> {
    let object_of = |name: &str| match nested {
        Nested::Inline => object(items, name, nested).map(Value::Object),
        Nested::Component => Ok(json!({ "$ref": format!("#/components/schemas/{name}") })),
    };
    let id = json!({ "type": "integer", "minimum": 1, "maximum": 9_007_199_254_740_991_u64 });
    let value = match kind {
        "bool" => json!({ "type": "boolean" }),
        "String" => json!({ "type": "string" }),
        "u32" => json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX }),
        "ProductId" => id,
        "LicenceTerm" => {
            let too_large = format!("^P0*({})", above(u32::MAX));
            // A separate `not` keeps the pattern readable in an editor's message.
            json!({ "type": "string", "pattern": "^P[0-9]+[DM]$", "not": { "pattern": too_large }, "examples": ["P1M", "P12M", "P30D"] })
        }
        "Amount" => {
            json!({ "type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?$", "examples": ["0.00", "9.99"] })
        }
        "Chain" => {
            json!({ "type": "array", "items": id, "examples": [[102, 102], [102, 103, 103]] })
        }
        "Localizations" => json!({
            "type": "object",
            "patternProperties": { "^[a-z]{2}_[A-Z]{2}$": object_of("Comments")? },
            "additionalProperties": false,
        }),
        other => match other.strip_prefix("Vec<").and_then(|inner| inner.strip_suffix('>')) {
            Some(inner) => json!({ "type": "array", "items": self::kind(items, inner, nested)? }),
            None => object_of(other).with_context(|| {
                format!("no JSON Schema for the type `{other}`: add it to `kind` in xtask/src/generate/schema.rs")
            })?,
        },
    };
    match value {
        Value::Object(map) => Ok(map),
        _ => bail!("the type `{kind}` has no schema"),
    }
}

/// Returns documentation as one paragraph, without its examples.
pub(super) fn prose(docs: &[String]) -> String {
    let lines = docs.iter().map(|line| line.trim()).take_while(|line| !line.starts_with("```"));
    lines.collect::<Vec<_>>().join(" ").trim().replace('`', "")
}
