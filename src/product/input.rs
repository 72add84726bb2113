//! Inputs of the library: text, bytes, values and typed products.

use alloc::string::String;
use alloc::{borrow::Cow, vec::Vec};

use serde::Serialize;
use simdutf8::compat::from_utf8;

use crate::product::Product;
use renewal_rules_json::{Location, Nodes, Reason, Span, SyntaxError, is_utf16, locations, locations_in_chunk};

/// Input of the functions that read JSON: text, bytes, values or typed products.
///
/// These functions accept every type that converts into `Input`: `&str`, `String` and `Cow<str>`, the same for bytes,
/// `&serde_json::Value`, [`&Product`](Product), and a borrowed slice, array or `Vec` of products.
///
/// ```
/// use renewal_rules::{LicenceTerm, Options, Product, check};
///
/// let options = Options::default();
/// let text = r#"{"id":101,"licence_term":"P1W"}"#;
/// let value: serde_json::Value = serde_json::from_str(text)?;
/// let mut product = Product::default();
/// product.licence_term = Some(LicenceTerm::months(1));
///
/// assert!(!check(text, &options).valid);
/// assert!(!check(text.to_owned(), &options).valid);
/// assert!(!check(text.as_bytes(), &options).valid);
/// assert!(!check(&value, &options).valid);
/// assert!(check(&product, &options).valid);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Input<'a> {
    /// JSON text. Diagnostics have a location.
    Text(Cow<'a, str>),
    /// JSON text in UTF-8. Diagnostics have a location.
    Bytes(Cow<'a, [u8]>),
    /// JSON text serialized from a value, for example with `JSON.stringify`. Diagnostics have no location, because the
    /// user has no such document.
    Json(Cow<'a, str>),
    /// A value or a typed product, serialized to JSON text with its nodes. Diagnostics have no location.
    Value(SerializedValue),
    /// A value of another language that cannot be converted to JSON or is not a product. Contains the reason, `bigint`,
    /// `cycle`, `depth`, `exception`, `no-text`, `too-large`, `undefined` or a message of the caller, or the type of
    /// the value: `bytes`, `date`, `file`, `form-data`, `json-text`, `map`, `no-members`, `promise`, `request`,
    /// `response`, `search-parameters`, `set`, `stream`.
    NoJson(Cow<'a, str>),
}

/// JSON text of a value, with the nodes of the text.
#[derive(Clone, Debug)]
pub struct SerializedValue {
    pub(crate) text: String,
    pub(crate) nodes: Nodes,
}

macro_rules! from {
    ($($type:ty $(, const $length:ident)? => $variant:ident($text:path);)*) => {$(
        impl<'a $(, const $length: usize)?> From<$type> for Input<'a> {
            fn from(input: $type) -> Self {
                Self::$variant($text(input))
            }
        }
    )*};
}

from! {
    &'a str => Text(Cow::from);
    &'a String => Text(Cow::from);
    String => Text(Cow::from);
    Cow<'a, str> => Text(Cow::from);
    &'a [u8] => Bytes(Cow::from);
    &'a [u8; N], const N => Bytes(Cow::from);
    &'a Vec<u8> => Bytes(Cow::from);
    Vec<u8> => Bytes(Cow::from);
    Cow<'a, [u8]> => Bytes(Cow::from);
    &[Product] => Json(json);
    &[Product; N], const N => Json(json::<[Product]>);
    &Vec<Product> => Json(json::<[Product]>);
}

/// Serializes typed products or a `serde_json::Value`. The members of a value are in the order of its map:
/// alphabetical, or as inserted if `serde_json` has the feature `preserve_order`. Serialization cannot fail, because
/// all keys are strings.
pub(crate) fn json<T: Serialize + ?Sized>(value: &T) -> Cow<'static, str> {
    Cow::Owned(serde_json::to_string(value).unwrap_or_default())
}

impl<'a> Input<'a> {
    /// Returns the input as JSON text, or `None` if it is not UTF-8 or cannot be converted to JSON.
    pub fn into_text(self) -> Option<Cow<'a, str>> {
        text_of(self).ok()
    }

    /// Returns `true` if diagnostics have a location: if the input is a text, not a serialized value.
    pub const fn is_located(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Bytes(_))
    }
}

/// Function that returns the locations of spans in a text.
type Locate = fn(&[u8], &[Span]) -> Vec<Location>;

/// Reason why an input is not JSON, with the location of the error.
#[derive(Clone, Debug)]
pub struct NotJson<'a> {
    /// Stable identifier of a syntax error, or the reason passed in [`Input::NoJson`].
    pub reason: Cow<'a, str>,
    /// Location of a syntax error in a text.
    pub location: Option<Location>,
}

impl NotJson<'_> {
    /// Creates a `NotJson` for a syntax error in a whole text, with a location if `is_located` is `true`.
    pub fn of(text: &[u8], error: SyntaxError, is_located: bool) -> Self {
        Self::located(text, error, is_located.then_some(locations))
    }

    /// Creates a `NotJson` for a syntax error in one line, passed without the byte order mark of the text. The location
    /// is relative to the line.
    pub fn of_line(line: &[u8], error: SyntaxError) -> Self {
        Self::located(line, error, Some(locations_in_chunk))
    }

    fn located(text: &[u8], mut error: SyntaxError, locate: Option<Locate>) -> Self {
        if is_utf16(text) {
            error = SyntaxError::UTF16;
        }
        let start = error.at as usize;
        let rest = text.get(start..).unwrap_or_default();
        // Let the span cover the character at the error, or nothing at the end of the text.
        let continues = |byte: &&u8| **byte & 0b1100_0000 == 0b1000_0000;
        let length = rest.iter().skip(1).take_while(continues).count() + 1;
        let span = Span { start, end: start + length.min(rest.len()) };
        let mut location = locate.and_then(|locate| locate(text, &[span]).pop());
        if let Some(location) = &mut location
            && (location.end_line > location.line || matches!(error.reason, Reason::NotUtf8 | Reason::Utf16))
        {
            // Make the location one column wide if the span is a line break or an invalid byte.
            location.end_line = location.line;
            location.end_column = location.column + 1;
        }
        Self { reason: Cow::Borrowed(error.reason.as_str()), location }
    }
}

/// Returns the text of an input, or the reason why it cannot be read.
pub(crate) fn text_of(input: Input<'_>) -> Result<Cow<'_, str>, NotJson<'_>> {
    let not_utf8 = |bytes: &[u8], at: usize| NotJson::of(bytes, SyntaxError::at(at, Reason::NotUtf8), true);
    match input {
        Input::Text(text) | Input::Json(text) => Ok(text),
        Input::Value(value) => Ok(Cow::Owned(value.text)),
        Input::Bytes(Cow::Borrowed(bytes)) => {
            from_utf8(bytes).map(Cow::Borrowed).map_err(|error| not_utf8(bytes, error.valid_up_to()))
        }
        Input::Bytes(Cow::Owned(bytes)) => String::from_utf8(bytes)
            .map(Cow::Owned)
            .map_err(|error| not_utf8(error.as_bytes(), error.utf8_error().valid_up_to())),
        Input::NoJson(reason) => Err(NotJson { reason, location: None }),
    }
}
