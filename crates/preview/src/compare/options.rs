//! Options and errors of a comparison.

use super::data::Situation;
use crate::timeline::{CalendarDate, MonthCount, TimelineOptions, renewals};
use renewal_rules::ProductId;
use renewal_rules::catalogue::TimelineError;
use renewal_rules::internal::options::read;
use renewal_rules::options;
use renewal_rules::{Limits, OptionsError, RuleLevels, Scope};

options! {
    /// Options of a comparison. All are optional.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    derive(Default) pub struct CompareOptions {
        /// Purchase date of the compared timelines; no timelines are compared by default.
        pub purchase_date "purchaseDate": Option<CalendarDate>
            => with_purchase_date(impl Into<Option<CalendarDate>>);
        /// Id of the only product to compare, with its renewals; by default all products that are purchased on their
        /// own.
        pub product_id "productId": Option<ProductId> => with_product_id(impl Into<Option<ProductId>>);
        /// Number of renewals in the timelines, at most 1000 ([`MAX_RENEWALS`](crate::timeline::MAX_RENEWALS)); 12 by
        /// default.
        pub renewals "renewals": u32 = 12 => with_renewals(u32), by renewals;
        /// Way to count consecutive month terms; by default from the start of the first one (`anchored`).
        pub month_count "monthCount": MonthCount => with_month_count(MonthCount);
        /// Days before the end of a period on which the order of a PMR renewal is created, as in the options of a
        /// timeline.
        pub pmr_lead_days "pmrLeadDays": Option<u32> => with_pmr_lead_days(impl Into<Option<u32>>);
        /// Days before the end of a period on which the message of an Email renewal is sent, as in the options of a
        /// timeline.
        pub email_lead_days "emailLeadDays": Option<u32> => with_email_lead_days(impl Into<Option<u32>>);
        /// Minimum licence terms of the renewal kinds.
        pub limits "limits": Limits => with_limits(Limits);
        /// Codes to omit or to report with another severity.
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
            // Only the dates of a period are compared; prices are compared separately, for every variant.
            ..TimelineOptions::new(date)
        }
    }
}

/// Reasons why two versions cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// The old version contains no products.
    #[error("the old version: {0}")]
    Old(#[source] TimelineError),
    /// The new version contains no products.
    #[error("the new version: {0}")]
    New(#[source] TimelineError),
    /// Neither version contains the requested product.
    #[error("neither version has a product with the id {0}")]
    NoSuchProduct(ProductId),
    /// More renewals are requested than [`MAX_RENEWALS`](crate::timeline::MAX_RENEWALS).
    #[error("{0} renewals are asked for; it must be a whole number from 0 to 1000")]
    TooManyRenewals(u32),
}
