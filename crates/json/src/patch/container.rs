//! Object or array whose children a patch changes.

use alloc::{borrow::Cow, collections::BTreeMap, string::String, vec::Vec};
use core::mem::take;

use super::chunked_vec::ChunkedVec;
use crate::{Document, JsonType, NodeId, quoted};

/// Identifies a value by the text and node that it was parsed from. Does not change when the value moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Origin {
    /// Index in the editor's list of parsed texts.
    pub(super) source: usize,
    pub(super) node: NodeId,
}

/// Member or element of a [`Container`], with the trivia around it.
#[derive(Debug)]
pub(super) struct Child {
    /// White space before the child.
    pub(super) before: String,
    /// Key with its quotes, and the colon with the white space around it.
    pub(super) key: Option<(String, String)>,
    pub(super) value: Origin,
    /// White space between the value and the next comma or the closing bracket.
    pub(super) after: String,
    /// Slot (index in `Container::children`) of the previous child with the same name, which this child shadows.
    shadowed: Option<usize>,
}

/// Object or array, split into its children.
#[derive(Debug, Default)]
pub(super) struct Container {
    pub(super) is_array: bool,
    /// All children ever added. The index of a child is its slot, which never changes; removed children become `None`.
    children: Vec<Option<Child>>,
    /// Slots of the existing children, in text order. In an object the slots ascend, because members are only appended.
    order: ChunkedVec,
    /// Slot of the last child of each name, if the container is an object. Removed names stay as `None`, because
    /// removal from the map would need much more code.
    names: BTreeMap<String, Option<usize>>,
    /// White space between the brackets of an empty container.
    pub(super) inside: String,
}

impl Container {
    /// Splits the object or array `id`; returns `None` for any other value.
    pub(super) fn open(source: usize, document: Document<'_>, id: NodeId) -> Option<Self> {
        let is_array = match document.kind(id) {
            JsonType::Array => true,
            JsonType::Object => false,
            _ => return None,
        };
        let whole = document.span(id)?;
        let mut container = Self { is_array, ..Self::default() };
        let copy = |start, end| document.text.get(start..end).map(String::from);
        let mut from = whole.start + 1;
        for child in document.children(id) {
            let (value, key) = (document.span(child)?, document.key_span(child));
            let start = key.map_or(value.start, |key| key.start);
            let mut before = copy(from, start)?;
            if let Some(Some(last)) = container.children.last_mut() {
                // Between two children there are only white space and one comma.
                let (after, next) = before.split_once(',')?;
                last.after = after.into();
                before = next.into();
            }
            let slot = container.children.len();
            let mut shadowed = None;
            let key = match key {
                None => None,
                Some(key) => {
                    shadowed = container.names.insert(document.name(child).into_owned(), Some(slot)).flatten();
                    Some((copy(key.start, key.end)?, copy(key.end, value.start)?))
                }
            };
            container.order.insert(slot, slot);
            let value_origin = Origin { source, node: child };
            container.children.push(Some(Child { before, key, value: value_origin, after: String::new(), shadowed }));
            from = value.end;
        }
        let rest = copy(from, whole.end - 1)?;
        match container.children.last_mut() {
            Some(Some(last)) => last.after = rest,
            _ => container.inside = rest,
        }
        Some(container)
    }

    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// Iterates over the children in text order.
    pub(super) fn children(&self) -> impl DoubleEndedIterator<Item = &Child> {
        self.order.iter().filter_map(|slot| self.children.get(slot)?.as_ref())
    }

    /// Returns the member with this name, or the element with this index.
    pub(super) fn value(&self, name: &str) -> Option<Origin> {
        Some(self.children.get(self.slot(name)?)?.as_ref()?.value)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.slot(name).is_some()
    }

    fn slot(&self, name: &str) -> Option<usize> {
        if self.is_array { self.order.get(array_index(name)?) } else { *self.names.get(name)? }
    }

    fn child_at(&mut self, index: Option<usize>) -> Option<&mut Child> {
        self.children.get_mut(self.order.get(index?)?)?.as_mut()
    }

