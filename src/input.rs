//! An input in one of its forms, and how it becomes a document.

use alloc::{borrow::Cow, boxed::Box, string::String};

#[cfg(feature = "model")]
use serde_json::Value;

#[cfg(feature = "model")]
use crate::product::Product;
use crate::{
    collect::Collector,
    document::{Document, Nodes, Reason, Span, SyntaxError, locations, parse},
    fields::Field,
    finding::Finding,
    read::{Reading, read},
    rules::{no_json, syntax},
};

/// What can be checked: text, bytes, a JSON value or a typed product.
///
/// Every function that takes an input takes any of these: `&str`, `&String`, `&[u8]`, `&Vec<u8>`,
/// `&serde_json::Value` and [`&Product`](Product) convert into it.
///
/// ```
/// use renewal_rules::{Options, check};
///
/// let options = Options::default();
/// let text = r#"{"id":101,"licence_term":"P1W"}"#;
/// let value: serde_json::Value = serde_json::from_str(text)?;
/// assert!(!check(text, &options).valid);
/// assert!(!check(text.as_bytes(), &options).valid);
/// assert!(!check(&value, &options).valid);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Input<'a> {
    /// JSON text. Diagnostics have a location.
    Text(&'a str),
    /// JSON text in UTF-8. Diagnostics have a location.
    Bytes(&'a [u8]),
    /// JSON text that stands for a value, such as what `JSON.stringify` makes of one: there is no
    /// document that a person could look at, so diagnostics have no location.
    Json(&'a str),
    /// A JSON value. Its members have the order that its map keeps: with the feature
    /// `preserve_order` of `serde_json` that of the input, otherwise that of the alphabet.
    #[cfg(feature = "model")]
    Value(&'a Value),
    /// A typed product.
    #[cfg(feature = "model")]
    Product(&'a Product),
    /// A value of another language that has no JSON form, and why: one of the keys `bigint`, `cycle`,
    /// `depth`, `exception`, `no-text`, `too-large` and `undefined`, or words of the caller's.
    NoJson(&'a str),
}

impl<'a> From<&'a str> for Input<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Input<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a [u8]> for Input<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Bytes(bytes)
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for Input<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        Self::Bytes(bytes)
    }
}

impl<'a> From<&'a alloc::vec::Vec<u8>> for Input<'a> {
    fn from(bytes: &'a alloc::vec::Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

#[cfg(feature = "model")]
impl<'a> From<&'a Value> for Input<'a> {
    fn from(value: &'a Value) -> Self {
        Self::Value(value)
    }
}

#[cfg(feature = "model")]
impl<'a> From<&'a Product> for Input<'a> {
    fn from(product: &'a Product) -> Self {
        Self::Product(product)
    }
}

impl<'a> Input<'a> {
    /// The input as JSON text, `None` where it is not UTF-8 or has no JSON form.
    pub(crate) fn into_text(self) -> Option<Cow<'a, str>> {
        match self {
            Self::Text(text) | Self::Json(text) => Some(Cow::Borrowed(text)),
            Self::Bytes(bytes) => core::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            #[cfg(feature = "model")]
            Self::Value(value) => Some(Cow::Owned(alloc::format!("{value}"))),
            #[cfg(feature = "model")]
            Self::Product(product) => serde_json::to_string(product).ok().map(Cow::Owned),
            Self::NoJson(_) => None,
        }
    }

    /// Whether diagnostics have a location: where there is a text that a person could look at.
    pub(crate) const fn is_located(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Bytes(_))
    }
}

/// An input and its document tree.
pub(crate) struct Source<'a> {
    pub(crate) text: Cow<'a, str>,
    nodes: Nodes,
    pub(crate) is_located: bool,
    /// Why it is not JSON.
    pub(crate) syntax: Option<Finding<'static>>,
}

impl<'a> Source<'a> {
    pub(crate) fn read(input: Input<'a>) -> Self {
        let is_located = input.is_located();
        let mut nodes = Nodes::new();
        let (text, syntax) = match text_of(input) {
            Ok(text) => {
                let parsed = parse(&text, Field::Root, &mut nodes);
                let finding = |error| syntax_finding(text.as_bytes(), error, is_located);
                let syntax = parsed.err().map(finding);
                (text, syntax)
            }
            Err(finding) => (Cow::Borrowed(""), Some(*finding)),
        };
        Self {
            text,
            nodes,
            is_located,
            syntax,
        }
    }

    /// A document that was read from the start of this text.
    #[cfg(feature = "timeline")]
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
            Some(_) => Document::EMPTY,
        }
    }

    /// The product alone.
    pub(crate) fn reading(&self) -> Reading<'_> {
        self.reading_into(Collector::of_nothing())
    }

    /// The product and what is wrong with its form.
    pub(crate) fn reading_into<'s>(&'s self, mut found: Collector<'s>) -> Reading<'s> {
        match &self.syntax {
            None => read(self.document(), found),
            Some(finding) => {
                found.push(finding.clone());
                Reading {
                    draft: Box::default(),
                    found,
                }
            }
        }
    }
}

/// The text of an input, or why it has none.
pub(crate) fn text_of(input: Input<'_>) -> Result<Cow<'_, str>, Box<Finding<'static>>> {
    if let Input::NoJson(reason) = input {
        return Err(Box::new(no_json(reason)));
    }
    if let Input::Bytes(bytes) = input {
        return core::str::from_utf8(bytes)
            .map(Cow::Borrowed)
            .map_err(|error| {
                let at = u32::try_from(error.valid_up_to()).unwrap_or(u32::MAX);
                let reason = Reason::NotUtf8;
                Box::new(syntax_finding(bytes, SyntaxError { at, reason }, true))
            });
    }
    Ok(input.into_text().unwrap_or_default())
}

/// The finding of a text that is not JSON.
pub(crate) fn syntax_finding(
    text: &[u8],
    error: SyntaxError,
    is_located: bool,
) -> Finding<'static> {
    let start = error.at as usize;
    let rest = text.get(start..).unwrap_or_default();
    // One character, but at the end of the text none.
    let continues = |byte: &&u8| **byte & 0b1100_0000 == 0b1000_0000;
    let length = rest.iter().skip(1).take_while(continues).count() + 1;
    let span = Span {
        start,
        end: start + length.min(rest.len()),
    };
    let mut location = is_located.then(|| locations(text, &[span]).pop()).flatten();
    if let Some(location) = &mut location
        && (location.end_line > location.line || error.reason == Reason::NotUtf8)
    {
        // A line break, or a byte that is not a character, counts as one character.
        location.end_line = location.line;
        location.end_column = location.column + 1;
    }
    syntax(error.reason, location)
}
