//! Checks that the project is ready to be released.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use renewal_rules::Code;
use renewal_rules_preview::Sentences;
use serde_json::{Map, Value};

use crate::steps::npm_tests;
use crate::tools::{Tree, output, run};
use crate::versions::wrong_versions;
use crate::{emulator, package, packaged};

/// Name, description and function of a check. The function returns one line for each missing item.
type Check = (&'static str, &'static str, fn(&Tree) -> Result<Vec<String>>);

const CHECKS: &[Check] = &[
    ("translations", "every text is translated", translations),
    ("versions", "all packages and documents have one version", versions),
    ("licences", "every published package contains the licences", licences),
    ("changelog", "the changelog has an entry for the version", changelog),
    ("urls", "the repository and the site are set", urls),
    ("installed", "the packages work outside the project", installed),
];

/// Runs all checks and prints the missing items; fails if there are any.
pub(crate) fn check(tree: &Tree) -> Result<()> {
    let mut failed = Vec::new();
    for (name, about, check) in CHECKS {
        let missing = check(tree).with_context(|| format!("check `{name}`"))?;
        let result = if missing.is_empty() { "ok" } else { "failed" };
        println!("{name}: {about}: {result}");
        for line in &missing {
            println!("  {line}");
        }
        if !missing.is_empty() {
            failed.push(*name);
        }
    }
    if !failed.is_empty() {
        bail!("not ready for a release: {}", failed.join(", "));
    }
    Ok(())
}

/// Lists the texts that English has and the Russian tables lack.
fn translations(tree: &Tree) -> Result<Vec<String>> {
    let mut missing = Vec::new();
    for (russian, english) in english_tables(tree)? {
        let lacking = untranslated(&english, &table(tree, russian)?);
        missing.extend(lacking.into_iter().map(|text| format!("{russian}: add {text}")));
    }
    Ok(missing)
}

fn table(tree: &Tree, file: &str) -> Result<Value> {
    let text = fs::read_to_string(tree.root.join(file)).with_context(|| format!("reading {file}"))?;
    serde_json::from_str(&text).with_context(|| format!("parsing {file}"))
}

/// Returns the English texts for each Russian table.
fn english_tables(tree: &Tree) -> Result<BTreeMap<&'static str, Value>> {
    let of_codes = |texts: fn(&Code) -> Value| -> Value {
        Code::ALL.iter().map(|code| (code.as_str().to_owned(), texts(code))).collect::<Map<_, _>>().into()
    };
    let templates = |code: &Code| -> Value {
        let templates = code.rule().templates.iter();
        templates.map(|template| (template.id.to_owned(), template.text.into())).collect::<Map<_, _>>().into()
    };
    let explanations = |code: &Code| {
        let rule = code.rule();
        serde_json::json!({ "title": rule.title(), "explanation": rule.explanation() })
    };
    let words = Sentences::english();
    let words: Map<_, _> = Sentences::names().map(|name| (name.to_owned(), words.get(name).into())).collect();
    Ok(BTreeMap::from([
        ("src/messages/ru.json", of_codes(templates)),
        ("src/messages/rules.ru.json", of_codes(explanations)),
        ("crates/editor/src/fields.ru.json", table(tree, "crates/editor/src/fields.json")?),
        ("crates/preview/src/sentences.ru.json", words.into()),
        ("wasm/studio/labels/ru.json", table(tree, "wasm/studio/labels/en.json")?),
    ]))
}

/// Lists the paths of the texts in `english` that are absent or blank in the other table, such as
/// `chain-empty.empty`.
fn untranslated(english: &Value, other: &Value) -> Vec<String> {
    let mut missing = Vec::new();
    let mut left = vec![(String::new(), english, Some(other))];
    while let Some((path, english, other)) = left.pop() {
        let children: Vec<(String, &Value)> = match english {
            Value::Object(members) => members.iter().map(|(name, child)| (name.clone(), child)).collect(),
            Value::Array(items) => items.iter().enumerate().map(|(at, child)| (at.to_string(), child)).collect(),
            Value::String(text) => {
                let is_translated = other.and_then(Value::as_str).is_some_and(|other| !other.trim().is_empty());
                if !is_translated && !text.trim().is_empty() {
                    missing.push(path);
                }
                continue;
            }
            _ => continue,
        };
        for (name, child) in children.into_iter().rev() {
            let other = other.and_then(|other| match other {
                Value::Array(items) => items.get(name.parse::<usize>().ok()?),
                other => other.get(&name),
            });
            let path = if path.is_empty() { name } else { format!("{path}.{name}") };
            left.push((path, child, other));
        }
    }
    missing
}

/// A package of the workspace.
struct Package {
    name: String,
    version: String,
    folder: PathBuf,
    is_published: bool,
    repository: Option<String>,
    /// Name and version requirement of each workspace package that this package depends on.
    dependencies: Vec<(String, String)>,
}

/// Lists the packages of the workspace, as cargo describes them.
fn packages(tree: &Tree) -> Result<Vec<Package>> {
    let metadata = output(&mut tree.cargo("metadata --locked --no-deps --format-version 1"))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata.get("packages").and_then(Value::as_array).context("cargo metadata lists no packages")?;
    packages.iter().map(package).collect::<Option<_>>().context("cargo metadata has another form than expected")
}

