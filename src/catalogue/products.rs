//! Iteration over the products of a text.

use crate::schema::Field;
use renewal_rules_json::{Document, Nodes, is_space, parse_next, parse_rest};
use renewal_rules_json::{keywords, text_start};

keywords! {
    /// Layout of products in a file.
    Layout {
        /// A single product.
        Product = "product",
        /// An array of products.
        Array = "array",
        /// One product per line (newline-delimited JSON).
        Lines = "lines",
    }
}

/// A slice of a text with its offset.
#[derive(Clone, Copy, Debug)]
pub struct Line<'t, T: ?Sized = str> {
    /// What is written in it.
    pub text: &'t T,
    /// Byte offset of the start.
    pub start: usize,
}

/// Splits bytes into lines without their line breaks (LF or CRLF). If `is_start`, the bytes are the start of the whole
/// text and a byte order mark is skipped.
pub fn lines_of(bytes: &[u8], is_start: bool) -> impl Iterator<Item = Line<'_, [u8]>> {
    let ends = memchr::memchr_iter(b'\n', bytes).chain([bytes.len()]);
    let mut start = if is_start { text_start(bytes) } else { 0 };
    ends.map(move |end| {
        let text = bytes.get(start..end).unwrap_or_default();
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let line = Line { text, start };
        start = end + 1;
        line
    })
}

/// Iterates over the non-blank lines of a text.
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    lines_of(text.as_bytes(), true).filter(|line| !is_space(line.text)).filter_map(|line| {
        let end = line.start + line.text.len();
        Some(Line { text: text.get(line.start..end)?, start: line.start })
    })
}

/// Reads the products of a text one by one, reusing one node buffer. Returns `None` if the text should be an array and
/// is not valid JSON. Lines that are not JSON are passed on as empty documents.
pub fn each_product<'t>(text: &'t str, layout: Layout, product: &mut dyn FnMut(Line<'t>, Document<'_>)) -> Option<()> {
    let mut nodes = Nodes::new();
    if layout == Layout::Lines {
        for line in lines(text) {
            let document = match parse_rest(line.text, 0, Field::Root, &mut nodes) {
                Ok(()) => Document::new(line.text, &nodes),
                Err(_) => Document::default(),
            };
            product(line, document);
        }
        return Some(());
    }
    let trimmed = |rest: &'t str| rest.trim_start_matches([' ', '\t', '\n', '\r']);
    let mut rest = trimmed(text.get(text_start(text.as_bytes())..)?).strip_prefix('[')?;
    if let Some(after) = trimmed(rest).strip_prefix(']') {
        return is_space(after.as_bytes()).then_some(());
    }
    loop {
        let start = text.len() - rest.len();
        let end = parse_next(rest, 0, Field::Root, &mut nodes).ok()?;
        let (read, after) = rest.split_at_checked(end)?;
        product(Line { text: read, start }, Document::new(rest, &nodes));
        let after = trimmed(after);
        match after.strip_prefix(',') {
            Some(more) => rest = more,
            None => return is_space(after.strip_prefix(']')?.as_bytes()).then_some(()),
        }
    }
}
