//! Rules of a catalogue: checks between products (§4.4).

use alloc::{string::String, vec::Vec};

use super::rule::rule;
use super::terms::{Initiator, TermContext, check_term, of_initiator};
use super::trial::Trial;
use super::{draft::Parsed, facts::Facts, finding::Finding};
use crate::options::Options;
use crate::product::{Configuration, LicenceTerm, ProductId, RenewalKind};
use crate::report::{Code, Severity};
use crate::schema::{Field, FieldPath, fields_of};
use renewal_rules_json::stable_sort;

rule! {
    DuplicateProductId {
        "id": ProductId => "The id.",
        "first": usize => "The index of the first product with the id.",
        "file": Option<String> => "The file of the first product, if the catalogue has several files and it is another one.",
    }
    section: "2.3",
    title: "Two products have the same id",
    explanation: "The id identifies a product, so no two products of a catalogue share one. Correct \
        the id of one of them. A chain that lists the id means the first product that has it.",
    reads: fields_of![Id],
    reads_elsewhere: fields_of![Id],
    templates: { "twice" => "The product at index {first}{file| of `#`} has the id {id} too. Give each product its own id." },
    catalogue: true,
    bad: r#"[{"id":101,"name":"Example"},{"id":101,"name":"Example Pro"}]"#,
    good: r#"[{"id":101,"name":"Example"},{"id":102,"name":"Example Pro"}]"#,
    pass: [r#"[{"id":101},{},{}]"#, r#"[{"id":"101"},{"id":101}]"#],
    fail: [r#"[{"id":101},{"id":101.0}]"# => "E duplicate-product-id /1/id"],
}

rule! {
    ChainUnknownProduct { "id": ProductId => "The id." }
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
    catalogue: true,
    bad: r#"[{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[103,103],"renew_ar":{"enable":true}}},{"id":102,"licence_term":"P1M"}]"#,
    good: r#"[{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}},{"id":102,"licence_term":"P1M"}]"#,
    pass: [r#"[{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}]"#],
    fail: [
        r#"[{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,103],"renew_ar":{"enable":true}}},{"id":102,"licence_term":"P1M"}]"# => "E chain-unknown-product /0/renew_settings/product_id_for_renew/1",
    ],
}

rule! {
    TrialRenewalFree {
        "initiator": Option<ProductId> => "The id of the product that this one renews.",
        "initiatorIndex": Option<usize> => "The catalogue index of the product that this one renews, if it has no id.",
        "initiatorFile": Option<String> => "The file of the product that this one renews, if it has no id and the catalogue has several files.",
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
        "free" => concat!(
            "All prices of",
            of_initiator!(""),
            " are zero, which makes it a free trial, but all prices of this product, which renews it, are zero too. Give this product a price, or{initiator| product #}{initiatorIndex| the one at index #}{initiatorFile| of `#`} if no trial is meant.",
        ),
        "setup" => "This product renews the free trial of this setup, but all its own prices are zero too. Give it a price.",
    },
    catalogue: true,
    bad: r#"[{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]},{"id":102,"licence_term":"P1M","variants":[{"vendor_code":"V1","sku":"S2","price":{"common":{"currency":"USD","price":"0.00"}}}]}]"#,
    good: r#"[{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]},{"id":102,"licence_term":"P1M","variants":[{"vendor_code":"V1","sku":"S2","price":{"common":{"currency":"USD","price":"9.90"}}}]}]"#,
    pass: [
        r#"[{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V","sku":"S0","price":{"common":{"currency":"USD","price":"9.90"}}}]},{"id":102,"licence_term":"P1M"}]"#,
    ],
    fail: [
        r#"[{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V","sku":"S0","price":{"common":{"currency":"USD","price":"0.00"}}}]},{"id":102,"licence_term":"P1M","variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"0"}}}]}]"# => "W trial-renewal-free /1/variants",
    ],
}

/// Facts about one product that the checks of other products use.
#[derive(Clone, Copy, Debug)]
struct ProductFacts {
    /// Index of the product in the catalogue.
    index: u32,
    /// End of this product's renewals in `Catalogue::renewals` (exclusive). They start at the `renewals_end` of the
    /// previous item of `Catalogue::products`.
    renewals_end: u32,
    id: Option<ProductId>,
    term: Parsed<LicenceTerm>,
    /// True for each renewal kind that applies, in the order of `RenewalKind::EACH`.
    applies: [bool; 3],
    is_configured: bool,
    has_settings: bool,
    is_free: bool,
    trial: Option<Trial>,
}

/// Facts about the products that were added so far, for the checks between products.
#[derive(Clone, Debug, Default)]
pub(crate) struct Catalogue {
    /// Number of products added so far.
    count: usize,
    /// Products that have an id or renewals. No other product can take part in a check between products.
    products: Vec<ProductFacts>,
    /// Renewal products of all initiators, concatenated; those of each initiator in the order of use.
    renewals: Vec<ProductId>,
}

impl Catalogue {
    /// Returns the number of products added so far.
    pub(crate) const fn len(&self) -> usize {
        self.count
    }

    /// Adds the next product. Without an id and renewals, it takes no part in checks between products.
    pub(crate) fn push(&mut self, facts: &Facts<'_>) {
        let renewals = renewals(facts);
        if facts.draft.id().valid().is_some() || !renewals.is_empty() {
            self.add(facts, renewals);
        } else {
            self.count += 1;
        }
    }

    /// Adds the next product with the given renewals instead of those of its chain.
    pub(crate) fn add(&mut self, facts: &Facts<'_>, renewals: &[ProductId]) {
        self.renewals.extend_from_slice(renewals);
        self.products.push(ProductFacts {
            index: to_u32(self.count),
            renewals_end: to_u32(self.renewals.len()),
            // The own id is `None` if the product is to be created, even if an id is sent (§4.2).
            id: facts.own,
            term: facts.draft.term(),
            applies: RenewalKind::EACH.map(|kind| facts.applies(kind)),
            is_configured: facts.configured(),
            has_settings: facts.draft.is_present(Field::Settings),
            is_free: facts.draft.is_free(),
            trial: Trial::of(facts),
        });
        self.count += 1;
    }

    /// Appends the products of a later chunk of the catalogue.
    pub(crate) fn append(&mut self, later: Self) {
        let (count, renewals) = (to_u32(self.count), to_u32(self.renewals.len()));
        self.products.extend(later.products.into_iter().map(|product| ProductFacts {
            index: product.index.saturating_add(count),
            renewals_end: product.renewals_end.saturating_add(renewals),
            ..product
        }));
        self.count += later.count;
        self.renewals.extend(later.renewals);
    }

    /// Iterates over the ids of the products.
    pub(crate) fn ids(&self) -> impl Iterator<Item = ProductId> {
        self.products.iter().filter_map(|product| product.id)
    }

    /// Returns the position in `products` of the product with this catalogue index.
    fn position(&self, index: usize) -> Option<usize> {
        let index = u32::try_from(index).ok()?;
        self.products.binary_search_by_key(&index, |product| product.index).ok()
    }

    /// Returns the id of the product at a catalogue index, if the product has one.
    pub(crate) fn id(&self, index: usize) -> Option<ProductId> {
        self.products.get(self.position(index)?)?.id
    }

    /// Converts a position in `products` to an index in the catalogue.
    fn index(&self, position: usize) -> usize {
        self.products.get(position).map_or(position, |product| product.index as usize)
    }

    fn renewals_of(&self, position: usize) -> &[ProductId] {
        let end = |position: usize| self.products.get(position).map_or(0, |product| product.renewals_end as usize);
        let start = position.checked_sub(1).map_or(0, end);
        // Always in range: each `renewals_end` is at least the previous one and at most the length of `renewals`.
        self.renewals.get(start..end(position)).unwrap_or_default()
    }

    /// Runs the checks between products. Passes each finding to `report` with the index of the product where it is
    /// located, unless the caller turned the rule off. If `has_names` is set, findings name the initiator.
    pub(crate) fn check(&self, options: &Options, has_names: bool, mut report: impl FnMut(usize, Finding<'static>)) {
        let mut report = |position, elsewhere, finding: Finding<'static>| {
            if let Some(finding) = finding.with_level(&options.rules) {
                // The other products refer to this product by its id, so the id affects every finding of a check
                // between products.
                report(self.index(position), Finding { related: fields_of![Id], elsewhere, ..finding });
            }
        };
        let ids = self.products.iter().enumerate();
        let ids = ids.filter_map(|(position, product)| Some((product.id?, position)));
        let mut by_id = stable_sort(ids.collect(), &Ord::cmp);
        for same in by_id.chunk_by(|(one, _), (other, _)| one == other) {
            let Some(((id, first), later)) = same.split_first() else { continue };
            let first = self.index(*first);
            for (_, position) in later {
                let finding = Finding::new(Code::DuplicateProductId, Field::Id).with("id", *id).with("first", first);
                report(*position, Some(first), finding);
            }
        }
        by_id.dedup_by_key(|(id, _)| *id);
        let products = self.products.iter();
        let mut reported: Vec<_> = products
            .map(|it| Reported { term: it.is_configured, kinds: it.applies, settings: false, price: false })
            .collect();
        for (position, initiator) in self.products.iter().enumerate() {
            let index = self.index(position);
            for (at, id) in self.renewals_of(position).iter().enumerate() {
                let found = by_id.binary_search_by_key(id, |(id, _)| *id).ok();
                let Some((_, place)) = found.and_then(|found| by_id.get(found).copied()) else {
                    // Each unknown id is reported once per chain, because the renewals of a well-formed chain are
                    // distinct.
                    let path = FieldPath::at(Field::ChainItem, at);
                    let finding = Finding::new(Code::ChainUnknownProduct, path);
                    report(position, None, finding.with("id", *id));
                    continue;
                };
                if let Some((renewal, reported)) = self.products.get(place).zip(reported.get_mut(place)) {
                    let name = Initiator {
                        id: initiator.id.filter(|_| has_names),
                        index: (has_names && initiator.id.is_none()).then_some(index),
                    };
                    let mut report = |finding| report(place, Some(index), finding);
                    check_renewal(renewal, reported, initiator, name, options, &mut report);
                }
            }
        }
    }
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns the renewal products of an initiator in the order of use: the chain without its repeated last id.
fn renewals<'f>(facts: &'f Facts<'_>) -> &'f [ProductId] {
    let initiates = matches!(facts.configuration, Some(Configuration::Pair | Configuration::Chain));
    let chain = facts.draft.chain().filter(|_| initiates).unwrap_or(&[]);
    chain.split_last().map_or(&[], |(_, renewals)| renewals)
}

/// Findings already reported for a renewal product, by its own check or for an earlier initiator. They are not reported
/// again.
struct Reported {
    /// True if a missing or unlimited term was reported.
    term: bool,
    /// True for each kind for which the term was reported as too short, in the order of `RenewalKind::EACH`.
    kinds: [bool; 3],
    /// True if the product's renewal settings were reported.
    settings: bool,
    /// True if zero prices after a free trial were reported.
    price: bool,
}

/// Checks a renewal product against the requirements of its initiator.
fn check_renewal(
    renewal: &ProductFacts,
    reported: &mut Reported,
    initiator: &ProductFacts,
    name: Initiator,
    options: &Options,
    report: &mut dyn FnMut(Finding<'static>),
) {
    let kinds = [0, 1, 2].map(|kind: usize| {
        let applies = initiator.applies.get(kind) == Some(&true);
        let reported = reported.kinds.get_mut(kind);
        applies && reported.is_some_and(|reported| !core::mem::replace(reported, true))
    });
    let context =
        TermContext { options, initiator: name, trial: initiator.trial, needs_term: !reported.term, applies: kinds };
    check_term(renewal.term, &context, report);
    reported.term = true;
    if renewal.has_settings && !reported.settings {
        reported.settings = true;
        report(Finding::new(Code::RenewalHasSettings, Field::Settings));
    }
    if initiator.trial.is_some() && renewal.is_free && !reported.price {
        reported.price = true;
        report(Finding::new(Code::TrialRenewalFree, Field::Variants).with_initiator(name));
    }
}
