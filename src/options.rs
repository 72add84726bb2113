//! What the caller can state (options), and how it is read from JSON.

mod by_serde;
mod error;

#[cfg(feature = "timeline")]
pub(crate) use by_serde::deserialize;
#[cfg(not(feature = "timeline"))]
use by_serde::deserialize;
pub(crate) use by_serde::deserialized;
#[cfg(feature = "editing")]
pub(crate) use error::SENTENCES;
pub use error::{Expected, OptionsError};

use alloc::{
    borrow::{Cow, ToOwned},
    string::String,
};
use core::str::FromStr;

use serde::{Serialize, Serializer};

use crate::{
    Input,
    document::{Document, NodeId, Tree},
    fields::JsonType,
    levels::RuleLevels,
    product::ProductId,
    report::{JsonText, RenewalKind},
    words::{WordError, list, words},
};

/// Options that are stated one after the other, each by a call that gives the options back.
macro_rules! setters {
    ($($set:ident($field:ident: $type:ty);)*) => {$(
        #[doc = concat!("States [`", stringify!($field), "`](Self::", stringify!($field), ").")]
        #[must_use]
        pub fn $set(mut self, $field: $type) -> Self {
            self.$field = $field.into();
            self
        }
    )*};
}
#[cfg(any(feature = "service", feature = "timeline"))]
pub(crate) use setters;

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
    /// The kind of payment method, on which the minimum terms of PMR and Email renewal depend (§8).
    Payment {
        /// An online payment method.
        Online = "online",
        /// An offline payment method.
        Offline = "offline",
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

/// The minimum licence terms, in days (§8). Support can change those of Email renewal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Limits {
    /// The minimum for auto renewal; 6 by default.
    pub ar_min_days: u32,
    /// The minimum for Email renewal with online payment methods; 4 by default.
    pub email_online_min_days: u32,
    /// The minimum for Email renewal with offline payment methods; 11 by default.
    pub email_offline_min_days: u32,
    /// The minimum for pre-filled manual renewal with online payment methods. The document does not
    /// show its default, so there is none until the caller states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pmr_online_min_days: Option<u32>,
    /// The minimum for pre-filled manual renewal with offline payment methods; none until the
    /// caller states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pmr_offline_min_days: Option<u32>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            ar_min_days: 6,
            email_online_min_days: 4,
            email_offline_min_days: 11,
            pmr_online_min_days: None,
            pmr_offline_min_days: None,
        }
    }
}

impl Limits {
    setters! {
        with_ar_min_days(ar_min_days: u32);
        with_email_online_min_days(email_online_min_days: u32);
        with_email_offline_min_days(email_offline_min_days: u32);
        with_pmr_online_min_days(pmr_online_min_days: impl Into<Option<u32>>);
        with_pmr_offline_min_days(pmr_offline_min_days: impl Into<Option<u32>>);
    }

    pub(crate) fn read(option: &Stated<'_>) -> Result<Self, OptionsError> {
        let mut limits = Self::default();
        for limit in option.members(Expected::Limits)? {
            match limit.known(LimitName::ALL, |_| true)? {
                LimitName::Ar => limits.ar_min_days = limit.count()?,
                LimitName::EmailOnline => limits.email_online_min_days = limit.count()?,
                LimitName::EmailOffline => limits.email_offline_min_days = limit.count()?,
                LimitName::PmrOnline => limits.pmr_online_min_days = Some(limit.count()?),
                LimitName::PmrOffline => limits.pmr_offline_min_days = Some(limit.count()?),
            }
        }
        Ok(limits)
    }

    /// The minimum of a kind in days with this payment method, where it is known.
    pub(crate) const fn minimum(&self, kind: RenewalKind, payment: Payment) -> Option<u32> {
        match (kind, payment) {
            (RenewalKind::Ar, _) => Some(self.ar_min_days),
            (RenewalKind::Pmr, Payment::Online) => self.pmr_online_min_days,
            (RenewalKind::Pmr, Payment::Offline) => self.pmr_offline_min_days,
            (RenewalKind::Email, Payment::Online) => Some(self.email_online_min_days),
            (RenewalKind::Email, Payment::Offline) => Some(self.email_offline_min_days),
        }
    }
}

