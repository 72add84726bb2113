//! The sentences of answers and pictures, as templates that can be translated.

use alloc::string::{String, ToString as _};
use alloc::{borrow::Cow, vec::Vec};

use crate::check::{Rejection, Undecided};
use crate::document::Tree;
use crate::options::{OptionsError, SENTENCES};
use crate::product::{LicenceTerm, ProductId};
use crate::text::{Param, fill, placeholders};
use crate::timeline::{NO_KIND, Note, Stop, StopReason};

/// The sentences of [`answer`](super::answer), of pictures, of the notes and ends of a timeline, of
/// [comparisons](crate::compare::Comparison::to_text_in) and of wrong options, in one language.
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
pub static WORDS_RUSSIAN: &str = include_str!("../messages/words.ru.json");

/// What is wrong with a table of sentences.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WordsError {
    /// It is not an object of texts.
    #[error("the sentences must be an object of texts by their names")]
    NotATable,
    /// A sentence is missing, has other placeholders than the English one, or is not known.
    #[error("the sentence `{0}` is missing, unknown, or has other placeholders than the English one")]
    Sentence(String),
}

impl Words {
    /// The sentences in English.
    pub const fn english() -> Self {
        Self(Vec::new())
    }

    /// Reads a table: `{"kind-none":"No renewal",…}`. It has each sentence, with the placeholders of the
    /// English one in any order.
    ///
    /// # Errors
    ///
    /// [`WordsError`] names the first sentence that is missing, unknown or has other placeholders.
    pub fn from_json(text: &str) -> Result<Self, WordsError> {
        let tree = Tree::parse(text).map_err(|_| WordsError::NotATable)?;
        let document = tree.document();
        let mut members = document.members(0).ok_or(WordsError::NotATable)?;
        let wrong = |name: &str| WordsError::Sentence(name.into());
        if let Some((name, _)) = members.find(|(name, _)| !Self::names().any(|known| *name == known)) {
            return Err(wrong(&name));
        }
        let translated = |name, english| {
            let sentence = document.text(document.member(0, name)?)?;
            let is_whole = placeholders(english) == placeholders(&sentence);
            is_whole.then(|| sentence.into_owned())
        };
        let words = sentences().map(|(name, english)| translated(name, english).ok_or_else(|| wrong(name)));
        words.collect::<Result<_, _>>().map(Self)
    }

    /// The names of all sentences.
    pub fn names() -> impl Iterator<Item = &'static str> {
        sentences().map(|(name, _)| name)
    }

    /// A sentence with its placeholders open; empty where there is none of this name.
    pub fn text(&self, name: &str) -> &str {
        let mut known = sentences().enumerate();
        let found = known.find(|(_, (known, _))| *known == name);
        found.map_or("", |(index, (_, english))| self.0.get(index).map_or(english, String::as_str))
    }

    /// The sentence for a word of a group, such as `kind-ar`.
    pub(crate) fn of(&self, group: &str, word: &str) -> &str {
        self.text(&[group, "-", word].concat())
    }

    /// What a note of a timeline says.
    pub fn note(&self, note: Note) -> &str {
        self.text(note.as_str())
    }

    /// Why a timeline ends.
    pub fn stop(&self, stop: &Stop) -> String {
        let why = stop
            .undecided
            .map_or_else(|| self.text("no-kind-why"), |undecided| self.of("undecided", undecided.as_str()));
        let template = self.text(stop.reason.as_str());
        let product = self.product_title(stop.product_id);
        stop.said(template, &product, why, &self.term(stop.licence_term))
    }

    /// What is wrong with options.
    pub fn options_error(&self, error: &OptionsError) -> String {
        error.said(&|name| self.text(name))
    }

    /// A product within a sentence.
    pub(crate) fn product(&self, id: Option<ProductId>) -> String {
        self.product_as(id, "product", "product-own")
    }

    /// A product where a sentence begins.
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

    /// A sentence with its placeholders filled.
    pub(crate) fn say(&self, name: &str, params: &[(&str, &str)]) -> String {
        fill(self.text(name), &|placeholder| {
            let (_, text) = params.iter().find(|(name, _)| *name == placeholder)?;
            Some(Cow::Owned(Param::Text(String::from(*text).into())))
        })
    }

    pub(crate) fn count(&self, name: &str, count: u64) -> String {
        fill(self.text(name), &|_| Some(Cow::Owned(Param::Number(count))))
    }
}

