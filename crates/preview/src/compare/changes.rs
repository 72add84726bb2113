//! Computes the changes of one purchase or renewal, and of the configuration.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::ptr;

use super::data::{Change, Offer, PositionChange, Situation};
use super::pairs;
use super::version::{AutoFlags, AutoSelection, ProductVersion, Versions};
use crate::timeline::significant;
use renewal_rules::catalogue::{Priced, Record, ShownPrice};
use renewal_rules::{Decision, EffectiveKind, ProductId, Rejection};

/// Adds the changes that do not belong to a step: configuration, trial, kinds, chain and number of renewals.
pub(super) fn compare_product(versions: Versions<'_>, changes: &mut Vec<Change>) {
    let [old, new] = versions.map(|version| version?.any_decision()?.configuration);
    changes.extend((old != new).then_some(Change::Configuration { old, new }));
    let [old, new] =
        versions.map(|version| version.and_then(ProductVersion::any_decision).is_some_and(|decision| decision.trial));
    changes.extend((old != new).then_some(Change::Trial { old, new }));
    let kinds = group_situations(|situation| {
        let decisions = versions.map(|version| Some(&version?.outcome(situation)?.decision));
        let [before, after] = decisions;
        let kinds = decisions.map(|decision| decision?.kind);
        let [old, new] = kinds;
        (old != new).then(|| {
            let reasons = [rejections(after, old), rejections(before, new)];
            let undecided = decisions.map(|decision| decision?.reason);
            (kinds, reasons, undecided)
        })
    });
    for (situations, ([old, new], [lost, gained], [old_undecided, undecided])) in kinds {
        changes.push(Change::Kind { situations, old, new, lost, gained, old_undecided, undecided });
    }
    let [old, new] = versions.map(|version| version.map_or(&[][..], |version| &version.entry.renewals));
    // If the product renews itself in both versions, the chain has not changed, even if the id of the product has.
    let renew_themselves = versions.iter().all(|version| version.is_some_and(ProductVersion::renews_itself));
    if old != new && !renew_themselves {
        changes.push(Change::Chain { old: old.to_vec(), new: new.to_vec() });
    }
    let reaches = group_situations(|situation| {
        let [old, new] = versions.map(|version| version?.outcome(situation));
        let (old, new) = (old?, new?);
        let are_renewed = old.decision.kind.is_some() && new.decision.kind.is_some();
        let differs = are_renewed && old.reach.last != new.reach.last;
        differs.then(|| (old.reach.clone(), new.reach.clone()))
    });
    for (situations, (old, new)) in reaches {
        changes.push(Change::Renewals {
            situations,
            old: old.last,
            new: new.last,
            old_stop: old.stop,
            new_stop: new.stop,
        });
    }
}

/// Returns the reasons why a decision rejects a kind.
fn rejections(decision: Option<&Decision>, kind: Option<EffectiveKind>) -> Vec<Rejection> {
    let considered = decision.map_or(&[][..], |decision| &decision.considered);
    let of_kind = considered.iter().find(|one| Some(one.kind) == kind.map(EffectiveKind::switch));
    of_kind.map_or_else(Vec::new, |one| one.reasons.clone())
}

/// Cache of the changes of a renewal, because many initiators may share one large renewal. The key consists of the
/// memory addresses of the renewal's two `Record`s, one for each version, and of the selected articles and comments.
pub(super) type ChangeCache = BTreeMap<([usize; 2], AutoSelection), Vec<Change>>;

/// Adds the changes of a step: the purchase (0) or a renewal.
pub(super) fn compare_step(versions: Versions<'_>, step: usize, cache: &mut ChangeCache, changes: &mut Vec<Change>) {
    let bought =
        versions.map(|version| version.and_then(|version| Some((version, version.entry.at(step, version.products)?))));
    let known = bought.map(|bought| bought.and_then(|(version, record)| Some((version, record.ok()?))));
    // `true` if both versions have the product of this step, or both lack it and refer to it by the same id.
    let is_same_product = match bought {
        [Some((_, Err(old))), Some((_, Err(new)))] => old == new,
        _ => known.iter().all(Option::is_some),
    };
    let offers = group_situations(|situation| {
        let [old, new] = bought.map(|bought| bought.is_some_and(|(version, _)| version.reaches(step, situation)));
        (old != new || old && !is_same_product).then_some([old, new])
    });
    for (situations, [is_old, is_new]) in offers {
        let [old, new] = bought.map(|bought| bought.map(|(_, bought)| bought));
        changes.push(Change::Offer {
            step,
            situations,
            old: if is_old { old.map(offer) } else { None },
            new: if is_new { new.map(offer) } else { None },
        });
    }
    let [Some((old, before)), Some((new, after))] = known else { return };
    let selection = old.selection(new, step);
    // If the product renews itself, its changes were already reported for the purchase.
    let was_reported = step > 0 && old.renews_itself() && new.renews_itself();
    if was_reported || selection.iter().all(Option::is_none) {
        return;
    }
    if step == 0 {
        changes.extend(compare_records(before, after, &selection));
        return;
    }
    let records = [before, after].map(|record| ptr::from_ref(record).addr());
    let compared =
        cache.entry((records, selection.clone())).or_insert_with(|| compare_records(before, after, &selection));
    changes.extend(compared.iter().map(|change| change.clone().at(step)));
}

/// Describes the product of a step, or its id if the catalogue lacks it.
fn offer(bought: Result<&Record, ProductId>) -> Offer {
    let record = bought.ok();
    let variants = record.into_iter().flat_map(|record| &record.variants);
    Offer {
        product_id: bought.map_or_else(Some, |record| record.id),
        known: record.is_some(),
        name: record.and_then(|record| record.name.clone()),
        licence_term: record.and_then(|record| record.term.valid()),
        prices: variants.map(|variant| variant.shown.price.clone()).collect(),
    }
}

