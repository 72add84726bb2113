//! Translatable sentence templates of summaries, pictures, timelines and comparisons.

use alloc::string::{String, ToString as _};
use alloc::{borrow::Cow, vec::Vec};

use crate::timeline::{NO_KIND, Note, Stop, StopReason};
use renewal_rules::OptionsError;
use renewal_rules::internal::options;
use renewal_rules::messages::{Param, fill, fill_texts, placeholders, sentences_in};
use renewal_rules::{Configuration, LicenceTerm, ProductId};
use renewal_rules::{Rejection, Undecided};
use renewal_rules_json::Tree;

/// Sentence templates in one language, for [`answer`](super::answer), pictures, the notes and ends of timelines,
/// [comparisons](crate::compare::Comparison::to_text_in) and errors of options.
///
/// ```
/// use renewal_rules_preview::{WORDS_RUSSIAN, Words};
///
/// let words = Words::from_json(WORDS_RUSSIAN)?;
/// assert_eq!(words.text("kind-none"), "Продления нет");
/// assert_eq!(Words::english().text("kind-none"), "No renewal");
/// # Ok::<(), renewal_rules_preview::WordsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words(Vec<(&'static str, Cow<'static, str>)>);

/// Russian sentence templates, for [`Words::from_json`].
pub static WORDS_RUSSIAN: &str = include_str!("words.ru.json");

/// Reasons why a table of sentences is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WordsError {
    /// The input is not a JSON object.
    #[error("the sentences must be an object of texts by their names")]
    NotATable,
    /// A sentence is missing or unknown, or its placeholders differ from the English ones. Contains its name.
    #[error("the sentence `{0}` is missing, unknown, or has other placeholders than the English one")]
    Sentence(String),
}

impl Default for Words {
    fn default() -> Self {
        Self::english()
    }
}

impl Words {
    /// Returns the English sentences.
    pub fn english() -> Self {
        Self(sentences().map(|(name, english)| (name, Cow::Borrowed(english))).collect())
    }

    /// Parses a table such as `{"kind-none":"No renewal",…}`. The table must contain every sentence, with the same
    /// placeholders as in English, in any order.
    ///
    /// # Errors
    ///
    /// [`WordsError::NotATable`] if the text is not a JSON object; else [`WordsError::Sentence`] with the name of the
    /// first sentence that is unknown, missing or has other placeholders.
    pub fn from_json(text: &str) -> Result<Self, WordsError> {
        let tree = Tree::parse(text).map_err(|_| WordsError::NotATable)?;
        let document = tree.document();
        let mut members = document.members(0).ok_or(WordsError::NotATable)?;
        let Self(mut words) = Self::english();
        let wrong = |name: &str| WordsError::Sentence(name.into());
        if let Some((name, _)) = members.find(|(name, _)| words.iter().all(|(known, _)| known != name)) {
            return Err(wrong(&name));
        }
        for (name, sentence) in &mut words {
            let translated = document.member(0, name).and_then(|it| document.text(it));
            let translated = translated.filter(|it| placeholders(sentence) == placeholders(it));
            *sentence = Cow::Owned(translated.ok_or_else(|| wrong(name))?.into_owned());
        }
        Ok(Self(words))
    }

    /// Iterates over the names of all sentences.
    pub fn names() -> impl Iterator<Item = &'static str> {
        sentences().map(|(name, _)| name)
    }

    /// Returns the template of a sentence, with placeholders; empty if the name is unknown.
    pub fn text(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| *known == name).map_or("", |(_, sentence)| sentence)
    }

    /// Returns the sentence named `group-word`, such as `kind-ar`.
    pub fn of(&self, group: &str, word: &str) -> &str {
        self.text(&[group, "-", word].concat())
    }

    /// Returns the sentence of a timeline's note.
    pub fn note(&self, note: Note) -> &str {
        self.text(note.as_str())
    }

    /// Describes why a timeline ends.
    pub fn stop(&self, stop: &Stop) -> String {
        let why = stop
            .undecided
            .map_or_else(|| self.text("no-kind-why"), |undecided| self.of("undecided", undecided.as_str()));
        let template = self.text(stop.reason.as_str());
        let product = self.product_title(stop.product_id);
        stop.said(template, &product, why, &self.term(stop.licence_term))
    }

    /// Returns the message of an options error.
    pub fn options_error(&self, error: &OptionsError) -> String {
        error.message_in(&|name| self.text(name))
    }

    /// Returns the name of a product for use within a sentence.
    pub(crate) fn product(&self, id: Option<ProductId>) -> String {
        self.product_as(id, "product", "product-own")
    }

    /// Returns the name of a product for the start of a sentence.
    pub(crate) fn product_title(&self, id: Option<ProductId>) -> String {
        self.product_as(id, "product-title", "product-own-title")
    }

    fn product_as(&self, id: Option<ProductId>, name: &str, own: &str) -> String {
        id.map_or_else(|| self.text(own).into(), |id| self.say(name, &[("id", &id.to_string())]))
    }

    pub(crate) fn term(&self, term: Option<LicenceTerm>) -> String {
        match term {
            Some(term) => self.count(&format!("term-{}", term.unit()), term.count().into()),
            None => self.text("term-unknown").into(),
        }
    }

    /// Returns the label of the purchase (0) or of a renewal by its number.
    pub(crate) fn purchase_or_renewal(&self, number: u32) -> String {
        match number {
            0 => self.text("purchase").into(),
            number => self.count("renewal", number.into()),
        }
    }

    /// Returns a sentence with its placeholders filled.
    pub fn say(&self, name: &str, params: &[(&str, &str)]) -> String {
        fill_texts(self.text(name), params)
    }

    /// A sentence with its one placeholder filled by a number.
    pub fn count(&self, name: &str, count: u64) -> String {
        fill(self.text(name), &|_| Some(Cow::Owned(Param::Number(count))))
    }
}

/// English sentences that are not defined elsewhere in the code.
static ENGLISH: &str = include_str!("words.json");

/// Iterates over the names and English templates of all sentences.
fn sentences() -> impl Iterator<Item = (&'static str, &'static str)> {
    let notes = Note::ALL.iter().map(|note| (note.as_str(), note.message()));
    let stops = StopReason::ALL.iter().map(|reason| (reason.as_str(), reason.template()));
    let written = sentences_in(ENGLISH).chain(sentences_in(options::SENTENCES));
    written.chain(SHARED.iter().copied()).chain(notes).chain(stops)
}

/// Sentences whose English text is defined at an enum or constant.
const SHARED: &[(&str, &str)] = &[
    ("undecided-malformed", Undecided::Malformed.description()),
    ("undecided-not-configured", Undecided::NotConfigured.description()),
    ("undecided-invalid-chain", Undecided::InvalidChain.description()),
    ("reason-disabled", Rejection::Disabled.description()),
    ("reason-not-required", Rejection::NotRequired.description()),
    ("reason-unsuitable-configuration", Rejection::UnsuitableConfiguration.description()),
    ("reason-term-missing", Rejection::TermMissing.description()),
    ("reason-term-zero", Rejection::TermZero.description()),
    ("reason-term-below-minimum", Rejection::TermBelowMinimum.description()),
    ("reason-consent-declined", Rejection::ConsentDeclined.description()),
    ("reason-consent-unavailable", Rejection::ConsentUnavailable.description()),
    ("no-kind-why", NO_KIND),
    ("compare-single", Configuration::Single.as_str()),
    ("compare-pair", Configuration::Pair.as_str()),
    ("compare-chain-of-several", Configuration::Chain.as_str()),
];
