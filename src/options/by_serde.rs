//! Options in any format that serde reads: they become JSON text, for the one reader that there is.

use alloc::string::{String, ToString as _};
use core::fmt;

use serde::{
    Deserialize as _, Deserializer,
    de::{DeserializeSeed, Error, MapAccess, Visitor},
};
use serde_json::Value;

use super::error::OptionsError;
use crate::text::quote_json;

/// The name by which `serde_json` gives the text of a value as it is written. A format that does not know it has its
/// parts read one by one.
const RAW: &str = "$serde_json::private::RawValue";

/// What a format is asked for, as in a query string all is text.
#[derive(Clone, Copy)]
enum Part {
    Whole,
    Members,
    Switch,
    Number,
    Word,
    Any,
}

impl Part {
    fn of(name: &str) -> Self {
        match name {
            "limits" | "rules" => Self::Members,
            "trial" => Self::Switch,
            "productId" | "maxDiagnostics" | "variant" | "renewals" => Self::Number,
            "current" => Self::Any,
            days if days.ends_with("Days") => Self::Number,
            _ => Self::Word,
        }
    }
}

impl<'de> DeserializeSeed<'de> for Part {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        match self {
            Self::Whole => deserializer.deserialize_newtype_struct(RAW, self),
            Self::Members => deserializer.deserialize_map(self),
            Self::Switch => deserializer.deserialize_bool(self),
            // Exact for each number that an option takes, and asked for so, one with a fraction is given too.
            Self::Number => deserializer.deserialize_f64(self),
            Self::Word => deserializer.deserialize_str(self),
            Self::Any => Ok(Value::deserialize(deserializer)?.to_string()),
        }
    }
}

impl<'de> Visitor<'de> for Part {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("options")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, whole: D) -> Result<String, D::Error> {
        Self::Members.deserialize(whole)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<String, A::Error> {
        let mut json = String::from("{");
        while let Some(name) = members.next_key::<String>()? {
            if name == RAW {
                return members.next_value();
            }
            json.push_str(if json.len() > 1 { "," } else { "" });
            quote_json(&mut json, &name);
            json.push(':');
            json.push_str(&members.next_value_seed(Self::of(&name))?);
        }
        json.push('}');
        Ok(json)
    }

    fn visit_bool<E: Error>(self, is: bool) -> Result<String, E> {
        Ok(Value::from(is).to_string())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<String, E> {
        Ok(Value::from(number).to_string())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<String, E> {
        Ok(Value::from(number).to_string())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<String, E> {
        Ok(Value::from(number).to_string())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(Value::from(text).to_string())
    }
}

/// Reads options by the reader of their JSON text.
pub(crate) fn deserialized<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    read: fn(&str) -> Result<T, OptionsError>,
) -> Result<T, D::Error> {
    let text = Part::Whole.deserialize(deserializer)?;
    read(&text).map_err(D::Error::custom)
}

/// Options that serde reads as their function reads JSON text.
macro_rules! deserialize {
    ($($type:ty: $read:expr;)*) => {$(
        #[automatically_derived]
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::options::deserialized(deserializer, $read)
            }
        }
    )*};
}
pub(crate) use deserialize;
