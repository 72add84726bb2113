//! An input and its tree.

use alloc::{borrow::Cow, boxed::Box};

use super::read::{Reading, read_draft};
use crate::{
    document::{Document, Field, Input, Nodes, NotJson, parse, text_of},
    rules::{Collector, Finding, not_json},
};

/// An input and its document tree.
pub(crate) struct Source<'a> {
    pub(crate) text: Cow<'a, str>,
    nodes: Nodes,
    pub(crate) is_located: bool,
    /// Why it is not JSON.
    pub(crate) syntax: Option<NotJson<'a>>,
}

impl NotJson<'_> {
    pub(crate) fn finding(&self) -> Finding<'static> {
        not_json(&self.reason, self.location)
    }

    /// What is read of it: that it is not JSON.
    pub(crate) fn reading<'f>(&self, mut found: Collector<'f>) -> Reading<'f> {
        found.push(self.finding());
        Reading {
            draft: Box::default(),
            found,
        }
    }
}

impl<'a> Source<'a> {
    pub(crate) fn read(input: Input<'a>) -> Self {
        let is_located = input.is_located();
        let mut nodes = Nodes::new();
        let (text, syntax) = match text_of(input) {
            Ok(text) => {
                let parsed = parse(&text, Field::Root, &mut nodes);
                let not_json = |error| NotJson::of(text.as_bytes(), error, is_located);
                let syntax = parsed.err().map(not_json);
                (text, syntax)
            }
            Err(not_json) => (Cow::Borrowed(""), Some(not_json)),
        };
        Self {
            text,
            nodes,
            is_located,
            syntax,
        }
    }

    /// A document that was read from the start of this text.
    pub(crate) fn of(text: &'a str, document: Document<'_>) -> Self {
        Self {
            text: Cow::Borrowed(text),
            nodes: document.nodes(),
            is_located: false,
            syntax: None,
        }
    }

    /// The document; empty where the input is not JSON.
    pub(crate) fn document(&self) -> Document<'_> {
        match self.syntax {
            None => Document::new(&self.text, &self.nodes),
            Some(_) => Document::default(),
        }
    }

    /// The product alone.
    pub(crate) fn reading(&self) -> Reading<'_> {
        self.reading_into(Collector::of_nothing())
    }

    /// The product and what is wrong with its form.
    pub(crate) fn reading_into<'s>(&'s self, found: Collector<'s>) -> Reading<'s> {
        match &self.syntax {
            None => read_draft(self.document(), found),
            Some(not_json) => not_json.reading(found),
        }
    }
}
