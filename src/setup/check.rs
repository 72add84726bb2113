//! Check of a whole setup: reports the findings of its products with the paths and messages of the setup.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::{BTreeMap, BTreeSet, btree_map::Entry};
use alloc::{string::String, string::ToString as _, vec::Vec};

use super::description::Setup;
use crate::check::{KeyedDiagnostic, changes_trial, check_product, diagnostic, key_in, push_pointers};
use crate::options::{Operation, Options, Role, Scope};
use crate::product::{Configuration, ProductId};
use crate::report::{CatalogueReport, Code, Diagnostic, Report, Severity};
use crate::rules::{BoundedList, Catalogue, Finding, Fix, Key, not_checked, same_content};
use crate::schema::{Field, FieldPath};
use renewal_rules_json::PatchOp;
use renewal_rules_json::normal_form;

impl Setup {
    /// Checks the whole setup before anything is sent: each new product as it will be created, the change of a product
    /// that renews itself, and the requirements of the initiator on its renewals. Uses only the options `payment`,
    /// `limits`, `rules` and `max_diagnostics`.
    ///
    /// The paths in the report are those of the setup: `/initiator/licence_term`, `/renewals/0/variants`,
    /// `/kinds/ar/required`. Only the known fields of an existing renewal are checked; if its term is unknown,
    /// `not-checked` is reported. A new renewal with the same content as an earlier one is a warning
    /// (`chain-repeated-id`), because it would be created twice.
    pub fn check(&self, options: &Options) -> Report {
        let (renewals, reported) = (self.renewals.len(), BTreeSet::new());
        let mut found = SetupDiagnostics { renewals, options, found: BoundedList::new(None), reported };
        let (configuration, trial) = if self.is_single() {
            self.check_single(options, &mut found)
        } else {
            self.check_several(options, &mut found)
        };
        found.report(configuration, trial)
    }

    /// Checks the creation of a product that renews itself, and the change that follows it.
    fn check_single(&self, options: &Options, found: &mut SetupDiagnostics<'_>) -> (Option<Configuration>, bool) {
        let created = self.without_renewals();
        let create = options_for(options, Operation::Create, Some(Role::SelfRenewing));
        let Some(id) = self.placeholder_ids().next() else { return (None, false) };
        let source = created.source();
        let mut checked = check_product(&source, None, &create);
        let mut findings = checked.take_findings();
        let facts = &checked.facts;
        for finding in &mut findings {
            let is_unsafe = match &finding.fix {
                // Renaming a field to `licence_term` would conflict with the term that the following change sends.
                Some(Fix::Rename(Field::LicenceTerm)) => self.initiator.get("licence_term").is_some(),
                // The following change configures the renewals, so a fix can affect the inferred trial although this
                // body has no settings.
                Some(fix) => self.trial.is_none() && changes_trial(facts, finding, fix, true),
                None => false,
            };
            if is_unsafe {
                finding.fix = None;
            }
        }
        found.add(SetupProduct::Initiator, findings);

        let current = created.with("id", id.to_string());
        let update = options_for(options, Operation::Update, Some(Role::SelfRenewing));
        let update = Options { product_id: Some(id), trial: self.trial, ..update };
        let (change, current) = (self.renewals_of(id).source(), current.source());
        let mut checked = check_product(&change, Some(&current), &update);
        found.add(SetupProduct::Initiator, checked.take_findings());
        (checked.facts.configuration, checked.facts.trial)
    }

