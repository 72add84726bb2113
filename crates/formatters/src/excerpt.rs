//! The lines of a text around a place, with the place marked.

use alloc::string::String;

use super::text::{Paint, Style, visible, width};
use renewal_rules::{Diagnostic, Severity};
use renewal_rules_json::{Span, text_start};

const WIDEST: usize = 96;

/// A place up to this column is shown from the start of its line; one after it with [`LEAD`] columns before it.
const NEAR: usize = 60;
const LEAD: usize = 30;
/// Characters without a width of their own must not make the search endless.
const MOST: usize = 4 * WIDEST;

/// Shows the place of a diagnostic, each line after two spaces. Of a place of several lines the span ends
/// before its last character.
pub(super) fn excerpt(text: &str, Span { start, end }: Span, diagnostic: &Diagnostic, style: Style) -> String {
    // What is said about the whole, without blaming it, needs no place.
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
    // The first and the last character.
    let first = numbered(line, show(text, start, start + 1));
    let last = numbered(end_line, show(text, end, end + 1));
    let gap = style.paint(Paint::Faint, "…");
    let between = if end_line > line + 1 { format!("  {:gutter$} {gap}\n", "") } else { String::new() };
    format!("{first} {}\n{between}{last} {}\n", mark("from here"), mark("to here"))
}

const BREAKS: [char; 2] = ['\n', '\r'];

/// The part of a line around a span of its bytes, the columns before the marks, and the marks.
fn show(whole: &str, start: usize, end: usize) -> (String, usize, String) {
    // A byte order mark takes no column.
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
        if columns >= WIDEST || number >= MOST {
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

/// The end of the text's last line that takes at most so many columns.
fn lead_within(text: &str, most: usize) -> &str {
    let mut columns = 0;
    let fits = |(_, character): &(usize, char)| {
        columns += columns_of(*character);
        columns <= most && !BREAKS.contains(character)
    };
    let first = text.char_indices().rev().take(MOST).take_while(fits).last();
    first.and_then(|(at, _)| text.get(at..)).unwrap_or_default()
}

const TAB: usize = 4;

fn columns_of(character: char) -> usize {
    if character == '\t' { TAB } else { width(visible(character)) }
}

/// Adds a character as it may be shown; gives its columns.
fn push(text: &mut String, character: char) -> usize {
    if character == '\t' {
        text.extend(core::iter::repeat_n(' ', TAB));
    } else {
        text.push(visible(character));
    }
    columns_of(character)
}
