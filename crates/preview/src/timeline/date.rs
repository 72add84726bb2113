//! Calendar dates, and the ends of consecutive terms.

use core::{fmt, str::FromStr};

use jiff_core::{civil, civil::Date};

use renewal_rules::{LicenceTerm, TermUnit};
use renewal_rules_json::{as_text, keywords};

/// A calendar date from 0000-01-01 to 9999-12-31, without time and time zone. Dates come from the caller; the library
/// reads no clock.
///
/// ```
/// use renewal_rules_preview::timeline::{CalendarDate, DateError};
///
/// let date: CalendarDate = "2028-02-29".parse()?;
/// assert_eq!((date.year(), date.month(), date.day()), (2028, 2, 29));
/// assert_eq!(date.to_string(), "2028-02-29");
/// assert!("2026-02-29".parse::<CalendarDate>().is_err());
/// # Ok::<(), DateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CalendarDate(Date);

/// Reasons why a text is not a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum DateError {
    /// The text does not have the format YYYY-MM-DD.
    #[error("expected a date as YYYY-MM-DD, such as 2026-01-31")]
    Format,
    /// The calendar has no such day.
    #[error("there is no such day in the calendar")]
    NoSuchDay,
}

impl CalendarDate {
    /// Placeholder for a date that is not set: the day before the calendar begins, which no caller can construct.
    pub(crate) const UNSET: Self = Self(civil::date(-1, 12, 31));

    /// Creates a date from `year`, `month` (from 1) and `day` (from 1).
    ///
    /// # Errors
    ///
    /// [`DateError::NoSuchDay`] if the calendar has no such day, or the year is above 9999.
    pub fn new(year: u16, month: u8, day: u8) -> Result<Self, DateError> {
        let date = || {
            let (month, day): (i8, i8) = (month.try_into().ok()?, day.try_into().ok()?);
            Date::new(year.try_into().ok()?, month, day).ok()
        };
        date().map(Self).ok_or(DateError::NoSuchDay)
    }

    /// Returns the year, from 0 to 9999.
    pub const fn year(self) -> u16 {
        self.0.year().unsigned_abs()
    }

    /// Returns the month, from 1.
    pub const fn month(self) -> u8 {
        self.0.month().unsigned_abs()
    }

    /// Returns the day of the month, from 1.
    pub const fn day(self) -> u8 {
        self.0.day().unsigned_abs()
    }

    /// Returns the days from this date to `later`; negative if `later` is the earlier date.
    pub const fn days_until(self, later: Self) -> i32 {
        self.0.until(later.0)
    }

    /// Returns the first day of the next month; `None` if this day is after the year 9999.
    pub(crate) fn next_month(self) -> Option<Self> {
        match self.month() {
            12 => Self::new(self.year() + 1, 1, 1),
            month => Self::new(self.year(), month + 1, 1),
        }
        .ok()
    }

    /// Returns the date `days` earlier, `None` if that is before the calendar begins.
    pub(super) fn minus_days(self, days: u32) -> Option<Self> {
        let date = self.0.checked_sub(i32::try_from(days).ok()?).ok()?;
        (date.year() >= 0).then_some(Self(date))
    }
}

impl fmt::Display for CalendarDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = (self.year(), self.month(), self.day());
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for CalendarDate {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let mut parts = text.split('-').zip([4, 2, 2]).map(|(part, length)| {
            let is_number = part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| part.parse::<u16>().ok()).flatten()
        });
        let mut number = || parts.next().flatten().ok_or(DateError::Format);
        let (year, month, day) = (number()?, number()?, number()?);
        if text.len() != "2026-01-31".len() {
            return Err(DateError::Format);
        }
        // A two-digit number fits into a byte.
        let byte = |number: u16| u8::try_from(number).map_err(|_| DateError::Format);
        Self::new(year, byte(month)?, byte(day)?)
    }
}

as_text!(CalendarDate);

keywords! {
    /// Counting of consecutive month terms. The interface document gives no rule for ends of months.
    #[derive(Default)]
    MonthCount {
        /// Counts from the start of the first of consecutive month terms: 31 January, 28 February, 31 March. After a
        /// term in days, the count starts again.
        #[default]
        Anchored = "anchored",
        /// Counts from the end of the previous period: 31 January, 28 February, 28 March.
        Chained = "chained",
    }
}

/// Computes the ends of consecutive periods.
pub(super) struct PeriodEnds {
    count: MonthCount,
    start: CalendarDate,
    /// Start of the first of consecutive month terms; `months` is their total length up to now.
    anchor: CalendarDate,
    months: u32,
}

impl PeriodEnds {
    pub(super) const fn new(count: MonthCount, start: CalendarDate) -> Self {
        Self { count, start, anchor: start, months: 0 }
    }

    /// Returns the end of the next period, on which the period after it starts; `None` if this day is after the year
    /// 9999.
    pub(super) fn next(&mut self, term: LicenceTerm) -> Option<CalendarDate> {
        let end = match term.unit() {
            TermUnit::Days => {
                let end = self.start.0.checked_add(i32::try_from(term.count()).ok()?).ok()?;
                (self.anchor, self.months) = (CalendarDate(end), 0);
                end
            }
            TermUnit::Months => {
                if self.count == MonthCount::Chained {
                    (self.anchor, self.months) = (self.start, 0);
                }
                self.months = self.months.checked_add(term.count())?;
                add_months(self.anchor.0, i32::try_from(self.months).ok()?)?
            }
        };
        self.start = CalendarDate(end);
        Some(self.start)
    }
}

/// Adds calendar months to `date`, with the day clamped to the end of a shorter month; `None` if the result is outside
/// the years -9999 to 9999, which `Date` can represent.
fn add_months(date: Date, months: i32) -> Option<Date> {
    let from_year_zero = i32::from(date.year()) * 12 + i32::from(date.month()) - 1;
    let target = from_year_zero.checked_add(months)?;
    let year = i16::try_from(target.div_euclid(12)).ok()?;
    let month = i8::try_from(target.rem_euclid(12) + 1).ok()?;
    Date::new_constrain(year, month, date.day()).ok()
}
