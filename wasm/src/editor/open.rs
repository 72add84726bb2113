//! Texts that are retained between calls, and positions in the units of the client.

use renewal_rules::{Location, Options};
use renewal_rules_editor::OpenText;
use serde::{Deserialize, Serialize};

use crate::sources::promises_lines;
use crate::suppressions::Known;

/// A retained text with its options.
pub(super) struct Open {
    pub(super) uri: String,
    pub(super) name: String,
    /// `true` to treat it as products whatever it contains.
    pub(super) named: bool,
    pub(super) options: Options,
    /// Its suppressions.
    pub(super) known: Known,
    pub(super) text: OpenText,
}

/// A line and a column, from 0.
#[derive(Clone, Copy, Default, Deserialize, Serialize, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    pub(super) line: usize,
    pub(super) character: usize,
}

#[derive(Clone, Copy, Default, Deserialize, Serialize)]
pub(super) struct Range {
    pub(super) start: Position,
    pub(super) end: Position,
}

impl Range {
    /// Returns whether two ranges overlap or touch.
    pub(super) fn meets(self, other: Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}

/// Replacement of a range of a text, or of the whole text.
#[derive(Deserialize)]
pub(super) struct Change {
    pub(super) range: Option<Range>,
    pub(super) text: String,
}

impl Open {
    pub(super) const fn has_products(&self) -> bool {
        self.named || self.text.contents().has_products
    }

    pub(super) fn change(&mut self, change: &Change, encoding: &str) {
        if let Some(range) = change.range {
            let place = self.location(range, encoding);
            self.text.edit(place, &change.text);
        } else {
            let is_lines = promises_lines(&self.name);
            self.text = OpenText::new(&change.text, is_lines, &self.options).with_name(&self.name);
        }
    }

    /// Converts a range of the client to the library's units.
    pub(super) fn location(&self, range: Range, encoding: &str) -> Location {
        let column = |at: Position| self.units(at.line, at.character, encoding, "utf-16") + 1;
        Location {
            line: range.start.line + 1,
            column: column(range.start),
            end_line: range.end.line + 1,
            end_column: column(range.end),
        }
    }

    /// Converts a location to a range in the client's units.
    pub(super) fn range(&self, place: Location, encoding: &str) -> Range {
        let position = |line: usize, column: usize| Position {
            line: line - 1,
            character: self.units(line - 1, column - 1, "utf-16", encoding),
        };
        Range { start: position(place.line, place.column), end: position(place.end_line, place.end_column) }
    }

    /// Converts a column of a line between units.
    fn units(&self, line: usize, count: usize, from: &str, to: &str) -> usize {
        if from == to || to.is_empty() || from.is_empty() {
            return count;
        }
        let width = |character: char, encoding: &str| match encoding {
            "utf-8" => character.len_utf8(),
            "utf-32" => 1,
            _ => character.len_utf16(),
        };
        let (mut passed, mut units) = (0, 0);
        for character in self.text.line(line + 1).chars() {
            if passed >= count {
                break;
            }
            passed += width(character, from);
            units += width(character, to);
        }
        units
    }
}
