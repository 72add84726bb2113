//! Applies fixes to a text until no fix is left.

use alloc::{borrow::Cow, collections::BTreeSet, string::String};

use super::diagnostic::fix_of;
use super::read::Source;
use super::{CheckedProduct, check, check_product, current};
use crate::options::Options;
use crate::product::Input;
use crate::report::Report;
use renewal_rules_json::{JsonEditor, PatchOp, Span};

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
    let fix_round = |round: &mut FixRound<'_>, options: &Options| {
        let source = Source::read(Input::Json(round.text.into()));
        let current = current(options);
        round.fix(check_product(&source, current.as_ref(), options), 0);
        Some(())
    };
    fixed(input.into(), options, &fix_round, &|input, options| check(input, options))
}

/// Returns the input after all rounds of fixes, with the complete report of the result.
///
/// `fix_round` applies the fixes of a round to each product of the text, in order. It returns `None` if the text has no
/// products.
pub(crate) fn fixed<R>(
    input: Input<'_>,
    options: &Options,
    fix_round: &dyn Fn(&mut FixRound<'_>, &Options) -> Option<()>,
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
        let mut round = FixRound::new(&text);
        if fix_round(&mut round, &options).is_none() || round.applied == 0 {
            break;
        }
        applied += round.applied;
        text = Cow::Owned(round.finish());
    }
    let input = if is_located { Input::from(&*text) } else { Input::Json((&*text).into()) };
    let report = check(input, &options);
    Fixed { text: text.into_owned(), applied, report }
}

/// One round of fixes over the products of a text. Fixes that overlap wait for the next round.
pub(crate) struct FixRound<'t> {
    pub(crate) text: &'t str,
    /// New text of everything before byte `copied`.
    fixed: String,
    /// Offset in `text` up to which the text is fixed.
    copied: usize,
    /// Number of applied fixes.
    applied: usize,
}

impl<'t> FixRound<'t> {
    const fn new(text: &'t str) -> Self {
        Self { text, fixed: String::new(), copied: 0, applied: 0 }
    }

    /// Applies the fixes of a product whose document starts at byte `start`. Products must be passed in text order.
    pub(crate) fn fix(&mut self, mut checked: CheckedProduct<'_>, start: usize) {
        let findings = checked.take_findings();
        if findings.iter().all(|finding| finding.fix.is_none()) {
            return;
        }
        let document = checked.facts.draft.document;
        let Some(span) = document.span(0) else { return };
        let Ok(mut editor) = JsonEditor::new(document.raw(0)) else { return };
        let mut touched = Touched::default();
        for fix in findings.iter().filter_map(|finding| fix_of(finding, None)) {
            let is_applied =
                !fix.iter().any(|op| touched.overlaps(op)) && fix.iter().all(|op| editor.apply(op).is_ok());
            if is_applied {
                self.applied += 1;
                touched.extend(&fix);
            }
        }
        let span = span.shifted(start);
        self.fixed.push_str(Span { start: self.copied, end: span.start }.slice(self.text));
        self.fixed.push_str(&editor.finish());
        self.copied = span.end;
    }

    fn finish(self) -> String {
        self.fixed + Span { start: self.copied, end: self.text.len() }.slice(self.text)
    }
}

/// JSON Pointers to the values that the fixes of a round change.
#[derive(Default)]
struct Touched(BTreeSet<String>);

impl Touched {
    fn extend(&mut self, fix: &[PatchOp]) {
        for op in fix {
            let (_, from, path, _) = op.members();
            self.0.extend(from.into_iter().chain([path]).map(String::from));
        }
    }

    /// Returns `true` if an operation affects a changed value, a value inside of it or a value around it.
    fn overlaps(&self, op: &PatchOp) -> bool {
        let (_, from, path, _) = op.members();
        from.into_iter().chain([path]).any(|pointer| {
            let mut ancestors = pointer.match_indices('/').filter_map(|(end, _)| pointer.get(..end));
            let inside = [pointer, "/"].concat();
            let next = self.0.range(inside.clone()..).next();
            self.0.contains(pointer)
                || ancestors.any(|ancestor| self.0.contains(ancestor))
                || next.is_some_and(|next| next.starts_with(&inside))
        })
    }
}
