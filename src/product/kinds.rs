//! Renewal kinds and kinds of payment methods.

use renewal_rules_json::keywords;

keywords! {
    /// The effective renewal kind of a purchase.
    EffectiveKind {
        /// Auto renewal (AR).
        Ar = "ar" => "AR",
        /// Auto renewal after a free trial.
        ArTrial = "ar-trial" => "AR Trial",
        /// Pre-filled manual renewal (PMR).
        Pmr = "pmr" => "PMR",
        /// Email renewal.
        Email = "email" => "Email",
    }
    /// Returns the display name.
    pub fn name
}

impl EffectiveKind {
    /// Returns `true` for the kinds that place an AR subscription, whose article is `sku_ar` (§2.5).
    pub const fn is_auto(self) -> bool {
        matches!(self, Self::Ar | Self::ArTrial)
    }
}

keywords! {
    /// The kind of payment method. The minimum terms of PMR and Email renewal depend on it (§8).
    Payment {
        /// An online payment method.
        Online = "online",
        /// An offline payment method.
        Offline = "offline",
    }
}

keywords! {
    /// The renewal kinds that a product can turn on (§1, §2.4), in the order in which they are considered (§4.4).
    #[derive(PartialOrd, Ord)]
    RenewalKind {
        /// Auto renewal: order and payment are automatic.
        Ar = "ar" => "AR",
        /// Pre-filled manual renewal: the order is created automatically, but the buyer pays it.
        Pmr = "pmr" => "PMR",
        /// Email renewal: the buyer receives a link that adds the renewal to the cart.
        Email = "email" => "Email",
    }
    /// Returns the name as in the interface document: AR, PMR or Email.
    pub fn name
}

impl RenewalKind {
    /// All kinds as a fixed-size array, to map them to an array with one item per kind.
    pub(crate) const EACH: [Self; 3] = [Self::Ar, Self::Pmr, Self::Email];
}

impl EffectiveKind {
    /// Returns the renewal kind that must be turned on to get this effective kind.
    pub const fn switch(self) -> RenewalKind {
        match self {
            Self::Ar | Self::ArTrial => RenewalKind::Ar,
            Self::Pmr => RenewalKind::Pmr,
            Self::Email => RenewalKind::Email,
        }
    }
}
