//! Paths of fields, and their JSON Pointers.

use alloc::{borrow::Cow, string::String};

use super::fields::{Field, FieldSet, push_dotted};
use crate::messages::sanitize;
use renewal_rules_json::{push_index, push_number, push_token};

/// Location in a product: a field, with the index, locale or name that selects one of its occurrences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FieldPath<'t> {
    pub(crate) field: Field,
    /// Index of the element in the chain, the variants or the locales.
    pub(crate) index: usize,
    /// Position of an undocumented member among the undocumented members of its object.
    pub(crate) order: usize,
    /// The locale; empty outside locales.
    pub(crate) locale: Cow<'t, str>,
    /// Name of an undocumented member; empty for any other field.
    pub(crate) name: Cow<'t, str>,
}

impl From<Field> for FieldPath<'_> {
    fn from(field: Field) -> Self {
        Self::at(field, 0)
    }
}

impl<'t> FieldPath<'t> {
    pub(crate) const fn at(field: Field, index: usize) -> Self {
        Self { field, index, order: 0, locale: Cow::Borrowed(""), name: Cow::Borrowed("") }
    }

    /// Returns the path of another field in the same variant, locale or chain element.
    pub(crate) fn to(&self, field: Field) -> Self {
        Self { field, ..self.clone() }
    }

    /// Replaces the fields of a variant, locale or chain element by the array or object of all elements, unless this
    /// path is in such an element: from elsewhere it is unknown which element is meant.
    pub(crate) fn beside(&self, mut fields: FieldSet) -> FieldSet {
        for (element, all) in
            [(Field::ChainItem, Field::Chain), (Field::Locale, Field::Locales), (Field::Variant, Field::Variants)]
        {
            let others = fields.without(element.within());
            if others != fields && !self.field.is_within(element) {
                fields = others.with_field(all);
            }
        }
        fields
    }

    /// Returns the path of an undocumented member of this object.
    pub(crate) fn other(&self, order: usize, name: Cow<'t, str>) -> Self {
        Self { field: self.field.others(), order, name, ..self.clone() }
    }

    /// Returns the path as written in messages: without `renew_settings`, with indexes and the locale.
    pub(crate) fn label(&self) -> String {
        let [before, element, after] = self.field.row().pointer;
        let short = before.strip_prefix("/renew_settings/");
        let mut label = String::with_capacity(64);
        push_dotted(&mut label, short.unwrap_or(before));
        match element {
            "" => {}
            "[]" => {
                label.push('[');
                push_number(&mut label, self.index as u64);
                label.push(']');
            }
            _ => {
                label.push('.');
                label.push_str(&sanitize(&self.locale));
            }
        }
        push_dotted(&mut label, after);
        label
    }

    /// Returns the sort key of this path in a report.
    pub(crate) fn key(&self) -> (Field, usize, Field, usize) {
        (self.field.block(), self.index, self.field, self.order)
    }

    /// Appends the JSON Pointer (RFC 6901) of this path to `pointer`.
    pub(crate) fn write_pointer(&self, pointer: &mut String) {
        let [before, element, after] = self.field.row().pointer;
        pointer.push_str(before);
        match element {
            "" => {}
            "[]" => push_index(pointer, self.index),
            _ => push_token(pointer, &self.locale),
        }
        pointer.push_str(after);
        if !self.field.is_named() {
            push_token(pointer, &self.name);
        }
    }
}

/// Splits a JSON Pointer of a catalogue: returns the index of the product and the pointer within this product, or
/// `None` if the pointer does not begin with an index.
///
/// ```
/// assert_eq!(renewal_rules::split_index("/3/variants/0"), Some((3, "/variants/0")));
/// assert_eq!(renewal_rules::split_index("/licence_term"), None);
/// ```
pub fn split_index(pointer: &str) -> Option<(usize, &str)> {
    let rest = pointer.strip_prefix('/')?;
    let (index, within) = rest.split_at_checked(rest.find('/').unwrap_or(rest.len()))?;
    Some((index.parse().ok()?, within))
}
