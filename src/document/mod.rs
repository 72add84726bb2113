//! JSON as a tree whose nodes are linked to the fields of a product and to positions in the text.
//!
//! All JSON is read through this tree: products, options, patches, catalogues and responses of the service. A text is
//! parsed once and without recursion, so only memory limits the nesting.

#[cfg(feature = "tools")]
mod cursor;
mod fields;
mod input;
mod json_text;
mod order;
mod parse;
mod path;
mod same;
mod strings;
mod tree;
mod typed;

#[cfg(feature = "tools")]
pub use cursor::Cursor;
#[cfg(feature = "tools")]
pub(crate) use cursor::objects;
pub(crate) use fields::{Field, FieldSet, Text, fields_of};
pub use input::Input;
pub(crate) use input::{NotJson, text_of};
pub(crate) use order::Order;
pub(crate) use parse::{Reason, SyntaxError, Tree, is_space, is_utf16, parse, parse_next, parse_rest};
pub use path::split_index;
pub(crate) use path::{FieldPath, push_index};
pub(crate) use same::{normal_form, same};
pub use strings::JsonType;
pub(crate) use strings::decode;
pub(crate) use tree::{Children, Document, NONE, Node, NodeId, Nodes};
pub(crate) use typed::Typed;
