//! Rules for the shape of the chain (§4.4).

use super::finding::{Finding, Fix};
use super::rule::rule;
use super::{facts::Facts, findings::Findings};
use crate::product::{ProductId, configuration, repeated};
use crate::report::{Code, Severity};
use crate::schema::{Field, FieldPath, fields_of};

rule! {
    ChainMissing {}
    section: "4.4",
    title: "The renewal settings have no chain",
    explanation: "`renew_settings` must say which products are used for renewal. List their ids in \
        `product_id_for_renew` in the order of use and repeat the last one; a product that renews \
        itself lists its own id twice.",
    reads: fields_of![Settings, Chain, Ar, Pmr, Email],
    at: fields_of![Chain],
    templates: {
        "missing" => "`renew_settings` does not say which products are used for renewal. Add `product_id_for_renew`: the ids of the renewal products in the order of use, the last one twice.",
    },
    bad: r#"{"id":101,"licence_term":"P1M","renew_settings":{"renew_ar":{"enable":true}}}"#,
    good: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
    pass: [r#"{"name":"N"}"#],
    fail: [r#"{"renew_settings":{}}"# => "E chain-missing /renew_settings/product_id_for_renew"],
}

rule! {
    ChainEmpty {}
    section: "4.4",
    title: "The chain is empty",
    explanation: "An empty `product_id_for_renew` names no product to renew with, so nothing is \
        ever renewed. List the ids of the renewal products in the order of use and repeat the last \
        one; a product that renews itself lists its own id twice.",
    reads: fields_of![Chain],
    templates: {
        "empty" => "`product_id_for_renew` is empty, so nothing is ever renewed. List the ids of the renewal products in the order of use, the last one twice.",
    },
    bad: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[],"renew_ar":{"enable":true}}}"#,
    good: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    pass: [r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[0],"renew_ar":{"enable":true}}}"#],
    fail: [
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[],"renew_pmr":true}}"# => "E chain-empty /renew_settings/product_id_for_renew",
    ],
}

rule! {
    ChainTooShort { "id": ProductId => "The only id." }
    section: "4.4",
    title: "The chain has one id only",
    explanation: "The last id of a chain appears twice, because the last product renews itself. A \
        chain of one id is therefore too short: write the id twice.",
    reads: fields_of![Chain],
    templates: {
        "one-id" => "`product_id_for_renew` has one id only. Write it twice: [{id},{id}], because a chain ends with its last id twice.",
    },
    bad: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102],"renew_ar":{"enable":true}}}"#,
    good: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
    pass: [
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[],"renew_ar":{"enable":true}}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":["x"],"renew_ar":{"enable":true}}}"#,
    ],
    fail: [
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101],"renew_ar":{"enable":true}}}"# => "E chain-too-short /renew_settings/product_id_for_renew",
    ],
    fix: [
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102],"renew_ar":{"enable":true}}}"# => r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
    ],
}

rule! {
    ChainLastNotRepeated { "id": ProductId => "The last id." }
    section: "4.4",
    title: "The last id of the chain is not repeated",
    explanation: "The products of a chain are used in order, and the last one renews itself: its \
        id must appear twice at the end, as in [102,103,103]. Without the repetition renewals stop.",
    reads: fields_of![Chain],
    templates: {
        "last" => "The last id of `product_id_for_renew`, {id}, is not repeated. Add {id} again at the end, because a chain ends with its last id twice.",
    },
    bad: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103],"renew_ar":{"enable":true}}}"#,
    good: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,103],"renew_ar":{"enable":true}}}"#,
    pass: [
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102.0,102],"renew_ar":{"enable":true}}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,0],"renew_ar":{"enable":true}}}"#,
    ],
    fail: [
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,104],"renew_ar":{"enable":true}}}"# => "E chain-last-not-repeated /renew_settings/product_id_for_renew",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,102],"renew_ar":{"enable":true}}}"# => "E chain-last-not-repeated /renew_settings/product_id_for_renew",
    ],
    fix: [
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103],"renew_ar":{"enable":true}}}"# => r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,103],"renew_ar":{"enable":true}}}"#,
    ],
}

