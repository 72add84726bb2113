//! Support for editors of catalogues: outlines, plain-language summaries, timeline pictures, content for text editors,
//! and one-step edits.

mod answer;
mod guide;
mod outline;
mod picture;
mod table;
mod words;

pub use answer::{Answer, Cell, Rung, answer};
pub use guide::{Completion, Guide};
pub use outline::{Outline, Term, free_trial, outline, term, timeline_at};
pub use picture::Picture;
pub(crate) use picture::escaped;
pub use words::{WORDS_RUSSIAN, Words, WordsError};
