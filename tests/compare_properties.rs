//! What holds for every comparison, and how one is shown.

use super::compare::{CATALOGUE, compared, id, shortened, variants_of_a_pair, with};
use proptest::prelude::*;
use renewal_rules::{compare, compare::Situation, timeline};

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
        let comparison = compared(&old, &new);
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

/// The line that says how the kind of a buyer who consents changes.
fn kind_line(old: &str, new: &str) -> String {
    let comparison = compared(old, new);
    let text = comparison.to_text();
    let mut lines = text.lines();
    let line = lines.find(|line| line.contains("Kind, consent given"));
    line.unwrap().to_owned()
}

#[test]
fn nothing_is_said_plainly() {
    let same = compared(CATALOGUE, CATALOGUE);
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
    assert_eq!(
        kind_line(&paid, &trial),
        "  Kind, consent given; consent declined: PMR before, AR Trial now. In the old version AR \
         does not apply: it is not turned on. In the new version the product is a free trial, for \
         which only AR is considered."
    );
    assert_eq!(
        kind_line(&trial, &paid),
        "  Kind, consent given; consent declined: AR Trial before, PMR now. In the new version AR \
         does not apply: it is not turned on. In the new version the product is no longer a free trial."
    );
    let off = CATALOGUE.replace("[200,200]", "[200]");
    let text = compared(&off, CATALOGUE).to_text();
    assert!(
        text.contains("no renewal before, AR now. In the old version the chain is not valid."),
        "{text}"
    );
}

#[test]
fn another_order_is_told_by_position() {
    let old = variants_of_a_pair(["A1", "A2"], ["B1", "B2"]);
    let new = variants_of_a_pair(["A1", "A2"], ["B2", "B1"]);
    let text = compared(&old, &new).to_text();
    assert_eq!(
        text,
        "Product 1\n  Renewal 1 and all later ones: the variants are in another order. The \
         interface document does not show which variant a renewal uses; the timeline takes the \
         one at the position of the purchase.\n    Variant 1: [B2, 600.00 USD] instead of [B1, \
         5.00 USD].\n    Variant 2: [B1, 5.00 USD] instead of [B2, 600.00 USD].\n"
    );
}

#[test]
fn a_malformed_price_is_named() {
    let text = with(r#""9.90""#, r#""9,90""#).to_text();
    assert!(
        text.contains("the price of S3 changes from 9.90 USD to an amount that cannot be read."),
        "{text}"
    );
}

#[test]
fn a_reviewer_reads_the_consequence() {
    let options =
        compare::Options::from_json(r#"{"purchaseDate":"2026-01-31","renewals":2}"#).unwrap();
    let text = compare(CATALOGUE, shortened(), &options).unwrap().to_text();
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
  error: product 200: The term is 5 days at its shortest, but AR renewal needs at least 6 days. With a shorter term the renewal cannot be made in time. Lengthen `licence_term` or turn AR off. (term-below-minimum)
  warning: product 200: The term is 5 days at its shortest, but Email renewal with offline payment methods needs at least 11 days. With a shorter term the renewal cannot be made in time. Lengthen `licence_term` or turn Email off. (term-below-minimum)
";
