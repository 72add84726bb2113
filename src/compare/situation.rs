//! How a buyer comes to the checkout, and what is the same in several such situations.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{options::Consent, product::Payment};

/// How a buyer comes to the checkout: what the effective kind depends on (§4.4, §8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Situation {
    /// The kind of payment method.
    pub payment: Payment,
    /// The consent to auto renewal.
    pub consent: Consent,
}

impl Situation {
    /// Every situation: each consent with each kind of payment method.
    pub fn all() -> impl Iterator<Item = Self> {
        Consent::ALL
            .iter()
            .flat_map(|consent| Payment::ALL.iter().map(|payment| Self { payment: *payment, consent: *consent }))
    }
}

/// What each situation gives, with the situations that give the same.
pub(super) fn grouped<T: PartialEq>(value_of: impl Fn(Situation) -> Option<T>) -> Vec<(Vec<Situation>, T)> {
    groups(Situation::all().filter_map(|situation| Some((situation, value_of(situation)?))))
}

/// The same of situations that are told with what they give.
pub(super) fn groups<T: PartialEq>(given: impl Iterator<Item = (Situation, T)>) -> Vec<(Vec<Situation>, T)> {
    let mut groups: Vec<(Vec<Situation>, T)> = Vec::new();
    for (situation, given) in given {
        match groups.iter_mut().find(|(_, group)| *group == given) {
            Some((situations, _)) => situations.push(situation),
            None => groups.push((vec![situation], given)),
        }
    }
    groups
}
