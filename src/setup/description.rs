//! Description of a renewal setup: its products, its renewal kinds, and the errors of reading a description.

use alloc::string::{String, ToString};
use alloc::{collections::BTreeSet, vec::Vec};
use core::fmt;

use serde::Serialize;

use super::fields::{FieldsError, ProductFields};
use crate::catalogue::{Layout, contents};
use crate::product::{Input, NotJson, ProductId};
use crate::schema::FieldTree as _;
use renewal_rules_json::{Document, NodeId, Tree};
use renewal_rules_json::{as_json_text, list_keywords, push_token};

/// Description of a renewal setup (§4.4): the product that starts the renewals, its renewal products in order, the
/// renewal kinds, and the optional `trial` flag.
///
/// Without renewals, the initiator renews itself (configuration 1). Do not set its `renew_settings`: they are generated
/// from the renewals and the kinds once the ids are known.
///
/// JSON format:
///
/// ```
/// # use renewal_rules::{Options, setup::Setup};
/// # let setup = r#"
/// {
///   "initiator": {
///     "family_name": "Example", "name": "Example trial", "licence_term": "P14D",
///     "variants": [{ "vendor_code": "V1", "sku": "S1", "price": { "common": { "currency": "USD", "price": "0.00" } } }]
///   },
///   "renewals": [
///     {
///       "family_name": "Example", "name": "Example", "licence_term": "P1M",
///       "variants": [{ "vendor_code": "V1", "sku": "S2", "price": { "common": { "currency": "USD", "price": "4.90" } } }]
///     },
///     { "id": 103, "licence_term": "P3M" },
///     104
///   ],
///   "kinds": { "ar": { "required": true }, "pmr": false, "email": false },
///   "trial": true
/// }
/// # "#;
/// # assert!(Setup::from_json(setup)?.check(&Options::default()).valid);
/// # Ok::<(), renewal_rules::setup::SetupError>(())
/// ```
///
/// A renewal is either a new product (an object without `id`), the id of an existing product (a number), or an existing
/// product with some of its fields (an object with `id`), which are then checked. `ar` is a boolean or an object with
/// `required`. All members except `initiator` are optional.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    pub(super) initiator: ProductFields,
    pub(super) renewals: Vec<Renewal>,
    kinds: Kinds,
    pub(super) trial: Option<bool>,
}

as_json_text!(Setup);

/// A renewal product of a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Renewal {
    /// The id of an existing product; `None` if the product is new.
    pub id: Option<ProductId>,
    /// All fields of a new product, or the known fields of an existing one, including its id; `None` if no field is
    /// known.
    pub fields: Option<ProductFields>,
}

