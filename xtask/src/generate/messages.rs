//! Generates the data about messages and fields that the npm package needs without its WebAssembly module: placeholders
//! of templates, errors of invalid message tables, and dependent fields.

use anyhow::{Context as _, Result};
use renewal_rules::{Code, MessagesError, depends_on};
use serde_json::{Map, Value, json};

use super::HEADING;

/// Returns the text of `wasm/lib/templates.ts`: the placeholders of each template, and the messages of errors about an
/// invalid table.
pub(crate) fn templates() -> String {
    let table: Map<String, Value> = Code::ALL
        .iter()
        .map(|code| {
            let templates = code.rule().templates.iter();
            let placeholders = templates.map(|template| {
                let names = template.placeholders().join(", ");
                (template.id.to_owned(), Value::from(names))
            });
            (code.to_string(), Value::Object(placeholders.collect()))
        })
        .collect();
    // Any code: the messages differ only in the code, which is replaced by `{code}`.
    let code = Code::ChainEmpty;
    let text = |mistake: MessagesError| mistake.to_string().replace(code.as_str(), "{code}");
    let placeholders =
        |placeholders: &str| MessagesError::Placeholders { code, id: "{id}", placeholders: placeholders.into() };
    let mistakes = json!({
        "notATable": text(MessagesError::NotATable),
        "unknown": text(MessagesError::Unknown { code: "{code}".into(), id: "{id}".into() }),
        "placeholders": text(placeholders("{placeholders}")),
        "noPlaceholders": text(placeholders("")),
    });
    format!(
        "{HEADING}export const TEMPLATES = {} as const;\n\nexport const MISTAKES = {mistakes} as const;\n",
        Value::Object(table),
    )
}

/// Returns the text of `wasm/lib/dependents.ts`: the names of all fields and, in the same order, for each field the
/// indices of the other fields whose diagnostics it can change.
pub(crate) fn dependents() -> Result<String> {
    let mut names: Vec<String> = Code::ALL
        .iter()
        .flat_map(|code| {
            let rule = code.rule();
            rule.reads().chain(rule.reported_at())
        })
        .collect();
    names.sort();
    names.dedup();
    let number = |name: String| {
        let number = names.iter().position(|other| *other == name);
        number.with_context(|| format!("no rule reads `{name}`"))
    };
    let others = names.iter().map(|name| depends_on(name).into_iter().map(number).collect::<Result<Vec<_>>>());
    let table = others.collect::<Result<Vec<_>>>()?;
    let table = serde_json::to_string(&table)?;
    let names = serde_json::to_string(&names)?;
    Ok(format!(
        "{HEADING}export const NAMES: readonly string[] = {names};\n\n\
         export const DEPENDENTS: readonly (readonly number[])[] = {table};\n"
    ))
}
