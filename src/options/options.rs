//! The options of a check.

use alloc::{borrow::ToOwned, string::String};

use serde::{Serialize, Serializer};

use super::{
    by_serde::deserialize,
    error::{Expected, OptionsError},
    levels::RuleLevels,
    limits::Limits,
    stated::{invalid, parse, setters, stated},
};
use crate::{
    document::{Input, JsonType, Tree},
    product::{Payment, ProductId},
    text::{JsonText, words},
};

words! {
    /// How a product is checked: as a record or as the body of a request.
    #[derive(Default)]
    Operation {
        /// A whole product at rest.
        #[default]
        Record = "record",
        /// The body of `POST /v1/product` (§4.2).
        Create = "create",
        /// The body of `PATCH /v1/product/{id}` (§4.3).
        Update = "update",
    }
}

words! {
    /// The part that a product plays in a renewal set-up (§1, §4.4).
    Role {
        /// The product whose purchase starts the renewals.
        Initiator = "initiator",
        /// A product that is bought to renew another one.
        Renewal = "renewal",
        /// A product that renews itself (configuration 1).
        SelfRenewing = "selfRenewing",
    }
}

words! {
    /// The buyer's consent to auto renewal (§2.3, §4.4).
    #[derive(Default)]
    Consent {
        /// Consent is on.
        #[default]
        Given = "given",
        /// The buyer declined.
        Declined = "declined",
        /// Consent cannot be given.
        Unavailable = "unavailable",
    }
}

/// What the caller states about a product. Everything is optional.
///
/// ```
/// use renewal_rules::{Operation, Options, Role};
///
/// let options = Options::default()
///     .with_operation(Operation::Create)
///     .with_role(Role::Renewal);
///
/// let same = Options::from_json(r#"{"operation":"create","role":"renewal"}"#)?;
/// assert_eq!(options, same);
///
/// let error = Options::from_json(r#"{"paymnet":"online"}"#).unwrap_err();
/// assert!(error.to_string().contains("`paymnet`"));
/// # Ok::<(), renewal_rules::OptionsError>(())
/// ```
///
/// They are also read and written by `serde`, with the same names and as strictly, so that they can be a part of a
/// program's own configuration in any format that has maps; `current` keeps its exact text in JSON alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Options {
    /// How the product is checked; as a record by default.
    pub operation: Operation,
    /// The product's part in the set-up, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Whether the product is a free trial; inferred from its prices where it is not stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trial: Option<bool>,
    /// The id that an update targets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_id: Option<ProductId>,
    /// The kind of payment method, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment: Option<Payment>,
    /// The buyer's consent to auto renewal, by which the effective kind is decided; given by default.
    pub consent: Consent,
    /// The minimum terms.
    pub limits: Limits,
    /// Which codes are left out, or reported with another severity. The effective renewal kind
    /// stays the same.
    pub rules: RuleLevels,
    /// How many diagnostics a report holds at most, errors before warnings before infos; all of them by
    /// default. A report that leaves some out says how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_diagnostics: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "exactly")]
    pub(crate) current: Option<String>,
}

#[expect(clippy::ref_option, reason = "serde calls it so")]
fn exactly<S: Serializer>(current: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    current.clone().map(JsonText::written).serialize(serializer)
}

deserialize! {
    Options: Self::from_json;
    Limits: |limits| Ok(Options::from_json(&["{\"limits\":", limits, "}"].concat())?.limits);
    RuleLevels: |rules| Ok(Options::from_json(&["{\"rules\":", rules, "}"].concat())?.rules);
}

/// For which calls options are read: each takes some of them, and another one is the caller's mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scope {
    /// Any call: every option is taken.
    Any,
    /// The check of a product: all but `consent`.
    Product,
    /// A decision on the effective kind: all but `maxDiagnostics`.
    Decision,
    /// The check of a catalogue: `payment`, `limits`, `rules` and `maxDiagnostics`.
    Catalogue,
}

words! {
    /// The options of checks and decisions.
    OptionName {
        Operation = "operation",
        Role = "role",
        Trial = "trial",
        ProductId = "productId",
        Current = "current",
        Payment = "payment",
        Limits = "limits",
        Rules = "rules",
        MaxDiagnostics = "maxDiagnostics",
        Consent = "consent",
    }
}

impl Scope {
    const fn takes(self, name: OptionName) -> bool {
        match name {
            OptionName::Operation
            | OptionName::Role
            | OptionName::Trial
            | OptionName::ProductId
            | OptionName::Current => !matches!(self, Self::Catalogue),
            OptionName::Payment | OptionName::Limits | OptionName::Rules => true,
            OptionName::MaxDiagnostics => !matches!(self, Self::Decision),
            OptionName::Consent => matches!(self, Self::Any | Self::Decision),
        }
    }
}

