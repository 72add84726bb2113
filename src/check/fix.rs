//! Fixes, made in a text until none is left.

use alloc::{borrow::Cow, string::String};

use super::catalogue::products::{Layout, each_product};
use super::catalogue::run::{check_catalogue, check_catalogue_lines};
use super::check::{check, check_product, current, run_rules};
use super::edits::Edits;
use super::read::{Source, read_draft};
use crate::options::{Options, Scope};
use crate::product::Input;
use crate::report::to_json;
use crate::report::{CatalogueReport, Report};
use crate::rules::{Collector, Facts};
use renewal_rules_json::objects;

objects! {
    Fixed: |it| "text": it.text, "applied": it.applied, "report": it.report;
    Fixed<CatalogueReport>: |it| "text": it.text, "applied": it.applied, "report": it.report;
}

to_json! {
    Fixed: |fixed| 256 + fixed.text.len();
    Fixed<CatalogueReport>: |fixed| 256 + fixed.text.len();
}

/// A text after its certain fixes.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Fixed<R = Report> {
    /// The fixed text.
    pub text: String,
    /// How many fixes were made.
    pub applied: usize,
    /// The report of the fixed text.
    pub report: R,
}

/// Makes every certain fix in the text of a product, and those that become certain by it: those that do not
/// touch one another at a time, until there is none left. Everything else in the text stays as it is. A value
/// and a typed product are fixed in their JSON text; what is not JSON stays as it is. Of the options, all but
/// `consent` and `max_diagnostics` are used: the report is whole.
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

/// Makes every certain fix in the text of a catalogue, an array of products, as [`fix_all`] does in that of a
/// product. Of the options, `payment`, `limits` and `rules` are used.
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

/// Makes every certain fix in the text of a catalogue in newline-delimited JSON. Products and values,
/// which have no lines, are fixed as by [`fix_catalogue`].
pub fn fix_catalogue_lines<'a>(input: impl Into<Input<'a>>, options: &Options) -> Fixed<CatalogueReport> {
    let input = input.into();
    let layout = if input.is_located() { Layout::Lines } else { Layout::Array };
    fixed(input, options, layout, &|input, options| check_catalogue_lines(input, options))
}

/// An input after all rounds of fixes, and the report of what it is then. Nothing is left out of either.
fn fixed<R>(input: Input<'_>, options: &Options, layout: Layout, check: &dyn Fn(Input<'_>, &Options) -> R) -> Fixed<R> {
    /// A fix brings others to light, level by level of the product.
    const ROUNDS: usize = 10;
    let mut options = options.clone();
    options.max_diagnostics = None;
    let is_located = input.is_located();
    let Some(mut text) = input.clone().into_text() else {
        let text = match &input {
            Input::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            _ => String::new(),
        };
        return Fixed { text, applied: 0, report: check(input, &options) };
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

/// The edits that fix a text, without those that must wait for others; `None` where it is not an array of products.
fn edits(text: &str, layout: Layout, options: &Options) -> Option<Edits> {
    let mut edits = Edits::default();
    if layout == Layout::Product {
        let current = current(options);
        edits.fix(check_product(&Source::read(Input::Json(text.into())), current.as_ref(), options), 0);
        return Some(edits);
    }
    let options = options.of_scope(Scope::Catalogue);
    each_product(text, layout, &mut |line, document| {
        let mut found = Collector::of_many(&options);
        let draft = read_draft(Ok(document), &mut found);
        edits.fix(run_rules(Facts::new(draft, &options, None), found), line.start);
    })?;
    Some(edits)
}
