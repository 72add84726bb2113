//! What a comparison takes and gives.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::{
    check::{Rejection, Undecided},
    options::{Consent, Limits, OptionsError, RuleLevels, Scope, options, read},
    product::{Configuration, EffectiveKind, LicenceTerm, Payment, ProductId},
    report::Diagnostic,
    text::words,
    timeline,
    timeline::{CalendarDate, MonthCount, Period, Priced, Stop},
};

options! {
    /// What the caller can state about a comparison. Everything is optional.
    ///
    /// ```
    /// use renewal_rules::compare::Options;
    ///
    /// let options = Options::from_json(r#"{"purchaseDate":"2026-01-31","renewals":3}"#)?;
    /// assert_eq!(options.purchase_date.map(|date| date.to_string()).as_deref(), Some("2026-01-31"));
    /// assert!(Options::from_json(r#"{"purchased":"2026-01-31"}"#).is_err());
    /// # Ok::<(), renewal_rules::OptionsError>(())
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub struct Options {
        /// The day of a purchase whose timelines are compared; without it none are.
        pub purchase_date "purchaseDate": Option<CalendarDate>
            => with_purchase_date(impl Into<Option<CalendarDate>>);
        /// The one product that is compared, with its renewals; without it all that are bought on their
        /// own are.
        pub product_id "productId": Option<ProductId> => with_product_id(impl Into<Option<ProductId>>);
        /// How many renewals the timelines follow, at most 1000 ([`MAX_RENEWALS`](timeline::MAX_RENEWALS)); 12 by default.
        pub renewals "renewals": u32 => with_renewals(u32), by timeline::renewals;
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

impl Default for Options {
    fn default() -> Self {
        Self {
            purchase_date: None,
            product_id: None,
            renewals: 12,
            month_count: MonthCount::Anchored,
            pmr_lead_days: None,
            email_lead_days: None,
            limits: Limits::default(),
            rules: RuleLevels::default(),
        }
    }
}

impl Options {
    /// Reads the options from a JSON object with the names in camelCase. Empty text stands for no
    /// options.
    ///
    /// # Errors
    ///
    /// [`OptionsError`] names the option that is unknown or wrong.
    pub fn from_json(text: &str) -> Result<Self, OptionsError> {
        read(text, Self::ROWS, Scope::Any, Self::default())
    }

    /// What a check of a product takes of them.
    pub(super) fn record(&self) -> crate::options::Options {
        crate::options::Options {
            limits: self.limits,
            rules: self.rules,
            ..crate::options::Options::default()
        }
    }

    pub(super) fn decision(&self, situation: Situation) -> crate::options::Options {
        crate::options::Options {
            payment: Some(situation.payment),
            consent: situation.consent,
            ..self.record()
        }
    }

    pub(super) fn purchase(&self, date: CalendarDate, situation: Situation) -> timeline::Options {
        timeline::Options {
            payment: Some(situation.payment),
            consent: situation.consent,
            renewals: self.renewals,
            month_count: self.month_count,
            pmr_lead_days: self.pmr_lead_days,
            email_lead_days: self.email_lead_days,
            limits: self.limits,
            // Of a period only the dates are compared: prices are by themselves, for every variant.
            ..timeline::Options::new(date)
        }
    }
}

/// Why two versions cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The old version is not a set-up.
    #[error("the old version: {0}")]
    Old(#[source] timeline::Error),
    /// The new version is not a set-up.
    #[error("the new version: {0}")]
    New(#[source] timeline::Error),
    /// Neither version has the stated product.
    #[error("neither version has a product with the id {0}")]
    NoSuchProduct(ProductId),
    /// More renewals are asked for than [`MAX_RENEWALS`](timeline::MAX_RENEWALS).
    #[error("{0} renewals are asked for; it must be a whole number from 0 to 1000")]
    TooManyRenewals(u32),
}

/// How a buyer comes to the checkout: what the effective kind depends on (§4.4, §8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Situation {
    /// The kind of payment method.
    pub payment: Payment,
    /// The consent to auto renewal.
    pub consent: Consent,
}

impl Situation {
    /// Every situation: each consent with each kind of payment method.
    pub fn all() -> impl Iterator<Item = Self> {
        Consent::ALL.iter().flat_map(|consent| {
            Payment::ALL.iter().map(|payment| Self {
                payment: *payment,
                consent: *consent,
            })
        })
    }
}

words! {
    /// In which of the two versions something is.
    Presence {
        /// In both.
        Both = "both",
        /// In the new one only.
        Added = "added",
        /// In the old one only.
        Removed = "removed",
    }
}

/// A price: its exact texts, as far as they are there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ShownPrice {
    /// The amount.
    pub price: Option<String>,
    /// The currency.
    pub currency: Option<String>,
    /// Whether there is an amount that cannot be read; there is no `price` then.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub malformed: bool,
}

impl ShownPrice {
    pub(super) fn of(variant: &Priced) -> Self {
        Self {
            price: variant.price.clone(),
            currency: variant.currency.clone(),
            malformed: variant.has_malformed_price,
        }
    }

    /// Whether a buyer pays the same: `9.9` is as much as `9.90`.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let [own, others] = [self, other].map(|of| of.price.as_deref().map(significant));
        own == others && (&self.currency, self.malformed) == (&other.currency, other.malformed)
    }
}

