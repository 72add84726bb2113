//! The typed model of a product (§2.3 to §2.5).

mod amount;
mod chain;
mod id;
mod locale;
#[cfg(feature = "model")]
mod model;
#[cfg(feature = "model")]
mod object;
mod term;

pub use amount::{Amount, AmountError};
pub(crate) use amount::{is_amount, is_zero};
pub use chain::{Chain, ChainError, Configuration};
pub(crate) use chain::{configuration, repeated};
pub use id::{ProductId, ProductIdError};
pub use locale::{Locale, LocaleError};
#[cfg(feature = "model")]
pub use model::{
    Comments, CommonPrice, Localizations, Price, Product, RenewAr, RenewSettings, Variant,
};
#[cfg(feature = "model")]
pub use object::Other;
#[cfg(feature = "timeline")]
pub(crate) use term::add_months;
pub use term::{LicenceTerm, TermError, TermUnit};

crate::words::read_as_text!(Amount, LicenceTerm, Locale);
