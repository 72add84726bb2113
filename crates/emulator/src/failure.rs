use std::num::NonZeroU32;
use std::{fmt, str::FromStr};

use renewal_rules_service::Endpoint;
use serde::de::{Deserializer, Unexpected, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::error::reword;
use crate::object::{deserialize_keyword, deserialize_objects, serialize_objects};
use crate::{Control, Error};

/// A scripted failure of the next calls, in JSON for example `{"call":"create","after":"break"}`. All
/// members are optional; at most one of `before`, `after` and `pass` is set. If neither `before` nor `after`
/// is set, the emulator responds as usual: `{"pass":true,"times":2}` lets two calls pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", expecting = "an object", default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Failure {
    /// The endpoint whose calls the failure applies to; by default any.
    #[serde(deserialize_with = "deserialize_keyword")]
    pub call: Option<Endpoint>,
    /// The fault to return instead of executing the call.
    pub before: Option<Fault>,
    /// The fault to return instead of the response, after the call was executed.
    pub after: Option<Fault>,
    /// `true` if the call is executed as usual; the same as setting neither `before` nor `after`.
    pub pass: bool,
    /// Delay before the call is executed, in milliseconds.
    pub delay_ms: u64,
    /// Value of the `Retry-After` header of the response, in seconds.
    pub retry_after: Option<u32>,
    /// Number of calls that the failure applies to; by default 1.
    pub times: NonZeroU32,
}

impl Default for Failure {
    fn default() -> Self {
        let (call, before, after, retry_after) = (None, None, None, None);
        Self { call, before, after, pass: false, delay_ms: 0, retry_after, times: NonZeroU32::MIN }
    }
}

impl Failure {
    /// Returns the fault that a client sees, if there is any.
    pub(crate) fn fault(&self) -> Option<Fault> {
        self.before.or(self.after)
    }
}

/// Effect of a scripted failure on the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// Close the connection without a response.
    Break,
    /// Send an HTML page instead of JSON.
    NotJson,
    /// Send half of the body, then close the connection.
    CutOff,
    /// Send an HTTP status from 200 to 599, such as 429.
    #[serde(untagged)]
    Status(u16),
}

/// Deserialized by hand: the error of a derived implementation does not list the possible values.
impl<'de> Deserialize<'de> for Fault {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        input.deserialize_any(FaultVisitor)
    }
}

struct FaultVisitor;

impl Visitor<'_> for FaultVisitor {
    type Value = Fault;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a status from 200 to 599 as a number, \"break\", \"not-json\" or \"cut-off\"")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Fault, E> {
        match text {
            "break" => Ok(Fault::Break),
            "not-json" => Ok(Fault::NotJson),
            "cut-off" => Ok(Fault::CutOff),
            _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
        }
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Fault, E> {
        let status = u16::try_from(number).ok().filter(|status| (200..600).contains(status));
        status.map(Fault::Status).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
    }
}

/// A failure script: a list of failures, as read from the file of `--scenario`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(remote = "Self", expecting = "an object", deny_unknown_fields)]
pub struct Scenario {
    #[serde(rename = "$schema")]
    _schema: Option<String>,
    /// The failures, in the order in which they apply.
    pub failures: Vec<Failure>,
}

deserialize_objects!(Failure, Scenario);
serialize_objects!(Failure);

/// Parses a failure or a scenario from JSON.
macro_rules! parse_json {
    ($($type:ty),*) => {$(
        impl FromStr for $type {
            type Err = Error;

            fn from_str(text: &str) -> Result<Self, Error> {
                serde_json::from_str(text).map_err(|error| Error::invalid(reword(error)))
            }
        }
    )*};
}

parse_json!(Failure, Scenario);

/// Checks failures before they are scripted.
pub(crate) fn validate_failures(failures: &[Failure]) -> Result<(), Error> {
    let is_valid = |failure: &&Failure| {
        let effects = [failure.before.is_some(), failure.after.is_some(), failure.pass];
        let has_one_effect = effects.into_iter().filter(|is_set| *is_set).count() <= 1;
        has_one_effect && !matches!(failure.fault(), Some(Fault::Status(..200 | 600..)))
    };
    let Some(failure) = failures.iter().find(|failure| !is_valid(failure)) else { return Ok(()) };
    let expected = "expected one of `before`, `after` and `pass`, and a status from 200 to 599";
    Err(Error::invalid(format!("invalid failure {}: {expected}", json!(failure))))
}

/// Marks a response that is not sent: the connection is closed instead.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the connection is closed by a scripted failure")]
pub(crate) struct Disconnect;

impl Control {
    /// Scripts failures of the next calls.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if a failure has several effects or an invalid status.
    pub fn fail(&self, failures: impl IntoIterator<Item = Failure>) -> Result<(), Error> {
        let failures: Vec<_> = failures.into_iter().collect();
        validate_failures(&failures)?;
        self.state().failures.extend(failures);
        Ok(())
    }

    /// Returns the scripted failures that have not applied yet.
    pub fn failures(&self) -> Vec<Failure> {
        self.state().failures.clone()
    }

    /// Deletes the scripted failures that have not applied yet.
    pub fn clear_failures(&self) {
        self.state().failures.clear();
    }
}

/// Returns the first failure that applies to a call of an endpoint, and decrements the number of calls that this failure
/// still applies to. Removes the failure if this number becomes 0.
pub(crate) fn take_failure(failures: &mut Vec<Failure>, endpoint: Endpoint) -> Option<Failure> {
    let applies = |failure: &Failure| failure.call.is_none_or(|expected| expected == endpoint);
    let index = failures.iter().position(applies)?;
    let failure = failures.get_mut(index)?;
    match NonZeroU32::new(failure.times.get() - 1) {
        Some(times) => failure.times = times,
        None => return Some(failures.remove(index)),
    }
    Some(failure.clone())
}
