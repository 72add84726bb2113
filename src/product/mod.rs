//! Value types of the interface document: ids, terms, amounts, locales, chains, kinds and the product.

mod amount;
mod chain;
mod id;
mod input;
mod kinds;
mod locale;
mod model;
mod object;
mod term;

pub use amount::{Amount, AmountError};
pub(crate) use amount::{is_amount, is_zero};
pub use chain::{Chain, ChainError, Configuration};
pub(crate) use chain::{configuration, repeated};
pub use id::{ProductId, ProductIdError};
pub use input::{Input, NotJson, SerializedValue};
pub(crate) use input::{json, text_of};
pub use kinds::{EffectiveKind, Payment, RenewalKind};
pub use locale::{Locale, LocaleError};
pub use model::{Comments, CommonPrice, Localizations, Price, Product, RenewAr, RenewSettings, Variant};
pub use object::Other;
pub use term::{LicenceTerm, TermError, TermUnit};
