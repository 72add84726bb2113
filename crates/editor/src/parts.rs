//! Chunks of an open text, each checked separately.

use alloc::{borrow::ToOwned, string::String, vec::Vec};

use super::cursor::objects;
use renewal_rules::Layout;
use renewal_rules::ProductId;
use renewal_rules::catalogue::{each_product, lines_of};
use renewal_rules::internal::CatalogueRun;
use renewal_rules::internal::KeyedDiagnostic;
use renewal_rules::schema::{Field, FieldTree as _};
use renewal_rules_json::{Document, Nodes, is_space, parse};
use renewal_rules_json::{
    Location, Span, line_at, locations, locations_in_chunk, offsets, offsets_in_chunk, text_start,
};

/// A chunk of a text. Every chunk but the last ends with a separator between two products (a comma or a line break).
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) text: String,
    /// Whether it is the first chunk: only there U+FEFF is a byte order mark.
    pub(super) is_start: bool,
    /// The id of each product in the chunk, if it has one.
    pub(super) ids: Vec<Option<ProductId>>,
    /// Ranges of its products, as far as they can be separated.
    pub(super) products: Vec<Span>,
    /// Findings of each product as a record; `None` if the chunk is invalid JSON.
    pub(super) checked: Option<CatalogueRun<'static>>,
    /// Number of line breaks in the chunk, and number of columns after the last one.
    pub(super) extent: Point,
}

/// A number of lines and a number of columns in the line after them.
pub(super) type Point = (usize, usize);

impl Part {
    /// Returns whether the whole chunk is valid JSON.
    pub(super) fn is_read(&self) -> bool {
        let is_syntax = |found: &KeyedDiagnostic| found.diagnostic.code.rule().is_unreadable();
        let checked = self.checked.as_ref();
        checked.is_some_and(|checked| !checked.found().iter().any(is_syntax))
    }

    /// Converts spans of the chunk to locations, counted from the start of the chunk.
    pub(super) fn locations(&self, spans: &[Span]) -> Vec<Location> {
        let locate = if self.is_start { locations } else { locations_in_chunk };
        locate(self.text.as_bytes(), spans)
    }

    /// Returns the byte offset of a line and column; the inverse of [`locations`](Self::locations).
    pub(super) fn offset(&self, place: Point) -> usize {
        let offsets = if self.is_start { offsets } else { offsets_in_chunk };
        offsets(&self.text, &[place]).pop().unwrap_or_default()
    }

    /// Returns a line, counted from 1, without its line break and without a byte order mark.
    pub(super) fn line(&self, number: usize) -> &str {
        let start = if self.is_start { text_start(self.text.as_bytes()) } else { 0 };
        line_at(self.text.get(start..).unwrap_or_default(), number)
    }

    /// Returns the start of the next chunk if this one starts at the given position.
    pub(super) const fn after(&self, (line, column): Point) -> Point {
        match self.extent {
            (0, columns) => (line, column + columns),
            (lines, columns) => (line + lines, columns),
        }
    }
}

/// Minimum length of a chunk, in bytes. A chunk ends after the product that reaches this length.
const PART: usize = 1 << 15;

/// Splits a text into chunks. `is_first` and `is_last` tell whether the text includes the start and the end of the
/// whole text; `run` is an empty check.
pub(super) fn parts_of(
    text: &str,
    layout: Layout,
    run: &CatalogueRun<'static>,
    is_first: bool,
    is_last: bool,
) -> Vec<Part> {
    let mut new = run.clone();
    new.is_start = false;
    let mut run = run.clone();
    run.is_start = is_first;
    let mut making = Making { new, run, text, is_first, start: 0, products: Vec::new(), parts: Vec::new() };
    match layout {
        Layout::Array => making.array(is_first, is_last),
        Layout::Lines => making.lines(),
        Layout::Product => making.alone(),
    }
    making.parts
}