    /// Checks the creation of the initiator and of each new renewal, and the requirements of the initiator on its
    /// renewals.
    fn check_several(&self, options: &Options, found: &mut SetupDiagnostics<'_>) -> (Option<Configuration>, bool) {
        let ids = self.renewal_ids(self.placeholder_ids(), |id| id);
        let mut catalogue = Catalogue::default();
        let mut products = Vec::new();
        let mut contents = BTreeMap::new();
        let record_options = options_for(options, Operation::Record, None);

        let source = self.initiator_with(&ids).source();
        let mut initiator = options_for(options, Operation::Create, Some(Role::Initiator));
        initiator.trial = self.trial;
        let mut checked = check_product(&source, None, &initiator);
        catalogue.push(&checked.facts);
        found.add(SetupProduct::Initiator, checked.take_findings());
        products.push(SetupProduct::Initiator);

        for ((index, renewal), id) in self.renewals.iter().enumerate().zip(ids) {
            let Some(fields) = &renewal.fields else {
                found.add_unknown_term(index, id);
                continue;
            };
            // An existing product may be described in part. Check it as an update, so that absent fields are not
            // reported as missing.
            let operation = if renewal.id.is_none() { Operation::Create } else { Operation::Update };
            if renewal.id.is_none() {
                match contents.entry(normal_form(&fields.text())) {
                    Entry::Occupied(earlier) => found.add_same(index, *earlier.get()),
                    Entry::Vacant(first) => _ = first.insert(index),
                }
            } else if fields.get("licence_term").is_none() {
                found.add_unknown_term(index, id);
            }
            let mut sent_options = options_for(options, operation, Some(Role::Renewal));
            sent_options.product_id = renewal.id;
            let source = fields.source();
            let mut sent = check_product(&source, None, &sent_options);
            let source = fields.with("id", id.to_string()).source();
            let whole = check_product(&source, None, &record_options);
            // Pass no renewals: the chains that start at a renewal are not part of this setup.
            catalogue.add(&whole.facts, &[]);
            products.push(SetupProduct::Renewal(index));
            found.add(SetupProduct::Renewal(index), sent.take_findings());
        }
        // Pass `false`, so that findings do not name the initiator: a setup has only one, which has no id yet.
        catalogue.check(options, false, |index, finding| {
            let Some(product @ SetupProduct::Renewal(renewal)) = products.get(index).copied() else { return };
            // A field absent from the description of an existing product is unknown, not missing.
            let is_existing = self.renewals.get(renewal).is_some_and(|renewal| renewal.id.is_some());
            let is_reported = match finding.rule.code {
                Code::TermMissing => !is_existing,
                // The check of its creation has reported the settings of a new product.
                Code::RenewalHasSettings => is_existing,
                // Skip unknown and repeated ids, which the rules for the chain itself report.
                Code::DuplicateProductId | Code::ChainUnknownProduct => false,
                _ => true,
            };
            if is_reported {
                found.add(product, [finding]);
            }
        });
        (checked.facts.configuration, checked.facts.trial)
    }
}

fn options_for(options: &Options, operation: Operation, role: Option<Role>) -> Options {
    // The limit applies to the whole report, not to each product.
    Options { operation, role, max_diagnostics: None, ..options.of_scope(Scope::Catalogue) }
}

/// A product of the setup, to which a finding belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SetupProduct {
    Initiator,
    /// A renewal, by its index.
    Renewal(usize),
}

impl SetupProduct {
    fn index(self) -> Option<usize> {
        match self {
            Self::Initiator => None,
            Self::Renewal(index) => Some(index),
        }
    }
}

struct SetupDiagnostics<'s> {
    renewals: usize,
    options: &'s Options,
    found: BoundedList<KeyedDiagnostic>,
    /// Keys of the findings that an earlier check of the same product has reported.
    reported: BTreeSet<(Key, Severity, Vec<String>)>,
}

