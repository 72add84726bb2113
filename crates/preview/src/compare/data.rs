//! What a comparison gives.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::timeline::{Period, Stop};
use renewal_rules::Consent;
use renewal_rules::Diagnostic;
use renewal_rules::catalogue::{ShownPrice, ShownVariant};
use renewal_rules::{Configuration, EffectiveKind, LicenceTerm, Payment, ProductId};
use renewal_rules::{Rejection, Undecided};
use renewal_rules_json::words;

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
        Consent::ALL
            .iter()
            .flat_map(|consent| Payment::ALL.iter().map(|payment| Self { payment: *payment, consent: *consent }))
    }
}

/// A position among the variants of a product at which another variant is.
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

/// One thing that is different for buyers. A `step` is 0 for the purchase, then the number of the
/// renewal; the last renewal product repeats, so the last step stands for all later renewals
/// too. Only steps that some buyer comes to are compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "aspect", rename_all = "kebab-case", rename_all_fields = "camelCase")]
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
    /// A purchase or renewal that is there in one version only, or whose product is in one set-up only.
    Offer {
        /// Which one.
        step: usize,
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
        step: usize,
        /// Before.
        old: Option<String>,
        /// Now.
        new: Option<String>,
    },
    /// The licence term.
    Term {
        /// Of which purchase or renewal.
        step: usize,
        /// Before.
        old: Option<LicenceTerm>,
        /// Now.
        new: Option<LicenceTerm>,
        /// Whether there was a term that could not be read; there is no `old` then.
        was_malformed: bool,
        /// Whether there is a term that cannot be read; there is no `new` then.
        is_malformed: bool,
    },
    /// The positions of the variants. The interface document does not show which variant a renewal uses; a timeline
    /// takes the one at the position of the purchase, so that another order charges another price.
    Order {
        /// Of which purchase or renewal.
        step: usize,
        /// The positions at which another variant is.
        positions: Vec<PositionChange>,
    },
    /// A price. A variant that is in one version only has its price there, and none in the other.
    Price {
        /// Of which purchase or renewal.
        step: usize,
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
        step: usize,
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
    /// always where consent is unavailable, the one for manual renewal. Where one product renews itself nothing is
    /// mandatory.
    Comment {
        /// Of which purchase or renewal.
        step: usize,
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
    pub(super) fn at(mut self, at: usize) -> Self {
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
    /// Its id in the old version, where that is another one: two single products are compared though their ids differ.
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
