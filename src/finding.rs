//! A problem as the rules see it: compact, borrowed, not yet worded.

use alloc::string::String;

use crate::{
    code::Code,
    document::{NONE, NodeId},
    fields::{Field, FieldPath, FieldSet, fields_of},
    product::{Locale, ProductId},
    report::{Location, Severity},
    rules::Params,
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
    /// What stands there, where it is known already; otherwise the path leads to it.
    pub(crate) node: NodeId,
    pub(crate) severity: Severity,
    pub(crate) params: Params,
    /// What the message depends on beside the parameters: whether one cannot do without what it is about, or
    /// whether the free trial was not stated, or the product is a renewal.
    pub(crate) is_needed: bool,
    /// The other fields that decide whether it is reported.
    pub(crate) related: FieldSet,
    /// The other product of the catalogue whose fields decide as well, by its index.
    pub(crate) elsewhere: Option<usize>,
    pub(crate) fix: Option<Fix>,
    /// Where a text is not JSON; all else is located when all of it is known.
    pub(crate) location: Option<Location>,
}

impl<'a> Finding<'a> {
    pub(crate) fn error(params: impl Into<Params>, path: FieldPath<'a>) -> Self {
        Self::of(Severity::Error, params.into(), path)
    }

    pub(crate) fn warning(params: impl Into<Params>, path: FieldPath<'a>) -> Self {
        Self::of(Severity::Warning, params.into(), path)
    }

    #[inline(never)]
    fn of(severity: Severity, params: Params, path: FieldPath<'a>) -> Self {
        Self {
            path,
            node: NONE,
            severity,
            params,
            is_needed: false,
            related: fields_of![],
            elsewhere: None,
            fix: None,
            location: None,
        }
    }

    pub(crate) const fn code(&self) -> Code {
        self.params.code()
    }

    /// Whether no renewal kind can be decided on beside this: the input, `renew_settings` or one of its
    /// fields, or the term is malformed.
    pub(crate) fn is_malformed(&self) -> bool {
        matches!(
            self.code(),
            Code::JsonSyntax
                | Code::TypeMismatch
                | Code::DuplicateKey
                | Code::IdRange
                | Code::TermFormat
        ) && match self.path.field {
            Field::Root | Field::LicenceTerm => true,
            field => field.is_named() && field.is_within(Field::Settings),
        }
    }

    pub(crate) fn fix(mut self, fix: impl Into<Option<Fix>>) -> Self {
        self.fix = fix.into();
        self
    }

    /// Says what the message depends on beside the parameters.
    pub(crate) fn noted(self, is_needed: bool) -> Self {
        Self { is_needed, ..self }
    }

    pub(crate) fn related(self, related: FieldSet) -> Self {
        Self { related, ..self }
    }
}
