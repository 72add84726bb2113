//! Editing a JSON text: what is not touched stays as it was written, white space included.

use alloc::{
    borrow::Cow,
    collections::BTreeMap,
    string::{String, ToString},
    vec::Vec,
};

use super::{Document, NodeId, Span, SyntaxError, Tree, order::Order, quoted, same};
use crate::{fields::JsonType, report::PatchOp};

#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    /// As it stands in a source.
    Node(usize, NodeId),
    /// An object or array into which an operation led.
    Open(usize),
}

/// A part of the text beside the values: white space, keys, colons.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Of(usize, Span),
    Own(String),
}

const EMPTY: Piece = Piece::Own(String::new());

#[derive(Debug)]
pub(super) struct Child {
    /// The white space before it.
    pub(super) before: Piece,
    /// The key with its quotes, and what stands between it and the value.
    pub(super) key: Option<(Piece, Piece)>,
    value: Value,
    /// The white space after it.
    pub(super) after: Piece,
    /// The child of the same name before it, which does not count.
    pub(super) twin: Option<usize>,
}

#[derive(Debug, Default)]
pub(super) struct Container {
    pub(super) is_array: bool,
    /// Removed ones are `None`.
    pub(super) children: Vec<Option<Child>>,
    /// The children that are there, in order.
    pub(super) order: Order,
    /// The last child of each name, for an object. A name that is taken away stays without one: a map
    /// that can shrink is much more code.
    pub(super) names: BTreeMap<String, Option<usize>>,
    /// The white space where there is no child.
    pub(super) inside: Option<Piece>,
}

/// A JSON text that is edited operation by operation, each in time that does not depend on the rest of
/// the text, but for objects and arrays that are opened for the first time.
#[derive(Debug)]
pub(crate) struct Editor<'t> {
    pub(super) sources: Vec<Tree<'t>>,
    pub(super) containers: Vec<Container>,
    root: Value,
    /// How many bytes can still be copied: each copy of what holds the copy before it is twice as long.
    copies: usize,
}

impl<'t> Editor<'t> {
    pub(crate) fn new(text: &'t str) -> Result<Self, SyntaxError> {
        Ok(Self {
            sources: alloc::vec![Tree::parse(text)?],
            containers: Vec::new(),
            root: Value::Node(0, 0),
            copies: text.len().max(1 << 26),
        })
    }

    /// Makes one operation. After one that does not fit, the text may be changed in part.
    pub(crate) fn apply(&mut self, op: &PatchOp) -> Option<()> {
        match op {
            PatchOp::Add { path, value } => {
                let value = self.source(value.get().to_string())?;
                self.add(path, value)
            }
            PatchOp::Replace { path, value } => self.replace(path, value.get()),
            PatchOp::Remove { path } => self.remove(path),
            PatchOp::Move { from, path } => self.relocate(from, path),
            PatchOp::Copy { from, path } => {
                let value = *self.find(from)?;
                let copy = self.text_of(value);
                self.copies = self.copies.checked_sub(copy.len())?;
                let copy = self.source(copy)?;
                self.add(path, copy)
            }
            PatchOp::Test { path, value } => {
                let found = *self.find(path)?;
                same(&self.text_of(found), value.get()).then_some(())
            }
        }
    }

    /// The text as it is now.
    pub(crate) fn finish(&self) -> String {
        let mut text = String::new();
        let first = self.sources.first().map_or(Document::EMPTY, Tree::document);
        let root = first.span(0).unwrap_or_default();
        text.push_str(first.text.get(..root.start).unwrap_or_default());
        self.write(&mut text, self.root);
        text.push_str(first.text.get(root.end..).unwrap_or_default());
        text
    }

    fn source(&mut self, text: String) -> Option<Value> {
        let tree = Tree::of(Cow::Owned(text)).ok()?;
        self.sources.push(tree);
        Some(Value::Node(self.sources.len() - 1, 0))
    }

