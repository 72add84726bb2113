//! The buyer's view of a product, as timelines, comparisons and outlines show it.

use alloc::{borrow::Cow, collections::BTreeMap, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::check::{Source, choose_article};
use crate::product::{EffectiveKind, LicenceTerm, ProductId, is_amount};
use crate::rules::{Parsed, VariantDraft};
use crate::schema::Field;
use crate::schema::FieldTree as _;
use renewal_rules_json::JsonType;

/// Buyer's view of a product; malformed values are absent.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The product's id.
    pub id: Option<ProductId>,
    /// Display name of the product.
    pub name: Option<String>,
    /// Licence term of the product.
    pub term: Parsed<LicenceTerm>,
    /// Variants of the product, in the order of the text.
    pub variants: Vec<Priced>,
    /// Comments for auto renewal and for manual renewal, by locale.
    pub comments: BTreeMap<String, [Option<String>; 2]>,
}

/// A variant with its price and its two articles: the one that is bought, and the one that auto renewal orders.
#[derive(Clone, Debug, PartialEq)]
pub struct Priced {
    /// `sku` and price of the variant.
    pub shown: ShownVariant,
    /// `sku_ar`, the article of auto renewal (§2.5).
    pub sku_ar: Option<String>,
}

impl Priced {
    /// Returns the article that is ordered for an effective kind (§2.5).
    pub fn article(&self, kind: Option<EffectiveKind>) -> Option<String> {
        choose_article(kind, self.sku_ar.as_deref(), self.shown.sku.as_deref()).map(String::from)
    }
}

/// Article and price of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ShownVariant {
    /// `sku` of the variant.
    pub sku: Option<String>,
    /// Price of the variant.
    pub price: ShownPrice,
}

impl ShownVariant {
    /// Creates a variant.
    pub const fn new(sku: Option<String>, price: ShownPrice) -> Self {
        Self { sku, price }
    }
}

/// A price as written. The currency may be any text, because the interface document specifies no format for it (§2.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ShownPrice {
    /// Amount as decimal text, such as `9.90`.
    pub price: Option<String>,
    /// Currency as written, such as `USD`.
    pub currency: Option<String>,
    /// `true` if the amount is malformed; `price` is absent then.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub malformed: bool,
}

impl Record {
    pub(super) fn read(source: &Source<'_>) -> Self {
        let (draft, document) = (source.draft(), source.document());
        let owned = |text: Option<Cow<'_, str>>| text.map(Cow::into_owned);
        // Insert one by one: collecting into a map would link the sort of the standard library, which enlarges the
        // browser bundle.
        let mut comments = BTreeMap::new();
        for locale in &draft.locales {
            let comment = |field| owned(document.text(document.last(locale.node, field)?));
            comments.insert(locale.name.clone().into_owned(), [comment(Field::CommentAr), comment(Field::CommentMr)]);
        }
        let variant = |variant: &VariantDraft| {
            let text = |field| owned(draft.variant_text(*variant, field));
            let price = ShownPrice {
                price: text(Field::Amount).filter(|amount| is_amount(amount)),
                currency: text(Field::Currency),
                // Report no malformed price for a variant that is not an object: such a variant has no price at all.
                malformed: variant.amount.is_malformed() && document.kind(variant.node) == JsonType::Object,
            };
            let sku = text(Field::Sku);
            Priced { shown: ShownVariant { sku, price }, sku_ar: text(Field::SkuAr) }
        };
        Self {
            id: draft.id().valid(),
            name: owned(draft.text(Field::Name)),
            term: draft.term(),
            variants: draft.variants.iter().map(variant).collect(),
            comments,
        }
    }
}
