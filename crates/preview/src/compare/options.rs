//! What the caller can state about a comparison, and why there is none.

use super::data::Situation;
use crate::timeline::{CalendarDate, MonthCount, TimelineOptions, renewals};
use renewal_rules::ProductId;
use renewal_rules::catalogue::TimelineError;
use renewal_rules::internal::options::read;
use renewal_rules::options;
use renewal_rules::{Limits, OptionsError, RuleLevels, Scope};

options! {
    /// What the caller can state about a comparison. Everything is optional.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    derive(Default) pub struct CompareOptions {
        /// The day of a purchase whose timelines are compared; without it none are.
        pub purchase_date "purchaseDate": Option<CalendarDate>
            => with_purchase_date(impl Into<Option<CalendarDate>>);
        /// The one product that is compared, with its renewals; without it all that are bought on their own are.
        pub product_id "productId": Option<ProductId> => with_product_id(impl Into<Option<ProductId>>);
        /// How many renewals the timelines follow, at most 1000 ([`MAX_RENEWALS`](crate::timeline::MAX_RENEWALS)); 12
        /// by default.
        pub renewals "renewals": u32 = 12 => with_renewals(u32), by renewals;
        /// How month terms are counted; anchored by default.
        pub month_count "monthCount": MonthCount => with_month_count(MonthCount);
        /// How many days before the end of a period a PMR order is created, as for a timeline.
        pub pmr_lead_days "pmrLeadDays": Option<u32> => with_pmr_lead_days(impl Into<Option<u32>>);
        /// How many days before the end of a period the message of an Email renewal is sent, as for a timeline.
        pub email_lead_days "emailLeadDays": Option<u32> => with_email_lead_days(impl Into<Option<u32>>);
        /// The minimum terms.
        pub limits "limits": Limits => with_limits(Limits);
        /// Which problems are left out, or reported with another severity.
        pub rules "rules": RuleLevels => with_rules(RuleLevels);
    }
}

impl CompareOptions {
    /// Reads the options from a JSON object with the names in camelCase. Empty text means no options.
    ///
    /// # Errors
    ///
    /// [`OptionsError`] names the option that is unknown or wrong.
    pub fn from_json(text: &str) -> Result<Self, OptionsError> {
        read(text, Self::ROWS, Scope::Any, Self::default())
    }

    pub(super) fn purchase(&self, date: CalendarDate, situation: Situation) -> TimelineOptions {
        TimelineOptions {
            payment: Some(situation.payment),
            consent: situation.consent,
            renewals: self.renewals,
            month_count: self.month_count,
            pmr_lead_days: self.pmr_lead_days,
            email_lead_days: self.email_lead_days,
            limits: self.limits,
            // Of a period only the dates are compared: prices are by themselves, for every variant.
            ..TimelineOptions::new(date)
        }
    }
}

/// Why two versions cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// The old version is not a set-up.
    #[error("the old version: {0}")]
    Old(#[source] TimelineError),
    /// The new version is not a set-up.
    #[error("the new version: {0}")]
    New(#[source] TimelineError),
    /// Neither version has the stated product.
    #[error("neither version has a product with the id {0}")]
    NoSuchProduct(ProductId),
    /// More renewals are asked for than [`MAX_RENEWALS`](crate::timeline::MAX_RENEWALS).
    #[error("{0} renewals are asked for; it must be a whole number from 0 to 1000")]
    TooManyRenewals(u32),
}
