//! Summarizes for people how a product of a catalogue renews for its buyers.

use alloc::{string::String, vec::Vec};

use serde::Serialize;

use crate::sentences::Sentences;
use crate::timeline::{MAX_RENEWALS, Period, Stop, StopReason, Timeline, TimelineOptions, follow, price};
use renewal_rules::catalogue::{ProductEntry, Products, TimelineError, products_text};
use renewal_rules::{
    Configuration, Consent, Considered, Decision, EffectiveKind, Input, LicenceTerm, Outcome, Payment, RenewalKind,
    TermUnit, Undecided,
};

/// Summary of how a product renews for its buyers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Summary {
    /// One or two sentences that describe the renewals.
    pub sentence: String,
    /// Configuration (§4.4), if the chain forms one.
    pub configuration: Option<Configuration>,
    /// Display name of the configuration; empty if there is none.
    pub configuration_name: String,
    /// `true` if the product is a free trial.
    pub trial: bool,
    /// Renewal kind for each payment method and consent.
    pub cells: Vec<SummaryCell>,
}

/// Renewal kind for one payment method and consent, with the kinds considered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SummaryCell {
    /// Kind of payment method.
    pub payment: Payment,
    /// Consent to auto renewal.
    pub consent: Consent,
    /// Effective kind, if one applies.
    pub kind: Option<EffectiveKind>,
    /// Display name of the kind.
    pub name: String,
    /// AR, PMR and Email with their outcomes; empty if no kind was considered.
    pub ladder: Vec<LadderStep>,
}

/// A renewal kind and its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LadderStep {
    /// Renewal kind.
    pub kind: RenewalKind,
    /// Display name of the kind.
    pub name: String,
    /// Outcome of this kind: applied, rejected, not reached or not considered.
    pub outcome: Outcome,
    /// Outcome as text, with the reasons of a rejection.
    pub says: String,
    /// Names of the limits that are not set. The outcome assumes that the licence term meets them.
    pub assumed: Vec<&'static str>,
}

/// Summarizes how the product at an index of a catalogue renews for its buyers: in plain sentences, and with the
/// renewal kind for each payment method and consent (§4.4, §8). Ignores the payment method and the consent of the
/// options.
///
/// # Errors
///
/// Returns a [`TimelineError`] if the input contains no products, or no product at this index.
///
/// ```
/// use renewal_rules_preview::timeline::TimelineOptions;
/// use renewal_rules_preview::{Sentences, summarize};
///
/// let product = r#"{"id":101,"licence_term":"P1M",
///     "renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true},"renew_pmr":true},
///     "variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#;
/// let options = TimelineOptions::new("2026-01-31".parse()?);
/// assert_eq!(
///     summarize(product, 0, &options, &Sentences::english())?.sentence,
///     "A buyer who consents to auto renewal is charged 9.90 USD automatically every month. One who \
///      declines or cannot consent gets a pre-filled order to pay.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn summarize<'a>(
    products: impl Into<Input<'a>>,
    index: usize,
    options: &TimelineOptions,
    sentences: &Sentences,
) -> Result<Summary, TimelineError> {
    let text = products_text(products.into())?;
    let products = Products::read(&text)?;
    let bought = products.all.get(index).ok_or(TimelineError::NoProducts)?;
    let buyer = |payment, consent| Buyer::new(&products, bought, options, payment, consent);
    let buyers = Payment::ALL.iter().flat_map(|payment| Consent::ALL.iter().map(|consent| buyer(*payment, *consent)));
    let buyers: Vec<_> = buyers.collect();
    // Use the decision of any buyer: configuration and trial are equal for all.
    let decision = buyers.first().map(|buyer| &buyer.timeline.decision);
    let configuration = decision.and_then(|decision| decision.configuration);
    Ok(Summary {
        sentence: describe_all(&buyers, sentences),
        configuration,
        configuration_name: configuration.map_or("", |name| sentences.get(name.as_str())).into(),
        trial: decision.is_some_and(|decision| decision.trial),
        cells: buyers.iter().map(|buyer| buyer.cell(sentences)).collect(),
    })
}

/// A buyer, characterised by payment method and consent, with the timeline of the purchase.
struct Buyer {
    payment: Payment,
    consent: Consent,
    timeline: Timeline,
}

