//! Tests RFC 8259: values at every location of a product, and whole texts.
//!
//! Each line of `grammar.ndjson` has a verdict and a text; each character of the text stands for a byte. The verdicts
//! `accept` and `reject` hold for the text alone and as the value of any field. `accept-whole` and `reject-whole` hold
//! only for the text alone: they are about encodings, about text around the value, and about invalid UTF-8 inside
//! fields.

use renewal_rules::{Code, check};
use renewal_rules_oracle::cases::{options, verdict};
use serde_json::json;

use super::suite::{assert_verdict, bytes};
use crate::syntax::param;

static GRAMMAR: &str = include_str!("grammar.ndjson");

fn texts(verdict: &str) -> impl Iterator<Item = String> {
    let lines = GRAMMAR.lines().map(|line| serde_json::from_str::<(&str, String)>(line).unwrap());
    lines.filter(move |(of, _)| *of == verdict).map(|(_, text)| text)
}

/// Returns whether a text is JSON. Asserts that a syntax error is the only diagnostic and has a location.
fn is_json(text: &[u8]) -> bool {
    let report = check(text, &options(r#"{"operation":"create","role":"initiator"}"#));
    let codes: Vec<Code> = report.diagnostics.iter().map(|d| d.code).collect();
    if !codes.contains(&Code::JsonSyntax) {
        return true;
    }
    assert_eq!(codes, [Code::JsonSyntax]);
    assert_eq!((report.valid, report.configuration), (false, None));
    let found = &report.diagnostics[0];
    let at = found.location.unwrap();
    assert_ne!(param(found, "reason"), "");
    assert_eq!(
        (found.path.as_str(), param(found, "line"), param(found, "column")),
        ("", json!(at.line), json!(at.column))
    );
    false
}

#[test]
fn values_are_accepted_alike_in_every_field() {
    for (group, is_json) in [("accept", true), ("reject", false)] {
        let texts: Vec<_> = texts(group).collect();
        assert_verdict(texts.iter().map(|text| (text.as_str(), bytes(text))), is_json);
    }
}

#[test]
fn text_around_the_value_is_rejected() {
    let mut failures = Vec::new();
    for (group, expected) in [("accept-whole", true), ("reject-whole", false)] {
        let wrong = texts(group).filter(|text| is_json(&bytes(text)) != expected);
        failures.extend(wrong.map(|text| format!("{text:?}: expected {expected}")));
    }
    verdict(&failures);
}

#[test]
fn every_prefix_of_a_product_is_invalid_json() {
    let text = "{\"id\": 1.5e3, \"name\":\"\u{e4}\\u00e4\u{1f600}\", \"other\":[true,{\"a\":null}], \"renew_settings\":{\"renew_ar\":{\"enable\":true},\"product_id_for_renew\":[1,1]},\"variants\":[{\"price\":{}}]}";
    assert!(is_json(text.as_bytes()));
    for end in 0..text.len() {
        let part = text.as_bytes().get(..end).unwrap();
        assert!(!is_json(part), "{end}");
    }
}