/// The option that states PMR's minimum with this payment method.
pub(crate) const fn pmr_limit(payment: Payment) -> &'static str {
    match payment {
        Payment::Online => "limits.pmrOnlineMinDays",
        Payment::Offline => "limits.pmrOfflineMinDays",
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
    /// How many diagnostics a report holds at most; all of them by default. A report that leaves
    /// some out says how many.
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

words! {
    /// The minimum terms.
    LimitName {
        Ar = "arMinDays",
        EmailOnline = "emailOnlineMinDays",
        EmailOffline = "emailOfflineMinDays",
        PmrOnline = "pmrOnlineMinDays",
        PmrOffline = "pmrOfflineMinDays",
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

/// The text of options as a tree; empty text means none.
pub(crate) fn parse(text: &str) -> Result<Tree<'_>, OptionsError> {
    let text = if text.is_empty() { "{}" } else { text };
    Tree::parse(text).map_err(|_| OptionsError::NotAnObject)
}

/// What an object states, option by option.
pub(crate) fn stated(
    document: Document<'_>,
) -> Result<impl Iterator<Item = Stated<'_>>, OptionsError> {
    Stated::of(document, 0, Cow::Borrowed("")).ok_or(OptionsError::NotAnObject)
}

/// An option that is stated, or a member of one.
pub(crate) struct Stated<'t> {
    pub(crate) name: Cow<'t, str>,
    /// The option that it is within, by its path; empty for none.
    around: Cow<'t, str>,
    document: Document<'t>,
    node: NodeId,
}

impl<'t> Stated<'t> {
    fn of(
        document: Document<'t>,
        node: NodeId,
        around: Cow<'t, str>,
    ) -> Option<impl Iterator<Item = Self>> {
        let members = document.members(node)?;
        Some(members.map(move |(name, node)| Self {
            around: around.clone(),
            name,
            document,
            node,
        }))
    }

    /// The text of the product that the option is.
    fn product(&self) -> Result<&'t str, OptionsError> {
        let is_object = self.document.kind(self.node) == JsonType::Object;
        let text = is_object.then(|| self.document.raw(self.node));
        text.ok_or_else(|| self.invalid(Expected::Product))
    }

    pub(crate) fn members(
        &self,
        expected: Expected,
    ) -> Result<impl Iterator<Item = Self>, OptionsError> {
        let around = if self.around.is_empty() {
            self.name.clone()
        } else {
            Cow::Owned(self.path())
        };
        Self::of(self.document, self.node, around).ok_or_else(|| self.invalid(expected))
    }

    /// Which one of those that there are. Each caller looks at every one of them: an option that is
    /// known and then forgotten does not compile.
    pub(crate) fn known<T: Copy + FromStr + Into<&'static str>>(
        &self,
        all: &[T],
        takes: impl Fn(T) -> bool,
    ) -> Result<T, OptionsError> {
        let name = self.name.parse().ok();
        let known = all.iter().copied().filter(|name| takes(*name));
        name.filter(|name| takes(*name))
            .ok_or_else(|| OptionsError::Unknown {
                name: self.path(),
                known: list(&mut known.map(Into::into)),
            })
    }

    /// The name with those of the options that it is within, as errors write it.
    fn path(&self) -> String {
        let dot = if self.around.is_empty() { "" } else { "." };
        [&*self.around, dot, &self.name].concat()
    }

    pub(crate) fn text(&self) -> Option<Cow<'t, str>> {
        self.document.text(self.node)
    }

    pub(crate) fn boolean(&self) -> Result<bool, OptionsError> {
        let value = self.document.boolean(self.node);
        value.ok_or_else(|| self.invalid(Expected::Boolean))
    }

    pub(crate) fn word<T: FromStr<Err = WordError>>(&self) -> Result<T, OptionsError> {
        let text = self.text();
        let word = text.as_deref().unwrap_or_default();
        word.parse()
            .map_err(|error: WordError| self.invalid(Expected::OneOf(error.known)))
    }

    pub(crate) fn count(&self) -> Result<u32, OptionsError> {
        let number = self.document.whole(self.node);
        let count = number.and_then(|number| u32::try_from(number).ok());
        count.ok_or_else(|| self.invalid(Expected::Count))
    }

    pub(crate) fn product_id(&self) -> Result<ProductId, OptionsError> {
        let id = self.document.product_id(self.node);
        id.ok_or_else(|| self.invalid(Expected::ProductId))
    }

    pub(crate) fn invalid(&self, expected: Expected) -> OptionsError {
        invalid(&self.path(), expected)
    }
}

pub(crate) fn invalid(name: &str, expected: Expected) -> OptionsError {
    OptionsError::Invalid {
        name: name.to_owned(),
        expected,
    }
}