    /// The value at a pointer.
    fn find(&mut self, pointer: &str) -> Option<&mut Value> {
        if pointer.is_empty() {
            return Some(&mut self.root);
        }
        let (parent, name) = self.parent(pointer)?;
        let slot = self.containers.get(parent)?.slot(&name)?;
        self.value(Some((parent, slot)))
    }

    /// The value of a child, or of the root.
    fn value(&mut self, place: Option<(usize, usize)>) -> Option<&mut Value> {
        let Some((container, slot)) = place else {
            return Some(&mut self.root);
        };
        let container = self.containers.get_mut(container)?;
        Some(&mut container.children.get_mut(slot)?.as_mut()?.value)
    }

    /// The object or array that a pointer leads into, and the name or index in it.
    pub(super) fn parent(&mut self, pointer: &str) -> Option<(usize, String)> {
        let mut tokens = pointer.strip_prefix('/')?.split('/');
        let mut name = unescaped(tokens.next()?)?;
        let mut parent = self.open(None)?;
        for token in tokens {
            let slot = self.containers.get_mut(parent)?.slot(&name)?;
            parent = self.open(Some((parent, slot)))?;
            name = unescaped(token)?;
        }
        Some((parent, name))
    }

    /// Opens the value of a child, or of the root, so that it can be edited.
    fn open(&mut self, place: Option<(usize, usize)>) -> Option<usize> {
        let (index, node) = match *self.value(place)? {
            Value::Open(container) => return Some(container),
            Value::Node(index, node) => (index, node),
        };
        let container = Container::of(index, self.sources.get(index)?.document(), node)?;
        self.containers.push(container);
        let opened = self.containers.len() - 1;
        *self.value(place)? = Value::Open(opened);
        Some(opened)
    }

    fn add(&mut self, path: &str, value: Value) -> Option<()> {
        if path.is_empty() {
            self.root = value;
            return Some(());
        }
        let (parent, name) = self.parent(path)?;
        let container = self.containers.get_mut(parent)?;
        if container.is_array {
            let count = container.order.len();
            let at = if name == "-" {
                Some(count)
            } else {
                index(&name)
            };
            container.insert(at.filter(|at| *at <= count)?, None, value);
        } else if let Some(slot) = container.slot(&name) {
            *self.value(Some((parent, slot)))? = value;
        } else {
            container.insert(container.order.len(), Some(name), value);
        }
        Some(())
    }

    pub(crate) fn replace(&mut self, path: &str, value: &str) -> Option<()> {
        let value = self.source(value.to_string())?;
        *self.find(path)? = value;
        Some(())
    }

    /// Adds a member that is not there before the first of `later` that is, or at the end. It is the last
    /// thing that is done to its object: the places of members do not grow with their order any more.
    #[cfg(feature = "editing")]
    pub(crate) fn add_before(&mut self, path: &str, value: &str, later: &[&str]) -> Option<()> {
        let value = self.source(value.to_string())?;
        let (parent, name) = self.parent(path)?;
        let container = self.containers.get_mut(parent)?;
        if container.is_array || container.slot(&name).is_some() {
            return self.add(path, value);
        }
        let slots = later.iter().filter_map(|name| container.slot(name));
        let places = slots.filter_map(|slot| container.order.position(slot));
        let at = places.min().unwrap_or_else(|| container.order.len());
        container.insert(at, Some(name), value);
        Some(())
    }

    pub(crate) fn remove(&mut self, path: &str) -> Option<()> {
        let (parent, name) = self.parent(path)?;
        self.containers.get_mut(parent)?.take(&name)
    }

    pub(crate) fn relocate(&mut self, from: &str, path: &str) -> Option<()> {
        let value = *self.find(from)?;
        if from == path {
            return Some(());
        }
        if path
            .strip_prefix(from)
            .is_some_and(|below| below.starts_with('/'))
        {
            return None;
        }
        let (parent, old) = self.parent(from)?;
        let container = self.containers.get_mut(parent)?;
        // A new name, and nothing else: the member stays where it is.
        if let Some((above, name)) = path.rsplit_once('/')
            && from
                .rsplit_once('/')
                .is_some_and(|(other, _)| other == above)
            && !container.is_array
        {
            let new = unescaped(name)?;
            if container.slot(&new).is_none() {
                return container.rename(&old, new);
            }
        }
        // Only a place that exists without the value can take it.
        self.remove(from)?;
        self.add(path, value)
    }

