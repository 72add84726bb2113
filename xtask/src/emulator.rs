//! Builds the npm packages of the emulator.

use std::env::consts::{ARCH, EXE_SUFFIX, OS};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::tools::{Tree, output, run};

/// Directory of the npm package that starts the emulator.
pub(crate) const NPM: &str = "crates/emulator/npm";

const PROGRAM: &str = "renewal-rules-emulator";

/// Builds the emulator for this platform, and packs it as an npm package and the package that starts it. Returns both
/// archives.
pub(crate) fn pack(tree: &Tree) -> Result<[PathBuf; 2]> {
    run(&mut tree.cargo("build --locked --release --package renewal-rules-emulator"))?;
    let folder = tree.target.join("emulator-npm");
    fs::create_dir_all(&folder)?;
    let npm = tree.root.join(NPM);
    let manifest: Value = serde_json::from_str(&fs::read_to_string(npm.join("package.json"))?)?;
    let (platform, manifest) = platform_manifest(&manifest, OS, ARCH)?;
    let own = folder.join(&platform);
    fs::create_dir_all(&own)?;
    fs::write(own.join("package.json"), serde_json::to_string_pretty(&manifest)? + "\n")?;
    fs::write(own.join("README.md"), format!("The emulator of `@renewal-rules/emulator` for {platform}.\n"))?;
    for file in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(tree.root.join(file), own.join(file))?;
    }
    let program = format!("{PROGRAM}{EXE_SUFFIX}");
    fs::copy(tree.target.join("release").join(&program), own.join(&program))?;
    Ok([pack_folder(&own, &folder)?, pack_folder(&npm, &folder)?])
}

/// Packs an npm package into a folder; returns the archive.
pub(crate) fn pack_folder(package: &Path, folder: &Path) -> Result<PathBuf> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut npm = Command::new(program);
    npm.args(["pack", "--silent", "--pack-destination"]).arg(folder).current_dir(package);
    let name = output(&mut npm)?;
    Ok(folder.join(name.lines().last().context("npm pack printed no file name")?))
}

/// Returns the name of a platform, as Node.js has it, and the manifest of its package, which takes versions and links
/// from that of the package that starts the emulator.
fn platform_manifest(main: &Value, os: &str, arch: &str) -> Result<(String, Value)> {
    let os = match os {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    let arch = match arch {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    let platform = format!("{os}-{arch}");
    let name = format!("@renewal-rules/emulator-{platform}");
    let Some(version) = main.pointer("/optionalDependencies").and_then(|packages| packages.get(&name)) else {
        bail!("{NPM}/package.json has no optional dependency {name}: add it, or use another platform");
    };
    let mut manifest = json!({
        "name": name,
        "version": version,
        "description": format!("Emulates the product service of the interface document, for {platform}"),
        "license": main.get("license"),
        "os": [os],
        "cpu": [arch],
        "files": [format!("{PROGRAM}*"), "LICENSE-APACHE", "LICENSE-MIT"],
    });
    let libc = (os == "linux").then(|| ("libc".to_owned(), json!(["glibc"])));
    let repository = main.get("repository").map(|repository| ("repository".to_owned(), repository.clone()));
    if let Some(members) = manifest.as_object_mut() {
        members.extend(libc.into_iter().chain(repository));
    }
    Ok((platform, manifest))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn platform_packages_are_those_of_node() {
        let repository = json!({ "type": "git", "url": "git+https://example.com/a.git" });
        let packages = json!({
            "@renewal-rules/emulator-win32-x64": "1.2.3",
            "@renewal-rules/emulator-linux-arm64": "1.2.3",
        });
        let main = json!({ "license": "MIT", "repository": repository, "optionalDependencies": packages });
        let (platform, manifest) = platform_manifest(&main, "windows", "x86_64").unwrap();
        assert_eq!(platform, "win32-x64");
        assert_eq!(manifest["version"], "1.2.3");
        assert_eq!((&manifest["os"][0], &manifest["cpu"][0]), (&json!("win32"), &json!("x64")));
        assert_eq!((&manifest["repository"], manifest.get("libc")), (&repository, None));
        let (_, manifest) = platform_manifest(&main, "linux", "aarch64").unwrap();
        assert_eq!(manifest["libc"][0], "glibc");
        assert!(platform_manifest(&main, "freebsd", "x86_64").is_err());
    }
}
