//! Witnesses: for a diagnostic, the buyer who loses a renewal or pays another amount because of it.

mod buyers;
mod data;
mod repair;
mod scene;

use alloc::{string::String, vec::Vec};

pub use data::{AlsoFixed, Witness};
pub use repair::can_have_witness;
use scene::{Catalogue, Scene};

use crate::timeline::TimelineOptions;
use renewal_rules::catalogue::{TimelineError, products_text};
use renewal_rules::{Code, Diagnostic, Input, Operation, Options, Severity};
use renewal_rules_json::{PatchOp, apply_patch};

/// Maximum number of other diagnostics that are fixed as well to show the effect of one diagnostic.
const ROUNDS: usize = 20;

/// Returns a buyer who loses a renewal, or pays another amount, because of a diagnostic; `None` if it costs no buyer
/// anything, or the effect of its fix cannot be shown.
///
/// The buyer is the first, by payment method and consent, whose timelines before and after the fix differ. If the
/// options set the payment method, only buyers with it are tried; the consent of the options and their number of
/// renewals are not used. The fix is the diagnostic's safe fix or, without one, an example of what its message asks
/// for. If other diagnostics prevent the renewal as well, they are fixed too and listed.
///
/// The diagnostic must come from a check of these products. An update is passed as the product that results from it.
///
/// ```
/// use renewal_rules::{Options, check};
/// use renewal_rules_preview::timeline::TimelineOptions;
/// use renewal_rules_preview::{Sentences, witness};
///
/// let product = r#"{"id":101,"licence_term":"P5D","renew_settings":{
///     "product_id_for_renew":[101,101],"renew_ar":{"enable":true}},
///     "variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#;
/// let report = check(product, &Options::default());
/// let options = TimelineOptions::new("2026-01-31".parse()?);
/// let witness = witness(product, &report.diagnostics[0], &options)?.unwrap();
/// assert_eq!(witness.day.to_string(), "2026-02-06");
/// assert_eq!(
///     witness.describe(&Sentences::english()),
///     "A buyer who pays online and consents to auto renewal buys product 101 on 2026-01-31. On 2026-02-06 nothing \
///      happens. Auto renewal (AR) does not apply: the licence term is too short. After the fix, product 101 follows \
///      on that day for 9.90 USD, charged automatically.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns a [`TimelineError`] if the input contains no products.
pub fn witness<'a>(
    products: impl Into<Input<'a>>,
    diagnostic: &Diagnostic,
    options: &TimelineOptions,
) -> Result<Option<Witness>, TimelineError> {
    let text = products_text(products.into())?;
    Ok(find(&Catalogue::read(&text)?, diagnostic, options))
}

/// Checks products and returns the [`witness()`] of each diagnostic for which `is_wanted` holds and that has one, in the
/// order of the report.
///
/// # Errors
///
/// Returns a [`TimelineError`] if the input contains no products.
pub fn witnesses<'a>(
    products: impl Into<Input<'a>>,
    mut is_wanted: impl FnMut(&Diagnostic) -> bool,
    options: &TimelineOptions,
) -> Result<Vec<Witness>, TimelineError> {
    let text = products_text(products.into())?;
    let catalogue = Catalogue::read(&text)?;
    let diagnostics = catalogue.products.diagnostics(&options.decision());
    let wanted = diagnostics.iter().filter(|diagnostic| is_wanted(diagnostic));
    Ok(wanted.filter_map(|diagnostic| find(&catalogue, diagnostic, options)).collect())
}

