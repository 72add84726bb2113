//! The typed product (§2.3 to §2.5).

use alloc::{string::String, vec::Vec};
use core::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::object::{Other, object};
use super::{amount::Amount, chain::Chain, id::ProductId, locale::Locale, term::LicenceTerm};

object! {
    /// A product (§2.3). Every field may be absent, because the service also accepts partial products; a field that is
    /// present is well-formed.
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
        /// The id assigned by the service (§2.3). Absent before creation.
        optional id "id": ProductId,
        /// The name of the product family (§2.3).
        optional family_name "family_name": String,
        /// The name of the product (§2.3).
        optional name "name": String,
        /// Informational: marks subscription products in reports and statistics (§2.3).
        optional license_type "license_type": String,
        /// The licence term (§2.3); for a free trial, the duration of the trial (§4.4).
        optional licence_term "licence_term": LicenceTerm,
        /// The renewal settings (§2.4).
        optional renew_settings "renew_settings": RenewSettings,
        /// The comments by locale (§2.3). In an update they replace all previous comments.
        optional localization_values "localization_values": Localizations,
        /// The price variants (§2.5). In an update they replace all previous variants.
        optional variants "variants": Vec<Variant>,
    }
}

object! {
    /// The renewal settings of a product (§2.4).
    derive(Default) pub struct RenewSettings {
        /// The ids of the renewal products, in order (§4.4).
        optional product_id_for_renew "product_id_for_renew": Chain,
        /// Auto renewal (AR).
        optional renew_ar "renew_ar": RenewAr,
        /// Turns pre-filled manual renewal on.
        optional renew_pmr "renew_pmr": bool,
        /// Turns Email renewal on.
        optional renew_email "renew_email": bool,
    }
}

object! {
    /// The auto-renewal settings (§2.4 `renew_ar`).
    derive(Default) pub struct RenewAr {
        /// Turns auto renewal on.
        optional enable "enable": bool,
        /// Makes auto renewal mandatory at purchase. Must be true for a free trial, and must not be sent if the product
        /// renews itself (§4.4).
        optional required "required": bool,
    }
}

object! {
    /// The comments in a locale (§2.3 `localization_values.<locale>`).
    derive(Default) pub struct Comments {
        /// The comment that the cart shows if the buyer consents to auto renewal.
        optional comment_for_product_for_ar "comment_for_product_for_AR": String,
        /// The comment that the cart shows if consent to auto renewal is declined or unavailable.
        optional comment_for_product_for_mr "comment_for_product_for_MR": String,
    }
}

object! {
    /// A price variant (§2.5).
    pub struct Variant {
        /// The vendor code.
        required vendor_code "vendor_code": String,
        /// The article: a stock-keeping code.
        required sku "sku": String,
        /// The article used instead of `sku` if an AR subscription is placed on the product.
        optional sku_ar "sku_ar": String,
        /// The price.
        required price "price": Price,
    }
}

object! {
    /// The price of a variant (§2.5). The interface document only specifies `common`.
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
    /// Creates a variant with these codes and this common price.
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

/// Comments by locale, in the order of the input (§2.3 `localization_values`).
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
    /// Returns the comments of `locale`; if the locale is repeated, those of its last occurrence.
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
