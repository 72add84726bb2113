//! Names that look like those of fields.

use core::cmp::Ordering;

use crate::{document::Field, text::spelling};

/// How many names look like each field, one that is as near to another field counted twice: a rename is
/// certain only where there is one.
pub(crate) fn match_counts(
    suggestions: impl Iterator<Item = (Field, bool)>,
) -> [usize; Field::Unnamed as usize] {
    let mut counts = [0; Field::Unnamed as usize];
    for (field, is_tied) in suggestions {
        if let Some(count) = counts.get_mut(field as usize) {
            *count += 1 + usize::from(is_tied);
        }
    }
    counts
}

/// The field that `name` looks most like, the nearest or else the first, and whether another one is as
/// near.
pub(crate) fn nearest(name: &str, fields: impl Iterator<Item = Field>) -> Option<(Field, bool)> {
    let near = |field: Field| Some((spelling::distance(name, field.key())?, field, false));
    let nearer = fields
        .filter_map(near)
        .reduce(|first, next| match next.0.cmp(&first.0) {
            Ordering::Less => next,
            Ordering::Equal => (first.0, first.1, true),
            Ordering::Greater => first,
        });
    nearer.map(|(_, field, is_tied)| (field, is_tied))
}
