//! Whether a name looks like a misspelt field.

use alloc::vec::Vec;

/// How far `name` is from `known`, `None` where the two are not alike. Alike are names that are
/// equal when case, `_` and `-` are ignored (distance 0), and names at an optimal-string-alignment
/// distance of at most 1 from a known name of 4 or more characters, 2 for 8 or more.
pub(crate) fn distance(name: &str, known: &str) -> Option<usize> {
    if name.len() > 4 * (known.len() + 2) {
        return None;
    }
    if folded(name).eq(folded(known)) {
        return Some(0);
    }
    let allowed = match known.len() {
        0..=3 => return None,
        4..=7 => 1,
        _ => 2,
    };
    // One edit changes at most two of the letters that stand in a name: most strangers end here.
    if (letters(name) ^ letters(known)).count_ones() > 2 * allowed {
        return None;
    }
    let allowed = allowed as usize;
    let name: Vec<char> = name.chars().collect();
    let known: Vec<char> = known.chars().collect();
    if name.len().abs_diff(known.len()) > allowed {
        return None;
    }
    let distance = alignment(&name, &known);
    (distance <= allowed).then_some(distance)
}

fn folded(name: &str) -> impl Iterator<Item = u8> + '_ {
    name.bytes()
        .filter(|byte| !matches!(byte, b'_' | b'-'))
        .map(|byte| byte.to_ascii_lowercase())
}

/// The set of characters of a name, folded into 32 bits.
fn letters(name: &str) -> u32 {
    name.chars()
        .fold(0, |set, character| set | 1 << (character as u32 % 32))
}

/// The optimal-string-alignment distance: insertions, deletions, substitutions and swaps of
/// neighbours, no part edited twice. Written here because `strsim`, which the tests compare it
/// with, needs `std`, and no kept `no_std` crate has this distance.
fn alignment(mut a: &[char], mut b: &[char]) -> usize {
    // What both begin or end with costs nothing, and a slip leaves little else.
    while let ([first_a, rest_a @ ..], [first_b, rest_b @ ..]) = (a, b)
        && first_a == first_b
    {
        (a, b) = (rest_a, rest_b);
    }
    while let ([rest_a @ .., last_a], [rest_b @ .., last_b]) = (a, b)
        && last_a == last_b
    {
        (a, b) = (rest_a, rest_b);
    }
    let width = b.len() + 1;
    let mut before: Vec<usize> = alloc::vec![0; width];
    let mut last: Vec<usize> = (0..width).collect();
    let mut line: Vec<usize> = Vec::with_capacity(width);
    let mut previous_a = None;
    for (row, a) in a.iter().enumerate() {
        line.clear();
        let mut left = row + 1;
        line.push(left);
        let mut previous_b = None;
        // The rows above are walked in step: the two cells before the one above, and two rows up.
        let mut above_cells = last.iter();
        let mut diagonal = above_cells.next().copied().unwrap_or(0);
        let mut swapped = before.iter();
        for (b, above) in b.iter().zip(above_cells) {
            let mut best = (diagonal + usize::from(a != b))
                .min(above + 1)
                .min(left + 1);
            if previous_b.is_some()
                && let Some(swapped) = swapped.next()
                && previous_a == Some(b)
                && previous_b == Some(a)
            {
                best = best.min(swapped + 1);
            }
            line.push(best);
            left = best;
            diagonal = *above;
            previous_b = Some(b);
        }
        previous_a = Some(a);
        core::mem::swap(&mut before, &mut last);
        core::mem::swap(&mut last, &mut line);
    }
    last.last().copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use proptest::prelude::*;

    proptest! {
        /// The independent oracle is `strsim`.
        #[test]
        fn agrees_with_strsim(a in "[ab_é]{0,9}", b in "[ab_é]{0,9}") {
            let letters = |text: &str| text.chars().collect::<Vec<char>>();
            prop_assert_eq!(super::alignment(&letters(&a), &letters(&b)), strsim::osa_distance(&a, &b));
        }
    }
}