/// The digits of a well-formed amount that count.
fn significant(amount: &str) -> &str {
    let amount = amount.trim_start_matches('0');
    if amount.contains('.') {
        amount.trim_end_matches('0').trim_end_matches('.')
    } else {
        amount
    }
}

/// A variant, as it stands at its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ShownVariant {
    /// Its `sku`.
    pub sku: Option<String>,
    /// Its price.
    pub price: ShownPrice,
}

impl ShownVariant {
    pub(super) fn of(variant: &Priced) -> Self {
        Self {
            sku: variant.sku.clone(),
            price: ShownPrice::of(variant),
        }
    }
}

/// A position among the variants of a product at which another variant stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PositionChange {
    /// Counted from 0.
    pub position: usize,
    /// The variant before.
    pub old: Option<ShownVariant>,
    /// The variant now.
    pub new: Option<ShownVariant>,
}

/// What a buyer gets with one purchase or renewal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Offer {
    /// The product.
    pub product_id: Option<ProductId>,
    /// Whether the product is in the set-up. Where it is not, nothing else is known of it.
    pub known: bool,
    /// Its name.
    pub name: Option<String>,
    /// Its licence term, where it is well-formed.
    pub licence_term: Option<LicenceTerm>,
    /// The prices of its variants.
    pub prices: Vec<ShownPrice>,
}

/// The number of a renewal: 0 is the purchase.
pub(crate) type Step = usize;

/// One thing that is different for buyers. A `step` is 0 for the purchase, then the number of the
/// renewal; the last renewal product repeats, so the last step stands for all later renewals
/// too. Only steps that some buyer comes to are compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "aspect",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
#[non_exhaustive]
pub enum Change {
    /// The configuration (§4.4).
    Configuration {
        /// Before.
        old: Option<Configuration>,
        /// Now.
        new: Option<Configuration>,
    },
    /// Whether it is a free trial.
    Trial {
        /// Before.
        old: bool,
        /// Now.
        new: bool,
    },
    /// The effective renewal kind (§4.4).
    Kind {
        /// In which situations.
        situations: Vec<Situation>,
        /// Before.
        old: Option<EffectiveKind>,
        /// Now.
        new: Option<EffectiveKind>,
        /// Why the old kind no longer applies.
        lost: Vec<Rejection>,
        /// Why the new kind did not apply before.
        gained: Vec<Rejection>,
        /// Why no kind could be considered before.
        old_undecided: Option<Undecided>,
        /// Why no kind can be considered now.
        undecided: Option<Undecided>,
    },
    /// The renewal products in the order of use, each once; the last one repeats.
    Chain {
        /// Before.
        old: Vec<ProductId>,
        /// Now.
        new: Vec<ProductId>,
    },
    /// How many renewals a buyer comes to, where a kind applies in both versions: they end where a term
    /// cannot be used for that kind, and before a product that is not in the set-up.
    Renewals {
        /// In which situations.
        situations: Vec<Situation>,
        /// Before; `None` where they went on without end.
        old: Option<usize>,
        /// Now; `None` where they go on without end.
        new: Option<usize>,
        /// Why they ended before.
        old_stop: Option<Stop>,
        /// Why they end now.
        new_stop: Option<Stop>,
    },
    /// A purchase or renewal that is there in one version only, or whose product is in one set-up
    /// only.
    Offer {
        /// Which one.
        step: Step,
        /// In which situations.
        situations: Vec<Situation>,
        /// Before.
        old: Option<Offer>,
        /// Now.
        new: Option<Offer>,
    },
    /// The product's name.
    Name {
        /// Of which purchase or renewal.
        step: Step,
        /// Before.
        old: Option<String>,
        /// Now.
        new: Option<String>,
    },
    /// The licence term.
    Term {
        /// Of which purchase or renewal.
        step: Step,
        /// Before.
        old: Option<LicenceTerm>,
        /// Now.
        new: Option<LicenceTerm>,
        /// Whether there was a term that could not be read; there is no `old` then.
        was_malformed: bool,
        /// Whether there is a term that cannot be read; there is no `new` then.
        is_malformed: bool,
    },
    /// The positions of the variants. The interface document does not show which variant a renewal
    /// uses; a timeline takes the one at the position of the purchase, so that another order charges
    /// another price.
    Order {
        /// Of which purchase or renewal.
        step: Step,
        /// The positions at which another variant stands.
        positions: Vec<PositionChange>,
    },
    /// A price. A variant that is in one version only has its price there, and none in the other.
    Price {
        /// Of which purchase or renewal.
        step: Step,
        /// The variant's `sku`, as it is now; where there is no variant now, as it was.
        sku: Option<String>,
        /// The `sku` of the variant before, where there was one.
        old_sku: Option<String>,
        /// Before.
        old: Option<ShownPrice>,
        /// Now.
        new: Option<ShownPrice>,
    },
    /// The article that is ordered (§2.5).
    Article {
        /// Of which purchase or renewal.
        step: Step,
        /// In which situations.
        situations: Vec<Situation>,
        /// Before.
        old: Option<String>,
        /// Now.
        new: Option<String>,
    },
    /// The comment on the product (§2.3). For the purchase and for each renewal the switches of the
    /// product that is bought decide, as in the cart (§4.4): the comment for auto renewal for a free
    /// trial, and where AR is on and consent is given, or declined though it is mandatory; else, and
    /// always where consent is unavailable, the one for manual renewal. Where one product renews itself nothing is mandatory.
    Comment {
        /// Of which purchase or renewal.
        step: Step,
        /// The locale.
        locale: String,
        /// In which situations.
        situations: Vec<Situation>,
        /// Before.
        old: Option<String>,
        /// Now.
        new: Option<String>,
    },
    /// What happens when, for a purchase on the stated day.
    Timeline {
        /// In which situations.
        situations: Vec<Situation>,
        /// The periods whose product or dates differ.
        periods: Vec<PeriodChange>,
        /// Why the renewals end before.
        #[serde(rename = "oldStop")]
        old: Option<Stop>,
        /// Why they end now.
        #[serde(rename = "newStop")]
        new: Option<Stop>,
    },
}

