//! Tests field names: duplicate, misspelt, unknown or missing.

use proptest::prelude::*;
use renewal_rules::messages::nearest;
use renewal_rules::{Code, Diagnostic, Options, check, check_catalogue};
use renewal_rules_oracle::cases::{plain_products, products, products_as, verdict};
use renewal_rules_oracle::invariants::invariants;
use serde_json::json;

use super::rules_reading::param;

proptest! {
    /// `strsim` is the independent oracle.
    #[test]
    #[cfg_attr(miri, ignore = "takes Miri more than a minute")]
    fn typos_are_near_their_keyword(word in "[abé]{0,9}", known in "[abé]{0,9}") {
        let allowed = match known.len() {
            0..=3 => 0,
            4..=7 => 1,
            _ => 2,
        };
        let is_near = strsim::osa_distance(&word, &known) <= allowed;
        prop_assert_eq!(nearest(&word, [known.as_str()]).is_some(), is_near);
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes Miri more than a minute")]
    fn duplicate_name_is_reported_once_at_the_last(names in prop::collection::vec(0_u8..12, 0..60)) {
        let members: Vec<String> = names.iter().map(|name| format!("\"{name}\":1")).collect();
        let report = check(format!("{{{}}}", members.join(",\n")), &Options::default());
        let found = report.diagnostics.iter().filter(|found| found.code == Code::DuplicateKey);
        let found: Vec<_> = found.map(|found| (found.path.clone(), found.location.unwrap().line)).collect();
        let mut expected = Vec::new();
        for (first, name) in names.iter().enumerate().filter(|(at, name)| !names[..*at].contains(name)) {
            let last = names.iter().rposition(|other| other == name).unwrap();
            if last > first {
                expected.push((format!("/{name}"), last + 1));
            }
        }
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn the_last_of_two_members_with_an_unknown_name_is_located() {
    let text = r#"{"licence_trem":1,"licence_trem":2}"#;
    let whole = format!("[{text}]");
    let (alone, listed) = (check(text, &Options::default()), check_catalogue(whole.as_str(), &Options::default()));
    let columns = |diagnostics: &[Diagnostic]| -> Vec<usize> {
        diagnostics.iter().map(|found| found.location.unwrap().column).collect()
    };
    assert_eq!(columns(&alone.diagnostics), [19, 19]);
    assert_eq!(columns(&listed.diagnostics), [20, 20]);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn duplicate_keys_are_reported_in_known_objects() {
    plain_products(&[
        (r#"{"id":101,"id":102}"#, &["E duplicate-key /id"]),
        (r#"{"id":101,"\u0069d":102}"#, &["E duplicate-key /id"]),
        (r#"{"other":1,"id":101,"other":2}"#, &["E duplicate-key /other"]),
        (r#"{"id":"x","id":101}"#, &["E duplicate-key /id"]),
        (
            r#"{"id":101,"id":"x"}"#,
            &["E duplicate-key /id", r#"E type-mismatch /id {"expected":"integer","found":"string"}"#],
        ),
        (
            r#"{"variants":[{"vendor_code":"V","sku":"A","sku":"B","price":{"common":{"currency":"USD","price":"1","price":"2"},"common":{"currency":"USD","price":"1","price":"2"}}}]}"#,
            &[
                "E duplicate-key /variants/0/sku",
                "E duplicate-key /variants/0/price/common",
                "E duplicate-key /variants/0/price/common/price",
            ],
        ),
        (r#"{"other":{"a":1,"a":2},"list":[{"b":1,"b":2}]}"#, &[]),
        (r#"{"a/b~c":1,"a/b~c":2}"#, &["E duplicate-key /a~1b~0c"]),
        (r#"{"":1,"":2}"#, &["E duplicate-key /"]),
    ]);
}

#[test]
fn last_duplicate_object_counts_as_a_whole() {
    let trial = r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V","sku":"S",
"price":{"common":{"currency":"USD","price":"0.00"}}#
}]}"#;
    let rows: &[(&str, &str, &[&str])] = &[
        (
            trial,
            ",\n\"price\":{\"common\":{\"currency\":\"USD\"}}",
            &["duplicate-key /variants/0/price 3:1", "missing-field /variants/0/price/common/price 3:19"],
        ),
        (
            trial,
            ",\n\"price\":{}",
            &["duplicate-key /variants/0/price 3:1", "missing-field /variants/0/price/common 3:9"],
        ),
        (
            r#"{"licence_term":"P5D",
"renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}#}"#,
            ",\n\"renew_settings\":{\"renew_email\":true}",
            &[
                "term-below-minimum /licence_term 1:17",
                "duplicate-key /renew_settings 3:1",
                "chain-missing /renew_settings/product_id_for_renew 3:18",
            ],
        ),
        (
            r#"{"licence_term":"P5D","renew_settings":{"product_id_for_renew":[102,102],
"renew_ar":{"enable":true}#}}"#,
            ",\n\"renew_ar\":{\"required\":true}",
            &[
                "no-kind-enabled /renew_settings 1:40",
                "duplicate-key /renew_settings/renew_ar 3:1",
                "ar-required-without-ar /renew_settings/renew_ar/required 3:24",
            ],
        ),
    ];
    for (text, again, expected) in rows {
        let alone = check(text.replace('#', "").as_str(), &Options::default());
        assert_eq!(alone.trial, *text == trial);
        let report = check(text.replace('#', again).as_str(), &Options::default());
        assert!(!report.trial, "{text}");
        let found: Vec<String> = report
            .diagnostics
            .iter()
            .map(|found| {
                let at = found.location.unwrap();
                format!("{} {} {}:{}", found.code, found.path, at.line, at.column)
            })
            .collect();
        assert_eq!(found, *expected, "{text}");
    }
}

/// Builds a valid product with renewals and one additional member in one of its objects.
fn with_member(object: &str, member: &str) -> String {
    let template = r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}},"localization_values":{"en_US":{}},"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"1"}}}]}"#;
    let at = match object {
        "" => 1,
        _ => template.find(object).unwrap() + object.len(),
    };
    let comma = if template[at..].starts_with('}') { "" } else { "," };
    format!("{}{member}{comma}{}", &template[..at], &template[at..])
}

const SETTINGS: &str = r#""renew_settings":{"#;
const AR: &str = r#""renew_ar":{"#;
const LOCALE: &str = r#""en_US":{"#;
const VARIANT: &str = r#""variants":[{"#;
const PRICE: &str = r#""price":{"#;
const COMMON: &str = r#""common":{"#;

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn unknown_name_suggests_the_similar_field() {
    let rows: &[(&str, &str, Option<Option<&str>>)] = &[
        // In the renewal settings every unknown name is reported.
        (SETTINGS, "zzz", Some(None)),
        (SETTINGS, "", Some(None)),
        (SETTINGS, "enable", Some(None)),
        (SETTINGS, "required", Some(None)),
        (SETTINGS, "id", Some(None)),
        (SETTINGS, "renew_pm", Some(Some("renew_pmr"))),
        (SETTINGS, "RENEW-PMR", Some(Some("renew_pmr"))),
        (SETTINGS, "renewPmr", Some(Some("renew_pmr"))),
        (SETTINGS, "renew_emial", Some(Some("renew_email"))),
        (SETTINGS, "renew_eamli", Some(Some("renew_email"))),
        (SETTINGS, "renew_amlie", Some(None)),
        (SETTINGS, "renewemail", Some(Some("renew_email"))),
        (SETTINGS, "r_e_n_e_w_email", Some(Some("renew_email"))),
        (SETTINGS, "renew_mails", Some(Some("renew_email"))),
        (AR, "zzz", Some(None)),
        (AR, "renew_pmr", Some(None)),
        (AR, "Required", Some(Some("required"))),
        (AR, "requierd", Some(Some("required"))),
        (AR, "reqired", Some(Some("required"))),
        (AR, "rqired", Some(Some("required"))),
        (AR, "rqird", Some(None)),
        // Elsewhere only a name similar to a field that the object lacks.
        ("", "zzz", None),
        ("", "nam", Some(Some("name"))),
        ("", "Name", Some(Some("name"))),
        ("", "NAME", Some(Some("name"))),
        ("", "namee", Some(Some("name"))),
        ("", "nmae", Some(Some("name"))),
        ("", "nmaee", None),
        ("", "mane", None),
        ("", "game", Some(Some("name"))),
        ("", "na", None),
        ("", "family-name", Some(Some("family_name"))),
        ("", "familyName", Some(Some("family_name"))),
        ("", "famly_nam", Some(Some("family_name"))),
        ("", "faml_nam", None),
        ("", "licence_type", Some(Some("license_type"))),
        ("", "LicenseType", Some(Some("license_type"))),
        ("", "sku", None),
        ("", "price", None),
        ("", "ID", None),
        ("", "variant", None),
        ("", "license_term", None),
        ("", "licence_terms", None),
        (LOCALE, "comment_for_product_for_XR", Some(Some("comment_for_product_for_AR"))),
        (LOCALE, "comment_for_product_for_NR", Some(Some("comment_for_product_for_AR"))),
        (LOCALE, "comment_for_product_for_M", Some(Some("comment_for_product_for_MR"))),
        (LOCALE, "commentForProductForMr", Some(Some("comment_for_product_for_MR"))),
        (LOCALE, "comment", None),
        (VARIANT, "skuAr", Some(Some("sku_ar"))),
        (VARIANT, "sku_a", Some(Some("sku_ar"))),
        (VARIANT, "sku-ar", Some(Some("sku_ar"))),
        (VARIANT, "sku_mr", Some(Some("sku_ar"))),
        (VARIANT, "sku_m", None),
        (VARIANT, "vendorcode", None),
        (VARIANT, "pric", None),
        (VARIANT, "name", None),
        (PRICE, "Common", None),
        (PRICE, "discount", None),
        (COMMON, "currencies", None),
        (COMMON, "prices", None),
        (COMMON, "common", None),
    ];
    let mut failures = Vec::new();
    for (object, name, expected) in rows {
        let input = with_member(object, &format!("\"{name}\":0"));
        let found = check(input.as_str(), &Options::default()).diagnostics;
        let unknown: Vec<_> =
            found.iter().map(|d| (d.code, param(d, "suggestion"), d.path.rsplit('/').next().unwrap())).collect();
        let wanted: Vec<_> = expected.iter().map(|suggestion| (Code::UnknownField, json!(suggestion), *name)).collect();
        if unknown != wanted {
            failures.push(format!("{input}\n    {unknown:?}, not {wanted:?}"));
        }
        for broken in invariants(&input, &Options::default()) {
            failures.push(format!("{input}\n    {broken}"));
        }
    }
    verdict(&failures);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn misspelt_name_and_missing_field_are_both_reported() {
    let variant = |member: &str| format!(r#"{{"variants":[{{{member}}}]}}"#);
    let whole = r#""vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"1"}}"#;
    let rows: Vec<(String, Vec<&str>)> = vec![
        (r#"{"ID":101}"#.into(), vec![r#"W unknown-field /ID {"suggestion":"id"}"#]),
        (r#"{"i_d":101}"#.into(), vec![r#"W unknown-field /i_d {"suggestion":"id"}"#]),
        (r#"{"idd":101}"#.into(), vec![]),
        (r#"{"varients":[]}"#.into(), vec![r#"W unknown-field /varients {"suggestion":"variants"}"#]),
        (r#"{"license_term":"P1M"}"#.into(), vec![r#"W unknown-field /license_term {"suggestion":"licence_term"}"#]),
        (r#"{"renewSettings":{}}"#.into(), vec![r#"W unknown-field /renewSettings {"suggestion":"renew_settings"}"#]),
        (
            r#"{"localisation_values":{}}"#.into(),
            vec![r#"W unknown-field /localisation_values {"suggestion":"localization_values"}"#],
        ),
        (
            variant(&whole.replace("sku", "SKU")),
            vec!["E missing-field /variants/0/sku", r#"W unknown-field /variants/0/SKU {"suggestion":"sku"}"#],
        ),
        (variant(&whole.replace("vendor_code", "vendor")), vec!["E missing-field /variants/0/vendor_code"]),
        (
            variant(&whole.replace("vendor_code", "vendorCode")),
            vec![
                "E missing-field /variants/0/vendor_code",
                r#"W unknown-field /variants/0/vendorCode {"suggestion":"vendor_code"}"#,
            ],
        ),
        (
            variant(&whole.replace("common", "comon")),
            vec![
                "W missing-field /variants/0/price/common",
                r#"W unknown-field /variants/0/price/comon {"suggestion":"common"}"#,
            ],
        ),
        (
            variant(&whole.replace("currency", "curency")),
            vec![
                "E missing-field /variants/0/price/common/currency",
                r#"W unknown-field /variants/0/price/common/curency {"suggestion":"currency"}"#,
            ],
        ),
        (
            variant(&whole.replace("\"price\":\"1\"", "\"prize\":\"1\"")),
            vec![
                "E missing-field /variants/0/price/common/price",
                r#"W unknown-field /variants/0/price/common/prize {"suggestion":"price"}"#,
            ],
        ),
        (
            r#"{"licence_term":"P1M","renew_settings":{"product_ids_for_renew":[102,102],"renew_mr":true}}"#.into(),
            vec![
                "W no-kind-enabled /renew_settings",
                "E chain-missing /renew_settings/product_id_for_renew",
                r#"W unknown-field /renew_settings/product_ids_for_renew {"suggestion":"product_id_for_renew"}"#,
                r#"W unknown-field /renew_settings/renew_mr {"suggestion":"renew_ar"}"#,
            ],
        ),
    ];
    for (input, expected) in &rows {
        plain_products(&[(input, expected)]);
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn names_are_escaped_in_paths() {
    plain_products(&[
        (
            r#"{"localization_values":{"":{},"a/b":{},"m~n":{"comment_for_product_for_AR":5},"\u00e4\u0000":{},"a b":{}}}"#,
            &[
                "E locale-format /localization_values/",
                "E locale-format /localization_values/a~1b",
                "E locale-format /localization_values/m~0n",
                "E type-mismatch /localization_values/m~0n/comment_for_product_for_AR",
                "E locale-format /localization_values/\u{e4}\0",
                "E locale-format /localization_values/a b",
            ],
        ),
        (
            r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_pmr":false,"renew_email":true,"~1/~0":1}}"#,
            &["W unknown-field /renew_settings/~01~1~00"],
        ),
    ]);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn the_outermost_absent_field_of_a_variant_is_named() {
    plain_products(&[
        (
            r#"{"variants":[{}]}"#,
            &[
                "E missing-field /variants/0/vendor_code",
                "E missing-field /variants/0/sku",
                "E missing-field /variants/0/price",
            ],
        ),
        (r#"{"variants":[{"vendor_code":"V","sku":"S","price":{}}]}"#, &["E missing-field /variants/0/price/common"]),
        (
            r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"EUR":{}}}]}"#,
            &["W missing-field /variants/0/price/common"],
        ),
        (
            r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{}}}]}"#,
            &["E missing-field /variants/0/price/common/currency", "E missing-field /variants/0/price/common/price"],
        ),
        (
            r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD"}}}]}"#,
            &["E missing-field /variants/0/price/common/price"],
        ),
        (r#"{"variants":[]}"#, &[]),
        ("{}", &[]),
    ]);
    products(&[(
        r#"{"operation":"update"}"#,
        r#"{"variants":[{"vendor_code":"V","price":{"common":{"price":"1"}}}]}"#,
        &[
            r#"I not-checked {"needs":["current"]}"#,
            "E missing-field /variants/0/sku",
            "E missing-field /variants/0/price/common/currency",
        ],
    )]);
}

#[test]
fn a_new_product_should_have_names_and_variants() {
    products_as(
        r#"{"operation":"create"}"#,
        &[
            ("{}", &["W missing-field /family_name", "W missing-field /name", "W missing-field /variants"]),
            (r#"{"family_name":"F","name":"N","variants":[]}"#, &[]),
            (
                r#"{"family_name":5,"name":"","variants":null}"#,
                &["E type-mismatch /family_name", "W empty-text /name", "E type-mismatch /variants"],
            ),
        ],
    );
    products(&[(r#"{"operation":"update"}"#, r#"{"license_type":"L"}"#, &[])]);
}
