//! Message templates, sanitizing of input text for messages, and detection of typos.

mod sanitize;
pub(crate) mod spelling;
mod template;

pub use sanitize::{align_columns, is_invisible, sanitize, truncate};
pub(crate) use spelling::distance;
pub use spelling::nearest;
pub use template::{Param, Template, fill, fill_texts, placeholders, sentences_in};
pub(crate) use template::{has_choice, sentence_in};
