//! Finds the version numbers of this project in its manifests, workflows and documentation.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::tools::{Tree, output};

/// Texts that precede the version of one of this project's packages, in workflows, hooks and documentation.
const MARKS: [&str; 6] = [
    "renewal-rules@v",
    "renewal-rules@",
    "@renewal-rules/corpus@",
    "@renewal-rules/emulator@",
    "renewal-rules/action@v",
    "rev: v",
];

/// Lists the places, in npm manifests and in other texts, that name another version of one of this project's packages.
pub(crate) fn wrong_versions(tree: &Tree, version: &str) -> Result<Vec<String>> {
    let files = output(Command::new("git").args(["ls-files", "-co", "--exclude-standard"]).current_dir(&tree.root))?;
    let mut wrong = Vec::new();
    for file in files.lines() {
        let is_manifest = file.ends_with("package.json") || file.ends_with("package-lock.json");
        let is_text = [".md", ".yml", ".yaml"].iter().any(|ending| file.ends_with(ending));
        if !is_manifest && !is_text {
            continue;
        }
        let text = fs::read_to_string(tree.root.join(file)).with_context(|| format!("reading {file}"))?;
        let found = if is_manifest {
            manifest_versions(&serde_json::from_str(&text).with_context(|| format!("parsing {file}"))?)
        } else {
            text_versions(file, &text)
        };
        let others = found.into_iter().filter(|(_, found)| found != version);
        wrong.extend(others.map(|(name, found)| format!("{file}: expected {name} {version}, found {found}")));
    }
    Ok(wrong)
}

/// Returns whether an npm package is one of this project.
fn is_own(name: &str) -> bool {
    name == "renewal-rules" || name.starts_with("@renewal-rules/")
}

/// Returns the versions of this project's packages in a manifest or a lock file, with the names of the packages.
fn manifest_versions(manifest: &Value) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    // The first package of a lock file is that of its directory.
    for package in [Some(manifest), manifest.pointer("/packages/")].into_iter().flatten() {
        let name = text(package.get("name")).unwrap_or_default();
        if is_own(&name) {
            found.push((name, text(package.get("version")).unwrap_or_else(|| "none".to_owned())));
        }
        for kind in ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] {
            let members = package.get(kind).and_then(Value::as_object).into_iter().flatten();
            let own = members.filter(|(name, _)| is_own(name));
            let required = own.map(|(name, required)| (name.clone(), text(Some(required)).unwrap_or_default()));
            // A path leads to a package of this repository, whose version is checked itself.
            found.extend(required.filter(|(_, version)| !version.starts_with("file:")));
        }
    }
    found
}

/// Returns the versions of this project's packages that a text names, each with the item of `MARKS` that precedes it.
fn text_versions(file: &str, text: &str) -> Vec<(String, String)> {
    // In `action.yml`, the default of an input is the version of the npm package.
    let marks = MARKS.into_iter().chain((file == "action.yml").then_some("default: "));
    let after = marks.flat_map(|mark| text.split(mark).skip(1).map(move |rest| (mark, rest)));
    after
        .filter_map(|(mark, rest)| {
            let end = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(rest.len());
            let version = rest.get(..end)?.trim_end_matches('.');
            (version.split('.').count() == 3).then(|| (mark.to_owned(), version.to_owned()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn versions_in_manifests_and_lock_files_are_found() {
        let manifest = json!({
            "name": "@renewal-rules/emulator",
            "version": "1.0.0",
            "dependencies": { "other": "2.0.0", "renewal-rules": "file:.." },
            "optionalDependencies": { "@renewal-rules/emulator-linux-x64": "1.0.1" },
        });
        let expected = [("@renewal-rules/emulator", "1.0.0"), ("@renewal-rules/emulator-linux-x64", "1.0.1")];
        assert_eq!(manifest_versions(&manifest), expected.map(|(name, version)| (name.into(), version.into())));
        let lock = json!({ "name": "a", "packages": { "": { "name": "renewal-rules", "version": "1.0.2" } } });
        assert_eq!(manifest_versions(&lock), [("renewal-rules".to_owned(), "1.0.2".to_owned())]);
        assert_eq!(manifest_versions(&json!({ "private": true })), []);
    }

    #[test]
    fn versions_in_texts_are_found() {
        let found = |file: &str, text: &str| -> Vec<String> {
            text_versions(file, text).into_iter().map(|(_, version)| version).collect()
        };
        assert_eq!(found("a.md", "Run `npx renewal-rules@1.0.0 check`, not zod@4.0.0."), ["1.0.0"]);
        assert_eq!(found("a.yml", "rev: v1.0.1\nuses: example/renewal-rules@v1.0.2."), ["1.0.2", "1.0.1"]);
        assert_eq!(found("action.yml", "default: .\n  default: 1.0.3\n"), ["1.0.3"]);
        assert_eq!(found("a.md", "default: 1.0.3, renewal-rules@latest"), [""; 0]);
    }
}
