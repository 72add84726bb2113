//! Prints the table that `theorems/model.py` is compared with: a row for each combination of the model's inputs, with
//! the inputs, a tab, and the library's diagnostics and decisions. Fails if two products with equal inputs have
//! different results.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write as _};
use std::sync::{Mutex, PoisonError};

use renewal_rules::{
    Consent, Decision, Diagnostic, EffectiveKind, Input, LicenceTerm, Options, Outcome, effective_kind, fix_all,
};
use renewal_rules_proof::comparison::{Judgement, Space, judge, on_all_processors};
use renewal_rules_proof::products::{Case, Ids, RECORD, few_ids, term_relations};

/// Codes that the model has: those that depend neither on the ids of the chain nor on a single amount.
const CODES: &str = "term-missing term-zero term-below-minimum no-kind-enabled ar-required-in-single
    ar-required-without-ar email-in-chain trial-in-single trial-ar-not-enabled trial-ar-not-required trial-kind-ignored
    not-checked";

/// Returns the inputs of the model for a case, as columns of the table.
fn values(case: &Case<'_>, ids: &Ids, found: &Judgement) -> String {
    let (report, limits) = (&found.report, case.term.limits);
    let configuration = report.configuration.map_or("none", |one| one.as_str());
    let configuration = if ids.chain.is_none() { "unset" } else { configuration };
    let is_free = case.trial == Some(true) && case.price == ["0.00"];
    let mut text = format!("{configuration} {} {} ", u8::from(report.trial), u8::from(is_free));
    for switch in case.switches {
        text.push(switch.map_or('0', |is_on| if is_on { '2' } else { '1' }));
    }
    let fixed = [limits.ar_min_days, limits.email_online_min_days, limits.email_offline_min_days];
    let numbers = [case.term.term.map(LicenceTerm::shortest_days)]
        .into_iter()
        .chain(fixed.map(|days| Some(u64::from(days))))
        .chain([limits.pmr_online_min_days, limits.pmr_offline_min_days].map(|days| days.map(u64::from)));
    for number in numbers {
        let _ = write!(text, " {}", number.map_or("-".to_owned(), |number| number.to_string()));
    }
    text + " " + case.payment.map_or("-", |payment| payment.as_str())
}

fn diagnostic(one: &Diagnostic) -> String {
    let mut text = format!("{}:{}", one.code.as_str(), one.severity.as_str());
    for name in ["kind", "payment", "field"] {
        if let Some(value) = one.params.text(name) {
            let _ = write!(text, ":{value}");
        }
    }
    for need in one.params.list("needs") {
        let _ = write!(text, ":{need}");
    }
    if one.fix.is_some() { text + ":fix" } else { text }
}

fn decision(decision: &Decision) -> String {
    let mut text = String::from(decision.kind.map_or("none", EffectiveKind::as_str));
    if let Some(reason) = decision.reason {
        let _ = write!(text, " {}", reason.as_str());
    }
    for one in &decision.considered {
        let reasons: Vec<&str> = one.reasons.iter().map(|reason| reason.as_str()).collect();
        let outcome = if one.outcome == Outcome::Rejected { reasons.join("+") } else { one.outcome.as_str().into() };
        let _ = write!(text, " {outcome}");
    }
    for limit in &decision.assumed {
        let _ = write!(text, " {limit}");
    }
    text
}

/// Returns the effective kind after all fixes, for a buyer who consents. Empty if the decision considers no kind: a fix
/// may then change the chain.
fn fixed(text: &str, options: &Options, found: &Judgement) -> &'static str {
    let is_undecided = found.decisions.iter().any(|decision| decision.reason.is_some());
    if is_undecided {
        return "";
    }
    let fixed = fix_all(Input::Json(text.into()), options);
    let decision = effective_kind(Input::Json(fixed.text.into()), &options.clone().with_consent(Consent::Given));
    decision.kind.map_or("none", EffectiveKind::as_str)
}

fn main() -> io::Result<()> {
    let space = Space { requests: vec![RECORD], terms: term_relations(), ids: few_ids() };
    let rows: Mutex<BTreeMap<String, String>> = Mutex::default();
    on_all_processors(&space.cases(), &|cases| {
        let mut text = String::new();
        for (_, case) in cases {
            let prepared = case.prepare();
            for ids in space.ids_of(case) {
                let mut options = prepared.with_ids(ids, &mut text);
                let found = judge(&text, &mut options);
                let known = found.report.diagnostics.iter();
                let known = known.filter(|one| CODES.split_whitespace().any(|code| code == one.code.as_str()));
                let mut lines: Vec<String> = known.map(diagnostic).collect();
                lines.sort();
                let decisions: Vec<String> = found.decisions.iter().map(decision).collect();
                let decided = decisions.join("\t");
                let is_fixed = lines.iter().any(|line| line.ends_with(":fix"));
                let fixed = if is_fixed { fixed(&text, &options, &found) } else { "" };
                let result = format!("{}\t{decided}\t{fixed}", lines.join(" "));
                let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
                let row = rows.entry(values(case, ids, &found)).or_insert_with(|| result.clone());
                assert_eq!(*row, result, "{text}");
            }
        }
    });
    let mut out = BufWriter::new(io::stdout().lock());
    for (values, result) in rows.into_inner().unwrap_or_else(PoisonError::into_inner) {
        writeln!(out, "{values}\t{result}")?;
    }
    out.flush()
}
