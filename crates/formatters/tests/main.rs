//! The tests of the crate, through the public API, in one program.

#![allow(clippy::indexing_slicing, clippy::string_slice, clippy::unwrap_used, reason = "a test may panic")]

mod render;
