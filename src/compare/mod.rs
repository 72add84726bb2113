//! What changes for buyers between two versions of a renewal set-up.

mod compare;
mod data;
mod pairs;
mod problems;
mod side;
mod steps;
mod version;

pub use compare::compare;
pub(crate) use compare::ending;
pub(crate) use data::Step;
pub use data::{
    Change, Comparison, Error, Offer, Options, PeriodChange, PositionChange, Presence, Problem,
    ProductComparison, ShownPrice, ShownVariant, Situation,
};