rule! {
    ChainRepeatedId {
        "id": Option<ProductId> => "The id, if known.",
        "first": Option<usize> => "The index of its first occurrence in the chain.",
        "earlier": Option<usize> => "The index of the earlier renewal with the same content, in a setup.",
    }
    section: "4.4",
    title: "An id appears twice in the chain",
    explanation: "Each renewal product appears once in the chain; only the last id is repeated, at \
        the very end. A product that appears again before the end makes a circle, which the interface \
        document does not describe. Remove the repetition or use another product.",
    reads: fields_of![Chain],
    at: fields_of![ChainItem],
    templates: {
        "repeated" => "The id {id} already appears in the chain at index {first}. Only the last id is written twice: remove this one or use another product.",
        "setup" => "This product already appears at `/renewals/{first}`. List each one once; the last renews itself: remove this one or use another product.",
        "same-content" => "This product has the same content as `/renewals/{earlier}`, so two equal products would be created. Remove one of them, or change what should differ.",
    },
    bad: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,102,104,104],"renew_ar":{"enable":true}}}"#,
    good: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,104,104],"renew_ar":{"enable":true}}}"#,
    pass: [r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,104,104],"renew_ar":{"enable":true}}}"#],
    fail: [
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102,102],"renew_ar":{"enable":true}}}"# => "E chain-repeated-id /renew_settings/product_id_for_renew/1",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,102,102],"renew_ar":{"enable":true}}}"# => "E chain-repeated-id /renew_settings/product_id_for_renew/2",
    ],
}

rule! {
    ChainSelfMixed { "id": ProductId => "The own id." }
    section: "1",
    title: "The product is in its own chain together with others",
    explanation: "A product is renewed by itself, by one other product, or by several others in sequence; a mix is \
        none of these. Either list only the product's own id, twice, or only other products.",
    reads: fields_of![Chain, Id],
    at: fields_of![ChainItem],
    templates: {
        "mixed" => "The product's own id, {id}, is in the chain together with other ids. Write [{id},{id}], or list only the ids of other products.",
    },
    bad: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,102,102],"renew_ar":{"enable":true}}}"#,
    good: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
    pass: [
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
        r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,102,102],"renew_ar":{"enable":true}}}"#,
    ],
    fail: [
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,101,101],"renew_ar":{"enable":true}}}"# => "E chain-self-mixed /renew_settings/product_id_for_renew/1",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,101],"renew_ar":{"enable":true}}}"# => "E chain-self-mixed /renew_settings/product_id_for_renew/1",
    ],
}

/// Creates the finding for a renewal product with the same content as an earlier one of its setup.
pub(crate) fn same_content(earlier: usize) -> Finding<'static> {
    let finding = Finding::new(Code::ChainRepeatedId, Field::Root).with_template("same-content");
    Finding { severity: Severity::Warning, ..finding.with("earlier", earlier) }
}

pub(super) fn check<'a>(facts: &Facts<'a>, findings: &mut Findings<'a>) {
    if !facts.configured() {
        return;
    }
    if !facts.draft.is_present(Field::Chain) {
        if facts.reports_missing_settings() {
            findings.push(Finding::new(Code::ChainMissing, Field::Chain));
        }
        return;
    }
    let Some(chain) = facts.draft.chain() else { return };
    match *chain {
        [] => findings.push(Finding::new(Code::ChainEmpty, Field::Chain)),
        [id] => {
            findings.push(Finding::new(Code::ChainTooShort, Field::Chain).with("id", id).fix(Fix::Repeat(id)));
        }
        [.., before, last] if before != last => {
            let mut repeated = chain.to_vec();
            repeated.push(last);
            let fix = configuration(&repeated, facts.own).map(|_| Fix::Repeat(last));
            findings.push(Finding::new(Code::ChainLastNotRepeated, Field::Chain).with("id", last).fix(fix));
        }
        _ => {}
    }
    for (index, first) in repeated(chain) {
        let finding = Finding::new(Code::ChainRepeatedId, FieldPath::at(Field::ChainItem, index));
        findings.push(finding.with("id", chain.get(index).copied()).with("first", first));
    }
    let is_own = |id: &ProductId| Some(*id) == facts.own;
    if !chain.iter().all(is_own)
        && let Some(index) = chain.iter().position(is_own)
    {
        let finding = Finding::new(Code::ChainSelfMixed, FieldPath::at(Field::ChainItem, index));
        findings.push(finding.with("id", facts.own));
    }
}
