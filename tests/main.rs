//! The tests of the core, through the public door, in one program: by subject, a file each.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test may panic"
)]

mod codes;
mod compare;
mod contents;
mod document;
#[cfg(feature = "editing")]
mod editing;
#[cfg(not(miri))]
mod example_check;
mod fields;
mod fix_promises;
mod json_patch;
mod json_suite;
mod limits;
mod messages;
mod product;
#[cfg(feature = "render")]
mod render;
mod replay;
mod rules_catalogue;
mod rules_decision;
mod rules_fixes;
mod rules_grammar;
mod rules_levels;
mod rules_product;
mod rules_properties;
mod rules_reading;
mod rules_related;
mod service_login;
mod service_plan;
mod service_update;
mod timeline;
