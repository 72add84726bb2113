//! Checks that take too long for every change, or need more than the compiler and Node.js.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::site;
use crate::steps::{Suite, emulator, npm_tests};
use crate::tools::{PUBLISHED, Tree, install_crate, install_packages, install_target, output, run};

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
        ("site-look", "no page of the site has an accessibility problem or is too wide", site::test_look),
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

fn public_api(tree: &Tree) -> Result<()> {
    install_crate(tree, "cargo-public-api", "0.52.0")?;
    for (package, folder) in PUBLISHED {
        let listed = tree.root.join(folder).join("tests/public-api.txt");
        let found = tree.target.join(format!("public-api-{package}.txt"));
        // Omit blanket, auto-trait and derived implementations, which follow from other properties.
        let words = format!("public-api --package {package} --all-features -sss");
        let api = output(&mut tree.cargo_of("nightly", &words))?;
        fs::write(&found, api + "\n")?;
        run(Command::new("git").args(["diff", "--no-index", "--exit-code"]).args([&listed, &found])).with_context(
            || {
                format!(
                    "the public API has changed; where that is meant: cp '{}' '{}'",
                    found.display(),
                    listed.display()
                )
            },
        )?;
    }
    Ok(())
}

fn deny(tree: &Tree, checks: &str) -> Result<()> {
    install_crate(tree, "cargo-deny", "0.20.2")?;
    run(&mut tree.cargo(&format!("deny --locked --workspace check {checks}")))
}

fn advisories(tree: &Tree) -> Result<()> {
    let crates = deny(tree, "advisories");
    let npm = run(tree.in_wasm("npm").args(["audit", "--package-lock-only"]));
    crates.and(npm)
}

fn oldest(tree: &Tree) -> Result<()> {
    let toolchain = concat!(env!("CARGO_PKG_RUST_VERSION"), ".0");
    let words = "test --locked --package renewal-rules --all-features";
    run(tree.cargo_of(toolchain, words).env("CARGO_TARGET_DIR", tree.target.join("oldest")))
}

fn minimal_versions(tree: &Tree) -> Result<()> {
    let copy = tree.copy("minimal-versions")?;
    fs::remove_file(copy.root.join("Cargo.lock"))?;
    run(&mut copy.cargo_of("nightly", "generate-lockfile -Z direct-minimal-versions"))?;
    for what in ["check --workspace", "test --package renewal-rules"] {
        run(copy.cargo(&format!("{what} --locked --all-features")).env("CARGO_TARGET_DIR", &copy.target))?;
    }
    Ok(fs::remove_dir_all(&copy.root)?)
}

fn thirty_two_bits(tree: &Tree) -> Result<()> {
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
    run(tree.cargo("test --locked --package renewal-rules --all-features --target").arg(TARGET))
}

fn random(tree: &Tree) -> Result<()> {
    run(tree
        .cargo(
            "test --locked --release --package renewal-rules --package renewal-rules-json --test behaviour --test json \
             -- syntax::document:: fix_promises:: json_patch:: limits:: replay::",
        )
        .env("RANDOM_FACTOR", "50"))
}

fn runtimes(tree: &Tree) -> Result<()> {
    tree.install_npm("test/runtimes")?;
    run(npm_tests(tree)?.args(["run", "runtimes"]))
}

/// Python script: logs in at the URL in its argument and prints the token.
const LOG_IN: &str = "
import json, sys, urllib.request as http
body = json.dumps({'username': 'emulator', 'password': 'emulator'}).encode()
login = http.Request(sys.argv[1] + '/v1/login_check', body, {'Content-Type': 'application/json'})
print(json.load(http.urlopen(login))['token'])
";

fn openapi(tree: &Tree) -> Result<()> {
    const VERSION: &str = "schemathesis==4.32.5";
    let folder = tree.target.join("schemathesis");
    let program = |name: &str| Command::new(folder.join("bin").join(name));
    if output(program("pip").args(["show", "schemathesis"])).is_err() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        run(program("pip").args(["install", "--quiet", VERSION]))?;
    }
    let emulator = emulator(tree)?;
    let tests = tree.wasm().join("test/openapi");
    let config = ["--config-file".into(), tests.join("schemathesis.toml")];
    // Bodies of the right format are accepted unless the rules reject them.
    for (arguments, config, words) in [
        (&[][..], &config[..], "run --checks all -n 300"),
        (&["--lenient"], &[], "run --checks all -n 300 --mode positive"),
    ] {
        let mut running = Command::new(&emulator)
            .args(["--port", "0", "--token-header", "Your-Token-Header: {token}"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let out = running.stdout.take().context("it says nothing")?;
        let tried = BufReader::new(out).read_line(&mut line).map_err(Into::into).and_then(|_| {
            let url = line.split(' ').next().unwrap_or_default();
            let token = output(program("python").args(["-c", LOG_IN, url]))?;
            run(program("schemathesis")
                .current_dir(&folder)
                .args(config)
                .args(words.split(' '))
                .arg(tree.wasm().join("openapi.json"))
                .args(["--url", url, "--header", &format!("Your-Token-Header: {token}")]))
        });
        running.kill()?;
        running.wait()?;
        tried?;
    }
    Ok(())
}

fn fuzz(tree: &Tree) -> Result<()> {
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
            .args(["--", "-max_total_time=600", "-len_control=0"])
            .arg(format!("-max_len={longest}"));
        if longest == 4096 {
            command.arg("-dict=fuzz/readers.dict");
        }
        run(&mut command)?;
    }
    Ok(())
}

/// Names of the core's tests that take seconds, start processes or judge other data than the rules. Mutants are first run
/// without them.
const SLOW: [&str; 9] = [
    "slow_",
    "contents::",
    "example_check::",
    "example_web::",
    "fix_promises::",
    "identities::",
    "limits::",
    "replay::",
    "serde_formats::",
];

/// The core's tests that Miri runs. The others run the same code on thousands of inputs, which would take it hours.
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

fn mutants(tree: &Tree) -> Result<()> {
    install_crate(tree, "cargo-mutants", "27.1.0")?;
    let folder = tree.target.join("mutants");
    let mutate = |arguments: &[&str]| {
        let mut command = tree.cargo("mutants --cargo-arg=--lib --cargo-arg=--test=behaviour --output");
        command.arg(&folder).args(arguments);
        command
    };
    let skipped = SLOW.iter().flat_map(|name| ["--skip", name]);
    let quick: Vec<&str> = ["--", "--"].into_iter().chain(skipped).collect();
    // Mutants that the quick tests miss are then run against all tests.
    if run(&mut mutate(&quick)).is_ok() {
        return Ok(());
    }
    run(&mut mutate(&["--iterate"]))
}

fn miri(tree: &Tree) -> Result<()> {
    run(&mut tree.cargo_of("nightly", "--version"))?;
    let words = "component add --toolchain nightly miri rust-src";
    run(Command::new("rustup").args(words.split(' ')))?;
    let test = |package: &str, tests: &[&str]| {
        run(tree
            .cargo_of("nightly", &format!("miri test --locked --all-features --tests --package {package} --"))
            .args(tests)
            .env("MIRIFLAGS", "-Zmiri-disable-isolation")
            .env("PROPTEST_CASES", "2")
            // Without it, insta looks for snapshots by starting a process, which Miri cannot do.
            .env("INSTA_WORKSPACE_ROOT", &tree.root))
    };
    test("renewal-rules-json", &[])?;
    test("renewal-rules", &QUICK)
}
