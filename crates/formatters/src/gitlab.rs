//! Renders GitLab's code quality report.

use alloc::string::String;

use serde_json::json;

use super::checked_file::{CheckedFile, Fingerprints};
use super::json::sorted;
use super::terminal::{Style, sanitize};
use renewal_rules::Severity;
use renewal_rules::put;

pub(super) fn file(file: &CheckedFile<'_>, style: Style, is_first: bool) -> String {
    let known = file.suppressed.unwrap_or_default();
    let mut prints = Fingerprints::new(file);
    // Count the suppressed diagnostics first: a fingerprint contains the number of earlier diagnostics with the same
    // identity.
    for diagnostic in known {
        prints.next(diagnostic);
    }
    let name = sanitize(file.name);
    let mut out = String::new();
    for diagnostic in file.shown(style) {
        let line = diagnostic.location.map_or(1, |at| at.line);
        let issue = sorted(json!({
            "description": sanitize(&diagnostic.message),
            "check_name": diagnostic.code.as_str(),
            "fingerprint": prints.next(diagnostic),
            "severity": match diagnostic.severity {
                Severity::Error => "major",
                Severity::Warning => "minor",
                Severity::Info => "info",
            },
            "location": { "path": name, "lines": { "begin": line } },
        }));
        out += if is_first && out.is_empty() { "\n" } else { ",\n" };
        put!(out, "{issue}");
    }
    out
}
