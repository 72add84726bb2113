//! Identities of diagnostics, which are stable under reformatting and reordering.

use alloc::{collections::BTreeMap, string::String, vec::Vec};

use super::{contents::products, entries::ProductEntry, products::Layout, record::Priced};
use crate::check::Source;
use crate::product::ProductId;
use crate::report::Diagnostic;
use crate::schema::split_index;
use renewal_rules_json::{number_text, push_number, push_token};

/// Computes the identities of the diagnostics of one text, for fingerprints and suppressions.
///
/// An identity consists of the code, a space, the product and a pointer within the product. The product is given by its
/// id or, if it has none, by `/` and its index (by nothing if the text is a single product). In the pointer, a variant
/// is written as `sku:` and its `sku`, and an element of the chain as `id:` and its id, if unique within the array;
/// otherwise by its index.
///
/// Diagnostics with equal code and location, such as those of two renewal kinds for one licence term, share an
/// identity, so callers must count them.
///
/// ```
/// use renewal_rules::{Identities, Layout, Options, check_catalogue};
///
/// let text = r#"[{"id":101,"variants":[{"sku":"S/1"}]}]"#;
/// let report = check_catalogue(text, &Options::default());
/// let mut identities = Identities::new(text, Layout::Array);
/// assert_eq!(identities.get(&report.diagnostics[0]), "missing-field 101/variants/sku:S~11/vendor_code");
/// ```
#[derive(Debug)]
pub struct Identities<'t> {
    layout: Layout,
    products: Vec<&'t str>,
    /// Cache: index of the product read last, and its names. Diagnostics of one product are adjacent.
    last: Option<(usize, Names)>,
}

impl<'t> Identities<'t> {
    /// Creates the identities for a text. Products that are not JSON are named by their indexes.
    pub fn new(text: &'t str, layout: Layout) -> Self {
        Self { layout, products: products(text, layout).unwrap_or_default(), last: None }
    }

    /// Returns the identity of a diagnostic of the text.
    pub fn get(&mut self, diagnostic: &Diagnostic) -> String {
        let Diagnostic { code, path, .. } = diagnostic;
        let split = match self.layout {
            Layout::Product => Some((0, path.as_str())),
            Layout::Array | Layout::Lines => split_index(path),
        };
        let Some((index, within)) = split else { return format!("{code} {path}") };
        let is_alone = self.layout == Layout::Product;
        let names = self.names(index);
        let mut identity = format!("{code} ");
        match names.id {
            Some(id) => push_number(&mut identity, id.get()),
            None if is_alone => {}
            None => {
                identity.push('/');
                push_number(&mut identity, index as u64);
            }
        }
        names.push_pointer(&mut identity, within);
        identity
    }

    fn names(&mut self, index: usize) -> &Names {
        let product = self.products.get(index).copied().unwrap_or_default();
        let last = self.last.take().filter(|(read, _)| *read == index);
        &self.last.insert(last.unwrap_or_else(|| (index, Names::read(product)))).1
    }
}

const VARIANTS: &str = "/variants";
const CHAIN: &str = "/renew_settings/product_id_for_renew";

/// The id of a product, and the names that replace the indexes of its array elements in identities.
#[derive(Debug)]
struct Names {
    id: Option<ProductId>,
    /// Name of each variant: `sku:` and its `sku`; `None` if the `sku` is missing or not unique.
    variants: Vec<Option<String>>,
    /// Name of each element of the chain: `id:` and the id; `None` if the id is malformed or not unique.
    chain: Vec<Option<String>>,
}

impl Names {
    /// Reads the names of a product; a text that is not JSON has none.
    fn read(product: &str) -> Self {
        let entry = ProductEntry::read(Source::read(product.into()));
        let sku = |variant: &Priced| Some(["sku:", variant.shown.sku.as_deref()?].concat());
        let id = |element: Result<ProductId, &str>| Some(["id:", &*number_text(element.ok()?.get())].concat());
        Self {
            id: entry.id,
            variants: unique(entry.record().variants.iter().map(sku).collect()),
            chain: unique(entry.chain().map(id).collect()),
        }
    }

    /// Appends a pointer into the product. Replaces the index of a variant or chain element by its name, if it has one.
    fn push_pointer(&self, identity: &mut String, pointer: &str) {
        for (array, names) in [(VARIANTS, &self.variants), (CHAIN, &self.chain)] {
            let Some((index, within)) = pointer.strip_prefix(array).and_then(split_index) else { continue };
            if let Some(name) = names.get(index).and_then(Option::as_deref) {
                identity.push_str(array);
                push_token(identity, name);
                identity.push_str(within);
                return;
            }
        }
        identity.push_str(pointer);
    }
}

/// Replaces each name that occurs more than once with `None`.
fn unique(names: Vec<Option<String>>) -> Vec<Option<String>> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for name in names.iter().flatten() {
        *counts.entry(name.clone()).or_default() += 1;
    }
    names.into_iter().map(|name| name.filter(|name| counts.get(name) == Some(&1))).collect()
}
