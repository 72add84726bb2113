//! The product as a program without these rules would deserialise it: owned strings and minimal types. The single-field
//! rules for `garde` are attributes here: its own rules if it has them, else a function.

use std::collections::BTreeMap;

use garde::{Error, Result, Validate};
use serde::Deserialize;

use crate::rules::{MAX_ID, is_currency, is_locale, is_price, is_written, parse_term};

#[derive(Deserialize, Validate)]
#[garde(allow_unvalidated)]
pub struct Product {
    #[garde(range(min = 1, max = MAX_ID))]
    pub id: Option<u64>,
    #[garde(inner(custom(not_empty)))]
    pub family_name: Option<String>,
    #[garde(inner(custom(not_empty)))]
    pub name: Option<String>,
    #[expect(dead_code, reason = "what is measured is reading it")]
    pub license_type: Option<String>,
    #[garde(inner(custom(is_term)))]
    pub licence_term: Option<String>,
    #[garde(dive)]
    pub renew_settings: Option<Settings>,
    #[garde(inner(custom(are_locales)))]
    pub localization_values: Option<BTreeMap<String, Comments>>,
    #[garde(dive)]
    pub variants: Option<Vec<Variant>>,
}

#[derive(Deserialize, Validate)]
#[garde(allow_unvalidated)]
pub struct Settings {
    #[garde(inner(inner(range(min = 1, max = MAX_ID))))]
    pub product_id_for_renew: Option<Vec<u64>>,
    pub renew_ar: Option<Ar>,
    pub renew_pmr: Option<bool>,
    pub renew_email: Option<bool>,
}

#[derive(Deserialize)]
pub struct Ar {
    pub enable: Option<bool>,
    pub required: Option<bool>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "what is measured is reading them")]
pub struct Comments {
    #[serde(rename = "comment_for_product_for_AR")]
    auto: Option<String>,
    #[serde(rename = "comment_for_product_for_MR")]
    manual: Option<String>,
}

#[derive(Deserialize, Validate)]
pub struct Variant {
    #[garde(custom(not_empty))]
    pub vendor_code: String,
    #[garde(custom(not_empty))]
    pub sku: String,
    #[garde(inner(custom(not_empty)))]
    pub sku_ar: Option<String>,
    #[garde(dive)]
    pub price: Price,
}

#[derive(Deserialize, Validate)]
pub struct Price {
    #[garde(dive)]
    pub common: Common,
}

#[derive(Deserialize, Validate)]
pub struct Common {
    #[garde(custom(is_code))]
    pub currency: String,
    #[garde(custom(is_amount))]
    pub price: String,
}

fn require(is_right: bool, message: &'static str) -> Result {
    if is_right { Ok(()) } else { Err(Error::new(message)) }
}

fn not_empty(text: &str, (): &()) -> Result {
    require(is_written(text), "is empty")
}

fn is_term(text: &str, (): &()) -> Result {
    require(parse_term(text).is_some(), "is not of the form P1M or P30D")
}

fn is_code(text: &str, (): &()) -> Result {
    require(is_currency(text), "is not a currency code")
}

fn is_amount(text: &str, (): &()) -> Result {
    require(is_price(text), "is not an amount")
}

fn are_locales(values: &BTreeMap<String, Comments>, (): &()) -> Result {
    require(values.keys().all(|key| is_locale(key)), "has a key that is not a locale")
}
