//! The sentences of answers and pictures, as templates that can be translated.

use alloc::{borrow::ToOwned, string::String, vec::Vec};

use crate::{
    document::Tree,
    message::{Param, fill, holes},
    timeline::Note,
};

/// The sentences of [`answer`](super::answer), of pictures and of the notes of a timeline, in one language.
///
/// ```
/// use renewal_rules::editing::{Words, WORDS_RUSSIAN};
///
/// let words = Words::from_json(WORDS_RUSSIAN)?;
/// assert_eq!(words.text("kind-none"), "Продления нет");
/// assert_eq!(Words::english().text("kind-none"), "No renewal");
/// # Ok::<(), renewal_rules::editing::WordsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(Vec<String>);

/// The sentences in Russian, for [`Words::from_json`].
pub const WORDS_RUSSIAN: &str = include_str!("../messages/words.ru.json");

/// What is wrong with a table of sentences.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WordsError {
    /// It is not an object of texts.
    #[error("the sentences must be an object of texts by their names")]
    NotATable,
    /// A sentence is missing, has other holes than the English one, or is not known.
    #[error("the sentence `{0}` is missing, unknown, or has other holes than the English one")]
    Sentence(String),
}

impl Words {
    /// The sentences in English.
    pub const fn english() -> Self {
        Self(Vec::new())
    }

    /// Reads a table: `{"kind-none":"No renewal",…}`. It has each sentence, with the holes of the
    /// English one in any order.
    ///
    /// # Errors
    ///
    /// [`WordsError`] names the first sentence that is missing, unknown or has other holes.
    pub fn from_json(text: &str) -> Result<Self, WordsError> {
        let tree = Tree::parse(text).map_err(|_| WordsError::NotATable)?;
        let document = tree.document();
        let mut words = alloc::vec![None; sentences().count()];
        for (name, node) in document.members(0).ok_or(WordsError::NotATable)? {
            let sentence = document.text(node).ok_or(WordsError::NotATable)?;
            let known = sentences().zip(&mut words);
            let mut known = known.filter(|((known, english), _)| {
                name.is(known) && holes(english) == holes(sentence.shown())
            });
            match known.next() {
                Some((_, word)) => *word = Some(sentence.shown().to_owned()),
                None => return Err(WordsError::Sentence(name.shown().to_owned())),
            }
        }
        let words = Self::names().zip(words);
        let words = words.map(|(name, word)| word.ok_or_else(|| WordsError::Sentence(name.into())));
        Ok(Self(words.collect::<Result<_, _>>()?))
    }

    /// The names of all sentences.
    pub fn names() -> impl Iterator<Item = &'static str> {
        sentences().map(|(name, _)| name)
    }

    /// A sentence with its holes open; empty where there is none of this name.
    pub fn text(&self, name: &str) -> &str {
        let mut known = sentences().enumerate();
        let found = known.find(|(_, (known, _))| *known == name);
        found.map_or("", |(index, (_, english))| {
            self.0.get(index).map_or(english, String::as_str)
        })
    }

    /// What a note of a timeline says.
    pub fn note(&self, note: Note) -> &str {
        self.text(note.as_str())
    }

    /// A sentence with its holes filled.
    pub(crate) fn say(&self, name: &str, params: &[(&str, &str)]) -> String {
        fill(self.text(name), &|hole| {
            let (_, text) = params.iter().find(|(name, _)| *name == hole)?;
            Some(Param::Text((*text).into()))
        })
    }

    /// A sentence about a number of things.
    pub(crate) fn count(&self, name: &str, count: u64) -> String {
        fill(self.text(name), &|_| Some(Param::Number(count)))
    }
}

/// The names of all sentences with their English.
fn sentences() -> impl Iterator<Item = (&'static str, &'static str)> {
    let notes = Note::ALL.iter().map(|note| (note.as_str(), note.message()));
    ENGLISH.iter().copied().chain(notes)
}

