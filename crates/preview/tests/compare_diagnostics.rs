//! Compares the diagnostics of two versions, and tests malformed versions.

use renewal_rules::Diagnostic;
use renewal_rules_oracle::cases::{places, verdict};
use renewal_rules_preview::compare::{Change, CompareError, CompareOptions, ComparisonDiagnostic};
use renewal_rules_preview::{compare, timeline};

use super::compare::{compared, only, with};
use super::products;

/// Two versions in the notation of [`products`], and the diagnostics that appear and disappear.
type Row<'a> = (&'a str, &'a str, &'a [&'a str], &'a [&'a str]);

const ROWS: &[Row<'_>] = &[
    // A diagnostic is new if it was a warning and is now an error, or if it is `not-checked` and now needs other
    // options.
    (
        "1 P5D - [1,1] email",
        "1 P3D - [1,1] email",
        &["E term-below-minimum /licence_term"],
        &["W term-below-minimum /licence_term"],
    ),
    ("1 P5D - [1,1] email", "1 P6D - [1,1] email", &[], &[]),
    ("1 P1M - [2,2] ar", "1 P1M - [2,2] ar pmr", &["I not-checked"], &[]),
    // A diagnostic is not new if another product was inserted before the product that has it.
    ("7 P1W; 9", "8; 7 P1W; 9", &[], &[]),
    ("7 P1W; 9", "7 P7D; 9", &[], &["E term-format /0/licence_term"]),
    // A diagnostic is not new if its variant moves among other variants with diagnostics.
    ("- P1M A=x|B=y|C=1.00 [2,2] pmr", "- P1M D=1.00|B=y|C=1.00|A=x [2,2] pmr", &[], &[]),
    // Diagnostics of two variants differ, even if both variants have the same index in their versions.
    (
        "- P1M A=x|B=1.00 [2,2] pmr",
        "- P1M B=y|A=1.00 [2,2] pmr",
        &["E price-format /variants/0/price/common/price"],
        &["E price-format /variants/0/price/common/price"],
    ),
    (
        "- P1M A=x|B=1.00 [2,2] pmr",
        "- P1M A=1.00|B=y [2,2] pmr",
        &["E price-format /variants/1/price/common/price"],
        &["E price-format /variants/0/price/common/price"],
    ),
    // Removing a variant removes its diagnostic. A diagnostic with the same code on another variant is new.
    ("- P1M A=x|B=1.00 [2,2] pmr", "- P1M B=1.00 [2,2] pmr", &[], &["E price-format /variants/0/price/common/price"]),
    ("- P1M A=x|B=1.00 [2,2] pmr", "- P1M A=x|B=y [2,2] pmr", &["E price-format /variants/1/price/common/price"], &[]),
    // Chain elements are matched by value, even if they have moved. Products without an id are matched in their order.
    (r#"- P1M A=1.00 [2,"x",3,3] pmr"#, r#"- P1M A=1.00 [4,2,"x",3,3] pmr"#, &[], &[]),
    ("1 P1M - [103,102,102] ar; 102 P1M", "1 P1M - [103.0,102,102] ar; 102 P1M", &[], &[]),
    ("2 P1M; - P1M A=x [2,2] pmr", "9; 2 P1M; - P1M A=x [2,2] pmr", &[], &[]),
    (
        "- P1M A=x [2,2] pmr; 3",
        "2 P1M; - P1M A=x [2,2] pmr; 3",
        &[],
        &["E chain-unknown-product /0/renew_settings/product_id_for_renew/0"],
    ),
];

#[test]
fn diagnostics_are_matched_across_versions() {
    let found = |list: Vec<ComparisonDiagnostic>| {
        let list: Vec<Diagnostic> = list.into_iter().map(|one| one.diagnostic).collect();
        places(&list)
    };
    let mut failures = Vec::new();
    for (old, new, appeared, disappeared) in ROWS {
        let comparison = compared(products(old), products(new));
        let found = [found(comparison.appeared), found(comparison.disappeared)];
        if found[0] != *appeared || found[1] != *disappeared {
            failures.push(format!("{old} -> {new}: {found:?}"));
        }
    }
    verdict(&failures);
}

#[test]
fn equal_amounts_are_the_same_price() {
    for (old, new, is_equal) in [
        ("9.90", "9.9", true),
        ("9.90", "9.900", true),
        ("9.90", "09.90", true),
        ("10", "10.0", true),
        ("9.90", "9.91", false),
        ("9.90", "99.0", false),
        ("9.90", "0.99", false),
        ("9.90", "990", false),
        ("10", "100", false),
    ] {
        let [old, new] = [old, new].map(|price| products(&format!("1 P1M {price} [1,1] ar")));
        assert_eq!(!compared(&old, &new).changed, is_equal, "{old} {new}");
    }
}

#[test]
fn malformed_field_is_not_reported_as_removed() {
    for malformed in [r#""9,90""#, "9.90", "null"] {
        let comparison = with(r#""9.90""#, malformed);
        let [Change::Price { old: Some(old), new: Some(new), .. }] = only(&comparison, 101) else {
            panic!("{comparison:#?}");
        };
        assert!(!old.malformed && new.malformed);
        assert_eq!(new.price, None);
    }
    for (from, to, is_malformed) in [
        (r#"{"common":{"currency":"USD","price":"9.90"}}"#, "5", true),
        // An absent price is not reported as malformed.
        (r#","price":"9.90""#, "", false),
    ] {
        let text = serde_json::to_string(&with(from, to)).unwrap();
        assert_eq!(text.contains(r#""malformed":true"#), is_malformed, "{text}");
    }
}

#[test]
fn invalid_versions_and_options_are_rejected() {
    let options = CompareOptions::default();
    let error = compare("[", "[]", &options).unwrap_err();
    assert!(matches!(error, CompareError::Old(timeline::TimelineError::NotJson { .. })));
    let error = compare("[5]", "[]", &options).unwrap_err();
    assert_eq!(error, CompareError::Old(timeline::TimelineError::NotProducts));
    let error = compare("[]", "1", &options).unwrap_err();
    assert_eq!(error, CompareError::New(timeline::TimelineError::NotProducts));
    assert_eq!(
        error.to_string(),
        "the new version: this is not a product, an array of products, or one product a line",
    );
    let many = options.with_renewals(1001);
    assert_eq!(compare("[]", "[]", &many), Err(CompareError::TooManyRenewals(1001)));
}
