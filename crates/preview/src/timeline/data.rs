//! What a timeline is made of.

use alloc::{borrow::Cow, string::String, vec::Vec};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::date::{CalendarDate, MonthCount};
use renewal_rules::messages::{Param, fill};
use renewal_rules::{Decision, Undecided};
use renewal_rules::{EffectiveKind, LicenceTerm, ProductId, RenewalKind};
use renewal_rules_json::{named, words};

words! {
    /// How the buyer comes to pay for a period (§1).
    #[non_exhaustive]
    Paid {
        /// The purchase: the buyer checks out and pays.
        Checkout = "checkout" => "buyer checks out and pays",
        /// The purchase of a free trial: the buyer obtains it free of charge.
        Free = "free" => "free of charge",
        /// AR: payment for the renewal order is charged automatically.
        Automatically = "automatically" => "charged automatically",
        /// PMR: the renewal order is there, the buyer pays for it from the message.
        FromMessage = "from-message" => "buyer pays from the message",
        /// Email: the buyer follows the link of the message, checks out and pays.
        FromLink = "from-link" => "buyer follows the link and pays",
    }
    /// Who does what, in a few words.
    pub fn words
}

/// One licence period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Period {
    /// 0 for the purchase, then the number of the renewal.
    pub number: u32,
    /// The product, `None` where it has no id.
    pub product_id: Option<ProductId>,
    /// The product's name, where it has one.
    pub name: Option<String>,
    /// The article that is ordered: `sku_ar`, where there is one, for an AR subscription, else `sku`
    /// (§2.5). `None` where the product has no such variant.
    pub article: Option<String>,
    /// The amount of the price, its exact text; `None` where there is none.
    pub price: Option<String>,
    /// The currency of the price.
    pub currency: Option<String>,
    /// The licence term, where it is well-formed.
    pub licence_term: Option<LicenceTerm>,
    /// The first day.
    pub start: CalendarDate,
    /// The day after the last one, on which the next period starts. `None` where the term is
    /// missing, malformed or unlimited, or the calendar ends.
    pub end: Option<CalendarDate>,
    /// The kind of the subscription, which is applied at its creation (§4.4).
    pub kind: Option<EffectiveKind>,
    /// When the order that renews into this period is created, for Email when the message is sent.
    /// `None` for the purchase, and where it is not known; a note says why.
    pub ordered: Option<CalendarDate>,
    /// How it is paid.
    pub paid: Paid,
}

words! {
    /// Why no further renewal follows.
    #[non_exhaustive]
    StopReason {
        /// No renewal kind applies to the purchase; the decision says why (§4.4).
        NoKind = "no-kind" => "{product} is not renewed: {why}.",
        /// The next product is not among those given.
        UnknownProduct = "unknown-product" => "{product}, which comes next in the chain, is not among the products.",
        /// The last period's product has no licence term.
        TermMissing = "term-missing" => "{product} has no licence term, so its period has no end to renew at.",
        /// The last period's licence term cannot be read.
        TermMalformed = "term-malformed" => "{product} has a licence term that cannot be read.",
        /// The last period's licence term is zero, that is unlimited (§8).
        TermZero = "term-zero" => "{product} has a term of zero, which is unlimited and never renewed.",
        /// The last period's licence term is shorter than the kind's minimum: its renewal cannot be made in time (§8).
        TermBelowMinimum = "term-below-minimum" =>
            "{product} has a term of {term}, but {kind} renewal needs at least {minimum} days: its \
             period is not renewed.",
        /// The calendar ends before the last period does: it goes to 9999-12-31.
        CalendarEnd = "calendar-end" => "{product} has a period that ends after the year 9999.",
    }
    pub(crate) fn template
}

/// Where and why a timeline ends before the renewals that were asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Stop {
    /// Why.
    pub reason: StopReason,
    /// The product at which it ends, where it has an id.
    pub product_id: Option<ProductId>,
    /// The same in words.
    pub message: String,
    /// The minimum of the kind in days, where the term is below it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum_days: Option<u32>,
    /// The fewest days that the term can take, where that is below the minimum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest_days: Option<u64>,
    /// The term that is below the minimum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub licence_term: Option<LicenceTerm>,
    /// The kind whose minimum it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<RenewalKind>,
    /// Why no kind could be considered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided: Option<Undecided>,
}

/// Why a purchase is not renewed for which every kind was considered.
pub(crate) const NO_KIND: &str = "no renewal kind applies to this purchase";

