//! The rules of a catalogue: what one product says about another (§4.4).

use alloc::{format, string::String, vec::Vec};

use super::{
    Code, Rule, catalogue, explained,
    terms::{Asked, below_minimum, of_initiator_deciding},
};
use crate::{
    facts::{Facts, is_free},
    fault::{Data, Fault, Initiator},
    group::arranged,
    options::Options,
    place::{Place, Spot, spots},
    product::{Configuration, LicenceTerm, ProductId},
    read::Field,
    report::{RenewalKind, Severity},
};

pub(super) static DUPLICATE_PRODUCT_ID: Rule = Rule {
    code: "duplicate-product-id",
    severities: &[Severity::Error],
    section: "2.3",
    title: explained("Two products have the same id"),
    explanation: explained(
        "The id identifies a product, so no two products of a catalogue share one. Correct \
        the id of one of them. A chain that lists the id means the first product that has it.",
    ),
    reads: &[Spot::Id],
    at: &[Spot::Id],
    params: &[],
    example: catalogue(
        r#"[{"id":101,"name":"Example"},{"id":101,"name":"Example Pro"}]"#,
        r#"[{"id":101,"name":"Example"},{"id":102,"name":"Example Pro"}]"#,
    ),
    message: |fault| match fault.data {
        Data::Id(id) => format!(
            "An earlier product of the catalogue has the id {id} too. Give each product its own id."
        ),
        _ => String::new(),
    },
};

pub(super) static UNKNOWN_PRODUCT: Rule = Rule {
    code: "chain-unknown-product",
    severities: &[Severity::Error],
    section: "4.4",
    title: explained("The chain lists a product that the catalogue does not have"),
    explanation: explained(
        "Each id of a chain is the id of a renewal product, created before the initiator. \
        Add the product to the catalogue or correct the id.",
    ),
    reads: &[Spot::Chain, Spot::Id],
    at: &[Spot::ChainItem],
    params: &[],
    example: catalogue(
        r#"[{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[103,103],"renew_ar":{"enable":true}}},{"id":102,"licence_term":"P1M"}]"#,
        r#"[{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}},{"id":102,"licence_term":"P1M"}]"#,
    ),
    message: |fault| match fault.data {
        Data::Id(id) => format!(
            "The chain lists product {id}, which is not in the catalogue. Correct the id, or add \
             the product."
        ),
        _ => String::new(),
    },
};

pub(super) static TRIAL_RENEWAL_FREE: Rule = Rule {
    code: "trial-renewal-free",
    severities: &[Severity::Warning],
    section: "4.4",
    title: explained("What follows a free trial is free as well"),
    explanation: explained(
        "The initiator is a free trial, and every price of this renewal product is zero \
        too, so nothing is ever earned with it. Give the renewal product its price.",
    ),
    reads: &[Spot::Amount, Spot::Variants, Spot::Chain, Spot::Id],
    at: &[Spot::Variants],
    params: &["initiator", "initiatorIndex"],
    example: catalogue(
        r#"[{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]},{"id":102,"licence_term":"P1M","variants":[{"vendor_code":"V1","sku":"S2","price":{"common":{"currency":"USD","price":"0.00"}}}]}]"#,
        r#"[{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]},{"id":102,"licence_term":"P1M","variants":[{"vendor_code":"V1","sku":"S2","price":{"common":{"currency":"USD","price":"9.90"}}}]}]"#,
    ),
    message: |fault| {
        let of = match fault.data {
            Data::Initiator(Some(Initiator::Id(id))) => format!("product {id}"),
            Data::Initiator(Some(Initiator::Index(index))) => {
                format!("at index {index}")
            }
            _ => String::from("product"),
        };
        format!(
            "This product renews the free trial {of}, but all its own prices are zero too. Give it \
             a price."
        )
    },
};

/// What later products of a catalogue need to know of one product.
#[derive(Clone, Copy, Debug)]
struct Entry {
    id: Option<ProductId>,
    /// `Field<LicenceTerm>` in little room.
    term: Term,
    flags: u8,
    /// Where its chain begins among all chains, and how many ids it has: an initiator's only.
    chain: (u32, u32),
}

#[derive(Clone, Copy, Debug)]
enum Term {
    Absent,
    Malformed,
    Given(LicenceTerm),
}

const AR: u8 = 1;
const PMR: u8 = 2;
const EMAIL: u8 = 4;
const CONFIGURED: u8 = 8;
const HAS_SETTINGS: u8 = 16;
const FREE: u8 = 32;
const TRIAL: u8 = 64;

const fn bit(kind: RenewalKind) -> u8 {
    match kind {
        RenewalKind::Ar => AR,
        RenewalKind::Pmr => PMR,
        RenewalKind::Email => EMAIL,
    }
}

/// The facts of the products so far.
#[derive(Debug, Default)]
pub(crate) struct Catalogue {
    entries: Vec<Entry>,
    chains: Vec<ProductId>,
}

impl Catalogue {
    /// How many products there are so far.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Adds the facts of the next product.
    pub(crate) fn push(&mut self, facts: &Facts<'_, '_>) {
        let initiates = matches!(
            facts.configuration,
            Some(Configuration::Pair | Configuration::Chain)
        );
        let mut flags = 0;
        let mut set = |flag, holds| flags |= if holds { flag } else { 0 };
        for kind in RenewalKind::ALL {
            set(bit(kind), facts.applies(kind));
        }
        set(CONFIGURED, facts.settings().is_some());
        set(HAS_SETTINGS, !facts.draft.settings.is_absent());
        set(FREE, is_free(facts.draft));
        set(TRIAL, facts.trial);
        let start = u32::try_from(self.chains.len()).unwrap_or(u32::MAX);
        let chain = facts.chain().filter(|_| initiates).unwrap_or(&[]);
        let renewals = chain.split_last().map_or(&[][..], |(_, renewals)| renewals);
        self.chains.extend_from_slice(renewals);
        self.entries.push(Entry {
            id: facts.draft.id.given().copied(),
            term: match facts.draft.licence_term {
                Field::Absent => Term::Absent,
                Field::Malformed => Term::Malformed,
                Field::Given(term) => Term::Given(term),
            },
            flags,
            chain: (start, u32::try_from(renewals.len()).unwrap_or(u32::MAX)),
        });
    }

