//! Tries products beyond the enumerated ones: longer chains, other ids, terms, limits and amounts. Each agrees with the
//! oracle, and with the product that `docs/proofs.md` reduces it to.

use std::iter::once;

use proptest::prelude::*;
use renewal_rules::{LicenceTerm, Limits};
use renewal_rules_proof::comparison::{Judgement, agree};
use renewal_rules_proof::products::{Case, FOREIGN, Ids, PAYMENTS, TRIALS, Term, all_requests, all_switches, terms};

const AMOUNTS: [[&str; 3]; 3] = [["0.00", "0.00", "0.00"], ["0", "0.0", "00.000"], ["9.90", "1", "0.001"]];

/// Lists the diagnostics and decisions, without the messages, which contain ids and days.
fn results(judgement: &Judgement) -> Vec<String> {
    let (report, decisions) = (&judgement.report, &judgement.decisions);
    let diagnostics = report.diagnostics.iter().map(|one| {
        let [kind, payment] = ["kind", "payment"].map(|name| one.params.text(name));
        format!("{:?} {:?} {} {kind:?} {payment:?}", one.severity, one.code, one.path)
    });
    diagnostics.chain(once(format!("{decisions:?}"))).collect()
}

/// Renames ids to those of the enumeration: the ids of the chain are numbered by their first occurrence; the own id
/// becomes [`FOREIGN`] if the chain lacks it.
fn renamed(ids: &Ids) -> Ids {
    let chain = ids.chain.iter().flatten().flatten();
    let mut known: Vec<u64> = Vec::new();
    for id in chain {
        if !known.contains(id) {
            known.push(*id);
        }
    }
    let rename = |id: &u64| (FOREIGN + 1..).zip(&known).find(|(_, other)| *other == id).map_or(FOREIGN, |(new, _)| new);
    Ids {
        own: ids.own.as_ref().map(rename),
        chain: ids.chain.as_ref().map(|chain| chain.as_ref().map(|ids| ids.iter().map(rename).collect())),
    }
}

/// Replaces the term by 10 days, and each limit by 10 (not above the term), 11 or 12 (above it), which keeps the order
/// of the limits of each kind.
fn rank_limits(term: Term) -> Term {
    let days = term.term.map_or(0, LicenceTerm::shortest_days);
    let reduce = |pair: [Option<u32>; 2]| {
        let rank = |limit: u32| {
            let is_larger = pair.into_iter().flatten().any(|other| u64::from(other) > days && other < limit);
            if u64::from(limit) <= days { 10 } else { 11 + u32::from(is_larger) }
        };
        pair.map(|limit| limit.map(rank))
    };
    let limits = &term.limits;
    let email = reduce([limits.email_online_min_days, limits.email_offline_min_days].map(Some));
    let pmr = reduce([limits.pmr_online_min_days, limits.pmr_offline_min_days]);
    let [ar, _] = reduce([Some(limits.ar_min_days), None]);
    Term {
        term: term.term.map(|term| LicenceTerm::days(if term.is_unlimited() { 0 } else { 10 })),
        limits: Limits::default()
            .with_ar_min_days(ar.unwrap_or_default())
            .with_email_online_min_days(email[0].unwrap_or_default())
            .with_email_offline_min_days(email[1].unwrap_or_default())
            .with_pmr_online_min_days(pmr[0])
            .with_pmr_offline_min_days(pmr[1]),
    }
}

fn any_ids() -> impl Strategy<Value = Ids> {
    let id = || 1..=9_007_199_254_740_991_u64;
    let pool = prop::collection::vec(id(), 1..6);
    let picks = prop::collection::vec(any::<prop::sample::Index>(), 0..14);
    let own = prop::option::of(prop_oneof![id().prop_map(Err), any::<prop::sample::Index>().prop_map(Ok)]);
    (pool, picks, own, any::<bool>(), 0..12_u8).prop_map(|(pool, picks, own, is_ended, shape)| {
        let mut chain: Vec<u64> = picks.iter().map(|pick| *pick.get(&pool)).collect();
        if shape > 5 {
            // A chain that is well-formed except for its end.
            chain.clone_from(&pool);
        }
        if is_ended {
            chain.extend(chain.last().copied());
        }
        let own = own.map(|own| own.map_or_else(|foreign| foreign, |pick| *pick.get(&pool)));
        Ids { own, chain: (shape > 0).then(|| (shape > 1).then_some(chain)) }
    })
}

fn any_term() -> impl Strategy<Value = Term> {
    let days = || prop_oneof![0..40_u32, any::<u32>()];
    let term = prop_oneof![
        days().prop_map(LicenceTerm::days),
        (0..3_u32).prop_map(LicenceTerm::months),
        any::<u32>().prop_map(LicenceTerm::months)
    ];
    let pmr = || prop::option::of(days());
    (prop::option::of(term), days(), days(), days(), pmr(), pmr()).prop_map(
        |(term, ar, online, offline, pmr_online, pmr_offline)| {
            let limits = Limits::default()
                .with_ar_min_days(ar)
                .with_email_online_min_days(online)
                .with_email_offline_min_days(offline)
                .with_pmr_online_min_days(pmr_online)
                .with_pmr_offline_min_days(pmr_offline);
            Term { term, limits }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn other_products_behave_like_enumerated_ones(
        ids in any_ids(),
        term in any_term(),
        switches in prop::sample::select(all_switches()),
        request in prop::sample::select(all_requests()),
        trial in prop::sample::select(TRIALS.to_vec()),
        payment in prop::sample::select(PAYMENTS.to_vec()),
        amounts in prop::collection::vec((0..3_usize, 0..3_usize), 0..4),
    ) {
        let kinds: Vec<&[&str; 3]> = amounts.iter().filter_map(|(kind, _)| AMOUNTS.get(*kind)).collect();
        let price: Vec<&str> = kinds.iter().zip(&amounts).filter_map(|(kind, (_, nth))| kind.get(*nth).copied()).collect();
        let first: Vec<&str> = kinds.iter().filter_map(|kind| kind.first().copied()).collect();
        let mut text = String::new();
        let case = Case { request, switches, term, price: &price, trial, payment };
        let options = case.prepare().with_ids(&ids, &mut text);
        let found = agree(&text, options).map_err(TestCaseError::fail)?;
        let case = Case { term: rank_limits(term), price: &first, ..case };
        let options = case.prepare().with_ids(&renamed(&ids), &mut text);
        let expected = agree(&text, options).map_err(TestCaseError::fail)?;
        prop_assert_eq!(results(&found), results(&expected));
    }
}

#[test]
fn enumeration_has_the_expected_sizes() {
    // The number of partitions of up to 5 ids is 76; with an own id that is absent, foreign or one of them, 354.
    assert_eq!(renewal_rules_proof::products::all_ids(5).len(), 354 + 4);
    assert_eq!((all_switches().len(), terms().len(), all_requests().len()), (81, 16, 20));
}
