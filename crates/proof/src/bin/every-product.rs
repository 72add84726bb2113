//! Compares the library with the oracle on every product of a bounded size. Prints counts and disagreements, and fails
//! if there is a disagreement.

use std::process::ExitCode;
use std::time::Instant;

use renewal_rules_proof::comparison::Space;
use renewal_rules_proof::products::{
    RECORD, REQUESTS, all_ids, all_requests, few_ids, few_terms, term_relations, terms,
};

fn main() -> ExitCode {
    let spaces = [
        ("every operation and role", Space { requests: all_requests(), terms: few_terms(), ids: few_ids() }),
        ("every order of term and limits", Space { requests: vec![RECORD], terms: term_relations(), ids: few_ids() }),
        ("every chain", Space { requests: REQUESTS.into(), terms: terms(), ids: all_ids(5) }),
    ];
    let mut failed = false;
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
        failed |= outcome.disagreement_count > 0;
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