/// The names of all sentences with their English.
fn sentences() -> impl Iterator<Item = (&'static str, &'static str)> {
    let notes = Note::ALL.iter().map(|note| (note.as_str(), note.message()));
    let stops = StopReason::ALL.iter();
    let stops = stops.map(|reason| (reason.as_str(), reason.template()));
    let written = ENGLISH.iter().chain(SENTENCES).chain(COMPARISON);
    let written = written.chain(GUIDE);
    written.copied().chain(notes).chain(stops)
}

#[rustfmt::skip]
const ENGLISH: &[(&str, &str)] = &[
    ("sentence-all", "Every buyer {phrase}."),
    ("sentence-all-online", "A buyer who pays online {phrase}."),
    ("sentence-all-offline", "One who pays offline {phrase}."),
    ("sentence-consent", "A buyer who consents to auto renewal {phrase}."),
    ("sentence-no-consent", "One who declines or cannot consent {phrase}."),
    ("sentence-no-consent-online", "With online payment, one who declines or cannot consent {phrase}."),
    ("sentence-no-consent-offline", "With offline payment, one who declines or cannot consent {phrase}."),
    ("sentence-mandatory", "A buyer {phrase}."),
    ("sentence-unavailable", "One who cannot consent to auto renewal {phrase}."),
    ("sentence-unavailable-online", "With online payment, one who cannot consent to auto renewal {phrase}."),
    ("sentence-unavailable-offline", "With offline payment, one who cannot consent to auto renewal {phrase}."),
    ("sentence-none", "Nothing renews: no renewal kind applies."),
    ("sentence-undecided", "Nothing renews yet: {reason}."),
    ("undecided-malformed", Undecided::Malformed.words()),
    ("undecided-not-configured", Undecided::NotConfigured.words()),
    ("undecided-invalid-chain", Undecided::InvalidChain.words()),
    ("undecided-invalid-list", "the list of renewals is not valid"),
    ("phrase-ar", "is charged {price} automatically {every}"),
    ("phrase-ar-steps", "is charged automatically: {steps}, then {price} {every}"),
    ("phrase-pmr", "gets a pre-filled order to pay {price} {every}"),
    ("phrase-pmr-steps", "gets a pre-filled order to pay each time: {steps}, then {price} {every}"),
    ("phrase-email", "gets a message with a link to renew for {price} {every}"),
    ("phrase-email-steps", "gets a message with a link to renew each time: {steps}, then {price} {every}"),
    ("phrase-free", "uses it free of charge for {term}, then {phrase}"),
    ("phrase-first", "pays {price} for {term}, then {phrase}"),
    ("phrase-none", "is offered no renewal"),
    ("short-pmr", "gets a pre-filled order to pay"),
    ("short-email", "gets a message with a link to renew"),
    ("step", "{price} for {term}"),
    ("step-times", "{times} {price} for {term}"),
    ("times", "{count} {count|time|times}"),
    ("price-unknown", "a price that is not stated"),
    ("every-once", "once"),
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
    ("purchase", "Purchase"),
    ("renewal", "Renewal {count}"),
    ("more", "and {count} more"),
    ("kind-ar", "Charged automatically"),
    ("kind-ar-trial", "Free, then charged automatically"),
    ("kind-pmr", "Pre-filled order to pay"),
    ("kind-email", "Message with a link"),
    ("kind-none", "No renewal"),
    ("name-ar", "Auto renewal (AR)"),
    ("name-pmr", "Pre-filled manual renewal (PMR)"),
    ("name-email", "Email renewal"),
    ("rung-applied", "It applies."),
    ("rung-assumed", "It applies if the term meets its minimum, which is not stated."),
    ("rung-rejected", "It does not apply: {reasons}."),
    ("rung-not-reached", "Not looked at: a kind before it applies."),
    ("rung-not-considered", "Not considered for a free trial."),
    ("reason-disabled", Rejection::Disabled.words()),
    ("reason-not-required", Rejection::NotRequired.words()),
    ("reason-unsuitable-configuration", Rejection::UnsuitableConfiguration.words()),
    ("reason-term-missing", Rejection::TermMissing.words()),
    ("reason-term-zero", Rejection::TermZero.words()),
    ("reason-term-below-minimum", Rejection::TermBelowMinimum.words()),
    ("reason-consent-declined", Rejection::ConsentDeclined.words()),
    ("reason-consent-unavailable", Rejection::ConsentUnavailable.words()),
    ("single", "The product renews itself"),
    ("pair", "A product and its renewal"),
    ("chain", "A chain of renewals"),
    ("picture-title", "Renewals of {product}"),
    ("picture-free", "free"),
    ("picture-charged", "charged"),
    ("picture-buyer-pays", "buyer pays"),
    ("picture-order", "order or message"),
    ("picture-today", "today"),
    ("picture-and-so-on", "and so on"),
    ("picture-open", "no end"),
    ("picture-end-unknown", "end not known"),
];

