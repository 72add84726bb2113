//! Precomputes how buyers reach a product, for each version.

use alloc::vec::Vec;

use super::{data::Situation, options::CompareOptions};
use crate::timeline::{CalendarDate, Reach, Route, StopReason};
use renewal_rules::Decision;
use renewal_rules::catalogue::{ProductEntry, Products};
use renewal_rules::{Configuration, EffectiveKind, ProductId};

pub(super) struct Side<'p> {
    pub(super) entries: &'p Products<'p>,
    pub(super) entry: &'p ProductEntry<'p>,
    consequences: Vec<Consequence>,
}

/// A product in the old and in the new version, if present.
pub(super) type Sides<'s> = [Option<&'s Side<'s>>; 2];

/// Outcome of a scenario.
pub(super) struct Consequence {
    situation: Situation,
    pub(super) decision: Decision,
    /// `true` if the cart shows the comments for auto renewal.
    shows_auto: bool,
    pub(super) reach: Reach,
}

/// Selects the articles and comments to compare at a step. For each scenario: `None` unless both versions reach the
/// step, else whether each version uses the article and the comment for auto renewal.
pub(super) type Choice = Vec<Option<[(bool, bool); 2]>>;

impl<'p> Side<'p> {
    pub(super) fn new(entries: &'p Products<'p>, entry: &'p ProductEntry<'p>, options: &CompareOptions) -> Self {
        let consequences = Situation::all().map(|situation| {
            let stated = options.purchase(CalendarDate::UNSTATED, situation);
            let (decision, shows_auto) = entry.purchase(&stated.decision());
            let reach = Route::new(entries, entry, &decision, situation.payment, &options.limits).reach();
            Consequence { situation, decision, shows_auto, reach }
        });
        Self { entries, entry, consequences: consequences.collect() }
    }

    pub(super) fn consequence(&self, situation: Situation) -> Option<&Consequence> {
        self.consequences.iter().find(|consequence| consequence.situation == situation)
    }

    pub(super) fn renews_itself(&self) -> bool {
        self.any().is_some_and(|decision| decision.configuration == Some(Configuration::Single))
    }

    pub(super) fn any(&self) -> Option<&Decision> {
        self.consequences.first().map(|consequence| &consequence.decision)
    }

    /// Returns whether a buyer reaches a step, even if the catalogue lacks its product.
    pub(super) fn reaches(&self, step: usize, situation: Situation) -> bool {
        let reach = self.consequence(situation).map(|consequence| &consequence.reach);
        reach.is_some_and(|reach| {
            let is_unknown = reach.stop.as_ref().is_some_and(|stop| stop.reason == StopReason::UnknownProduct);
            reach.last.is_none_or(|last| step <= last + usize::from(is_unknown))
        })
    }

    pub(super) fn ends_at(&self, step: usize) -> bool {
        self.consequences.iter().any(|consequence| consequence.reach.last == Some(step))
    }

    /// Returns the renewals that some buyer reaches.
    pub(super) fn reached(&self) -> &'p [ProductId] {
        let count = self.entry.renewals.len();
        let last = self.consequences.iter().map(|one| one.reach.last.unwrap_or(count).min(count)).max();
        self.entry.renewals.get(..last.unwrap_or_default()).unwrap_or_default()
    }

    /// Returns the selection of articles and comments of both versions at a step.
    pub(super) fn choice(&self, other: &Side<'_>, step: usize) -> Choice {
        let chosen = |side: &Side<'_>, situation| {
            let consequence = side.consequence(situation)?;
            let is_auto = consequence.decision.kind.is_some_and(EffectiveKind::is_auto);
            side.reaches(step, situation).then_some((is_auto, consequence.shows_auto))
        };
        let both = |situation| Some([chosen(self, situation)?, chosen(other, situation)?]);
        Situation::all().map(both).collect()
    }
}