impl Buyer {
    fn new(
        products: &Products<'_>,
        bought: &ProductEntry<'_>,
        options: &TimelineOptions,
        payment: Payment,
        consent: Consent,
    ) -> Self {
        let renewals = bought.renewals.len();
        let mut options = options.clone();
        options.payment = Some(payment);
        options.consent = consent;
        options.renewals = u32::try_from(renewals).unwrap_or(MAX_RENEWALS).min(MAX_RENEWALS);
        Self { payment, consent, timeline: follow(products, bought, &options) }
    }

    fn kind(&self) -> Option<EffectiveKind> {
        self.timeline.decision.kind
    }

    fn is_auto(&self) -> bool {
        self.kind().is_some_and(EffectiveKind::is_auto)
    }

    fn cell(&self, sentences: &Sentences) -> SummaryCell {
        let decision = &self.timeline.decision;
        SummaryCell {
            payment: self.payment,
            consent: self.consent,
            kind: decision.kind,
            name: sentences.get_variant("kind", decision.kind.map_or("none", EffectiveKind::as_str)).into(),
            ladder: decision.considered.iter().map(|kind| ladder_step(kind, decision, sentences)).collect(),
        }
    }

    /// Returns the reason why the renewals end, if they do.
    const fn stop(&self) -> Option<&Stop> {
        self.timeline.stop.as_ref()
    }

    /// Describes why the renewals end; empty if they do not end or there are none.
    fn end(&self, sentences: &Sentences) -> String {
        match self.stop() {
            Some(stop) if self.kind().is_some() => describe_stop(stop, sentences),
            _ => String::new(),
        }
    }

    /// Returns whether another buyer pays the same prices for the same terms, even if by another renewal kind.
    fn pays_like(&self, other: &Self, sentences: &Sentences) -> bool {
        let [own, others] = [self, other].map(|buyer| buyer.timeline.periods.iter().map(cost));
        own.eq(others) && self.end(sentences) == other.end(sentences)
    }

    /// Describes the renewals of this buyer; with `is_short` without the amounts, which an earlier sentence contains.
    fn describe(&self, sentences: &Sentences, is_short: bool) -> String {
        let Some(kind) = self.kind() else { return sentences.get("phrase-none").into() };
        let name = kind.switch().as_str();
        if is_short && !kind.is_auto() {
            return sentences.get_variant("short", name).into();
        }
        let Some((purchase, renewals)) = self.timeline.periods.split_first() else { return String::new() };
        // Group consecutive renewals with equal price and term.
        let runs = renewals.chunk_by(|a, b| cost(a) == cost(b));
        let mut runs: Vec<_> = runs.filter_map(|run| Some((run.first()?, run.len()))).collect();
        let (last, times) = runs.pop().unzip();
        let is_repeated = times != Some(1) || self.stop().is_none();
        let every = match last.and_then(|period| period.licence_term) {
            _ if !is_repeated => sentences.get("every-once").into(),
            Some(term) => every_term(term, sentences),
            None => sentences.get("every-unknown").into(),
        };
        let suffix = if runs.is_empty() { "" } else { "-steps" };
        let is_alike = runs.is_empty() && last.map(cost) == Some(cost(purchase));
        let steps: Vec<_> = runs.into_iter().map(|(period, times)| describe_run(period, times, sentences)).collect();
        let params = [("steps", &*steps.join(", ")), ("price", &price_or_unknown(last, sentences)), ("every", &every)];
        let phrase = sentences.fill(&format!("phrase-{name}{suffix}"), &params);
        let is_trial = self.timeline.decision.trial;
        if is_alike && !is_trial {
            return phrase;
        }
        let first = if is_trial { "phrase-free" } else { "phrase-first" };
        let term = sentences.term(purchase.licence_term);
        let paid = price_or_unknown(Some(purchase), sentences);
        sentences.fill(first, &[("price", &*paid), ("term", &term), ("phrase", &phrase)])
    }
}

/// Returns the price and the term of a period, for comparison.
fn cost(period: &Period) -> impl PartialEq {
    (&period.price, &period.currency, period.licence_term)
}

