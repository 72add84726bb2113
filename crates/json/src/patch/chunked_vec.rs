//! Vector that inserts and removes at any index without moving all later items.

use alloc::vec::Vec;

/// Maximum length of a chunk. An insertion or removal walks over the chunks before it and moves only the items of one
/// chunk. With a plain vector, 20,000 removals at the start of an array of a million elements would take seconds.
const CHUNK: usize = 1024;

/// Vector of numbers, stored in chunks. Invariant: no chunk is empty.
#[derive(Debug, Default)]
pub(super) struct ChunkedVec(Vec<Vec<usize>>);

impl ChunkedVec {
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.0.iter().flatten().copied()
    }

    pub(super) fn get(&self, index: usize) -> Option<usize> {
        let (chunk, at) = self.find(index)?;
        self.0.get(chunk)?.get(at).copied()
    }

    /// Returns the chunk that contains an index, and the index within this chunk. The index after the last item belongs
    /// to the last chunk.
    fn find(&self, index: usize) -> Option<(usize, usize)> {
        let mut at = index;
        let last = self.0.len().checked_sub(1)?;
        for (chunk, items) in self.0.iter().enumerate() {
            if at < items.len() || chunk == last {
                return Some((chunk, at));
            }
            at -= items.len();
        }
        None
    }

    /// Inserts an item at an index, or at the end if the vector is shorter.
    pub(super) fn insert(&mut self, index: usize, item: usize) {
        let Some((chunk, at)) = self.find(index) else {
            self.0.push(vec![item]);
            return;
        };
        let Some(items) = self.0.get_mut(chunk) else { return };
        items.insert(at.min(items.len()), item);
        if items.len() > CHUNK {
            let rest = items.split_off(CHUNK / 2);
            self.0.insert(chunk + 1, rest);
        }
    }

    pub(super) fn remove(&mut self, index: usize) {
        let Some((chunk, at)) = self.find(index) else { return };
        let Some(items) = self.0.get_mut(chunk).filter(|items| at < items.len()) else { return };
        items.remove(at);
        if items.is_empty() {
            self.0.remove(chunk);
        }
    }

    /// Returns the index of an item by binary search; the items must be in ascending order.
    pub(super) fn binary_search(&self, item: usize) -> Option<usize> {
        let starts_before = |items: &Vec<usize>| items.first().is_some_and(|first| *first <= item);
        let chunk = self.0.partition_point(starts_before).checked_sub(1)?;
        let at = self.0.get(chunk)?.binary_search(&item).ok()?;
        let before = self.0.get(..chunk)?.iter();
        Some(before.map(Vec::len).sum::<usize>() + at)
    }
}
