//! What the rules of one product read: the draft, what the caller stated, and what follows.

use alloc::vec::Vec;

use crate::{
    options::{Operation, Options},
    place::{Spots, spots},
    product::{Configuration, ProductId, configuration},
    read::{Ar, Draft, Field, Money, Settings, VariantDraft},
    report::RenewalKind,
};

/// An update beside the product that it changes.
pub(crate) struct Change<'f, 'a> {
    /// What the update sends.
    pub(crate) sent: &'f Draft<'a>,
    /// The product as it is.
    pub(crate) current: &'f Draft<'a>,
}

pub(crate) struct Facts<'f, 'a> {
    /// The product that is judged: for an update with `current`, the merged one.
    pub(crate) draft: &'f Draft<'a>,
    pub(crate) options: &'f Options,
    /// For an update with `current`.
    pub(crate) change: Option<Change<'f, 'a>>,
    /// The own id, where it is known.
    pub(crate) own: Option<ProductId>,
    pub(crate) configuration: Option<Configuration>,
    pub(crate) trial: bool,
}

impl<'f, 'a> Facts<'f, 'a> {
    pub(crate) fn new(
        draft: &'f Draft<'a>,
        options: &'f Options,
        change: Option<Change<'f, 'a>>,
    ) -> Self {
        let own = match options.operation {
            Operation::Create => None,
            Operation::Record => draft.id.given().copied(),
            Operation::Update => options
                .product_id
                .or_else(|| change.as_ref()?.current.id.given().copied())
                .or_else(|| draft.id.given().copied()),
        };
        let settings = draft.settings.given();
        let configuration = settings
            .and_then(|settings| settings.chain.given())
            .and_then(|chain| configuration(chain, own));
        let trial = options
            .trial
            .unwrap_or_else(|| settings.is_some() && is_free(draft));
        Self {
            draft,
            options,
            change,
            own,
            configuration,
            trial,
        }
    }

    /// The own id, where a field tells it.
    pub(crate) const fn told_id(&self) -> Spots {
        let options = self.options;
        match options.operation {
            Operation::Record => spots![Id],
            Operation::Update if options.product_id.is_none() => spots![Id],
            Operation::Create | Operation::Update => spots![],
        }
    }

    /// The prices that tell whether the product is a trial, where the caller did not state it.
    pub(crate) const fn told_prices(&self) -> Spots {
        match self.options.trial {
            Some(_) => spots![],
            None => spots![Variants],
        }
    }

    /// What tells that renewals are configured, without which only a stated trial is one.
    pub(crate) const fn told_settings(&self) -> Spots {
        match self.options.trial {
            Some(_) => spots![],
            None => spots![Settings],
        }
    }

    /// What could make it a product that renews itself: a chain of its own id, where that is known, and
    /// an id that is the chain's only one.
    pub(crate) fn told_single(&self) -> Spots {
        let chain = if self.own.is_some() {
            spots![Chain]
        } else {
            spots![]
        };
        chain.with(self.told_chain(Configuration::Pair))
    }

    /// The own id, where the chain alone would make this configuration, and the own id may keep it
    /// from it or, for one product that renews itself, bring it about.
    pub(crate) fn told_chain(&self, wanted: Configuration) -> Spots {
        let alone = self.chain().and_then(|chain| configuration(chain, None));
        if alone == Some(wanted) {
            self.told_id()
        } else {
            spots![]
        }
    }

    /// `renew_settings`, where renewals are configured.
    pub(crate) fn settings(&self) -> Option<&'f Settings> {
        self.draft.settings.given()
    }

    /// The chain, where each of its elements is an id.
    pub(crate) fn chain(&self) -> Option<&'f [ProductId]> {
        Some(self.settings()?.chain.given()?.as_slice())
    }

    pub(crate) fn ar(&self) -> &'f Field<Ar> {
        const ABSENT: &Field<Ar> = &Field::Absent;
        self.settings().map_or(ABSENT, |settings| &settings.ar)
    }

    /// `renew_ar.enable`: malformed where `renew_ar` is.
    pub(crate) fn enable(&self) -> Field<bool> {
        ar_field(self.ar(), |ar| &ar.enable)
    }

    /// `renew_ar.required`: malformed where `renew_ar` is.
    pub(crate) fn required(&self) -> Field<bool> {
        ar_field(self.ar(), |ar| &ar.required)
    }

    /// The switch of a kind.
    pub(crate) fn switch(&self, kind: RenewalKind) -> Field<bool> {
        match (kind, self.settings()) {
            (RenewalKind::Ar, _) => self.enable(),
            (_, None) => Field::Absent,
            (RenewalKind::Pmr, Some(settings)) => settings.pmr.clone(),
            (RenewalKind::Email, Some(settings)) => settings.email.clone(),
        }
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

    pub(crate) fn variants(&self) -> &'f [VariantDraft<'a>] {
        self.draft.variants.given().map_or(&[], Vec::as_slice)
    }

    /// Whether what is absent is judged too: not in an update of which the rest is not known.
    pub(crate) fn is_whole(&self) -> bool {
        self.options.operation != Operation::Update || self.change.is_some()
    }

    pub(crate) fn is_update(&self) -> bool {
        self.options.operation == Operation::Update
    }
}

fn ar_field(ar: &Field<Ar>, field: impl Fn(&Ar) -> &Field<bool>) -> Field<bool> {
    match ar {
        Field::Absent => Field::Absent,
        Field::Malformed => Field::Malformed,
        Field::Given(ar) => field(ar).clone(),
    }
}

/// Whether there is a variant, and every variant's amount is well-formed and zero.
pub(crate) fn is_free(draft: &Draft<'_>) -> bool {
    draft.variants.given().is_some_and(|variants| {
        !variants.is_empty()
            && variants.iter().all(|variant| {
                matches!(
                    variant.amount.given(),
                    Some(Money::Zero | Money::ZeroOtherwise)
                )
            })
    })
}
