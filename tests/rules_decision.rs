//! Tests the effective renewal kind in cases that the exhaustive table of decisions lacks.

use renewal_rules::{Options, effective_kind};
use renewal_rules_oracle::cases::{options, verdict};
use serde_json::json;

/// The exhaustive table does not say whether such a trial is also `not-required`.
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
fn email_renews_no_chain_of_several_products() {
    let product = |chain: &str| {
        format!(
            r#"{{"id":101,"licence_term":"P1M","renew_settings":{{"product_id_for_renew":{chain},"renew_email":true}}}}"#
        )
    };
    let email = |chain: &str| {
        let decision = effective_kind(product(chain).as_str(), &options(r#"{"payment":"online"}"#));
        serde_json::to_value(decision).unwrap()["considered"][2].clone()
    };
    let refused = json!({ "kind": "email", "outcome": "rejected", "reasons": ["unsuitable-configuration"] });
    assert_eq!(email("[102,103,103]"), refused);
    for chain in ["[102,102]", "[101,101]"] {
        assert_eq!(email(chain)["outcome"], "applied", "{chain}");
    }
}

#[test]
fn incomplete_input_considers_no_kind() {
    let settings = |members: &str| format!(r#"{{"id":101,"licence_term":"P1M","renew_settings":{{{members}}}}}"#);
    let good = r#""product_id_for_renew":[102,102],"renew_ar":{"enable":true}"#;
    let chain = |ids: &str| settings(&format!(r#""product_id_for_renew":{ids}"#));
    let with = |more: &str| settings(&format!("{good},{more}"));
    let within = |more: &str| settings(&good.replace("true", &format!("true,{more}")));
    let groups = [
        (
            Some("malformed"),
            vec![
                "{".into(),
                "[]".into(),
                "null".into(),
                r#"{"renew_settings":null}"#.into(),
                r#"{"renew_settings":{},"renew_settings":{}}"#.into(),
                r#"{"licence_term":5}"#.into(),
                r#"{"licence_term":"P6"}"#.into(),
                r#"{"licence_term":"P6D","licence_term":"P6D"}"#.into(),
                chain("5"),
                chain(r#"["102",102]"#),
                chain("[0,0]"),
                chain(r#"[102,102],"product_id_for_renew":[102,102]"#),
                chain(r#"[102],"renew_pmr":1"#),
                settings(&good.replace("true", "1")),
                settings(&good.replace(r#"{"enable":true}"#, "[]")),
                within(r#""required":0"#),
                within(r#""enable":true"#),
                with(r#""renew_ar":{}"#),
                with(r#""renew_pmr":null"#),
                with(r#""renew_email":"true""#),
            ],
        ),
        // Unknown and malformed values in other fields do not matter.
        (
            None,
            vec![
                settings(good),
                with(r#""zzz":1,"zzz":2"#),
                within(r#""zzz":1,"zzz":2"#),
                settings(good).replace(r#""id":101"#, r#""id":"x","name":5,"name":5,"variants":5"#),
            ],
        ),
        (Some("not-configured"), vec!["{}".into(), r#"{"licence_term":"P1M"}"#.into()]),
        (
            Some("invalid-chain"),
            vec![
                settings(r#""renew_ar":{"enable":true}"#),
                chain("[]"),
                chain("[102]"),
                chain("[102,103]"),
                chain("[102,102,102]"),
                chain("[101,102,102]"),
            ],
        ),
    ];
    let mut failures = Vec::new();
    for (reason, products) in groups {
        for product in products {
            let decision = effective_kind(product.as_str(), &Options::default());
            let value = serde_json::to_value(&decision).unwrap();
            let is_empty = value["kind"].is_null() && value["considered"] == json!([]) && value["assumed"] == json!([]);
            if value["reason"] != json!(reason) || reason.is_some() && !is_empty {
                failures.push(format!("{product}: {value}"));
            }
        }
    }
    verdict(&failures);
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
