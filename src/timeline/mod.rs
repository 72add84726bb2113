//! What happens after a purchase, and when (§1, §4.4, §8).

mod data;
mod date;
mod follow;
mod note;
mod options;
mod route;
mod set_up;

pub(crate) use data::NO_KIND;
pub use data::{Paid, Period, Stop, StopReason, Timeline};
pub use date::{CalendarDate, DateError, MonthCount};
pub(crate) use follow::follow;
pub use follow::{timeline, timelines};
pub use note::Note;
pub(crate) use options::renewals;
pub use options::{MAX_RENEWALS, Options};
pub(crate) use route::{Reach, Route};
pub use set_up::Error;
pub(crate) use set_up::{Entries, Entry, Priced, Record, set_up, set_up_to_follow};
