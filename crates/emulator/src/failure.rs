use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

/// An operation of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Call {
    /// `POST /v1/login_check`.
    Login,
    /// `POST /v1/product`.
    Create,
    /// `PATCH /v1/product/{id}`.
    Change,
}

/// A scripted failure of the next calls, in JSON for example `{"call":"create","after":"break"}`. All
/// members are optional. If neither `before` nor `after` is set, the response is the usual one:
/// `{"times":2}` lets two calls pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Failure {
    /// The call that fails; by default any call.
    pub call: Option<Call>,
    /// The fault that replaces the call, which has no effect.
    pub before: Option<Fault>,
    /// The fault that replaces the response of the call, which has taken effect.
    pub after: Option<Fault>,
    /// Delay before the call is executed, in milliseconds.
    #[serde(default)]
    pub delay_ms: u64,
    /// Value of the `Retry-After` header, in seconds.
    pub retry_after: Option<u32>,
    /// Number of calls that fail; by default 1.
    #[serde(default = "once")]
    pub times: NonZeroU32,
}

const fn once() -> NonZeroU32 {
    NonZeroU32::MIN
}

/// A fault that a client sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// Close the connection without a response.
    Break,
    /// Send an HTML page instead of JSON.
    NotJson,
    /// Send half of the body, then close the connection.
    CutOff,
    /// Send an HTTP status, such as 429.
    #[serde(untagged)]
    Status(u16),
}

/// Takes the first failure that applies to a call.
pub(crate) fn take(failures: &mut Vec<Failure>, call: Call) -> Option<Failure> {
    let applies = |failure: &Failure| failure.call.is_none_or(|expected| expected == call);
    let index = failures.iter().position(applies)?;
    let failure = failures.get_mut(index)?;
    match NonZeroU32::new(failure.times.get() - 1) {
        Some(times) => failure.times = times,
        None => return Some(failures.remove(index)),
    }
    Some(failure.clone())
}
