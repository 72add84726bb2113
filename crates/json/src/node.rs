//! Nodes: the compact form of the values in a JSON text.

use alloc::vec::Vec;

use super::json_type::JsonType;
use super::known_field::KnownField;

/// Index of a node in the tree; the root is 0.
pub type NodeId = u32;

/// Id that refers to no node.
pub const NONE: NodeId = NodeId::MAX;

/// Buffer for nodes, reused from one document to the next.
pub type Nodes = Vec<Node>;

/// One value of a JSON text, in 8 bytes. An object or array takes two consecutive nodes, a head and a tail; the nodes
/// of its children follow.
///
/// ```text
///                  offset (32 bits)           bits (32 bits)
///
/// value, or head   of the first byte          31 30 29-27 26 25 24 23----16 15-------------0
///                                              D  S  type  M  -  E   field       length
/// tail, open       1 if UNORDERED, else 0     id of the enclosing object or array, or NONE
/// tail, closed     after the last byte        id after the last descendant
/// ```
///
/// - `D`: [`Node::DUPLICATE`], `S`: [`Node::SHADOWED`]; set, if at all, when the enclosing object is closed.
/// - `type`: the [`JsonType`] as a number.
/// - `M`: the value is a member and has a key. `E`: the value is a string with escapes.
/// - `field`: index of the [`KnownField`].
/// - `length`: length in bytes of a string with its quotes, or of a number, `true`, `false` or `null`. `Node::LONG`
///   means at least that long: the end is found by scanning again. Not used in a head.
///
/// A tail is open from the opening bracket until the closing one. Invariant: outside the parser all tails are closed,
/// because a text with a syntax error leaves no nodes.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    offset: u32,
    bits: u32,
}

impl Node {
    const FIELD_SHIFT: u32 = 16;
    const ESCAPED: u32 = 1 << 24;
    const MEMBER: u32 = 1 << 26;
    const TYPE_SHIFT: u32 = 27;
    const TYPE_MASK: u32 = 0b111;
    /// Marks a shadowed duplicate: the same field follows later in the object, and the last one wins.
    pub const SHADOWED: u32 = 1 << 30;
    /// Marks a field that already occurred earlier in the same object.
    pub const DUPLICATE: u32 = 1 << 31;

    /// Largest length in a node; stands for all longer lengths, too. Also the mask of the length.
    const LONG: u32 = 0xffff;

    /// Value of `offset` in the tail of an object that is not closed yet, if the fields of the object may be out of
    /// order.
    const UNORDERED: u32 = 1;

    /// Creates the node of a value, or the head of an object or array.
    #[inline]
    pub(crate) fn value<F: KnownField>(
        context: ValueContext<F>,
        json_type: JsonType,
        is_escaped: bool,
        start: usize,
        length: usize,
    ) -> Self {
        // Take the minimum first, so that the compiler can remove the check of the conversion.
        let length = u32::try_from(length.min(Self::LONG as usize)).unwrap_or(Self::LONG);
        let member = if context.is_member { Self::MEMBER } else { 0 };
        let escaped = if is_escaped { Self::ESCAPED } else { 0 };
        let json_type = (json_type as u32) << Self::TYPE_SHIFT;
        let field = u32::from(context.field.index()) << Self::FIELD_SHIFT;
        Self { offset: offset(start), bits: length | field | escaped | member | json_type }
    }

    /// Creates the tail of an object or array that is not closed yet, inside `parent`, which is [`NONE`] for the root.
    pub(crate) const fn open_tail(parent: NodeId) -> Self {
        Self { offset: 0, bits: parent }
    }

    /// Creates the tail of a closed object or array: `end` is the offset after the closing bracket, `next` the id of
    /// the node after the last descendant.
    pub(crate) fn closed_tail(end: usize, next: NodeId) -> Self {
        Self { offset: offset(end), bits: next }
    }

    /// Records that the fields of an object may be out of order, and so may contain duplicates. This node must be the
    /// tail of an object that is not closed yet.
    pub(crate) const fn set_unordered(&mut self) {
        self.offset = Self::UNORDERED;
    }

    /// Returns `true` if [`Node::set_unordered`] was called on this tail of an object that is not closed yet.
    pub(crate) const fn is_unordered(self) -> bool {
        self.offset == Self::UNORDERED
    }

    /// Returns the id of the enclosing object or array. This node must be the tail of an object or array that is not
    /// closed yet.
    pub(crate) const fn parent(self) -> NodeId {
        self.bits
    }

    /// Returns the offset after the closing bracket. This node must be the tail of a closed object or array.
    pub(crate) const fn end(self) -> usize {
        self.offset as usize
    }

    /// Returns the id of the node after the last descendant. This node must be the tail of a closed object or array.
    pub(crate) const fn next(self) -> NodeId {
        self.bits
    }

    /// Returns the offset of the first byte of a value.
    pub(crate) const fn start(self) -> usize {
        self.offset as usize
    }

    /// Returns the length of a value that is no object or array, or `None` if it is too long for the node.
    pub(crate) const fn length(self) -> Option<usize> {
        let length = self.bits & Self::LONG;
        if length == Self::LONG { None } else { Some(length as usize) }
    }

    /// Returns `true` if [`Node::SHADOWED`] or [`Node::DUPLICATE`], given as `flag`, is set.
    #[inline]
    pub const fn has(self, flag: u32) -> bool {
        self.bits & flag != 0
    }

    pub(crate) const fn set(&mut self, flag: u32) {
        self.bits |= flag;
    }

    pub(crate) const fn is_member(self) -> bool {
        self.has(Self::MEMBER)
    }

    pub(crate) const fn is_escaped(self) -> bool {
        self.has(Self::ESCAPED)
    }

    /// Returns the type of the value.
    #[inline]
    pub const fn kind(self) -> JsonType {
        match self.bits >> Self::TYPE_SHIFT & Self::TYPE_MASK {
            json_type if json_type == JsonType::Null as u32 => JsonType::Null,
            json_type if json_type == JsonType::Boolean as u32 => JsonType::Boolean,
            json_type if json_type == JsonType::Number as u32 => JsonType::Number,
            json_type if json_type == JsonType::String as u32 => JsonType::String,
            json_type if json_type == JsonType::Array as u32 => JsonType::Array,
            _ => JsonType::Object,
        }
    }

    #[inline]
    pub(crate) const fn is_container(self) -> bool {
        matches!(self.kind(), JsonType::Array | JsonType::Object)
    }

    /// Returns the [index](KnownField::index) of the value's known field.
    #[inline]
    pub fn field_index(self) -> u8 {
        let [_, index, ..] = self.bits.to_be_bytes();
        index
    }
}

/// Converts an offset to 32 bits. It always fits, because the parser cuts longer texts.
fn offset(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

/// Properties that the parser derives from the parent and the key of a value, before it parses the value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ValueContext<F> {
    /// Known field of the value, determined by its key and its parent.
    pub(crate) field: F,
    pub(crate) is_member: bool,
}
