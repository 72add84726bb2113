//! The products of a text, one after the other.

use crate::schema::Field;
use renewal_rules_json::{Document, Nodes, is_space, parse_next, parse_rest};
use renewal_rules_json::{text_start, words};

words! {
    /// How products are laid out in a file.
    Layout {
        /// One product.
        Product = "product",
        /// An array of products.
        Array = "array",
        /// One product a line.
        Lines = "lines",
    }
}

/// A part of a text.
#[derive(Clone, Copy, Debug)]
pub struct Line<'t, T: ?Sized = str> {
    /// What is written in it.
    pub text: &'t T,
    /// The byte at which it starts.
    pub start: usize,
}

/// The lines of bytes, without what ends them. Where that is the start of them all, a byte order mark is none
/// of the first one.
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

/// The lines of a text that are not blank.
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    lines_of(text.as_bytes(), true).filter(|line| !is_space(line.text)).filter_map(|line| {
        let end = line.start + line.text.len();
        Some(Line { text: text.get(line.start..end)?, start: line.start })
    })
}

/// Reads the products of a text one by one, always into the same nodes. `None` where the text is not an
/// array of JSON values; lines that are not JSON are passed on as empty documents.
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
