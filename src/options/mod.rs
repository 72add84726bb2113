//! Options set by the caller.

mod by_serde;
mod error;
mod levels;
mod limits;
mod options;
mod stated;

pub use by_serde::Form;
pub use error::SENTENCES;
pub use error::{Expected, OptionsError};
pub use levels::RuleLevels;
pub use limits::Limits;
pub(crate) use limits::pmr_limit;
pub use options::{Consent, Operation, Options, Role};
pub use stated::Scope;
pub use stated::{OptionRow, OptionValue, Stated, invalid, read};
