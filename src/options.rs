//! What the caller can state (options), and how it is read from JSON.

use alloc::{borrow::ToOwned, string::String, vec::Vec};

use serde::{Serialize, de::DeserializeSeed};

use crate::{
    Input,
    json::{ExactSeed, Json, Scalar, ScalarSeed, name_of, parts},
    product::ProductId,
    report::RenewalKind,
};

/// Words that an option takes, written once for reading, writing and documentation.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $( $(#[$word_doc:meta])* $variant:ident = $word:literal, )* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
        pub enum $name {
            $( $(#[$word_doc])* #[serde(rename = $word)] $variant, )*
        }

        impl $name {
            /// All values, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The word for it in JSON.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),* }
            }

        }

        impl From<$name> for &'static str {
            fn from(value: $name) -> Self {
                value.as_str()
            }
        }
    };
}

words! {
    /// What a product is looked at as.
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
        /// Consent cannot be given, for example with this payment method.
        Unavailable = "unavailable",
    }
}

/// The minimum licence terms, in days (§8). Support can change those of Email renewal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    pub pmr_online_min_days: Option<u32>,
    /// The same with offline payment methods.
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
/// use renewal_rules::{Operation, Options, Payment, Role};
///
/// let mut options = Options::default();
/// options.operation = Operation::Create;
/// options.role = Some(Role::Renewal);
///
/// let same = Options::from_json(r#"{"operation":"create","role":"renewal"}"#)?;
/// assert_eq!(options, same);
///
/// let error = Options::from_json(r#"{"paymnet":"online"}"#).unwrap_err();
/// assert!(error.to_string().contains("`paymnet`"));
/// # Ok::<(), renewal_rules::OptionsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// What the product is looked at as; a record by default.
    pub operation: Operation,
    /// The product's part in the set-up, where it is known.
    pub role: Option<Role>,
    /// Whether the product is a free trial; inferred from its prices where it is not stated.
    pub trial: Option<bool>,
    /// The id that an update targets.
    pub product_id: Option<ProductId>,
    /// The kind of payment method, where it is known.
    pub payment: Option<Payment>,
    /// The minimum terms.
    pub limits: Limits,
    /// How many diagnostics a report holds at most; all of them by default. A report that leaves
    /// some out says how many.
    pub max_diagnostics: Option<usize>,
    current: Option<String>,
}

/// An option that is unknown or of the wrong type: the caller's mistake, never a diagnostic. Its
/// text names the option and says what it takes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// The options are no JSON object.
    #[error("the options must be an object")]
    NotAnObject,
    /// There is no such option for this call.
    #[error("there is no option `{name}`; the options are {known}")]
    Unknown {
        /// The option's name.
        name: String,
        /// The names that there are.
        known: String,
    },
    /// The option has another type, or a value that it does not take.
    #[error("the option `{name}` must be {expected}")]
    Invalid {
        /// The option's name.
        name: String,
        /// What it takes.
        expected: String,
    },
}

/// The options that a call takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Product,
    Decision,
    Catalogue,
}

impl Scope {
    const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Product => &[
                "operation",
                "role",
                "trial",
                "productId",
                "current",
                "payment",
                "limits",
                "maxDiagnostics",
            ],
            Self::Decision => &[
                "operation",
                "role",
                "trial",
                "productId",
                "current",
                "payment",
                "limits",
                "consent",
            ],
            Self::Catalogue => &["payment", "limits", "maxDiagnostics"],
        }
    }
}

impl Options {
    /// The product as it is before an update; with it, an update is judged as the merged product.
    pub fn current(&self) -> Option<&str> {
        self.current.as_deref()
    }

    /// States the product as it is before an update.
    ///
    /// # Errors
    ///
    /// [`OptionsError::Invalid`] where it is no JSON object.
    pub fn set_current<'a>(&mut self, current: impl Into<Input<'a>>) -> Result<(), OptionsError> {
        let text = current
            .into()
            .into_text()
            .filter(|text| is_object(text))
            .ok_or_else(|| invalid("current", "the product as it is, an object"))?;
        self.current = Some(text.into_owned());
        Ok(())
    }

    /// Reads the options of a check from a JSON object with the names in camelCase. Empty text
    /// stands for no options.
    ///
    /// # Errors
    ///
    /// [`OptionsError`] names the option that is unknown or wrong.
    pub fn from_json(text: &str) -> Result<Self, OptionsError> {
        Self::parse(text, Scope::Product).map(|(options, _)| options)
    }

    /// Reads the options of a catalogue's check: `payment`, `limits` and `maxDiagnostics`.
    ///
    /// # Errors
    ///
    /// [`OptionsError`] names the option that is unknown or wrong.
    pub fn catalogue_from_json(text: &str) -> Result<Self, OptionsError> {
        Self::parse(text, Scope::Catalogue).map(|(options, _)| options)
    }

    /// Reads the options of a decision: those of a check, and `consent`.
    ///
    /// # Errors
    ///
    /// [`OptionsError`] names the option that is unknown or wrong.
    pub fn decision_from_json(text: &str) -> Result<(Self, Consent), OptionsError> {
        Self::parse(text, Scope::Decision)
    }

    pub(crate) fn parse(text: &str, scope: Scope) -> Result<(Self, Consent), OptionsError> {
        let mut options = Self::default();
        let mut consent = Consent::default();
        if text.is_empty() {
            return Ok((options, consent));
        }
        for (name, raw) in members(text)? {
            if !scope.names().contains(&name.as_str()) {
                return Err(unknown(name, scope.names()));
            }
            match name.as_str() {
                "operation" => options.operation = word(&name, raw, Operation::ALL)?,
                "role" => options.role = Some(word(&name, raw, Role::ALL)?),
                "payment" => {
                    options.payment = Some(word(&name, raw, Payment::ALL)?);
                }
                "consent" => consent = word(&name, raw, Consent::ALL)?,
                "trial" => match scalar(raw) {
                    Some(Scalar::Boolean(trial)) => options.trial = Some(trial),
                    _ => return Err(invalid(&name, Json::Boolean.words())),
                },
                "productId" => options.product_id = Some(product_id(&name, raw)?),
                "current" => options.set_current(Input::Json(raw))?,
                "limits" => options.limits = limits(raw)?,
                _ => options.max_diagnostics = Some(count(&name, raw)? as usize),
            }
        }
        Ok((options, consent))
    }
}

