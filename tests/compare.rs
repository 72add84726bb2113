//! What changes for buyers between two versions.

use proptest::prelude::*;
use renewal_rules::{
    Code, Configuration, Consent, EffectiveKind, LicenceTerm, Product, ProductId, Rejection,
    Severity, compare,
    compare::{Change, Comparison, Presence, Situation},
    timeline,
};
use serde_json::{Value, json};

const CATALOGUE: &str = r#"[
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

fn with(from: &str, to: &str) -> Comparison {
    assert!(CATALOGUE.contains(from), "{from}");
    compare(
        CATALOGUE,
        CATALOGUE.replace(from, to),
        &compare::Options::default(),
    )
    .unwrap()
}

fn id(number: u64) -> Option<ProductId> {
    ProductId::new(number)
}

/// The changes of the one product that changes.
fn only(comparison: &Comparison, product: u64) -> &[Change] {
    assert!(comparison.changed);
    assert_eq!(comparison.products.len(), 1, "{comparison:#?}");
    assert_eq!(comparison.products[0].product_id, id(product));
    assert_eq!(comparison.products[0].presence, Presence::Both);
    &comparison.products[0].changes
}

#[test]
fn the_same_set_up_changes_nothing() {
    let same = compare(CATALOGUE, CATALOGUE, &compare::Options::default()).unwrap();
    assert!(!same.changed);
    assert_eq!(same.unchanged, 3);
    assert!(same.products.is_empty() && same.appeared.is_empty() && same.disappeared.is_empty());
}

