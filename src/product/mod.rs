//! The typed model of a product (§2.3 to §2.5).

/// A type around a list, as a collection.
macro_rules! collection {
    ($name:ident of $item:ty) => {
        impl AsRef<[$item]> for $name {
            fn as_ref(&self) -> &[$item] {
                &self.0
            }
        }

        impl IntoIterator for $name {
            type Item = $item;
            type IntoIter = alloc::vec::IntoIter<$item>;

            fn into_iter(self) -> Self::IntoIter {
                self.0.into_iter()
            }
        }

        impl<'l> IntoIterator for &'l $name {
            type Item = &'l $item;
            type IntoIter = core::slice::Iter<'l, $item>;

            fn into_iter(self) -> Self::IntoIter {
                self.0.iter()
            }
        }
    };
}

mod amount;
mod chain;
mod id;
mod locale;
mod model;
mod object;
mod term;

pub use amount::{Amount, AmountError};
pub(crate) use amount::{is_amount, is_zero};
pub use chain::{Chain, ChainError, Configuration};
pub(crate) use chain::{configuration, repeated};
pub use id::{ProductId, ProductIdError};
pub use locale::{Locale, LocaleError};
pub use model::{
    Comments, CommonPrice, Localizations, Price, Product, RenewAr, RenewSettings, Variant,
};
pub use object::Other;
#[cfg(feature = "timeline")]
pub(crate) use term::add_months;
pub use term::{LicenceTerm, TermError, TermUnit};

crate::words::as_text!(Amount, LicenceTerm, Locale);
