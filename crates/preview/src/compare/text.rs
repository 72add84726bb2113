//! Formats a comparison as text for reviewers.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::{fmt, iter};

use super::compare::ending;
use super::data::{
    Change, Comparison, ComparisonDiagnostic, Offer, PeriodChange, Presence, ProductComparison, Situation,
};
use crate::sentences::Sentences;
use crate::timeline::Period;
use renewal_rules::catalogue::{ShownPrice, ShownVariant};
use renewal_rules::messages::truncate;
use renewal_rules::{Configuration, Consent, EffectiveKind, LicenceTerm, Messages, Payment, ProductId, Rejection, put};

/// Maximum length of a comment, name or other value in the text, in code points.
const MAX_LENGTH: usize = 80;
/// Maximum number of periods of a timeline, and of variant positions, in the text.
const MAX_LINES: usize = 3;

/// Formats the comparison as plain text for a reviewer: each line names the old and the new value and the affected
/// situations. For a timeline, the first three differing periods are listed.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&Sentences::english(), None))
    }
}

/// A heading with its changes; each change is a line and its continuation lines.
pub struct Section {
    /// Text of the heading.
    pub heading: String,
    /// Texts of the changes.
    pub changes: Vec<Vec<String>>,
}

impl Comparison {
    /// Formats the comparison in another language: the changes with `sentences`, the diagnostics with `messages`.
    #[must_use]
    pub fn to_text_in(&self, sentences: &Sentences, messages: &Messages) -> String {
        self.text(sentences, Some(messages))
    }

    fn text(&self, sentences: &Sentences, messages: Option<&Messages>) -> String {
        let sections = self.sections(sentences, messages);
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

    /// Returns the text in sections: one for each product with changes, then the diagnostics that appear and disappear.
    /// The diagnostics have the `messages` of another language, if given.
    pub fn sections(&self, sentences: &Sentences, messages: Option<&Messages>) -> Vec<Section> {
        let mut sections = Vec::new();
        if !self.changed {
            sections.push(Section { heading: sentences.get("compare-nothing").into(), changes: Vec::new() });
        }
        for product in &self.products {
            let writer = ProductWriter { sentences, last_step: product.last_step };
            sections.push(Section {
                heading: writer.heading(product),
                changes: product.changes.iter().map(|change| writer.change(change, product)).collect(),
            });
        }
        for (title, list) in [("compare-appeared", &self.appeared), ("compare-disappeared", &self.disappeared)] {
            if !list.is_empty() {
                let lines = list.iter().map(|one| diagnostic_line(one, sentences, messages));
                sections.push(Section {
                    heading: sentences.get(title).into(),
                    changes: lines.map(|line| vec![line]).collect(),
                });
            }
        }
        sections
    }
}

fn diagnostic_line(
    ComparisonDiagnostic { product_id, diagnostic }: &ComparisonDiagnostic,
    sentences: &Sentences,
    messages: Option<&Messages>,
) -> String {
    let severity = sentences.get_variant("compare", diagnostic.severity.as_str());
    let product = product_id.map_or_else(String::new, |id| sentences.product(Some(id)) + ": ");
    let translated = messages.map(|messages| diagnostic.translated(messages));
    let message = &translated.as_ref().unwrap_or(diagnostic).message;
    format!("{severity}: {product}{message} ({})", diagnostic.code)
}

/// Writes the changes of one product as text.
#[derive(Clone, Copy)]
struct ProductWriter<'s> {
    sentences: &'s Sentences,
    last_step: usize,
}

impl<'s> ProductWriter<'s> {
    fn heading(self, product: &ProductComparison) -> String {
        let title = self.sentences.product_title(product.product_id);
        let heading = match &product.name {
            Some(name) => format!("{title} ({})", truncate(name, MAX_LENGTH)),
            None => title,
        };
        match product.presence {
            Presence::Both => heading,
            presence => {
                self.sentences.fill("compare-presence", &[("product", &heading), ("presence", presence.as_str())])
            }
        }
    }

    fn numbered(self, name: &str, number: usize) -> String {
        self.sentences.fill_number(name, u64::try_from(number).unwrap_or(u64::MAX))
    }

