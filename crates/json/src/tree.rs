//! Flat tree of the values in a JSON text. Each node stores its position in the text.
//!
//! Strings are decoded lazily, and numbers retain the digits as written.

use alloc::borrow::Cow;

use super::json_type::JsonType;
use super::known_field::KnownField;
use super::node::{Node, NodeId, Nodes};
use super::number::{exact_integer, exact_unsigned};
use super::parser::parse;
use super::strings::{decode, key_before, scan_end};
use super::syntax_error::SyntaxError;
use crate::Span;

/// Parsed document that owns its text and nodes.
///
/// ```
/// use renewal_rules_json::{JsonType, Tree};
///
/// let tree = Tree::parse(r#"{ "price": 9.90 }"#)?;
/// let document = tree.document();
/// let price = document.member(0, "price").ok_or("no price")?;
/// assert_eq!((document.kind(price), document.raw(price)), (JsonType::Number, "9.90"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tree<'t> {
    /// The text as it was passed to [`Tree::parse`].
    pub text: Cow<'t, str>,
    nodes: Nodes,
}

impl<'t> Tree<'t> {
    /// Parses a text that is one JSON value, without known fields.
    ///
    /// # Errors
    ///
    /// Returns a [`SyntaxError`] if the text is not JSON.
    pub fn parse(text: impl Into<Cow<'t, str>>) -> Result<Self, SyntaxError> {
        Self::parse_as(text.into(), ())
    }

    /// Like [`Tree::parse`], for the value of the known field `field`. The parser is compiled once for each type `F`,
    /// which increases the size of the program.
    ///
    /// # Errors
    ///
    /// Returns a [`SyntaxError`] if the text is not JSON.
    pub fn parse_as<F: KnownField>(text: Cow<'t, str>, field: F) -> Result<Self, SyntaxError> {
        let mut nodes = Nodes::new();
        parse(&text, field, &mut nodes)?;
        Ok(Self { text, nodes })
    }

    /// Returns the parsed document; its root is node 0.
    pub fn document(&self) -> Document<'_> {
        Document::new(&self.text, &self.nodes)
    }
}

/// JSON text with its nodes. The default has no nodes, like a text that is not JSON.
#[derive(Clone, Copy, Debug, Default)]
pub struct Document<'t> {
    /// Text whose first byte is the first byte of the document. It may be longer than the document.
    pub text: &'t str,
    nodes: &'t [Node],
}

impl<'t> Document<'t> {
    /// Creates a document from a text and the nodes that [`parse`] wrote for it.
    pub const fn new(text: &'t str, nodes: &'t [Node]) -> Self {
        Self { text, nodes }
    }

    /// Copies the nodes, so that their buffer can be reused for another document.
    pub fn nodes(&self) -> Nodes {
        self.nodes.to_vec()
    }

    #[inline]
    fn node(&self, id: NodeId) -> Option<Node> {
        self.nodes.get(id as usize).copied()
    }

    /// Returns the tail of an object or array; `None` for any other value.
    #[inline]
    fn tail(&self, id: NodeId) -> Option<Node> {
        self.node(id).filter(|node| node.is_container())?;
        self.node(id + 1)
    }

    /// Returns the span of a value in bytes; `None` if there is no such node.
    #[inline]
    pub fn span(&self, id: NodeId) -> Option<Span> {
        let node = self.node(id)?;
        let start = node.start();
        let end = if node.is_container() {
            self.node(id + 1)?.end()
        } else if let Some(length) = node.length() {
            start + length
        } else {
            scan_end(self.text, start)?
        };
        Some(Span { start, end })
    }

