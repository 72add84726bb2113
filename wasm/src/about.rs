//! Reads the arguments that select a product and a language.

use alloc::string::{String, ToString as _};

use renewal_rules_preview::Sentences;

/// Extra argument of a studio call: the index of a product and, on the next line, the sentence templates as JSON. The
/// two are separated by a line break, because a JSON object would need a parser, which would add 10 KB to the studio.
#[cfg(feature = "studio")]
pub(crate) struct SummaryArguments<'a> {
    pub(crate) index: usize,
    /// Sentence templates in the language of the page, as JSON; empty for English.
    words: &'a str,
}

#[cfg(feature = "studio")]
impl<'a> SummaryArguments<'a> {
    pub(crate) fn read(text: &'a str) -> Self {
        let (index, words) = text.split_once('\n').unwrap_or((text, ""));
        Self { index: index.parse().unwrap_or(usize::MAX), words }
    }

    pub(crate) fn words(&self) -> Result<Sentences, String> {
        sentences(self.words)
    }
}

/// Parses the sentence templates of a language from JSON. Returns the English templates if the text is empty.
pub(crate) fn sentences(text: &str) -> Result<Sentences, String> {
    if text.is_empty() {
        return Ok(Sentences::english());
    }
    Sentences::from_json(text).map_err(|error| error.to_string())
}
