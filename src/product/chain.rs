//! Renewal chains, and the configuration that a chain forms.

use alloc::{string::ToString as _, vec::Vec};
use core::fmt;

use serde::{Deserialize, Serialize};

use super::id::ProductId;
use renewal_rules_json::{first_occurrences, keywords};

keywords! {
    /// The three renewal configurations (§4.4).
    Configuration {
        /// Configuration 1: a product renews itself. Its chain lists its own id twice.
        Single = "single",
        /// Configuration 2: an initiator with a single renewal product, which is used for each renewal. The chain lists
        /// the id of this renewal product twice.
        Pair = "pair",
        /// Configuration 3: an initiator with several renewal products. The chain lists their ids in the order of use,
        /// and the last id twice.
        Chain = "chain",
    }
}

/// A well-formed chain (§2.4 `product_id_for_renew`, §4.4): at least one renewal, each id once, and the last one
/// repeated. Values of this type are always well-formed.
///
/// ```
/// use renewal_rules::{Chain, Configuration, ProductId};
///
/// let id = |n| ProductId::new(n).ok_or("out of range");
/// let renewals = [id(102)?, id(103)?];
/// let chain = Chain::of_renewals(renewals).ok_or("no chain")?;
/// assert_eq!(chain.renewals(), renewals);
/// assert_eq!(serde_json::to_string(&chain).map_err(|_| "json")?, "[102,103,103]");
/// assert_eq!(chain.configuration(Some(id(101)?)), Some(Configuration::Chain));
/// assert_eq!(Chain::of_renewals([id(102)?, id(102)?]), None);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<ProductId>")]
pub struct Chain(Vec<ProductId>);

/// Reason why a list of ids is not a chain (§4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum ChainError {
    /// The list is empty.
    #[error("the chain is empty")]
    Empty,
    /// The list has a single id.
    #[error("the chain has one id only; the last id appears twice")]
    TooShort,
    /// The last two ids differ.
    #[error("the last id of the chain is not repeated")]
    LastNotRepeated,
    /// An id other than the last appears twice.
    #[error("an id appears twice in the chain before its end")]
    RepeatedId,
}

impl Chain {
    /// Creates the chain of a product that renews itself, or of an initiator with a single renewal: `id` twice.
    pub fn repeating(id: ProductId) -> Self {
        Self(vec![id, id])
    }

    /// Creates the chain of these renewals, given in the order of use; the last one is repeated automatically. Returns
    /// `None` if there are no renewals or if an id appears twice.
    pub fn of_renewals(renewals: impl IntoIterator<Item = ProductId>) -> Option<Self> {
        let mut ids: Vec<_> = renewals.into_iter().collect();
        let last = *ids.last()?;
        ids.push(last);
        ids.try_into().ok()
    }

    /// Returns the ids as the service lists them, the last one twice.
    pub fn ids(&self) -> &[ProductId] {
        &self.0
    }

    /// Returns the renewals in the order of use, each once.
    pub fn renewals(&self) -> &[ProductId] {
        self.0.split_last().map_or(&[], |(_, renewals)| renewals)
    }

    /// Returns the configuration of the product `own` with this chain, or `None` if a longer chain contains the product
    /// itself. If `own` is unknown, a chain of the same id twice counts as a pair.
    pub fn configuration(&self, own: Option<ProductId>) -> Option<Configuration> {
        configuration(&self.0, own)
    }
}

/// Returns the configuration of a list of ids, or `None` if the list is not a well-formed chain of `own`.
pub(crate) fn configuration(ids: &[ProductId], own: Option<ProductId>) -> Option<Configuration> {
    match ids {
        [a, b] if a == b && own == Some(*a) => Some(Configuration::Single),
        [a, b] if a == b => Some(Configuration::Pair),
        [_, .., a, b] if a == b => {
            let mixed = own.is_some_and(|own| ids.contains(&own));
            (!mixed && repeated(ids).next().is_none()).then_some(Configuration::Chain)
        }
        _ => None,
    }
}

/// Returns the index of each repeated id together with the index of its first occurrence. Ignores the last id if it
/// equals the one before it, as a chain requires this repetition.
pub(crate) fn repeated(ids: &[ProductId]) -> impl Iterator<Item = (usize, usize)> + use<> {
    let judged = match ids {
        [head @ .., a, b] if a == b => head.len() + 1,
        _ => ids.len(),
    };
    let firsts = first_occurrences(judged, &|a, b| ids.get(a).cmp(&ids.get(b)));
    firsts.into_iter().map(|first| first as usize).enumerate().filter(|(index, first)| first != index)
}

impl fmt::Display for Chain {
    /// Formats the ids as the service lists them: `[102,103,103]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids: Vec<_> = self.0.iter().map(ProductId::to_string).collect();
        write!(f, "[{}]", ids.join(","))
    }
}

impl TryFrom<Vec<ProductId>> for Chain {
    type Error = ChainError;

    /// Converts the ids as the service lists them, with the last one already repeated.
    ///
    /// # Errors
    ///
    /// Returns a [`ChainError`] if the list is not a well-formed chain.
    fn try_from(ids: Vec<ProductId>) -> Result<Self, ChainError> {
        match ids.as_slice() {
            [] => return Err(ChainError::Empty),
            [_] => return Err(ChainError::TooShort),
            [.., a, b] if a != b => return Err(ChainError::LastNotRepeated),
            _ => {}
        }
        if repeated(&ids).next().is_some() {
            return Err(ChainError::RepeatedId);
        }
        Ok(Self(ids))
    }
}
