//! Tests how options are read, and the translation of their errors.

use std::fmt::Write as _;

use renewal_rules::{Options, OptionsError, ProductId};
use renewal_rules_preview::Sentences;
use renewal_rules_preview::compare::CompareOptions;
use renewal_rules_preview::timeline::{MonthCount, TimelineOptions};

use super::russian;

/// Invalid options of a check.
const CHECK: &[&str] = &[
    "[",
    r#"{"limits":{"x":1}}"#,
    r#"{"limits":{"arMinDays":"x"}}"#,
    r#"{"limits":5}"#,
    r#"{"rules":{"patch-emty":"off"}}"#,
    r#"{"rules":{"Patch_Empty":"off"}}"#,
    r#"{"rules":{"x":"off"}}"#,
    r#"{"rules":{"patch-empty":"no"}}"#,
    r#"{"rules":{"json-syntax":"off"}}"#,
    r#"{"rules":1}"#,
    r#"{"trial":1}"#,
    r#"{"productId":0}"#,
    r#"{"current":1}"#,
];

/// Invalid options of a timeline.
const TIMELINE: &[&str] = &[
    "",
    "{}",
    "[]",
    r#"{"date":"2026-02-03"}"#,
    r#"{"purchaseDate":""}"#,
    r#"{"purchaseDate":"2026-02-30"}"#,
    r#"{"purchaseDate":"2026-02-03","renewals":1001}"#,
    r#"{"purchaseDate":"2026-02-03","renewals":-1}"#,
    r#"{"purchaseDate":"2026-02-03","monthCount":"other"}"#,
    r#"{"limits":{"pmrOnlineMinDays":-1}}"#,
];

#[test]
fn options_errors_are_translated() {
    let (english, russian) = (Sentences::english(), russian());
    let mut text = String::new();
    let mut add = |options: &str, error: OptionsError| {
        assert_eq!(english.options_error(&error), error.to_string());
        let _ = writeln!(text, "{options}\n  {error}\n  {}", russian.options_error(&error));
    };
    for options in CHECK {
        add(options, Options::from_json(options).unwrap_err());
    }
    for options in TIMELINE {
        add(options, TimelineOptions::from_json(options).unwrap_err());
    }
    add(r#"{"consent":"given"}"#, CompareOptions::from_json(r#"{"consent":"given"}"#).unwrap_err());
    insta::assert_snapshot!("options", text);
}

#[test]
fn timeline_options_are_read() {
    let options = TimelineOptions::from_json(
        r#"{"purchaseDate":"2026-01-31","productId":101,"payment":"offline","consent":"declined","variant":1,
        "renewals":3,"monthCount":"chained","pmrLeadDays":10,"emailLeadDays":3,"trial":false,
        "limits":{"pmrOnlineMinDays":7,"pmrOfflineMinDays":7}}"#,
    )
    .unwrap();
    assert_eq!(TimelineOptions::new(options.purchase_date).renewals, 12);
    assert_eq!(options.product_id, ProductId::new(101));
    assert_eq!(options.month_count, MonthCount::Chained);
    assert_eq!(options.limits.pmr_online_min_days, Some(7));
    assert_eq!(options.trial, Some(false));
}
