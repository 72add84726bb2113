//! Options set by the caller.

mod deserialize;
mod error;
mod levels;
mod limits;
mod options;
mod table;

pub use deserialize::OptionType;
pub use error::SENTENCES;
pub use error::{Expected, OptionsError};
pub use levels::RuleLevels;
pub use limits::Limits;
pub(crate) use limits::pmr_limit;
pub use options::{Consent, Operation, Options, Role};
pub use table::Scope;
pub use table::{OptionNode, OptionRow, OptionValue, invalid, read};
