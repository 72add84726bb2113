//! Tests rule levels: omitted codes and changed severities.

use renewal_rules::{
    Code, Level, Options, OptionsError, RuleLevels, Scope, Severity, check, check_catalogue, check_catalogue_lines,
    effective_kind, read,
};
use renewal_rules_oracle::cases::{catalogue_options, options, places};
use renewal_rules_oracle::levels::{apply_levels, assert_only_reports_change};

#[test]
fn every_code_has_the_configured_level() {
    for &code in Code::ALL.iter().filter(|code| **code != Code::JsonSyntax) {
        let example = code.rule().example();
        let configured = options(example.options);
        for &level in Level::ALL {
            let mut other = configured.clone();
            other.rules = other.rules.with(code, level).unwrap();
            assert_eq!(other.rules.get(code), Some(level));
            if example.catalogue {
                let before = check_catalogue(example.bad, &configured);
                let after = check_catalogue(example.bad, &other);
                let expected = apply_levels(&before.diagnostics, &other.rules);
                assert_eq!(apply_levels(&after.diagnostics, &RuleLevels::default()), expected);
                assert_eq!(after.valid, level != Level::Error, "{code}");
            } else {
                assert_only_reports_change(example.bad, &configured, &other);
            }
        }
    }
}

#[test]
fn malformed_product_has_no_effective_kind() {
    for (code, product) in [
        (
            "type-mismatch",
            r#"{"id":101,"licence_term":7,"renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
        ),
        (
            "duplicate-key",
            r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_pmr":true,"renew_pmr":true}}"#,
        ),
        ("type-mismatch", "[]"),
        ("term-format", r#"{"licence_term":"x","renew_settings":{}}"#),
    ] {
        let configured = options(&format!(r#"{{"rules":{{"{code}":"off"}}}}"#));
        let decision = effective_kind(product, &configured);
        let decision = serde_json::to_value(decision).unwrap();
        assert_eq!(decision["reason"], "malformed", "{product}");
    }
    let configured =
        Options::from_json_for(Scope::Decision, r#"{"rules":{"type-mismatch":"off"},"consent":"declined"}"#).unwrap();
    assert_eq!(configured.rules.get(Code::TypeMismatch), Some(Level::Off));
}

#[test]
fn unrepresentable_products_are_not_read() {
    for (code, product) in [
        ("type-mismatch", r#"{"id":"101"}"#),
        ("type-mismatch", "[]"),
        ("type-mismatch", r#"{"renew_settings":null}"#),
        ("duplicate-key", r#"{"name":"a","name":"b"}"#),
        ("duplicate-key", r#"{"localization_values":{"en_US":{},"en_US":{}}}"#),
        ("missing-field", r#"{"variants":[{}]}"#),
        ("id-range", r#"{"id":0}"#),
        ("term-format", r#"{"licence_term":"P1W"}"#),
        ("locale-format", r#"{"localization_values":{"en":{}}}"#),
        (
            "price-format",
            r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"x"}}}]}"#,
        ),
        ("chain-empty", r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[],"renew_email":true}}"#),
        (
            "chain-too-short",
            r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102],"renew_email":true}}"#,
        ),
        (
            "chain-last-not-repeated",
            r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103],"renew_email":true}}"#,
        ),
        (
            "chain-repeated-id",
            r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,102,102],"renew_email":true}}"#,
        ),
    ] {
        for level in ["off", "info", "warning"] {
            let configured = options(&format!(r#"{{"rules":{{"{code}":"{level}"}}}}"#));
            assert!(check(product, &configured).valid, "{product}");
            let invalid = read(product, &configured).unwrap_err();
            let report = invalid.report();
            assert!(!report.valid);
            let found = report.diagnostics.iter().find(|one| one.code.as_str() == code);
            assert_eq!(found.unwrap().severity, Severity::Error, "{product}");
        }
    }
    // `read` fails if a diagnostic is an error, by default or by a configured level.
    let short = r#"{"id":101,"licence_term":"P5D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#;
    assert!(read(short, &Options::default()).is_err());
    let configured = options(r#"{"rules":{"term-below-minimum":"warning"}}"#);
    assert!(read(short, &configured).is_ok());
    let configured = options(r#"{"rules":{"empty-text":"error"}}"#);
    assert!(read(r#"{"name":""}"#, &configured).is_err());
}

#[test]
fn unknown_level_is_an_options_error() {
    let mut wrong: Vec<String> = [
        r#"{"chain-emty":"off"}"#,
        r#"{"":"off"}"#,
        r#"{"chain-empty":"fatal"}"#,
        r#"{"chain-empty":"Error"}"#,
        r#"{"chain-empty":""}"#,
        r#"{"chain-empty":true}"#,
        r#"{"chain-empty":null}"#,
        r#"{"chain-empty":0}"#,
        r#"{"chain-empty":["off"]}"#,
        "[]",
        "null",
        r#""off""#,
    ]
    .map(String::from)
    .to_vec();
    for &level in Level::ALL {
        wrong.push(format!(r#"{{"json-syntax":"{level}"}}"#));
        let refused = RuleLevels::default().with(Code::JsonSyntax, level);
        assert!(matches!(refused, Err(OptionsError::Invalid { .. })));
    }
    for rules in wrong {
        let text = format!(r#"{{"rules":{rules}}}"#);
        let error = Options::from_json(&text).unwrap_err();
        let words = error.to_string();
        assert!(words.starts_with("the option `rules"), "{rules}: {words}");
        let of_catalogue = Options::from_json_for(Scope::Catalogue, &text);
        assert_eq!(of_catalogue, Err(error), "{rules}");
    }
    let both = options(r#"{"rules":{"chain-empty":"off","term-zero":"info"}}"#);
    let same = RuleLevels::default()
        .with(Code::ChainEmpty, Level::Off)
        .and_then(|levels| levels.with(Code::TermZero, Level::Info));
    assert_eq!(Ok(both.rules), same);
    assert_eq!(format!("{:?}", both.rules), "{ChainEmpty: Off, TermZero: Info}");
}

#[test]
fn disabled_codes_are_not_counted() {
    let configured = options(r#"{"rules":{"empty-text":"off"},"maxDiagnostics":1}"#);
    let report = check(r#"{"name":"","id":0,"licence_term":"x"}"#, &configured);
    assert_eq!(places(&report.diagnostics), ["E id-range /id"]);
    assert_eq!(report.omitted, Some(1));
    let configured = catalogue_options(r#"{"rules":{"empty-text":"off"},"maxDiagnostics":1}"#);
    let report = check_catalogue(r#"[{"name":"","id":0,"licence_term":"x"}]"#, &configured);
    assert_eq!(places(&report.diagnostics), ["E id-range /0/id"]);
    assert_eq!(report.omitted, Some(1));
}

#[test]
fn levels_apply_to_catalogues() {
    let text = r#"[{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,104,104],"renew_ar":{"enable":true},"renew_pmr":true}},{"id":102,"licence_term":"P5D"},{"id":102}]"#;
    let found = |rules: &str| {
        let report = check_catalogue(text, &catalogue_options(&format!(r#"{{"rules":{rules}}}"#)));
        (report.valid, places(&report.diagnostics))
    };
    let all = [
        "I not-checked",
        "E chain-unknown-product /0/renew_settings/product_id_for_renew/1",
        "E term-below-minimum /1/licence_term",
        "E duplicate-product-id /2/id",
    ];
    assert_eq!(found("{}"), (false, all.map(String::from).to_vec()));
    assert_eq!(
        found(
            r#"{"not-checked":"off","chain-unknown-product":"warning","term-below-minimum":"info","duplicate-product-id":"off"}"#
        ),
        (
            true,
            vec![
                "W chain-unknown-product /0/renew_settings/product_id_for_renew/1".into(),
                "I term-below-minimum /1/licence_term".into(),
            ]
        )
    );
    assert!(found(r#"{"not-checked":"error"}"#).1[0].starts_with("E not-checked"));
    // If `type-mismatch` is off, even the root may have another type.
    let configured = catalogue_options(r#"{"rules":{"type-mismatch":"off"}}"#);
    for text in ["{}", "null", "1", "\"\"", "true", "[1]"] {
        let report = check_catalogue(text, &configured);
        assert_eq!((report.valid, report.diagnostics.len()), (true, 0), "{text}");
    }
    let report = check_catalogue_lines(b"1\n{", &configured);
    assert_eq!(places(&report.diagnostics), ["E json-syntax /1"]);
}

#[test]
fn comparison_accepts_rule_levels() {
    use renewal_rules_preview::compare;
    let product = |term: &str| {
        format!(
            r#"{{"id":101,"licence_term":"{term}","renew_settings":{{"product_id_for_renew":[102,102],"renew_ar":{{"enable":true}}}}}}"#
        )
    };
    let appeared = |configured: &str| {
        let configured = compare::CompareOptions::from_json(configured).unwrap();
        let comparison = compare(product("P6D"), product("P5D"), &configured).unwrap();
        let problems = comparison.appeared.into_iter();
        let all: Vec<_> = problems.map(|one| one.diagnostic).collect();
        // In the new version, AR no longer applies, so the comparison reports a change even if no diagnostic appears.
        assert!(comparison.changed);
        places(&all)
    };
    assert_eq!(appeared(""), ["E term-below-minimum /licence_term"]);
    assert_eq!(appeared(r#"{"rules":{"term-below-minimum":"info"}}"#), ["I term-below-minimum /licence_term"]);
    assert!(appeared(r#"{"rules":{"term-below-minimum":"off"}}"#).is_empty());
    assert!(renewal_rules_preview::timeline::TimelineOptions::from_json(r#"{"rules":{}}"#).is_err());
}
