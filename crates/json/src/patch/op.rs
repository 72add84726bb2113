//! One operation of a JSON Patch.

use alloc::string::String;

use serde::{Deserialize, Deserializer, Serialize, de::Error};

use crate::{Document, NodeId, Tree};
use crate::{Json, JsonText, Word, objects};

impl Json for PatchOp {
    fn write(&self, json: &mut String) {
        let (op, from, path, value) = self.members();
        json.push_str("{\"op\":");
        Word(op).write(json);
        objects!(@member json "from"? from);
        objects!(@member json "path": path);
        objects!(@member json "value"? value);
        json.push('}');
    }
}

/// One operation of a JSON Patch (RFC 6902).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum PatchOp {
    /// Adds a member or an element.
    Add {
        /// Where, as a JSON Pointer; `-` as the last token is the end of an array.
        path: String,
        /// What.
        value: JsonText,
    },
    /// Replaces what is there.
    Replace {
        /// Where, as a JSON Pointer.
        path: String,
        /// By what.
        value: JsonText,
    },
    /// Takes away what is there.
    Remove {
        /// Where, as a JSON Pointer.
        path: String,
    },
    /// Moves a value; in a fix always to give a member another name.
    Move {
        /// From where, as a JSON Pointer.
        from: String,
        /// To where, as a JSON Pointer.
        path: String,
    },
    /// Adds a copy of a value. No fix does.
    Copy {
        /// From where, as a JSON Pointer.
        from: String,
        /// To where, as a JSON Pointer.
        path: String,
    },
    /// Changes nothing; the patch does not fit where another value is there. No fix has it.
    Test {
        /// Where, as a JSON Pointer.
        path: String,
        /// What must be there: the same JSON value, however it is written.
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
    /// Reads an operation, and its value from its text; members that it does not need are skipped.
    pub fn read(document: Document<'_>, node: NodeId) -> Option<Self> {
        let of = |name: &str| {
            let mut named = document.members(node)?.filter(|(member, _)| *member == name);
            // What appears twice says nothing for certain.
            named.next().filter(|_| named.next().is_none())
        };
        let text = |name| Some(document.text(of(name)?.1)?.into_owned());
        let written = |(_, node)| JsonText::written(String::from(document.raw(node)));
        let (path, value, from) = (text("path")?, of("value").map(written), text("from"));
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

    /// The same operation with each of its JSON Pointers made anew, as where the product is in a catalogue.
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

    /// Where the operation applies, as a JSON Pointer.
    pub fn path(&self) -> &str {
        self.members().2
    }

    /// Its members as JSON has them: `op`, `from`, `path` and `value`.
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