const ENGLISH: &[(&str, &str)] = &[
    (
        "sentence-differ",
        "A buyer who pays online and consents {given}; one who declines {declined}.",
    ),
    (
        "sentence-same",
        "A buyer who pays online {phrase}, whether or not they consent to auto renewal.",
    ),
    ("sentence-trial", "A buyer {phrase}."),
    (
        "sentence-offline",
        "One who pays offline and declines {phrase}.",
    ),
    ("sentence-none", "Nothing renews: no renewal kind applies."),
    ("sentence-undecided", "Nothing renews yet: {reason}."),
    (
        "undecided-malformed",
        "the product, its renewal settings or its licence term cannot be read",
    ),
    ("undecided-not-configured", "there are no renewal settings"),
    (
        "undecided-invalid-chain",
        "the list of renewals is not valid",
    ),
    ("phrase-ar", "is charged {price} automatically {every}"),
    (
        "phrase-ar-steps",
        "is charged automatically: {steps}, then {price} {every}",
    ),
    (
        "phrase-pmr",
        "gets a pre-filled order to pay {price} {every}",
    ),
    (
        "phrase-pmr-steps",
        "gets a pre-filled order to pay each time: {steps}, then {price} {every}",
    ),
    (
        "phrase-email",
        "gets a message with a link to renew for {price} {every}",
    ),
    (
        "phrase-email-steps",
        "gets a message with a link to renew each time: {steps}, then {price} {every}",
    ),
    (
        "phrase-free",
        "uses it free of charge for {term}, then {phrase}",
    ),
    ("phrase-none", "is offered no renewal"),
    ("short-pmr", "gets a pre-filled order to pay"),
    ("short-email", "gets a message with a link to renew"),
    ("step", "{price} for {term}"),
    ("price-unknown", "a price that is not stated"),
    ("every-unknown", "after each term"),
    ("every-day", "every day"),
    ("every-days", "every {count} {count|day|days}"),
    ("every-month", "every month"),
    ("every-months", "every {count} {count|month|months}"),
    ("every-year", "every year"),
    ("term-unknown", "a term that is not stated"),
    ("term-days", "{count} {count|day|days}"),
    ("term-months", "{count} {count|month|months}"),
    ("product", "product {id}"),
    ("product-own", "the product"),
    (
        "stop-unknown-product",
        "Next comes {product}, which is not in the set-up.",
    ),
    (
        "stop-term-missing",
        "It ends with {product}, which has no licence term.",
    ),
    (
        "stop-term-malformed",
        "It ends with {product}, whose licence term cannot be read.",
    ),
    (
        "stop-term-zero",
        "It ends with {product}, whose licence term is unlimited.",
    ),
    (
        "stop-term-below-minimum",
        "It ends with {product}, whose licence term is too short for the next renewal.",
    ),
    ("kind-ar", "Charged automatically"),
    ("kind-ar-trial", "Free, then charged automatically"),
    ("kind-pmr", "Pre-filled order to pay"),
    ("kind-email", "Message with a link"),
    ("kind-none", "No renewal"),
    ("name-ar", "Auto renewal (AR)"),
    ("name-pmr", "Pre-filled manual renewal (PMR)"),
    ("name-email", "Email renewal"),
    ("rung-applied", "It applies."),
    (
        "rung-assumed",
        "It applies if the term meets its minimum, which is not stated.",
    ),
    ("rung-rejected", "It does not apply: {reasons}."),
    (
        "rung-not-reached",
        "Not looked at: a kind before it applies.",
    ),
    ("rung-not-considered", "Not considered for a free trial."),
    ("reason-disabled", "it is not turned on"),
    (
        "reason-not-required",
        "a free trial needs it to be mandatory",
    ),
    (
        "reason-unsuitable-configuration",
        "it is not available in this configuration",
    ),
    ("reason-term-missing", "there is no licence term"),
    ("reason-term-zero", "the licence term is unlimited"),
    ("reason-term-below-minimum", "the licence term is too short"),
    ("reason-consent-declined", "the buyer declined auto renewal"),
    (
        "reason-consent-unavailable",
        "the buyer cannot consent to auto renewal",
    ),
    ("single", "The product renews itself"),
    ("pair", "A product and its renewal"),
    ("chain", "A chain of renewals"),
    ("picture-title", "Renewals of {product}"),
    ("picture-purchase", "Purchase"),
    ("picture-renewal", "Renewal {count}"),
    ("picture-free", "free"),
    ("picture-charged", "charged"),
    ("picture-buyer-pays", "buyer pays"),
    ("picture-order", "order or message"),
    ("picture-today", "today"),
    ("picture-and-so-on", "and so on"),
    ("picture-more", "and {count} more"),
    ("picture-open", "no end"),
    ("picture-end-unknown", "end not known"),
];
