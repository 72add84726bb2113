//! A problem as the rules see it: compact, borrowed, not yet worded.

use alloc::{borrow::Cow, string::String};

use super::rule::{Flag, Rule};
use crate::options::RuleLevels;
use crate::product::{Locale, ProductId};
use crate::report::{AsParam, Code, Params, Severity};
use crate::schema::{Field, FieldPath, FieldSet, fields_of};
use renewal_rules_json::{Location, number_text, quoted};
use renewal_rules_json::{NONE, NodeId};

/// What was certainly meant.
#[derive(Clone, Debug)]
pub(crate) enum Fix {
    /// Put this text in the place of what is there.
    Text(String),
    /// Put this id in the place of what is there.
    Id(ProductId),
    /// Set the switch to this, whether or not it is there.
    Switch(bool),
    /// Add `renew_ar` with both its switches true.
    AutoRenewal,
    /// Repeat this id at the end of the chain.
    Repeat(ProductId),
    /// Take away what is here.
    Remove,
    /// Give the key the name of this field.
    Rename(Field),
    /// Give the key the name of this locale.
    Locale(Locale),
}

impl Fix {
    /// The JSON text that it puts there; none where it takes something away or gives another name.
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

/// One problem.
#[derive(Clone, Debug)]
pub(crate) struct Finding<'a> {
    pub(crate) path: FieldPath<'a>,
    /// What is there, where it is known already; otherwise the path leads to it.
    pub(crate) node: NodeId,
    pub(crate) severity: Severity,
    pub(crate) rule: &'static Rule,
    /// Which of the rule's templates words it.
    pub(crate) message_id: &'static str,
    pub(crate) params: Params,
    /// The other fields that decide whether it is reported.
    pub(crate) related: FieldSet,
    /// The other product of the catalogue whose fields decide as well, by its index.
    pub(crate) elsewhere: Option<usize>,
    pub(crate) fix: Option<Fix>,
    /// Where a text is not JSON; all else is located when all of it is known.
    pub(crate) location: Option<Location>,
}

impl<'a> Finding<'a> {
    /// What a rule reports, with the first of its severities and of its templates.
    pub(crate) fn of(code: Code, path: impl Into<FieldPath<'a>>) -> Self {
        Self::of_rule(code.rule(), path.into())
    }

    #[inline(never)]
    fn of_rule(rule: &'static Rule, path: FieldPath<'a>) -> Self {
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

    /// The same, worded by another template of the rule.
    #[inline]
    pub(crate) fn worded(mut self, message_id: &'static str) -> Self {
        self.message_id = message_id;
        self
    }

    /// The same with a parameter, where there is a value.
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

    /// As the caller has it reported, if at all.
    #[inline]
    pub(crate) fn leveled(mut self, levels: &RuleLevels) -> Option<Self> {
        self.severity = levels.severity(self.rule.code, self.severity)?;
        Some(self)
    }

    /// Whether no renewal kind can be decided on beside this: the input, `renew_settings` or one of its
    /// fields, or the term is malformed.
    pub(crate) fn is_malformed(&self) -> bool {
        self.rule.is(Flag::Malformed)
            && match self.path.field {
                Field::Root | Field::LicenceTerm => true,
                field => field.is_named() && field.is_within(Field::Settings),
            }
    }
}
