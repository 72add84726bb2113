use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use renewal_rules::{ProblemDetails, ProblemError};
use serde_json::json;

/// An error of the emulator: a message, and the HTTP status of the admin call that fails with it. The
/// response has problem details (RFC 9457).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    status: u16,
    message: String,
    /// Errors of the product that a request contains.
    errors: Vec<ProblemError>,
}

#[allow(clippy::needless_pass_by_value, reason = "passed to `map_err`")]
impl Error {
    pub(crate) fn new(status: u16, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), errors: Vec::new() }
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
        let reason = StatusCode::from_u16(self.status).ok().and_then(|status| status.canonical_reason());
        let title = reason.unwrap_or("Failure");
        let mut details =
            json!({ "type": "about:blank", "title": title, "status": self.status, "detail": self.message });
        if let (Some(members), false) = (details.as_object_mut(), self.errors.is_empty()) {
            members.insert("errors".to_owned(), json!(self.errors));
        }
        response(self.status, ProblemDetails::CONTENT_TYPE, details.to_string())
    }
}

impl From<ProblemDetails> for Error {
    fn from(details: ProblemDetails) -> Self {
        Self { status: details.status, message: details.detail, errors: details.errors }
    }
}

/// Creates a response with text of this content type.
pub(crate) fn response(status: u16, content_type: &'static str, text: String) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, [(CONTENT_TYPE, content_type)], text).into_response()
}
