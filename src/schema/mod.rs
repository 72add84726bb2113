//! The fields that a product has, and their places.

#[cfg(feature = "tools")]
mod cursor;
mod fields;
mod path;
mod tree;

#[cfg(feature = "tools")]
pub use cursor::Cursor;
#[cfg(feature = "tools")]
pub(crate) use cursor::objects;
pub(crate) use fields::{Field, FieldSet, Text, fields_of};
pub(crate) use path::FieldPath;
pub use path::split_index;
pub(crate) use tree::{FieldTree, HasField};