    /// Returns the source text of a value; empty if there is no such node.
    pub fn raw(&self, id: NodeId) -> &'t str {
        self.span(id).map_or("", |span| span.slice(self.text))
    }

    /// Returns the type of a value; `Null` if there is no such node.
    #[inline]
    pub fn kind(&self, id: NodeId) -> JsonType {
        self.node(id).map_or(JsonType::Null, Node::kind)
    }

    /// Returns the known field of a value. `F` must be the type of the field passed to [`parse`].
    pub fn known_field<F: KnownField>(&self, id: NodeId) -> F {
        self.node(id).map_or(F::UNKNOWN, |node| F::from_index(node.field_index()))
    }

    /// Iterates over the members or elements of a value in source order.
    pub fn children(&self, id: NodeId) -> Children<'t> {
        let end = self.tail(id).map_or(0, Node::next);
        Children { nodes: self.nodes, next: id.saturating_add(2), end }
    }

    /// Returns the id of the node after a value and all its descendants.
    pub fn subtree_end(&self, id: NodeId) -> NodeId {
        self.tail(id).map_or(id.saturating_add(1), Node::next)
    }

    /// Returns an iterator over the value itself only, not over its members or elements.
    pub const fn single(&self, id: NodeId) -> Children<'t> {
        Children { nodes: self.nodes, next: id, end: id.saturating_add(1) }
    }

    /// Returns the span of the key of a member, including its quotes.
    pub fn key_span(&self, id: NodeId) -> Option<Span> {
        let node = self.node(id)?;
        if node.is_member() { key_before(self.text, node.start()) } else { None }
    }

    /// Returns the source text of the key of a member, including its quotes; empty if the value has no key.
    pub fn key(&self, id: NodeId) -> &'t str {
        self.key_span(id).map_or("", |span| span.slice(self.text))
    }

    /// Returns the name of a member; empty if the value has no key.
    pub fn name(&self, id: NodeId) -> Cow<'t, str> {
        decode(self.key(id))
    }

    /// Returns the decoded string, or `None` for any other type.
    pub fn text(&self, id: NodeId) -> Option<Cow<'t, str>> {
        let node = self.node(id).filter(|node| node.kind() == JsonType::String)?;
        if node.is_escaped() {
            return Some(decode(self.raw(id)));
        }
        let span = self.span(id)?;
        let inner = self.text.get(span.start + 1..span.end.checked_sub(1)?);
        inner.map(Cow::Borrowed)
    }

    /// Returns the value of a boolean; `None` for any other type.
    pub fn boolean(&self, id: NodeId) -> Option<bool> {
        let node = self.node(id)?;
        let first = self.text.as_bytes().get(node.start());
        (node.kind() == JsonType::Boolean).then_some(first == Some(&b't'))
    }

    /// Returns the value of a number if it is a non-negative integer that fits `u64`, in any notation and without
    /// rounding: `101`, `101.0` and `1.01e2` are the same.
    pub fn unsigned(&self, id: NodeId) -> Option<u64> {
        if self.kind(id) == JsonType::Number { exact_unsigned(self.raw(id)) } else { None }
    }

    /// Returns the value of a number if it is an integer that fits `i64`, in any notation and without rounding.
    pub fn integer(&self, id: NodeId) -> Option<i64> {
        if self.kind(id) == JsonType::Number { exact_integer(self.raw(id)) } else { None }
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

    /// Returns the value at a JSON Pointer or, if there is no such value, its nearest existing ancestor.
    pub fn nearest(self, pointer: &str) -> NodeId {
        let mut node = 0;
        for token in pointer.split('/').skip(1) {
            let Some(child) = self.child(node, token) else { break };
            node = child;
        }
        node
    }

    /// Returns the span of the [nearest](Self::nearest) value to a JSON Pointer; without any nodes, the empty span at
    /// the start.
    pub fn nearest_span(self, pointer: &str) -> Span {
        self.span(self.nearest(pointer)).unwrap_or_default()
    }

    /// Returns the child of an object or array for a reference token of a JSON Pointer.
    pub fn child(self, id: NodeId, token: &str) -> Option<NodeId> {
        match self.elements(id) {
            Some(mut elements) => elements.nth(token.parse().ok()?),
            None => self.member(id, &token.replace("~1", "/").replace("~0", "~")),
        }
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
    next: NodeId,
    /// Id after the last descendant of the object or array.
    end: NodeId,
}

impl Children<'_> {
    /// Returns the object or array that contains these children. Only correct before the first call of `next`.
    pub const fn container(&self) -> NodeId {
        self.next.saturating_sub(2)
    }

    /// Returns the next value with its node.
    #[inline]
    pub fn next_node(&mut self) -> Option<(NodeId, Node)> {
        let id = self.next;
        if id >= self.end {
            return None;
        }
        let node = *self.nodes.get(id as usize)?;
        self.next = if node.is_container() { self.nodes.get(id as usize + 1)?.next() } else { id + 1 };
        Some((id, node))
    }
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        self.next_node().map(|(id, _)| id)
    }
}
