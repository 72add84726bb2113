//! Workflow commands of GitHub Actions.

use alloc::{string::String, vec::Vec};

use super::checked::{Checked, Tally};
use super::stylish::{total, unlimited};
use super::text::{Style, clean, count};
use renewal_rules::Severity;
use renewal_rules::put;

/// GitHub shows so many annotations of each severity of a step, and passes the others over.
const MOST: usize = 10;

/// Keeps the annotations of a file, as far as they will be shown.
pub(super) fn file(file: &Checked<'_>, style: Style, annotations: &mut [Vec<String>; 3]) {
    let name = property(file.name);
    for diagnostic in file.shown(style) {
        let kept = annotations.get_mut(diagnostic.severity as usize);
        let Some(kept) = kept.filter(|kept| kept.len() < MOST) else { continue };
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        let mut out = format!("::{command} file={name}");
        if let Some(at) = diagnostic.location {
            put!(out, ",line={},endLine={}", at.line, at.end_line);
            // Columns are understood only within one line.
            if at.line == at.end_line {
                put!(out, ",col={},endColumn={}", at.column, at.end_column);
            }
        }
        put!(out, ",title={}::{}", diagnostic.code, data(&diagnostic.message));
        kept.push(out);
    }
}

pub(super) fn end(tally: &Tally, style: Style) -> String {
    let mut out = String::new();
    let mut shown = 0;
    for annotation in tally.annotations.iter().flatten() {
        put!(out, "{annotation}\n");
        shown += 1;
    }
    out += &total(tally, Style::default().with_quiet(style.quiet));
    let left = tally.shown(style).saturating_sub(shown);
    if left > 0 {
        put!(out, "; {} without an annotation: GitHub shows {MOST} of each severity", count(left, "problem"));
    }
    out.push('\n');
    if let Some(words) = unlimited(tally) {
        put!(out, "info: {words}\n");
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
