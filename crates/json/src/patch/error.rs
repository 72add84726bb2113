//! Error of reading or applying a JSON Patch.

use alloc::string::String;

use crate::{into_text, number_text};

/// Reason why a JSON Patch could not be read or applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum PatchError {
    /// The text is not JSON.
    NotJson,
    /// The operation with this index, counted from 0, cannot be applied: a JSON Pointer is malformed or does not exist,
    /// the tested value differs, or the copies exceed the limit of [`apply_patch`](crate::apply_patch).
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