impl SetupDiagnostics<'_> {
    /// Adds the findings that no earlier check of the product has reported.
    fn add<'f>(&mut self, product: SetupProduct, findings: impl IntoIterator<Item = Finding<'f>>) {
        let mut new = Vec::new();
        for finding in findings {
            // Skip `not-checked` for an update without its current product: a setup does not change existing products.
            if finding.params.list("needs") == ["current"] {
                continue;
            }
            let mut key = key_in(product.index(), &finding);
            let chain_index = (finding.path.field == Field::ChainItem).then_some(finding.path.index);
            // A finding about a requirement of the initiator on a renewal uses the messages of the setup, too.
            let is_of_initiator = product == SetupProduct::Initiator || finding.elsewhere.is_some();
            let mut related = Vec::new();
            if finding.elsewhere.is_some() {
                push_pointers(&FieldPath::from(Field::Root), finding.rule.related_elsewhere(), None, &mut related);
            }
            let found = diagnostic(finding, None);
            let identity = (key, found.severity, found.params.list("needs").to_vec());
            if self.reported.contains(&identity) {
                continue;
            }
            new.push(identity);
            // Ignore the renewal kind in the sort key, so that findings of a product's own request stay before the
            // requirements of the initiator.
            key.3 = 0;
            // A finding about an element of the chain stands among those of the renewal to which its path leads.
            if let Some(index) = chain_index.and_then(|index| self.renewal_in_chain(index)) {
                key = (Some(index), FieldPath::from(Field::Root).key(), key.2, key.3);
            }
            // Report a finding about the whole input once. If several products cause it, no single location is related
            // to it.
            let same = |other: &&mut KeyedDiagnostic| {
                let other = &other.diagnostic;
                other.code == found.code && other.params == found.params
            };
            if found.code.rule().is_once_per_input()
                && let Some(first) = self.found.items.iter_mut().find(same)
            {
                first.diagnostic.related.clear();
            } else {
                let found = self.translate(product, &related, found, is_of_initiator);
                self.push(key, found);
            }
        }
        self.reported.extend(new);
    }

    /// Adds a finding for a new renewal with the same content as an earlier one, which would be created twice.
    fn add_same(&mut self, index: usize, earlier: usize) {
        self.add_whole(index, same_content(earlier), vec![Cow::Owned(format!("/renewals/{earlier}"))]);
    }

    /// Adds a finding for an existing renewal whose term is unknown and could not be checked.
    fn add_unknown_term(&mut self, index: usize, id: ProductId) {
        self.add_whole(index, not_checked("term", &["licence_term"]).with("id", id), Vec::new());
    }

    fn add_whole(&mut self, index: usize, finding: Finding<'_>, related: Vec<Cow<'static, str>>) {
        let Some(finding) = finding.with_level(&self.options.rules) else { return };
        let product = SetupProduct::Renewal(index);
        let key = key_in(product.index(), &finding);
        let found = Diagnostic { path: self.path(product, ""), related, ..diagnostic(finding, None) };
        self.push(key, found);
    }

    fn push(&mut self, key: Key, diagnostic: Diagnostic) {
        self.found.push(KeyedDiagnostic { key, diagnostic, span: None });
    }

    /// Converts a diagnostic of a product to the paths and messages of the setup, in which the initiator has no id.
    fn translate(
        &self,
        product: SetupProduct,
        of_initiator: &[Cow<'static, str>],
        mut found: Diagnostic,
        is_of_initiator: bool,
    ) -> Diagnostic {
        // Use the message template of the setup, if any: the one for products names fields that are generated from the
        // setup. A renewal's own settings are sent as described, so its diagnostics keep the message for products.
        let id = match &*found.message_id {
            "inferred" => "setup-inferred",
            _ => "setup",
        };
        if is_of_initiator && let Some(template) = found.code.rule().template(id) {
            // Add the first occurrence of a repeated id to the related fields, because the message of the setup names
            // its index.
            let first = found.params.number("first");
            let first = first.map(|at| format!("/renew_settings/product_id_for_renew/{at}"));
            found.related.extend(first.map(Cow::Owned));
            found.params.remove("id");
            found.message_id = template.id.into();
            found.message = found.params.fill(template.text);
        }
        found.path =
            if found.code.rule().is_once_per_input() { String::new() } else { self.path(product, &found.path) };
        let of_initiator = of_initiator.iter().map(|path| (SetupProduct::Initiator, path));
        let own = found.related.iter().map(|path| (product, path));
        let mut related: Vec<Cow<'static, str>> = Vec::new();
        // Skip ids: no id in a setup affects a finding.
        for (product, path) in of_initiator.chain(own).filter(|(_, path)| *path != "/id") {
            let path = self.path(product, path);
            // Different fields of a product can map to the same path of the setup.
            if path != found.path && !related.iter().any(|other| *other == path) {
                related.push(Cow::Owned(path));
            }
        }
        found.related = related;
        let is_made = |op: &PatchOp| product == SetupProduct::Initiator && op.path().starts_with("/renew_settings");
        found.fix = found
            .fix
            .filter(|ops| !ops.iter().any(is_made))
            .map(|ops| ops.into_iter().map(|op| op.map_pointers(|path| self.path(product, path))).collect());
        found
    }

    fn path(&self, product: SetupProduct, path: &str) -> String {
        if let SetupProduct::Renewal(index) = product {
            return format!("/renewals/{index}{path}");
        }
        let Some(setting) = path.strip_prefix("/renew_settings") else { return format!("/initiator{path}") };
        match setting {
            "/product_id_for_renew" => "/renewals".to_owned(),
            "/renew_ar" | "/renew_ar/enable" => "/kinds/ar".to_owned(),
            "/renew_ar/required" => "/kinds/ar/required".to_owned(),
            "/renew_pmr" => "/kinds/pmr".to_owned(),
            "/renew_email" => "/kinds/email".to_owned(),
            _ => match setting
                .strip_prefix("/product_id_for_renew/")
                .and_then(|index| self.renewal_in_chain(index.parse().ok()?))
            {
                Some(renewal) => format!("/renewals/{renewal}"),
                None => "/kinds".to_owned(),
            },
        }
    }

    /// Returns the index of the renewal at an index of the chain. The chain has one element more than the setup: it
    /// repeats the last renewal.
    fn renewal_in_chain(&self, index: usize) -> Option<usize> {
        Some(index.min(self.renewals.checked_sub(1)?))
    }

    fn report(self, configuration: Option<Configuration>, trial: bool) -> Report {
        let mut found = self.found.with_limit(self.options.max_diagnostics);
        found.sort_and_truncate();
        let CatalogueReport { valid, omitted, diagnostics } = found.into_report();
        Report { valid, configuration, trial, diagnostics, omitted }
    }
}
