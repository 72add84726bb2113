//! Iteration over the products of a text.

use simdutf8::compat::from_utf8;

use crate::product::NotJson;
use crate::schema::Field;
use renewal_rules_json::{
    Document, Nodes, Reason, Span, SyntaxError, is_space, keywords, parse_next, parse_rest, text_start,
};

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

/// Iterates over the lines of a text: yields the span of each line and the line, without its line break (LF or CRLF).
#[derive(Clone, Debug)]
pub(crate) struct Lines<'t> {
    bytes: &'t [u8],
    /// Start of the next line; `None` after the last line.
    start: Option<usize>,
}

impl<'t> Lines<'t> {
    /// Iterates over the lines of a whole text, whose byte order mark is skipped.
    pub(crate) const fn of_text(bytes: &'t [u8]) -> Self {
        Self { bytes, start: Some(text_start(bytes)) }
    }

    /// Iterates over the lines of a later chunk of a text: U+FEFF at its start is a character, not a byte order mark.
    pub(crate) const fn of_chunk(bytes: &'t [u8]) -> Self {
        Self { bytes, start: Some(0) }
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = (Span, &'t [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.start.take()?;
        let rest = self.bytes.get(start..)?;
        let (line, next) = match memchr::memchr(b'\n', rest) {
            Some(length) => (rest.get(..length)?, Some(start + length + 1)),
            None => (rest, None),
        };
        self.start = next;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        Some((Span { start, end: start + line.len() }, line))
    }
}

/// Reads the products of a text one by one: the elements of an array, one product per line, or a single product. Blank
/// lines are skipped.
///
/// All products share one node buffer, so a product must be dropped before the next one is read.
///
/// ```
/// use renewal_rules::{Layout, catalogue::ProductReader};
///
/// let text = r#"[{"id":101}, {"id":102}]"#;
/// let mut products = ProductReader::new(text, Layout::Array);
/// let mut spans = Vec::new();
/// while let Some(product) = products.next_product()? {
///     spans.push((product.span.start, product.span.end));
/// }
/// assert_eq!(spans, [(1, 11), (12, 23)]);
/// # Ok::<(), renewal_rules::catalogue::NotAnArray>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProductReader<'t> {
    rest: Rest<'t>,
    /// Number of lines before `rest`, counted from the start of the whole text.
    lines_before: usize,
    nodes: Nodes,
}

/// Part of the text that a [`ProductReader`] has not read yet.
#[derive(Clone, Debug)]
enum Rest<'t> {
    /// The rest of an array: the next element starts at byte `start`.
    Elements {
        text: &'t str,
        start: usize,
    },
    Lines(Lines<'t>),
    Product(&'t str),
    /// Nothing: the text has been read to its end.
    End,
    /// No product can be read any more: the text should be an array and is not.
    Invalid,
}

/// Error of a text that should be an array of products and is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a JSON array")]
pub struct NotAnArray;

/// A product of a text.
#[derive(Debug)]
pub struct ProductText<'p> {
    /// Span of the product in the text. The span of an array element begins after the preceding comma or bracket.
    pub span: Span,
    /// The parsed product, with offsets from the start of its span, or the reason why it is not JSON.
    pub document: Result<Document<'p>, NotJson<'p>>,
}

impl<'p> ProductText<'p> {
    /// Returns a copy of the parsed document.
    ///
    /// # Errors
    ///
    /// Returns the reason why the product is not JSON.
    pub fn parsed(&self) -> Result<Document<'p>, &NotJson<'p>> {
        self.document.as_ref().copied()
    }
}

impl<'t> ProductReader<'t> {
    /// Creates a reader for a text with this layout.
    pub fn new(text: &'t str, layout: Layout) -> Self {
        match layout {
            Layout::Product => Self::of_rest(Rest::Product(text)),
            Layout::Array => Self::of_rest(elements(text)),
            Layout::Lines => Self::of_lines(text.as_bytes()),
        }
    }

    /// Creates a reader for newline-delimited JSON. A line that is not UTF-8 is read as a product that is not JSON.
    pub const fn of_lines(bytes: &'t [u8]) -> Self {
        Self::of_rest(Rest::Lines(Lines::of_text(bytes)))
    }

    /// Creates a reader for a chunk of newline-delimited JSON that follows `lines_before` lines, so that errors have
    /// the line numbers of the whole text. A chunk consists of whole lines.
    pub const fn of_chunk(bytes: &'t [u8], lines_before: usize) -> Self {
        Self { rest: Rest::Lines(Lines::of_chunk(bytes)), lines_before, nodes: Nodes::new() }
    }

