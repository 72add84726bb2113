//! Finds the witness of each diagnostic of every product of a [`Space`], and replays it.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use renewal_rules::{Code, Diagnostic, Input, Severity, check};
use renewal_rules_oracle::witness::replay;
use renewal_rules_preview::timeline::{CalendarDate, TimelineOptions, timeline_at};
use renewal_rules_preview::{can_have_witness, witness};

use crate::comparison::{LISTED, Space, on_all_processors};
use crate::products::{Case, Ids, Prepared, RECORD, Request};

/// Diagnostics of the enumerated products, and their witnesses.
#[derive(Debug, Default)]
pub struct Replays {
    /// Number of checked products: each counts once for each request.
    pub products: usize,
    /// By code: the number of diagnostics that can have a witness, and of witnesses. A diagnostic that several
    /// requests of a product report counts once.
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

    /// Returns the number of all diagnostics that can have a witness, and of all witnesses.
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

    /// Finds and replays the witnesses of the diagnostics that a product has in a request. If the purchase of the
    /// product is not renewed although the record has settings and a diagnostic above info, a diagnostic of the record
    /// must have a witness.
    fn add_product(&mut self, requests: &[Prepared], ids: &Ids, purchase: &TimelineOptions, texts: &mut Texts) {
        let is_record = |request: &&Prepared| request.request == RECORD;
        let record = requests.iter().find(is_record).expect("the requests contain the check of a record");
        record.with_ids(ids, &mut texts.product);
        // Requests report many diagnostics in common: these have the same witness.
        let mut costly: Vec<Reported> = Vec::new();
        let mut must_explain = false;
        for request in requests {
            let is_record = request.request == RECORD;
            let options = request.with_ids(ids, &mut texts.sent);
            let report = check(Input::Json((&*texts.sent).into()), &options);
            self.products += 1;
            for mut diagnostic in report.diagnostics.into_iter().filter(|one| one.severity != Severity::Info) {
                must_explain |= is_record && ids.chain.is_some();
                diagnostic.location = None;
                match costly.iter_mut().find(|other| other.diagnostic == diagnostic) {
                    Some(other) => other.of_record |= is_record,
                    None if can_have_witness(diagnostic.code) => {
                        costly.push(Reported { diagnostic, of_record: is_record });
                    }
                    None => {}
                }
            }
        }
        let product = &*texts.product;
        let mut is_explained = false;
        for Reported { diagnostic, of_record } in &costly {
            let counts = self.codes.entry(diagnostic.code).or_default();
            counts[0] += 1;
            let replayed = match witness(product, diagnostic, purchase) {
                Ok(Some(witness)) => replay(&witness),
                Ok(None) => continue,
                Err(error) => Err(error.to_string()),
            };
            is_explained |= of_record;
            counts[1] += 1;
            if let Err(error) = replayed {
                self.fail(format!("{diagnostic:?} {error}\n{product}"));
            }
        }
        if must_explain && !is_explained {
            let timeline = timeline_at(product, 0, purchase);
            if timeline.is_ok_and(|timeline| timeline.decision.kind.is_none()) {
                let diagnostics: Vec<_> = costly.iter().map(|one| &one.diagnostic).collect();
                self.fail(format!("no witness: {diagnostics:#?}\n{purchase:?}\n{product}"));
            }
        }
    }
}

/// A diagnostic of a product.
struct Reported {
    diagnostic: Diagnostic,
    /// True if the check of the product as a record reports the diagnostic, too.
    of_record: bool,
}

/// Texts of a product, which are reused for the next one.
#[derive(Default)]
struct Texts {
    /// The product as it is stored. The result of each request is this product.
    product: String,
    /// What a request sends.
    sent: String,
}

impl Space {
    /// Finds and replays the witnesses of all products of the space, on all processors.
    #[must_use]
    pub fn replay_witnesses(&self) -> Replays {
        let total = Mutex::new(Replays::default());
        let date: CalendarDate = "2026-01-31".parse().expect("the date is valid");
        // All requests of a product are tried together.
        let cases: Vec<_> = self.cases().into_iter().filter(|(nth, _)| *nth == 0).collect();
        on_all_processors(&cases, &|cases| {
            let mut replays = Replays::default();
            let mut texts = Texts::default();
            for (_, case) in cases {
                let request = |request: &Request| Case { request: *request, ..*case }.prepare();
                let requests: Vec<Prepared> = self.requests.iter().map(request).collect();
                let purchase = TimelineOptions::new(date)
                    .with_trial(case.trial)
                    .with_payment(case.payment)
                    .with_limits(case.term.limits);
                for ids in self.ids_of(case) {
                    replays.add_product(&requests, ids, &purchase, &mut texts);
                }
            }
            total.lock().unwrap_or_else(PoisonError::into_inner).add(replays);
        });
        total.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
