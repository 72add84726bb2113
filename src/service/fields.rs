//! Products as lists of top-level fields with their exact JSON text: the unit in which the service
//! overwrites (§4.3).

use alloc::{
    borrow::ToOwned,
    boxed::Box,
    collections::{BTreeMap, BTreeSet},
    string::String,
    vec::Vec,
};
use core::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

use crate::{Input, product::ProductId};

/// Deeper nesting is not looked into when two values are compared: they are taken for different
/// unless their texts are the same.
const MAX_DEPTH: usize = 128;

/// The name of a field: what it means, and its JSON text.
///
/// A name may have an escape of half a surrogate pair. It is JSON by the grammar, but no `String` can
/// hold it, so names are told apart by their bytes, in which such a half has a form of its own.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    bytes: Vec<u8>,
    raw: Box<RawValue>,
}

impl Name {
    /// The name as people read it: where it is no text, as it is escaped in JSON.
    pub(crate) fn as_str(&self) -> &str {
        let raw = self.raw.get();
        let escaped = raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"'));
        core::str::from_utf8(&self.bytes).unwrap_or(escaped.unwrap_or(raw))
    }

    fn is(&self, name: &str) -> bool {
        self.bytes == name.as_bytes()
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

/// What a JSON text means, in UTF-8 but for halves of surrogate pairs; `None` for another value.
pub(crate) fn bytes_of(raw: &str) -> Option<Vec<u8>> {
    struct Bytes;
    impl Visitor<'_> for Bytes {
        type Value = Vec<u8>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a text")
        }

        fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_owned())
        }
    }
    let mut deserializer = serde_json::Deserializer::from_str(raw);
    deserializer.deserialize_bytes(Bytes).ok()
}

/// The fields of an object in the order of the input. Of a field that stands twice the last value
/// is kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields(Vec<(Name, Box<RawValue>)>);

impl Fields {
    /// Reads an input, `None` where it is no JSON object.
    pub(crate) fn read(input: Input<'_>) -> Option<Self> {
        Self::parse(&input.into_text()?)
    }

    /// Reads a JSON text, `None` where it is no JSON object. What is an object is decided by the
    /// grammar alone: no escape or number is too odd for it, and no nesting too deep.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find_map(|(key, value)| key.is(name).then(|| value.get()))
    }

    /// The product's id, where `id` is one.
    pub(crate) fn id(&self) -> Option<ProductId> {
        product_id(self.get("id")?)
    }

    /// By this two objects are alike that differ in layout and in the order of their members alone.
    pub(crate) fn content(&self) -> String {
        let text = self.text();
        let value = serde_json::from_str::<serde_json::Value>(&text);
        value.map_or(text, |value| alloc::format!("{value}"))
    }

    /// The texts of the fields by name, where many are looked up.
    fn by_name(&self) -> BTreeMap<&[u8], &str> {
        self.0
            .iter()
            .map(|(name, value)| (name.bytes.as_slice(), value.get()))
            .collect()
    }

    /// The names of the fields that `others` lacks, as people read them.
    pub(crate) fn missing_in(&self, others: &Self) -> Vec<&str> {
        let others = others.by_name();
        self.0
            .iter()
            .filter(|(name, _)| !others.contains_key(name.bytes.as_slice()))
            .map(|(name, _)| name.as_str())
            .collect()
    }

    /// The fields that `others` lacks or has with another value.
    pub(crate) fn changed_from(&self, others: &Self) -> Self {
        let others = others.by_name();
        let is_changed = |name: &Name, value: &RawValue| {
            !others
                .get(name.bytes.as_slice())
                .is_some_and(|other| same(other, value.get()))
        };
        let changed = self
            .0
            .iter()
            .filter(|(name, value)| is_changed(name, value));
        Self(changed.cloned().collect())
    }

    /// The fields whose name is this one.
    pub(crate) fn only(&self, name: &str) -> Self {
        let only = self.0.iter().filter(|(key, _)| key.is(name));
        Self(only.cloned().collect())
    }

    /// Lays fields over these: each replaces the one of its name whole, in its place; new ones follow.
    pub(crate) fn overwrite(&mut self, sent: Self) {
        let mut places: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
        for (index, (name, _)) in self.0.iter().enumerate() {
            places.insert(name.bytes.clone(), index);
        }
        for (name, value) in sent.0 {
            let place = places.get(&name.bytes);
            match place.and_then(|index| self.0.get_mut(*index)) {
                Some((_, old)) => *old = value,
                None => self.0.push((name, value)),
            }
        }
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.0.retain(|(key, _)| !key.is(name));
    }

    /// Sets a field to what `value` is as JSON: in the place of the one that is there, otherwise at
    /// the end.
    pub(crate) fn set_to(&mut self, name: &str, value: &impl Serialize) {
        use serde_json::value::to_raw_value;
        // The values that come here have text keys only, so they always have a JSON form.
        let (Ok(raw_name), Ok(value)) = (to_raw_value(name), to_raw_value(value)) else {
            return;
        };
        if let Some((_, old)) = self.0.iter_mut().find(|(key, _)| key.is(name)) {
            *old = value;
            return;
        }
        let name = Name {
            bytes: name.as_bytes().to_owned(),
            raw: raw_name,
        };
        self.0.push((name, value));
    }

    /// The names as people read them, and the values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &RawValue)> {
        self.0.iter().map(|(name, value)| (name.as_str(), &**value))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The object as JSON text, names and values as they were written.
    pub(crate) fn text(&self) -> String {
        let mut text = String::from("{");
        for (index, (name, value)) in self.0.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            text.push_str(name.raw.get());
            text.push(':');
            text.push_str(value.get());
        }
        text.push('}');
        text
    }
}

