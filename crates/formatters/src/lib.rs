#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
extern crate alloc;

mod calls;
mod checked;
mod excerpt;
mod github;
mod gitlab;
mod json;
mod markdown;
mod page;
mod renderer;
mod sarif;
mod stylish;
mod text;
mod xml;

pub use calls::{CallFormat, plan_calls};
pub use checked::{Checked, Tally};
pub use markdown::comparison_table;
pub use page::{reference_page, rule_list, rule_page};
pub use renderer::{Format, Renderer, render};
pub use text::{Style, clean as shown_name};
