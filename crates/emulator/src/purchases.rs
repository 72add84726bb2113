use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use renewal_rules_preview::timeline;
use renewal_rules_preview::timeline::{
    CalendarDate, MAX_RENEWALS, Note, Paid, Period, Stop, Timeline, TimelineOptions,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::Error;

/// Reminder that every response about purchases contains.
pub(crate) const ASSUMPTION: &str = "The interface document describes neither purchases nor events. These follow the \
                                     library's timeline, with the assumptions in `notes`.";

/// A purchase, with the products as they were when it was made.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Purchase {
    options: TimelineOptions,
    products: Vec<Arc<RawValue>>,
}

/// An event of a subscription: an assumption, because the interface document describes no events (§6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Event {
    /// Number of the purchase, from 1.
    pub purchase: usize,
    /// Kind of event.
    pub event: EventKind,
    /// Date; `None` if the timeline does not know it. The event is then listed when its period starts.
    pub date: Option<CalendarDate>,
    /// Period of the timeline that the event belongs to.
    pub period: Period,
    /// Reason why the renewals end, for [`EventKind::End`].
    pub stop: Option<Stop>,
}

/// Kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum EventKind {
    /// An order is created.
    Order,
    /// The buyer is sent a message: a PMR offer to pay, or the link of an Email renewal.
    Message,
    /// The order is paid: automatically, or by the buyer.
    Charge,
    /// The last period ends without a renewal.
    End,
}

/// The events of all purchases until today.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Events {
    /// Reminder that all events are assumptions.
    pub assumption: &'static str,
    /// Date of the emulator's clock, in UTC.
    pub today: CalendarDate,
    /// Assumptions of the timelines from which the events are derived.
    pub notes: BTreeSet<Note>,
    /// Events in the order of their dates.
    pub events: Vec<Event>,
}

impl Purchase {
    /// Makes a purchase of one of `all` products, with copies of those in its timeline. Also returns the timeline.
    pub(crate) fn new(
        date: CalendarDate,
        all: &BTreeMap<u64, Arc<RawValue>>,
        options: TimelineOptions,
    ) -> Result<(Self, Timeline), Error> {
        let mut options = options.with_renewals(MAX_RENEWALS);
        options.purchase_date = date;
        let timeline = timeline(json_array(all.values()), &options).map_err(Error::invalid)?;
        options.product_id = timeline.periods.first().and_then(|period| period.product_id);
        let ids: BTreeSet<_> = timeline.periods.iter().filter_map(|period| period.product_id).collect();
        let products = ids.into_iter().filter_map(|id| all.get(&id.get()).cloned()).collect();
        Ok((Self { options, products }, timeline))
    }

    fn timeline(&self) -> Result<Timeline, Error> {
        timeline(json_array(self.products.iter()), &self.options).map_err(Error::internal)
    }
}

/// Formats products as a JSON array.
pub(crate) fn json_array<'p>(products: impl Iterator<Item = &'p Arc<RawValue>>) -> String {
    let products: Vec<&str> = products.map(|product| product.get()).collect();
    format!("[{}]", products.join(",\n"))
}

/// Returns the events of all purchases until today.
pub(crate) fn events(today: CalendarDate, purchases: &[Purchase]) -> Result<Events, Error> {
    let (mut notes, mut due) = (BTreeSet::new(), Vec::new());
    for (purchase, number) in purchases.iter().zip(1..) {
        let timeline = purchase.timeline()?;
        let is_listed = |period: &&Period| period.ordered.unwrap_or(period.start) <= today;
        for period in timeline.periods.iter().take_while(is_listed) {
            add_period(&mut due, number, period);
        }
        if let (Some(last), Some(stop)) = (timeline.periods.last(), timeline.stop)
            && let Some(date) = last.end
        {
            let (event, period) = (EventKind::End, last.clone());
            due.push((date, Event { purchase: number, event, date: Some(date), period, stop: Some(stop) }));
        }
        notes.extend(timeline.notes);
    }
    due.retain(|(date, _)| *date <= today);
    // The sort is stable: events of one day remain in the order in which they were added.
    due.sort_by_key(|(date, _)| *date);
    let events = due.into_iter().map(|(_, event)| event).collect();
    Ok(Events { assumption: ASSUMPTION, today, notes, events })
}

/// Adds the events of a period, each with the date from which it is listed.
fn add_period(due: &mut Vec<(CalendarDate, Event)>, purchase: usize, period: &Period) {
    use EventKind::{Charge, Message, Order};
    let (in_advance, at_start): (&[EventKind], &[EventKind]) = match period.paid {
        Paid::Free => (&[], &[Order]),
        Paid::Automatically => (&[Order], &[Charge]),
        Paid::FromMessage => (&[Order, Message], &[Charge]),
        Paid::FromLink => (&[Message], &[Order, Charge]),
        // Only `Paid::Checkout` remains: a purchase that is not free.
        _ => (&[], &[Order, Charge]),
    };
    let mut add = |kinds: &[EventKind], listed, date| {
        let event = |kind: &EventKind| Event { purchase, event: *kind, date, period: period.clone(), stop: None };
        due.extend(kinds.iter().map(|kind| (listed, event(kind))));
    };
    add(in_advance, period.ordered.unwrap_or(period.start), period.ordered);
    add(at_start, period.start, Some(period.start));
}
