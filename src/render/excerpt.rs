//! The lines of a text around a place, with the place marked.

use alloc::{format, string::String};

use super::{
    index::Index,
    text::{Paint, Style, visible, width},
};
use crate::report::{Diagnostic, Severity};

/// The most columns of a line that are shown.
const WIDEST: usize = 96;

/// A place up to this column is shown from the start of its line; one after it with [`LEAD`]
/// columns before it.
const NEAR: usize = 60;

const LEAD: usize = 30;

/// Characters without a width of their own must not make the search endless.
const MOST: usize = 4 * WIDEST;

/// Shows the place of a diagnostic, each line after two spaces.
pub(super) fn excerpt(index: &Index<'_>, diagnostic: &Diagnostic, style: Style) -> String {
    // What is said about the whole, without blaming it, needs no place.
    let is_remark = diagnostic.path.is_empty() && diagnostic.severity == Severity::Info;
    let Some(at) = diagnostic.location.filter(|_| !is_remark) else {
        return String::new();
    };
    let (line, end_line) = (at.line, at.end_line);
    let mark = |mark: &str| style.paint(Paint::Of(diagnostic.severity), mark);
    let gutter = format!("{end_line}").len();
    let bar = style.paint(Paint::Faint, "|");
    let numbered = |line: usize, shown: &Shown| {
        let number = style.paint(Paint::Faint, &format!("{line:>gutter$}"));
        let marks = if shown.marks.is_empty() {
            "^"
        } else {
            &shown.marks
        };
        format!(
            "  {number} {bar} {}\n  {:gutter$} {bar} {:before$}{}",
            shown.text,
            "",
            "",
            mark(marks),
            before = shown.before,
        )
    };
    let start = index.offset(line, at.column);
    if line == end_line {
        let shown = show(index, line, start, index.offset(end_line, at.end_column));
        return numbered(line, &shown) + "\n";
    }
    // The first and the last character of a place of several lines.
    let end = index.offset(end_line, at.end_column.saturating_sub(1).max(1));
    let first = numbered(line, &show(index, line, start, start + 1));
    let last = numbered(end_line, &show(index, end_line, end, end + 1));
    let between = if end_line.saturating_sub(line) > 1 {
        format!("  {:gutter$} {}\n", "", style.paint(Paint::Faint, "…"))
    } else {
        String::new()
    };
    format!(
        "{first} {}\n{between}{last} {}\n",
        mark("from here"),
        mark("to here")
    )
}

struct Shown {
    text: String,
    /// The columns before the marks.
    before: usize,
    marks: String,
}

/// The part of a line around a span of its bytes.
fn show(index: &Index<'_>, line: usize, start: usize, end: usize) -> Shown {
    let (head, tail) = index.split_line(line, start);
    let mut text = String::new();
    let mut columns = 0;
    let near = lead_within(head, NEAR);
    let head = if near.len() == head.len() {
        near
    } else {
        text.push('…');
        columns += 1;
        lead_within(head, LEAD)
    };
    for character in head.chars() {
        columns += push(&mut text, character);
    }
    let before = columns;
    let mut marks = String::new();
    let mut at = start;
    for (number, character) in tail.chars().enumerate() {
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
    Shown {
        text,
        before,
        marks,
    }
}

/// The end of the text that takes at most so many columns.
fn lead_within(text: &str, most: usize) -> &str {
    let mut columns = 0;
    let mut from = text.len();
    for (number, (at, character)) in text.char_indices().rev().enumerate() {
        columns += columns_of(character);
        if columns > most || number >= MOST {
            break;
        }
        from = at;
    }
    text.get(from..).unwrap_or_default()
}

const TAB: usize = 4;

fn columns_of(character: char) -> usize {
    if character == '\t' {
        TAB
    } else {
        width(visible(character))
    }
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
