//! Findings: results of rules, in compact form. They become diagnostics when their messages are built.

use alloc::{borrow::Cow, string::String};

use super::rule::Rule;
use crate::options::RuleLevels;
use crate::product::{Locale, ProductId};
use crate::report::{AsParam, Code, Params, Severity};
use crate::schema::{Field, FieldPath, FieldSet, fields_of};
use renewal_rules_json::{Location, number_text, quoted};
use renewal_rules_json::{NONE, NodeId};

/// A safe fix.
#[derive(Clone, Debug)]
pub(crate) enum Fix {
    /// Replace the value with this text.
    Text(String),
    /// Replace the value with this id.
    Id(ProductId),
    /// Set the boolean field to this value; add the field if it is absent.
    Switch(bool),
    /// Add `renew_ar` with both its switches true.
    AutoRenewal,
    /// Append this id to the chain, so that the last id is repeated.
    Repeat(ProductId),
    /// Remove the field.
    Remove,
    /// Rename the member: its new name is the key of this field.
    Rename(Field),
    /// Rename the member: its new name is this locale.
    Locale(Locale),
}

impl Fix {
    /// Returns the JSON text that the fix inserts; empty if the fix removes or renames.
    pub(crate) fn value(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Text(text) => return quoted(text).into(),
            Self::Id(id) | Self::Repeat(id) => return number_text(id.get()).into(),
            Self::Switch(true) => "true",
            Self::Switch(false) => "false",
            Self::AutoRenewal => r#"{"enable":true,"required":true}"#,
            Self::Remove | Self::Rename(_) | Self::Locale(_) => "",
        })
    }
}

/// A problem found by a rule.
#[derive(Clone, Debug)]
pub(crate) struct Finding<'a> {
    pub(crate) path: FieldPath<'a>,
    /// Node of the value, or `NONE` if the node has to be looked up by the path.
    pub(crate) node: NodeId,
    pub(crate) severity: Severity,
    pub(crate) rule: &'static Rule,
    /// Id of the rule's template for the message.
    pub(crate) message_id: &'static str,
    pub(crate) params: Params,
    /// Other fields that affect whether the finding is reported.
    pub(crate) related: FieldSet,
    /// Catalogue index of another product, if its fields also affect the finding.
    pub(crate) elsewhere: Option<usize>,
    pub(crate) fix: Option<Fix>,
    /// Location of a JSON syntax error. `None` for other findings, which are located after all rules have run.
    pub(crate) location: Option<Location>,
}

impl<'a> Finding<'a> {
    /// Creates a finding with the first severity and the first template of its rule.
    pub(crate) fn new(code: Code, path: impl Into<FieldPath<'a>>) -> Self {
        Self::from_rule(code.rule(), path.into())
    }

    #[inline(never)]
    fn from_rule(rule: &'static Rule, path: FieldPath<'a>) -> Self {
        Self {
            path,
            node: NONE,
            severity: rule.severities.first().map_or(Severity::Error, |first| *first),
            rule,
            message_id: rule.templates.first().map_or("", |first| first.id),
            params: Params::default(),
            related: fields_of![],
            elsewhere: None,
            fix: None,
            location: None,
        }
    }

    /// Selects another template of the rule.
    #[inline]
    pub(crate) fn with_template(mut self, message_id: &'static str) -> Self {
        self.message_id = message_id;
        self
    }

    /// Adds a parameter if it has a value.
    #[inline]
    pub(crate) fn with(mut self, name: &'static str, value: impl AsParam) -> Self {
        self.params.add(name, value.into_param());
        self
    }

    #[inline]
    pub(crate) fn fix(mut self, fix: impl Into<Option<Fix>>) -> Self {
        self.fix = fix.into();
        self
    }

    /// Applies the severity that the caller configured; `None` if the rule is off.
    #[inline]
    pub(crate) fn with_level(mut self, levels: &RuleLevels) -> Option<Self> {
        self.severity = levels.severity(self.rule.code, self.severity)?;
        Some(self)
    }

    /// Returns whether the finding prevents the renewal kind from being decided: the input, `renew_settings`, one of
    /// its fields or the term is malformed.
    pub(crate) fn is_malformed(&self) -> bool {
        let is_unusable = matches!(
            self.rule.code,
            Code::JsonSyntax | Code::DuplicateKey | Code::TypeMismatch | Code::IdRange | Code::TermFormat
        );
        let is_read = match self.path.field {
            Field::Root | Field::LicenceTerm => true,
            field => field.is_named() && field.is_within(Field::Settings),
        };
        is_unusable && is_read
    }
}
