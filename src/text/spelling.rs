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
    // One edit changes at most two of the letters of a name: most strangers end here.
    if (letters(name) ^ letters(known)).count_ones() > 2 * allowed {
        return None;
    }
    let name: Vec<char> = name.chars().collect();
    let known: Vec<char> = known.chars().collect();
    alignment(&name, &known, allowed as usize)
}

/// The word among those known that another one is most likely a slip of.
///
/// ```
/// use renewal_rules::render::nearest;
///
/// assert_eq!(nearest("chekc", ["check", "diff"]), Some("check"));
/// assert_eq!(nearest("explode", ["check", "diff"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known = known.into_iter();
    known
        .filter_map(|known| Some((distance(word, known)?, known)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

fn folded(name: &str) -> impl Iterator<Item = u8> + '_ {
    name.bytes().filter(|byte| !matches!(byte, b'_' | b'-')).map(|byte| byte.to_ascii_lowercase())
}

/// The set of characters of a name, folded into 32 bits.
fn letters(name: &str) -> u32 {
    name.chars().fold(0, |set, character| set | 1 << (character as u32 % 32))
}

/// The optimal-string-alignment distance, where it is at most `most`: insertions, deletions, substitutions
/// and swaps of neighbours, no part edited twice. Written here because `strsim`, which the tests compare it
/// with, needs `std`, and no kept `no_std` crate has this distance.
fn alignment(mut a: &[char], mut b: &[char], most: usize) -> Option<usize> {
    // What both begin with costs nothing.
    while let ([first_a, rest_a @ ..], [first_b, rest_b @ ..]) = (a, b)
        && first_a == first_b
    {
        (a, b) = (rest_a, rest_b);
    }
    if a.is_empty() && b.is_empty() {
        return Some(0);
    }
    let most = most.checked_sub(1)?;
    let (rest_a, rest_b) = (a.get(1..), b.get(1..));
    let swapped = match (a, b) {
        ([a1, a2, a @ ..], [b1, b2, b @ ..]) if (a1, a2) == (b2, b1) => Some((a, b)),
        _ => None,
    };
    let edits = [rest_a.zip(rest_b), rest_a.zip(Some(b)), Some(a).zip(rest_b), swapped];
    let edits = edits.into_iter().flatten();
    let distances = edits.filter_map(|(a, b)| alignment(a, b, most));
    distances.min().map(|distance| distance + 1)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use proptest::prelude::*;

    proptest! {
        /// The independent oracle is `strsim`.
        #[test]
        #[cfg_attr(miri, ignore = "takes Miri more than a minute")]
        fn agrees_with_strsim(a in "[ab_é]{0,9}", b in "[ab_é]{0,9}") {
            let letters = |text: &str| text.chars().collect::<Vec<char>>();
            let expected = Some(strsim::osa_distance(&a, &b)).filter(|distance| *distance <= 3);
            prop_assert_eq!(super::alignment(&letters(&a), &letters(&b), 3), expected);
        }
    }
}
