//! The order of many things, in which one is put or taken out anywhere without moving all that follow.

use alloc::vec::Vec;

/// How many are in a block at most. What is put or taken out moves part of one block; all blocks before it are skipped.
const BLOCK: usize = 512;

/// Numbers in an order, in blocks.
#[derive(Debug, Default)]
pub(crate) struct Order {
    blocks: Vec<Vec<usize>>,
    count: usize,
}

impl Order {
    pub(crate) const fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.blocks.iter().flatten().copied()
    }

    pub(crate) fn get(&self, position: usize) -> Option<usize> {
        let (block, at) = self.find(position)?;
        self.blocks.get(block)?.get(at).copied()
    }

    /// The block that a position lies in, and where in it; the end lies in the last block.
    fn find(&self, position: usize) -> Option<(usize, usize)> {
        let mut at = position;
        let last = self.blocks.len().checked_sub(1)?;
        for (block, numbers) in self.blocks.iter().enumerate() {
            if at < numbers.len() || block == last {
                return Some((block, at));
            }
            at -= numbers.len();
        }
        None
    }

    /// Puts a number at a position, at most the end.
    pub(crate) fn insert(&mut self, position: usize, number: usize) {
        self.count += 1;
        let Some((block, at)) = self.find(position) else {
            self.blocks.push(vec![number]);
            return;
        };
        let Some(numbers) = self.blocks.get_mut(block) else { return };
        if numbers.len() < BLOCK {
            numbers.insert(at.min(numbers.len()), number);
            return;
        }
        // At the end a new block begins, elsewhere a full one is halved.
        let split = if at >= BLOCK { BLOCK } else { BLOCK / 2 };
        let mut rest = numbers.split_off(split);
        match at.checked_sub(split) {
            Some(at) => rest.insert(at.min(rest.len()), number),
            None => numbers.insert(at, number),
        }
        self.blocks.insert(block + 1, rest);
    }

    pub(crate) fn remove(&mut self, position: usize) {
        let Some((block, at)) = self.find(position) else { return };
        let Some(numbers) = self.blocks.get_mut(block) else { return };
        if at >= numbers.len() {
            return;
        }
        numbers.remove(at);
        self.count -= 1;
        if numbers.is_empty() {
            self.blocks.remove(block);
        }
    }

    /// The position of a number, where the numbers rise.
    pub(crate) fn position(&self, number: usize) -> Option<usize> {
        let after = |numbers: &Vec<usize>| numbers.first().is_some_and(|first| *first <= number);
        let block = self.blocks.partition_point(after).checked_sub(1)?;
        let at = self.blocks.get(block)?.binary_search(&number).ok()?;
        let before = self.blocks.get(..block)?.iter();
        Some(before.map(Vec::len).sum::<usize>() + at)
    }
}
