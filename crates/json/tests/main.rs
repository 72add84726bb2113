//! Tests of the public API, in one program. Syntax errors and locations are tested through `renewal_rules::check`,
//! whose diagnostics contain both.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may panic")]

mod json_patch;
mod syntax;
