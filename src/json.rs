//! JSON as far as the rules' reader needs it: types of values, scalars, and numbers.

use alloc::{borrow::Cow, string::String};
use core::{fmt, iter};

use serde::{
    Deserializer, Serialize,
    de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use crate::product::ProductId;

/// By this name `serde_json` knows a value that is taken or given as its text, as `RawValue` is. The
/// visits of `RawValue` itself bring the printing of numbers along.
pub(crate) const RAW_TOKEN: &str = "$serde_json::private::RawValue";

/// The type of a JSON value, as `type-mismatch` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A number without a fraction (only as what is expected).
    Integer,
    /// Any number (only as what is found).
    Number,
    /// Text.
    String,
    /// A list.
    Array,
    /// Named members.
    Object,
}

impl Json {
    /// The name of the type in people's words.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "true or false",
            Self::Integer => "a whole number",
            Self::Number => "a number",
            Self::String => "text",
            Self::Array => "a list",
            Self::Object => "an object",
        }
    }
}

/// A value of which only scalars are kept.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Scalar<'a> {
    Null,
    Boolean(bool),
    /// A whole number from 0, however it was written.
    Whole(u64),
    /// Another number.
    Float(f64),
    Text(Cow<'a, str>),
    Array,
    Object,
}

impl Scalar<'_> {
    pub(crate) fn of_signed(number: i64) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "only its sign is of interest")]
        u64::try_from(number).map_or(Self::Float(number as f64), Self::Whole)
    }

    /// A number that was kept as its text, as far as what it is can matter.
    fn of_number(text: &str) -> Self {
        const SCALES: [(i32, f64); 4] = [(1, 10.0), (2, 100.0), (3, 1_000.0), (4, 10_000.0)];
        if let Some(whole) = whole_number(text, 0) {
            return Self::Whole(whole);
        }
        let mut scaled = SCALES
            .iter()
            .filter_map(|(decimals, scale)| Some((whole_number(text, *decimals)?, *scale)));
        #[expect(clippy::cast_precision_loss, reason = "what is so long is no amount")]
        let number = scaled.next().map(|(whole, scale)| whole as f64 / scale);
        Self::Float(number.unwrap_or(f64::NAN))
    }

    pub(crate) const fn json(&self) -> Json {
        match self {
            Self::Null => Json::Null,
            Self::Boolean(_) => Json::Boolean,
            Self::Whole(_) | Self::Float(_) => Json::Number,
            Self::Text(_) => Json::String,
            Self::Array => Json::Array,
            Self::Object => Json::Object,
        }
    }

    /// A number as plain decimal text, `None` where it needs an exponent or a sign, or has decimals
    /// and is no amount: of `1.20` only an amount is still the same as `1.2`.
    pub(crate) fn number_text(&self, is_an_amount: bool) -> Option<String> {
        let text = match self {
            Self::Whole(number) => alloc::format!("{number}"),
            Self::Float(number) => match ProductId::from_float(*number) {
                Some(whole) => alloc::format!("{whole}"),
                None if *number == 0.0 => String::from("0"),
                None if is_an_amount => decimal(*number)?,
                None => return None,
            },
            _ => return None,
        };
        crate::product::is_amount(&text).then_some(text)
    }
}

/// A number with at most four decimals as the text that people write; one that needs more is no
/// price that somebody forgot to quote.
fn decimal(number: f64) -> Option<String> {
    let is_same = |scaled: &f64, scale: f64| {
        #[expect(clippy::float_cmp, reason = "only the very same number may be written")]
        let same = *scaled / scale == number;
        same
    };
    let (decimals, scale) = [(1, 10.0), (2, 100.0), (3, 1_000.0), (4, 10_000.0)]
        .into_iter()
        .find(|(_, scale)| is_same(&round(number * scale), *scale))?;
    let mut digits = alloc::format!("{}", ProductId::from_float(round(number * scale))?);
    let missing = usize::saturating_sub(decimals + 1, digits.len());
    digits.insert_str(0, &"0".repeat(missing));
    digits.insert(digits.len() - decimals, '.');
    Some(digits)
}

