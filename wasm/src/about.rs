//! What a call of the site is about.

use alloc::string::String;

use renewal_rules_preview::Words;

/// A product of a set-up, and how it is shown: lines of plain text, as to read JSON once more would
/// cost the site 10 KB.
pub(crate) struct About<'a> {
    pub(crate) index: usize,
    /// The day at which the picture has its line.
    #[cfg_attr(not(feature = "tools"), expect(dead_code, reason = "only the tools draw it"))]
    pub(crate) today: &'a str,
    /// The sentences of another language, as JSON; empty for English.
    words: &'a str,
}

impl<'a> About<'a> {
    pub(crate) fn read(text: &'a str) -> Self {
        let mut lines = text.splitn(3, '\n');
        let mut line = || lines.next().unwrap_or_default();
        Self { index: line().parse().unwrap_or(usize::MAX), today: line(), words: line() }
    }

    pub(crate) fn words(&self) -> Result<Words, String> {
        sentences(self.words)
    }
}

/// The sentences of another language; English where there is no text.
pub(crate) fn sentences(text: &str) -> Result<Words, String> {
    if text.is_empty() {
        return Ok(Words::english());
    }
    Words::from_json(text).map_err(|_| "these are not sentences".into())
}
