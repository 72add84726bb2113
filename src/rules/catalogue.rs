//! The rules of a catalogue: what one product says about another (§4.4).

use alloc::vec::Vec;

use super::{
    draft::Parsed,
    facts::Facts,
    finding::Finding,
    role::RenewalHasSettings,
    rule::{catalogue, rule},
    terms::{TermContext, check_term},
};
use crate::{
    document::{Field, FieldPath, fields_of},
    options::Options,
    product::{Configuration, LicenceTerm, ProductId, RenewalKind},
    report::{Code, Severity},
    text::arranged,
};

rule! {
    DuplicateProductId {
        /// The id.
        "id" id: ProductId,
        /// The index of the first product that has it.
        "first" first: u64,
    }
    section: "2.3",
    title: "Two products have the same id",
    explanation: "The id identifies a product, so no two products of a catalogue share one. Correct \
        the id of one of them. A chain that lists the id means the first product that has it.",
    reads: fields_of![Id],
    reads_elsewhere: fields_of![Id],
    templates: {
        "twice" => "The product at index {first} has the id {id} too. Give each product its own id.",
    },
    example: catalogue(
        r#"[{"id":101,"name":"Example"},{"id":101,"name":"Example Pro"}]"#,
        r#"[{"id":101,"name":"Example"},{"id":102,"name":"Example Pro"}]"#,
    ),
}

rule! {
    ChainUnknownProduct {
        /// The id.
        "id" id: ProductId,
    }
    section: "4.4",
    title: "The chain lists a product that the catalogue does not have",
    explanation: "Each id of a chain is the id of a renewal product, created before the initiator. \
        Add the product to the catalogue or correct the id.",
    reads: fields_of![Chain, Id],
    reads_elsewhere: fields_of![Chain, Id],
    at: fields_of![ChainItem],
    templates: {
        "unknown" => "The chain lists product {id}, which is not in the catalogue. Correct the id, or add the product.",
    },
    example: catalogue(
        r#"[{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[103,103],"renew_ar":{"enable":true}}},{"id":102,"licence_term":"P1M"}]"#,
        r#"[{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}},{"id":102,"licence_term":"P1M"}]"#,
    ),
}

rule! {
    TrialRenewalFree {
        /// The product whose renewal this is, by its id.
        "initiator" initiator: Option<ProductId>,
        /// The same by its index in the catalogue, where it has no id.
        "initiatorIndex" initiator_index: Option<u64>,
    }
    severities: &[Severity::Warning],
    section: "4.4",
    title: "What follows a free trial is free as well",
    explanation: "The initiator is a free trial, and every price of this renewal product is zero \
        too, so nothing is ever earned with it. Give the renewal product its price.",
    reads: fields_of![Amount, Variants, Chain, Id],
    reads_elsewhere: fields_of![Amount, Variants, Chain, Id],
    at: fields_of![Variants],
    templates: {
        "initiator" => "All prices of product {initiator} are zero, which makes it a free trial, but all prices of this product, which renews it, are zero too. Give this product a price, or product {initiator} if no trial is meant.",
        "initiator-index" => "All prices of the product at index {initiatorIndex} are zero, which makes it a free trial, but all prices of this product, which renews it, are zero too. Give this product a price, or the one at index {initiatorIndex} if no trial is meant.",
        "set-up" => "This product renews the free trial of this set-up, but all its own prices are zero too. Give it a price.",
    },
    message: |params| if params.initiator.is_some() { "initiator" } else { "initiator-index" },
    example: catalogue(
        r#"[{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]},{"id":102,"licence_term":"P1M","variants":[{"vendor_code":"V1","sku":"S2","price":{"common":{"currency":"USD","price":"0.00"}}}]}]"#,
        r#"[{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]},{"id":102,"licence_term":"P1M","variants":[{"vendor_code":"V1","sku":"S2","price":{"common":{"currency":"USD","price":"9.90"}}}]}]"#,
    ),
}

/// What later products of a catalogue need to know of one product.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one fact")]
struct ProductFacts {
    id: Option<ProductId>,
    term: Parsed<LicenceTerm>,
    /// Whether each kind applies, in their order.
    applies: [bool; 3],
    is_configured: bool,
    has_settings: bool,
    is_free: bool,
    is_trial: bool,
}

