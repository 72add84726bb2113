//! Objects as JSON text, member by member. By way of structs and of `serde_json::Value` each kind of data would
//! bring code of its own three times.

use alloc::string::{String, ToString};
use core::fmt::{Debug, Display};

use serde::Serialize;
use wasm_bindgen::JsValue;

/// The members of an object as JSON text, without the brackets.
#[derive(Default)]
pub(crate) struct Object(String);

impl Object {
    /// The members of a value whose JSON is an object.
    pub(crate) fn of(value: &impl Serialize) -> Self {
        let text = written(value);
        let inside = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        Self(inside.unwrap_or_default().into())
    }

    /// What a call gives for data that it can use, as JSON, or why it cannot.
    pub(crate) fn outcome(self, result: Result<String, impl Into<Failure>>) -> Self {
        match result {
            Ok(data) => self.with("ok", &true).with_json("value", &data),
            Err(error) => self.with("ok", &false).with_json("error", &error.into().text()),
        }
    }

    /// A member more. Nothing in its name needs an escape.
    pub(crate) fn with(self, name: &str, value: &impl Serialize) -> Self {
        self.with_json(name, &written(value))
    }

    /// A member more, whose value is an object or `null`.
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

    /// The members of another object after these.
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

/// Values that are JSON text as an array.
#[cfg(feature = "tools")]
pub(crate) fn list(values: impl IntoIterator<Item = String>) -> String {
    let values: alloc::vec::Vec<String> = values.into_iter().collect();
    ["[", &values.join(","), "]"].concat()
}

/// Why a call gives nothing.
pub(crate) struct Failure {
    /// A stable word.
    pub(crate) kind: String,
    /// What is wrong, in words.
    message: String,
    /// What else is known.
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

/// The site shows what is wrong, and asks for no kind, for which it would load a kilobyte.
#[cfg(not(feature = "tools"))]
fn kind_of(_: &impl Debug) -> String {
    String::new()
}

impl<E: Debug + Display> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::new(&kind_of(&error), &error.to_string())
    }
}

impl From<Object> for JsValue {
    fn from(object: Object) -> Self {
        object.text().into()
    }
}

pub(crate) fn written(value: &impl Serialize) -> String {
    // There always is a text.
    serde_json::to_string(value).unwrap_or_default()
}
