//! The product as in `plain.rs`, but with strings borrowed from the input: the second baseline, besides `plain.rs`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;

type Text<'a> = Option<Cow<'a, str>>;

#[derive(Deserialize)]
#[expect(dead_code, reason = "only deserialisation is measured")]
pub struct Product<'a> {
    id: Option<u64>,
    #[serde(borrow)]
    family_name: Text<'a>,
    #[serde(borrow)]
    name: Text<'a>,
    #[serde(borrow)]
    license_type: Text<'a>,
    #[serde(borrow)]
    licence_term: Text<'a>,
    renew_settings: Option<crate::plain::Settings>,
    #[serde(borrow)]
    localization_values: Option<BTreeMap<Cow<'a, str>, Comments<'a>>>,
    #[serde(borrow)]
    variants: Option<Vec<Variant<'a>>>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only deserialisation is measured")]
struct Comments<'a> {
    #[serde(borrow, rename = "comment_for_product_for_AR")]
    auto: Text<'a>,
    #[serde(borrow, rename = "comment_for_product_for_MR")]
    manual: Text<'a>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only deserialisation is measured")]
struct Variant<'a> {
    #[serde(borrow)]
    vendor_code: Cow<'a, str>,
    #[serde(borrow)]
    sku: Cow<'a, str>,
    #[serde(borrow)]
    sku_ar: Text<'a>,
    #[serde(borrow)]
    price: Price<'a>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only deserialisation is measured")]
struct Price<'a> {
    #[serde(borrow)]
    common: Common<'a>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only deserialisation is measured")]
struct Common<'a> {
    #[serde(borrow)]
    currency: Cow<'a, str>,
    #[serde(borrow)]
    price: Cow<'a, str>,
}
