//! Serde for options: any format is turned into JSON text, which the one reader of options reads.

use alloc::string::{String, ToString as _};
use core::fmt;

use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};
use serde::{Deserialize as _, Deserializer};
use serde_json::Value;

use renewal_rules_json::{JsonText, RAW_VALUE, quote_json};

/// What a format is asked for, as in a query string all is text.
#[derive(Clone, Copy)]
pub enum Form {
    /// Members, each in the form that its name says.
    Members(fn(&str) -> Self),
    /// `true` or `false`.
    Switch,
    /// A number.
    Number,
    /// A text.
    Word,
    /// Any value.
    Any,
}

impl<'de> DeserializeSeed<'de> for Form {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        match self {
            Self::Members(_) => deserializer.deserialize_map(self),
            Self::Switch => deserializer.deserialize_bool(self),
            // Formats of text give any number if asked for this type, which is exact for those that options take.
            Self::Number if deserializer.is_human_readable() => deserializer.deserialize_f64(self),
            Self::Number => deserializer.deserialize_any(self),
            Self::Word => deserializer.deserialize_str(self),
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

impl<'de> Visitor<'de> for Form {
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
            let form = match self {
                Self::Members(form_of) => form_of(&name),
                _ => Self::Any,
            };
            json.push_str(if json.len() > 1 { "," } else { "" });
            quote_json(&mut json, &name);
            json.push(':');
            json.push_str(&members.next_value_seed(form)?);
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

/// Options that serde reads in their `FORM`, as `$read` reads their JSON text.
#[doc(hidden)]
#[macro_export]
macro_rules! deserialize {
    ($name:ident, $read:expr) => {
        #[automatically_derived]
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                // A format that does not know this name has its parts read one by one.
                let text = deserializer.deserialize_newtype_struct(renewal_rules_json::RAW_VALUE, Self::FORM)?;
                $read(&text).map_err(serde::de::Error::custom)
            }
        }
    };
}
