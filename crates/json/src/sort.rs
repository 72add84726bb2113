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
pub fn stable_sort<T>(items: Vec<T>, compare: &dyn Fn(&T, &T) -> Ordering) -> Vec<T> {
    if items.is_sorted_by(|a, b| compare(a, b).is_le()) {
        return items;
    }
    let order = argsort(items.len(), &|a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    let mut sorted = Vec::with_capacity(items.len());
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    sorted.extend(order.into_iter().filter_map(|index| items.get_mut(index as usize)?.take()));
    sorted
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
