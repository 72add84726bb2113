//! Results of a check: diagnostics in a fixed order, each with a stable code, a location, a message for people and data
//! for programs.

mod code;
mod params;
mod problem_details;
mod report;

pub(crate) use code::with_codes;
pub use code::{Code, CodeError, Level, Severity};
pub(crate) use params::AsParam;
pub use params::{ParamInfo, ParamType, Params};
pub use problem_details::percent_encode;
pub use problem_details::{Invalid, ProblemDetails, ProblemError};
pub use report::{CatalogueReport, Diagnostic, Report, Stored};