    const fn of_rest(rest: Rest<'t>) -> Self {
        Self { rest, lines_before: 0, nodes: Nodes::new() }
    }

    /// Returns the next product, or `None` at the end of the text.
    ///
    /// # Errors
    ///
    /// Returns an error if the layout is `Array` and the text turns out not to be an array; discard the products read
    /// so far. A line or a single product that is not JSON is no error here: [`ProductText::document`] has the reason.
    pub fn next_product(&mut self) -> Result<Option<ProductText<'_>>, NotAnArray> {
        match core::mem::replace(&mut self.rest, Rest::Invalid) {
            Rest::Elements { text, start } => self.next_element(text, start).map(Some),
            Rest::Lines(mut lines) => {
                let mut lines_before = self.lines_before;
                let line = lines.find(|(_, line)| {
                    lines_before = self.lines_before;
                    // Count a lone carriage return, too, because editors show it as a line break.
                    self.lines_before += 1 + memchr::memchr_iter(b'\r', line).count();
                    !is_space(line)
                });
                self.rest = Rest::Lines(lines);
                Ok(line.map(|(span, line)| Self::parse(span, line, lines_before, &mut self.nodes)))
            }
            Rest::Product(text) => {
                self.rest = Rest::End;
                let (bytes, end) = (text.as_bytes(), text.len());
                let start = text_start(bytes);
                let product = bytes.get(start..);
                Ok(product.map(|product| Self::parse(Span { start, end }, product, 0, &mut self.nodes)))
            }
            Rest::End => {
                self.rest = Rest::End;
                Ok(None)
            }
            Rest::Invalid => Err(NotAnArray),
        }
    }

    /// Returns the number of lines that were read, for the [next chunk](Self::of_chunk) of the text.
    pub const fn lines_read(&self) -> usize {
        self.lines_before
    }

    fn next_element(&mut self, text: &'t str, start: usize) -> Result<ProductText<'_>, NotAnArray> {
        let from_start = text.get(start..).ok_or(NotAnArray)?;
        let length = parse_next(from_start, 0, Field::Root, &mut self.nodes).map_err(|_| NotAnArray)?;
        let end = start + length;
        self.rest = match next_token(text, end) {
            Some((b',', start)) => Rest::Elements { text, start },
            Some((b']', after)) => end_of(text, after),
            _ => Rest::Invalid,
        };
        Ok(ProductText { span: Span { start, end }, document: Ok(Document::new(from_start, &self.nodes)) })
    }

    /// Parses a line, or a text with a single product. `lines_before` lines precede `bytes` in the whole text.
    fn parse<'p>(span: Span, bytes: &'p [u8], lines_before: usize, nodes: &'p mut Nodes) -> ProductText<'p> {
        let text = from_utf8(bytes).map_err(|error| SyntaxError::at(error.valid_up_to(), Reason::NotUtf8));
        let parsed = text.and_then(|text| parse_rest(text, 0, Field::Root, nodes).map(|()| text));
        let document = match parsed {
            Ok(text) => Ok(Document::new(text, nodes)),
            Err(error) => {
                let mut not_json = NotJson::of_line(bytes, error);
                not_json.location = not_json.location.map(|location| location.shifted((lines_before, 0)));
                Err(not_json)
            }
        };
        ProductText { span, document }
    }
}

/// Returns the initial [`Rest`] of an array text, from which its elements are read.
fn elements(text: &str) -> Rest<'_> {
    let Some((b'[', start)) = next_token(text, text_start(text.as_bytes())) else { return Rest::Invalid };
    match next_token(text, start) {
        Some((b']', after)) => end_of(text, after),
        _ => Rest::Elements { text, start },
    }
}

/// Returns the first byte from `at` on that is not white space, and the offset after it.
fn next_token(text: &str, at: usize) -> Option<(u8, usize)> {
    let mut bytes = text.bytes().enumerate().skip(at);
    let (index, byte) = bytes.find(|(_, byte)| !is_space(&[*byte]))?;
    Some((byte, index + 1))
}

/// Returns `Rest::End` if only white space follows the array, otherwise `Rest::Invalid`.
fn end_of(text: &str, at: usize) -> Rest<'_> {
    let is_end = text.as_bytes().get(at..).is_some_and(is_space);
    if is_end { Rest::End } else { Rest::Invalid }
}