/// The nearest whole number of a small positive one; `core` has no `round`.
fn round(number: f64) -> f64 {
    if !(0.0..1e15).contains(&number) {
        return f64::NAN;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "the bounds are checked above"
    )]
    let rounded = (number + 0.5) as u64 as f64;
    rounded
}

/// Visits of what cannot come. Those that serde provides say what they found, and bring the printing
/// of floating-point numbers and of all characters along, which takes more room than all messages
/// here.
macro_rules! visit_nothing {
    ($value:ty, $nothing:expr) => {
        fn visit_unit<E: serde::de::Error>(self) -> Result<$value, E> {
            Ok($nothing)
        }

        fn visit_bool<E: serde::de::Error>(self, _: bool) -> Result<$value, E> {
            Ok($nothing)
        }

        fn visit_u64<E: serde::de::Error>(self, _: u64) -> Result<$value, E> {
            Ok($nothing)
        }

        fn visit_i64<E: serde::de::Error>(self, _: i64) -> Result<$value, E> {
            Ok($nothing)
        }

        fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<$value, E> {
            Ok($nothing)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<$value, A::Error> {
            Ok($nothing)
        }
    };
}

/// Reads any value as a [`Scalar`].
pub(crate) struct ScalarSeed;

impl<'de> DeserializeSeed<'de> for ScalarSeed {
    type Value = Scalar<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Scalar<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ScalarSeed {
    type Value = Scalar<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Boolean(value))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Whole(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Scalar<'de>, E> {
        Ok(Scalar::of_signed(number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Float(number))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Text(Cow::Owned(String::from(text))))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Scalar<'de>, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar::Array)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar<'de>, A::Error> {
        if let Some(key) = map.next_key_seed(KeySeed)? {
            if is_number_token(&key) {
                return Ok(Scalar::of_number(&map.next_value_seed(KeySeed)?));
            }
            map.next_value::<IgnoredAny>()?;
            while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        }
        Ok(Scalar::Object)
    }
}

/// Reads the key of a member, borrowed where it has no escapes.
pub(crate) struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Cow<'de, str>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for KeySeed {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(String::from(text)))
    }

    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Cow<'de, str>, A::Error> {
        Ok(Cow::Borrowed(""))
    }

    visit_nothing!(Cow<'de, str>, Cow::Borrowed(""));
}

/// Tells each member of the object, or each element of the array, that `text` is: the key with its
/// quotes, where there is one, and the value. `None` where it is neither, or no JSON.
pub(crate) fn parts<'t>(
    text: &'t str,
    tell: &mut dyn FnMut(Option<&'t str>, &'t str),
) -> Option<()> {
    let text = behind_space(text);
    let (rest, close) = match text.strip_prefix('{') {
        Some(rest) => (rest, '}'),
        None => (text.strip_prefix('[')?, ']'),
    };
    let mut rest = behind_space(rest);
    if !rest.starts_with(close) {
        loop {
            let mut key = None;
            if close == '}' {
                let (name, behind) = split_value(rest).filter(|_| rest.starts_with('"'))?;
                key = Some(name);
                rest = behind_space(behind.strip_prefix(':')?);
            }
            let (value, behind) = split_value(rest)?;
            tell(key, value);
            rest = behind;
            let Some(more) = rest.strip_prefix(',') else {
                break;
            };
            rest = behind_space(more);
        }
    }
    behind_space(rest.strip_prefix(close)?)
        .is_empty()
        .then_some(())
}

/// The JSON value that a text begins with, and what follows it.
fn split_value(text: &str) -> Option<(&str, &str)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    let (value, rest) = text.split_at_checked(values.byte_offset())?;
    Some((value, behind_space(rest)))
}

/// Whether there is nothing but JSON's own white space.
pub(crate) fn is_space(text: &[u8]) -> bool {
    text.iter().all(|byte| b" \t\n\r".contains(byte))
}