/// The members of a JSON object, each value as its text.
pub(crate) fn members(text: &str) -> Result<Vec<(String, &str)>, OptionsError> {
    let mut members = Vec::new();
    let mut is_named = text.trim_ascii_start().starts_with('{');
    parts(text, &mut |key, value| match key.and_then(name_of) {
        Some(name) => members.push((name.into_owned(), value)),
        None => is_named = false,
    })
    .filter(|()| is_named)
    .map(|()| members)
    .ok_or(OptionsError::NotAnObject)
}

fn is_object(text: &str) -> bool {
    members(text).is_ok()
}

pub(crate) fn limits(text: &str) -> Result<Limits, OptionsError> {
    let mut limits = Limits::default();
    let members = members(text).map_err(|_| invalid("limits", "an object of minimum terms"))?;
    for (name, raw) in members {
        let days = || count(&alloc::format!("limits.{name}"), raw);
        match name.as_str() {
            "arMinDays" => limits.ar_min_days = days()?,
            "emailOnlineMinDays" => limits.email_online_min_days = days()?,
            "emailOfflineMinDays" => limits.email_offline_min_days = days()?,
            "pmrOnlineMinDays" => limits.pmr_online_min_days = Some(days()?),
            "pmrOfflineMinDays" => limits.pmr_offline_min_days = Some(days()?),
            _ => {
                let known = [
                    "arMinDays",
                    "emailOnlineMinDays",
                    "emailOfflineMinDays",
                    "pmrOnlineMinDays",
                    "pmrOfflineMinDays",
                ];
                return Err(unknown(alloc::format!("limits.{name}"), &known));
            }
        }
    }
    Ok(limits)
}

pub(crate) fn scalar(text: &str) -> Option<Scalar<'_>> {
    ScalarSeed
        .deserialize(&mut serde_json::Deserializer::from_str(text))
        .ok()
}

fn whole(text: &str) -> Option<u64> {
    let scalar = ExactSeed.deserialize(&mut serde_json::Deserializer::from_str(text));
    match scalar {
        Ok(Scalar::Whole(number)) => Some(number),
        _ => None,
    }
}

pub(crate) fn word<T: Copy + Into<&'static str>>(
    name: &str,
    raw: &str,
    all: &[T],
) -> Result<T, OptionsError> {
    match scalar(raw) {
        Some(Scalar::Text(text)) => all.iter().copied().find(|value| (*value).into() == text),
        _ => None,
    }
    .ok_or_else(|| {
        let words = all.iter().map(|value| -> &str { (*value).into() });
        invalid(name, &alloc::format!("one of {}", list(words)))
    })
}

pub(crate) fn count(name: &str, raw: &str) -> Result<u32, OptionsError> {
    whole(raw)
        .and_then(|number| u32::try_from(number).ok())
        .ok_or_else(|| invalid(name, "a whole number from 0 to 4294967295"))
}

pub(crate) fn product_id(name: &str, raw: &str) -> Result<ProductId, OptionsError> {
    let id = whole(raw).and_then(ProductId::new);
    id.ok_or_else(|| invalid(name, "a whole number from 1 to 9007199254740991"))
}

pub(crate) fn invalid(name: &str, expected: &str) -> OptionsError {
    OptionsError::Invalid {
        name: name.to_owned(),
        expected: expected.to_owned(),
    }
}

pub(crate) fn unknown(name: String, known: &[&str]) -> OptionsError {
    OptionsError::Unknown {
        name,
        known: list(known.iter().copied()),
    }
}

fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words
        .map(|word| alloc::format!("`{word}`"))
        .reduce(|list, word| list + ", " + &word)
        .unwrap_or_default()
}
