//! The options of a check.

use super::error::{Expected, OptionsError};
use super::stated::{Scope, invalid, read};
use super::{levels::RuleLevels, limits::Limits};
use crate::product::Input;
use crate::product::{Payment, ProductId};
use crate::{option_words, options};
use renewal_rules_json::{JsonText, words};
use renewal_rules_json::{JsonType, Tree};

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
        SelfRenewing = "self-renewing",
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

option_words!(Operation, Role, Consent);

options! {
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
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    derive(Default) pub struct Options {
        /// How the product is checked; as a record by default.
        pub operation "operation": Operation => with_operation(Operation), not [Catalogue];
        /// The product's part in the set-up, where it is known.
        pub role "role": Option<Role> => with_role(impl Into<Option<Role>>), not [Catalogue];
        /// Whether the product is a free trial; inferred from its prices where it is not stated.
        pub trial "trial": Option<bool> => with_trial(impl Into<Option<bool>>), not [Catalogue];
        /// The id that an update targets.
        pub product_id "productId": Option<ProductId>
            => with_product_id(impl Into<Option<ProductId>>), not [Catalogue];
        pub(crate) current "current": Option<JsonText>, not [Catalogue];
        /// The kind of payment method, where it is known.
        pub payment "payment": Option<Payment> => with_payment(impl Into<Option<Payment>>);
        /// The minimum terms.
        pub limits "limits": Limits => with_limits(Limits);
        /// Which codes are left out, or reported with another severity. The effective renewal kind stays the same.
        pub rules "rules": RuleLevels => with_rules(RuleLevels);
        /// How many diagnostics a report holds at most, errors before warnings before infos; all of them by
        /// default. A report that leaves some out says how many.
        pub max_diagnostics "maxDiagnostics": Option<usize>
            => with_max_diagnostics(impl Into<Option<usize>>), not [Decision];
        /// The buyer's consent to auto renewal, by which the effective kind is decided; given by default.
        pub consent "consent": Consent => with_consent(Consent), not [Product, Catalogue];
    }
}

impl Options {
    /// The product as it is before an update; with it, an update is judged as the merged product.
    pub fn current(&self) -> Option<&str> {
        self.current.as_ref().map(JsonText::as_str)
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
        let tree = Tree::parse(&*text);
        if !tree.is_ok_and(|tree| tree.document().kind(0) == JsonType::Object) {
            return Err(invalid("current", Expected::Product));
        }
        self.current = Some(JsonText::written(text.into_owned()));
        Ok(self)
    }

    /// Reads the options from a JSON object with the names in camelCase, as [above](Self). Empty text stands for no
    /// options.
    ///
    /// # Errors
    ///
    /// [`OptionsError`] names the option that is unknown or wrong.
    pub fn from_json(text: &str) -> Result<Self, OptionsError> {
        Self::from_json_for(Scope::Any, text)
    }

    /// Reads the options that the calls of a scope take.
    ///
    /// # Errors
    ///
    /// [`OptionsError`] names the option that is unknown to these calls, or wrong.
    pub fn from_json_for(scope: Scope, text: &str) -> Result<Self, OptionsError> {
        read(text, Self::ROWS, scope, Self::default())
    }
}
