//! JSON Patch (RFC 6902) on text: what is not changed keeps its bytes.

mod apply;
mod edit;
mod op;

pub use apply::{PatchError, apply_patch, read_patch};
pub use op::PatchOp;