impl Options {
    setters! {
        with_operation(operation: Operation);
        with_role(role: impl Into<Option<Role>>);
        with_trial(trial: impl Into<Option<bool>>);
        with_product_id(product_id: impl Into<Option<ProductId>>);
        with_payment(payment: impl Into<Option<Payment>>);
        with_consent(consent: Consent);
        with_limits(limits: Limits);
        with_rules(rules: RuleLevels);
        with_max_diagnostics(max_diagnostics: impl Into<Option<usize>>);
    }

    /// The product as it is before an update; with it, an update is judged as the merged product.
    pub fn current(&self) -> Option<&str> {
        self.current.as_deref()
    }

    /// States the product as it is before an update.
    ///
    /// ```
    /// use renewal_rules::{Code, Operation, Options, check};
    ///
    /// let current = r#"{"id":101,"licence_term":"P1M","renew_settings":
    ///     {"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#;
    /// let options = Options::default()
    ///     .with_operation(Operation::Update)
    ///     .with_current(current)?;
    /// let report = check(r#"{"licence_term":"P5D"}"#, &options);
    /// assert_eq!(report.diagnostics[0].code, Code::TermBelowMinimum);
    /// # Ok::<(), renewal_rules::OptionsError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`OptionsError::Invalid`] where it is not a JSON object.
    pub fn with_current<'a>(mut self, current: impl Into<Input<'a>>) -> Result<Self, OptionsError> {
        let text = current.into().into_text().unwrap_or_default();
        let tree = Tree::parse(&text);
        if !tree.is_ok_and(|tree| tree.document().kind(0) == JsonType::Object) {
            return Err(invalid("current", Expected::Product));
        }
        self.current = Some(text.into_owned());
        Ok(self)
    }

    /// Reads the options from a JSON object with the names in camelCase. Empty text stands for no
    /// options.
    ///
    /// ```
    /// use renewal_rules::{Options, Payment};
    ///
    /// let options = Options::from_json(r#"{"payment":"offline","limits":{"pmrOfflineMinDays":9}}"#)?;
    /// assert_eq!(options.payment, Some(Payment::Offline));
    /// assert_eq!(options.limits.pmr_offline_min_days, Some(9));
    /// # Ok::<(), renewal_rules::OptionsError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`OptionsError`] names the option that is unknown or wrong.
    pub fn from_json(text: &str) -> Result<Self, OptionsError> {
        Self::from_json_for(Scope::Any, text)
    }

    /// What counts of them for a catalogue and a set-up, in which each product is a record.
    pub(crate) fn of_catalogue(&self) -> Self {
        // Each one is named: a new option cannot be forgotten here.
        let Self {
            operation: _,
            role: _,
            trial: _,
            product_id: _,
            payment,
            consent: _,
            limits,
            rules,
            max_diagnostics,
            current: _,
        } = *self;
        Self {
            payment,
            limits,
            rules,
            max_diagnostics,
            ..Self::default()
        }
    }

    /// Reads the options that the calls of a scope take.
    ///
    /// ```
    /// use renewal_rules::{Options, Scope};
    ///
    /// assert!(Options::from_json_for(Scope::Catalogue, r#"{"payment":"online"}"#).is_ok());
    /// assert!(Options::from_json_for(Scope::Catalogue, r#"{"role":"renewal"}"#).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// [`OptionsError`] names the option that is unknown to these calls, or wrong.
    pub fn from_json_for(scope: Scope, text: &str) -> Result<Self, OptionsError> {
        let mut options = Self::default();
        let tree = parse(text)?;
        for option in stated(tree.document())? {
            match option.known(OptionName::ALL, |name| scope.takes(name))? {
                OptionName::Operation => options.operation = option.word()?,
                OptionName::Role => options.role = Some(option.word()?),
                OptionName::Payment => options.payment = Some(option.word()?),
                OptionName::Consent => options.consent = option.word()?,
                OptionName::Trial => options.trial = Some(option.boolean()?),
                OptionName::ProductId => options.product_id = Some(option.product_id()?),
                OptionName::Current => options.current = Some(option.product()?.to_owned()),
                OptionName::Limits => options.limits = Limits::read(&option)?,
                OptionName::Rules => options.rules = RuleLevels::read(&option)?,
                OptionName::MaxDiagnostics => {
                    options.max_diagnostics = Some(option.count()? as usize);
                }
            }
        }
        Ok(options)
    }
}
