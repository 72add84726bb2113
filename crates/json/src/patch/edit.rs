//! Editor for JSON text that preserves untouched text, including white space.

use alloc::string::{String, ToString};
use alloc::{borrow::Cow, collections::BTreeMap, collections::btree_map::Entry, vec::Vec};

use super::op::PatchOp;
use crate::{Document, JsonType, NodeId, Order, SyntaxError, Tree, same};
use crate::{Span, quoted, sorted};

/// Identifies a value by the source and node it was parsed from. Does not change when the value moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Origin {
    source: usize,
    node: NodeId,
}

/// Text between the values: white space, keys and colons. `Of` is a span of a source, `Own` is new text.
#[derive(Clone, Debug)]
enum Filling {
    Of(usize, Span),
    Own(String),
}

const EMPTY: Filling = Filling::Own(String::new());

#[derive(Debug)]
struct Child {
    /// White space before the child.
    before: Filling,
    /// Key with its quotes, and the text between the key and the value.
    key: Option<(Filling, Filling)>,
    value: Origin,
    /// White space after the child.
    after: Filling,
    /// Shadowed duplicate: the previous child with the same name.
    twin: Option<usize>,
}

#[derive(Debug, Default)]
struct Container {
    is_array: bool,
    /// All children ever added, by slot; removed children are `None`.
    children: Vec<Option<Child>>,
    /// Slots of the existing children, in order.
    order: Order,
    /// Slot of the last child of each name, if the container is an object. Removed names stay as `None`, because
    /// removal from the map would need much more code.
    names: BTreeMap<String, Option<usize>>,
    /// White space between the brackets of an empty container.
    inside: Option<Filling>,
}

/// Maximum number of children that are scanned linearly.
const FEW: usize = 32;

/// Editor that applies operations to a JSON text one by one. The cost of an operation does not depend on the rest of
/// the text, except when an object or array is opened for the first time.
#[derive(Debug)]
pub(crate) struct Editor<'t> {
    sources: Vec<Tree<'t>>,
    /// Opened objects and arrays: those whose children were replaced, added or removed. Containers that a pointer only
    /// passes through are not opened, as a pointer can be as long as the text is deep.
    containers: BTreeMap<Origin, Container>,
    /// Children of unopened containers that are too wide for a linear scan; members are sorted by name.
    wide: BTreeMap<Origin, Vec<NodeId>>,
    root: Origin,
    /// Number of bytes that may still be copied. The limit is needed because a copy that contains the previous copy
    /// doubles in size each time.
    copies: usize,
}

