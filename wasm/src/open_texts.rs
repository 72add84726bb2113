//! Texts that an editor has open. The module retains them between calls, so that the language server passes only
//! changes.

use std::{cell::RefCell, collections::BTreeMap};

use renewal_rules::{Diagnostic, Location, Messages, Options};
use renewal_rules_editor::{Guide, OpenText};
use serde::{Deserialize, Serialize};

use crate::sources::promises_lines;
use crate::suppressions::Known;

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
}

/// Runs `work` with the session, which is retained between calls.
pub(crate) fn with_session<T>(work: impl FnOnce(&mut Session) -> T) -> T {
    SESSION.with_borrow_mut(work)
}

/// Open texts by number, and the settings of the language client.
#[derive(Default)]
pub(crate) struct Session {
    pub(crate) texts: BTreeMap<u32, Open>,
    pub(crate) guide: Guide,
    pub(crate) messages: Option<Messages>,
    /// Unit of columns: `utf-8`, `utf-16` or `utf-32`.
    pub(crate) encoding: String,
}

/// An open text with its options.
pub(crate) struct Open {
    pub(crate) opening: Opening,
    pub(crate) options: Options,
    pub(crate) text: OpenText,
}

/// Settings of the language client.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Settings {
    /// Unit of columns: `utf-8`, `utf-16` or `utf-32`.
    pub(crate) encoding: String,
    /// Tables of another language, each as JSON, empty for English: sentences, descriptions of fields, titles and
    /// explanations of rules, messages.
    pub(crate) words: String,
    pub(crate) fields: String,
    pub(crate) rules: String,
    pub(crate) messages: String,
}

/// Argument of the operation that opens a text.
#[derive(Deserialize)]
pub(crate) struct Opening {
    /// Number that the caller assigns to the text, and by which later calls refer to the text.
    pub(crate) text: u32,
    pub(crate) uri: String,
    /// File name.
    pub(crate) name: String,
    /// Set to treat the text as products, even if its contents are not recognized as products.
    pub(crate) named: bool,
    /// Suppressions of the file.
    pub(crate) known: Known,
}

/// Arguments of an operation about an open text. Each operation uses only some of them.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct Query {
    pub(crate) text: u32,
    /// Numbers of the other open texts, whose products are taken into account.
    pub(crate) others: Vec<u32>,
    pub(crate) position: Position,
    pub(crate) range: Range,
    /// Index of a product in the text.
    pub(crate) index: usize,
    /// Message of an error in a configuration file, for which the operation finds the location in the text.
    pub(crate) message: String,
    /// Set to report errors only.
    pub(crate) quiet: bool,
    /// `true` to return only the definition of a product, `false` for only the references to it; both by default.
    pub(crate) own: Option<bool>,
    /// New id for a product that is renamed.
    pub(crate) new_name: String,
}

/// A line and a column, both from 0.
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

/// New content for a range of a text, or for the whole text if there is no range.
#[derive(Deserialize)]
pub(crate) struct TextChange {
    // Makes the member optional in the generated type.
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
        let contents = self.text.contents();
        contents.has_products || self.opening.named && !contents.is_setup
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

    /// Converts a range in the client's units to a location of the library, with columns in UTF-16 code units.
    pub(crate) fn location(&self, range: Range, encoding: &str) -> Location {
        let column = |at: Position| self.units(at.line, at.character, encoding, "utf-16") + 1;
        Location {
            line: range.start.line + 1,
            column: column(range.start),
            end_line: range.end.line + 1,
            end_column: column(range.end),
        }
    }

    /// Converts a location of the library to a range in the client's units.
    pub(crate) fn range(&self, location: Location, encoding: &str) -> Range {
        let position = |line: usize, column: usize| Position {
            line: line - 1,
            character: self.units(line - 1, column - 1, "utf-16", encoding),
        };
        Range { start: position(location.line, location.column), end: position(location.end_line, location.end_column) }
    }

    /// Converts a column of a line from one unit of columns to another.
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
