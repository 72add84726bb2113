//! Errors of options, with translatable messages.

use alloc::string::{String, ToString as _};

use crate::messages::{fill_texts, sentence_in};
use crate::report::Code;
use renewal_rules_json::{Location, into_text, list_keywords};

/// An option that is unknown or has an invalid value: a mistake of the caller, never a diagnostic. The message names
/// the option and the values that it accepts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum OptionsError {
    /// The options are not a JSON object.
    NotAnObject,
    /// The option does not exist, or this call does not accept it.
    Unknown {
        /// The name of the option.
        name: String,
        /// The names of the supported options, as a list for the message.
        known: String,
    },
    /// The option `rules` names an unknown code.
    UnknownCode {
        /// The unknown code as it was given.
        code: String,
        /// The code that was probably meant, if one is similar enough.
        suggestion: Option<Code>,
    },
    /// The option is text that is not JSON.
    NotJson {
        /// The name of the option.
        name: String,
        /// The location of the syntax error.
        location: Location,
    },
    /// The option has the wrong type or an unsupported value.
    Invalid {
        /// The name of the option.
        name: String,
        /// The expected type or values.
        expected: Expected,
    },
}

/// Type or values that an option accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// `true` or `false`.
    Boolean,
    /// A whole number from 0 to 4294967295.
    Count,
    /// A number of renewals: a whole number from 0 to 1000.
    Renewals,
    /// A [`ProductId`](crate::ProductId).
    ProductId,
    /// The current product, an object.
    Product,
    /// A date, such as `2026-01-31`.
    Date,
    /// An object of [`Limits`](crate::Limits).
    Limits,
    /// An object of [`RuleLevels`](crate::RuleLevels).
    Levels,
    /// No level at all: the severity of this code cannot be changed.
    NoLevel,
    /// One of these keywords.
    OneOf(&'static [&'static str]),
}

impl Expected {
    const fn template_id(self) -> &'static str {
        match self {
            Self::Boolean => "must-be-boolean",
            Self::Count => "must-be-count",
            Self::Renewals => "must-be-renewals",
            Self::ProductId => "must-be-id",
            Self::Product => "must-be-product",
            Self::Date => "must-be-date",
            Self::Limits => "must-be-limits",
            Self::Levels => "must-be-levels",
            Self::NoLevel => "must-be-left-out",
            Self::OneOf(_) => "must-be-one-of",
        }
    }
}

into_text!(OptionsError);

impl OptionsError {
    fn text(&self) -> String {
        self.message_in(&|name| sentence_in(SENTENCES, name))
    }

    const fn template_id(&self) -> &'static str {
        match self {
            Self::NotAnObject => "options-no-object",
            Self::Unknown { .. } => "options-unknown",
            Self::UnknownCode { suggestion: None, .. } => "options-unknown-code",
            Self::UnknownCode { .. } => "options-code-typo",
            Self::NotJson { .. } => "options-not-json",
            Self::Invalid { .. } => "options-invalid",
        }
    }

    /// Formats the message in a language: `text` returns the message template of a given name.
    #[doc(hidden)]
    pub fn message_in<'s>(&self, text: &dyn Fn(&str) -> &'s str) -> String {
        let template = text(self.template_id());
        match self {
            Self::NotAnObject => template.into(),
            Self::Unknown { name, known } => fill_texts(template, &[("name", name), ("known", known)]),
            Self::UnknownCode { code, suggestion } => {
                let suggestion = suggestion.map_or("", Code::as_str);
                fill_texts(template, &[("code", code), ("suggestion", suggestion)])
            }
            Self::NotJson { name, location } => {
                let (line, column) = (location.line.to_string(), location.column.to_string());
                fill_texts(template, &[("name", name), ("line", &line), ("column", &column)])
            }
            Self::Invalid { name, expected } => {
                let words = if let Expected::OneOf(words) = expected { words } else { &[][..] };
                let words = list_keywords(&mut words.iter().copied());
                let expected = fill_texts(text(expected.template_id()), &[("words", &words)]);
                fill_texts(template, &[("name", name), ("expected", &expected)])
            }
        }
    }
}

/// English message templates by name, as JSON.
pub static SENTENCES: &str = include_str!("../messages/options.json");
