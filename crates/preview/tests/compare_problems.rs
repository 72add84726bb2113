//! Compares the diagnostics of two versions: appeared, disappeared, reordered, malformed.

use renewal_rules::{Code, Severity};
use renewal_rules_preview::compare::Change;
use renewal_rules_preview::{compare, timeline};
use serde_json::{Value, json};

use super::compare::{CATALOGUE, compared, id, only, variants_of_a_pair, with};

#[test]
fn warning_that_becomes_an_error_is_new() {
    let product = |term: &str| {
        format!(
            r#"{{"id":1,"licence_term":"{term}","renew_settings":{{"product_id_for_renew":[1,1],"renew_email":true}}}}"#
        )
    };
    let short = |problems: &[renewal_rules_preview::compare::Problem]| -> Vec<Severity> {
        let problems = problems.iter();
        problems
            .filter(|problem| problem.diagnostic.code == Code::TermBelowMinimum)
            .map(|problem| problem.diagnostic.severity)
            .collect()
    };
    let worse = compared(product("P5D"), product("P3D"));
    assert!(short(&worse.appeared).contains(&Severity::Error));
    assert!(short(&worse.disappeared).contains(&Severity::Warning));
    // Diagnostics that differ only in the term of their message count as the same one.
    let alike = compared(product("P5D"), product("P6D"));
    assert!(alike.appeared.is_empty() && alike.disappeared.is_empty(), "{alike:#?}");
}

#[test]
fn not_checked_is_compared_by_needs() {
    let set_up = |pmr: bool| {
        format!(
            r#"{{"id":1,"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[2,2],"renew_ar":{{"enable":true}},"renew_pmr":{pmr}}}}}"#
        )
    };
    let needs = |problems: &[renewal_rules_preview::compare::Problem]| -> Vec<Value> {
        let problems = problems.iter();
        problems
            .filter(|problem| problem.diagnostic.code == Code::NotChecked)
            .map(|problem| serde_json::to_value(problem.diagnostic.params.get("needs")).unwrap())
            .collect()
    };
    let comparison = compared(set_up(false), set_up(true));
    let both = json!(["limits.pmrOnlineMinDays", "limits.pmrOfflineMinDays"]);
    assert_eq!(needs(&comparison.appeared), [both]);
    assert!(needs(&comparison.disappeared).is_empty());
}

