//! Detection of typos in names.

use core::str::Chars;

/// Returns the distance between `name` and `known`, or `None` if they are not similar. Names that are equal apart from
/// case, `_` and `-` have distance 0. Other names are similar if their optimal-string-alignment distance is at most 1
/// for a `known` of 4 to 7 bytes, or at most 2 for 8 bytes or more.
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
    // Compare the sets of characters first: one edit adds or removes at most two characters of the set, so this cheap
    // test rejects most dissimilar names.
    if (letters(name) ^ letters(known)).count_ones() > 2 * allowed {
        return None;
    }
    alignment(name.chars(), known.chars(), allowed as usize)
}

/// Returns the known word that is most similar to `word`, for suggestions after a typo; `None` if none is similar.
///
/// ```
/// use renewal_rules::messages::nearest;
///
/// assert_eq!(nearest("chekc", ["check", "diff"]), Some("check"));
/// assert_eq!(nearest("explode", ["check", "diff"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .filter_map(|known| Some((distance(word, known)?, known)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

fn folded(name: &str) -> impl Iterator<Item = u8> + '_ {
    name.bytes().filter(|byte| !matches!(byte, b'_' | b'-')).map(|byte| byte.to_ascii_lowercase())
}

/// Returns the set of characters of a name as a bit set, folded to 32 bits.
fn letters(name: &str) -> u32 {
    name.chars().fold(0, |set, character| set | 1 << (character as u32 % 32))
}

/// Returns the optimal-string-alignment distance if it is at most `most`: insertions, deletions, substitutions and
/// swaps of neighbours, without editing a substring twice. Implemented here because no maintained `no_std` crate has
/// this distance: `strsim`, the reference in the tests, needs `std`.
fn alignment(mut a: Chars<'_>, mut b: Chars<'_>, most: usize) -> Option<usize> {
    // Skip the common prefix.
    let (rest_a, rest_b, firsts) = loop {
        let (mut rest_a, mut rest_b) = (a.clone(), b.clone());
        let firsts = (rest_a.next(), rest_b.next());
        match firsts {
            (None, None) => return Some(0),
            (first_a, first_b) if first_a == first_b => (a, b) = (rest_a, rest_b),
            _ => break (rest_a, rest_b, firsts),
        }
    };
    let most = most.checked_sub(1)?;
    let (mut swapped_a, mut swapped_b) = (rest_a.clone(), rest_b.clone());
    let is_swapped = (swapped_b.next(), swapped_a.next()) == firsts;
    let (has_a, has_b) = (firsts.0.is_some(), firsts.1.is_some());
    let edits = [
        (has_a && has_b, &rest_a, &rest_b),
        (has_a, &rest_a, &b),
        (has_b, &a, &rest_b),
        (has_a && has_b && is_swapped, &swapped_a, &swapped_b),
    ];
    let distances = edits.into_iter().filter(|(is_possible, ..)| *is_possible);
    let distances = distances.filter_map(|(_, a, b)| alignment(a.clone(), b.clone(), most));
    distances.min().map(|distance| distance + 1)
}
