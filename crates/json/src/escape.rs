//! Writes strings, numbers and JSON Pointers.

use alloc::string::String;

use memchr::memchr2;

use super::span::Span;

/// Appends a text as a JSON string, escaped like `JSON.stringify` does.
pub fn quote_json(json: &mut String, text: &str) {
    json.push('"');
    let mut at = 0;
    loop {
        let end = unescaped_end(text.as_bytes(), at);
        json.push_str(Span { start: at, end }.slice(text));
        let Some(byte) = text.as_bytes().get(end) else { break };
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            0x8 => "\\b",
            0xc => "\\f",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            // Only control characters below U+0020 are left to escape.
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

/// Returns a text as a JSON string.
pub fn quoted(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    quote_json(&mut json, text);
    json
}

/// Appends a reference token to a JSON Pointer, escaped according to RFC 6901.
pub fn push_token(pointer: &mut String, token: &str) {
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

/// Appends an array index to a JSON Pointer.
pub fn push_index(pointer: &mut String, index: usize) {
    pointer.push('/');
    push_number(pointer, index as u64);
}

/// Appends a number in decimal.
pub fn push_number(text: &mut String, number: u64) {
    let mut divisor = 1;
    while number / divisor >= 10 {
        divisor *= 10;
    }
    while divisor > 0 {
        let [digit, ..] = (number / divisor % 10).to_le_bytes();
        text.push(char::from(b'0' + digit));
        divisor /= 10;
    }
}

/// Returns a number as decimal text.
pub fn number_text(number: u64) -> String {
    let mut text = String::new();
    push_number(&mut text, number);
    text
}

/// Returns the offset of the first quote, backslash or control character at or after `at`; the length of the text if
/// there is none. Uses SWAR, 8 bytes at a time. Not inlined, so that the parser can keep its own values in registers.
#[inline(never)]
pub(crate) fn unescaped_end(text: &[u8], mut at: usize) -> usize {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    while let Some(bytes) = text.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*bytes);
        // The subtraction borrows across bytes, so a mask may flag wrong bytes, but only above the first byte that it
        // flags rightly. Only the lowest set bit is used.
        let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word;
        let quote = below(word ^ (ONES * u64::from(b'"')), 1);
        let slash = below(word ^ (ONES * u64::from(b'\\')), 1);
        let hits = (below(word, 0x20) | quote | slash) & HIGH;
        if hits != 0 {
            return at + (hits.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    let Some(rest) = text.get(at..) else { return at };
    let is_plain = |byte: &&u8| **byte >= 0x20 && **byte != b'"' && **byte != b'\\';
    at + rest.iter().take_while(is_plain).count()
}
