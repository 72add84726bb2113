//! The crates as their users get them: packaged together, unpacked in a folder of their own, and built there.

use std::process::{Command, id};
use std::{env, fs, path::Path};

use anyhow::{Context, Result};

use crate::prove::PUBLISHED;
use crate::tools::{Tree, output, run};

/// Packages all crates that are published, and tries the packages where nothing of this project is around them.
pub(crate) fn test(tree: &Tree) -> Result<()> {
    // They are built below, in more ways.
    let packages = PUBLISHED.iter().flat_map(|(package, _)| ["--package", package]);
    let words = "package --locked --allow-dirty --no-verify --quiet";
    run(tree.cargo(words).args(packages).env("CARGO_TARGET_DIR", &tree.target))?;
    let version = output(&mut tree.cargo("pkgid --package renewal-rules"))?;
    let version = version.rsplit(['#', '@']).next().unwrap_or_default();
    let folder = env::temp_dir().join(format!("packaged-{}", id()));
    fs::create_dir_all(&folder)?;
    let tried = PUBLISHED.iter().try_for_each(|(package, _)| {
        let archive = tree.target.join(format!("package/{package}-{version}.crate"));
        run(Command::new("tar").arg("-xf").arg(archive).current_dir(&folder))?;
        try_out(package, version, &folder, &tree.target.join("packaged"))
    });
    fs::remove_dir_all(&folder)?;
    tried
}

/// Tries a package beside those that it needs, which are unpacked already.
fn try_out(package: &str, version: &str, folder: &Path, target: &Path) -> Result<()> {
    let unpacked = |package: &str| folder.join(format!("{package}-{version}"));
    let patches = PUBLISHED.iter().map(|(other, _)| *other).take_while(|other| *other != package);
    let patches: Vec<String> =
        patches.map(|other| format!("--config=patch.crates-io.{other}.path='{}'", unpacked(other).display())).collect();
    let own = unpacked(package);
    let cargo = |words: &str| {
        run(Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(&patches)
            .args(words.split(' '))
            .current_dir(&own)
            .env("CARGO_TARGET_DIR", target)
            .env("RUSTFLAGS", "-D warnings")
            .env("RUSTDOCFLAGS", "-D warnings"))
    };
    for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        fs::metadata(own.join(file)).with_context(|| format!("{file} is not packaged in {package}"))?;
    }
    // Packaged files have a time of their own, by which cargo takes what it built before for fresh.
    cargo(&format!("clean --quiet --package {package}"))?;
    cargo("check")?;
    if package != "renewal-rules" {
        return Ok(());
    }
    // No feature is an empty word.
    for feature in ["", "std"] {
        cargo(&format!("check --no-default-features --features {feature}"))?;
    }
    cargo("test --doc")?;
    cargo("doc --no-deps --all-features")
}
