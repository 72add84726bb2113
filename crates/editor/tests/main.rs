//! The tests of the crate, through the public API, in one program.

#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::redundant_closure_for_method_calls,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test may panic"
)]

mod editing;
mod guide;
mod open_text;
mod rename;