impl Stop {
    pub(crate) fn new(
        reason: StopReason,
        product_id: Option<ProductId>,
        undecided: Option<Undecided>,
        too_short: Option<(LicenceTerm, RenewalKind, u32)>,
    ) -> Self {
        let mut stop = Self {
            reason,
            product_id,
            message: String::new(),
            minimum_days: too_short.map(|(_, _, minimum)| minimum),
            shortest_days: too_short.map(|(term, ..)| term.shortest_days()),
            licence_term: too_short.map(|(term, ..)| term),
            kind: too_short.map(|(_, kind, _)| kind),
            undecided,
        };
        let product = product_id.map_or_else(|| "The product".into(), |id| format!("Product {id}"));
        let why = undecided.map_or(NO_KIND, Undecided::words);
        let term = too_short.map(|(term, ..)| term.text()).unwrap_or_default();
        stop.message = stop.said(reason.template(), &product, why, &term);
        stop
    }

    pub(crate) fn unknown(id: ProductId) -> Self {
        Self::new(StopReason::UnknownProduct, Some(id), None, None)
    }

    /// A template of its reason, filled.
    pub(crate) fn said(&self, template: &str, product: &str, why: &str, term: &str) -> String {
        fill(template, &|placeholder| {
            let text = |text: &str| Param::Text(String::from(text).into());
            Some(Cow::Owned(match placeholder {
                "product" => text(product),
                "why" => text(why),
                "term" => text(term),
                "kind" => text(self.kind?.name()),
                _ => Param::Number(self.minimum_days?.into()),
            }))
        })
    }
}

named! {
    /// What a timeline takes for granted where the interface document is silent. As JSON, an object of
    /// `code` and `message`.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    Note {
        /// Months are counted anchored.
        MonthsAnchored = "months-anchored" =>
            "The interface document gives no rule for the ends of months. Here months are counted \
             from the day on which the month terms began: 31 January, 28 February, 31 March.",
        /// Months are counted chained.
        MonthsChained = "months-chained" =>
            "The interface document gives no rule for the ends of months. Here each month term is \
             counted from the end of the period before: 31 January, 28 February, 28 March.",
        /// Each period begins where the one before it ends.
        PaidInTime = "paid-in-time" =>
            "Each renewal is taken to be paid in time and to begin where the period before it \
             ends; the interface document does not say so.",
        /// The date of an AR order is read off the example of §8.
        OrderDateInferred = "order-date-inferred" =>
            "An AR order is created five days before the end of a period: the interface document \
             shows it only for a term of six days (section 8).",
        /// The date of a PMR order or an Email message is not shown, and none was stated.
        OrderDateUnknown = "order-date-unknown" =>
            "The interface document does not show how long before the end of a period a PMR order \
             is created or an Email message is sent. State the lead in days to see the date.",
        /// The stated lead does not fit into a period.
        LeadTooLong = "lead-too-long" => "The lead is longer than a period, so the order has no date here.",
        /// The minimum term of PMR is not shown, and none was stated.
        PmrMinimumUnknown = "pmr-minimum-unknown" =>
            "The interface document does not show the minimum term of PMR, so it is not checked.",
        /// The payment method was not stated and counts as online.
        PaymentAssumed = "payment-assumed" =>
            "The payment method is not stated; it counts as online, which decides the minimum term.",
        /// Which variant a renewal uses is not shown.
        VariantAssumed = "variant-assumed" =>
            "The interface document does not show which variant of a product a renewal uses. Here \
             it is the one at the same position as in the purchase.",
        /// A product has no variant at the position of the one that is bought.
        VariantMissing = "variant-missing" =>
            "A product has no variant at the position of the one that is bought, so the article \
             and the price of its periods are not known.",
        /// The purchase was stated to be a free trial, though it has a price.
        TrialNotFree = "trial-not-free" =>
            "The purchase is stated to be a free trial, but its price is not zero, as the prices \
             of a trial must be (section 4.4). Here the purchase is free of charge, as stated.",
    }
    /// What is taken for granted, in words.
    pub fn message
}

impl Serialize for Note {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([("code", self.as_str()), ("message", self.message())])
    }
}

impl<'de> Deserialize<'de> for Note {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Named {
            code: String,
        }
        let Named { code } = Named::deserialize(deserializer)?;
        let note = Self::ALL.iter().find(|note| note.as_str() == code);
        note.copied().ok_or_else(|| D::Error::custom("there is no such note"))
    }
}

/// What happens when, from a purchase on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Timeline {
    /// Which renewal kind applies and why: decided once, at the creation of the subscription (§4.4).
    pub decision: Decision,
    /// How month terms were counted.
    pub month_count: MonthCount,
    /// The purchase and the renewals. Each period starts on the day on which the one before it ends.
    pub periods: Vec<Period>,
    /// Why there are fewer renewals than were asked for, or none can follow; `None` where the renewals go on.
    pub stop: Option<Stop>,
    /// What was taken for granted.
    pub notes: Vec<Note>,
}
