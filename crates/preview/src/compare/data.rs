//! Result types of a comparison.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::timeline::{Period, Stop};
use renewal_rules::Consent;
use renewal_rules::Diagnostic;
use renewal_rules::catalogue::{ShownPrice, ShownVariant};
use renewal_rules::{Configuration, EffectiveKind, LicenceTerm, Payment, ProductId};
use renewal_rules::{Rejection, Undecided};
use renewal_rules_json::keywords;

keywords! {
    /// Versions that contain a compared product.
    Presence {
        /// Both versions.
        Both = "both",
        /// Only the new version.
        Added = "added",
        /// Only the old version.
        Removed = "removed",
    }
}

/// The circumstances of a checkout that the effective kind depends on (§4.4, §8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Situation {
    /// Kind of payment method.
    pub payment: Payment,
    /// Consent to auto renewal.
    pub consent: Consent,
}

impl Situation {
    /// Iterates over every combination of consent and payment method.
    pub fn all() -> impl Iterator<Item = Self> {
        Consent::ALL
            .iter()
            .flat_map(|consent| Payment::ALL.iter().map(|payment| Self { payment: *payment, consent: *consent }))
    }
}

/// An index in the list of a product's variants at which the two versions have different variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PositionChange {
    /// Index of the variant, from 0.
    pub position: usize,
    /// Variant at this index in the old version.
    pub old: Option<ShownVariant>,
    /// Variant at this index in the new version.
    pub new: Option<ShownVariant>,
}

/// The product of one purchase or renewal, as a buyer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Offer {
    /// Id of the product.
    pub product_id: Option<ProductId>,
    /// `true` if the catalogue contains the product. If `false`, only the id of the product is known.
    pub known: bool,
    /// Name of the product.
    pub name: Option<String>,
    /// Licence term, if well-formed.
    pub licence_term: Option<LicenceTerm>,
    /// Prices of the variants.
    pub prices: Vec<ShownPrice>,
}

