//! The tests of the core, through the public API, in one program: by subject, a file each.

#![allow(
    clippy::cast_possible_truncation,
    clippy::expect_used,
    clippy::field_reassign_with_default,
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::redundant_closure_for_method_calls,
    clippy::string_slice,
    clippy::too_many_lines,
    clippy::type_complexity,
    clippy::unwrap_used,
    reason = "a test may panic, and a table of cases may be long"
)]

mod article;
mod catalogue_input;
mod catalogue_parts;
mod codes;
mod compare;
mod compare_problems;
mod compare_properties;
#[cfg(not(miri))]
mod compare_words;
mod contents;
mod editing;
#[cfg(not(miri))]
mod example_check;
#[cfg(not(miri))]
mod example_web;
mod fields;
mod fix_patches;
mod fix_promises;
mod guide;
mod json_patch;
mod limits;
mod messages;
mod open_text;
mod options;
mod product;
mod render;
mod replay;
mod rules_catalogue;
mod rules_chain;
mod rules_decision;
mod rules_decision_table;
mod rules_fixes;
mod rules_formats;
mod rules_levels;
mod rules_names;
mod rules_reading;
mod rules_related;
mod rules_terms;
mod rules_trial;
mod rules_update;
mod service_login;
mod service_plan;
mod service_runs;
mod service_setup;
mod service_setup_reading;
mod service_update;
mod syntax;
mod timeline;
mod timeline_properties;
mod traits;
mod translations;
