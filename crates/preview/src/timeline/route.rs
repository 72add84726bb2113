//! The renewals that a buyer reaches, without dates.

use super::data::{Stop, StopReason};
use renewal_rules::catalogue::{Parsed, ProductEntry, Products, Record};
use renewal_rules::{Decision, EffectiveKind, Limits, Payment, Undecided};

/// A buyer's path through the renewals, without dates. Ignores that a timeline ends in the year 9999.
pub(crate) struct Route<'e, 't> {
    products: &'e Products<'t>,
    bought: &'e ProductEntry<'t>,
    kind: Option<EffectiveKind>,
    undecided: Option<Undecided>,
    /// Minimum term of the kind, in days.
    minimum: Option<u32>,
}

/// Last renewal of a route, and the reason why none follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    /// Number of the last renewal, 0 if there is none; `None` if renewals are unlimited.
    pub(crate) last: Option<usize>,
    pub(crate) stop: Option<Stop>,
}

impl<'e, 't> Route<'e, 't> {
    pub(crate) fn new(
        products: &'e Products<'t>,
        bought: &'e ProductEntry<'t>,
        decision: &Decision,
        payment: Payment,
        limits: &Limits,
    ) -> Self {
        let kind = decision.kind;
        Self {
            products,
            bought,
            kind,
            undecided: decision.reason,
            minimum: kind.and_then(|kind| limits.minimum(kind.switch(), payment)),
        }
    }

    /// Returns the product of a step (0 is the purchase) and, if the renewals end with it, the reason. The product is
    /// `None` if the catalogue lacks it. Returns `None` if there is no such step.
    pub(super) fn at(&self, step: usize) -> Option<(Option<&'e Record>, Option<Stop>)> {
        Some(match self.bought.at(step, self.products)? {
            Ok(record) => (Some(record), self.end(record)),
            Err(id) => (None, Some(Stop::unknown_product(id))),
        })
    }

    /// Returns the reason why no renewal can follow the period of a product: no kind applies, or the term is unusable.
    fn end(&self, record: &Record) -> Option<Stop> {
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

    /// Follows the route until it ends or its last product repeats.
    pub(crate) fn reach(&self) -> Reach {
        for (step, (record, stop)) in (0..=self.bought.renewals.len()).map_while(|step| Some((step, self.at(step)?))) {
            if stop.is_some() {
                let last = if record.is_some() { step } else { step.saturating_sub(1) };
                return Reach { last: Some(last), stop };
            }
        }
        Reach { last: None, stop: None }
    }
}
