//! Ends and values of strings and numbers in a JSON text.

use alloc::{borrow::Cow, string::String, vec::Vec};

use crate::{Span, plain_end, words};

words! {
    /// Type of a JSON value, named as in `type-mismatch`.
    JsonType {
        /// `null`.
        Null = "null",
        /// `true` or `false`.
        Boolean = "boolean",
        /// A number without a fraction (only used as an expected type).
        Integer = "integer",
        /// Any number (only used as an actual type).
        Number = "number",
        /// A string.
        String = "string",
        /// An array.
        Array = "array",
        /// An object.
        Object = "object",
    }
}

/// Decodes a well-formed JSON string, passed with its quotes; returns an empty text for anything else. Lone surrogates,
/// which a Rust string cannot contain, become U+FFFD.
pub fn decode(quoted: &str) -> Cow<'_, str> {
    let inner = quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let inner = inner.unwrap_or_default();
    if !inner.as_bytes().contains(&b'\\') {
        return Cow::Borrowed(inner);
    }
    let mut units = Vec::with_capacity(inner.len());
    let mut rest = inner.chars();
    while let Some(mut character) = rest.next() {
        if character == '\\' {
            character = match rest.next().unwrap_or_default() {
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' => {
                    let digits = rest.by_ref().take(4).map(|digit| digit.to_digit(16).unwrap_or_default());
                    let unit = digits.fold(0, |unit, digit| unit << 4 | digit);
                    units.push(u16::try_from(unit).unwrap_or_default());
                    continue;
                }
                other => other,
            };
        }
        units.extend_from_slice(character.encode_utf16(&mut [0; 2]));
    }
    Cow::Owned(String::from_utf16_lossy(&units))
}

/// Returns the end of the string or number that begins at byte `start`. Only needed for values too long for their
/// length to be stored in the node.
#[cold]
pub(crate) fn far_end(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    if bytes.get(start) != Some(&b'"') {
        let belongs = |byte: &&u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
        return Some(start + bytes.get(start..)?.iter().take_while(belongs).count());
    }
    let mut at = plain_end(bytes, start + 1);
    while bytes.get(at) == Some(&b'\\') {
        at = plain_end(bytes, at + 2);
    }
    Some(at + 1)
}

/// Returns the span of the key, including its quotes, of the member whose value begins at byte `value`. Searches
/// backwards from the colon; a quote after an odd number of backslashes is escaped and belongs to the key.
pub(crate) fn key_before(text: &str, value: usize) -> Option<Span> {
    let before = text.as_bytes().get(..value)?;
    let colon = before.iter().rposition(|byte| *byte == b':')?;
    let before = before.get(..colon)?;
    let end = before.iter().rposition(|byte| *byte == b'"')?;
    let mut start = end;
    loop {
        let before = before.get(..start)?;
        start = before.iter().rposition(|byte| *byte == b'"')?;
        let slashes = before.get(..start)?.iter().rev();
        let slashes = slashes.take_while(|byte| **byte == b'\\').count();
        if slashes % 2 == 0 {
            return Some(Span { start, end: end + 1 });
        }
    }
}

/// Decimal digits of a JSON number: its absolute value is `digits` × 10^(`exponent` + `shift`).
struct Decimal<'n> {
    negative: bool,
    /// Digits without leading and trailing zeros; empty for zero.
    digits: Vec<u8>,
    /// Exponent as written, of any size.
    exponent: &'n str,
    shift: i64,
}

impl<'n> Decimal<'n> {
    fn of(number: &'n str) -> Self {
        let (negative, positive) = match number.strip_prefix('-') {
            Some(positive) => (true, positive),
            None => (false, number),
        };
        let (mantissa, exponent) = positive.split_once(['e', 'E']).unwrap_or((positive, "0"));
        let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits: Vec<u8> = whole.bytes().chain(decimals.bytes()).collect();
        let written = digits.len();
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        if digits.is_empty() {
            return Self { negative: false, digits, exponent: "0", shift: 0 };
        }
        let length = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
        let shift = length(written - digits.len()) - length(decimals.len());
        let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
        digits.drain(..zeros);
        Self { negative, digits, exponent, shift }
    }

    /// Returns `exponent` + `shift`, or `None` if the sum does not fit 64 bits.
    fn power(&self) -> Option<i64> {
        self.exponent.parse::<i64>().ok()?.checked_add(self.shift)
    }

    /// Returns `exponent` + `shift` as canonical decimal text, of any size.
    fn power_text(&self) -> String {
        if let Some(power) = self.power() {
            return itoa::Buffer::new().format(power).into();
        }
        let exponent = self.exponent.trim_start_matches('+');
        let (sign, size) = match exponent.strip_prefix('-') {
            Some(size) => ("-", size),
            None => ("", exponent),
        };
        // The sign cannot change: here the exponent is far larger than the shift, which is at most the length of the
        // text.
        let mut carry = if sign.is_empty() { self.shift } else { -self.shift };
        let mut digits = Vec::new();
        for digit in size.bytes().rev() {
            let sum = i64::from(digit - b'0') + carry;
            digits.push(char::from(b'0' + u8::try_from(sum.rem_euclid(10)).unwrap_or_default()));
            carry = sum.div_euclid(10);
        }
        let mut carried = itoa::Buffer::new();
        let carried = carried.format(carry);
        let sum: String = carried.chars().chain(digits.into_iter().rev()).collect();
        [sign, sum.trim_start_matches('0')].concat()
    }
}

/// Returns the value of a JSON number if it is a non-negative integer that fits 64 bits, in any notation: `101`,
/// `101.0`, `1.01e2`.
pub(crate) fn whole_number(number: &str) -> Option<u64> {
    if let Ok(plain) = number.parse() {
        return Some(plain);
    }
    let decimal = Decimal::of(number);
    // With a larger power, not even one digit would fit 64 bits.
    let power = decimal.power().filter(|power| (0..20).contains(power))?;
    let mut digits = decimal.digits.iter().copied().chain((0..power).map(|_| b'0'));
    let whole = digits.try_fold(0_u64, |whole, digit| whole.checked_mul(10)?.checked_add(u64::from(digit - b'0')));
    whole.filter(|_| !decimal.negative)
}

/// Appends the canonical form of a JSON number, which is identical for equal numbers.
pub(crate) fn push_same_number(form: &mut String, number: &str) {
    let decimal = Decimal::of(number);
    form.push_str(if decimal.negative { "-" } else { "" });
    form.extend(decimal.digits.iter().map(|digit| char::from(*digit)));
    form.push('e');
    form.push_str(&decimal.power_text());
}
