use alloc::{borrow::ToOwned, collections::BTreeSet, format, string::String, vec::Vec};

use super::{fields::Fields, setup::Setup};
use crate::{
    Input, Options,
    check::{diagnostic, judge_change},
    fault::{Data, Fault},
    fields::{Field, FieldPath},
    input::Source,
    product::{Configuration, ProductId},
    report::{Diagnostic, PatchOp, RenewalKind, Report, Severity},
    rules::Code,
};

/// Where a finding belongs: a renewal by its index, or the initiator, which comes first.
pub(super) type Part = Option<usize>;

pub(super) const INITIATOR: Part = None;

/// What a finding is ordered by.
type Key = (Part, (Field, usize, Field, usize), Code);

pub(super) struct Findings<'s> {
    setup: &'s Setup,
    /// The initiator's name in quotes, with a space behind it; empty where it has none.
    initiator: String,
    found: Vec<(Key, Diagnostic)>,
    said: BTreeSet<Said>,
}

/// By what a finding is recognised that an earlier check of the same product has reported.
type Said = (
    Key,
    Severity,
    Option<RenewalKind>,
    Option<&'static [&'static str]>,
);

impl<'s> Findings<'s> {
    /// `initiator` is the initiator's name in quotes, with a space after it.
    pub(super) const fn new(setup: &'s Setup, initiator: String) -> Self {
        Self {
            setup,
            initiator,
            found: Vec::new(),
            said: BTreeSet::new(),
        }
    }

    pub(super) fn check(&mut self, part: Part, fields: &Fields, options: &Options) {
        let text = fields.text();
        let source = Source::read(Input::Json(&text));
        self.add(part, &judge_change(&source, None, options).faults);
    }