    fn text_of(&self, value: Value) -> String {
        let mut text = String::new();
        self.write(&mut text, value);
        text
    }

    fn write_piece(&self, text: &mut String, piece: &Piece) {
        text.push_str(match piece {
            Piece::Of(source, span) => self
                .sources
                .get(*source)
                .and_then(|source| source.text.get(span.start..span.end))
                .unwrap_or_default(),
            Piece::Own(own) => own,
        });
    }

    /// Writes a value; what is open is written child by child.
    fn write(&self, text: &mut String, value: Value) {
        let mut open = Vec::new();
        let mut next = Some(value);
        loop {
            match next.take() {
                Some(Value::Node(source, node)) => {
                    let source = self.sources.get(source);
                    text.push_str(source.map_or("", |source| source.document().raw(node)));
                }
                Some(Value::Open(index)) => {
                    let Some(container) = self.containers.get(index) else {
                        return;
                    };
                    text.push(if container.is_array { '[' } else { '{' });
                    open.push((container, container.order.iter(), None::<&Child>));
                }
                None => {}
            }
            let Some((container, order, last)) = open.last_mut() else {
                return;
            };
            let child = order
                .next()
                .and_then(|slot| container.children.get(slot)?.as_ref());
            match (&last, &container.inside) {
                (Some(last), _) => self.write_piece(text, &last.after),
                (None, Some(inside)) if child.is_none() => self.write_piece(text, inside),
                _ => {}
            }
            if let Some(child) = child {
                if last.replace(child).is_some() {
                    text.push(',');
                }
                self.write_piece(text, &child.before);
                if let Some((key, colon)) = &child.key {
                    self.write_piece(text, key);
                    self.write_piece(text, colon);
                }
                next = Some(child.value);
            } else {
                text.push(if container.is_array { ']' } else { '}' });
                open.pop();
            }
        }
    }
}

impl Container {
    fn of(source: usize, document: Document<'_>, id: NodeId) -> Option<Self> {
        let is_array = match document.kind(id) {
            JsonType::Array => true,
            JsonType::Object => false,
            _ => return None,
        };
        let whole = document.span(id)?;
        let mut container = Self {
            is_array,
            ..Self::default()
        };
        let of = |start, end| Piece::Of(source, Span { start, end });
        // What is skipped is white space, the comma before it aside.
        let mut from = whole.start + 1;
        let text = document.text.as_bytes();
        for child in document.children(id) {
            let (Some(value), key) = (document.span(child), document.key_span(child)) else {
                return None;
            };
            let start = key.map_or(value.start, |key| key.start);
            if let Some(Some(last)) = container.children.last_mut() {
                let passed = text.get(from..start).unwrap_or_default();
                let comma = passed
                    .iter()
                    .position(|byte| *byte == b',')
                    .unwrap_or_default();
                last.after = of(from, from + comma);
                from += comma + 1;
            }
            let slot = container.children.len();
            let mut twin = None;
            if key.is_some() {
                let name = document.name(child).into_owned();
                twin = container.names.insert(name, Some(slot)).flatten();
            }
            container.order.push(slot);
            container.children.push(Some(Child {
                before: of(from, start),
                key: key.map(|key| (of(key.start, key.end), of(key.end, value.start))),
                value: Value::Node(source, child),
                after: of(value.end, value.end),
                twin,
            }));
            from = value.end;
        }
        let rest = of(from, whole.end - 1);
        match container.children.last_mut() {
            Some(Some(last)) => last.after = rest,
            _ => container.inside = Some(rest),
        }
        Some(container)
    }

    /// The child of this name or index.
    pub(super) fn slot(&self, name: &str) -> Option<usize> {
        if self.is_array {
            self.order.get(index(name)?)
        } else {
            *self.names.get(name)?
        }
    }