#[test]
fn order_layout_and_what_buyers_do_not_see_change_nothing() {
    let mut products: Vec<serde_json::Value> = serde_json::from_str(CATALOGUE).unwrap();
    products.reverse();
    products[0]["license_type"] = "subscription".into();
    products[1]["vat"] = 20.into();
    let new = serde_json::Value::from(products);
    let options = compare::Options::from_json(r#"{"purchaseDate":"2026-01-31"}"#).unwrap();
    assert!(!compare(CATALOGUE, &new, &options).unwrap().changed);
}

#[test]
fn a_shorter_term_turns_the_kind() {
    let comparison = with(
        r#""name":"Tool","licence_term":"P1M""#,
        r#""name":"Tool","licence_term":"P5D""#,
    );
    let changes = only(&comparison, 200);
    let Change::Kind {
        situations,
        old,
        new,
        lost,
        gained,
        ..
    } = &changes[0]
    else {
        panic!("{changes:#?}");
    };
    assert_eq!(
        (*old, *new),
        (Some(EffectiveKind::Ar), Some(EffectiveKind::Email))
    );
    assert_eq!(*lost, [Rejection::TermBelowMinimum]);
    assert_eq!(*gained, []);
    assert!(
        situations
            .iter()
            .all(|situation| situation.consent == Consent::Given)
    );
    assert!(changes.contains(&Change::Term {
        step: 0,
        old: Some(LicenceTerm::months(1)),
        new: Some(LicenceTerm::days(5)),
        was_malformed: false,
        is_malformed: false,
    }));
    let codes: Vec<_> = comparison
        .appeared
        .iter()
        .map(|p| p.diagnostic.code)
        .collect();
    assert_eq!(codes, [Code::TermBelowMinimum; 2]);
    assert_eq!(comparison.appeared[0].product_id, id(200));
    assert!(comparison.disappeared.is_empty());
}

#[test]
fn a_warning_that_becomes_an_error_is_a_new_problem() {
    let product = |term: &str| {
        format!(
            r#"{{"id":1,"licence_term":"{term}","renew_settings":{{"product_id_for_renew":[1,1],"renew_email":true}}}}"#
        )
    };
    let short = |problems: &[renewal_rules::compare::Problem]| -> Vec<Severity> {
        let problems = problems.iter();
        problems
            .filter(|problem| problem.diagnostic.code == Code::TermBelowMinimum)
            .map(|problem| problem.diagnostic.severity)
            .collect()
    };
    let options = compare::Options::default();
    let worse = compare(product("P5D"), product("P3D"), &options).unwrap();
    assert!(short(&worse.appeared).contains(&Severity::Error));
    assert!(short(&worse.disappeared).contains(&Severity::Warning));
    // The same severity is the same problem, whatever the term in its message.
    let alike = compare(product("P5D"), product("P6D"), &options).unwrap();
    assert!(
        alike.appeared.is_empty() && alike.disappeared.is_empty(),
        "{alike:#?}"
    );
}

#[test]
fn what_could_not_be_checked_is_told_by_what_it_needs() {
    let set_up = |pmr: bool| {
        format!(
            r#"{{"id":1,"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[2,2],"renew_ar":{{"enable":true}},"renew_pmr":{pmr}}}}}"#
        )
    };
    let needs = |problems: &[renewal_rules::compare::Problem]| -> Vec<Value> {
        let problems = problems.iter();
        problems
            .filter(|problem| problem.diagnostic.code == Code::NotChecked)
            .map(|problem| serde_json::to_value(problem.diagnostic.params.get("needs")).unwrap())
            .collect()
    };
    let comparison = compare(set_up(false), set_up(true), &compare::Options::default()).unwrap();
    let both = json!(["limits.pmrOnlineMinDays", "limits.pmrOfflineMinDays"]);
    assert_eq!(needs(&comparison.appeared), [both]);
    assert!(needs(&comparison.disappeared).is_empty());
}

#[test]
fn a_price_of_a_renewal_changes_for_its_initiator() {
    let comparison = with("9.90", "12.90");
    let changes = only(&comparison, 101);
    let [
        Change::Price {
            step,
            sku,
            old,
            new,
        },
    ] = changes
    else {
        panic!("{changes:#?}");
    };
    assert_eq!((*step, sku.as_deref()), (2, Some("S3")));
    assert_eq!(old.as_ref().unwrap().price.as_deref(), Some("9.90"));
    assert_eq!(new.as_ref().unwrap().price.as_deref(), Some("12.90"));
}

#[test]
fn a_product_without_renewals_is_compared_too() {
    let comparison = with("3.00", "4.00");
    assert!(matches!(
        only(&comparison, 300),
        [Change::Price { step: 0, .. }]
    ));
}

#[test]
fn an_article_changes_where_it_is_ordered() {
    let comparison = with("T1-AR", "T2-AR");
    let changes = only(&comparison, 200);
    // Reported once: the renewal is the same product.
    let [
        Change::Article {
            step: 0,
            situations,
            old,
            ..
        },
    ] = changes
    else {
        panic!("{changes:#?}");
    };
    assert!(situations.iter().all(|each| each.consent == Consent::Given));
    assert_eq!(old.as_deref(), Some("T1-AR"));
}

#[test]
fn a_comment_changes_where_it_is_shown() {
    // A trial shows the comment for manual renewal only where consent is unavailable.
    let manual = with("\"Ends.\"", "\"Stops.\"");
    let Change::Comment {
        step: 0,
        situations,
        ..
    } = &manual.products[0].changes[0]
    else {
        panic!("{manual:#?}");
    };
    assert_eq!(situations.len(), 2);
    let is_unavailable = |each: &Situation| each.consent == Consent::Unavailable;
    assert!(situations.iter().all(is_unavailable), "{situations:#?}");

    let comparison = with("Renews by itself.", "Renews monthly.");
    let trial = &comparison.products[0];
    let Change::Comment {
        locale, situations, ..
    } = &trial.changes[0]
    else {
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
fn the_switches_of_the_initiator_choose_the_comment_of_a_renewal() {
    use Consent::{Declined, Given, Unavailable};

    // A situation is reached where a kind applies; PMR always does unless it is a trial.
    let shown = |settings: &str, price: &str, comment: &str| -> Vec<Situation> {
        let set_up = |changed: &str| {
            let comments = r#""comment_for_product_for_AR":"AR","comment_for_product_for_MR":"MR""#;
            let comments =
                comments.replace(&format!(r#":"{comment}""#), &format!(r#":"{changed}""#));
            format!(
                r#"[{{"id":1,"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[2,2],{settings}}},
                "variants":[{{"sku":"S","price":{{"common":{{"currency":"USD","price":"{price}"}}}}}}]}},
                {{"id":2,"licence_term":"P1M","localization_values":{{"en_US":{{{comments}}}}}}}]"#
            )
        };
        let comparison = compare(
            set_up(comment),
            set_up("other"),
            &compare::Options::default(),
        )
        .unwrap();
        let changes = comparison.products.into_iter().flat_map(|p| p.changes);
        changes
            .flat_map(|change| match change {
                Change::Comment {
                    step: 1,
                    situations,
                    ..
                } => situations,
                other => panic!("{other:#?}"),
            })
            .collect()
    };
    let with = |consents: &[Consent]| -> Vec<Situation> {
        Situation::all()
            .filter(|situation| consents.contains(&situation.consent))
            .collect()
    };
    let cases: [(&str, &str, &[Consent], &[Consent]); 4] = [
        // Without AR there is no auto renewal to comment on, whatever the buyer consents to.
        (
            r#""renew_ar":{"enable":false},"renew_pmr":true"#,
            "1.00",
            &[],
            &[Given, Declined, Unavailable],
        ),
        (
            r#""renew_ar":{"enable":true},"renew_pmr":true"#,
            "1.00",
            &[Given],
            &[Declined, Unavailable],
        ),
        (
            r#""renew_ar":{"enable":true,"required":true},"renew_pmr":true"#,
            "1.00",
            &[Given, Declined],
            &[Unavailable],
        ),
        // A trial is not renewed where consent is unavailable.
        (
            r#""renew_ar":{"enable":true,"required":true},"renew_pmr":true"#,
            "0.00",
            &[Given, Declined],
            &[],
        ),
    ];
    for (settings, price, auto, manual) in cases {
        assert_eq!(
            shown(settings, price, "AR"),
            with(auto),
            "{settings} {price}"
        );
        assert_eq!(
            shown(settings, price, "MR"),
            with(manual),
            "{settings} {price}"
        );
    }
}

#[test]
fn where_one_product_renews_itself_nothing_is_mandatory() {
    let new = CATALOGUE.replace(
        r#"[200,200],"renew_ar":{"enable":true}"#,
        r#"[200,200],"renew_ar":{"enable":true,"required":true}"#,
    );
    let changed = new.replace("Renews by itself.", "Renews monthly.");
    let mut options = compare::Options::default();
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
        Change::Configuration {
            old: Some(Configuration::Chain),
            new: Some(Configuration::Pair),
        },
    );
    assert!(
        matches!(&product.changes[1], Change::Chain { old, new } if (old.len(), new.len()) == (2, 1))
    );
    assert!(product.changes.contains(&Change::Name {
        step: 1,
        old: Some("Year".into()),
        new: Some("Month".into()),
    }));
    assert!(
        product
            .changes
            .iter()
            .any(|change| matches!(change, Change::Article { step: 1, .. }))
    );
    // The later renewals are as they were.
    assert!(
        !product
            .changes
            .iter()
            .any(|change| matches!(change, Change::Price { step: 2, .. }))
    );
    // The product that is not a renewal any more is bought on its own now.
    assert_eq!((comparison.products.len(), comparison.unchanged), (1, 3));
}

#[test]
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
fn a_trial_that_costs_something_is_no_trial() {
    let comparison = with("0.00", "1.00");
    let changes = only(&comparison, 101);
    assert_eq!(
        changes[0],
        Change::Trial {
            old: true,
            new: false
        }
    );
    assert!(changes.iter().any(|change| matches!(
        change,
        Change::Kind {
            old: Some(EffectiveKind::ArTrial),
            new: Some(EffectiveKind::Ar),
            ..
        }
    )));
}

#[test]
fn products_come_and_go() {
    let options = compare::Options::default();
    let shorter = CATALOGUE.replace(r#"{"id":300"#, r#"{"id":301"#);
    let comparison = compare(CATALOGUE, &shorter, &options).unwrap();
    let presences: Vec<_> = comparison
        .products
        .iter()
        .map(|product| (product.product_id, product.presence))
        .collect();
    assert_eq!(
        presences,
        [(id(300), Presence::Removed), (id(301), Presence::Added)]
    );
    assert!(matches!(
        &comparison.products[1].changes[..],
        [Change::Offer {
            step: 0,
            old: None,
            new: Some(_),
            ..
        }],
    ));
}

#[test]
fn two_single_products_are_compared_whatever_their_ids() {
    let product = |id: u64, term: &str| {
        format!(
            r#"{{"id":{id},"licence_term":"{term}","renew_settings":{{"product_id_for_renew":[{id},{id}],"renew_ar":{{"enable":true}}}}}}"#
        )
    };
    let options = compare::Options::from_json(r#"{"purchaseDate":"2026-01-31"}"#).unwrap();
    let same = compare(product(1, "P1M"), product(2, "P1M"), &options).unwrap();
    assert!(!same.changed, "{same:#?}");
    let shorter = compare(product(1, "P1M"), product(2, "P2M"), &options).unwrap();
    assert!(shorter.changed);
    assert!(shorter.appeared.is_empty() && shorter.disappeared.is_empty());
}

#[test]
fn problems_are_those_of_the_product_wherever_it_stands() {
    let bad = r#"{"id":7,"licence_term":"P1W"}"#;
    let options = compare::Options::default();
    let moved = compare(
        format!("[{bad}]"),
        format!(r#"[{{"id":8}},{bad}]"#),
        &options,
    )
    .unwrap();
    assert!(
        moved.appeared.is_empty() && moved.disappeared.is_empty(),
        "{moved:#?}"
    );
    let fixed = compare(
        format!("[{bad}]"),
        r#"[{"id":7,"licence_term":"P7D"}]"#,
        &options,
    )
    .unwrap();
    assert_eq!(fixed.disappeared[0].diagnostic.code, Code::TermFormat);
    assert_eq!(fixed.disappeared[0].diagnostic.path, "/0/licence_term");
}

/// Two variants in each product of a pair; in the second one of the renewal an order of magnitude
/// more is charged.
fn variants_of_a_pair(initiator: [&str; 2], renewal: [&str; 2]) -> String {
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
fn another_order_of_the_variants_is_a_change() {
    let old = variants_of_a_pair(["A1", "A2"], ["B1", "B2"]);
    let new = variants_of_a_pair(["A1", "A2"], ["B2", "B1"]);
    let comparison = compare(&old, &new, &compare::Options::default()).unwrap();
    let [Change::Order { step: 1, positions }] = only(&comparison, 1) else {
        panic!("{comparison:#?}");
    };
    let price = |variant: &Option<renewal_rules::compare::ShownVariant>| -> Option<String> {
        variant.as_ref()?.price.price.clone()
    };
    assert_eq!(positions.len(), 2);
    assert_eq!(positions[0].position, 0);
    assert_eq!(price(&positions[0].old).as_deref(), Some("5.00"));
    assert_eq!(price(&positions[0].new).as_deref(), Some("600.00"));

    let new = variants_of_a_pair(["A2", "A1"], ["B1", "B2"]);
    let comparison = compare(&old, &new, &compare::Options::default()).unwrap();
    assert!(matches!(
        only(&comparison, 1),
        [Change::Order { step: 0, .. }]
    ));
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
    let options = compare::Options::default();
    for (old, new) in [(alone, renewal.as_str()), (renewal.as_str(), alone)] {
        let comparison = compare(old, new, &options).unwrap();
        let changed: Vec<_> = comparison.products.iter().map(|p| p.product_id).collect();
        assert_eq!(changed, [id(200), id(300)]);
        assert!(matches!(
            comparison.products[1].changes[..],
            [Change::Term { step: 0, .. }]
        ));
    }
}

#[test]
fn a_renewal_that_is_never_reached_is_compared_by_itself() {
    let off = CATALOGUE.replace(r#""enable":true,"required":true"#, r#""enable":false"#);
    let comparison = compare(
        &off,
        off.replace("9.90", "12.90"),
        &compare::Options::default(),
    )
    .unwrap();
    assert!(matches!(
        only(&comparison, 103),
        [Change::Price { step: 0, .. }]
    ));
}

#[test]
fn an_amount_that_is_written_differently_is_the_same_price() {
    for (same, amounts) in [
        (true, ["9.9", "9.900", "09.90"].as_slice()),
        (false, ["9.91", "99.0", "0.99", "990"].as_slice()),
    ] {
        for amount in amounts {
            let new = CATALOGUE.replace("9.90", amount);
            let comparison = compare(CATALOGUE, &new, &compare::Options::default()).unwrap();
            assert_eq!(!comparison.changed, same, "{amount}");
        }
    }
    let ten = CATALOGUE.replace("9.90", "10");
    let same = compare(
        &ten,
        ten.replace("\"10\"", "\"10.0\""),
        &compare::Options::default(),
    )
    .unwrap();
    assert!(!same.changed);
    let tenfold = ten.replace("\"10\"", "\"100\"");
    assert!(
        compare(&ten, &tenfold, &compare::Options::default())
            .unwrap()
            .changed
    );
}

#[test]
fn what_becomes_malformed_is_not_absent() {
    for malformed in [r#""9,90""#, "9.90", "null"] {
        let comparison = with(r#""9.90""#, malformed);
        let [
            Change::Price {
                old: Some(old),
                new: Some(new),
                ..
            },
        ] = only(&comparison, 101)
        else {
            panic!("{comparison:#?}");
        };
        assert!(!old.malformed && new.malformed);
        assert_eq!(new.price, None);
    }
    let comparison = with(r#"{"common":{"currency":"USD","price":"9.90"}}"#, "5");
    let text = serde_json::to_string(&comparison).unwrap();
    assert!(text.contains(r#""malformed":true"#), "{text}");
    // Without a price there is none that could be malformed.
    let comparison = with(r#","price":"9.90""#, "");
    let text = serde_json::to_string(&comparison).unwrap();
    assert!(!text.contains("malformed"), "{text}");

    let comparison = with(
        r#""name":"Tool","licence_term":"P1M""#,
        r#""name":"Tool","licence_term":"P1W""#,
    );
    assert!(
        only(&comparison, 200).iter().any(|change| matches!(
            change,
            Change::Term {
                new: None,
                is_malformed: true,
                ..
            }
        )),
        "{comparison:#?}"
    );
}

#[test]
fn a_problem_that_moves_is_neither_new_nor_gone() {
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
    let codes = |problems: &[renewal_rules::compare::Problem]| -> Vec<(Code, String)> {
        let problems = problems.iter();
        problems
            .map(|problem| (problem.diagnostic.code, problem.diagnostic.path.clone()))
            .collect()
    };
    let between = |old: &str, new: &str| {
        let comparison = compare(old, new, &compare::Options::default()).unwrap();
        (codes(&comparison.appeared), codes(&comparison.disappeared))
    };
    let unmoved = (Vec::new(), Vec::new());
    let price = |index: usize| {
        let path = format!("/variants/{index}/price/common/price");
        vec![(Code::PriceFormat, path)]
    };

    // A variant with a problem changes its place, among others that have one.
    let old = product(&["A x", "B y", "C 1.00"], "[2,2]");
    let new = product(&["D 1.00", "B y", "C 1.00", "A x"], "[2,2]");
    assert_eq!(between(&old, &new), unmoved);
    // Another variant in the place of the one that had it has a problem of its own.
    let old = product(&["A x", "B 1.00"], "[2,2]");
    let new = product(&["B y", "A 1.00"], "[2,2]");
    assert_eq!(between(&old, &new), (price(0), price(0)));
    let new = product(&["A 1.00", "B y"], "[2,2]");
    assert_eq!(between(&old, &new), (price(1), price(0)));
    // A variant that goes takes its problem along; one more of the same kind is new.
    let new = product(&["B 1.00"], "[2,2]");
    assert_eq!(between(&old, &new), (Vec::new(), price(0)));
    let new = product(&["A x", "B y"], "[2,2]");
    assert_eq!(between(&old, &new), (price(1), Vec::new()));

    // The elements of a chain move too.
    let old = product(&["A 1.00"], r#"[2,"x",3,3]"#);
    let new = product(&["A 1.00"], r#"[4,2,"x",3,3]"#);
    assert_eq!(between(&old, &new), unmoved);

    // So do products without an id.
    let bad = product(&["A x"], "[2,2]");
    let old = format!("[{bad}]");
    let new = format!(r#"[{{"id":2,"licence_term":"P1M"}},{bad}]"#);
    assert_eq!(
        between(&new, &new.replace("[{\"id\":2", "[{\"id\":9},{\"id\":2")),
        unmoved
    );
    let (appeared, _) = between(&old, &new);
    assert_eq!(appeared, []);
}

#[test]
fn a_stated_product_is_compared_alone() {
    let new = CATALOGUE.replace("9.90", "8.90").replace("3.00", "4.00");
    let mut options = compare::Options::default();
    options.product_id = id(300);
    let comparison = compare(CATALOGUE, &new, &options).unwrap();
    assert_eq!(only(&comparison, 300).len(), 1);
    options.product_id = id(9);
    assert_eq!(
        compare(CATALOGUE, &new, &options),
        Err(compare::Error::Old(timeline::Error::NoSuchProduct(
            id(9).unwrap()
        ))),
    );
}

#[test]
fn timelines_are_compared_on_request() {
    let new = CATALOGUE.replace("P14D", "P30D");
    let options =
        compare::Options::from_json(r#"{"purchaseDate":"2026-01-01","renewals":3}"#).unwrap();
    let comparison = compare(CATALOGUE, &new, &options).unwrap();
    let timelines: Vec<_> = only(&comparison, 101)
        .iter()
        .filter_map(|change| match change {
            Change::Timeline {
                situations,
                periods,
                ..
            } => Some((situations, periods)),
            _ => None,
        })
        .collect();
    // Where consent is unavailable nothing renews, and the purchase alone is longer.
    assert_eq!(timelines.len(), 2);
    assert_eq!((timelines[0].0.len(), timelines[0].1.len()), (4, 4));
    assert_eq!((timelines[1].0.len(), timelines[1].1.len()), (2, 1));
    let first = &timelines[0].1[1];
    assert_eq!(first.number, 1);
    assert_eq!(first.new.as_ref().unwrap().start.to_string(), "2026-01-31");
}

#[test]
fn a_large_renewal_that_many_initiators_share_is_read_once() {
    let set_up = |price: &str| {
        let variants: Vec<_> = (0..1000)
            .map(|number| {
                format!(
                    r#"{{"vendor_code":"V","sku":"S{number}","price":{{"common":{{"currency":"USD","price":"{price}"}}}}}}"#
                )
            })
            .collect();
        let mut products = vec![format!(
            r#"{{"id":1,"licence_term":"P1M","variants":[{}]}}"#,
            variants.join(",")
        )];
        products.extend((2..302).map(|id| {
            format!(
                r#"{{"id":{id},"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[1,1],"renew_ar":{{"enable":true}}}}}}"#
            )
        }));
        format!("[{}]", products.join(","))
    };
    let options = compare::Options::from_json(r#"{"purchaseDate":"2026-01-31"}"#).unwrap();
    let (old, new) = (set_up("1.00"), set_up("2.00"));
    let comparison = compare(&old, &old, &options).unwrap();
    assert_eq!((comparison.changed, comparison.unchanged), (false, 300));
    let changed = compare(&old, &new, &options).unwrap();
    assert_eq!(changed.products.len(), 300);
    assert_eq!(changed.products[0].changes.len(), 1000);
}

#[test]
fn what_is_no_set_up_is_refused() {
    let options = compare::Options::default();
    let error = compare("[", "[]", &options).unwrap_err();
    assert!(matches!(
        error,
        compare::Error::Old(timeline::Error::NotJson { .. })
    ));
    let error = compare("[5]", "[]", &options).unwrap_err();
    assert_eq!(error, compare::Error::Old(timeline::Error::NotProducts));
    let error = compare("[]", "1", &options).unwrap_err();
    assert_eq!(error, compare::Error::New(timeline::Error::NotProducts));
    assert_eq!(
        error.to_string(),
        "the new version: a set-up is one product, or an array of products",
    );
    let mut many = compare::Options::default();
    many.renewals = 1001;
    assert_eq!(
        compare("[]", "[]", &many),
        Err(compare::Error::TooManyRenewals(1001))
    );
    let wrong = compare::Options::from_json(r#"{"consent":"given"}"#).unwrap_err();
    assert!(
        wrong
            .to_string()
            .starts_with("there is no option `consent`")
    );
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
                    "aspect": "price", "step": 2, "sku": "S3",
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
fn typed_products_are_compared() {
    let products: Vec<Product> = serde_json::from_str(CATALOGUE).unwrap();
    let same = compare(&products, CATALOGUE, &compare::Options::default()).unwrap();
    assert!(!same.changed);
}

fn set_up() -> impl Strategy<Value = String> {
    let product = (
        1..6_u64,
        prop::sample::select(vec!["", "P0D", "P5D", "P6D", "P1M", "x"]),
        prop::option::of(prop::collection::vec(1..6_u64, 0..4)),
        any::<[bool; 4]>(),
        prop::sample::select(vec!["0.00", "1.00", "9,90"]),
    );
    let product = product.prop_map(|(id, term, chain, [ar, required, pmr, email], price)| {
        let settings = chain.map(|chain| {
            format!(
                r#","renew_settings":{{"product_id_for_renew":{chain:?},"renew_ar":{{"enable":{ar},"required":{required}}},"renew_pmr":{pmr},"renew_email":{email}}}"#
            )
        });
        format!(
            r#"{{"id":{id},"licence_term":"{term}","variants":[{{"vendor_code":"V","sku":"S{id}","price":{{"common":{{"currency":"USD","price":"{price}"}}}}}}]{}}}"#,
            settings.unwrap_or_default()
        )
    });
    prop::collection::vec(product, 0..5).prop_map(|products| format!("[{}]", products.join(",")))
}

proptest! {
    #[test]
    fn nothing_changes_from_a_set_up_to_itself(set_up in set_up()) {
        let options = compare::Options::from_json(r#"{"purchaseDate":"2026-01-31"}"#).unwrap();
        let same = compare(&set_up, &set_up, &options).unwrap();
        prop_assert!(!same.changed);
        prop_assert!(same.appeared.is_empty() && same.disappeared.is_empty());
    }

    #[test]
    fn both_ways_tell_of_the_same_products(old in set_up(), new in set_up()) {
        let options = compare::Options::from_json(r#"{"purchaseDate":"2026-01-31","renewals":3}"#).unwrap();
        let there = compare(&old, &new, &options).unwrap();
        let back = compare(&new, &old, &options).unwrap();
        prop_assert_eq!(there.appeared.len(), back.disappeared.len());
        prop_assert_eq!(there.disappeared.len(), back.appeared.len());
        let both = |comparison: &Comparison| {
            let products = comparison.products.iter();
            let both = products.filter(|product| product.presence == Presence::Both);
            let mut counts: Vec<_> = both
                .map(|product| (product.product_id, product.changes.len()))
                .collect();
            counts.sort_unstable();
            counts
        };
        prop_assert_eq!(both(&there), both(&back));
    }
}

/// Set-ups of one initiator of up to two renewals and a product beside them, in which variants come,
/// go, change their places and their prices.
fn priced_set_up() -> impl Strategy<Value = String> {
    let variant = (
        prop::sample::select(vec![r#""sku":"A","#, r#""sku":"B","#, r#""sku":"C","#, ""]),
        prop::sample::select(vec![
            r#""1.00""#,
            r#""1.0""#,
            r#""2.00""#,
            r#""0.00""#,
            r#""1,00""#,
            "1",
        ]),
        prop::sample::select(vec!["USD", "EUR"]),
    );
    let product = (
        prop::collection::vec(variant, 0..4),
        prop::sample::select(vec!["", "P5D", "P7D", "P12D", "P1M", "P0D", "P1W"]),
        any::<[bool; 4]>(),
    );
    let chain = prop::sample::select(vec![
        "[1,1]", "[2,2]", "[2,3,3]", "[3,2,2]", "[9,9]", "[2]", "",
    ]);
    let products = (product.clone(), product.clone(), product);
    (chain, products).prop_map(|(chain, (first, second, third))| {
        let products = [first, second, third].into_iter().zip(1..);
        let products = products.map(|((variants, term, switches), id)| {
            let [ar, required, pmr, email] = switches;
            let variants: Vec<_> = variants
                .iter()
                .map(|(sku, price, currency)| format!(
                    r#"{{{sku}"price":{{"common":{{"currency":"{currency}","price":{price}}}}}}}"#
                ))
                .collect();
            let settings = if id == 1 && !chain.is_empty() {
                format!(
                    r#","renew_settings":{{"product_id_for_renew":{chain},"renew_ar":{{"enable":{ar},"required":{required}}},"renew_pmr":{pmr},"renew_email":{email}}}"#
                )
            } else {
                String::new()
            };
            format!(
                r#"{{"id":{id},"licence_term":"{term}","variants":[{}]{settings}}}"#,
                variants.join(",")
            )
        });
        format!("[{}]", products.collect::<Vec<_>>().join(","))
    })
}

/// What the buyer pays, when, and by which kind, of each period.
fn paid(set_up: &str, options: &timeline::Options) -> Vec<String> {
    let timeline = timeline(set_up, options).unwrap();
    let periods = timeline.periods.iter().map(|period| {
        // However an amount is written, it is the same.
        let amount = period
            .price
            .as_ref()
            .map(|price| price.parse::<f64>().unwrap());
        format!(
            "{amount:?} {:?} {} {:?} {:?} {:?} {:?}",
            period.currency, period.start, period.end, period.ordered, period.paid, period.kind
        )
    });
    periods.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn no_timeline_differs_where_nothing_changes(
        old in priced_set_up(),
        other in priced_set_up(),
        // Versions are more often alike than not.
        edit in 0..8_usize,
        variant in 0..4_usize,
    ) {
        let products = |set_up: &str| serde_json::from_str::<Vec<serde_json::Value>>(set_up).unwrap();
        let (mut new, others) = (products(&old), products(&other));
        match edit {
            0..=2 => new[edit] = others[edit].clone(),
            3..=5 => {
                let variants = new[edit - 3]["variants"].as_array_mut().unwrap();
                variants.reverse();
            }
            6 => new[0]["renew_settings"] = others[0]["renew_settings"].clone(),
            _ => new = others,
        }
        let new = serde_json::Value::from(new).to_string();
        let comparison = compare(&old, &new, &compare::Options::default()).unwrap();
        if comparison.changed {
            return Ok(());
        }
        for product in 1..4 {
            for situation in Situation::all() {
                let mut options = timeline::Options::new("2026-01-31".parse().unwrap());
                options.product_id = id(product);
                options.payment = Some(situation.payment);
                options.consent = situation.consent;
                options.variant = variant;
                options.renewals = 4;
                options.pmr_lead_days = Some(2);
                prop_assert_eq!(paid(&old, &options), paid(&new, &options), "{} {}", old, new);
            }
        }
    }
}

#[cfg(feature = "render")]
mod rendered {
    use super::*;

    #[test]
    fn nothing_is_said_plainly() {
        let same = compare(CATALOGUE, CATALOGUE, &compare::Options::default()).unwrap();
        assert_eq!(
            same.to_text(),
            "Nothing that is compared here changes for buyers.\n"
        );
    }

    #[test]
    fn an_end_for_the_same_reason_is_not_told_again() {
        // Only the own id and the length of the one period differ, not why it is the last.
        let product = |id: u64, term: &str| format!(r#"{{"id":{id},"licence_term":"{term}"}}"#);
        let options = compare::Options::from_json(r#"{"purchaseDate":"2026-01-31"}"#).unwrap();
        let text = compare(product(1, "P10D"), product(2, "P20D"), &options)
            .unwrap()
            .to_text();
        assert!(text.contains("2026-02-20"), "{text}");
        assert!(!text.contains("It ends"), "{text}");
        let text = compare(
            product(1, "P10D"),
            r#"{"id":2,"licence_term":"P20D","renew_settings":
            {"product_id_for_renew":[3,3],"renew_pmr":true}}"#,
            &options,
        )
        .unwrap()
        .to_text();
        assert!(text.contains("It ends: Product 3,"), "{text}");
    }

    #[test]
    fn what_applies_is_told_for_each_version() {
        let trial = CATALOGUE
            .replace(r#""renew_email":true"#, r#""renew_pmr":true"#)
            .replace(
                r#"[200,200],"renew_ar":{"enable":true}"#,
                r#"[103,103],"renew_ar":{"enable":true,"required":true}"#,
            );
        let trial = trial.replace("5.00", "0.00");
        let paid = trial
            .replace(
                r#"[103,103],"renew_ar":{"enable":true"#,
                r#"[103,103],"renew_ar":{"enable":false"#,
            )
            .replace(
                r#""sku":"T1","sku_ar":"T1-AR","price":{"common":{"currency":"USD","price":"0.00""#,
                r#""sku":"T1","sku_ar":"T1-AR","price":{"common":{"currency":"USD","price":"5.00""#,
            );
        let text = compare(&paid, &trial, &compare::Options::default())
            .unwrap()
            .to_text();
        let line = text
            .lines()
            .find(|line| line.contains("Kind, consent given"))
            .unwrap();
        assert_eq!(
            line,
            "  Kind, consent given; consent declined: PMR before, AR Trial now. In the old version AR \
             does not apply: it is not turned on. In the new version the product is a free trial, for \
             which only AR is considered."
        );
        let text = compare(&trial, &paid, &compare::Options::default())
            .unwrap()
            .to_text();
        let line = text
            .lines()
            .find(|line| line.contains("Kind, consent given"))
            .unwrap();
        assert_eq!(
            line,
            "  Kind, consent given; consent declined: AR Trial before, PMR now. In the new version AR \
             does not apply: it is not turned on. In the new version the product is no longer a free trial."
        );
        let off = CATALOGUE.replace("[200,200]", "[200]");
        let text = compare(&off, CATALOGUE, &compare::Options::default())
            .unwrap()
            .to_text();
        assert!(
            text.contains("no renewal before, AR now. In the old version the chain is not valid."),
            "{text}"
        );
    }

    #[test]
    fn another_order_is_told_by_position() {
        let old = variants_of_a_pair(["A1", "A2"], ["B1", "B2"]);
        let new = variants_of_a_pair(["A1", "A2"], ["B2", "B1"]);
        let text = compare(&old, &new, &compare::Options::default())
            .unwrap()
            .to_text();
        assert_eq!(
            text,
            "Product 1\n  Renewal 1 and all later ones: the variants stand in another order. The \
             interface document does not show which variant a renewal uses; the timeline takes the \
             one at the position of the purchase.\n    Variant 1: [B2, 600.00 USD] instead of [B1, \
             5.00 USD].\n    Variant 2: [B1, 5.00 USD] instead of [B2, 600.00 USD].\n"
        );
    }

    #[test]
    fn a_malformed_price_is_named() {
        let text = with(r#""9.90""#, r#""9,90""#).to_text();
        assert!(
            text.contains(
                "the price of S3 changes from 9.90 USD to an amount that cannot be read."
            ),
            "{text}"
        );
    }

    #[test]
    fn a_reviewer_reads_the_consequence() {
        let new = CATALOGUE
            .replace(
                r#""name":"Tool","licence_term":"P1M""#,
                r#""name":"Tool","licence_term":"P5D""#,
            )
            .replace("9.90", "12.90");
        let options =
            compare::Options::from_json(r#"{"purchaseDate":"2026-01-31","renewals":2}"#).unwrap();
        let text = compare(CATALOGUE, &new, &options).unwrap().to_text();
        assert_eq!(text, EXPECTED, "{text}");
    }

    const EXPECTED: &str = "\
Product 101 (Trial)
  Renewal 2 and all later ones: the price of S3 changes from 9.90 USD to 12.90 USD.

Product 200 (Tool)
  Kind, consent given, online payment: AR before, Email now. In the new version AR does not apply: the licence term is too short.
  Kind, consent given, offline payment: AR before, no renewal now. In the new version AR does not apply: the licence term is too short.
  Kind, consent declined, offline payment; consent unavailable, offline payment: Email before, no renewal now. In the new version Email does not apply: the licence term is too short.
  Purchase: the term changes from P1M to P5D.
  Purchase, consent given: the article changes from “T1-AR” to “T1”.
  Renewal 1 and all later ones, offline payment: nothing instead of [product 200, Tool, P1M, 5.00 USD].
  Timeline, consent given, online payment:
    Purchase: [product 200, 2026-01-31 to 2026-02-05] instead of [product 200, 2026-01-31 to 2026-02-28].
    Renewal 1: [product 200, 2026-02-05 to 2026-02-10] instead of [product 200, 2026-02-28 to 2026-03-31, ordered 2026-02-23].
    Renewal 2: [product 200, 2026-02-10 to 2026-02-15] instead of [product 200, 2026-03-31 to 2026-04-30, ordered 2026-03-26].
  Timeline, consent given, offline payment:
    Purchase: [product 200, 2026-01-31 to 2026-02-05] instead of [product 200, 2026-01-31 to 2026-02-28].
    Renewal 1: nothing instead of [product 200, 2026-02-28 to 2026-03-31, ordered 2026-02-23].
    Renewal 2: nothing instead of [product 200, 2026-03-31 to 2026-04-30, ordered 2026-03-26].
    It ends: Product 200 is not renewed: no renewal kind applies to this purchase.
  Timeline, consent declined, online payment; consent unavailable, online payment:
    Purchase: [product 200, 2026-01-31 to 2026-02-05] instead of [product 200, 2026-01-31 to 2026-02-28].
    Renewal 1: [product 200, 2026-02-05 to 2026-02-10] instead of [product 200, 2026-02-28 to 2026-03-31].
    Renewal 2: [product 200, 2026-02-10 to 2026-02-15] instead of [product 200, 2026-03-31 to 2026-04-30].
  Timeline, consent declined, offline payment; consent unavailable, offline payment:
    Purchase: [product 200, 2026-01-31 to 2026-02-05] instead of [product 200, 2026-01-31 to 2026-02-28].
    Renewal 1: nothing instead of [product 200, 2026-02-28 to 2026-03-31].
    Renewal 2: nothing instead of [product 200, 2026-03-31 to 2026-04-30].
    It ends: Product 200 is not renewed: no renewal kind applies to this purchase.

New problems:
  error: product 200: The term can be as short as 5 days, but AR renewal needs at least 6 days. With a shorter term the renewal is not made. Lengthen `licence_term` or turn AR off. (term-below-minimum)
  warning: product 200: The term can be as short as 5 days, but Email renewal with offline payment methods needs at least 11 days. With a shorter term the renewal is not made. Lengthen `licence_term` or turn Email off. (term-below-minimum)
";
}
