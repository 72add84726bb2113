//! Checks that take too long for every change, or need more than the compiler and Node.js.

mod core;
mod dependencies;
mod miri;
mod outside;
mod proofs;
mod record;
mod workflows;

use anyhow::Result;

use self::core::{fuzz, mutants, no_std, oldest, random, test_with, thirty_two_bits};
use self::dependencies::{advisories, deny, minimal_versions, public_api};
use self::miri::miri;
use self::outside::{openapi, runtimes};
pub(crate) use self::record::run_all;
use self::workflows::workflows;
use crate::steps::{lint_all, npm_tests};
use crate::suite::{Step, Suite};
use crate::tools::{FIREFOX, Tree, run};
use crate::{corpus, package, packaged, site};

pub(crate) const PROVE: Suite = Suite { command: "prove", lanes: &[CHECKS], stops: false };

/// The checks; those that take more than a quarter of an hour come last, with the longest at the end.
const CHECKS: &[Step] = &[
    check_crates("public-api", "the public API of each crate is the one in its `tests/public-api.txt`", public_api),
    check("deny", "the dependencies have allowed licences and sources, and none has two versions", |tree| {
        deny(tree, "licenses bans sources")
    }),
    check("advisories", "no dependency has a known vulnerability (needs GitHub and npm's registry)", advisories),
    check("workflows", "the workflows are valid, and have few permissions and pinned actions", workflows),
    check("lint", "no warning of the compiler or Clippy in any package, test, example or benchmark", lint_all),
    check_crates("no-std", "the `no_std` crates compile for a target without a standard library", no_std),
    check_crates("big-numbers", "the core if another crate enables `arbitrary_precision` of serde_json", |tree| {
        test_with(
            tree,
            "arbitrary_precision",
            "codes:: fields:: product:: rules::fixes rules::reading rules_fixes:: rules_reading::",
        )
    }),
    check_crates("preserve-order", "the same output if another crate enables `preserve_order` of serde_json", |tree| {
        test_with(tree, "preserve_order", "options:: product:: traits::")
    }),
    check("packaged", "the packaged crates build without warnings, with each set of features", packaged::test),
    check("reproducible", "two builds in two folders give the same bytes", |tree| {
        package::build(tree)?;
        package::reproduce(tree)
    }),
    check(
        "npm-slow",
        "the tests of the npm package that take minutes: studio, Firefox, frameworks, kills, memory",
        |tree| {
            ["test/frameworks", "bench", "../editors/vscode"]
                .into_iter()
                .try_for_each(|directory| tree.install_npm_once(directory))?;
            run(npm_tests(tree)?.env(FIREFOX.variable, FIREFOX.path()?).args(["run", "prove"]))
        },
    ),
    check("processes", "the tests of the command line, each command in a process of its own", |tree| {
        run(npm_tests(tree)?.env("SPAWN", "1").args(["run", "processes"]))
    }),
    check("nodes", "the npm package in other versions of Node.js", |tree| run(npm_tests(tree)?.args(["run", "nodes"]))),
    check("openapi-tools", "OpenAPI tools accept the description and generate types from it", |tree| {
        tree.install_npm("test/openapi")?;
        run(tree.in_wasm("npm").args(["run", "openapi"]))
    }),
    check_proof("theorems", "theorems about the decision hold for all terms and limits", proofs::theorems),
    check_proof(
        "plan-model",
        "no run of a plan creates a product twice, whatever crashes or fails",
        proofs::plan_model,
    ),
    check("oldest", "the core's tests on the oldest supported compiler", oldest),
    check(
        "minimal-versions",
        "the workspace builds, and the core's tests pass, on the oldest versions that the manifests allow",
        minimal_versions,
    ),
    check("32-bit", "the core's tests on a 32-bit processor", thirty_two_bits),
    check("parity", "100,000 cases natively and in the npm package", |tree| {
        run(npm_tests(tree)?.args(["run", "parity"]))
    }),
    check("runtimes", "the packed npm package in Bun, Deno and Next.js", runtimes),
    check("site-look", "no page of the site has an accessibility problem or is too wide", site::test_look),
    check("openapi", "thousands of calls made from the OpenAPI description, against the emulator", openapi),
    check_crates("stress", "200 clients of the emulator at once, for a minute", |tree| {
        run(tree
            .cargo("test --locked --package renewal-rules-emulator -- --nocapture stress::")
            .env("STRESS_ROUNDS", "1000000"))
    }),
    check_crates(
        "purchases",
        "100,000 purchases in the emulator follow the timeline; plans survive all failures",
        |tree| {
            run(tree
                .cargo(
                    "test --locked --release --package renewal-rules-emulator \
                 -- events_agree_with_the_timeline a_plan_survives_every_failure",
                )
                .env("RANDOM_FACTOR", "800"))
        },
    ),
    check_crates("ratios", "measures the core's time and memory, compared with other libraries", |tree| {
        run(&mut tree.cargo("bench --locked --package renewal-rules-benches --bench ratios --bench memory"))
    }),
    check("npm-ratios", "measures the npm package's time, compared with other libraries", |tree| {
        run(npm_tests(tree)?.args(["run", "bench"]))
    }),
    check_crates("oracle", "the independent implementation of the rules knows each field, option and code", |tree| {
        run(&mut tree.cargo("test --locked --package renewal-rules --test behaviour -- --ignored the_oracle_knows"))
    }),
    check("corpus", "the files of `corpus/` are up to date", |tree| corpus::generate(tree, true)),
    check("endurance", "a million calls with malformed input in Chromium", |tree| {
        run(npm_tests(tree)?.args(["run", "endurance"]))
    }),
    check_rules("random", "fifty times as many random cases, and all cases of the exhaustive tests", random),
    check_proof("every-product", "library and oracle agree on every product of a bounded size", proofs::every_product),
    check("kill", "a setup killed at each point, with each failure of each call, and resumed", |tree| {
        run(npm_tests(tree)?.args(["run", "kill"]))
    }),
    check_proof("fuzz", "two minutes of random inputs for each fuzz target, on two processors", fuzz),
    check_proof("every-witness", "the witnesses of every product of a bounded size replay", proofs::every_witness),
    check_crates("miri", "the quick tests of the core and of JSON show no undefined behaviour in Miri", miri),
    check_rules("mutants", "the tests fail for each mutant of the rules", mutants),
];

