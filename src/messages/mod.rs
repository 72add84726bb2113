//! How messages are worded, and what of an input they show.

mod sanitize;
pub(crate) mod spelling;
mod template;

pub use sanitize::{align_columns, is_invisible, sanitize, truncate};
pub(crate) use spelling::distance;
pub use spelling::nearest;
pub use template::{Param, Template};
pub use template::{fill, fill_texts, has_choice, placeholders, sentence_in, sentences_in};
