//! The tests of the rules as one program, which is compiled sooner than nine: for each mutant anew.

#![allow(
    missing_docs,
    clippy::duplicate_mod,
    reason = "each of them has its own copy of what they share"
)]

#[path = "codes.rs"]
mod codes;
#[path = "json_suite.rs"]
mod json_suite;
#[path = "messages.rs"]
mod messages;
#[path = "product.rs"]
mod product;
#[path = "rules_catalogue.rs"]
mod rules_catalogue;
#[path = "rules_decision.rs"]
mod rules_decision;
#[path = "rules_fixes.rs"]
mod rules_fixes;
#[path = "rules_grammar.rs"]
mod rules_grammar;
#[path = "rules_levels.rs"]
mod rules_levels;
#[path = "rules_product.rs"]
mod rules_product;
#[path = "rules_reading.rs"]
mod rules_reading;
#[path = "rules_related.rs"]
mod rules_related;
