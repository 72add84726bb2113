//! Rules for licence terms of products with renewals (§2.3, §8).

use alloc::string::String;

use super::rule::rule;
use super::trial::{Trial, inferred};
use super::{draft::Parsed, facts::Facts, finding::Finding, findings::Findings};
use crate::options::{Options, Role};
use crate::product::{LicenceTerm, Payment, ProductId, RenewalKind};
use crate::report::{Code, Severity};
use crate::schema::{Field, fields_of};

/// Part of a message template that names the initiator, introduced by the words `$clause`. The message omits this part
/// if the checked product is the initiator.
macro_rules! of_initiator {
    ($clause:literal) => {
        concat!(
            "{initiator|",
            $clause,
            " product #}{initiatorIndex|",
            $clause,
            " the product at index #}{initiatorFile| of `#`}"
        )
    };
}
pub(super) use of_initiator;

macro_rules! of_trial {
    () => {
        "The term is {shortestDays} {shortestDays|day|days} at its shortest, but AR renewal, the only kind for a free trial, needs at least {minimumDays} {minimumDays|day|days}"
    };
}

macro_rules! of_inferred_trial {
    ($of:ident) => {
        inferred!($of: "AR renewal, the only kind for a free trial, needs at least {minimumDays} {minimumDays|day|days}, but the term is {shortestDays} {shortestDays|day|days} at its shortest. With a shorter term the renewal cannot be made in time.", "lengthen `licence_term`.")
    };
}

