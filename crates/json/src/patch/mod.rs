//! JSON Patch (RFC 6902) on text: unchanged parts keep their bytes.

mod apply;
mod edit;
mod op;

pub use apply::{PatchError, apply_patch, read_patch};
pub use op::PatchOp;
