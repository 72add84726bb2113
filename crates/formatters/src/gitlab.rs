//! Renders GitLab's code quality report.

use alloc::string::String;

use serde_json::json;

use super::checked::{Checked, Fingerprints};
use super::json::sorted;
use super::text::{Style, clean};
use renewal_rules::Severity;
use renewal_rules::put;

pub(super) fn file(file: &Checked<'_>, style: Style, is_first: bool) -> String {
    let known = file.suppressed.unwrap_or_default();
    let mut prints = Fingerprints::new(file);
    // Suppressed diagnostics advance the counter of those with the same identity.
    for diagnostic in known {
        prints.next(diagnostic);
    }
    let name = clean(file.name);
    let mut out = String::new();
    for diagnostic in file.shown(style) {
        let line = diagnostic.location.map_or(1, |at| at.line);
        let issue = sorted(json!({
            "description": clean(&diagnostic.message),
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
