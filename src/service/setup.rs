use alloc::{borrow::ToOwned, boxed::Box, collections::BTreeSet, format, string::String, vec::Vec};

use serde::Serialize;
use serde_json::value::RawValue;

use super::fields::Fields;
use crate::{
    Input, Operation, Options, Role,
    check::{diagnostic, judge, judge_change},
    facts::Facts,
    fault::{Data, Fault, Mend},
    place::{Spot, spots},
    product::{Configuration, ProductId},
    report::{Diagnostic, PatchOp, RenewalKind, Report, Severity},
    rules::{Catalogue, Code, quoted},
    source::Source,
};

/// A renewal set-up described once (§4.4): the product that starts the renewals, the products that
/// renew it in their order, the renewal kinds, and whether it is a free trial.
///
/// Without renewals the initiator renews itself (configuration 1). Its `renew_settings` are not
/// given: they are made from the renewals and the kinds, when the ids are known.
///
/// As JSON:
///
/// ```
/// # use renewal_rules::{Options, service::Setup};
/// # let setup = r#"
/// {
///   "initiator": {
///     "family_name": "Example", "name": "Example trial", "licence_term": "P14D",
///     "variants": [ { "vendor_code": "V1", "sku": "S1",
///                     "price": { "common": { "currency": "USD", "price": "0.00" } } } ]
///   },
///   "renewals": [
///     {
///       "family_name": "Example", "name": "Example", "licence_term": "P1M",
///       "variants": [ { "vendor_code": "V1", "sku": "S2",
///                       "price": { "common": { "currency": "USD", "price": "4.90" } } } ]
///     },
///     103,
///     { "id": 104, "licence_term": "P12M" }
///   ],
///   "kinds": { "ar": { "required": true }, "pmr": false, "email": false },
///   "trial": true
/// }
/// # "#;
/// # assert!(Setup::from_json(setup)?.check(&Options::default()).diagnostics.is_empty());
/// # Ok::<(), renewal_rules::service::SetupError>(())
/// ```
///
/// A renewal is a new product (an object without `id`), the id of an existing one (a number), or an
/// existing one whose fields are known (an object with `id`), so that they can be checked. `ar` is
/// true or false or says whether it is `required`. All members but `initiator` may be absent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Setup {
    pub(super) initiator: Fields,
    pub(super) renewals: Vec<Renewal>,
    kinds: Kinds,
    #[serde(skip_serializing_if = "Option::is_none")]
    trial: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Renewal {
    New(Fields),
    Existing(ProductId),
    /// An existing one of which at least some fields are known, the id among them.
    Known(Fields),
}

impl Renewal {
    /// The id of an existing product.
    pub(super) fn id(&self) -> Option<ProductId> {
        match self {
            Self::New(_) => None,
            Self::Existing(id) => Some(*id),
            Self::Known(fields) => fields.id(),
        }
    }
}

/// The renewal kinds that a set-up turns on (§2.4). Those that it does not are not sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct Kinds {
    /// Auto renewal, where it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ar: Option<AutoRenewal>,
    /// Whether pre-filled manual renewal is on.
    pub pmr: bool,
    /// Whether Email renewal is on.
    pub email: bool,
}

/// How auto renewal is turned on (§2.4 `renew_ar`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct AutoRenewal {
    /// Whether it is mandatory at purchase. It must be for a free trial, and cannot be where one
    /// product renews itself (§4.4). Sent where it is true.
    pub required: bool,
}

impl Kinds {
    /// Auto renewal alone, left to the buyer.
    pub const fn auto() -> Self {
        Self {
            ar: Some(AutoRenewal { required: false }),
            pmr: false,
            email: false,
        }
    }

    /// Auto renewal alone, mandatory at purchase, as a free trial needs it (§4.4).
    pub const fn auto_required() -> Self {
        Self {
            ar: Some(AutoRenewal { required: true }),
            pmr: false,
            email: false,
        }
    }
}

