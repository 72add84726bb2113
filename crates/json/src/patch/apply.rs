//! A JSON Patch, read and applied.

use alloc::{string::String, vec::Vec};

use super::{edit::Editor, op::PatchOp};
use crate::Tree;
use crate::{into_text, number_text};

/// Why a JSON Patch could not be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum PatchError {
    /// The text is not JSON.
    NotJson,
    /// The place of this operation, counted from 0, is not a JSON Pointer or does not exist, or what it
    /// tests is not so.
    DoesNotFit(usize),
    /// The text of the patch is not a list of operations of a JSON Patch.
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

/// Applies the operations of a JSON Patch (RFC 6902), such as the fix of a diagnostic, to a JSON text.
/// Everything else in the text stays as it is: white space, the order of members, the way numbers are
/// written. The time is that of reading the text and the patch.
///
/// # Errors
///
/// [`PatchError`] where the text is not JSON, an operation does not fit it, or its copies
/// together exceed 64 MiB and the length of the text.
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

/// Reads a patch, such as the fix of a diagnostic, from its JSON text: a list of operations.
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
/// [`PatchError::NotAPatch`] where the text is not a list of operations.
pub fn read_patch(text: &str) -> Result<Vec<PatchOp>, PatchError> {
    let tree = Tree::parse(text).map_err(|_| PatchError::NotAPatch)?;
    let document = tree.document();
    let operations = document.elements(0).ok_or(PatchError::NotAPatch)?;
    operations.map(|op| PatchOp::read(document, op).ok_or(PatchError::NotAPatch)).collect()
}
