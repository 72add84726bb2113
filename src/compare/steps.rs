//! What changes with one purchase or renewal, and in the set-up as a whole.

use alloc::{string::String, vec::Vec};

use super::{
    Change, PositionChange, ShownPrice, ShownVariant, Situation,
    data::Step,
    pairs,
    side::{Bought, Side, grouped},
};
use crate::{
    sort::set,
    timeline::{Priced, Record},
};

pub(super) fn compare_all(
    old: Option<&Side<'_, '_>>,
    new: Option<&Side<'_, '_>>,
    changes: &mut Vec<Change>,
) {
    let configuration = |side: Option<&Side<'_, '_>>| side?.any()?.configuration;
    if configuration(old) != configuration(new) {
        changes.push(Change::Configuration {
            old: configuration(old),
            new: configuration(new),
        });
    }
    let trial = |side: Option<&Side<'_, '_>>| {
        let decision = side.and_then(Side::any);
        decision.is_some_and(|decision| decision.trial)
    };
    if trial(old) != trial(new) {
        changes.push(Change::Trial {
            old: trial(old),
            new: trial(new),
        });
    }
    let kinds = grouped(|situation| {
        let kind = |side: Option<&Side<'_, '_>>| side?.kind(situation);
        let why = |side: Option<&Side<'_, '_>>, kind| {
            side.map_or_else(Vec::new, |side| side.rejections(situation, kind))
        };
        let (before, after) = (kind(old), kind(new));
        let undecided = |side: Option<&Side<'_, '_>>| side?.outcome(situation)?.decision.reason;
        (before != after).then(|| {
            let reasons = (why(new, before), why(old, after));
            (before, after, reasons, (undecided(old), undecided(new)))
        })
    });
    for (situations, (old, new, (lost, gained), (old_undecided, undecided))) in kinds {
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
    let chain = |side: Option<&Side<'_, '_>>| {
        side.map_or_else(Vec::new, |side| side.entry.renewals.clone())
    };
    // A product that renews itself does so whatever its id is.
    let renew_themselves =
        old.is_some_and(Side::renews_itself) && new.is_some_and(Side::renews_itself);
    if chain(old) != chain(new) && !renew_themselves {
        changes.push(Change::Chain {
            old: chain(old),
            new: chain(new),
        });
    }
}

pub(super) fn compare_step(
    old: Option<&Side<'_, '_>>,
    new: Option<&Side<'_, '_>>,
    step: Step,
    changes: &mut Vec<Change>,
) {
    let before = old.and_then(|side| side.at(step));
    let after = new.and_then(|side| side.at(step));
    let records = match (old, new, &before, &after) {
        (Some(old), Some(new), Some(Bought::Known(before)), Some(Bought::Known(after))) => {
            Some(((old, *before), (new, *after)))
        }
        _ => None,
    };
    let offers = grouped(|situation| {
        let offer = |side: Option<&Side<'_, '_>>, bought: &Option<Bought<'_>>| {
            side.filter(|side| side.reaches(step, situation))?;
            bought.as_ref().map(Bought::offer)
        };
        let (before, after) = (offer(old, &before), offer(new, &after));
        // Two products that are known are taken apart.
        let is_reported = records.is_some() && before.is_some() == after.is_some();
        (!is_reported && before != after).then_some((before, after))
    });
    for (situations, (old, new)) in offers {
        changes.push(Change::Offer {
            step,
            situations,
            old,
            new,
        });
    }
    if let Some((old, new)) = records {
        compare_records(old, new, step, changes);
    }
}

fn compare_records(
    (old, old_record): (&Side<'_, '_>, &Record),
    (new, new_record): (&Side<'_, '_>, &Record),
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
        for (situations, (old, new)) in comments {
            changes.push(Change::Comment {
                step,
                locale: locale.clone(),
                situations,
                old,
                new,
            });
        }
    }
}

/// Compares variants with one another, and what stands at each position.
fn compare_variants(
    (old, old_record): (&Side<'_, '_>, &Record),
    (new, new_record): (&Side<'_, '_>, &Record),
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
    (old, before): (&Side<'_, '_>, Option<&Priced>),
    (new, after): (&Side<'_, '_>, Option<&Priced>),
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
        let article = |side: &Side<'_, '_>, variant: &Priced| {
            variant.article(side.kind(situation)).map(String::from)
        };
        let (before, after) = (article(old, before?), article(new, after?));
        let is_compared = old.reaches(step, situation) && new.reaches(step, situation);
        (is_compared && before != after).then_some((before, after))
    });
    for (situations, (old, new)) in articles {
        changes.push(Change::Article {
            step,
            situations,
            old,
            new,
        });
    }
}
