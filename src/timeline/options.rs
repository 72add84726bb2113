use crate::{
    options::{
        self, Consent, Limits, Options, OptionsError, Payment, boolean, count, invalid, members,
        word,
    },
    product::ProductId,
    timeline::{CalendarDate, MAX_RENEWALS, MonthCount},
};

/// A purchase, and how far its renewals are followed.
///
/// ```
/// use renewal_rules::{CalendarDate, Payment, TimelineOptions};
///
/// let mut options = TimelineOptions::new("2026-01-31".parse()?);
/// options.payment = Some(Payment::Offline);
/// options.renewals = 3;
///
/// let text = r#"{"purchaseDate":"2026-01-31","payment":"offline","renewals":3}"#;
/// assert_eq!(TimelineOptions::from_json(text).ok(), Some(options));
/// # Ok::<(), renewal_rules::DateError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TimelineOptions {
    /// The day of the purchase, on which the first period begins.
    pub purchase_date: CalendarDate,
    /// Which product is bought. Where it is not stated: the only product, else the only one with
    /// renewal settings.
    pub product_id: Option<ProductId>,
    /// The kind of payment method; online where it is not stated.
    pub payment: Option<Payment>,
    /// The buyer's consent to auto renewal; given by default.
    pub consent: Consent,
    /// Which variant is bought, counted from 0; 0 by default.
    pub variant: usize,
    /// How many renewals are followed, at most [`MAX_RENEWALS`]; 12 by default.
    pub renewals: u32,
    /// How month terms are counted; anchored by default.
    pub month_count: MonthCount,
    /// How many days before the end of a period the order of a PMR renewal is created. The document
    /// does not show it: without it there is no such date.
    pub pmr_lead_days: Option<u32>,
    /// How many days before the end of a period the message of an Email renewal is sent. The document
    /// does not show it: without it there is no such date.
    pub email_lead_days: Option<u32>,
    /// Whether the product is a free trial; inferred from its prices where it is not stated.
    pub trial: Option<bool>,
    /// The minimum terms.
    pub limits: Limits,
}

impl TimelineOptions {
    pub(crate) const NAMES: &'static [&'static str] = &[
        "purchaseDate",
        "productId",
        "payment",
        "consent",
        "variant",
        "renewals",
        "monthCount",
        "pmrLeadDays",
        "emailLeadDays",
        "trial",
        "limits",
    ];

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
        match Self::parse(text, Self::NAMES)? {
            (options, true) => Ok(options),
            (_, false) => Err(no_date()),
        }
    }

    /// Reads those of the options that are `known`, and tells whether a purchase date is among them.
    pub(crate) fn parse(text: &str, known: &[&str]) -> Result<(Self, bool), OptionsError> {
        let mut options = Self::new(CalendarDate::FIRST);
        let mut is_dated = false;
        if text.is_empty() {
            return Ok((options, is_dated));
        }
        for (name, raw) in members(text)? {
            if !known.contains(&name.as_str()) {
                return Err(options::unknown(name, known));
            }
            match name.as_str() {
                "purchaseDate" => {
                    let date = options::text(raw).and_then(|text| text.parse().ok());
                    options.purchase_date = date.ok_or_else(no_date)?;
                    is_dated = true;
                }
                "productId" => options.product_id = Some(options::product_id(&name, raw)?),
                "payment" => options.payment = Some(word(&name, raw, Payment::ALL)?),
                "consent" => options.consent = word(&name, raw, Consent::ALL)?,
                "variant" => options.variant = count(&name, raw)? as usize,
                "renewals" => {
                    let renewals = count(&name, raw).ok();
                    options.renewals = renewals
                        .filter(|renewals| *renewals <= MAX_RENEWALS)
                        .ok_or_else(|| invalid(&name, "a whole number from 0 to 1000"))?;
                }
                "monthCount" => options.month_count = word(&name, raw, MonthCount::ALL)?,
                "pmrLeadDays" => options.pmr_lead_days = Some(count(&name, raw)?),
                "emailLeadDays" => options.email_lead_days = Some(count(&name, raw)?),
                "trial" => options.trial = Some(boolean(&name, raw)?),
                "limits" => options.limits = options::limits(raw)?,
                _ => return Err(options::unknown(name, known)),
            }
        }
        Ok((options, is_dated))
    }

    /// What the decision on the kind of renewal needs.
    pub(crate) fn decision(&self) -> Options {
        let mut options = Options::default();
        options.payment = self.payment;
        options.trial = self.trial;
        options.limits = self.limits;
        options
    }
}

fn no_date() -> OptionsError {
    invalid("purchaseDate", "a date such as 2026-01-31")
}
