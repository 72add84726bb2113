//! Output, escaping, comparison and sanitizing of text.

mod escape;
mod json_text;
mod json_writer;
mod places;
mod shown;
mod sort;
pub(crate) mod spelling;
mod template;
mod words;

pub(crate) use escape::{number_text, plain_end, push_number, push_token, quote_json, quoted};
pub use json_text::JsonText;
pub(crate) use json_text::RAW_VALUE;
#[cfg(feature = "tools")]
pub(crate) use json_text::as_json_text;
pub(crate) use json_writer::{Json, Word, objects, to_json};
pub use places::Location;
pub(crate) use places::{
    Span, content_span, line_at, locations, locations_in_chunk, offsets, offsets_in_chunk, text_start,
};
pub(crate) use shown::{aligned, is_invisible, put, shortened, shown};
pub(crate) use sort::{arranged, firsts, sorted};
pub(crate) use spelling::distance;
pub use spelling::nearest;
pub use template::{Param, Template};
pub(crate) use template::{fill, fill_texts, has_choice, placeholders, sentence_in, sentences_in};
pub use words::WordError;
pub(crate) use words::{as_text, into_text, list, named, words};
