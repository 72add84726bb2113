//! Finds the diagnostics that only one of the two versions has.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::{borrow::Cow, vec::Vec};

use super::{data::Problem, options::CompareOptions, pairs};
use renewal_rules::Options;
use renewal_rules::catalogue::{Products, TimelineError};
use renewal_rules::split_index;
use renewal_rules::{Code, Diagnostic, Severity};
use renewal_rules::{ProductId, RenewalKind};

pub(super) struct Version<'t> {
    pub(crate) entries: Products<'t>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl<'t> Version<'t> {
    pub(crate) fn read(text: &'t str, options: &CompareOptions) -> Result<Self, TimelineError> {
        let entries = Products::read(text)?;
        let record = Options::default().with_limits(options.limits).with_rules(options.rules);
        let diagnostics = entries.diagnostics(&record);
        Ok(Self { entries, diagnostics })
    }

    /// Splits a diagnostic's path into the product's index and the path within the product.
    pub(crate) fn locate<'d>(&self, path: &'d str) -> (Option<usize>, &'d str) {
        if !self.entries.is_catalogue {
            return (Some(0), path);
        }
        split_index(path).map_or((None, path), |(index, within)| (Some(index), within))
    }
}

/// Arrays of a product whose elements may move.
const LISTS: [&str; 2] = ["/variants", "/renew_settings/product_id_for_renew"];

/// Identity of a diagnostic across versions: its location in the new version, and its data. A warning that becomes an
/// error is another diagnostic; so is `not-checked` with other needs.
type Key<'d> = (Place<'d>, Code, Severity, Option<RenewalKind>, &'d [alloc::string::String]);

/// Index of a product in the new version, and the path within the product.
type Place<'d> = (Option<usize>, Cow<'d, str>);

fn key<'d>(diagnostic: &'d Diagnostic, place: Place<'d>) -> Key<'d> {
    let Diagnostic { code, severity, params, .. } = diagnostic;
    (place, *code, *severity, params.kind(), params.list("needs"))
}

/// Returns the diagnostics that only the new version has, and those that only the old one has.
pub(super) fn compare(
    (old, new): (&Version<'_>, &Version<'_>),
    products: &[Option<usize>],
    stated: Option<ProductId>,
) -> (Vec<Problem>, Vec<Problem>) {
    let new_keys = new.diagnostics.iter().map(|one| {
        let (product, path) = new.locate(&one.path);
        Some(key(one, (product, Cow::Borrowed(path))))
    });
    let mut moves = Moves { old, new, products, elements: BTreeMap::new() };
    let old_keys = old.diagnostics.iter().map(|one| Some(key(one, moves.place(&one.path)?)));
    let pairs = pairs::matched(old_keys, new_keys);
    let appeared = pairs::left(new.diagnostics.len(), &pairs).filter_map(|index| new.diagnostics.get(index));
    let gone = (old.diagnostics.iter().zip(&pairs)).filter_map(|(one, place)| place.is_none().then_some(one));
    (relevant(new, appeared, stated), relevant(old, gone, stated))
}

/// Returns the diagnostics of the requested product and its renewals, or all of them.
fn relevant<'d>(
    version: &Version<'_>,
    diagnostics: impl Iterator<Item = &'d Diagnostic>,
    stated: Option<ProductId>,
) -> Vec<Problem> {
    let renewals = stated.and_then(|id| version.entries.find(id));
    let renewals = renewals.into_iter().flat_map(|entry| &entry.renewals);
    let relevant: BTreeSet<_> = renewals.copied().chain(stated).collect();
    let problems = diagnostics.map(|diagnostic| {
        let (index, _) = version.locate(&diagnostic.path);
        Problem {
            product_id: index.and_then(|index| version.entries.all.get(index)?.id),
            diagnostic: diagnostic.clone(),
        }
    });
    let is_relevant = |problem: &Problem| {
        stated.is_none()
            || problem.diagnostic.code.rule().is_once_per_input()
            || problem.product_id.is_some_and(|id| relevant.contains(&id))
    };
    problems.filter(is_relevant).collect()
}

/// New indices of the elements of these arrays.
type Elements = [Vec<Option<usize>>; LISTS.len()];

/// Maps locations of the old version to the new one.
struct Moves<'v, 't> {
    old: &'v Version<'t>,
    new: &'v Version<'t>,
    products: &'v [Option<usize>],
    elements: BTreeMap<usize, Elements>,
}

impl Moves<'_, '_> {
    /// Maps a path of the old version to the new one; `None` if the product, variant or chain element was removed.
    fn place<'d>(&mut self, path: &'d str) -> Option<Place<'d>> {
        let (product, path) = self.old.locate(path);
        let Some(old_index) = product else { return Some((None, Cow::Borrowed(path))) };
        let new_index = (*self.products.get(old_index)?)?;
        let mut lists = LISTS.into_iter().enumerate();
        let element = lists.find_map(|(at, list)| {
            let (index, within) = split_index(path.strip_prefix(list)?)?;
            Some((at, list, index, within))
        });
        // Elements of a malformed array are matched by index only.
        if let Some((at, list, index, within)) = element
            && let Some(places) = self.elements(old_index, new_index).get(at)
            && let Some(place) = places.get(index)
        {
            let moved = format!("{list}/{}{within}", (*place)?);
            return Some((Some(new_index), Cow::Owned(moved)));
        }
        Some((Some(new_index), Cow::Borrowed(path)))
    }

    fn elements(&mut self, old_index: usize, new_index: usize) -> &Elements {
        let old = self.old.entries.all.get(old_index);
        let new = self.new.entries.all.get(new_index);
        self.elements.entry(old_index).or_insert_with(|| match (old, new) {
            (Some(old), Some(new)) => [
                pairs::variants(&old.record().variants, &new.record().variants),
                pairs::matched(old.chain().map(Some), new.chain().map(Some)),
            ],
            _ => Elements::default(),
        })
    }
}
