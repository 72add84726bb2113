//! The fields that a product has, and their places.

mod fields;
mod path;
mod tree;

pub use fields::Field;
pub(crate) use fields::{FieldSet, Text, fields_of};
pub(crate) use path::FieldPath;
pub use path::split_index;
pub use tree::FieldTree;
pub(crate) use tree::HasField;
