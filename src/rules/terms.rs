//! Licence terms of products with renewals (§2.3, §8).

use alloc::{format, string::String, vec::Vec};

use super::{Code, Rule, explained, product};
use crate::{
    facts::Facts,
    fault::{Data, Fault, Initiator},
    options::{Limits, Payment, Role},
    place::{Place, Spot, Spots, spots},
    product::LicenceTerm,
    read::Field,
    report::{RenewalKind, Severity},
};

const AT: &[Spot] = &[Spot::LicenceTerm];

pub(super) static MISSING: Rule = Rule {
    code: "term-missing",
    severities: &[Severity::Error],
    section: "4.4",
    title: explained("A product with renewals has no licence term"),
    explanation: explained(
        "Renewals follow the end of the licence term, so the initiator and every renewal \
        product need a `licence_term` greater than zero. For a free trial it is the trial's \
        duration.",
    ),
    reads: &[Spot::LicenceTerm, Spot::Settings, Spot::Chain, Spot::Id],
    at: AT,
    params: &["initiator", "initiatorIndex"],
    example: product(
        "",
        r#"{"id":101,"renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    ),
    message: |fault| {
        format!(
            "`licence_term` is missing{}. Add the term after which the product is renewed, such as \
             P1M for one month or P30D for thirty days.",
            of_initiator(fault, ", but the product is used for the renewal of"),
        )
    },
};

pub(super) static ZERO: Rule = Rule {
    code: "term-zero",
    severities: &[Severity::Error],
    section: "8",
    title: explained("A product with renewals has an unlimited term"),
    explanation: explained(
        "A term of zero is unlimited: it never ends, so there is nothing to renew. A \
        product with renewals needs a `licence_term` greater than zero.",
    ),
    reads: &[Spot::LicenceTerm, Spot::Settings, Spot::Chain, Spot::Id],
    at: AT,
    params: &["initiator", "initiatorIndex"],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P0D","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    ),
    message: |fault| {
        format!(
            "`licence_term` is zero, which means unlimited: such a product never comes up for \
             renewal{}. Give it a term greater than zero, such as P1M.",
            of_initiator(fault, ", and it is used for the renewal of"),
        )
    },
};

pub(super) static BELOW_MINIMUM: Rule = Rule {
    code: "term-below-minimum",
    severities: &[Severity::Error, Severity::Warning],
    section: "8",
    title: explained("The licence term is too short for a renewal kind"),
    explanation: explained(
        "Each renewal kind needs a minimum term, so that the renewal can be prepared in \
        time: AR 6 days, Email 4 days with online payment methods and 11 days with offline ones \
        (Support can change these settings), PMR a number for each kind of payment method that the \
        document does not show. Months count as the fewest days that they can take. With a shorter term the product is sold and \
        then never renewed. Lengthen the term, or turn the kind off. It is a warning where the \
        term is long enough for one kind of payment method, or may be.",
    ),
    reads: &[
        Spot::LicenceTerm,
        Spot::Settings,
        Spot::Chain,
        Spot::ArEnable,
        Spot::Pmr,
        Spot::Email,
        Spot::Id,
        Spot::Variants,
        Spot::Amount,
    ],
    at: AT,
    params: &[
        "kind",
        "minimumDays",
        "shortestDays",
        "payment",
        "initiator",
        "initiatorIndex",
    ],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P5D","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
        r#"{"id":101,"licence_term":"P6D","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    ),
    message: |fault| {
        let Data::Below {
            term,
            kind,
            minimum,
            shortest,
            payment,
            ..
        } = &fault.data
        else {
            return String::new();
        };
        let with = match payment {
            None => "",
            Some(Payment::Online) => " with online payment methods",
            Some(Payment::Offline) => " with offline payment methods",
        };
        let at_shortest = if *shortest == u64::from(term.count()) {
            String::new()
        } else {
            format!(" (at the shortest {shortest} days)")
        };
        format!(
            "The term {term}{at_shortest} is too short for {} renewal{with}, which needs at least \
             {minimum} days{}. With a shorter term the renewal is not made. Lengthen \
             `licence_term`{}.",
            kind.name(),
            of_initiator(fault, "; the product is used for the renewal of"),
            instead(fault, *kind),
        )
    },
};

/// What else mends a term that is too short: turning the kind off, where that is done at this
/// product. A trial cannot do without AR.
fn instead(fault: &Fault<'_>, kind: RenewalKind) -> String {
    if matches!(fault.data, Data::Below { trial: true, .. }) {
        return String::new();
    }
    let name = kind.name();
    format!(" or turn {name} off{}", of_initiator(fault, " in"))
}