/// What an error speaks of: the set-up, or a part of it.
fn part(path: &str) -> String {
    match path {
        "" => String::from("the set-up"),
        path => format!("`{path}` of the set-up"),
    }
}

/// A description of a set-up that is not understood. Whether the products are right is not judged
/// here: [`Setup::check`] tells.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A member is absent or of the wrong type.
    #[error("{} must be {expected}", part(path))]
    Invalid {
        /// Where, as a JSON Pointer into the set-up; empty for the whole.
        path: String,
        /// What belongs there.
        expected: &'static str,
    },
    /// There is no such member.
    #[error("a set-up has no `{path}`; there are {known}")]
    Unknown {
        /// Where, as a JSON Pointer into the set-up.
        path: String,
        /// The names that there are.
        known: &'static str,
    },
    /// The initiator has `renew_settings`.
    #[error(
        "the initiator's `renew_settings` are made from `renewals` and `kinds`; describe them there \
         and leave them out"
    )]
    SettingsGiven,
}

const PRODUCT: &str = "an object with the fields of a product";

fn invalid(path: impl Into<String>, expected: &'static str) -> SetupError {
    SetupError::Invalid {
        path: path.into(),
        expected,
    }
}

fn boolean(path: &str, raw: &str) -> Result<bool, SetupError> {
    serde_json::from_str(raw).map_err(|_| invalid(path, "true or false"))
}

