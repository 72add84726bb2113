//! Tests outlines, the patch that makes a free trial, and typed terms.

use renewal_rules::{TermUnit, apply_patch};
use renewal_rules_editor::{free_trial, outline, term};

#[test]
fn outline_reads_malformed_chain() {
    let text = r#"[{"id":101,"name":"A","renew_settings":{"product_id_for_renew":[102,"x",102,101,103]}},5]"#;
    let products = outline(text).unwrap();
    let ids: Vec<u64> = products[0].renewals.iter().map(|id| id.get()).collect();
    assert_eq!(ids, [102, 103]);
    assert_eq!((products[1].path.as_str(), products[1].initiates), ("/1", false));
    let decimal = r#"{"id":101,"renew_settings":{"product_id_for_renew":[102.0,1.02e2,103]}}"#;
    let ids = outline(decimal).unwrap().remove(0).renewals;
    assert_eq!(ids.iter().map(|id| id.get()).collect::<Vec<_>>(), [102, 103]);
    assert_eq!(outline("{}").unwrap()[0].path, "");
}

#[test]
fn free_trial_patch_fits_incomplete_products() {
    for (before, after) in [
        ("{}", r#"{"renew_settings":{"renew_ar":{"enable":true,"required":true}}}"#),
        (
            r#"{"renew_settings":{"renew_ar":5},"variants":[{"price":1},2,{}]}"#,
            r#"{"renew_settings":{"renew_ar":{"enable":true,"required":true}},"variants":[{"price":{"common":{"price":"0.00"}}},2,{"price":{"common":{"price":"0.00"}}}]}"#,
        ),
    ] {
        let made = apply_patch(before, &free_trial(before).unwrap()).unwrap();
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&made), value(after));
    }
    // There is no patch if the product or its `renew_settings` is not an object.
    for product in ["[]", "{", r#"{"renew_settings":[102,102]}"#, r#"{"renew_settings":null}"#] {
        assert_eq!(free_trial(product), None, "{product}");
    }
}

#[test]
fn term_joins_typed_number_and_unit() {
    assert_eq!(term("6", TermUnit::Days), "P6D");
    assert_eq!(term("1,5", TermUnit::Months), "P1,5M");
}