rule! {
    TermMissing {
        "initiator": Option<ProductId> => "The id of the product that this one renews.",
        "initiatorIndex": Option<usize> => "The catalogue index of the product that this one renews, if it has no id.",
        "initiatorFile": Option<String> => "The file of the product that this one renews, if it has no id and the catalogue has several files.",
    }
    section: "4.4",
    title: "A product with renewals has no licence term",
    explanation: "Renewals follow the end of the licence term, so the initiator and every renewal product need a \
        `licence_term` greater than zero. For a free trial it is the trial's duration.",
    reads: fields_of![LicenceTerm, Settings, Chain, Id, Ar, Pmr, Email],
    reads_elsewhere: fields_of![Id, Chain],
    at: fields_of![LicenceTerm],
    templates: {
        "missing" => concat!(
            "`licence_term` is missing",
            of_initiator!(", but the product is used for the renewal of"),
            ". Add the term after which the product is renewed, such as P1M for one month or P30D for thirty days.",
        ),
    },
    bad: r#"{"id":101,"renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    good: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    pass: [r#"{"name":"N"}"#, r#"{"role":"self-renewing"} > {}"#],
    fail: [r#"{"role":"renewal"} > {}"# => "E term-missing /licence_term"],
}

rule! {
    TermZero {
        "initiator": Option<ProductId> => "The id of the product that this one renews.",
        "initiatorIndex": Option<usize> => "The catalogue index of the product that this one renews, if it has no id.",
        "initiatorFile": Option<String> => "The file of the product that this one renews, if it has no id and the catalogue has several files.",
    }
    section: "8",
    title: "A product with renewals has an unlimited term",
    explanation: "A term of zero is unlimited: it never ends, so there is nothing to renew. A \
        product with renewals needs a `licence_term` greater than zero.",
    reads: fields_of![LicenceTerm, Settings, Chain, Id],
    reads_elsewhere: fields_of![Id, Chain],
    at: fields_of![LicenceTerm],
    templates: {
        "zero" => concat!(
            "`licence_term` is zero, which means unlimited: such a product never comes up for renewal",
            of_initiator!(", and it is used for the renewal of"),
            ". Give it a term greater than zero, such as P1M.",
        ),
    },
    bad: r#"{"id":101,"licence_term":"P0D","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    good: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    pass: [r#"{"licence_term":"P0D"}"#],
    fail: [r#"{"role":"renewal"} > {"licence_term":"P0M"}"# => "E term-zero /licence_term"],
}

rule! {
    TermBelowMinimum {
        "kind": RenewalKind => "The renewal kind whose minimum is not met.",
        "minimumDays": u64 => "The minimum term of that kind, in days.",
        "shortestDays": u64 => "The fewest days that the product's term can take.",
        "payment": Option<Payment> => "The kind of payment method to which the minimum applies, for PMR and Email.",
        "initiator": Option<ProductId> => "The id of the product that this one renews.",
        "initiatorIndex": Option<usize> => "The catalogue index of the product that this one renews, if it has no id.",
        "initiatorFile": Option<String> => "The file of the product that this one renews, if it has no id and the catalogue has several files.",
    }
    severities: &[Severity::Error, Severity::Warning],
    section: "8",
    title: "The licence term is too short for a renewal kind",
    explanation: "Each renewal kind needs a minimum term, so that the renewal can be prepared in time: AR 6 days, \
        Email 4 days with online payment methods and 11 days with offline ones (Support can change Email's). PMR's \
        depends on the payment method, and the document does not show it. Months count as the fewest days that they \
        can take. With a shorter term that kind cannot renew the product in time. Lengthen the term, or turn the kind \
        off. It is a warning where the term is long enough for one kind of payment method, or may be.",
    reads: fields_of![LicenceTerm, Settings, Chain, ArEnable, Pmr, Email, Id, Variants, Amount],
    at: fields_of![LicenceTerm],
    templates: {
        "short" => concat!(
            "The term is {shortestDays} {shortestDays|day|days} at its shortest, but {kind|ar:AR|pmr:PMR|email:Email} renewal{payment|online: with online payment methods|offline: with offline payment methods} needs at least {minimumDays} {minimumDays|day|days}",
            of_initiator!("; the product is used for the renewal of"),
            ". With a shorter term the renewal cannot be made in time. Lengthen `licence_term` or turn {kind|ar:AR|pmr:PMR|email:Email} off",
            of_initiator!(" in"),
            ".",
        ),
        "trial" => concat!(of_trial!(), ". With a shorter term the renewal cannot be made in time. Lengthen `licence_term`."),
        "inferred" => of_inferred_trial!(product),
        "setup-inferred" => of_inferred_trial!(initiator),
        "initiator" => concat!(
            of_trial!(),
            of_initiator!("; the product is used for the renewal of"),
            ", a free trial because all its prices are zero. With a shorter term the renewal cannot be made in time. Lengthen `licence_term`, or give",
            of_initiator!(""),
            " a price if no trial is meant.",
        ),
    },
    bad: r#"{"id":101,"licence_term":"P5D","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    good: r#"{"id":101,"licence_term":"P6D","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    pass: [
        r#"{"id":101,"licence_term":"P6D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
        r#"{"payment":"online"} > {"id":101,"licence_term":"P4D","renew_settings":{"product_id_for_renew":[102,102],"renew_email":true}}"#,
        r#"{"id":101,"licence_term":"P0D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
    ],
    fail: [
        r#"{"id":101,"licence_term":"P3D","renew_settings":{"product_id_for_renew":[102,102],"renew_email":true}}"# => "E term-below-minimum /licence_term",
        r#"{"id":101,"licence_term":"P10D","renew_settings":{"product_id_for_renew":[102,102],"renew_email":true}}"# => "W term-below-minimum /licence_term",
        r#"{"trial":true} > {"id":101,"licence_term":"P3D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"0.00"}}}]}"# => "E term-below-minimum /licence_term",
    ],
}

pub(super) fn check<'a>(facts: &Facts<'a>, findings: &mut Findings<'a>) {
    let term = facts.draft.term();
    let is_renewal = facts.options.role == Some(Role::Renewal);
    let needs_term = match term {
        // A product created without settings needs no term for renewals. For an update without `current`, the product
        // may already have a term.
        Parsed::Absent => {
            let is_for_settings = facts.configured() && facts.reports_missing_settings();
            (is_renewal || is_for_settings) && (!facts.is_update() || facts.update.is_some())
        }
        _ => is_renewal || facts.configured(),
    };
    let context = TermContext {
        options: facts.options,
        initiator: Initiator::default(),
        trial: Trial::of(facts),
        needs_term,
        applies: RenewalKind::EACH.map(|kind| facts.applies(kind)),
    };
    check_term(term, &context, &mut |finding| findings.push(finding));
}