/// Compares two versions of a product that is purchased or used as a renewal. Each change has step 0; the caller sets
/// the step of a renewal.
fn compare_records(old: &Record, new: &Record, selection: &AutoSelection) -> Vec<Change> {
    let mut changes = Vec::new();
    if old == new && selection.iter().flatten().all(|[before, after]| before == after) {
        return changes;
    }
    let Record { id: _, name, term, variants, comments } = old;
    if *name != new.name {
        changes.push(Change::Name { step: 0, old: name.clone(), new: new.name.clone() });
    }
    if *term != new.term {
        changes.push(Change::Term {
            step: 0,
            old: term.valid(),
            new: new.term.valid(),
            was_malformed: term.is_malformed(),
            is_malformed: new.term.is_malformed(),
        });
    }
    compare_variants(variants, &new.variants, selection, &mut changes);
    let locales: BTreeSet<_> = comments.keys().chain(new.comments.keys()).collect();
    for locale in locales {
        let comment = |record: &Record, is_auto| {
            let [ar, mr] = record.comments.get(locale)?;
            if is_auto { ar.clone() } else { mr.clone() }
        };
        let comments = compare_situations(selection, |[before, after]| {
            [comment(old, before.comment), comment(new, after.comment)]
        });
        for (situations, [old, new]) in comments {
            changes.push(Change::Comment { step: 0, locale: locale.clone(), situations, old, new });
        }
    }
    changes
}

/// Compares a value between the versions in each situation in which both reach the step. Returns the different values,
/// old and new, each with its situations.
fn compare_situations<T: PartialEq>(
    selection: &AutoSelection,
    values: impl Fn([AutoFlags; 2]) -> [T; 2],
) -> Vec<(Vec<Situation>, [T; 2])> {
    group_equal(Situation::all().zip(selection).filter_map(|(situation, both)| {
        let [old, new] = values((*both)?);
        (old != new).then_some((situation, [old, new]))
    }))
}

/// Compares the variants of two versions of a product, and the order of the variants.
fn compare_variants(before: &[Priced], after: &[Priced], selection: &AutoSelection, changes: &mut Vec<Change>) {
    let pairs = pairs::match_variants(before, after);
    let moved = |(index, new_index): (usize, &Option<usize>)| new_index.is_some_and(|new_index| new_index != index);
    if pairs.iter().enumerate().any(moved) {
        let shown = |variants: &[Priced], at: usize| variants.get(at).map(|variant| variant.shown.clone());
        let positions = 0..before.len().max(after.len());
        let positions = positions.filter(|position| pairs.get(*position) != Some(&Some(*position)));
        changes.push(Change::Order {
            step: 0,
            positions: positions
                .map(|position| PositionChange { position, old: shown(before, position), new: shown(after, position) })
                .collect(),
        });
    }
    for (variant, new_index) in before.iter().zip(&pairs) {
        let other = new_index.and_then(|new_index| after.get(new_index));
        compare_variant(Some(variant), other, selection, changes);
    }
    for index in pairs::unmatched(after.len(), &pairs) {
        compare_variant(None, after.get(index), selection, changes);
    }
}

/// Compares the price and the articles of a variant. One version may lack the variant.
fn compare_variant(
    before: Option<&Priced>,
    after: Option<&Priced>,
    selection: &AutoSelection,
    changes: &mut Vec<Change>,
) {
    let [old, new] = [before, after].map(|variant| variant.map(|variant| &variant.shown));
    let is_same = old.zip(new).is_some_and(|(old, new)| costs_the_same(&old.price, &new.price));
    if !is_same {
        changes.push(Change::Price {
            step: 0,
            sku: new.or(old).and_then(|shown| shown.sku.clone()),
            old_sku: old.and_then(|shown| shown.sku.clone()),
            old: old.map(|shown| shown.price.clone()),
            new: new.map(|shown| shown.price.clone()),
        });
    }
    let (Some(before), Some(after)) = (before, after) else { return };
    let article = |variant: &Priced, is_auto: bool| variant.article(is_auto.then_some(EffectiveKind::Ar));
    let articles =
        compare_situations(selection, |[old, new]| [article(before, old.article), article(after, new.article)]);
    for (situations, [old, new]) in articles {
        changes.push(Change::Article { step: 0, situations, old, new });
    }
}

/// Returns whether two prices have the same amount by value (`9.9` equals `9.90`) and the same currency.
fn costs_the_same(old: &ShownPrice, new: &ShownPrice) -> bool {
    let [before, after] = [old, new].map(|of| of.price.as_deref().map(significant));
    before == after && (&old.currency, old.malformed) == (&new.currency, new.malformed)
}

/// Groups the situations for which `value_of` returns equal values; omits those for which it returns `None`.
pub(super) fn group_situations<T: PartialEq>(value_of: impl Fn(Situation) -> Option<T>) -> Vec<(Vec<Situation>, T)> {
    group_equal(Situation::all().filter_map(|situation| Some((situation, value_of(situation)?))))
}

/// Like [`group_situations`], but takes pairs of a situation and its value.
fn group_equal<T: PartialEq>(given: impl Iterator<Item = (Situation, T)>) -> Vec<(Vec<Situation>, T)> {
    let mut groups: Vec<(Vec<Situation>, T)> = Vec::new();
    for (situation, given) in given {
        match groups.iter_mut().find(|(_, group)| *group == given) {
            Some((situations, _)) => situations.push(situation),
            None => groups.push((vec![situation], given)),
        }
    }
    groups
}