    /// Adds what an earlier check of the same product has not said already.
    pub(super) fn add(&mut self, part: Part, faults: &[Fault<'_>]) {
        let mut said = Vec::new();
        for fault in faults {
            // That a change was checked without the rest of its product: there is no change here.
            if fault.data == Data::Needs(&["current"]) {
                continue;
            }
            let key = (part, fault.path.key(), fault.code);
            let found = diagnostic(fault, None);
            let mark = (key, found.severity, found.params.kind, found.params.needs);
            if !self.said.contains(&mark) {
                said.push(mark);
                let beside = fault.related_in.map_or(part, |_| INITIATOR);
                let found = self.translate(part, beside, found);
                self.found.push((key, found));
            }
        }
        self.said.extend(said);
    }

    /// Adds that a new renewal has the content of an earlier one, so that it would be created again.
    pub(super) fn add_same(&mut self, index: usize, earlier: usize) {
        let message = format!(
            "This product has the same content as `/renewals/{earlier}`, so two equal products would \
             be created. Remove one of them, or change what should differ."
        );
        let fault = Fault::warning(Code::ChainRepeatedId, FieldPath::of(Field::Root));
        self.add_whole(index, &fault, message);
        if let Some((_, found)) = self.found.last_mut() {
            found.related = alloc::vec![format!("/renewals/{earlier}")];
        }
    }

    /// Adds that the term of an existing renewal could not be checked.
    pub(super) fn add_unknown_term(&mut self, index: usize, id: ProductId) {
        let message = format!(
            "The licence term of product {id} was not checked, because it is not known here. Give \
             the product as an object with its `id` and its `licence_term`."
        );
        let fault = Fault {
            severity: Severity::Info,
            ..Fault::error(Code::NotChecked, FieldPath::of(Field::Root))
        };
        self.add_whole(index, &fault.data(Data::Needs(&["licence_term"])), message);
    }

    /// Adds what is reported of a renewal as a whole.
    fn add_whole(&mut self, index: usize, fault: &Fault<'_>, message: String) {
        let part = Some(index);
        let found = Diagnostic {
            path: self.path(part, ""),
            message,
            related: Vec::new(),
            ..diagnostic(fault, None)
        };
        self.found
            .push(((part, fault.path.key(), fault.code), found));
    }

    /// Gives a diagnostic of one product the paths of the set-up, in which the initiator has no id.
    fn translate(&self, part: Part, beside: Part, mut found: Diagnostic) -> Diagnostic {
        found.location = None;
        if let Some(message) = self.message(part, &found) {
            found.message = message;
        }
        found.path = if found.code == Code::NotChecked {
            String::new()
        } else {
            self.path(part, &found.path)
        };
        found.related.retain(|path| path != "/id");
        for path in &mut found.related {
            *path = self.path(beside, path);
        }
        let is_made = |op: &PatchOp| part == INITIATOR && op.path().starts_with("/renew_settings");
        found.fix = found.fix.filter(|ops| !ops.iter().any(is_made)).map(|ops| {
            ops.into_iter()
                .map(|op| op.map_pointers(|path| self.path(part, path)))
                .collect()
        });
        found
    }

    /// The message in the words of the set-up, where that of one product names what the set-up makes
    /// by itself, and its advice would lead into an error.
    fn message(&self, part: Part, found: &Diagnostic) -> Option<String> {
        if found.code == Code::TrialRenewalFree {
            return Some(format!(
                "This product renews the free trial {}of this set-up, but all its own prices are \
                 zero too. Give it a price.",
                self.initiator
            ));
        }
        // A renewal's own settings are described as they are sent.
        if part != INITIATOR {
            return None;
        }
        let message = match found.code {
            Code::ChainRepeatedId => {
                "This product already stands earlier in `renewals`. Each one stands there once, and \
                 the last renews itself: remove this one or use another product."
            }
            Code::NoKindEnabled => {
                "No renewal kind is turned on, so nothing is ever renewed. Turn on at least one of \
                 `ar`, `pmr` and `email` in `kinds`."
            }
            Code::ArRequiredInSingle => {
                "Auto renewal cannot be mandatory for a product that renews itself. Turn \
                 `kinds.ar.required` off, or add a renewal product to `renewals`."
            }
            Code::EmailInChain => {
                "Email renewal does not suit a chain of several renewal products. Turn \
                 `kinds.email` off, or use a single renewal product."
            }
            Code::TrialInSingle => {
                "A free trial cannot renew itself: the renewal would be free as well. Add a \
                 renewal product with a price to `renewals`."
            }
            Code::TrialArNotEnabled => {
                "AR must be on for a free trial, because only AR is considered for it. Turn \
                 `kinds.ar` on, with `required`."
            }
            Code::TrialArNotRequired => {
                "Auto renewal must be mandatory for a free trial. Turn `kinds.ar.required` on."
            }
            Code::TrialKindIgnored => {
                let switch = self.path(part, &found.path);
                let name = switch.trim_start_matches("/kinds/");
                return Some(format!(
                    "`kinds.{name}` has no effect on a free trial, for which only AR is \
                     considered. Turn it off, or leave it if the prices will change."
                ));
            }
            _ => return None,
        };
        Some(String::from(message))
    }

    fn path(&self, part: Part, path: &str) -> String {
        if let Some(index) = part {
            return format!("/renewals/{index}{path}");
        }
        let Some(setting) = path.strip_prefix("/renew_settings") else {
            return format!("/initiator{path}");
        };
        match setting {
            "/product_id_for_renew" => "/renewals".to_owned(),
            "/renew_ar" | "/renew_ar/enable" => "/kinds/ar".to_owned(),
            "/renew_ar/required" => "/kinds/ar/required".to_owned(),
            "/renew_pmr" => "/kinds/pmr".to_owned(),
            "/renew_email" => "/kinds/email".to_owned(),
            _ => match setting
                .strip_prefix("/product_id_for_renew/")
                .and_then(|index| index.parse::<usize>().ok())
                .zip(self.setup.renewals.len().checked_sub(1))
            {
                // The last id stands twice in the chain, once in the set-up.
                Some((index, last)) => format!("/renewals/{}", index.min(last)),
                None => "/kinds".to_owned(),
            },
        }
    }

    pub(super) fn report(
        mut self,
        configuration: Option<Configuration>,
        trial: bool,
        limit: Option<usize>,
    ) -> Report {
        self.found.sort_by_key(|(key, _)| *key);
        let mut diagnostics: Vec<_> = self.found.into_iter().map(|(_, found)| found).collect();
        let valid = diagnostics
            .iter()
            .all(|found| found.severity != Severity::Error);
        let omitted = limit.map(|limit| {
            let omitted = diagnostics.len().saturating_sub(limit);
            diagnostics.truncate(limit);
            omitted
        });
        Report {
            valid,
            configuration,
            trial,
            diagnostics,
            omitted,
        }
    }
}
