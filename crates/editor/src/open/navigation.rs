//! Finds products, ids, pointers and the cursor in an open text.

use alloc::{borrow::ToOwned, vec::Vec};

use super::OpenText;
use crate::cursor::{Cursor, ids};
use renewal_rules::schema::{Field, FieldTree as _};
use renewal_rules::{Layout, ProductId, split_index};
use renewal_rules_json::{Document, Location, Nodes, Span, Tree, number_text, parse, text_start};

impl OpenText {
    /// Returns the location of each product, without surrounding white space.
    pub fn product_locations(&self) -> Vec<Location> {
        let mut products = Vec::new();
        for (chunk, start) in self.each_chunk() {
            let spans = chunk.products.iter().map(|span| {
                let text = chunk.product(*span);
                let space = text.len() - text.trim_ascii_start().len();
                Span { start: space, end: text.trim_ascii_end().len().max(space) }.shifted(span.start)
            });
            let locations = chunk.locations(&spans.collect::<Vec<_>>());
            products.extend(locations.into_iter().map(|location| location.shifted(start)));
        }
        products
    }

    /// Returns the locations at which a product id occurs, each with `true` if it is the own id of a product, or
    /// `false` if it is a chain element.
    pub fn uses(&self, id: ProductId) -> Vec<(bool, Location)> {
        let digits = number_text(id.get());
        let mut uses = Vec::new();
        for (chunk, start) in self.each_chunk() {
            let (mut owns, mut spans) = (Vec::new(), Vec::new());
            for product in &chunk.products {
                let text = chunk.product(*product);
                // Search for the digits of the id first: this is faster than parsing, and most products do not refer to
                // the id.
                let has_digits = memchr::memmem::find(text.as_bytes(), digits.as_bytes()).is_some();
                if has_digits || has_exponent(text.as_bytes()) {
                    for (is_own, span) in uses_in(text, id) {
                        owns.push(is_own);
                        spans.push(span.shifted(product.start));
                    }
                }
            }
            let locations = chunk.locations(&spans).into_iter().map(|location| location.shifted(start));
            uses.extend(owns.into_iter().zip(locations));
        }
        uses
    }

    /// Returns the location of the value at a pointer, or of its nearest existing ancestor.
    pub fn location(&self, pointer: &str) -> Option<Location> {
        let (index, within) = self.split_pointer(pointer)?;
        let (number, chunk, product) = self.product_at(index)?;
        let tree = Tree::parse(chunk.product(product)).ok()?;
        self.location_in(number, tree.document().nearest_span(within).shifted(product.start))
    }

    /// Returns the cursor at a line and a column, both from 1.
    pub fn cursor(&self, line: usize, column: usize) -> Cursor {
        let (number, at) = self.chunk_at((line, column));
        let before: usize = self.chunks.iter().take(number).map(|chunk| chunk.products.len()).sum();
        let Some(chunk) = self.chunks.get(number) else { return Cursor::default() };
        let (from, open) = match self.contents.layout {
            Layout::Lines => (chunk.text.get(..at).and_then(|text| text.rfind('\n')).map_or(0, |start| start + 1), ""),
            Layout::Array if number > 0 => (0, "["),
            _ => (0, ""),
        };
        // Skip the byte order mark: it is not part of the first value.
        let from = if chunk.is_start { from.max(text_start(chunk.text.as_bytes())) } else { from };
        let Some(text) = chunk.text.get(from..) else { return Cursor::default() };
        let mut cursor = Cursor::find(&[open, text].concat(), at.saturating_sub(from) + open.len());
        let start = |at: usize| (at + from).saturating_sub(open.len());
        let span = Span { start: start(cursor.span.start), end: start(cursor.span.end) };
        cursor.location = self.location_in(number, span);
        match self.contents.layout {
            Layout::Product => {}
            Layout::Lines => {
                cursor.product = before + chunk.products.iter().filter(|product| product.start < from).count();
            }
            Layout::Array => {
                // The cursor may be outside of all products, with an empty pointer.
                let (index, within) = split_index(&cursor.pointer).unwrap_or((0, ""));
                cursor.product = before + index;
                cursor.pointer = within.to_owned();
            }
        }
        cursor
    }
}

/// Returns whether a text may contain a number such as `1.02e2`, whose digits are not those of its value.
fn has_exponent(text: &[u8]) -> bool {
    memchr::memchr2_iter(b'e', b'E', text).any(|at| {
        let before = at.checked_sub(1).and_then(|at| text.get(at));
        before.is_some_and(u8::is_ascii_digit)
    })
}

/// Returns the spans at which a product id occurs in a product, each with `true` if it is the own id of the product, or
/// `false` if it is a chain element.
fn uses_in(product: &str, id: ProductId) -> Vec<(bool, Span)> {
    let mut nodes = Nodes::new();
    if parse(product, Field::Root, &mut nodes).is_err() {
        return ids(product).filter(|(_, one, _)| *one == id).map(|(is_own, _, span)| (is_own, span)).collect();
    }
    let document = Document::new(product, &nodes);
    let settings = document.last(0, Field::Settings);
    let chain = settings.and_then(|settings| document.last(settings, Field::Chain));
    let chain = chain.into_iter().flat_map(|chain| document.children(chain));
    let own = document.last(0, Field::Id).into_iter();
    let ids = own.map(|own| (true, own)).chain(chain.map(|id| (false, id)));
    let uses = ids.filter(|(_, node)| document.product_id(*node) == Some(id));
    uses.filter_map(|(is_own, node)| Some((is_own, document.span(node)?))).collect()
}
