//! Spans of bytes.

/// Span of bytes in a text; the end is exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl Span {
    /// Converts a span in a part of a text to a span in the whole text; the part begins at byte `offset`.
    #[must_use]
    pub const fn shifted(self, offset: usize) -> Self {
        Self { start: self.start + offset, end: self.end + offset }
    }

    /// Returns the text in the span; empty if the span belongs to another text and does not fit this one.
    ///
    /// ```
    /// use renewal_rules_json::Span;
    ///
    /// assert_eq!(Span { start: 1, end: 3 }.slice("[10]"), "10");
    /// assert_eq!(Span { start: 1, end: 9 }.slice("[10]"), "");
    /// ```
    pub fn slice(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }
}

/// Returns the offset at which the text begins: after the byte order mark, if any (RFC 8259, section 8.1).
pub const fn text_start(text: &[u8]) -> usize {
    if let [0xef, 0xbb, 0xbf, ..] = text { 3 } else { 0 }
}

/// Returns the span of a text without its byte order mark and the JSON whitespace around it; empty, at the start of
/// the text, if there is nothing else.
pub fn content_span(text: &[u8]) -> Span {
    let from = text_start(text);
    let is_content = |byte: &u8| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    let Some(start) = text.iter().skip(from).position(is_content) else { return Span { start: from, end: from } };
    let end = text.iter().rposition(is_content).map_or(text.len(), |last| last + 1);
    Span { start: from + start, end }
}
