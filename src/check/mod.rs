//! Pipeline from an input to a report, a fix or a decision.

mod decision;
mod decision_text;
mod diagnostic;
mod edits;
mod fix;
mod guard;
mod read;
mod translation;

pub use decision::{Considered, Decision, Outcome, Rejection, Undecided, article, cart_comment, effective_kind};
pub(crate) use decision::{choose_article, purchase};
pub use decision_text::{configuration_line, kind_lines};
pub use diagnostic::KeyedDiagnostic;
pub(crate) use diagnostic::{diagnostic, key_in, push_pointers};
pub(crate) use edits::Edits;
pub(crate) use fix::fixed;
pub use fix::{Fixed, fix_all};
pub(crate) use guard::{changes_trial, conflicting_ids, id_by_fix, remove_id_fixes};
pub(crate) use read::{Source, read_draft};
pub use translation::{Messages, MessagesError, RUSSIAN};

use alloc::vec::Vec;

use serde::Deserialize as _;

use guard::remove_unsafe_fixes;

use crate::options::{Operation, Options};
use crate::product::Input;
use crate::report::{Code, Invalid, Report};
use crate::rules::{Facts, Finding, Findings, UpdateDrafts, merge};
use crate::{product::Product, rules};
use renewal_rules_json::{NONE, NodeDeserializer};
use renewal_rules_json::{Span, locations};

/// A checked product with its findings.
pub(crate) struct CheckedProduct<'a> {
    pub(crate) facts: Facts<'a>,
    pub(crate) findings: Findings<'a>,
}

/// Checks a product and reports all diagnostics in one pass.
///
/// No finding suppresses another: a rule that reads several fields runs as soon as those fields are well-formed. The
/// report does not depend on whether the product is passed as text, as a value or typed, except for the locations,
/// which only text has. Any input gets a report, in time and memory linear in its size. Uses all options but `consent`.
///
/// ```
/// use renewal_rules::{Operation, Options, Role, check};
///
/// let options = Options::default()
///     .with_operation(Operation::Create)
///     .with_role(Role::Renewal);
/// let report = check(r#"{"id":102,"name":"Example Pro"}"#, &options);
/// let codes: Vec<_> = report.diagnostics.iter().map(|d| d.code.as_str()).collect();
/// assert_eq!(codes, ["field-not-on-create", "missing-field", "term-missing", "missing-field"]);
/// ```
pub fn check<'a>(input: impl Into<Input<'a>>, options: &Options) -> Report {
    check_source(&Source::read(input.into()), options)
}

fn check_source(source: &Source<'_>, options: &Options) -> Report {
    let current = current(options);
    let mut checked = check_product(source, current.as_ref(), options);
    let mut findings = checked.take_findings();
    if source.is_located && source.tree.is_ok() && !findings.is_empty() {
        let spans: Vec<Span> = findings.iter().map(|one| checked.span(one)).collect();
        let locations = locations(source.text.as_bytes(), &spans);
        for (finding, location) in findings.iter_mut().zip(locations) {
            finding.location = Some(location);
        }
    }
    // Do not use `collect`: it would build the diagnostics in the allocation of the findings, then move them to one of
    // the right size.
    let mut diagnostics = Vec::with_capacity(findings.len());
    diagnostics.extend(findings.into_iter().map(|one| diagnostic(one, None)));
    Report {
        valid: !checked.findings.listed.has_error(),
        configuration: checked.facts.configuration,
        trial: checked.facts.trial,
        omitted: checked.findings.listed.omitted(diagnostics.len()),
        diagnostics,
    }
}

