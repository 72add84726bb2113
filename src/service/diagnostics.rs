//! What is found in the products of a set-up, in its own words and places.

use alloc::borrow::{Cow, ToOwned};
use alloc::{collections::BTreeSet, string::String, vec::Vec};

use crate::check::{Found, diagnostic, key_in, list_places};
use crate::document::{Field, FieldPath};
use crate::product::{Configuration, ProductId};
use crate::report::{CatalogueReport, Diagnostic, Report, Severity};
use crate::rules::{Finding, First, Flag, Key, not_checked, same_content};
use crate::{options::Options, patch::PatchOp};

/// Where a finding belongs: the index of a renewal; none for the initiator.
pub(super) type Part = Option<usize>;

pub(super) const INITIATOR: Part = None;

pub(super) struct SetupDiagnostics<'s> {
    renewals: usize,
    options: &'s Options,
    found: First<Found>,
    /// By what a finding is recognised that an earlier check of the same product has reported.
    said: BTreeSet<(Key, Severity, Vec<String>)>,
}

impl<'s> SetupDiagnostics<'s> {
    pub(super) fn new(renewals: usize, options: &'s Options) -> Self {
        Self { renewals, options, found: First::new(None), said: BTreeSet::new() }
    }

    /// Adds what an earlier check of the same product has not said already.
    pub(super) fn add<'f>(&mut self, part: Part, findings: impl IntoIterator<Item = Finding<'f>>) {
        let mut said = Vec::new();
        for finding in findings {
            // That a change was checked without the rest of its product: there is no change here.
            if finding.params.list("needs") == ["current"] {
                continue;
            }
            let mut key = key_in(part, &finding);
            // Of the initiator, too, where it is about what that asks of a renewal.
            let is_of_initiator = part == INITIATOR || finding.elsewhere.is_some();
            let mut related = Vec::new();
            if finding.elsewhere.is_some() {
                list_places(&FieldPath::of(Field::Root), finding.rule.related_elsewhere(), None, &mut related);
            }
            let found = diagnostic(finding, None);
            let mark = (key, found.severity, found.params.list("needs").to_vec());
            if self.said.contains(&mark) {
                continue;
            }
            said.push(mark);
            // What a product's own call brings comes before what the initiator asks of it, whatever the kinds.
            key.3 = 0;
            // Once a report; what brings it about in several products cannot be taken away in one.
            let same = |other: &&mut Found| {
                let other = &other.diagnostic;
                other.code == found.code && other.params == found.params
            };
            if found.code.rule().is(Flag::Whole)
                && let Some(first) = self.found.items.iter_mut().find(same)
            {
                first.diagnostic.related.clear();
            } else {
                let found = self.translate(part, &related, found, is_of_initiator);
                self.push(key, found);
            }
        }
        self.said.extend(said);
    }

    /// Adds that a new renewal has the content of an earlier one, so that it would be created again.
    pub(super) fn add_same(&mut self, index: usize, earlier: usize) {
        self.add_whole(index, same_content(earlier), vec![Cow::Owned(format!("/renewals/{earlier}"))]);
    }

    /// Adds that the term of an existing renewal could not be checked.
    pub(super) fn add_unknown_term(&mut self, index: usize, id: ProductId) {
        self.add_whole(index, not_checked("term", &["licence_term"]).with("id", id), Vec::new());
    }

    fn add_whole(&mut self, index: usize, finding: Finding<'_>, related: Vec<Cow<'static, str>>) {
        let Some(finding) = finding.leveled(&self.options.rules) else { return };
        let part = Some(index);
        let key = key_in(part, &finding);
        let found = Diagnostic { path: self.path(part, ""), related, ..diagnostic(finding, None) };
        self.push(key, found);
    }

    fn push(&mut self, key: Key, diagnostic: Diagnostic) {
        self.found.push(Found { key, diagnostic, span: None });
    }

    /// Gives a diagnostic of one product the paths of the set-up, in which the initiator has no id.
    fn translate(
        &self,
        part: Part,
        of_initiator: &[Cow<'static, str>],
        mut found: Diagnostic,
        is_of_initiator: bool,
    ) -> Diagnostic {
        // In the words of the set-up, where those of one product name what the set-up makes by itself. A
        // renewal's own settings are described as they are sent.
        let id = match &*found.message_id {
            "inferred" => "set-up-inferred",
            _ => "set-up",
        };
        if is_of_initiator && let Some(template) = found.code.rule().template(id) {
            // The place that the message names.
            let first = found.params.number("first");
            let first = first.map(|at| format!("/renew_settings/product_id_for_renew/{at}"));
            found.related.extend(first.map(Cow::Owned));
            found.params.remove("id");
            found.message_id = template.id.into();
            found.message = found.params.fill(template.text);
        }
        found.path = if found.code.rule().is(Flag::Whole) { String::new() } else { self.path(part, &found.path) };
        let of_initiator = of_initiator.iter().map(|path| (INITIATOR, path));
        let own = found.related.iter().map(|path| (part, path));
        let mut related: Vec<Cow<'static, str>> = Vec::new();
        // No product of a set-up has an id that decides anything.
        for (part, path) in of_initiator.chain(own).filter(|(_, path)| *path != "/id") {
            let path = self.path(part, path);
            // Several fields of a product are one of the set-up.
            if path != found.path && !related.iter().any(|other| *other == path) {
                related.push(Cow::Owned(path));
            }
        }
        found.related = related;
        let is_made = |op: &PatchOp| part == INITIATOR && op.path().starts_with("/renew_settings");
        found.fix = found
            .fix
            .filter(|ops| !ops.iter().any(is_made))
            .map(|ops| ops.into_iter().map(|op| op.map_pointers(|path| self.path(part, path))).collect());
        found
    }

    fn path(&self, part: Part, path: &str) -> String {
        if let Some(index) = part {
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
                .and_then(|index| index.parse::<usize>().ok())
                .zip(self.renewals.checked_sub(1))
            {
                // The last id appears twice in the chain, once in the set-up.
                Some((index, last)) => format!("/renewals/{}", index.min(last)),
                None => "/kinds".to_owned(),
            },
        }
    }

    pub(super) fn report(self, configuration: Option<Configuration>, trial: bool) -> Report {
        let mut found = self.found.limited(self.options.max_diagnostics);
        found.arrange();
        let CatalogueReport { valid, omitted, diagnostics } = found.into_report();
        Report { valid, configuration, trial, diagnostics, omitted }
    }
}
