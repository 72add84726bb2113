//! Reads the arguments of an operation from JSON.

use std::collections::BTreeMap;

use renewal_rules::setup::{Setup, SetupError};
use renewal_rules::{Code, JsonText, ProductId, Report};
use renewal_rules_formatters::{CallFormat, Format, Tally};
use renewal_rules_json::decode;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::open_texts::{Opening, Query, Settings, TextChange};
use crate::render::OutputStyle;
use crate::sources::File;

/// The arguments of an operation by name, each as JSON. Error messages never contain the value of an argument, because
/// it may be a password or a token.
pub(crate) struct Arguments<'a>(BTreeMap<String, &'a RawValue>);

/// A type that an operation can take as an argument.
pub(crate) trait Argument: Sized {
    /// Description of the valid values, for error messages.
    const EXPECTED: &'static str;

    /// Converts an argument from JSON; `json` is `None` if the caller did not pass the argument. Returns `None` if the
    /// JSON is not a value of this type.
    fn read(json: Option<&str>) -> Option<Self>;
}

impl<'a> Arguments<'a> {
    /// Reads the members of a JSON object.
    pub(crate) fn read(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok().map(Self)
    }

    /// Returns an error if the caller passed an unknown argument. `names` are the parameters of the Rust function, in
    /// snake case.
    pub(crate) fn check_names(&self, names: &[&str]) -> Result<(), String> {
        let names: Vec<String> = names.iter().map(|name| camel_case(name)).collect();
        let mut given = self.0.keys();
        let Some(unknown) = given.find(|name| !names.contains(name)) else { return Ok(()) };
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        let message = format!("there is no argument `{unknown}`; the arguments are {}", names.join(", "));
        Err(invalid(unknown, &message))
    }

    pub(crate) fn get<T: Argument>(&self, name: &str) -> Result<T, String> {
        let name = camel_case(name);
        let value = T::read(self.0.get(&name).map(|json| json.get()));
        value.ok_or_else(|| invalid(&name, &format!("`{name}` must be {}", T::EXPECTED)))
    }
}

/// Encodes an error in an argument for JavaScript, like `invalid_options`.
fn invalid(name: &str, message: &str) -> String {
    ["invalid-argument\n", JsonText::from(name).as_str(), "\n", message].concat()
}

/// Converts a name from snake case to camel case: `received_at` becomes `receivedAt`.
fn camel_case(name: &str) -> String {
    let mut camel = String::with_capacity(name.len());
    let mut words = name.split('_');
    camel += words.next().unwrap_or_default();
    for word in words {
        let mut characters = word.chars();
        camel.extend(characters.next().map(|first| first.to_ascii_uppercase()));
        camel += characters.as_str();
    }
    camel
}

impl<T: Argument> Argument for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;

    fn read(json: Option<&str>) -> Option<Self> {
        match json {
            None | Some("null") => Some(None),
            json => T::read(json).map(Some),
        }
    }
}

/// Implements [`Argument`] for types that implement `Deserialize`.
macro_rules! arguments {
    ($($type:ty: $expected:literal,)*) => {$(
        impl Argument for $type {
            const EXPECTED: &'static str = $expected;

            fn read(json: Option<&str>) -> Option<Self> {
                parse(json?)
            }
        }
    )*};
}

arguments! {
    bool: "true or false",
    u32: "the number of a text",
    usize: "a whole number",
    Vec<u32>: "a list of numbers of texts",
    Vec<String>: "a list of texts",
    Vec<File>: "a list of files",
    Vec<TextChange>: "a list of changes",
    Opening: "a text to open",
    OutputStyle: "an object with `format`, `color` and `quiet`",
    Query: "a query",
    Settings: "settings",
    Tally: "the counts of an earlier call",
}

impl Argument for String {
    const EXPECTED: &'static str = "a text";

    /// Replaces lone surrogates, which JSON can contain, by U+FFFD.
    fn read(json: Option<&str>) -> Option<Self> {
        json.filter(|json| json.starts_with('"')).map(|json| decode(json).into_owned())
    }
}

impl Argument for ProductId {
    const EXPECTED: &'static str = "a whole number from 1 to 9007199254740991";

    fn read(json: Option<&str>) -> Option<Self> {
        Self::try_from(parse::<u64>(json?)?).ok()
    }
}

/// HTTP status code of a response.
pub(crate) struct Status(pub(crate) u16);

impl Argument for Status {
    const EXPECTED: &'static str = "an HTTP status from 100 to 999";

    fn read(json: Option<&str>) -> Option<Self> {
        parse(json?).filter(|status| (100..1000).contains(status)).map(Self)
    }
}

/// Base URL of the service, to which paths are appended.
pub(crate) struct BaseUrl(String);

impl core::ops::Deref for BaseUrl {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Argument for BaseUrl {
    const EXPECTED: &'static str = "a URL without query, fragment and white space";

    fn read(json: Option<&str>) -> Option<Self> {
        let is_excluded = |c: char| matches!(c, '?' | '#') || c.is_whitespace();
        String::read(json).filter(|url| !url.contains(is_excluded)).map(Self)
    }
}

/// A time in seconds since the Unix epoch.
pub(crate) struct Time(pub(crate) i64);

impl Argument for Time {
    const EXPECTED: &'static str = "a date";

    fn read(json: Option<&str>) -> Option<Self> {
        parse(json?).map(Self)
    }
}

/// JSON text. The caller passes either a value or a string that contains JSON.
pub(crate) struct Document(pub(crate) String);

impl Argument for Document {
    const EXPECTED: &'static str = "JSON";

    fn read(json: Option<&str>) -> Option<Self> {
        let json = json?;
        Some(Self(if json.starts_with('"') { parse(json)? } else { json.to_owned() }))
    }
}

/// A setup as JSON text. The caller passes either a value or a string that contains JSON.
pub(crate) struct SetupSource {
    text: String,
    is_text: bool,
}

impl SetupSource {
    pub(crate) fn read(&self) -> Result<Setup, SetupError> {
        Setup::from_json(&self.text)
    }

    /// Adds locations to a report of this setup if the caller passed text.
    pub(crate) fn locate(&self, report: Report) -> Report {
        if self.is_text { report.with_locations(&self.text) } else { report }
    }
}

impl Argument for SetupSource {
    const EXPECTED: &'static str = Document::EXPECTED;

    fn read(json: Option<&str>) -> Option<Self> {
        let Document(text) = Document::read(json)?;
        Some(Self { text, is_text: json.is_some_and(|json| json.starts_with('"')) })
    }
}

fn parse<T: DeserializeOwned>(json: &str) -> Option<T> {
    serde_json::from_str(json).ok()
}

/// Implements [`Argument`] for enums that are parsed from a keyword with `FromStr`.
macro_rules! keyword_arguments {
    ($($type:ty: $expected:literal,)*) => {$(
        impl Argument for $type {
            const EXPECTED: &'static str = $expected;

            fn read(json: Option<&str>) -> Option<Self> {
                parse::<String>(json?)?.parse().ok()
            }
        }
    )*};
}

keyword_arguments! {
    CallFormat: "the name of a format",
    Code: "a code",
    Format: "the name of a format",
}
