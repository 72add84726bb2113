//! Compares the library with the oracle on every product of a [`Space`].
//!
//! The library checks and decides every product. The oracle is too slow for that, so its result is composed of two
//! parts: the diagnostics about the chain, which depend on the ids, on the request and on the presence of a switch; and
//! the other diagnostics and the decisions, which depend on the ids only by their [`Class`]. To test this composition,
//! the oracle judges every [`SAMPLE`]th product as a whole.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use renewal_rules::catalogue::Products;
use renewal_rules::{
    Code, Configuration, Consent, Decision, Diagnostic, Input, Options, Report, check, effective_kind,
};
use renewal_rules_oracle::{decision, rules};

use crate::products::{Case, Ids, PAYMENTS, PRICES, Request, Switches, TRIALS, Term, all_switches, few_terms};

/// Distance between the samples, which are products that the oracle judges as a whole. A prime number, so that the
/// samples are not aligned with the loops of the enumeration.
const SAMPLE: usize = 211;

/// Maximum number of disagreements that are listed.
pub(crate) const LISTED: usize = 20;

/// A set of products: each combination of one of these requests, terms and ids with any switches, prices, `trial`
/// option and payment method.
pub struct Space {
    pub requests: Vec<Request>,
    pub terms: Vec<Term>,
    pub ids: Vec<Ids>,
}

/// Result of a comparison.
#[derive(Debug, Default)]
pub struct Outcome {
    pub checks: usize,
    pub decisions: usize,
    /// Number of products that the oracle judged as a whole.
    pub judged: usize,
    pub disagreement_count: usize,
    /// Descriptions of the first disagreements.
    pub disagreements: Vec<String>,
}

impl Outcome {
    fn add(&mut self, other: Self) {
        self.checks += other.checks;
        self.decisions += other.decisions;
        self.judged += other.judged;
        self.disagreement_count += other.disagreement_count;
        self.disagreements.extend(other.disagreements);
        self.disagreements.truncate(LISTED);
    }

    fn disagree(&mut self, text: String) {
        self.disagreement_count += 1;
        if self.disagreements.len() < LISTED {
            self.disagreements.push(text);
        }
    }
}

/// The library's report and decisions for a product.
pub struct Judgement {
    pub report: Report,
    /// One decision for each consent, in the order of `Consent::ALL`.
    pub decisions: Vec<Decision>,
}

/// Checks a product, and decides its effective kind for each consent.
pub fn judge(text: &str, options: &mut Options) -> Judgement {
    judge_with(text, options, |options| effective_kind(Input::Json(text.into()), options))
}

/// Like [`judge`], but parses the product once for all decisions. The options must have no current product, because
/// `ProductEntry::purchase` ignores it.
fn judge_parsed_once(text: &str, options: &mut Options) -> Judgement {
    let products = Products::read(text).expect("the text is a product");
    judge_with(text, options, |options| products.all[0].purchase(options).0)
}

fn judge_with(text: &str, options: &mut Options, decide: impl Fn(&Options) -> Decision) -> Judgement {
    options.max_diagnostics = None;
    let report = check(Input::Json(text.into()), options);
    // Collect no diagnostics: the decisions do not depend on them.
    options.max_diagnostics = Some(0);
    let decide = |consent: &Consent| {
        options.consent = *consent;
        decide(options)
    };
    Judgement { report, decisions: Consent::ALL.iter().map(decide).collect() }
}

