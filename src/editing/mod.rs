//! What an editor of set-ups needs: the products at a glance, the answer in plain words, and the
//! changes that a person makes in one go.

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