/// One difference that a buyer notices. A `step` is 0 for the purchase, then the number of the renewal. The last
/// renewal product repeats, so the last step stands for all later renewals, too. Only steps that some buyer reaches are
/// compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "aspect", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[non_exhaustive]
pub enum Change {
    /// The configuration (§4.4).
    Configuration {
        /// Configuration in the old version, if the chain forms one.
        old: Option<Configuration>,
        /// Configuration in the new version, if the chain forms one.
        new: Option<Configuration>,
    },
    /// The product is a free trial in only one of the versions.
    Trial {
        /// `true` if the product is a free trial in the old version.
        old: bool,
        /// `true` if the product is a free trial in the new version.
        new: bool,
    },
    /// The effective renewal kind (§4.4).
    Kind {
        /// Affected situations.
        situations: Vec<Situation>,
        /// Effective kind in the old version; `None` if no kind applies.
        old: Option<EffectiveKind>,
        /// Effective kind in the new version; `None` if no kind applies.
        new: Option<EffectiveKind>,
        /// Reasons why the old kind no longer applies.
        lost: Vec<Rejection>,
        /// Reasons why the new kind did not apply before.
        gained: Vec<Rejection>,
        /// Reason why no kind could be considered in the old version, such as a malformed term; `None` if the kinds
        /// were considered.
        old_undecided: Option<Undecided>,
        /// Reason why no kind can be considered in the new version, such as a malformed term; `None` if the kinds are
        /// considered.
        undecided: Option<Undecided>,
    },
    /// The renewal products in order of use, each once; the last one repeats.
    Chain {
        /// Ids of the renewal products in the old version.
        old: Vec<ProductId>,
        /// Ids of the renewal products in the new version.
        new: Vec<ProductId>,
    },
    /// The number of renewals that a buyer reaches, if a kind applies in both versions. Renewals end if a term is
    /// unusable for the kind, and before a product that the catalogue lacks.
    Renewals {
        /// Affected situations.
        situations: Vec<Situation>,
        /// Number of renewals in the old version; `None` if they are unlimited.
        old: Option<usize>,
        /// Number of renewals in the new version; `None` if they are unlimited.
        new: Option<usize>,
        /// Reason why the renewals end in the old version.
        old_stop: Option<Stop>,
        /// Reason why the renewals end in the new version.
        new_stop: Option<Stop>,
    },
    /// A purchase or renewal that exists in one version only, or whose product only one catalogue contains.
    Offer {
        /// Step of the purchase or renewal.
        step: usize,
        /// Affected situations.
        situations: Vec<Situation>,
        /// Product of the step in the old version; `None` if no affected buyer reaches the step.
        old: Option<Offer>,
        /// Product of the step in the new version; `None` if no affected buyer reaches the step.
        new: Option<Offer>,
    },
    /// The product's name.
    Name {
        /// Step of the purchase or renewal.
        step: usize,
        /// Name in the old version, if set.
        old: Option<String>,
        /// Name in the new version, if set.
        new: Option<String>,
    },
    /// The licence term.
    Term {
        /// Step of the purchase or renewal.
        step: usize,
        /// Licence term in the old version, if well-formed.
        old: Option<LicenceTerm>,
        /// Licence term in the new version, if well-formed.
        new: Option<LicenceTerm>,
        /// `true` if the old term is malformed; `old` is absent then.
        was_malformed: bool,
        /// `true` if the new term is malformed; `new` is absent then.
        is_malformed: bool,
    },
    /// The order of the variants. The interface document does not specify which variant a renewal uses. A timeline uses
    /// the variant at the index of the purchased one, so if the order changes, the price may change.
    Order {
        /// Step of the purchase or renewal.
        step: usize,
        /// Indices at which the variant changes.
        positions: Vec<PositionChange>,
    },
    /// The price of a variant. If only one version has the variant, the price in the other version is absent.
    Price {
        /// Step of the purchase or renewal.
        step: usize,
        /// `sku` of the variant in the new version, or in the old one if it was removed.
        sku: Option<String>,
        /// `sku` of the variant in the old version, if it existed.
        old_sku: Option<String>,
        /// Price in the old version, if it has the variant.
        old: Option<ShownPrice>,
        /// Price in the new version, if it has the variant.
        new: Option<ShownPrice>,
    },
    /// The ordered article (§2.5).
    Article {
        /// Step of the purchase or renewal.
        step: usize,
        /// Affected situations.
        situations: Vec<Situation>,
        /// Article in the old version, if set.
        old: Option<String>,
        /// Article in the new version, if set.
        new: Option<String>,
    },
    /// The comment that the cart shows (§2.3). The switches of the purchased product decide for the purchase and for
    /// each renewal (§4.4). The comment for auto renewal is shown for a free trial, and if AR is on and consent is
    /// given, or declined although AR is mandatory. The comment for manual renewal is shown otherwise, and always if
    /// consent is unavailable. Nothing is mandatory if a product renews itself.
    Comment {
        /// Step of the purchase or renewal.
        step: usize,
        /// Locale of the comment.
        locale: String,
        /// Affected situations.
        situations: Vec<Situation>,
        /// Comment in the old version, if set.
        old: Option<String>,
        /// Comment in the new version, if set.
        new: Option<String>,
    },
    /// The periods that follow a purchase on the purchase date of the options.
    Timeline {
        /// Affected situations.
        situations: Vec<Situation>,
        /// Periods whose product or dates differ.
        periods: Vec<PeriodChange>,
        /// Reason why the renewals end in the old version.
        #[serde(rename = "oldStop")]
        old: Option<Stop>,
        /// Reason why the renewals end in the new version.
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
    /// Period in the old version.
    pub old: Option<Period>,
    /// Period in the new version.
    pub new: Option<Period>,
}

impl Change {
    /// Sets the field `step`, if this variant of the enum has it.
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

/// All changes for the buyers of one product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ProductComparison {
    /// Id of the purchased product, if it has one.
    pub product_id: Option<ProductId>,
    /// Name of the product in the new version, else in the old one.
    pub name: Option<String>,
    /// Id of the product in the old version, if it differs: two single products are compared whatever their ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_product_id: Option<ProductId>,
    /// Versions that contain the product.
    pub presence: Presence,
    /// Number of the last compared step. It is the length of the longer of the two chains, at which the last product
    /// begins to repeat; one more if a buyer's renewals end exactly there, because later renewals then differ.
    pub last_step: usize,
    /// The changes: configuration first, then the purchase and each renewal, then the timeline.
    pub changes: Vec<Change>,
}

/// A diagnostic that only one of the two versions has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ComparisonDiagnostic {
    /// Id of the product that has the diagnostic, if known.
    pub product_id: Option<ProductId>,
    /// The diagnostic, with its path in its own version.
    pub diagnostic: Diagnostic,
}

/// The differences between two versions of a catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Comparison {
    /// `true` if anything changes for buyers. Diagnostics alone do not count.
    pub changed: bool,
    /// Products with a change, in the order of the old version, then the new products.
    pub products: Vec<ProductComparison>,
    /// Number of compared products without a change.
    pub unchanged: usize,
    /// Diagnostics that only the new version has.
    pub appeared: Vec<ComparisonDiagnostic>,
    /// Diagnostics that only the old version has.
    pub disappeared: Vec<ComparisonDiagnostic>,
}
