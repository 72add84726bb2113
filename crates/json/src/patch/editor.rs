//! Editor for JSON text that preserves untouched text, including white space.

use alloc::string::{String, ToString};
use alloc::{borrow::Cow, collections::BTreeMap, vec::Vec};

use super::PatchError;
use super::container::{Child, Container, Origin, array_index, unescape_token};
use super::operation::PatchOp;
use crate::{Document, NodeId, Span, Tree, json_eq};

/// Maximum number of children that are scanned linearly. A larger object or array is split before the search.
const FEW: usize = 32;

/// Editor that applies the operations of a JSON Patch to a text one by one, and preserves everything else in the text.
/// The cost of an operation does not depend on the rest of the text, except when it is the first one to change an
/// object or array.
#[derive(Debug)]
pub(super) struct JsonEditor<'t> {
    /// Parsed texts: first the text to be edited, then each value that an operation inserted.
    sources: Vec<Tree<'t>>,
    /// Objects and arrays that are split into their children: those whose children were replaced, added or removed, and
    /// wide ones. Other containers that a pointer passes through are not split, as a pointer can be as long as the text
    /// is deep.
    containers: BTreeMap<Origin, Container>,
    root: Origin,
    /// Number of bytes that may still be copied. The limit is needed because a copy that contains the previous copy
    /// doubles in size each time.
    copies: usize,
    /// Number of operations passed to [`apply`](Self::apply) so far.
    count: usize,
}

