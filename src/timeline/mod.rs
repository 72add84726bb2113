//! What happens after a purchase, and when (§1, §4.4, §8).

mod data;
mod date;
mod follow;
mod note;
mod options;
mod products;
mod record;
mod route;

pub(crate) use data::NO_KIND;
pub use data::{Paid, Period, Stop, StopReason, Timeline};
pub use date::{CalendarDate, DateError, MonthCount};
pub(crate) use follow::follow;
pub use follow::{timeline, timelines};
pub use note::Note;
pub(crate) use options::renewals;
pub use options::{MAX_RENEWALS, TimelineOptions};
pub use products::TimelineError;
pub(crate) use products::{ProductEntry, Products, set_up, set_up_to_follow};
pub(crate) use record::{Priced, Record};
pub use record::{ShownPrice, ShownVariant};
pub(crate) use route::{Reach, Route};
