//! Input of the rules for one product: the draft, the options, and values derived from both.

use alloc::boxed::Box;

use super::draft::{Draft, Parsed};
use crate::options::{Operation, Options, Role};
use crate::product::{Configuration, ProductId, RenewalKind, configuration};
use crate::schema::Field;

/// Drafts of an update and of the product that it changes.
pub(crate) struct UpdateDrafts<'a> {
    /// Draft of the update.
    pub(crate) sent: Box<Draft<'a>>,
    /// Draft of the product before the update.
    pub(crate) current: Box<Draft<'a>>,
}

pub(crate) struct Facts<'a> {
    /// Draft to check: for an update with `current`, the merged product.
    pub(crate) draft: Box<Draft<'a>>,
    pub(crate) options: &'a Options,
    /// The drafts that were merged into `draft`; `None` unless this is an update and the option `current` is set.
    pub(crate) update: Option<UpdateDrafts<'a>>,
    /// The product's own id, if known.
    pub(crate) own: Option<ProductId>,
    pub(crate) configuration: Option<Configuration>,
    pub(crate) trial: bool,
}

impl<'a> Facts<'a> {
    pub(crate) fn new(draft: Box<Draft<'a>>, options: &'a Options, update: Option<UpdateDrafts<'a>>) -> Self {
        let own = match options.operation {
            Operation::Create => None,
            Operation::Record => draft.id().valid(),
            Operation::Update => {
                options.product_id.or_else(|| update.as_ref()?.current.id().valid()).or_else(|| draft.id().valid())
            }
        };
        let trial = options.trial.unwrap_or_else(|| draft.has(Field::Settings) && draft.is_free());
        Self {
            configuration: draft.chain().and_then(|chain| configuration(chain, own)),
            draft,
            options,
            update,
            own,
            trial,
        }
    }

    /// Returns the draft that was sent; for an update, without the current product.
    pub(crate) fn sent(&self) -> &Draft<'a> {
        self.update.as_ref().map_or(&self.draft, |update| &update.sent)
    }

    /// Returns whether the product may be sent with `renew_settings` (§4.4).
    pub(crate) fn may_have_settings(&self) -> bool {
        let role = self.options.role;
        self.options.operation != Operation::Create || !matches!(role, Some(Role::Renewal | Role::SelfRenewing))
    }

    /// Returns whether to report fields that `renew_settings` lacks. Returns `false` if the product must be created
    /// without `renew_settings` but has them, without any renewal kind: the only advice is then to remove
    /// `renew_settings`.
    pub(crate) fn reports_missing_settings(&self) -> bool {
        let mut kinds = [Field::Ar, Field::Pmr, Field::Email].into_iter();
        self.may_have_settings() || kinds.any(|kind| self.draft.is_present(kind))
    }

    /// Returns whether renewals are configured, i.e. `renew_settings` is an object.
    pub(crate) fn configured(&self) -> bool {
        self.draft.has(Field::Settings)
    }

    /// Returns `renew_ar.required`, which is malformed if `renew_ar` is malformed.
    pub(crate) fn required(&self) -> Parsed<bool> {
        self.draft.switch(Field::ArRequired)
    }

    /// Returns the switch of a renewal kind (§2.4).
    pub(crate) fn switch(&self, kind: RenewalKind) -> Parsed<bool> {
        self.draft.switch(match kind {
            RenewalKind::Ar => Field::ArEnable,
            RenewalKind::Pmr => Field::Pmr,
            RenewalKind::Email => Field::Email,
        })
    }

    /// Returns whether a kind applies: AR alone for a trial, otherwise each enabled kind, except Email in a chain
    /// (§4.4).
    pub(crate) fn applies(&self, kind: RenewalKind) -> bool {
        if self.trial {
            return kind == RenewalKind::Ar;
        }
        let is_unsuitable = kind == RenewalKind::Email && self.configuration == Some(Configuration::Chain);
        !is_unsuitable && self.switch(kind).is(&true)
    }

    pub(crate) fn is_update(&self) -> bool {
        self.options.operation == Operation::Update
    }
}
