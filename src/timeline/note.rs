//! What a timeline takes for granted.

use alloc::string::String;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::text::named;

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
