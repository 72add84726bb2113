//! The two renderings in XML.

use alloc::{string::String, vec::Vec};

use super::checked::{Checked, Tally};
use super::stylish::problems;
use super::text::{Style, clean};
use crate::{editing::escaped, report::Severity, text::put};

/// What comes before and after the files.
pub(super) const JUNIT: [&str; 2] =
    ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"renewal-rules\">\n", "</testsuites>\n"];
pub(super) const CHECKSTYLE: [&str; 2] =
    ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n", "</checkstyle>\n"];

/// A file in `JUnit` XML, in the form that build servers agree on.
pub(super) fn junit(file: &Checked<'_>, style: Style) -> String {
    let name = attribute(file.name);
    let mut tally = Tally::default();
    let mut cases = String::new();
    for (diagnostic, problem) in problems(file, style.with_color(false)) {
        let place =
            if diagnostic.path.is_empty() { String::new() } else { format!(" at {}", attribute(&diagnostic.path)) };
        let code = diagnostic.code;
        let problem_text = escape(&problem);
        let body = match diagnostic.severity {
            Severity::Error => {
                tally.errors += 1;
                let message = attribute(&diagnostic.message);
                format!("<failure type=\"{code}\" message=\"{message}\">{problem_text}</failure>")
            }
            _ => format!("<system-out>{problem_text}</system-out>"),
        };
        tally.files += 1;
        put!(cases, "    <testcase classname=\"{name}\" name=\"{code}{place}\">\n      {body}\n    </testcase>\n");
    }
    if cases.is_empty() {
        tally.files = 1;
        cases = format!("    <testcase classname=\"{name}\" name=\"no problems\"/>\n");
    }
    format!(
        "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\">\n{cases}  </testsuite>\n",
        tally.files, tally.errors
    )
}

/// A file in the XML of Checkstyle, which many build servers read.
pub(super) fn checkstyle(file: &Checked<'_>, style: Style) -> String {
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

/// Text as it can be in an attribute, where a reader would make a space of a line break; on the log
/// of a build server it could begin a command.
fn attribute(text: &str) -> String {
    escape(text).replace('\n', "&#10;")
}

/// Text as it can be in XML, which has no form at all for most control characters.
fn escape(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(clean).collect();
    escaped(&lines.join("\n")).replace('\'', "&apos;")
}
