//! Result types of a witness.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde::Serialize;

use super::buyers::Loss;
use crate::sentences::Sentences;
use crate::summary::describe_stop;
use crate::timeline::{CalendarDate, Period, StopReason, Timeline, TimelineOptions, price};
use renewal_rules::{Code, Diagnostic, Outcome, ProductId, Rejection};
use renewal_rules_json::PatchOp;

/// A buyer who loses a renewal, or pays another amount, because of the problem that a diagnostic reports.
///
/// To replay it: the timeline of the product at index 0 of `products`, with `options`, is `before`; that of `fixed` is
/// `after`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Witness {
    /// Code of the diagnostic.
    pub code: Code,
    /// Path of the diagnostic.
    pub path: String,
    /// The purchase: its date, the payment method, the consent, and the variant.
    pub options: TimelineOptions,
    /// Day on which the renewal `instead` begins. Before the fix, this renewal is missing or has another amount.
    pub day: CalendarDate,
    /// Period of `before` with the same step as `instead` (0 for the purchase, then the number of the renewal), but
    /// with another amount; `None` if the renewal is missing.
    pub charged: Option<Period>,
    /// Period of `after` that begins on `day`: the renewal that the buyer gets after the fix.
    pub instead: Period,
    /// JSON Patch of `products` that fixes the diagnostic and those in `also`. Empty in the witness
    /// of a rule's own example, which contains the fixed document.
    pub fix: Vec<PatchOp>,
    /// Other diagnostics that are fixed as well, because they prevent the renewal too.
    pub also: Vec<AlsoFixed>,
    /// Ids of renewal products that the input lacks and that are assumed to exist, with a sufficient term.
    pub assumed: Vec<ProductId>,
    /// The purchased product and the products of its chain, as a JSON array; the purchased one first.
    pub products: String,
    /// The products after the fix.
    pub fixed: String,
    /// Timeline of the purchase.
    pub before: Timeline,
    /// Timeline of the purchase after the fix.
    pub after: Timeline,
}

/// A diagnostic that is fixed together with another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct AlsoFixed {
    /// Code of the diagnostic.
    pub code: Code,
    /// Path of the diagnostic, as a JSON Pointer into the array `products` of the witness.
    pub path: String,
}

impl AlsoFixed {
    pub(super) fn new(diagnostic: &Diagnostic) -> Self {
        Self { code: diagnostic.code, path: diagnostic.path.clone() }
    }
}

impl Witness {
    pub(super) fn new(
        diagnostic: &Diagnostic,
        loss: Loss,
        (products, fixed): (String, String),
        assumed: Vec<ProductId>,
    ) -> Self {
        let Loss { options, day, charged, instead, before, after } = loss;
        Self {
            code: diagnostic.code,
            path: diagnostic.path.clone(),
            options,
            day,
            charged,
            instead,
            fix: Vec::new(),
            also: Vec::new(),
            assumed,
            products,
            fixed,
            before,
            after,
        }
    }

    /// Describes the buyer, the day, and what happens after the fix, in a few sentences.
    pub fn describe(&self, sentences: &Sentences) -> String {
        let day = self.day.to_string();
        let (payment, consent) =
            (self.options.payment.map_or("online", |it| it.as_str()), self.options.consent.as_str());
        let bought = self.before.periods.first().and_then(|period| period.product_id);
        let buyer = [
            ("payment", payment),
            ("consent", consent),
            ("product", &sentences.product(bought)),
            ("day", &self.options.purchase_date.to_string()),
        ];
        let mut texts = vec![sentences.fill("witness-buyer", &buyer)];
        let product = sentences.product(self.instead.product_id);
        if let Some(charged) = &self.charged {
            let [price, instead] = [charged, &self.instead].map(|period| price(period).unwrap_or_default());
            let params = [("day", &*day), ("price", &price), ("instead", &instead)];
            texts.push(sentences.fill("witness-amount", &params));
        } else {
            texts.push(sentences.fill("witness-nothing", &[("day", &day)]));
            texts.extend(self.reasons(sentences));
            let price = price(&self.instead);
            let params = [("product", &*product), ("paid", self.instead.paid.as_str())];
            let price = price.as_deref().map(|price| ("price", price));
            texts.push(sentences.fill("witness-after", &params.into_iter().chain(price).collect::<Vec<_>>()));
        }
        if !self.also.is_empty() {
            let codes: Vec<&str> = self.also.iter().map(|also| also.code.as_str()).collect();
            texts.push(sentences.fill("witness-also", &[("codes", &codes.join(", "))]));
        }
        texts.join(" ")
    }

    /// Describes why the renewal is missing before the fix: the enabled kinds that do not apply, or the reason why
    /// the timeline ends.
    fn reasons(&self, sentences: &Sentences) -> Vec<String> {
        let Some(stop) = &self.before.stop else { return Vec::new() };
        let considered = self.before.decision.considered.iter();
        let rejected = considered.filter(|kind| kind.outcome == Outcome::Rejected);
        let on = rejected.filter(|kind| !kind.reasons.contains(&Rejection::Disabled));
        let kinds: Vec<String> = on
            .map(|kind| {
                let reasons = sentences.reasons(&kind.reasons, "; ");
                let name = sentences.get_variant("name", kind.kind.as_str());
                sentences.fill("witness-kind", &[("name", name), ("reasons", &reasons)])
            })
            .collect();
        if stop.reason == StopReason::NoKind && !kinds.is_empty() {
            kinds
        } else {
            vec![describe_stop(stop, sentences)]
        }
    }
}
