//! Tests of the public API, in one program. Syntax errors and locations are tested through `renewal_rules::check`,
//! whose diagnostics contain both.

#![allow(
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    clippy::redundant_closure_for_method_calls,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test may panic"
)]

mod json_patch;
mod syntax;
