//! Fixes, made in a text until none is left.

use alloc::{borrow::Cow, string::String};

use super::edits::Edits;
use super::read::Source;
use super::{check, check_product, current};
use crate::options::Options;
use crate::product::Input;
use crate::report::to_json;
use crate::report::{CatalogueReport, Report};
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
    /// The fixed text. Empty if the input has no text: it is not UTF-8, or a value without a JSON form. Do not write it
    /// back then, as no fix was made (`applied` is 0).
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
    let edits = |text: &str, options: &Options| {
        let mut edits = Edits::default();
        let current = current(options);
        edits.fix(check_product(&Source::read(Input::Json(text.into())), current.as_ref(), options), 0);
        Some(edits)
    };
    fixed(input.into(), options, &edits, &|input, options| check(input, options))
}

/// An input after all rounds of fixes, and the report of what it is then. Nothing is left out of either.
///
/// Of a text, `edits` gives those that fix it, without those that must wait for others; `None` where it has no products.
pub(crate) fn fixed<R>(
    input: Input<'_>,
    options: &Options,
    edits: &dyn Fn(&str, &Options) -> Option<Edits>,
    check: &dyn Fn(Input<'_>, &Options) -> R,
) -> Fixed<R> {
    /// A fix brings others to light, level by level of the product.
    const ROUNDS: usize = 10;
    let mut options = options.clone();
    options.max_diagnostics = None;
    let is_located = input.is_located();
    let Some(mut text) = input.clone().into_text() else {
        return Fixed { text: String::new(), applied: 0, report: check(input, &options) };
    };
    let mut applied = 0;
    for _ in 0..ROUNDS {
        let edits = edits(&text, &options).filter(|edits| edits.made > 0);
        let Some(edits) = edits else { break };
        applied += edits.made;
        text = Cow::Owned(edits.apply(&text));
    }
    let input = if is_located { Input::from(&*text) } else { Input::Json((&*text).into()) };
    let report = check(input, &options);
    Fixed { text: text.into_owned(), applied, report }
}