/// Compares the library with the oracle on one product.
///
/// # Errors
///
/// Returns a description of the first difference.
pub fn agree(text: &str, mut options: Options) -> Result<Judgement, String> {
    let found = judge(text, &mut options);
    let expected = rules::expectation(text, &options).expect("enumerated products are plain values");
    let differs = |what: &str, found: String, expected: String| {
        Err(format!("{what}: {found}, expected {expected}\n{options:?}\n{text}"))
    };
    let lines = rules::lines(&found.report.diagnostics);
    if lines != expected.lines || lines.len() != found.report.diagnostics.len() {
        return differs("diagnostics", format!("{lines:#?}"), format!("{:#?}", expected.lines));
    }
    let facts = (found.report.configuration, found.report.trial);
    if facts != (expected.configuration, expected.is_trial) {
        return differs("facts", format!("{facts:?}"), format!("{:?}", (expected.configuration, expected.is_trial)));
    }
    // The oracle derives the decisions from the library's report, which was found above to be as expected.
    let report = &found.report;
    for (consent, decision) in Consent::ALL.iter().zip(&found.decisions) {
        let decision = serde_json::to_value(decision).expect("a decision serialises to JSON");
        let expected = decision::expected(&expected.product, report, &options, *consent);
        if decision != expected {
            return differs(consent.as_str(), decision.to_string(), expected.to_string());
        }
    }
    Ok(found)
}

/// Properties of the ids on which the rules depend, except for those about the chain: the configuration, and whether
/// there are an own id and settings.
type Class = (Option<Configuration>, bool, bool);

/// The ids of a space (each item is a chain with the product's own id), their classes, and the diagnostics about each
/// chain under one request.
struct Chains<'a> {
    all: &'a [Ids],
    /// For each item of `all`, the index of the first item with the same class.
    representatives: Vec<usize>,
    /// For each item of `all`, the diagnostics about the chain: without any switch, and with switches.
    diagnostics: [Vec<Vec<Diagnostic>>; 2],
}

const fn is_about_chain(code: Code) -> bool {
    matches!(
        code,
        Code::ChainMissing
            | Code::ChainEmpty
            | Code::ChainTooShort
            | Code::ChainLastNotRepeated
            | Code::ChainRepeatedId
            | Code::ChainSelfMixed
    )
}

const NO_SWITCH: Switches = [None; 4];

/// Returns whether a product of a case can have these ids: a product without `renew_settings` has no switches.
fn can_have(ids: &Ids, case: &Case<'_>) -> bool {
    ids.chain.is_some() || case.switches == NO_SWITCH
}

impl<'a> Chains<'a> {
    /// Compares the library with the oracle on each of the ids, in a product without switches and in one with all of
    /// them.
    fn new(all: &'a [Ids], request: Request) -> Result<Self, String> {
        let mut text = String::new();
        let mut classes: Vec<Class> = Vec::new();
        let mut diagnostics = [Vec::new(), Vec::new()];
        for (switches, diagnostics) in [NO_SWITCH, [Some(true); 4]].into_iter().zip(&mut diagnostics) {
            let term = *few_terms().last().expect("at least one term");
            let case = Case { request, switches, term, price: PRICES[2], trial: None, payment: None };
            let prepared = case.prepare();
            classes.clear();
            for ids in all {
                let options = prepared.with_ids(ids, &mut text);
                let mut report = agree(&text, options)?.report;
                classes.push((report.configuration, ids.own.is_some(), ids.chain.is_some()));
                report.diagnostics.retain(|one| is_about_chain(one.code));
                diagnostics.push(report.diagnostics);
            }
        }
        let first = |class| classes.iter().position(|other| other == class);
        let representatives = classes.iter().filter_map(first).collect();
        Ok(Self { all, representatives, diagnostics })
    }

