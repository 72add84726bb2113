//! From places in a text to bytes and back, at a bounded cost for each however long its lines are.

use alloc::vec::Vec;

use crate::text::text_start;

/// A byte of which line and column are known.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    offset: usize,
    line: usize,
    column: usize,
}

/// At most so many bytes are walked from a mark.
const STRIDE: usize = 512;

/// The lines of a text, with marks inside of long ones.
#[derive(Debug)]
pub(super) struct Index<'t> {
    text: &'t str,
    marks: Vec<Mark>,
}

impl<'t> Index<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let start = text_start(text.as_bytes());
        let mut mark = Mark {
            offset: start,
            line: 1,
            column: 1,
        };
        let mut marks = alloc::vec![mark];
        let mut latest = start;
        for (at, character) in text.get(start..).unwrap_or_default().char_indices() {
            mark.offset = start + at + character.len_utf8();
            let is_pair = character == '\r' && text.as_bytes().get(mark.offset) == Some(&b'\n');
            let is_end = matches!(character, '\n' | '\r') && !is_pair;
            if is_end {
                (mark.line, mark.column) = (mark.line + 1, 1);
            } else {
                mark.column += character.len_utf16();
            }
            if is_end || mark.offset - latest >= STRIDE {
                latest = mark.offset;
                marks.push(mark);
            }
        }
        Self { text, marks }
    }

    /// The last mark up to a place; the first one for what lies before it.
    fn mark(&self, line: usize, column: usize) -> Mark {
        let is_before = |mark: &Mark| (mark.line, mark.column) <= (line, column);
        let after = self.marks.partition_point(is_before);
        let mark = self.marks.get(after.saturating_sub(1));
        mark.copied().unwrap_or_default()
    }

    /// The byte at a line and column; the end of the line where it is shorter.
    pub(super) fn offset(&self, line: usize, column: usize) -> usize {
        let mark = self.mark(line, column);
        let mut at = mark.offset;
        let mut here = mark.column;
        for character in self.text.get(at..).unwrap_or_default().chars() {
            if here >= column || matches!(character, '\n' | '\r') {
                break;
            }
            here += character.len_utf16();
            at += character.len_utf8();
        }
        at
    }

    /// The text of a line up to a byte in it, and from there to its end.
    pub(super) fn split_line(&self, line: usize, offset: usize) -> (&'t str, &'t str) {
        let start = self.mark(line, 1).offset;
        let next = self.marks.partition_point(|mark| mark.line <= line);
        let end = self.marks.get(next);
        let end = end.map_or(self.text.len(), |mark| mark.offset);
        let after = self.text.get(offset..end).unwrap_or_default();
        (
            self.text.get(start..offset).unwrap_or_default(),
            after.trim_end_matches(['\r', '\n']),
        )
    }
}

#[cfg(test)]
mod tests {
    use std::{format, string::String};

    use super::*;
    use crate::text::{Span, locations};

    #[test]
    #[cfg_attr(miri, ignore = "takes Miri more than a minute")]
    fn places_and_bytes_agree() {
        let long: String = "ü😀x".repeat(900);
        let text = format!("a\r\nb\rc\n{long}\n\r\n{long}\r");
        let index = Index::new(&text);
        for (at, character) in text.char_indices() {
            let place = locations(text.as_bytes(), &[Span { start: at, end: at }])[0];
            if character != '\n' {
                assert_eq!(index.offset(place.line, place.column), at, "{place:?}");
            }
        }
        assert_eq!(index.split_line(1, 1), ("a", ""));
        assert_eq!(index.split_line(2, 3), ("", "b"));
        assert_eq!(index.split_line(3, 6), ("c", ""));
    }

    #[test]
    fn a_place_beyond_the_line_is_its_end() {
        assert_eq!(Index::new("ab\ncd").offset(1, 9), 2);
        assert_eq!(Index::new("ab\ncd").offset(7, 9), 5);
        assert_eq!(Index::new("").offset(1, 1), 0);
    }
}
