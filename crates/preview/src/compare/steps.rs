//! Computes the changes of one purchase or renewal, and of the configuration.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::ptr;

use super::data::{Change, Offer, PositionChange, Situation};
use super::pairs;
use super::side::{Choice, Side, Sides};
use renewal_rules::catalogue::{Priced, Record, ShownPrice};
use renewal_rules::{Decision, Rejection};
use renewal_rules::{EffectiveKind, ProductId};

pub(super) fn compare_all(sides: Sides<'_>, changes: &mut Vec<Change>) {
    let [old, new] = sides.map(|side| side?.any()?.configuration);
    changes.extend((old != new).then_some(Change::Configuration { old, new }));
    let [old, new] = sides.map(|side| side.and_then(Side::any).is_some_and(|any| any.trial));
    changes.extend((old != new).then_some(Change::Trial { old, new }));
    let kinds = grouped(|situation| {
        let decisions = sides.map(|side| Some(&side?.consequence(situation)?.decision));
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
    let [old, new] = sides.map(|side| side.map_or(&[][..], |side| &side.entry.renewals));
    // A product that renews itself is compared as such, whatever its id.
    let renew_themselves = sides.iter().all(|side| side.is_some_and(Side::renews_itself));
    if old != new && !renew_themselves {
        changes.push(Change::Chain { old: old.to_vec(), new: new.to_vec() });
    }
    let reaches = grouped(|situation| {
        let [old, new] = sides.map(|side| side?.consequence(situation));
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

fn rejections(decision: Option<&Decision>, kind: Option<EffectiveKind>) -> Vec<Rejection> {
    let considered = decision.map_or(&[][..], |decision| &decision.considered);
    let of_kind = considered.iter().find(|one| Some(one.kind) == kind.map(EffectiveKind::switch));
    of_kind.map_or_else(Vec::new, |one| one.reasons.clone())
}

/// Cache of a renewal's changes by its two records and by the selected articles and comments, because many initiators
/// may share one large renewal.
pub(super) type Shared = BTreeMap<([usize; 2], Choice), Vec<Change>>;

pub(super) fn compare_step(sides: Sides<'_>, step: usize, shared: &mut Shared, changes: &mut Vec<Change>) {
    let bought = sides.map(|side| side.and_then(|side| Some((side, side.entry.at(step, side.entries)?))));
    let known = bought.map(|bought| bought.and_then(|(side, record)| Some((side, record.ok()?))));
    // Compare the fields of two known products.
    let are_one = match bought {
        [Some((_, Err(old))), Some((_, Err(new)))] => old == new,
        _ => known.iter().all(Option::is_some),
    };
    let offers = grouped(|situation| {
        let [old, new] = bought.map(|bought| bought.is_some_and(|(side, _)| side.reaches(step, situation)));
        (old != new || old && !are_one).then_some([old, new])
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
    let choice = old.choice(new, step);
    // A product that renews itself was already compared as the purchase.
    let was_reported = step > 0 && old.renews_itself() && new.renews_itself();
    if was_reported || choice.iter().all(Option::is_none) {
        return;
    }
    if step == 0 {
        changes.extend(compare_records(before, after, &choice));
        return;
    }
    let records = [before, after].map(|record| ptr::from_ref(record).addr());
    let made = shared.entry((records, choice.clone())).or_insert_with(|| compare_records(before, after, &choice));
    changes.extend(made.iter().map(|change| change.clone().at(step)));
}

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

/// Returns the changes between two records, as changes of the purchase (step 0).
fn compare_records(old: &Record, new: &Record, choice: &Choice) -> Vec<Change> {
    let mut changes = Vec::new();
    if old == new && choice.iter().flatten().all(|[before, after]| before == after) {
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
    compare_variants(variants, &new.variants, choice, &mut changes);
    let locales: BTreeSet<_> = comments.keys().chain(new.comments.keys()).collect();
    for locale in locales {
        let comment = |record: &Record, is_auto| {
            let [ar, mr] = record.comments.get(locale)?;
            if is_auto { ar.clone() } else { mr.clone() }
        };
        let comments = chosen(choice, |[(_, before), (_, after)]| (comment(old, before), comment(new, after)));
        for (situations, (old, new)) in comments {
            changes.push(Change::Comment { step: 0, locale: locale.clone(), situations, old, new });
        }
    }
    changes
}

/// Compares the scenarios in which both versions reach a step.
fn chosen<T: PartialEq>(choice: &Choice, of: impl Fn([(bool, bool); 2]) -> (T, T)) -> Vec<(Vec<Situation>, (T, T))> {
    groups(Situation::all().zip(choice).filter_map(|(situation, both)| {
        let both = of((*both)?);
        (both.0 != both.1).then_some((situation, both))
    }))
}

/// Compares variants, and their order.
fn compare_variants(before: &[Priced], after: &[Priced], choice: &Choice, changes: &mut Vec<Change>) {
    let pairs = pairs::variants(before, after);
    let moved = |(index, place): (usize, &Option<usize>)| place.is_some_and(|place| place != index);
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
    for (variant, place) in before.iter().zip(&pairs) {
        let other = place.and_then(|place| after.get(place));
        compare_variant(Some(variant), other, choice, changes);
    }
    for index in pairs::left(after.len(), &pairs) {
        compare_variant(None, after.get(index), choice, changes);
    }
}

fn compare_variant(before: Option<&Priced>, after: Option<&Priced>, choice: &Choice, changes: &mut Vec<Change>) {
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
    let articles = chosen(choice, |[(old, _), (new, _)]| (article(before, old), article(after, new)));
    for (situations, (old, new)) in articles {
        changes.push(Change::Article { step: 0, situations, old, new });
    }
}

/// Compares amounts by value: `9.9` equals `9.90`.
fn costs_the_same(old: &ShownPrice, new: &ShownPrice) -> bool {
    let [before, after] = [old, new].map(|of| of.price.as_deref().map(significant));
    before == after && (&old.currency, old.malformed) == (&new.currency, new.malformed)
}

/// Returns the significant digits of a well-formed amount.
fn significant(amount: &str) -> &str {
    let amount = amount.trim_start_matches('0');
    if amount.contains('.') { amount.trim_end_matches('0').trim_end_matches('.') } else { amount }
}

/// Groups the scenarios by their result.
pub(super) fn grouped<T: PartialEq>(value_of: impl Fn(Situation) -> Option<T>) -> Vec<(Vec<Situation>, T)> {
    groups(Situation::all().filter_map(|situation| Some((situation, value_of(situation)?))))
}

/// Groups scenarios that come with their results.
pub(super) fn groups<T: PartialEq>(given: impl Iterator<Item = (Situation, T)>) -> Vec<(Vec<Situation>, T)> {
    let mut groups: Vec<(Vec<Situation>, T)> = Vec::new();
    for (situation, given) in given {
        match groups.iter_mut().find(|(_, group)| *group == given) {
            Some((situations, _)) => situations.push(situation),
            None => groups.push((vec![situation], given)),
        }
    }
    groups
}
