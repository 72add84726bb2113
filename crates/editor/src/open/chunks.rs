//! Splits an open text into chunks, which are checked separately.

use alloc::{borrow::ToOwned, string::String, vec::Vec};

use crate::cursor::objects;
use renewal_rules::catalogue::ProductReader;
use renewal_rules::internal::{CatalogueRun, KeyedDiagnostic};
use renewal_rules::schema::FieldTree as _;
use renewal_rules::{Layout, ProductId};
use renewal_rules_json::{
    Location, Span, Tree, line_at, locations, locations_in_chunk, offsets, offsets_in_chunk, text_start,
};

/// A chunk of a text. Every chunk but the last ends with a separator between two products (a comma or a line break).
#[derive(Debug, Default)]
pub(super) struct Chunk {
    pub(super) text: String,
    /// `true` for the first chunk: only there U+FEFF is a byte order mark.
    pub(super) is_start: bool,
    /// The id of each product in the chunk, if it has one.
    pub(super) ids: Vec<Option<ProductId>>,
    /// Spans of the products in the chunk, as far as the products can be separated.
    pub(super) products: Vec<Span>,
    /// Result of checking the chunk's products. `None` if a chunk of an array, or a single product, is not valid JSON.
    pub(super) checked: Option<CatalogueRun>,
    /// Number of line breaks in the chunk, and number of columns after the last line break.
    pub(super) extent: Position,
}

/// A position or an extent: a number of line breaks, and a number of columns after the last line break.
pub(super) type Position = (usize, usize);

impl Chunk {
    /// Returns the result of checking the chunk, if the whole chunk is valid JSON.
    pub(super) fn valid(&self) -> Option<&CatalogueRun> {
        let is_syntax = |found: &KeyedDiagnostic| found.diagnostic.code.rule().is_unreadable();
        self.checked.as_ref().filter(|checked| !checked.found().iter().any(is_syntax))
    }

    /// Returns a reader of the products in a chunk of newline-delimited JSON, given the number of lines before the
    /// chunk.
    pub(super) fn lines(&self, lines_before: usize) -> ProductReader<'_> {
        let bytes = self.text.as_bytes();
        if self.is_start { ProductReader::of_lines(bytes) } else { ProductReader::of_chunk(bytes, lines_before) }
    }

    /// Converts spans of the chunk to locations, counted from the start of the chunk.
    pub(super) fn locations(&self, spans: &[Span]) -> Vec<Location> {
        let locate = if self.is_start { locations } else { locations_in_chunk };
        locate(self.text.as_bytes(), spans)
    }

    /// Returns the byte offset of a line and column; the inverse of [`locations`](Self::locations).
    pub(super) fn offset(&self, position: Position) -> usize {
        let offsets = if self.is_start { offsets } else { offsets_in_chunk };
        // `offsets` returns one offset per position, so `pop` always returns one here.
        offsets(&self.text, &[position]).pop().unwrap_or(self.text.len())
    }

    /// Returns a line, counted from 1, without its line break and without a byte order mark.
    pub(super) fn line(&self, number: usize) -> &str {
        let start = if self.is_start { text_start(self.text.as_bytes()) } else { 0 };
        self.text.get(start..).map_or("", |text| line_at(text, number))
    }

    /// Returns the text of a product, given its span.
    pub(super) fn product(&self, span: Span) -> &str {
        text_at(&self.text, span)
    }

    /// Returns the position after this chunk, given the position at which the chunk starts.
    pub(super) const fn end(&self, (line, column): Position) -> Position {
        match self.extent {
            (0, columns) => (line, column + columns),
            (lines, columns) => (line + lines, columns),
        }
    }
}

/// Returns a range of a text; empty if the range is not within the text. Spans of products always are.
fn text_at(text: &str, span: Span) -> &str {
    text.get(span.start..span.end).unwrap_or("")
}

/// Minimum length of a chunk, in bytes. A chunk ends after the product that reaches this length.
const CHUNK: usize = 1 << 15;

/// Splits a text into chunks. `is_first` and `is_last` tell whether the text includes the start and the end of the
/// whole text; `run` is a check to which no product was added yet, with the options to use.
pub(super) fn split(text: &str, layout: Layout, run: &CatalogueRun, is_first: bool, is_last: bool) -> Vec<Chunk> {
    let (new, run) = (run.clone(), run.clone());
    let mut builder = ChunkBuilder { new, run, text, is_first, start: 0, products: Vec::new(), chunks: Vec::new() };
    match layout {
        Layout::Array => builder.array(is_last),
        Layout::Lines => builder.lines(),
        Layout::Product => builder.single(),
    }
    builder.chunks
}

