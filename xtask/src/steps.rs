//! Every check of the project, in the order in which they say the most the soonest.

use std::{env, process::Command};

use anyhow::{Context, Result, bail};

use crate::{
    generate, package,
    tools::{Tree, browser, install_wasm_target, run},
};

type Step = (&'static str, &'static str, fn(&Tree) -> Result<()>);

const STEPS: &[Step] = &[
    ("format", "the sources are formatted", |tree| {
        run(tree.cargo().args(["fmt", "--all", "--check"]))
    }),
    ("lint", "no lint of the compiler or of Clippy", |tree| {
        run(tree.cargo().args([
            "clippy",
            "--locked",
            "--workspace",
            "--all-targets",
            "--all-features",
            "--",
            "-D",
            "warnings",
        ]))
    }),
    (
        "docs",
        "the documentation builds without a warning",
        |tree| {
            run(tree
                .cargo()
                .args(["doc", "--locked", "--no-deps", "--all-features"])
                .env("RUSTDOCFLAGS", "-D warnings"))
        },
    ),
    (
        "core",
        "the tests of the core, its examples and its documentation",
        |tree| run(tree.cargo().args(["test", "--locked", "--all-features"])),
    ),
    (
        "big-numbers",
        "the core where another crate switches `arbitrary_precision` of serde_json on",
        |tree| {
            run(tree
                .cargo()
                .args(["test", "--locked", "--package", "renewal-rules"])
                .args(["--features", "serde_json/arbitrary_precision"])
                .args(["--test", "codes", "--test", "product"]))
        },
    ),
    (
        "no-std",
        "the core builds without the standard library",
        |tree| {
            install_wasm_target(tree)?;
            run(tree
                .cargo()
                .args([
                    "build",
                    "--locked",
                    "--package",
                    "renewal-rules",
                    "--no-default-features",
                ])
                .args(["--target", "wasm32-unknown-unknown"]))
        },
    ),
    ("generated", "the generated files are fresh", |tree| {
        generate::generate(tree, true)
    }),
    ("package", "the npm package builds", package::build),
    (
        "npm",
        "the tests of the npm package, its page and its command line",
        |tree| run(npm_tests(tree)?.args(["run", "test"])),
    ),
    (
        "reproducible",
        "two builds in two folders give the same bytes",
        |tree| {
            if !tree.wasm().join("dist").is_dir() {
                package::build(tree)?;
            }
            package::reproduce(tree)
        },
    ),
];

fn npm_tests(tree: &Tree) -> Result<Command> {
    if !tree.wasm().join("dist").is_dir() {
        package::build(tree)?;
    }
    tree.install_npm_tools()?;
    let mut command = tree.in_wasm("npm");
    command
        .env("CHROMIUM_PATH", browser()?)
        .env("XTASK", env::current_exe()?);
    Ok(command)
}

/// Prints the names of the steps.
#[expect(clippy::unnecessary_wraps, reason = "it is a command like the others")]
pub(crate) fn list() -> Result<()> {
    for (name, about, _) in STEPS {
        println!("{name:14} {about}");
    }
    Ok(())
}

/// Runs all steps, or those named, and stops at the first that fails.
pub(crate) fn run_steps(tree: &Tree, only: &[String]) -> Result<()> {
    if let Some(unknown) = only
        .iter()
        .find(|name| STEPS.iter().all(|(step, ..)| step != name))
    {
        bail!("there is no step `{unknown}`; `cargo xtask test --list` names them");
    }
    for (name, about, step) in STEPS {
        if only.is_empty() || only.iter().any(|one| one == name) {
            eprintln!("\n== {name}: {about}");
            step(tree).with_context(|| format!("step `{name}` failed"))?;
        }
    }
    eprintln!("\nall is well");
    Ok(())
}
