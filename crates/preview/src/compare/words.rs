//! Formats a comparison as text for reviewers.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::{fmt, iter};

use crate::compare::{
    Change, Comparison, Offer, PeriodChange, Presence, Problem, ProductComparison, Situation, ending,
};
use crate::timeline::Period;
use crate::words::Words;
use renewal_rules::Consent;
use renewal_rules::catalogue::{ShownPrice, ShownVariant};
use renewal_rules::messages::truncate;
use renewal_rules::put;
use renewal_rules::{Configuration, EffectiveKind, LicenceTerm, Payment, ProductId};
use renewal_rules::{Messages, Rejection};

/// Maximum length of a comment, name or other value in the text, in code points.
const SHOWN: usize = 80;
/// Maximum number of periods of a timeline, and of variant positions, in the text.
const LINES: usize = 3;

/// Formats the comparison as plain text for a reviewer: each line names the old and the new value and the affected
/// scenarios. For a timeline, the first three differing periods are listed.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(&Words::english(), None))
    }
}

/// A heading with its changes; each change is a line and its continuation lines.
pub struct Section {
    /// The heading.
    pub heading: String,
    /// The changes.
    pub changes: Vec<Vec<String>>,
}

impl Comparison {
    /// Formats the comparison in another language: the changes with `words`, the diagnostics with `messages`.
    #[must_use]
    pub fn to_text_in(&self, words: &Words, messages: &Messages) -> String {
        self.written(words, Some(messages))
    }

    fn written(&self, words: &Words, messages: Option<&Messages>) -> String {
        let sections = self.sections(words, messages);
        let sections = sections.iter().map(|section| {
            let mut text = format!("{}\n", section.heading);
            for change in &section.changes {
                for (indent, line) in iter::once("  ").chain(iter::repeat("    ")).zip(change) {
                    put!(text, "{indent}{line}\n");
                }
            }
            text
        });
        sections.collect::<Vec<_>>().join("\n")
    }

    /// Its text by headings; in the messages of another language, where they are given.
    pub fn sections(&self, words: &Words, messages: Option<&Messages>) -> Vec<Section> {
        let mut sections = Vec::new();
        if !self.changed {
            sections.push(Section { heading: words.text("compare-nothing").into(), changes: Vec::new() });
        }
        for product in &self.products {
            let speaker = Speaker { words, last_step: product.last_step };
            let changes = product.changes.iter();
            sections.push(Section {
                heading: speaker.heading(product),
                changes: changes.map(|one| speaker.change(one, product)).collect(),
            });
        }
        for (title, problems) in [("compare-appeared", &self.appeared), ("compare-disappeared", &self.disappeared)] {
            if !problems.is_empty() {
                let lines = problems.iter().map(|one| problem(one, words, messages));
                sections.push(Section {
                    heading: words.text(title).into(),
                    changes: lines.map(|line| vec![line]).collect(),
                });
            }
        }
        sections
    }
}

fn problem(problem: &Problem, words: &Words, messages: Option<&Messages>) -> String {
    let diagnostic = &problem.diagnostic;
    let severity = words.of("compare", diagnostic.severity.as_str());
    let product = problem.product_id.map_or_else(String::new, |id| words.product(Some(id)) + ": ");
    let translated = messages.map(|messages| diagnostic.translated(messages));
    let message = &translated.as_ref().unwrap_or(diagnostic).message;
    format!("{severity}: {product}{message} ({})", diagnostic.code)
}

#[derive(Clone, Copy)]
struct Speaker<'w> {
    words: &'w Words,
    last_step: usize,
}

impl<'w> Speaker<'w> {
    fn heading(self, product: &ProductComparison) -> String {
        let title = self.words.product_title(product.product_id);
        let heading = match &product.name {
            Some(name) => format!("{title} ({})", truncate(name, SHOWN)),
            None => title,
        };
        let name = match product.presence {
            Presence::Both => return heading,
            Presence::Added => "compare-added",
            Presence::Removed => "compare-removed",
        };
        self.words.say(name, &[("product", &heading)])
    }

    fn numbered(self, name: &str, number: usize) -> String {
        self.words.count(name, u64::try_from(number).unwrap_or(u64::MAX))
    }

    fn at(self, step: usize) -> String {
        match step {
            0 => self.words.text("purchase").into(),
            step if step == self.last_step => self.numbered("compare-renewals", step),
            step => self.numbered("renewal", step),
        }
    }