fn package(package: &Value) -> Option<Package> {
    let text = |value: &Value, name: &str| Some(value.get(name)?.as_str()?.to_owned());
    let dependencies = package.get("dependencies")?.as_array()?.iter();
    // Omit development dependencies: they have paths without versions, because cargo removes them when it publishes.
    let is_needed = |dependency: &&Value| dependency.get("kind").is_none_or(|kind| kind != "dev");
    let of_workspace = dependencies.filter(|dependency| dependency.get("path").is_some()).filter(is_needed);
    Some(Package {
        name: text(package, "name")?,
        version: text(package, "version")?,
        folder: Path::new(&text(package, "manifest_path")?).parent()?.to_path_buf(),
        repository: text(package, "repository"),
        // An empty list of registries means `publish = false`.
        is_published: package.get("publish")?.as_array().is_none_or(|registries| !registries.is_empty()),
        dependencies: of_workspace.filter_map(|one| Some((text(one, "name")?, text(one, "req")?))).collect(),
    })
}

/// Returns the version of the core, which all packages share.
fn version(packages: &[Package]) -> Result<&str> {
    let core = packages.iter().find(|package| package.name == "renewal-rules");
    Ok(&core.context("the workspace has no package `renewal-rules`")?.version)
}

/// Lists the packages whose version differs from that of the core, and the dependencies that require another version.
fn versions(tree: &Tree) -> Result<Vec<String>> {
    let packages = packages(tree)?;
    let version = version(&packages)?;
    let mut wrong = Vec::new();
    for package in &packages {
        if package.version != version {
            wrong.push(format!("{}: expected version {version}, found {}", package.name, package.version));
        }
        // A path without a version has the requirement `*`; packages that are not published may use it.
        let is_right = |req: &str| req == format!("^{version}") || (req == "*" && !package.is_published);
        let others = package.dependencies.iter().filter(|(_, req)| !is_right(req));
        wrong.extend(others.map(|(name, req)| {
            format!("{}: expected dependency on {name} {version}, found requirement `{req}`", package.name)
        }));
    }
    wrong.extend(wrong_versions(tree, version)?);
    Ok(wrong)
}

/// npm packages of which the repository contains all files. `wasm` is missing: its licences are copied when it is packed.
const COMPLETE_PACKAGES: [&str; 2] = ["corpus", emulator::NPM];

/// Lists the published packages that lack a licence file of the project.
fn licences(tree: &Tree) -> Result<Vec<String>> {
    let packages = packages(tree)?;
    let crates = packages.iter().filter(|package| package.is_published).map(|package| package.folder.clone());
    let mut wrong = Vec::new();
    for folder in crates.chain(COMPLETE_PACKAGES.map(|folder| tree.root.join(folder))) {
        for file in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let expected = fs::read(tree.root.join(file)).with_context(|| format!("reading {file}"))?;
            if fs::read(folder.join(file)).ok() != Some(expected) {
                wrong.push(format!("{}: copy {file} from the root of the project", folder.display()));
            }
        }
    }
    Ok(wrong)
}

fn changelog(tree: &Tree) -> Result<Vec<String>> {
    let packages = packages(tree)?;
    let text = fs::read_to_string(tree.root.join("CHANGELOG.md")).context("reading CHANGELOG.md")?;
    Ok(changelog_problems(&text, version(&packages)?))
}

/// Lists the URLs that the publisher must set and that are not set yet.
fn urls(tree: &Tree) -> Result<Vec<String>> {
    let mut npm = Vec::new();
    for folder in COMPLETE_PACKAGES.into_iter().chain(["wasm", "editors/vscode"]) {
        let file = format!("{folder}/package.json");
        npm.push((table(tree, &file)?, file));
    }
    let mut problems = url_problems(&packages(tree)?, &npm);
    if package::site_url(tree)?.ends_with(".invalid") {
        problems.push("Cargo.toml: set `url` in `[workspace.metadata.site]` to the URL of the site".to_owned());
    }
    Ok(problems)
}

/// `npm` contains the manifests of npm packages with their files.
fn url_problems(packages: &[Package], npm: &[(Value, String)]) -> Vec<String> {
    let published = || packages.iter().filter(|package| package.is_published);
    let Some(url) = published().find_map(|package| package.repository.as_deref()) else {
        let how = "set `repository` in `[workspace.package]` to the URL of the repository, and \
                   `repository.workspace = true` in each published crate";
        return vec![format!("Cargo.toml: {how}")];
    };
    let without = published().filter(|package| package.repository.as_deref() != Some(url));
    let mut problems: Vec<String> =
        without.map(|package| format!("{}: set `repository.workspace = true`", package.name)).collect();
    // npm accepts a package with provenance only if its manifest names the repository that built it.
    let expected = format!("git+{url}.git");
    let of = |manifest: &Value| manifest.pointer("/repository/url").and_then(Value::as_str) == Some(&expected);
    let others = npm.iter().filter(|(manifest, _)| !of(manifest));
    problems.extend(others.map(|(_, file)| format!("{file}: set `repository.url` to `{expected}`")));
    problems
}