impl PartialEq for Fields {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len()
            && self
                .0
                .iter()
                .zip(&other.0)
                .all(|((a_name, a), (b_name, b))| a_name == b_name && a.get() == b.get())
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A serialiser takes texts alone for names, and some name may be none.
        RawValue::from_string(self.text())
            .map_err(serde::ser::Error::custom)?
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields: Vec<(Name, Box<RawValue>)> = Vec::new();
                while let Some((raw, value)) = map.next_entry::<Box<RawValue>, _>()? {
                    let bytes = bytes_of(raw.get())
                        .ok_or_else(|| serde::de::Error::custom("a name is no text"))?;
                    fields.push((Name { bytes, raw }, value));
                }
                let mut seen = BTreeSet::new();
                let mut is_last: Vec<bool> = fields
                    .iter()
                    .rev()
                    .map(|(name, _)| seen.insert(name.bytes.as_slice()))
                    .collect();
                is_last.reverse();
                let kept = fields
                    .into_iter()
                    .zip(is_last)
                    .filter_map(|(field, is_last)| is_last.then_some(field));
                Ok(Fields(kept.collect()))
            }
        }
        deserializer.deserialize_map(Members)
    }
}

/// The id that a JSON text is, as the rules and the options read it.
pub(crate) fn product_id(raw: &str) -> Option<ProductId> {
    crate::document::Tree::parse(raw)
        .ok()?
        .document()
        .product_id(0)
}

/// The whole number that a JSON number is, however it is written.
pub(crate) fn integer(raw: &str) -> Option<i64> {
    let number = Number::read(raw)?;
    let zeros = usize::try_from(number.exponent).ok()?;
    // No `i64` has more digits, so nothing long is made of a large exponent.
    if zeros > 18 {
        return None;
    }
    let sign = if number.is_negative { "-" } else { "" };
    let digits = if number.digits.is_empty() {
        "0"
    } else {
        number.digits.as_str()
    };
    alloc::format!("{sign}{digits}{}", "0".repeat(zeros))
        .parse()
        .ok()
}

/// Whether two JSON texts mean the same value. Numbers are compared exactly, whatever their size
/// and however they are written; the order of members does not count.
pub(crate) fn same(a: &str, b: &str) -> bool {
    same_within(a, b, MAX_DEPTH)
}

