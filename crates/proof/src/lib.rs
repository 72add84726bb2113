//! Support for the proofs of this crate: enumerates products, and compares the library with the oracle on each.
//!
//! `docs/proofs.md` lists the proofs. `src/bin/every-product.rs` enumerates products, `theorems/` proves theorems with
//! z3 and compares their model with `src/bin/decision-table.rs`, and `tests/plan_model` checks the runs of plans.

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
pub mod witnesses;
