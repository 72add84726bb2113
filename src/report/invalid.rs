//! Invalid reports as errors.

use super::problem_details::ProblemDetails;
use super::report::{CatalogueReport, Report};

/// An invalid report as an error for use with `?`. Displays like the report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Invalid<R = Report>(pub(crate) R);

impl<R> Invalid<R> {
    /// Returns the report. It has at least one error, which may be among the omitted diagnostics.
    pub const fn report(&self) -> &R {
        &self.0
    }
}

macro_rules! results {
    ($($report:ident),*) => {$(
        impl $report {
            /// Converts the report to a `Result`; for an example see [`ProblemDetails`].
            ///
            /// # Errors
            ///
            /// Returns the report as [`Invalid`] if it is not valid.
            pub fn into_result(self) -> Result<Self, Invalid<Self>> {
                if self.valid { Ok(self) } else { Err(Invalid(self)) }
            }
        }

        impl Invalid<$report> {
            /// Converts the errors to problem details for the response of a web service.
            pub fn problem_details(&self) -> ProblemDetails {
                ProblemDetails::new(&self.0.diagnostics, self.0.omitted)
            }
        }
    )*};
}

results!(Report, CatalogueReport);
