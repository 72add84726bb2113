//! Replays witnesses.

use std::fmt::Debug;

use renewal_rules::{Amount, apply_patch};
use renewal_rules_preview::Witness;
use renewal_rules_preview::timeline::{Period, Timeline, timeline_at};

/// Replays a witness with `timeline_at`. Before the fix, the buyer must lose the renewal, or pay another amount, on the
/// day that the witness names; after the fix, the buyer must get the renewal that the witness promises.
///
/// # Errors
///
/// Describes the first claim of the witness that does not hold.
pub fn replay(witness: &Witness) -> Result<(), String> {
    let replayed = |products: &str| timeline_at(products, 0, &witness.options);
    let number = witness.instead.number as usize;
    let at = |timeline: &Timeline| timeline.periods.get(number).cloned();
    let claims = [
        equal("timeline", &replayed(&witness.products), &Ok(witness.before.clone())),
        equal("timeline after the fix", &replayed(&witness.fixed), &Ok(witness.after.clone())),
        equal("period", &at(&witness.before), &witness.charged),
        equal("period after the fix", &at(&witness.after), &Some(witness.instead.clone())),
        equal("day", &witness.instead.start, &witness.day),
        equal("fixed products", &apply_patch(&witness.products, &witness.fix).ok().as_ref(), &Some(&witness.fixed)),
        match &witness.charged {
            None => equal("whether the timeline ends", &witness.before.stop.is_some(), &true),
            Some(charged) => is_other_amount(charged, &witness.instead),
        },
    ];
    let all: Result<(), String> = claims.into_iter().collect();
    all.map_err(|error| format!("{error}\n{witness:#?}"))
}

fn equal<T: Debug + PartialEq>(what: &str, found: &T, claimed: &T) -> Result<(), String> {
    if found == claimed { Ok(()) } else { Err(format!("{what}: {found:#?}, the witness claims {claimed:#?}")) }
}

/// Checks that a period costs another amount after the fix.
fn is_other_amount(charged: &Period, instead: &Period) -> Result<(), String> {
    let [before, after] = [charged, instead].map(|period| period.price.as_deref()?.parse::<Amount>().ok());
    let is_other = before.is_some() && after.is_some() && before != after;
    if is_other { Ok(()) } else { Err(format!("amounts: {before:?} and {after:?}")) }
}