fn behind_space(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\n', '\r'])
}

/// The name that a key with its quotes stands for, `None` where it has half a surrogate pair.
pub(crate) fn name_of(key: &str) -> Option<Cow<'_, str>> {
    match key.strip_prefix('"').and_then(|key| key.strip_suffix('"')) {
        Some(plain) if !plain.contains('\\') => Some(Cow::Borrowed(plain)),
        _ => KeySeed
            .deserialize(&mut serde_json::Deserializer::from_str(key))
            .ok(),
    }
}

/// Whether `key` marks a number in disguise: where another crate of the same build switches
/// `arbitrary_precision` of `serde_json` on, numbers reach a visitor as a map with one such key.
pub(crate) fn is_number_token(key: &str) -> bool {
    key == "$serde_json::private::Number" && numbers_are_maps()
}

fn numbers_are_maps() -> bool {
    struct Probe;
    impl<'de> Visitor<'de> for Probe {
        type Value = bool;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a number")
        }

        fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<bool, A::Error> {
            Ok(true)
        }

        fn visit_str<E: Error>(self, _: &str) -> Result<bool, E> {
            Ok(false)
        }

        visit_nothing!(bool, false);
    }
    let mut deserializer = serde_json::Deserializer::from_str("0.5");
    deserializer.deserialize_any(Probe).unwrap_or(false)
}

/// The whole number that a JSON number's text means: `101`, `101.0`, `1.01e2`; with `shift` it is
/// multiplied by that power of ten first.
fn whole_number(text: &str, shift: i32) -> Option<u64> {
    let positive = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = positive.split_once(['e', 'E']).unwrap_or((positive, "0"));
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits = String::from(whole);
    digits.push_str(decimals);
    let exponent = exponent.parse::<i32>().ok()?.checked_add(shift)?;
    let zeros = i64::from(exponent) - i64::try_from(decimals.len()).ok()?;
    // With twenty behind it nothing but zero is a number that fits.
    let appended = usize::try_from(zeros.min(20)).unwrap_or_default();
    digits.extend(iter::repeat_n('0', appended));
    let behind = usize::try_from(-zeros).unwrap_or_default();
    let kept = digits.len().saturating_sub(behind);
    if digits.split_off(kept).bytes().any(|digit| digit != b'0') {
        return None;
    }
    let number = if digits.is_empty() {
        0
    } else {
        digits.parse().ok()?
    };
    (number == 0 || positive.len() == text.len()).then_some(number)
}

/// Reads any value as a [`Scalar`], a number by its digits: the deserializer gives the nearest
/// number that it finds quickly, which for an id may be that of another product.
pub(crate) struct ExactSeed;

impl<'de> DeserializeSeed<'de> for ExactSeed {
    type Value = Scalar<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Scalar<'de>, D::Error> {
        deserializer.deserialize_newtype_struct(RAW_TOKEN, self)
    }
}

impl<'de> Visitor<'de> for ExactSeed {
    type Value = Scalar<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar<'de>, A::Error> {
        map.next_key::<IgnoredAny>()?;
        let Cow::Borrowed(text) = map.next_value_seed(KeySeed)? else {
            return Ok(Scalar::Null);
        };
        if let Ok(plain) = text.parse() {
            return Ok(Scalar::Whole(plain));
        }
        Ok(match text.as_bytes().first() {
            Some(b'"') => Scalar::Text(
                KeySeed
                    .deserialize(&mut serde_json::Deserializer::from_str(text))
                    .unwrap_or_default(),
            ),
            Some(b'[') => Scalar::Array,
            Some(b'{') => Scalar::Object,
            Some(b'n') => Scalar::Null,
            Some(b't') => Scalar::Boolean(true),
            Some(b'f') => Scalar::Boolean(false),
            _ => whole_number(text, 0).map_or(Scalar::Float(f64::NAN), Scalar::Whole),
        })
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Null)
    }

    visit_nothing!(Scalar<'de>, Scalar::Null);
}
