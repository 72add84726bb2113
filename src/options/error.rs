//! What is wrong with options, as sentences that can be translated.

use alloc::string::String;

use crate::messages::{fill_texts, sentence_in};
use crate::report::Code;
use renewal_rules_json::{into_text, list};

/// An option that is unknown or of the wrong type: the caller's mistake, never a diagnostic. Its
/// text names the option and says what it takes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum OptionsError {
    /// The options are not a JSON object.
    NotAnObject,
    /// There is no such option for this call.
    Unknown {
        /// The option's name.
        name: String,
        /// The names that there are.
        known: String,
    },
    /// The option `rules` names an unknown code.
    UnknownCode {
        /// What is in the place of a code.
        code: String,
        /// The code that it looks like.
        suggestion: Option<Code>,
    },
    /// The option has the wrong type, or a value that it does not take.
    Invalid {
        /// The option's name.
        name: String,
        /// What it takes.
        expected: Expected,
    },
}

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// `true` or `false`.
    Boolean,
    /// A whole number from 0.
    Count,
    /// A whole number of renewals, at most 1000.
    Renewals,
    /// A [`ProductId`](crate::ProductId).
    ProductId,
    /// The product as it is, an object.
    Product,
    /// A day, as `2026-01-31`.
    Date,
    /// An object of [`Limits`](crate::Limits).
    Limits,
    /// An object of [`RuleLevels`](crate::RuleLevels).
    Levels,
    /// No level: this code has its own.
    NoLevel,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

impl Expected {
    const fn sentence(self) -> &'static str {
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
        self.said(&|name| sentence_in(SENTENCES, name))
    }

    const fn sentence(&self) -> &'static str {
        match self {
            Self::NotAnObject => "options-no-object",
            Self::Unknown { .. } => "options-unknown",
            Self::UnknownCode { suggestion: None, .. } => "options-unknown-code",
            Self::UnknownCode { .. } => "options-misspelt-code",
            Self::Invalid { .. } => "options-invalid",
        }
    }

    /// It in a language, in which `text` is the sentence of a name.
    #[doc(hidden)]
    pub fn said<'s>(&self, text: &dyn Fn(&str) -> &'s str) -> String {
        let template = text(self.sentence());
        match self {
            Self::NotAnObject => template.into(),
            Self::Unknown { name, known } => fill_texts(template, &[("name", name), ("known", known)]),
            Self::UnknownCode { code, suggestion } => {
                let suggestion = suggestion.map_or("", Code::as_str);
                fill_texts(template, &[("code", code), ("suggestion", suggestion)])
            }
            Self::Invalid { name, expected } => {
                let words = if let Expected::OneOf(words) = expected { words } else { &[][..] };
                let words = list(&mut words.iter().copied());
                let expected = fill_texts(text(expected.sentence()), &[("words", &words)]);
                fill_texts(template, &[("name", name), ("expected", &expected)])
            }
        }
    }
}

/// The sentences by their names, in English.
pub static SENTENCES: &str = include_str!("../messages/options.json");
