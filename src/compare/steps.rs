//! What changes with one purchase or renewal, and in the set-up as a whole.

use alloc::vec::Vec;

use super::{
    Change, Offer, PositionChange, ShownPrice, ShownVariant, Situation,
    data::Step,
    pairs,
    side::{Side, Sides, grouped},
};
use crate::{
    decision::{Decision, EffectiveKind, Rejection},
    product::ProductId,
    sort::set,
    timeline::{Priced, Record},
};

pub(super) fn compare_all(sides: Sides<'_>, changes: &mut Vec<Change>) {
    let [old, new] = sides.map(|side| side?.any()?.configuration);
    if old != new {
        changes.push(Change::Configuration { old, new });
    }
    let [old, new] = sides.map(|side| side.and_then(Side::any).is_some_and(|any| any.trial));
    if old != new {
        changes.push(Change::Trial { old, new });
    }
    let kinds = grouped(|situation| {
        let decisions = sides.map(|side| Some(&side?.outcome(situation)?.decision));
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
        changes.push(Change::Kind {
            situations,
            old,
            new,
            lost,
            gained,
            old_undecided,
            undecided,
        });
    }
    let [old, new] = sides.map(|side| side.map_or(&[][..], |side| &side.entry.renewals));
    // A product that renews itself does so whatever its id is.
    let mut all = sides.iter();
    let renew_themselves = all.all(|side| side.is_some_and(Side::renews_itself));
    if old != new && !renew_themselves {
        changes.push(Change::Chain {
            old: old.to_vec(),
            new: new.to_vec(),
        });
    }
}

/// Why a kind does not apply.
fn rejections(decision: Option<&Decision>, kind: Option<EffectiveKind>) -> Vec<Rejection> {
    let considered = decision
        .into_iter()
        .flat_map(|decision| &decision.considered);
    considered
        .filter(|considered| Some(considered.kind) == kind.map(EffectiveKind::switch))
        .flat_map(|considered| considered.reasons.clone())
        .collect()
}

pub(super) fn compare_step(sides: Sides<'_>, step: Step, changes: &mut Vec<Change>) {
    let bought = sides.map(|side| Some((side?, side?.at(step)?)));
    let known = bought.map(|bought| bought.and_then(|(side, record)| Some((side, record.ok()?))));
    let are_known = known.iter().all(Option::is_some);
    let offers = grouped(|situation| {
        let [before, after] = bought.map(|bought| {
            let (side, bought) = bought?;
            side.reaches(step, situation).then(|| offer(bought))
        });
        // Two products that are known are taken apart.
        let is_reported = are_known && before.is_some() == after.is_some();
        (!is_reported && before != after).then_some((before, after))
    });
    changes.extend(offers.map(|(situations, (old, new))| Change::Offer {
        step,
        situations,
        old,
        new,
    }));
    if let [Some(old), Some(new)] = known {
        compare_records(old, new, step, changes);
    }
}

/// What is offered, as far as it is known.
fn offer(bought: Result<&Record, ProductId>) -> Offer {
    let record = bought.ok();
    let variants = record.into_iter().flat_map(|record| &record.variants);
    Offer {
        product_id: bought.map_or_else(Some, |record| record.id),
        known: record.is_some(),
        name: record.and_then(|record| record.name.clone()),
        licence_term: record.and_then(|record| record.term.given()),
        prices: variants.map(ShownPrice::of).collect(),
    }
}

fn compare_records(
    (old, old_record): (&Side<'_>, &Record),
    (new, new_record): (&Side<'_>, &Record),
    step: Step,
    changes: &mut Vec<Change>,
) {
    // What is renewed by itself was compared as the purchase.
    let was_reported = step > 0 && old.renews_itself() && new.renews_itself();
    let is_compared =
        |situation| !was_reported && old.reaches(step, situation) && new.reaches(step, situation);
    // Many initiators may share one large renewal: what is equal as a whole is not taken apart.
    let is_same = old_record == new_record && old.chooses_as(new);
    if is_same || !Situation::all().any(is_compared) {
        return;
    }
    let Record {
        id: _,
        name,
        term,
        variants: _,
        comments,
    } = old_record;
    if *name != new_record.name {
        changes.push(Change::Name {
            step,
            old: name.clone(),
            new: new_record.name.clone(),
        });
    }
    if *term != new_record.term {
        changes.push(Change::Term {
            step,
            old: term.given(),
            new: new_record.term.given(),
            was_malformed: term.is_malformed(),
            is_malformed: new_record.term.is_malformed(),
        });
    }
    compare_variants((old, old_record), (new, new_record), step, changes);
    let locales = comments.keys().chain(new_record.comments.keys());
    for locale in set(locales) {
        let comments = grouped(|situation| {
            let before = old.comment(old_record, locale, situation);
            let after = new.comment(new_record, locale, situation);
            (is_compared(situation) && before != after).then_some((before, after))
        });
        changes.extend(comments.map(|(situations, (old, new))| Change::Comment {
            step,
            locale: locale.clone(),
            situations,
            old,
            new,
        }));
    }
}

/// Compares variants with one another, and what stands at each position.
fn compare_variants(
    (old, old_record): (&Side<'_>, &Record),
    (new, new_record): (&Side<'_>, &Record),
    step: Step,
    changes: &mut Vec<Change>,
) {
    let (before, after) = (&old_record.variants, &new_record.variants);
    let pairs = pairs::variants(before, after);
    let moved = |(index, place): (usize, &Option<usize>)| place.is_some_and(|place| place != index);
    if pairs.iter().enumerate().any(moved) {
        let shown = |variants: &[Priced], position| variants.get(position).map(ShownVariant::of);
        let positions = 0..before.len().max(after.len());
        let positions = positions.filter(|position| pairs.get(*position) != Some(&Some(*position)));
        changes.push(Change::Order {
            step,
            positions: positions
                .map(|position| PositionChange {
                    position,
                    old: shown(before, position),
                    new: shown(after, position),
                })
                .collect(),
        });
    }
    for (variant, place) in before.iter().zip(&pairs) {
        let other = place.and_then(|place| after.get(place));
        compare_variant((old, Some(variant)), (new, other), step, changes);
    }
    for index in pairs::left(after.len(), &pairs) {
        compare_variant((old, None), (new, after.get(index)), step, changes);
    }
}

fn compare_variant(
    (old, before): (&Side<'_>, Option<&Priced>),
    (new, after): (&Side<'_>, Option<&Priced>),
    step: Step,
    changes: &mut Vec<Change>,
) {
    let price = |variant: Option<&Priced>| variant.map(ShownPrice::of);
    let is_same = match (price(before), price(after)) {
        (Some(before), Some(after)) => before.is_same(&after),
        (before, after) => before == after,
    };
    if !is_same {
        let sku = |variant: Option<&Priced>| variant?.sku.clone();
        changes.push(Change::Price {
            step,
            sku: sku(after).or_else(|| sku(before)),
            old: price(before),
            new: price(after),
        });
    }
    let articles = grouped(|situation| {
        let article = |side: &Side<'_>, variant: &Priced| variant.article(side.kind(situation));
        let (before, after) = (article(old, before?), article(new, after?));
        let is_compared = old.reaches(step, situation) && new.reaches(step, situation);
        (is_compared && before != after).then_some((before, after))
    });
    changes.extend(articles.map(|(situations, (old, new))| Change::Article {
        step,
        situations,
        old,
        new,
    }));
}
