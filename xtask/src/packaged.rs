//! Tests the published crates: packages them together, unpacks them outside the workspace, builds them and runs their
//! tests.

use std::process::Command;
use std::{env, fs, path::Path};

use anyhow::{Context, Result};

use crate::tools::{PUBLISHED, Tree, output, run};

/// Packages all published crates and tests the packages outside the workspace.
pub(crate) fn test(tree: &Tree) -> Result<()> {
    // Verification is skipped because the packages are built below, with more features.
    let packages = PUBLISHED.iter().flat_map(|(package, _)| ["--package", package]);
    let words = "package --locked --allow-dirty --no-verify --quiet";
    run(tree.cargo(words).args(packages).env("CARGO_TARGET_DIR", &tree.target))?;
    let version = output(&mut tree.cargo("pkgid --package renewal-rules"))?;
    let version = version.rsplit(['#', '@']).next().unwrap_or_default();
    let folder = tempfile::tempdir()?;
    PUBLISHED.iter().try_for_each(|(package, _)| {
        let archive = tree.target.join(format!("package/{package}-{version}.crate"));
        run(Command::new("tar").arg("-xf").arg(archive).current_dir(&folder))?;
        try_out(package, version, folder.path(), &tree.target.join("packaged"))
    })
}

/// Each set of features with which the core is built, documented and tested.
const FEATURES: [&str; 2] = ["", "std"];

/// Runs cargo in a folder. `patches` replace crates of the registry by unpacked ones.
fn cargo_in(folder: &Path, patches: &[String], target: &Path, words: &str) -> Result<()> {
    run(Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(patches)
        .args(words.split(' '))
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target)
        .env("RUSTFLAGS", "-D warnings")
        .env("RUSTDOCFLAGS", "-D warnings"))
}

/// Tests an unpacked package. The packages that it depends on must be unpacked in the same folder.
fn try_out(package: &str, version: &str, folder: &Path, target: &Path) -> Result<()> {
    let unpacked = |package: &str| folder.join(format!("{package}-{version}"));
    let patches = PUBLISHED.iter().map(|(other, _)| *other).take_while(|other| *other != package);
    let patches: Vec<String> =
        patches.map(|other| format!("--config=patch.crates-io.{other}.path='{}'", unpacked(other).display())).collect();
    let own = unpacked(package);
    let cargo = |words: &str| cargo_in(&own, &patches, target, words);
    for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        fs::metadata(own.join(file)).with_context(|| format!("{file} is not packaged in {package}"))?;
    }
    // Packaged files have a fixed modification time, so cargo would consider an earlier build fresh.
    cargo(&format!("clean --quiet --package {package}"))?;
    cargo("check")?;
    if package != "renewal-rules" {
        return Ok(());
    }
    fs::metadata(own.join("CHANGELOG.md")).context("CHANGELOG.md is not packaged")?;
    for features in FEATURES {
        cargo(&format!("check --no-default-features --features={features}"))?;
        cargo(&format!("doc --no-deps --no-default-features --features={features}"))?;
    }
    cargo("test --doc")?;
    cargo("doc --no-deps --all-features")?;
    consume(&own, &patches, target)
}

/// Tests the package from a crate that depends on it, with each set of features. That crate has no development
/// dependencies, which might enable further features.
fn consume(package: &Path, patches: &[String], target: &Path) -> Result<()> {
    let folder = package.with_file_name("consumer");
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("src/lib.rs"), include_str!("../consumer/lib.rs"))?;
    fs::copy(package.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let path = package.display();
    let manifest = format!(
        "[package]\nname = \"consumer\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [features]\nstd = [\"renewal-rules/std\"]\n\n\
         [dependencies]\nrenewal-rules = {{ path = '{path}', default-features = false }}\n\
         serde = {{ version = \"1\", features = [\"derive\"] }}\nserde_json = \"1\"\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    for features in FEATURES {
        cargo_in(&folder, patches, target, &format!("test --quiet --features={features}"))?;
    }
    Ok(())
}
