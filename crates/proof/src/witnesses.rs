//! Finds the witness of each diagnostic of every product of a [`Space`], and replays it.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use renewal_rules::{Code, Input, Operation, Severity, check};
use renewal_rules_oracle::witness::replay;
use renewal_rules_preview::timeline::{CalendarDate, TimelineOptions, timeline_at};
use renewal_rules_preview::witness;

use crate::comparison::{LISTED, Space, on_all_processors};
use crate::products::{Case, Ids};

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

    /// Finds and replays the witnesses of a product. If the purchase of a stored product is not renewed although there
    /// are settings and a diagnostic above info, a diagnostic must have a witness.
    fn add_product(&mut self, case: &Case<'_>, ids: &Ids, text: &mut String, date: CalendarDate) {
        let options = case.prepare().with_ids(ids, text);
        let report = check(Input::Json((&**text).into()), &options);
        let purchase =
            TimelineOptions::new(date).with_trial(case.trial).with_payment(case.payment).with_limits(case.term.limits);
        self.products += 1;
        let diagnostics = report.diagnostics.iter().filter(|one| one.severity != Severity::Info);
        let (mut reported, mut found) = (0, 0);
        for diagnostic in diagnostics {
            reported += 1;
            let counts = self.codes.entry(diagnostic.code).or_default();
            counts[0] += 1;
            let replayed = match witness(&**text, diagnostic, &purchase) {
                Ok(Some(witness)) => replay(&witness),
                Ok(None) => continue,
                Err(error) => Err(error.to_string()),
            };
            found += 1;
            counts[1] += 1;
            if let Err(error) = replayed {
                self.fail(format!("{diagnostic:?} {error}\n{text}"));
            }
        }
        let is_record = options.operation == Operation::Record && options.role.is_none();
        if is_record && ids.chain.is_some() && reported > 0 && found == 0 {
            let timeline = timeline_at(&**text, 0, &purchase);
            if timeline.is_ok_and(|timeline| timeline.decision.kind.is_none()) {
                self.fail(format!("no witness: {:#?}\n{purchase:?}\n{text}", report.diagnostics));
            }
        }
    }
}

impl Space {
    /// Finds and replays the witnesses of all products of the cases for which `is_included` holds, on all processors.
    #[must_use]
    pub fn replay_witnesses(&self, is_included: fn(&Case<'_>) -> bool) -> Replays {
        let total = Mutex::new(Replays::default());
        let date: CalendarDate = "2026-01-31".parse().expect("the date is valid");
        let mut cases = self.cases();
        cases.retain(|(_, case)| is_included(case));
        on_all_processors(&cases, &|cases| {
            let mut replays = Replays::default();
            let mut text = String::new();
            for (_, case) in cases {
                for ids in self.ids_of(case) {
                    replays.add_product(case, ids, &mut text, date);
                }
            }
            total.lock().unwrap_or_else(PoisonError::into_inner).add(replays);
        });
        total.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