    /// Returns the step or subject of a change, and the affected scenarios.
    fn place(self, change: &Change) -> String {
        let (place, situations): (_, &[Situation]) = match change {
            Change::Offer { step, situations, .. }
            | Change::Article { step, situations, .. }
            | Change::Comment { step, situations, .. } => (self.at(*step), situations),
            Change::Name { step, .. }
            | Change::Term { step, .. }
            | Change::Order { step, .. }
            | Change::Price { step, .. } => return self.at(*step),
            Change::Kind { situations, .. } => (self.words.text("compare-kind").into(), situations),
            Change::Renewals { situations, .. } => (self.words.text("compare-count").into(), situations),
            Change::Timeline { situations, .. } => (self.words.text("compare-timeline").into(), situations),
            Change::Configuration { .. } | Change::Trial { .. } | Change::Chain { .. } => return String::new(),
        };
        place + &self.within(situations)
    }

    /// Formats a change as a line and its continuation lines.
    fn change(self, change: &Change, product: &ProductComparison) -> Vec<String> {
        let mut lines = vec![self.line(&self.place(change), change)];
        match change {
            Change::Order { positions, .. } => {
                lines.extend(self.first_few(positions, |change| {
                    let at = self.numbered("compare-variant", change.position + 1);
                    self.instead(&at, [&change.old, &change.new], Self::variant)
                }));
            }
            Change::Timeline { periods, old, new, .. } => {
                lines.extend(self.first_few(periods, |period| self.period(period)));
                let old_id = product.old_product_id.or(product.product_id);
                if ending(old.as_ref(), old_id) != ending(new.as_ref(), product.product_id) {
                    lines.push(match new {
                        Some(stop) => self.words.say("compare-end", &[("message", &self.words.stop(stop))]),
                        None => self.words.text("compare-no-end").into(),
                    });
                }
            }
            _ => {}
        }
        lines
    }

    fn line(self, at: &str, change: &Change) -> String {
        let texts = |what: &str, old: &Option<String>, new: &Option<String>| {
            self.changes(at, what, &self.quoted(old.as_deref()), &self.quoted(new.as_deref()))
        };
        match change {
            Change::Configuration { old, new } => {
                let (old, new) = (self.configuration(*old), self.configuration(*new));
                self.words.say("compare-configuration", &[("old", old), ("new", new)])
            }
            Change::Trial { new: true, .. } => self.words.text("compare-trial").into(),
            Change::Trial { new: false, .. } => self.words.text("compare-no-trial").into(),
            Change::Kind { .. } => self.kind(at, change),
            Change::Chain { old, new } => {
                let (old, new) = (self.chain(old), self.chain(new));
                self.words.say("compare-chain", &[("old", &old), ("new", &new)])
            }
            Change::Renewals { .. } => self.renewals(at, change),
            Change::Offer { old, new, .. } => self.instead(at, [old, new], Self::offer),
            Change::Name { old, new, .. } => texts(self.words.text("compare-name"), old, new),
            Change::Term { old, new, was_malformed, is_malformed, .. } => {
                let old = self.term(*old, *was_malformed);
                let new = self.term(*new, *is_malformed);
                self.changes(at, self.words.text("compare-term"), &old, &new)
            }
            Change::Price { sku, old_sku, old, new, .. } => self.price_change(at, [old_sku, sku], [old, new]),
            Change::Article { old, new, .. } => texts(self.words.text("compare-article"), old, new),
            Change::Comment { locale, old, new, .. } => {
                let locale = truncate(locale, SHOWN);
                let what = self.words.say("compare-comment", &[("locale", &locale)]);
                texts(&what, old, new)
            }
            Change::Order { .. } => self.words.say("compare-order", &[("at", at)]),
            Change::Timeline { .. } => format!("{at}:"),
        }
    }

    fn changes(self, at: &str, what: &str, old: &str, new: &str) -> String {
        self.words.say("compare-changes", &[("at", at), ("what", what), ("old", old), ("new", new)])
    }

    fn instead<T>(self, at: &str, sides: [&Option<T>; 2], words: fn(Self, &T) -> Vec<String>) -> String {
        let [old, new] = sides.map(|side| match side {
            Some(side) => format!("[{}]", words(self, side).join(", ")),
            None => self.words.text("compare-absent").into(),
        });
        self.words.say("compare-instead", &[("at", at), ("old", &*old), ("new", &*new)])
    }

