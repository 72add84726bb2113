//! Licence terms and their length in days.

use alloc::string::String;
use core::{fmt, str::FromStr};

use renewal_rules_json::{keyword_enum, keywords, number_text};

keywords! {
    /// The unit of a licence term (§2.3). The interface document only specifies `P<n>D` and `P<n>M`.
    TermUnit {
        /// Days.
        Days = "days" => "D",
        /// Calendar months.
        Months = "months" => "M",
    }
    /// Returns the letter of the unit in a term.
    pub fn letter
}

/// A licence term (§2.3 `licence_term`): a number of days or calendar months. Zero means unlimited, which is not
/// allowed for a product with renewals (§8).
///
/// ```
/// use renewal_rules::{LicenceTerm, TermUnit};
///
/// let term: LicenceTerm = "P1M".parse()?;
/// assert_eq!((term.count(), term.unit()), (1, TermUnit::Months));
/// assert_eq!(term.shortest_days(), 28);
/// assert_eq!(term.to_string(), "P1M");
/// assert_eq!(term, LicenceTerm::months(1));
/// assert!(LicenceTerm::days(0).is_unlimited());
/// # Ok::<(), renewal_rules::TermError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LicenceTerm {
    count: u32,
    unit: TermUnit,
}

keyword_enum! {
    /// Reason why a text is not a licence term. Reports contain its keyword, which is stable, in `params.reason`.
    #[derive(thiserror::Error)]
    #[error("{}", self.description())]
    #[non_exhaustive]
    TermError {
        /// The text is empty.
        Empty = "empty" => "it is empty",
        /// The text contains whitespace.
        WhiteSpace = "white-space" => "it contains white space",
        /// A letter is lowercase: `p6d`.
        LowerCase = "lower-case" => "the letters must be capitals",
        /// The text does not begin with `P`.
        NoP = "no-p" => "it does not begin with P",
        /// No number follows the `P`, or it is not written in plain digits.
        NoCount = "no-count" => "there is no whole number after the P",
        /// The number has decimals: `P1.5M`.
        CountNotWhole = "count-not-whole" => "the number after the P is not whole",
        /// The unit is missing: `P6`.
        NoUnit = "no-unit" => "the unit is missing after the number",
        /// The service does not accept the unit, such as weeks, years or hours.
        OtherUnit = "other-unit" => "its unit is neither D (days) nor M (months)",
        /// The unit is followed by more text: `P1M2D`, `P14DAYS`.
        Trailing = "trailing" => "something follows its unit",
        /// The number is above 4294967295.
        CountTooLarge = "count-too-large" => "its number is too large",
    }
    /// Returns the reason as an English phrase.
    pub fn description
}

impl LicenceTerm {
    /// Creates a term of `count` days.
    pub const fn days(count: u32) -> Self {
        Self { count, unit: TermUnit::Days }
    }

    /// Creates a term of `count` calendar months.
    pub const fn months(count: u32) -> Self {
        Self { count, unit: TermUnit::Months }
    }

    /// Returns the number of [units](Self::unit). Zero means unlimited.
    pub const fn count(self) -> u32 {
        self.count
    }

    /// Returns the unit: days or months.
    pub const fn unit(self) -> TermUnit {
        self.unit
    }

    /// Returns the term in the notation of the service, such as `P14D`.
    pub fn text(self) -> String {
        ["P", &number_text(self.count.into()), self.unit.letter()].concat()
    }

    /// Returns whether the term is zero and therefore unlimited (§8).
    pub const fn is_unlimited(self) -> bool {
        self.count == 0
    }

    /// Returns the minimum length of the term over all start dates, in days. Months are calendar months; the day of the
    /// month is clamped to the end of a shorter month. Examples: 28 for one month, 59 for two, 365 for twelve.
    ///
    /// The rules compare this length with the minimum terms of §8.
    pub fn shortest_days(self) -> u64 {
        match self.unit {
            TermUnit::Days => u64::from(self.count),
            TermUnit::Months => {
                let months = u64::from(self.count);
                // Count 365 days for each full year. The remaining months are shortest if they start in February; the
                // formula adds their lengths: 28, 59, 89 days and so on.
                let days = months / 12 * 365 + (months % 12 * 306).saturating_sub(21) / 10;
                // Add a leap day for every 48 months, except in three of four century years. The longest interval
                // without a leap day is the eight years around such a century year.
                let leap_days = ((months + 11) / 48).saturating_sub(1 + months.saturating_sub(37) / 1_200);
                days + leap_days + (months + 1_163) / 4_800
            }
        }
    }

    /// Returns whether the term can be shorter than `minimum` days.
    pub fn is_below(self, minimum: u32) -> bool {
        self.shortest_days() < u64::from(minimum)
    }

    fn parse_strict(text: &str) -> Result<Self, TermError> {
        if text.is_empty() {
            return Err(TermError::Empty);
        }
        let rest = text.strip_prefix('P').ok_or(TermError::NoP)?;
        let (count, unit) = split_digits(rest);
        if count.is_empty() {
            return Err(TermError::NoCount);
        }
        let unit = match unit.as_bytes() {
            [] => return Err(TermError::NoUnit),
            b"D" => TermUnit::Days,
            b"M" => TermUnit::Months,
            [b'.' | b',', ..] => return Err(TermError::CountNotWhole),
            [b'D' | b'M', ..] => return Err(TermError::Trailing),
            _ => return Err(TermError::OtherUnit),
        };
        let count = count.parse().map_err(|_| TermError::CountTooLarge)?;
        Ok(Self { count, unit })
    }

    /// Returns the term that a malformed text unambiguously means, if there is exactly one: `p6d`, ` P6D`, `6D`, `P2W`
    /// (14 days), `P1Y` (12 months).
    pub(crate) fn fixed(text: &str) -> Option<Self> {
        let text = text.trim();
        // A longer text is unlikely to be a typo.
        if text.len() > 16 {
            return None;
        }
        let capitals = text.to_ascii_uppercase();
        let rest = capitals.strip_prefix('P').unwrap_or(&capitals);
        let (count, unit) = split_digits(rest);
        let count: u32 = count.parse().ok()?;
        match unit {
            "D" => Some(Self::days(count)),
            "M" => Some(Self::months(count)),
            "W" => count.checked_mul(7).map(Self::days),
            "Y" => count.checked_mul(12).map(Self::months),
            _ => None,
        }
    }
}

fn split_digits(text: &str) -> (&str, &str) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    // Always at a character boundary: digits are single bytes.
    text.split_at_checked(digits).unwrap_or_default()
}

impl fmt::Display for LicenceTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl FromStr for LicenceTerm {
    type Err = TermError;

    /// Parses `P<n>D` or `P<n>M`.
    ///
    /// # Errors
    ///
    /// Returns a [`TermError`] with the reason if the text is not a term.
    fn from_str(text: &str) -> Result<Self, TermError> {
        let strict = Self::parse_strict(text);
        if strict.is_ok() || text.is_empty() {
            return strict;
        }
        if text.contains(char::is_whitespace) {
            return Err(TermError::WhiteSpace);
        }
        if text.bytes().any(|letter| matches!(letter, b'p' | b'd' | b'm'))
            && Self::parse_strict(&text.to_ascii_uppercase()).is_ok()
        {
            return Err(TermError::LowerCase);
        }
        strict
    }
}