/// Returns the witness for the example of a code's rule: its invalid and its valid document are the products before and
/// after the fix.
///
/// ```
/// use renewal_rules::Code;
/// use renewal_rules_preview::{example_witness, timeline::TimelineOptions};
///
/// let options = TimelineOptions::new("2026-01-31".parse()?);
/// let witness = example_witness(Code::TermZero, &options).unwrap();
/// assert_eq!(witness.day.to_string(), "2026-02-28");
/// assert!(example_witness(Code::EmptyText, &options).is_none());
/// # Ok::<(), renewal_rules_preview::timeline::DateError>(())
/// ```
pub fn example_witness(code: Code, options: &TimelineOptions) -> Option<Witness> {
    let example = code.rule().example();
    let set = Options::from_json(example.options).ok().filter(|set| set.operation == Operation::Record)?;
    let options = options.clone().with_trial(set.trial).with_payment(set.payment).with_limits(set.limits);
    let [broken, fixed] = [example.bad, example.good].map(|text| Catalogue::read(text).ok());
    let (broken, fixed) = (broken?, fixed?);
    let diagnostics = broken.products.diagnostics(&options.decision());
    let diagnostic = diagnostics.iter().find(|diagnostic| diagnostic.code == code)?;
    broken.candidates(diagnostic).into_iter().find_map(|bought| {
        let before = Scene::new(&broken, bought, diagnostic, &options.limits)?;
        let after = Scene::new(&fixed, bought, diagnostic, &options.limits)?;
        let loss = buyers::find(&before.text, &after.text, &[], &options)?;
        let assumed = [before.assumed, after.assumed].concat();
        Some(Witness::new(diagnostic, loss, (before.text, after.text), assumed))
    })
}

fn find(catalogue: &Catalogue<'_>, diagnostic: &Diagnostic, options: &TimelineOptions) -> Option<Witness> {
    if diagnostic.severity == Severity::Info {
        return None;
    }
    catalogue.candidates(diagnostic).into_iter().find_map(|bought| {
        let scene = Scene::new(catalogue, bought, diagnostic, &options.limits)?;
        find_in(&scene, options)
    })
}

/// Repairs the diagnostic in the products of the scene, then other diagnostics one by one, until the timelines of a
/// buyer show the effect of the first repair.
fn find_in(scene: &Scene, options: &TimelineOptions) -> Option<Witness> {
    let mut patch = repair::repair(&scene.text, &scene.diagnostic, options)?;
    let mut fixed = apply_patch(&scene.text, &patch).ok()?;
    let known: Vec<Diagnostic> = scene.diagnostics(&scene.text, options)?;
    // The products with the repairs of the other diagnostics only, without the first repair.
    let mut rest = scene.text.clone();
    let mut also = Vec::new();
    for _ in 0..ROUNDS {
        // Compare `fixed` with `rest`, too: the repairs of the other diagnostics alone must not prevent the loss.
        if (rest == scene.text || buyers::find(&rest, &fixed, &patch, options).is_some())
            && let Some(loss) = buyers::find(&scene.text, &fixed, &patch, options)
        {
            return Some(scene.witness(loss, fixed, patch, also));
        }
        let diagnostics = scene.diagnostics(&fixed, options)?;
        let mut others = diagnostics.iter().filter(|other| other.severity != Severity::Info);
        let (other, repair, text) = others.find_map(|other| repaired(&fixed, other, options))?;
        // Repair `rest` only if the original products have the other diagnostic, too. Otherwise an earlier repair has
        // revealed the diagnostic, and `rest` lacks it.
        if known.iter().any(|known| (known.code, &known.path) == (other.code, &other.path)) {
            rest = repaired(&rest, other, options)?.2;
        }
        also.push(AlsoFixed::new(other));
        patch.extend(repair);
        fixed = text;
    }
    None
}

/// Returns a diagnostic with its repair and the repaired text; `None` if the repair changes nothing.
fn repaired<'d>(
    text: &str,
    diagnostic: &'d Diagnostic,
    options: &TimelineOptions,
) -> Option<(&'d Diagnostic, Vec<PatchOp>, String)> {
    let repair = repair::repair(text, diagnostic, options)?;
    let fixed = apply_patch(text, &repair).ok().filter(|fixed| fixed != text)?;
    Some((diagnostic, repair, fixed))
}