impl ProductFacts {
    fn of(facts: &Facts<'_, '_>) -> Self {
        Self {
            // On creation there is none (§4.2), whatever is sent.
            id: facts.own,
            term: facts.draft.term(),
            applies: RenewalKind::EACH.map(|kind| facts.applies(kind)),
            is_configured: facts.configured(),
            has_settings: facts.draft.is_present(Field::Settings),
            is_free: facts.draft.is_free(),
            is_trial: facts.trial,
        }
    }
}

/// The facts of the products so far.
#[derive(Debug, Default)]
pub(crate) struct Catalogue {
    /// How many products there are so far.
    count: usize,
    entries: Vec<ProductFacts>,
    /// Which product each entry is of.
    indexes: Vec<u32>,
    /// The renewals of each product in the order of use: an initiator's only. They end here among all.
    ends: Vec<u32>,
    renewals: Vec<ProductId>,
}

impl Catalogue {
    /// How many products there are so far.
    pub(crate) const fn len(&self) -> usize {
        self.count
    }

    /// Passes over a product that says nothing about others, and of which they say nothing.
    pub(crate) const fn skip(&mut self) {
        self.count += 1;
    }

    /// Whether others can say anything about a product, or it about them.
    pub(crate) fn concerns(facts: &Facts<'_, '_>) -> bool {
        facts.draft.id().valid().is_some() || !renewals(facts).is_empty()
    }

    /// Adds the facts of the next product.
    pub(crate) fn push(&mut self, facts: &Facts<'_, '_>) {
        self.add(facts, renewals(facts));
    }

    /// The same, with other renewals than those of its chain.
    pub(crate) fn add(&mut self, facts: &Facts<'_, '_>, renewals: &[ProductId]) {
        self.indexes
            .push(u32::try_from(self.count).unwrap_or(u32::MAX));
        self.count += 1;
        self.renewals.extend_from_slice(renewals);
        let end = u32::try_from(self.renewals.len()).unwrap_or(u32::MAX);
        self.ends.push(end);
        self.entries.push(ProductFacts::of(facts));
    }

    /// Adds the facts of the products that come next.
    pub(crate) fn append(&mut self, later: Self) {
        let add = |numbers: &mut Vec<u32>, more: Vec<u32>, before: usize| {
            let before = u32::try_from(before).unwrap_or(u32::MAX);
            numbers.extend(more.into_iter().map(|number| number.saturating_add(before)));
        };
        add(&mut self.indexes, later.indexes, self.count);
        add(&mut self.ends, later.ends, self.renewals.len());
        self.count += later.count;
        self.renewals.extend(later.renewals);
        self.entries.extend(later.entries);
    }

    /// The position of a product among those that were not skipped.
    pub(crate) fn position(&self, index: usize) -> Option<usize> {
        let index = u32::try_from(index).ok()?;
        self.indexes.binary_search(&index).ok()
    }

    /// Which product is at a position.
    fn index(&self, position: usize) -> usize {
        self.indexes
            .get(position)
            .map_or(position, |index| *index as usize)
    }

    fn renewals_of(&self, index: usize) -> &[ProductId] {
        let end = |index: usize| self.ends.get(index).map_or(0, |end| *end as usize);
        let start = index.checked_sub(1).map_or(0, end);
        self.renewals.get(start..end(index)).unwrap_or_default()
    }

