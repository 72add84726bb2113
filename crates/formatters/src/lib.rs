#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
extern crate alloc;

mod checked_file;
mod excerpt;
mod github;
mod gitlab;
mod json;
mod markdown;
mod planned_calls;
mod renderer;
mod rule_docs;
mod sarif;
mod stylish;
mod terminal;
mod xml;

pub use checked_file::{CheckedFile, Tally};
pub use markdown::comparison_table;
pub use planned_calls::{CallFormat, render_calls};
pub use renderer::{Format, Renderer, render};
pub use rule_docs::{reference_page, rule_list, rule_page};
pub use terminal::{Style, sanitize};
