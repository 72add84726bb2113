//! The effective renewal kind, against a second, obvious statement of its rules.

use renewal_rules::{Consent, Options, effective_kind};
use renewal_rules_oracle::cases::{options, verdict};
use serde_json::{Value, json};

#[test]
fn a_decision_has_the_form_of_the_rules() {
    let product = r#"{"id":101,"licence_term":"P5D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true},"renew_pmr":true}}"#;
    let decision = effective_kind(product, &Options::default());
    assert_eq!(
        serde_json::to_value(decision).unwrap(),
        json!({
            "kind": "pmr", "configuration": "pair", "trial": false, "reason": null,
            "considered": [
                { "kind": "ar", "outcome": "rejected", "reasons": ["term-below-minimum"] },
                { "kind": "pmr", "outcome": "applied", "reasons": [] },
                { "kind": "email", "outcome": "not-reached", "reasons": [] },
            ],
            "assumed": ["limits.pmrOnlineMinDays"],
        })
    );
}

#[test]
fn a_kind_is_rejected_for_each_reason_that_holds() {
    let all = r#""renew_ar":{"enable":true,"required":true},"renew_pmr":true,"renew_email":true"#;
    let auto = r#""renew_ar":{"enable":true}"#;
    let of = |term: &str, chain: &str, switches: &str| {
        format!(
            r#"{{"id":101,{term}"renew_settings":{{"product_id_for_renew":{chain},{switches}}}}}"#
        )
    };
    let unlimited = r#""licence_term":"P0D","#;
    let day = r#""licence_term":"P1D","#;
    let month = r#""licence_term":"P1M","#;
    let (single, pair, chain) = ("[101,101]", "[102,102]", "[102,103,103]");
    let trial = r#"{"trial":true}"#;
    let rows: &[(&str, String, Consent, &str)] = &[
        (
            "",
            of(unlimited, chain, all),
            Consent::Unavailable,
            "ar rejected term-zero consent-unavailable, pmr rejected term-zero, \
             email rejected unsuitable-configuration term-zero",
        ),
        (
            "",
            of("", pair, all),
            Consent::Given,
            "ar rejected term-missing, pmr rejected term-missing, email rejected term-missing",
        ),
        (
            "",
            of(month, pair, auto),
            Consent::Declined,
            "ar rejected consent-declined, pmr rejected disabled, email rejected disabled",
        ),
        (
            "",
            of(day, pair, all),
            Consent::Given,
            "ar rejected term-below-minimum, pmr applied, email not-reached",
        ),
        (
            "",
            of(day, chain, r#""renew_email":true"#),
            Consent::Given,
            "ar rejected disabled, pmr rejected disabled, \
             email rejected unsuitable-configuration term-below-minimum",
        ),
        (
            "",
            of(month, single, all),
            Consent::Declined,
            "ar rejected consent-declined, pmr applied, email not-reached",
        ),
        (
            trial,
            of(month, pair, auto),
            Consent::Declined,
            "ar rejected not-required, pmr not-considered, email not-considered",
        ),
        (
            trial,
            of(month, pair, all),
            Consent::Declined,
            "ar applied, pmr not-considered, email not-considered",
        ),
        (
            trial,
            of(month, single, all),
            Consent::Given,
            "ar rejected unsuitable-configuration, pmr not-considered, email not-considered",
        ),
    ];
    for (stated, product, consent, expected) in rows {
        let decision = effective_kind(product.as_str(), &options(stated).with_consent(*consent));
        let value = serde_json::to_value(decision).unwrap();
        let reasons: Vec<String> = value["considered"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| {
                let mut words = vec![&one["kind"], &one["outcome"]];
                words.extend(one["reasons"].as_array().unwrap());
                let words: Vec<&str> = words
                    .into_iter()
                    .map(|word| word.as_str().unwrap())
                    .collect();
                words.join(" ")
            })
            .collect();
        assert_eq!(
            reasons.join(", "),
            *expected,
            "{stated} {product} {consent:?}"
        );
    }
}

#[test]
fn nothing_is_considered_where_the_input_says_too_little() {
    let settings = |members: &str| {
        format!(r#"{{"id":101,"licence_term":"P1M","renew_settings":{{{members}}}}}"#)
    };
    let good = r#""product_id_for_renew":[102,102],"renew_ar":{"enable":true}"#;
    let rows: Vec<(String, Option<&str>)> = vec![
        (settings(good), None),
        ("{".into(), Some("malformed")),
        ("[]".into(), Some("malformed")),
        ("null".into(), Some("malformed")),
        (r#"{"renew_settings":null}"#.into(), Some("malformed")),
        (
            r#"{"renew_settings":{},"renew_settings":{}}"#.into(),
            Some("malformed"),
        ),
        (r#"{"licence_term":5}"#.into(), Some("malformed")),
        (r#"{"licence_term":"P6"}"#.into(), Some("malformed")),
        (
            r#"{"licence_term":"P6D","licence_term":"P6D"}"#.into(),
            Some("malformed"),
        ),
        (settings(r#""product_id_for_renew":5"#), Some("malformed")),
        (
            settings(r#""product_id_for_renew":["102",102]"#),
            Some("malformed"),
        ),
        (
            settings(r#""product_id_for_renew":[0,0]"#),
            Some("malformed"),
        ),
        (
            settings(r#""product_id_for_renew":[102,102],"product_id_for_renew":[102,102]"#),
            Some("malformed"),
        ),
        (settings(&good.replace("true", "1")), Some("malformed")),
        (
            settings(&good.replace("true", r#"true,"required":0"#)),
            Some("malformed"),
        ),
        (
            settings(&good.replace("true", r#"true,"enable":true"#)),
            Some("malformed"),
        ),
        (
            settings(&format!(r#"{good},"renew_ar":{{}}"#)),
            Some("malformed"),
        ),
        (
            settings(&good.replace(r#"{"enable":true}"#, "[]")),
            Some("malformed"),
        ),
        (
            settings(&format!(r#"{good},"renew_pmr":null"#)),
            Some("malformed"),
        ),
        (
            settings(&format!(r#"{good},"renew_email":"true""#)),
            Some("malformed"),
        ),
        // What is malformed elsewhere, or unknown, does not count.
        (settings(&format!(r#"{good},"zzz":1,"zzz":2"#)), None),
        (
            settings(&good.replace("true", r#"true,"zzz":1,"zzz":2"#)),
            None,
        ),
        (
            settings(good).replace(r#""id":101"#, r#""id":"x","name":5,"name":5,"variants":5"#),
            None,
        ),
        ("{}".into(), Some("not-configured")),
        (r#"{"licence_term":"P1M"}"#.into(), Some("not-configured")),
        (
            settings(r#""renew_ar":{"enable":true}"#),
            Some("invalid-chain"),
        ),
        (
            settings(r#""product_id_for_renew":[]"#),
            Some("invalid-chain"),
        ),
        (
            settings(r#""product_id_for_renew":[102]"#),
            Some("invalid-chain"),
        ),
        (
            settings(r#""product_id_for_renew":[102,103]"#),
            Some("invalid-chain"),
        ),
        (
            settings(r#""product_id_for_renew":[102,102,102]"#),
            Some("invalid-chain"),
        ),
        (
            settings(r#""product_id_for_renew":[101,102,102]"#),
            Some("invalid-chain"),
        ),
        (
            settings(r#""product_id_for_renew":[102],"renew_pmr":1"#),
            Some("malformed"),
        ),
    ];
    let mut failures = Vec::new();
    for (product, reason) in rows {
        let decision = effective_kind(product.as_str(), &Options::default());
        let value = serde_json::to_value(&decision).unwrap();
        if value["reason"] != json!(reason) {
            failures.push(format!("{product}: {value}"));
        }
        if reason.is_some()
            && (!value["kind"].is_null()
                || value["considered"] != json!([])
                || value["assumed"] != json!([]))
        {
            failures.push(format!("{product}: {value}"));
        }
    }
    verdict(&failures);
}

#[test]
fn a_trial_can_be_stated_and_an_update_merged() {
    let kind = |stated: &str, product: &str| {
        effective_kind(product, &options(stated))
            .kind
            .map(renewal_rules::EffectiveKind::as_str)
    };
    let product = r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}}}"#;
    assert_eq!(kind("", product), Some("ar"));
    assert_eq!(kind(r#"{"trial":true}"#, product), Some("ar-trial"));
    let merged = format!(r#"{{"operation":"update","current":{product}}}"#);
    assert_eq!(kind(&merged, r#"{"licence_term":"P6D"}"#), Some("ar"));
    assert_eq!(kind(&merged, r#"{"licence_term":"P5D"}"#), None);
}

#[test]
fn text_bytes_value_and_typed_product_are_decided_alike() {
    let text = r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,103],"renew_ar":{"enable":true},"renew_pmr":true}}"#;
    let value: Value = serde_json::from_str(text).unwrap();
    let product: renewal_rules::Product = serde_json::from_str(text).unwrap();
    let options = Options::default();
    for &consent in Consent::ALL {
        let decision = effective_kind(text, &options.clone().with_consent(consent));
        assert_eq!(
            effective_kind(text.as_bytes(), &options.clone().with_consent(consent)),
            decision
        );
        assert_eq!(
            effective_kind(&value, &options.clone().with_consent(consent)),
            decision
        );
        assert_eq!(
            effective_kind(&product, &options.clone().with_consent(consent)),
            decision
        );
    }
}
