//! Checks that take too long for every change, or need more than the compiler and Node.js.

mod core;
mod dependencies;
mod outside;

use self::core::{fuzz, miri, mutants, oldest, random, thirty_two_bits};
use self::dependencies::{advisories, deny, minimal_versions, public_api};
use self::outside::{openapi, runtimes};
use crate::steps::{Suite, npm_tests};
use crate::tools::run;

pub(crate) const PROVE: Suite = Suite {
    command: "prove",
    steps: &[
        ("public-api", "what each crate offers is what the list of it says", public_api),
        ("deny", "licences, sources and duplicates of what is depended on", |tree| deny(tree, "licenses bans sources")),
        ("oldest", "the core's tests on the oldest supported compiler", oldest),
        (
            "minimal-versions",
            "the workspace builds, and the core's tests pass, on the oldest versions that the manifests allow",
            minimal_versions,
        ),
        ("32-bit", "the core's tests on a 32-bit processor", thirty_two_bits),
        ("parity", "100,000 cases natively and in the npm package", |tree| {
            run(npm_tests(tree)?.args(["run", "parity"]))
        }),
        ("endurance", "a million calls with malformed input in Chromium", |tree| {
            run(npm_tests(tree)?.args(["run", "endurance"]))
        }),
        ("runtimes", "the packed npm package in Bun, Deno and Next.js", runtimes),
        ("openapi", "thousands of calls made from the OpenAPI description, against the emulator", openapi),
        ("kill", "a setup killed at each point, with each failure of each call, and resumed", |tree| {
            run(npm_tests(tree)?.args(["run", "kill"]))
        }),
        ("stress", "200 clients of the emulator at once, for a minute", |tree| {
            run(tree
                .cargo("test --locked --package renewal-rules-emulator -- --nocapture stress::")
                .env("STRESS_ROUNDS", "1000000"))
        }),
        ("purchases", "100,000 random purchases in the emulator follow the timeline", |tree| {
            run(tree
                .cargo("test --locked --release --package renewal-rules-emulator -- events_agree_with_the_timeline")
                .env("RANDOM_FACTOR", "800"))
        }),
        ("ratios", "the core's time, beside that of others", |tree| {
            run(&mut tree.cargo("bench --locked --bench ratios --bench memory"))
        }),
        ("npm-ratios", "the npm package's time, beside that of others", |tree| {
            run(npm_tests(tree)?.args(["run", "bench"]))
        }),
        ("miri", "no undefined behaviour in what the tests of the core and of JSON run", miri),
        ("oracle", "the independent implementation of the rules knows each field, option and code", |tree| {
            run(&mut tree.cargo("test --locked --package renewal-rules --test behaviour -- --ignored the_oracle_knows"))
        }),
        ("random", "fifty times as many random cases", random),
        ("fuzz", "ten minutes of chance for each fuzz target", fuzz),
        ("mutants", "the tests notice each change of the rules", mutants),
        (
            "advisories",
            "nothing that is depended on is known to be vulnerable (needs GitHub and npm's registry)",
            advisories,
        ),
    ],
    stops: false,
};
