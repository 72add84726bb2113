//! What a buyer sees of a product: the one model of it that timelines, comparisons and outlines are made of.

use alloc::{borrow::Cow, collections::BTreeMap, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::check::{Source, choose_article};
use crate::product::{EffectiveKind, LicenceTerm, ProductId, is_amount};
use crate::rules::{Parsed, VariantDraft};
use crate::schema::Field;
use crate::schema::FieldTree as _;
use renewal_rules_json::JsonType;

/// What a buyer sees of a product; what is malformed is absent here.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Its id.
    pub id: Option<ProductId>,
    /// Its name.
    pub name: Option<String>,
    /// Its licence term.
    pub term: Parsed<LicenceTerm>,
    /// Its variants, in order.
    pub variants: Vec<Priced>,
    /// By locale: the comment for auto renewal and the one for manual renewal.
    pub comments: BTreeMap<String, [Option<String>; 2]>,
}

/// A variant with the article of its auto renewal.
#[derive(Clone, Debug, PartialEq)]
pub struct Priced {
    /// What a buyer sees of it.
    pub shown: ShownVariant,
    /// Its `sku_ar`.
    pub sku_ar: Option<String>,
}

impl Priced {
    /// The article that is ordered, for a kind of renewal.
    pub fn article(&self, kind: Option<EffectiveKind>) -> Option<String> {
        choose_article(kind, self.sku_ar.as_deref(), self.shown.sku.as_deref()).map(String::from)
    }
}

/// A variant, as it is at its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ShownVariant {
    /// Its `sku`.
    pub sku: Option<String>,
    /// Its price.
    pub price: ShownPrice,
}

impl ShownVariant {
    /// A variant with these.
    pub const fn new(sku: Option<String>, price: ShownPrice) -> Self {
        Self { sku, price }
    }
}

/// A price: its exact texts, as far as they are there. Of the currency the document says no more than that it is a
/// text (§2.5).
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

impl Record {
    pub(super) fn read(source: &Source<'_>) -> Self {
        let (draft, document) = (source.draft(), source.document());
        let owned = |text: Option<Cow<'_, str>>| text.map(Cow::into_owned);
        // One by one: to collect them would bring the sort of the standard library along.
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
                // What is no object has no price, not even a malformed one.
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
