//! How the options of timelines and comparisons are read from JSON.

use alloc::vec::Vec;

use super::{CalendarDate, MAX_RENEWALS, MonthCount, TimelineOptions};
use crate::{
    json::{Json, Scalar},
    options::{
        Consent, OptionsError, Payment, RuleLevels, count, invalid, limits, members, named,
        product_id, scalar, word, words,
    },
};

words! {
    /// The options of timelines and comparisons.
    PurchaseOption {
        /// [`TimelineOptions::purchase_date`].
        PurchaseDate = "purchaseDate",
        /// [`TimelineOptions::product_id`].
        ProductId = "productId",
        /// [`TimelineOptions::payment`].
        Payment = "payment",
        /// [`TimelineOptions::consent`].
        Consent = "consent",
        /// [`TimelineOptions::variant`].
        Variant = "variant",
        /// [`TimelineOptions::renewals`].
        Renewals = "renewals",
        /// [`TimelineOptions::month_count`].
        MonthCount = "monthCount",
        /// [`TimelineOptions::pmr_lead_days`].
        PmrLeadDays = "pmrLeadDays",
        /// [`TimelineOptions::email_lead_days`].
        EmailLeadDays = "emailLeadDays",
        /// [`TimelineOptions::trial`].
        Trial = "trial",
        /// [`TimelineOptions::limits`].
        Limits = "limits",
        /// [`CompareOptions::rules`](crate::CompareOptions::rules); a timeline reports no codes.
        Rules = "rules",
    }
}

/// The options of a timeline or a comparison, as they are read.
pub(crate) struct Purchase {
    pub(crate) options: TimelineOptions,
    pub(crate) rules: RuleLevels,
    /// Whether a day of the purchase is stated.
    pub(crate) is_dated: bool,
}

impl Purchase {
    /// Reads the options that a call `takes`.
    pub(crate) fn parse(
        text: &str,
        takes: fn(PurchaseOption) -> bool,
    ) -> Result<Self, OptionsError> {
        let mut options = TimelineOptions::new(CalendarDate::FIRST);
        let mut rules = RuleLevels::default();
        let mut is_dated = false;
        let members = if text.is_empty() {
            Vec::new()
        } else {
            members(text)?
        };
        for (name, raw) in members {
            let known = PurchaseOption::ALL.iter().copied();
            match named("", &name, known.filter(|known| takes(*known)))? {
                PurchaseOption::PurchaseDate => {
                    let date = match scalar(raw) {
                        Some(Scalar::Text(text)) => text.parse().ok(),
                        _ => None,
                    };
                    options.purchase_date = date.ok_or_else(no_date)?;
                    is_dated = true;
                }
                PurchaseOption::ProductId => {
                    options.product_id = Some(product_id(&name, raw)?);
                }
                PurchaseOption::Payment => {
                    options.payment = Some(word(&name, raw, Payment::ALL)?);
                }
                PurchaseOption::Consent => options.consent = word(&name, raw, Consent::ALL)?,
                PurchaseOption::Variant => options.variant = count(&name, raw)? as usize,
                PurchaseOption::Renewals => {
                    options.renewals = count(&name, raw)?;
                    if options.renewals > MAX_RENEWALS {
                        return Err(invalid(&name, "a whole number from 0 to 1000"));
                    }
                }
                PurchaseOption::MonthCount => {
                    options.month_count = word(&name, raw, MonthCount::ALL)?;
                }
                PurchaseOption::PmrLeadDays => options.pmr_lead_days = Some(count(&name, raw)?),
                PurchaseOption::EmailLeadDays => {
                    options.email_lead_days = Some(count(&name, raw)?);
                }
                PurchaseOption::Trial => match scalar(raw) {
                    Some(Scalar::Boolean(trial)) => options.trial = Some(trial),
                    _ => return Err(invalid(&name, Json::Boolean.words())),
                },
                PurchaseOption::Limits => options.limits = limits(raw)?,
                PurchaseOption::Rules => rules = RuleLevels::from_json(raw)?,
            }
        }
        Ok(Self {
            options,
            rules,
            is_dated,
        })
    }
}

pub(super) fn no_date() -> OptionsError {
    invalid("purchaseDate", "a date such as 2026-01-31")
}
