//! Tests the packaged crate from a crate that depends on it. Unlike in the workspace, no development dependency enables
//! features of other crates.

#![cfg(test)]

use renewal_rules::{Code, Messages, Options, Product, RUSSIAN, check, check_catalogue, effective_kind, fix_all};
use serde::{Deserialize, Serialize};

const PRODUCT: &str = r#"{"id":101,"licence_term":"p1m","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}},"vat":0.10}"#;

#[test]
fn russian_messages_are_complete() {
    let russian = Messages::from_json(RUSSIAN).unwrap();
    let is_russian = |message: &str| message.chars().any(|letter| matches!(letter, 'а'..='я'));
    for code in Code::ALL {
        let example = code.rule().example();
        let options = Options::from_json(example.options).unwrap();
        let diagnostics = if example.catalogue {
            check_catalogue(example.bad, &options).translated(&russian).diagnostics
        } else {
            check(example.bad, &options).translated(&russian).diagnostics
        };
        assert!(diagnostics.iter().any(|found| found.code == *code), "{code}");
        assert!(diagnostics.iter().all(|found| is_russian(&found.message)), "{diagnostics:?}");
    }
}

#[test]
fn every_diagnostic_has_a_message() {
    for code in Code::ALL {
        let example = code.rule().example();
        let options = Options::from_json(example.options).unwrap();
        let diagnostics = if example.catalogue {
            check_catalogue(example.bad, &options).diagnostics
        } else {
            check(example.bad, &options).diagnostics
        };
        assert!(diagnostics.iter().all(|found| !found.message.is_empty()), "{code}");
    }
}

#[test]
fn products_are_fixed_and_decided() {
    let fixed = fix_all(PRODUCT, &Options::default());
    assert_eq!((fixed.text, fixed.applied), (PRODUCT.replace("p1m", "P1M"), 1));
    assert!(effective_kind(PRODUCT.replace("p1m", "P1M"), &Options::default()).kind.is_some());
}

#[derive(Serialize, Deserialize)]
struct Stored {
    note: String,
    #[serde(flatten)]
    product: Product,
}

#[test]
fn products_round_trip() {
    let text = PRODUCT.replace("p1m", "P1M");
    let product: Product = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&product).unwrap(), text);
    let stored = serde_json::to_string(&Stored { note: String::new(), product }).unwrap();
    let stored: Stored = serde_json::from_str(&stored).unwrap();
    assert!(stored.note.is_empty());
    assert_eq!(stored.product.other.get("vat"), Some("0.1"));
}
