#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
extern crate alloc;

mod cursor;
mod guide;
mod open;
mod outline;
mod rename;

pub use cursor::Cursor;
pub use guide::{Completion, Guide};
pub use open::{OpenText, TextEdit};
pub use outline::{Outline, Term, free_trial, outline, term};
