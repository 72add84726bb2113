//! The fields that a product has, and their places.

mod fields;
mod path;
mod tree;

pub(crate) use fields::{Field, FieldSet, Text, fields_of};
pub(crate) use path::FieldPath;
pub use path::split_index;
pub(crate) use tree::{FieldTree, HasField};
