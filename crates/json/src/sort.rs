//! Sorting that is compiled only once. The sort of the standard library, even for one type, would make the browser
//! bundle 2 KB larger after compression; instantiated for each type, it would be more code than all rules together.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// Returns the indexes below `count`, sorted by `compare`. Stable merge sort that needs 8 bytes for each index.
pub fn argsort(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<u32> {
    let mut order: Vec<u32> = (0..u32::try_from(count).unwrap_or(u32::MAX)).collect();
    let mut merged = order.clone();
    let is_after = |a: &u32, b: &u32| compare(*a as usize, *b as usize) == Ordering::Greater;
    let mut width = 1;
    while width < order.len() {
        let pairs = order.chunks(2 * width).zip(merged.chunks_mut(2 * width));
        for (pair, target) in pairs {
            let (left, right) = pair.split_at_checked(width).unwrap_or((pair, &[]));
            let bounds = left.last().zip(right.first());
            if bounds.is_none_or(|(last, first)| !is_after(last, first)) {
                target.copy_from_slice(pair);
                continue;
            }
            let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
            for slot in target {
                let from_right = match (left.peek(), right.peek()) {
                    (Some(left), Some(right)) => is_after(left, right),
                    (left, _) => left.is_none(),
                };
                if let Some(next) = if from_right { right.next() } else { left.next() } {
                    *slot = *next;
                }
            }
        }
        core::mem::swap(&mut order, &mut merged);
        width = width.saturating_mul(2);
    }
    order
}

/// Sorts the items by `compare`. The sort is stable.
pub fn stable_sort<T>(mut items: Vec<T>, compare: &dyn Fn(&T, &T) -> Ordering) -> Vec<T> {
    if items.len() > 1 {
        sort(items.len(), &mut Items { items: &mut items, compare });
    }
    items
}

/// Items that can be sorted in place without knowing their type.
trait Sequence {
    /// Compares the items at two indexes.
    fn compare(&self, a: usize, b: usize) -> Ordering;
    /// Swaps the items at two indexes.
    fn swap(&mut self, a: usize, b: usize);
}

struct Items<'a, T> {
    items: &'a mut [T],
    compare: &'a dyn Fn(&T, &T) -> Ordering,
}

impl<T> Sequence for Items<'_, T> {
    fn compare(&self, a: usize, b: usize) -> Ordering {
        match (self.items.get(a), self.items.get(b)) {
            (Some(a), Some(b)) => (self.compare)(a, b),
            _ => Ordering::Equal,
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.items.swap(a, b);
    }
}

fn sort(count: usize, sequence: &mut dyn Sequence) {
    // For short lists, swapping neighbours is cheaper than sorting indexes.
    const SHORT: usize = 8;
    if count <= SHORT {
        for end in 1..count {
            let mut at = end;
            while at > 0 && sequence.compare(at - 1, at).is_gt() {
                sequence.swap(at - 1, at);
                at -= 1;
            }
        }
    } else if (1..count).any(|at| sequence.compare(at - 1, at).is_gt()) {
        let order = argsort(count, &|a, b| sequence.compare(a, b));
        permute(&order, sequence);
    }
}

/// Moves items in place, so that the item at the index `order[i]` gets the index `i`.
fn permute(order: &[u32], sequence: &mut dyn Sequence) {
    let mut targets = order.to_vec();
    for (to, from) in (0..).zip(order) {
        if let Some(target) = targets.get_mut(*from as usize) {
            *target = to;
        }
    }
    for index in 0..targets.len() {
        // Each swap moves one item to its target.
        while let Some(target) = targets.get(index).map(|target| *target as usize).filter(|target| *target != index) {
            targets.swap(index, target);
            sequence.swap(index, target);
        }
    }
}

/// Finds equal items: returns, for the item at each index below `count`, the index of the first item equal to it.
/// Returns an empty list if all items differ.
pub fn first_occurrences(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<u32> {
    let is_new = |index: usize| (0..index).all(|earlier| compare(earlier, index).is_ne());
    // Most lists are short: for up to 16 items, pairwise comparison is cheaper than sorting.
    if count <= 16 && (1..count).all(is_new) {
        return Vec::new();
    }
    let order = argsort(count, compare);
    let Some(mut first) = order.first().copied() else { return Vec::new() };
    let mut firsts = order.clone();
    let mut has_equal = false;
    for (at, index) in order.into_iter().enumerate() {
        if compare(first as usize, index as usize).is_ne() {
            first = index;
        } else {
            has_equal |= at > 0;
        }
        if let Some(slot) = firsts.get_mut(index as usize) {
            *slot = first;
        }
    }
    if has_equal { firsts } else { Vec::new() }
}
