//! Renders workflow commands of GitHub Actions.

use alloc::{string::String, vec::Vec};

use super::checked_file::{CheckedFile, Tally};
use super::stylish::{total, unlimited};
use super::terminal::{Style, count, sanitize};
use renewal_rules::Severity;
use renewal_rules::put;

/// Maximum number of annotations of each severity that GitHub displays for a step; it ignores the rest.
const MAX_ANNOTATIONS: usize = 10;

/// Collects the annotations of a file, up to the number that GitHub displays.
pub(super) fn file(file: &CheckedFile<'_>, style: Style, annotations: &mut [Vec<String>; 3]) {
    let name = property(file.name);
    for diagnostic in file.shown(style) {
        let kept = annotations.get_mut(diagnostic.severity as usize);
        let Some(kept) = kept.filter(|kept| kept.len() < MAX_ANNOTATIONS) else { continue };
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        let mut out = format!("::{command} file={name}");
        if let Some(at) = diagnostic.location {
            put!(out, ",line={},endLine={}", at.line, at.end_line);
            // GitHub supports columns only if the annotation is on a single line.
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
        put!(
            out,
            "; {} without an annotation: GitHub shows {MAX_ANNOTATIONS} of each severity",
            count(left, "problem")
        );
    }
    out.push('\n');
    if let Some(words) = unlimited(tally) {
        put!(out, "info: {words}\n");
    }
    out
}

/// Escapes the text of a command. Control characters are replaced, including line breaks, which could start another
/// command.
fn data(text: &str) -> String {
    sanitize(text).replace('%', "%25")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