/// Output that is still to be written.
enum Writing<'e> {
    /// Index of a text in `JsonEditor::sources`, a span in this text, and the range of the nodes in the span. Some of
    /// these nodes may be split containers.
    Source(usize, Span, [NodeId; 2]),
    Value(Origin),
    /// Child of a split container; `true` if another child precedes it.
    Child(&'e Child, bool),
    Text(&'e str),
}

impl<'t> JsonEditor<'t> {
    /// Parses the text to be edited.
    ///
    /// # Errors
    ///
    /// Returns [`PatchError::NotJson`] if the text is not JSON.
    pub(super) fn new(text: &'t str) -> Result<Self, PatchError> {
        Ok(Self {
            sources: vec![Tree::parse(text).map_err(|_| PatchError::NotJson)?],
            containers: BTreeMap::new(),
            root: Origin { source: 0, node: 0 },
            copies: text.len().max(1 << 26),
            count: 0,
        })
    }

    /// Applies one operation.
    ///
    /// # Errors
    ///
    /// Returns [`PatchError::DoesNotFit`], with the number of operations passed before, if the operation cannot be
    /// applied. Nothing is changed then, except that a `move` to a path that does not exist removes its value.
    pub(super) fn apply(&mut self, op: &PatchOp) -> Result<(), PatchError> {
        let index = self.count;
        self.count += 1;
        self.try_apply(op).ok_or(PatchError::DoesNotFit(index))
    }

    fn try_apply(&mut self, op: &PatchOp) -> Option<()> {
        match op {
            PatchOp::Add { path, value } | PatchOp::Replace { path, value } => {
                let value = self.add_source(value.as_str().to_string())?;
                self.put(path, value, matches!(op, PatchOp::Add { .. }))
            }
            PatchOp::Remove { path } => {
                let (parent, name) = self.parent(path)?;
                self.containers.get_mut(&parent)?.remove(&name)
            }
            PatchOp::Move { from, path } => self.relocate(from, path),
            PatchOp::Copy { from, path } => {
                let value = self.find(from)?;
                let copy = self.text_of(value);
                self.copies = self.copies.checked_sub(copy.len())?;
                let copy = self.add_source(copy)?;
                self.put(path, copy, true)
            }
            PatchOp::Test { path, value } => {
                let found = self.find(path)?;
                json_eq(&self.text_of(found), value.as_str()).then_some(())
            }
        }
    }

    /// Returns the edited text.
    pub(super) fn finish(&self) -> String {
        let source = self.document(0);
        let Some(root) = source.span(0) else { return String::new() };
        let before = Span { start: 0, end: root.start };
        let after = Span { start: root.end, end: source.text.len() };
        [before.slice(source.text), &self.text_of(self.root), after.slice(source.text)].concat()
    }

    /// Parses a value that an operation inserts.
    fn add_source(&mut self, text: String) -> Option<Origin> {
        self.sources.push(Tree::parse(text).ok()?);
        Some(Origin { source: self.sources.len() - 1, node: 0 })
    }

    /// Returns the value at a pointer.
    fn find(&mut self, pointer: &str) -> Option<Origin> {
        let mut tokens = pointer.split('/');
        tokens.next().filter(|before| before.is_empty())?;
        tokens.try_fold(self.root, |value, token| self.child(value, &unescape_token(token)?))
    }

    /// Returns the member of `parent` with this name, or the element with this index.
    fn child(&mut self, parent: Origin, name: &str) -> Option<Origin> {
        let Origin { source, node } = parent;
        let document = self.sources.get(source)?.document();
        if self.containers.contains_key(&parent) || document.children(node).nth(FEW).is_some() {
            return self.split(parent)?.value(name);
        }
        let child = match document.elements(node) {
            Some(mut elements) => elements.nth(array_index(name)?),
            None => document.member(node, name),
        };
        child.map(|node| Origin { source, node })
    }

    /// Splits an object or array into its children, unless it already is split; returns `None` for any other value.
    fn split(&mut self, value: Origin) -> Option<&mut Container> {
        let Origin { source, node } = value;
        if !self.containers.contains_key(&value) {
            let container = Container::open(source, self.document(source), node)?;
            self.containers.insert(value, container);
        }
        self.containers.get_mut(&value)
    }

    /// Splits the object or array that contains the target of a pointer; returns this container, and the name or index
    /// of the target.
    fn parent<'p>(&mut self, pointer: &'p str) -> Option<(Origin, Cow<'p, str>)> {
        let (above, name) = pointer.rsplit_once('/')?;
        let parent = self.find(above)?;
        self.split(parent)?;
        Some((parent, unescape_token(name)?))
    }

    /// Replaces the value at `path`. If `may_be_new`, inserts an element, or adds the member if it does not exist.
    fn put(&mut self, path: &str, value: Origin, may_be_new: bool) -> Option<()> {
        if path.is_empty() {
            self.root = value;
            return Some(());
        }
        let (parent, name) = self.parent(path)?;
        let container = self.containers.get_mut(&parent)?;
        let count = container.len();
        if may_be_new && container.is_array {
            let index = if name == "-" { Some(count) } else { array_index(&name) };
            container.insert(index.filter(|index| *index <= count)?, None, value);
        } else if !may_be_new || container.has(&name) {
            container.replace(&name, value)?;
        } else {
            container.insert(count, Some(name.into_owned()), value);
        }
        Some(())
    }

    fn relocate(&mut self, from: &str, path: &str) -> Option<()> {
        let value = self.find(from)?;
        if from == path {
            return Some(());
        }
        if path.strip_prefix(from).is_some_and(|below| below.starts_with('/')) {
            return None;
        }
        let (parent, old) = self.parent(from)?;
        let container = self.containers.get_mut(&parent)?;
        // Treat a move within one object to an unused name as a rename, so that the member keeps its position.
        if let Some((above, name)) = path.rsplit_once('/')
            && from.rsplit_once('/').is_some_and(|(other, _)| other == above)
            && !container.is_array
        {
            let new = unescape_token(name)?;
            if !container.has(&new) {
                return container.rename(&old, new.into_owned());
            }
        }
        // Remove the value first: the target must exist in the text without the value.
        container.remove(&old)?;
        self.put(path, value, true)
    }

    /// Returns the text of a value. Split containers are written child by child, everything else is copied from the
    /// source.
    fn text_of(&self, value: Origin) -> String {
        let mut text = String::new();
        // `left` is a stack: the last item is written next.
        let mut left = vec![Writing::Value(value)];
        while let Some(writing) = left.pop() {
            match writing {
                Writing::Value(value) => match self.containers.get(&value) {
                    Some(container) => push_container(container, &mut text, &mut left),
                    None => left.extend(self.source_of(value)),
                },
                Writing::Source(source, span, nodes) => self.push_source(source, span, nodes, &mut text, &mut left),
                Writing::Child(child, follows) => {
                    text.push_str(if follows { "," } else { "" });
                    text.push_str(&child.before);
                    if let Some((key, colon)) = &child.key {
                        text.push_str(key);
                        text.push_str(colon);
                    }
                    left.push(Writing::Text(&child.after));
                    left.push(Writing::Value(child.value));
                }
                Writing::Text(piece) => text.push_str(piece),
            }
        }
        text
    }

    /// Returns the output of a value that is not split itself but may contain split containers.
    fn source_of(&self, Origin { source, node }: Origin) -> Option<Writing<'_>> {
        let document = self.document(source);
        Some(Writing::Source(source, document.span(node)?, [node, document.subtree_end(node)]))
    }

    /// Copies a span of a source up to the first split container inside; pushes this container and the rest of the span
    /// onto the stack `left`.
    fn push_source(
        &self,
        source: usize,
        span: Span,
        [node, end]: [NodeId; 2],
        text: &mut String,
        left: &mut Vec<Writing<'_>>,
    ) {
        let document = self.document(source);
        let inner = self.containers.range(Origin { source, node }..).next();
        let inner = inner.map(|(inner, _)| *inner).filter(|inner| inner.source == source && inner.node < end);
        let inner = inner.and_then(|inner| Some((inner, document.span(inner.node)?)));
        let end_of_copy = inner.map_or(span.end, |(_, inner)| inner.start);
        text.push_str(Span { end: end_of_copy, ..span }.slice(document.text));
        if let Some((inner, Span { end: start, .. })) = inner {
            left.push(Writing::Source(source, Span { start, ..span }, [document.subtree_end(inner.node), end]));
            left.push(Writing::Value(inner));
        }
    }

    /// Returns the document at an index of `sources`. The index is always valid, because sources are never removed.
    fn document(&self, source: usize) -> Document<'_> {
        self.sources.get(source).map(Tree::document).unwrap_or_default()
    }
}

/// Writes the opening bracket of a split container and pushes the rest onto the stack `left`.
fn push_container<'e>(container: &'e Container, text: &mut String, left: &mut Vec<Writing<'e>>) {
    let (open, close) = if container.is_array { ("[", "]") } else { ("{", "}") };
    text.push_str(open);
    left.push(Writing::Text(close));
    left.push(Writing::Text(&container.inside));
    let count = container.len();
    let children = (1..=count).rev().zip(container.children().rev());
    left.extend(children.map(|(position, child)| Writing::Child(child, position > 1)));
}
