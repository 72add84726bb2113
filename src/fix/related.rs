//! What a fix of one product of a catalogue means for the others.

use alloc::{collections::BTreeMap, vec::Vec};

use super::{Attempt, FixContext};
use crate::{
    check::Judged,
    facts::Facts,
    finding::has_fix,
    options::Options,
    product::ProductId,
    rules::{Alone, Asks, Catalogue, Entry, errors_as_renewal, errors_of_record},
};

/// The products of a catalogue, as far as fixes can change what one means for another.
pub(crate) struct Related<'o> {
    options: &'o Options,
    products: Vec<Alone>,
    ids: BTreeMap<ProductId, Known>,
}

/// What is known of an id.
#[derive(Default)]
struct Known {
    /// The first product that has it.
    first: Option<usize>,
    /// What the initiators ask of that product.
    asks: Asks,
}

impl<'o> Related<'o> {
    pub(crate) fn of(catalogue: &Catalogue, options: &'o Options) -> Self {
        let mut related = Self {
            options,
            products: Vec::new(),
            ids: BTreeMap::new(),
        };
        for (index, (entry, chain)) in catalogue.products().enumerate() {
            if let Some(id) = entry.id {
                let known = related.ids.entry(id).or_default();
                known.first.get_or_insert(index);
            }
            related.ask(&entry, chain, 1);
            related.products.push((entry, chain.to_vec()));
        }
        related
    }

    /// Adds what an initiator asks of its renewals so many times: once, or -1 times to take it back.
    fn ask(&mut self, entry: &Entry, chain: &[ProductId], times: isize) {
        for id in chain {
            let asks = &mut self.ids.entry(*id).or_default().asks;
            asks.initiators += times;
            for (applies, count) in entry.applies.into_iter().zip(&mut asks.kinds) {
                *count += times * isize::from(applies);
            }
            asks.trials += times * isize::from(entry.is_trial);
        }
    }

    /// The first product with an id.
    fn find(&self, id: ProductId) -> Option<usize> {
        self.ids.get(&id)?.first
    }

    /// The errors of a product's term: those of its record and those that its initiators bring.
    fn errors(&self, index: usize, entry: &Entry) -> u64 {
        let known = entry.id.and_then(|id| self.ids.get(&id));
        let known = known.filter(|known| known.first == Some(index));
        let asked = known.map_or(0, |known| {
            errors_as_renewal(entry, &known.asks, self.options)
        });
        asked | errors_of_record(entry, self.options)
    }

    /// Whether a product in the place of the one at `index` brings no new error to any. If so, and if `keeps`
    /// is set, it stays there; otherwise the old one is put back.
    pub(crate) fn replace(&mut self, index: usize, after: &Alone, keeps: bool) -> bool {
        let Some(before) = &self.products.get(index).cloned() else {
            return false;
        };
        if before == after {
            return true;
        }
        // An id that another product has already is a new error in any case.
        let is_taken =
            after.0.id != before.0.id && after.0.id.is_some_and(|id| self.find(id).is_some());
        // Only the product itself and those of its new chain can be asked for more than before.
        let unknown = |related: &Self, chain: &[ProductId]| -> Vec<bool> {
            chain.iter().map(|id| related.find(*id).is_none()).collect()
        };
        let found = |related: &Self| -> Vec<u64> {
            let renewals = after.1.iter().filter_map(|id| related.find(*id));
            let renewals = renewals.filter(|renewal| *renewal != index);
            let errors = |renewal| {
                let (entry, _) = related.products.get(renewal)?;
                Some(related.errors(renewal, entry))
            };
            renewals.filter_map(errors).collect()
        };
        let was_unknown = unknown(self, &before.1);
        let own = self.errors(index, &before.0);
        let others = found(self);
        self.put(index, before, after);
        let is_new = |(after, before): (&u64, &u64)| after & !before != 0;
        let now_unknown = unknown(self, &after.1);
        let misses = now_unknown
            .iter()
            .enumerate()
            .any(|(position, is_unknown)| *is_unknown && was_unknown.get(position) != Some(&true));
        let fits = !(is_taken
            || misses
            || is_new((&self.errors(index, &after.0), &own))
            || found(self).iter().zip(&others).any(is_new));
        if !(fits && keeps) {
            self.put(index, after, before);
        }
        fits
    }

    fn put(&mut self, index: usize, before: &Alone, after: &Alone) {
        self.ask(&before.0, &before.1, -1);
        self.ask(&after.0, &after.1, 1);
        if before.0.id != after.0.id {
            let known = before.0.id.and_then(|id| self.ids.get_mut(&id));
            if let Some(known) = known.filter(|known| known.first == Some(index)) {
                known.first = None;
            }
            if let Some(id) = after.0.id {
                self.ids.entry(id).or_default().first.get_or_insert(index);
            }
        }
        if let Some(product) = self.products.get_mut(index) {
            product.clone_from(after);
        }
    }
}

/// For each finding of a product, the product after its fix, where that means something else for others;
/// nothing at all where there is no fix.
pub(crate) fn afters(judged: &Judged<'_>, facts: &Facts<'_, '_>) -> Vec<Option<Alone>> {
    if !has_fix(&judged.found.kept) {
        return Vec::new();
    }
    let before = Catalogue::product(facts);
    let mut context = FixContext::new(facts);
    let after = |finding| match context.attempt(finding) {
        Attempt::Changed(after) => {
            let facts = Facts::new(&after.draft, facts.documents, facts.options, None);
            Some(Catalogue::product(&facts)).filter(|after| *after != before)
        }
        _ => None,
    };
    judged.found.kept.iter().map(after).collect()
}
