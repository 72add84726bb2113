//! Precomputes, for a product in one version, the effective kind and the renewals in each situation.

use alloc::vec::Vec;

use super::{data::Situation, options::CompareOptions};
use crate::timeline::{CalendarDate, Reach, Route, StopReason};
use renewal_rules::catalogue::{ProductEntry, Products};
use renewal_rules::{Configuration, Decision, EffectiveKind, ProductId};

/// A product in one version, with the outcome of each situation.
pub(super) struct ProductVersion<'p> {
    pub(super) products: &'p Products<'p>,
    pub(super) entry: &'p ProductEntry<'p>,
    outcomes: Vec<SituationOutcome>,
}

/// A product in the old and in the new version, if present.
pub(super) type Versions<'s> = [Option<&'s ProductVersion<'s>>; 2];

/// Effective kind and renewals of a product in one situation.
pub(super) struct SituationOutcome {
    situation: Situation,
    pub(super) decision: Decision,
    /// `true` if the cart shows the comments for auto renewal.
    shows_auto: bool,
    pub(super) reach: Reach,
}

/// Flags of a buyer: `article` if they order the article for auto renewal, `comment` if they see the comment for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct AutoFlags {
    pub(super) article: bool,
    pub(super) comment: bool,
}

/// For each situation, the flags of its buyers in the old and in the new version, which select the articles and comments
/// to compare at a step; `None` unless both versions reach the step.
pub(super) type AutoSelection = Vec<Option<[AutoFlags; 2]>>;

impl<'p> ProductVersion<'p> {
    pub(super) fn new(products: &'p Products<'p>, entry: &'p ProductEntry<'p>, options: &CompareOptions) -> Self {
        let outcomes = Situation::all().map(|situation| {
            // Set no purchase date: kinds and renewals do not depend on it.
            let purchase = options.purchase(CalendarDate::UNSET, situation);
            let (decision, shows_auto) = entry.purchase(&purchase.decision());
            let reach = Route::new(products, entry, &decision, situation.payment, &options.limits).reach();
            SituationOutcome { situation, decision, shows_auto, reach }
        });
        Self { products, entry, outcomes: outcomes.collect() }
    }

    pub(super) fn outcome(&self, situation: Situation) -> Option<&SituationOutcome> {
        self.outcomes.iter().find(|outcome| outcome.situation == situation)
    }

    /// Returns the decision of an arbitrary situation, to read the values that are equal in all situations: configuration
    /// and trial.
    pub(super) fn any_decision(&self) -> Option<&Decision> {
        self.outcomes.first().map(|outcome| &outcome.decision)
    }

    pub(super) fn renews_itself(&self) -> bool {
        self.any_decision().is_some_and(|decision| decision.configuration == Some(Configuration::Single))
    }

    /// Returns whether a buyer reaches a step, even if the catalogue lacks its product.
    pub(super) fn reaches(&self, step: usize, situation: Situation) -> bool {
        self.outcome(situation).is_some_and(|SituationOutcome { reach, .. }| {
            let is_unknown = reach.stop.as_ref().is_some_and(|stop| stop.reason == StopReason::UnknownProduct);
            reach.last.is_none_or(|last| step <= last + usize::from(is_unknown))
        })
    }

    /// Returns whether the renewals of some buyer end after this step.
    pub(super) fn ends_at(&self, step: usize) -> bool {
        self.outcomes.iter().any(|outcome| outcome.reach.last == Some(step))
    }

    /// Iterates over the renewals that some buyer reaches.
    pub(super) fn reached(&self) -> impl Iterator<Item = ProductId> + use<'p> {
        let last = self.outcomes.iter().map(|outcome| outcome.reach.last.unwrap_or(usize::MAX)).max();
        self.entry.renewals.iter().copied().take(last.unwrap_or(0))
    }

    /// Returns the flags that select the articles and comments to compare with another version at a step.
    pub(super) fn selection(&self, other: &ProductVersion<'_>, step: usize) -> AutoSelection {
        let select = |version: &ProductVersion<'_>, situation| {
            let outcome = version.outcome(situation)?;
            let article = outcome.decision.kind.is_some_and(EffectiveKind::is_auto);
            version.reaches(step, situation).then_some(AutoFlags { article, comment: outcome.shows_auto })
        };
        Situation::all().map(|situation| Some([select(self, situation)?, select(other, situation)?])).collect()
    }
}