fn same_within(a: &str, b: &str, depth: usize) -> bool {
    if a == b {
        return true;
    }
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    match (a.as_bytes().first(), b.as_bytes().first()) {
        (Some(b'{'), Some(b'{')) => {
            let (Some(a), Some(b)) = (Fields::parse(a), Fields::parse(b)) else {
                return false;
            };
            let (a, b) = (a.by_name(), b.by_name());
            a.len() == b.len()
                && a.iter()
                    .zip(&b)
                    .all(|((a_name, a), (b_name, b))| a_name == b_name && same_within(a, b, depth))
        }
        (Some(b'['), Some(b'[')) => {
            let read = |text| serde_json::from_str::<Vec<Box<RawValue>>>(text);
            let (Ok(a), Ok(b)) = (read(a), read(b)) else {
                return false;
            };
            a.len() == b.len()
                && a.iter()
                    .zip(&b)
                    .all(|(a, b)| same_within(a.get(), b.get(), depth))
        }
        (Some(b'"'), Some(b'"')) => {
            matches!((bytes_of(a), bytes_of(b)), (Some(a), Some(b)) if a == b)
        }
        _ => matches!((Number::read(a), Number::read(b)), (Some(a), Some(b)) if a == b),
    }
}

/// A JSON number in its one normal form: the digits without zeros around them, and the power of ten
/// of the last one.
#[derive(PartialEq)]
struct Number {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

impl Number {
    fn read(text: &str) -> Option<Self> {
        let (is_negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        if !text.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits = String::from(whole);
        digits.push_str(decimals);
        let significant = digits.trim_end_matches('0');
        let zeros = digits.len() - significant.len();
        let significant = significant.trim_start_matches('0');
        if significant.is_empty() {
            return Some(Self {
                is_negative: false,
                digits: String::new(),
                exponent: 0,
            });
        }
        let exponent = exponent
            .parse::<i64>()
            .ok()?
            .checked_sub(i64::try_from(decimals.len()).ok()?)?
            .checked_add(i64::try_from(zeros).ok()?)?;
        Some(Self {
            is_negative,
            digits: String::from(significant),
            exponent,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString as _;

    use super::{integer, same};

    #[test]
    fn numbers_are_compared_exactly() {
        assert!(same("101", "101.0") && same("1.01e2", "101") && same("1.10", "1.1"));
        assert!(same("0.5", "5e-1") && same("0.050", "5E-2"));
        assert!(same("0", "-0.0") && same("0", "0e999999999999999999999"));
        assert!(!same("123456789012345678901", "123456789012345678902"));
        assert!(!same("0.1", "0.1000000000000000000001"));
        assert!(!same("1", "-1") && !same("1", "\"1\"") && !same("0", "null"));
        assert!(!same("1e99999999999999999999", "2"));
        assert!(same("1e99999999999999999999", "1e99999999999999999999"));
    }

    #[test]
    fn objects_are_compared_without_order_and_lists_with_it() {
        assert!(same(
            r#"{"a":1,"b":[2]}"#,
            r#"{ "b" : [ 2.0 ], "\u0061":1}"#
        ));
        assert!(same(r#"{"a":1,"a":2}"#, r#"{"a":2}"#));
        assert!(!same(r#"{"a":1}"#, r#"{"a":1,"b":null}"#));
        assert!(!same("[1,2]", "[2,1]") && !same("true", "false"));
    }

    #[test]
    fn halves_of_surrogate_pairs_are_told_apart() {
        assert!(same(r#"{"\ud800":1}"#, r#"{"\uD800":1.0}"#));
        assert!(!same(r#"{"\ud800":1}"#, r#"{"\ud801":1}"#));
        assert!(same(r#""\udc00""#, r#""\uDC00""#) && !same(r#""\udc00""#, r#""\ufffd""#));
    }

    #[test]
    fn whole_numbers_are_read_however_they_are_written() {
        let max = i64::MAX.to_string();
        for (text, number) in [
            ("110", Some(110)),
            ("110.0", Some(110)),
            ("1.1e2", Some(110)),
            ("-0.0", Some(0)),
            ("-5", Some(-5)),
            (max.as_str(), Some(i64::MAX)),
            ("9223372036854775808", None),
            ("1e18", Some(1_000_000_000_000_000_000)),
            ("1e999", None),
            ("110.5", None),
            ("\"110\"", None),
            ("null", None),
        ] {
            assert_eq!(integer(text), number, "{text}");
        }
    }

    #[test]
    fn deep_nesting_ends() {
        let deep = |n: usize, inner: &str| "[".repeat(n) + inner + &"]".repeat(n);
        assert!(same(&deep(100, "1"), &deep(100, "1.0")));
        assert!(!same(&deep(100_000, "1"), &deep(100_000, "1.0")));
    }
}
