//! Tests of the emulator with an HTTP client and raw connections, in one binary.

#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::too_many_lines,
    clippy::unwrap_used,
    reason = "a test may panic, and a table of cases may be long"
)]

mod admin;
mod calls;
mod client;
mod corpus;
mod cors;
mod disconnects;
mod failures;
mod http;
mod journal;
mod node;
mod plans;
#[cfg(unix)]
mod program;
mod purchases;
mod seeds;
#[cfg(target_os = "linux")]
mod stress;