/// Builds and installs the packages in other directories, as users do.
fn installed(tree: &Tree) -> Result<Vec<String>> {
    package::build(tree)?;
    let npm = || run(npm_tests(tree)?.args(["exec", "--", "node", "--test", "test/package.test.js"]));
    let tried = [
        ("crates", packaged::test(tree)),
        ("npm package", npm()),
        ("npm packages of the emulator and the corpus", installed_elsewhere(tree)),
    ];
    Ok(tried.into_iter().filter_map(|(name, tried)| Some(format!("{name}: {:#}", tried.err()?))).collect())
}

/// Program that uses the installed packages. It runs without the environment variable that selects another emulator.
const USE: &str = "
import { createRequire } from 'node:module';
import { createEmulator } from '@renewal-rules/emulator';
createRequire(import.meta.url).resolve('@renewal-rules/corpus/cases/CASES');
const emulator = await createEmulator({ seed: [{ id: 101, name: 'Month', licence_term: 'P1M' }] });
if ((await emulator.products()).length !== 1) throw new Error('the emulator lacks the product of its seed');
await emulator.close();
";

/// Packs the npm packages of the emulator and the corpus, installs them without a network, and uses them.
fn installed_elsewhere(tree: &Tree) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let [platform, emulator] = emulator::pack(tree)?;
    let corpus = emulator::pack_folder(&tree.root.join("corpus"), folder.path())?;
    fs::write(folder.path().join("package.json"), r#"{ "private": true, "type": "module" }"#)?;
    let npm = "install --offline --no-audit --no-fund";
    run(Command::new("npm").args(npm.split(' ')).args([platform, emulator, corpus]).current_dir(&folder))?;
    let cases = fs::read_dir(tree.root.join("corpus/cases"))?.next().context("corpus/cases is empty")??;
    let program = USE.replace("CASES", &cases.file_name().to_string_lossy());
    let mut node = Command::new("node");
    node.args(["--input-type=module", "--eval", &program]).current_dir(&folder);
    run(node.env_remove("RENEWAL_RULES_EMULATOR"))
}

/// Lists problems of the changelog: no entry for the version, or stubs that nobody has filled in.
fn changelog_problems(text: &str, version: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let heading = format!("## [{version}]");
    if !text.lines().any(|line| line.starts_with(&heading)) {
        problems.push(format!("CHANGELOG.md: add the section `{heading} - DATE`"));
    }
    let stubs = text.lines().enumerate().filter(|(_, line)| line.contains("TODO"));
    problems.extend(stubs.map(|(index, _)| format!("CHANGELOG.md: replace the TODO in line {}", index + 1)));
    problems
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn absent_and_blank_texts_are_untranslated() {
        let english = json!({ "a": { "x": "X", "y": "Y", "z": "" }, "b": ["1", "2"], "c": "C", "d": 5 });
        let other = json!({ "a": { "x": "И", "y": " " }, "b": ["1"], "e": "E" });
        assert_eq!(untranslated(&english, &other), ["a.y", "b.1", "c"]);
        assert_eq!(untranslated(&english, &english), [""; 0]);
    }

    #[test]
    fn changelog_needs_an_entry_without_stubs() {
        let text = "# Changelog\n\n## [Unreleased]\n\n- TODO\n\n## [0.1.0] - 2026-01-01\n";
        assert_eq!(changelog_problems(text, "0.1.0"), ["CHANGELOG.md: replace the TODO in line 5"]);
        let problems = changelog_problems("## [Unreleased]\n", "0.2.0");
        assert_eq!(problems, ["CHANGELOG.md: add the section `## [0.2.0] - DATE`"]);
    }

    #[test]
    fn missing_repository_is_reported_once() {
        let package = |repository: Option<&str>| Package {
            name: "crate".to_owned(),
            version: String::new(),
            folder: PathBuf::new(),
            is_published: true,
            repository: repository.map(str::to_owned),
            dependencies: Vec::new(),
        };
        let (without, with) = (package(None), package(Some("https://example.com/a")));
        let npm = |manifest: Value| [(manifest, "package.json".to_owned())];
        assert_eq!(url_problems(&[without, package(None)], &npm(json!({}))).len(), 1);
        let linked = npm(json!({ "repository": { "url": "git+https://example.com/a.git" } }));
        assert_eq!(url_problems(&[with, package(None)], &linked), ["crate: set `repository.workspace = true`"]);
        let npm_missing = url_problems(&[package(Some("https://example.com/a"))], &npm(json!({})));
        assert_eq!(npm_missing, ["package.json: set `repository.url` to `git+https://example.com/a.git`"]);
    }

    #[test]
    fn packages_of_the_workspace_are_found() {
        let tree = Tree::of_this_project().unwrap();
        let packages = packages(&tree).unwrap();
        let published = |name: &str| packages.iter().find(|package| package.name == name).unwrap().is_published;
        assert!(published("renewal-rules") && published("renewal-rules-json") && !published("xtask"));
    }
}
