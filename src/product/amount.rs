//! Amounts, retained as exact text.

use alloc::string::String;
use core::{fmt, str::FromStr};

/// A price as the service accepts it (§2.5 `price.common.price`): a decimal amount, either digits only or digits, a
/// point and more digits. The exact text is retained; the crate does no arithmetic with amounts.
///
/// ```
/// use renewal_rules::Amount;
///
/// let price: Amount = "9.90".parse()?;
/// assert_eq!(price.as_str(), "9.90");
/// assert!("0.00".parse::<Amount>()?.is_zero());
/// assert!("9,90".parse::<Amount>().is_err());
/// # Ok::<(), renewal_rules::AmountError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Amount(String);

/// Error for a text that is neither digits only nor digits, a point and digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("an amount is written in digits, with a point before the decimals, such as 9.90")]
pub struct AmountError;

impl Amount {
    /// Returns the amount as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the amount is zero, however it is written.
    pub fn is_zero(&self) -> bool {
        is_zero(&self.0)
    }
}

/// Returns whether `text` consists of digits only, or of digits, a point and digits.
pub(crate) fn is_amount(text: &str) -> bool {
    let mut parts = text.as_bytes().split(|byte| *byte == b'.');
    parts.clone().count() <= 2 && parts.all(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit))
}

/// Returns whether a well-formed amount is zero.
pub(crate) fn is_zero(amount: &str) -> bool {
    amount.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Amount {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<Self, AmountError> {
        if is_amount(text) { Ok(Self(String::from(text))) } else { Err(AmountError) }
    }
}
