//! Finds the JSON context at a cursor. The text may still be incomplete, and thus invalid JSON.

use alloc::{string::String, vec::Vec};

use renewal_rules::ProductId;
use renewal_rules_json::{Location, Span, decode, push_index, push_token};

/// JSON context at a position in a text: the pointer, and the token under the cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cursor {
    /// Index of the product, counted from 0; 0 if the text contains only one product.
    pub product: usize,
    /// JSON Pointer, within the product, to the value at the cursor, or to the value that would be inserted there.
    pub pointer: String,
    /// `true` if the cursor is on a member name, or at a position where a member name may be inserted.
    pub is_name: bool,
    /// `true` if the cursor is on a member name that is followed by a colon.
    pub has_value: bool,
    /// Names of all members of the enclosing object. If the cursor is in an array: its scalar elements, as written in
    /// the text.
    pub names: Vec<String>,
    /// Token under the cursor, as written; empty between tokens.
    pub token: String,
    /// Location of the token under the cursor.
    pub location: Option<Location>,
    pub(crate) span: Span,
}

/// Object or array that is not closed yet.
#[derive(Default)]
struct Open {
    is_object: bool,
    /// Number of commas read so far, which is the index of the current element.
    index: usize,
    name: String,
    /// `true` if the next token is a member name, or if one is being typed.
    at_name: bool,
    names: Vec<String>,
}

impl Cursor {
    /// Returns the context at byte `at`; scans the text from its start.
    pub(crate) fn find(text: &str, at: usize) -> Self {
        let mut scanner = Scanner::default();
        let mut tokens = tokens(text).peekable();
        let is_before = |(raw, span): &(&str, Span)| if is_punctuation(raw) { span.start < at } else { span.end < at };
        while let Some((raw, _)) = tokens.next_if(is_before) {
            scanner.pass(raw);
        }
        let here = tokens.peek().filter(|(raw, span)| !is_punctuation(raw) && span.start <= at);
        let (token, span) = here.copied().unwrap_or(("", Span { start: at, end: at }));
        let mut cursor = Self::from_stack(&scanner.stack, token, span);
        // Scan on to the end of the enclosing object or array, so that all its names are collected.
        let depth = scanner.stack.len();
        for (raw, Span { start, .. }) in tokens {
            let is_beside = scanner.stack.len() == depth;
            if is_beside && matches!(raw, "}" | "]") {
                break;
            }
            let between = text.get(span.end..start).filter(|_| is_beside && raw == ":" && cursor.is_name);
            cursor.has_value |= between.is_some_and(|text| text.trim_ascii().is_empty());
            scanner.pass(raw);
        }
        if let Some(open) = depth.checked_sub(1).and_then(|depth| scanner.stack.get_mut(depth)) {
            cursor.names = core::mem::take(&mut open.names);
        }
        cursor
    }

    fn from_stack(stack: &[Open], raw: &str, span: Span) -> Self {
        let mut pointer = String::new();
        let is_name = stack.last().is_some_and(|open| open.at_name);
        for (depth, open) in stack.iter().enumerate() {
            let is_last = depth + 1 == stack.len();
            match open.is_object {
                false => push_index(&mut pointer, open.index),
                true if is_last && is_name => push_token(&mut pointer, &decode(raw)),
                true => push_token(&mut pointer, &open.name),
            }
        }
        Self { pointer, is_name, token: raw.into(), span, ..Self::default() }
    }
}

/// Objects and arrays that are open after the tokens read so far.
#[derive(Default)]
struct Scanner<'t> {
    stack: Vec<Open>,
    /// Last token read.
    previous: &'t str,
}

impl<'t> Scanner<'t> {
    /// Reads the next token.
    fn pass(&mut self, raw: &'t str) {
        let is_object = raw == "{";
        let previous = core::mem::replace(&mut self.previous, raw);
        match (raw, self.stack.last_mut()) {
            ("{" | "[", _) => self.stack.push(Open { is_object, at_name: is_object, ..Open::default() }),
            ("}" | "]", _) => {
                self.stack.pop();
            }
            (",", Some(open)) => {
                open.index += 1;
                open.at_name = open.is_object;
            }
            (":", Some(open)) if open.at_name => open.at_name = false,
            // Without a comma before it, a name directly follows the value of the previous member.
            (":", Some(open)) => open.name = decode(previous).into_owned(),
            (_, Some(open)) if !open.is_object => open.names.push(raw.into()),
            (_, Some(open)) if open.at_name => {
                open.name = decode(raw).into_owned();
                open.names.push(open.name.clone());
            }
            _ => {}
        }
    }
}

/// Iterates over the product ids in the text of a product, each with its span, and with `true` if it is the own id of
/// the product, or `false` if it is a chain element. Only reads tokens, so the text may be invalid JSON.
pub(crate) fn ids(product: &str) -> impl Iterator<Item = (bool, ProductId, Span)> {
    let mut scanner = Scanner::default();
    tokens(product).filter_map(move |(raw, span)| {
        // The elements of a chain are at depth 3.
        let is_id = raw.starts_with(|first: char| first.is_ascii_digit()) && scanner.stack.len() <= 3;
        let cursor = is_id.then(|| Cursor::from_stack(&scanner.stack, raw, span));
        scanner.pass(raw);
        let cursor = cursor?;
        Some((cursor.pointer == "/id", cursor.product_id()?, span))
    })
}

/// Returns the spans of the outermost objects. Only counts braces, so their contents may be invalid JSON.
pub(crate) fn objects(text: &str) -> Vec<Span> {
    let mut objects = Vec::new();
    let (mut depth, mut first) = (0_usize, 0);
    for (raw, Span { start, end }) in tokens(text) {
        match raw {
            "{" => {
                first = if depth == 0 { start } else { first };
                depth += 1;
            }
            "}" => {
                if depth == 1 {
                    objects.push(Span { start: first, end });
                }
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
    }
    objects
}

fn is_punctuation(raw: &str) -> bool {
    matches!(raw, "{" | "}" | "[" | "]" | ":" | ",")
}

/// Splits a text into tokens with their spans. A quoted token ends at the end of its line at the latest.
fn tokens(text: &str) -> impl Iterator<Item = (&str, Span)> {
    let mut rest = text;
    core::iter::from_fn(move || {
        rest = rest.trim_ascii_start();
        let start = text.len() - rest.len();
        let length = match rest.bytes().next()? {
            b'"' => {
                let mut is_escaped = false;
                let is_end = |byte| {
                    let is_end = matches!(byte, b'\n' | b'\r') || (byte == b'"' && !is_escaped);
                    is_escaped = byte == b'\\' && !is_escaped;
                    is_end
                };
                let end = rest.bytes().skip(1).position(is_end).map_or(rest.len(), |end| end + 1);
                end + usize::from(rest.as_bytes().get(end) == Some(&b'"'))
            }
            b'{' | b'}' | b'[' | b']' | b':' | b',' => 1,
            _ => {
                let is_end = |next: char| next.is_ascii_whitespace() || "{}[]:,\"".contains(next);
                rest.find(is_end).unwrap_or(rest.len())
            }
        };
        let (raw, after) = rest.split_at_checked(length)?;
        rest = after;
        Some((raw, Span { start, end: start + length }))
    })
}
