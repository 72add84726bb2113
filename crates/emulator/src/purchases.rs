use std::collections::BTreeSet;

use renewal_rules_preview::timeline;
use renewal_rules_preview::timeline::{CalendarDate, Event, MAX_RENEWALS, Note, Timeline, TimelineOptions};
use serde::Serialize;

use crate::store::{Purchase, json_array};
use crate::{Control, Error};

/// Reminder that every response about purchases contains.
pub(crate) const ASSUMPTION: &str = "The interface document describes neither purchases nor events. These follow the \
                                     library's timeline, with the assumptions in `notes`.";

/// An event that follows a purchase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PurchaseEvent {
    /// Number of the purchase, from 1.
    pub purchase: usize,
    /// Event in the timeline of the purchase.
    #[serde(flatten)]
    pub event: Event,
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
    pub events: Vec<PurchaseEvent>,
}

impl Control {
    /// Makes a purchase on the date of the emulator's clock. Purchases are an assumption: the interface document
    /// describes none. Overrides the options `purchase_date` and `renewals`. Returns the number of the purchase
    /// and its timeline.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if there is no such product or variant, or the state cannot be stored.
    pub fn purchase(&self, options: TimelineOptions) -> Result<(usize, Timeline), Error> {
        self.update(|state| {
            let mut options = options.with_renewals(MAX_RENEWALS);
            options.purchase_date = state.today()?;
            let catalogue = state.catalogue();
            // A product of a later renewal may lack the variant, but not the product that is bought.
            let bought = timeline(&catalogue, &options.clone().with_renewals(0)).map_err(Error::invalid)?;
            if bought.notes.contains(&Note::VariantMissing) {
                return Err(Error::invalid(format!("the product has no variant at index {}", options.variant)));
            }
            let timeline = timeline(&catalogue, &options).map_err(Error::invalid)?;
            options.product_id = timeline.periods.first().and_then(|period| period.product_id);
            let ids: BTreeSet<_> = timeline.periods.iter().filter_map(|period| period.product_id).collect();
            let products = ids.into_iter().filter_map(|id| state.products.get(&id.get()).cloned()).collect();
            state.purchases.push(Purchase { options, products });
            Ok((state.purchases.len(), timeline))
        })
    }

    /// Returns the events of all purchases until today, which are assumptions.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the clock is outside the calendar of the timelines (years 0 to 9999).
    pub fn events(&self) -> Result<Events, Error> {
        let state = self.state();
        let (today, mut notes, mut events) = (state.today()?, BTreeSet::new(), Vec::new());
        for (Purchase { options, products }, number) in state.purchases.iter().zip(1..) {
            let timeline = timeline(json_array(products), options).map_err(Error::internal)?;
            let followed = timeline.events(today).into_iter();
            events.extend(followed.map(|event| PurchaseEvent { purchase: number, event }));
            notes.extend(timeline.notes);
        }
        // The sort is stable: events of one day remain in the order of their purchases.
        events.sort_by_key(|followed| followed.event.listed());
        Ok(Events { assumption: ASSUMPTION, today, notes, events })
    }
}