    fn price_change(self, at: &str, skus: [&Option<String>; 2], prices: [&Option<ShownPrice>; 2]) -> String {
        let [old_sku, sku] = skus;
        if let [Some(old), Some(new)] = prices
            && old_sku != sku
        {
            // Another `sku` means another variant: report both variants instead of a price change.
            let sides = [(old_sku, old), (sku, new)].map(|(sku, price)| {
                let (sku, price) = (sku.clone(), price.clone());
                Some(ShownVariant::new(sku, price))
            });
            return self.instead(at, sides.each_ref(), Self::variant);
        }
        let what = match sku {
            Some(sku) => self.words.say("compare-price-of", &[("sku", &truncate(sku, SHOWN))]),
            None => self.words.text("compare-price").into(),
        };
        let one_sided = |name: &str, of: &ShownPrice| {
            self.words.say(name, &[("at", at), ("what", &what), ("price", &self.price(of))])
        };
        match prices {
            [Some(old), Some(new)] => self.changes(at, &what, &self.price(old), &self.price(new)),
            [Some(old), None] => one_sided("compare-price-gone", old),
            [None, Some(new)] => one_sided("compare-price-new", new),
            [None, None] => String::from(at),
        }
    }

    fn configuration(self, configuration: Option<Configuration>) -> &'w str {
        self.words.text(match configuration {
            None => "compare-configuration-none",
            Some(Configuration::Single) => "compare-single",
            Some(Configuration::Pair) => "compare-pair",
            Some(Configuration::Chain) => "compare-chain-of-several",
        })
    }

    /// Formats a change of the kind: the old kind, the new kind, and the reasons.
    fn kind(self, at: &str, change: &Change) -> String {
        let Change::Kind { old, new, lost, gained, old_undecided, undecided, .. } = change else {
            return String::new();
        };
        let name = |kind: &Option<EffectiveKind>| kind.map_or(self.words.text("compare-no-kind"), |kind| kind.name());
        let mut text = vec![self.words.say("compare-kinds", &[("at", at), ("old", name(old)), ("new", name(new))])];
        let mut why = |version: &str, reason: &str| text.push(self.words.say(version, &[("reason", reason)]));
        for (version, kind, reasons, undecided) in
            [("compare-old", *new, gained, old_undecided), ("compare-new", *old, lost, undecided)]
        {
            if !reasons.is_empty() {
                why(version, &self.rejected(kind, reasons));
            }
            if let Some(undecided) = undecided {
                why(version, self.words.of("undecided", undecided.as_str()));
            }
        }
        match (old, new) {
            (Some(EffectiveKind::ArTrial), Some(_)) => why("compare-new", self.words.text("compare-was-trial")),
            (_, Some(EffectiveKind::ArTrial)) => why("compare-new", self.words.text("compare-is-trial")),
            _ => {}
        }
        text.join(" ")
    }

    /// Formats a change of the number of renewals, with the reasons why they end.
    fn renewals(self, at: &str, change: &Change) -> String {
        let Change::Renewals { old, new, old_stop, new_stop, .. } = change else { return String::new() };
        let [old, new] = [old, new].map(|count| match count {
            Some(count) => count.to_string(),
            None => self.words.text("compare-no-last").into(),
        });
        let mut text = self.words.say("compare-kinds", &[("at", at), ("old", &old), ("new", &new)]);
        for (name, stop) in [("compare-old-end", old_stop), ("compare-new-end", new_stop)] {
            if let Some(stop) = stop {
                text.push(' ');
                text += &self.words.say(name, &[("message", &self.words.stop(stop))]);
            }
        }
        text
    }

    fn rejected(self, kind: Option<EffectiveKind>, reasons: &[Rejection]) -> String {
        // Name the switch (AR) instead of AR Trial: a product that is not a trial cannot reject AR Trial.
        let kind = kind.map_or("", |kind| kind.switch().name());
        let reasons: Vec<_> = reasons.iter().map(|reason| self.words.of("reason", reason.as_str())).collect();
        self.words.say("compare-rejected", &[("kind", kind), ("reasons", &reasons.join(", "))])
    }

    /// Describes the scenarios, with a leading comma; empty if all scenarios are affected.
    fn within(self, situations: &[Situation]) -> String {
        if situations.len() == Situation::all().count() {
            return String::new();
        }
        let payment_words = |payment: Payment| self.words.of("compare", payment.as_str());
        let whole = Payment::ALL.iter().copied().find(|payment| {
            let of_payment = situations.iter().filter(|each| each.payment == *payment);
            of_payment.count() == Consent::ALL.len()
        });
        let mut words: Vec<String> = whole.map(|payment| payment_words(payment).into()).into_iter().collect();
        for consent in Consent::ALL {
            let others = situations.iter().filter(|each| each.consent == *consent && Some(each.payment) != whole);
            let payments: Vec<Payment> = others.map(|each| each.payment).collect();
            let consent = self.words.of("compare", consent.as_str());
            match payments.as_slice() {
                [] => {}
                [payment] => words.push(format!("{consent}, {}", payment_words(*payment))),
                _ => words.push(consent.into()),
            }
        }
        format!(", {}", words.join("; "))
    }

    fn chain(self, ids: &[ProductId]) -> String {
        let Some((last, before)) = ids.split_last() else { return self.words.text("compare-none").into() };
        let mut words: Vec<String> = before.iter().map(ProductId::to_string).collect();
        words.push(self.words.say("compare-again", &[("id", &last.to_string())]));
        words.join(self.words.text("compare-then"))
    }

    fn offer(self, offer: &Offer) -> Vec<String> {
        let mut words = vec![self.words.product(offer.product_id)];
        if !offer.known {
            words.push(self.words.text("compare-unknown").into());
        }
        words.extend(offer.name.as_ref().map(|name| truncate(name, SHOWN)));
        words.extend(offer.licence_term.map(|term| term.to_string()));
        words.extend(offer.prices.iter().map(|price| self.price(price)));
        words
    }

    fn variant(self, of: &ShownVariant) -> Vec<String> {
        let sku = of.sku.as_ref().map(|sku| truncate(sku, SHOWN));
        sku.into_iter().chain([self.price(&of.price)]).collect()
    }

    fn price(self, of: &ShownPrice) -> String {
        if of.malformed {
            return self.words.text("compare-price-malformed").into();
        }
        let texts = [&of.price, &of.currency].into_iter().flatten();
        let texts: Vec<_> = texts.map(|text| truncate(text, SHOWN)).collect();
        if texts.is_empty() { self.words.text("compare-price-none").into() } else { texts.join(" ") }
    }

    fn term(self, term: Option<LicenceTerm>, is_malformed: bool) -> String {
        match term {
            None if is_malformed => self.words.text("compare-term-malformed").into(),
            None => self.words.text("compare-none").into(),
            Some(term) if term.is_unlimited() => self.words.say("compare-unlimited", &[("term", &term.to_string())]),
            Some(term) => term.to_string(),
        }
    }

    fn quoted(self, text: Option<&str>) -> String {
        match text {
            Some(text) => self.words.say("compare-quoted", &[("text", &truncate(text, SHOWN))]),
            None => self.words.text("compare-none").into(),
        }
    }

    fn period(self, period: &PeriodChange) -> String {
        let at = self.words.purchase_or_renewal(period.number);
        self.instead(&at, [&period.old, &period.new], Self::dates)
    }

    /// Formats the first [`LINES`] elements, and the number of remaining ones if any.
    fn first_few<T>(self, all: &[T], line: impl Fn(&T) -> String) -> impl Iterator<Item = String> {
        let left = all.len().saturating_sub(LINES);
        let more = (left > 0).then(|| format!("… {}", self.numbered("more", left)));
        all.iter().take(LINES).map(line).chain(more)
    }

    fn dates(self, period: &Period) -> Vec<String> {
        let product = period.product_id.map(|id| self.words.product(Some(id)));
        let is_unlimited = period.licence_term.is_some_and(LicenceTerm::is_unlimited);
        let name = match period.end {
            Some(_) => "compare-period",
            None if is_unlimited => "compare-period-open",
            None => "compare-period-unknown",
        };
        let start = period.start.to_string();
        let end = period.end.map(|end| end.to_string()).unwrap_or_default();
        let dates = self.words.say(name, &[("start", &start), ("end", &end)]);
        let ordered =
            period.ordered.map(|ordered| self.words.say("compare-ordered", &[("date", &ordered.to_string())]));
        product.into_iter().chain([dates]).chain(ordered).collect()
    }
}
