//! What the rules of one product read: the draft, the options, and what follows.

use crate::{
    draft::{Documents, Draft, Value, VariantDraft},
    fields::{Field, FieldSet, fields_of},
    options::{Operation, Options},
    product::{Configuration, ProductId, configuration},
    report::RenewalKind,
};

/// An update beside the product that it changes.
#[derive(Clone, Copy)]
pub(crate) struct Change<'f> {
    /// What the update sends.
    pub(crate) sent: &'f Draft,
    /// The product as it is.
    pub(crate) current: &'f Draft,
}

pub(crate) struct Facts<'f, 'a> {
    /// The product that is judged: for an update with `current`, the merged one.
    pub(crate) draft: &'f Draft,
    pub(crate) documents: Documents<'a>,
    pub(crate) options: &'f Options,
    /// For an update with `current`.
    pub(crate) change: Option<Change<'f>>,
    /// The own id, where it is known.
    pub(crate) own: Option<ProductId>,
    pub(crate) configuration: Option<Configuration>,
    pub(crate) trial: bool,
}

impl<'f, 'a> Facts<'f, 'a> {
    pub(crate) fn new(
        draft: &'f Draft,
        documents: Documents<'a>,
        options: &'f Options,
        change: Option<Change<'f>>,
    ) -> Self {
        let own = match options.operation {
            Operation::Create => None,
            Operation::Record => draft.id().given(),
            Operation::Update => options
                .product_id
                .or_else(|| change?.current.id().given())
                .or_else(|| draft.id().given()),
        };
        let trial = options
            .trial
            .unwrap_or_else(|| draft.has(Field::Settings) && draft.is_free());
        Self {
            draft,
            documents,
            options,
            change,
            own,
            configuration: draft.chain().and_then(|chain| configuration(chain, own)),
            trial,
        }
    }

    /// The fields that no rule across fields reads, as the caller stated what they would tell: the
    /// own id, and whether the product is a trial.
    pub(crate) fn stated(&self) -> FieldSet {
        let options = self.options;
        let id = match options.operation {
            Operation::Record => false,
            Operation::Create => true,
            Operation::Update => options.product_id.is_some(),
        };
        match (id, options.trial.is_some()) {
            (false, false) => fields_of![],
            (false, true) => fields_of![Variants],
            (true, false) => fields_of![Id],
            (true, true) => fields_of![Id, Variants],
        }
    }

    /// What tells that the product is a trial, where the caller did not state it.
    pub(crate) const fn told_trial(&self) -> FieldSet {
        match self.options.trial {
            Some(_) => fields_of![],
            None => fields_of![Settings, Variants],
        }
    }

    /// Whether renewals are configured: `renew_settings` is an object.
    pub(crate) fn configured(&self) -> bool {
        self.draft.has(Field::Settings)
    }

    /// The chain, where each of its elements is an id.
    pub(crate) fn chain(&self) -> Option<&'f [ProductId]> {
        self.draft.chain()
    }

    /// `renew_ar.required`: malformed where `renew_ar` is.
    pub(crate) fn required(&self) -> Value<bool> {
        self.draft.switch(Field::ArRequired)
    }

    /// The switch of a kind.
    pub(crate) fn switch(&self, kind: RenewalKind) -> Value<bool> {
        self.draft.switch(switch_of(kind))
    }

    /// Whether a kind applies: for a trial AR alone, otherwise what is switched on, Email never in
    /// a chain (§4.4).
    pub(crate) fn applies(&self, kind: RenewalKind) -> bool {
        if self.trial {
            return kind == RenewalKind::Ar;
        }
        let suitable =
            kind != RenewalKind::Email || self.configuration != Some(Configuration::Chain);
        suitable && self.switch(kind).is(&true)
    }

    pub(crate) fn variants(&self) -> &'f [VariantDraft] {
        &self.draft.variants
    }

    /// Whether what is absent is judged too: not in an update of which the rest is not known.
    pub(crate) fn is_whole(&self) -> bool {
        self.options.operation != Operation::Update || self.change.is_some()
    }

    pub(crate) fn is_update(&self) -> bool {
        self.options.operation == Operation::Update
    }
}

/// The field that switches a kind on (§2.4).
pub(crate) const fn switch_of(kind: RenewalKind) -> Field {
    match kind {
        RenewalKind::Ar => Field::ArEnable,
        RenewalKind::Pmr => Field::Pmr,
        RenewalKind::Email => Field::Email,
    }
}
