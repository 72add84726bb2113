//! Safe updates: the smallest change, and what it does.

use proptest::prelude::*;
use renewal_rules::{
    Code, LicenceTerm, Options, Product, ProductId,
    service::{UpdateError, apply_update, update},
};
use renewal_rules_oracle::promises::updated;
use serde_json::{Map, Value};

fn body(current: &str, wanted: &str) -> Option<String> {
    update(current, wanted).unwrap().map(|change| change.body())
}

#[test]
fn only_what_changes_is_sent() {
    let current = r#"{"id":101,"name":"A","vat":1.1,"variants":[{"sku":"S1"},{"sku":"S2"}],
        "localization_values":{"en_US":{},"de_DE":{}},"renew_settings":{"renew_pmr":true,"renew_email":true}}"#;
    assert_eq!(body(current, current), None);
    let same = r#"{"vat":1.10,"name":"\u0041","variants":[{"sku":"S1"},{"sku":"S2"}],
        "localization_values":{"de_DE":{},"en_US":{}},"renew_settings":{"renew_email":true,"renew_pmr":true}}"#;
    assert_eq!(body(current, same), None);

    let wanted = current
        .replace("S2", "S3")
        .replace("\"renew_pmr\":true", "\"renew_pmr\":false");
    assert_eq!(
        body(current, &wanted).unwrap(),
        r#"{"variants":[{"sku":"S1"},{"sku":"S3"}],"renew_settings":{"renew_pmr":false,"renew_email":true}}"#
    );
    let wanted = current.replace("\"de_DE\":{}", "\"fr_FR\":{}");
    assert_eq!(
        body(current, &wanted).unwrap(),
        r#"{"localization_values":{"en_US":{},"fr_FR":{}}}"#
    );
}

#[test]
fn numbers_are_exact() {
    let big = |last: u8| format!(r#"{{"serial":1234567890123456789012345{last}}}"#);
    assert_eq!(body(&big(1), &big(2)), Some(big(2)));
    assert_eq!(body(&big(1), &big(1)), None);
    assert_eq!(body(r#"{"x":1e2}"#, r#"{"x":100.0}"#), None);
}

#[test]
fn what_cannot_be_expressed_is_said() {
    let error = update(r#"{"id":1,"a":1,"b":2,"c":null}"#, r#"{"b":2}"#).unwrap_err();
    assert_eq!(
        error,
        UpdateError::CannotRemove {
            fields: vec!["a".into(), "c".into()]
        }
    );
    assert!(matches!(
        update(r#"{"id":1}"#, r#"{"id":2}"#).unwrap_err(),
        UpdateError::OtherId { .. }
    ));
    assert!(matches!(
        apply_update(r#"{"id":1}"#, r#"{"id":2}"#).unwrap_err(),
        UpdateError::OtherId { .. }
    ));
    assert_eq!(
        update("[]", "{}").unwrap_err().to_string(),
        "the product as it is must be a JSON object"
    );
    assert_eq!(
        update("{}", "{").unwrap_err().to_string(),
        "the product as it should be must be a JSON object"
    );
}

#[test]
fn typed_products_are_taken_too() {
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
fn a_change_is_checked_beside_the_product() {
    let current = r#"{"id":101,"licence_term":"P1M","renew_settings":{
        "product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#;
    let wanted = current.replace("P1M", "P5D");
    let change = update(current, &wanted).unwrap().unwrap();
    let report = change.check(&Options::default());
    assert!(!report.valid);
    assert_eq!(report.diagnostics[0].code, Code::TermBelowMinimum);
}

#[test]
fn the_last_of_two_fields_counts() {
    assert_eq!(body(r#"{"a":1,"a":2}"#, r#"{"a":2}"#), None);
    assert_eq!(
        body(r#"{"a":1}"#, r#"{"a":1,"b":0,"a":3}"#).unwrap(),
        r#"{"b":0,"a":3}"#
    );
    assert_eq!(
        apply_update(r#"{"a":1,"b":1}"#, r#"{"c":1,"a":2,"c":3}"#).unwrap(),
        r#"{"a":2,"b":1,"c":3}"#
    );
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0..3_i64).prop_map(Value::from),
        "[ab]{0,2}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[ab]", inner, 0..3)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn fields() -> impl Strategy<Value = Map<String, Value>> {
    let name = prop_oneof![
        Just("name".to_owned()),
        Just("variants".to_owned()),
        Just("renew_settings".to_owned()),
        Just("localization_values".to_owned()),
        Just("other".to_owned()),
    ];
    prop::collection::btree_map(name, value(), 0..5).prop_map(|map| map.into_iter().collect())
}

/// A well-formed product, so that the rules speak of the product and not of its form.
fn product() -> impl Strategy<Value = Value> {
    let price = prop_oneof![Just("0.00"), Just("9.90")];
    let term = prop_oneof![Just("P5D"), Just("P1M"), Just("P0D")];
    let switch = prop::option::of(any::<bool>());
    (
        price,
        term,
        switch.clone(),
        switch.clone(),
        switch,
        any::<bool>(),
    )
        .prop_map(|(price, term, enable, required, pmr, has_chain)| {
            let mut ar = Map::new();
            enable.map(|on| ar.insert("enable".into(), on.into()));
            required.map(|on| ar.insert("required".into(), on.into()));
            let mut settings = Map::new();
            if has_chain {
                settings.insert("product_id_for_renew".into(), vec![102, 102].into());
            }
            settings.insert("renew_ar".into(), ar.into());
            pmr.map(|on| settings.insert("renew_pmr".into(), on.into()));
            serde_json::json!({
                "id": 101, "name": "Example", "licence_term": term, "renew_settings": settings,
                "variants": [{"vendor_code": "V", "sku": "S",
                    "price": {"common": {"currency": "USD", "price": price}}}],
            })
        })
}

proptest! {
    #[test]
    fn the_body_makes_the_wanted_product_and_is_the_smallest(current in fields(), wanted in fields()) {
        updated(&Value::Object(current).to_string(), &Value::Object(wanted).to_string());
    }

    #[test]
    fn a_change_to_a_right_product_is_right(current in product(), wanted in product()) {
        updated(&current.to_string(), &wanted.to_string());
    }

    #[test]
    fn any_text_is_taken(current: String, wanted: String) {
        let _ = update(&current, &wanted);
        let _ = apply_update(&current, &wanted);
    }
}

#[test]
fn names_and_values_with_half_a_surrogate_pair_are_kept() {
    let current = r#"{"id":5,"name":"x","\ud800":1,"note":"\udc00"}"#;
    let wanted = r#"{"id":5,"name":"y","\uD800":1.0,"\ud801":2,"note":"\udc01"}"#;
    let change = update(current, wanted).unwrap().unwrap();
    let body = r#"{"name":"y","\ud801":2,"note":"\udc01"}"#;
    assert_eq!(change.body(), body);
    assert_eq!(
        change.fields().collect::<Vec<_>>(),
        ["name", "\\ud801", "note"]
    );
    assert_eq!(
        apply_update(current, body).unwrap(),
        r#"{"id":5,"name":"y","\ud800":1,"note":"\udc01","\ud801":2}"#
    );
    let gone = update(current, r#"{"name":"x","note":"\udc00"}"#).unwrap_err();
    assert_eq!(
        gone,
        UpdateError::CannotRemove {
            fields: vec!["\\ud800".into()]
        }
    );
}
