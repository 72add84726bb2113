//! Writes the reference pages of the command line, from its help texts, and of the options, from the schema of the
//! configuration file.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result};
use renewal_rules::Options;
use serde_json::{Map, Value};

use crate::generate::types::kebab;
use crate::tools::{Tree, output};

use super::write;

/// Writes both references.
pub(super) fn write_references(tree: &Tree, source: &Path) -> Result<()> {
    write(source, "reference/command-line.md", &command_line(tree)?)?;
    write(source, "reference/options.md", &options(tree)?)
}

fn help(tree: &Tree, arguments: &[&str]) -> Result<String> {
    output(tree.in_wasm("node").arg("dist/cli.js").args(arguments).arg("--help").env("NO_COLOR", "1"))
}

fn command_line(tree: &Tree) -> Result<String> {
    let main = help(tree, &[])?;
    let commands = main.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let commands = commands.context("the help lists no commands")?.lines();
    let mut page = format!(
        "# Command line\n\nThe help of `renewal-rules` and of each of its commands. [Options](./options) explains the \
         options about products, which the configuration file takes, too.\n\n```text\n{main}\n```\n"
    );
    for line in commands {
        let name = line.split_whitespace().next().context("the help lists a command without a name")?;
        write!(page, "\n## {name}\n\n```text\n{}\n```\n", help(tree, &[name])?)?;
    }
    Ok(page)
}

const LEAD: &str = "# Options

Every option with its default. The names are those of the npm package and of `renewal-rules.config.json`; in Rust, the
names of `Options` are the same in snake_case. An option that is not set has no effect, unless a default is listed. In the
npm package, `consent` is an option of the calls about purchases, such as `effectiveKind`, and `current` is a product;
only the configuration file takes the name of a file.
";

const LIMITS: &str = "
## Limits

Minimum licence terms in days, the members of `limits`. The interface document does not give the minimums of PMR
([§8](/interface#section-8)): until they are set, they are not checked, and a report says so with
[`not-checked`](/rules/not-checked/).

```json
{ \"limits\": { \"pmrOnlineMinDays\": 6, \"pmrOfflineMinDays\": 14 } }
```
";

const FILE: &str = "
## Configuration file

Other members of `renewal-rules.config.json`, which only the command line and editors read.
[Node and CI](/guide/node#configuration) shows such a file.
";

const LEVELS: &str = "
## Levels of rules

`rules` sets the level of a code to `off`, `info`, `warning` or `error`. Without a level, a code has the severity that its
page lists first. The level of `json-syntax` cannot be changed.

| code | severity |
|---|---|
";

fn options(tree: &Tree) -> Result<String> {
    let schema = std::fs::read_to_string(tree.wasm().join("config.schema.json"))?;
    let schema: Value = serde_json::from_str(&schema)?;
    let members = |pointer: &str| {
        schema.pointer(pointer).and_then(Value::as_object).with_context(|| format!("the schema has no {pointer}"))
    };
    let (all, limits) = (members("/properties")?, members("/properties/limits/properties")?);
    let of_overrides = members("/properties/overrides/items/properties")?;
    let table = Table { defaults: serde_json::to_value(Options::default())?, help: help(tree, &["check"])? };
    let mut page = LEAD.to_owned();
    page += "\n## Checks\n";
    let (options, settings): (Vec<_>, Vec<_>) =
        all.iter().partition(|(name, _)| of_overrides.contains_key(*name) && *name != "files");
    table.rows(&mut page, options)?;
    page += LIMITS;
    table.rows(&mut page, limits.iter())?;
    page += FILE;
    table.rows(&mut page, settings)?;
    page += LEVELS;
    for code in renewal_rules::Code::ALL {
        let severities: Vec<&str> = code.rule().severities.iter().map(|severity| severity.as_str()).collect();
        writeln!(page, "| [`{code}`](/rules/{code}/) | {} |", severities.join(" or "))?;
    }
    Ok(page)
}

/// Renders tables of options.
struct Table {
    defaults: Value,
    /// Help of `check`, which lists the flags.
    help: String,
}

impl Table {
    fn rows<'a>(&self, page: &mut String, rows: impl IntoIterator<Item = (&'a String, &'a Value)>) -> Result<()> {
        page.push_str("\n| option | meaning | default | command line |\n|---|---|---|---|\n");
        for (name, schema) in rows {
            let schema = schema.as_object().with_context(|| format!("{name} has no schema"))?;
            let meaning = schema.get("description").and_then(Value::as_str).unwrap_or_default().replace('|', "\\|");
            let (values, default, flag) = (values(schema), self.default(name, schema), self.flag(name));
            writeln!(page, "| `{name}` | {meaning} {values} | {default} | {flag} |")?;
        }
        Ok(())
    }

    fn default(&self, name: &str, schema: &Map<String, Value>) -> String {
        let default = schema.get("default").or_else(|| self.defaults.get(name));
        match default.filter(|value| !value.is_null() && !value.is_object()) {
            None if name == "limits" => "[by limit](#limits)".to_owned(),
            Some(Value::String(text)) => format!("`{text}`"),
            Some(value) => format!("`{value}`"),
            None => "not set".to_owned(),
        }
    }

    fn flag(&self, name: &str) -> String {
        let kebab = kebab(name);
        // The levels of rules are set one by one, with `--rule`.
        let flag = if kebab == "rules" { "--rule".to_owned() } else { format!("--{kebab}") };
        let is_listed = self.help.split_whitespace().any(|word| word == flag);
        if is_listed { format!("`{flag}`") } else { String::new() }
    }
}

fn values(schema: &Map<String, Value>) -> String {
    if let Some(Value::Array(values)) = schema.get("enum") {
        let values: Vec<String> = values.iter().filter_map(Value::as_str).map(|text| format!("`{text}`")).collect();
        return format!("Values: {}.", values.join(", "));
    }
    let names = match schema.get("type") {
        Some(Value::String(name)) => name.clone(),
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        _ => "string or array".to_owned(),
    };
    format!("Type: {names}.")
}
