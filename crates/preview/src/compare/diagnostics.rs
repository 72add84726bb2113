//! Finds the diagnostics that only one of the two versions has.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::{borrow::Cow, vec::Vec};

use super::{data::ComparisonDiagnostic, options::CompareOptions, pairs};
use renewal_rules::catalogue::{Products, TimelineError};
use renewal_rules::{Code, Diagnostic, Options, ProductId, RenewalKind, Severity, split_index};

/// The products of one version with their diagnostics.
pub(super) struct CatalogueVersion<'t> {
    pub(super) products: Products<'t>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> CatalogueVersion<'t> {
    pub(super) fn read(text: &'t str, options: &CompareOptions) -> Result<Self, TimelineError> {
        let products = Products::read(text)?;
        let options = Options::default().with_limits(options.limits).with_rules(options.rules);
        let diagnostics = products.diagnostics(&options);
        Ok(Self { products, diagnostics })
    }

    /// Splits a diagnostic's path into the product's index and the path within the product.
    fn locate<'d>(&self, path: &'d str) -> (Option<usize>, &'d str) {
        if !self.products.is_catalogue {
            return (Some(0), path);
        }
        split_index(path).map_or((None, path), |(index, within)| (Some(index), within))
    }
}

/// Arrays of a product whose elements are matched between the versions, because elements may move.
const ARRAYS: [&str; 2] = ["/variants", "/renew_settings/product_id_for_renew"];

/// Identity of a diagnostic across versions: its location in the new version, and its data. A warning that becomes an
/// error is another diagnostic, and so is a `not-checked` that needs other options.
type Key<'d> = (NewLocation<'d>, Code, Severity, Option<RenewalKind>, &'d [alloc::string::String]);

/// Index of a product in the new version, and the path within the product.
type NewLocation<'d> = (Option<usize>, Cow<'d, str>);

fn key<'d>(diagnostic: &'d Diagnostic, location: NewLocation<'d>) -> Key<'d> {
    let Diagnostic { code, severity, params, .. } = diagnostic;
    (location, *code, *severity, params.kind(), params.list("needs"))
}

/// Returns the diagnostics that only the new version has, and those that only the old one has.
pub(super) fn compare(
    (old, new): (&CatalogueVersion<'_>, &CatalogueVersion<'_>),
    products: &[Option<usize>],
    requested: Option<ProductId>,
) -> (Vec<ComparisonDiagnostic>, Vec<ComparisonDiagnostic>) {
    let new_keys = new.diagnostics.iter().map(|one| {
        let (product, path) = new.locate(&one.path);
        Some(key(one, (product, Cow::Borrowed(path))))
    });
    let mut mapper = PathMapper { old, new, products, elements: BTreeMap::new() };
    let old_keys = old.diagnostics.iter().map(|one| Some(key(one, mapper.locate(&one.path)?)));
    let pairs = pairs::match_keys(old_keys, new_keys);
    let appeared = pairs::unmatched(new.diagnostics.len(), &pairs).filter_map(|index| new.diagnostics.get(index));
    let gone = old.diagnostics.iter().zip(&pairs).filter_map(|(one, new_index)| new_index.is_none().then_some(one));
    (relevant(new, appeared, requested), relevant(old, gone, requested))
}

/// Returns the diagnostics of the requested product and its renewals, or all diagnostics if no product is requested.
fn relevant<'d>(
    version: &CatalogueVersion<'_>,
    diagnostics: impl Iterator<Item = &'d Diagnostic>,
    requested: Option<ProductId>,
) -> Vec<ComparisonDiagnostic> {
    let renewals = requested.and_then(|id| version.products.find(id));
    let renewals = renewals.into_iter().flat_map(|entry| &entry.renewals);
    let relevant: BTreeSet<_> = renewals.copied().chain(requested).collect();
    let located = diagnostics.map(|diagnostic| {
        let (index, _) = version.locate(&diagnostic.path);
        ComparisonDiagnostic {
            product_id: index.and_then(|index| version.products.all.get(index)?.id),
            diagnostic: diagnostic.clone(),
        }
    });
    let is_relevant = |located: &ComparisonDiagnostic| {
        requested.is_none()
            || located.diagnostic.code.rule().is_once_per_input()
            || located.product_id.is_some_and(|id| relevant.contains(&id))
    };
    located.filter(is_relevant).collect()
}

/// For each of [`ARRAYS`], the index in the new version of each element of the old version; `None` if it was removed.
type Elements = [Vec<Option<usize>>; ARRAYS.len()];

/// Maps the paths of diagnostics of the old version to the new version.
struct PathMapper<'v, 't> {
    old: &'v CatalogueVersion<'t>,
    new: &'v CatalogueVersion<'t>,
    products: &'v [Option<usize>],
    elements: BTreeMap<usize, Elements>,
}

impl PathMapper<'_, '_> {
    /// Maps a path in the old version to the new version; `None` if the product, variant or chain element was removed.
    fn locate<'d>(&mut self, path: &'d str) -> Option<NewLocation<'d>> {
        let (product, path) = self.old.locate(path);
        let Some(old_index) = product else { return Some((None, Cow::Borrowed(path))) };
        let new_index = (*self.products.get(old_index)?)?;
        let mut arrays = ARRAYS.into_iter().enumerate();
        let element = arrays.find_map(|(at, array)| {
            let (index, within) = split_index(path.strip_prefix(array)?)?;
            Some((at, array, index, within))
        });
        // Elements of a malformed array are matched by index only.
        if let Some((at, array, index, within)) = element
            && let Some(new_elements) = self.elements(old_index, new_index).get(at)
            && let Some(new_element) = new_elements.get(index)
        {
            let moved = format!("{array}/{}{within}", (*new_element)?);
            return Some((Some(new_index), Cow::Owned(moved)));
        }
        Some((Some(new_index), Cow::Borrowed(path)))
    }

    fn elements(&mut self, old_index: usize, new_index: usize) -> &Elements {
        let old = self.old.products.all.get(old_index);
        let new = self.new.products.all.get(new_index);
        self.elements.entry(old_index).or_insert_with(|| match (old, new) {
            (Some(old), Some(new)) => [
                pairs::match_variants(&old.record().variants, &new.record().variants),
                pairs::match_keys(old.chain().map(Some), new.chain().map(Some)),
            ],
            _ => Elements::default(),
        })
    }
}
