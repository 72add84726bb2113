//! A problem as the rules see it: compact, borrowed, not yet worded.

use alloc::string::String;

use super::rule::{Rule, Violation};
use crate::{
    document::{Field, FieldPath, FieldSet, NONE, NodeId, fields_of},
    product::{Locale, ProductId},
    report::{Code, Params, Severity},
    text::Location,
};

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
    pub(crate) fn error<V: Violation>(violation: V, path: FieldPath<'a>) -> Self {
        let message_id = violation.message_id();
        Self::of(
            const { &V::RULE },
            message_id,
            violation.into_params(),
            path,
        )
    }

    pub(crate) fn warning<V: Violation>(violation: V, path: FieldPath<'a>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(violation, path)
        }
    }

    #[inline(never)]
    fn of(
        rule: &'static Rule,
        message_id: &'static str,
        params: Params,
        path: FieldPath<'a>,
    ) -> Self {
        Self {
            path,
            node: NONE,
            severity: Severity::Error,
            rule,
            message_id,
            params,
            related: fields_of![],
            elsewhere: None,
            fix: None,
            location: None,
        }
    }

    pub(crate) const fn code(&self) -> Code {
        self.rule.code
    }

    /// Whether no renewal kind can be decided on beside this: the input, `renew_settings` or one of its
    /// fields, or the term is malformed.
    pub(crate) fn is_malformed(&self) -> bool {
        self.rule.flags.is_malformed
            && match self.path.field {
                Field::Root | Field::LicenceTerm => true,
                field => field.is_named() && field.is_within(Field::Settings),
            }
    }

    pub(crate) fn fix(mut self, fix: impl Into<Option<Fix>>) -> Self {
        self.fix = fix.into();
        self
    }

    pub(crate) fn related(self, related: FieldSet) -> Self {
        Self { related, ..self }
    }
}
