//! Typed results of calls, from which the TypeScript interface `Calls` is generated.

use alloc::string::String;
use core::marker::PhantomData;

use crate::flat::{self, Flat, Writer};
#[cfg(any(feature = "studio", feature = "tools"))]
use crate::object::{self, Failure, Object};

/// Result of a call, or the message of the error to throw.
pub(crate) type Answer<T> = Result<Output<T>, String>;

/// A value of type `T` as it is passed to JavaScript.
pub(crate) struct Output<T>(Writer, PhantomData<T>);

impl<T> From<Output<T>> for Writer {
    fn from(output: Output<T>) -> Self {
        output.0
    }
}

impl<T> Output<T> {
    /// Passes JSON text of a `T`. Except for tiny values, this is faster than creating JavaScript objects from Rust,
    /// and `JSON.parse` treats a key such as `__proto__` as an ordinary key.
    pub(crate) fn json_text(text: impl Into<String>) -> Self {
        Self(Writer::from(text.into()), PhantomData)
    }
}

impl<T: flat::Write> Output<Flat<T>> {
    pub(crate) fn flat(value: &T) -> Self {
        let mut writer = Writer::from(String::new());
        value.write(&mut writer);
        Self(writer, PhantomData)
    }
}

#[cfg(any(feature = "studio", feature = "tools"))]
impl<T: serde::Serialize> Output<T> {
    pub(crate) fn from_value(value: &T) -> Self {
        Self::json_text(object::to_json(value))
    }
}

/// A `T`, or an error as data. `Problem` is the class of the JavaScript error that the package creates from the data.
#[cfg(any(feature = "studio", feature = "tools"))]
pub(crate) struct Outcome<T, Problem = Failure>(PhantomData<(T, Problem)>);

#[cfg(any(feature = "studio", feature = "tools"))]
impl<T: serde::Serialize, Problem> Output<Outcome<T, Problem>> {
    pub(crate) fn outcome(result: Result<T, impl Into<Failure>>) -> Self {
        Self::outcome_text(result.map(|value| object::to_json(&value)))
    }
}

#[cfg(any(feature = "studio", feature = "tools"))]
impl<T, Problem> Output<Outcome<T, Problem>> {
    /// Like [`Output::outcome`], for JSON text of a `T`.
    pub(crate) fn outcome_text(result: Result<String, impl Into<Failure>>) -> Self {
        Self::json_text(Object::default().outcome(result).text())
    }
}

/// JSON text of a `T`, as a member of another value.
#[cfg(feature = "tools")]
#[derive(serde::Serialize)]
#[serde(transparent, bound = "")]
pub(crate) struct Raw<T>(Box<serde_json::value::RawValue>, PhantomData<T>);

#[cfg(feature = "tools")]
impl<T> Raw<T> {
    pub(crate) fn new(text: String) -> Option<Self> {
        serde_json::value::RawValue::from_string(text).ok().map(|json| Self(json, PhantomData))
    }
}

/// Kind, message and data of an error. `Problem` is the class of the JavaScript error that the package creates from
/// them.
#[cfg(feature = "tools")]
pub(crate) struct FailureOf<Problem>(PhantomData<Problem>);

/// A `T` about a product, with the JSON Pointer to the product in the additional member `path`.
#[cfg(feature = "tools")]
pub(crate) struct AtPath<T>(PhantomData<T>);

/// Markers for the error classes that the package exports, used only to generate TypeScript.
#[cfg(feature = "tools")]
pub(crate) mod problems {
    pub(crate) enum CatalogueError {}
    pub(crate) enum PatchError {}
    pub(crate) enum PlanError {}
    pub(crate) enum RequestError {}
    pub(crate) enum ResponseError {}
    pub(crate) enum SetupError {}
}
