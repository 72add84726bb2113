//! An input in one of its forms, and how it becomes a draft.

use alloc::{borrow::Cow, boxed::Box, format, string::String};

use serde::de::{DeserializeSeed as _, IgnoredAny};
use serde_json::Deserializer;
#[cfg(feature = "model")]
use serde_json::Value;

#[cfg(feature = "model")]
use crate::product::Product;
use crate::{
    fault::Fault,
    json::{ScalarSeed, is_space},
    locate::position,
    read::{Draft, read},
    report::Location,
    rules::syntax,
};

/// What can be checked: text, bytes, a JSON value or a typed product.
///
/// Every function that takes an input takes any of these: `&str`, `&String`, `&[u8]`, `&Vec<u8>`,
/// `&serde_json::Value` and [`&Product`](Product) convert into it.
///
/// ```
/// use renewal_rules::{Options, check};
///
/// let options = Options::default();
/// let text = r#"{"id":101,"licence_term":"P1W"}"#;
/// let value: serde_json::Value = serde_json::from_str(text)?;
/// assert!(!check(text, &options).valid);
/// assert!(!check(text.as_bytes(), &options).valid);
/// assert!(!check(&value, &options).valid);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Input<'a> {
    /// JSON text. Diagnostics have a location.
    Text(&'a str),
    /// JSON text in UTF-8. Diagnostics have a location.
    Bytes(&'a [u8]),
    /// JSON text that stands for a value, such as what `JSON.stringify` makes of one: there is no
    /// document that a person could look at, so diagnostics have no location.
    Json(&'a str),
    /// A JSON value. Its members have the order that its map keeps: with the feature
    /// `preserve_order` of `serde_json` that of the input, otherwise that of the alphabet.
    #[cfg(feature = "model")]
    Value(&'a Value),
    /// A typed product.
    #[cfg(feature = "model")]
    Product(&'a Product),
    /// A value of another language that has no JSON form, and why: one of the keys `bigint`, `cycle`,
    /// `depth`, `exception`, `no-text`, `too-large` and `undefined`, or words of the caller's.
    NoJson(&'a str),
}

impl<'a> From<&'a str> for Input<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Input<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a [u8]> for Input<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Bytes(bytes)
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for Input<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        Self::Bytes(bytes)
    }
}

impl<'a> From<&'a alloc::vec::Vec<u8>> for Input<'a> {
    fn from(bytes: &'a alloc::vec::Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

#[cfg(feature = "model")]
impl<'a> From<&'a Value> for Input<'a> {
    fn from(value: &'a Value) -> Self {
        Self::Value(value)
    }
}

#[cfg(feature = "model")]
impl<'a> From<&'a Product> for Input<'a> {
    fn from(product: &'a Product) -> Self {
        Self::Product(product)
    }
}

impl<'a> Input<'a> {
    /// The input as JSON text, `None` where it is no UTF-8 or has no JSON form.
    pub(crate) fn into_text(self) -> Option<Cow<'a, str>> {
        match self {
            Self::Text(text) | Self::Json(text) => Some(Cow::Borrowed(text)),
            Self::Bytes(bytes) => core::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            #[cfg(feature = "model")]
            Self::Value(value) => Some(Cow::Owned(format!("{value}"))),
            #[cfg(feature = "model")]
            Self::Product(product) => serde_json::to_string(product).ok().map(Cow::Owned),
            Self::NoJson(_) => None,
        }
    }
}

/// An input that was read.
pub(crate) struct Source<'a> {
    pub(crate) draft: Box<Draft<'a>>,
    /// The text that was parsed, in which diagnostics are located, where there is one: what came in, or
    /// what it was tamed to, in which everything stands at the same place.
    pub(crate) text: Option<&'a str>,
}

impl<'a> Source<'a> {
    /// Reads an input; `spare` gives room for a text that has to be made.
    pub(crate) fn read(input: Input<'a>, spare: &'a mut String) -> Self {
        let (text, located) = match input {
            Input::Text(text) => (text, true),
            Input::Json(text) => (text, false),
            Input::Bytes(bytes) => match core::str::from_utf8(bytes) {
                Ok(text) => (text, true),
                Err(error) => {
                    let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
                    let before = core::str::from_utf8(valid).unwrap_or_default();
                    return Self::of(located_syntax("it is not UTF-8", before, before.len()));
                }
            },
            #[cfg(feature = "model")]
            Input::Value(_) | Input::Product(_) => {
                // One way for all: what a value means is what its text means.
                let text = input.into_text().unwrap_or_default().into_owned();
                // An unnamed field of a typed product may hold what no reader converts.
                let tamed = match input {
                    Input::Product(_) if parse(&text).is_err() => tame(&text),
                    _ => None,
                };
                *spare = tamed.unwrap_or(text);
                return Self {
                    draft: parse(spare).unwrap_or_else(|fault| Draft::of_fault(*fault)),
                    text: None,
                };
            }
            Input::NoJson(reason) => return Self::of(syntax(reason, None)),
        };
        let (draft, parsed) = match parse(text) {
            Ok(draft) => (draft, text),
            Err(fault) => match tame(text) {
                Some(tamed) => {
                    *spare = tamed;
                    (
                        parse(spare).unwrap_or_else(|fault| Draft::of_fault(*fault)),
                        spare.as_str(),
                    )
                }
                None => return Self::of(if located { *fault } else { unlocated(text) }),
            },
        };
        Self {
            draft,
            text: located.then_some(parsed),
        }
    }

