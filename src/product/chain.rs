//! Chains: which renewals follow, and the configuration that they make.

use alloc::{string::ToString as _, vec::Vec};
use core::fmt;

use serde::{Deserialize, Serialize};

use super::id::ProductId;
use renewal_rules_json::{firsts, words};

words! {
    /// The three ways to set renewals up (§4.4).
    Configuration {
        /// Configuration 1: one product renews itself. The chain is its own id, twice.
        Single = "single",
        /// Configuration 2: an initiator and one renewal that renews itself. The chain is the renewal's id, twice.
        Pair = "pair",
        /// Configuration 3: an initiator and several renewals. The chain lists the renewals in the
        /// order of use, the last one twice.
        Chain = "chain",
    }
}

/// A well-formed chain (§2.4 `product_id_for_renew`, §4.4): at least one renewal, each id once, and
/// the last one repeated. A value of this type cannot be malformed.
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

/// What is wrong with a list of ids that is not a chain (§4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum ChainError {
    /// The list is empty.
    #[error("the chain is empty")]
    Empty,
    /// There is one id only.
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
    /// The chain of a product that renews itself, or of an initiator with one renewal: `id` twice.
    pub fn repeating(id: ProductId) -> Self {
        Self(vec![id, id])
    }

    /// The chain of these renewals in the order of use; the repetition of the last one is added.
    /// `None` where there is none, or where an id appears twice.
    pub fn of_renewals(renewals: impl IntoIterator<Item = ProductId>) -> Option<Self> {
        let mut ids: Vec<_> = renewals.into_iter().collect();
        let last = *ids.last()?;
        ids.push(last);
        ids.try_into().ok()
    }

    /// The ids as the service lists them, the last one twice.
    pub fn ids(&self) -> &[ProductId] {
        &self.0
    }

    /// The renewals in the order of use, each once.
    pub fn renewals(&self) -> &[ProductId] {
        self.0.split_last().map_or(&[], |(_, renewals)| renewals)
    }

    /// The configuration that this chain makes for the product `own`. Where the own id is not known, a chain of one id
    /// twice is a pair. `None` where the product is in a longer chain of its own.
    pub fn configuration(&self, own: Option<ProductId>) -> Option<Configuration> {
        configuration(&self.0, own)
    }
}

/// The configuration of a list of ids, `None` where it is not a well-formed chain of `own`.
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

/// The indices of ids that appear at a lower index already, each with the first of these; the last element
/// is skipped where it equals the one before it.
pub(crate) fn repeated(ids: &[ProductId]) -> impl Iterator<Item = (usize, usize)> + use<> {
    let judged = match ids {
        [head @ .., a, b] if a == b => head.len() + 1,
        _ => ids.len(),
    };
    let firsts = firsts(judged, &|a, b| ids.get(a).cmp(&ids.get(b)));
    firsts.into_iter().map(|first| first as usize).enumerate().filter(|(index, first)| first != index)
}

impl fmt::Display for Chain {
    /// The ids as the service lists them: `[102,103,103]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids: Vec<_> = self.0.iter().map(ProductId::to_string).collect();
        write!(f, "[{}]", ids.join(","))
    }
}

impl TryFrom<Vec<ProductId>> for Chain {
    type Error = ChainError;

    /// The chain as the service lists it, its last id already repeated.
    ///
    /// # Errors
    ///
    /// [`ChainError`] where the list is not a well-formed chain.
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