/// The sentences of an editor of text.
#[rustfmt::skip]
const GUIDE: &[(&str, &str)] = &[
    ("guide-rules", "Rules that read it:"),
    ("guide-shortest", "At its shortest it is {count} {count|day|days}."),
    ("guide-unlimited", "It has no end."),
    ("guide-repeated", "the last renewal once more, which repeats it"),
    ("guide-replace", "Write {value} instead"),
    ("guide-add", "Add {name}: {value}"),
    ("guide-remove", "Remove {name}"),
    ("guide-rename", "Rename it to {name}"),
    ("guide-fix-all", "Make every certain fix"),
    ("guide-off", "Turn {code} off in the configuration"),
    ("guide-suppress", "Add this {code} to the baseline"),
];

/// The sentences of comparisons: to know them where none is shown would be for nothing.
#[rustfmt::skip]
const COMPARISON: &[(&str, &str)] = &[
    ("compare-nothing", "Nothing that is compared here changes for buyers."),
    ("product-title", "Product {id}"),
    ("product-own-title", "The product"),
    ("no-kind-why", NO_KIND),
    ("compare-added", "{product} is new."),
    ("compare-removed", "{product} is gone."),
    ("compare-appeared", "New problems:"),
    ("compare-disappeared", "Problems that are gone:"),
    ("compare-error", "error"),
    ("compare-warning", "warning"),
    ("compare-info", "info"),
    ("compare-renewals", "Renewal {count} and all later ones"),
    ("compare-online", "online payment"),
    ("compare-offline", "offline payment"),
    ("compare-given", "consent given"),
    ("compare-declined", "consent declined"),
    ("compare-unavailable", "consent unavailable"),
    ("compare-configuration", "The configuration changes from {old} to {new}."),
    ("compare-configuration-none", "none"),
    ("compare-single", crate::product::Configuration::Single.as_str()),
    ("compare-pair", crate::product::Configuration::Pair.as_str()),
    ("compare-chain-of-several", crate::product::Configuration::Chain.as_str()),
    ("compare-trial", "It becomes a free trial."),
    ("compare-no-trial", "It is no longer a free trial."),
    ("compare-kind", "Kind"),
    ("compare-kinds", "{at}: {old} before, {new} now."),
    ("compare-no-kind", "no renewal"),
    ("compare-old", "In the old version {reason}."),
    ("compare-new", "In the new version {reason}."),
    ("compare-rejected", "{kind} does not apply: {reasons}"),
    ("compare-was-trial", "the product is no longer a free trial"),
    ("compare-is-trial", "the product is a free trial, for which only AR is considered"),
    ("compare-count", "Number of renewals"),
    ("compare-no-last", "no end"),
    ("compare-old-end", "In the old version: {message}"),
    ("compare-new-end", "In the new version: {message}"),
    ("compare-chain", "The renewals change from {old} to {new}."),
    ("compare-again", "{id} each time"),
    ("compare-then", ", then "),
    ("compare-none", "none"),
    ("compare-changes", "{at}: the {what} changes from {old} to {new}."),
    ("compare-name", "name"),
    ("compare-term", "term"),
    ("compare-term-malformed", "one that cannot be read"),
    ("compare-unlimited", "{term} (unlimited)"),
    ("compare-price", "price"),
    ("compare-price-of", "price of {sku}"),
    ("compare-price-none", "none"),
    ("compare-price-malformed", "an amount that cannot be read"),
    ("compare-price-gone", "{at}: the {what}, {price}, is gone."),
    ("compare-price-new", "{at}: the {what} is new: {price}."),
    ("compare-article", "article"),
    ("compare-comment", "comment in {locale}"),
    ("compare-quoted", "“{text}”"),
    ("compare-instead", "{at}: {new} instead of {old}."),
    ("compare-absent", "nothing"),
    ("compare-unknown", "not in the set-up"),
    ("compare-order",
        "{at}: the variants are in another order. The interface document does not show which variant a \
         renewal uses; the timeline takes the one at the position of the purchase."),
    ("compare-variant", "Variant {count}"),
    ("compare-timeline", "Timeline"),
    ("compare-period", "{start} to {end}"),
    ("compare-period-open", "{start} with no end"),
    ("compare-period-unknown", "{start} with an end that is not known"),
    ("compare-ordered", "ordered {date}"),
    ("compare-end", "It ends: {message}"),
    ("compare-no-end", "It no longer ends."),
];
