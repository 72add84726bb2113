//! A product that is bought, in one of the versions.

use alloc::{string::String, vec::Vec};

use super::{Offer, Options, ShownPrice, Situation, data::Step};
use crate::{
    decision::{Decision, EffectiveKind, Rejection, purchase},
    product::{Configuration, ProductId},
    timeline::{Entries, Entry, Record},
};

/// A product that is bought, in one of the versions.
pub(super) struct Side<'p, 't> {
    pub(super) entries: &'p Entries<'t>,
    pub(super) entry: &'p Entry<'t>,
    outcomes: Vec<Outcome>,
}

/// What a situation leads to.
pub(super) struct Outcome {
    situation: Situation,
    pub(super) decision: Decision,
    /// Whether the cart shows the comments for auto renewal.
    shows_auto: bool,
}

impl<'p, 't> Side<'p, 't> {
    pub(super) fn new(entries: &'p Entries<'t>, entry: &'p Entry<'t>, options: &Options) -> Self {
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

    pub(super) fn record(&self) -> &'p Record {
        self.entry.record()
    }

    pub(super) fn outcome(&self, situation: Situation) -> Option<&Outcome> {
        let mut outcomes = self.outcomes.iter();
        outcomes.find(|outcome| outcome.situation == situation)
    }

    pub(super) fn kind(&self, situation: Situation) -> Option<EffectiveKind> {
        self.outcome(situation)?.decision.kind
    }

    /// Why a kind does not apply in a situation.
    pub(super) fn rejections(
        &self,
        situation: Situation,
        kind: Option<EffectiveKind>,
    ) -> Vec<Rejection> {
        let outcome = self.outcome(situation).into_iter();
        outcome
            .flat_map(|outcome| &outcome.decision.considered)
            .filter(|considered| Some(considered.kind) == kind.map(EffectiveKind::switch))
            .flat_map(|considered| considered.reasons.clone())
            .collect()
    }

    pub(super) fn renews_itself(&self) -> bool {
        self.any()
            .is_some_and(|decision| decision.configuration == Some(Configuration::Single))
    }

    /// What is the same in every situation.
    pub(super) fn any(&self) -> Option<&Decision> {
        self.outcomes.first().map(|outcome| &outcome.decision)
    }

    /// What is bought at a step; `None` where no such renewal follows.
    pub(super) fn at(&self, step: Step) -> Option<Bought<'p>> {
        let Some(renewal) = step.checked_sub(1) else {
            return Some(Bought::Known(self.record()));
        };
        let renewals = &self.entry.renewals;
        let id = *renewals.get(renewal).or(renewals.last())?;
        if Some(id) == self.entry.id {
            // Another product of the catalogue may have the same id.
            return Some(Bought::Known(self.record()));
        }
        let entry = self.entries.find(id);
        Some(entry.map_or(Bought::Unknown(id), |entry| Bought::Known(entry.record())))
    }

    /// Whether every situation chooses the same articles and comments as in the other version.
    pub(super) fn chooses_as(&self, other: &Side<'_, '_>) -> bool {
        let chosen = |side: &Side<'_, '_>| -> Vec<_> {
            let outcomes = side.outcomes.iter();
            outcomes
                .map(|outcome| (outcome.decision.kind, outcome.shows_auto))
                .collect()
        };
        chosen(self) == chosen(other)
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

pub(super) enum Bought<'p> {
    Known(&'p Record),
    Unknown(ProductId),
}

impl Bought<'_> {
    pub(super) fn offer(&self) -> Offer {
        match self {
            Self::Known(record) => Offer {
                product_id: record.id,
                known: true,
                name: record.name.clone(),
                licence_term: record.term.given(),
                prices: record.variants.iter().map(ShownPrice::of).collect(),
            },
            Self::Unknown(id) => Offer {
                product_id: Some(*id),
                known: false,
                name: None,
                licence_term: None,
                prices: Vec::new(),
            },
        }
    }
}

/// What each situation gives, with the situations that give the same.
pub(super) fn grouped<T: PartialEq>(
    value_of: impl Fn(Situation) -> Option<T>,
) -> Vec<(Vec<Situation>, T)> {
    let mut groups: Vec<(Vec<Situation>, T)> = Vec::new();
    for situation in Situation::all() {
        let Some(given) = value_of(situation) else {
            continue;
        };
        match groups.iter_mut().find(|(_, group)| *group == given) {
            Some((situations, _)) => situations.push(situation),
            None => groups.push((alloc::vec![situation], given)),
        }
    }
    groups
}
