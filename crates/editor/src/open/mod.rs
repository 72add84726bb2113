//! Texts that are open in an editor.

mod chunks;
mod diagnostics;
mod fixes;
mod navigation;

use alloc::{borrow::ToOwned, string::String, vec::Vec};

use chunks::{Chunk, Position};
pub use fixes::TextEdit;
use renewal_rules::internal::CatalogueRun;
use renewal_rules::schema::Field;
use renewal_rules::{CatalogueReport, Contents, Layout, NotJson, Options, ProductId, contents, split_index};
use renewal_rules_json::{Location, Nodes, Span, parse};

/// A text of products that is open in an editor. After an edit, only the changed chunks are checked again.
///
/// The text is stored in chunks, each with its own diagnostics, so an edit costs the time to check its chunk plus a
/// little for each product. The diagnostics are those of [`check`](renewal_rules::check) for a single product, and of
/// [`check_catalogue`](renewal_rules::check_catalogue) or
/// [`check_catalogue_lines`](renewal_rules::check_catalogue_lines) for several.
///
/// ```
/// use renewal_rules::{Location, Options, check_catalogue};
/// use renewal_rules_editor::OpenText;
///
/// let mut open = OpenText::new(r#"[{"licence_term":"P1M"}]"#, false, &Options::default());
/// assert!(open.diagnostics().is_empty());
/// // The selected text is replaced.
/// open.edit(Location { line: 1, column: 19, end_line: 1, end_column: 22 }, "p7d");
/// assert_eq!(open.text(), r#"[{"licence_term":"p7d"}]"#);
/// let report = check_catalogue(open.text().as_str(), &Options::default());
/// assert_eq!(open.diagnostics(), report.diagnostics);
/// ```
#[derive(Debug)]
pub struct OpenText {
    options: Options,
    /// Name of the file, shown in messages of other texts; empty if not set.
    name: String,
    /// `true` if the file's name implies newline-delimited JSON.
    is_lines: bool,
    contents: Contents,
    chunks: Vec<Chunk>,
    /// Report of the syntax error, if the text is an array that is not valid JSON.
    syntax_error: Option<CatalogueReport>,
}

impl OpenText {
    /// Opens a text. Set `is_lines` if the file's name implies one product per line.
    pub fn new(text: &str, is_lines: bool, options: &Options) -> Self {
        let mut open = Self {
            options: options.clone(),
            name: String::new(),
            is_lines,
            contents: contents(text.as_bytes(), is_lines),
            chunks: Vec::new(),
            syntax_error: None,
        };
        open.chunks = chunks::split(text, open.contents.layout, &open.run(), true, true);
        open.find_syntax_error();
        open
    }

