//! Defines the steps of `cargo xtask test`, the most informative and quickest first.

use std::{env, path::PathBuf, process::Command, time::Instant};

use anyhow::{Context, Result, bail};

use crate::tools::{PROGRAMS, Tree, install_target, run};
use crate::{generate, package, packaged, site};

/// Name, description and function of a step.
pub(crate) type Step = (&'static str, &'static str, fn(&Tree) -> Result<()>);

/// A command that runs steps.
pub(crate) struct Suite {
    pub(crate) command: &'static str,
    pub(crate) steps: &'static [Step],
    /// True to stop at the first failing step.
    pub(crate) stops: bool,
}

pub(crate) const TEST: Suite = Suite { command: "test", steps: STEPS, stops: true };

const STEPS: &[Step] = &[
    ("format", "the sources are formatted", |tree| run(&mut tree.cargo("fmt --all --check"))),
    ("lint", "no warning of the compiler or Clippy", |tree| {
        run(&mut tree.cargo("clippy --locked --workspace --all-targets --all-features -- -D warnings"))
    }),
    ("docs", "the documentation builds without a warning", |tree| {
        run(tree.cargo("doc --locked --no-deps --all-features").env("RUSTDOCFLAGS", "-D warnings"))
    }),
    ("core", "the tests of all crates, with the examples in the documentation", |tree| {
        run(&mut tree.cargo("test --locked --all-features"))
    }),
    ("big-numbers", "the core if another crate enables `arbitrary_precision` of serde_json", |tree| {
        run(&mut tree.cargo(
            "test --locked --package renewal-rules --features serde_json/arbitrary_precision --test behaviour \
                 -- codes:: fields:: product:: rules::fixes rules::reading rules_fixes:: rules_reading:: serde_formats::",
        ))
    }),
    ("preserve-order", "the same output if another crate enables `preserve_order` of serde_json", |tree| {
        run(&mut tree.cargo(
            "test --locked --package renewal-rules --features serde_json/preserve_order --test behaviour \
                 -- options:: product:: serde_formats:: traits::",
        ))
    }),
    ("emulator", "the emulator, with a real HTTP client", |tree| {
        run(&mut tree.cargo("test --locked --package renewal-rules-emulator"))
    }),
    ("no-std", "the `no_std` crates build for a target without a standard library", |tree| {
        const BARE: &str = "thumbv7em-none-eabi";
        install_target(tree, BARE)?;
        for package in ["renewal-rules-json", "renewal-rules", "renewal-rules-service", "renewal-rules-preview"] {
            let words = format!("build --locked --package {package} --no-default-features --target {BARE}");
            run(&mut tree.cargo(&words))?;
        }
        Ok(())
    }),
    ("packaged", "the packaged crates build without warnings, with each set of features", packaged::test),
    ("generated", "the generated files are up to date", |tree| generate::generate(tree, true)),
    ("package", "the npm package builds", package::build),
    ("npm", "the tests of the npm package, the studio and the command line", |tree| {
        tree.install_npm("../editors/vscode")?;
        run(npm_tests(tree)?.args(["run", "test"]))
    }),
    ("site", "the documentation site builds, and none of its links is dead", site::test_links),
    ("openapi", "OpenAPI tools accept the description and generate types from it", |tree| {
        tree.install_npm("test/openapi")?;
        run(tree.in_wasm("npm").args(["run", "openapi"]))
    }),
    ("reproducible", "two builds in two folders give the same bytes", |tree| {
        if !tree.wasm().join("dist").is_dir() {
            package::build(tree)?;
        }
        package::reproduce(tree)
    }),
];

/// Returns the command for the npm tests; builds the package first if `dist` does not exist.
pub(crate) fn npm_tests(tree: &Tree) -> Result<Command> {
    if !tree.wasm().join("dist").is_dir() {
        package::build(tree)?;
    }
    tree.install_npm_tools()?;
    let mut command = tree.in_wasm("npm");
    command.env("XTASK", env::current_exe()?).env("RENEWAL_RULES_EMULATOR", emulator(tree)?);
    for program in &PROGRAMS {
        command.env(program.variable, program.path()?);
    }
    Ok(command)
}

/// Builds the emulator and returns the path of its executable.
pub(crate) fn emulator(tree: &Tree) -> Result<PathBuf> {
    run(&mut tree.cargo("build --locked --package renewal-rules-emulator"))?;
    Ok(tree.target.join("debug/renewal-rules-emulator"))
}

impl Suite {
    /// Prints the names of the steps.
    pub(crate) fn list(&self) {
        for (name, about, _) in self.steps {
            println!("{name:18} {about}");
        }
    }

    /// Runs the named steps, or all.
    pub(crate) fn run(&self, tree: &Tree, only: &[String]) -> Result<()> {
        let command = self.command;
        if let Some(unknown) = only.iter().find(|name| self.steps.iter().all(|(step, ..)| step != name)) {
            bail!("unknown step `{unknown}`; `cargo xtask {command} --list` lists the steps");
        }
        let mut failed = Vec::new();
        for (name, about, step) in self.steps {
            if !only.is_empty() && only.iter().all(|one| one != name) {
                continue;
            }
            eprintln!("\n== {name}: {about}");
            let start = Instant::now();
            let done = step(tree).with_context(|| format!("step `{name}` failed"));
            eprintln!("-- {name}: {} s", start.elapsed().as_secs());
            match done {
                Ok(()) => {}
                Err(error) if self.stops => return Err(error),
                Err(error) => {
                    eprintln!("error: {error:#}");
                    failed.push(*name);
                }
            }
        }
        if !failed.is_empty() {
            bail!("these steps failed: {}", failed.join(", "));
        }
        eprintln!("\nall steps passed");
        Ok(())
    }
}
