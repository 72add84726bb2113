//! Texts that an editor has open. They are retained between calls, so that only changes are passed.

use std::{cell::RefCell, collections::BTreeMap};

use renewal_rules::{Diagnostic, Location, Messages, Options};
use renewal_rules_editor::{Guide, OpenText};
use serde::{Deserialize, Serialize};

use crate::sources::promises_lines;
use crate::suppressions::Known;

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
}

/// Runs a call with the retained texts.
pub(crate) fn with_session<T>(work: impl FnOnce(&mut Session) -> T) -> T {
    SESSION.with_borrow_mut(work)
}

/// Open texts by number, and the settings of the client.
#[derive(Default)]
pub(crate) struct Session {
    pub(crate) texts: BTreeMap<u32, Open>,
    pub(crate) guide: Guide,
    pub(crate) messages: Option<Messages>,
    /// Unit of columns.
    pub(crate) encoding: String,
}

/// A retained text with its options.
pub(crate) struct Open {
    pub(crate) opening: Opening,
    pub(crate) options: Options,
    pub(crate) text: OpenText,
}

/// Settings of a client.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Settings {
    /// Unit of columns: `utf-8`, `utf-16` or `utf-32`.
    pub(crate) encoding: String,
    /// Tables of another language, each as JSON: sentences, meanings of fields, rules, messages.
    pub(crate) words: String,
    pub(crate) fields: String,
    pub(crate) rules: String,
    pub(crate) messages: String,
}

/// A text to open.
#[derive(Deserialize)]
pub(crate) struct Opening {
    /// Number by which later calls refer to it.
    pub(crate) text: u32,
    pub(crate) uri: String,
    /// File name.
    pub(crate) name: String,
    /// Set to treat it as a product file whatever it contains.
    pub(crate) named: bool,
    /// Its suppressions.
    pub(crate) known: Known,
}

/// A query about an open text. Each operation reads the members that it needs.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct Query {
    pub(crate) text: u32,
    /// Other texts with products.
    pub(crate) others: Vec<u32>,
    pub(crate) position: Position,
    pub(crate) range: Range,
    /// Index of a product.
    pub(crate) index: usize,
    /// Error message whose subject to locate.
    pub(crate) message: String,
    /// Set to report errors only.
    pub(crate) quiet: bool,
    /// `true` for the definition only, `false` for the references only; both by default.
    pub(crate) own: Option<bool>,
    /// The id that replaces another.
    pub(crate) new_name: String,
}

/// A line and a column, from 0.
#[derive(Clone, Copy, Default, Deserialize, Serialize, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    pub(crate) line: usize,
    pub(crate) character: usize,
}

/// The text between two positions.
#[derive(Clone, Copy, Default, Deserialize, Serialize)]
pub(crate) struct Range {
    pub(crate) start: Position,
    pub(crate) end: Position,
}

impl Range {
    /// Returns whether two ranges overlap or touch.
    pub(crate) fn meets(self, other: Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}

/// Replacement of a range of a text, or of the whole text.
#[derive(Deserialize)]
pub(crate) struct TextChange {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) range: Option<Range>,
    pub(crate) text: String,
}

impl Opening {
    fn parse(&self, text: &str, options: &Options) -> OpenText {
        OpenText::new(text, promises_lines(&self.name), options).with_name(&self.name)
    }
}

impl Open {
    pub(crate) fn new(opening: Opening, text: &str, options: Options) -> Self {
        Self { text: opening.parse(text, &options), opening, options }
    }

    pub(crate) const fn has_products(&self) -> bool {
        self.opening.named || self.text.contents().has_products
    }

    /// Returns for each diagnostic of the text whether it is suppressed.
    pub(crate) fn are_suppressed(&self, diagnostics: &[Diagnostic]) -> Vec<bool> {
        let known = &self.opening.known;
        if known.is_empty() {
            return vec![false; diagnostics.len()];
        }
        known.clone().take(diagnostics, (&self.text.text(), self.text.contents().layout))
    }

    pub(crate) fn change(&mut self, change: &TextChange, encoding: &str) {
        if let Some(range) = change.range {
            let location = self.location(range, encoding);
            self.text.edit(location, &change.text);
        } else {
            self.text = self.opening.parse(&change.text, &self.options);
        }
    }

    /// Converts a range of the client to the library's units.
    pub(crate) fn location(&self, range: Range, encoding: &str) -> Location {
        let column = |at: Position| self.units(at.line, at.character, encoding, "utf-16") + 1;
        Location {
            line: range.start.line + 1,
            column: column(range.start),
            end_line: range.end.line + 1,
            end_column: column(range.end),
        }
    }

    /// Converts a location to a range in the client's units.
    pub(crate) fn range(&self, location: Location, encoding: &str) -> Range {
        let position = |line: usize, column: usize| Position {
            line: line - 1,
            character: self.units(line - 1, column - 1, "utf-16", encoding),
        };
        Range { start: position(location.line, location.column), end: position(location.end_line, location.end_column) }
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
