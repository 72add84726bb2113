//! Operation of a JSON Patch.

use alloc::string::String;

use serde::{Deserialize, Deserializer, Serialize, de::Error};

use crate::{Document, JsonText, NodeId, Tree};

/// Operation of a JSON Patch (RFC 6902).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum PatchOp {
    /// Adds a member or an element.
    Add {
        /// JSON Pointer to the target; `-` as the last token is the end of an array.
        path: String,
        /// Value to add.
        value: JsonText,
    },
    /// Replaces an existing value.
    Replace {
        /// JSON Pointer to the target.
        path: String,
        /// New value.
        value: JsonText,
    },
    /// Removes an existing value.
    Remove {
        /// JSON Pointer to the target.
        path: String,
    },
    /// Moves a value. Fixes only use this operation to rename a member.
    Move {
        /// JSON Pointer to the source.
        from: String,
        /// JSON Pointer to the destination.
        path: String,
    },
    /// Adds a copy of a value. Fixes do not use this operation.
    Copy {
        /// JSON Pointer to the source.
        from: String,
        /// JSON Pointer to the destination.
        path: String,
    },
    /// Changes nothing, but fails if the value differs. Fixes do not use this operation.
    Test {
        /// JSON Pointer to the target.
        path: String,
        /// Expected JSON value, compared by value, not by notation.
        value: JsonText,
    },
}

impl<'de> Deserialize<'de> for PatchOp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = JsonText::deserialize(deserializer)?;
        Tree::parse(text.as_str())
            .ok()
            .and_then(|tree| Self::read(tree.document(), 0))
            .ok_or_else(|| D::Error::custom("this is not an operation of a JSON Patch"))
    }
}

impl PatchOp {
    /// Reads an operation from a node. `value` retains its exact text; members that the operation does not use are
    /// ignored.
    pub fn read(document: Document<'_>, node: NodeId) -> Option<Self> {
        let member = |name: &str| {
            let mut named = document.members(node)?.filter(|(key, _)| *key == name);
            // A duplicate member is ambiguous: treat it as missing.
            named.next().filter(|_| named.next().is_none())
        };
        let text = |name| Some(document.text(member(name)?.1)?.into_owned());
        let json_text = |(_, node)| JsonText::new(String::from(document.raw(node)));
        let (path, value, from) = (text("path")?, member("value").map(json_text), text("from"));
        Some(match (text("op")?.as_str(), value, from) {
            ("add", Some(value), _) => Self::Add { path, value },
            ("replace", Some(value), _) => Self::Replace { path, value },
            ("remove", ..) => Self::Remove { path },
            ("move", _, Some(from)) => Self::Move { from, path },
            ("copy", _, Some(from)) => Self::Copy { from, path },
            ("test", Some(value), _) => Self::Test { path, value },
            _ => return None,
        })
    }

    /// Applies `map` to each JSON Pointer of the operation, for example to prefix the index of the product in a
    /// catalogue.
    #[must_use]
    pub fn map_pointers(mut self, map: impl Fn(&str) -> String) -> Self {
        match &mut self {
            Self::Add { path, .. } | Self::Replace { path, .. } | Self::Remove { path } | Self::Test { path, .. } => {
                *path = map(path);
            }
            Self::Move { from, path } | Self::Copy { from, path } => {
                *from = map(from);
                *path = map(path);
            }
        }
        self
    }

    /// Returns the JSON Pointer to the target of the operation.
    pub fn path(&self) -> &str {
        self.members().2
    }

    /// Returns the values of the JSON members `op`, `from`, `path` and `value`, in this order.
    pub fn members(&self) -> (&'static str, Option<&str>, &str, Option<&JsonText>) {
        match self {
            Self::Add { path, value } => ("add", None, path, Some(value)),
            Self::Replace { path, value } => ("replace", None, path, Some(value)),
            Self::Remove { path } => ("remove", None, path, None),
            Self::Move { from, path } => ("move", Some(from), path, None),
            Self::Copy { from, path } => ("copy", Some(from), path, None),
            Self::Test { path, value } => ("test", None, path, Some(value)),
        }
    }
}
