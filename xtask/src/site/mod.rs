//! Builds the documentation site: the guide, the rules, the references, the documentation of the crates, and the studio.

mod pages;
mod reference;
mod rules;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::package;
use crate::tools::{CHROMIUM, PUBLISHED, Tree, run};

/// Builds the site into `target/site`: one directory for any static server. Its pages are generated or copied into a
/// temporary directory, so none of them can be stale.
pub(crate) fn build(tree: &Tree) -> Result<PathBuf> {
    build_with(tree, &package::studio(tree)?)
}

fn build_with(tree: &Tree, studio: &Path) -> Result<PathBuf> {
    // The pages are below `docs/`, because they import npm packages that are installed there.
    let (source, site) = (docs(tree).join(".source"), tree.target.join("site"));
    for directory in [&source, &site] {
        if directory.exists() {
            fs::remove_dir_all(directory)?;
        }
        fs::create_dir_all(directory)?;
    }
    pages::write_pages(tree, &source)?;
    rules::write_rules(tree, &source)?;
    reference::write_references(tree, &source)?;
    tree.install_npm_once("../docs")?;
    run(npm_tool(tree, "typedoc").arg("--out").arg(source.join("api")))?;
    run(npm_tool(tree, "vitepress").args(["build", "--outDir"]).arg(&site).env("SITE_URL", package::site_url(tree)?))?;
    copy_directory(studio, &site.join("studio"))?;
    copy_directory(&crate_docs(tree)?, &site.join("rust"))?;
    Ok(site)
}

/// Builds the site and serves it on this computer until stopped.
pub(crate) fn serve(tree: &Tree, port: u16) -> Result<()> {
    let site = build(tree)?;
    let mut server = tree
        .npm_tool("esbuild")
        .arg(format!("--servedir={}", site.display()))
        .arg(format!("--serve=127.0.0.1:{port}"))
        .stdin(Stdio::piped())
        .spawn()?;
    // The server stops when its standard input is closed.
    let _input = server.stdin.take();
    let status = server.wait()?;
    if !status.success() {
        bail!("the server failed ({status})");
    }
    Ok(())
}

/// Builds the site and checks its links and anchors, and the links between the documents of the repository.
pub(crate) fn test_links(tree: &Tree) -> Result<()> {
    let site = build_with(tree, &package::built_studio(tree)?)?;
    run(Command::new("npm").args(["run", "links"]).current_dir(docs(tree)).env("SITE", site))
}

/// Builds the site and checks an example of each type of page in Chromium.
pub(crate) fn test_look(tree: &Tree) -> Result<()> {
    let site = build(tree)?;
    let mut command = Command::new("npm");
    command.args(["run", "look"]).current_dir(docs(tree)).env("SITE", site);
    run(command.env(CHROMIUM.variable, CHROMIUM.path()?))
}

fn docs(tree: &Tree) -> PathBuf {
    tree.root.join("docs")
}

/// Returns a command that npm has installed for the site.
fn npm_tool(tree: &Tree, name: &str) -> Command {
    let mut command = Command::new(docs(tree).join("node_modules/.bin").join(name));
    command.current_dir(docs(tree));
    command
}

/// Returns the build directory for the published crates. It is not cargo's own, because the index of the documentation
/// lists every crate that was ever documented in its directory.
pub(crate) fn crates_target(tree: &Tree) -> PathBuf {
    tree.target.join("site-crates")
}

/// Builds the documentation of the published crates, and returns its directory. Fails if there is a warning.
pub(crate) fn crate_docs(tree: &Tree) -> Result<PathBuf> {
    let target = crates_target(tree);
    let packages = PUBLISHED.iter().flat_map(|(package, _)| ["--package", package]);
    let mut command = tree.cargo("doc --locked --no-deps --all-features");
    run(command.args(packages).env("CARGO_TARGET_DIR", &target).env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(target.join("doc"))
}

/// Copies a directory with all that it contains.
fn copy_directory(from: &Path, to: &Path) -> Result<()> {
    let mut left = vec![(from.to_path_buf(), to.to_path_buf())];
    while let Some((from, to)) = left.pop() {
        fs::create_dir_all(&to)?;
        for entry in fs::read_dir(&from).with_context(|| format!("reading {}", from.display()))? {
            let entry = entry?;
            let target = to.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                left.push((entry.path(), target));
            } else {
                fs::copy(entry.path(), target)?;
            }
        }
    }
    Ok(())
}

/// Writes a page of the site's source.
fn write(source: &Path, path: &str, text: &str) -> Result<()> {
    let file = source.join(path);
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory)?;
    }
    fs::write(&file, text).with_context(|| format!("writing {}", file.display()))
}
