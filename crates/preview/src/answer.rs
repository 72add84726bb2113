//! Summarizes for people how a product of a catalogue renews for its buyers.

use alloc::{string::String, vec::Vec};

use serde::Serialize;

use super::{table, words::Words};
use crate::timeline::{MAX_RENEWALS, Period, Stop, StopReason, Timeline, TimelineOptions, follow};
use renewal_rules::Consent;
use renewal_rules::Input;
use renewal_rules::catalogue::{ProductEntry, Products, TimelineError, products_text};
use renewal_rules::{Configuration, EffectiveKind, LicenceTerm, Payment, RenewalKind, TermUnit};
use renewal_rules::{Considered, Decision, Outcome, Undecided};

/// Summary of how a product renews for its buyers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Answer {
    /// One or two sentences that describe the renewals.
    pub sentence: String,
    /// Configuration (§4.4), if the chain forms one.
    pub configuration: Option<Configuration>,
    /// Display name of the configuration; empty if there is none.
    pub configuration_name: String,
    /// `true` if the product is a free trial.
    pub trial: bool,
    /// Renewal kind for each payment method and consent.
    pub cells: Vec<Cell>,
}

/// Renewal kind for one payment method and consent, with the kinds considered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Cell {
    /// Kind of payment method.
    pub payment: Payment,
    /// Consent to auto renewal.
    pub consent: Consent,
    /// Effective kind, if one applies.
    pub kind: Option<EffectiveKind>,
    /// Display name of the kind.
    pub name: String,
    /// AR, PMR and Email with their outcomes; empty if no kind was considered.
    pub ladder: Vec<Rung>,
}

/// A renewal kind and its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Rung {
    /// Renewal kind.
    pub kind: RenewalKind,
    /// Display name of the kind.
    pub name: String,
    /// Outcome of the kind.
    pub outcome: Outcome,
    /// Outcome as text, with its reasons.
    pub says: String,
    /// Limits that are not set and that the outcome assumes to be met.
    pub assumed: Vec<&'static str>,
}

/// Summarizes how the product at an index of a catalogue renews for its buyers: in plain sentences, and with the
/// renewal kind for each payment method and consent. Ignores the payment method and the consent of the options.
///
/// ```
/// use renewal_rules_preview::{Words, answer};
/// use renewal_rules_preview::timeline::TimelineOptions;
///
/// let product = r#"{"id":101,"licence_term":"P1M",
///     "renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true},"renew_pmr":true},
///     "variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#;
/// let options = TimelineOptions::new("2026-01-31".parse()?);
/// assert_eq!(
///     answer(product, 0, &options, &Words::english())?.sentence,
///     "A buyer who consents to auto renewal is charged 9.90 USD automatically every month. One who \
///      declines or cannot consent gets a pre-filled order to pay.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`TimelineError`] if the input contains no products, or no product at this index.
pub fn answer<'a>(
    products: impl Into<Input<'a>>,
    index: usize,
    options: &TimelineOptions,
    words: &Words,
) -> Result<Answer, TimelineError> {
    let text = products_text(products.into())?;
    let entries = Products::read(&text)?;
    let bought = entries.all.get(index).ok_or(TimelineError::NoProducts)?;
    let situations = Payment::ALL.iter().flat_map(|payment| Consent::ALL.iter().map(|consent| (*payment, *consent)));
    let followed: Vec<_> = situations.map(|one| Followed::new(&entries, bought, options, one)).collect();
    let first = followed.first().map(|one| &one.timeline.decision);
    let configuration = first.and_then(|decision| decision.configuration);
    Ok(Answer {
        sentence: sentence(&followed, words),
        configuration,
        configuration_name: configuration.map_or("", |one| words.text(one.as_str())).into(),
        trial: first.is_some_and(|decision| decision.trial),
        cells: followed.iter().map(|one| one.cell(words)).collect(),
    })
}

struct Followed {
    payment: Payment,
    consent: Consent,
    timeline: Timeline,
    /// Number of renewal products before the last one, which repeats.
    steps: usize,
}

