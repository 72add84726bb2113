//! The typed product (§2.3 to §2.5).

use alloc::{string::String, vec::Vec};
use core::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::object::{Other, object};
use super::{amount::Amount, chain::Chain, id::ProductId, locale::Locale, term::LicenceTerm};

object! {
    /// A product (§2.3). Every field may be absent, as the service takes partial products too; a
    /// field that is there is well-formed.
    ///
    /// ```
    /// use renewal_rules::{Chain, LicenceTerm, Product, ProductId, RenewAr, RenewSettings};
    ///
    /// let mut product = Product::default();
    /// product.name = Some("Example Pro".into());
    /// product.licence_term = Some(LicenceTerm::months(1));
    /// product.renew_settings = Some(RenewSettings {
    ///     product_id_for_renew: ProductId::new(102).map(Chain::repeating),
    ///     renew_ar: Some(RenewAr { enable: Some(true), ..RenewAr::default() }),
    ///     ..RenewSettings::default()
    /// });
    /// assert_eq!(
    ///     serde_json::to_string(&product)?,
    ///     r#"{"name":"Example Pro","licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
    /// );
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    derive(Default) pub struct Product {
        /// The identifier that the service gave the product (§2.3). Absent before creation.
        optional id "id": ProductId,
        /// The product family's name (§2.3).
        optional family_name "family_name": String,
        /// The product's name (§2.3).
        optional name "name": String,
        /// Informational only: it marks subscription products in reports and statistics (§2.3).
        optional license_type "license_type": String,
        /// The licence term (§2.3); for a free trial, the trial's duration (§4.4).
        optional licence_term "licence_term": LicenceTerm,
        /// The renewal settings (§2.4).
        optional renew_settings "renew_settings": RenewSettings,
        /// The comments of each locale (§2.3). Sent in a change, they replace all that there were.
        optional localization_values "localization_values": Localizations,
        /// The price variants (§2.5). Sent in a change, they replace all that there were.
        optional variants "variants": Vec<Variant>,
    }
}

object! {
    /// The renewal settings of a product (§2.4).
    derive(Default) pub struct RenewSettings {
        /// The ids used for renewal, in order (§4.4).
        optional product_id_for_renew "product_id_for_renew": Chain,
        /// Auto renewal.
        optional renew_ar "renew_ar": RenewAr,
        /// Whether pre-filled manual renewal is on.
        optional renew_pmr "renew_pmr": bool,
        /// Whether Email renewal is on.
        optional renew_email "renew_email": bool,
    }
}

object! {
    /// The auto-renewal settings (§2.4 `renew_ar`).
    derive(Default) pub struct RenewAr {
        /// Whether auto renewal is on.
        optional enable "enable": bool,
        /// Whether auto renewal is mandatory at purchase. True for a free trial; not to be passed
        /// where one product renews itself (§4.4).
        optional required "required": bool,
    }
}

object! {
    /// The comments of one locale (§2.3 `localization_values.<locale>`).
    derive(Default) pub struct Comments {
        /// Shown when consent to auto renewal is on.
        optional comment_for_product_for_ar "comment_for_product_for_AR": String,
        /// Shown when consent to auto renewal is off or unavailable.
        optional comment_for_product_for_mr "comment_for_product_for_MR": String,
    }
}

object! {
    /// A price variant (§2.5).
    pub struct Variant {
        /// The vendor code.
        required vendor_code "vendor_code": String,
        /// The article (stock-keeping code).
        required sku "sku": String,
        /// The article used instead of `sku` when an AR subscription is placed on the product.
        optional sku_ar "sku_ar": String,
        /// The price.
        required price "price": Price,
    }
}

object! {
    /// The price of a variant (§2.5). The document shows `common` only.
    derive(Default) pub struct Price {
        /// The common price.
        optional common "common": CommonPrice,
    }
}

object! {
    /// An amount and its currency (§2.5 `price.common`).
    pub struct CommonPrice {
        /// The currency code.
        required currency "currency": String,
        /// The amount.
        required price "price": Amount,
    }
}

impl Variant {
    /// A variant with these articles and this common price.
    ///
    /// ```
    /// use renewal_rules::Variant;
    ///
    /// let variant = Variant::new("V1", "S1", "USD", "9.90".parse()?);
    /// assert_eq!(variant.price.common.map(|common| common.currency).as_deref(), Some("USD"));
    /// # Ok::<(), renewal_rules::AmountError>(())
    /// ```
    pub fn new(
        vendor_code: impl Into<String>,
        sku: impl Into<String>,
        currency: impl Into<String>,
        price: Amount,
    ) -> Self {
        Self {
            vendor_code: vendor_code.into(),
            sku: sku.into(),
            sku_ar: None,
            price: Price {
                common: Some(CommonPrice { currency: currency.into(), price, other: Other::default() }),
                other: Other::default(),
            },
            other: Other::default(),
        }
    }
}

/// The comments by locale, in the order of the input (§2.3 `localization_values`).
///
/// ```
/// use renewal_rules::{Comments, Locale, Localizations};
///
/// let mut comments = Comments::default();
/// comments.comment_for_product_for_ar = Some("Renews by itself.".into());
/// let english: Locale = "en_US".parse()?;
/// let localizations = Localizations(vec![(english, comments)]);
/// assert!(localizations.get(english).is_some());
/// # Ok::<(), renewal_rules::LocaleError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Localizations(pub Vec<(Locale, Comments)>);

impl Localizations {
    /// The comments of `locale`; where it appears twice, the last counts, as everywhere.
    pub fn get(&self, locale: Locale) -> Option<&Comments> {
        self.0.iter().rev().find_map(|(key, comments)| (*key == locale).then_some(comments))
    }
}

impl Serialize for Localizations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(locale, comments)| (locale, comments)))
    }
}

impl<'de> Deserialize<'de> for Localizations {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Locales;
        impl<'de> Visitor<'de> for Locales {
            type Value = Localizations;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of locales")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Localizations, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Localizations(entries))
            }
        }
        deserializer.deserialize_map(Locales)
    }
}

renewal_rules_json::as_text!(Amount, LicenceTerm, Locale);
