//! Fields of a schema that the parser recognises by their keys.

use super::json_type::JsonType;

/// Field of a schema. The parser stores the index of the field in each node, so that no key has to be compared later.
///
/// `()` is the schema without fields: everything is unknown.
///
/// The order of the fields should be the order in which most texts contain them: the parser compares each key first
/// with the key of the next sibling of the field that it has just read.
pub trait KnownField: Copy + PartialOrd {
    /// Stands for every value that is not a known field. Compares as greater than all other fields.
    const UNKNOWN: Self;

    /// Number of fields, including `UNKNOWN`.
    const COUNT: usize;

    /// Returns the field with an index below `COUNT`.
    fn from_index(index: u8) -> Self;

    /// Returns the index of the field. Of two fields of an object, the one that most texts have first has the lower
    /// index.
    fn index(self) -> u8;

    /// Returns the key of this field in an object.
    fn key(self) -> &'static str;

    /// Returns `true` if the field may have a value of this type.
    fn accepts(self, json_type: JsonType) -> bool;

    /// Returns `true` if the field stands for all members of an object whose keys are data, such as locales. Several
    /// such members are not duplicates.
    fn has_dynamic_key(self) -> bool;

    /// If this field is an object, returns its first field; if it is an array, the field that stands for its elements.
    #[must_use]
    fn first_child(self) -> Self;

    /// Returns the next field of the object that contains this field.
    #[must_use]
    fn next_sibling(self) -> Self;

    /// If this field is an object, returns its field with this name, passed in UTF-8.
    #[must_use]
    fn child(self, name: &[u8]) -> Self;
}

impl KnownField for () {
    const UNKNOWN: Self = ();
    const COUNT: usize = 1;

    fn from_index(_: u8) -> Self {}

    fn index(self) -> u8 {
        0
    }

    fn key(self) -> &'static str {
        ""
    }

    fn accepts(self, _: JsonType) -> bool {
        false
    }

    fn has_dynamic_key(self) -> bool {
        false
    }

    fn first_child(self) -> Self {}

    fn next_sibling(self) -> Self {}

    fn child(self, _: &[u8]) -> Self {}
}
