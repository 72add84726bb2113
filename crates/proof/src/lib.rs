//! Proofs over all inputs of a bounded size. Each proof is a binary in `src/bin`; `docs/proofs.md` lists them.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::panic,
    reason = "nobody else uses this crate, and a proof panics on its own errors"
)]

pub mod comparison;
pub mod products;
