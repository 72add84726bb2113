//! Generates the corpus from the rules' cases, the tables of the core's tests, and random products.
//!
//! `corpus` writes the files, `corpus --check` fails if they are stale.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "it runs on this project's own inputs"
)]

mod features;
mod generate;
mod mutations;
mod sources;

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use renewal_rules_corpus_runner::statistics;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let cases = generate::generate(&root);
    let mut files: Vec<(String, String)> = renewal_rules_corpus::GROUPS
        .iter()
        .map(|group| {
            let cases = cases.iter().filter(|case| case.group == group.name);
            (format!("cases/{}.jsonl", group.name), cases.map(|case| case.line() + "\n").collect())
        })
        .collect();
    files.push(("statistics.txt".into(), statistics(&cases)));
    let is_check = env::args().nth(1).as_deref() == Some("--check");
    let mut stale = false;
    for (name, text) in files {
        let path = root.join("corpus").join(&name);
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        stale = true;
        if is_check {
            eprintln!("corpus/{name} is stale; `cargo xtask corpus` writes it");
        } else {
            fs::write(&path, text).expect(&name);
            println!("changed corpus/{name}");
        }
    }
    if is_check && stale { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
