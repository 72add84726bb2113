//! What the core is tested against: tables of cases, what holds for every report, the rules stated anew,
//! and the bodies of the fuzz targets. The tests of the core and the fuzz targets share it.

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
    reason = "a broken promise is reported by a panic"
)]

pub mod cases;
mod catalogues;
pub mod choices;
pub mod decision;
mod document;
pub mod invariants;
pub mod levels;
pub mod make;
mod order;
mod plan;
mod products;
pub mod promises;
mod readers;
pub mod rules;
pub mod tree;

/// What a target does with its bytes.
pub type Target = fn(&[u8]);

/// Every target by its name, which is that of its folders below `corpus` and `past`.
pub const TARGETS: [(&str, Target); 5] =
    [("document", document), ("readers", readers), ("products", products), ("catalogues", catalogues), ("plan", plan)];

/// Any bytes, beside other readers of JSON.
pub fn document(data: &[u8]) {
    document::run(data);
}

/// Any bytes, into every call that takes text or bytes.
pub fn readers(data: &[u8]) {
    readers::run(data);
}

/// A product near to what is right, into every call.
pub fn products(data: &[u8]) {
    products::run(data);
}

/// Products that refer to one another.
pub fn catalogues(data: &[u8]) {
    catalogues::run(data);
}

/// A set-up, and a run of answers to its plan.
pub fn plan(data: &[u8]) {
    plan::run(data);
}
