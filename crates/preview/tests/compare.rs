//! Tests which changes between two versions of a catalogue matter to buyers. Their wording is in `compare_text.rs`.

use renewal_rules::{Consent, Input, Product, ProductId};
use renewal_rules_preview::compare;
use renewal_rules_preview::compare::{Change, CompareError, CompareOptions, Comparison, Presence, Situation};
use serde_json::{Value, json};

use super::products;

pub(super) const CATALOGUE: &str = r#"[
    {"id":101,"name":"Trial","licence_term":"P14D",
     "renew_settings":{"product_id_for_renew":[102,103,103],"renew_ar":{"enable":true,"required":true}},
     "localization_values":{"en_US":{"comment_for_product_for_AR":"Renews by itself.","comment_for_product_for_MR":"Ends."}},
     "variants":[{"vendor_code":"V","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]},
    {"id":102,"name":"Year","licence_term":"P12M",
     "variants":[{"vendor_code":"V","sku":"S2","sku_ar":"S2-AR","price":{"common":{"currency":"USD","price":"39.50"}}}]},
    {"id":103,"name":"Month","licence_term":"P1M",
     "variants":[{"vendor_code":"V","sku":"S3","price":{"common":{"currency":"USD","price":"9.90"}}}]},
    {"id":200,"name":"Tool","licence_term":"P1M",
     "renew_settings":{"product_id_for_renew":[200,200],"renew_ar":{"enable":true},"renew_email":true},
     "localization_values":{"en_US":{"comment_for_product_for_AR":"Renews by itself.","comment_for_product_for_MR":"Ends."}},
     "variants":[{"vendor_code":"V","sku":"T1","sku_ar":"T1-AR","price":{"common":{"currency":"USD","price":"5.00"}}}]},
    {"id":300,"name":"Book",
     "variants":[{"vendor_code":"V","sku":"B1","price":{"common":{"currency":"USD","price":"3.00"}}}]}
]"#;

/// Returns the catalogue with a term below the minimum and a changed price.
pub(super) fn shortened() -> String {
    CATALOGUE
        .replace(r#""name":"Tool","licence_term":"P1M""#, r#""name":"Tool","licence_term":"P5D""#)
        .replace("9.90", "12.90")
}

/// Compares two versions with default options.
pub(super) fn compared<'a>(old: impl Into<Input<'a>>, new: impl Into<Input<'a>>) -> Comparison {
    compare(old, new, &compare::CompareOptions::default()).unwrap()
}

pub(super) fn with(from: &str, to: &str) -> Comparison {
    assert!(CATALOGUE.contains(from), "{from}");
    compared(CATALOGUE, CATALOGUE.replace(from, to))
}

pub(super) fn id(number: u64) -> Option<ProductId> {
    ProductId::new(number)
}

/// Returns the changes of the only product that changes.
pub(super) fn only(comparison: &Comparison, product: u64) -> &[Change] {
    assert!(comparison.changed);
    assert_eq!(comparison.products.len(), 1, "{comparison:#?}");
    assert_eq!(comparison.products[0].product_id, id(product));
    assert_eq!(comparison.products[0].presence, Presence::Both);
    &comparison.products[0].changes
}

#[test]
fn order_layout_and_type_cause_no_change() {
    let options = CompareOptions::from_json(r#"{"purchaseDate":"2026-01-31"}"#).unwrap();
    let mut reordered: Vec<Value> = serde_json::from_str(CATALOGUE).unwrap();
    reordered.reverse();
    reordered[0]["license_type"] = "subscription".into();
    reordered[1]["vat"] = 20.into();
    let reordered = Value::from(reordered);
    let typed: Vec<Product> = serde_json::from_str(CATALOGUE).unwrap();
    for new in [Input::from(CATALOGUE), Input::from(&reordered), Input::from(&typed)] {
        let same = compare(CATALOGUE, new, &options).unwrap();
        assert!(!same.changed);
        assert_eq!(same.unchanged, 3);
        assert!(same.products.is_empty());
    }
    let same = compared(CATALOGUE, CATALOGUE);
    assert!(same.appeared.is_empty() && same.disappeared.is_empty());
}

#[test]
fn initiator_switches_choose_the_renewals_comment() {
    use Consent::{Declined, Given, Unavailable};

    // Returns the scenarios that a change of this comment affects: those in which a renewal kind applies and the buyer
    // sees the comment. PMR applies in every scenario, except for a free trial.
    let shown = |settings: &str, price: &str, comment: &str| -> Vec<Situation> {
        let catalogue = |changed: &str| {
            let comments = r#""comment_for_product_for_AR":"AR","comment_for_product_for_MR":"MR""#;
            let comments = comments.replace(&format!(r#":"{comment}""#), &format!(r#":"{changed}""#));
            format!(
                r#"[{{"id":1,"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[2,2],{settings}}},
                "variants":[{{"sku":"S","price":{{"common":{{"currency":"USD","price":"{price}"}}}}}}]}},
                {{"id":2,"licence_term":"P1M","localization_values":{{"en_US":{{{comments}}}}}}}]"#
            )
        };
        let comparison = compared(catalogue(comment), catalogue("other"));
        let changes = comparison.products.into_iter().flat_map(|p| p.changes);
        changes
            .flat_map(|change| match change {
                Change::Comment { step: 1, situations, .. } => situations,
                other => panic!("{other:#?}"),
            })
            .collect()
    };
    let with = |consents: &[Consent]| -> Vec<Situation> {
        Situation::all().filter(|situation| consents.contains(&situation.consent)).collect()
    };
    let cases: [(&str, &str, &[Consent], &[Consent]); 4] = [
        // Without AR the comment for auto renewal is never shown, whatever the consent.
        (r#""renew_ar":{"enable":false},"renew_pmr":true"#, "1.00", &[], &[Given, Declined, Unavailable]),
        (r#""renew_ar":{"enable":true},"renew_pmr":true"#, "1.00", &[Given], &[Declined, Unavailable]),
        (r#""renew_ar":{"enable":true,"required":true},"renew_pmr":true"#, "1.00", &[Given, Declined], &[Unavailable]),
        // A trial is not renewed if consent is unavailable.
        (r#""renew_ar":{"enable":true,"required":true},"renew_pmr":true"#, "0.00", &[Given, Declined], &[]),
    ];
    for (settings, price, auto, manual) in cases {
        assert_eq!(shown(settings, price, "AR"), with(auto), "{settings} {price}");
        assert_eq!(shown(settings, price, "MR"), with(manual), "{settings} {price}");
    }
}

#[test]
fn self_renewing_products_are_never_mandatory() {
    let new = CATALOGUE
        .replace(r#"[200,200],"renew_ar":{"enable":true}"#, r#"[200,200],"renew_ar":{"enable":true,"required":true}"#);
    let changed = new.replace("Renews by itself.", "Renews monthly.");
    let mut options = CompareOptions::default();
    options.product_id = id(200);
    let comparison = compare(&new, &changed, &options).unwrap();
    let [Change::Comment { situations, .. }] = only(&comparison, 200) else {
        panic!("{comparison:#?}");
    };
    assert!(situations.iter().all(|each| each.consent == Consent::Given));
}

#[test]
fn two_single_products_are_compared_despite_ids() {
    let options = CompareOptions::from_json(r#"{"purchaseDate":"2026-01-31"}"#).unwrap();
    let same = compare(products("1 P1M - [1,1] ar"), products("2 P1M - [2,2] ar"), &options).unwrap();
    assert!(!same.changed, "{same:#?}");
    let longer = compare(products("1 P1M - [1,1] ar"), products("2 P2M - [2,2] ar"), &options).unwrap();
    assert!(longer.changed);
    assert!(longer.appeared.is_empty() && longer.disappeared.is_empty());
}

#[test]
fn selected_product_is_compared_alone() {
    let new = CATALOGUE.replace("9.90", "8.90").replace("3.00", "4.00");
    let mut options = CompareOptions::default();
    options.product_id = id(300);
    let comparison = compare(CATALOGUE, &new, &options).unwrap();
    assert_eq!(only(&comparison, 300).len(), 1);
    options.product_id = id(9);
    assert_eq!(compare(CATALOGUE, &new, &options), Err(CompareError::NoSuchProduct(id(9).unwrap())));
}

#[test]
fn shared_large_renewal_is_compared_quickly() {
    let catalogue = |price: &str| {
        let variants: Vec<_> = (0..1000).map(|number| format!("V{number}={price}")).collect();
        let initiators: Vec<_> = (2..302).map(|id| format!("{id} P1M - [1,1] ar")).collect();
        products(&format!("1 P1M {};{}", variants.join("|"), initiators.join(";")))
    };
    let options = CompareOptions::from_json(r#"{"purchaseDate":"2026-01-31"}"#).unwrap();
    let (old, new) = (catalogue("1.00"), catalogue("2.00"));
    let comparison = compare(&old, &old, &options).unwrap();
    assert_eq!((comparison.changed, comparison.unchanged), (false, 300));
    let changed = compare(&old, &new, &options).unwrap();
    assert_eq!(changed.products.len(), 300);
    assert_eq!(changed.products[0].changes.len(), 1000);
}

#[test]
fn comparison_is_serialised() {
    let comparison = with("9.90", "12.90");
    assert_eq!(
        serde_json::to_value(&comparison).unwrap(),
        json!({
            "changed": true,
            "products": [{
                "productId": 101, "name": "Trial", "presence": "both", "lastStep": 2,
                "changes": [{
                    "aspect": "price", "step": 2, "sku": "S3", "oldSku": "S3",
                    "old": {"price": "9.90", "currency": "USD"},
                    "new": {"price": "12.90", "currency": "USD"},
                }],
            }],
            "unchanged": 2,
            "appeared": [],
            "disappeared": [],
        }),
    );
    assert_eq!(Situation::all().count(), 6);
}
