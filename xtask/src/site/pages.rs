//! Copies the handwritten pages and the documents of the repository into the site's source, and adapts links between
//! documents.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::tools::Tree;

use super::{copy_directory, docs, write};

/// Directories and files of `docs/` that are copied without changes.
const WRITTEN: [&str; 5] = ["form.png", "guide", "ru", "index.md", "interface.md"];

/// Documents of the repository that are also pages of the site: path of the document, path of the page.
const DOCUMENTS: [(&str, &str); 10] = [
    ("ARCHITECTURE.md", "about/architecture.md"),
    ("BENCHMARKS.md", "about/benchmarks.md"),
    ("CHANGELOG.md", "about/changelog.md"),
    ("CONTRIBUTING.md", "about/contributing.md"),
    ("docs/ASSUMPTIONS.md", "about/assumptions.md"),
    ("docs/COMPARE.md", "about/comparison.md"),
    ("docs/EDITORS.md", "guide/editors.md"),
    ("docs/emulator.md", "guide/emulator.md"),
    ("docs/proofs.md", "about/proofs.md"),
    ("docs/glossary.md", "reference/glossary.md"),
];

/// Files of the npm package that are copied into the root of the site, so that other projects can refer to their URLs.
const FILES: [&str; 3] = ["schema.json", "config.schema.json", "openapi.json"];

pub(super) fn write_pages(tree: &Tree, source: &Path) -> Result<()> {
    for name in WRITTEN {
        let (from, to) = (docs(tree).join(name), source.join(name));
        if from.is_dir() {
            copy_directory(&from, &to)?;
        } else {
            fs::copy(&from, &to).with_context(|| format!("copying {}", from.display()))?;
        }
    }
    for name in FILES {
        write(source, &format!("public/{name}"), &fs::read_to_string(tree.wasm().join(name))?)?;
    }
    fs::copy(docs(tree).join("studio.png"), source.join("public/studio.png"))?;
    for (document, page) in DOCUMENTS {
        let text = fs::read_to_string(tree.root.join(document)).with_context(|| format!("reading {document}"))?;
        write(source, page, &relink(document, &text))?;
    }
    Ok(())
}

/// Adapts the links of a document: links to other documents lead to their pages, and links to files that are not in the
/// site become plain text.
fn relink(document: &str, text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        let Some((target, following)) = after.split_once(')') else { break };
        match (before.rfind('['), destination(document, target)) {
            (_, Destination::Same) => out.extend([before, "](", target, ")"]),
            (_, Destination::Page(page)) => out.extend([before, "](", &page, ")"]),
            (Some(open), Destination::Nowhere) => {
                let (head, label) = before.split_at(open);
                out.extend([head, label.trim_start_matches('[')]);
            }
            (None, Destination::Nowhere) => out += before,
        }
        rest = following;
    }
    out + rest
}

/// Target of a link in the site.
#[derive(Debug, PartialEq)]
enum Destination {
    /// The link stays as it is: it is absolute, or within the page.
    Same,
    /// A page of the site.
    Page(String),
    /// A file that the site does not have.
    Nowhere,
}

fn destination(document: &str, target: &str) -> Destination {
    if target.starts_with("https:") || target.starts_with('#') {
        return Destination::Same;
    }
    let (path, anchor) = target.split_once('#').map_or((target, String::new()), |(path, id)| (path, format!("#{id}")));
    let mut parts: Vec<&str> = document.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let path = parts.join("/");
    match DOCUMENTS.iter().find(|(document, _)| *document == path) {
        Some((_, page)) => Destination::Page(format!("/{page}{anchor}")),
        None => Destination::Nowhere,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages_or_become_text() {
        let text = "See [a](https://example.com), [b](docs/glossary.md#reports), [`c`](wasm/README.md) and [d](#d).";
        let expected = "See [a](https://example.com), [b](/reference/glossary.md#reports), `c` and [d](#d).";
        assert_eq!(relink("README.md", text), expected);
    }

    #[test]
    fn links_are_relative_to_their_document() {
        let page = Destination::Page("/about/architecture.md".into());
        assert_eq!(destination("docs/glossary.md", "../ARCHITECTURE.md"), page);
        assert_eq!(destination("docs/glossary.md", "ARCHITECTURE.md"), Destination::Nowhere);
    }
}
