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
        let reason = StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
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

/// Creates a response with text of this content type.
pub(crate) fn response(status: u16, content_type: &'static str, text: String) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, [(CONTENT_TYPE, content_type)], text).into_response()
}