    fn of(fault: Fault<'a>) -> Self {
        Self {
            draft: Draft::of_fault(fault),
            text: None,
        }
    }
}

/// Reads JSON text.
fn parse(text: &str) -> Result<Box<Draft<'_>>, Box<Fault<'static>>> {
    let mut deserializer = Deserializer::from_str(text);
    read(&mut deserializer)
        .and_then(|draft| deserializer.end().map(|()| draft))
        .map_err(|error| Box::new(syntax_of(text, &error)))
}

fn unlocated(text: &str) -> Fault<'static> {
    let reason = grammar(text).err().map(|error| reason(text, &error));
    syntax(&reason.unwrap_or_default(), None)
}

/// Whether `text` is one JSON value by the grammar of RFC 8259 alone. Nothing is converted, so
/// numbers of any size and escapes of lone surrogates pass, and nothing recurses.
fn grammar(text: &str) -> Result<(), serde_json::Error> {
    let mut deserializer = Deserializer::from_str(text);
    serde::Deserialize::deserialize(&mut deserializer).and_then(|_: IgnoredAny| deserializer.end())
}

/// The fault of a text that is not JSON, at the place of the first offence against the grammar.
fn syntax_of(text: &str, error: &serde_json::Error) -> Fault<'static> {
    let error = grammar(text).err().map_or_else(
        || (reason(text, error), offset(text, error)),
        |error| (reason(text, &error), offset(text, &error)),
    );
    located_syntax(&error.0, text, error.1)
}

/// The fault of a text that is JSON, and that no string can hold all the same.
#[cfg(feature = "model")]
pub(crate) fn unreadable(text: &str, error: &serde_json::Error) -> Fault<'static> {
    located_syntax(&reason(text, error), text, offset(text, error))
}

fn located_syntax(reason: &str, text: &str, offset: usize) -> Fault<'static> {
    let (line, column) = position(text, offset);
    let there = text.get(offset..).and_then(|rest| rest.chars().next());
    let position = Location {
        line,
        column,
        end_line: line,
        end_column: column + there.map_or(1, char::len_utf16),
    };
    syntax(reason, Some(position))
}

/// What is wrong, in people's words, for what the library says. Its own words stand in for what is
/// not listed.
fn reason(text: &str, error: &serde_json::Error) -> String {
    const WORDS: &[(&str, &str)] = &[
        ("EOF while", "it ends too early"),
        ("expected ident", "there is an unknown word"),
        ("expected value", "a value is missing"),
        ("key must be a string", "a name is not in double quotes"),
        ("expected `:`", "a colon is missing"),
        (
            "expected `,` or `}`",
            "a comma or a closing brace is missing",
        ),
        (
            "expected `,` or `]`",
            "a comma or a closing bracket is missing",
        ),
        ("trailing characters", "something follows the value"),
        ("invalid number", "a number is malformed"),
        ("invalid escape", "a text has an unknown escape"),
        ("control character", "a text has a control character"),
        (
            "unexpected end of hex escape",
            "a text has half a surrogate pair",
        ),
        ("lone leading surrogate", "a text has half a surrogate pair"),
    ];
    if text.starts_with('\u{feff}') {
        return String::from("it begins with a byte order mark; save it without one");
    }
    if is_space(text.as_bytes()) {
        return String::from("it is empty");
    }
    let words = format!("{error}");
    let (before, rest) = text
        .split_at_checked(offset(text, error))
        .unwrap_or((text, ""));
    if rest.starts_with("//") || rest.starts_with("/*") {
        return String::from("there is a comment, which JSON does not have");
    }
    if rest.starts_with(['}', ']']) && before.trim_ascii_end().ends_with(',') {
        return String::from("there is a comma too many");
    }
    if rest.starts_with('\'') {
        return String::from("a text is not in double quotes");
    }
    if words.starts_with("expected value") && rest.starts_with(char::is_alphabetic) {
        return String::from("there is an unknown word");
    }
    if words.starts_with("expected value") && rest.starts_with(|first: char| !first.is_ascii()) {
        return String::from("there is a character that belongs in a text alone");
    }
    let known = WORDS.iter().find(|(start, _)| words.starts_with(start));
    if let Some((_, words)) = known {
        return String::from(*words);
    }
    // The library's position counts bytes; the fault has its own.
    let position = b" at line ";
    let end = words
        .as_bytes()
        .windows(position.len())
        .rposition(|window| window == position);
    String::from(words.get(..end.unwrap_or(words.len())).unwrap_or_default())
}

