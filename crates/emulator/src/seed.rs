use std::collections::BTreeMap;
use std::{str::FromStr, sync::Arc};

use jiff::Timestamp;
use renewal_rules::{Code, Layout, Options, check, check_catalogue, check_catalogue_lines, contents, products};
use renewal_rules_service::{Credentials, read_create_response};
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, IgnoredAny};
use serde_json::value::RawValue;

use crate::Error;
use crate::error::reword;
use crate::object::deserialize_objects;

/// Products, accounts and a time, parsed from JSON without comments: either products as `renewal-rules check`
/// reads them (a product, an array, or one per line), each with its `id`, or an object with the optional members
/// `products`, `accounts` (objects of `username` and `password`) and `clock` (such as
/// `2026-01-31T12:00:00Z`). Products are not checked: a service can have products with errors.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(remote = "Self", expecting = "an object", default, deny_unknown_fields)]
pub struct Seed {
    #[serde(deserialize_with = "deserialize_products")]
    pub(crate) products: BTreeMap<u64, Arc<RawValue>>,
    #[serde(deserialize_with = "deserialize_accounts")]
    pub(crate) accounts: Vec<Credentials>,
    pub(crate) clock: Option<Time>,
}

/// A time, with an error that names the expected format and range.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Time(pub(crate) Timestamp);

impl TryFrom<String> for Time {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let last = Timestamp::from_second(Timestamp::MAX.as_second()).unwrap_or_default();
        let expected = || format!("expected a time until {last}, such as 2026-01-31T12:00:00Z, found `{text}`");
        text.parse().map(Self).map_err(|_| expected())
    }
}

/// An account of a seed, before its values are checked.
#[derive(Deserialize)]
#[serde(remote = "Self", expecting = "an object", deny_unknown_fields)]
struct Account {
    username: String,
    password: String,
}

deserialize_objects!(Seed, Account);

/// Description of the valid seeds, for error messages.
const SEED: &str = "products, or an object with `products`, `accounts` or `clock`";

impl FromStr for Seed {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let members = serde_json::from_str::<BTreeMap<String, &RawValue>>(text).unwrap_or_default();
        let seed = if ["products", "accounts", "clock"].iter().any(|name| members.contains_key(*name)) {
            serde_json::from_str(text).map_err(reword)
        } else if text.trim_ascii().is_empty() {
            Err(format!("expected {SEED}, found nothing"))
        } else if !members.is_empty() && !members.contains_key("id") {
            Err(format!("expected a product with an `id`; a seed is {SEED}"))
        } else {
            read_products(text).map(|products| Self { products, ..Self::default() })
        };
        seed.map_err(|reason| Error::invalid(format!("invalid seed: {reason}")))
    }
}

pub(crate) fn deserialize_products<'de, D: Deserializer<'de>>(
    input: D,
) -> Result<BTreeMap<u64, Arc<RawValue>>, D::Error> {
    let text = Box::<RawValue>::deserialize(input)?;
    read_products(text.get()).map_err(D::Error::custom)
}

fn deserialize_accounts<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<Credentials>, D::Error> {
    let accounts = Vec::<Account>::deserialize(input)?.into_iter();
    let accounts = accounts.map(|Account { username, password }| Credentials::new(username, password));
    accounts.collect::<Result<_, _>>().map_err(D::Error::custom)
}

/// Returns the layout of products. If the first line is a complete JSON value and other lines follow, each line is a
/// product, even if a later line is not an object: the error is then about that line.
fn layout(text: &str) -> Layout {
    let mut lines =
        text.lines().map(|line| line.trim_start_matches('\u{feff}')).filter(|line| !line.trim_ascii().is_empty());
    let is_json = |line| serde_json::from_str::<IgnoredAny>(line).is_ok();
    match contents(text.as_bytes(), false).layout {
        Layout::Product if lines.next().is_some_and(is_json) && lines.next().is_some() => Layout::Lines,
        layout => layout,
    }
}

/// Returns the location and the reason of the first syntax error in products, if there is any.
fn syntax_error(text: &str, layout: Layout) -> Option<String> {
    let options = Options::default();
    let diagnostics = match layout {
        Layout::Product => check(text, &options).diagnostics,
        Layout::Array => check_catalogue(text, &options).diagnostics,
        Layout::Lines => check_catalogue_lines(text, &options).diagnostics,
    };
    let error = diagnostics.into_iter().find(|diagnostic| diagnostic.code == Code::JsonSyntax)?;
    Some(reword(error.message))
}

fn read_products(text: &str) -> Result<BTreeMap<u64, Arc<RawValue>>, String> {
    let layout = layout(text);
    let expected_json =
        || syntax_error(text, layout).unwrap_or_else(|| "expected products, found invalid JSON".to_owned());
    let texts = products(text, layout).ok_or_else(expected_json)?;
    let mut products = BTreeMap::new();
    for (index, product) in texts.into_iter().enumerate() {
        let at_index = |reason: &str| format!("product at index {index}: {reason}");
        let id = read_create_response(200, product);
        let expected_id = || syntax_error(text, layout).unwrap_or_else(|| at_index("expected a product with an `id`"));
        let id = id.map_err(|_| expected_id())?;
        let product = RawValue::from_string(product.to_owned()).map_err(|error| at_index(&error.to_string()))?;
        if products.insert(id.get(), product.into()).is_some() {
            return Err(at_index(&format!("another product has the id {id}")));
        }
    }
    Ok(products)
}