impl Setup {
    /// A set-up of a new product that renews itself, until renewals are added. No kind is on.
    ///
    /// # Errors
    ///
    /// [`SetupError`] where the product is no object or has `renew_settings`.
    pub fn new<'a>(initiator: impl Into<Input<'a>>) -> Result<Self, SetupError> {
        let initiator =
            Fields::read(initiator.into()).ok_or_else(|| invalid("/initiator", PRODUCT))?;
        if initiator.get("renew_settings").is_some() {
            return Err(SetupError::SettingsGiven);
        }
        Ok(Self {
            initiator,
            renewals: Vec::new(),
            kinds: Kinds::default(),
            trial: None,
        })
    }

    /// Adds the next renewal: a new product, or an existing one where it has an `id`.
    ///
    /// # Errors
    ///
    /// [`SetupError`] where it is no object or its `id` is none.
    pub fn with_renewal<'a>(mut self, product: impl Into<Input<'a>>) -> Result<Self, SetupError> {
        let path = format!("/renewals/{}", self.renewals.len());
        let fields = Fields::read(product.into())
            .ok_or_else(|| invalid(path.as_str(), "a product, or the id of an existing one"))?;
        self.renewals.push(match (fields.get("id"), fields.id()) {
            (None, _) => Renewal::New(fields),
            (Some(_), Some(_)) => Renewal::Known(fields),
            (Some(_), None) => {
                return Err(invalid(
                    path + "/id",
                    "a whole number from 1 to 9007199254740991",
                ));
            }
        });
        Ok(self)
    }

    /// Adds an existing product as the next renewal. Its fields are not known, so they are not
    /// checked.
    #[must_use]
    pub fn with_existing_renewal(mut self, id: ProductId) -> Self {
        self.renewals.push(Renewal::Existing(id));
        self
    }

    /// States the kinds.
    #[must_use]
    pub const fn with_kinds(mut self, kinds: Kinds) -> Self {
        self.kinds = kinds;
        self
    }

    /// States whether the initiator is a free trial; where nothing is stated, its prices tell.
    #[must_use]
    pub const fn with_trial(mut self, trial: bool) -> Self {
        self.trial = Some(trial);
        self
    }

    /// Reads a set-up from JSON.
    ///
    /// # Errors
    ///
    /// [`SetupError`] names the member that is unknown, absent or of the wrong type.
    pub fn from_json(text: &str) -> Result<Self, SetupError> {
        let members = Fields::parse(text).ok_or_else(|| invalid("", "an object"))?;
        let known = ["initiator", "renewals", "kinds", "trial"];
        if let Some((name, _)) = members.iter().find(|(name, _)| !known.contains(name)) {
            return Err(SetupError::Unknown {
                path: format!("/{name}"),
                known: "`initiator`, `renewals`, `kinds`, `trial`",
            });
        }
        let initiator = members
            .get("initiator")
            .ok_or_else(|| invalid("/initiator", PRODUCT))?;
        let mut setup = Self::new(Input::Json(initiator))?;
        if let Some(raw) = members.get("renewals") {
            let renewals: Vec<Box<RawValue>> = serde_json::from_str(raw).map_err(|_| {
                invalid(
                    "/renewals",
                    "a list of products and ids of existing products",
                )
            })?;
            for raw in renewals {
                setup = match serde_json::from_str(raw.get()) {
                    Ok(id) => setup.with_existing_renewal(id),
                    Err(_) => setup.with_renewal(Input::Json(raw.get()))?,
                };
            }
        }
        if let Some(raw) = members.get("kinds") {
            setup.kinds = kinds(raw)?;
        }
        if let Some(raw) = members.get("trial") {
            setup.trial = Some(boolean("/trial", raw)?);
        }
        Ok(setup)
    }

    /// The set-up as JSON text: what [`from_json`](Self::from_json) reads.
    pub fn to_json(&self) -> String {
        super::json_text(self)
    }

    pub(super) const fn is_single(&self) -> bool {
        self.renewals.is_empty()
    }

    /// Checks the whole set-up before anything is sent: each new product as it will be created, the
    /// single product's change too, and what the initiator asks of its renewals. Of the options,
    /// `payment`, `limits`, `rules` and `max_diagnostics` are heeded.
    ///
    /// The report's paths are those of the set-up: `/initiator/licence_term`,
    /// `/renewals/0/variants`, `/kinds/ar/required`. Of an existing renewal only what is known is
    /// checked.
    ///
    /// ```
    /// use renewal_rules::{Code, Options, service::{Kinds, Setup}};
    ///
    /// let setup = Setup::new(r#"{"family_name":"E","name":"E","licence_term":"P1M","variants":[
    ///         {"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#)?
    ///     .with_renewal(r#"{"family_name":"E","name":"E","licence_term":"P5D","variants":[
    ///         {"vendor_code":"V","sku":"R","price":{"common":{"currency":"USD","price":"4.90"}}}]}"#)?
    ///     .with_kinds(Kinds::auto());
    /// let report = setup.check(&Options::default());
    /// assert_eq!(report.diagnostics.len(), 1);
    /// assert_eq!(report.diagnostics[0].code, Code::TermBelowMinimum);
    /// assert_eq!(report.diagnostics[0].path, "/renewals/0/licence_term");
    /// # Ok::<(), renewal_rules::service::SetupError>(())
    /// ```
    pub fn check(&self, options: &Options) -> Report {
        let name = self.initiator.get("name");
        let name = name
            .and_then(|raw| serde_json::from_str::<String>(raw).ok())
            .filter(|name| !name.trim().is_empty());
        let mut findings = Findings {
            setup: self,
            initiator: name.map_or_else(String::new, |name| quoted(&name) + " "),
            found: Vec::new(),
            said: BTreeSet::new(),
        };
        let (configuration, trial) = if self.is_single() {
            self.check_single(options, &mut findings)
        } else {
            self.check_several(options, &mut findings)
        };
        findings.report(configuration, trial, options.max_diagnostics)
    }

    /// A product that renews itself: its creation, and the change that follows.
    fn check_single(
        &self,
        options: &Options,
        findings: &mut Findings<'_>,
    ) -> (Option<Configuration>, bool) {
        let created = self.without_renewals();
        let mut create = view(options, Operation::Create, Some(Role::SelfRenewing));
        let Some(id) = self.stand_ins().next() else {
            return (None, false);
        };
        let (text, mut spare) = (created.text(), String::new());
        let draft = Source::read(Input::Json(&text), &mut spare).draft;
        let mut faults = judge(draft, None, &create).faults;
        self.keep_certain(&mut faults, id, options);
        findings.add(INITIATOR, &faults);

        let mut current = created;
        current.set_to("id", &id);
        create.operation = Operation::Update;
        create.product_id = Some(id);
        create.trial = self.trial;
        let (mut spare, mut spare_current) = (String::new(), String::new());
        let (change, current) = (self.renewals_of(id).text(), current.text());
        let judged = judge_change(
            Source::read(Input::Json(&change), &mut spare).draft,
            Some(Source::read(Input::Json(&current), &mut spare_current).draft),
            &create,
        );
        findings.add(INITIATOR, &judged.faults);
        (judged.configuration, judged.trial)
    }

    /// Takes away the mends of the creation that are not certain beside the settings of the change
    /// that follows.
    fn keep_certain(&self, faults: &mut [Fault<'_>], own: ProductId, options: &Options) {
        if faults.iter().all(|fault| fault.mend == Mend::None) {
            return;
        }
        let mut record = view(options, Operation::Record, None);
        record.trial = self.trial;
        let mut whole = self.initiator_with(&[own]);
        whole.set_to("id", &own);
        let (text, mut spare) = (whole.text(), String::new());
        let draft = Source::read(Input::Json(&text), &mut spare).draft;
        let key = |fault: &Fault<'_>| (fault.place.key(), fault.code);
        let uncertain: BTreeSet<_> = judge(draft, None, &record)
            .faults
            .iter()
            .filter(|fault| fault.mend == Mend::None)
            .map(key)
            .collect();
        for fault in faults {
            if uncertain.contains(&key(fault)) {
                fault.mend = Mend::None;
            }
        }
    }

    /// An initiator and its renewals: each creation, and what the initiator asks of the others.
    fn check_several(
        &self,
        options: &Options,
        findings: &mut Findings<'_>,
    ) -> (Option<Configuration>, bool) {
        let mut stand_ins = self.stand_ins();
        let ids: Vec<ProductId> = self
            .renewals
            .iter()
            .filter_map(|renewal| renewal.id().or_else(|| stand_ins.next()))
            .collect();
        let mut catalogue = Catalogue::default();
        let mut places = Vec::new();

        let text = self.initiator_with(&ids).text();
        let mut initiator = view(options, Operation::Create, Some(Role::Initiator));
        initiator.trial = self.trial;
        let mut spare = String::new();
        let judged = judge(
            Source::read(Input::Json(&text), &mut spare).draft,
            None,
            &initiator,
        );
        findings.add(INITIATOR, &judged.faults);
        catalogue.push(&Facts::new(&judged.draft, &initiator, None));
        places.push(INITIATOR);

        for ((index, renewal), id) in self.renewals.iter().enumerate().zip(ids) {
            let (fields, operation) = match renewal {
                Renewal::New(fields) => (fields, Operation::Create),
                // Nothing is missing in a product of which only a part is told: it is judged as a
                // change of a product of which the rest is not known.
                Renewal::Known(fields) => (fields, Operation::Update),
                Renewal::Existing(_) => continue,
            };
            let mut renewal = view(options, operation, Some(Role::Renewal));
            renewal.product_id = (operation == Operation::Update).then_some(id);
            findings.check(Some(index), fields, &renewal);
            let record = view(options, Operation::Record, None);
            let mut fields = fields.clone();
            fields.set_to("id", &id);
            let (text, mut spare) = (fields.text(), String::new());
            let judged = judge(
                Source::read(Input::Json(&text), &mut spare).draft,
                None,
                &record,
            );
            catalogue.push(&Facts::new(&judged.draft, &record, None));
            places.push(Some(index));
        }
        catalogue.check(options, |index, mut fault| {
            let place = places.get(index).copied().unwrap_or(INITIATOR);
            // Whether each id is known, and stands once, the chain's own rules tell.
            if place == INITIATOR || fault.code == Code::DuplicateProductId {
                return;
            }
            // What is not told of an existing product is not missing in it.
            if fault.code == Code::TermMissing && self.is_known(place) {
                return;
            }
            if self.trial.is_some() {
                fault.related = fault.related.without(spots![Variants]);
            }
            // There is one initiator only, and it has no id yet: there is nothing to name.
            match &mut fault.data {
                Data::Below { initiator, .. } | Data::Initiator(initiator) => *initiator = None,
                _ => {}
            }
            findings.add(place, &[fault]);
        });
        (judged.configuration, judged.trial)
    }

    fn is_known(&self, part: Part) -> bool {
        let renewal = part.and_then(|index| self.renewals.get(index));
        matches!(renewal, Some(Renewal::Known(_)))
    }

    /// What no set-up that was checked has, and what no creation may send (§4.2, §4.4): the
    /// initiator's id, or settings of a new renewal.
    pub(super) fn misplaced(&self) -> Option<String> {
        if self.initiator.get("id").is_some() {
            return Some(String::from("/initiator/id"));
        }
        let has_settings = |renewal: &Renewal| match renewal {
            Renewal::New(fields) => fields.get("renew_settings").is_some(),
            Renewal::Existing(_) | Renewal::Known(_) => false,
        };
        let index = self.renewals.iter().position(has_settings)?;
        Some(format!("/renewals/{index}/renew_settings"))
    }

    /// Ids for products that have none yet: none that the set-up names.
    fn stand_ins(&self) -> impl Iterator<Item = ProductId> + use<> {
        let named: BTreeSet<ProductId> = self.renewals.iter().filter_map(Renewal::id).collect();
        (1..=ProductId::MAX)
            .rev()
            .filter_map(ProductId::new)
            .filter(move |id| !named.contains(id))
    }

    /// The single product as it is created: without its term and settings (§4.4).
    pub(super) fn without_renewals(&self) -> Fields {
        let mut fields = self.initiator.clone();
        fields.remove("licence_term");
        fields
    }

    /// The change that makes the single product renew itself (§4.4).
    pub(super) fn renewals_of(&self, own: ProductId) -> Fields {
        let mut fields = self.initiator.only("licence_term");
        fields.set_to("renew_settings", &self.settings(&[own]));
        fields
    }

    /// The initiator as it is created, with the ids of its renewals (§4.4).
    pub(super) fn initiator_with(&self, renewals: &[ProductId]) -> Fields {
        let mut fields = self.initiator.clone();
        fields.set_to("renew_settings", &self.settings(renewals));
        fields
    }

    fn settings(&self, renewals: &[ProductId]) -> impl Serialize {
        #[derive(Serialize)]
        struct Settings {
            product_id_for_renew: Vec<ProductId>,
            #[serde(skip_serializing_if = "Option::is_none")]
            renew_ar: Option<Ar>,
            #[serde(skip_serializing_if = "Option::is_none")]
            renew_pmr: Option<bool>,
            #[serde(skip_serializing_if = "Option::is_none")]
            renew_email: Option<bool>,
        }
        #[derive(Serialize)]
        struct Ar {
            enable: bool,
            #[serde(skip_serializing_if = "Option::is_none")]
            required: Option<bool>,
        }
        Settings {
            product_id_for_renew: renewals.iter().chain(renewals.last()).copied().collect(),
            renew_ar: self.kinds.ar.map(|ar| Ar {
                enable: true,
                required: ar.required.then_some(true),
            }),
            renew_pmr: self.kinds.pmr.then_some(true),
            renew_email: self.kinds.email.then_some(true),
        }
    }
}

