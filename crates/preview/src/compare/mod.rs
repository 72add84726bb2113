//! Compares two versions of products and reports the changes for buyers.

mod compare;
mod data;
mod options;
mod pairs;
mod problems;
mod side;
mod steps;
mod words;

pub use compare::compare;
pub(crate) use compare::ending;
pub use data::{
    Change, Comparison, Offer, PeriodChange, PositionChange, Presence, Problem, ProductComparison, Situation,
};
pub use options::{CompareError, CompareOptions};
pub use words::Section;
