//! An input and its tree.

use alloc::{borrow::Cow, boxed::Box};

use super::read::read_draft;
use crate::document::{Document, Field, Input, Nodes, NotJson, parse, text_of};
use crate::rules::{Collector, Draft, Finding, not_json};

/// An input and its document tree.
pub(crate) struct Source<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) is_located: bool,
    /// Its tree, or why it is not JSON.
    pub(crate) tree: Result<Nodes, NotJson<'a>>,
}

impl NotJson<'_> {
    pub(crate) fn finding(&self) -> Finding<'static> {
        not_json(&self.reason, self.location)
    }
}

impl<'a> Source<'a> {
    pub(crate) fn read(input: Input<'a>) -> Self {
        let is_located = input.is_located();
        let (text, tree) = match text_of(input) {
            Ok(text) => {
                let mut nodes = Nodes::new();
                let parsed = parse(&text, Field::Root, &mut nodes);
                let not_json = |error| NotJson::of(text.as_bytes(), error, is_located);
                let tree = parsed.map(|()| nodes).map_err(not_json);
                (text, tree)
            }
            Err(not_json) => (Cow::Borrowed(""), Err(not_json)),
        };
        Self { text, is_located, tree }
    }

    /// A document that was read from the start of this text.
    pub(crate) fn of(text: &'a str, document: Document<'_>) -> Self {
        Self { text: Cow::Borrowed(text), is_located: false, tree: Ok(document.nodes()) }
    }

    /// The document, or why there is none.
    pub(crate) fn parsed(&self) -> Result<Document<'_>, &NotJson<'a>> {
        self.tree.as_ref().map(|nodes| Document::new(&self.text, nodes))
    }

    /// The document; empty where the input is not JSON.
    pub(crate) fn document(&self) -> Document<'_> {
        self.parsed().unwrap_or_default()
    }

    /// The product alone.
    pub(crate) fn draft(&self) -> Box<Draft<'_>> {
        read_draft(self.parsed(), &mut Collector::of_nothing())
    }
}
