//! What is at a place of a text that is being typed, and so may not be JSON yet.

use alloc::{string::String, vec::Vec};

use super::{path::push_index, strings::decode};
use crate::text::{Location, Span, push_token};

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
        let mut found: Option<(Self, usize)> = None;
        let mut next = 0;
        while let Some(word) = word(text, next) {
            let first = text.as_bytes().get(word.start).copied().unwrap_or_default();
            let raw = text.get(word.start..word.end).unwrap_or_default();
            next = word.end;
            let is_mark = b"{}[]:,".contains(&first);
            let is_here = if is_mark { word.start >= at } else { word.end >= at };
            if found.is_none() && is_here {
                let span = Span { start: at, end: at };
                let is_within = !is_mark && word.start <= at;
                let (span, raw) = if is_within { (word, raw) } else { (span, "") };
                found = Some((Self::of(&stack, raw, span), stack.len()));
            }
            if let Some((cursor, depth)) = &mut found {
                // Of what follows only the rest of the object is of interest.
                if stack.len() == *depth && first == b':' && cursor.span.end <= word.start {
                    let between = text.get(cursor.span.end..word.start);
                    let is_next = between.is_some_and(|text| text.trim_ascii().is_empty());
                    cursor.has_value |= cursor.is_name && is_next;
                }
            }
            match first {
                b'{' | b'[' => stack.push(Open { is_object: first == b'{', at_name: first == b'{', ..Open::default() }),
                // Here ends what the place is in: its names are whole.
                b'}' | b']' if found.as_ref().is_some_and(|(_, depth)| stack.len() == *depth) => break,
                b'}' | b']' => {
                    stack.pop();
                }
                _ => {
                    if let Some(open) = stack.last_mut() {
                        open.read(first, raw);
                    }
                }
            }
        }
        let at_end = || (Self::of(&stack, "", Span { start: at, end: at }), stack.len());
        let (mut cursor, depth) = found.unwrap_or_else(at_end);
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

impl Open {
    fn read(&mut self, first: u8, raw: &str) {
        match first {
            b',' => {
                self.index += 1;
                self.at_name = self.is_object;
            }
            b':' => self.at_name = false,
            _ if !self.is_object => self.names.push(raw.into()),
            _ if self.at_name => {
                self.name = decode(raw).into_owned();
                self.names.push(self.name.clone());
            }
            _ => {}
        }
    }
}

/// Where the outermost objects are, by their braces alone: what is in them need not be JSON.
pub(crate) fn objects(text: &str) -> Vec<Span> {
    let mut objects = Vec::new();
    let (mut depth, mut start, mut next) = (0_usize, 0, 0);
    while let Some(word) = word(text, next) {
        next = word.end;
        match text.as_bytes().get(word.start) {
            Some(b'{') => {
                start = if depth == 0 { word.start } else { start };
                depth += 1;
            }
            Some(b'}') => {
                if depth == 1 {
                    objects.push(Span { start, end: word.end });
                }
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
    }
    objects
}

/// The next word or mark from a byte on. A text in quotes ends with its line at the latest.
fn word(text: &str, from: usize) -> Option<Span> {
    let bytes = text.as_bytes();
    let rest = bytes.get(from..)?;
    let start = from + rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let rest = bytes.get(start + 1..)?;
    let length = match bytes.get(start)? {
        b'"' => {
            let mut is_escaped = false;
            let end = rest.iter().position(|byte| {
                let is_end = matches!(byte, b'\n' | b'\r') || (*byte == b'"' && !is_escaped);
                is_escaped = *byte == b'\\' && !is_escaped;
                is_end
            });
            let end = end.unwrap_or(rest.len());
            end + usize::from(rest.get(end) == Some(&b'"'))
        }
        b'{' | b'}' | b'[' | b']' | b':' | b',' => 0,
        _ => {
            let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"{}[]:,\"".contains(byte);
            rest.iter().position(is_end).unwrap_or(rest.len())
        }
    };
    Some(Span { start, end: start + 1 + length })
}
