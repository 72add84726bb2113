//! Checks for undefined behaviour.

use std::process::Command;

use anyhow::Result;

use crate::tools::{Tree, run};

/// Names of the tests of JSON that Miri does not run: they would take more than a minute each, or need more random cases
/// than they make in Miri.
const SLOW: [&str; 12] = [
    "all_readers_accept_any_text",
    "deep_nesting_is_read_and_never_crashes",
    "invalid_utf8_is_located",
    "leading_byte_order_mark_is_skipped",
    "long_texts_and_numbers_are_read",
    "mandatory_cases_have_the_verdict_of_the_suite",
    "nested_copies_are_bounded",
    "optional_cases_match_the_documented_choice",
    "patch_follows_rfc_at_any_depth",
    "random_operations_agree_on_text_and_value",
    "test_operation_compares_by_value",
    "values_are_accepted_alike_in_every_field",
];

/// Names of the core's tests that Miri runs, except [`SLOW_OF_CORE`]. The other tests run the same code on thousands of
/// inputs, which would take hours in Miri.
const QUICK: [&str; 8] = [
    "codes::",
    "contents::",
    "problem_details::",
    "product::",
    "rules_decision::",
    "rules_fixes::",
    "rules_levels::",
    "traits::",
];

/// Name of a test that would take more than half an hour in Miri.
const SLOW_OF_CORE: &str = "every_code_has_the_configured_level";

pub(super) fn miri(tree: &Tree) -> Result<()> {
    run(&mut tree.cargo_of("nightly", "--version"))?;
    let words = "component add --toolchain nightly miri rust-src";
    run(Command::new("rustup").args(words.split(' ')))?;
    let test = |package: &str, tests: &[&str], skipped: &[&str]| {
        run(tree
            .cargo_of("nightly", &format!("miri test --locked --all-features --tests --package {package} --"))
            .args(tests)
            .args(skipped.iter().flat_map(|name| ["--skip", name]))
            .env("MIRIFLAGS", "-Zmiri-disable-isolation")
            .env("PROPTEST_CASES", "2")
            // Without this variable, insta looks for snapshots by starting a process, which Miri cannot do.
            .env("INSTA_WORKSPACE_ROOT", &tree.root))
    };
    test("renewal-rules-json", &[], &SLOW)?;
    test("renewal-rules", &QUICK, &[SLOW_OF_CORE])
}
