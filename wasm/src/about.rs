//! Subject of a call of the studio.

use alloc::string::String;

use renewal_rules_preview::Sentences;

/// A product of a setup and display settings, as lines of plain text: another JSON parser would cost the studio 10 KB.
pub(crate) struct About<'a> {
    pub(crate) index: usize,
    /// Date at which the picture draws its line.
    #[cfg_attr(not(feature = "tools"), expect(dead_code, reason = "only the tools draw it"))]
    pub(crate) today: &'a str,
    /// Sentences of another language as JSON; empty for English.
    words: &'a str,
}

impl<'a> About<'a> {
    pub(crate) fn read(text: &'a str) -> Self {
        let mut lines = text.splitn(3, '\n');
        let mut line = || lines.next().unwrap_or_default();
        Self { index: line().parse().unwrap_or(usize::MAX), today: line(), words: line() }
    }

    pub(crate) fn words(&self) -> Result<Sentences, String> {
        sentences(self.words)
    }
}

/// Reads the sentences of another language; English if the text is empty.
pub(crate) fn sentences(text: &str) -> Result<Sentences, String> {
    if text.is_empty() {
        return Ok(Sentences::english());
    }
    Sentences::from_json(text).map_err(|_| "these are not sentences".into())
}
