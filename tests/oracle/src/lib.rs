//! Test support shared by the tests of the core and the fuzz targets: table-driven cases, invariants of every report,
//! an independent implementation of the rules, and the bodies of the fuzz targets.

#![allow(
    missing_docs,
    unreachable_pub,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::must_use_candidate,
    clippy::panic,
    clippy::string_slice,
    clippy::too_many_lines,
    clippy::unwrap_used,
    reason = "a violated invariant is reported by a panic"
)]

pub mod cases;
mod catalogues;
pub mod choices;
pub mod decision;
mod document;
pub mod invariants;
pub mod json_patch;
pub mod levels;
pub mod make;
mod order;
mod plan;
mod products;
pub mod promises;
mod readers;
pub mod rules;
pub mod table;
pub mod tree;
pub mod witness;

/// Body of a fuzz target.
pub type Target = fn(&[u8]);

/// All fuzz targets by name. A target's directories in `fuzz/corpus` and `fuzz/past` have the same name.
pub const TARGETS: [(&str, Target); 5] =
    [("document", document), ("readers", readers), ("products", products), ("catalogues", catalogues), ("plan", plan)];

/// Reads any bytes, and compares the result with those of other JSON parsers.
pub fn document(data: &[u8]) {
    document::run(data);
}

/// Passes any bytes to every call that takes text or bytes.
pub fn readers(data: &[u8]) {
    readers::run(data);
}

/// Makes a nearly valid product from the bytes, and passes it to every call.
pub fn products(data: &[u8]) {
    products::run(data);
}

/// Makes products that refer to one another from the bytes, and checks them as a catalogue.
pub fn catalogues(data: &[u8]) {
    catalogues::run(data);
}

/// Makes a setup from the bytes, and runs its plan with a series of responses.
pub fn plan(data: &[u8]) {
    plan::run(data);
}
