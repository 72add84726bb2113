//! Tests the effective renewal kind in cases that the exhaustive table of decisions lacks.

use renewal_rules::effective_kind;
use renewal_rules_oracle::cases::options;
use serde_json::json;

/// Checks what the exhaustive table does not: the mandatory AR of a trial that renews itself is rejected only as
/// `unsuitable-configuration`, not also as `not-required`.
#[test]
fn self_renewing_trial_is_unsuitable_even_if_required() {
    let product = r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true,"required":true},"renew_pmr":true,"renew_email":true}}"#;
    let decision = effective_kind(product, &options(r#"{"trial":true}"#));
    assert_eq!(
        serde_json::to_value(decision).unwrap()["considered"],
        json!([
            { "kind": "ar", "outcome": "rejected", "reasons": ["unsuitable-configuration"] },
            { "kind": "pmr", "outcome": "not-considered", "reasons": [] },
            { "kind": "email", "outcome": "not-considered", "reasons": [] },
        ])
    );
}

#[test]
fn options_set_trial_and_merge_updates() {
    let kind = |stated: &str, product: &str| {
        effective_kind(product, &options(stated)).kind.map(renewal_rules::EffectiveKind::as_str)
    };
    let product = r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}}}"#;
    assert_eq!(kind("", product), Some("ar"));
    assert_eq!(kind(r#"{"trial":true}"#, product), Some("ar-trial"));
    let merged = format!(r#"{{"operation":"update","current":{product}}}"#);
    assert_eq!(kind(&merged, r#"{"licence_term":"P6D"}"#), Some("ar"));
    assert_eq!(kind(&merged, r#"{"licence_term":"P5D"}"#), None);
}
