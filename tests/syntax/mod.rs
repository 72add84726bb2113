//! Tests of JSON syntax, values, and syntax errors.

mod document;
mod grammar;
mod reports;
mod suite;