impl Setup {
    /// Creates a setup of a new product, which renews itself unless renewals are added. All renewal kinds are off.
    ///
    /// # Errors
    ///
    /// Returns a [`SetupError`] if the product is not a JSON object or has `renew_settings`.
    pub fn new<'a>(initiator: impl Into<Input<'a>>) -> Result<Self, SetupError> {
        Self::start(read_fields(initiator.into())?)
    }

    pub(super) fn start(initiator: Option<ProductFields>) -> Result<Self, SetupError> {
        let initiator = initiator.ok_or_else(|| invalid("/initiator", "an object with the fields of a product"))?;
        if initiator.get("renew_settings").is_some() {
            return Err(SetupError::SettingsGiven);
        }
        Ok(Self { initiator, renewals: Vec::new(), kinds: Kinds::default(), trial: None })
    }

    /// Adds the next renewal: an existing product if it has an `id`, otherwise a new one.
    ///
    /// # Errors
    ///
    /// Returns a [`SetupError`] if the product is not a JSON object or its `id` is not valid.
    pub fn with_renewal<'a>(mut self, product: impl Into<Input<'a>>) -> Result<Self, SetupError> {
        self.add_renewal(read_fields(product.into())?)?;
        Ok(self)
    }

    fn add_renewal(&mut self, fields: Option<ProductFields>) -> Result<(), SetupError> {
        let path = format!("/renewals/{}", self.renewals.len());
        let Some(fields) = fields else { return Err(invalid(path, "a product, or the id of an existing one")) };
        let id = fields.id();
        if id.is_none() && fields.get("id").is_some() {
            return Err(invalid(path + "/id", "a whole number from 1 to 9007199254740991"));
        }
        self.renewals.push(Renewal { id, fields: Some(fields) });
        Ok(())
    }

    /// Adds an existing product as the next renewal. Its fields are unknown, so they are not checked.
    #[must_use]
    pub fn with_existing_renewal(mut self, id: ProductId) -> Self {
        self.renewals.push(Renewal { id: Some(id), fields: None });
        self
    }

    /// Sets the renewal kinds.
    #[must_use]
    pub const fn with_kinds(mut self, kinds: Kinds) -> Self {
        self.kinds = kinds;
        self
    }

    /// Sets whether the initiator is a free trial; if not set, this is inferred from its prices.
    #[must_use]
    pub const fn with_trial(mut self, trial: bool) -> Self {
        self.trial = Some(trial);
        self
    }

    /// Reads a setup from JSON text.
    ///
    /// # Errors
    ///
    /// Returns a [`SetupError`] that names the member that is unknown, absent or of the wrong type, or describes the
    /// syntax error.
    pub fn from_json(text: &str) -> Result<Self, SetupError> {
        let tree = match Tree::parse(text) {
            Ok(tree) => tree,
            // Products one per line are not JSON as a whole, and a damaged array is not meant as a setup either.
            Err(_) if product_layout(text).is_some_and(|layout| layout != Layout::Product) => {
                return Err(SetupError::Products);
            }
            Err(error) => {
                return Err(SetupError::NotJson { message: NotJson::of(text.as_bytes(), error, true).message() });
            }
        };
        let setup = Self::read(tree.document(), 0);
        setup.map_err(|error| if product_layout(text).is_some() { SetupError::Products } else { error })
    }

    /// Reads a setup from a value of a document, for formats that contain one.
    ///
    /// # Errors
    ///
    /// Returns a [`SetupError`] that names the member that is unknown, absent or of the wrong type.
    pub fn read(document: Document<'_>, node: NodeId) -> Result<Self, SetupError> {
        let names = ["initiator", "renewals", "kinds", "trial"];
        let [initiator, renewals, kinds, trial] = members(document, node, "", (names, "an object"))?;
        let mut setup = Self::start(initiator.and_then(|node| ProductFields::of(document, node)))?;
        if let Some(renewals) = renewals {
            let expected = "a list of products and ids of existing products";
            for renewal in document.elements(renewals).ok_or_else(|| invalid("/renewals", expected))? {
                match document.product_id(renewal) {
                    Some(id) => setup = setup.with_existing_renewal(id),
                    None => setup.add_renewal(ProductFields::of(document, renewal))?,
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

    /// Serialises the setup as JSON text, to be read with [`from_json`](Self::from_json).
    pub fn to_json(&self) -> String {
        let renewals = self.renewals.iter().filter_map(|renewal| match &renewal.fields {
            Some(fields) => Some(fields.whole_text()),
            None => renewal.id.as_ref().map(ProductId::to_string),
        });
        let renewals: Vec<_> = renewals.collect();
        let trial = self.trial.map(|trial| format!(r#","trial":{trial}"#));
        format!(
            r#"{{"initiator":{},"renewals":[{}],"kinds":{}{}}}"#,
            self.initiator.whole_text(),
            renewals.join(","),
            // The fallback is never used: serialising booleans cannot fail.
            serde_json::to_string(&self.kinds).unwrap_or_else(|_| String::from("{}")),
            trial.unwrap_or_default(),
        )
    }

    /// Returns the renewals, in the order of use.
    ///
    /// ```
    /// use renewal_rules::setup::Setup;
    ///
    /// let setup = Setup::from_json(r#"{"initiator":{"name":"A"},"renewals":[{"name":"B"},103]}"#)?;
    /// let ids: Vec<_> = setup.renewals().iter().map(|renewal| renewal.id.map(|id| id.get())).collect();
    /// assert_eq!(ids, [None, Some(103)]);
    /// # Ok::<(), renewal_rules::setup::SetupError>(())
    /// ```
    pub fn renewals(&self) -> &[Renewal] {
        &self.renewals
    }

    /// Returns `true` if the initiator renews itself (configuration 1): the setup has no renewals.
    pub const fn is_single(&self) -> bool {
        self.renewals.is_empty()
    }

    /// Returns the pointer of a member that must not be sent when a product is created (§4.2, §4.4), if the setup has
    /// one: the `id` of the initiator, or the `renew_settings` of a new renewal.
    pub fn misplaced(&self) -> Option<String> {
        if self.initiator.get("id").is_some() {
            return Some(String::from("/initiator/id"));
        }
        let settings = |fields: &ProductFields| fields.get("renew_settings").is_some();
        let has_settings = |new: &Renewal| new.id.is_none() && new.fields.as_ref().is_some_and(settings);
        let index = self.renewals.iter().position(has_settings)?;
        Some(format!("/renewals/{index}/renew_settings"))
    }

    /// Returns the ids of the renewals, in order: for a new renewal the next id of `new`, for an existing renewal its
    /// id as converted by `existing`. The list ends early if `new` has too few ids.
    pub fn renewal_ids<Id>(&self, mut new: impl Iterator<Item = Id>, existing: fn(ProductId) -> Id) -> Vec<Id> {
        self.renewals.iter().map_while(|renewal| renewal.id.map(existing).or_else(|| new.next())).collect()
    }

    /// Returns placeholder ids for new products: unused ids, in descending order from the largest.
    pub(super) fn placeholder_ids(&self) -> impl Iterator<Item = ProductId> + use<> {
        self.unused_ids((1..=ProductId::MAX).rev())
    }

    /// Filters out ids that a renewal of the setup uses.
    pub(super) fn unused_ids<I: Iterator<Item = u64>>(&self, ids: I) -> impl Iterator<Item = ProductId> + use<I> {
        let used: BTreeSet<_> = self.renewals.iter().filter_map(|renewal| renewal.id).collect();
        ids.filter_map(ProductId::new).filter(move |id| !used.contains(id))
    }

    /// Returns the body that creates a product that renews itself: without its term and settings, which need its id and
    /// follow in a [change](Self::renewals_of) (§4.4).
    pub fn without_renewals(&self) -> ProductFields {
        self.initiator.without("licence_term")
    }

    /// Returns the body of the change that makes the product with the id `own` renew itself (§4.4).
    ///
    /// ```
    /// use renewal_rules::setup::{Kinds, Setup};
    ///
    /// let setup = Setup::new(r#"{"name":"A","licence_term":"P1M"}"#)?.with_kinds(Kinds::auto());
    /// assert_eq!(setup.without_renewals().text(), r#"{"name":"A"}"#);
    /// assert_eq!(
    ///     setup.renewals_of(101).text(),
    ///     r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    /// );
    /// # Ok::<(), renewal_rules::setup::SetupError>(())
    /// ```
    pub fn renewals_of(&self, own: impl fmt::Display) -> ProductFields {
        let term = self.initiator.filter(|name, _| name == "licence_term");
        term.with("renew_settings", self.kinds.settings(&[own]))
    }

    /// Returns the body that creates the initiator, with the ids of its renewals in the order of use (§4.4).
    pub fn initiator_with(&self, renewals: &[impl fmt::Display]) -> ProductFields {
        self.initiator.with("renew_settings", self.kinds.settings(renewals))
    }
}

/// The renewal kinds that a setup turns on (§2.4). Kinds that are off are not sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct Kinds {
    /// Auto renewal, if on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ar: Option<AutoRenewal>,
    /// Turns pre-filled manual renewal on.
    pub pmr: bool,
    /// Turns Email renewal on.
    pub email: bool,
}

/// Settings of auto renewal (§2.4 `renew_ar`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct AutoRenewal {
    /// Makes auto renewal mandatory at purchase. Must be true for a free trial, and must be false if the product renews
    /// itself (§4.4). Only sent if true.
    pub required: bool,
}

impl Kinds {
    /// Turns on auto renewal only, which the buyer can decline at purchase.
    pub fn auto() -> Self {
        Self { ar: Some(AutoRenewal::default()), ..Self::default() }
    }

    /// Turns on auto renewal only, mandatory at purchase, as required for a free trial (§4.4).
    pub fn auto_required() -> Self {
        Self { ar: Some(AutoRenewal { required: true }), ..Self::default() }
    }

    fn read(document: Document<'_>, node: NodeId) -> Result<Self, SetupError> {
        let expected = "an object with `ar`, `pmr` and `email`";
        let [ar, pmr, email] = members(document, node, "/kinds", (["ar", "pmr", "email"], expected))?;
        Ok(Self {
            ar: ar.map_or(Ok(None), |ar| AutoRenewal::read(document, ar))?,
            pmr: switch(document, pmr, "/kinds/pmr")?,
            email: switch(document, email, "/kinds/email")?,
        })
    }

    /// Returns the `renew_settings` of an initiator with these kinds and renewals.
    fn settings(self, renewals: &[impl fmt::Display]) -> String {
        let ids: Vec<_> = renewals.iter().chain(renewals.last()).map(ToString::to_string).collect();
        let mut settings = format!(r#"{{"product_id_for_renew":[{}]"#, ids.join(","));
        settings.push_str(match self.ar {
            Some(AutoRenewal { required: true }) => r#","renew_ar":{"enable":true,"required":true}"#,
            Some(AutoRenewal { required: false }) => r#","renew_ar":{"enable":true}"#,
            None => "",
        });
        if self.pmr {
            settings.push_str(r#","renew_pmr":true"#);
        }
        if self.email {
            settings.push_str(r#","renew_email":true"#);
        }
        settings + "}"
    }
}

impl AutoRenewal {
    fn read(document: Document<'_>, node: NodeId) -> Result<Option<Self>, SetupError> {
        if let Some(is_on) = document.boolean(node) {
            return Ok(is_on.then(Self::default));
        }
        let expected = "true, false or an object that says whether it is `required`";
        let [required] = members(document, node, "/kinds/ar", (["required"], expected))?;
        Ok(Some(Self { required: switch(document, required, "/kinds/ar/required")? }))
    }
}

/// Reads an optional boolean that is false by default.
fn switch(document: Document<'_>, node: Option<NodeId>, path: &str) -> Result<bool, SetupError> {
    let value = node.map_or(Some(false), |node| document.boolean(node));
    value.ok_or_else(|| invalid(path, "true or false"))
}

/// Returns the members with these names. Any other or repeated member is an error.
fn members<const N: usize>(
    document: Document<'_>,
    node: NodeId,
    path: &str,
    (names, expected): ([&str; N], &'static str),
) -> Result<[Option<NodeId>; N], SetupError> {
    let mut all = document.members(node).ok_or_else(|| invalid(path, expected))?;
    if let Some((name, _)) = all.find(|(name, _)| !names.contains(&&**name)) {
        let mut path = String::from(path);
        push_token(&mut path, &name);
        return Err(SetupError::Unknown { path, known: list_keywords(&mut names.into_iter()) });
    }
    let is_repeated =
        |name: &&str| document.members(node).is_some_and(|all| all.filter(|(it, _)| it == name).count() > 1);
    if let Some(name) = names.iter().find(|name| is_repeated(name)) {
        return Err(SetupError::Repeated { path: [path, "/", name].concat() });
    }
    Ok(names.map(|name| document.member(node, name)))
}

/// Returns the fields of a product, `None` if the input is not an object.
fn read_fields(input: Input<'_>) -> Result<Option<ProductFields>, SetupError> {
    match ProductFields::read(input) {
        Ok(fields) => Ok(Some(fields)),
        Err(FieldsError::NotJson { message }) => Err(SetupError::NotJson { message }),
        Err(FieldsError::NotAnObject) => Ok(None),
    }
}

/// Returns the layout of a text that contains products, `None` for any other text.
fn product_layout(text: &str) -> Option<Layout> {
    let contents = contents(text.as_bytes(), false);
    contents.has_products.then_some(contents.layout)
}

/// Returns the subject of an error message: the setup or one of its members.
fn subject(path: &str) -> String {
    match path {
        "" => String::from("the setup"),
        path => format!("`{path}` of the setup"),
    }
}

/// Error in the description of a setup. Mistakes in its products are reported by [`Setup::check`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The text is not JSON.
    #[error("{message}")]
    NotJson {
        /// Description of the syntax error.
        message: String,
    },
    /// A member is absent or of the wrong type.
    #[error("{} must be {expected}", subject(path))]
    Invalid {
        /// The location as a JSON Pointer into the setup; empty for the whole setup.
        path: String,
        /// The expected type or value.
        expected: &'static str,
    },
    /// The member is unknown.
    #[error("a setup has no `{path}`; its members there are {known}")]
    Unknown {
        /// The location as a JSON Pointer into the setup.
        path: String,
        /// The names of the supported members, as a list for the message.
        known: String,
    },
    /// The member occurs more than once.
    #[error("the setup has `{path}` more than once; remove all but one")]
    Repeated {
        /// The location as a JSON Pointer into the setup.
        path: String,
    },
    /// The text contains products instead of a setup: an array, one product per line, or a single product.
    #[error("these are products, not a setup: a setup is an object with `initiator`, `renewals` and `kinds`")]
    Products,
    /// The input to be converted to a setup is neither products (an array, or one per line) nor a single product.
    #[error("expected a product, an array of products, or one product a line")]
    NotProducts,
    /// The products to be converted to a setup have no product at the requested index.
    #[error("there is no product at index {index}; give the index of a product, from 0")]
    NoProduct {
        /// The requested index.
        index: usize,
    },
    /// The initiator has `renew_settings`.
    #[error(
        "the initiator's `renew_settings` are made from `renewals` and `kinds`; describe them there and leave them out"
    )]
    SettingsGiven,
    /// The product at the index starts a setup, but the setup is ambiguous: the product's `id`, its chain or another of
    /// its `renew_settings` cannot be used.
    #[error("no setup follows from these products; at `{path}`: {message}")]
    Unusable {
        /// The location as a JSON Pointer into the products.
        path: String,
        /// The diagnostic, and advice on fixing it.
        message: String,
    },
}

pub(super) fn invalid(path: impl Into<String>, expected: &'static str) -> SetupError {
    SetupError::Invalid { path: path.into(), expected }
}
