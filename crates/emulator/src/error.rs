use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use renewal_rules::ProblemDetails;
use serde_json::json;

/// An error of the emulator: problem details (RFC 9457) with a message, and with the HTTP status of the admin
/// call that fails with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.detail)]
pub struct Error(Box<ProblemDetails>);

#[allow(clippy::needless_pass_by_value, reason = "passed to `map_err`")]
impl Error {
    pub(crate) fn new(status: u16, message: impl Into<String>) -> Self {
        let reason = match status {
            // The crate `http` has the phrase of an older specification than RFC 9110.
            422 => Some("Unprocessable Content"),
            status => StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason()),
        };
        ProblemDetails::for_status(status, reason.unwrap_or("Failure"), message).into()
    }

    /// Creates the error of an invalid request (status 422) or of an invalid setting.
    pub(crate) fn invalid(message: impl ToString) -> Self {
        Self::new(422, message.to_string())
    }

    pub(crate) fn internal(message: impl ToString) -> Self {
        Self::new(500, message.to_string())
    }

    /// Returns the HTTP status of the admin call that fails with this error.
    pub const fn status(&self) -> u16 {
        self.0.status
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        response(self.status(), ProblemDetails::CONTENT_TYPE, json!(self.0).to_string())
    }
}

impl From<ProblemDetails> for Error {
    fn from(details: ProblemDetails) -> Self {
        Self(Box::new(details))
    }
}

/// Phrases of serde, axum, the standard library and the rules, with the terms that replace them in messages. An entry that
/// begins with another one comes first.
const TERMS: [(&str, &str); 16] = [
    ("Failed to deserialize the JSON body into the target type: ", "invalid body: "),
    ("Failed to parse the request body as JSON: ", "the body is not JSON: "),
    ("Failed to deserialize query string: ", "invalid query: "),
    ("invalid type: map,", "invalid type: object,"),
    ("invalid type: sequence,", "invalid type: array,"),
    (", expected a map", ", expected an object"),
    (", expected a sequence", ", expected an array"),
    (", expected a nonzero u32", ", expected a whole number from 1 to 4294967295"),
    (", expected u32", ", expected a whole number from 0 to 4294967295"),
    (", expected u64", ", expected a whole number from 0"),
    (", expected usize", ", expected a whole number from 0"),
    (", expected i64", ", expected a positive or negative whole number"),
    (": invalid digit found in string", ": expected a whole number"),
    (": number too large to fit in target type", ": the number is too large"),
    ("This is not JSON at line", "not JSON at line"),
    (". Nothing in it was checked.", ""),
];

/// Replaces names of Rust's types and other terms of libraries in the message of an error of deserialization.
#[allow(clippy::needless_pass_by_value, reason = "passed to `map_err`")]
pub(crate) fn reword(message: impl ToString) -> String {
    TERMS.into_iter().fold(message.to_string(), |message, (from, to)| message.replace(from, to))
}

/// Creates a response with text of this content type.
pub(crate) fn response(status: u16, content_type: &'static str, text: String) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, [(CONTENT_TYPE, content_type)], text).into_response()
}
