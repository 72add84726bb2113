//! JSON values that retain their source text.

use alloc::{borrow::Cow, collections::BTreeMap, string::String};
use core::{any::type_name, fmt, fmt::Write as _};

use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, SerializeMap as _, SerializeSeq as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Number, value::RawValue};

use super::escape::{quote_json, quoted};
use super::json_type::JsonType;
use super::node::NodeId;
use super::tree::{Document, Tree};

/// Private name by which `serde_json` recognises and passes the raw text of a value.
pub const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// A JSON value as its exact text: no digit of a number is lost.
///
/// The serde implementations copy the exact text if the format is JSON. In other formats, and within
/// `#[serde(flatten)]` or enums that are untagged or internally tagged, they convert the value: numbers become the
/// nearest `i64`, `u64` or `f64`, `null` is omitted if the format has none, and values nested deeper than 128 levels
/// are errors.
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
    /// Wraps a JSON text without parsing it. The caller guarantees that the text is valid JSON.
    ///
    /// ```
    /// use renewal_rules_json::JsonText;
    ///
    /// assert_eq!(serde_json::to_string(&JsonText::new("1.10"))?, "1.10");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn new(json: impl Into<Cow<'static, str>>) -> Self {
        Self(json.into())
    }

    /// Returns the JSON text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<bool> for JsonText {
    /// Converts a boolean to `true` or `false`.
    fn from(on: bool) -> Self {
        Self::new(if on { "true" } else { "false" })
    }
}

impl From<&str> for JsonText {
    /// Converts a text to a JSON string with quotes and escapes.
    fn from(text: &str) -> Self {
        Self::new(quoted(text))
    }
}

/// Maximum nesting of values in formats other than JSON, because serde recurses once per level.
const MAX_DEPTH: u8 = 128;

/// Returns `true` if `S` is the serializer of `serde_json`, which copies the text of a [`RawValue`], or the one of
/// [`serialize`](crate::serialize), which refuses it. Any other serializer, even a wrapper of these, would write the
/// private struct behind `RawValue`.
fn takes_raw_values<S>() -> bool {
    let name = type_name::<S>();
    name.starts_with("&mut serde_json::ser::Serializer<")
        || name.starts_with("&mut renewal_rules_json::serializer::NodeSerializer<")
}

impl Serialize for JsonText {
    /// Writes the exact text if the format is JSON, otherwise the value. Numbers then become `i64`, `u64` or the
    /// nearest `f64`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if takes_raw_values::<S>() {
            let text: &RawValue = serde_json::from_str(self.as_str()).map_err(S::Error::custom)?;
            return text.serialize(serializer);
        }
        let tree = Tree::parse(self.as_str()).map_err(|_| S::Error::custom(NOT_JSON))?;
        PlainValue { document: tree.document(), node: 0, depth: 0 }.serialize(serializer)
    }
}

/// Serializes a node as a plain value.
struct PlainValue<'d> {
    document: Document<'d>,
    node: NodeId,
    depth: u8,
}

impl PlainValue<'_> {
    fn child(&self, node: NodeId) -> Self {
        Self { node, depth: self.depth + 1, ..*self }
    }
}

impl Serialize for PlainValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { document, node, depth } = *self;
        match document.kind(node) {
            // Serialize `None`, not a unit: formats without null, such as TOML, then omit the member.
            JsonType::Null => serializer.serialize_none(),
            JsonType::Boolean => serializer.serialize_bool(document.boolean(node) == Some(true)),
            JsonType::Number | JsonType::Integer => serialize_number(document.raw(node), serializer),
            JsonType::String => {
                serializer.serialize_str(&document.text(node).ok_or_else(|| S::Error::custom(NOT_JSON))?)
            }
            JsonType::Array | JsonType::Object if depth >= MAX_DEPTH => Err(S::Error::custom(TOO_DEEP)),
            JsonType::Array => {
                let mut elements = serializer.serialize_seq(Some(document.children(node).count()))?;
                for element in document.children(node) {
                    elements.serialize_element(&self.child(element))?;
                }
                elements.end()
            }
            JsonType::Object => {
                let members = || document.children(node).map(|member| (document.name(member), member));
                // Serialize only the last of the members with one name, because most formats reject duplicates.
                let last: BTreeMap<_, _> = members().collect();
                let mut map = serializer.serialize_map(Some(last.len()))?;
                for (name, member) in members().filter(|(name, member)| last.get(name) == Some(member)) {
                    map.serialize_entry(&name, &self.child(member))?;
                }
                map.end()
            }
        }
    }
}

const NOT_JSON: &str = "this is not JSON";

const TOO_DEEP: &str = "the value is nested more than 128 levels deep";

