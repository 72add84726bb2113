//! Finds the buyer whose timelines before and after a repair differ.

use super::repair::changed_variant;
use crate::timeline::{CalendarDate, MAX_RENEWALS, Period, Timeline, TimelineOptions, follow, significant};
use renewal_rules::catalogue::Products;
use renewal_rules::{Consent, Payment};
use renewal_rules_json::PatchOp;

/// A buyer who loses something without a repair, with the timelines before and after the repair.
#[derive(Clone)]
pub(super) struct Loss {
    /// Options of the purchase; the product is at index 0.
    pub(super) options: TimelineOptions,
    /// Day on which, before the repair, a renewal is missing or has another amount.
    pub(super) day: CalendarDate,
    /// Period of `before` with the same step as `instead`, but with another amount; `None` if the renewal is missing.
    pub(super) charged: Option<Period>,
    /// Period of `after` that begins on `day`.
    pub(super) instead: Period,
    pub(super) before: Timeline,
    pub(super) after: Timeline,
}

/// Returns the first buyer of the product at index 0 who has a loss without the repair. Tries the requested variant,
/// then the variant that the repair changes; for each, the payment methods, and for each of these the consents.
pub(super) fn find(
    before: &Products<'_>,
    after: &Products<'_>,
    repair: &[PatchOp],
    options: &TimelineOptions,
) -> Option<Loss> {
    let (old, new) = (before.all.first()?, after.all.first()?);
    let payments = Payment::ALL.iter().filter(|payment| options.payment.is_none_or(|set| set == **payment));
    let buyers = payments.flat_map(|payment| Consent::ALL.iter().map(move |consent| (*payment, *consent)));
    let variants = [options.variant].into_iter().chain(repair.iter().find_map(changed_variant));
    variants.flat_map(|variant| buyers.clone().map(move |buyer| (variant, buyer))).find_map(|(variant, buyer)| {
        let mut options = options.clone();
        (options.variant, options.product_id) = (variant, None);
        (options.payment, options.consent) = (Some(buyer.0), buyer.1);
        // Follow one renewal more than the chain has products, to see whether the last product can be renewed with
        // itself.
        let renewals = u32::try_from(new.renewals.len() + 1);
        options.renewals = renewals.map_or(MAX_RENEWALS, |count| count.min(MAX_RENEWALS));
        let after = follow(after, new, &options);
        // Without a renewal after the repair, only the amount of the purchase can differ.
        let [old_variant, new_variant] = [old, new].map(|entry| entry.record().variants.get(options.variant));
        if after.periods.len() < 2 && old_variant == new_variant {
            return None;
        }
        let before = follow(before, old, &options);
        let (charged, instead) = first_loss(&before, &after)?;
        let (charged, instead) = (charged.cloned(), instead.clone());
        Some(Loss { day: instead.start, charged, instead, options, before, after })
    })
}

/// Finds the first period of `after` that `before` lacks or has with another amount. Returns the period in `before`, if
/// any, and the period in `after`.
fn first_loss<'t>(before: &'t Timeline, after: &'t Timeline) -> Option<(Option<&'t Period>, &'t Period)> {
    let amount = |period: &'t Period| period.price.as_deref().map(significant);
    let mut pairs = after.periods.iter().enumerate().map(|(index, new)| (before.periods.get(index), new));
    pairs.find(|(old, new)| old.is_none_or(|old| amount(old).zip(amount(new)).is_some_and(|(old, new)| old != new)))
}
