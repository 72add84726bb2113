//! Tests the published crate: packaged, unpacked in a directory of its own, built and run there.

use std::process::{Command, id};
use std::{env, fs, path::Path};

use anyhow::{Context, Result};

use crate::tools::{Tree, output, run};

/// Packages the core and tests the package outside the workspace.
pub(crate) fn test(tree: &Tree) -> Result<()> {
    // Verification is skipped because the package is built below, with more features.
    let words = "package --locked --package renewal-rules --allow-dirty --no-verify --quiet";
    run(tree.cargo(words).env("CARGO_TARGET_DIR", &tree.target))?;
    let version = output(&mut tree.cargo("pkgid --package renewal-rules"))?;
    let version = version.rsplit(['#', '@']).next().unwrap_or_default();
    let name = format!("renewal-rules-{version}");
    let folder = env::temp_dir().join(format!("packaged-{}", id()));
    fs::create_dir_all(&folder)?;
    let package = tree.target.join(format!("package/{name}.crate"));
    run(Command::new("tar").arg("-xf").arg(package).current_dir(&folder))?;
    let tried = try_out(&folder.join(name), &tree.target.join("packaged"));
    fs::remove_dir_all(&folder)?;
    tried
}

/// Each set of features with which the crate is built, documented and tested.
const FEATURES: [&str; 4] = ["", "std", "tools", "std,tools"];

/// Runs cargo in a folder.
fn cargo_in(folder: &Path, target: &Path, words: &str) -> Result<()> {
    run(Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(words.split(' '))
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target)
        .env("RUSTFLAGS", "-D warnings")
        .env("RUSTDOCFLAGS", "-D warnings"))
}

fn try_out(folder: &Path, target: &Path) -> Result<()> {
    let cargo = |words: &str| cargo_in(folder, target, words);
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        fs::metadata(folder.join(file)).with_context(|| format!("{file} is not packaged"))?;
    }
    // Packaged files have a fixed modification time, so cargo would consider an earlier build fresh.
    cargo("clean --quiet --package renewal-rules")?;
    cargo("check")?;
    for features in FEATURES {
        cargo(&format!("check --no-default-features --features={features}"))?;
        cargo(&format!("doc --no-deps --no-default-features --features={features}"))?;
    }
    cargo("check --all-features --examples")?;
    cargo("run --example check -- examples/products/pair.json")?;
    cargo("test --doc")?;
    cargo("doc --no-deps --all-features")?;
    consume(folder, target)
}

/// Tests the package from a crate that depends on it, with each set of features and nothing that adds one.
fn consume(package: &Path, target: &Path) -> Result<()> {
    let folder = package.with_file_name("consumer");
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("src/lib.rs"), include_str!("../consumer/lib.rs"))?;
    fs::copy(package.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let path = package.display();
    let manifest = format!(
        "[package]\nname = \"consumer\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [features]\nstd = [\"renewal-rules/std\"]\ntools = [\"renewal-rules/tools\"]\n\n\
         [dependencies]\nrenewal-rules = {{ path = '{path}', default-features = false }}\n\
         serde = {{ version = \"1\", features = [\"derive\"] }}\nserde_json = \"1\"\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    for features in FEATURES {
        cargo_in(&folder, target, &format!("test --quiet --features={features}"))?;
    }
    Ok(())
}
