//! Properties of every comparison.

use proptest::prelude::*;
use renewal_rules::Configuration;
use renewal_rules_oracle::cases::random_cases;
use renewal_rules_preview::compare::{Change, Situation};
use renewal_rules_preview::timeline::{Period, Timeline};
use renewal_rules_preview::{compare, timeline};
use serde_json::Value;

use super::compare::{compared, id};

/// Generates catalogues of an initiator, up to two renewals and an unrelated product; variants are added, removed,
/// moved and repriced.
fn priced_catalogue() -> impl Strategy<Value = String> {
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
fn paid(catalogue: &str, options: &timeline::TimelineOptions) -> Vec<String> {
    let timeline = timeline(catalogue, options).unwrap();
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

/// Returns the first catalogue after one edit, which the number `edit` selects: replaces a product, the settings, all
/// products or a term by those of the second catalogue, or reverses the variants of a product.
fn edited(catalogue: &str, other: &str, edit: usize) -> String {
    let products = |catalogue: &str| serde_json::from_str::<Vec<Value>>(catalogue).unwrap();
    let (mut new, others) = (products(catalogue), products(other));
    match edit {
        0..=2 => new[edit] = others[edit].clone(),
        3..=5 => new[edit - 3]["variants"].as_array_mut().unwrap().reverse(),
        6 => new[0]["renew_settings"] = others[0]["renew_settings"].clone(),
        7 => new = others,
        term => new[term - 8]["licence_term"] = others[term - 8]["licence_term"].clone(),
    }
    Value::from(new).to_string()
}

/// Number of renewals that suffices to reach each renewal and the first repetition of the last one.
const RENEWALS: u32 = 4;

fn amount(period: &Period) -> (Option<f64>, Option<&str>) {
    let price = period.price.as_ref().map(|price| price.parse().unwrap());
    (price, period.currency.as_deref())
}

/// Returns the step (purchase or renewal) of a change, and the scenarios that it affects (`None` for all of them).
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
fn assert_reported(comparison: &compare::ProductComparison, situation: Situation, [old, new]: [&Timeline; 2]) {
    let is_reported = |is: &dyn Fn(&Change) -> bool| comparison.changes.iter().any(is);
    let kinds = [old.decision.kind, new.decision.kind];
    let of_kind =
        |change: &Change| matches!(change, Change::Kind { situations, .. } if situations.contains(&situation));
    assert_eq!(is_reported(&of_kind), kinds[0] != kinds[1]);
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
        // If a product renews itself, its changes are reported for the purchase only.
        let step = if renew_themselves { 0 } else { step };
        let at = |change: &Change| {
            place(change)
                .is_some_and(|(at, situations)| at == step && situations.is_none_or(|all| all.contains(&situation)))
        };
        if before.licence_term != after.licence_term {
            assert!(is_reported(&|change| at(change) && matches!(change, Change::Term { .. })));
        }
        if amount(before) != amount(after) {
            assert!(is_reported(&|change| at(change) && matches!(change, Change::Price { .. } | Change::Order { .. })));
        }
        if before.article != after.article {
            assert!(is_reported(&|change| at(change)
                && matches!(change, Change::Article { .. } | Change::Order { .. } | Change::Price { .. })));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn unchanged_products_have_equal_timelines(
        old in priced_catalogue(),
        other in priced_catalogue(),
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

/// Returns the timelines of the compared product, one for each scenario.
fn timelines(catalogue: &str, compared: &compare::CompareOptions, variant: usize) -> Vec<Timeline> {
    let timelines = Situation::all().map(|situation| {
        let mut options = timeline::TimelineOptions::new("2026-01-31".parse().unwrap());
        options.product_id = compared.product_id;
        options.payment = Some(situation.payment);
        options.consent = situation.consent;
        options.limits = compared.limits;
        options.variant = variant;
        options.renewals = RENEWALS;
        timeline(catalogue, &options).unwrap()
    });
    timelines.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(u32::try_from(random_cases(1000).end).unwrap()))]

    #[test]
    fn comparison_agrees_with_two_timelines(
        old in priced_catalogue(),
        other in priced_catalogue(),
        edit in 0..11_usize,
        variant in 0..3_usize,
        pmr in prop::option::of(4..20_u32),
    ) {
        let new = edited(&old, &other, edit);
        let mut requested = compare::CompareOptions::default();
        requested.limits.pmr_online_min_days = Some(6);
        requested.limits.pmr_offline_min_days = pmr;
        for product in 1..4 {
            requested.product_id = id(product);
            let comparison = compare(&old, &new, &requested).unwrap();
            let [before, after] = [&old, &new].map(|catalogue| timelines(catalogue, &requested, variant));
            let Some(changed) = comparison.products.first() else {
                for (old, new) in before.iter().zip(&after) {
                    let counts = [old, new].map(|one| (one.periods.len(), one.decision.kind));
                    prop_assert_eq!(counts[0], counts[1]);
                }
                continue;
            };
            for (situation, (old, new)) in Situation::all().zip(before.iter().zip(&after)) {
                assert_reported(changed, situation, [old, new]);
            }
            // No change is reported for a step that no buyer reaches, and "later renewals" only if there are any.
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
