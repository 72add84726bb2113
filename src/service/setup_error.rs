//! What is wrong with the description of a set-up.

use alloc::string::String;

/// What an error speaks of: the set-up, or a part of it.
fn part(path: &str) -> String {
    match path {
        "" => String::from("the set-up"),
        path => format!("`{path}` of the set-up"),
    }
}

/// A description of a set-up that is not understood. Whether the products are right is not judged
/// here: [`Setup::check`](super::Setup::check) does that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A member is absent or of the wrong type.
    #[error("{} must be {expected}", part(path))]
    Invalid {
        /// Where, as a JSON Pointer into the set-up; empty for the whole.
        path: String,
        /// What belongs there.
        expected: &'static str,
    },
    /// There is no such member.
    #[error("a set-up has no `{path}`; there are {known}")]
    Unknown {
        /// Where, as a JSON Pointer into the set-up.
        path: String,
        /// The names that there are.
        known: String,
    },
    /// The text is products: an array, one a line, or one alone.
    #[error("these are products, not a set-up: a set-up is an object with `initiator`, `renewals` and `kinds`")]
    Products,
    /// The initiator has `renew_settings`.
    #[error(
        "the initiator's `renew_settings` are made from `renewals` and `kinds`; describe them there \
         and leave them out"
    )]
    SettingsGiven,
    /// A product says that it starts a set-up, but not which: its `id`, its chain or another one of its
    /// `renew_settings` cannot be used.
    #[error("no set-up follows from these products; at `{path}`: {message}")]
    Unusable {
        /// Where, as a JSON Pointer into the products.
        path: String,
        /// What is wrong there, and what to do.
        message: String,
    },
}

pub(super) fn invalid(path: impl Into<String>, expected: &'static str) -> SetupError {
    SetupError::Invalid { path: path.into(), expected }
}
