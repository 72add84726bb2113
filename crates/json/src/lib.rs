#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
extern crate alloc;

mod escape;
mod json_text;
mod names;
mod order;
mod parse;
mod patch;
mod places;
mod same;
mod sort;
mod strings;
mod tree;
mod typed;
mod words;

pub use escape::{number_text, plain_end, push_index, push_number, push_token, quote_json, quoted};
pub use json_text::{JsonText, RAW_VALUE};
pub use names::Names;
pub(crate) use order::Order;
pub use parse::{Reason, SyntaxError, Tree, is_space, is_utf16, parse, parse_next, parse_rest};
pub use patch::{PatchError, PatchOp, apply_patch, read_patch};
pub use places::{
    Location, Span, content_span, line_at, locations, locations_in_chunk, offsets, offsets_in_chunk, text_start,
};
pub use same::{normal_form, same};
#[doc(hidden)]
pub use sort::{arranged, firsts, sorted};
pub use strings::{JsonType, decode};
pub use tree::{Children, Document, NONE, Node, NodeId, Nodes};
pub use typed::Typed;
pub use words::{WordError, list};
