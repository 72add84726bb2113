//! The fields of a product, and their locations.

mod fields;
mod path;
mod tree;

pub use fields::Field;
pub(crate) use fields::{FieldSet, Text, fields_of};
pub(crate) use path::FieldPath;
pub use path::split_index;
pub use tree::FieldTree;
