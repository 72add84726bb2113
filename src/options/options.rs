//! Options of a check.

use super::error::{Expected, OptionsError};
use super::table::{Scope, invalid, read};
use super::{levels::RuleLevels, limits::Limits};
use crate::product::{Input, NotJson, Payment, ProductId};
use crate::schema::Field;
use crate::{option_words, options};
use alloc::borrow::Cow;
use renewal_rules_json::{JsonText, JsonType, Tree, keywords};

keywords! {
    /// Meaning of the checked input: a stored product, or the body of a request.
    #[derive(Default)]
    Operation {
        /// A complete stored product.
        #[default]
        Record = "record",
        /// The request body of `POST /v1/product` (§4.2).
        Create = "create",
        /// The request body of `PATCH /v1/product/{id}` (§4.3).
        Update = "update",
    }
}

keywords! {
    /// Role of a product in a renewal configuration (§1, §4.4).
    Role {
        /// The product whose purchase starts the renewals.
        Initiator = "initiator",
        /// A product that is bought to renew another one.
        Renewal = "renewal",
        /// A product that renews itself (configuration 1).
        SelfRenewing = "self-renewing",
    }
}

keywords! {
    /// The buyer's consent to auto renewal (§2.3, §4.4).
    #[derive(Default)]
    Consent {
        /// The buyer has given consent.
        #[default]
        Given = "given",
        /// The buyer has declined consent.
        Declined = "declined",
        /// Consent is unavailable.
        Unavailable = "unavailable",
    }
}

option_words!(Operation, Role, Consent);

options! {
    /// Options for checking a product. All of them are optional.
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
    /// The options implement `Serialize` and `Deserialize` with the same names and the same strictness, so that they
    /// can be embedded in a program's own configuration, in any format with maps. `current` retains its exact text in
    /// JSON only.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    derive(Default) pub struct Options {
        /// The meaning of the input: a stored product, or the body of a request; [`Operation::Record`] by default.
        pub operation "operation": Operation => with_operation(Operation), not [Catalogue];
        /// The role of the product in its renewal configuration, if known.
        pub role "role": Option<Role> => with_role(impl Into<Option<Role>>), not [Catalogue];
        /// Set if the product is known to be a free trial (`true`) or not (`false`); if unset, inferred from its
        /// prices.
        pub trial "trial": Option<bool> => with_trial(impl Into<Option<bool>>), not [Catalogue];
        /// The id of the product that the update targets.
        pub product_id "productId": Option<ProductId>
            => with_product_id(impl Into<Option<ProductId>>), not [Catalogue];
        pub(crate) current "current": Option<JsonText>, not [Catalogue];
        /// The kind of payment method, if known.
        pub payment "payment": Option<Payment> => with_payment(impl Into<Option<Payment>>);
        /// The minimum licence terms, in days.
        pub limits "limits": Limits => with_limits(Limits);
        /// Levels by code: switch a code off or change its severity. They do not affect the effective renewal kind.
        pub rules "rules": RuleLevels => with_rules(RuleLevels);
        /// The maximum number of diagnostics in a report; unlimited by default. Errors are retained before warnings,
        /// warnings before infos. A truncated report contains the number of omitted diagnostics.
        pub max_diagnostics "maxDiagnostics": Option<usize>
            => with_max_diagnostics(impl Into<Option<usize>>), not [Decision];
        /// The buyer's consent to auto renewal, which affects the effective kind; given by default.
        pub consent "consent": Consent => with_consent(Consent), not [Product, Catalogue];
    }
}

impl Options {
    /// Returns the current product, if set. An update is then merged into the current product, and the result is
    /// checked.
    pub fn current(&self) -> Option<&str> {
        self.current.as_ref().map(JsonText::as_str)
    }

    /// Sets the current product: the product before the update.
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
    /// Returns [`OptionsError::NotJson`] if the product is text that is not JSON, [`OptionsError::Invalid`] if it is not
    /// an object.
    pub fn with_current<'a>(mut self, current: impl Into<Input<'a>>) -> Result<Self, OptionsError> {
        let no_object = || invalid("current", Expected::Product);
        let text = current.into().into_text().ok_or_else(no_object)?;
        let tree = Tree::parse_as(Cow::Borrowed(&*text), Field::Unnamed).map_err(|error| {
            let location = NotJson::of(text.as_bytes(), error, true).location;
            location.map_or_else(no_object, |location| OptionsError::NotJson { name: "current".into(), location })
        })?;
        if tree.document().kind(0) != JsonType::Object {
            return Err(no_object());
        }
        self.current = Some(JsonText::new(text.into_owned()));
        Ok(self)
    }

    /// Reads the options from a JSON object with camelCase names, as [above](Self). Empty text means no options.
    ///
    /// # Errors
    ///
    /// Returns an [`OptionsError`] that names the unknown or invalid option.
    pub fn from_json(text: &str) -> Result<Self, OptionsError> {
        Self::from_json_for(Scope::Any, text)
    }

    /// Reads the options that the calls of a scope accept.
    ///
    /// # Errors
    ///
    /// Returns an [`OptionsError`] that names the option that is invalid or that these calls do not accept.
    pub fn from_json_for(scope: Scope, text: &str) -> Result<Self, OptionsError> {
        read(text, Self::ROWS, scope, Self::default())
    }
}
