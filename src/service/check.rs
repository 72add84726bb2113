//! The check of a set-up as a whole.

use alloc::{collections::BTreeMap, collections::btree_map::Entry, string::ToString as _, vec::Vec};

use super::diagnostics::{INITIATOR, SetupDiagnostics};
use super::setup::Setup;
use crate::document::{Field, normal_form};
use crate::options::{Operation, Options, Role};
use crate::rules::{Catalogue, Fix, Flag};
use crate::{check::check_product, product::Configuration, report::Report};

impl Setup {
    /// Checks the whole set-up before anything is sent: each new product as it will be created, the
    /// single product's change too, and what the initiator asks of its renewals. Of the options,
    /// `payment`, `limits`, `rules` and `max_diagnostics` are used.
    ///
    /// The report's paths are those of the set-up: `/initiator/licence_term`,
    /// `/renewals/0/variants`, `/kinds/ar/required`. Of an existing renewal only what is known is
    /// checked; where its term is not, `not-checked` says so. A new renewal with the content of an
    /// earlier one is a warning (`chain-repeated-id`): it would be created once more.
    pub fn check(&self, options: &Options) -> Report {
        let mut found = SetupDiagnostics::new(self.renewals.len(), options);
        let (configuration, trial) = if self.is_single() {
            self.check_single(options, &mut found)
        } else {
            self.check_several(options, &mut found)
        };
        found.report(configuration, trial)
    }

    /// A product that renews itself: its creation, and the change that follows.
    fn check_single(&self, options: &Options, found: &mut SetupDiagnostics<'_>) -> (Option<Configuration>, bool) {
        let created = self.without_renewals();
        let mut create = view(options, Operation::Create, Some(Role::SelfRenewing));
        let Some(id) = self.stand_ins().next() else { return (None, false) };
        let source = created.source();
        let mut findings = check_product(&source, None, &create).take_findings();
        for finding in &mut findings {
            // The term belongs to the change that follows.
            if matches!(finding.fix, Some(Fix::Rename(Field::LicenceTerm)))
                && self.initiator.get("licence_term").is_some()
            {
                finding.fix = None;
            }
        }
        found.add(INITIATOR, findings);

        let current = created.with("id", id.to_string());
        create.operation = Operation::Update;
        create.product_id = Some(id);
        create.trial = self.trial;
        let (change, current) = (self.renewals_of(id).source(), current.source());
        let mut checked = check_product(&change, Some(&current), &create);
        found.add(INITIATOR, checked.take_findings());
        (checked.facts.configuration, checked.facts.trial)
    }

    /// An initiator and its renewals: each creation, and what the initiator asks of the others.
    fn check_several(&self, options: &Options, found: &mut SetupDiagnostics<'_>) -> (Option<Configuration>, bool) {
        let ids = self.renewal_ids(self.stand_ins(), |id| id);
        let mut catalogue = Catalogue::default();
        let mut places = Vec::new();
        let mut contents = BTreeMap::new();
        let record = view(options, Operation::Record, None);

        let source = self.initiator_with(&ids).source();
        let mut initiator = view(options, Operation::Create, Some(Role::Initiator));
        initiator.trial = self.trial;
        let mut checked = check_product(&source, None, &initiator);
        catalogue.push(&checked.facts);
        found.add(INITIATOR, checked.take_findings());
        places.push(INITIATOR);

        for ((index, renewal), id) in self.renewals.iter().enumerate().zip(ids) {
            let Some(fields) = &renewal.fields else {
                found.add_unknown_term(index, id);
                continue;
            };
            // Nothing is missing in a product of which only a part is known: it is judged as a change of a product of
            // which the rest is not known.
            let operation = if renewal.id.is_none() { Operation::Create } else { Operation::Update };
            if renewal.id.is_none() {
                match contents.entry(normal_form(&fields.text())) {
                    Entry::Occupied(earlier) => found.add_same(index, *earlier.get()),
                    Entry::Vacant(first) => _ = first.insert(index),
                }
            } else if fields.get("licence_term").is_none() {
                found.add_unknown_term(index, id);
            }
            let mut stated = view(options, operation, Some(Role::Renewal));
            stated.product_id = renewal.id;
            let source = fields.source();
            let mut sent = check_product(&source, None, &stated);
            let source = fields.with("id", id.to_string()).source();
            let whole = check_product(&source, None, &record);
            // What the renewal starts by itself is no matter of this set-up.
            catalogue.add(&whole.facts, &[]);
            places.push(Some(index));
            found.add(Some(index), sent.take_findings());
        }
        // There is one initiator only, and it has no id yet: there is nothing to name.
        catalogue.check(options, false, |index, finding| {
            let Some(place @ Some(renewal)) = places.get(index).copied() else { return };
            // What is not stated of an existing product is not missing in it.
            let is_existing = self.renewals.get(renewal).is_some_and(|renewal| renewal.id.is_some());
            let is_unstated = is_existing && finding.rule.is(Flag::Missing);
            // Whether each id is known, and appears once, the chain's own rules report.
            if !is_unstated && !finding.rule.is(Flag::OfIds) {
                found.add(place, [finding]);
            }
        });
        (checked.facts.configuration, checked.facts.trial)
    }
}

fn view(options: &Options, operation: Operation, role: Option<Role>) -> Options {
    // The limit is one of the whole report.
    Options { operation, role, max_diagnostics: None, ..options.of_catalogue() }
}
