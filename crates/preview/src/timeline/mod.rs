//! Timelines: the periods, orders and payments that follow a purchase (§1, §4.4, §8).

mod data;
mod date;
mod follow;
mod options;

pub(crate) use data::NO_KIND;
pub use data::{Note, Paid, Period, Stop, StopReason, Timeline};
pub use date::{CalendarDate, DateError, MonthCount};
pub(crate) use follow::{Reach, Route, follow};
pub use follow::{timeline, timeline_at, timelines};
pub(crate) use options::renewals;
pub use options::{MAX_RENEWALS, TimelineOptions};
pub use renewal_rules::catalogue::{ShownPrice, ShownVariant, TimelineError};
