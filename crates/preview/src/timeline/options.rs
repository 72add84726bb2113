//! What the caller can state about a purchase.

use super::date::{CalendarDate, MonthCount};
use renewal_rules::internal::options::{OptionValue as _, Stated, invalid, read};
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
        /// The day of the purchase, on which the first period begins.
        pub purchase_date "purchaseDate": CalendarDate = CalendarDate::UNSTATED;
        /// Which product is bought. Where it is not stated: the only product, else the only one with renewal settings.
        pub product_id "productId": Option<ProductId> => with_product_id(impl Into<Option<ProductId>>);
        /// The kind of payment method; online where it is not stated.
        pub payment "payment": Option<Payment> => with_payment(impl Into<Option<Payment>>);
        /// The buyer's consent to auto renewal; given by default.
        pub consent "consent": Consent => with_consent(Consent);
        /// Which variant is bought, counted from 0; 0 by default.
        pub variant "variant": usize => with_variant(usize);
        /// How many renewals are followed, at most 1000 ([`MAX_RENEWALS`]); 12 by default.
        pub renewals "renewals": u32 = 12 => with_renewals(u32), by renewals;
        /// How month terms are counted; anchored by default.
        pub month_count "monthCount": MonthCount => with_month_count(MonthCount);
        /// How many days before the end of a period the order of a PMR renewal is created. The document
        /// does not show it: without it there is no such date.
        pub pmr_lead_days "pmrLeadDays": Option<u32> => with_pmr_lead_days(impl Into<Option<u32>>);
        /// How many days before the end of a period the message of an Email renewal is sent. The document
        /// does not show it: without it there is no such date.
        pub email_lead_days "emailLeadDays": Option<u32> => with_email_lead_days(impl Into<Option<u32>>);
        /// Whether the product is a free trial; inferred from its prices where it is not stated.
        pub trial "trial": Option<bool> => with_trial(impl Into<Option<bool>>);
        /// The minimum terms.
        pub limits "limits": Limits => with_limits(Limits);
    }
}

impl TimelineOptions {
    /// A purchase on this day, with the defaults for the rest.
    pub fn new(purchase_date: CalendarDate) -> Self {
        Self { purchase_date, ..Self::unstated() }
    }

    /// Reads the options from a JSON object with the names in camelCase. `purchaseDate` is the one that must be there.
    ///
    /// # Errors
    ///
    /// [`OptionsError`] names the option that is unknown, wrong or missing.
    pub fn from_json(text: &str) -> Result<Self, OptionsError> {
        let options = read(text, Self::ROWS, Scope::Any, Self::unstated())?;
        if options.purchase_date == CalendarDate::UNSTATED {
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
    CalendarDate: Word, Expected::Date, |document, node| document.text(node)?.parse().ok();
}

pub(crate) fn renewals(stated: &Stated<'_>) -> Result<u32, OptionsError> {
    let count = u32::read(stated).ok().filter(|count| *count <= MAX_RENEWALS);
    count.ok_or_else(|| stated.invalid(Expected::Renewals))
}

/// The most renewals that a timeline shows: 1000.
pub const MAX_RENEWALS: u32 = 1000;