    /// Returns the label of a step. The last step stands for all later renewals, too.
    fn step(self, step: usize) -> String {
        match step {
            0 => self.sentences.get("purchase").into(),
            step if step == self.last_step => self.numbered("compare-renewals", step),
            step => self.numbered("renewal", step),
        }
    }

    /// Returns the heading of a change: its step if it has one, otherwise its subject, with the affected situations.
    /// Empty for changes of the product as a whole.
    fn subject(self, change: &Change) -> String {
        let (subject, situations): (_, &[Situation]) = match change {
            Change::Offer { step, situations, .. }
            | Change::Article { step, situations, .. }
            | Change::Comment { step, situations, .. } => (self.step(*step), situations),
            Change::Name { step, .. }
            | Change::Term { step, .. }
            | Change::Order { step, .. }
            | Change::Price { step, .. } => return self.step(*step),
            Change::Kind { situations, .. } => (self.sentences.get("compare-kind").into(), situations),
            Change::Renewals { situations, .. } => (self.sentences.get("compare-count").into(), situations),
            Change::Timeline { situations, .. } => (self.sentences.get("compare-timeline").into(), situations),
            Change::Configuration { .. } | Change::Trial { .. } | Change::Chain { .. } => return String::new(),
        };
        subject + &self.situations(situations)
    }

