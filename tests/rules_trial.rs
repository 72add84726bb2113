//! Tests the rules of a free trial.

use renewal_rules_oracle::cases::{Row, filled, plain_products, products, report, verdict};

/// Builds variants with these amounts.
fn variants(amounts: &[&str]) -> String {
    let list: Vec<String> = amounts
        .iter()
        .map(|amount| {
            format!(r#"{{"vendor_code":"V","sku":"S","price":{{"common":{{"currency":"USD","price":"{amount}"}}}}}}"#)
        })
        .collect();
    format!("[{}]", list.join(","))
}

/// Builds a product of a pair with mandatory AR and variants with these amounts.
pub(super) fn priced(amounts: &[&str]) -> String {
    format!(
        r#"{{"id":101,"licence_term":"P7D","renew_settings":{{"product_id_for_renew":[102,102],"renew_ar":{{"enable":true,"required":true}}}},"variants":{}}}"#,
        variants(amounts)
    )
}

#[test]
fn trial_is_set_or_inferred_from_prices() {
    let no_renewals = format!(r#"{{"variants":{}}}"#, variants(&["0.00"]));
    let rows: Vec<(&str, String, bool)> = vec![
        ("", priced(&["0.00"]), true),
        ("", priced(&["0.00", "0", "000", "0.0", "00.000"]), true),
        ("", priced(&["0.00", "0.01"]), false),
        ("", priced(&["9.90"]), false),
        ("", priced(&["0.00", "x"]), false),
        ("", priced(&["0.00", "-0.00"]), false),
        ("", priced(&[]), false),
        ("", priced(&["0.00"]).replace(r#""0.00""#, "0"), false),
        ("", no_renewals.clone(), false),
        ("", priced(&["0.00"]).replace(r#""price":{"common""#, r#""price":{"net""#), false),
        (r#"{"trial":true}"#, priced(&["9.90"]), true),
        (r#"{"trial":true}"#, no_renewals, true),
        (r#"{"trial":true}"#, "{}".into(), true),
        (r#"{"trial":false}"#, priced(&["0.00"]), false),
        (r#"{"operation":"create"}"#, priced(&["0.00"]), true),
        (r#"{"operation":"update"}"#, priced(&["0.00"]), true),
        (r#"{"operation":"update"}"#, r#"{"renew_settings":{}}"#.into(), false),
    ];
    let mut failures = Vec::new();
    for (stated, input, expected) in rows {
        if report(stated, &input)["trial"] != expected {
            failures.push(format!("{stated} {input}: not {expected}"));
        }
    }
    let current = format!(r#"{{"operation":"update","current":{}}}"#, priced(&["0.00"]));
    for (update, expected) in [
        (r#"{"name":"N"}"#.to_owned(), true),
        (format!(r#"{{"variants":{}}}"#, variants(&["1"])), false),
        (r#"{"variants":[]}"#.to_owned(), false),
    ] {
        if report(&current, &update)["trial"] != expected {
            failures.push(format!("{update}: not {expected}"));
        }
    }
    verdict(&failures);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn a_trial_makes_auto_renewal_mandatory() {
    let off = "E trial-ar-not-enabled /renew_settings/renew_ar/enable";
    let free = "E trial-ar-not-required /renew_settings/renew_ar/required";
    let template = priced(&["0.00"]).replace(r#"{"enable":true,"required":true}"#, "#");
    filled(
        "",
        &template,
        &[
            (r#"{"enable":true,"required":true}"#, &[]),
            (r#"{"enable":true,"required":false}"#, &[free]),
            (r#"{"enable":true}"#, &[free]),
            (r#"{"enable":false,"required":true}"#, &[off]),
            (r#"{"required":true}"#, &[off]),
            ("{}", &[off, free]),
            (r#"{"enable":1,"required":true}"#, &["E type-mismatch /renew_settings/renew_ar/enable"]),
            (r#"{"enable":true,"required":1}"#, &["E type-mismatch /renew_settings/renew_ar/required"]),
            ("5", &["E type-mismatch /renew_settings/renew_ar"]),
        ],
    );
    let other = template.replace("[102,102]", "[102,103,103]");
    filled("", &other, &[("{}", &[off, free]), (r#"{"enable":true,"required":true}"#, &[])]);
    let broken = template.replace("[102,102]", "[102]");
    filled("", &broken, &[("{}", &["E chain-too-short /renew_settings/product_id_for_renew", off, free])]);
    let absent = template.replace(r#","renew_ar":#"#, "");
    products(&[
        ("", &absent, &[off, free]),
        (r#"{"trial":true}"#, &absent, &[off, free]),
        (r#"{"trial":false}"#, &absent, &["W no-kind-enabled /renew_settings"]),
    ]);
    let single = template.replace("[102,102]", "[101,101]");
    let in_single = "E trial-in-single /renew_settings/product_id_for_renew";
    filled(
        "",
        &single,
        &[
            (r#"{"enable":true}"#, &[in_single]),
            (r#"{"enable":false}"#, &[in_single, off]),
            (
                r#"{"enable":true,"required":false}"#,
                &[in_single, "E ar-required-in-single /renew_settings/renew_ar/required"],
            ),
        ],
    );
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn a_trial_ignores_the_other_kinds() {
    let pmr = "W trial-kind-ignored /renew_settings/renew_pmr";
    let email = "W trial-kind-ignored /renew_settings/renew_email";
    let template = priced(&["0.00"]).replace(r#""required":true}"#, r#""required":true}#"#);
    filled(
        "",
        &template,
        &[
            (r#","renew_pmr":true,"renew_email":true"#, &[pmr, email]),
            (r#","renew_pmr":true"#, &[pmr]),
            (r#","renew_email":true"#, &[email]),
            (r#","renew_pmr":false,"renew_email":false"#, &[]),
            (r#","renew_pmr":1"#, &["E type-mismatch /renew_settings/renew_pmr"]),
        ],
    );
    filled("", &template.replace("[102,102]", "[102,103,103]"), &[(r#","renew_email":true"#, &[email])]);
    // Only the minimum of AR applies to its term.
    let short = template.replace("P7D", "P3D");
    let below = r#"E term-below-minimum /licence_term {"kind":"ar","minimumDays":6,"shortestDays":3}"#;
    filled("", &short, &[("", &[below]), (r#","renew_pmr":true,"renew_email":true"#, &[below, pmr, email])]);
    let off = short.replace(r#""enable":true"#, r#""enable":false"#);
    filled("", &off, &[("", &[below, "E trial-ar-not-enabled /renew_settings/renew_ar/enable"])]);
    let zero = template.replace("P7D", "P0D");
    filled("", &zero, &[("", &["E term-zero /licence_term"])]);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn trial_prices_are_zero_with_two_decimals() {
    let form = |n: usize| format!("E trial-price-form /variants/{n}/price/common/price");
    let not_zero = |n: usize| format!("E trial-price-not-zero /variants/{n}/price/common/price");
    let mixed = || "W trial-mixed-prices /variants".to_owned();
    let stated = r#"{"trial":true}"#;
    let not = r#"{"trial":false}"#;
    let rows: Vec<(&str, Vec<&str>, Vec<String>)> = vec![
        ("", vec!["0.00"], vec![]),
        ("", vec!["0.00", "0", "0.00", "0.0"], vec![form(1), form(3)]),
        ("", vec!["00.00", "0.000"], vec![form(0), form(1)]),
        ("", vec!["9.90"], vec![]),
        ("", vec!["0", "9.90"], vec![mixed()]),
        (stated, vec!["0.00"], vec![]),
        (stated, vec!["0", "9.90", "0.00", "0.01"], vec![form(0), not_zero(1), not_zero(3)]),
        (stated, vec!["9.90"], vec![not_zero(0)]),
        (not, vec!["0", "9.90"], vec![]),
        (not, vec!["0"], vec![]),
    ];
    let rows: Vec<(&str, String, Vec<&str>)> = rows
        .iter()
        .map(|(stated, amounts, expected)| (*stated, priced(amounts), expected.iter().map(String::as_str).collect()))
        .collect();
    let rows: Vec<Row<'_>> =
        rows.iter().map(|(stated, input, expected)| (*stated, input.as_str(), expected.as_slice())).collect();
    products(&rows);
    // A malformed amount counts neither as zero nor as a price.
    plain_products(&[(&priced(&["0.00", "free"]), &["E price-format /variants/1/price/common/price"])]);
    let without = format!(r#"{{"variants":{}}}"#, variants(&["0", "9.90"]));
    plain_products(&[(&without, &[])]);
    products(&[(
        stated,
        &format!(r#"{{"licence_term":"P7D","variants":{}}}"#, variants(&["0", "9.90", "x"])),
        &[
            "E renew-settings-missing /renew_settings",
            "E trial-price-form /variants/0/price/common/price",
            "E trial-price-not-zero /variants/1/price/common/price",
            "E price-format /variants/2/price/common/price",
        ],
    )]);
}

#[test]
fn trial_option_requires_variants() {
    let settings = r#"{"id":101,"licence_term":"P7D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}}#}"#;
    let missing: &[&str] = &["E missing-field /variants"];
    let rows: &[(&str, &[&str])] =
        &[("", missing), (r#","variants":[]"#, missing), (r#","variants":5"#, &["E type-mismatch /variants"])];
    filled(r#"{"trial":true}"#, settings, rows);
    let created = settings.replace(r#""id":101"#, r#""family_name":"F","name":"N""#);
    filled(r#"{"trial":true,"operation":"create"}"#, &created, &rows[1..]);
    filled("", settings, &[("", &[])]);
    filled(r#"{"trial":false}"#, settings, &[("", &[]), (r#","variants":[]"#, &[])]);
    let unknown: &[&str] = &[r#"I not-checked {"needs":["current"]}"#];
    filled(r#"{"trial":true,"operation":"update"}"#, settings, &[("", unknown), (r#","variants":[]"#, unknown)]);
    filled(r#"{"trial":true,"operation":"update","current":{}}"#, settings, &[("", &[]), (r#","variants":[]"#, &[])]);
}
