//! List of indexes that inserts and removes at any position without moving all later items.

use alloc::vec::Vec;

/// Maximum length of a block. An insertion or removal walks over the preceding blocks and moves the items of one block
/// only.
const BLOCK: usize = 1024;

/// Ordered list of numbers in blocks. Invariant: no block is empty.
#[derive(Debug, Default)]
pub(crate) struct Order(Vec<Vec<usize>>);

impl Order {
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.0.iter().flatten().copied()
    }

    pub(crate) fn get(&self, position: usize) -> Option<usize> {
        let (block, at) = self.find(position)?;
        self.0.get(block)?.get(at).copied()
    }

    /// Returns the index of the block that contains a position, and the offset within this block. The end position
    /// belongs to the last block.
    fn find(&self, position: usize) -> Option<(usize, usize)> {
        let mut at = position;
        let last = self.0.len().checked_sub(1)?;
        for (block, numbers) in self.0.iter().enumerate() {
            if at < numbers.len() || block == last {
                return Some((block, at));
            }
            at -= numbers.len();
        }
        None
    }

    /// Inserts a number at a position, or at the end if the list is shorter.
    pub(crate) fn insert(&mut self, position: usize, number: usize) {
        let Some((block, at)) = self.find(position) else {
            self.0.push(vec![number]);
            return;
        };
        let Some(numbers) = self.0.get_mut(block) else { return };
        numbers.insert(at.min(numbers.len()), number);
        if numbers.len() > BLOCK {
            let rest = numbers.split_off(BLOCK / 2);
            self.0.insert(block + 1, rest);
        }
    }

    pub(crate) fn remove(&mut self, position: usize) {
        let Some((block, at)) = self.find(position) else { return };
        let Some(numbers) = self.0.get_mut(block).filter(|numbers| at < numbers.len()) else { return };
        numbers.remove(at);
        if numbers.is_empty() {
            self.0.remove(block);
        }
    }

    /// Returns the position of a number by binary search; the numbers must be in ascending order.
    pub(crate) fn position(&self, number: usize) -> Option<usize> {
        let after = |numbers: &Vec<usize>| numbers.first().is_some_and(|first| *first <= number);
        let block = self.0.partition_point(after).checked_sub(1)?;
        let at = self.0.get(block)?.binary_search(&number).ok()?;
        let before = self.0.get(..block)?.iter();
        Some(before.map(Vec::len).sum::<usize>() + at)
    }
}
