//! The names that members are known to have.

use super::strings::JsonType;

/// A table of names: which member of which object each is. The parser numbers what it reads by it, so that nobody
/// compares names afterwards.
///
/// `()` is the table without names.
pub trait Names: Copy + PartialOrd {
    /// Any name that the table does not have.
    const UNNAMED: Self;

    /// How many names there are, with `UNNAMED`.
    const COUNT: usize;

    /// The name with this number, which is below `COUNT`.
    fn numbered(number: u8) -> Self;

    /// Its number: of two names of one object, the one that is most likely written first has the lower.
    fn number(self) -> u8;

    /// The name as JSON has it.
    fn key(self) -> &'static str;

    /// Whether the value that has the name is of a type.
    fn is(self, json: JsonType) -> bool;

    /// Whether an object may have several members of this name, as the key is a user's word.
    fn is_repeated(self) -> bool;

    /// The first name of this object, or the elements of this array.
    #[must_use]
    fn first_child(self) -> Self;

    /// The next name of the object that this one is in.
    #[must_use]
    fn next_sibling(self) -> Self;

    /// The name in this object that has a key, given with its quotes.
    #[must_use]
    fn member(self, quoted: &[u8]) -> Self;
}

impl Names for () {
    const UNNAMED: Self = ();
    const COUNT: usize = 1;

    fn numbered(_: u8) -> Self {}

    fn number(self) -> u8 {
        0
    }

    fn key(self) -> &'static str {
        ""
    }

    fn is(self, _: JsonType) -> bool {
        false
    }

    fn is_repeated(self) -> bool {
        false
    }

    fn first_child(self) -> Self {}

    fn next_sibling(self) -> Self {}

    fn member(self, _: &[u8]) -> Self {}
}