impl Followed {
    fn new(
        entries: &Products<'_>,
        bought: &ProductEntry<'_>,
        options: &TimelineOptions,
        (payment, consent): (Payment, Consent),
    ) -> Self {
        let renewals = bought.renewals.len();
        let mut options = options.clone();
        options.payment = Some(payment);
        options.consent = consent;
        options.renewals = u32::try_from(renewals).unwrap_or(MAX_RENEWALS).min(MAX_RENEWALS);
        Self { payment, consent, timeline: follow(entries, bought, &options), steps: renewals.saturating_sub(1) }
    }

    fn kind(&self) -> Option<EffectiveKind> {
        self.timeline.decision.kind
    }

    fn cell(&self, words: &Words) -> Cell {
        let decision = &self.timeline.decision;
        Cell {
            payment: self.payment,
            consent: self.consent,
            kind: decision.kind,
            name: words.of("kind", decision.kind.map_or("none", EffectiveKind::as_str)).into(),
            ladder: decision.considered.iter().map(|one| rung(one, decision, words)).collect(),
        }
    }

    /// Returns the reason for the end, if the renewals end early.
    fn stop(&self) -> Option<&Stop> {
        let stop = self.timeline.stop.as_ref()?;
        (self.timeline.periods.len() <= self.steps + 2).then_some(stop)
    }

    fn is_auto(&self) -> bool {
        self.kind().is_some_and(EffectiveKind::is_auto)
    }

    /// Describes why the renewals end; empty if they go on or there are none.
    fn end(&self, words: &Words) -> String {
        match self.stop() {
            Some(stop) if self.kind().is_some() => stop_words(stop, words),
            _ => String::new(),
        }
    }

    /// Returns whether another buyer pays the same prices for the same terms, even if by another renewal kind.
    fn costs_like(&self, other: &Self, words: &Words) -> bool {
        let [own, others] = [self, other].map(|one| one.timeline.periods.iter().map(cost));
        own.eq(others) && self.end(words) == other.end(words)
    }

    /// Describes the renewals of this buyer; with `is_short` without the amounts, which an earlier sentence contains.
    fn phrase(&self, words: &Words, is_short: bool) -> String {
        let Some(kind) = self.kind() else { return words.text("phrase-none").into() };
        let name = kind.switch().as_str();
        if is_short && !kind.is_auto() {
            return words.of("short", name).into();
        }
        let (purchase, renewals) = self.timeline.periods.split_first().unzip();
        // Group consecutive renewals with equal price and term.
        let runs = renewals.unwrap_or_default().chunk_by(|a, b| cost(a) == cost(b));
        let mut steps: Vec<_> = runs.filter_map(|run| Some((run.first()?, run.len()))).collect();
        let (last, times) = steps.pop().unzip();
        let is_repeated = times != Some(1) || self.stop().is_none();
        let every = match last.and_then(|period| period.licence_term) {
            _ if !is_repeated => words.text("every-once").into(),
            Some(term) => every_term(term, words),
            None => words.text("every-unknown").into(),
        };
        let suffix = if steps.is_empty() { "" } else { "-steps" };
        let is_alike = steps.is_empty() && last.map(cost) == purchase.map(cost);
        let steps: Vec<_> = steps.into_iter().map(|one| step(one, words)).collect();
        let (steps, amount) = (steps.join(", "), price(last, words));
        let params = [("steps", &*steps), ("price", &amount), ("every", &every)];
        let phrase = words.say(&format!("phrase-{name}{suffix}"), &params);
        let is_trial = self.timeline.decision.trial;
        if is_alike && !is_trial {
            return phrase;
        }
        let first = if is_trial { "phrase-free" } else { "phrase-first" };
        let term = words.term(purchase.and_then(|period| period.licence_term));
        let paid = price(purchase, words);
        words.say(first, &[("price", &*paid), ("term", &term), ("phrase", &phrase)])
    }
}

/// Returns the price and the term of a period, for comparison.
fn cost(period: &Period) -> impl PartialEq {
    (&period.price, &period.currency, period.licence_term)
}

