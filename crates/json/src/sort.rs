//! Sorting that is compiled only once: a generic sort, instantiated for each type, would be more code than all rules
//! together. Sorts indexes with a merge sort that needs 8 bytes for each.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// Returns the indexes below `count`, sorted by `compare`. The sort is stable.
pub fn sorted(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<u32> {
    let mut order: Vec<u32> = (0..u32::try_from(count).unwrap_or(u32::MAX)).collect();
    let mut merged = order.clone();
    let is_after = |a: &u32, b: &u32| compare(*a as usize, *b as usize) == Ordering::Greater;
    let mut width = 1;
    while width < order.len() {
        let pairs = order.chunks(2 * width).zip(merged.chunks_mut(2 * width));
        for (pair, target) in pairs {
            let (left, right) = pair.split_at_checked(width).unwrap_or((pair, &[]));
            let in_order = left.last().zip(right.first());
            if in_order.is_none_or(|(last, first)| !is_after(last, first)) {
                target.copy_from_slice(pair);
                continue;
            }
            let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
            for slot in target {
                let from_right = match (left.peek(), right.peek()) {
                    (Some(left), Some(right)) => is_after(left, right),
                    (left, _) => left.is_none(),
                };
                let next = if from_right { right.next() } else { left.next() };
                *slot = next.copied().unwrap_or_default();
            }
        }
        core::mem::swap(&mut order, &mut merged);
        width = width.saturating_mul(2);
    }
    order
}

/// Sorts the items by `compare`. The sort is stable.
pub fn arranged<T>(mut items: Vec<T>, compare: &dyn Fn(&T, &T) -> Ordering) -> Vec<T> {
    let exchanges = exchanges(items.len(), &|a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    for (at, from) in exchanges.into_iter().enumerate() {
        // `swap` cannot panic: both positions are below the number of items.
        items.swap(at, from as usize);
    }
    items
}

/// Returns for each position, in ascending order, the position to swap with so that the items are finally sorted by
/// `compare`. Empty if they are already sorted. Takes as long as sorting.
fn exchanges(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<u32> {
    if (1..count).all(|at| compare(at - 1, at).is_le()) {
        return Vec::new();
    }
    let mut from = sorted(count, compare);
    for at in 0..count {
        // An earlier swap has moved an item that was originally before this position, perhaps more than once: follow
        // its moves.
        let mut found = from.get(at).copied();
        while let Some(earlier) = found.filter(|found| (*found as usize) < at) {
            found = from.get(earlier as usize).copied();
        }
        if let Some((place, found)) = from.get_mut(at).zip(found) {
            *place = found;
        }
    }
    from
}

/// Returns for each index below `count` the index of the first item that is equal. Empty if all items differ.
pub fn firsts(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<u32> {
    let is_new = |index: usize| (0..index).all(|earlier| compare(earlier, index).is_ne());
    // Most lists are short: for up to 16 items, pairwise comparison is cheaper than sorting.
    if count <= 16 && (1..count).all(is_new) {
        return Vec::new();
    }
    let order = sorted(count, compare);
    let mut firsts = order.clone();
    let mut start = order.first().copied().unwrap_or_default();
    let mut has_equal = false;
    for (at, index) in order.into_iter().enumerate() {
        if compare(start as usize, index as usize).is_ne() {
            start = index;
        } else {
            has_equal |= at > 0;
        }
        if let Some(first) = firsts.get_mut(index as usize) {
            *first = start;
        }
    }
    if has_equal { firsts } else { Vec::new() }
}
