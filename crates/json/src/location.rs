//! Conversion between byte offsets and lines and columns.

use alloc::vec::Vec;

use memchr::memchr2;
use serde::{Deserialize, Serialize};

use super::sort::{argsort, stable_sort};
use super::span::{Span, text_start};

/// Location in a text. Lines and columns are counted from 1, columns in UTF-16 code units; the end is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    /// Line of the first character.
    pub line: usize,
    /// Column of the first character.
    pub column: usize,
    /// Line of the end.
    pub end_line: usize,
    /// Column after the last character.
    pub end_column: usize,
}

impl Location {
    /// Moves the location down by a number of lines. If it begins or ends in line 1, the column there also moves right
    /// by a number of columns.
    #[must_use]
    pub fn shifted(self, (lines, columns): (usize, usize)) -> Self {
        let column = |line: usize, column: usize| if line == 1 { column.wrapping_add(columns) } else { column };
        Self {
            line: self.line + lines,
            column: column(self.line, self.column),
            end_line: self.end_line + lines,
            end_column: column(self.end_line, self.end_column),
        }
    }
}

/// Returns the lines and columns of spans of a whole text, in one pass: both from 1, columns in UTF-16 code units.
/// Lines end at `\n`, `\r\n` and `\r`, as in the language server protocol, and nowhere else. A byte order mark takes
/// no column.
pub fn locations(text: &[u8], spans: &[Span]) -> Vec<Location> {
    locations_from(text, text_start(text), spans)
}

/// Like [`locations`], for a chunk that is not the first of a text: U+FEFF is not a byte order mark there.
pub fn locations_in_chunk(chunk: &[u8], spans: &[Span]) -> Vec<Location> {
    locations_from(chunk, 0, spans)
}

/// Computes locations with byte `from` as line 1, column 1.
fn locations_from(text: &[u8], mut from: usize, spans: &[Span]) -> Vec<Location> {
    let mut bounds = Vec::with_capacity(2 * spans.len());
    for (index, span) in spans.iter().enumerate() {
        bounds.extend([(span.start, false, index), (span.end, true, index)]);
    }
    let start = Location { line: 1, column: 1, end_line: 1, end_column: 1 };
    let mut locations = vec![start; spans.len()];
    let mut line = 1;
    // Column at `from`, the offset up to which the text has been counted.
    let mut column = 1;
    let break_from = |at: usize| Some(at + memchr2(b'\n', b'\r', text.get(at..)?)?);
    // Offset of the next line break. Lines need not be counted before it.
    let mut next = break_from(0);
    for (offset, is_end, index) in stable_sort(bounds, &Ord::cmp) {
        // If the offset is beyond the text or within the byte order mark, the position does not advance.
        let mut passed = text.get(from..offset).unwrap_or(&[]);
        from = from.max(offset);
        if next.is_some_and(|next| next < offset) {
            let (breaks, after_breaks) = line_breaks(passed, text.get(offset) == Some(&b'\n'));
            if breaks > 0 {
                column = 1;
                passed = after_breaks;
            }
            line += breaks;
            next = break_from(from);
        }
        column += utf16_length(passed);
        if let Some(location) = locations.get_mut(index) {
            let (of_line, of_column) = if is_end {
                (&mut location.end_line, &mut location.end_column)
            } else {
                (&mut location.line, &mut location.column)
            };
            (*of_line, *of_column) = (line, column);
        }
    }
    locations
}

/// Returns the byte offsets of lines and columns of a whole text, in one pass: the inverse of [`locations`]. Lines and
/// columns are counted from 1, columns in UTF-16 code units. If a line is too short for a column, returns its end.
pub fn offsets(text: &str, positions: &[(usize, usize)]) -> Vec<usize> {
    offsets_from(text, text_start(text.as_bytes()), positions)
}

/// Like [`offsets`], for a chunk that is not the first of a text.
pub fn offsets_in_chunk(chunk: &str, positions: &[(usize, usize)]) -> Vec<usize> {
    offsets_from(chunk, 0, positions)
}

fn offsets_from(text: &str, from: usize, positions: &[(usize, usize)]) -> Vec<usize> {
    let mut offsets = vec![from; positions.len()];
    let mut rest = Span { start: from, end: text.len() }.slice(text).chars();
    let (mut line, mut column) = (1, 1);
    for index in argsort(positions.len(), &|a, b| positions.get(a).cmp(&positions.get(b))) {
        let index = index as usize;
        let Some((position, offset)) = positions.get(index).zip(offsets.get_mut(index)) else { continue };
        while (line, column) < *position {
            let mut after = rest.clone();
            let Some(character) = after.next() else { break };
            let is_break = matches!(character, '\n' | '\r');
            if is_break && line == position.0 {
                break;
            }
            if is_break && !(character == '\r' && after.as_str().starts_with('\n')) {
                (line, column) = (line + 1, 1);
            } else {
                column += character.len_utf16();
            }
            rest = after;
        }
        *offset = text.len() - rest.as_str().len();
    }
    offsets
}

/// Returns a line of a text, the first being 1, without its line break; empty if there is no such line.
pub fn line_at(text: &str, number: usize) -> &str {
    let bounds = offsets_in_chunk(text, &[(number, 1), (number, usize::MAX)]);
    // Without such a line, both offsets are the end of the text.
    if let [start, end] = *bounds { Span { start, end }.slice(text) } else { "" }
}

/// Counts the line breaks in `passed`, and returns the bytes after the last `\n` or `\r`. `newline_follows` tells that
/// `\n` comes after `passed`: a final `\r` is then not counted, because the two are one line break.
fn line_breaks(passed: &[u8], newline_follows: bool) -> (usize, &[u8]) {
    let (mut breaks, mut rest) = (0, passed);
    while let Some(at) = memchr2(b'\n', b'\r', rest) {
        let is_break = match rest.get(at..) {
            Some([b'\r', b'\n', ..]) => false,
            Some([b'\r']) => !newline_follows,
            _ => true,
        };
        breaks += usize::from(is_break);
        rest = rest.get(at + 1..).unwrap_or_default();
    }
    (breaks, rest)
}

/// Returns the length in UTF-16 code units: UTF-8 continuation bytes count 0, first bytes of 4-byte characters 2, all
/// others 1. The sum over a chunk fits a `u8`, so the compiler can use SIMD instructions; this matters for a catalogue
/// in a single line, where all text before a location is counted.
fn utf16_length(text: &[u8]) -> usize {
    let units = |byte: &u8| u8::from(*byte & 0xc0 != 0x80) + u8::from(*byte >= 0xf0);
    let length = |chunk: &[u8]| usize::from(chunk.iter().map(units).sum::<u8>());
    text.chunks(112).map(length).sum()
}
