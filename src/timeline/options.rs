use serde::Serialize;

use super::date::{CalendarDate, MonthCount};
use crate::{
    options::{
        Consent, Expected, Limits, OptionsError, RuleLevels, deserialize, invalid, parse, setters,
        stated,
    },
    product::{Payment, ProductId},
    text::words,
};

/// A purchase, and how far its renewals are followed.
///
/// ```
/// use renewal_rules::{Payment, timeline::{DateError, Options}};
///
/// let options = Options::new("2026-01-31".parse()?)
///     .with_payment(Payment::Offline)
///     .with_renewals(3);
///
/// let text = r#"{"purchaseDate":"2026-01-31","payment":"offline","renewals":3}"#;
/// assert_eq!(Options::from_json(text).ok(), Some(options));
/// # Ok::<(), DateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Options {
    /// The day of the purchase, on which the first period begins.
    pub purchase_date: CalendarDate,
    /// Which product is bought. Where it is not stated: the only product, else the only one with
    /// renewal settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_id: Option<ProductId>,
    /// The kind of payment method; online where it is not stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment: Option<Payment>,
    /// The buyer's consent to auto renewal; given by default.
    pub consent: Consent,
    /// Which variant is bought, counted from 0; 0 by default.
    pub variant: usize,
    /// How many renewals are followed, at most 1000 ([`MAX_RENEWALS`]); 12 by default.
    pub renewals: u32,
    /// How month terms are counted; anchored by default.
    pub month_count: MonthCount,
    /// How many days before the end of a period the order of a PMR renewal is created. The document
    /// does not show it: without it there is no such date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pmr_lead_days: Option<u32>,
    /// How many days before the end of a period the message of an Email renewal is sent. The document
    /// does not show it: without it there is no such date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_lead_days: Option<u32>,
    /// Whether the product is a free trial; inferred from its prices where it is not stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trial: Option<bool>,
    /// The minimum terms.
    pub limits: Limits,
}

deserialize! { Options: Self::from_json; }

impl Options {
    setters! {
        with_product_id(product_id: impl Into<Option<ProductId>>);
        with_payment(payment: impl Into<Option<Payment>>);
        with_consent(consent: Consent);
        with_variant(variant: usize);
        with_renewals(renewals: u32);
        with_month_count(month_count: MonthCount);
        with_pmr_lead_days(pmr_lead_days: impl Into<Option<u32>>);
        with_email_lead_days(email_lead_days: impl Into<Option<u32>>);
        with_trial(trial: impl Into<Option<bool>>);
        with_limits(limits: Limits);
    }

    /// A purchase on this day, with the defaults for the rest.
    pub fn new(purchase_date: CalendarDate) -> Self {
        Self {
            purchase_date,
            product_id: None,
            payment: None,
            consent: Consent::Given,
            variant: 0,
            renewals: 12,
            month_count: MonthCount::Anchored,
            pmr_lead_days: None,
            email_lead_days: None,
            trial: None,
            limits: Limits::default(),
        }
    }

    /// Reads the options from a JSON object with the names in camelCase. `purchaseDate` is the one
    /// that must be there.
    ///
    /// # Errors
    ///
    /// [`OptionsError`] names the option that is unknown, wrong or missing.
    pub fn from_json(text: &str) -> Result<Self, OptionsError> {
        let (mut options, date, _) = read(text, |name| name != PurchaseOption::Rules)?;
        options.purchase_date = date.ok_or_else(no_date)?;
        Ok(options)
    }

    /// What the decision on the kind of renewal needs.
    pub(crate) fn decision(&self) -> crate::options::Options {
        crate::options::Options {
            payment: self.payment,
            consent: self.consent,
            trial: self.trial,
            limits: self.limits,
            ..crate::options::Options::default()
        }
    }
}

words! {
    /// The options of timelines and comparisons.
    PurchaseOption {
        PurchaseDate = "purchaseDate",
        ProductId = "productId",
        Payment = "payment",
        Consent = "consent",
        Variant = "variant",
        Renewals = "renewals",
        MonthCount = "monthCount",
        PmrLeadDays = "pmrLeadDays",
        EmailLeadDays = "emailLeadDays",
        Trial = "trial",
        Limits = "limits",
        Rules = "rules",
    }
}

/// Reads the options that a call `takes`: those of a timeline, the day of its purchase, and the levels
/// of rules.
pub(crate) fn read(
    text: &str,
    takes: fn(PurchaseOption) -> bool,
) -> Result<(Options, Option<CalendarDate>, RuleLevels), OptionsError> {
    let mut options = Options::new(CalendarDate::FIRST);
    let (mut date, mut rules) = (None, RuleLevels::default());
    let tree = parse(text)?;
    for option in stated(tree.document())? {
        match option.known(PurchaseOption::ALL, takes)? {
            PurchaseOption::PurchaseDate => {
                let day = option.text().and_then(|text| text.parse().ok());
                date = Some(day.ok_or_else(no_date)?);
            }
            PurchaseOption::ProductId => options.product_id = Some(option.product_id()?),
            PurchaseOption::Payment => options.payment = Some(option.word()?),
            PurchaseOption::Consent => options.consent = option.word()?,
            PurchaseOption::Variant => options.variant = option.count()? as usize,
            PurchaseOption::Renewals => {
                let renewals = option.count().ok();
                options.renewals = renewals
                    .filter(|renewals| *renewals <= MAX_RENEWALS)
                    .ok_or_else(|| option.invalid(Expected::Renewals))?;
            }
            PurchaseOption::MonthCount => options.month_count = option.word()?,
            PurchaseOption::PmrLeadDays => options.pmr_lead_days = Some(option.count()?),
            PurchaseOption::EmailLeadDays => options.email_lead_days = Some(option.count()?),
            PurchaseOption::Trial => options.trial = Some(option.boolean()?),
            PurchaseOption::Limits => options.limits = Limits::read(&option)?,
            PurchaseOption::Rules => rules = RuleLevels::read(&option)?,
        }
    }
    Ok((options, date, rules))
}

fn no_date() -> OptionsError {
    invalid("purchaseDate", Expected::Date)
}

/// The most renewals that a timeline shows: 1000.
pub const MAX_RENEWALS: u32 = 1000;
