//! What is JSON, what a text says, and how it is told what is wrong with it.

mod document;
mod grammar;
mod reports;
mod suite;
