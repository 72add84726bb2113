//! The buyer whose purchases before and after a repair differ.

use super::repair::changed_variant;
use crate::timeline::{CalendarDate, MAX_RENEWALS, Period, Timeline, TimelineOptions, follow};
use renewal_rules::catalogue::Products;
use renewal_rules::{Consent, Payment};
use renewal_rules_json::PatchOp;

/// A buyer, and the difference between the purchases.
pub(super) struct Loss {
    /// The purchase. The product is at index 0.
    pub(super) options: TimelineOptions,
    /// Day on which nothing happens, or another amount is due.
    pub(super) day: CalendarDate,
    /// Amount due on this day before the repair; `None` if nothing happens.
    pub(super) charged: Option<Period>,
    /// Period that begins on this day after the repair.
    pub(super) instead: Period,
    pub(super) before: Timeline,
    pub(super) after: Timeline,
}

/// Returns the first buyer of the first product who gains by a repair: by payment method, then by consent, and of the
/// requested variant before one that the repair changes.
pub(super) fn find(before: &str, after: &str, repair: &[PatchOp], options: &TimelineOptions) -> Option<Loss> {
    let (before, after) = (Products::read(before).ok()?, Products::read(after).ok()?);
    let (old, new) = (before.all.first()?, after.all.first()?);
    let payments = Payment::ALL.iter().filter(|payment| options.payment.is_none_or(|set| set == **payment));
    let buyers = payments.flat_map(|payment| Consent::ALL.iter().map(move |consent| (*payment, *consent)));
    let variants = [options.variant].into_iter().chain(repair.iter().find_map(changed_variant));
    variants.flat_map(|variant| buyers.clone().map(move |buyer| (variant, buyer))).find_map(|(variant, buyer)| {
        let mut options = options.clone();
        (options.variant, options.product_id) = (variant, None);
        (options.payment, options.consent) = (Some(buyer.0), buyer.1);
        // The term of the last product decides whether it renews itself.
        let renewals = u32::try_from(new.renewals.len() + 1);
        options.renewals = renewals.map_or(MAX_RENEWALS, |count| count.min(MAX_RENEWALS));
        let (before, after) = (follow(&before, old, &options), follow(&after, new, &options));
        let (charged, instead) = first_loss(&before, &after)?;
        let (charged, instead) = (charged.cloned(), instead.clone());
        Some(Loss { day: instead.start, charged, instead, options, before, after })
    })
}

/// Returns the first period that is missing before the repair or has another amount, and the period after it.
fn first_loss<'t>(before: &'t Timeline, after: &'t Timeline) -> Option<(Option<&'t Period>, &'t Period)> {
    let mut pairs = after.periods.iter().enumerate().map(|(index, new)| (before.periods.get(index), new));
    pairs.find(|(old, new)| old.is_none_or(|old| amount(old).zip(amount(new)).is_some_and(|(old, new)| old != new)))
}

/// Returns the amount of a period without insignificant zeros, if it is known.
fn amount(period: &Period) -> Option<(&str, &str)> {
    let price = period.price.as_deref()?;
    let (whole, decimals) = price.split_once('.').unwrap_or((price, ""));
    Some((whole.trim_start_matches('0'), decimals.trim_end_matches('0')))
}
