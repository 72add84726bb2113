//! Compares two versions of a catalogue.

use alloc::vec::Vec;

use super::changes::{ChangeCache, compare_product, compare_step, group_situations};
use super::data::{Change, Comparison, PeriodChange, Presence, ProductComparison};
use super::options::{CompareError, CompareOptions};
use super::version::{ProductVersion, Versions};
use super::{diagnostics, diagnostics::CatalogueVersion, pairs};
use crate::timeline;
use crate::timeline::{CalendarDate, MAX_RENEWALS, Period, Stop, StopReason};
use renewal_rules::catalogue::products_text;
use renewal_rules::{Input, ProductId};

/// Compares two versions of a catalogue and returns the changes for buyers: the configuration, the effective kind in
/// each situation of payment and consent (§4.4), the chain, the number of renewals that a buyer reaches, and the names,
/// terms, prices, articles and comments of the purchase and of each renewal. If a purchase date is set, timelines are
/// compared, too. Also returns the diagnostics that appear or disappear. Renewals that no buyer reaches are ignored.
///
/// Compares the products that are purchased on their own in either version (initiators, and products that renew no
/// other one), matched by id, or in order if they have none. Two single products are compared whatever their ids.
/// Variants are matched by `sku`, the remaining ones in order. A variant that moves to another index is reported, too,
/// because [`timeline()`](crate::timeline()) assumes that a renewal uses the variant at the index of the purchased one.
/// If a product renews itself in both versions, a change of the purchase also applies to its renewals and is reported
/// once.
///
/// If a comparison reports no change, the [timelines](crate::timeline()) of the two versions have the same prices,
/// dates and kinds. Fields that affect neither timelines nor the cart are not compared.
///
/// ```
/// use renewal_rules::EffectiveKind;
/// use renewal_rules_preview::compare::{Change, CompareOptions, compare};
///
/// let old = r#"{"id":101,"licence_term":"P1M","renew_settings":
///     {"product_id_for_renew":[101,101],"renew_ar":{"enable":true},"renew_pmr":true}}"#;
/// let new = r#"{"id":101,"licence_term":"P5D","renew_settings":
///     {"product_id_for_renew":[101,101],"renew_ar":{"enable":true},"renew_pmr":true}}"#;
/// let comparison = compare(old, new, &CompareOptions::default())?;
/// assert!(comparison.products[0].changes.iter().any(|change| matches!(
///     change,
///     Change::Kind { old: Some(EffectiveKind::Ar), new: Some(EffectiveKind::Pmr), .. },
/// )));
/// assert!(!compare(old, old, &CompareOptions::default())?.changed);
/// # Ok::<(), renewal_rules_preview::compare::CompareError>(())
/// ```
///
/// # Errors
///
/// Returns a [`CompareError`] if one of the inputs contains no products, if neither has the requested product, or if
/// more than [`MAX_RENEWALS`] are requested.
pub fn compare<'a, 'b>(
    old: impl Into<Input<'a>>,
    new: impl Into<Input<'b>>,
    options: &CompareOptions,
) -> Result<Comparison, CompareError> {
    if options.renewals > MAX_RENEWALS {
        return Err(CompareError::TooManyRenewals(options.renewals));
    }
    let old = products_text(old.into()).map_err(CompareError::Old)?;
    let new = products_text(new.into()).map_err(CompareError::New)?;
    let old = CatalogueVersion::read(&old, options).map_err(CompareError::Old)?;
    let new = CatalogueVersion::read(&new, options).map_err(CompareError::New)?;
    let pairs = pairs::match_products(&old.products, &new.products);
    let products = pairs::products_to_compare((&old.products, &new.products), &pairs, options)?;
    let (appeared, disappeared) = diagnostics::compare((&old, &new), &pairs, options.product_id);
    let compared = products.len();
    let mut cache = ChangeCache::new();
    let products: Vec<_> = products
        .into_iter()
        .map(|(before, after)| {
            let before = before.map(|entry| ProductVersion::new(&old.products, entry, options));
            let after = after.map(|entry| ProductVersion::new(&new.products, entry, options));
            compare_versions([before.as_ref(), after.as_ref()], &mut cache, options)
        })
        .filter(|product| product.presence != Presence::Both || !product.changes.is_empty())
        .collect();
    Ok(Comparison {
        changed: !products.is_empty(),
        unchanged: compared - products.len(),
        products,
        appeared,
        disappeared,
    })
}

