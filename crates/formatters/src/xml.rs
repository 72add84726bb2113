//! Renders the XML formats, `JUnit` and Checkstyle.

use alloc::{string::String, vec::Vec};

use super::terminal::{Style, sanitize};
use super::{checked_file::CheckedFile, stylish::problems};
use renewal_rules::put;
use renewal_rules::{Diagnostic, Severity};
use renewal_rules_preview::escape_xml;

/// Start and end of the document, for each XML format.
pub(super) const JUNIT: [&str; 2] =
    ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"renewal-rules\">\n", "</testsuites>\n"];
pub(super) const CHECKSTYLE: [&str; 2] =
    ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n", "</checkstyle>\n"];

/// Renders a file as `JUnit` XML, in the subset of the format that build servers have in common.
pub(super) fn junit(file: &CheckedFile<'_>, style: Style) -> String {
    let name = attribute(file.name);
    let problems: Vec<_> = problems(file, style.with_color(false)).collect();
    let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
    let case = |(diagnostic, problem): &(&Diagnostic, String)| {
        let Diagnostic { code, path, message, .. } = diagnostic;
        let location = if path.is_empty() { String::new() } else { format!(" at {}", attribute(path)) };
        let text = escape(problem);
        let body = if is_error(diagnostic) {
            format!("<failure type=\"{code}\" message=\"{}\">{text}</failure>", attribute(message))
        } else {
            format!("<system-out>{text}</system-out>")
        };
        format!("    <testcase classname=\"{name}\" name=\"{code}{location}\">\n      {body}\n    </testcase>\n")
    };
    let mut cases: String = problems.iter().map(case).collect();
    if cases.is_empty() {
        cases = format!("    <testcase classname=\"{name}\" name=\"no problems\"/>\n");
    }
    let failures = problems.iter().filter(|(diagnostic, _)| is_error(diagnostic)).count();
    let tests = problems.len().max(1);
    format!(
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">\n{cases}  </testsuite>\n",
    )
}

/// Renders a file as Checkstyle XML, which many build servers support.
pub(super) fn checkstyle(file: &CheckedFile<'_>, style: Style) -> String {
    let mut out = format!("  <file name=\"{}\">\n", attribute(file.name));
    for diagnostic in file.shown(style) {
        out += "    <error";
        if let Some(at) = diagnostic.location {
            put!(out, " line=\"{}\" column=\"{}\"", at.line, at.column);
        }
        put!(
            out,
            " severity=\"{}\" message=\"{}\" source=\"renewal-rules.{}\"/>\n",
            diagnostic.severity,
            attribute(&diagnostic.message),
            diagnostic.code,
        );
    }
    out + "  </file>\n"
}

/// Escapes text for an attribute. Line breaks become references: a parser would turn them into spaces, and in a build
/// log they could start a command.
fn attribute(text: &str) -> String {
    escape(text).replace('\n', "&#10;")
}

/// Escapes text for XML and replaces control characters, most of which XML cannot represent.
fn escape(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(sanitize).collect();
    escape_xml(&lines.join("\n")).replace('\'', "&apos;")
}