/// Serializes a number as `i64`, `u64` or the nearest `f64`, or exactly if `serde_json` supports it.
fn serialize_number<S: Serializer>(digits: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if type_name::<S>() == type_name::<serde_json::value::Serializer>()
        && let Ok(number) = serde_json::from_str::<Number>(digits)
    {
        // With the feature `arbitrary_precision`, a `Value` retains all digits.
        return number.serialize(serializer);
    }
    if let Ok(integer) = digits.parse() {
        return serializer.serialize_i64(integer);
    }
    if let Ok(integer) = digits.parse() {
        return serializer.serialize_u64(integer);
    }
    let number: f64 = digits.parse().map_err(S::Error::custom)?;
    // Clamp to finite numbers: JSON has no infinity, so the text could not be read back.
    serializer.serialize_f64(number.clamp(f64::MIN, f64::MAX))
}

impl<'de> Deserialize<'de> for JsonText {
    /// Reads the exact text if the format is JSON, otherwise converts the value to JSON text.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut json = String::new();
        // `serde_json` recognises this name and passes the raw text; other formats visit the value itself.
        deserializer.deserialize_newtype_struct(RAW_VALUE, AnyValue { json: &mut json, depth: 0 })?;
        Ok(Self::new(json))
    }
}

const EXPECTED: &str = "a value that JSON has";

/// Visitor that appends the JSON text of any value.
struct AnyValue<'j> {
    json: &'j mut String,
    depth: u8,
}

impl AnyValue<'_> {
    fn child<E: serde::de::Error>(&mut self) -> Result<AnyValue<'_>, E> {
        // `>` and not `>=`, because the newtype struct around the value counts as a level, too.
        if self.depth > MAX_DEPTH {
            return Err(E::custom(TOO_DEEP));
        }
        Ok(AnyValue { json: self.json, depth: self.depth + 1 })
    }

    fn append_text<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        *self.json += serde_json::from_str::<&RawValue>(text).map_err(E::custom)?.get();
        Ok(())
    }
}

/// Key under which `serde_json` passes the digits of a number if its feature `arbitrary_precision` is enabled.
const NUMBER: &str = "$serde_json::private::Number";

fn has_exact_numbers() -> bool {
    serde_json::from_str::<Number>("1e999").is_ok()
}

impl<'de> DeserializeSeed<'de> for AnyValue<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! visit_displayed {
    ($($visit:ident: $type:ty;)*) => {$(
        fn $visit<E: serde::de::Error>(self, value: $type) -> Result<(), E> {
            // Writing to a string cannot fail.
            let _ = write!(self.json, "{value}");
            Ok(())
        }
    )*};
}

impl<'de> Visitor<'de> for AnyValue<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED)
    }

    visit_displayed! {
        visit_bool: bool;
        visit_i64: i64;
        visit_i128: i128;
        visit_u64: u64;
        visit_u128: u128;
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<(), E> {
        let number = Number::from_f64(value).ok_or_else(|| E::custom("JSON has neither infinity nor NaN"))?;
        // Writing to a string cannot fail.
        let _ = write!(self.json, "{number}");
        Ok(())
    }

    fn visit_str<E: serde::de::Error>(self, value: &str) -> Result<(), E> {
        quote_json(self.json, value);
        Ok(())
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        *self.json += "null";
        Ok(())
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(mut self, deserializer: D) -> Result<(), D::Error> {
        self.child()?.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(mut self, deserializer: D) -> Result<(), D::Error> {
        self.child()?.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<(), A::Error> {
        self.json.push('[');
        let start = self.json.len();
        while elements.next_element_seed(self.child()?)?.is_some() {
            self.json.push(',');
        }
        close(self.json, start, ']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<(), A::Error> {
        self.json.push('{');
        let start = self.json.len();
        while let Some(name) = members.next_key::<String>()? {
            let is_text = match name.as_str() {
                RAW_VALUE => self.depth == 0,
                NUMBER => has_exact_numbers(),
                _ => false,
            };
            if is_text && self.json.len() == start {
                self.json.pop();
                return self.append_text(&members.next_value::<String>()?);
            }
            quote_json(self.json, &name);
            self.json.push(':');
            members.next_value_seed(self.child()?)?;
            self.json.push(',');
        }
        close(self.json, start, '}');
        Ok(())
    }
}

/// Closes an array or object: replaces the comma after the last item, if any, with the bracket. The items begin at
/// `start`.
fn close(json: &mut String, start: usize, bracket: char) {
    if json.len() > start {
        json.pop();
    }
    json.push(bracket);
}

/// Implements serde traits through the `to_json` and `from_json` methods of a type.
#[doc(hidden)]
#[macro_export]
macro_rules! as_json_text {
    ($($name:ident),*) => {$(
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::JsonText::new(self.to_json()).serialize(serializer)
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
