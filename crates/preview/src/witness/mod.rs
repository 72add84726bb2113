//! Witnesses: for a diagnostic, the buyer who loses a renewal or pays another amount because of it.

mod buyers;
mod data;
mod repair;
mod scene;

use alloc::{string::String, vec::Vec};

use buyers::Loss;
pub use data::{AlsoFixed, Witness};
pub use repair::can_have_witness;
use scene::{Catalogue, Scene};

use crate::timeline::TimelineOptions;
use renewal_rules::catalogue::{Products, TimelineError, products_text};
use renewal_rules::{Code, Diagnostic, Input, Operation, Options, Severity};
use renewal_rules_json::{PatchOp, apply_patch};

/// Maximum number of other diagnostics that are fixed as well to show the effect of one diagnostic.
const ROUNDS: usize = 20;

/// Returns a buyer who loses a renewal, or pays another amount, because of a diagnostic (§4.4, §8); `None` if it costs no
/// buyer anything, or the effect of its fix cannot be shown.
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
    Ok(Finder::new(&Catalogue::read(&text)?, options).find(diagnostic))
}

/// Like [`witness()`], for several diagnostics of the same products: returns one item per diagnostic, in their order.
/// Reads the products once, and searches once if diagnostics in a row have the same repair.
///
/// # Errors
///
/// Returns a [`TimelineError`] if the input contains no products.
pub fn witness_of_each<'a>(
    products: impl Into<Input<'a>>,
    diagnostics: &[Diagnostic],
    options: &TimelineOptions,
) -> Result<Vec<Option<Witness>>, TimelineError> {
    let text = products_text(products.into())?;
    let catalogue = Catalogue::read(&text)?;
    let mut finder = Finder::new(&catalogue, options);
    Ok(diagnostics.iter().map(|diagnostic| finder.find(diagnostic)).collect())
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
    let mut finder = Finder::new(&catalogue, options);
    Ok(wanted.filter_map(|diagnostic| finder.find(diagnostic)).collect())
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
        let loss = buyers::find(&before.products()?, &after.products()?, &[], &options)?;
        let assumed = [before.assumed, after.assumed].concat();
        Some(Witness::new(diagnostic, loss, (before.text, after.text), assumed))
    })
}

/// Finds the witnesses of diagnostics, one by one.
struct Finder<'c, 't> {
    catalogue: &'c Catalogue<'t>,
    options: &'c TimelineOptions,
    /// Cache of the last search, because diagnostics in a row, such as those of a chain, often have the same repair.
    last: Option<(Attempt, Option<Effect>)>,
}

/// Products, and the patch that repairs a diagnostic of them.
#[derive(PartialEq)]
struct Attempt {
    products: String,
    repair: Vec<PatchOp>,
}

/// Effect of a repair on a buyer.
#[derive(Clone)]
struct Effect {
    loss: Loss,
    /// The products after all repairs.
    fixed: String,
    /// All repairs, the first one included.
    patch: Vec<PatchOp>,
    /// The diagnostics that the other repairs fix.
    also: Vec<AlsoFixed>,
}

impl<'c, 't> Finder<'c, 't> {
    const fn new(catalogue: &'c Catalogue<'t>, options: &'c TimelineOptions) -> Self {
        Self { catalogue, options, last: None }
    }

    fn find(&mut self, diagnostic: &Diagnostic) -> Option<Witness> {
        if diagnostic.severity == Severity::Info || !can_have_witness(diagnostic.code) {
            return None;
        }
        self.catalogue.candidates(diagnostic).into_iter().find_map(|bought| {
            let scene = Scene::new(self.catalogue, bought, diagnostic, &self.options.limits)?;
            let broken = scene.products()?;
            let repair = repair::repair(&broken, &scene.diagnostic, self.options)?;
            let attempt = Attempt { products: scene.text.clone(), repair };
            let effect = match &self.last {
                Some((last, effect)) if *last == attempt => effect.clone(),
                _ => {
                    let effect = effect_of(&attempt.repair, &scene, &broken, self.options);
                    self.last = Some((attempt, effect.clone()));
                    effect
                }
            };
            effect.map(|effect| scene.witness(effect))
        })
    }
}

/// Applies the repair to the broken products of the scene, then repairs other diagnostics one by one, until the
/// timelines of a buyer show the effect of the first repair.
fn effect_of(repair: &[PatchOp], scene: &Scene, broken: &Products<'_>, options: &TimelineOptions) -> Option<Effect> {
    let mut patch = repair.to_vec();
    let mut fixed = apply_patch(&scene.text, &patch).ok()?;
    // The diagnostics of the broken products, checked only if the first repair alone shows no loss.
    let mut known = Vec::new();
    // The products with the repairs of the other diagnostics only, without the first repair.
    let mut rest = scene.text.clone();
    let mut also = Vec::new();
    for _ in 0..ROUNDS {
        let products = Products::read(&fixed).ok()?;
        // Compare `fixed` with `rest`, too: the repairs of the other diagnostics alone must not prevent the loss.
        let has_loss = |before: &Products<'_>| buyers::find(before, &products, &patch, options).is_some();
        if let Some(loss) = buyers::find(broken, &products, &patch, options)
            && (rest == scene.text || has_loss(&Products::read(&rest).ok()?))
        {
            drop(products);
            return Some(Effect { loss, fixed, patch, also });
        }
        if also.is_empty() {
            known = scene.diagnostics(broken, options)?;
        }
        let diagnostics = scene.diagnostics(&products, options)?;
        let mut others = diagnostics.iter().filter(|other| other.severity != Severity::Info);
        let (other, repair, text) = others.find_map(|other| repaired(&fixed, &products, other, options))?;
        // Repair `rest` only if the original products have the other diagnostic, too. Otherwise an earlier repair has
        // revealed the diagnostic, and `rest` lacks it.
        if known.iter().any(|known| (known.code, &known.path) == (other.code, &other.path)) {
            rest = repaired(&rest, &Products::read(&rest).ok()?, other, options)?.2;
        }
        also.push(AlsoFixed::new(other));
        patch.extend(repair);
        drop(products);
        fixed = text;
    }
    None
}

/// Repairs a diagnostic of the products in a text. Returns the diagnostic, the repair and the repaired text; `None` if
/// the repair changes nothing.
fn repaired<'d>(
    text: &str,
    products: &Products<'_>,
    diagnostic: &'d Diagnostic,
    options: &TimelineOptions,
) -> Option<(&'d Diagnostic, Vec<PatchOp>, String)> {
    let repair = repair::repair(products, diagnostic, options)?;
    let fixed = apply_patch(text, &repair).ok().filter(|fixed| fixed != text)?;
    Some((diagnostic, repair, fixed))
}
