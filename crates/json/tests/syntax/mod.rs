//! What is JSON, what a text says, and how it is told what is wrong with it.

mod document;
mod grammar;
mod reports;
mod suite;

/// A parameter as JSON.
fn param(diagnostic: &renewal_rules::Diagnostic, name: &str) -> serde_json::Value {
    serde_json::to_value(diagnostic.params.get(name)).unwrap()
}
