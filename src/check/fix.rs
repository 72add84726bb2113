//! Applies fixes to a text until no fix is left.

use alloc::{borrow::Cow, string::String, vec::Vec};

use super::catalogue::products::{Layout, each_product};
use super::catalogue::run::{check_catalogue, check_catalogue_lines};
use super::check::{check, check_product, current, run_rules};
use super::edits::Edits;
use super::guard::{conflicting_ids, id_by_fix, keep_id};
use super::read::{Source, read_draft};
use crate::document::Input;
use crate::options::{Options, Scope};
use crate::report::{CatalogueReport, Report};
use crate::rules::{Collector, Facts};
use crate::text::{objects, to_json};

objects! {
    Fixed: |it| "text": it.text, "applied": it.applied, "report": it.report;
    Fixed<CatalogueReport>: |it| "text": it.text, "applied": it.applied, "report": it.report;
}

to_json! {
    Fixed: |fixed| 256 + fixed.text.len();
    Fixed<CatalogueReport>: |fixed| 256 + fixed.text.len();
}

/// A text with its safe fixes applied.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Fixed<R = Report> {
    /// The fixed text. Empty if the input has no text: it is not UTF-8, or is a value that JSON cannot represent. In
    /// that case do not write the text back, as no fix was applied (`applied` is 0).
    pub text: String,
    /// Number of applied fixes.
    pub applied: usize,
    /// The report of the fixed text.
    pub report: R,
}

/// Applies all safe fixes to the text of a product, including fixes that become possible by others. Fixes that do not
/// affect each other are applied in one round; rounds are repeated until no fix is left. All other text is preserved.
/// Values and typed products are fixed in their JSON text; input that is not valid JSON is returned unchanged. Uses all
/// options but `consent` and `max_diagnostics`: the report is complete.
///
/// ```
/// use renewal_rules::{Options, fix_all};
///
/// let text = r#"{"id":101,"licence_term":"p1m","renew_settings":{"product_id_for_renew":[102],"renew_ar":{"enable":true}}}"#;
/// let fixed = fix_all(text, &Options::default());
/// assert_eq!(
///     fixed.text,
///     r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
/// );
/// assert!(fixed.report.valid);
/// assert_eq!(fixed.applied, 2);
/// ```
pub fn fix_all<'a>(input: impl Into<Input<'a>>, options: &Options) -> Fixed {
    fixed(input.into(), options, Layout::Product, &|input, options| check(input, options))
}

/// Applies all safe fixes to the text of a catalogue, an array of products, like [`fix_all`] for a single product. Uses
/// the options `payment`, `limits` and `rules`.
///
/// ```
/// use renewal_rules::{Options, fix_catalogue};
///
/// let fixed = fix_catalogue(r#"[{"licence_term":"p1m"}, {"licence_term":"p6d"}]"#, &Options::default());
/// assert_eq!(fixed.text, r#"[{"licence_term":"P1M"}, {"licence_term":"P6D"}]"#);
/// ```
pub fn fix_catalogue<'a>(input: impl Into<Input<'a>>, options: &Options) -> Fixed<CatalogueReport> {
    fixed(input.into(), options, Layout::Array, &|input, options| check_catalogue(input, options))
}

/// Applies all safe fixes to the text of a catalogue in newline-delimited JSON. Values and typed products, which have
/// no lines, are fixed as by [`fix_catalogue`].
pub fn fix_catalogue_lines<'a>(input: impl Into<Input<'a>>, options: &Options) -> Fixed<CatalogueReport> {
    let input = input.into();
    let layout = if input.is_located() { Layout::Lines } else { Layout::Array };
    fixed(input, options, layout, &|input, options| check_catalogue_lines(input, options))
}

/// The input after all rounds of fixes, with the complete report of the result.
fn fixed<R>(input: Input<'_>, options: &Options, layout: Layout, check: &dyn Fn(Input<'_>, &Options) -> R) -> Fixed<R> {
    /// Maximum number of rounds. Fixing one nesting level of the product can expose findings in the next level.
    const ROUNDS: usize = 10;
    let mut options = options.clone();
    options.max_diagnostics = None;
    let is_located = input.is_located();
    let Some(mut text) = input.clone().into_text() else {
        return Fixed { text: String::new(), applied: 0, report: check(input, &options) };
    };
    let mut applied = 0;
    for _ in 0..ROUNDS {
        let edits = edits(&text, layout, &options).filter(|edits| edits.made > 0);
        let Some(edits) = edits else { break };
        applied += edits.made;
        text = Cow::Owned(edits.apply(&text));
    }
    let input = if is_located { Input::from(&*text) } else { Input::Json((&*text).into()) };
    let report = check(input, &options);
    Fixed { text: text.into_owned(), applied, report }
}

/// Returns the edits that fix a text, without overlapping ones; `None` if it is not an array of products.
fn edits(text: &str, layout: Layout, options: &Options) -> Option<Edits> {
    let mut edits = Edits::default();
    if layout == Layout::Product {
        let current = current(options);
        edits.fix(check_product(&Source::read(Input::Json(text.into())), current.as_ref(), options), 0);
        return Some(edits);
    }
    let options = options.of_scope(Scope::Catalogue);
    let (mut existing, mut by_fix) = (Vec::new(), Vec::new());
    each_product(text, layout, &mut |_, document| {
        let draft = read_draft(Ok(document), &mut Collector::of_nothing());
        existing.extend(draft.id().valid());
        by_fix.extend(id_by_fix(&draft));
    })?;
    let conflicts = conflicting_ids(by_fix.into_iter(), existing.into_iter());
    each_product(text, layout, &mut |line, document| {
        let mut found = Collector::of_many(&options);
        let draft = read_draft(Ok(document), &mut found);
        let mut checked = run_rules(Facts::new(draft, &options, None), found);
        if id_by_fix(&checked.facts.draft).is_some_and(|id| conflicts.contains(&id)) {
            keep_id(&mut checked.found.listed.items);
        }
        edits.fix(checked, line.start);
    })?;
    Some(edits)
}