    /// Compares the library with the oracle on the products of a case, one for each of the ids.
    fn compare(&self, case: &Case<'_>, outcome: &mut Outcome) -> Result<(), String> {
        let prepared = case.prepare();
        let mut text = String::new();
        let mut agreed: Vec<Option<Judgement>> = Vec::new();
        let about_chain = &self.diagnostics[usize::from(case.switches != NO_SWITCH)];
        for (nth, ids) in self.all.iter().enumerate().filter(|(_, ids)| can_have(ids, case)) {
            let mut options = prepared.with_ids(ids, &mut text);
            let is_sample = (outcome.checks + 1).is_multiple_of(SAMPLE);
            let first = self.representatives[nth];
            agreed.resize_with(nth + 1, || None);
            if first == nth || is_sample {
                outcome.judged += 1;
                agreed[nth] = Some(agree(&text, options.clone())?);
            }
            let other = agreed[nth].is_none().then(|| {
                if options.current().is_some() {
                    judge(&text, &mut options)
                } else {
                    judge_parsed_once(&text, &mut options)
                }
            });
            let found = agreed[nth].as_ref().or(other.as_ref()).expect("one of the two is set");
            outcome.checks += 1;
            outcome.decisions += found.decisions.len();
            let of_class = agreed[first].as_ref().expect("the first product of a class is judged before the others");
            if !is_composed(found, of_class, &about_chain[nth]) {
                return Err(format!(
                    "{:#?}\nis not composed of {:#?}\nand {:#?}\n{options:?}\n{text}",
                    found.report, of_class.report, about_chain[nth]
                ));
            }
        }
        Ok(())
    }
}

/// Returns whether the result `found` consists of the diagnostics in `about_chain`, and of the decisions and the other
/// diagnostics of `rest`.
fn is_composed(found: &Judgement, rest: &Judgement, about_chain: &[Diagnostic]) -> bool {
    let facts = |of: &Judgement| (of.report.configuration, of.report.trial, of.report.omitted);
    let mut about_chain = about_chain.iter();
    let mut others = rest.report.diagnostics.iter().filter(|one| !is_about_chain(one.code));
    let is_expected = |found: &Diagnostic| {
        let expected = if is_about_chain(found.code) { about_chain.next() } else { others.next() };
        let key = |one: &Diagnostic| (one.code, one.severity);
        expected.is_some_and(|expected| {
            key(found) == key(expected) && found.path == expected.path && found.params == expected.params
        })
    };
    found.report.diagnostics.iter().all(is_expected)
        && about_chain.next().is_none()
        && others.next().is_none()
        && facts(found) == facts(rest)
        && found.decisions == rest.decisions
}

impl Space {
    /// Returns the ids of the space that a product of the case can have.
    pub fn ids_of(&self, case: &Case<'_>) -> impl Iterator<Item = &Ids> {
        self.ids.iter().filter(|ids| can_have(ids, case))
    }

    /// Returns all cases of the space, each with the index of its request.
    #[must_use]
    pub fn cases(&self) -> Vec<(usize, Case<'static>)> {
        let mut cases = Vec::new();
        for (nth, &request) in self.requests.iter().enumerate() {
            for switches in all_switches() {
                for &term in &self.terms {
                    for price in PRICES {
                        for trial in TRIALS {
                            let case = |payment| Case { request, switches, term, price, trial, payment };
                            cases.extend(PAYMENTS.map(|payment| (nth, case(payment))));
                        }
                    }
                }
            }
        }
        cases
    }

    /// Compares all products of the space, on all processors.
    #[must_use]
    pub fn compare(&self) -> Outcome {
        let total = Mutex::new(Outcome::default());
        let chains: Vec<_> = self.requests.iter().map(|request| Chains::new(&self.ids, *request)).collect();
        let cases = self.cases();
        on_all_processors(&cases, &|cases| {
            let mut outcome = Outcome::default();
            for (request, case) in cases {
                let compared = match &chains[*request] {
                    Ok(chains) => chains.compare(case, &mut outcome),
                    Err(error) => Err(error.clone()),
                };
                if let Err(difference) = compared {
                    outcome.disagree(difference);
                }
            }
            total.lock().unwrap_or_else(PoisonError::into_inner).add(outcome);
        });
        total.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Calls `work` with chunks of a list, on all processors.
pub fn on_all_processors<T: Sync>(all: &[T], work: &(dyn Fn(&[T]) + Sync)) {
    let next = AtomicUsize::new(0);
    let chunks: Vec<&[T]> = all.chunks(64).collect();
    let take = || {
        while let Some(chunk) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
            work(chunk);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(take);
        }
    });
}
