//! Problem details for HTTP interfaces (RFC 9457).

use alloc::{borrow::Cow, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::code::{Code, Severity};
use super::report::{CatalogueReport, Diagnostic, Report};
use crate::put;

/// What a web service answers to a product with errors: problem details (RFC 9457), to be sent with
/// its status, 422 or, where the body is not JSON, 400, and the content type [`ProblemDetails::CONTENT_TYPE`].
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
    /// The address of what is known about this type of problem; `about:blank` where there is none.
    #[serde(rename = "type")]
    pub kind: Cow<'static, str>,
    /// What type of problem it is, in a few words: for `about:blank` those of the HTTP status.
    pub title: Cow<'static, str>,
    /// The HTTP status: 422; 400 where the input is not JSON.
    pub status: u16,
    /// What is wrong with this input.
    pub detail: String,
    /// The address of this occurrence, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The errors in the order of the report, without its warnings and infos.
    pub errors: Vec<ProblemError>,
}

/// One of the errors that problem details list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProblemError {
    /// Where: a JSON Pointer into the body of the request, as the fragment of an address (RFC 6901,
    /// section 6), such as `#/licence_term`.
    pub pointer: String,
    /// What is wrong and what to do.
    pub detail: String,
    /// The stable code.
    pub code: Code,
}

impl ProblemDetails {
    /// The content type of problem details as JSON.
    pub const CONTENT_TYPE: &'static str = "application/problem+json";

    fn of(diagnostics: &[Diagnostic], omitted: Option<usize>) -> Self {
        let is_error = |one: &&Diagnostic| one.severity == Severity::Error;
        let errors = diagnostics.iter().filter(is_error).map(|one| ProblemError {
            pointer: String::from("#") + &encoded(&one.path, b"-._~!$&'()*+,;=:@/?"),
            detail: one.message.clone(),
            code: one.code,
        });
        let errors: Vec<_> = errors.collect();
        let is_json = diagnostics.iter().all(|one| !one.code.rule().is_unreadable());
        let (status, title) = if is_json { (422, "Unprocessable Content") } else { (400, "Bad Request") };
        Self {
            kind: Cow::Borrowed("about:blank"),
            title: Cow::Borrowed(title),
            status,
            // What was left out can be errors too.
            detail: match (errors.len(), omitted.unwrap_or_default()) {
                (0, _) | (_, 1..) => String::from("There are errors."),
                (1, 0) => String::from("There is 1 error."),
                (count, 0) => format!("There are {count} errors."),
            },
            instance: None,
            errors,
        }
    }
}

/// A report that is not valid, as an error that `?` can return. Its text is that of the report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Invalid<R = Report>(pub(crate) R);

impl<R> Invalid<R> {
    /// The report, of which at least one diagnostic is an error, be it one that a limit left out.
    pub const fn report(&self) -> &R {
        &self.0
    }
}

macro_rules! results {
    ($($report:ident),*) => {$(
        impl $report {
            /// The report as the outcome of a check, as [`ProblemDetails`] shows.
            ///
            /// # Errors
            ///
            /// The report, where it is not valid.
            pub fn into_result(self) -> Result<Self, Invalid<Self>> {
                if self.valid { Ok(self) } else { Err(Invalid(self)) }
            }
        }

        impl Invalid<$report> {
            /// The errors as problem details for a web service.
            pub fn problem_details(&self) -> ProblemDetails {
                ProblemDetails::of(&self.0.diagnostics, self.0.omitted)
            }
        }
    )*};
}

results!(Report, CatalogueReport);

/// A text as a part of an address: all but letters, digits and these bytes is escaped.
pub fn encoded(text: &str, plain: &[u8]) -> String {
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
