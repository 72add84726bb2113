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
    ser::SerializeMap,
};
use serde_json::value::RawValue;

use crate::{Input, product::ProductId};

/// Deeper nesting is not looked into when two values are compared: they are taken for different
/// unless their texts are the same.
const MAX_DEPTH: usize = 128;

/// The fields of an object in the order of the input. Of a field that stands twice the last value
/// is kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields(Vec<(String, Box<RawValue>)>);

impl Fields {
    /// Reads an input, `None` where it is no JSON object.
    pub(crate) fn read(input: Input<'_>) -> Option<Self> {
        serde_json::from_str(&input.into_text()?).ok()
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find_map(|(key, value)| (key == name).then(|| value.get()))
    }

    /// The whole number that `id` is, where it is an id.
    pub(crate) fn id(&self) -> Option<ProductId> {
        serde_json::from_str(self.get("id")?).ok()
    }

    /// The texts of the fields by name, where many are looked up.
    pub(crate) fn by_name(&self) -> BTreeMap<&str, &str> {
        self.iter()
            .map(|(name, value)| (name, value.get()))
            .collect()
    }

    /// Lays fields over these: each replaces the one of its name whole, in its place; new ones follow.
    pub(crate) fn overwrite(&mut self, sent: Self) {
        let mut sent: BTreeMap<String, (usize, Box<RawValue>)> = sent
            .0
            .into_iter()
            .enumerate()
            .map(|(index, (name, value))| (name, (index, value)))
            .collect();
        for (name, value) in &mut self.0 {
            if let Some((_, new)) = sent.remove(name) {
                *value = new;
            }
        }
        let mut new: Vec<_> = sent.into_iter().collect();
        new.sort_by_key(|(_, (index, _))| *index);
        self.0
            .extend(new.into_iter().map(|(name, (_, value))| (name, value)));
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.0.retain(|(key, _)| key != name);
    }

    /// Sets a field: in the place of the one that is there, otherwise at the end.
    pub(crate) fn set(&mut self, name: &str, value: &RawValue) {
        match self.0.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = value.to_owned(),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Sets a field to what `value` is as JSON.
    pub(crate) fn set_to(&mut self, name: &str, value: &impl Serialize) {
        // The values that come here have text keys only, so they always have a JSON form.
        if let Ok(raw) = serde_json::value::to_raw_value(value) {
            self.set(name, &raw);
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &RawValue)> {
        self.0.iter().map(|(name, value)| (name.as_str(), &**value))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The object as JSON text.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl FromIterator<(String, Box<RawValue>)> for Fields {
    fn from_iter<I: IntoIterator<Item = (String, Box<RawValue>)>>(fields: I) -> Self {
        Self(fields.into_iter().collect())
    }
}

impl PartialEq for Fields {
    fn eq(&self, other: &Self) -> bool {
        let texts = |fields: &Self| -> Vec<(String, String)> {
            fields
                .iter()
                .map(|(name, value)| (name.to_owned(), value.get().to_owned()))
                .collect()
        };
        texts(self) == texts(other)
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
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
                let mut fields: Vec<(String, Box<RawValue>)> = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                let mut seen = BTreeSet::new();
                let mut is_last: Vec<bool> = fields
                    .iter()
                    .rev()
                    .map(|(name, _)| seen.insert(name.as_str()))
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
            let read = |text| serde_json::from_str::<BTreeMap<String, Box<RawValue>>>(text);
            let (Ok(a), Ok(b)) = (read(a), read(b)) else {
                return false;
            };
            a.len() == b.len()
                && a.iter().zip(&b).all(|((a_name, a), (b_name, b))| {
                    a_name == b_name && same_within(a.get(), b.get(), depth)
                })
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
            let read = |text| serde_json::from_str::<String>(text);
            matches!((read(a), read(b)), (Ok(a), Ok(b)) if a == b)
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
    use super::same;

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
    fn deep_nesting_ends() {
        let deep = |n: usize, inner: &str| "[".repeat(n) + inner + &"]".repeat(n);
        assert!(same(&deep(100, "1"), &deep(100, "1.0")));
        assert!(!same(&deep(100_000, "1"), &deep(100_000, "1.0")));
    }
}
