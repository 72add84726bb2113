//! JSON that is kept as it is written.

use alloc::{borrow::Cow, boxed::Box, string::String};

use serde::{Deserialize, Deserializer, Serialize, Serializer, ser};
use serde_json::value::RawValue;

use super::escape::quoted;

/// The name by which `serde_json` gives and takes the text of a value as it is written.
pub const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// A JSON value as its text.
///
/// ```
/// use renewal_rules_json::JsonText;
///
/// let value: JsonText = serde_json::from_str(r#"{"enable": true}"#)?;
/// assert_eq!(value.as_str(), r#"{"enable": true}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JsonText(Cow<'static, str>);

impl JsonText {
    /// The value that is written so.
    pub fn written(json: impl Into<Cow<'static, str>>) -> Self {
        Self(json.into())
    }

    /// `true` or `false`.
    pub const fn switch(on: bool) -> Self {
        Self(Cow::Borrowed(if on { "true" } else { "false" }))
    }

    /// The JSON text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for JsonText {
    /// The JSON string that holds a text.
    fn from(text: &str) -> Self {
        Self::written(quoted(text))
    }
}

impl Serialize for JsonText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value: &RawValue = serde_json::from_str(self.as_str()).map_err(ser::Error::custom)?;
        value.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for JsonText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value: Box<str> = Box::<RawValue>::deserialize(deserializer)?.into();
        Ok(Self::written(String::from(value)))
    }
}

/// Written by `serde` as their JSON text, and read as they are parsed from it.
#[doc(hidden)]
#[macro_export]
macro_rules! as_json_text {
    ($($name:ident),*) => {$(
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::JsonText::written(self.to_json()).serialize(serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let json = $crate::JsonText::deserialize(deserializer)?;
                Self::from_json(json.as_str()).map_err(serde::de::Error::custom)
            }
        }
    )*};
}