    /// Sets the name of the file, by which messages in other texts of a [catalogue](Self::catalogue) refer to this
    /// text.
    #[must_use]
    pub fn with_name(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// Returns whether the text is a single product, an array of products or one product per line, and whether it
    /// contains products.
    pub const fn contents(&self) -> Contents {
        self.contents
    }

    /// Returns the whole text.
    pub fn text(&self) -> String {
        self.chunks.iter().map(|chunk| chunk.text.as_str()).collect()
    }

    /// Returns a line, counted from 1, without its line break and without a byte order mark.
    pub fn line(&self, number: usize) -> String {
        let lines = self.each_chunk().filter_map(|(chunk, start)| {
            let is_in = start.0 < number && number <= chunk.end(start).0 + 1;
            is_in.then(|| chunk.line(number - start.0))
        });
        lines.collect()
    }

    /// Iterates over the products in order, each exactly as written, as far as the text can be split into products.
    pub fn products(&self) -> impl Iterator<Item = &str> {
        self.chunks.iter().flat_map(|chunk| chunk.products.iter().map(|span| chunk.product(*span)))
    }

    /// Iterates over the ids of the [products](Self::products), with `None` for a product without an id.
    pub fn ids(&self) -> impl Iterator<Item = Option<ProductId>> {
        self.chunks.iter().flat_map(|chunk| chunk.ids.iter().copied())
    }

    /// Replaces a range. Positions past the end of a line or of the text are clamped.
    pub fn edit(&mut self, range: Location, new: &str) {
        let (first, start) = self.chunk_at((range.line, range.column));
        let (last, end) = self.chunk_at((range.end_line, range.end_column));
        if (last, end) < (first, start) {
            return;
        }
        let replaced: Vec<Chunk> = self.chunks.drain(first..=last).collect();
        let before = replaced.first().and_then(|chunk| chunk.text.get(..start));
        let after = replaced.last().and_then(|chunk| chunk.text.get(end..));
        // Invariants: there is at least one chunk, and offsets are on character boundaries.
        let mut text = [before.unwrap_or(""), new, after.unwrap_or("")].concat();
        // A chunk that no longer ends at a boundary is merged with the next one.
        let end = match self.contents.layout {
            Layout::Product => "",
            Layout::Array => ",",
            Layout::Lines => "\n",
        };
        while first < self.chunks.len() && !text.ends_with(end) {
            text += &self.chunks.remove(first).text;
        }
        let (is_first, is_last) = (first == 0, first == self.chunks.len());
        self.chunks.splice(first..first, chunks::split(&text, self.contents.layout, &self.run(), is_first, is_last));
        if !self.update_contents() || !self.find_syntax_error() {
            *self = Self::new(&self.text(), self.is_lines, &self.options).with_name(&self.name);
        }
    }

    /// Detects again if the text contains products, and in which layout (product, array or lines). Returns `true` if the
    /// layout is unchanged. Reads only the first chunk if that suffices.
    fn update_contents(&mut self) -> bool {
        let start = self.chunks.first().map_or("", |chunk| chunk.text.as_str());
        let mut now = contents(start.as_bytes(), self.is_lines);
        if self.chunks.len() > 1 && (self.is_lines || !now.has_products) {
            now = contents(self.text().as_bytes(), self.is_lines);
        }
        let before = core::mem::replace(&mut self.contents, now);
        before.layout == now.layout
    }

    /// Sets `syntax_error` if the text is an array that is not valid JSON. Only parses the text from the first invalid
    /// chunk on. Returns `false` if that text is valid, so that its chunks are out of date and must be built again.
    fn find_syntax_error(&mut self) -> bool {
        self.syntax_error = None;
        if self.contents.layout != Layout::Array {
            return true;
        }
        let invalid = self.each_chunk().enumerate().find(|(_, (chunk, _))| chunk.checked.is_none());
        let Some((first, (_, (line, column)))) = invalid else { return true };
        let open = if first == 0 { "" } else { "[" };
        let text: String = [open].into_iter().chain(self.chunks.iter().skip(first).map(|chunk| &*chunk.text)).collect();
        let Err(error) = parse(&text, Field::Unnamed, &mut Nodes::new()) else { return false };
        let mut not_json = NotJson::of(text.as_bytes(), error, true);
        not_json.location = not_json.location.map(|location| location.shifted((line, column.wrapping_sub(open.len()))));
        self.syntax_error = Some(CatalogueRun::new(&self.options).not_json(&not_json));
        true
    }

    /// Iterates over the chunks, each with the position (lines and columns) at which it starts.
    fn each_chunk(&self) -> impl Iterator<Item = (&Chunk, Position)> {
        let starts = self.chunks.iter().scan((0, 0), |end, chunk| Some(core::mem::replace(end, chunk.end(*end))));
        self.chunks.iter().zip(starts)
    }

    /// Returns the location of a range within a chunk.
    fn location_in(&self, chunk: usize, span: Span) -> Option<Location> {
        let (chunk, start) = self.each_chunk().nth(chunk)?;
        Some(chunk.locations(&[span]).pop()?.shifted(start))
    }

    /// Returns the index of the chunk that contains a line and column, and the byte offset within that chunk.
    fn chunk_at(&self, (line, column): Position) -> (usize, usize) {
        let is_before = |(_, (_, start)): &(usize, (&Chunk, Position))| (start.0 + 1, start.1 + 1) <= (line, column);
        let Some((found, (chunk, before))) = self.each_chunk().enumerate().take_while(is_before).last() else {
            return (0, 0);
        };
        let line = line.saturating_sub(before.0);
        let columns = if line == 1 { before.1 } else { 0 };
        (found, chunk.offset((line, column.saturating_sub(columns))))
    }

    /// Finds the product at an index: the index of its chunk, the chunk, and the span of the product within the chunk.
    fn product_at(&self, mut index: usize) -> Option<(usize, &Chunk, Span)> {
        for (number, chunk) in self.chunks.iter().enumerate() {
            match chunk.products.get(index) {
                Some(span) => return Some((number, chunk, *span)),
                None => index -= chunk.products.len(),
            }
        }
        None
    }

    /// Splits a pointer into the index of the product and the pointer within the product.
    fn split_pointer<'p>(&self, pointer: &'p str) -> Option<(usize, &'p str)> {
        match self.contents.layout {
            Layout::Product => Some((0, pointer)),
            _ => split_index(pointer),
        }
    }

    /// Returns a pointer into the product at an index; `within` is the pointer within the product.
    pub fn pointer(&self, index: usize, within: &str) -> String {
        match self.contents.layout {
            Layout::Product => within.to_owned(),
            _ => format!("/{index}{within}"),
        }
    }

    /// Creates an empty check for a chunk, with no limit on the number of diagnostics.
    fn run(&self) -> CatalogueRun {
        let mut options = self.options.clone();
        options.max_diagnostics = None;
        CatalogueRun::new(&options)
    }
}
