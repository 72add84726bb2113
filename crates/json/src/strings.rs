//! Strings and keys in a JSON text.

use alloc::{borrow::Cow, string::String};

use crate::{Span, unescaped_end};

/// Returns the name in a key, passed with its quotes; both in UTF-8.
pub(crate) fn name_of(quoted: &[u8], is_escaped: bool) -> Cow<'_, [u8]> {
    match quoted {
        [_, name @ .., _] if !is_escaped => Cow::Borrowed(name),
        // Always valid UTF-8: the bytes between two quotes of a text.
        _ => Cow::Owned(decode(str::from_utf8(quoted).unwrap_or_default()).into_owned().into_bytes()),
    }
}

/// Decodes a well-formed JSON string, passed with its quotes; returns an empty text for a text without quotes. Lone
/// surrogates, which a Rust string cannot contain, become U+FFFD.
///
/// ```
/// use renewal_rules_json::decode;
///
/// assert_eq!(decode(r#""\u0061\n""#), "a\n");
/// ```
pub fn decode(quoted: &str) -> Cow<'_, str> {
    let Some(inner) = quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return Cow::Borrowed("");
    };
    if !inner.as_bytes().contains(&b'\\') {
        return Cow::Borrowed(inner);
    }
    let mut text = String::with_capacity(inner.len());
    // First half of a surrogate pair, if the last escape was one.
    let mut high = None;
    let mut rest = inner.chars();
    while let Some(mut character) = rest.next() {
        let before = high.take();
        if character == '\\' {
            let Some(escape) = rest.next() else { break };
            character = match escape {
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' => {
                    // The parser accepts only four hexadecimal digits.
                    let digits = rest.by_ref().take(4).filter_map(|digit| digit.to_digit(16));
                    let mut code = digits.fold(0, |code, digit| code * 16 + digit);
                    high = (0xd800..0xdc00).contains(&code).then_some(code);
                    if let Some(high) = before.filter(|_| (0xdc00..0xe000).contains(&code)) {
                        code = 0x1_0000 + ((high - 0xd800) << 10) + (code - 0xdc00);
                        // Remove the U+FFFD that was appended for the first half: the character of the pair replaces
                        // it.
                        text.pop();
                    }
                    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
                }
                other => other,
            };
        }
        text.push(character);
    }
    Cow::Owned(text)
}

/// Returns the end of the string or number that begins at byte `start`. Only needed for values too long for their
/// length to be stored in the node.
#[cold]
pub(crate) fn scan_end(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    if bytes.get(start) != Some(&b'"') {
        let is_of_number = |byte: &&u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
        return Some(start + bytes.get(start..)?.iter().take_while(is_of_number).count());
    }
    let mut at = unescaped_end(bytes, start + 1);
    while bytes.get(at) == Some(&b'\\') {
        at = unescaped_end(bytes, at + 2);
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
