//! JSON values as the text that was written.

use alloc::borrow::Cow;

use super::escape::quoted;

/// The name by which `serde_json` gives and takes the text of a value as it is written.
pub(crate) const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// A JSON value as its exact text: no digit of a number is lost.
///
/// Serde reads and writes the text itself in JSON. In other formats, and within `#[serde(flatten)]` or enums that are
/// untagged or internally tagged, it reads and writes the value: numbers then become the nearest of `i64`, `u64` and
/// `f64`, `null` is left out in formats that have none, and 128 levels of nesting are the limit.
///
/// ```
/// use renewal_rules::JsonText;
///
/// let value: JsonText = serde_json::from_str(r#"{"enable": true}"#)?;
/// assert_eq!(value.as_str(), r#"{"enable": true}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JsonText(Cow<'static, str>);

impl JsonText {
    /// The value that is written so.
    pub(crate) fn written(json: impl Into<Cow<'static, str>>) -> Self {
        Self(json.into())
    }

    pub(crate) const fn switch(on: bool) -> Self {
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

/// Written by `serde` as their JSON text, and read as they are parsed from it.
#[cfg(feature = "tools")]
macro_rules! as_json_text {
    ($($name:ident),*) => {$(
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::text::JsonText::written(self.to_json()).serialize(serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let json = $crate::text::JsonText::deserialize(deserializer)?;
                Self::from_json(json.as_str()).map_err(serde::de::Error::custom)
            }
        }
    )*};
}
#[cfg(feature = "tools")]
pub(crate) use as_json_text;
