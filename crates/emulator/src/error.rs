use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use renewal_rules::ProblemDetails;
use serde_json::json;

/// An error of the emulator: a message, and the HTTP status of the admin call that fails with it. The
/// response has problem details (RFC 9457).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    status: u16,
    message: String,
}

#[allow(clippy::needless_pass_by_value, reason = "passed to `map_err`")]
impl Error {
    pub(crate) fn new(status: u16, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
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
        self.status
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let title = status.canonical_reason().unwrap_or("Failure");
        let body = json!({ "type": "about:blank", "title": title, "status": self.status, "detail": self.message });
        (status, [(CONTENT_TYPE, ProblemDetails::CONTENT_TYPE)], body.to_string()).into_response()
    }
}

impl From<Error> for Response {
    fn from(error: Error) -> Self {
        error.into_response()
    }
}

impl From<JsonRejection> for Error {
    fn from(rejection: JsonRejection) -> Self {
        Self::new(rejection.status().as_u16(), rejection.body_text())
    }
}

impl From<QueryRejection> for Error {
    fn from(rejection: QueryRejection) -> Self {
        Self::new(rejection.status().as_u16(), rejection.body_text())
    }
}
