//! What strings and numbers of a JSON text hold.

use alloc::{borrow::Cow, string::String, vec::Vec};

use memchr::memchr2;

use super::parse::plain_end;

/// What a string of a JSON text holds. JSON can hold half a surrogate pair, a Rust string cannot: such
/// a half is shown as U+FFFD, and compared as what it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Text<'t> {
    shown: Cow<'t, str>,
    /// The UTF-16 code units, where there are halves.
    exact: Option<Vec<u16>>,
}

impl<'t> Text<'t> {
    pub(crate) const fn plain(text: &'t str) -> Self {
        Self {
            shown: Cow::Borrowed(text),
            exact: None,
        }
    }

    /// What a well-formed JSON string with its quotes holds; the empty text for anything else.
    pub(crate) fn decode(quoted: &'t str) -> Self {
        let inner = quoted
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'));
        let inner = inner.unwrap_or_default();
        if !inner.contains('\\') {
            return Self::plain(inner);
        }
        let mut shown = String::with_capacity(inner.len());
        let mut halves = false;
        for part in units(inner) {
            shown.push(part.unwrap_or_else(|_| {
                halves = true;
                char::REPLACEMENT_CHARACTER
            }));
        }
        let exact = halves.then(|| {
            let mut code_units = Vec::new();
            for part in units(inner) {
                match part {
                    Ok(character) => {
                        code_units.extend_from_slice(character.encode_utf16(&mut [0; 2]));
                    }
                    Err(half) => code_units.push(half),
                }
            }
            code_units
        });
        Self {
            shown: Cow::Owned(shown),
            exact,
        }
    }

    /// The text for people.
    pub(crate) fn shown(&self) -> &str {
        &self.shown
    }

    pub(crate) fn into_shown(self) -> Cow<'t, str> {
        self.shown
    }

    /// The text, where a Rust string can hold it.
    pub(crate) fn exact(&self) -> Option<&str> {
        (!self.has_halves()).then_some(&*self.shown)
    }

    pub(crate) fn is(&self, text: &str) -> bool {
        self.exact() == Some(text)
    }

    pub(crate) const fn has_halves(&self) -> bool {
        self.exact.is_some()
    }

    /// Writes it as a JSON string, in the one form of all that hold the same.
    pub(super) fn push_same(&self, form: &mut String) {
        let Some(units) = &self.exact else {
            return quote_json(form, &self.shown);
        };
        form.push('"');
        for unit in units {
            form.push_str("\\u");
            push_bytes(form, unit.to_be_bytes());
        }
        form.push('"');
    }
}

/// The characters of the inside of a well-formed JSON string, and the halves of surrogate pairs that
/// are none.
fn units(inner: &str) -> impl Iterator<Item = Result<char, u16>> + '_ {
    let mut rest = inner.chars();
    core::iter::from_fn(move || {
        let unit = match rest.next()? {
            '\\' => match rest.next()? {
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' => return Some(escaped(&mut rest)),
                other => other,
            },
            plain => plain,
        };
        Some(Ok(unit))
    })
}

/// The character of an escape in hexadecimal digits, of which `\u` was read.
fn escaped(rest: &mut core::str::Chars<'_>) -> Result<char, u16> {
    let unit = hexadecimal(rest);
    if let Some(character) = char::from_u32(unit.into()) {
        return Ok(character);
    }
    let mut ahead = rest.clone();
    if (ahead.next(), ahead.next()) == (Some('\\'), Some('u')) {
        let low = hexadecimal(&mut ahead);
        if let Some(Ok(character)) = char::decode_utf16([unit, low]).next() {
            *rest = ahead;
            return Ok(character);
        }
    }
    Err(unit)
}

fn hexadecimal(rest: &mut core::str::Chars<'_>) -> u16 {
    let digits = rest
        .take(4)
        .map(|digit| digit.to_digit(16).unwrap_or_default());
    let value = digits.fold(0, |value, digit| value << 4 | digit);
    u16::try_from(value).unwrap_or_default()
}

