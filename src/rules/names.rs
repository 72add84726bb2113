//! Names that look like those of fields.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::document::{Field, FieldSet};
use crate::text::spelling;

/// A name that is no field's, the fields that its object lacks, and whether it can take the name of one.
pub(crate) type Misspelt<'n> = (&'n str, FieldSet, bool);

/// For each name the field that it looks most like, and whether no other one looks like that field, nor the name
/// as much like another: a rename is certain only then.
pub(crate) fn suggestions(names: &mut dyn Iterator<Item = Misspelt<'_>>) -> Vec<Option<(Field, bool)>> {
    let mut counts = [0; Field::COUNT];
    let mut found = Vec::new();
    for (name, lacked, can_be_renamed) in names {
        let suggestion = nearest(name, lacked);
        if let Some((field, is_tied)) = suggestion
            && let Some(count) = counts.get_mut(field as usize)
            && can_be_renamed
        {
            *count += 1 + usize::from(is_tied);
        }
        found.push(suggestion.map(|(field, _)| field));
    }
    let with_count = |field| (field, counts.get(field as usize) == Some(&1));
    found.into_iter().map(|field| field.map(with_count)).collect()
}

/// The field that `name` looks most like, the nearest or else the first, and whether another one is as near.
fn nearest(name: &str, fields: FieldSet) -> Option<(Field, bool)> {
    let near = |field: Field| Some((spelling::distance(name, field.key())?, field, false));
    let nearer = fields.iter().filter_map(near).reduce(|first, next| match next.0.cmp(&first.0) {
        Ordering::Less => next,
        Ordering::Equal => (first.0, first.1, true),
        Ordering::Greater => first,
    });
    nearer.map(|(_, field, is_tied)| (field, is_tied))
}
