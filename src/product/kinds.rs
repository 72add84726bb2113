//! Renewal kinds and payment methods.

use renewal_rules_json::words;

words! {
    /// The kind of renewal that a purchase leads to.
    EffectiveKind {
        /// Auto renewal.
        Ar = "ar" => "AR",
        /// Auto renewal after a free trial.
        ArTrial = "ar-trial" => "AR Trial",
        /// Pre-filled manual renewal.
        Pmr = "pmr" => "PMR",
        /// Email renewal.
        Email = "email" => "Email",
    }
    /// Its name in people's words.
    pub fn name
}

impl EffectiveKind {
    /// Whether an AR subscription is placed, so that `sku_ar` is the article (§2.5).
    pub const fn is_auto(self) -> bool {
        matches!(self, Self::Ar | Self::ArTrial)
    }
}

words! {
    /// The kind of payment method, on which the minimum terms of PMR and Email renewal depend (§8).
    Payment {
        /// An online payment method.
        Online = "online",
        /// An offline payment method.
        Offline = "offline",
    }
}

words! {
    /// The renewal kinds that a product can switch on (§1, §2.4), in the order in which they are considered (§4.4).
    #[derive(PartialOrd, Ord)]
    RenewalKind {
        /// Auto renewal: order and payment happen automatically.
        Ar = "ar" => "AR",
        /// Pre-filled manual renewal: the order is created automatically, the buyer pays.
        Pmr = "pmr" => "PMR",
        /// Email renewal: the buyer receives a link that puts the renewal into the cart.
        Email = "email" => "Email",
    }
    /// Its name as the interface document writes it: AR, PMR, Email.
    pub fn name
}

impl RenewalKind {
    /// The kinds as an array, for what is counted for each.
    pub(crate) const EACH: [Self; 3] = [Self::Ar, Self::Pmr, Self::Email];
}

impl EffectiveKind {
    /// The switch that turns it on.
    pub const fn switch(self) -> RenewalKind {
        match self {
            Self::Ar | Self::ArTrial => RenewalKind::Ar,
            Self::Pmr => RenewalKind::Pmr,
            Self::Email => RenewalKind::Email,
        }
    }
}
