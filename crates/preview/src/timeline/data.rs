//! Result types of a timeline.

use alloc::{borrow::Cow, string::String, vec::Vec};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::date::{CalendarDate, MonthCount};
use renewal_rules::messages::{Param, fill};
use renewal_rules::{Decision, Undecided};
use renewal_rules::{EffectiveKind, LicenceTerm, ProductId, RenewalKind};
use renewal_rules_json::{keyword_enum, keywords};

keywords! {
    /// Kind of payment for a period (§1).
    #[non_exhaustive]
    Paid {
        /// The purchase: the buyer checks out and pays.
        Checkout = "checkout" => "buyer checks out and pays",
        /// Purchase of a free trial: the buyer obtains it free of charge.
        Free = "free" => "free of charge",
        /// AR: payment for the renewal order is charged automatically.
        Automatically = "automatically" => "charged automatically",
        /// PMR: the renewal order exists, and the buyer pays for it from the message.
        FromMessage = "from-message" => "buyer pays from the message",
        /// Email: the buyer follows the link of the message, checks out and pays.
        FromLink = "from-link" => "buyer follows the link and pays",
    }
    /// Returns a short phrase: who pays, and how.
    pub fn description
}

/// One licence period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Period {
    /// 0 for the purchase, then the number of the renewal.
    pub number: u32,
    /// Id of the product, `None` if it has none.
    pub product_id: Option<ProductId>,
    /// Name of the product, if it has one.
    pub name: Option<String>,
    /// Ordered article: `sku_ar` for an AR subscription, if present, else `sku` (§2.5). `None` if the product has no
    /// variant at the index of the purchased variant, or the variant has no article.
    pub article: Option<String>,
    /// Amount of the price as written; `None` if there is none.
    pub price: Option<String>,
    /// Currency of the price.
    pub currency: Option<String>,
    /// Licence term, if well-formed.
    pub licence_term: Option<LicenceTerm>,
    /// First day of the period.
    pub start: CalendarDate,
    /// Day after the last day of the period, on which the next period starts. `None` if the term is missing, malformed
    /// or unlimited, or if the period would end after the year 9999.
    pub end: Option<CalendarDate>,
    /// Kind of the subscription, which is chosen at its creation (§4.4).
    pub kind: Option<EffectiveKind>,
    /// Date on which the order of this renewal is created, or the Email message is sent. `None` for the purchase, and
    /// if the date is unknown; a note says why.
    pub ordered: Option<CalendarDate>,
    /// Kind of payment for the period.
    pub paid: Paid,
}

keywords! {
    /// Reasons why no further renewal follows.
    #[non_exhaustive]
    StopReason {
        /// No renewal kind applies to the purchase; the decision lists the reasons (§4.4).
        NoKind = "no-kind" => "{product} is not renewed: {why}.",
        /// The catalogue lacks the next product.
        UnknownProduct = "unknown-product" => "{product}, which comes next in the chain, is not among the products.",
        /// The product of the last period has no licence term.
        TermMissing = "term-missing" => "{product} has no licence term, so its period has no end to renew at.",
        /// The licence term of the last period is malformed.
        TermMalformed = "term-malformed" => "{product} has a licence term that cannot be read.",
        /// The licence term of the last period is zero, which means unlimited (§8).
        TermZero = "term-zero" => "{product} has a term of zero, which is unlimited and never renewed.",
        /// The licence term of the last period is shorter than the kind's minimum, so the renewal cannot be created in
        /// time (§8).
        TermBelowMinimum = "term-below-minimum" =>
            "{product} has a term of {term}, but {kind} renewal needs at least {minimum} days: its \
             period is not renewed.",
        /// The last period would end after 9999-12-31, the end of the calendar.
        CalendarEnd = "calendar-end" => "{product} has a period that ends after the year 9999.",
    }
    pub(crate) fn template
}

