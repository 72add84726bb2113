//! JSON values that retain their source text.

use alloc::borrow::Cow;

use super::escape::quoted;

/// Name under which `serde_json` passes and accepts the raw text of a value.
pub(crate) const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// JSON value that retains its exact text, including all digits of numbers.
///
/// In JSON, serde reads and writes the text itself. In other formats, and inside `#[serde(flatten)]` or enums that are
/// untagged or internally tagged, serde reads and writes the value: numbers become `i64`, `u64` or the nearest `f64`,
/// `null` is omitted in formats without null, and nesting is limited to 128 levels.
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
    /// Wraps a JSON text, which must be valid.
    pub(crate) fn written(json: impl Into<Cow<'static, str>>) -> Self {
        Self(json.into())
    }

    pub(crate) const fn switch(on: bool) -> Self {
        Self(Cow::Borrowed(if on { "true" } else { "false" }))
    }

    /// Returns the JSON text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for JsonText {
    /// Converts a text to a JSON string.
    fn from(text: &str) -> Self {
        Self::written(quoted(text))
    }
}

/// Implements serde traits through the `to_json` and `from_json` methods of a type.
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
