//! Tests which changes between two versions of a catalogue matter to buyers.
use renewal_rules::{Code, Configuration, Consent, EffectiveKind, Input, LicenceTerm, Product, ProductId, Rejection};
use renewal_rules_formatters::comparison_table;
use renewal_rules_preview::compare;
use renewal_rules_preview::compare::{Change, Comparison, Presence, Situation};

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
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn equal_setups_have_no_changes() {
    let same = compared(CATALOGUE, CATALOGUE);
    assert!(!same.changed);
    assert_eq!(same.unchanged, 3);
    assert!(same.products.is_empty() && same.appeared.is_empty() && same.disappeared.is_empty());
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn order_and_layout_are_no_changes() {
    let mut products: Vec<serde_json::Value> = serde_json::from_str(CATALOGUE).unwrap();
    products.reverse();
    products[0]["license_type"] = "subscription".into();
    products[1]["vat"] = 20.into();
    let new = serde_json::Value::from(products);
    let options = compare::CompareOptions::from_json(r#"{"purchaseDate":"2026-01-31"}"#).unwrap();
    assert!(!compare(CATALOGUE, &new, &options).unwrap().changed);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn shorter_term_changes_the_kind() {
    let comparison = with(r#""name":"Tool","licence_term":"P1M""#, r#""name":"Tool","licence_term":"P5D""#);
    let changes = only(&comparison, 200);
    let Change::Kind { situations, old, new, lost, gained, .. } = &changes[0] else {
        panic!("{changes:#?}");
    };
    assert_eq!((*old, *new), (Some(EffectiveKind::Ar), Some(EffectiveKind::Email)));
    assert_eq!(*lost, [Rejection::TermBelowMinimum]);
    assert_eq!(*gained, []);
    assert!(situations.iter().all(|situation| situation.consent == Consent::Given));
    assert!(changes.contains(&Change::Term {
        step: 0,
        old: Some(LicenceTerm::months(1)),
        new: Some(LicenceTerm::days(5)),
        was_malformed: false,
        is_malformed: false,
    }));
    let codes: Vec<_> = comparison.appeared.iter().map(|p| p.diagnostic.code).collect();
    assert_eq!(codes, [Code::TermBelowMinimum; 2]);
    assert_eq!(comparison.appeared[0].product_id, id(200));
    assert!(comparison.disappeared.is_empty());
}

#[test]
fn a_price_of_a_renewal_changes_for_its_initiator() {
    let comparison = with("9.90", "12.90");
    let changes = only(&comparison, 101);
    let [Change::Price { step, sku, old_sku, old, new }] = changes else {
        panic!("{changes:#?}");
    };
    assert_eq!((*step, sku.as_deref()), (2, Some("S3")));
    assert_eq!(old_sku, sku);
    assert_eq!(old.as_ref().unwrap().price.as_deref(), Some("9.90"));
    assert_eq!(new.as_ref().unwrap().price.as_deref(), Some("12.90"));
}

#[test]
fn a_product_without_renewals_is_compared_too() {
    let comparison = with("3.00", "4.00");
    assert!(matches!(only(&comparison, 300), [Change::Price { step: 0, .. }]));
}

#[test]
fn an_article_changes_where_it_is_ordered() {
    let comparison = with("T1-AR", "T2-AR");
    let changes = only(&comparison, 200);
    // Reported once, because the renewal is the same product in both.
    let [Change::Article { step: 0, situations, old, .. }] = changes else {
        panic!("{changes:#?}");
    };
    assert!(situations.iter().all(|each| each.consent == Consent::Given));
    assert_eq!(old.as_deref(), Some("T1-AR"));
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn changed_comment_is_reported_where_shown() {
    // A trial shows the comment for manual renewal only if consent is unavailable.
    let manual = with("\"Ends.\"", "\"Stops.\"");
    let Change::Comment { step: 0, situations, .. } = &manual.products[0].changes[0] else {
        panic!("{manual:#?}");
    };
    assert_eq!(situations.len(), 2);
    let is_unavailable = |each: &Situation| each.consent == Consent::Unavailable;
    assert!(situations.iter().all(is_unavailable), "{situations:#?}");

    let comparison = with("Renews by itself.", "Renews monthly.");
    let trial = &comparison.products[0];
    let Change::Comment { locale, situations, .. } = &trial.changes[0] else {
        panic!("{trial:#?}");
    };
    assert_eq!((locale.as_str(), situations.len()), ("en_US", 4));
    let tool = &comparison.products[1];
    let Change::Comment { situations, .. } = &tool.changes[0] else {
        panic!("{tool:#?}");
    };
    assert_eq!(situations.len(), 2);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn initiator_switches_choose_the_renewals_comment() {
    use Consent::{Declined, Given, Unavailable};

    // A scenario is reached if a kind applies; PMR always does, except in a trial.
    let shown = |settings: &str, price: &str, comment: &str| -> Vec<Situation> {
        let set_up = |changed: &str| {
            let comments = r#""comment_for_product_for_AR":"AR","comment_for_product_for_MR":"MR""#;
            let comments = comments.replace(&format!(r#":"{comment}""#), &format!(r#":"{changed}""#));
            format!(
                r#"[{{"id":1,"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[2,2],{settings}}},
                "variants":[{{"sku":"S","price":{{"common":{{"currency":"USD","price":"{price}"}}}}}}]}},
                {{"id":2,"licence_term":"P1M","localization_values":{{"en_US":{{{comments}}}}}}}]"#
            )
        };
        let comparison = compared(set_up(comment), set_up("other"));
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
    let mut options = compare::CompareOptions::default();
    options.product_id = id(200);
    let comparison = compare(&new, &changed, &options).unwrap();
    let [Change::Comment { situations, .. }] = only(&comparison, 200) else {
        panic!("{comparison:#?}");
    };
    assert!(situations.iter().all(|each| each.consent == Consent::Given));
}

#[test]
fn a_shorter_chain_changes_the_offers() {
    let comparison = with("[102,103,103]", "[103,103]");
    let product = &comparison.products[0];
    assert_eq!(product.last_step, 2);
    assert_eq!(
        product.changes[0],
        Change::Configuration { old: Some(Configuration::Chain), new: Some(Configuration::Pair) },
    );
    assert!(matches!(&product.changes[1], Change::Chain { old, new } if (old.len(), new.len()) == (2, 1)));
    assert!(product.changes.contains(&Change::Name { step: 1, old: Some("Year".into()), new: Some("Month".into()) }));
    assert!(product.changes.iter().any(|change| matches!(change, Change::Article { step: 1, .. })));
    // Later renewals do not change.
    assert!(!product.changes.iter().any(|change| matches!(change, Change::Price { step: 2, .. })));
    // A product that is no longer a renewal becomes a purchase of its own.
    assert_eq!((comparison.products.len(), comparison.unchanged), (1, 3));
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn renewals_that_are_turned_off_are_no_longer_offered() {
    let comparison = with(r#""enable":true},"renew_email":true"#, r#""enable":false}"#);
    let changes = only(&comparison, 200);
    assert!(changes.iter().any(|change| matches!(
        change,
        Change::Kind { old: Some(EffectiveKind::Ar), new: None, lost, .. } if *lost == [Rejection::Disabled]
    )));
    assert!(changes.iter().any(|change| matches!(
        change,
        Change::Offer { step: 1, situations, old: Some(_), new: None } if situations.len() == 6
    )));
    assert_eq!(comparison.appeared[0].diagnostic.code, Code::NoKindEnabled);
}

#[test]
fn trial_with_a_price_is_no_trial() {
    let comparison = with("0.00", "1.00");
    let changes = only(&comparison, 101);
    assert_eq!(changes[0], Change::Trial { old: true, new: false });
    assert!(changes.iter().any(|change| matches!(
        change,
        Change::Kind { old: Some(EffectiveKind::ArTrial), new: Some(EffectiveKind::Ar), .. }
    )));
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn added_and_removed_products_are_reported() {
    let shorter = CATALOGUE.replace(r#"{"id":300"#, r#"{"id":301"#);
    let comparison = compared(CATALOGUE, &shorter);
    let presences: Vec<_> = comparison.products.iter().map(|product| (product.product_id, product.presence)).collect();
    assert_eq!(presences, [(id(300), Presence::Removed), (id(301), Presence::Added)]);
    assert!(matches!(&comparison.products[1].changes[..], [Change::Offer { step: 0, old: None, new: Some(_), .. }],));
}

#[test]
fn two_single_products_are_compared_whatever_their_ids() {
    let product = |id: u64, term: &str| {
        format!(
            r#"{{"id":{id},"licence_term":"{term}","renew_settings":{{"product_id_for_renew":[{id},{id}],"renew_ar":{{"enable":true}}}}}}"#
        )
    };
    let options = compare::CompareOptions::from_json(r#"{"purchaseDate":"2026-01-31"}"#).unwrap();
    let same = compare(product(1, "P1M"), product(2, "P1M"), &options).unwrap();
    assert!(!same.changed, "{same:#?}");
    let shorter = compare(product(1, "P1M"), product(2, "P2M"), &options).unwrap();
    assert!(shorter.changed);
    assert!(shorter.appeared.is_empty() && shorter.disappeared.is_empty());
}

/// Builds a pair whose products have two variants each; the renewal's second variant costs ten times more.
pub(super) fn variants_of_a_pair(initiator: [&str; 2], renewal: [&str; 2]) -> String {
    let variants = |skus: [&str; 2]| {
        let variants = skus.map(|sku| {
            let price = if sku.ends_with('1') { "5.00" } else { "600.00" };
            format!(
                r#"{{"vendor_code":"V","sku":"{sku}","price":{{"common":{{"currency":"USD","price":"{price}"}}}}}}"#
            )
        });
        variants.join(",")
    };
    format!(
        r#"[{{"id":1,"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[2,2],"renew_ar":{{"enable":true}}}},"variants":[{}]}},
            {{"id":2,"licence_term":"P1M","variants":[{}]}}]"#,
        variants(initiator),
        variants(renewal),
    )
}

#[test]
fn selected_product_is_compared_alone() {
    let new = CATALOGUE.replace("9.90", "8.90").replace("3.00", "4.00");
    let mut options = compare::CompareOptions::default();
    options.product_id = id(300);
    let comparison = compare(CATALOGUE, &new, &options).unwrap();
    assert_eq!(only(&comparison, 300).len(), 1);
    options.product_id = id(9);
    assert_eq!(compare(CATALOGUE, &new, &options), Err(compare::CompareError::NoSuchProduct(id(9).unwrap())),);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn timelines_are_compared_on_request() {
    let new = CATALOGUE.replace("P14D", "P30D");
    let options = compare::CompareOptions::from_json(r#"{"purchaseDate":"2026-01-01","renewals":3}"#).unwrap();
    let comparison = compare(CATALOGUE, &new, &options).unwrap();
    let timelines: Vec<_> = only(&comparison, 101)
        .iter()
        .filter_map(|change| match change {
            Change::Timeline { situations, periods, .. } => Some((situations, periods)),
            _ => None,
        })
        .collect();
    // If consent is unavailable nothing renews; only the purchased term gets longer.
    assert_eq!(timelines.len(), 2);
    assert_eq!((timelines[0].0.len(), timelines[0].1.len()), (4, 4));
    assert_eq!((timelines[1].0.len(), timelines[1].1.len()), (2, 1));
    let first = &timelines[0].1[1];
    assert_eq!(first.number, 1);
    assert_eq!(first.new.as_ref().unwrap().start.to_string(), "2026-01-31");
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn a_large_renewal_that_many_initiators_share_is_read_once() {
    let set_up = |price: &str| {
        let variants: Vec<_> = (0..1000)
            .map(|number| {
                format!(
                    r#"{{"vendor_code":"V","sku":"S{number}","price":{{"common":{{"currency":"USD","price":"{price}"}}}}}}"#
                )
            })
            .collect();
        let mut products = vec![format!(r#"{{"id":1,"licence_term":"P1M","variants":[{}]}}"#, variants.join(","))];
        products.extend((2..302).map(|id| {
            format!(
                r#"{{"id":{id},"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[1,1],"renew_ar":{{"enable":true}}}}}}"#
            )
        }));
        format!("[{}]", products.join(","))
    };
    let options = compare::CompareOptions::from_json(r#"{"purchaseDate":"2026-01-31"}"#).unwrap();
    let (old, new) = (set_up("1.00"), set_up("2.00"));
    let comparison = compare(&old, &old, &options).unwrap();
    assert_eq!((comparison.changed, comparison.unchanged), (false, 300));
    let changed = compare(&old, &new, &options).unwrap();
    assert_eq!(changed.products.len(), 300);
    assert_eq!(changed.products[0].changes.len(), 1000);
}

#[test]
fn a_comparison_is_data() {
    let comparison = with("9.90", "12.90");
    assert_eq!(
        serde_json::to_value(&comparison).unwrap(),
        serde_json::json!({
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

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn typed_products_are_compared() {
    let products: Vec<Product> = serde_json::from_str(CATALOGUE).unwrap();
    let same = compared(&products, CATALOGUE);
    assert!(!same.changed);
}

#[test]
fn a_comparison_is_a_table() {
    let old = r#"[{"id":1,"name":"A_b","licence_term":"P1M","renew_settings":{"product_id_for_renew":[1,1],"renew_ar":{"enable":true}}},{"id":2,"licence_term":"P1M"}]"#;
    let new = r#"[{"id":1,"name":"A_b","licence_term":"P5D","renew_settings":{"product_id_for_renew":[1,1],"renew_ar":{"enable":true}}},{"id":3,"licence_term":"P1M"}]"#;
    let table = |old, new| {
        let options = compare::CompareOptions::from_json(r#"{"purchaseDate":"2026-01-31"}"#).unwrap();
        comparison_table(&compare(old, new, &options).unwrap())
    };
    insta::assert_snapshot!("comparison", table(old, new));
    assert!(table(old, old).starts_with("Nothing"));
}
