//! Parsing and application of a JSON Patch.

use alloc::{string::String, vec::Vec};

use super::{edit::Editor, op::PatchOp};
use crate::Tree;
use crate::{into_text, number_text};

/// Reason why a JSON Patch could not be read or applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum PatchError {
    /// The text is not JSON.
    NotJson,
    /// The operation with this index, counted from 0, cannot be applied: a JSON Pointer is malformed or does not exist,
    /// the tested value differs, or the copies exceed the limit of [`apply_patch`].
    DoesNotFit(usize),
    /// The text of the patch is not an array of JSON Patch operations.
    NotAPatch,
}

into_text!(PatchError);

impl PatchError {
    fn text(self) -> String {
        match self {
            Self::NotJson => "the text is not JSON".into(),
            Self::NotAPatch => "the patch must be a list of operations of a JSON Patch".into(),
            Self::DoesNotFit(index) => {
                ["operation ", &number_text(index as u64), " of the patch does not fit the text"].concat()
            }
        }
    }
}

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
    let mut editor = Editor::new(text).map_err(|_| PatchError::NotJson)?;
    for (index, op) in patch.iter().enumerate() {
        editor.apply(op).ok_or(PatchError::DoesNotFit(index))?;
    }
    Ok(editor.finish())
}

/// Parses a JSON Patch, such as the fix of a diagnostic, from its JSON text: an array of operations.
///
/// ```
/// use renewal_rules_json::{apply_patch, read_patch};
///
/// let patch = read_patch(r#"[{"op":"replace","path":"/licence_term","value":"P1M"}]"#)?;
/// assert_eq!(apply_patch(r#"{ "licence_term": "p1m" }"#, &patch)?, r#"{ "licence_term": "P1M" }"#);
/// # Ok::<(), renewal_rules_json::PatchError>(())
/// ```
///
/// # Errors
///
/// Returns [`PatchError::NotAPatch`] if the text is not an array of operations.
pub fn read_patch(text: &str) -> Result<Vec<PatchOp>, PatchError> {
    let tree = Tree::parse(text).map_err(|_| PatchError::NotAPatch)?;
    let document = tree.document();
    let operations = document.elements(0).ok_or(PatchError::NotAPatch)?;
    operations.map(|op| PatchOp::read(document, op).ok_or(PatchError::NotAPatch)).collect()
}
