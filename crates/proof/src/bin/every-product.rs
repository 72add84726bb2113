//! Compares the library with the oracle on every product of a bounded size. With the argument `witnesses`, replays the
//! witnesses of products instead. Prints counts and failures, and fails if there is a failure.

use std::env;
use std::process::ExitCode;
use std::time::Instant;

use renewal_rules::Operation;
use renewal_rules_proof::comparison::Space;
use renewal_rules_proof::products::{
    Case, RECORD, REQUESTS, all_ids, all_requests, few_ids, few_terms, term_relations, terms, two_terms,
};

/// Checking a product allocates many small blocks. This allocator saves a sixth of the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let has_passed = match env::args().nth(1).as_deref() {
        None => compare(),
        Some("witnesses") => replay_witnesses(),
        Some(other) => {
            eprintln!("unknown argument `{other}`, expected `witnesses` or none");
            false
        }
    };
    if has_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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

/// Products whose witnesses are replayed: a name, a space of products, and the condition for the cases of the space that
/// belong to the set.
type Set = (&'static str, Space, fn(&Case<'_>) -> bool);

/// Replays the witnesses of products. Tries fewer products with every chain than [`compare`], because finding a witness
/// takes far longer than a check.
fn replay_witnesses() -> bool {
    let record = vec![RECORD];
    // Previews take an update as the product that results from it.
    let is_no_update = |case: &Case<'_>| case.request.operation != Operation::Update;
    let is_plain = |case: &Case<'_>| case.trial.is_none() && case.payment.is_none();
    let sets: [Set; 4] = [
        ("every purchase", Space { requests: record.clone(), terms: terms(), ids: few_ids() }, is_no_update),
        (
            "every operation and role",
            Space { requests: all_requests(), terms: few_terms(), ids: few_ids() },
            is_no_update,
        ),
        (
            "every order of term and limits",
            Space { requests: record.clone(), terms: term_relations(), ids: few_ids() },
            is_no_update,
        ),
        ("every chain", Space { requests: record, terms: two_terms(), ids: all_ids(5) }, is_plain),
    ];
    let mut is_replayed = true;
    for (name, space, is_included) in sets {
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
