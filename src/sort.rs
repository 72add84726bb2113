//! Sorting and grouping, each instantiated once: a sort of its own for every type would be more code
//! than all rules together. A heap sorts, as it takes a fifth of the code of a quick sort.

use alloc::{collections::BinaryHeap, vec::Vec};
use core::cmp::Ordering;

/// The numbers below `count` in the order of `compare`; what is equal keeps its order.
pub(crate) fn sorted(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let number = |number| Numbered { number, compare };
    let heap: BinaryHeap<Numbered<'_>> = (0..count).map(number).collect();
    let order = heap.into_sorted_vec().into_iter();
    order.map(|numbered| numbered.number).collect()
}

/// A number in the order of what it counts.
struct Numbered<'c> {
    number: usize,
    compare: &'c dyn Fn(usize, usize) -> Ordering,
}

impl Ord for Numbered<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.compare)(self.number, other.number).then(self.number.cmp(&other.number))
    }
}

impl PartialOrd for Numbered<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Numbered<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Numbered<'_> {}

/// The items in the order of `compare`; what is equal keeps its order.
pub(crate) fn arranged<T>(items: Vec<T>, compare: &dyn Fn(&T, &T) -> Ordering) -> Vec<T> {
    let is_arranged = |pair: &[T]| match pair {
        [a, b] => compare(a, b).is_le(),
        _ => true,
    };
    if items.windows(2).all(is_arranged) {
        return items;
    }
    let order = sorted(items.len(), &|a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order
        .into_iter()
        .filter_map(|index| items.get_mut(index)?.take())
        .collect()
}

/// Whether items are all different, where there are so few that a look at each pair tells it soon.
pub(crate) fn are_few_and_distinct(count: usize, equal: &dyn Fn(usize, usize) -> bool) -> bool {
    count <= FEW && (1..count).all(|index| (0..index).all(|earlier| !equal(earlier, index)))
}

/// What people write is a handful: looking back is cheaper than sorting. More is a matter of the
/// input's size.
const FEW: usize = 16;

/// For each item the position of the first one that equals it.
pub(crate) fn firsts<T: Ord>(items: &[T]) -> Vec<usize> {
    let compare = |a: usize, b: usize| items.get(a).cmp(&items.get(b));
    if items.len() <= FEW {
        return (0..items.len())
            .map(|index| {
                let mut earlier = 0..index;
                earlier
                    .find(|earlier| compare(*earlier, index).is_eq())
                    .unwrap_or(index)
            })
            .collect();
    }
    let mut firsts = alloc::vec![0; items.len()];
    let mut group = None;
    for index in sorted(items.len(), &compare) {
        let first = *match &mut group {
            Some(first) if compare(*first, index).is_eq() => first,
            group => group.insert(index),
        };
        if let Some(slot) = firsts.get_mut(index) {
            *slot = first;
        }
    }
    firsts
}

/// For each group of equal items, under the position of its first, the position of its last; all
/// other positions hold their own.
pub(crate) fn lasts(firsts: &[usize]) -> Vec<usize> {
    let mut lasts: Vec<usize> = (0..firsts.len()).collect();
    for (index, first) in firsts.iter().enumerate() {
        if let Some(last) = lasts.get_mut(*first) {
            *last = index;
        }
    }
    lasts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn groups_are_those_of_a_search(items in prop::collection::vec(0_u8..12, 0..60)) {
            let firsts = super::firsts(&items);
            let lasts = super::lasts(&firsts);
            for (index, item) in items.iter().enumerate() {
                let first = items.iter().position(|other| other == item).unwrap();
                prop_assert_eq!(firsts[index], first);
                let last = items.iter().rposition(|other| other == item).unwrap();
                prop_assert_eq!(lasts[first], last);
            }
        }

        #[test]
        fn arranging_is_a_stable_sort(items in prop::collection::vec((0_u8..9, 0_u8..9), 0..60)) {
            let mut sorted = items.clone();
            sorted.sort_by_key(|item| item.0);
            prop_assert_eq!(super::arranged(items, &|a, b| a.0.cmp(&b.0)), sorted);
        }
    }
}
