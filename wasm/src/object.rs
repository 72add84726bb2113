//! Writes JSON objects as text, member by member. Structs or `serde_json::Value` would make the module larger, because
//! they generate code for each type.

use alloc::string::{String, ToString};
use core::fmt::{Debug, Display};

use serde::Serialize;

/// Members of an object as JSON text, without braces.
#[derive(Default)]
pub(crate) struct Object(String);

impl Object {
    /// Returns the members of a value that serialises as an object.
    #[cfg(feature = "tools")]
    pub(crate) fn from_value(value: &impl Serialize) -> Self {
        let text = to_json(value);
        let inside = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        Self(inside.unwrap_or_default().into())
    }

    /// Adds the result of a call: `"ok": true` with a `value`, or `"ok": false` with an `error`.
    pub(crate) fn outcome(self, result: Result<String, impl Into<Failure>>) -> Self {
        match result {
            Ok(data) => self.with("ok", &true).with_json("value", &data),
            Err(error) => self.with("ok", &false).with_json("error", &error.into().text()),
        }
    }

    /// Adds a member. `name` must need no escaping in JSON.
    pub(crate) fn with(self, name: &str, value: &impl Serialize) -> Self {
        self.with_json(name, &to_json(value))
    }

    /// Adds a member with `object` as its value; `null` for `None`.
    #[cfg(feature = "tools")]
    pub(crate) fn with_object(self, name: &str, object: Option<&Self>) -> Self {
        let text = object.map(Self::text);
        self.with_json(name, text.as_deref().unwrap_or("null"))
    }

    pub(crate) fn with_json(mut self, name: &str, json: &str) -> Self {
        self.separate();
        for part in ["\"", name, "\":", json] {
            self.0.push_str(part);
        }
        self
    }

    /// Appends the members of another object.
    pub(crate) fn and(mut self, more: &Self) -> Self {
        if !more.0.is_empty() {
            self.separate();
            self.0.push_str(&more.0);
        }
        self
    }

    fn separate(&mut self) {
        if !self.0.is_empty() {
            self.0.push(',');
        }
    }

    pub(crate) fn text(&self) -> String {
        ["{", &self.0, "}"].concat()
    }
}

/// Joins JSON texts into an array.
#[cfg(feature = "tools")]
pub(crate) fn list(values: impl IntoIterator<Item = String>) -> String {
    let values: alloc::vec::Vec<String> = values.into_iter().collect();
    ["[", &values.join(","), "]"].concat()
}

/// Error of a call as data, from which the npm package creates a JavaScript error.
pub(crate) struct Failure {
    /// Stable identifier of the kind of error, such as `not-json`.
    pub(crate) kind: String,
    /// Message for people.
    message: String,
    /// Additional members, such as the HTTP status.
    more: Object,
}

impl Failure {
    pub(crate) fn new(kind: &str, message: &str) -> Self {
        Self { kind: kind.into(), message: message.into(), more: Object::default() }
    }

    #[cfg(feature = "tools")]
    pub(crate) fn with(self, name: &str, value: &impl Serialize) -> Self {
        let more = self.more.with(name, value);
        Self { more, ..self }
    }

    fn text(&self) -> String {
        let object = Object::default().with("kind", &self.kind);
        object.with("message", &self.message).and(&self.more).text()
    }
}

/// Returns the name of an error's variant in kebab case: `not-json` for `NotJson`.
#[cfg(feature = "tools")]
fn kind_of(error: &impl Debug) -> String {
    let debug = alloc::format!("{error:?}");
    let name = debug.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let mut kind = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() && !kind.is_empty() {
            kind.push('-');
        }
        kind.push(c.to_ascii_lowercase());
    }
    kind
}

/// Returns an empty identifier: the studio shows only the messages of errors, and identifiers would make its module a
/// kilobyte larger.
#[cfg(not(feature = "tools"))]
fn kind_of(_: &impl Debug) -> String {
    String::new()
}

impl<E: Debug + Display> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::new(&kind_of(&error), &error.to_string())
    }
}

pub(crate) fn to_json(value: &impl Serialize) -> String {
    // Serialising the types of this crate to a string never fails.
    serde_json::to_string(value).unwrap_or_default()
}