/// A period whose product or dates differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PeriodChange {
    /// 0 for the purchase, then the number of the renewal.
    pub number: u32,
    /// Before.
    pub old: Option<Period>,
    /// Now.
    pub new: Option<Period>,
}

impl Change {
    /// The same for another purchase or renewal.
    pub(super) fn at(mut self, at: Step) -> Self {
        match &mut self {
            Self::Offer { step, .. }
            | Self::Name { step, .. }
            | Self::Term { step, .. }
            | Self::Order { step, .. }
            | Self::Price { step, .. }
            | Self::Article { step, .. }
            | Self::Comment { step, .. } => *step = at,
            Self::Configuration { .. }
            | Self::Trial { .. }
            | Self::Kind { .. }
            | Self::Chain { .. }
            | Self::Renewals { .. }
            | Self::Timeline { .. } => {}
        }
        self
    }
}

/// What changes for the buyers of one product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ProductComparison {
    /// The product that is bought, where it has an id.
    pub product_id: Option<ProductId>,
    /// Its name as it is now, else as it was.
    pub name: Option<String>,
    /// Its id in the old version, where that is another one: two single products are compared though their ids
    /// differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_product_id: Option<ProductId>,
    /// In which version it is.
    pub presence: Presence,
    /// The number of the last renewal that is not just a repetition, in the version where it is
    /// higher; one more where a buyer comes to that one and no further, as later ones differ then.
    pub last_step: usize,
    /// What changes: the set-up first, then the purchase and each renewal, then the timeline.
    pub changes: Vec<Change>,
}

/// A problem that is there in one of the two versions only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Problem {
    /// The product that has it, where it has an id.
    pub product_id: Option<ProductId>,
    /// The problem, with its path in its own version.
    pub diagnostic: Diagnostic,
}

/// What changes between two versions of a set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Comparison {
    /// Whether anything that is compared changes for buyers. Problems alone do not count.
    pub changed: bool,
    /// The products with a change, in the order of the old version, then those that are new.
    pub products: Vec<ProductComparison>,
    /// How many products were compared without a change.
    pub unchanged: usize,
    /// The problems that the new version has and the old one had not.
    pub appeared: Vec<Problem>,
    /// The problems that the old version had and the new one has not.
    pub disappeared: Vec<Problem>,
}
