//! Excerpts of a text, with a span underlined.

use alloc::string::String;

use super::terminal::{Paint, Style, visible, width};
use renewal_rules::{Diagnostic, Severity};
use renewal_rules_json::{Span, text_start};

const MAX_COLUMNS: usize = 96;

/// If a span starts at or before this column, the excerpt displays the line from its first character, otherwise from
/// [`LEAD`] columns before the span.
const NEAR: usize = 60;
const LEAD: usize = 30;
/// Maximum number of characters read of a line. Limiting the columns would not suffice: a line can contain any number
/// of zero-width characters, which occupy no column.
const MAX_CHARACTERS: usize = 4 * MAX_COLUMNS;

/// Returns the excerpt for a diagnostic, each line indented by two spaces. If the location of the diagnostic covers
/// several lines, the caller passes a span that ends before the last character, so that this character is marked.
pub(super) fn excerpt(text: &str, Span { start, end }: Span, diagnostic: &Diagnostic, style: Style) -> String {
    // An info about the whole input needs no excerpt.
    let is_remark = diagnostic.path.is_empty() && diagnostic.severity == Severity::Info;
    let at = match diagnostic.location {
        Some(at) if !is_remark => at,
        _ => return String::new(),
    };
    let (line, end_line) = (at.line, at.end_line);
    let mark = |mark: &str| style.paint(Paint::Of(diagnostic.severity), mark);
    let gutter = format!("{end_line}").len();
    let bar = style.paint(Paint::Faint, "|");
    let numbered = |line: usize, (shown, before, marks): (String, usize, String)| {
        let number = style.paint(Paint::Faint, &format!("{line:>gutter$}"));
        let marks = mark(if marks.is_empty() { "^" } else { &marks });
        format!("  {number} {bar} {shown}\n  {:gutter$} {bar} {:before$}{marks}", "", "")
    };
    if line == end_line {
        return numbered(line, show(text, start, end)) + "\n";
    }
    // Display only the lines of the first and the last character of a span, and mark these two characters.
    let first = numbered(line, show(text, start, start + 1));
    let last = numbered(end_line, show(text, end, end + 1));
    let gap = style.paint(Paint::Faint, "…");
    let between = if end_line > line + 1 { format!("  {:gutter$} {gap}\n", "") } else { String::new() };
    format!("{first} {}\n{between}{last} {}\n", mark("from here"), mark("to here"))
}

const BREAKS: [char; 2] = ['\n', '\r'];

/// Returns the part of a line around a byte span, the number of columns before the underlined characters, and the
/// markers that underline them.
fn show(whole: &str, start: usize, end: usize) -> (String, usize, String) {
    // Skip a byte order mark, which has no width.
    let before = whole.get(text_start(whole.as_bytes())..start).unwrap_or_default();
    let mut text = String::new();
    let mut columns = 0;
    let mut head = lead_within(before, NEAR);
    let left = before.strip_suffix(head).unwrap_or_default();
    if !left.is_empty() && !left.ends_with(BREAKS) {
        text.push('…');
        columns += 1;
        head = lead_within(before, LEAD);
    }
    for character in head.chars() {
        columns += push(&mut text, character);
    }
    let before = columns;
    let mut marks = String::new();
    let mut at = start;
    let tail = whole.get(start..).unwrap_or_default().chars();
    for (number, character) in tail.take_while(|next| !BREAKS.contains(next)).enumerate() {
        if columns >= MAX_COLUMNS || number >= MAX_CHARACTERS {
            text.push('…');
            break;
        }
        let wide = push(&mut text, character);
        columns += wide;
        if at < end {
            marks.extend(core::iter::repeat_n('^', wide));
        }
        at += character.len_utf8();
    }
    (text, before, marks)
}

/// Returns the end of the text's last line, at most `most` columns wide.
fn lead_within(text: &str, most: usize) -> &str {
    let mut columns = 0;
    let fits = |(_, character): &(usize, char)| {
        columns += columns_of(*character);
        columns <= most && !BREAKS.contains(character)
    };
    let first = text.char_indices().rev().take(MAX_CHARACTERS).take_while(fits).last();
    first.and_then(|(at, _)| text.get(at..)).unwrap_or_default()
}

const TAB: usize = 4;

fn columns_of(character: char) -> usize {
    if character == '\t' { TAB } else { width(visible(character)) }
}

/// Appends a sanitized character and returns its width in columns.
fn push(text: &mut String, character: char) -> usize {
    if character == '\t' {
        text.extend(core::iter::repeat_n(' ', TAB));
    } else {
        text.push(visible(character));
    }
    columns_of(character)
}
