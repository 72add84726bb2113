use std::collections::BTreeMap;
use std::{str::FromStr, sync::Arc};

use jiff::Timestamp;
use renewal_rules::{contents, products};
use renewal_rules_service::{Credentials, read_create_response};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::Error;

/// Products, accounts and a time, parsed from text: either products as `renewal-rules check` reads them (a
/// product, an array, or one per line), each with its `id`, or an object with the optional members
/// `products`, `accounts` (objects of `username` and `password`) and `clock` (such as
/// `2026-01-31T12:00:00Z`). Products are not checked: a service can have products with errors.
#[derive(Clone, Debug, Default)]
pub struct Seed {
    pub(crate) products: BTreeMap<u64, Arc<RawValue>>,
    pub(crate) accounts: Vec<Credentials>,
    pub(crate) clock: Option<Timestamp>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<'text> {
    #[serde(rename = "$schema")]
    _schema: Option<String>,
    #[serde(borrow)]
    products: Option<&'text RawValue>,
    #[serde(default)]
    accounts: Vec<Account>,
    clock: Option<Timestamp>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Account {
    username: String,
    password: String,
}

impl FromStr for Seed {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let members = serde_json::from_str::<BTreeMap<String, &RawValue>>(text).unwrap_or_default();
        if !["products", "accounts", "clock"].iter().any(|name| members.contains_key(*name)) {
            return Ok(Self { products: read_products(text)?, ..Self::default() });
        }
        let document: Document<'_> = serde_json::from_str(text).map_err(|error| invalid(&error))?;
        let accounts = document.accounts.into_iter().map(|Account { username, password }| {
            Credentials::new(username, password).map_err(|error| invalid(&error))
        });
        let accounts = accounts.collect::<Result<_, _>>()?;
        let products = document.products.map(|products| read_products(products.get())).transpose()?;
        Ok(Self { products: products.unwrap_or_default(), accounts, clock: document.clock })
    }
}

fn invalid(reason: &dyn std::fmt::Display) -> Error {
    Error::invalid(format!("invalid seed: {reason}"))
}

fn read_products(text: &str) -> Result<BTreeMap<u64, Arc<RawValue>>, Error> {
    let texts = products(text, contents(text.as_bytes(), false).layout);
    let texts = texts.ok_or_else(|| invalid(&"expected products, found invalid JSON"))?;
    let mut products = BTreeMap::new();
    for (index, text) in texts.into_iter().enumerate() {
        let product = RawValue::from_string(text.to_owned());
        let product = product.map_err(|error| invalid(&format!("product at index {index}: {error}")))?;
        let id = read_create_response(200, product.get());
        let id = id.map_err(|_| invalid(&format!("product at index {index}: expected a product with an `id`")))?;
        if products.insert(id.get(), product.into()).is_some() {
            return Err(invalid(&format!("product at index {index}: another product has the id {id}")));
        }
    }
    Ok(products)
}
