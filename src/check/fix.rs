//! Applies fixes to a text until no fix is left.

use alloc::{borrow::Cow, string::String};

use super::edits::Edits;
use super::read::Source;
use super::{check, check_product, current};
use crate::options::Options;
use crate::product::Input;
use crate::report::Report;

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

/// Applies all safe fixes to the text of a product, including those that only become possible after other fixes. Fixes
/// that do not affect each other are applied in one round; rounds are repeated until no fix is left. All other text is
/// preserved. Values and typed products are fixed in their JSON text; input that is not valid JSON is returned
/// unchanged. Uses all options but `consent` and `max_diagnostics`: the report is complete.
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

/// Returns the input after all rounds of fixes, with the complete report of the result.
///
/// `edits` returns the edits of one round for a text, or `None` if the text has no products. Of overlapping fixes, a
/// round applies only one.
pub(crate) fn fixed<R>(
    input: Input<'_>,
    options: &Options,
    edits: &dyn Fn(&str, &Options) -> Option<Edits>,
    check: &dyn Fn(Input<'_>, &Options) -> R,
) -> Fixed<R> {
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
        let edits = edits(&text, &options).filter(|edits| edits.made > 0);
        let Some(edits) = edits else { break };
        applied += edits.made;
        text = Cow::Owned(edits.apply(&text));
    }
    let input = if is_located { Input::from(&*text) } else { Input::Json((&*text).into()) };
    let report = check(input, &options);
    Fixed { text: text.into_owned(), applied, report }
}
