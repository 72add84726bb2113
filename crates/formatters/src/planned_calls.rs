//! Formats the planned calls of a setup as text.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::json::sorted;
use renewal_rules::messages::align_columns;
use renewal_rules::put;
use renewal_rules_json::keywords;
use renewal_rules_service::PlannedCall;

keywords! {
    /// Output format of planned calls.
    #[non_exhaustive]
    CallFormat {
        /// One line for each call: number, method and path, pointer to the product in the setup, body.
        Table = "table",
        /// A JSON array of objects with `product` (pointer to the product in the setup), `method`, `path`, `headers`
        /// and `body`.
        Json = "json",
        /// A shell command that uses `curl`, `jq` and the variables `BASE_URL` and `TOKEN_HEADER`. It stops at the first
        /// call that fails.
        Curl = "curl",
    }
}

/// Formats the calls of a [`Plan`](renewal_rules_service::Plan). The placeholder `$ID_1` stands for the id that the
/// first call will return.
///
/// ```
/// use renewal_rules::Options;
/// use renewal_rules_formatters::{CallFormat, render_calls};
/// use renewal_rules::setup::{Kinds, Setup};
/// use renewal_rules_service::Plan;
///
/// let product = r#"{"family_name":"F","name":"N","licence_term":"P1M","variants":[
///     {"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#;
/// let setup = Setup::new(product)?.with_kinds(Kinds::auto());
/// let plan = Plan::new(setup, &Options::default()).map_err(|report| report.to_string())?;
///
/// let table = render_calls(&plan.planned_calls(), CallFormat::Table);
/// assert!(table.contains("2  PATCH /v1/product/$ID_1  /initiator"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn render_calls(calls: &[PlannedCall], format: CallFormat) -> String {
    match format {
        CallFormat::Table => table(calls),
        CallFormat::Json => json(calls),
        CallFormat::Curl => {
            let needed = calls.iter().flat_map(PlannedCall::needs).collect();
            let commands: Vec<_> = calls.iter().enumerate().map(|(index, call)| curl(index, call, &needed)).collect();
            if commands.is_empty() { String::new() } else { commands.join(" &&\n") + "\n" }
        }
    }
}

fn variable(call: usize) -> String {
    format!("ID_{}", call + 1)
}

/// Returns the placeholder of an id that a call will return, for the table and JSON formats.
fn shown(call: usize) -> String {
    String::from("$") + &variable(call)
}

fn table(calls: &[PlannedCall]) -> String {
    let rows = calls.iter().enumerate().map(|(index, call)| {
        let request = call.request(shown);
        [
            (index + 1).to_string(),
            format!("{} {}", request.method(), request.path()),
            call.path.clone(),
            request.body().into(),
        ]
    });
    let rows: Vec<_> = rows.collect();
    align_columns(&rows)
}

fn json(calls: &[PlannedCall]) -> String {
    let calls = calls.iter().map(|call| {
        let request = call.request(shown);
        sorted(json!({
            "product": call.path,
            "method": request.method(),
            "path": request.path(),
            "headers": request.headers().iter().copied().collect::<BTreeMap<_, _>>(),
            "body": request.body(),
        }))
    });
    format!("{:#}\n", Value::Array(calls.collect()))
}

/// Formats a call as a shell command. If a later call needs the returned id, the command stores the id of the response
/// in a variable.
fn curl(index: usize, call: &PlannedCall, needed: &BTreeSet<usize>) -> String {
    let request = call.request(marked);
    let is_needed = needed.contains(&index);
    // The body of an error may contain an id, too: without it, `jq` fails.
    let fail = if is_needed { "--fail" } else { "--fail-with-body" };
    let mut line = format!(
        "curl -sS {fail} -X {} \"$BASE_URL\"{} -H \"$TOKEN_HEADER\"",
        request.method(),
        quoted(request.path()),
    );
    for (name, value) in request.headers() {
        put!(line, " -H '{name}: {value}'");
    }
    put!(line, " --data-binary {}", quoted(request.body()));
    if is_needed { format!("{}=$({line} | jq -e .id)", variable(index)) } else { line }
}

/// Returns the name of the shell variable for the id that a call returns, between two control characters, which mark
/// the placeholder. JSON text never contains these characters.
fn marked(call: usize) -> String {
    format!("\u{1}{}\u{2}", variable(call))
}

/// Quotes a text as a single shell word. Placeholders in the text, as returned by [`marked`], become shell variables.
fn quoted(text: &str) -> String {
    let text = text.replace('\'', "'\\''").replace('\u{1}', "'\"$").replace('\u{2}', "\"'");
    format!("'{text}'")
}
