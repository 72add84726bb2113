//! Generates the TypeScript interface of the calls of the binding crate.

use std::collections::BTreeSet;
use std::fmt::Write;

use anyhow::Result;

use super::HEADING;
use super::source::{Arguments, Call, Items};
use super::types::{camel, kind};
use super::typescript::{Optional, docs, interface, string_enum};

/// Enums with string values among the arguments and results of calls.
const WORDS: &str = "Layout CallFormat";
/// Types of arguments of which each member is optional.
const OPTIONAL: &str = "File OutputStyle Settings Query";
/// Other types of arguments.
const ARGUMENTS: &str = "Opening TextChange Range Position";
/// Types of results.
const RESULTS: &str = "Tally Rendered RenderedFiles RenderedTimelines Decisions FileSuppressions JoinedCatalogue \
    FixedFile TimelinePicture Witnesses Witness AlsoFixed LoginToken CreatedProduct SetupText ProductsText \
    PlanState PlanRequest Renaming TextEdits";
/// Types of results of the studio's module only.
const STUDIO_RESULTS: &str = "Outlines";

/// Returns the text of `call-types.ts`. `models` are the paths and texts of the files from which types may be imported.
pub(crate) fn package(calls: &[Call], items: &Items, models: &[(&str, &str)]) -> Result<String> {
    let mut out = String::new();
    for name in WORDS.split(' ') {
        string_enum(&mut out, items, name)?;
    }
    for (names, optional) in [(OPTIONAL, Optional::All), (ARGUMENTS, Optional::Lenient), (RESULTS, Optional::Exact)] {
        for name in names.split(' ') {
            interface(&mut out, items, &format!("{}{name}", folder(name)), optional)?;
        }
    }
    out.push_str("\n/** The calls of the WebAssembly modules, each with its arguments and its result. */\n");
    out.push_str("export interface Calls {\n");
    for call in calls.iter().filter(|call| !call.is_studio_only) {
        entry(&mut out, call, "  ")?;
    }
    out.push_str("}\n");
    let mut head = HEADING.to_owned();
    head.push_str("import type * as lsp from 'vscode-languageserver/node';\n");
    head.push_str("import type * as problems from './errors.js';\n");
    head.push_str("import type { Flat } from './flat.js';\n");
    head.push_str("import type { FixedText } from './located.js';\n");
    imports(&mut head, &out, models);
    head.push_str("import type { FailureOf, Result } from './result.js';\n");
    Ok(head + &out)
}

/// Returns the text of the studio's `call-types.ts`, which adds the calls of the studio's module to `Calls`.
pub(crate) fn studio(calls: &[Call], items: &Items, models: &[(&str, &str)]) -> Result<String> {
    let mut out = String::new();
    for name in STUDIO_RESULTS.split(' ') {
        interface(&mut out, items, name, Optional::Exact)?;
    }
    out.push_str("\ndeclare module '../../lib/call-types.js' {\n  interface Calls {\n");
    for call in calls.iter().filter(|call| call.is_studio_only) {
        entry(&mut out, call, "    ")?;
    }
    out.push_str("  }\n}\n");
    let mut head = HEADING.to_owned();
    imports(&mut head, &out, models);
    head.push_str("import type { Result } from '../../lib/result.js';\n");
    Ok(head + &out)
}

/// Returns the prefix that selects the type of the binding crate, if other types have the same name.
fn folder(name: &str) -> &'static str {
    if ["File", "Range", "LoginToken", "Query", "Position"].contains(&name) { "wasm::" } else { "" }
}

/// Adds imports of the types that occur in `text` and are declared by one of the models.
fn imports(head: &mut String, text: &str, models: &[(&str, &str)]) {
    // A name such as `lsp.Hover` counts as one word: its namespace is imported as a whole.
    let is_other = |c: char| !c.is_alphanumeric() && c != '.';
    // A word of a comment may be equal to the name of a type.
    let code = text.lines().filter(|line| !line.trim_start().starts_with(['/', '*']));
    let mentioned: BTreeSet<&str> = code.flat_map(|line| line.split(is_other)).collect();
    for (file, model) in models {
        let declared = model.lines().filter_map(|line| line.strip_prefix("export "));
        let names = declared.filter_map(|line| line.split([' ', '<']).nth(1));
        let own = |name: &str| {
            text.contains(&format!("export interface {name} ")) || text.contains(&format!("export type {name} "))
        };
        let names: BTreeSet<&str> = names.filter(|name| mentioned.contains(name) && !own(name)).collect();
        if !names.is_empty() {
            let names: Vec<&str> = names.into_iter().collect();
            _ = writeln!(head, "import type {{ {} }} from '{file}';", names.join(", "));
        }
    }
}

/// Writes the arguments and the result of a call.
fn entry(out: &mut String, call: &Call, indent: &str) -> Result<()> {
    docs(out, &call.docs, indent);
    let arguments = match &call.arguments {
        Arguments::Text(None) => "''".to_owned(),
        Arguments::Text(Some(_)) => "string".to_owned(),
        Arguments::Named(arguments) if arguments.is_empty() => "Record<never, never>".to_owned(),
        Arguments::Named(arguments) => {
            let members: Result<Vec<String>> = arguments.iter().map(|(name, kind)| argument(name, kind)).collect();
            format!("{{ {} }}", members?.join("; "))
        }
    };
    let result = kind(&call.result)?;
    let name = if call.name.contains('.') { format!("'{}'", call.name) } else { call.name.clone() };
    _ = writeln!(out, "{indent}{name}: {{ arguments: {arguments}; result: {result} }};");
    Ok(())
}

fn argument(name: &str, rust: &str) -> Result<String> {
    let optional = rust.strip_prefix("Option<").and_then(|inner| inner.strip_suffix('>'));
    let name = camel(name);
    if let Some(inner) = optional {
        return Ok(format!("{name}?: {} | undefined", kind(inner)?));
    }
    let kind = kind(rust)?;
    let readonly = if kind.ends_with("[]") { "readonly " } else { "" };
    Ok(format!("{name}: {readonly}{kind}"))
}
