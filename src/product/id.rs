//! Product ids.

use core::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// A product id: a whole number from 1 to [`ProductId::MAX`] (§2.3 `id`, §2.4 `product_id_for_renew`).
///
/// The interface document specifies "integer" without a range. This type accepts the positive integers that every JSON
/// parser, including JavaScript's, represents exactly.
///
/// ```
/// use renewal_rules::ProductId;
///
/// let id = ProductId::try_from(101)?;
/// assert_eq!(id.get(), 101);
/// assert_eq!("101".parse(), Ok(id));
/// assert_eq!(ProductId::new(0), None);
/// # Ok::<(), renewal_rules::ProductIdError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u64")]
pub struct ProductId(u64);

impl ProductId {
    /// The largest id: 9007199254740991, the largest safe integer of JavaScript.
    pub const MAX: u64 = 9_007_199_254_740_991;

    /// Creates an id, or returns `None` if `number` is not from 1 to [`ProductId::MAX`].
    pub const fn new(number: u64) -> Option<Self> {
        if number >= 1 && number <= Self::MAX { Some(Self(number)) } else { None }
    }

    /// Returns the id as a number.
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl fmt::Display for ProductId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Error for a number or a text that is not a product id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("a product id is a whole number from 1 to 9007199254740991")]
pub struct ProductIdError;

impl TryFrom<u64> for ProductId {
    type Error = ProductIdError;

    fn try_from(number: u64) -> Result<Self, ProductIdError> {
        Self::new(number).ok_or(ProductIdError)
    }
}

/// Implements conversion from signed integers, which databases commonly use.
macro_rules! signed {
    ($($number:ty),*) => {$(
        impl TryFrom<$number> for ProductId {
            type Error = ProductIdError;

            fn try_from(number: $number) -> Result<Self, ProductIdError> {
                u64::try_from(number).map_err(|_| ProductIdError)?.try_into()
            }
        }
    )*};
}

// Include `i32`, the default type of integer literals, so that `ProductId::try_from(101)` compiles.
signed!(i32, i64);

impl From<ProductId> for i64 {
    fn from(id: ProductId) -> Self {
        id.get().cast_signed()
    }
}

impl FromStr for ProductId {
    type Err = ProductIdError;

    /// Parses an id that consists of digits only.
    fn from_str(text: &str) -> Result<Self, ProductIdError> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().map_err(|_| ProductIdError)?;
        Self::new(number).filter(|_| is_plain).ok_or(ProductIdError)
    }
}
