//! Checks of the public API and of the dependencies.

use std::{fs, process::Command};

use anyhow::{Context, Result};

use crate::tools::{NPM_PACKAGES, PUBLISHED, Tree, install_crate, output, run};

pub(super) fn public_api(tree: &Tree) -> Result<()> {
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
                    "the public API has changed; if it should, run: cp '{}' '{}'",
                    found.display(),
                    listed.display()
                )
            },
        )?;
    }
    Ok(())
}

pub(super) fn deny(tree: &Tree, checks: &str) -> Result<()> {
    install_crate(tree, "cargo-deny", "0.20.2")?;
    run(&mut tree.cargo(&format!("deny --locked --workspace check {checks}")))
}

pub(super) fn advisories(tree: &Tree) -> Result<()> {
    let crates = deny(tree, "advisories");
    let npm = NPM_PACKAGES
        .map(|folder| run(tree.in_wasm("npm").args(["audit", "--package-lock-only", "--prefix"]).arg(folder)));
    npm.into_iter().fold(crates, Result::and)
}

pub(super) fn minimal_versions(tree: &Tree) -> Result<()> {
    let copy = tree.copy("minimal-versions")?;
    fs::remove_file(copy.root.join("Cargo.lock"))?;
    run(&mut copy.cargo_of("nightly", "generate-lockfile -Z direct-minimal-versions"))?;
    for what in ["check --workspace", "test --package renewal-rules"] {
        run(copy.cargo(&format!("{what} --locked --all-features")).env("CARGO_TARGET_DIR", &copy.target))?;
    }
    Ok(fs::remove_dir_all(&copy.root)?)
}
