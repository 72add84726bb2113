//! Workflow commands of GitHub Actions.

use alloc::string::String;

use super::{
    Checked, Style,
    text::{clean, put},
};
use crate::report::Severity;

pub(super) fn file(file: &Checked<'_>, style: Style) -> String {
    let name = property(file.name);
    let mut out = String::new();
    for diagnostic in file.shown(style) {
        out += match diagnostic.severity {
            Severity::Error => "::error",
            Severity::Warning => "::warning",
            Severity::Info => "::notice",
        };
        put!(out, " file={name}");
        if let Some(at) = diagnostic.location {
            put!(out, ",line={},endLine={}", at.line, at.end_line);
            // Columns are understood only within one line.
            if at.line == at.end_line {
                put!(out, ",col={},endColumn={}", at.column, at.end_column);
            }
        }
        let message = data(&diagnostic.message);
        put!(out, ",title={}::{message}\n", diagnostic.code);
    }
    out
}

/// The text of a command. What a terminal would obey is replaced, line breaks among it, which would
/// otherwise begin another command.
fn data(text: &str) -> String {
    clean(text).replace('%', "%25")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