fn kinds(raw: &str) -> Result<Kinds, SetupError> {
    let mut kinds = Kinds::default();
    let named = Fields::parse(raw)
        .ok_or_else(|| invalid("/kinds", "an object with `ar`, `pmr` and `email`"))?;
    for (name, raw) in named.iter() {
        let raw = raw.get();
        match name {
            "ar" => kinds.ar = auto_renewal(raw)?,
            "pmr" => kinds.pmr = boolean("/kinds/pmr", raw)?,
            "email" => kinds.email = boolean("/kinds/email", raw)?,
            _ => {
                return Err(SetupError::Unknown {
                    path: format!("/kinds/{name}"),
                    known: "`ar`, `pmr`, `email`",
                });
            }
        }
    }
    Ok(kinds)
}

fn auto_renewal(raw: &str) -> Result<Option<AutoRenewal>, SetupError> {
    if let Ok(is_on) = serde_json::from_str::<bool>(raw) {
        return Ok(is_on.then(AutoRenewal::default));
    }
    let named = Fields::parse(raw).ok_or_else(|| {
        invalid(
            "/kinds/ar",
            "true, false or an object that says whether it is `required`",
        )
    })?;
    let mut ar = AutoRenewal::default();
    for (name, raw) in named.iter() {
        let raw = raw.get();
        match name {
            "required" => ar.required = boolean("/kinds/ar/required", raw)?,
            _ => {
                return Err(SetupError::Unknown {
                    path: format!("/kinds/ar/{name}"),
                    known: "`required`",
                });
            }
        }
    }
    Ok(Some(ar))
}