/// The end of a timeline that has fewer renewals than requested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Stop {
    /// Reason why the timeline ends.
    pub reason: StopReason,
    /// Id of the product at which the timeline ends, if it has one.
    pub product_id: Option<ProductId>,
    /// Reason why the timeline ends, as a sentence.
    pub message: String,
    /// Minimum of the kind in days, if the term is below it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum_days: Option<u32>,
    /// Fewest days that the term can take, if that is below the minimum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest_days: Option<u64>,
    /// Licence term that is below the minimum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub licence_term: Option<LicenceTerm>,
    /// Kind that requires the minimum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<RenewalKind>,
    /// Reason why no kind could be considered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided: Option<Undecided>,
}

/// Reason why a purchase is not renewed, if every kind was considered and none applies.
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
        let why = undecided.map_or(NO_KIND, Undecided::description);
        let term = too_short.map(|(term, ..)| term.text()).unwrap_or_default();
        stop.message = stop.fill(reason.template(), &product, why, &term);
        stop
    }

    pub(crate) fn unknown_product(id: ProductId) -> Self {
        Self::new(StopReason::UnknownProduct, Some(id), None, None)
    }

    /// Fills the placeholders of a template of [`StopReason`].
    pub(crate) fn fill(&self, template: &str, product: &str, why: &str, term: &str) -> String {
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

keyword_enum! {
    /// An assumption of a timeline about undocumented behaviour. In JSON an object of
    /// `code` and `message`.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    Note {
        /// Month terms are counted from the start of the first of consecutive month terms.
        MonthsAnchored = "months-anchored" =>
            "The interface document gives no rule for the ends of months. Here months are counted \
             from the day on which the month terms began: 31 January, 28 February, 31 March.",
        /// Month terms are counted from the end of the previous period.
        MonthsChained = "months-chained" =>
            "The interface document gives no rule for the ends of months. Here each month term is \
             counted from the end of the period before: 31 January, 28 February, 28 March.",
        /// Each period starts on the day on which the previous one ends.
        PaidInTime = "paid-in-time" =>
            "Each renewal is taken to be paid in time and to begin where the period before it \
             ends; the interface document does not say so.",
        /// The date of an AR order is derived from the example in §8.
        OrderDateInferred = "order-date-inferred" =>
            "An AR order is created five days before the end of a period: the interface document \
             shows it only for a term of six days (section 8).",
        /// The date of a PMR order or an Email message is undocumented, and the option for the
        /// lead time is not set.
        OrderDateUnknown = "order-date-unknown" =>
            "The interface document does not show how long before the end of a period a PMR order \
             is created or an Email message is sent. Set the lead in days to see the date.",
        /// The lead time of an order (days until the end of the current period) is longer than the period.
        LeadTooLong = "lead-too-long" => "The lead is longer than a period, so the order has no date here.",
        /// The minimum term of PMR is undocumented, and the option for this minimum is not set.
        PmrMinimumUnknown = "pmr-minimum-unknown" =>
            "The interface document does not show the minimum term of PMR, so it is not checked.",
        /// The payment method is not set and defaults to online.
        PaymentAssumed = "payment-assumed" =>
            "The payment method is not set; it counts as online, which decides the minimum term.",
        /// Which variant a renewal uses is undocumented.
        VariantAssumed = "variant-assumed" =>
            "The interface document does not show which variant of a product a renewal uses. Here \
             it is the one at the same position as in the purchase.",
        /// A product has no variant at the index of the purchased one.
        VariantMissing = "variant-missing" =>
            "A product has no variant at the position of the one that is bought, so the article \
             and the price of its periods are not known.",
        /// The `trial` option is set, although the purchase has a price.
        TrialNotFree = "trial-not-free" =>
            "The option `trial` is set, but the price of the purchase is not zero, as the prices of a \
             trial must be (section 4.4). Here the purchase is free of charge, as for any trial.",
    }
    /// Returns the assumption as a sentence.
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

/// The periods and orders that follow a purchase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Timeline {
    /// The applied renewal kind and its reasons, decided once, when the subscription is created (§4.4).
    pub decision: Decision,
    /// Way in which consecutive month terms are counted.
    pub month_count: MonthCount,
    /// The purchase and its renewals. Each period starts on the day on which the previous one ends.
    pub periods: Vec<Period>,
    /// Reason why there are fewer renewals than requested, or why none can follow; `None` if the renewals go on.
    pub stop: Option<Stop>,
    /// Assumptions of this timeline.
    pub notes: Vec<Note>,
}
