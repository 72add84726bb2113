//! Tests safe fixes that depend on the options or on other products.

use renewal_rules::{CatalogueCheck, CatalogueReport, Code, Options, check, check_catalogue_lines, fix_all};
use renewal_rules_oracle::cases::{only, options};

#[test]
fn update_fixes_only_sent_fields() {
    let rows = [
        (r#""id":"101""#, r#""id":101"#),
        (r#""family_name":5"#, r#""family_name":"5""#),
        (r#""name":5"#, r#""name":"5""#),
        (r#""license_type":5"#, r#""license_type":"5""#),
        (r#""licence_term":"p6d""#, r#""licence_term":"P6D""#),
        (
            r#""renew_settings":{"product_id_for_renew":[102]}"#,
            r#""renew_settings":{"product_id_for_renew":[102,102]}"#,
        ),
        (r#""localization_values":{"en-US":{}}"#, r#""localization_values":{"en_US":{}}"#),
        (
            r#""variants":[{"vendor_code":"V","sku":5,"price":{}}]"#,
            r#""variants":[{"vendor_code":"V","sku":"5","price":{}}]"#,
        ),
        (r#""licenc_term":"P6D""#, r#""licence_term":"P6D""#),
    ];
    for (wrong, fixed) in rows {
        let (sent, other) = (format!("{{{wrong}}}"), r#"{"x":1}"#);
        let update =
            |current: &str| options(&format!(r#"{{"operation":"update","productId":101,"current":{current}}}"#));
        assert_eq!(fix_all(&sent, &update("{}")).text, format!("{{{fixed}}}"));
        let unfixed = fix_all(other, &update(&sent));
        assert_eq!(unfixed.text, other);
        assert!(
            !unfixed.report.diagnostics.is_empty()
                && unfixed.report.diagnostics.iter().all(|found| found.fix.is_none()),
            "{wrong}: {:?}",
            unfixed.report.diagnostics
        );
    }
}

#[test]
fn update_of_unknown_product_gets_no_required_switch() {
    let product = r#"{"renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}},"variants":[{"price":{"common":{"price":"0.00"}}}]}"#;
    let is_fixed = |stated: &str| {
        let stated = format!(r#"{{"operation":"update","trial":true{stated}}}"#);
        only(product, &stated, Code::TrialArNotRequired).map(|found| found.fix.is_some())
    };
    assert_eq!(is_fixed(""), Some(false));
    assert_eq!(is_fixed(r#","productId":100"#), Some(true));
    assert_eq!(is_fixed(r#","productId":101"#), None);
}

#[test]
fn amount_is_fixed_unless_the_product_may_become_a_free_trial() {
    let is_fixed = |second: &str| {
        let product = format!(
            r#"{{"renew_settings":{{"product_id_for_renew":[1,1]}},"variants":[{{"price":{{"common":{{"price":0}}}}}},{{"price":{second}}}]}}"#
        );
        let found = check(&product, &Options::default()).diagnostics;
        found.iter().any(|one| one.path == "/variants/0/price/common/price" && one.fix.is_some())
    };
    assert!(!is_fixed(r#"{"common":{"price":0}}"#));
    for second in [r#"{"common":{"price":"9.90"}}"#, r#"{"common":{}}"#, r#"{"common":0}"#, r#"{"common":"0"}"#, "0"] {
        assert!(is_fixed(second), "{second}");
    }
}

#[test]
fn fixes_of_ids_are_the_same_in_chunks() {
    for ids in [
        [r#""id":2"#, r#""id":"2""#],
        [r#""id":"2""#, r#""id":2"#],
        [r#""ID":"2""#, r#""id":2"#],
        [r#""id":"2""#, r#""id":"3""#],
    ] {
        let products = ids.map(|id| format!(r#"{{{id},"licence_term":"p1m"}}"#));
        let mut check = CatalogueCheck::new(&Options::default());
        for product in &products {
            let mut next = CatalogueCheck::new(&Options::default());
            next.push(product);
            check.append(next);
        }
        let fixes =
            |report: CatalogueReport| -> Vec<_> { report.diagnostics.into_iter().map(|found| found.fix).collect() };
        let whole = check_catalogue_lines(products.join("\n"), &Options::default());
        assert_eq!(fixes(check.finish()), fixes(whole), "{products:?}");
    }
}
