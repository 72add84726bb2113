//! Many products, and what one says about another.

pub(crate) mod contents;
#[cfg(feature = "tools")]
pub(crate) mod open;
#[cfg(feature = "tools")]
mod parts;
pub(crate) mod products;
pub(crate) mod run;
pub(crate) mod stream;
