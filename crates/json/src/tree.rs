//! Flat tree of the values in a JSON text. Each node stores its position in the text.
//!
//! Strings are decoded lazily, and numbers retain the digits as written.

use alloc::{borrow::Cow, vec::Vec};

use super::names::Names;
use super::strings::{JsonType, decode, far_end, key_before, whole_number};
use crate::Span;

/// Index of a node in the tree; the root is 0.
pub type NodeId = u32;

/// Id that refers to no node.
pub const NONE: NodeId = NodeId::MAX;

/// One value of a JSON text, in 8 bytes. Objects and arrays take two nodes: the second contains the end of the value
/// and the id of the next node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Offset of the first byte from the start of the document. In the second node of an object or array: the offset
    /// after the last byte; before the object is closed, 1 if its fields may be out of order, else 0.
    pub(crate) at: u32,
    /// Bit field, packed by [`Node::value`], with the marks for duplicates set when the object is closed. In the second
    /// node of an object or array: the id of the node after all descendants; before the value is closed, the id of the
    /// enclosing object or array.
    pub(crate) rest: u32,
}

impl Node {
    const FIELD: u32 = 16;
    /// Marks a string with escapes, which must be decoded.
    const ESCAPED: u32 = 1 << 24;
    const MEMBER: u32 = 1 << 26;
    const KIND: u32 = 27;
    /// Marks a shadowed duplicate: the same field follows later in the object, and the last one wins.
    pub const SUPERSEDED: u32 = 1 << 30;
    /// Marks a field that already occurred earlier in the same object.
    pub const REPEATED: u32 = 1 << 31;

    /// Lengths of strings and numbers below this limit are stored in the node; longer values are scanned again.
    const LONG: usize = 0xffff;

    #[inline]
    pub(crate) fn value<N: Names>(
        head: Head<N>,
        kind: JsonType,
        is_escaped: bool,
        start: usize,
        length: usize,
    ) -> Self {
        let length = u32::try_from(length.min(Self::LONG)).unwrap_or_default();
        let member = if head.is_member { Self::MEMBER } else { 0 };
        let escaped = if is_escaped { Self::ESCAPED } else { 0 };
        let kind = (kind as u32) << Self::KIND;
        Self {
            at: u32::try_from(start).unwrap_or(u32::MAX),
            rest: length | u32::from(head.field.number()) << Self::FIELD | escaped | member | kind,
        }
    }

    /// Returns `true` if any bit of `mark` is set.
    #[inline]
    pub const fn is(self, mark: u32) -> bool {
        self.rest & mark != 0
    }

    /// The type of the value.
    #[inline]
    pub const fn kind(self) -> JsonType {
        match self.rest >> Self::KIND & 7 {
            kind if kind == JsonType::Null as u32 => JsonType::Null,
            kind if kind == JsonType::Boolean as u32 => JsonType::Boolean,
            kind if kind == JsonType::Number as u32 => JsonType::Number,
            kind if kind == JsonType::String as u32 => JsonType::String,
            kind if kind == JsonType::Array as u32 => JsonType::Array,
            _ => JsonType::Object,
        }
    }

    #[inline]
    const fn is_container(self) -> bool {
        matches!(self.kind(), JsonType::Array | JsonType::Object)
    }

    /// The number of the known name that it has.
    #[inline]
    pub fn number(self) -> u8 {
        let [_, number, ..] = self.rest.to_be_bytes();
        number
    }
}

/// Properties of a value that are known before it is parsed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head<N> {
    /// Known name of the value, by name and parent.
    pub(crate) field: N,
    pub(crate) is_member: bool,
}

/// JSON text with its nodes. The default has no nodes, like a text that is not JSON.
#[derive(Clone, Copy, Debug, Default)]
pub struct Document<'t> {
    /// Text from the first byte of the document on; may extend beyond the end of the document.
    pub text: &'t str,
    nodes: &'t [Node],
}

/// Buffer for nodes, reused from one document to the next.
pub type Nodes = Vec<Node>;

impl<'t> Document<'t> {
    /// A text with the nodes that were read from it.
    pub const fn new(text: &'t str, nodes: &'t [Node]) -> Self {
        Self { text, nodes }
    }

    /// Returns a copy of the nodes that outlives the reuse of the buffer.
    pub fn nodes(&self) -> Nodes {
        self.nodes.to_vec()
    }

    #[inline]
    fn node(&self, id: NodeId) -> Option<Node> {
        self.nodes.get(id as usize).copied()
    }

    /// Where a value is.
    #[inline]
    pub fn span(&self, id: NodeId) -> Option<Span> {
        let node = self.node(id)?;
        let start = node.at as usize;
        let length = node.rest as usize & Node::LONG;
        let end = if node.is_container() {
            self.node(id + 1)?.at as usize
        } else if length < Node::LONG {
            start + length
        } else {
            far_end(self.text, start)?
        };
        Some(Span { start, end })
    }

    /// Returns the source text of a value.
    pub fn raw(&self, id: NodeId) -> &'t str {
        let span = self.span(id).unwrap_or_default();
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// The type of a value.
    #[inline]
    pub fn kind(&self, id: NodeId) -> JsonType {
        self.node(id).map_or(JsonType::Null, Node::kind)
    }

