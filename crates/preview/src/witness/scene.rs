//! The products that take part in the purchase of one product, as a JSON array.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::{borrow::Cow, string::String, vec::Vec};

use super::Effect;
use super::data::Witness;
use super::repair::{added_product, placeholder};
use crate::timeline::TimelineOptions;
use renewal_rules::catalogue::{Products, TimelineError};
use renewal_rules::{Diagnostic, Limits, ProductId, contents, split_index};

/// The purchased product and the products of its chain.
pub(super) struct Scene {
    /// The products as a JSON array, the purchased one first.
    pub(super) text: String,
    /// Ids of the placeholders: products of the chain that the input lacks.
    pub(super) assumed: Vec<ProductId>,
    /// The diagnostic, with a path into `text`.
    pub(super) diagnostic: Diagnostic,
    /// `true` if the products are checked as a catalogue.
    is_catalogue: bool,
    /// Path of the diagnostic in the input.
    path: String,
}

/// The products of an input, with indexes that are shared by the witnesses of several diagnostics.
pub(super) struct Catalogue<'t> {
    pub(super) products: Products<'t>,
    /// Text of each product.
    texts: Vec<&'t str>,
    /// For each id, the index of the first product that has the id.
    by_id: BTreeMap<ProductId, usize>,
    /// For each id, the index of the first other product whose chain contains the id.
    initiators: BTreeMap<ProductId, usize>,
}

impl<'t> Catalogue<'t> {
    /// Reads the products of a text.
    pub(super) fn read(text: &'t str) -> Result<Self, TimelineError> {
        let products = Products::read(text)?;
        // Splitting does not fail, because `Products::read` has accepted the text.
        let texts = renewal_rules::products(text, contents(text.as_bytes(), false).layout).unwrap_or_default();
        // Insert one by one: collecting would link the standard library's sort.
        let (mut by_id, mut initiators) = (BTreeMap::new(), BTreeMap::new());
        for (index, entry) in products.all.iter().enumerate() {
            if let Some(id) = entry.id {
                by_id.entry(id).or_insert(index);
            }
            for renewal in entry.chain().flatten().filter(|id| Some(*id) != entry.id) {
                initiators.entry(renewal).or_insert(index);
            }
        }
        Ok(Self { products, texts, by_id, initiators })
    }

    /// Returns the indexes of the products whose buyers a diagnostic can affect: the initiator that the diagnostic
    /// names; otherwise the product with the diagnostic, and the first product whose chain contains that product.
    pub(super) fn candidates(&self, diagnostic: &Diagnostic) -> Vec<usize> {
        let number = |name| diagnostic.params.number(name);
        if let Some(initiator) = number("initiator") {
            return ProductId::new(initiator).and_then(|id| self.by_id.get(&id).copied()).into_iter().collect();
        }
        if let Some(index) = number("initiatorIndex") {
            return usize::try_from(index).into_iter().collect();
        }
        let Some(target) = self.target(diagnostic) else { return Vec::new() };
        let own = self.products.all.get(target).and_then(|entry| entry.id);
        let other = own.and_then(|id| self.initiators.get(&id).copied()).filter(|index| *index != target);
        [target].into_iter().chain(other).collect()
    }

    /// Returns the index of the product with the diagnostic.
    fn target(&self, diagnostic: &Diagnostic) -> Option<usize> {
        if self.products.is_catalogue { Some(split_index(&diagnostic.path)?.0) } else { Some(0) }
    }
}

/// Applies `map` to the path of a diagnostic and to the pointers of its fix.
fn map_paths(diagnostic: &mut Diagnostic, map: impl Fn(&str) -> String) {
    diagnostic.path = map(&diagnostic.path);
    if let Some(fix) = &mut diagnostic.fix {
        *fix = fix.drain(..).map(|operation| operation.map_pointers(&map)).collect();
    }
}

impl Scene {
    /// Collects the products of a purchase. If the input is a single product, the other products of its chain are
    /// placeholders.
    pub(super) fn new(
        catalogue: &Catalogue<'_>,
        bought: usize,
        diagnostic: &Diagnostic,
        limits: &Limits,
    ) -> Option<Self> {
        let Catalogue { products: all, texts, by_id, .. } = catalogue;
        let target = catalogue.target(diagnostic)?;
        let entry = all.all.get(bought)?;
        let (mut indexes, mut assumed) = (vec![bought], Vec::new());
        let mut seen = BTreeSet::new();
        for id in entry.chain().flatten().filter(|id| Some(*id) != entry.id) {
            let index = by_id.get(&id).copied();
            if seen.insert(id) {
                indexes.extend(index.filter(|index| *index != bought));
                assumed.extend(Some(id).filter(|_| index.is_none() && !all.is_catalogue));
            }
        }
        if !indexes.contains(&target) {
            indexes.push(target);
        }
        let given = indexes.iter().map(|index| texts.get(*index).map(|text| Cow::Borrowed(*text)));
        let placeholders = assumed.iter().map(|id| Some(Cow::Owned(placeholder(*id, limits))));
        let members: Option<Vec<Cow<'_, str>>> = given.chain(placeholders).collect();
        let position = indexes.iter().position(|index| *index == target)?;
        let mut moved = diagnostic.clone();
        map_paths(&mut moved, |path| {
            let within = if all.is_catalogue { split_index(path).map_or("", |(_, within)| within) } else { path };
            format!("/{position}{within}")
        });
        Some(Self {
            text: format!("[{}]", members?.join(",")),
            assumed,
            diagnostic: moved,
            is_catalogue: all.is_catalogue,
            path: diagnostic.path.clone(),
        })
    }

    /// Reads the products.
    pub(super) fn products(&self) -> Option<Products<'_>> {
        Products::read(&self.text).ok()
    }

    /// Checks the products of the scene, broken or repaired. The paths of the diagnostics begin with the index in the
    /// array.
    pub(super) fn diagnostics(&self, products: &Products<'_>, options: &TimelineOptions) -> Option<Vec<Diagnostic>> {
        let options = options.decision();
        if self.is_catalogue {
            return Some(products.diagnostics(&options));
        }
        let mut diagnostics = products.all.first()?.diagnostics(&options);
        for diagnostic in &mut diagnostics {
            map_paths(diagnostic, |path| format!("/0{path}"));
        }
        Some(diagnostics)
    }

    /// Creates the witness of the diagnostic from the effect of its repair.
    pub(super) fn witness(&self, effect: Effect) -> Witness {
        let Effect { loss, fixed, patch, also } = effect;
        let mut witness = Witness::new(&self.diagnostic, loss, (self.text.clone(), fixed), self.assumed.clone());
        witness.assumed.extend(patch.iter().filter_map(added_product));
        witness.path.clone_from(&self.path);
        witness.fix = patch;
        witness.also = also;
        witness
    }
}
