//! The product as a program without these rules would deserialise it: owned strings and minimal types. The single-field
//! rules for `garde` and `validator` are attributes here: built-in rules of these crates if they suffice, else a
//! function. `validator` serializes invalid values into its errors.

use std::collections::BTreeMap;

use garde::{Error, Result};
use serde::{Deserialize, Serialize};
use validator::{Validate, ValidationError};

use crate::rules::{MAX_ID, is_currency, is_locale, is_price, is_written, parse_term};

#[derive(Deserialize, Serialize, garde::Validate, Validate)]
#[garde(allow_unvalidated)]
pub struct Product {
    #[garde(range(min = 1, max = MAX_ID))]
    #[validate(range(min = 1, max = MAX_ID))]
    pub id: Option<u64>,
    #[garde(inner(custom(not_empty)))]
    #[validate(custom(function = "not_empty_text"))]
    pub family_name: Option<String>,
    #[garde(inner(custom(not_empty)))]
    #[validate(custom(function = "not_empty_text"))]
    pub name: Option<String>,
    pub license_type: Option<String>,
    #[garde(inner(custom(is_term)))]
    #[validate(custom(function = "is_term_text"))]
    pub licence_term: Option<String>,
    #[garde(dive)]
    #[validate(nested)]
    pub renew_settings: Option<Settings>,
    #[garde(inner(custom(are_locales)))]
    #[validate(custom(function = "are_locale_keys"))]
    pub localization_values: Option<BTreeMap<String, Comments>>,
    #[garde(dive)]
    #[validate(nested)]
    pub variants: Option<Vec<Variant>>,
}

#[derive(Deserialize, Serialize, garde::Validate, Validate)]
#[garde(allow_unvalidated)]
pub struct Settings {
    #[garde(inner(inner(range(min = 1, max = MAX_ID))))]
    #[validate(custom(function = "are_ids"))]
    pub product_id_for_renew: Option<Vec<u64>>,
    pub renew_ar: Option<Ar>,
    pub renew_pmr: Option<bool>,
    pub renew_email: Option<bool>,
}

#[derive(Deserialize, Serialize)]
pub struct Ar {
    pub enable: Option<bool>,
    pub required: Option<bool>,
}

#[derive(Deserialize, Serialize)]
pub struct Comments {
    #[serde(rename = "comment_for_product_for_AR")]
    auto: Option<String>,
    #[serde(rename = "comment_for_product_for_MR")]
    manual: Option<String>,
}

#[derive(Deserialize, Serialize, garde::Validate, Validate)]
pub struct Variant {
    #[garde(custom(not_empty))]
    #[validate(custom(function = "not_empty_text"))]
    pub vendor_code: String,
    #[garde(custom(not_empty))]
    #[validate(custom(function = "not_empty_text"))]
    pub sku: String,
    #[garde(inner(custom(not_empty)))]
    #[validate(custom(function = "not_empty_text"))]
    pub sku_ar: Option<String>,
    #[garde(dive)]
    #[validate(nested)]
    pub price: Price,
}

#[derive(Deserialize, Serialize, garde::Validate, Validate)]
pub struct Price {
    #[garde(dive)]
    #[validate(nested)]
    pub common: Common,
}

#[derive(Deserialize, Serialize, garde::Validate, Validate)]
pub struct Common {
    #[garde(custom(is_code))]
    #[validate(custom(function = "is_code_text"))]
    pub currency: String,
    #[garde(custom(is_amount))]
    #[validate(custom(function = "is_amount_text"))]
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

/// Converts a result of a function for `garde` into one of `validator`.
fn valid(result: Result) -> std::result::Result<(), ValidationError> {
    result.map_err(|error| ValidationError::new("rule").with_message(error.message().to_owned().into()))
}

fn not_empty_text(text: &str) -> std::result::Result<(), ValidationError> {
    valid(not_empty(text, &()))
}

fn is_term_text(text: &str) -> std::result::Result<(), ValidationError> {
    valid(is_term(text, &()))
}

fn is_code_text(text: &str) -> std::result::Result<(), ValidationError> {
    valid(is_code(text, &()))
}

fn is_amount_text(text: &str) -> std::result::Result<(), ValidationError> {
    valid(is_amount(text, &()))
}

fn are_locale_keys(values: &BTreeMap<String, Comments>) -> std::result::Result<(), ValidationError> {
    valid(are_locales(values, &()))
}

fn are_ids(ids: &[u64]) -> std::result::Result<(), ValidationError> {
    valid(require(ids.iter().all(|id| (1..=MAX_ID).contains(id)), "has an id out of range"))
}
