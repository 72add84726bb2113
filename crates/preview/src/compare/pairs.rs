//! Matches the two versions: products by id, variants by `sku`.

use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec::Vec;

use super::options::{CompareError, CompareOptions};
use super::version::ProductVersion;
use renewal_rules::ProductId;
use renewal_rules::catalogue::{Priced, ProductEntry, Products};

/// Returns for each old key the index of the equal new key. Duplicates are matched in order; elements without a key
/// match nothing.
pub(super) fn match_keys<K: Ord>(
    old: impl Iterator<Item = Option<K>>,
    new: impl Iterator<Item = Option<K>>,
) -> Vec<Option<usize>> {
    let mut indices: BTreeMap<K, VecDeque<usize>> = BTreeMap::new();
    for (index, key) in new.enumerate().filter_map(|(index, key)| Some((index, key?))) {
        indices.entry(key).or_default().push_back(index);
    }
    old.map(|key| indices.get_mut(&key?)?.pop_front()).collect()
}

/// Returns the indices of the new elements that match no old element.
pub(super) fn unmatched(count: usize, pairs: &[Option<usize>]) -> impl Iterator<Item = usize> + use<> {
    let taken: BTreeSet<usize> = pairs.iter().copied().flatten().collect();
    (0..count).filter(move |index| !taken.contains(index))
}

/// Returns for each old product the index of the matching new one. Two single products always match.
pub(super) fn match_products(old: &Products<'_>, new: &Products<'_>) -> Vec<Option<usize>> {
    if !old.is_catalogue && !new.is_catalogue {
        return vec![Some(0)];
    }
    // Products without an id are matched in order.
    let [old, new] = [old, new].map(|version| version.all.iter().map(|entry| Some(entry.id)));
    match_keys(old, new)
}

/// A product in the old and in the new version, if present.
pub(super) type Pair<'o, 'n, 't> = (Option<&'o ProductEntry<'t>>, Option<&'n ProductEntry<'t>>);

/// Returns the products to compare: the requested one, or all that are purchased on their own in either version.
pub(super) fn products_to_compare<'o, 'n, 't>(
    (old, new): (&'o Products<'t>, &'n Products<'t>),
    pairs: &[Option<usize>],
    options: &CompareOptions,
) -> Result<Vec<Pair<'o, 'n, 't>>, CompareError> {
    if let Some(id) = options.product_id {
        return match (old.find(id), new.find(id)) {
            (None, None) => Err(CompareError::NoSuchProduct(id)),
            pair => Ok(vec![pair]),
        };
    }
    let both = old.all.iter().zip(pairs);
    let both = both.map(|(before, new_index)| (Some(before), new_index.and_then(|new_index| new.all.get(new_index))));
    let added = unmatched(new.all.len(), pairs).map(|index| (None, new.all.get(index)));
    let (old_renewals, new_renewals) = (renewals(old, options), renewals(new, options));
    let is_bought = |entry: Option<&ProductEntry<'_>>, renewals: &BTreeSet<ProductId>| {
        entry.is_some_and(|entry| entry.initiates || !entry.id.is_some_and(|id| renewals.contains(&id)))
    };
    let mut seen = BTreeSet::new();
    let bought = both
        .chain(added)
        // If several products share an id, every reference means the first one.
        .filter(|(old, new)| new.or(*old).and_then(|entry| entry.id).is_none_or(|id| seen.insert(id)))
        .filter(|(old, new)| is_bought(*old, &old_renewals) || is_bought(*new, &new_renewals));
    Ok(bought.collect())
}

/// Returns the ids of the products that renew another product for some buyer. Changes of these products are reported
/// with the product that they renew.
fn renewals(products: &Products<'_>, options: &CompareOptions) -> BTreeSet<ProductId> {
    let initiators = products.all.iter().filter(|entry| !entry.renewals.is_empty());
    initiators.flat_map(|entry| ProductVersion::new(products, entry, options).reached()).collect()
}

/// Returns for each old variant the index of the matching new one: by `sku`, the remaining ones in order.
pub(super) fn match_variants(old: &[Priced], new: &[Priced]) -> Vec<Option<usize>> {
    let [old_skus, new_skus] = [old, new].map(|variants| variants.iter().map(|variant| variant.shown.sku.as_deref()));
    let mut pairs = match_keys(old_skus, new_skus);
    let mut unmatched = unmatched(new.len(), &pairs);
    for pair in pairs.iter_mut().filter(|pair| pair.is_none()) {
        *pair = unmatched.next();
    }
    pairs
}
