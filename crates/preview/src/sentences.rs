//! Translatable sentence templates of summaries, pictures, timelines and comparisons.

use alloc::string::{String, ToString as _};
use alloc::{borrow::Cow, vec::Vec};

use crate::timeline::{NO_KIND, Note, Stop, StopReason};
use renewal_rules::internal::options;
use renewal_rules::messages::{Param, fill, fill_texts, placeholders, sentences_in};
use renewal_rules::{Configuration, LicenceTerm, OptionsError, ProductId, Rejection, Undecided};
use renewal_rules_json::Tree;

/// Sentence templates in one language, for [summaries](crate::summarize()), pictures, the notes and ends of timelines,
/// [comparisons](crate::compare::Comparison::to_text_in) and errors of options.
///
/// ```
/// use renewal_rules_preview::{SENTENCES_RUSSIAN, Sentences};
///
/// let russian = Sentences::from_json(SENTENCES_RUSSIAN)?;
/// assert_eq!(russian.get("kind-none"), "Продления нет");
/// assert_eq!(Sentences::english().get("kind-none"), "No renewal");
/// # Ok::<(), renewal_rules_preview::SentencesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentences(Vec<(&'static str, Cow<'static, str>)>);

/// Russian sentence templates, for [`Sentences::from_json`].
pub static SENTENCES_RUSSIAN: &str = include_str!("sentences.ru.json");

/// Reasons why a table of sentences is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SentencesError {
    /// The input is not a JSON object.
    #[error("expected a JSON object that maps the names of sentences to texts")]
    NotATable,
    /// A sentence is unknown, is not a text, or its placeholders differ from the English ones. Contains its name.
    #[error("the sentence `{0}` is unknown, is not a text, or has other placeholders than the English one")]
    Sentence(String),
}

impl Default for Sentences {
    fn default() -> Self {
        Self::english()
    }
}

impl Sentences {
    /// Returns the English sentences.
    pub fn english() -> Self {
        Self(sentences().map(|(name, english)| (name, Cow::Borrowed(english))).collect())
    }

    /// Parses a table such as `{"kind-none":"No renewal",…}`. Each sentence must have the same placeholders as in
    /// English, in any order. A sentence that is absent or blank stays English.
    ///
    /// # Errors
    ///
    /// [`SentencesError::NotATable`] if the text is not a JSON object; else [`SentencesError::Sentence`] with the name
    /// of the first sentence that is unknown, is not a text, or has other placeholders.
    pub fn from_json(text: &str) -> Result<Self, SentencesError> {
        let tree = Tree::parse(text).map_err(|_| SentencesError::NotATable)?;
        let document = tree.document();
        let Self(mut sentences) = Self::english();
        for (name, node) in document.members(0).ok_or(SentencesError::NotATable)? {
            let error = || SentencesError::Sentence(name.clone().into_owned());
            let (_, sentence) = sentences.iter_mut().find(|(known, _)| *known == name).ok_or_else(error)?;
            let translated = document.text(node).ok_or_else(error)?;
            // A blank sentence counts as not translated.
            if translated.trim().is_empty() {
                continue;
            }
            if placeholders(sentence) != placeholders(&translated) {
                return Err(error());
            }
            *sentence = Cow::Owned(translated.into_owned());
        }
        Ok(Self(sentences))
    }

    /// Iterates over the names of all sentences.
    pub fn names() -> impl Iterator<Item = &'static str> {
        sentences().map(|(name, _)| name)
    }

    /// Returns the template of a sentence, with placeholders; empty if the name is unknown.
    pub fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| *known == name).map_or("", |(_, sentence)| sentence)
    }

    /// Returns the template named `group-variant`, such as `kind-ar`.
    pub fn get_variant(&self, group: &str, variant: &str) -> &str {
        self.get(&[group, "-", variant].concat())
    }

    /// Lists the reasons of a rejection.
    pub(crate) fn reasons(&self, reasons: &[Rejection], separator: &str) -> String {
        let phrases = reasons.iter().map(|reason| self.get_variant("reason", reason.as_str()));
        phrases.collect::<Vec<_>>().join(separator)
    }

    /// Returns the sentence of a timeline's note.
    pub fn note(&self, note: Note) -> &str {
        self.get(note.as_str())
    }

    /// Describes why a timeline ends.
    pub fn stop(&self, stop: &Stop) -> String {
        let why = stop
            .undecided
            .map_or_else(|| self.get("no-kind-why"), |undecided| self.get_variant("undecided", undecided.as_str()));
        let template = self.get(stop.reason.as_str());
        let product = self.product_title(stop.product_id);
        stop.fill(template, &product, why, &self.term(stop.licence_term))
    }

    /// Returns the message of an options error.
    pub fn options_error(&self, error: &OptionsError) -> String {
        error.message_in(&|name| self.get(name))
    }

    /// Returns the display name of a product within a sentence: `product 101`.
    pub(crate) fn product(&self, id: Option<ProductId>) -> String {
        self.product_as(id, "product", "product-own")
    }

    /// Returns the display name of a product at the start of a sentence: `Product 101`.
    pub(crate) fn product_title(&self, id: Option<ProductId>) -> String {
        self.product_as(id, "product-title", "product-own-title")
    }

    fn product_as(&self, id: Option<ProductId>, name: &str, own: &str) -> String {
        id.map_or_else(|| self.get(own).into(), |id| self.fill(name, &[("id", &id.to_string())]))
    }

    /// Returns a licence term as text: `14 days`.
    pub(crate) fn term(&self, term: Option<LicenceTerm>) -> String {
        match term {
            Some(term) => self.fill_number(&format!("term-{}", term.unit()), term.count().into()),
            None => self.get("term-unknown").into(),
        }
    }

    /// Returns the label of the purchase (0) or of a renewal by its number.
    pub(crate) fn purchase_or_renewal(&self, number: u32) -> String {
        match number {
            0 => self.get("purchase").into(),
            number => self.fill_number("renewal", number.into()),
        }
    }

    /// Fills the placeholders of a sentence with texts.
    pub fn fill(&self, name: &str, params: &[(&str, &str)]) -> String {
        fill_texts(self.get(name), params)
    }

    /// Fills the only placeholder of a sentence with a number.
    pub fn fill_number(&self, name: &str, number: u64) -> String {
        fill(self.get(name), &|_| Some(Cow::Owned(Param::Number(number))))
    }
}

/// English sentences that are not defined elsewhere in the code.
static ENGLISH: &str = include_str!("sentences.json");

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