/// Returns one sentence for all buyers, or one for each group of buyers with the same renewals. Consent matters only
/// for AR, the payment method only for the other kinds.
fn sentence(followed: &[Followed], words: &Words) -> String {
    // Every consent with online payment, then every consent with offline payment.
    let [given, declined, online, _, _, offline] = followed else { return String::new() };
    if followed.iter().all(|one| one.kind().is_none()) {
        return unrenewed(given.timeline.decision.reason, words);
    }
    let (auto, others) = match (given.is_auto(), declined.is_auto()) {
        (false, _) => (None, "all"),
        (true, false) => (Some(("consent", given)), "no-consent"),
        (true, true) => (Some(("mandatory", given)), "unavailable"),
    };
    let mut groups: Vec<(String, &Followed)> = Vec::new();
    groups.extend(auto.map(|(name, one)| (format!("sentence-{name}"), one)));
    let [by_online, by_offline] = [online, offline].map(|one| (&one.timeline.periods, &one.timeline.stop));
    if by_online == by_offline {
        groups.push((format!("sentence-{others}"), online));
    } else {
        groups.push((format!("sentence-{others}-online"), online));
        groups.push((format!("sentence-{others}-offline"), offline));
    }
    let mut groups = groups.into_iter().peekable();
    let mut sentences = Vec::new();
    let mut before: Option<&Followed> = None;
    while let Some((name, one)) = groups.next() {
        let is_short = before.is_some_and(|before| before.costs_like(one, words));
        let phrase = one.phrase(words, is_short);
        sentences.push(words.say(&name, &[("phrase", &phrase)]));
        before = Some(one).filter(|one| one.kind().is_some()).or(before);
        // If the next group has the same end, describe it once, after that group.
        let end = one.end(words);
        if !end.is_empty() && groups.peek().is_none_or(|(_, next)| next.end(words) != end) {
            sentences.push(end);
        }
    }
    sentences.join(" ")
}

fn unrenewed(undecided: Option<Undecided>, words: &Words) -> String {
    let reason = match undecided {
        None => return words.text("sentence-none").into(),
        Some(Undecided::InvalidChain) => words.text("undecided-invalid-list"),
        Some(other) => words.of("undecided", other.as_str()),
    };
    words.say("sentence-undecided", &[("reason", reason)])
}

pub(crate) fn stop_words(stop: &Stop, words: &Words) -> String {
    if stop.reason == StopReason::NoKind { unrenewed(stop.undecided, words) } else { words.stop(stop) }
}

fn rung(considered: &Considered, decision: &Decision, words: &Words) -> Rung {
    let is_applied = considered.outcome == Outcome::Applied;
    let assumed = if is_applied { decision.assumed.clone() } else { Vec::new() };
    let reasons: Vec<&str> = considered.reasons.iter().map(|reason| words.of("reason", reason.as_str())).collect();
    let outcome = match considered.outcome {
        Outcome::Applied if !assumed.is_empty() => "assumed",
        outcome => outcome.as_str(),
    };
    Rung {
        kind: considered.kind,
        name: words.of("name", considered.kind.as_str()).into(),
        outcome: considered.outcome,
        says: words.say(&format!("rung-{outcome}"), &[("reasons", &reasons.join("; "))]),
        assumed,
    }
}

fn step((period, times): (&Period, usize), words: &Words) -> String {
    let price = price(Some(period), words);
    let term = words.term(period.licence_term);
    let name = if times > 1 { "step-times" } else { "step" };
    let times = words.count("times", times as u64);
    words.say(name, &[("times", &*times), ("price", &price), ("term", &term)])
}

fn price(period: Option<&Period>, words: &Words) -> String {
    period.and_then(table::price).unwrap_or_else(|| words.text("price-unknown").into())
}

fn every_term(term: LicenceTerm, words: &Words) -> String {
    let count = u64::from(term.count());
    match (term.unit(), count) {
        (TermUnit::Days, 1) => words.text("every-day").into(),
        (TermUnit::Months, 1) => words.text("every-month").into(),
        (TermUnit::Months, 12) => words.text("every-year").into(),
        (unit, _) => words.count(&format!("every-{unit}"), count),
    }
}
