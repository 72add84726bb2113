//! The one change of the text that an operation makes by itself, as tools show it.

use alloc::string::{String, ToString};

use super::{
    edit::{Container, Editor, Piece, index},
    op::PatchOp,
};
use crate::text::{Span, quoted};

/// A text to put in the place of a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) span: Span,
    pub(crate) text: String,
}

/// Where a child stands in the text that was read first.
struct Place {
    /// Where the white space before it begins.
    before: usize,
    /// Where it begins, key and all.
    start: usize,
    key_end: usize,
    value: usize,
    end: usize,
    /// Whether another one of the same name goes before it: one edit takes away or renames one only.
    has_twin: bool,
}

impl Piece {
    const fn span(&self) -> Option<Span> {
        match self {
            Self::Of(0, span) => Some(*span),
            _ => None,
        }
    }
}

impl Editor<'_> {
    /// The one change of the text that an operation makes by itself; `None` where it does not fit, or is
    /// none that a fix has. Nothing is changed.
    pub(crate) fn edit(&mut self, op: &PatchOp) -> Option<Edit> {
        let (from, text) = match op {
            PatchOp::Add { path, value } | PatchOp::Replace { path, value } => {
                (path, value.as_str())
            }
            PatchOp::Remove { path } => (path, ""),
            PatchOp::Move { from, .. } => (from, ""),
            PatchOp::Copy { .. } | PatchOp::Test { .. } => return None,
        };
        let (parent, name) = self.parent(from)?;
        let container = self.containers.get(&parent)?;
        let source = &*self.sources.first()?.text;
        let piece = |from: usize, to: usize| source.get(from..to).unwrap_or_default();
        let position = container.position(&name);
        let child = |position: Option<usize>| container.place(position?);
        let here = child(position);
        let edit = |start, end, text| {
            Some(Edit {
                span: Span { start, end },
                text,
            })
        };
        match (op, here) {
            (PatchOp::Add { .. }, Some(_)) if container.is_array => None,
            (PatchOp::Add { .. } | PatchOp::Replace { .. }, Some(here)) => {
                edit(here.value, here.end, text.to_string())
            }
            (PatchOp::Add { .. }, None) if !container.is_array || name == "-" => {
                let count = container.order.len();
                let key = |colon: &str| {
                    let key = (!container.is_array).then(|| quoted(&name) + colon);
                    key.unwrap_or_default()
                };
                let Some(last) = child(count.checked_sub(1)) else {
                    let at = container.inside.as_ref()?.span()?.start;
                    return edit(at, at, key(": ") + text);
                };
                let spacing = match child(count.checked_sub(2)) {
                    Some(before) => String::from(piece(before.end, last.start)),
                    None => String::from(",") + piece(last.before, last.start),
                };
                let colon = key(piece(last.key_end, last.value));
                edit(last.end, last.end, spacing + &colon + text)
            }
            (PatchOp::Remove { .. }, Some(here)) if !here.has_twin => {
                let before = child(position.and_then(|position| position.checked_sub(1)));
                let next = child(position.and_then(|position| position.checked_add(1)));
                match (before, next) {
                    (Some(before), _) => edit(before.end, here.end, String::new()),
                    (None, Some(next)) => edit(here.start, next.start, String::new()),
                    (None, None) => edit(here.start, here.end, String::new()),
                }
            }
            (PatchOp::Move { path, .. }, Some(here))
                if here.key_end > here.start && !here.has_twin =>
            {
                let (target, new) = self.parent(path)?;
                (target == parent)
                    .then(|| edit(here.start, here.key_end, quoted(&new)))
                    .flatten()
            }
            _ => None,
        }
    }
}

impl Container {
    fn position(&self, name: &str) -> Option<usize> {
        if self.is_array {
            return index(name);
        }
        self.order.position(self.slot(name)?)
    }

    fn place(&self, position: usize) -> Option<Place> {
        let child = self.children.get(self.order.get(position)?)?.as_ref()?;
        let before = child.before.span()?;
        let (key_end, value) = match &child.key {
            Some((key, colon)) => (key.span()?.end, colon.span()?.end),
            None => (before.end, before.end),
        };
        Some(Place {
            before: before.start,
            start: before.end,
            key_end,
            value,
            end: child.after.span()?.start,
            has_twin: child.twin.is_some(),
        })
    }
}
