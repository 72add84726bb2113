//! Baselines: the findings that a project had when it began to check, which are no longer reported.

use std::collections::BTreeMap;

use renewal_rules::{Code, Diagnostic, Layout, ProductId, products, split_index};
use renewal_rules_editor::outline;
use serde::{Deserialize, Serialize};

/// What is known of a file, and how often: a code, a space and a place. The place is a pointer. In a product with an
/// id it begins with that id instead of the product's index, so that the entry holds where the product moves.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(transparent)]
pub(crate) struct Known(BTreeMap<String, u64>);

impl Known {
    /// The findings of a text, of these codes or, where none is named, of all.
    pub(crate) fn of(found: &[Diagnostic], (text, layout): (&str, Layout), codes: &[String]) -> Self {
        let mut known = Self::default();
        let is_wanted = |one: &&Diagnostic| codes.is_empty() || codes.iter().any(|code| code == one.code.as_str());
        let mut id_of = ids_of(text, layout);
        for one in found.iter().filter(is_wanted) {
            if let Some(entry) = entry(one, layout, &mut id_of) {
                *known.0.entry(entry).or_default() += 1;
            }
        }
        known
    }

    /// Says of each finding of a text whether it is known, no more often than it is. What is left no longer occurs.
    pub(crate) fn take(&mut self, found: &[Diagnostic], (text, layout): (&str, Layout)) -> Vec<bool> {
        let mut id_of = ids_of(text, layout);
        let mut is_known = |one: &Diagnostic| {
            let entry = entry(one, layout, &mut id_of);
            let count = entry.and_then(|entry| self.0.get_mut(&entry));
            let count = count.filter(|count| **count > 0);
            count.map(|count| *count -= 1).is_some()
        };
        let are_known = found.iter().map(&mut is_known).collect();
        self.0.retain(|_, count| *count > 0);
        are_known
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Refuses codes of which nothing is ever known.
pub(crate) fn check_codes(codes: &[String]) -> Result<(), String> {
    let mut codes = codes.iter().filter_map(|code| code.parse().ok());
    match codes.find(|code: &Code| !code.rule().can_be_known()) {
        Some(code) => Err(format!("`{code}` cannot be suppressed: behind it anything may be new")),
        None => Ok(()),
    }
}

/// The entry that a finding is, where one can be known.
pub(crate) fn entry(
    found: &Diagnostic,
    layout: Layout,
    id_of: &mut impl FnMut(usize) -> Option<ProductId>,
) -> Option<String> {
    let Diagnostic { code, path, .. } = found;
    let product = match layout {
        Layout::Product => Some((0, path.as_str())),
        Layout::Array | Layout::Lines => split_index(path),
    };
    let named = product.and_then(|(index, within)| Some(format!("{code} {}{within}", id_of(index)?)));
    code.rule().can_be_known().then(|| named.unwrap_or_else(|| format!("{code} {path}")))
}

/// The ids of the products of a text, by their index.
pub(crate) fn ids_of(text: &str, layout: Layout) -> impl FnMut(usize) -> Option<ProductId> {
    let products = match layout {
        Layout::Product => vec![text],
        Layout::Array | Layout::Lines => products(text, layout).unwrap_or_default(),
    };
    // What is found in one product follows each other.
    let mut last = (usize::MAX, None);
    move |index| {
        if last.0 != index {
            let product = products.get(index).copied().unwrap_or_default();
            let outlines = outline(product).unwrap_or_default();
            last = (index, outlines.first().and_then(|product| product.id));
        }
        last.1
    }
}
