//! Timelines: the periods, orders and payments that follow a purchase (§1, §4.4, §8).

mod builder;
mod data;
mod date;
mod events;
mod options;
mod route;
mod svg;
mod table;

pub(crate) use builder::follow;
pub use builder::{timeline, timeline_at, timelines};
pub(crate) use data::NO_KIND;
pub use data::{Note, Paid, Period, Stop, StopReason, Timeline};
pub use date::{CalendarDate, DateError, MonthCount};
pub use events::{Event, EventKind};
pub(crate) use options::renewals;
pub use options::{MAX_RENEWALS, TimelineOptions};
pub use renewal_rules::catalogue::{ShownPrice, ShownVariant, TimelineError};
pub(crate) use route::{Reach, Route};
pub use svg::{SvgOptions, escape_xml};
pub(crate) use table::{price, significant};
