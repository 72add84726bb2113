//! A whole set-up: its description, its check, and the way from and to the products that make it.

mod check;
mod description;
mod fields;
mod products;

pub use description::{AutoRenewal, Kinds, Renewal, Setup, SetupError};
pub use fields::Fields;
