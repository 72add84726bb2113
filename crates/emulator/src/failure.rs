use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

/// A call of the service.
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

/// How the next answers fail. As JSON, with any of these members: `{"call":"create","after":"break"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Failure {
    /// The call; any of them where it is absent.
    pub call: Option<Call>,
    /// What is answered in place of the call, which does nothing.
    pub before: Option<What>,
    /// What is answered once the call has done its work. Where both are absent the answer is the usual
    /// one, so that `{"times":2}` lets two calls pass.
    pub after: Option<What>,
    /// How many milliseconds later the call is made.
    #[serde(default)]
    pub delay_ms: u64,
    /// The seconds of a header `Retry-After`.
    pub retry_after: Option<u32>,
    /// How many answers fail; one where it is absent.
    #[serde(default = "once")]
    pub times: NonZeroU32,
}

const fn once() -> NonZeroU32 {
    NonZeroU32::MIN
}

/// What is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// Nothing: the connection ends.
    Break,
    /// A page instead of JSON.
    NotJson,
    /// Half of the body; then the connection ends.
    CutOff,
    /// An HTTP status, such as 429.
    #[serde(untagged)]
    Status(u16),
}

/// Takes the first of the failures that is meant for this call.
pub(crate) fn take(failures: &mut Vec<Failure>, call: Call) -> Option<Failure> {
    let is_meant = |one: &Failure| one.call.is_none_or(|of| of == call);
    let index = failures.iter().position(is_meant)?;
    let failure = failures.get_mut(index)?;
    match NonZeroU32::new(failure.times.get() - 1) {
        Some(times) => failure.times = times,
        None => return Some(failures.remove(index)),
    }
    Some(failure.clone())
}