impl<'a> CheckedProduct<'a> {
    /// Takes the findings, in report order and truncated to `max_diagnostics`.
    pub(crate) fn take_findings(&mut self) -> Vec<Finding<'a>> {
        core::mem::take(&mut self.findings.listed.items)
    }

    /// Returns the span of a finding in the input; the start of the text if the input is not JSON.
    pub(crate) fn span(&self, finding: &Finding<'_>) -> Span {
        let (draft, node) = (&self.facts.draft, finding.node);
        let is_at_name = finding.rule.is_at_name();
        let known = if is_at_name { draft.document.key_span(node) } else { draft.document.span(node) };
        known.or_else(|| draft.span(&finding.path)).unwrap_or_default()
    }
}

/// Returns the option `current`, the product before an update, if it is set and the operation is an update.
pub(crate) fn current(options: &Options) -> Option<Source<'_>> {
    let current = options.current().filter(|_| options.operation == Operation::Update);
    current.map(|text| Source::read(Input::Json(text.into())))
}

/// Reads a product and runs the rules. In an update with a known current product, the rules run over the merged
/// product. At most `max_diagnostics` findings are retained.
pub(crate) fn check_product<'a>(
    source: &'a Source<'_>,
    current: Option<&'a Source<'_>>,
    options: &'a Options,
) -> CheckedProduct<'a> {
    let mut findings = Findings::new(options.max_diagnostics, options);
    let sent = read_draft(source.parsed(), &mut findings);
    let Some(current) = current.filter(|_| sent.is_object()) else {
        return run_rules(Facts::new(sent, options, None), findings);
    };
    let mut current_findings = Findings::new(None, &Options::default());
    let current = read_draft(current.parsed(), &mut current_findings);
    let merged = merge(&sent, &current);
    for finding in current_findings.listed.items {
        // Do not report duplicate keys of the current product: they are mistakes in its text, which the update does not
        // send.
        if merged.is_from_current(finding.path.field) && finding.rule.code != Code::DuplicateKey {
            findings.push(Finding { node: NONE, ..finding });
        }
    }
    let update = UpdateDrafts { sent, current };
    run_rules(Facts::new(merged, options, Some(update)), findings)
}

/// Runs the rules over the facts of a product whose types and formats are already checked.
pub(crate) fn run_rules<'a>(facts: Facts<'a>, mut findings: Findings<'a>) -> CheckedProduct<'a> {
    rules::check(&facts, &mut findings);
    findings.listed.sort_and_truncate();
    remove_unsafe_fixes(&facts, &mut findings.listed.items);
    CheckedProduct { facts, findings }
}

/// Parses an input into a typed product.
///
/// # Errors
///
/// Returns the report if [`check`] finds an error. Values that a typed product cannot represent, such as a value of
/// another type, are errors here even if [`Options::rules`] sets another level.
///
/// ```
/// use renewal_rules::{LicenceTerm, Options, read};
///
/// let product = read(r#"{"id":101,"licence_term":"P1M"}"#, &Options::default())
///     .map_err(|invalid| invalid.report().diagnostics[0].message.clone())?;
/// assert_eq!(product.licence_term, Some(LicenceTerm::months(1)));
/// # Ok::<(), String>(())
/// ```
pub fn read<'a>(input: impl Into<Input<'a>>, options: &Options) -> Result<Product, Invalid> {
    let mut options = options.clone();
    // Report values that a typed product cannot represent as errors, at any configured level.
    options.rules = options.rules.with_errors_of(is_untyped);
    let source = Source::read(input.into());
    let report = check_source(&source, &options).into_result()?;
    // This never fails: a text whose report has no errors is a valid product.
    let document = source.document();
    Product::deserialize(NodeDeserializer { document, node: 0 }).map_err(|_| Invalid(report))
}

/// Returns whether a code reports values that a typed product cannot represent.
fn is_untyped(code: Code) -> bool {
    matches!(
        code,
        Code::DuplicateKey
            | Code::TypeMismatch
            | Code::MissingField
            | Code::IdRange
            | Code::TermFormat
            | Code::PriceFormat
            | Code::LocaleFormat
            | Code::ChainEmpty
            | Code::ChainTooShort
            | Code::ChainLastNotRepeated
            | Code::ChainRepeatedId
    )
}
