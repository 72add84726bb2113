//! Defines the steps of `cargo xtask test`, in lanes that do not share a build.

use std::{env, path::PathBuf, process::Command};

use anyhow::Result;

use crate::suite::{Step, Suite};
use crate::tools::{CHROMIUM, NEOVIM, NPM_PACKAGES, Program, Tree, run};
use crate::{generate, package, site};

pub(crate) const TEST: Suite = Suite { command: "test", lanes: &[NPM, CARGO, DOWNLOADS], stops: true };

/// Files that affect every step.
const BUILD: [&str; 5] = ["Cargo.toml", "Cargo.lock", ".cargo/", "rust-toolchain.toml", "xtask/"];
const LIBRARIES: [&str; 6] =
    ["src/", "crates/json/", "crates/service/", "crates/preview/", "crates/formatters/", "crates/editor/"];
const TESTS: [&str; 3] = ["tests/", "examples/", "docs/"];

const CARGO: &[Step] = &[
    Step {
        name: "format",
        about: "the sources are formatted",
        needs: &[&["src/", "crates/", "tests/", "benches/", "examples/", "fuzz/", "wasm/src/", "rustfmt.toml"], &BUILD],
        run: |tree| run(&mut tree.cargo("fmt --all --check")),
    },
    // Run this step before the other builds, because the npm tests need its emulator.
    Step {
        name: "crates",
        about: "the tests of all crates, with the examples in the documentation",
        needs: &[
            &LIBRARIES,
            &TESTS,
            &["corpus/", "crates/emulator/", "wasm/", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"],
            &BUILD,
        ],
        run: |tree| run(&mut tree.cargo("test --locked --all-features")),
    },
    Step {
        name: "lint",
        about: "no warning of the compiler or Clippy in libraries and programs; the lock file of the fuzz targets is up to date",
        needs: &[&["src/", "crates/", "corpus/", "wasm/src/", "fuzz/", "clippy.toml"], &BUILD],
        run: |tree| {
            run(&mut tree.cargo("update --workspace --locked --manifest-path fuzz/Cargo.toml"))?;
            lint(tree, &["--workspace", "--lib", "--bins"], "--exclude")
        },
    },
    Step {
        name: "docs",
        about: "the documentation builds without a warning",
        needs: &[&LIBRARIES, &["README.md"], &BUILD],
        run: |tree| site::crate_docs(tree).map(|_| ()),
    },
    Step {
        name: "generated",
        about: "the generated files are up to date",
        needs: &[&LIBRARIES, &["wasm/", "crates/emulator/", "docs/"], &BUILD],
        run: |tree| generate::generate(tree, true),
    },
];

const NPM: &[Step] = &[
    Step {
        name: "package",
        about: "the npm package builds",
        needs: &[&LIBRARIES, &["wasm/", "editors/"], &BUILD],
        run: package::build,
    },
    Step {
        name: "site",
        about: "the documentation site builds, and none of its links is dead",
        needs: &[
            &LIBRARIES,
            &["docs/", "wasm/", "README.md", "ARCHITECTURE.md", "BENCHMARKS.md", "CHANGELOG.md", "CONTRIBUTING.md"],
            &BUILD,
        ],
        run: site::test_links,
    },
    // Run this step last, because it uses both processors, and the emulator that the other lane builds.
    Step {
        name: "npm",
        about: "the tests of the npm package, the studio and the command line",
        needs: NPM_TESTS,
        run: |tree| run(npm_tests(tree)?.args(["run", "test"])),
    },
];

const NPM_TESTS: &[&[&str]] =
    &[&LIBRARIES, &TESTS, &["wasm/", "editors/", "crates/emulator/", "README.md", "action.yml"], &BUILD];

/// Runs beside the other lanes, because it mostly waits for the network.
const DOWNLOADS: &[Step] = &[Step {
    name: "dependencies",
    about: "the npm packages, browser and editor that the tests need are installed",
    needs: NPM_TESTS,
    run: install_dependencies,
}];

/// Packages that `test` does not lint, because nobody publishes them. The dependencies of xtask alone would take a fifth of
/// the time.
const UNPUBLISHED: [&str; 3] = ["renewal-rules-benches", "renewal-rules-proof", "xtask"];

/// Programs that the npm tests start.
const PROGRAMS: [&Program; 2] = [&CHROMIUM, &NEOVIM];

/// Installs the npm packages and the programs that the tests need.
fn install_dependencies(tree: &Tree) -> Result<()> {
    for program in PROGRAMS {
        program.path()?;
    }
    NPM_PACKAGES.into_iter().try_for_each(|folder| tree.install_npm_once(folder))
}

/// Fails if there is a warning of the compiler or Clippy in any package, test, example or benchmark.
pub(crate) fn lint_all(tree: &Tree) -> Result<()> {
    lint(tree, &["--workspace", "--lib", "--bins", "--tests", "--examples"], "--exclude")?;
    lint(tree, &["--lib", "--bins", "--tests", "--examples", "--benches"], "--package")
}

/// Fails if there is a warning of the compiler or Clippy. `option` selects or excludes the unpublished packages.
fn lint(tree: &Tree, arguments: &[&str], option: &str) -> Result<()> {
    let mut command = tree.cargo("clippy --locked --all-features");
    command.args(arguments).args(UNPUBLISHED.iter().flat_map(|package| [option, package]));
    command.args(["--", "-D", "warnings"]);
    // In cargo's own directory, the npm tests would wait until Clippy is done.
    run(command.env("CARGO_TARGET_DIR", site::crates_target(tree)))
}

/// Returns the command for the npm tests; builds the package first if `dist` does not exist.
pub(crate) fn npm_tests(tree: &Tree) -> Result<Command> {
    if !tree.wasm().join("dist").is_dir() {
        package::build(tree)?;
    }
    install_dependencies(tree)?;
    let mut command = tree.in_wasm("npm");
    command.env("XTASK", env::current_exe()?).env("RENEWAL_RULES_EMULATOR", emulator(tree)?);
    for program in PROGRAMS {
        command.env(program.variable, program.path()?);
    }
    Ok(command)
}

/// Builds the emulator and returns the path of its executable.
pub(crate) fn emulator(tree: &Tree) -> Result<PathBuf> {
    // Also build an example: cargo then enables the same features as for the tests, so that nothing is compiled twice.
    run(&mut tree.cargo("build --locked --all-features --bin renewal-rules-emulator --example setup"))?;
    Ok(tree.target.join("debug/renewal-rules-emulator"))
}
