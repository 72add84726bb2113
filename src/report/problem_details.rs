//! Problem details for HTTP interfaces (RFC 9457).

use alloc::{borrow::Cow, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::code::{Code, Severity};
use super::report::Diagnostic;
use crate::put;

/// Problem details (RFC 9457): the response of a web service to a product with errors. Send them with
/// [`status`](ProblemDetails::status) as the HTTP status and the content type [`ProblemDetails::CONTENT_TYPE`].
///
/// ```
/// use renewal_rules::{Options, check};
///
/// let report = check(r#"{"id":101,"licence_term":"p1m"}"#, &Options::default());
/// let invalid = report.into_result().unwrap_err();
/// assert_eq!(
///     serde_json::to_value(invalid.problem_details())?,
///     serde_json::json!({
///         "type": "about:blank",
///         "title": "Unprocessable Content",
///         "status": 422,
///         "detail": "There is 1 error.",
///         "errors": [{
///             "pointer": "#/licence_term",
///             "detail": invalid.report().diagnostics[0].message,
///             "code": "term-format",
///         }],
///     }),
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProblemDetails {
    /// URL that identifies and documents this type of problem; `about:blank` if it has none.
    #[serde(rename = "type")]
    pub kind: Cow<'static, str>,
    /// Short name of the type of problem: for `about:blank`, the reason phrase of the HTTP status.
    pub title: Cow<'static, str>,
    /// HTTP status: 400 if the input is not JSON, otherwise 422.
    pub status: u16,
    /// Summary of the errors in this input.
    pub detail: String,
    /// URL of this occurrence of the problem, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// Errors in the order of the report; warnings and infos are left out. Not serialized if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<ProblemError>,
}

/// An entry of [`ProblemDetails::errors`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProblemError {
    /// JSON Pointer into the request body, in URI fragment form (RFC 6901, section 6), such as `#/licence_term`.
    pub pointer: String,
    /// The diagnostic's message: the problem and how to fix it.
    pub detail: String,
    /// The stable code of the diagnostic.
    pub code: Code,
}

impl ProblemDetails {
    /// Media type of problem details in JSON.
    pub const CONTENT_TYPE: &'static str = "application/problem+json";

    /// Creates the details of a problem that is no finding, such as an unknown product. `title` is the reason phrase of
    /// the HTTP status.
    ///
    /// ```
    /// use renewal_rules::ProblemDetails;
    ///
    /// let details = ProblemDetails::for_status(404, "Not Found", "There is no product with this id.");
    /// assert_eq!(
    ///     serde_json::to_string(&details)?,
    ///     r#"{"type":"about:blank","title":"Not Found","status":404,"detail":"There is no product with this id."}"#,
    /// );
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn for_status(status: u16, title: impl Into<Cow<'static, str>>, detail: impl Into<String>) -> Self {
        Self {
            kind: Cow::Borrowed("about:blank"),
            title: title.into(),
            status,
            detail: detail.into(),
            instance: None,
            errors: Vec::new(),
        }
    }

    pub(super) fn new(diagnostics: &[Diagnostic], omitted: Option<usize>) -> Self {
        let is_error = |one: &&Diagnostic| one.severity == Severity::Error;
        let errors = diagnostics.iter().filter(is_error).map(|one| ProblemError {
            pointer: String::from("#") + &percent_encode(&one.path, b"-._~!$&'()*+,;=:@/?"),
            detail: one.message.clone(),
            code: one.code,
        });
        let errors: Vec<_> = errors.collect();
        let is_json = diagnostics.iter().all(|one| !one.code.rule().is_unreadable());
        let (status, title) = if is_json { (422, "Unprocessable Content") } else { (400, "Bad Request") };
        // Do not count the errors if diagnostics were omitted, because the omitted ones can be errors, too.
        let detail = match (errors.len(), omitted.unwrap_or_default()) {
            (0, _) | (_, 1..) => String::from("There are errors."),
            (1, 0) => String::from("There is 1 error."),
            (count, 0) => format!("There are {count} errors."),
        };
        Self { errors, ..Self::for_status(status, title, detail) }
    }
}

/// Percent-encodes a text for a URL. ASCII letters, digits and the bytes in `plain` are not escaped.
pub fn percent_encode(text: &str, plain: &[u8]) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || plain.contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            put!(encoded, "%{byte:02X}");
        }
    }
    encoded
}
