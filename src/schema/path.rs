//! The way to a field, and its JSON Pointer.

use alloc::{borrow::Cow, string::String};

use super::fields::{Field, FieldSet, push_dotted};
use crate::messages::shown;
use renewal_rules_json::{push_index, push_number, push_token};

/// Where in a product something is: a field, and which element or other name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FieldPath<'t> {
    pub(crate) field: Field,
    /// The index of the element of the chain, the variants or the locales.
    pub(crate) index: usize,
    /// The position of an unnamed field among the unnamed fields of its object.
    pub(crate) order: usize,
    /// The locale, where there is one.
    pub(crate) locale: Cow<'t, str>,
    /// The name of an unnamed field.
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

    /// The same element, another field of it.
    pub(crate) fn to(&self, field: Field) -> Self {
        Self { field, ..self.clone() }
    }

    /// Where fields are, seen from here: in the same element, or else as the array or object of all of them.
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

    /// A field of the object here that the document does not name.
    pub(crate) fn other(&self, order: usize, name: Cow<'t, str>) -> Self {
        Self { field: self.field.others(), order, name, ..self.clone() }
    }

    /// What a message calls it: its path without `renew_settings`, with indexes and the locale.
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
                label.push_str(&shown(&self.locale));
            }
        }
        push_dotted(&mut label, after);
        label
    }

    /// What a report is ordered by.
    pub(crate) fn key(&self) -> (Field, usize, Field, usize) {
        (self.field.block(), self.index, self.field, self.order)
    }

    /// Adds the JSON Pointer (RFC 6901) of this place to `pointer`.
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

/// The index with which a JSON Pointer into a catalogue begins, and the pointer within that product; `None` where it
/// begins with none.
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