/// Returns one sentence for all buyers, or one for each group of buyers with the same renewals. Consent matters only
/// for AR, the payment method only for the other kinds.
fn describe_all(buyers: &[Buyer], sentences: &Sentences) -> String {
    // `buyers` has each consent with online payment, then each consent with offline payment.
    let [given, declined, online, _, _, offline] = buyers else { return String::new() };
    if buyers.iter().all(|buyer| buyer.kind().is_none()) {
        return describe_unrenewed(given.timeline.decision.reason, sentences);
    }
    let (auto, others) = match (given.is_auto(), declined.is_auto()) {
        (false, _) => (None, "sentence-all"),
        (true, false) => (Some("sentence-consent"), "sentence-no-consent"),
        (true, true) => (Some("sentence-mandatory"), "sentence-unavailable"),
    };
    // The sentence of each group, the payment method if it matters, and a buyer of the group.
    let mut groups: Vec<_> = auto.into_iter().map(|sentence| (sentence, "", given)).collect();
    let [by_online, by_offline] = [online, offline].map(|buyer| (&buyer.timeline.periods, &buyer.timeline.stop));
    if by_online == by_offline {
        groups.push((others, "", online));
    } else {
        groups.extend([online, offline].map(|buyer| (others, buyer.payment.as_str(), buyer)));
    }
    let mut groups = groups.into_iter().peekable();
    let mut texts = Vec::new();
    let mut before: Option<&Buyer> = None;
    while let Some((sentence, payment, buyer)) = groups.next() {
        let is_short = before.is_some_and(|before| before.pays_like(buyer, sentences));
        let phrase = buyer.describe(sentences, is_short);
        texts.push(sentences.fill(sentence, &[("payment", payment), ("phrase", &phrase)]));
        before = Some(buyer).filter(|buyer| buyer.kind().is_some()).or(before);
        // If the renewals of the next group end in the same way, describe the end once, after that group.
        let end = buyer.end(sentences);
        if !end.is_empty() && groups.peek().is_none_or(|(.., next)| next.end(sentences) != end) {
            texts.push(end);
        }
    }
    texts.join(" ")
}

fn describe_unrenewed(undecided: Option<Undecided>, sentences: &Sentences) -> String {
    let reason = match undecided {
        None => return sentences.get("sentence-none").into(),
        Some(Undecided::InvalidChain) => sentences.get("undecided-invalid-list"),
        Some(other) => sentences.get_variant("undecided", other.as_str()),
    };
    sentences.fill("sentence-undecided", &[("reason", reason)])
}

/// Describes why a timeline ends, in a summary or a picture.
pub(crate) fn describe_stop(stop: &Stop, sentences: &Sentences) -> String {
    match stop.reason {
        StopReason::NoKind => describe_unrenewed(stop.undecided, sentences),
        _ => sentences.stop(stop),
    }
}

fn ladder_step(considered: &Considered, decision: &Decision, sentences: &Sentences) -> LadderStep {
    let is_applied = considered.outcome == Outcome::Applied;
    let assumed = if is_applied { decision.assumed.clone() } else { Vec::new() };
    let reasons = sentences.reasons(&considered.reasons, "; ");
    let outcome = if assumed.is_empty() { considered.outcome.as_str() } else { "assumed" };
    LadderStep {
        kind: considered.kind,
        name: sentences.get_variant("name", considered.kind.as_str()).into(),
        outcome: considered.outcome,
        says: sentences.fill(&format!("outcome-{outcome}"), &[("reasons", &reasons)]),
        assumed,
    }
}

/// Describes consecutive renewals with equal price and term.
fn describe_run(period: &Period, times: usize, sentences: &Sentences) -> String {
    let price = price_or_unknown(Some(period), sentences);
    let term = sentences.term(period.licence_term);
    let name = if times > 1 { "step-times" } else { "step" };
    let times = sentences.fill_number("times", times as u64);
    sentences.fill(name, &[("times", &*times), ("price", &price), ("term", &term)])
}

fn price_or_unknown(period: Option<&Period>, sentences: &Sentences) -> String {
    period.and_then(price).unwrap_or_else(|| sentences.get("price-unknown").into())
}

fn every_term(term: LicenceTerm, sentences: &Sentences) -> String {
    let count = u64::from(term.count());
    match (term.unit(), count) {
        (TermUnit::Days, 1) => sentences.get("every-day").into(),
        (TermUnit::Months, 1) => sentences.get("every-month").into(),
        (TermUnit::Months, 12) => sentences.get("every-year").into(),
        (unit, _) => sentences.fill_number(&format!("every-{unit}"), count),
    }
}
