//! Which products a buyer comes to, one after another, and where that ends.

use super::data::{Stop, StopReason};
use super::products::{ProductEntry, Products};
use super::record::Record;
use crate::check::{Decision, Undecided};
use crate::product::{EffectiveKind, Payment, ProductId};
use crate::{options::Limits, rules::Parsed};

/// The way of a buyer through the renewals of what was bought. It has no dates: the calendar may end earlier.
pub(crate) struct Route<'e, 't> {
    entries: &'e Products<'t>,
    bought: &'e ProductEntry<'t>,
    kind: Option<EffectiveKind>,
    undecided: Option<Undecided>,
    /// The minimum term of the kind.
    minimum: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    /// The number of the last renewal, 0 where there is none; `None` where they go on without end.
    pub(crate) last: Option<usize>,
    pub(crate) stop: Option<Stop>,
}

impl<'e, 't> Route<'e, 't> {
    pub(crate) fn new(
        entries: &'e Products<'t>,
        bought: &'e ProductEntry<'t>,
        decision: &Decision,
        payment: Payment,
        limits: &Limits,
    ) -> Self {
        let kind = decision.kind;
        Self {
            entries,
            bought,
            kind,
            undecided: decision.reason,
            minimum: kind.and_then(|kind| limits.minimum(kind.switch(), payment)),
        }
    }

    /// The product that follows at a step, or its id where the set-up does not have it: 0 is the
    /// purchase, then the renewals of the chain, of which the last repeats.
    pub(crate) fn at(&self, step: usize) -> Option<Result<&'e Record, ProductId>> {
        self.bought.at(step, self.entries)
    }

    /// Why the period of a product is the last one, as far as its term decides.
    pub(super) fn end(&self, record: &Record) -> Option<Stop> {
        let Some(kind) = self.kind.map(EffectiveKind::switch) else {
            return Some(Stop::new(StopReason::NoKind, record.id, self.undecided, None));
        };
        let term = record.term.valid().filter(|term| !term.is_unlimited());
        let too_short = term.and_then(|term| {
            let minimum = self.minimum.filter(|minimum| term.is_below(*minimum))?;
            Some((term, kind, minimum))
        });
        let reason = match &record.term {
            Parsed::Absent => StopReason::TermMissing,
            Parsed::Malformed => StopReason::TermMalformed,
            Parsed::Valid(_) if term.is_none() => StopReason::TermZero,
            Parsed::Valid(_) if too_short.is_some() => StopReason::TermBelowMinimum,
            Parsed::Valid(_) => return None,
        };
        Some(Stop::new(reason, record.id, None, too_short))
    }

    pub(crate) fn reach(&self) -> Reach {
        for step in 0..=self.bought.renewals.len() {
            let (last, stop) = match self.at(step) {
                Some(Ok(record)) => (step, self.end(record)),
                Some(Err(id)) => (step.saturating_sub(1), Some(Stop::unknown(id))),
                None => break,
            };
            if stop.is_some() {
                return Reach { last: Some(last), stop };
            }
        }
        Reach { last: None, stop: None }
    }
}
