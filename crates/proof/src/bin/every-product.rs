//! Compares the library with the oracle on every product of a bounded size, and replays the witnesses of products.
//! Prints counts and failures, and fails if there is a failure.

use std::process::ExitCode;
use std::time::Instant;

use renewal_rules::Operation;
use renewal_rules_proof::comparison::Space;
use renewal_rules_proof::products::{
    Case, PRICES, RECORD, REQUESTS, all_ids, all_requests, few_ids, few_terms, term_relations, terms, two_terms,
};

fn main() -> ExitCode {
    let is_equal = compare();
    let is_replayed = replay_witnesses();
    if is_equal && is_replayed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn compare() -> bool {
    let spaces = [
        ("every operation and role", Space { requests: all_requests(), terms: few_terms(), ids: few_ids() }),
        ("every order of term and limits", Space { requests: vec![RECORD], terms: term_relations(), ids: few_ids() }),
        ("every chain", Space { requests: REQUESTS.into(), terms: terms(), ids: all_ids(5) }),
    ];
    let mut is_equal = true;
    for (name, space) in spaces {
        let start = Instant::now();
        let outcome = space.compare();
        println!(
            "{name}: {} checks, {} decisions, {} of them judged by the oracle as a whole, {} disagreements; {} s",
            outcome.checks,
            outcome.decisions,
            outcome.judged,
            outcome.disagreement_count,
            start.elapsed().as_secs()
        );
        for disagreement in &outcome.disagreements {
            println!("{disagreement}\n");
        }
        is_equal &= outcome.disagreement_count == 0;
    }
    is_equal
}

/// A sample: its name, a space of products, and the condition for the cases of the space that belong to the sample.
type Sample = (&'static str, Space, fn(&Case<'_>) -> bool);

/// Replays the witnesses of fewer products, because finding a witness takes far longer than a check.
fn replay_witnesses() -> bool {
    let record = vec![RECORD];
    let created = REQUESTS.into_iter().filter(|request| request.operation != Operation::Update).collect();
    let is_any = |_: &Case<'_>| true;
    let is_plain = |case: &Case<'_>| case.trial.is_none() && case.payment.is_none();
    let is_sale = |case: &Case<'_>| case.trial == Some(false) && case.price == PRICES[2];
    let spaces: [Sample; 4] = [
        ("every purchase", Space { requests: record.clone(), terms: terms(), ids: few_ids() }, is_any),
        ("operations and roles", Space { requests: created, terms: few_terms(), ids: few_ids() }, is_plain),
        (
            "orders of term and limits",
            Space { requests: record.clone(), terms: term_relations(), ids: few_ids() },
            is_sale,
        ),
        ("every chain", Space { requests: record, terms: two_terms(), ids: all_ids(5) }, is_plain),
    ];
    let mut is_replayed = true;
    for (name, space, is_included) in spaces {
        let start = Instant::now();
        let replays = space.replay_witnesses(is_included);
        let [diagnostics, witnesses] = replays.total();
        println!(
            "witnesses of {name}: {} products, {} diagnostics, {} witnesses, {} failures; {} s",
            replays.products,
            diagnostics,
            witnesses,
            replays.failure_count,
            start.elapsed().as_secs()
        );
        let costly = replays.codes.iter().filter(|(_, [_, witnesses])| *witnesses > 0);
        for (code, [diagnostics, witnesses]) in costly {
            println!("  {code}: {diagnostics} diagnostics, {witnesses} witnesses");
        }
        for failure in &replays.failures {
            println!("{failure}\n");
        }
        is_replayed &= replays.failure_count == 0 && witnesses > 0;
    }
    is_replayed
}
