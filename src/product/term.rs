//! Licence terms, and how many days they take.

use alloc::string::String;
use core::{fmt, str::FromStr};

use jiff_core::civil::Date;

use crate::text::{named, number_text, words};

words! {
    /// The unit of a licence term (§2.3): the document shows `P<n>D` and `P<n>M`, no other form.
    TermUnit {
        /// Days.
        Days = "days",
        /// Calendar months.
        Months = "months",
    }
}

impl TermUnit {
    /// The letter for it in a term.
    pub(crate) const fn letter(self) -> &'static str {
        match self {
            Self::Days => "D",
            Self::Months => "M",
        }
    }
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
/// # Ok::<(), renewal_rules::TermError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LicenceTerm {
    count: u32,
    unit: TermUnit,
}

named! {
    /// Why a text is not a licence term: a stable word, which reports give in `params.reason`.
    ///
    /// ```
    /// use renewal_rules::LicenceTerm;
    ///
    /// let error = "P1W".parse::<LicenceTerm>().unwrap_err();
    /// assert_eq!(error.as_str(), "other-unit");
    /// ```
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
    pub(crate) fn words
}

impl LicenceTerm {
    /// A term of `count` days.
    ///
    /// ```
    /// assert_eq!(renewal_rules::LicenceTerm::days(14).to_string(), "P14D");
    /// ```
    pub const fn days(count: u32) -> Self {
        Self { count, unit: TermUnit::Days }
    }

    /// A term of `count` calendar months.
    ///
    /// ```
    /// assert_eq!(renewal_rules::LicenceTerm::months(1).to_string(), "P1M");
    /// ```
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

    pub(crate) fn text(self) -> String {
        ["P", &number_text(self.count.into()), self.unit.letter()].concat()
    }

    /// Whether the term is zero, that is unlimited (§8).
    ///
    /// ```
    /// assert!(renewal_rules::LicenceTerm::days(0).is_unlimited());
    /// ```
    pub const fn is_unlimited(self) -> bool {
        self.count == 0
    }

    /// The fewest days that the term can take from any start date, in days. A month term is counted
    /// on the calendar, the day of the month clamped to the end of a shorter month: 28 for one
    /// month, 59 for two, 365 for twelve.
    ///
    /// The minimum terms of §8 are compared with this number.
    ///
    /// ```
    /// use renewal_rules::LicenceTerm;
    ///
    /// assert_eq!(LicenceTerm::months(2).shortest_days(), 59);
    /// assert_eq!(LicenceTerm::days(14).shortest_days(), 14);
    /// ```
    pub fn shortest_days(self) -> u64 {
        match self.unit {
            TermUnit::Days => u64::from(self.count),
            TermUnit::Months => {
                let (cycles, months) = (self.count / MONTHS_PER_CYCLE, self.count % MONTHS_PER_CYCLE);
                u64::from(cycles) * DAYS_PER_CYCLE + shortest_days_of_months(months.cast_signed())
            }
        }
    }

    /// Whether the shortest days are fewer than `minimum` days. Cheaper than
    /// [`shortest_days`](Self::shortest_days) where the answer is plain: no month has fewer than
    /// 28 days.
    pub(crate) fn is_below(self, minimum: u32) -> bool {
        let floor = match self.unit {
            TermUnit::Days => u64::from(self.count),
            TermUnit::Months => u64::from(self.count) * 28,
        };
        floor < u64::from(minimum) && self.shortest_days() < u64::from(minimum)
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
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    (text.strip_suffix(rest).unwrap_or_default(), rest)
}

const MONTHS_PER_CYCLE: u32 = 4_800;

const DAYS_PER_CYCLE: u64 = 146_097;

/// The fewest days of `months` calendar months, for less than one Gregorian cycle of 400 years.
///
/// The minimum is always reached from the last day of a month, and from one of the years close to
/// a century year without a leap day, or from one of the four years of a plain leap cycle; the
/// tests compare this choice with all start dates of the cycle.
fn shortest_days_of_months(months: i32) -> u64 {
    let centuries = [2000_i16, 2100, 2200, 2300].into_iter();
    let years = centuries.flat_map(|century| century - 4..=century + 4);
    let starts = years.flat_map(|year| (1..=12).map(move |month| (year, month)));
    let days = starts.filter_map(|(year, month)| {
        let start = Date::new_constrain(year, month, 31).ok()?;
        u64::try_from(start.until(add_months(start, months)?)).ok()
    });
    days.min().unwrap_or(0)
}

/// `date` moved by whole calendar months, the day of the month clamped to the end of a shorter
/// month; `None` where the calendar of this library (years -9999 to 9999) ends.
pub(crate) fn add_months(date: Date, months: i32) -> Option<Date> {
    let from_year_zero = i32::from(date.year()) * 12 + i32::from(date.month()) - 1;
    let target = from_year_zero.checked_add(months)?;
    let year = i16::try_from(target.div_euclid(12)).ok()?;
    let month = i8::try_from(target.rem_euclid(12) + 1).ok()?;
    Date::new_constrain(year, month, date.day()).ok()
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
        if text.contains(['p', 'd', 'm']) && Self::parse_strict(&text.to_ascii_uppercase()).is_ok() {
            return Err(TermError::LowerCase);
        }
        strict
    }
}