    /// Which of the known names a value has, by the table with which the text was read.
    pub fn name_of<N: Names>(&self, id: NodeId) -> N {
        self.node(id).map_or(N::UNNAMED, |node| N::numbered(node.number()))
    }

    /// Iterates over the members or elements of a value in source order.
    pub fn children(&self, id: NodeId) -> Children<'t> {
        let tail = self.node(id).filter(|node| node.is_container());
        let tail = tail.and_then(|_| self.node(id + 1));
        Children { nodes: self.nodes, at: id.saturating_add(2), end: tail.map_or(0, |tail| tail.rest) }
    }

    /// Returns the id of the node after a value and all its descendants.
    pub fn after(&self, id: NodeId) -> NodeId {
        let container = self.node(id).filter(|node| node.is_container());
        let tail = container.and_then(|_| self.node(id + 1));
        tail.map_or(id + 1, |tail| tail.rest)
    }

    /// Iterates over a single value.
    pub const fn only(&self, id: NodeId) -> Children<'t> {
        Children { nodes: self.nodes, at: id, end: id + 1 }
    }

    /// Returns the span of the key of a member, including its quotes.
    pub fn key_span(&self, id: NodeId) -> Option<Span> {
        let node = self.node(id)?;
        node.is(Node::MEMBER).then(|| key_before(self.text, node.at as usize))?
    }

    /// Returns the source text of the key of a member, including its quotes; empty if the value has no key.
    pub fn key(&self, id: NodeId) -> &'t str {
        let span = self.key_span(id).unwrap_or_default();
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// Returns the name of a member; empty if the value has no key.
    pub fn name(&self, id: NodeId) -> Cow<'t, str> {
        decode(self.key(id))
    }

    /// Returns the decoded string, or `None` for any other type.
    pub fn text(&self, id: NodeId) -> Option<Cow<'t, str>> {
        let node = self.node(id).filter(|node| node.kind() == JsonType::String)?;
        if node.is(Node::ESCAPED) {
            return Some(decode(self.raw(id)));
        }
        let span = self.span(id)?;
        let inner = self.text.get(span.start + 1..span.end.checked_sub(1)?);
        inner.map(Cow::Borrowed)
    }

    /// What a boolean is, `None` for any other value.
    pub fn boolean(&self, id: NodeId) -> Option<bool> {
        let node = self.node(id)?;
        let first = self.text.as_bytes().get(node.at as usize);
        (node.kind() == JsonType::Boolean).then_some(first == Some(&b't'))
    }

    /// Returns the value of a number if it is a non-negative integer that fits `u64`, in any notation and without
    /// rounding.
    pub fn whole(&self, id: NodeId) -> Option<u64> {
        (self.kind(id) == JsonType::Number).then(|| whole_number(self.raw(id))).flatten()
    }

    /// Returns the value of a number if it is an integer that fits `i64`, in any notation and without rounding.
    pub fn integer(&self, id: NodeId) -> Option<i64> {
        let raw = (self.kind(id) == JsonType::Number).then(|| self.raw(id))?;
        match raw.strip_prefix('-') {
            Some(positive) => 0_i64.checked_sub_unsigned(whole_number(positive)?),
            None => whole_number(raw)?.try_into().ok(),
        }
    }

    /// Iterates over the members of an object with their names; `None` for any other type.
    pub fn members(self, id: NodeId) -> Option<impl Iterator<Item = (Cow<'t, str>, NodeId)>> {
        let named = move |child| (self.name(child), child);
        (self.kind(id) == JsonType::Object).then(|| self.children(id).map(named))
    }

    /// Iterates over the elements of an array; `None` for any other type.
    pub fn elements(self, id: NodeId) -> Option<Children<'t>> {
        (self.kind(id) == JsonType::Array).then(|| self.children(id))
    }

    /// Returns the span of the value at a JSON Pointer. If there is no such value, returns the span of its nearest
    /// existing ancestor.
    pub fn nearest(self, pointer: &str) -> Span {
        let mut node = 0;
        for token in pointer.split('/').skip(1) {
            let name = token.replace("~1", "/").replace("~0", "~");
            let child = match self.kind(node) {
                JsonType::Array => self.children(node).nth(name.parse().unwrap_or(usize::MAX)),
                _ => self.member(node, &name),
            };
            let Some(child) = child else { break };
            node = child;
        }
        self.span(node).unwrap_or_default()
    }

    /// Returns the last member of an object with this name.
    pub fn member(self, id: NodeId, name: &str) -> Option<NodeId> {
        let named = self.members(id)?.filter(|(found, _)| found == name);
        named.last().map(|(_, child)| child)
    }
}

/// Iterator over the members or elements of a value.
#[derive(Clone, Debug)]
pub struct Children<'n> {
    nodes: &'n [Node],
    at: NodeId,
    end: NodeId,
}

impl Children<'_> {
    /// Returns the object or array that contains these children. Only correct before the first call of `next`.
    pub const fn container(&self) -> NodeId {
        self.at.saturating_sub(2)
    }

    /// The next value with its node.
    #[inline]
    pub fn next_node(&mut self) -> Option<(NodeId, Node)> {
        let id = self.at;
        if id >= self.end {
            return None;
        }
        let node = *self.nodes.get(id as usize)?;
        self.at = if node.is_container() { self.nodes.get(id as usize + 1)?.rest } else { id + 1 };
        Some((id, node))
    }
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        self.next_node().map(|(id, _)| id)
    }
}