    /// Formats a change as a line and its continuation lines.
    fn change(self, change: &Change, product: &ProductComparison) -> Vec<String> {
        let mut lines = vec![self.line(&self.subject(change), change)];
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
                        Some(stop) => self.sentences.fill("compare-end", &[("message", &self.sentences.stop(stop))]),
                        None => self.sentences.get("compare-no-end").into(),
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
                self.sentences.fill("compare-configuration", &[("old", old), ("new", new)])
            }
            Change::Trial { new: true, .. } => self.sentences.get("compare-trial").into(),
            Change::Trial { new: false, .. } => self.sentences.get("compare-no-trial").into(),
            Change::Kind { .. } => self.kind(at, change),
            Change::Chain { old, new } => {
                let (old, new) = (self.chain(old), self.chain(new));
                self.sentences.fill("compare-chain", &[("old", &old), ("new", &new)])
            }
            Change::Renewals { .. } => self.renewals(at, change),
            Change::Offer { old, new, .. } => self.instead(at, [old, new], Self::offer),
            Change::Name { old, new, .. } => texts(self.sentences.get("compare-name"), old, new),
            Change::Term { old, new, was_malformed, is_malformed, .. } => {
                let old = self.term(*old, *was_malformed);
                let new = self.term(*new, *is_malformed);
                self.changes(at, self.sentences.get("compare-term"), &old, &new)
            }
            Change::Price { sku, old_sku, old, new, .. } => self.price_change(at, [old_sku, sku], [old, new]),
            Change::Article { old, new, .. } => texts(self.sentences.get("compare-article"), old, new),
            Change::Comment { locale, old, new, .. } => {
                let locale = truncate(locale, MAX_LENGTH);
                let what = self.sentences.fill("compare-comment", &[("locale", &locale)]);
                texts(&what, old, new)
            }
            Change::Order { .. } => self.sentences.fill("compare-order", &[("at", at)]),
            Change::Timeline { .. } => format!("{at}:"),
        }
    }

    fn changes(self, at: &str, what: &str, old: &str, new: &str) -> String {
        self.sentences.fill("compare-changes", &[("at", at), ("what", what), ("old", old), ("new", new)])
    }

    fn instead<T>(self, at: &str, versions: [&Option<T>; 2], describe: fn(Self, &T) -> Vec<String>) -> String {
        let [old, new] = versions.map(|version| match version {
            Some(version) => format!("[{}]", describe(self, version).join(", ")),
            None => self.sentences.get("compare-absent").into(),
        });
        self.sentences.fill("compare-instead", &[("at", at), ("old", &*old), ("new", &*new)])
    }

    fn price_change(self, at: &str, skus: [&Option<String>; 2], prices: [&Option<ShownPrice>; 2]) -> String {
        let [old_sku, sku] = skus;
        if let [Some(old), Some(new)] = prices
            && old_sku != sku
        {
            // Another `sku` means another variant: report both variants instead of a price change.
            let variants = [(old_sku, old), (sku, new)].map(|(sku, price)| {
                let (sku, price) = (sku.clone(), price.clone());
                Some(ShownVariant::new(sku, price))
            });
            return self.instead(at, variants.each_ref(), Self::variant);
        }
        let what = match sku {
            Some(sku) => self.sentences.fill("compare-price-of", &[("sku", &truncate(sku, MAX_LENGTH))]),
            None => self.sentences.get("compare-price").into(),
        };
        let one_sided = |name: &str, of: &ShownPrice| {
            self.sentences.fill(name, &[("at", at), ("what", &what), ("price", &self.price(of))])
        };
        match prices {
            [Some(old), Some(new)] => self.changes(at, &what, &self.price(old), &self.price(new)),
            [Some(old), None] => one_sided("compare-price-gone", old),
            [None, Some(new)] => one_sided("compare-price-new", new),
            [None, None] => String::from(at),
        }
    }

    fn configuration(self, configuration: Option<Configuration>) -> &'s str {
        self.sentences.get(match configuration {
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
        let name =
            |kind: &Option<EffectiveKind>| kind.map_or(self.sentences.get("compare-no-kind"), |kind| kind.name());
        let mut text =
            vec![self.sentences.fill("compare-kinds", &[("at", at), ("old", name(old)), ("new", name(new))])];
        let mut add_reason = |version: &str, reason: &str| {
            text.push(self.sentences.fill("compare-reason", &[("version", version), ("reason", reason)]));
        };
        for (version, kind, reasons, undecided) in
            [("old", *new, gained, old_undecided), ("new", *old, lost, undecided)]
        {
            if !reasons.is_empty() {
                add_reason(version, &self.rejected(kind, reasons));
            }
            if let Some(undecided) = undecided {
                add_reason(version, self.sentences.get_variant("undecided", undecided.as_str()));
            }
        }
        match (old, new) {
            (Some(EffectiveKind::ArTrial), Some(_)) => add_reason("new", self.sentences.get("compare-was-trial")),
            (_, Some(EffectiveKind::ArTrial)) => add_reason("new", self.sentences.get("compare-is-trial")),
            _ => {}
        }
        text.join(" ")
    }

    /// Formats a change of the number of renewals, with the reasons why the renewals end.
    fn renewals(self, at: &str, change: &Change) -> String {
        let Change::Renewals { old, new, old_stop, new_stop, .. } = change else { return String::new() };
        let [old, new] = [old, new].map(|count| match count {
            Some(count) => count.to_string(),
            None => self.sentences.get("compare-no-last").into(),
        });
        let mut text = self.sentences.fill("compare-kinds", &[("at", at), ("old", &old), ("new", &new)]);
        for (version, stop) in [("old", old_stop), ("new", new_stop)] {
            if let Some(stop) = stop {
                let params = [("version", version), ("message", &self.sentences.stop(stop))];
                put!(text, " {}", self.sentences.fill("compare-version-end", &params));
            }
        }
        text
    }

    fn rejected(self, kind: Option<EffectiveKind>, reasons: &[Rejection]) -> String {
        // Write AR for AR Trial, too, because the version that rejects it may not be a trial.
        let kind = kind.map_or("", |kind| kind.switch().name());
        let reasons = self.sentences.reasons(reasons, ", ");
        self.sentences.fill("compare-rejected", &[("kind", kind), ("reasons", &reasons)])
    }

    /// Describes the situations, with a leading comma; empty if all situations are affected.
    fn situations(self, situations: &[Situation]) -> String {
        if situations.len() == Situation::all().count() {
            return String::new();
        }
        let payment_name = |payment: Payment| self.sentences.get_variant("compare", payment.as_str());
        let whole = Payment::ALL.iter().copied().find(|payment| {
            let of_payment = situations.iter().filter(|each| each.payment == *payment);
            of_payment.count() == Consent::ALL.len()
        });
        let mut names: Vec<String> = whole.map(|payment| payment_name(payment).into()).into_iter().collect();
        for consent in Consent::ALL {
            let others = situations.iter().filter(|each| each.consent == *consent && Some(each.payment) != whole);
            let payments: Vec<Payment> = others.map(|each| each.payment).collect();
            let consent = self.sentences.get_variant("compare", consent.as_str());
            match payments.as_slice() {
                [] => {}
                [payment] => names.push(format!("{consent}, {}", payment_name(*payment))),
                _ => names.push(consent.into()),
            }
        }
        format!(", {}", names.join("; "))
    }

    fn chain(self, ids: &[ProductId]) -> String {
        let Some((last, before)) = ids.split_last() else { return self.sentences.get("compare-none").into() };
        let mut ids: Vec<String> = before.iter().map(ProductId::to_string).collect();
        ids.push(self.sentences.fill("compare-again", &[("id", &last.to_string())]));
        ids.join(self.sentences.get("compare-then"))
    }

    fn offer(self, offer: &Offer) -> Vec<String> {
        let mut texts = vec![self.sentences.product(offer.product_id)];
        if !offer.known {
            texts.push(self.sentences.get("compare-unknown").into());
        }
        texts.extend(offer.name.as_ref().map(|name| truncate(name, MAX_LENGTH)));
        texts.extend(offer.licence_term.map(|term| term.to_string()));
        texts.extend(offer.prices.iter().map(|price| self.price(price)));
        texts
    }

    fn variant(self, of: &ShownVariant) -> Vec<String> {
        let sku = of.sku.as_ref().map(|sku| truncate(sku, MAX_LENGTH));
        sku.into_iter().chain([self.price(&of.price)]).collect()
    }

    fn price(self, of: &ShownPrice) -> String {
        if of.malformed {
            return self.sentences.get("compare-price-malformed").into();
        }
        let texts = [&of.price, &of.currency].into_iter().flatten();
        let texts: Vec<_> = texts.map(|text| truncate(text, MAX_LENGTH)).collect();
        if texts.is_empty() { self.sentences.get("compare-price-none").into() } else { texts.join(" ") }
    }

    fn term(self, term: Option<LicenceTerm>, is_malformed: bool) -> String {
        match term {
            None if is_malformed => self.sentences.get("compare-term-malformed").into(),
            None => self.sentences.get("compare-none").into(),
            Some(term) if term.is_unlimited() => {
                self.sentences.fill("compare-unlimited", &[("term", &term.to_string())])
            }
            Some(term) => term.to_string(),
        }
    }

    fn quoted(self, text: Option<&str>) -> String {
        match text {
            Some(text) => self.sentences.fill("compare-quoted", &[("text", &truncate(text, MAX_LENGTH))]),
            None => self.sentences.get("compare-none").into(),
        }
    }

    fn period(self, period: &PeriodChange) -> String {
        let at = self.sentences.purchase_or_renewal(period.number);
        self.instead(&at, [&period.old, &period.new], Self::dates)
    }

    /// Formats the first [`MAX_LINES`] elements, and the number of remaining ones if any.
    fn first_few<T>(self, all: &[T], line: impl Fn(&T) -> String) -> impl Iterator<Item = String> {
        let left = all.len().saturating_sub(MAX_LINES);
        let more = (left > 0).then(|| format!("… {}", self.numbered("more", left)));
        all.iter().take(MAX_LINES).map(line).chain(more)
    }

    fn dates(self, period: &Period) -> Vec<String> {
        let product = period.product_id.map(|id| self.sentences.product(Some(id)));
        let is_unlimited = period.licence_term.is_some_and(LicenceTerm::is_unlimited);
        let name = match period.end {
            Some(_) => "compare-period",
            None if is_unlimited => "compare-period-open",
            None => "compare-period-unknown",
        };
        let start = period.start.to_string();
        let end = period.end.map(|end| end.to_string()).unwrap_or_default();
        let dates = self.sentences.fill(name, &[("start", &start), ("end", &end)]);
        let ordered =
            period.ordered.map(|ordered| self.sentences.fill("compare-ordered", &[("date", &ordered.to_string())]));
        product.into_iter().chain([dates]).chain(ordered).collect()
    }
}