fn view(options: &Options, operation: Operation, role: Option<Role>) -> Options {
    let mut view = options.of_catalogue();
    view.operation = operation;
    view.role = role;
    view
}

/// Where a finding belongs: a renewal by its index, or the initiator, which comes first.
type Part = Option<usize>;

const INITIATOR: Part = None;

/// What a finding is ordered by.
type Key = (Part, (Spot, usize, Spot, usize), Code);

struct Findings<'s> {
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

impl Findings<'_> {
    fn check(&mut self, part: Part, fields: &Fields, options: &Options) {
        let (text, mut spare) = (fields.text(), String::new());
        let draft = Source::read(Input::Json(&text), &mut spare).draft;
        self.add(part, &judge(draft, None, options).faults);
    }

    /// Adds what an earlier check of the same product has not said already.
    fn add(&mut self, part: Part, faults: &[Fault<'_>]) {
        let mut said = Vec::new();
        for fault in faults {
            // That a change was checked without the rest of its product: there is no change here.
            if fault.data == Data::Needs(&["current"]) {
                continue;
            }
            let key = (part, fault.place.key(), fault.code);
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
        found.fix = found
            .fix
            .filter(|ops| !ops.iter().any(is_made))
            .map(|ops| ops.into_iter().map(|op| self.patch(part, op)).collect());
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
                let name = match found.path.as_str() {
                    "/renew_settings/renew_pmr" => "pmr",
                    _ => "email",
                };
                return Some(format!(
                    "`kinds.{name}` has no effect on a free trial, for which only AR is \
                     considered. Turn it off, or leave it if the prices will change."
                ));
            }
            _ => return None,
        };
        Some(String::from(message))
    }

    fn patch(&self, part: Part, op: PatchOp) -> PatchOp {
        match op {
            PatchOp::Add { path, value } => PatchOp::Add {
                path: self.path(part, &path),
                value,
            },
            PatchOp::Replace { path, value } => PatchOp::Replace {
                path: self.path(part, &path),
                value,
            },
            PatchOp::Remove { path } => PatchOp::Remove {
                path: self.path(part, &path),
            },
            PatchOp::Move { from, path } => PatchOp::Move {
                from: self.path(part, &from),
                path: self.path(part, &path),
            },
        }
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

    fn report(
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
