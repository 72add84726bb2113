//! Results of a check: diagnostics in a fixed order, each with a stable code, a location, a message for people and data
//! for programs.

mod code;
mod params;
mod problem;
mod report;
mod to_json;

pub(crate) use code::with_codes;
pub use code::{Code, CodeError, Level, Severity};
pub(crate) use params::AsParam;
pub use params::{ParamInfo, ParamType, Params};
pub use problem::encoded;
pub use problem::{Invalid, ProblemDetails, ProblemError};
pub use report::{CatalogueReport, Diagnostic, Report, Stored};
pub(crate) use to_json::to_json;