    fn chain(&self, entry: &Entry) -> &[ProductId] {
        let (start, count) = (entry.chain.0 as usize, entry.chain.1 as usize);
        self.chains
            .get(start..start.saturating_add(count))
            .unwrap_or(&[])
    }

    /// What the products say about one another, each fault with the index of the product where it
    /// stands, as far as the caller wants it reported.
    pub(crate) fn check(&self, options: &Options, mut report: impl FnMut(usize, Fault<'static>)) {
        let mut report = |index, mut fault: Fault<'static>| {
            if let Some(severity) = options.rules.severity(fault.code, fault.severity) {
                fault.severity = severity;
                report(index, fault);
            }
        };
        let by_id: Vec<(ProductId, usize)> = self
            .entries
            .iter()
            .enumerate()
            .filter_map(|(index, entry)| Some((entry.id?, index)))
            .collect();
        let mut by_id = arranged(by_id, &Ord::cmp);
        for pair in by_id.windows(2) {
            if let [(earlier, first), (id, index)] = *pair
                && earlier == id
            {
                let mut fault = Fault::error(Code::DuplicateProductId, Place::of(Spot::Id));
                fault.related = spots![Id];
                fault.related_in = Some(first);
                report(index, fault.data(Data::Id(id)));
            }
        }
        by_id.dedup_by_key(|(id, _)| *id);
        // What was said already of each product: a bit for each code and kind.
        let mut told: Vec<u16> = self.entries.iter().map(own_record).collect();
        for (index, initiator) in self.entries.iter().enumerate() {
            for (position, id) in self.chain(initiator).iter().enumerate() {
                let found = by_id.binary_search_by_key(id, |(id, _)| *id).ok();
                let Some((_, renewal)) = found.and_then(|found| by_id.get(found).copied()) else {
                    // A well-formed chain has each id once.
                    let place = Place::at(Spot::ChainItem, position);
                    let fault = Fault::error(Code::ChainUnknownProduct, place).related(spots![Id]);
                    report(index, fault.data(Data::Id(*id)));
                    continue;
                };
                let (Some(entry), Some(told)) = (self.entries.get(renewal), told.get_mut(renewal))
                else {
                    continue;
                };
                let asked = Asked {
                    payment: options.payment,
                    limits: &options.limits,
                    initiator: Some(initiator.id.map_or(Initiator::Index(index), Initiator::Id)),
                    trial: initiator.flags & TRIAL != 0,
                };
                check_renewal(entry, initiator, &asked, told, &mut |mut fault| {
                    fault.related_in = Some(index);
                    report(renewal, fault);
                });
            }
        }
    }
}

const TOLD_MISSING: u16 = 1;
const TOLD_ZERO: u16 = 2;
const TOLD_SETTINGS: u16 = 4;
const TOLD_FREE: u16 = 8;

const fn told_below(kind: RenewalKind) -> u16 {
    16 << kind as u16
}

/// What the record of a product says about itself: it is not repeated for an initiator.
fn own_record(entry: &Entry) -> u16 {
    let mut told = 0;
    if entry.flags & CONFIGURED != 0 {
        told |= TOLD_MISSING | TOLD_ZERO;
    }
    for kind in RenewalKind::ALL {
        if entry.flags & bit(kind) != 0 {
            told |= told_below(kind);
        }
    }
    told
}

fn check_renewal(
    renewal: &Entry,
    initiator: &Entry,
    asked: &Asked<'_>,
    told: &mut u16,
    report: &mut dyn FnMut(Fault<'static>),
) {
    let mut first = |bit: u16| {
        let is_first = *told & bit == 0;
        *told |= bit;
        is_first
    };
    let term = Place::of(Spot::LicenceTerm);
    let of = |code| {
        let fault = Fault::error(code, term.clone()).data(Data::Initiator(asked.initiator));
        fault.related(spots![Chain])
    };
    match renewal.term {
        Term::Absent => {
            if first(TOLD_MISSING) {
                report(of(Code::TermMissing));
            }
        }
        Term::Given(given) if given.is_unlimited() => {
            if first(TOLD_ZERO) {
                report(of(Code::TermZero));
            }
        }
        Term::Given(given) => {
            for kind in RenewalKind::ALL {
                if initiator.flags & bit(kind) != 0
                    && let Some(fault) = below_minimum(given, kind, asked)
                    && first(told_below(kind))
                {
                    report(fault.related(of_initiator_deciding(kind, asked.trial)));
                }
            }
        }
        Term::Malformed => {}
    }
    if renewal.flags & HAS_SETTINGS != 0 && first(TOLD_SETTINGS) {
        let fault = Fault::warning(Code::RenewalHasSettings, Place::of(Spot::Settings));
        report(fault.related(spots![Chain]));
    }
    if asked.trial && renewal.flags & FREE != 0 && first(TOLD_FREE) {
        let fault = Fault::warning(Code::TrialRenewalFree, Place::of(Spot::Variants));
        let fault = fault.data(Data::Initiator(asked.initiator));
        report(fault.related(spots![Chain, Variants]));
    }
}