/// Build configuration that affects every crate.
const BUILD: [&str; 4] = ["Cargo.toml", "Cargo.lock", ".cargo/", "rust-toolchain.toml"];

/// Other files than their own that the tests and benchmarks of the crates read.
const READ: [&str; 6] = ["tests/", "corpus/", "examples/", "benches/", "fuzz/", "wasm/schema.json"];

/// Files that affect checks of the rules, besides those that they read.
const RULES: [&str; 8] = [
    "src/",
    "crates/formatters/",
    "crates/json/",
    "crates/preview/",
    "crates/proof/",
    "crates/service/",
    "xtask/src/prove/core.rs",
    "xtask/src/prove/proofs.rs",
];

/// Creates a check that any file can affect.
const fn check(name: &'static str, about: &'static str, run: fn(&Tree) -> Result<()>) -> Step {
    Step { name, about, needs: &[], run }
}

/// Creates a check of crates, which the npm package and the documentation cannot affect.
const fn check_crates(name: &'static str, about: &'static str, run: fn(&Tree) -> Result<()>) -> Step {
    Step { name, about, needs: &[&["src/", "crates/", "xtask/src/prove/"], &READ, &BUILD], run }
}

/// Creates a check of the rules by their tests, which neither the emulator nor the editor crate can affect. Its function
/// is in `core.rs`.
const fn check_rules(name: &'static str, about: &'static str, run: fn(&Tree) -> Result<()>) -> Step {
    Step { name, about, needs: &[&RULES, &READ, &BUILD], run }
}

/// Creates a check of the rules by proofs or fuzz targets, which use no test but the oracle. Its function is in `core.rs`
/// or `proofs.rs`.
const fn check_proof(name: &'static str, about: &'static str, run: fn(&Tree) -> Result<()>) -> Step {
    Step { name, about, needs: &[&RULES, &["tests/oracle/", "corpus/", "fuzz/"], &BUILD], run }
}
