//! Tests of JSON syntax, values, and syntax errors.

mod document;
mod grammar;
mod reports;
mod suite;

/// Returns a param of a diagnostic as JSON.
fn param(diagnostic: &renewal_rules::Diagnostic, name: &str) -> serde_json::Value {
    serde_json::to_value(diagnostic.params.get(name)).unwrap()
}