    /// What the products say about one another, each finding with the index of the product where it
    /// it is, as far as the caller wants it reported; `has_names` says whether initiators are named.
    pub(crate) fn check(
        &self,
        options: &Options,
        has_names: bool,
        mut report: impl FnMut(usize, Finding<'static>),
    ) {
        let mut report = |index, mut finding: Finding<'static>| {
            if let Some(severity) = options.rules.severity(finding.code(), finding.severity) {
                finding.severity = severity;
                // Its id makes it what it is to the others.
                finding.related = fields_of![Id];
                report(self.index(index), finding);
            }
        };
        let by_id: Vec<(ProductId, usize)> = self
            .entries
            .iter()
            .enumerate()
            .filter_map(|(index, entry)| Some((entry.id?, index)))
            .collect();
        let mut by_id = arranged(by_id, &Ord::cmp);
        let mut known: Option<(ProductId, usize)> = None;
        for &(id, index) in &by_id {
            match known {
                Some((of_first, first)) if of_first == id => {
                    let first = self.index(first);
                    let params = DuplicateProductId {
                        id,
                        first: u64::try_from(first).unwrap_or_default(),
                    };
                    let mut finding = Finding::error(params, FieldPath::of(Field::Id));
                    finding.elsewhere = Some(first);
                    report(index, finding);
                }
                _ => known = Some((id, index)),
            }
        }
        by_id.dedup_by_key(|(id, _)| *id);
        // What was reported already of each product: a bit for each code and kind.
        let mut reported: Vec<u64> = self.entries.iter().map(own_record).collect();
        for (index, initiator) in self.entries.iter().enumerate() {
            for (position, id) in self.renewals_of(index).iter().enumerate() {
                let found = by_id.binary_search_by_key(id, |(id, _)| *id).ok();
                let Some((_, renewal)) = found.and_then(|found| by_id.get(found).copied()) else {
                    // A well-formed chain has each id once.
                    let path = FieldPath::at(Field::ChainItem, position);
                    report(index, Finding::error(ChainUnknownProduct { id: *id }, path));
                    continue;
                };
                let (Some(entry), Some(reported)) =
                    (self.entries.get(renewal), reported.get_mut(renewal))
                else {
                    continue;
                };
                let context = TermContext {
                    options,
                    initiator: match initiator.id {
                        _ if !has_names => (None, None),
                        None => (None, u64::try_from(self.index(index)).ok()),
                        id => (id, None),
                    },
                    trial: initiator.is_trial,
                    applies: initiator.applies,
                };
                check_renewal(entry, &context, reported, &mut |mut finding| {
                    finding.elsewhere = Some(self.index(index));
                    report(renewal, finding);
                });
            }
        }
    }
}

/// The renewals of an initiator in the order of use.
fn renewals<'f>(facts: &Facts<'f, '_>) -> &'f [ProductId] {
    let initiates = matches!(
        facts.configuration,
        Some(Configuration::Pair | Configuration::Chain)
    );
    let chain = facts.draft.chain().filter(|_| initiates).unwrap_or(&[]);
    chain.split_last().map_or(&[], |(_, renewals)| renewals)
}

/// What the record of a product says about itself: it is not repeated for an initiator.
fn own_record(entry: &ProductFacts) -> u64 {
    let terms = if entry.is_configured {
        bit_of(Code::TermMissing) | bit_of(Code::TermZero)
    } else {
        0
    };
    let kinds = RenewalKind::EACH.into_iter().zip(entry.applies);
    kinds.fold(terms, |reported, (kind, applies)| {
        reported | if applies { below(kind) } else { 0 }
    })
}

fn check_renewal(
    renewal: &ProductFacts,
    context: &TermContext<'_>,
    reported: &mut u64,
    report: &mut dyn FnMut(Finding<'static>),
) {
    let mut report = |finding: Finding<'static>| {
        let kind = finding.params.kind();
        let bit = kind.map_or_else(|| bit_of(finding.code()), below);
        if *reported & bit == 0 {
            *reported |= bit;
            report(finding);
        }
    };
    check_term(renewal.term, context, &mut report);
    if renewal.has_settings {
        let path = FieldPath::of(Field::Settings);
        report(Finding::warning(RenewalHasSettings {}, path));
    }
    if context.trial && renewal.is_free {
        let (initiator, initiator_index) = context.initiator;
        let params = TrialRenewalFree {
            initiator,
            initiator_index,
        };
        report(Finding::warning(params, FieldPath::of(Field::Variants)));
    }
}

const _: () = assert!(Code::ALL.len() + RenewalKind::EACH.len() <= 64);

const fn bit_of(code: Code) -> u64 {
    1 << code as u8
}

/// A term below the minimum is reported once for each kind.
const fn below(kind: RenewalKind) -> u64 {
    1 << (63 - kind as u8)
}
