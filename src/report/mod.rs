//! Results of a check: diagnostics in a fixed order, each with a stable code, a location, a message for people and data
//! for programs.

mod code;
mod invalid;
mod params;
mod problem_details;
mod report;
mod site;

pub(crate) use code::with_codes;
pub use code::{Code, CodeError, Level, Severity};
pub use invalid::Invalid;
pub(crate) use params::AsParam;
pub use params::{ParamInfo, ParamType, Params};
pub use problem_details::{ProblemDetails, ProblemError, percent_encode};
pub use report::{CatalogueReport, Diagnostic, Report, Stored};
