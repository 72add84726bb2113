//! JSON Patch (RFC 6902) on text: what is not changed keeps its bytes.

mod apply;
mod edit;
mod op;
mod span_edit;

pub use apply::{PatchError, apply_patch, read_patch};
pub(crate) use edit::Editor;
pub use op::PatchOp;
pub(crate) use span_edit::Edit;