/// A JSON number by its digits: the number is `digits` times ten to the power of `exponent` and `shift`
/// together.
struct Decimal<'n> {
    negative: bool,
    /// Without zeros at either end; empty for zero.
    digits: Vec<u8>,
    /// As it is written, of any size.
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
            return Self {
                negative: false,
                digits,
                exponent: "0",
                shift: 0,
            };
        }
        let length = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
        let shift = length(written - digits.len()) - length(decimals.len());
        let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
        digits.drain(..zeros);
        Self {
            negative,
            digits,
            exponent,
            shift,
        }
    }

    /// The whole exponent, where it has at most 64 bits.
    fn power(&self) -> Option<i64> {
        self.exponent.parse::<i64>().ok()?.checked_add(self.shift)
    }

    /// The whole exponent in the one form of a whole number.
    fn power_text(&self) -> String {
        if let Some(power) = self.power() {
            return itoa::Buffer::new().format(power).into();
        }
        let exponent = self.exponent.trim_start_matches('+');
        let (sign, size) = match exponent.strip_prefix('-') {
            Some(size) => ("-", size),
            None => ("", exponent),
        };
        // It is far larger than the shift, which is no longer than the text: the sign stays.
        let mut carry = if sign.is_empty() {
            self.shift
        } else {
            -self.shift
        };
        let mut digits = Vec::new();
        for digit in size.bytes().rev() {
            let sum = i64::from(digit - b'0') + carry;
            digits.push(char::from(
                b'0' + u8::try_from(sum.rem_euclid(10)).unwrap_or_default(),
            ));
            carry = sum.div_euclid(10);
        }
        let mut carried = itoa::Buffer::new();
        let carried = carried.format(carry);
        let sum: String = carried.chars().chain(digits.into_iter().rev()).collect();
        [sign, sum.trim_start_matches('0')].concat()
    }
}

/// The whole number from 0 that the digits of a JSON number mean: `101`, `101.0`, `1.01e2`.
pub(crate) fn whole_number(number: &str) -> Option<u64> {
    if let Ok(plain) = number.parse() {
        return Some(plain);
    }
    let decimal = Decimal::of(number);
    let zeros = usize::try_from(decimal.power()?).ok()?;
    if decimal.negative || zeros > 20 || decimal.digits.len() > 20 {
        return None;
    }
    let digits = decimal.digits.iter().copied();
    digits
        .chain(core::iter::repeat_n(b'0', zeros))
        .try_fold(0_u64, |number, digit| {
            number.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
        })
}

/// Writes a JSON number in the one form of all that are the same number.
pub(super) fn push_same_number(form: &mut String, number: &str) {
    let decimal = Decimal::of(number);
    form.push_str(if decimal.negative { "-" } else { "" });
    form.extend(decimal.digits.iter().map(|digit| char::from(*digit)));
    form.push('e');
    form.push_str(&decimal.power_text());
}

/// Writes bytes in hexadecimal digits.
fn push_bytes(form: &mut String, bytes: impl IntoIterator<Item = u8>) {
    let digits = bytes.into_iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    form.extend(digits.filter_map(|digit| char::from_digit(digit.into(), 16)));
}

/// Writes a text as a JSON string, as `JSON.stringify` does.
pub(crate) fn quote_json(json: &mut String, text: &str) {
    json.push('"');
    let mut at = 0;
    loop {
        let end = plain_end(text.as_bytes(), at);
        json.push_str(text.get(at..end).unwrap_or_default());
        let Some(byte) = text.as_bytes().get(end) else {
            break;
        };
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            0x8 => "\\b",
            0xc => "\\f",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            // Only control characters are left.
            0..0x10 => "\\u000",
            _ => "\\u001",
        };
        json.push_str(escape);
        if escape.len() > 2 {
            json.push(char::from_digit(u32::from(byte % 16), 16).unwrap_or('0'));
        }
        at = end + 1;
    }
    json.push('"');
}

/// A text as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    quote_json(&mut json, text);
    json
}

/// Adds one reference token to a JSON Pointer, escaped as RFC 6901 says.
pub(crate) fn push_token(pointer: &mut String, token: &str) {
    pointer.push('/');
    if memchr2(b'~', b'/', token.as_bytes()).is_none() {
        pointer.push_str(token);
        return;
    }
    for character in token.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}
