//! Compares the library with the oracle on every product of a bounded size. With the argument `witnesses`, replays the
//! witnesses of products instead. Prints counts and failures, and fails if there is a failure.

use std::env;
use std::process::ExitCode;
use std::time::Instant;

use renewal_rules_proof::comparison::Space;
use renewal_rules_proof::products::{
    RECORD, REQUESTS, Term, all_ids, all_requests, few_ids, few_terms, term_relations, terms,
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

/// Returns the sets of products, each with its name. Every chain is combined with `chain_terms`.
fn spaces(chain_terms: Vec<Term>) -> [(&'static str, Space); 3] {
    [
        ("every operation and role", Space { requests: all_requests(), terms: few_terms(), ids: few_ids() }),
        ("every order of term and limits", Space { requests: vec![RECORD], terms: term_relations(), ids: few_ids() }),
        ("every chain", Space { requests: REQUESTS.into(), terms: chain_terms, ids: all_ids(5) }),
    ]
}

fn compare() -> bool {
    let mut is_equal = true;
    for (name, space) in spaces(terms()) {
        let start = Instant::now();
        let outcome = space.compare();
        println!(
            "{name}: {} products, {} of them judged by the oracle as a whole, {} decisions, {} disagreements; {} s",
            outcome.checks,
            outcome.judged,
            outcome.decisions,
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

/// Replays the witnesses of the products, with fewer terms for each chain, because a replay takes longer than a check.
fn replay_witnesses() -> bool {
    let mut is_replayed = true;
    for (name, space) in spaces(few_terms()) {
        let start = Instant::now();
        let replays = space.replay_witnesses();
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
