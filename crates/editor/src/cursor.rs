//! What is at a place of a text that is being typed, and so may not be JSON yet.

use alloc::{string::String, vec::Vec};

use renewal_rules_json::decode;
use renewal_rules_json::{Location, Span, push_index, push_token};

/// What is at a place of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cursor {
    /// The index of the product, where there are several.
    pub product: usize,
    /// The value that is there, or that would be, as a JSON Pointer within the product.
    pub pointer: String,
    /// Whether it is at the name of a member, or where one may be written.
    pub is_name: bool,
    /// Whether a name is followed by its value.
    pub has_value: bool,
    /// The names that the object around it has; of an array the elements before it, as they are written.
    pub names: Vec<String>,
    /// The word at the place, as it is written; empty between words.
    pub word: String,
    /// Where the word is.
    pub location: Option<Location>,
    pub(crate) span: Span,
}

/// An object or array that is open.
#[derive(Default)]
struct Open {
    is_object: bool,
    /// How many elements come before.
    index: usize,
    name: String,
    /// Whether a name comes next, or is being written.
    at_name: bool,
    names: Vec<String>,
}

impl Cursor {
    /// What is at a byte of a text, from whose start on it is read.
    pub(crate) fn find(text: &str, at: usize) -> Self {
        let mut stack: Vec<Open> = Vec::new();
        let mut words = words(text).peekable();
        let is_before = |(raw, span): &(&str, Span)| if is_mark(raw) { span.start < at } else { span.end < at };
        while let Some((raw, _)) = words.next_if(is_before) {
            pass(&mut stack, raw);
        }
        let here = words.peek().filter(|(raw, span)| !is_mark(raw) && span.start <= at);
        let (raw, span) = here.copied().unwrap_or(("", Span { start: at, end: at }));
        let mut cursor = Self::of(&stack, raw, span);
        // Of what follows only the rest of the object is of interest: where it ends, its names are whole.
        let depth = stack.len();
        for (raw, Span { start, .. }) in words {
            let is_beside = stack.len() == depth;
            if is_beside && matches!(raw, "}" | "]") {
                break;
            }
            let between = text.get(span.end..start).filter(|_| is_beside && raw == ":" && cursor.is_name);
            cursor.has_value |= between.is_some_and(|text| text.trim_ascii().is_empty());
            pass(&mut stack, raw);
        }
        if let Some(open) = depth.checked_sub(1).and_then(|depth| stack.get_mut(depth)) {
            cursor.names = core::mem::take(&mut open.names);
        }
        cursor
    }

    fn of(stack: &[Open], raw: &str, span: Span) -> Self {
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
        Self { pointer, is_name, word: raw.into(), span, ..Self::default() }
    }
}

/// Goes past a word or mark.
fn pass(stack: &mut Vec<Open>, raw: &str) {
    let is_object = raw == "{";
    match (raw, stack.last_mut()) {
        ("{" | "[", _) => stack.push(Open { is_object, at_name: is_object, ..Open::default() }),
        ("}" | "]", _) => {
            stack.pop();
        }
        (",", Some(open)) => {
            open.index += 1;
            open.at_name = open.is_object;
        }
        (":", Some(open)) => open.at_name = false,
        (_, Some(open)) if !open.is_object => open.names.push(raw.into()),
        (_, Some(open)) if open.at_name => {
            open.name = decode(raw).into_owned();
            open.names.push(open.name.clone());
        }
        _ => {}
    }
}

/// Where the outermost objects are, by their braces alone: what is in them need not be JSON.
pub(crate) fn objects(text: &str) -> Vec<Span> {
    let mut objects = Vec::new();
    let (mut depth, mut first) = (0_usize, 0);
    for (raw, Span { start, end }) in words(text) {
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

fn is_mark(raw: &str) -> bool {
    matches!(raw, "{" | "}" | "[" | "]" | ":" | ",")
}

/// The words and marks of a text. One in quotes ends with its line at the latest.
fn words(text: &str) -> impl Iterator<Item = (&str, Span)> {
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