/// The byte at which the library stopped. Its column counts bytes from 1, that of a control character
/// to the byte before.
fn offset(text: &str, error: &serde_json::Error) -> usize {
    if error.is_eof() {
        return text.len();
    }
    let is_behind = format!("{error}").starts_with("control character");
    let start: usize = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    start
        .saturating_add(error.column().saturating_sub(usize::from(!is_behind)))
        .min(text.len())
}

/// A text of the same length with the same places, in which the scalars that a reader cannot hold
/// are replaced: escapes of lone surrogates by that of the replacement character, or in
/// a name by those of private characters, and numbers beyond
/// the range of a float by a number that is no id either. `None` where the text is no JSON.
pub(crate) fn tame(text: &str) -> Option<String> {
    grammar(text).ok()?;
    let mut tamed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (token, is_text) = match first {
            '"' => (text_token(rest), true),
            '-' | '0'..='9' => (number_token(rest), false),
            _ => (rest.get(..first.len_utf8())?, false),
        };
        if is_text {
            let behind = rest.get(token.len()..).unwrap_or_default();
            tame_text(
                token,
                behind.trim_ascii_start().starts_with(':'),
                &mut tamed,
            );
        } else if token.len() > 4
            && ScalarSeed
                .deserialize(&mut Deserializer::from_str(token))
                .is_err()
        {
            // One digit, a point and zeros: small, negative, and as long as what stood there.
            tamed.push_str("-1.");
            tamed.extend(core::iter::repeat_n('0', token.len() - 3));
        } else {
            tamed.push_str(token);
        }
        rest = rest.get(token.len()..)?;
    }
    Some(tamed)
}

/// Whether a name may hold what stands in for half a surrogate pair: then no pointer leads to the
/// member of this name.
pub(crate) fn has_stand_in(name: &str) -> bool {
    name.contains(|character| matches!(character, '\u{e800}'..='\u{efff}'))
}

/// The text at the start of well-formed JSON, with its quotes.
fn text_token(text: &str) -> &str {
    let mut escaped = false;
    let end = text
        .bytes()
        .enumerate()
        .skip(1)
        .find(|(_, byte)| {
            let closes = *byte == b'"' && !escaped;
            escaped = *byte == b'\\' && !escaped;
            closes
        })
        .map_or(text.len(), |(index, _)| index + 1);
    text.get(..end).unwrap_or(text)
}

fn number_token(text: &str) -> &str {
    let end = text
        .bytes()
        .position(|byte| !matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'))
        .unwrap_or(text.len());
    text.get(..end).unwrap_or(text)
}

fn tame_text(token: &str, is_key: bool, tamed: &mut String) {
    let mut rest = token;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at_checked(at).unwrap_or((rest, ""));
        tamed.push_str(before);
        let length = match surrogate(escape) {
            None if escape.as_bytes().get(1) == Some(&b'u') => 6,
            None => 2,
            Some(true) if surrogate(escape.get(6..).unwrap_or_default()) == Some(false) => 12,
            Some(_) => {
                if is_key {
                    // Each its own private character, so that different names stay different.
                    tamed.push_str("\\ue");
                    tamed.push_str(escape.get(3..6).unwrap_or_default());
                } else {
                    tamed.push_str("\\ufffd");
                }
                rest = escape.get(6..).unwrap_or_default();
                continue;
            }
        };
        let (kept, after) = escape.split_at_checked(length).unwrap_or((escape, ""));
        tamed.push_str(kept);
        rest = after;
    }
    tamed.push_str(rest);
}

/// Whether an escape is of a leading (`true`) or trailing (`false`) surrogate.
fn surrogate(escape: &str) -> Option<bool> {
    let digits = escape.strip_prefix("\\u")?.get(..4)?;
    match u16::from_str_radix(digits, 16).ok()? {
        0xd800..=0xdbff => Some(true),
        0xdc00..=0xdfff => Some(false),
        _ => None,
    }
}
