//! Exact values of JSON numbers, of any size and notation.

use alloc::{string::String, vec::Vec};

use super::escape::push_number;

/// Decimal digits of a JSON number: the absolute value of the number is `digits` × 10^(`exponent` + `shift`).
struct Decimal<'n> {
    negative: bool,
    /// Digits without leading and trailing zeros, with the decimal point between them, if any; empty for zero.
    digits: &'n str,
    /// Exponent as written, of any size.
    exponent: &'n str,
    shift: i64,
}

impl<'n> Decimal<'n> {
    fn parse(number: &'n str) -> Self {
        let (negative, positive) = match number.strip_prefix('-') {
            Some(positive) => (true, positive),
            None => (false, number),
        };
        let find = |found: fn(u8) -> bool| positive.bytes().position(found);
        let mantissa_end = find(|byte| matches!(byte, b'e' | b'E')).unwrap_or(positive.len());
        let mantissa = positive.as_bytes().get(..mantissa_end).unwrap_or_default();
        let is_nonzero = |byte: &u8| (b'1'..=b'9').contains(byte);
        let Some(last) = mantissa.iter().rposition(is_nonzero) else {
            return Self { negative: false, digits: "", exponent: "0", shift: 0 };
        };
        let first = mantissa.iter().position(is_nonzero).unwrap_or(last);
        let point = find(|byte| byte == b'.').unwrap_or(mantissa_end);
        let offset = |offset: usize| i64::try_from(offset).unwrap_or(i64::MAX);
        // For a digit after the point, the byte of the point does not count.
        let shift = offset(point) - offset(last) - i64::from(last < point);
        let exponent = positive.get(mantissa_end + 1..).unwrap_or("0");
        Self { negative, digits: positive.get(first..=last).unwrap_or_default(), exponent, shift }
    }

    /// Iterates over the digits as ASCII.
    fn digits(&self) -> impl Iterator<Item = u8> {
        self.digits.bytes().filter(u8::is_ascii_digit)
    }

    /// Returns `exponent` + `shift`, or `None` if the sum does not fit 64 bits.
    fn power(&self) -> Option<i64> {
        self.exponent.parse::<i64>().ok()?.checked_add(self.shift)
    }

    /// Returns `exponent` + `shift` as canonical decimal text, of any size.
    fn power_text(&self) -> String {
        if let Some(power) = self.power() {
            return signed_text(power);
        }
        let exponent = self.exponent.trim_start_matches('+');
        let (sign, size) = match exponent.strip_prefix('-') {
            Some(size) => ("-", size),
            None => ("", exponent),
        };
        // The sum has the sign of the exponent, because the exponent is far larger than the shift, which is at most the
        // length of the text.
        let mut carry = if sign.is_empty() { self.shift } else { -self.shift };
        let mut digits = Vec::new();
        for digit in size.bytes().rev() {
            let sum = i64::from(digit - b'0') + carry;
            let [low, ..] = sum.rem_euclid(10).to_le_bytes();
            digits.push(char::from(b'0' + low));
            carry = sum.div_euclid(10);
        }
        let sum: String = signed_text(carry).chars().chain(digits.into_iter().rev()).collect();
        [sign, sum.trim_start_matches('0')].concat()
    }
}

/// Returns the value of a JSON number if it is a non-negative integer that fits 64 bits, in any notation: `101`,
/// `101.0`, `1.01e2`.
pub(crate) fn exact_unsigned(number: &str) -> Option<u64> {
    if let Some(plain) = value_of(number.bytes()) {
        return Some(plain);
    }
    let decimal = Decimal::parse(number);
    // A negative power means a fraction, and 10^20 exceeds 64 bits.
    let power = decimal.power().filter(|power| (0..20).contains(power))?;
    value_of(decimal.digits().chain((0..power).map(|_| b'0'))).filter(|_| !decimal.negative)
}

/// Returns the value of ASCII digits; `None` if another byte is among them or the value exceeds 64 bits.
fn value_of(mut digits: impl Iterator<Item = u8>) -> Option<u64> {
    digits.try_fold(0_u64, |whole, digit| {
        let digit = u64::from(digit.wrapping_sub(b'0'));
        whole.checked_mul(10)?.checked_add(digit).filter(|_| digit < 10)
    })
}

/// Returns the value of a JSON number if it is an integer that fits `i64`, in any notation.
pub(crate) fn exact_integer(number: &str) -> Option<i64> {
    match number.strip_prefix('-') {
        Some(positive) => 0_i64.checked_sub_unsigned(exact_unsigned(positive)?),
        None => exact_unsigned(number)?.try_into().ok(),
    }
}

fn signed_text(number: i64) -> String {
    let mut text = String::from(if number < 0 { "-" } else { "" });
    push_number(&mut text, number.unsigned_abs());
    text
}

/// Appends the canonical form of a JSON number, which is identical for equal numbers.
pub(crate) fn push_normal_number(form: &mut String, number: &str) {
    let decimal = Decimal::parse(number);
    form.push_str(if decimal.negative { "-" } else { "" });
    form.extend(decimal.digits().map(char::from));
    form.push('e');
    form.push_str(&decimal.power_text());
}
