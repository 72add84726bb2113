//! Compares two versions of products and reports the changes for buyers.

mod changes;
mod compare;
mod data;
mod diagnostics;
mod options;
mod pairs;
mod text;
mod version;

pub use compare::compare;
pub use data::{
    Change, Comparison, ComparisonDiagnostic, Offer, PeriodChange, PositionChange, Presence, ProductComparison,
    Situation,
};
pub use options::{CompareError, CompareOptions};
pub use text::Section;
