//! Checks of the core: other compilers and processors, random inputs and mutants.

use std::{fs, process::Command};

use anyhow::{Result, bail};

use crate::tools::{Tree, install_crate, install_packages, install_target, output, run};

pub(super) fn oldest(tree: &Tree) -> Result<()> {
    let toolchain = concat!(env!("CARGO_PKG_RUST_VERSION"), ".0");
    let words = "test --locked --package renewal-rules --package renewal-rules-serde --all-features";
    run(tree.cargo_of(toolchain, words).env("CARGO_TARGET_DIR", tree.target.join("oldest")))
}

pub(super) fn thirty_two_bits(tree: &Tree) -> Result<()> {
    const TARGET: &str = "i686-unknown-linux-gnu";
    install_target(tree, TARGET)?;
    let links = || {
        output(
            Command::new("cc").args(["-m32", "-shared", "-x", "c", "/dev/null", "-o"]).arg(tree.target.join("links")),
        )
    };
    if links().is_err() {
        install_packages(&["gcc-multilib"])?;
    }
    let words = "test --locked --package renewal-rules --package renewal-rules-serde --all-features --target";
    run(tree.cargo(words).arg(TARGET))
}

pub(super) fn no_std(tree: &Tree) -> Result<()> {
    const BARE: &str = "thumbv7em-none-eabi";
    install_target(tree, BARE)?;
    ["renewal-rules-json", "renewal-rules", "renewal-rules-service", "renewal-rules-preview"].iter().try_for_each(
        |package| {
            run(&mut tree.cargo(&format!("check --locked --package {package} --no-default-features --target {BARE}")))
        },
    )
}

pub(super) fn random(tree: &Tree) -> Result<()> {
    run(tree
        .cargo(
            "test --locked --release --package renewal-rules --package renewal-rules-json \
             --package renewal-rules-preview --test behaviour --test json --test preview \
             -- syntax::document:: fix_promises:: json_patch:: limits:: replay:: slow_ comparison_agrees",
        )
        .env("RANDOM_FACTOR", "50"))
}

pub(super) fn fuzz(tree: &Tree) -> Result<()> {
    install_crate(tree, "cargo-fuzz", "0.13.2")?;
    let targets = output(&mut tree.cargo_of("nightly", "fuzz list"))?;
    if targets.is_empty() {
        bail!("there is no fuzz target");
    }
    for target in targets.lines() {
        // New inputs go to this directory; the committed corpus is only read.
        let found = tree.target.join("fuzz-corpus").join(target);
        fs::create_dir_all(&found)?;
        let longest = match target {
            "document" | "readers" => 4096,
            "catalogues" => 1200,
            _ => 500,
        };
        let mut command = tree.cargo_of("nightly", "fuzz run -s none");
        command
            .arg(target)
            .arg(found)
            .arg(format!("fuzz/corpus/{target}"))
            .args(["--", "-fork=2", "-max_total_time=120", "-len_control=0"])
            .arg(format!("-max_len={longest}"));
        if longest == 4096 {
            command.arg("-dict=fuzz/readers.dict");
        }
        run(&mut command)?;
    }
    Ok(())
}

/// Tests the core with a feature of `serde_json` that another crate may enable. `tests` selects tests of the core.
pub(super) fn test_with(tree: &Tree, feature: &str, tests: &str) -> Result<()> {
    run(&mut tree.cargo(&format!("test --locked --package renewal-rules-serde --features serde_json/{feature}")))?;
    let words =
        format!("test --locked --package renewal-rules --features serde_json/{feature} --test behaviour -- {tests}");
    run(&mut tree.cargo(&words))
}

/// Names of the core's tests that take seconds, start processes or test other things than the rules. Each mutant is
/// first tested without them, and without the unit tests, for which cargo would compile the core once more.
const SLOW: [&str; 8] = [
    "slow_",
    "contents::",
    "example_check::",
    "example_web::",
    "fix_promises::",
    "identities::",
    "limits::",
    "replay::",
];

pub(super) fn mutants(tree: &Tree) -> Result<()> {
    install_crate(tree, "cargo-mutants", "27.1.0")?;
    let folder = tree.target.join("mutants");
    let mutate = |arguments: &[&str], skipped: &[&str]| {
        let mut command = tree.cargo("mutants --jobs 2 --cargo-arg=--test=behaviour --output");
        command.arg(&folder).args(arguments);
        // Stop at the first test that fails. The test runner offers this only if this variable is set.
        command.arg("--cargo-arg=--config=target.'cfg(all())'.runner=['env', 'RUSTC_BOOTSTRAP=1']");
        command.args(["--", "--", "-Zunstable-options", "--fail-fast"]);
        command.args(skipped.iter().flat_map(|name| ["--skip", name]));
        command
    };
    // Run all tests on the mutants that the quick tests did not catch.
    if run(&mut mutate(&[], &SLOW)).is_ok() {
        return Ok(());
    }
    run(&mut mutate(&["--iterate", "--cargo-arg=--lib"], &[]))
}
