//! Renders SARIF 2.1.0, the input format of code scanning.

use alloc::{string::String, vec::Vec};

use serde_json::{Value, json};

use super::checked_file::{CheckedFile, Fingerprints, Tally};
use super::json::sorted;
use super::stylish::unlimited;
use super::terminal::{Style, sanitize};
use renewal_rules::Rule;
use renewal_rules::internal::percent_encode;
use renewal_rules::put;
use renewal_rules::{Code, Diagnostic, Severity};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Returns everything before the results. Columns count UTF-16 code units, as in reports.
pub(super) fn begin() -> String {
    let rules: Vec<Value> = Code::ALL.iter().map(|code| rule(code.rule())).collect();
    let tool = sorted(json!({ "driver": {
        "name": "renewal-rules",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    }}));
    format!(
        "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{tool},\
         \"columnKind\":\"utf16CodeUnits\",\"results\":["
    )
}

/// Closes the list of results. Omitted checks become notifications of the run, because they have no location in a file.
pub(super) fn end(tally: &Tally) -> String {
    let invocation = unlimited(tally).map_or_else(String::new, |words| {
        let notification = json!({ "level": "note", "message": { "text": words } });
        let invocation = sorted(json!({ "executionSuccessful": true, "toolExecutionNotifications": [notification] }));
        format!(",\"invocations\":[{invocation}]")
    });
    format!("\n]{invocation}}}]}}\n")
}

fn rule(rule: &Rule) -> Value {
    let example = rule.example();
    let section = rule.section;
    let explanation = rule.explanation();
    json!({
        "id": rule.code.as_str(),
        "shortDescription": { "text": rule.title() },
        "fullDescription": { "text": explanation },
        "helpUri": rule.code.url(),
        "help": {
            "text": format!("{explanation} (§{section})"),
            "markdown": format!(
                "{explanation} (§{section})\n\nWrong:\n\n```json\n{}\n```\n\nRight:\n\n```json\n{}\n```",
                example.bad, example.good
            ),
        },
        "defaultConfiguration": {
            "level": rule.severities.first().copied().map_or("none", level),
        },
        "properties": { "section": section },
    })
}

/// Adds a member to an object if the value is present.
fn with(mut object: Value, name: &str, member: Option<impl Into<Value>>) -> Value {
    if let (Some(object), Some(member)) = (object.as_object_mut(), member) {
        object.insert(name.into(), member.into());
    }
    object
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

pub(super) fn file(file: &CheckedFile<'_>, style: Style, is_first: bool) -> String {
    let artifact = artifact(file.name);
    let known = file.suppressed.unwrap_or_default().iter().filter(|one| style.shows(one));
    let accepted = json!([{ "kind": "external", "status": "accepted" }]);
    // SARIF requires `suppressions` on all results if any result has it.
    let is_new = file.suppressed.map(|_| json!([]));
    let known = known.map(|one| (one, Some(&accepted)));
    let all = known.chain(file.shown(style).map(|one| (one, is_new.as_ref())));
    let mut prints = Fingerprints::new(file);
    let mut out = String::new();
    for (diagnostic, suppressions) in all {
        let result = result(&artifact, diagnostic, &prints.next(diagnostic));
        let result = sorted(with(result, "suppressions", suppressions.cloned()));
        out += if is_first && out.is_empty() { "\n" } else { ",\n" };
        put!(out, "{result}");
    }
    out
}

const FINGERPRINT: &str = "renewalRules/v1";

fn result(artifact: &Value, diagnostic: &Diagnostic, print: &str) -> Value {
    let code = diagnostic.code;
    let physical = json!({ "artifactLocation": artifact });
    let region = diagnostic.location.map(|at| {
        json!({
            "startLine": at.line,
            "startColumn": at.column,
            "endLine": at.end_line,
            "endColumn": at.end_column,
        })
    });
    let physical = with(physical, "region", region);
    let location = json!({ "physicalLocation": physical });
    let logical = json!([{ "fullyQualifiedName": sanitize(&diagnostic.path) }]);
    let logical = (!diagnostic.path.is_empty()).then_some(logical);
    let location = with(location, "logicalLocations", logical);
    json!({
        "ruleId": code.as_str(),
        "ruleIndex": Code::ALL.iter().position(|other| *other == code),
        "level": level(diagnostic.severity),
        "message": { "text": sanitize(&diagnostic.message) },
        "locations": [location],
        "partialFingerprints": { FINGERPRINT: print },
    })
}

const PLAIN: &[u8] = b"-._~/";

/// Returns the SARIF location of a file: relative to the source root, or absolute.
fn artifact(name: &str) -> Value {
    let path = percent_encode(name, PLAIN);
    let has_drive =
        name.as_bytes().get(1..3) == Some(b":/") && name.starts_with(|letter: char| letter.is_ascii_alphabetic());
    if has_drive {
        // Do not percent-encode the colon after a drive letter.
        let (drive, rest) = name.split_at_checked(2).unwrap_or((name, ""));
        json!({ "uri": format!("file:///{drive}{}", percent_encode(rest, PLAIN)) })
    } else if path.starts_with('/') {
        json!({ "uri": format!("file://{path}") })
    } else {
        json!({ "uri": path, "uriBaseId": "%SRCROOT%" })
    }
}
