//! Events of a subscription, derived from its timeline.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::data::{Paid, Period, Stop, Timeline};
use super::date::CalendarDate;
use renewal_rules_json::keywords;

keywords! {
    /// Kinds of events.
    #[non_exhaustive]
    EventKind {
        /// An order is created.
        Order = "order" => "order is created",
        /// The buyer is sent a message: a PMR offer to pay, or the link of an Email renewal.
        Message = "message" => "message is sent to the buyer",
        /// The order is paid: automatically, or by the buyer.
        Charge = "charge" => "order is paid",
        /// The last period ends without a renewal.
        End = "end" => "subscription ends",
    }
    /// Returns the event as a short phrase.
    pub fn description
}

/// An event of a subscription. An assumption, because the interface document describes no events (§6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Event {
    /// Kind of event.
    pub event: EventKind,
    /// Date; `None` if the timeline does not know it.
    pub date: Option<CalendarDate>,
    /// Period of the timeline that the event belongs to.
    pub period: Period,
    /// Reason why the renewals end, for [`EventKind::End`].
    pub stop: Option<Stop>,
}

impl Event {
    /// Returns the date of the event or, if it is unknown, the start of its period.
    pub fn listed(&self) -> CalendarDate {
        self.date.unwrap_or(self.period.start)
    }
}

impl Timeline {
    /// Returns the events up to and including `until`, sorted by [`Event::listed`]. They are assumptions, like the
    /// [`notes`](Self::notes) of the timeline: each renewal is paid in time, and an order is paid on the first day of
    /// its period.
    ///
    /// ```
    /// use renewal_rules_preview::timeline::{TimelineOptions, timeline};
    ///
    /// let product = r#"{"id":101,"licence_term":"P10D",
    ///     "renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#;
    /// let timeline = timeline(product, &TimelineOptions::new("2026-01-01".parse()?))?;
    /// let events = timeline.events("2026-01-11".parse()?);
    /// let events: Vec<_> = events.iter().map(|event| format!("{} {}", event.listed(), event.event)).collect();
    /// assert_eq!(events, ["2026-01-01 order", "2026-01-01 charge", "2026-01-06 order", "2026-01-11 charge"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn events(&self, until: CalendarDate) -> Vec<Event> {
        let is_listed = |period: &&Period| period.ordered.unwrap_or(period.start) <= until;
        let mut events: Vec<_> = self.periods.iter().take_while(is_listed).flat_map(Period::events).collect();
        if let (Some(period), Some(stop)) = (self.periods.last(), &self.stop)
            && period.end.is_some()
        {
            let (period, stop) = (period.clone(), Some(stop.clone()));
            events.push(Event { event: EventKind::End, date: period.end, period, stop });
        }
        events.retain(|event| event.listed() <= until);
        // The sort is stable: events of one day remain in the order in which they were added.
        events.sort_by_key(Event::listed);
        events
    }
}

impl Period {
    fn events(&self) -> impl Iterator<Item = Event> {
        use EventKind::{Charge, Message, Order};
        let (in_advance, at_start): (&[EventKind], &[EventKind]) = match self.paid {
            Paid::Free => (&[], &[Order]),
            Paid::Checkout => (&[], &[Order, Charge]),
            Paid::Automatically => (&[Order], &[Charge]),
            Paid::FromMessage => (&[Order, Message], &[Charge]),
            Paid::FromLink => (&[Message], &[Order, Charge]),
        };
        let in_advance = in_advance.iter().map(|event| (event, self.ordered));
        let at_start = at_start.iter().map(|event| (event, Some(self.start)));
        in_advance.chain(at_start).map(|(event, date)| Event { event: *event, date, period: self.clone(), stop: None })
    }
}
