//! Subject of a call of the studio, and its language.

use alloc::string::String;

use renewal_rules_preview::Sentences;

/// The index of a product and, on the next line, the sentences: plain text, as another JSON parser would cost the studio
/// 10 KB.
#[cfg(feature = "studio")]
pub(crate) struct About<'a> {
    pub(crate) index: usize,
    /// Sentences of another language as JSON; empty for English.
    words: &'a str,
}

#[cfg(feature = "studio")]
impl<'a> About<'a> {
    pub(crate) fn read(text: &'a str) -> Self {
        let (index, words) = text.split_once('\n').unwrap_or((text, ""));
        Self { index: index.parse().unwrap_or(usize::MAX), words }
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
