//! The way from an input to a report.

mod decision;
mod edits;
mod fix;
mod guard;
mod read;
mod translation;
mod wording;
mod words;

pub use decision::{Considered, Decision, Outcome, Rejection, Undecided, article, cart_comment, effective_kind};
pub(crate) use decision::{choose_article, purchase};
pub(crate) use edits::Edits;
pub(crate) use fix::fixed;
pub use fix::{Fixed, fix_all};
pub(crate) use guard::{changes_trial, conflicting_ids, id_by_fix, keep_id};
pub(crate) use read::{Source, read_draft};
pub use translation::{Messages, MessagesError, RUSSIAN};
pub use wording::Found;
pub(crate) use wording::{diagnostic, key_in, list_places};
pub use words::{configuration, kind_lines};

use alloc::vec::Vec;

use serde::Deserialize as _;

use guard::keep_safe;

use crate::options::{Operation, Options};
use crate::product::Input;
use crate::report::{Invalid, Report};
use crate::rules::{Collector, Facts, Finding, Flag, UpdateDrafts, merge};
use crate::{product::Product, rules};
use renewal_rules_json::{NONE, Typed};
use renewal_rules_json::{Span, locations};

/// A product that was checked, and what is wrong with it.
pub(crate) struct CheckedProduct<'a> {
    pub(crate) facts: Facts<'a>,
    pub(crate) found: Collector<'a>,
}

/// Checks a product and reports everything that is wrong with it, in one pass.
///
/// Nothing hides anything else: a rule across fields runs as soon as the fields that it reads are well-formed. The same
/// product as text, as a value or typed gives the same report, but for the locations, which only text has. Any input
/// gets a report, in time and memory linear in its size. Of the options, all but `consent` are used.
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
    // `collect` would write them over the findings, and then move them to memory of their own size.
    let mut diagnostics = Vec::with_capacity(findings.len());
    diagnostics.extend(findings.into_iter().map(|one| diagnostic(one, None)));
    Report {
        valid: !checked.found.listed.has_error(),
        configuration: checked.facts.configuration,
        trial: checked.facts.trial,
        omitted: checked.found.listed.omitted(diagnostics.len()),
        diagnostics,
    }
}

impl<'a> CheckedProduct<'a> {
    /// What is wrong, in the order of a report: all of it, or as many of the first as were asked for.
    pub(crate) fn take_findings(&mut self) -> Vec<Finding<'a>> {
        core::mem::take(&mut self.found.listed.items)
    }

    /// Where a finding is in what was sent.
    pub(crate) fn span(&self, finding: &Finding<'_>) -> Span {
        let (draft, node) = (&self.facts.draft, finding.node);
        let known =
            if finding.rule.is(Flag::AtName) { draft.document.key_span(node) } else { draft.document.span(node) };
        known.or_else(|| draft.span(&finding.path)).unwrap_or_default()
    }
}

/// The product as it is before an update, where that is stated and of use.
pub(crate) fn current(options: &Options) -> Option<Source<'_>> {
    let current = options.current().filter(|_| options.operation == Operation::Update);
    current.map(|text| Source::read(Input::Json(text.into())))
}

/// Reads a product and runs the rules over it; over an update beside the product as it is, as the merged product. Of
/// the findings only as many are kept as the options ask for.
pub(crate) fn check_product<'a>(
    source: &'a Source<'_>,
    current: Option<&'a Source<'_>>,
    options: &'a Options,
) -> CheckedProduct<'a> {
    let mut found = Collector::first(options.max_diagnostics, options);
    let sent = read_draft(source.parsed(), &mut found);
    let Some(current) = current.filter(|_| sent.is_object()) else {
        return run_rules(Facts::new(sent, options, None), found);
    };
    let mut found_before = Collector::first(None, &Options::default());
    let current = read_draft(current.parsed(), &mut found_before);
    let merged = merge(&sent, &current);
    for finding in found_before.listed.items {
        if merged.is_from_current(finding.path.field) && !finding.rule.is(Flag::OfText) {
            found.push(Finding { node: NONE, ..finding });
        }
    }
    let update = UpdateDrafts { sent, current };
    run_rules(Facts::new(merged, options, Some(update)), found)
}

/// Runs the rules over the facts of a product, of which the form was checked.
pub(crate) fn run_rules<'a>(facts: Facts<'a>, mut found: Collector<'a>) -> CheckedProduct<'a> {
    rules::check(&facts, &mut found);
    found.listed.arrange();
    keep_safe(&facts, &mut found.listed.items);
    CheckedProduct { facts, found }
}

/// Reads an input into a typed product.
///
/// # Errors
///
/// The report, where [`check`] finds an error. What no typed product can hold, such as a value of another
/// type, is an error here even where [`Options::rules`] says otherwise.
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
    // What no typed product can hold stays an error.
    options.rules = options.rules.with_errors_of(|code| code.rule().is(Flag::Untyped));
    let source = Source::read(input.into());
    let report = check_source(&source, &options).into_result()?;
    // A report without errors is one of a text that is a product: this never fails.
    let document = source.document();
    Product::deserialize(Typed { document, node: 0 }).map_err(|_| Invalid(report))
}