/// Compares two versions of a product. One version may lack the product.
fn compare_versions(versions: Versions<'_>, cache: &mut ChangeCache, options: &CompareOptions) -> ProductComparison {
    let [old, new] = versions;
    let mut changes = Vec::new();
    compare_product(versions, &mut changes);
    let steps = versions.iter().flatten().map(|version| version.entry.renewals.len());
    let last_step = match steps.max() {
        None | Some(0) => 0,
        Some(last) => last + usize::from(versions.iter().flatten().any(|version| version.ends_at(last))),
    };
    for step in 0..=last_step {
        compare_step(versions, step, cache, &mut changes);
    }
    if let (Some(old), Some(new), Some(date)) = (old, new, options.purchase_date) {
        compare_timelines(old, new, date, options, &mut changes);
    }
    let newest = new.or(old);
    let product_id = newest.and_then(|version| version.entry.id);
    ProductComparison {
        product_id,
        name: newest.and_then(|version| version.entry.record().name.clone()),
        old_product_id: old.and_then(|version| version.entry.id).filter(|id| Some(*id) != product_id),
        presence: match (old, new) {
            (None, _) => Presence::Added,
            (_, None) => Presence::Removed,
            _ => Presence::Both,
        },
        last_step,
        changes,
    }
}

/// Adds the differences between the timelines of a purchase on a date.
fn compare_timelines(
    old: &ProductVersion<'_>,
    new: &ProductVersion<'_>,
    date: CalendarDate,
    options: &CompareOptions,
    changes: &mut Vec<Change>,
) {
    let timelines = group_situations(|situation| {
        let purchase = options.purchase(date, situation);
        let follow = |version: &ProductVersion<'_>| timeline::follow(version.products, version.entry, &purchase);
        let (old_id, new_id) = (old.entry.id, new.entry.id);
        let (old, new) = (follow(old), follow(new));
        let periods: Vec<_> = (0..old.periods.len().max(new.periods.len()))
            .filter_map(|index| {
                let (before, after) = (old.periods.get(index), new.periods.get(index));
                let differs = before.map(|period| dates(period, old_id)) != after.map(|period| dates(period, new_id));
                differs.then(|| PeriodChange {
                    number: u32::try_from(index).unwrap_or(u32::MAX),
                    old: before.cloned(),
                    new: after.cloned(),
                })
            })
            .collect();
        let differs = !periods.is_empty() || ending(old.stop.as_ref(), old_id) != ending(new.stop.as_ref(), new_id);
        differs.then_some((periods, old.stop, new.stop))
    });
    for (situations, (periods, old, new)) in timelines {
        changes.push(Change::Timeline { situations, periods, old, new });
    }
}

/// Returns the dates of a period, and the id of its product unless that is the purchased product.
fn dates(period: &Period, own: Option<ProductId>) -> impl PartialEq + use<> {
    let other = period.product_id.filter(|id| Some(*id) != own);
    (other, period.start, period.end, period.ordered)
}

/// Returns the reason why a timeline ends, and the id of the product at which it ends unless that is the purchased
/// product. Messages are not compared, because they contain the product's id.
pub(crate) fn ending(stop: Option<&Stop>, own: Option<ProductId>) -> Option<(StopReason, Option<ProductId>)> {
    let stop = stop?;
    Some((stop.reason, stop.product_id.filter(|id| Some(*id) != own)))
}
