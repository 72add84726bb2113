//! The tests of the emulator, with a real HTTP client, in one program.

#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::too_many_lines,
    clippy::unwrap_used,
    reason = "a test may panic, and a table of cases may be long"
)]

mod calls;
mod client;
mod failures;
mod plans;
#[cfg(unix)]
mod program;
#[cfg(target_os = "linux")]
mod stress;