#[test]
fn diagnostics_do_not_depend_on_position() {
    let bad = r#"{"id":7,"licence_term":"P1W"}"#;
    let moved = compared(format!("[{bad}]"), format!(r#"[{{"id":8}},{bad}]"#));
    assert!(moved.appeared.is_empty() && moved.disappeared.is_empty(), "{moved:#?}");
    let fixed = compared(format!("[{bad}]"), r#"[{"id":7,"licence_term":"P7D"}]"#);
    assert_eq!(fixed.disappeared[0].diagnostic.code, Code::TermFormat);
    assert_eq!(fixed.disappeared[0].diagnostic.path, "/0/licence_term");
}

#[test]
fn another_order_of_the_variants_is_a_change() {
    let old = variants_of_a_pair(["A1", "A2"], ["B1", "B2"]);
    let new = variants_of_a_pair(["A1", "A2"], ["B2", "B1"]);
    let comparison = compared(&old, &new);
    let [Change::Order { step: 1, positions }] = only(&comparison, 1) else {
        panic!("{comparison:#?}");
    };
    let price = |variant: &Option<renewal_rules::catalogue::ShownVariant>| -> Option<String> {
        variant.as_ref()?.price.price.clone()
    };
    assert_eq!(positions.len(), 2);
    assert_eq!(positions[0].position, 0);
    assert_eq!(price(&positions[0].old).as_deref(), Some("5.00"));
    assert_eq!(price(&positions[0].new).as_deref(), Some("600.00"));

    let new = variants_of_a_pair(["A2", "A1"], ["B1", "B2"]);
    let comparison = compared(&old, &new);
    assert!(matches!(only(&comparison, 1), [Change::Order { step: 0, .. }]));
}

#[test]
fn a_variant_at_the_end_moves_no_other() {
    let comparison = with(
        r#"{"vendor_code":"V","sku":"S3","#,
        r#"{"vendor_code":"V","sku":"S0","price":{"common":{"currency":"USD","price":"1"}}},{"vendor_code":"V","sku":"S3","#,
    );
    let moved = |changes: &[Change]| {
        let mut changes = changes.iter();
        changes.any(|change| matches!(change, Change::Order { step: 2, .. }))
    };
    assert!(moved(only(&comparison, 101)));
    let comparison = with(
        r#""price":"9.90"}}}]"#,
        r#""price":"9.90"}}},{"vendor_code":"V","sku":"S0","price":{"common":{"currency":"USD","price":"1"}}}]"#,
    );
    assert!(!moved(only(&comparison, 101)));
}

#[test]
fn a_product_that_becomes_a_renewal_shows_its_own_changes() {
    let alone = CATALOGUE;
    let renewal = CATALOGUE
        .replace("[200,200]", "[300,300]")
        .replace(r#""name":"Book""#, r#""name":"Book","licence_term":"P1M""#);
    for (old, new) in [(alone, renewal.as_str()), (renewal.as_str(), alone)] {
        let comparison = compared(old, new);
        let changed: Vec<_> = comparison.products.iter().map(|p| p.product_id).collect();
        assert_eq!(changed, [id(200), id(300)]);
        assert!(matches!(comparison.products[1].changes[..], [Change::Term { step: 0, .. }]));
    }
}

#[test]
fn unreachable_renewal_is_compared_separately() {
    let off = CATALOGUE.replace(r#""enable":true,"required":true"#, r#""enable":false"#);
    let comparison = compared(&off, off.replace("9.90", "12.90"));
    assert!(matches!(only(&comparison, 103), [Change::Price { step: 0, .. }]));
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn equal_amounts_in_other_spelling_are_the_same_price() {
    for (same, amounts) in
        [(true, ["9.9", "9.900", "09.90"].as_slice()), (false, ["9.91", "99.0", "0.99", "990"].as_slice())]
    {
        for amount in amounts {
            let new = CATALOGUE.replace("9.90", amount);
            let comparison = compared(CATALOGUE, &new);
            assert_eq!(!comparison.changed, same, "{amount}");
        }
    }
    let ten = CATALOGUE.replace("9.90", "10");
    let same = compared(&ten, ten.replace("\"10\"", "\"10.0\""));
    assert!(!same.changed);
    let tenfold = ten.replace("\"10\"", "\"100\"");
    assert!(compared(&ten, &tenfold).changed);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn malformed_field_is_not_reported_as_removed() {
    for malformed in [r#""9,90""#, "9.90", "null"] {
        let comparison = with(r#""9.90""#, malformed);
        let [Change::Price { old: Some(old), new: Some(new), .. }] = only(&comparison, 101) else {
            panic!("{comparison:#?}");
        };
        assert!(!old.malformed && new.malformed);
        assert_eq!(new.price, None);
    }
    let comparison = with(r#"{"common":{"currency":"USD","price":"9.90"}}"#, "5");
    let text = serde_json::to_string(&comparison).unwrap();
    assert!(text.contains(r#""malformed":true"#), "{text}");
    // Without a price there is no malformed price.
    let comparison = with(r#","price":"9.90""#, "");
    let text = serde_json::to_string(&comparison).unwrap();
    assert!(!text.contains("malformed"), "{text}");

    let comparison = with(r#""name":"Tool","licence_term":"P1M""#, r#""name":"Tool","licence_term":"P1W""#);
    assert!(
        only(&comparison, 200)
            .iter()
            .any(|change| matches!(change, Change::Term { new: None, is_malformed: true, .. })),
        "{comparison:#?}"
    );
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn moved_diagnostic_is_neither_new_nor_gone() {
    let product = |variants: &[&str], chain: &str| {
        let variants = variants.iter().map(|variant| {
            let (sku, price) = variant.split_once(' ').unwrap();
            format!(
                r#"{{"vendor_code":"V","sku":"{sku}","price":{{"common":{{"currency":"USD","price":"{price}"}}}}}}"#
            )
        });
        let variants: Vec<_> = variants.collect();
        format!(
            r#"{{"licence_term":"P1M","renew_settings":{{"product_id_for_renew":{chain},"renew_pmr":true}},"variants":[{}]}}"#,
            variants.join(",")
        )
    };
    let codes = |problems: &[renewal_rules_preview::compare::Problem]| -> Vec<(Code, String)> {
        let problems = problems.iter();
        problems.map(|problem| (problem.diagnostic.code, problem.diagnostic.path.clone())).collect()
    };
    let between = |old: &str, new: &str| {
        let comparison = compared(old, new);
        (codes(&comparison.appeared), codes(&comparison.disappeared))
    };
    let unmoved = (Vec::new(), Vec::new());
    let price = |index: usize| {
        let path = format!("/variants/{index}/price/common/price");
        vec![(Code::PriceFormat, path)]
    };

    // A variant with a diagnostic moves among others that have one.
    let old = product(&["A x", "B y", "C 1.00"], "[2,2]");
    let new = product(&["D 1.00", "B y", "C 1.00", "A x"], "[2,2]");
    assert_eq!(between(&old, &new), unmoved);
    // Another variant at the same index has a diagnostic of its own.
    let old = product(&["A x", "B 1.00"], "[2,2]");
    let new = product(&["B y", "A 1.00"], "[2,2]");
    assert_eq!(between(&old, &new), (price(0), price(0)));
    let new = product(&["A 1.00", "B y"], "[2,2]");
    assert_eq!(between(&old, &new), (price(1), price(0)));
    // Removing a variant removes its diagnostic; one more of the same kind is new.
    let new = product(&["B 1.00"], "[2,2]");
    assert_eq!(between(&old, &new), (Vec::new(), price(0)));
    let new = product(&["A x", "B y"], "[2,2]");
    assert_eq!(between(&old, &new), (price(1), Vec::new()));

    // Chain elements are matched after a move, too.
    let old = product(&["A 1.00"], r#"[2,"x",3,3]"#);
    let new = product(&["A 1.00"], r#"[4,2,"x",3,3]"#);
    assert_eq!(between(&old, &new), unmoved);

    // So are products without an id.
    let bad = product(&["A x"], "[2,2]");
    let old = format!("[{bad}]");
    let new = format!(r#"[{{"id":2,"licence_term":"P1M"}},{bad}]"#);
    assert_eq!(between(&new, &new.replace("[{\"id\":2", "[{\"id\":9},{\"id\":2")), unmoved);
    let (appeared, _) = between(&old, &new);
    assert_eq!(appeared, []);
}

#[test]
fn non_setups_are_rejected() {
    let options = compare::CompareOptions::default();
    let error = compare("[", "[]", &options).unwrap_err();
    assert!(matches!(error, compare::CompareError::Old(timeline::TimelineError::NotJson { .. })));
    let error = compare("[5]", "[]", &options).unwrap_err();
    assert_eq!(error, compare::CompareError::Old(timeline::TimelineError::NotProducts));
    let error = compare("[]", "1", &options).unwrap_err();
    assert_eq!(error, compare::CompareError::New(timeline::TimelineError::NotProducts));
    assert_eq!(
        error.to_string(),
        "the new version: this is not a product, an array of products, or one product a line",
    );
    let mut many = compare::CompareOptions::default();
    many.renewals = 1001;
    assert_eq!(compare("[]", "[]", &many), Err(compare::CompareError::TooManyRenewals(1001)));
    let wrong = compare::CompareOptions::from_json(r#"{"consent":"given"}"#).unwrap_err();
    assert!(wrong.to_string().starts_with("there is no option `consent`"));
}

#[test]
fn id_spelling_does_not_change_a_chain() {
    let text = |first: &str| {
        format!(
            r#"[{{"id":101,"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[{first},102,102],"renew_ar":{{"enable":true}}}}}},{{"id":102,"licence_term":"P1M"}}]"#
        )
    };
    let same = compared(text("103"), text("103.0"));
    assert!(same.appeared.is_empty() && same.disappeared.is_empty(), "{same:#?}");
}
