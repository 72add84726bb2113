//! JSON Patch (RFC 6902) on text: everything that the operations do not change keeps its bytes.

mod chunked_vec;
mod container;
mod editor;
mod error;
mod operation;

pub use error::PatchError;
pub use operation::PatchOp;

use alloc::{string::String, vec::Vec};

use crate::Tree;
use editor::JsonEditor;

/// Applies the operations of a JSON Patch (RFC 6902), such as the fix of a diagnostic, to a JSON text. Preserves
/// everything else in the text: white space, the order of members and the notation of numbers. Takes about as long as
/// reading the text and the patch.
///
/// # Errors
///
/// Returns a [`PatchError`] if the text is not JSON, if an operation cannot be applied, or if the values copied by
/// `copy` together exceed both 64 MiB and the length of the text.
///
/// ```
/// use renewal_rules_json::{JsonText, PatchOp, apply_patch};
///
/// let text = r#"{ "id": 101, "licence_term": "p6d" }"#;
/// let fix = [PatchOp::Replace { path: "/licence_term".into(), value: JsonText::from("P6D") }];
/// assert_eq!(apply_patch(text, &fix)?, r#"{ "id": 101, "licence_term": "P6D" }"#);
/// # Ok::<(), renewal_rules_json::PatchError>(())
/// ```
pub fn apply_patch(text: &str, patch: &[PatchOp]) -> Result<String, PatchError> {
    let mut editor = JsonEditor::new(text)?;
    for op in patch {
        editor.apply(op)?;
    }
    Ok(editor.finish())
}

/// Parses a JSON Patch, such as the fix of a diagnostic, from its JSON text: an array of operations.
///
/// # Errors
///
/// Returns [`PatchError::NotAPatch`] if the text is not an array of operations.
///
/// ```
/// use renewal_rules_json::{apply_patch, read_patch};
///
/// let patch = read_patch(r#"[{"op":"replace","path":"/licence_term","value":"P1M"}]"#)?;
/// assert_eq!(apply_patch(r#"{ "licence_term": "p1m" }"#, &patch)?, r#"{ "licence_term": "P1M" }"#);
/// # Ok::<(), renewal_rules_json::PatchError>(())
/// ```
pub fn read_patch(text: &str) -> Result<Vec<PatchOp>, PatchError> {
    let tree = Tree::parse(text).map_err(|_| PatchError::NotAPatch)?;
    let document = tree.document();
    let operations = document.elements(0).ok_or(PatchError::NotAPatch)?;
    operations.map(|op| PatchOp::read(document, op).ok_or(PatchError::NotAPatch)).collect()
}