    /// Replaces the value of the member with this name or of the element with this index; returns `None` if there is
    /// none.
    pub(super) fn replace(&mut self, name: &str, value: Origin) -> Option<()> {
        let slot = self.slot(name)?;
        self.children.get_mut(slot)?.as_mut()?.value = value;
        Some(())
    }

    /// Inserts a child at an index, with the same white space as its neighbours.
    pub(super) fn insert(&mut self, index: usize, name: Option<String>, value: Origin) {
        let count = self.len();
        let beside = self.child_at(if index < count { Some(index) } else { index.checked_sub(1) });
        let beside = beside.map(|child| (child.before.clone(), child.key.as_ref().map(|(_, colon)| colon.clone())));
        let (before, colon) = beside.unwrap_or_default();
        let mut after = String::new();
        let before_last = self.child_at(index.checked_sub(2)).map(|child| child.after.clone());
        if index == 0
            && let Some(second) = self.child_at(Some(1)).map(|second| second.before.clone())
            && let Some(next) = self.child_at(Some(0))
        {
            next.before = second;
        } else if index == count
            && let Some(last) = self.child_at(index.checked_sub(1))
        {
            after = core::mem::replace(&mut last.after, before_last.unwrap_or_default());
        } else {
            // Only an empty container has white space between its brackets.
            after = take(&mut self.inside);
        }
        let slot = self.children.len();
        let key = name.map(|name| {
            let key = quoted(&name);
            self.names.insert(name, Some(slot));
            (key, colon.unwrap_or_else(|| String::from(": ")))
        });
        self.order.insert(index, slot);
        self.children.push(Some(Child { before, key, value, after, shadowed: None }));
    }

    /// Removes a child; if it is a member, also removes the duplicates that it shadows.
    pub(super) fn remove(&mut self, name: &str) -> Option<()> {
        if self.is_array {
            return self.detach(array_index(name)?).map(|_| ());
        }
        let last = self.names.get_mut(name)?.take()?;
        self.remove_shadowed(Some(last))
    }

    /// Removes the member in slot `last` and all members that it shadows.
    fn remove_shadowed(&mut self, mut last: Option<usize>) -> Option<()> {
        while let Some(slot) = last {
            let index = self.order.binary_search(slot)?;
            last = self.detach(index)?.shadowed;
        }
        Some(())
    }

    /// Removes the child at an index and adjusts the white space of its neighbours.
    fn detach(&mut self, index: usize) -> Option<Child> {
        let slot = self.order.get(index)?;
        let mut child = self.children.get_mut(slot)?.take()?;
        self.order.remove(index);
        if self.len() == 0 {
            self.inside = take(&mut child.after);
        } else if index == 0
            && let Some(next) = self.child_at(Some(0))
        {
            next.before = take(&mut child.before);
        } else if index == self.len()
            && let Some(last) = self.child_at(Some(index - 1))
        {
            last.after = take(&mut child.after);
        }
        Some(child)
    }

    /// Renames a member to an unused name and removes the duplicates that it shadows.
    pub(super) fn rename(&mut self, old: &str, new: String) -> Option<()> {
        let slot = self.names.get_mut(old)?.take()?;
        let child = self.children.get_mut(slot)?.as_mut()?;
        child.key.as_mut()?.0 = quoted(&new);
        let shadowed = child.shadowed.take();
        self.names.insert(new, Some(slot));
        self.remove_shadowed(shadowed)
    }
}

/// Parses a reference token as an array index. Rejects leading zeros and signs, so that each index has only one
/// notation (RFC 6901).
pub(super) fn array_index(token: &str) -> Option<usize> {
    let is_plain = token == "0" || !token.starts_with(['0', '+']);
    token.parse().ok().filter(|_| is_plain)
}

/// Unescapes a reference token (`~0`, `~1`); returns `None` if an escape is invalid.
pub(super) fn unescape_token(token: &str) -> Option<Cow<'_, str>> {
    let mut sections = token.split('~');
    let mut name = Cow::Borrowed(sections.next()?);
    for section in sections {
        name += match section.as_bytes().first()? {
            b'0' => "~",
            b'1' => "/",
            _ => return None,
        };
        name += section.get(1..)?;
    }
    Some(name)
}
