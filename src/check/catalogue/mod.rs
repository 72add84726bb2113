//! Catalogues: many products, and diagnostics across them.

pub(crate) mod contents;
#[cfg(feature = "tools")]
pub(crate) mod open;
#[cfg(feature = "tools")]
mod parts;
pub(crate) mod products;
pub(crate) mod run;
pub(crate) mod stream;