    fn child(&mut self, position: Option<usize>) -> Option<&mut Child> {
        let slot = self.order.get(position?)?;
        self.children.get_mut(slot)?.as_mut()
    }

    /// Adds a child, spaced as its neighbours are.
    fn insert(&mut self, at: usize, name: Option<String>, value: Value) {
        let mut before = EMPTY;
        let mut after = EMPTY;
        let mut colon = Piece::Own(String::from(": "));
        let before_last = self
            .child(at.checked_sub(2))
            .map(|child| child.after.clone());
        if let Some(next) = self.child(Some(at)) {
            before = next.before.clone();
            if let Some((_, spacing)) = &next.key {
                colon = spacing.clone();
            }
            if at == 0
                && let Some(second) = self.child(Some(1)).map(|second| second.before.clone())
                && let Some(next) = self.child(Some(0))
            {
                next.before = second;
            }
        } else if let Some(last) = self.child(at.checked_sub(1)) {
            before = last.before.clone();
            after = core::mem::replace(&mut last.after, before_last.unwrap_or(EMPTY));
            if let Some((_, spacing)) = &last.key {
                colon = spacing.clone();
            }
        } else if let Some(inside) = self.inside.take() {
            after = inside;
        }
        let slot = self.children.len();
        let key = name.map(|name| {
            let key = Piece::Own(quoted(&name));
            self.names.insert(name, Some(slot));
            (key, colon)
        });
        self.order.insert(at, slot);
        self.children.push(Some(Child {
            before,
            key,
            value,
            after,
            twin: None,
        }));
    }

    /// Takes a child away, and with a member those of the same name that do not count.
    fn take(&mut self, name: &str) -> Option<()> {
        if self.is_array {
            return self.detach(index(name)?).map(|_| ());
        }
        let last = self.names.get_mut(name)?.take()?;
        self.take_twins(Some(last))
    }

    fn take_twins(&mut self, mut last: Option<usize>) -> Option<()> {
        while let Some(slot) = last {
            // Slots only grow towards the end of an object.
            let position = self.order.position(slot)?;
            last = self.detach(position)?.twin;
        }
        Some(())
    }

    /// Takes the child at a position out, and closes the gap in the white space.
    fn detach(&mut self, position: usize) -> Option<Child> {
        let slot = self.order.get(position)?;
        let mut child = self.children.get_mut(slot)?.take()?;
        self.order.remove(position);
        if self.order.len() == 0 {
            self.inside = Some(core::mem::replace(&mut child.after, EMPTY));
        } else if position == 0
            && let Some(next) = self.child(Some(0))
        {
            next.before = core::mem::replace(&mut child.before, EMPTY);
        } else if position == self.order.len()
            && let Some(last) = self.child(Some(position - 1))
        {
            last.after = core::mem::replace(&mut child.after, EMPTY);
        }
        Some(child)
    }

    /// Gives a member a name that no other has.
    fn rename(&mut self, old: &str, new: String) -> Option<()> {
        let slot = self.names.get_mut(old)?.take()?;
        let child = self.children.get_mut(slot)?.as_mut()?;
        child.key.as_mut()?.0 = Piece::Own(quoted(&new));
        let twin = child.twin.take();
        self.names.insert(new, Some(slot));
        self.take_twins(twin)
    }
}

/// The index that a token of a pointer is; only one text is each index (RFC 6901).
pub(super) fn index(token: &str) -> Option<usize> {
    let is_plain = token == "0" || !token.starts_with(['0', '+']);
    token.parse().ok().filter(|_| is_plain)
}

/// A token of a pointer as it stands in the JSON.
fn unescaped(token: &str) -> Option<String> {
    let mut name = String::with_capacity(token.len());
    let mut characters = token.chars();
    while let Some(character) = characters.next() {
        name.push(match character {
            '~' => match characters.next() {
                Some('0') => '~',
                Some('1') => '/',
                _ => return None,
            },
            other => other,
        });
    }
    Some(name)
}
