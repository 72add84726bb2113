//! Tests of the public API, in one program. Syntax errors and locations are tested through `renewal_rules::check`,
//! whose diagnostics contain both.

#![allow(
    clippy::cast_possible_truncation,
    clippy::expect_used,
    clippy::field_reassign_with_default,
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::redundant_closure_for_method_calls,
    clippy::string_slice,
    clippy::too_many_lines,
    clippy::type_complexity,
    clippy::unwrap_used,
    reason = "a test may panic, and a table of cases may be long"
)]

mod json_patch;
mod syntax;