fn of_initiator(fault: &Fault<'_>, words: &str) -> String {
    match &fault.data {
        Data::Initiator(Some(initiator))
        | Data::Below {
            initiator: Some(initiator),
            ..
        } => match initiator {
            Initiator::Id(id) => format!("{words} product {id}"),
            Initiator::Index(index) => format!("{words} the product at index {index}"),
        },
        _ => String::new(),
    }
}

pub(super) fn check<'a>(facts: &Facts<'_, 'a>, faults: &mut Vec<Fault<'a>>) {
    let configured = facts.settings().is_some();
    let renewal = facts.options.role == Some(Role::Renewal);
    let related = if configured {
        spots![Settings]
    } else {
        spots![]
    };
    let of = |code| {
        Fault::error(code, Place::of(Spot::LicenceTerm))
            .data(Data::Initiator(None))
            .related(related)
    };
    match &facts.draft.licence_term {
        Field::Absent if (configured || renewal) && facts.is_whole() => {
            faults.push(of(Code::TermMissing));
        }
        Field::Given(term) if term.is_unlimited() => {
            let needed = configured || renewal;
            faults.extend(needed.then(|| of(Code::TermZero)));
        }
        Field::Given(term) => {
            for kind in RenewalKind::ALL {
                if facts.applies(kind) {
                    let options = facts.options;
                    let by = Asked {
                        payment: options.payment,
                        limits: &options.limits,
                        initiator: None,
                        trial: facts.trial,
                    };
                    let fault = below_minimum(*term, kind, &by);
                    faults.extend(fault.map(|fault| {
                        fault.related(if facts.trial {
                            facts.told_trial()
                        } else {
                            deciding(kind)
                        })
                    }));
                }
            }
        }
        _ => {}
    }
}

/// What tells that a kind applies to a product that is no trial.
const fn deciding(kind: RenewalKind) -> Spots {
    match kind {
        RenewalKind::Ar => spots![ArEnable, Variants],
        RenewalKind::Pmr => spots![Pmr, Variants],
        RenewalKind::Email => spots![Id, Chain, Email, Variants],
    }
}

/// What tells that a kind applies to an initiator, and which its renewals are.
pub(super) const fn of_initiator_deciding(kind: RenewalKind, trial: bool) -> Spots {
    match kind {
        _ if trial => spots![Chain, Variants],
        RenewalKind::Ar => spots![Chain, ArEnable, Variants],
        RenewalKind::Pmr => spots![Chain, Pmr, Variants],
        RenewalKind::Email => deciding(kind),
    }
}

/// For whom a term is judged.
pub(super) struct Asked<'l> {
    pub(super) payment: Option<Payment>,
    pub(super) limits: &'l Limits,
    /// The product whose renewal it is, where it is not the product itself.
    pub(super) initiator: Option<Initiator>,
    /// Whether that one is a free trial.
    pub(super) trial: bool,
}

/// What is wrong with a term greater than zero for one kind.
pub(super) fn below_minimum<'a>(
    term: LicenceTerm,
    kind: RenewalKind,
    asked: &Asked<'_>,
) -> Option<Fault<'a>> {
    let (minimum, payment, severity) = missed(term, kind, asked.payment, asked.limits)?;
    Some(Fault {
        severity,
        ..Fault::error(Code::TermBelowMinimum, Place::of(Spot::LicenceTerm)).data(Data::Below {
            term,
            kind,
            minimum,
            shortest: term.shortest_days(),
            payment,
            initiator: asked.initiator,
            trial: asked.trial,
        })
    })
}

/// The first minimum of a kind that a term does not reach, whose it is, and how bad that is: where
/// the payment method is not known, only a term too short for both is sure to be wrong.
fn missed(
    term: LicenceTerm,
    kind: RenewalKind,
    payment: Option<Payment>,
    limits: &Limits,
) -> Option<(u32, Option<Payment>, Severity)> {
    let of = |payment, severity| {
        let days = limits.minimum(kind, payment)?;
        let whose = (kind != RenewalKind::Ar).then_some(payment);
        Some((days, whose, severity))
    };
    let (smaller, larger) =
        if limits.minimum(kind, Payment::Offline) < limits.minimum(kind, Payment::Online) {
            (Payment::Offline, Payment::Online)
        } else {
            (Payment::Online, Payment::Offline)
        };
    let minimums = match payment {
        Some(payment) => [of(payment, Severity::Error), None],
        // With one of the two unknown the smaller one is `None`.
        None => match of(smaller, Severity::Error) {
            None => [of(larger, Severity::Warning), None],
            error => [error, of(larger, Severity::Warning)],
        },
    };
    let mut minimums = minimums.into_iter().flatten();
    minimums.find(|(days, ..)| term.is_below(*days))
}