/// Builder that splits a text into chunks.
struct Making<'t> {
    text: &'t str,
    /// `true` if the text is the start of the whole text.
    is_first: bool,
    /// Start and contents of the chunk being built.
    start: usize,
    products: Vec<Span>,
    run: CatalogueRun<'static>,
    /// An empty check, cloned for each new chunk.
    new: CatalogueRun<'static>,
    parts: Vec<Part>,
}

impl Making<'_> {
    /// Adds the span of a product to the current chunk.
    fn product(&mut self, start: usize, end: usize) {
        self.products.push(Span { start: start - self.start, end: end - self.start });
    }

    /// Ends the current chunk at byte `end`.
    fn end(&mut self, end: usize, is_read: bool) {
        let text = self.text.get(self.start..end).unwrap_or_default();
        let run = core::mem::replace(&mut self.run, self.new.clone());
        let products = core::mem::take(&mut self.products);
        let mut ids: Vec<_> = run.ids().take(products.len()).collect();
        // Products that were split only by their braces were not checked, so `run` has no ids of them.
        let unchecked = products.iter().skip(ids.len()).map(|span| own_id(text.get(span.start..span.end)?));
        ids.extend(unchecked.collect::<Vec<_>>());
        let mut part = Part {
            text: text.to_owned(),
            is_start: self.is_first && self.parts.is_empty(),
            ids,
            products,
            checked: is_read.then_some(run),
            extent: (0, 0),
        };
        let extent = part.locations(&[Span { start: text.len(), end: text.len() }]).pop();
        part.extent = extent.map_or((0, 0), |end| (end.line - 1, end.column - 1));
        self.parts.push(part);
        self.start = end;
    }

    fn alone(&mut self) {
        let mut nodes = Nodes::new();
        let start = text_start(self.text.as_bytes());
        let product = self.text.get(start..).unwrap_or_default();
        let is_read = parse(product, Field::Root, &mut nodes).is_ok();
        self.product(start, self.text.len());
        if is_read {
            self.run.product(0, Ok(Document::new(product, &nodes)));
        }
        self.end(self.text.len(), is_read);
    }

    fn array(&mut self, is_first: bool, is_last: bool) {
        let open = if is_first { "" } else { "[" };
        let inner = self.text.strip_suffix(',').filter(|_| !is_last);
        let text = [open, inner.unwrap_or(self.text), if is_last { "" } else { "]" }].concat();
        let read = each_product(&text, Layout::Array, &mut |product, document| {
            let start = product.start - open.len();
            if start > self.start + PART && !self.products.is_empty() {
                // The byte before the product is the comma that ends the previous chunk.
                self.end(start, true);
            }
            self.product(start, start + product.text.len());
            self.run.product(0, Ok(document));
        });
        if read.is_none() {
            let from = self.start + self.products.last().map_or(0, |product| product.end);
            for object in objects(self.text.get(from..).unwrap_or_default()) {
                self.product(from + object.start, from + object.end);
            }
        }
        let is_all = is_first && is_last;
        let is_read = read.is_some() && (is_all || !self.products.is_empty());
        self.end(self.text.len(), is_read);
    }

    fn lines(&mut self) {
        loop {
            let rest = self.text.get(self.start..).unwrap_or_default();
            let long = rest.as_bytes().get(PART..).unwrap_or_default();
            let end = memchr::memchr(b'\n', long).map_or(rest.len(), |end| PART + end + 1);
            let part = rest.get(..end).unwrap_or_default();
            for line in lines_of(part.as_bytes(), self.run.is_start).filter(|line| !is_space(line.text)) {
                let start = self.start + line.start;
                self.product(start, start + line.text.len());
            }
            self.run.lines(part.as_bytes(), true);
            self.end(self.start + end, true);
            if self.start >= self.text.len() {
                break;
            }
        }
    }
}

/// Parses a single product and returns its id. Returns `None` if the product is not JSON or has no valid id.
fn own_id(product: &str) -> Option<ProductId> {
    let mut nodes = Nodes::new();
    parse(product, Field::Root, &mut nodes).ok()?;
    let document = Document::new(product, &nodes);
    document.product_id(document.last(0, Field::Id)?)
}
