//! Text for people and tools, made from reports: pure text out, so that every shell around the library prints the same.
//!
//! - [`render`] makes the whole text of several checked files in one [`Format`]; [`Renderer`] makes
//!   it file by file, for those who do not want to hold all reports at once.
//! - [`comparison_table`] shows a comparison as Markdown.
//! - An effective renewal kind and a comparison are put in words where they are shown (`Display`).
//! - [`rule_page`], [`rule_list`] and [`reference_page`] say what is known about the codes.
//!
//! What a person typed never reaches a terminal raw: control characters and those that turn the direction of text
//! around are replaced. The one exception is [`Format::Json`], which escapes what JSON escapes.

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

pub use crate::messages::nearest;
