//! Behaviour tests of the core through its public API; one file per subject.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::type_complexity,
    clippy::unwrap_used,
    reason = "a test may panic, and the type of a table of cases may be long"
)]

mod article;
mod catalogue_input;
mod catalogue_parts;
mod codes;
mod contents;
mod corpus;
mod example_check;
mod example_web;
mod fields;
mod fix_patches;
mod fix_promises;
mod identities;
mod layers;
mod limits;
mod options;
mod problem_details;
mod product;
mod replay;
mod rules;
mod rules_decision;
mod rules_decision_table;
mod rules_fixes;
mod rules_formats;
mod rules_levels;
mod rules_names;
mod rules_reading;
mod rules_related;
mod traits;
mod translations;