/// The initiator as named in a message: by its id, or by its catalogue index if it has no id.
#[derive(Clone, Copy, Default)]
pub(super) struct Initiator {
    pub(super) id: Option<ProductId>,
    pub(super) index: Option<usize>,
}

impl Finding<'_> {
    /// Adds the initiator as parameters, unless the checked product is the initiator.
    pub(super) fn with_initiator(self, Initiator { id, index }: Initiator) -> Self {
        self.with("initiator", id).with("initiatorIndex", index)
    }
}

/// Context of a term check.
pub(super) struct TermContext<'o> {
    pub(super) options: &'o Options,
    /// Initiator of the renewals, unless the checked product is the initiator.
    pub(super) initiator: Initiator,
    /// Why the initiator is a free trial; `None` if it is none.
    pub(super) trial: Option<Trial>,
    /// True if a missing or unlimited term must be reported.
    pub(super) needs_term: bool,
    /// True for each renewal kind that applies, in the order of `RenewalKind::EACH`.
    pub(super) applies: [bool; 3],
}

/// Reports a missing or unlimited term, or a term that is too short for the applicable kinds, in their order.
pub(super) fn check_term(
    term: Parsed<LicenceTerm>,
    context: &TermContext<'_>,
    report: &mut dyn FnMut(Finding<'static>),
) {
    let code = match term {
        Parsed::Malformed => return,
        Parsed::Absent => Code::TermMissing,
        Parsed::Valid(term) if term.is_unlimited() => Code::TermZero,
        Parsed::Valid(term) => {
            let kinds = RenewalKind::EACH.into_iter().zip(context.applies).filter(|(_, applies)| *applies);
            return kinds.filter_map(|(kind, _)| below_minimum(term, kind, context)).for_each(report);
        }
    };
    if context.needs_term {
        report(Finding::new(code, Field::LicenceTerm).with_initiator(context.initiator));
    }
}

/// Checks a limited term against the minimum of one kind. If the payment method is unknown, the finding is an error
/// only if the term is too short for both methods, and names the smaller minimum.
fn below_minimum(term: LicenceTerm, kind: RenewalKind, context: &TermContext<'_>) -> Option<Finding<'static>> {
    let limits = &context.options.limits;
    let missed = |payment| limits.minimum(kind, payment).filter(|days| term.is_below(*days));
    let (days, payment, severity) = match context.options.payment {
        Some(payment) => (missed(payment)?, payment, Severity::Error),
        None => match (missed(Payment::Online), missed(Payment::Offline)) {
            (None, None) => return None,
            (Some(days), None) => (days, Payment::Online, Severity::Warning),
            (None, Some(days)) => (days, Payment::Offline, Severity::Warning),
            (Some(online), Some(days)) if days < online => (days, Payment::Offline, Severity::Error),
            (Some(days), Some(_)) => (days, Payment::Online, Severity::Error),
        },
    };
    let Initiator { id, index } = context.initiator;
    let message_id = match context.trial {
        None => "short",
        // An initiator that is named is a product of a catalogue, to which the option `trial` does not apply.
        Some(_) if id.is_some() || index.is_some() => "initiator",
        Some(Trial::Set) => "trial",
        Some(Trial::Inferred) => "inferred",
    };
    let finding = Finding::new(Code::TermBelowMinimum, Field::LicenceTerm)
        .with_template(message_id)
        .with("kind", kind)
        .with("minimumDays", u64::from(days))
        .with("shortestDays", term.shortest_days())
        .with("payment", (kind != RenewalKind::Ar).then_some(payment))
        .with_initiator(context.initiator);
    Some(Finding { severity, ..finding })
}
