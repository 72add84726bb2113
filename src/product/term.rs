//! Licence terms, and how many days they take.

use alloc::string::String;
use core::{fmt, str::FromStr};

use renewal_rules_json::{named, number_text, words};

words! {
    /// The unit of a licence term (§2.3): the document shows `P<n>D` and `P<n>M`, no other form.
    TermUnit {
        /// Days.
        Days = "days" => "D",
        /// Calendar months.
        Months = "months" => "M",
    }
    /// The letter for it in a term.
    pub fn letter
}

/// A licence term (§2.3 `licence_term`): a count of days or of calendar months. Zero means
/// unlimited, which a product with renewals must not be (§8).
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

named! {
    /// Why a text is not a licence term: a stable word, which reports give in `params.reason`.
    #[derive(thiserror::Error)]
    #[error("{}", self.words())]
    #[non_exhaustive]
    TermError {
        /// The text is empty.
        Empty = "empty" => "it is empty",
        /// There is white space before, after or within.
        WhiteSpace = "white-space" => "it contains white space",
        /// A letter is written in lower case: `p6d`.
        LowerCase = "lower-case" => "the letters must be capitals",
        /// It does not begin with `P`.
        NoP = "no-p" => "it does not begin with P",
        /// There is no number after `P`, or it is not a plain whole number.
        NoCount = "no-count" => "there is no whole number after the P",
        /// The number has decimals: `P1.5M`.
        CountNotWhole = "count-not-whole" => "the number after the P is not whole",
        /// The unit is missing: `P6`.
        NoUnit = "no-unit" => "the unit is missing after the number",
        /// The unit is one that the service does not take: weeks, years, hours.
        OtherUnit = "other-unit" => "its unit is neither D (days) nor M (months)",
        /// More follows the unit: `P1M2D`, `P14DAYS`.
        Trailing = "trailing" => "something follows its unit",
        /// The count is above 4294967295.
        CountTooLarge = "count-too-large" => "its number is too large",
    }
    /// What is wrong.
    pub fn words
}

impl LicenceTerm {
    /// A term of `count` days.
    pub const fn days(count: u32) -> Self {
        Self { count, unit: TermUnit::Days }
    }

    /// A term of `count` calendar months.
    pub const fn months(count: u32) -> Self {
        Self { count, unit: TermUnit::Months }
    }

    /// How many of its [unit](Self::unit). Zero is an unlimited term.
    pub const fn count(self) -> u32 {
        self.count
    }

    /// Days or months.
    pub const fn unit(self) -> TermUnit {
        self.unit
    }

    /// The term as the service writes it.
    pub fn text(self) -> String {
        ["P", &number_text(self.count.into()), self.unit.letter()].concat()
    }

    /// Whether the term is zero, that is unlimited (§8).
    pub const fn is_unlimited(self) -> bool {
        self.count == 0
    }

    /// The fewest days that the term can take from any start date, in days. A month term is counted on the calendar,
    /// the day of the month clamped to the end of a shorter month: 28 for one month, 59 for two, 365 for twelve.
    ///
    /// The minimum terms of §8 are compared with this number.
    pub fn shortest_days(self) -> u64 {
        match self.unit {
            TermUnit::Days => u64::from(self.count),
            TermUnit::Months => {
                let months = u64::from(self.count);
                // Years without a leap day, and after them the months from February on, in which 306 tenths of a
                // day are between two ends of months.
                let days = months / 12 * 365 + (months % 12 * 306).saturating_sub(21) / 10;
                // A leap day each four years, and not in three of four centuries. The longest time without one
                // is eight years, around the turn of a century.
                let leap_days = ((months + 11) / 48).saturating_sub(1 + months.saturating_sub(37) / 1_200);
                days + leap_days + (months + 1_163) / 4_800
            }
        }
    }

    /// Whether the shortest days are fewer than `minimum` days.
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

    /// The one term that a text of another form surely means, where there is one: `p6d`, ` P6D`,
    /// `6D`, `P2W` (fourteen days), `P1Y` (twelve months).
    pub(crate) fn fixed(text: &str) -> Option<Self> {
        let text = text.trim();
        // Whatever is longer than this is not a slip of the pen.
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
    text.split_at_checked(digits).unwrap_or_default()
}

impl fmt::Display for LicenceTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl FromStr for LicenceTerm {
    type Err = TermError;

    /// Reads the form `P<n>D` or `P<n>M`.
    ///
    /// # Errors
    ///
    /// [`TermError`] says what is not of that form.
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
