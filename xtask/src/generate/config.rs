//! Generates the JSON Schema of the command line's configuration file, for editors.

use anyhow::Result;
use renewal_rules::{Code, Consent, Level, Limits, Operation, Payment, Role};
use renewal_rules_formatters::Format;
use serde_json::{Map, Value, json};

use super::source::{Items, item};
use super::{schema::prose, types::camel};

/// Returns the schema as text.
pub(crate) fn configuration(items: &Items) -> Result<String> {
    let mut properties = settings();
    let mut options = options(items)?;
    let mut override_of: Map<String, Value> =
        options.keys().map(|name| (name.clone(), json!({ "$ref": format!("#/properties/{name}") }))).collect();
    properties.append(&mut options);
    override_of.insert("files".into(), texts("Patterns as in .gitignore, relative to the folder of this file."));
    properties.insert(
        "overrides".into(),
        json!({
            "description": "Options for some of the files; later ones override earlier ones.",
            "type": "array",
            "items": {
                "type": "object",
                "properties": override_of,
                "required": ["files"],
                "additionalProperties": false,
            },
        }),
    );
    let formats: Vec<&str> = Format::ALL.iter().map(|format| format.as_str()).collect();
    let format =
        json!({ "type": "string", "pattern": format!("^({})(=.+)?$", formats.join("|")), "examples": formats });
    let levels: Vec<&str> = Level::ALL.iter().map(|level| level.as_str()).collect();
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Configuration of renewal-rules",
        "description": "Settings for all products of a project. Options on the command line override them.",
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
        "$defs": { "level": { "enum": levels }, "format": format },
    });
    Ok(format!("{schema:#}\n"))
}

fn map(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

fn texts(description: &str) -> Value {
    let items = json!({ "type": "string" });
    json!({ "description": description, "type": "array", "items": items, "minItems": 1 })
}

/// Returns the schemas of the settings that are not options of the library.
fn settings() -> Map<String, Value> {
    let (text, format) = (json!({ "type": "string" }), json!({ "$ref": "#/$defs/format" }));
    map(json!({
        "$schema": { "description": "This schema, for editors.", "type": "string" },
        "extends": {
            "description": "One or several configuration files, or packages that contain one, which this file overrides: ./base.json, @example/rules. Patterns and file names in them are relative to the folder of this file, except `current`.",
            "anyOf": [text, { "type": "array", "items": text, "minItems": 1 }],
        },
        "files": texts("Files, folders and patterns that check reads if none are given, relative to the folder of this file."),
        "ignores": texts("Files to skip: patterns as in .gitignore, relative to the folder of this file."),
        "format": {
            "description": "One or several formats; all but one must have a file: sarif=report.sarif.",
            "anyOf": [format, { "type": "array", "items": format, "minItems": 1 }],
        },
        "suppressions": { "description": "The suppressions file, relative to the folder of this file; its diagnostics are not reported.", "type": "string", "minLength": 1, "default": "renewal-rules-suppressions.json" },
        "maxWarnings": { "description": "Fail if there are more warnings than this.", "type": "integer", "minimum": 0 },
        "quiet": { "description": "Report only errors.", "type": "boolean" },
        "catalogue": { "description": "Check all files together as one catalogue.", "type": "boolean" },
    }))
}

fn days(description: &str) -> Value {
    json!({ "description": description, "type": "integer", "minimum": 0, "maximum": u32::MAX })
}

/// Returns the schema of the minimum terms, with their defaults.
fn limits(items: &Items) -> Result<Map<String, Value>> {
    let defaults = json!(Limits::default());
    let limits = item(items, "Limits")?.members.iter().map(|limit| {
        let name = camel(&limit.name);
        let mut schema = map(days(&prose(&limit.docs)));
        let default = defaults.get(&name).cloned();
        schema.extend(default.map(|days| ("default".to_owned(), days)));
        (name, Value::Object(schema))
    });
    Ok(limits.collect())
}

/// Returns the schemas of the options of the library.
fn options(items: &Items) -> Result<Map<String, Value>> {
    let word = |description: &str, words: Vec<&str>| json!({ "description": description, "enum": words });
    let rule = |code: &Code| {
        let title = code.rule().title();
        (code.as_str().to_owned(), json!({ "description": title, "$ref": "#/$defs/level" }))
    };
    let codes = Code::ALL.iter().filter(|code| **code != Code::JsonSyntax);
    let rules: Map<String, Value> = codes.map(rule).collect();
    Ok(map(json!({
        "operation": word("How the products are checked.", Operation::ALL.iter().map(|one| one.as_str()).collect()),
        "role": word("The role of the products in their chain.", Role::ALL.iter().map(|one| one.as_str()).collect()),
        "payment": word("The kind of payment method.", Payment::ALL.iter().map(|one| one.as_str()).collect()),
        "consent": word("The buyer's consent to auto renewal.", Consent::ALL.iter().map(|one| one.as_str()).collect()),
        "trial": { "description": "The products are free trials; inferred from the prices by default.", "type": "boolean" },
        "productId": { "description": "The id of the product that an update changes.", "type": "integer", "minimum": 1, "maximum": 9_007_199_254_740_991_u64 },
        "current": { "description": "The product before the update, or the name of the file that contains it.", "type": ["object", "string"] },
        "maxDiagnostics": days("Maximum number of diagnostics per file."),
        "limits": {
            "description": "Minimum licence terms in days, if yours differ from the defaults.",
            "type": "object",
            "properties": limits(items)?,
            "additionalProperties": false,
        },
        "rules": {
            "description": "Levels of codes; other codes have the severity of their rule.",
            "type": "object",
            "properties": rules,
            "additionalProperties": false,
        },
    })))
}
