use alloc::{
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
    format,
    string::{String, ToString as _},
    vec::Vec,
};

use serde::Serialize;

use super::{
    diagnostics::{INITIATOR, Part, SetupDiagnostics},
    fields::Fields,
};
use crate::{
    check::{check_product, contents},
    document::{Document, Field, Input, JsonType, NodeId, Tree, normal_form},
    options::{Operation, Options, Role, setters},
    product::{Configuration, ProductId},
    report::{Code, Report},
    rules::{Catalogue, Fix},
    text::{as_json_text, list, push_token},
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
///     { "id": 103, "licence_term": "P3M" },
///     104
///   ],
///   "kinds": { "ar": { "required": true }, "pmr": false, "email": false },
///   "trial": true
/// }
/// # "#;
/// # assert!(Setup::from_json(setup)?.check(&Options::default()).valid);
/// # Ok::<(), renewal_rules::service::SetupError>(())
/// ```
///
/// A renewal is a new product (an object without `id`), the id of an existing one (a number), or an
/// existing one whose fields are known (an object with `id`), so that they can be checked. `ar` is
/// true or false or says whether it is `required`. All members but `initiator` may be absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    initiator: Fields,
    pub(super) renewals: Vec<Renewal>,
    kinds: Kinds,
    trial: Option<bool>,
}

as_json_text!(Setup);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Renewal {
    New(Fields),
    Existing(ProductId),
    /// An existing one of which at least some fields are known, the id among them.
    Known(ProductId, Fields),
}

impl Renewal {
    /// The id of an existing product.
    pub(super) fn id(&self) -> Option<ProductId> {
        match self {
            Self::New(_) => None,
            Self::Existing(id) | Self::Known(id, _) => Some(*id),
        }
    }
}

/// The renewal kinds that a set-up turns on (§2.4). The others are not sent.
///
/// ```
/// use renewal_rules::service::{AutoRenewal, Kinds};
///
/// let kinds = Kinds::auto().with_pmr(true);
/// assert_eq!(kinds.ar, Some(AutoRenewal::default()));
/// assert!(Kinds::auto_required().ar.is_some_and(|ar| ar.required));
/// ```
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
    setters! {
        with_ar(ar: impl Into<Option<AutoRenewal>>);
        with_pmr(pmr: bool);
        with_email(email: bool);
    }

    /// Auto renewal alone, left to the buyer.
    pub fn auto() -> Self {
        Self::default().with_ar(AutoRenewal::default())
    }

    /// Auto renewal alone, mandatory at purchase, as a free trial needs it (§4.4).
    pub fn auto_required() -> Self {
        Self::default().with_ar(AutoRenewal { required: true })
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
/// here: [`Setup::check`] does that.
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
        known: String,
    },
    /// The text is products: an array, one a line, or one alone.
    #[error(
        "these are products, not a set-up: a set-up is an object with `initiator`, `renewals` and `kinds`"
    )]
    Products,
    /// The initiator has `renew_settings`.
    #[error(
        "the initiator's `renew_settings` are made from `renewals` and `kinds`; describe them there \
         and leave them out"
    )]
    SettingsGiven,
    /// A product says that it starts a set-up, but not which: its `id`, its chain or another one of its
    /// `renew_settings` cannot be used.
    #[error("no set-up follows from these products; at `{path}`: {message}")]
    Unusable {
        /// Where, as a JSON Pointer into the products.
        path: String,
        /// What is wrong there, and what to do.
        message: String,
    },
}

const PRODUCT: &str = "an object with the fields of a product";

pub(super) fn invalid(path: impl Into<String>, expected: &'static str) -> SetupError {
    SetupError::Invalid {
        path: path.into(),
        expected,
    }
}

/// A switch, which is off where it is absent.
fn switch(document: Document<'_>, node: Option<NodeId>, path: &str) -> Result<bool, SetupError> {
    let value = node.map_or(Some(false), |node| document.boolean(node));
    value.ok_or_else(|| invalid(path, "true or false"))
}

