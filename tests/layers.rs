//! Tests that each module of the core uses only modules below it, in the order that ARCHITECTURE.md lists from the
//! bottom up, and that the paths in the documents for contributors exist.

use std::fs;
use std::path::{Path, PathBuf};

/// Reads all Rust sources in a directory, as pairs of path and text.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources.extend(self::sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            sources.push((path, text));
        }
    }
    sources
}

/// Iterates over the modules that a source uses: the first name of each path from the crate's root.
fn used_modules(text: &str) -> impl Iterator<Item = &str> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let paths = code.flat_map(|line| line.split("crate::").skip(1));
    paths.flat_map(|path| {
        let (names, count) = path.strip_prefix('{').map_or((path, 1), |list| (list, usize::MAX));
        let names = names.split([',', '}']).take(count);
        names.filter_map(|name| name.trim().split(|letter: char| !letter.is_alphanumeric() && letter != '_').next())
    })
}

#[test]
fn modules_use_only_lower_layers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let modules: Vec<&str> = rows.filter_map(|row| Some(row.split_once("/` |")?.0)).collect();
    let is_module = |name: &str| root.join("src").join(name).is_dir();
    let modules: Vec<&str> = modules.into_iter().filter(|name| is_module(name)).collect();
    for entry in fs::read_dir(root.join("src")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_listed = !is_module(&name) || modules.contains(&&*name);
        assert!(is_listed, "src/{name} is not listed: add a row to the table \"The core\" in ARCHITECTURE.md");
    }
    let mut wrong = Vec::new();
    for (level, module) in modules.iter().enumerate() {
        let above = modules.get(level + 1..).unwrap_or_default();
        for (file, text) in sources(&root.join("src").join(module)) {
            let used = used_modules(&text).filter(|name| above.contains(name));
            wrong.extend(used.map(|name| format!("{} uses `{name}`, which is above `{module}`", file.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns whether a directory has an entry of this name, in which `*` matches any text.
fn has_entry(directory: &Path, name: &str) -> bool {
    let Some((start, end)) = name.split_once('*') else { return directory.join(name).exists() };
    let entries = fs::read_dir(directory).into_iter().flatten();
    let mut names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.any(|name| name.starts_with(start) && name.ends_with(end))
}

#[test]
fn paths_in_documents_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tops = ["src/", "crates/", "wasm/", "tests/", "docs/", "xtask/", "examples/", "benches/"];
    let mut missing = Vec::new();
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root.join(document)).unwrap();
        let quoted = text.split('`').skip(1).step_by(2);
        let paths = quoted.filter(|path| tops.iter().any(|top| path.starts_with(top)));
        // Skip paths that stand for many files: those with the placeholder `SUBJECT`, or with `*` as a directory.
        for path in paths.filter(|path| !path.contains("*/") && !path.contains("SUBJECT") && !path.contains(' ')) {
            let (directory, name) = path.trim_end_matches('/').rsplit_once('/').unwrap_or((".", path));
            if !has_entry(&root.join(directory), name) {
                missing.push(format!("{document} names `{path}`, which does not exist"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
