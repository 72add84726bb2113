//! A problem as the rules see it: compact, borrowed, not yet worded.

use alloc::{borrow::Cow, string::String, vec::Vec};

use crate::{
    json::Json,
    options::Payment,
    place::{Place, Spot, Spots, spots},
    product::{LicenceTerm, ProductId, TermError},
    report::{Location, RenewalKind, Severity},
    rules::Code,
};

/// The product of a catalogue that another one renews: its id, or its index where it has none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Initiator {
    Id(ProductId),
    Index(usize),
}

/// What a message and the parameters of a diagnostic are made of, beyond the place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Data<'a> {
    None,
    /// `json-syntax`: the reason, and in text the place.
    Syntax {
        reason: Cow<'a, str>,
        position: Option<Location>,
    },
    Types {
        expected: Json,
        found: Json,
    },
    /// A name that looks like this known one.
    Suggestion(Option<&'static str>),
    /// The text that is at fault.
    Text(Cow<'a, str>),
    Term {
        text: Cow<'a, str>,
        error: TermError,
    },
    Id(ProductId),
    /// A term that is shorter than the minimum of a kind.
    Below {
        term: LicenceTerm,
        kind: RenewalKind,
        minimum: u32,
        shortest: u64,
        payment: Option<Payment>,
        initiator: Option<Initiator>,
        /// Whether the kind applies because of a free trial.
        trial: bool,
    },
    Initiator(Option<Initiator>),
    Dropped(Vec<String>),
    Needs(&'static [&'static str]),
}

/// A mend that a rule knows; whether it is offered is decided when all facts are known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mend {
    None,
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
    /// Take away what stands here, and these fields with it.
    Remove(&'static [Spot]),
    /// Give the key this name.
    Rename(Cow<'static, str>),
}

/// One problem.
#[derive(Clone, Debug)]
pub(crate) struct Fault<'a> {
    pub(crate) place: Place<'a>,
    pub(crate) code: Code,
    pub(crate) severity: Severity,
    pub(crate) data: Data<'a>,
    /// Fields that the rule read to decide, beside those in which or around which it is reported.
    pub(crate) related: Spots,
    /// The index of the product of a catalogue whose fields those are, where it is another one.
    pub(crate) related_in: Option<usize>,
    pub(crate) mend: Mend,
}

impl<'a> Fault<'a> {
    #[inline(never)]
    pub(crate) const fn error(code: Code, place: Place<'a>) -> Self {
        Self {
            place,
            code,
            severity: Severity::Error,
            data: Data::None,
            related: spots![],
            related_in: None,
            mend: Mend::None,
        }
    }

    #[inline(never)]
    pub(crate) fn warning(code: Code, place: Place<'a>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, place)
        }
    }

    /// Whether no renewal kind can be decided on beside this: the input, `renew_settings` or one of its
    /// fields, or the term is malformed.
    pub(crate) const fn is_malformed(&self) -> bool {
        matches!(
            self.code,
            Code::JsonSyntax
                | Code::TypeMismatch
                | Code::DuplicateKey
                | Code::IdRange
                | Code::TermFormat
        ) && matches!(
            self.place.spot,
            Spot::Root
                | Spot::LicenceTerm
                | Spot::Settings
                | Spot::Chain
                | Spot::ChainItem
                | Spot::Ar
                | Spot::ArEnable
                | Spot::ArRequired
                | Spot::Pmr
                | Spot::Email
        )
    }

    pub(crate) fn data(self, data: Data<'a>) -> Self {
        Self { data, ..self }
    }

    pub(crate) fn mend(self, mend: Mend) -> Self {
        Self { mend, ..self }
    }

    pub(crate) fn related(self, related: Spots) -> Self {
        Self { related, ..self }
    }
}
