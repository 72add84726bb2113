#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
extern crate alloc;

mod deserializer;
mod equality;
mod escape;
mod json_text;
mod json_type;
mod keyword;
mod known_field;
mod location;
mod node;
mod number;
mod parser;
mod patch;
mod serializer;
mod sort;
mod span;
mod strings;
mod syntax_error;
mod tree;

pub use deserializer::NodeDeserializer;
pub use equality::{json_eq, normal_form};
pub(crate) use escape::unescaped_end;
pub use escape::{number_text, push_index, push_number, push_token, quote_json, quoted};
pub use json_text::{JsonText, RAW_VALUE};
pub use json_type::JsonType;
pub use keyword::{KeywordError, list_keywords};
pub use known_field::KnownField;
pub use location::{Location, line_at, locations, locations_in_chunk, offsets, offsets_in_chunk};
pub use node::{NONE, Node, NodeId, Nodes};
pub use parser::{is_space, parse, parse_next, parse_rest};
pub use patch::{PatchError, PatchOp, apply_patch, read_patch};
pub use serializer::serialize;
#[doc(hidden)]
pub use sort::{argsort, first_occurrences, stable_sort};
pub use span::{Span, content_span, text_start};
pub use strings::decode;
pub use syntax_error::{Reason, SyntaxError, is_utf16};
pub use tree::{Children, Document, Tree};
