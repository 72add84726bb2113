//! Serde support for options: converts input in any format to JSON text, which the options parser then reads.

use alloc::string::{String, ToString as _};
use core::fmt;

use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};
use serde::{Deserialize as _, Deserializer};
use serde_json::Value;

use renewal_rules_json::{JsonText, RAW_VALUE, quote_json};

/// Type requested from the deserializer for an option. Needed because formats such as query strings are not
/// self-describing: all their values are text.
#[derive(Clone, Copy)]
pub enum OptionType {
    /// An object; the function returns the type of each member by its name.
    Members(fn(&str) -> Self),
    /// `true` or `false`.
    Switch,
    /// A number.
    Number,
    /// A text.
    Text,
    /// Any value.
    Any,
}

impl<'de> DeserializeSeed<'de> for OptionType {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        match self {
            Self::Members(_) => deserializer.deserialize_map(self),
            Self::Switch => deserializer.deserialize_bool(self),
            // Request an `f64` from human-readable formats: they then accept any number, and an `f64` represents every
            // valid value of an option exactly.
            Self::Number if deserializer.is_human_readable() => deserializer.deserialize_f64(self),
            Self::Number => deserializer.deserialize_any(self),
            Self::Text => deserializer.deserialize_str(self),
            Self::Any => Ok(JsonText::deserialize(deserializer)?.as_str().into()),
        }
    }
}

macro_rules! as_value {
    ($($visit:ident: $type:ty,)*) => {$(
        fn $visit<E: Error>(self, value: $type) -> Result<String, E> {
            Ok(Value::from(value).to_string())
        }
    )*};
}

impl<'de> Visitor<'de> for OptionType {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("options")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, whole: D) -> Result<String, D::Error> {
        self.deserialize(whole)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<String, A::Error> {
        let mut json = String::from("{");
        while let Some(name) = members.next_key::<String>()? {
            if name == RAW_VALUE {
                return members.next_value();
            }
            let member_type = match self {
                Self::Members(type_of) => type_of(&name),
                _ => Self::Any,
            };
            json.push_str(if json.len() > 1 { "," } else { "" });
            quote_json(&mut json, &name);
            json.push(':');
            json.push_str(&members.next_value_seed(member_type)?);
        }
        json.push('}');
        Ok(json)
    }

    as_value! {
        visit_bool: bool,
        visit_u64: u64,
        visit_i64: i64,
        visit_f64: f64,
        visit_str: &str,
    }
}

/// Implements `Deserialize` for options: requests the type `TYPE` from serde and passes the resulting JSON text to
/// `$read`.
#[doc(hidden)]
#[macro_export]
macro_rules! deserialize {
    ($name:ident, $read:expr) => {
        #[automatically_derived]
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                // Only `serde_json` recognises the name `RAW_VALUE` and passes on the raw JSON text; other formats pass
                // on the value itself, member by member.
                let text = deserializer.deserialize_newtype_struct(renewal_rules_json::RAW_VALUE, Self::TYPE)?;
                $read(&text).map_err(serde::de::Error::custom)
            }
        }
    };
}
