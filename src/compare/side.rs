//! A product that is bought, in one of the versions.

use alloc::{string::String, vec::Vec};

use super::{Options, Situation, data::Step};
use crate::{
    decision::{Decision, EffectiveKind, purchase},
    product::{Configuration, ProductId},
    timeline::{Entries, Entry, Record},
};

/// A product that is bought, in one of the versions.
pub(super) struct Side<'p> {
    pub(super) entries: &'p Entries<'p>,
    pub(super) entry: &'p Entry<'p>,
    outcomes: Vec<Outcome>,
}

/// A product in the old and in the new version, in each where it is there.
pub(super) type Sides<'s> = [Option<&'s Side<'s>>; 2];

/// What a situation leads to.
pub(super) struct Outcome {
    situation: Situation,
    pub(super) decision: Decision,
    /// Whether the cart shows the comments for auto renewal.
    shows_auto: bool,
}

impl<'p> Side<'p> {
    pub(super) fn new(entries: &'p Entries<'p>, entry: &'p Entry<'p>, options: &Options) -> Self {
        let outcomes = Situation::all().map(|situation| {
            let options = options.decision(situation);
            let (decision, shows_auto) = purchase(&entry.source, &options);
            Outcome {
                situation,
                decision,
                shows_auto,
            }
        });
        Self {
            entries,
            entry,
            outcomes: outcomes.collect(),
        }
    }

    pub(super) fn outcome(&self, situation: Situation) -> Option<&Outcome> {
        let mut outcomes = self.outcomes.iter();
        outcomes.find(|outcome| outcome.situation == situation)
    }

    pub(super) fn kind(&self, situation: Situation) -> Option<EffectiveKind> {
        self.outcome(situation)?.decision.kind
    }

    pub(super) fn renews_itself(&self) -> bool {
        self.any()
            .is_some_and(|decision| decision.configuration == Some(Configuration::Single))
    }

    /// What is the same in every situation.
    pub(super) fn any(&self) -> Option<&Decision> {
        self.outcomes.first().map(|outcome| &outcome.decision)
    }

    /// What is bought at a step: `Ok` with its record, or `Err` with its id where the set-up does not have
    /// it; `None` where no such renewal follows.
    pub(super) fn at(&self, step: Step) -> Option<Result<&'p Record, ProductId>> {
        let Some(renewal) = step.checked_sub(1) else {
            return Some(Ok(self.entry.record()));
        };
        let renewals = &self.entry.renewals;
        let id = *renewals.get(renewal).or(renewals.last())?;
        if Some(id) == self.entry.id {
            // Another product of the catalogue may have the same id.
            return Some(Ok(self.entry.record()));
        }
        Some(self.entries.find(id).map(Entry::record).ok_or(id))
    }

    /// Whether every situation chooses the same articles and comments as in the other version.
    pub(super) fn chooses_as(&self, other: &Side<'_>) -> bool {
        let chosen = |outcome: &Outcome| (outcome.decision.kind, outcome.shows_auto);
        let others = other.outcomes.iter().map(chosen);
        self.outcomes.iter().map(chosen).eq(others)
    }

    /// Whether what is at a step is ever bought.
    pub(super) fn reaches(&self, step: Step, situation: Situation) -> bool {
        step == 0 || self.kind(situation).is_some()
    }

    /// The comment that is shown in a situation, with the purchase and with its renewals: a renewal
    /// product has no switches of its own, so those of the initiator decide.
    pub(super) fn comment(
        &self,
        record: &Record,
        locale: &str,
        situation: Situation,
    ) -> Option<String> {
        let [ar, mr] = record.comments.get(locale)?;
        if self.outcome(situation)?.shows_auto {
            ar.clone()
        } else {
            mr.clone()
        }
    }
}

/// What each situation gives, with the situations that give the same.
pub(super) fn grouped<T: PartialEq>(
    value_of: impl Fn(Situation) -> Option<T>,
) -> impl Iterator<Item = (Vec<Situation>, T)> {
    let mut groups: Vec<(Vec<Situation>, T)> = Vec::new();
    let given = Situation::all().filter_map(|situation| Some((situation, value_of(situation)?)));
    for (situation, given) in given {
        match groups.iter_mut().find(|(_, group)| *group == given) {
            Some((situations, _)) => situations.push(situation),
            None => groups.push((alloc::vec![situation], given)),
        }
    }
    groups.into_iter()
}
