//! Prints reports of the native core, which the tests compare with those of the npm package.

use std::io::{BufRead, Write, stdin, stdout};

use anyhow::{Context, Result};
use renewal_rules::{Input, Options, Scope, check, check_catalogue};
use serde_json::{Value, json};

/// Returns the report of one input, serialised by `serde_json`; the package has its own writer.
fn report(input: Input<'_>, catalogue: bool, options: &str) -> Result<String> {
    Ok(if catalogue {
        let options = Options::from_json_for(Scope::Catalogue, options)?;
        serde_json::to_string(&check_catalogue(input, &options))?
    } else {
        let options = Options::from_json_for(Scope::Product, options)?;
        serde_json::to_string(&check(input, &options))?
    })
}

/// Reads cases from standard input, each an object with `catalogue`, `options`, `text` and `value` (as JSON texts), and
/// prints an array of two texts for each: the reports of the text and of the value.
pub(crate) fn print_reports() -> Result<()> {
    let mut out = stdout().lock();
    for (number, line) in stdin().lock().lines().enumerate() {
        let case: Value = serde_json::from_str(&line?)?;
        let text = |name: &str| case.get(name).and_then(Value::as_str).unwrap_or("");
        let catalogue = case.get("catalogue") == Some(&Value::Bool(true));
        let report_of = |input| report(input, catalogue, text("options")).with_context(|| format!("case {number}"));
        let reports = json!([report_of(Input::from(text("text")))?, report_of(Input::Json(text("value").into()))?]);
        writeln!(out, "{reports}")?;
    }
    Ok(())
}
