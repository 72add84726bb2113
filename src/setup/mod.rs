//! Setups: description, check, and conversion from and to products.

mod check;
mod description;
mod fields;
mod products;

pub use description::{AutoRenewal, Kinds, Renewal, Setup, SetupError};
pub use fields::{FieldsError, ProductFields};
