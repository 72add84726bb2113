//! Explores all runs of a plan within the bounds of the model. Prints figures, and fails if a property is violated.

use std::process::ExitCode;
use std::time::Instant;

use renewal_rules_proof::plan::{Runs, dead_ends, setups};
use stateright::{Checker as _, Model as _};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let start = Instant::now();
    let runs = Runs { setups: setups()?, most_faults: 3, mutant: None };
    let checker = runs.clone().checker().threads(2).spawn_bfs().join();
    let mut failed = false;
    for (name, path) in checker.discoveries() {
        println!("violated: {name}\n{:?}", path.into_actions());
        failed = true;
    }
    let (states, dead_ends) = dead_ends(&runs);
    println!(
        "figure: {} states, depth {}, {} properties, {dead_ends} states without a way to an end; {} s",
        checker.unique_state_count(),
        checker.max_depth(),
        runs.properties().len() + 1,
        start.elapsed().as_secs()
    );
    failed |= dead_ends > 0 || states != checker.unique_state_count();
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
