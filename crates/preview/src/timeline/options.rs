//! Options of a timeline.

use super::date::{CalendarDate, MonthCount};
use renewal_rules::internal::options::{OptionNode, OptionValue as _, invalid, read};
use renewal_rules::{Consent, Expected, Limits, Options, OptionsError, Scope};
use renewal_rules::{Payment, ProductId};
use renewal_rules::{option_values, option_words, options};

options! {
    /// A purchase, and how far its renewals are followed.
    ///
    /// ```
    /// use renewal_rules::Payment;
    /// use renewal_rules_preview::timeline::{DateError, TimelineOptions};
    ///
    /// let options = TimelineOptions::new("2026-01-31".parse()?)
    ///     .with_payment(Payment::Offline)
    ///     .with_renewals(3);
    ///
    /// let text = r#"{"purchaseDate":"2026-01-31","payment":"offline","renewals":3}"#;
    /// assert_eq!(TimelineOptions::from_json(text).ok(), Some(options));
    /// # Ok::<(), DateError>(())
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub struct TimelineOptions {
        /// Purchase date, on which the first period begins.
        pub purchase_date "purchaseDate": CalendarDate = CalendarDate::UNSET;
        /// Id of the purchased product. By default the only product, else the only one with renewal settings.
        pub product_id "productId": Option<ProductId> => with_product_id(impl Into<Option<ProductId>>);
        /// Kind of payment method; online by default.
        pub payment "payment": Option<Payment> => with_payment(impl Into<Option<Payment>>);
        /// Buyer's consent to auto renewal; given by default.
        pub consent "consent": Consent => with_consent(Consent);
        /// Index of the purchased variant, from 0; 0 by default.
        pub variant "variant": usize => with_variant(usize);
        /// Number of renewals to follow, at most 1000 ([`MAX_RENEWALS`]); 12 by default.
        pub renewals "renewals": u32 = 12 => with_renewals(u32), by renewals;
        /// Way to count consecutive month terms; by default from the start of the first one (`anchored`).
        pub month_count "monthCount": MonthCount => with_month_count(MonthCount);
        /// Days before the end of a period on which the order of a PMR renewal is created. The interface document does
        /// not show this number: without this option the date is unknown.
        pub pmr_lead_days "pmrLeadDays": Option<u32> => with_pmr_lead_days(impl Into<Option<u32>>);
        /// Days before the end of a period on which the message of an Email renewal is sent. The interface document
        /// does not show this number: without this option the date is unknown.
        pub email_lead_days "emailLeadDays": Option<u32> => with_email_lead_days(impl Into<Option<u32>>);
        /// `true` if the product is a free trial; inferred from its prices by default.
        pub trial "trial": Option<bool> => with_trial(impl Into<Option<bool>>);
        /// Minimum licence terms of the renewal kinds.
        pub limits "limits": Limits => with_limits(Limits);
    }
}

impl TimelineOptions {
    /// Creates options for a purchase on this date, with defaults for the rest.
    pub fn new(purchase_date: CalendarDate) -> Self {
        Self { purchase_date, ..Self::defaults() }
    }

    /// Reads the options from a JSON object with the names in camelCase. `purchaseDate` is required.
    ///
    /// # Errors
    ///
    /// [`OptionsError`] names the option that is unknown, wrong or missing.
    pub fn from_json(text: &str) -> Result<Self, OptionsError> {
        let options = read(text, Self::ROWS, Scope::Any, Self::defaults())?;
        if options.purchase_date == CalendarDate::UNSET {
            return Err(invalid("purchaseDate", Expected::Date));
        }
        Ok(options)
    }

    pub(crate) fn decision(&self) -> Options {
        Options::default()
            .with_payment(self.payment)
            .with_consent(self.consent)
            .with_trial(self.trial)
            .with_limits(self.limits)
    }
}

option_words!(MonthCount);

option_values! {
    CalendarDate: Text, Expected::Date, |document, node| document.text(node)?.parse().ok();
}

pub(crate) fn renewals(option: &OptionNode<'_>) -> Result<u32, OptionsError> {
    let count = u32::read(option).ok().filter(|count| *count <= MAX_RENEWALS);
    count.ok_or_else(|| option.invalid(Expected::Renewals))
}

/// Maximum number of renewals in a timeline.
pub const MAX_RENEWALS: u32 = 1000;
