//! Whether a name looks like a misspelt field.

use core::str::Chars;

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
    alignment(name.chars(), known.chars(), allowed as usize)
}

/// The word among those known that another one is most likely a slip of.
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

/// The set of characters of a name, folded into 32 bits.
fn letters(name: &str) -> u32 {
    name.chars().fold(0, |set, character| set | 1 << (character as u32 % 32))
}

/// The optimal-string-alignment distance, where it is at most `most`: insertions, deletions, substitutions
/// and swaps of neighbours, no part edited twice. Written here because `strsim`, which the tests compare it
/// with, needs `std`, and no kept `no_std` crate has this distance.
fn alignment(mut a: Chars<'_>, mut b: Chars<'_>, most: usize) -> Option<usize> {
    // What both begin with costs nothing.
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
