//! Finds the witness of each diagnostic of every product of a [`Space`], and replays it.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use renewal_rules::{Code, Diagnostic, Input, Options, Severity, check};
use renewal_rules_oracle::witness::replay;
use renewal_rules_preview::timeline::{CalendarDate, TimelineOptions, timeline_at};
use renewal_rules_preview::witness_of_each;

use crate::comparison::{LISTED, Space, on_all_processors};
use crate::products::{Case, Ids, Prepared, RECORD};

/// Diagnostics of the enumerated products, and their witnesses.
#[derive(Debug, Default)]
pub struct Replays {
    pub products: usize,
    /// By code: the number of diagnostics above info, and the number of their witnesses.
    pub codes: BTreeMap<Code, [usize; 2]>,
    pub failure_count: usize,
    /// Descriptions of the first failures.
    pub failures: Vec<String>,
}

impl Replays {
    fn add(&mut self, other: Self) {
        self.products += other.products;
        for (code, counts) in other.codes {
            let sums = self.codes.entry(code).or_default();
            *sums = [sums[0] + counts[0], sums[1] + counts[1]];
        }
        self.failure_count += other.failure_count;
        self.failures.extend(other.failures);
        self.failures.truncate(LISTED);
    }

    /// Returns the number of all diagnostics above info, and of all witnesses.
    #[must_use]
    pub fn total(&self) -> [usize; 2] {
        [0, 1].map(|nth| self.codes.values().map(|counts| counts[nth]).sum())
    }

    fn fail(&mut self, text: String) {
        self.failure_count += 1;
        if self.failures.len() < LISTED {
            self.failures.push(text);
        }
    }

    /// Finds and replays the witness of each diagnostic that the product has as a record or in one of the requests. If
    /// the purchase of the record is not renewed although there are settings and a diagnostic above info, a diagnostic
    /// of the record must have a witness.
    fn add_product(&mut self, record: &Prepared, requests: &[Prepared], ids: &Ids, purchase: &TimelineOptions) {
        let (mut text, mut sent) = (String::new(), String::new());
        let options = record.with_ids(ids, &mut text);
        self.products += 1;
        let mut seen = Vec::new();
        let found = self.add_diagnostics(&text, diagnostics_above_info(&text, &options), &mut seen, purchase);
        if ids.chain.is_some() && !seen.is_empty() && found == 0 {
            let timeline = timeline_at(&*text, 0, purchase);
            if timeline.is_ok_and(|timeline| timeline.decision.kind.is_none()) {
                self.fail(format!("no witness: {seen:#?}\n{purchase:?}\n{text}"));
            }
        }
        for request in requests {
            let options = request.with_ids(ids, &mut sent);
            self.add_diagnostics(&text, diagnostics_above_info(&sent, &options), &mut seen, purchase);
        }
    }

    /// Finds and replays the witnesses of the diagnostics that are not in `seen`, and adds these diagnostics to `seen`.
    /// An equal diagnostic would have the same witness. Returns the number of witnesses.
    fn add_diagnostics(
        &mut self,
        record: &str,
        diagnostics: impl Iterator<Item = Diagnostic>,
        seen: &mut Vec<Diagnostic>,
        purchase: &TimelineOptions,
    ) -> usize {
        let unseen: Vec<_> = diagnostics.filter(|diagnostic| !seen.contains(diagnostic)).collect();
        let witnesses = match witness_of_each(record, &unseen, purchase) {
            Ok(witnesses) => witnesses,
            Err(error) => {
                self.fail(format!("{error}\n{record}"));
                return 0;
            }
        };
        let mut found = 0;
        for (diagnostic, witness) in unseen.iter().zip(witnesses) {
            let counts = self.codes.entry(diagnostic.code).or_default();
            counts[0] += 1;
            let Some(witness) = witness else { continue };
            counts[1] += 1;
            found += 1;
            if let Err(error) = replay(&witness) {
                self.fail(format!("{diagnostic:?} {error}\n{record}"));
            }
        }
        seen.extend(unseen);
        found
    }
}

/// Checks a product and returns its diagnostics above info.
fn diagnostics_above_info(text: &str, options: &Options) -> impl Iterator<Item = Diagnostic> {
    let diagnostics = check(Input::Json(text.into()), options).diagnostics;
    diagnostics.into_iter().filter(|diagnostic| diagnostic.severity != Severity::Info)
}

impl Space {
    /// Finds and replays the witnesses of all products of the space, on all processors.
    #[must_use]
    pub fn replay_witnesses(&self) -> Replays {
        let total = Mutex::new(Replays::default());
        let date: CalendarDate = "2026-01-31".parse().expect("the date is valid");
        let mut cases = self.cases();
        // Keep the cases of one request, because `add_product` handles all requests of a product.
        cases.retain(|(request, _)| *request == 0);
        on_all_processors(&cases, &|cases| {
            let mut replays = Replays::default();
            for (_, case) in cases {
                let prepare = |request| Case { request, ..*case }.prepare();
                let others = self.requests.iter().filter(|request| **request != RECORD);
                let (record, requests) = (prepare(RECORD), others.map(|it| prepare(*it)).collect::<Vec<_>>());
                let purchase = TimelineOptions::new(date)
                    .with_trial(case.trial)
                    .with_payment(case.payment)
                    .with_limits(case.term.limits);
                for ids in self.ids_of(case) {
                    replays.add_product(&record, &requests, ids, &purchase);
                }
            }
            total.lock().unwrap_or_else(PoisonError::into_inner).add(replays);
        });
        total.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
