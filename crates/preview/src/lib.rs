#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
extern crate alloc;

mod answer;
pub mod compare;
mod picture;
mod table;
pub mod timeline;
mod words;

pub use answer::{Answer, Cell, Rung, answer};
pub use compare::compare;
pub use picture::{Picture, escaped};
pub use timeline::timeline;
pub use words::{WORDS_RUSSIAN, Words, WordsError};
