//! What an editor of set-ups needs: the products at a glance, the answer in plain words, and the
//! changes that a person makes in one go.

mod answer;
mod cursor;
mod guide;
mod open;
mod outline;
mod parts;
mod picture;
mod table;
mod words;

pub use answer::{Answer, Cell, Rung, answer};
pub use cursor::Cursor;
pub use guide::{Completion, Guide};
pub use open::{OpenText, TextEdit};
pub use outline::{Outline, Term, free_trial, outline, term};
pub use picture::Picture;
pub(crate) use picture::escaped;
pub use words::{WORDS_RUSSIAN, Words, WordsError};
