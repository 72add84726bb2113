//! Tests safe updates: the smallest change and its effect.

use renewal_rules::{Code, LicenceTerm, Options, Product, ProductId};
use renewal_rules_service::{UpdateError, apply_update, update};

fn body(current: &str, wanted: &str) -> Option<String> {
    update(current, wanted).unwrap().map(|change| change.body())
}

#[test]
fn update_contains_only_changed_fields() {
    let current = r#"{"id":101,"name":"A","vat":1.1,"variants":[{"sku":"S1"},{"sku":"S2"}],
        "localization_values":{"en_US":{},"de_DE":{}},"renew_settings":{"renew_pmr":true,"renew_email":true}}"#;
    assert_eq!(body(current, current), None);
    let same = r#"{"vat":1.10,"name":"\u0041","variants":[{"sku":"S1"},{"sku":"S2"}],
        "localization_values":{"de_DE":{},"en_US":{}},"renew_settings":{"renew_email":true,"renew_pmr":true}}"#;
    assert_eq!(body(current, same), None);

    let wanted = current.replace("S2", "S3").replace("\"renew_pmr\":true", "\"renew_pmr\":false");
    assert_eq!(
        body(current, &wanted).unwrap(),
        r#"{"variants":[{"sku":"S1"},{"sku":"S3"}],"renew_settings":{"renew_pmr":false,"renew_email":true}}"#
    );
    let wanted = current.replace("\"de_DE\":{}", "\"fr_FR\":{}");
    assert_eq!(body(current, &wanted).unwrap(), r#"{"localization_values":{"en_US":{},"fr_FR":{}}}"#);
}

#[test]
fn numbers_are_compared_exactly() {
    let big = |last: u8| format!(r#"{{"serial":1234567890123456789012345{last}}}"#);
    assert_eq!(body(&big(1), &big(2)), Some(big(2)));
    assert_eq!(body(&big(1), &big(1)), None);
    assert_eq!(body(r#"{"x":1e2}"#, r#"{"x":100.0}"#), None);
    // Numbers are compared exactly, whatever the size of their exponents.
    let (current, wanted) = (r#"{"x":1e99999999999999999999}"#, r#"{"x":10e99999999999999999998}"#);
    assert_eq!(body(current, wanted), None);
    let wanted = r#"{"x":1e99999999999999999998}"#;
    assert_eq!(body(current, wanted).unwrap(), wanted);
}

#[test]
fn inexpressible_updates_are_rejected() {
    let error = update(r#"{"id":1,"a":1,"b":2,"c":null}"#, r#"{"b":2}"#).unwrap_err();
    assert_eq!(error, UpdateError::CannotRemove { fields: vec!["a".into(), "c".into()] });
    assert!(matches!(update(r#"{"id":1}"#, r#"{"id":2}"#).unwrap_err(), UpdateError::OtherId { .. }));
    assert!(matches!(apply_update(r#"{"id":1}"#, r#"{"id":2}"#).unwrap_err(), UpdateError::OtherId { .. }));
    assert_eq!(update("[]", "{}").unwrap_err().to_string(), "the current product must be a JSON object");
    let not_json = update("{}", "{").unwrap_err();
    let message = "the new product cannot be read. This is not JSON at line 1, column 2: it ends too early. Nothing in \
                   it was checked.";
    assert_eq!(not_json.to_string(), message);
}

#[test]
fn typed_products_are_accepted() {
    let mut current = Product::default();
    current.id = ProductId::new(101);
    current.licence_term = Some(LicenceTerm::months(1));
    let mut wanted = current.clone();
    wanted.licence_term = Some(LicenceTerm::days(5));
    let change = update(&current, &wanted).unwrap().unwrap();
    assert_eq!(change.body(), r#"{"licence_term":"P5D"}"#);
    assert_eq!(change.fields().collect::<Vec<_>>(), ["licence_term"]);
    let request = change.request(change.target().unwrap());
    assert_eq!(request.path(), "/v1/product/101");
}

#[test]
fn change_is_checked_against_current_product() {
    let current = r#"{"id":101,"licence_term":"P1M","renew_settings":{
        "product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#;
    let wanted = current.replace("P1M", "P5D");
    let change = update(current, &wanted).unwrap().unwrap();
    let report = change.check(&Options::default());
    assert!(!report.valid);
    assert_eq!(report.diagnostics[0].code, Code::TermBelowMinimum);
}

#[test]
fn last_duplicate_field_wins() {
    assert_eq!(body(r#"{"a":1,"a":2}"#, r#"{"a":2}"#), None);
    assert_eq!(body(r#"{"a":1}"#, r#"{"a":1,"b":0,"a":3}"#).unwrap(), r#"{"b":0,"a":3}"#);
    assert_eq!(apply_update(r#"{"a":1,"b":1}"#, r#"{"c":1,"a":2,"c":3}"#).unwrap(), r#"{"a":2,"b":1,"c":3}"#);
}

#[test]
fn lone_surrogates_are_preserved() {
    let current = r#"{"id":5,"name":"x","\ud800":1,"note":"\udc00"}"#;
    let wanted = r#"{"id":5,"name":"y","\uD801":1.0,"b\ud801":2,"note":"\udc01"}"#;
    let change = update(current, wanted).unwrap().unwrap();
    let body = r#"{"name":"y","b\ud801":2}"#;
    assert_eq!(change.body(), body);
    assert_eq!(change.fields().collect::<Vec<_>>(), ["name", "b\u{fffd}"]);
    assert_eq!(apply_update(current, body).unwrap(), r#"{"id":5,"name":"y","\ud800":1,"note":"\udc00","b\ud801":2}"#);
    let gone = update(current, r#"{"name":"x","note":"\udc00"}"#).unwrap_err();
    assert_eq!(gone, UpdateError::CannotRemove { fields: vec!["\u{fffd}".into()] });
}
