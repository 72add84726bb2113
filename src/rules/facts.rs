//! What the rules of one product read: the draft, the options, and what follows.

use alloc::boxed::Box;

use super::draft::{Draft, Parsed};
use crate::options::{Operation, Options, Role};
use crate::product::{Configuration, ProductId, RenewalKind, configuration};
use crate::schema::Field;

/// An update and the product that it changes.
pub(crate) struct UpdateDrafts<'a> {
    /// What the update sends.
    pub(crate) sent: Box<Draft<'a>>,
    /// The product as it is.
    pub(crate) current: Box<Draft<'a>>,
}

pub(crate) struct Facts<'a> {
    /// The product that is checked: for an update with `current`, the merged one.
    pub(crate) draft: Box<Draft<'a>>,
    pub(crate) options: &'a Options,
    /// For an update with `current`.
    pub(crate) update: Option<UpdateDrafts<'a>>,
    /// The own id, where it is known.
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

    /// What was sent: for an update without the product that it changes.
    pub(crate) fn sent(&self) -> &Draft<'a> {
        self.update.as_ref().map_or(&self.draft, |update| &update.sent)
    }

    /// Whether the product may be sent with `renew_settings` (§4.4).
    pub(crate) fn may_have_settings(&self) -> bool {
        let role = self.options.role;
        self.options.operation != Operation::Create || !matches!(role, Some(Role::Renewal | Role::SelfRenewing))
    }

    /// Whether something lacks in the settings: not where they must be left out and have no kind, as leaving them
    /// out is all there is to do.
    pub(crate) fn settings_may_lack(&self) -> bool {
        let mut kinds = [Field::Ar, Field::Pmr, Field::Email].into_iter();
        self.may_have_settings() || kinds.any(|kind| self.draft.is_present(kind))
    }

    /// Whether renewals are configured: `renew_settings` is an object.
    pub(crate) fn configured(&self) -> bool {
        self.draft.has(Field::Settings)
    }

    /// `renew_ar.required`: malformed where `renew_ar` is.
    pub(crate) fn required(&self) -> Parsed<bool> {
        self.draft.switch(Field::ArRequired)
    }

    /// The switch of a kind (§2.4).
    pub(crate) fn switch(&self, kind: RenewalKind) -> Parsed<bool> {
        self.draft.switch(match kind {
            RenewalKind::Ar => Field::ArEnable,
            RenewalKind::Pmr => Field::Pmr,
            RenewalKind::Email => Field::Email,
        })
    }

    /// Whether a kind applies: for a trial AR alone, otherwise what is switched on, Email never in a chain (§4.4).
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
