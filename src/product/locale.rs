//! Locale codes.

use core::{fmt, str::FromStr};

/// A key of `localization_values` (§2.3): two lowercase letters, `_` and two uppercase letters.
///
/// ```
/// use renewal_rules::Locale;
///
/// assert_eq!("en_US".parse::<Locale>()?.to_string(), "en_US");
/// assert!("en-US".parse::<Locale>().is_err());
/// # Ok::<(), renewal_rules::LocaleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Locale([u8; 5]);

/// Error for a text that is not two lowercase letters, `_` and two uppercase letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("a locale is two lowercase letters, an underscore and two uppercase letters, such as en_US")]
pub struct LocaleError;

impl Locale {
    /// Returns the locale as text, such as `en_US`.
    pub fn as_str(&self) -> &str {
        // Always valid UTF-8: the constructor accepts ASCII letters and `_` only.
        core::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Returns the locale that a malformed key unambiguously means, such as `en-US`, `EN_us` or `enUS`.
    pub(crate) fn fixed(key: &str) -> Option<Self> {
        let (language, country) = match key.as_bytes() {
            [a, b, b'_' | b'-' | b' ' | b'.', c, d] | [a, b, c, d] => ([a, b], [c, d]),
            _ => return None,
        };
        let [a, b] = language.map(u8::to_ascii_lowercase);
        let [c, d] = country.map(u8::to_ascii_uppercase);
        Self::from_bytes(&[a, b, b'_', c, d])
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let bytes: [u8; 5] = bytes.try_into().ok()?;
        let is_locale = matches!(bytes, [b'a'..=b'z', b'a'..=b'z', b'_', b'A'..=b'Z', b'A'..=b'Z']);
        is_locale.then_some(Self(bytes))
    }
}

impl fmt::Display for Locale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Locale {
    type Err = LocaleError;

    fn from_str(text: &str) -> Result<Self, LocaleError> {
        Self::from_bytes(text.as_bytes()).ok_or(LocaleError)
    }
}
