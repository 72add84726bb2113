//! Exact values of JSON numbers, of any size and notation.

use alloc::{string::String, vec::Vec};

/// Decimal digits of a JSON number: the absolute value of the number is `digits` × 10^(`exponent` + `shift`).
struct Decimal<'n> {
    negative: bool,
    /// Digits without leading and trailing zeros; empty for zero.
    digits: Vec<u8>,
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
        let mut carried = itoa::Buffer::new();
        let carried = carried.format(carry);
        let sum: String = carried.chars().chain(digits.into_iter().rev()).collect();
        [sign, sum.trim_start_matches('0')].concat()
    }
}

/// Returns the value of a JSON number if it is a non-negative integer that fits 64 bits, in any notation: `101`,
/// `101.0`, `1.01e2`.
pub(crate) fn exact_unsigned(number: &str) -> Option<u64> {
    if let Ok(plain) = number.parse() {
        return Some(plain);
    }
    let decimal = Decimal::parse(number);
    // A negative power means a fraction, and 10^20 exceeds 64 bits.
    let power = decimal.power().filter(|power| (0..20).contains(power))?;
    let mut digits = decimal.digits.iter().copied().chain((0..power).map(|_| b'0'));
    let whole = digits.try_fold(0_u64, |whole, digit| whole.checked_mul(10)?.checked_add(u64::from(digit - b'0')));
    whole.filter(|_| !decimal.negative)
}

/// Returns the value of a JSON number if it is an integer that fits `i64`, in any notation.
pub(crate) fn exact_integer(number: &str) -> Option<i64> {
    match number.strip_prefix('-') {
        Some(positive) => 0_i64.checked_sub_unsigned(exact_unsigned(positive)?),
        None => exact_unsigned(number)?.try_into().ok(),
    }
}

/// Appends the canonical form of a JSON number, which is identical for equal numbers.
pub(crate) fn push_normal_number(form: &mut String, number: &str) {
    let decimal = Decimal::parse(number);
    form.push_str(if decimal.negative { "-" } else { "" });
    form.extend(decimal.digits.iter().map(|digit| char::from(*digit)));
    form.push('e');
    form.push_str(&decimal.power_text());
}