/// Splits a text into chunks and checks each.
struct ChunkBuilder<'t> {
    text: &'t str,
    /// `true` if the text is the start of the whole text.
    is_first: bool,
    /// Start of the current chunk.
    start: usize,
    /// Spans of the products of the current chunk.
    products: Vec<Span>,
    /// Check of the current chunk, to which its products are added.
    run: CatalogueRun,
    /// A check to which no product was added yet, cloned for each new chunk.
    new: CatalogueRun,
    chunks: Vec<Chunk>,
}

impl ChunkBuilder<'_> {
    /// Adds a product to the current chunk, given the product's byte offsets in `text`.
    fn add(&mut self, start: usize, end: usize) {
        self.products.push(Span { start: start - self.start, end: end - self.start });
    }

    /// Ends the current chunk at byte `end`.
    fn end(&mut self, end: usize, is_json: bool) {
        let text = text_at(self.text, Span { start: self.start, end });
        let run = core::mem::replace(&mut self.run, self.new.clone());
        let products = core::mem::take(&mut self.products);
        let mut ids: Vec<_> = run.ids().take(products.len()).collect();
        // Products found by counting braces were not checked, so `run` lacks their ids.
        let unchecked = products.iter().skip(ids.len()).map(|span| own_id(text_at(text, *span)));
        ids.extend(unchecked.collect::<Vec<_>>());
        let mut chunk = Chunk {
            text: text.to_owned(),
            is_start: self.is_first && self.chunks.is_empty(),
            ids,
            products,
            checked: is_json.then_some(run),
            extent: (0, 0),
        };
        let extent = chunk.locations(&[Span { start: text.len(), end: text.len() }]).pop();
        chunk.extent = extent.map_or((0, 0), |end| (end.line - 1, end.column - 1));
        self.chunks.push(chunk);
        self.start = end;
    }

    fn single(&mut self) {
        let mut products = ProductReader::new(self.text, Layout::Product);
        let mut is_json = false;
        while let Ok(Some(product)) = products.next_product() {
            is_json = product.document.is_ok();
            self.products.push(product.span);
            self.run.push(product.parsed());
        }
        self.end(self.text.len(), is_json);
    }

    fn array(&mut self, is_last: bool) {
        // Complete the brackets of an array that begins or ends outside of this text.
        let open = if self.is_first { "" } else { "[" };
        let inner = self.text.strip_suffix(',').filter(|_| !is_last);
        let text = [open, inner.unwrap_or(self.text), if is_last { "" } else { "]" }].concat();
        let mut products = ProductReader::new(&text, Layout::Array);
        while let Ok(Some(product)) = products.next_product() {
            let (start, end) = (product.span.start - open.len(), product.span.end - open.len());
            if start > self.start + CHUNK && !self.products.is_empty() {
                // A chunk ends with a comma, which is the byte before this product.
                self.end(start, true);
            }
            self.add(start, end);
            self.run.push(product.parsed());
        }
        // The loop ends at the end of the array or at an error. After an error, the reader returns the same error
        // again.
        let is_array = products.next_product().is_ok();
        if !is_array {
            let from = self.start + self.products.last().map_or(0, |product| product.end);
            for object in objects(text_at(self.text, Span { start: from, end: self.text.len() })) {
                self.add(from + object.start, from + object.end);
            }
        }
        // Only a whole array may be empty. Other chunks begin or end with a comma, which needs a product beside it.
        let is_whole = self.is_first && is_last;
        let is_json = is_array && (is_whole || !self.products.is_empty());
        self.end(self.text.len(), is_json);
    }

    fn lines(&mut self) {
        loop {
            let rest = text_at(self.text, Span { start: self.start, end: self.text.len() });
            let long = rest.as_bytes().get(CHUNK..).unwrap_or(&[]);
            let length = memchr::memchr(b'\n', long).map_or(rest.len(), |end| CHUNK + end + 1);
            let chunk = text_at(rest, Span { start: 0, end: length }).as_bytes();
            let is_start = self.is_first && self.chunks.is_empty();
            // The number of preceding lines is unknown here, so lines are counted from the start of the chunk. Messages
            // that contain a line number are created by a second check of the chunk, in `append_to`.
            let mut products =
                if is_start { ProductReader::of_lines(chunk) } else { ProductReader::of_chunk(chunk, 0) };
            // Reading lines never fails, because `read` only returns an error for an invalid array.
            self.products = self.run.read(&mut products).unwrap_or_else(|_| Vec::new());
            self.end(self.start + length, true);
            if self.start >= self.text.len() {
                break;
            }
        }
    }
}

/// Parses a single product and returns its id. Returns `None` if the product is not JSON or has no valid id.
fn own_id(product: &str) -> Option<ProductId> {
    let tree = Tree::parse(product).ok()?;
    let document = tree.document();
    document.product_id(document.member(0, "id")?)
}
