//! Properties of every comparison, and its rendering as text.

use proptest::prelude::*;
use renewal_rules::Configuration;
use renewal_rules_preview::compare::{Change, Situation};
use renewal_rules_preview::timeline::{Period, Timeline};
use renewal_rules_preview::{compare, timeline};
use serde_json::Value;

use super::compare::{CATALOGUE, compared, id, shortened, variants_of_a_pair, with};

/// Generates catalogues of an initiator, up to two renewals and an unrelated product; variants are added, removed,
/// moved and repriced.
fn priced_set_up() -> impl Strategy<Value = String> {
    let variant = (
        prop::sample::select(vec![r#""sku":"A","#, r#""sku":"B","#, r#""sku":"C","#, ""]),
        prop::sample::select(vec![r#""1.00""#, r#""1.0""#, r#""2.00""#, r#""0.00""#, r#""1,00""#, "1"]),
        prop::sample::select(vec!["USD", "EUR"]),
    );
    let product = (
        prop::collection::vec(variant, 0..4),
        prop::sample::select(vec!["", "P3D", "P5D", "P7D", "P12D", "P1M", "P1M", "P0D", "P1W"]),
        any::<[bool; 4]>(),
    );
    let chain = prop::sample::select(vec!["[1,1]", "[2,2]", "[2,3,3]", "[3,2,2]", "[9,9]", "[2,9,9]", "[2]", ""]);
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

/// Lists the amount, dates and kind of each period that the buyer pays for.
fn paid(set_up: &str, options: &timeline::TimelineOptions) -> Vec<String> {
    let timeline = timeline(set_up, options).unwrap();
    let periods = timeline.periods.iter().map(|period| {
        // Compare amounts by value, not by spelling.
        let amount = period.price.as_ref().map(|price| price.parse::<f64>().unwrap());
        format!(
            "{amount:?} {:?} {} {:?} {:?} {:?} {:?}",
            period.currency, period.start, period.end, period.ordered, period.paid, period.kind
        )
    });
    periods.collect()
}

/// Returns the first catalogue with one piece replaced by that of the second.
fn edited(set_up: &str, other: &str, edit: usize) -> String {
    let products = |set_up: &str| serde_json::from_str::<Vec<Value>>(set_up).unwrap();
    let (mut new, others) = (products(set_up), products(other));
    match edit {
        0..=2 => new[edit] = others[edit].clone(),
        3..=5 => new[edit - 3]["variants"].as_array_mut().unwrap().reverse(),
        6 => new[0]["renew_settings"] = others[0]["renew_settings"].clone(),
        7 => new = others,
        term => new[term - 8]["licence_term"] = others[term - 8]["licence_term"].clone(),
    }
    Value::from(new).to_string()
}

/// Enough to reach each renewal and the first repetition of the last one.
const RENEWALS: u32 = 4;

fn amount(period: &Period) -> (Option<f64>, Option<&str>) {
    let price = period.price.as_ref().map(|price| price.parse().unwrap());
    (price, period.currency.as_deref())
}

/// Returns the step (purchase or renewal) of a change and its scenarios, `None` if it concerns all of them.
fn place(change: &Change) -> Option<(usize, Option<&Vec<Situation>>)> {
    match change {
        Change::Offer { step, situations, .. }
        | Change::Article { step, situations, .. }
        | Change::Comment { step, situations, .. } => Some((*step, Some(situations))),
        Change::Name { step, .. }
        | Change::Term { step, .. }
        | Change::Order { step, .. }
        | Change::Price { step, .. } => Some((*step, None)),
        _ => None,
    }
}

/// Asserts that the comparison reports exactly the differences that one buyer's two timelines show.
fn assert_told(comparison: &compare::ProductComparison, situation: Situation, [old, new]: [&Timeline; 2]) {
    let is_told = |is: &dyn Fn(&Change) -> bool| comparison.changes.iter().any(is);
    let kinds = [old.decision.kind, new.decision.kind];
    let of_kind =
        |change: &Change| matches!(change, Change::Kind { situations, .. } if situations.contains(&situation));
    assert_eq!(is_told(&of_kind), kinds[0] != kinds[1]);
    let last = |timeline: &Timeline| timeline.stop.as_ref().map(|_| timeline.periods.len() - 1);
    let lasts = [last(old), last(new)];
    let counts = comparison.changes.iter().find_map(|change| match change {
        Change::Renewals { situations, old, new, .. } if situations.contains(&situation) => Some([*old, *new]),
        _ => None,
    });
    let are_renewed = kinds.iter().all(Option::is_some);
    let expected = (are_renewed && lasts[0] != lasts[1]).then_some(lasts);
    assert_eq!(counts, expected);
    let renew_themselves = [old, new].iter().all(|one| one.decision.configuration == Some(Configuration::Single));
    for number in 0..=RENEWALS as usize {
        let step = number.min(comparison.last_step);
        let periods = [old.periods.get(number), new.periods.get(number)];
        let is_there = periods.map(|period| period.is_some());
        let offers = comparison.changes.iter().filter_map(|change| match change {
            Change::Offer { step: at, situations, old, new } if *at == step && situations.contains(&situation) => {
                Some([old, new].map(|offer| offer.as_ref().is_some_and(|offer| offer.known)))
            }
            _ => None,
        });
        let offers: Vec<_> = offers.collect();
        if is_there[0] != is_there[1] {
            assert_eq!(offers, [is_there], "renewal {number}");
        } else if is_there[0] {
            assert_eq!(offers, [[true; 2]; 0], "renewal {number}");
        }
        let [Some(before), Some(after)] = periods else { continue };
        // A product that renews itself is reported as the purchase only.
        let step = if renew_themselves { 0 } else { step };
        let at = |change: &Change| {
            place(change)
                .is_some_and(|(at, situations)| at == step && situations.is_none_or(|all| all.contains(&situation)))
        };
        if before.licence_term != after.licence_term {
            assert!(is_told(&|change| at(change) && matches!(change, Change::Term { .. })));
        }
        if amount(before) != amount(after) {
            assert!(is_told(&|change| at(change) && matches!(change, Change::Price { .. } | Change::Order { .. })));
        }
        if before.article != after.article {
            assert!(is_told(&|change| at(change)
                && matches!(change, Change::Article { .. } | Change::Order { .. } | Change::Price { .. })));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    #[cfg_attr(miri, ignore = "takes Miri more than a minute")]
    fn unchanged_products_have_equal_timelines(
        old in priced_set_up(),
        other in priced_set_up(),
        // Real versions mostly agree, so generate equal ones more often than different ones.
        edit in 0..11_usize,
        variant in 0..4_usize,
    ) {
        let new = edited(&old, &other, edit);
        let comparison = compared(&old, &new);
        if comparison.changed {
            return Ok(());
        }
        for product in 1..4 {
            for situation in Situation::all() {
                let mut options = timeline::TimelineOptions::new("2026-01-31".parse().unwrap());
                options.product_id = id(product);
                options.payment = Some(situation.payment);
                options.consent = situation.consent;
                options.variant = variant;
                options.renewals = RENEWALS;
                options.pmr_lead_days = Some(2);
                prop_assert_eq!(paid(&old, &options), paid(&new, &options), "{} {}", old, new);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    #[cfg_attr(miri, ignore = "takes Miri more than a minute")]
    fn a_comparison_and_two_timelines_never_disagree(
        old in priced_set_up(),
        other in priced_set_up(),
        edit in 0..11_usize,
        variant in 0..3_usize,
        pmr in prop::option::of(4..20_u32),
    ) {
        let new = edited(&old, &other, edit);
        let mut stated = compare::CompareOptions::default();
        stated.limits.pmr_online_min_days = Some(6);
        stated.limits.pmr_offline_min_days = pmr;
        for product in 1..4 {
            stated.product_id = id(product);
            let comparison = compare(&old, &new, &stated).unwrap();
            let timelines = |set_up: &str| -> Vec<Timeline> {
                Situation::all()
                    .map(|situation| {
                        let mut options = timeline::TimelineOptions::new("2026-01-31".parse().unwrap());
                        options.product_id = id(product);
                        options.payment = Some(situation.payment);
                        options.consent = situation.consent;
                        options.limits = stated.limits;
                        options.variant = variant;
                        options.renewals = RENEWALS;
                        timeline(set_up, &options).unwrap()
                    })
                    .collect()
            };
            let (before, after) = (timelines(&old), timelines(&new));
            let Some(changed) = comparison.products.first() else {
                for (old, new) in before.iter().zip(&after) {
                    let counts = [old, new].map(|one| (one.periods.len(), one.decision.kind));
                    prop_assert_eq!(counts[0], counts[1]);
                }
                continue;
            };
            for (situation, (old, new)) in Situation::all().zip(before.iter().zip(&after)) {
                assert_told(changed, situation, [old, new]);
            }
            // A step that no buyer reaches is not reported; "later renewals" only if there are any.
            for change in &changed.changes {
                let Some((step, situations)) = place(change) else { continue };
                let comes = |count: usize| {
                    let mut all = Situation::all().zip(before.iter().zip(&after));
                    all.any(|(situation, (old, new))| {
                        let comes = [old, new].map(|one| one.periods.len() > count);
                        situations.is_none_or(|all| all.contains(&situation))
                            && match change {
                                Change::Offer { old: Some(offer), .. } if offer.known => comes[0],
                                Change::Offer { new: Some(offer), .. } if offer.known => comes[1],
                                Change::Offer { .. } => true,
                                _ => comes == [true; 2],
                            }
                    })
                };
                prop_assert!(comes(step), "{:?} {} {}", change, &old, &new);
                if step > 0 && step == changed.last_step {
                    prop_assert!(comes(step + 1), "{:?} {} {}", change, &old, &new);
                }
            }
        }
    }
}

/// Returns the line of the report about the kind for buyers who consent.
fn kind_line(old: &str, new: &str) -> String {
    let comparison = compared(old, new);
    let text = comparison.to_string();
    let mut lines = text.lines();
    let line = lines.find(|line| line.contains("Kind, consent given"));
    line.unwrap().to_owned()
}

#[test]
fn no_change_has_its_own_sentence() {
    let same = compared(CATALOGUE, CATALOGUE);
    assert_eq!(same.to_string(), "Nothing that is compared here changes for buyers.\n");
}

#[test]
fn unchanged_end_reason_is_not_repeated() {
    // Only the own id and the length of the single period differ, not the reason that it is the last.
    let product = |id: u64, term: &str| format!(r#"{{"id":{id},"licence_term":"{term}"}}"#);
    let options = compare::CompareOptions::from_json(r#"{"purchaseDate":"2026-01-31"}"#).unwrap();
    let text = compare(product(1, "P10D"), product(2, "P20D"), &options).unwrap().to_string();
    assert!(text.contains("2026-02-20"), "{text}");
    assert!(!text.contains("It ends"), "{text}");
    let text = compare(
        product(1, "P10D"),
        r#"{"id":2,"licence_term":"P20D","renew_settings":
        {"product_id_for_renew":[3,3],"renew_pmr":true}}"#,
        &options,
    )
    .unwrap()
    .to_string();
    assert!(text.contains("It ends: Product 3,"), "{text}");
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn comparison_reports_kind_of_each_version() {
    let trial = CATALOGUE
        .replace(r#""renew_email":true"#, r#""renew_pmr":true"#)
        .replace(r#"[200,200],"renew_ar":{"enable":true}"#, r#"[103,103],"renew_ar":{"enable":true,"required":true}"#);
    let trial = trial.replace("5.00", "0.00");
    let paid =
        trial.replace(r#"[103,103],"renew_ar":{"enable":true"#, r#"[103,103],"renew_ar":{"enable":false"#).replace(
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
    let text = compared(&off, CATALOGUE).to_string();
    assert!(text.contains("no renewal before, AR now. In the old version the chain is not valid."), "{text}");
}

#[test]
fn another_order_is_told_by_position() {
    let old = variants_of_a_pair(["A1", "A2"], ["B1", "B2"]);
    let new = variants_of_a_pair(["A1", "A2"], ["B2", "B1"]);
    let text = compared(&old, &new).to_string();
    assert_eq!(
        text,
        "Product 1\n  Renewal 1 and all later ones: the variants are in another order. The \
         interface document does not show which variant a renewal uses; the timeline takes the \
         one at the position of the purchase.\n    Variant 1: [B2, 600.00 USD] instead of [B1, \
         5.00 USD].\n    Variant 2: [B1, 5.00 USD] instead of [B2, 600.00 USD].\n"
    );
}

/// Builds a chain with mandatory AR whose second product has this term.
fn chain_with(term: &str, price: &str) -> String {
    let product = |id: u64, term: &str, price: &str, settings: &str| {
        format!(
            r#"{{"id":{id},"licence_term":"{term}"{settings},"variants":[{{"vendor_code":"V","sku":"S{id}","price":{{"common":{{"currency":"USD","price":"{price}"}}}}}}]}}"#
        )
    };
    let settings = r#","renew_settings":{"product_id_for_renew":[2,3,3],"renew_ar":{"enable":true,"required":true}}"#;
    let products = [product(1, "P1M", "1.00", settings), product(2, term, "5.00", ""), product(3, "P12M", price, "")];
    format!("[{}]", products.join(","))
}

#[test]
fn started_and_ended_charges_are_reported() {
    let said = "Product 1\n  Number of renewals, consent given; consent declined: 1 before, no end now. \
                In the old version: Product 2 has a term of 5 days, but AR renewal needs at least 6 days: \
                its period is not renewed.\n  Renewal 1: the term changes from P5D to P6D.\n  \
                Renewal 2 and all later ones, consent given; consent declined: [product 3, P12M, 50.00 \
                USD] instead of nothing.\n";
    let (short, long) = (chain_with("P5D", "50.00"), chain_with("P6D", "50.00"));
    let text = compared(&short, &long).to_string();
    assert!(text.starts_with(said), "{text}");
    let comparison = compared(&long, &short);
    let text = comparison.to_string();
    assert!(
        text.contains("no end before, 1 now. In the new version: Product 2 has a term of 5 days")
            && text.contains("nothing instead of [product 3, P12M, 50.00 USD]"),
        "{text}"
    );
    let json = serde_json::to_value(&comparison.products[0].changes[0]).unwrap();
    assert_eq!(
        (&json["aspect"], &json["old"], &json["new"]),
        (&Value::from("renewals"), &Value::Null, &Value::from(1))
    );
    assert_eq!(json["newStop"]["reason"], "term-below-minimum");
}

#[test]
fn unreachable_renewal_is_reported_separately() {
    let (old, new) = (chain_with("P5D", "50.00"), chain_with("P5D", "60.00"));
    let text = compared(&old, &new).to_string();
    assert!(text.starts_with("Product 3\n  Purchase: the price of S3 changes"), "{text}");
    let options = compare::CompareOptions::default().with_product_id(id(1));
    assert!(!compare(&old, &new, &options).unwrap().changed);
}

#[test]
fn later_renewals_are_omitted_if_none_follow() {
    let set_up = |term: &str, price: &str| chain_with(term, "50.00").replace("[2,3,3]", "[2,2]").replace("5.00", price);
    let text = compared(set_up("P0D", "5.00"), set_up("P1M", "5.00")).to_string();
    assert!(
        text.contains("\n  Renewal 1: the term changes from P0D (unlimited) to P1M.\n")
            && text.contains(
                "\n  Renewal 2 and all later ones, consent given; consent declined: [product 2, \
                 P1M, 5.00 USD] instead of nothing.\n"
            ),
        "{text}"
    );
    let text = compared(set_up("P0D", "5.00"), set_up("P0D", "6.00")).to_string();
    assert!(text.contains("\n  Renewal 1: the price"), "{text}");
    assert!(!text.contains("later"), "{text}");
}

#[test]
fn the_price_of_another_article_is_not_its_old_price() {
    let old = variants_of_a_pair(["A1", "A2"], ["B1", "B2"]);
    let text = compared(&old, old.replace("B1", "C2").replace("5.00", "7.00")).to_string();
    assert!(text.contains("Renewal 1 and all later ones: [C2, 7.00 USD] instead of [B1, 5.00 USD]."), "{text}");
    assert!(!text.contains("price of C2"), "{text}");
}

#[test]
fn a_malformed_price_is_named() {
    let text = with(r#""9.90""#, r#""9,90""#).to_string();
    assert!(text.contains("the price of S3 changes from 9.90 USD to an amount that cannot be read."), "{text}");
}

#[test]
fn a_reviewer_reads_the_consequence() {
    let options = compare::CompareOptions::from_json(r#"{"purchaseDate":"2026-01-31","renewals":2}"#).unwrap();
    let text = compare(CATALOGUE, shortened(), &options).unwrap().to_string();
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