/// The members of an object that has no others, of each the last one.
fn members<const N: usize>(
    document: Document<'_>,
    node: NodeId,
    path: &str,
    (names, expected): ([&str; N], &'static str),
) -> Result<[Option<NodeId>; N], SetupError> {
    let mut found = [None; N];
    let members = document.members(node);
    for (name, member) in members.ok_or_else(|| invalid(path, expected))? {
        let mut places = names.iter().zip(&mut found);
        let Some((_, place)) = places.find(|(known, _)| name == **known) else {
            let mut path = String::from(path);
            push_token(&mut path, &name);
            let known = list(&mut names.into_iter());
            return Err(SetupError::Unknown { path, known });
        };
        *place = Some(member);
    }
    Ok(found)
}

impl Setup {
    /// A set-up of a new product that renews itself, until renewals are added. No kind is on.
    ///
    /// # Errors
    ///
    /// [`SetupError`] where the product is not an object or has `renew_settings`.
    pub fn new<'a>(initiator: impl Into<Input<'a>>) -> Result<Self, SetupError> {
        Self::start(Fields::read(initiator.into()))
    }

    pub(super) fn start(initiator: Option<Fields>) -> Result<Self, SetupError> {
        let initiator = initiator.ok_or_else(|| invalid("/initiator", PRODUCT))?;
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
    /// [`SetupError`] where it is not an object or its `id` is not valid.
    pub fn with_renewal<'a>(mut self, product: impl Into<Input<'a>>) -> Result<Self, SetupError> {
        self.add_renewal(Fields::read(product.into()))?;
        Ok(self)
    }

    fn add_renewal(&mut self, fields: Option<Fields>) -> Result<(), SetupError> {
        let path = format!("/renewals/{}", self.renewals.len());
        let Some(fields) = fields else {
            return Err(invalid(path, "a product, or the id of an existing one"));
        };
        self.renewals.push(match (fields.get("id"), fields.id()) {
            (None, _) => Renewal::New(fields),
            (Some(_), Some(id)) => Renewal::Known(id, fields),
            (Some(_), None) => {
                return Err(invalid(
                    path + "/id",
                    "a whole number from 1 to 9007199254740991",
                ));
            }
        });
        Ok(())
    }

    /// Adds an existing product as the next renewal. Its fields are not known, so they are not
    /// checked.
    ///
    /// ```
    /// use renewal_rules::{Options, ProductId, service::{Kinds, Setup}};
    ///
    /// let setup = Setup::new(r#"{"licence_term":"P1M"}"#)?
    ///     .with_existing_renewal(ProductId::try_from(102)?)
    ///     .with_kinds(Kinds::auto_required())
    ///     .with_trial(false);
    /// let same = Setup::from_json(&setup.to_json())?;
    /// assert_eq!(same, setup);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// States whether the initiator is a free trial; where nothing is stated, its prices decide.
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
        let tree = Tree::parse(text).map_err(|_| invalid("", "an object"));
        let setup = tree.and_then(|tree| Self::read(tree.document(), 0));
        setup.map_err(|error| {
            if contents(text.as_bytes(), false).has_products {
                SetupError::Products
            } else {
                error
            }
        })
    }

    pub(super) fn read(document: Document<'_>, node: NodeId) -> Result<Self, SetupError> {
        let names = ["initiator", "renewals", "kinds", "trial"];
        let [initiator, renewals, kinds, trial] =
            members(document, node, "", (names, "an object"))?;
        let mut setup = Self::start(initiator.and_then(|node| Fields::of(document, node)))?;
        if let Some(renewals) = renewals {
            if document.kind(renewals) != JsonType::Array {
                return Err(invalid(
                    "/renewals",
                    "a list of products and ids of existing products",
                ));
            }
            for renewal in document.children(renewals) {
                match document.product_id(renewal) {
                    Some(id) => setup.renewals.push(Renewal::Existing(id)),
                    None => setup.add_renewal(Fields::of(document, renewal))?,
                }
            }
        }
        if let Some(kinds) = kinds {
            setup.kinds = Kinds::read(document, kinds)?;
        }
        if trial.is_some() {
            setup.trial = Some(switch(document, trial, "/trial")?);
        }
        Ok(setup)
    }

    /// The set-up as JSON text: what [`from_json`](Self::from_json) reads.
    pub fn to_json(&self) -> String {
        let renewals = self.renewals.iter().map(|renewal| match renewal {
            Renewal::New(fields) | Renewal::Known(_, fields) => fields.text(),
            Renewal::Existing(id) => id.to_string(),
        });
        let renewals: Vec<_> = renewals.collect();
        let trial = self.trial.map(|trial| format!(r#","trial":{trial}"#));
        format!(
            r#"{{"initiator":{},"renewals":[{}],"kinds":{}{}}}"#,
            self.initiator.text(),
            renewals.join(","),
            // It always has a JSON text.
            serde_json::to_string(&self.kinds).unwrap_or_default(),
            trial.unwrap_or_default(),
        )
    }

    pub(super) const fn is_single(&self) -> bool {
        self.renewals.is_empty()
    }

    /// Checks the whole set-up before anything is sent: each new product as it will be created, the
    /// single product's change too, and what the initiator asks of its renewals. Of the options,
    /// `payment`, `limits`, `rules` and `max_diagnostics` are used.
    ///
    /// The report's paths are those of the set-up: `/initiator/licence_term`,
    /// `/renewals/0/variants`, `/kinds/ar/required`. Of an existing renewal only what is known is
    /// checked; where its term is not, `not-checked` says so. A new renewal with the content of an
    /// earlier one is a warning (`chain-repeated-id`): it would be created once more.
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
        let ids: Vec<_> = self.renewals.iter().map(Renewal::id).collect();
        let mut found = SetupDiagnostics::new(&ids, options);
        let (configuration, trial) = if self.is_single() {
            self.check_single(options, &mut found)
        } else {
            self.check_several(options, &mut found)
        };
        found.report(configuration, trial)
    }

    /// A product that renews itself: its creation, and the change that follows.
    fn check_single(
        &self,
        options: &Options,
        found: &mut SetupDiagnostics<'_>,
    ) -> (Option<Configuration>, bool) {
        let created = self.without_renewals();
        let mut create = view(options, Operation::Create, Some(Role::SelfRenewing));
        let Some(id) = self.stand_ins().next() else {
            return (None, false);
        };
        let source = created.source();
        let mut findings = check_product(&source, None, &create).found.items;
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
        let checked = check_product(&change, Some(&current), &create);
        found.add(INITIATOR, checked.found.items);
        (checked.configuration, checked.trial)
    }

    /// An initiator and its renewals: each creation, and what the initiator asks of the others.
    fn check_several(
        &self,
        options: &Options,
        found: &mut SetupDiagnostics<'_>,
    ) -> (Option<Configuration>, bool) {
        let ids = self.renewal_ids(self.stand_ins());
        let mut catalogue = Catalogue::default();
        let mut places = Vec::new();
        let mut contents = BTreeMap::new();
        let record = view(options, Operation::Record, None);

        let source = self.initiator_with(&ids).source();
        let mut initiator = view(options, Operation::Create, Some(Role::Initiator));
        initiator.trial = self.trial;
        let mut checked = check_product(&source, None, &initiator);
        catalogue.push(&checked.facts(&initiator));
        found.add(INITIATOR, core::mem::take(&mut checked.found.items));
        places.push(INITIATOR);

        for ((index, renewal), id) in self.renewals.iter().enumerate().zip(ids) {
            let (fields, operation) = match renewal {
                Renewal::New(fields) => (fields, Operation::Create),
                // Nothing is missing in a product of which only a part is known: it is judged as a
                // change of a product of which the rest is not known.
                Renewal::Known(_, fields) => (fields, Operation::Update),
                Renewal::Existing(_) => {
                    found.add_unknown_term(index, id);
                    continue;
                }
            };
            if operation == Operation::Create {
                match contents.entry(normal_form(&fields.text())) {
                    Entry::Occupied(earlier) => found.add_same(index, *earlier.get()),
                    Entry::Vacant(first) => _ = first.insert(index),
                }
            } else if fields.get("licence_term").is_none() {
                found.add_unknown_term(index, id);
            }
            let mut renewal = view(options, operation, Some(Role::Renewal));
            renewal.product_id = (operation == Operation::Update).then_some(id);
            let source = fields.source();
            let sent = check_product(&source, None, &renewal);
            let source = fields.with("id", id.to_string()).source();
            let whole = check_product(&source, None, &record);
            let facts = whole.facts(&record);
            // What the renewal starts by itself is no matter of this set-up.
            catalogue.add(&facts, &[]);
            places.push(Some(index));
            found.add(Some(index), sent.found.items);
        }
        self.check_catalogue(&catalogue, &places, options, found);
        (checked.configuration, checked.trial)
    }

    /// What the initiator asks of its renewals.
    fn check_catalogue(
        &self,
        catalogue: &Catalogue,
        places: &[Part],
        options: &Options,
        found: &mut SetupDiagnostics<'_>,
    ) {
        // There is one initiator only, and it has no id yet: there is nothing to name.
        catalogue.check(options, false, |index, finding| {
            let place = places.get(index).copied().unwrap_or(INITIATOR);
            // Whether each id is known, and stands once, the chain's own rules report.
            if place == INITIATOR || finding.code() == Code::DuplicateProductId {
                return;
            }
            // What is not stated of an existing product is not missing in it.
            let renewal = place.and_then(|index| self.renewals.get(index));
            if finding.code() == Code::TermMissing && matches!(renewal, Some(Renewal::Known(..))) {
                return;
            }
            found.add(place, [finding]);
        });
    }

    /// What no set-up that was checked has, and what no creation may send (§4.2, §4.4): the
    /// initiator's id, or settings of a new renewal.
    pub(super) fn misplaced(&self) -> Option<String> {
        if self.initiator.get("id").is_some() {
            return Some(String::from("/initiator/id"));
        }
        let has_settings = |renewal: &Renewal| match renewal {
            Renewal::New(fields) => fields.get("renew_settings").is_some(),
            Renewal::Existing(_) | Renewal::Known(..) => false,
        };
        let index = self.renewals.iter().position(has_settings)?;
        Some(format!("/renewals/{index}/renew_settings"))
    }

    /// The ids of the renewals: those of the new ones are taken from these, as far as they go.
    pub(super) fn renewal_ids(&self, mut new: impl Iterator<Item = ProductId>) -> Vec<ProductId> {
        let renewals = self.renewals.iter();
        renewals
            .map_while(|renewal| renewal.id().or_else(|| new.next()))
            .collect()
    }

    /// Ids for products that have none yet, from the last one down.
    pub(super) fn stand_ins(&self) -> impl Iterator<Item = ProductId> + use<> {
        self.free((1..=ProductId::MAX).rev())
    }

    /// Of these ids those that the set-up does not name.
    pub(super) fn free<I: Iterator<Item = u64>>(
        &self,
        ids: I,
    ) -> impl Iterator<Item = ProductId> + use<I> {
        let named: BTreeSet<_> = self.renewals.iter().filter_map(Renewal::id).collect();
        ids.filter_map(ProductId::new)
            .filter(move |id| !named.contains(id))
    }

    /// The single product as it is created: without its term and settings (§4.4).
    pub(super) fn without_renewals(&self) -> Fields {
        self.initiator.without("licence_term")
    }

    /// The change that makes the single product renew itself (§4.4).
    pub(super) fn renewals_of(&self, own: ProductId) -> Fields {
        let term = self.initiator.only("licence_term");
        term.with("renew_settings", self.settings(&[own]))
    }

    /// The initiator as it is created, with the ids of its renewals (§4.4).
    pub(super) fn initiator_with(&self, renewals: &[ProductId]) -> Fields {
        let settings = self.settings(renewals);
        self.initiator.with("renew_settings", settings)
    }

    fn settings(&self, renewals: &[ProductId]) -> String {
        let ids = renewals.iter().chain(renewals.last());
        let ids: Vec<_> = ids.map(ProductId::to_string).collect();
        let mut settings = format!(r#"{{"product_id_for_renew":[{}]"#, ids.join(","));
        settings.push_str(match self.kinds.ar {
            Some(AutoRenewal { required: true }) => {
                r#","renew_ar":{"enable":true,"required":true}"#
            }
            Some(AutoRenewal { required: false }) => r#","renew_ar":{"enable":true}"#,
            None => "",
        });
        if self.kinds.pmr {
            settings.push_str(r#","renew_pmr":true"#);
        }
        if self.kinds.email {
            settings.push_str(r#","renew_email":true"#);
        }
        settings + "}"
    }
}

impl Kinds {
    fn read(document: Document<'_>, node: NodeId) -> Result<Self, SetupError> {
        let expected = "an object with `ar`, `pmr` and `email`";
        let [ar, pmr, email] =
            members(document, node, "/kinds", (["ar", "pmr", "email"], expected))?;
        Ok(Self {
            ar: ar.map_or(Ok(None), |ar| AutoRenewal::read(document, ar))?,
            pmr: switch(document, pmr, "/kinds/pmr")?,
            email: switch(document, email, "/kinds/email")?,
        })
    }
}

impl AutoRenewal {
    fn read(document: Document<'_>, node: NodeId) -> Result<Option<Self>, SetupError> {
        if let Some(is_on) = document.boolean(node) {
            return Ok(is_on.then(Self::default));
        }
        let expected = "true, false or an object that says whether it is `required`";
        let [required] = members(document, node, "/kinds/ar", (["required"], expected))?;
        let required = switch(document, required, "/kinds/ar/required")?;
        Ok(Some(Self { required }))
    }
}

fn view(options: &Options, operation: Operation, role: Option<Role>) -> Options {
    let mut view = options.of_catalogue();
    view.operation = operation;
    view.role = role;
    // The limit is one of the whole report.
    view.max_diagnostics = None;
    view
}