/// Pending output.
enum Writing<'e> {
    /// Span of a source, with the range of nodes inside, some of which may be opened.
    Source(usize, Span, [NodeId; 2]),
    Value(Origin),
    /// Child of an opened container; `true` if another child precedes it.
    Child(&'e Child, bool),
    Text(&'e str),
}

impl<'t> Editor<'t> {
    pub(crate) fn new(text: &'t str) -> Result<Self, SyntaxError> {
        Ok(Self {
            sources: vec![Tree::parse(text)?],
            containers: BTreeMap::new(),
            wide: BTreeMap::new(),
            root: Origin { source: 0, node: 0 },
            copies: text.len().max(1 << 26),
        })
    }

    /// Applies one operation. Returns `None` if the operation cannot be applied; the text may then be partly changed.
    pub(crate) fn apply(&mut self, op: &PatchOp) -> Option<()> {
        match op {
            PatchOp::Add { path, value } | PatchOp::Replace { path, value } => {
                let value = self.source(value.as_str().to_string())?;
                self.put(path, value, matches!(op, PatchOp::Add { .. }))
            }
            PatchOp::Remove { path } => {
                let (parent, name) = self.parent(path)?;
                self.containers.get_mut(&parent)?.take(&name)
            }
            PatchOp::Move { from, path } => self.relocate(from, path),
            PatchOp::Copy { from, path } => {
                let value = self.find(from)?;
                let copy = self.text_of(value);
                self.copies = self.copies.checked_sub(copy.len())?;
                let copy = self.source(copy)?;
                self.put(path, copy, true)
            }
            PatchOp::Test { path, value } => {
                let found = self.find(path)?;
                same(&self.text_of(found), value.as_str()).then_some(())
            }
        }
    }

    /// Returns the edited text.
    pub(crate) fn finish(&self) -> String {
        let first = self.document(0);
        let root = first.span(0).unwrap_or_default();
        let (before, after) = (first.text.get(..root.start), first.text.get(root.end..));
        [before.unwrap_or_default(), &self.text_of(self.root), after.unwrap_or_default()].concat()
    }

    fn source(&mut self, text: String) -> Option<Origin> {
        self.sources.push(Tree::parse(text).ok()?);
        Some(Origin { source: self.sources.len() - 1, node: 0 })
    }

    /// Returns the value at a pointer.
    fn find(&mut self, pointer: &str) -> Option<Origin> {
        let mut tokens = pointer.split('/');
        tokens.next().filter(|before| before.is_empty())?;
        tokens.try_fold(self.root, |value, token| self.child(value, &unescaped(token)?))
    }

    /// Returns the child with this name or index.
    fn child(&mut self, parent: Origin, name: &str) -> Option<Origin> {
        if let Some(container) = self.containers.get(&parent) {
            let child = container.children.get(container.slot(name)?)?;
            return Some(child.as_ref()?.value);
        }
        let document = self.sources.get(parent.source)?.document();
        let is_array = document.kind(parent.node) == JsonType::Array;
        let mut children = document.children(parent.node);
        let node = if children.clone().nth(FEW).is_none() {
            if is_array { children.nth(index(name)?) } else { document.member(parent.node, name) }
        } else {
            let named = |child: NodeId| document.name(child);
            let wide = self.wide.entry(parent).or_insert_with(|| {
                let children: Vec<NodeId> = children.collect();
                if is_array {
                    return children;
                }
                let child = |at: usize| children.get(at).copied().unwrap_or_default();
                let order = sorted(children.len(), &|a, b| named(child(a)).cmp(&named(child(b))));
                order.into_iter().map(|at| child(at as usize)).collect()
            });
            if is_array {
                wide.get(index(name)?).copied()
            } else {
                // The last of several members with the same name wins.
                let after = wide.partition_point(|child| *named(*child) <= *name);
                let last = wide.get(after.checked_sub(1)?).copied();
                last.filter(|last| named(*last) == name)
            }
        };
        let source = parent.source;
        node.map(|node| Origin { source, node })
    }

    /// Opens the object or array that contains the target of a pointer; returns this container, and the name or index
    /// of the target.
    fn parent<'p>(&mut self, pointer: &'p str) -> Option<(Origin, Cow<'p, str>)> {
        let (above, name) = pointer.rsplit_once('/')?;
        let parent = self.find(above)?;
        if let Entry::Vacant(place) = self.containers.entry(parent) {
            place.insert(Container::of(parent.source, self.sources.get(parent.source)?.document(), parent.node)?);
        }
        Some((parent, unescaped(name)?))
    }

    /// Replaces the value at `path`. If `may_be_new`, inserts an element, or adds the member if it does not exist.
    fn put(&mut self, path: &str, value: Origin, may_be_new: bool) -> Option<()> {
        if path.is_empty() {
            self.root = value;
            return Some(());
        }
        let (parent, name) = self.parent(path)?;
        let container = self.containers.get_mut(&parent)?;
        let count = container.order.len();
        if may_be_new && container.is_array {
            let at = if name == "-" { Some(count) } else { index(&name) };
            container.insert(at.filter(|at| *at <= count)?, None, value);
        } else if let Some(slot) = container.slot(&name) {
            container.children.get_mut(slot)?.as_mut()?.value = value;
        } else if may_be_new {
            container.insert(count, Some(name.into_owned()), value);
        } else {
            return None;
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
            let new = unescaped(name)?;
            if container.slot(&new).is_none() {
                return container.rename(&old, new.into_owned());
            }
        }
        // Remove the value first: the target must exist in the text without the value.
        container.take(&old)?;
        self.put(path, value, true)
    }

    fn filling<'e>(&'e self, filling: &'e Filling) -> &'e str {
        match filling {
            Filling::Of(source, span) => self.document(*source).text.get(span.start..span.end).unwrap_or_default(),
            Filling::Own(own) => own,
        }
    }

    /// Returns the text of a value. Opened containers are written child by child, everything else is copied from the
    /// source.
    fn text_of(&self, value: Origin) -> String {
        let mut text = String::new();
        // A stack: the last item is written next.
        let mut left = vec![Writing::Value(value)];
        while let Some(writing) = left.pop() {
            match writing {
                Writing::Value(value) => {
                    if let Some(container) = self.containers.get(&value) {
                        self.begin(container, &mut text, &mut left);
                        continue;
                    }
                    let Origin { source, node } = value;
                    let document = self.document(source);
                    let span = document.span(node).unwrap_or_default();
                    left.push(Writing::Source(source, span, [node, document.after(node)]));
                }
                Writing::Source(source, span, [node, end]) => {
                    let document = self.document(source);
                    let inner = self.containers.range(Origin { source, node }..).next();
                    let inner = inner.map(|(inner, _)| *inner).filter(|at| at.source == source && at.node < end);
                    let place = inner.and_then(|inner| document.span(inner.node));
                    let until = place.map_or(span.end, |place| place.start);
                    text.push_str(document.text.get(span.start..until).unwrap_or_default());
                    if let (Some(inner), Some(place)) = (inner, place) {
                        let rest = Span { start: place.end, ..span };
                        left.push(Writing::Source(source, rest, [document.after(inner.node), end]));
                        left.push(Writing::Value(inner));
                    }
                }
                Writing::Child(child, follows) => {
                    text.push_str(if follows { "," } else { "" });
                    text.push_str(self.filling(&child.before));
                    if let Some((key, colon)) = &child.key {
                        text.push_str(self.filling(key));
                        text.push_str(self.filling(colon));
                    }
                    left.push(Writing::Text(self.filling(&child.after)));
                    left.push(Writing::Value(child.value));
                }
                Writing::Text(piece) => text.push_str(piece),
            }
        }
        text
    }

    /// Writes the opening bracket of an opened container and pushes the rest onto the stack `left`.
    fn begin<'e>(&'e self, container: &'e Container, text: &mut String, left: &mut Vec<Writing<'e>>) {
        let (open, close) = if container.is_array { ("[", "]") } else { ("{", "}") };
        text.push_str(open);
        left.push(Writing::Text(close));
        left.extend(container.inside.iter().map(|inside| Writing::Text(self.filling(inside))));
        let first = container.order.get(0);
        for slot in container.order.iter().rev() {
            if let Some(Some(child)) = container.children.get(slot) {
                left.push(Writing::Child(child, Some(slot) != first));
            }
        }
    }

    fn document(&self, source: usize) -> Document<'_> {
        self.sources.get(source).map(Tree::document).unwrap_or_default()
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
        let mut container = Self { is_array, ..Self::default() };
        let of = |start, end| Filling::Of(source, Span { start, end });
        // Between the end of a child and the start of the next one there are only white space and one comma.
        let mut from = whole.start + 1;
        let text = document.text.as_bytes();
        for child in document.children(id) {
            let (Some(value), key) = (document.span(child), document.key_span(child)) else { return None };
            let start = key.map_or(value.start, |key| key.start);
            if let Some(Some(last)) = container.children.last_mut() {
                let passed = text.get(from..start).unwrap_or_default();
                let comma = passed.iter().position(|byte| *byte == b',').unwrap_or_default();
                last.after = of(from, from + comma);
                from += comma + 1;
            }
            let slot = container.children.len();
            let mut twin = None;
            if key.is_some() {
                twin = container.names.insert(document.name(child).into_owned(), Some(slot)).flatten();
            }
            container.order.insert(slot, slot);
            container.children.push(Some(Child {
                before: of(from, start),
                key: key.map(|key| (of(key.start, key.end), of(key.end, value.start))),
                value: Origin { source, node: child },
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

    /// Returns the child with this name or index.
    fn slot(&self, name: &str) -> Option<usize> {
        if self.is_array { self.order.get(index(name)?) } else { *self.names.get(name)? }
    }

    fn child(&mut self, position: Option<usize>) -> Option<&mut Child> {
        self.children.get_mut(self.order.get(position?)?)?.as_mut()
    }

    /// Inserts a child with the white space of its neighbours.
    fn insert(&mut self, at: usize, name: Option<String>, value: Origin) {
        let count = self.order.len();
        let beside = self.child(if at < count { Some(at) } else { at.checked_sub(1) });
        let beside = beside.map(|child| (child.before.clone(), child.key.as_ref().map(|(_, colon)| colon.clone())));
        let (before, colon) = beside.unwrap_or((EMPTY, None));
        let colon = colon.unwrap_or_else(|| Filling::Own(String::from(": ")));
        let mut after = EMPTY;
        let before_last = self.child(at.checked_sub(2)).map(|child| child.after.clone());
        if at == 0
            && let Some(second) = self.child(Some(1)).map(|second| second.before.clone())
            && let Some(next) = self.child(Some(0))
        {
            next.before = second;
        } else if at == count
            && let Some(last) = self.child(at.checked_sub(1))
        {
            after = core::mem::replace(&mut last.after, before_last.unwrap_or(EMPTY));
        } else if let Some(inside) = self.inside.take() {
            after = inside;
        }
        let slot = self.children.len();
        let key = name.map(|name| {
            let key = Filling::Own(quoted(&name));
            self.names.insert(name, Some(slot));
            (key, colon)
        });
        self.order.insert(at, slot);
        self.children.push(Some(Child { before, key, value, after, twin: None }));
    }

    /// Removes a child; if it is a member, also removes its shadowed duplicates.
    fn take(&mut self, name: &str) -> Option<()> {
        if self.is_array {
            return self.detach(index(name)?).map(|_| ());
        }
        let last = self.names.get_mut(name)?.take()?;
        self.take_twins(Some(last))
    }

    fn take_twins(&mut self, mut last: Option<usize>) -> Option<()> {
        while let Some(slot) = last {
            // In an object, slots ascend with the position, so `position` can use binary search.
            let position = self.order.position(slot)?;
            last = self.detach(position)?.twin;
        }
        Some(())
    }

    /// Removes the child at a position and adjusts the white space of its neighbours.
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

    /// Renames a member to an unused name and removes its shadowed duplicates.
    fn rename(&mut self, old: &str, new: String) -> Option<()> {
        let slot = self.names.get_mut(old)?.take()?;
        let child = self.children.get_mut(slot)?.as_mut()?;
        child.key.as_mut()?.0 = Filling::Own(quoted(&new));
        let twin = child.twin.take();
        self.names.insert(new, Some(slot));
        self.take_twins(twin)
    }
}

/// Parses a reference token as an array index. Rejects leading zeros and signs, so that each index has only one
/// notation (RFC 6901).
fn index(token: &str) -> Option<usize> {
    let is_plain = token == "0" || !token.starts_with(['0', '+']);
    token.parse().ok().filter(|_| is_plain)
}

/// Unescapes a reference token (`~0`, `~1`); returns `None` if an escape is invalid.
fn unescaped(token: &str) -> Option<Cow<'_, str>> {
    let mut parts = token.split('~');
    let mut name = Cow::Borrowed(parts.next()?);
    for part in parts {
        name += match part.as_bytes().first()? {
            b'0' => "~",
            b'1' => "/",
            _ => return None,
        };
        name += part.get(1..)?;
    }
    Some(name)
}
