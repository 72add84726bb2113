//! The shape of the chain (§4.4).

use alloc::{format, string::String};

use super::{Code, Rule, explained, product, subject};
use crate::{
    collect::Collector,
    facts::Facts,
    fault::{Data, Fault, Mend},
    fields::{Field, FieldPath, fields_of},
    product::repeated,
    report::Severity,
};

const READS: &[Field] = &[Field::Chain];

pub(super) static MISSING: Rule = Rule {
    code: "chain-missing",
    severities: &[Severity::Error],
    section: "4.4",
    title: explained("The renewal settings have no chain"),
    explanation: explained(
        "`renew_settings` must say which products are used for renewal. List their ids in \
        `product_id_for_renew` in the order of use and repeat the last one; a product that renews \
        itself lists its own id twice.",
    ),
    reads: &[Field::Settings, Field::Chain],
    at: READS,
    params: &[],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"renew_ar":{"enable":true}}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
    ),
    message: |_| {
        String::from(
            "`renew_settings` does not say which products are used for renewal. Add \
             `product_id_for_renew`: the ids of the renewal products in the order of use, the last \
             one twice.",
        )
    },
};

pub(super) static EMPTY: Rule = Rule {
    code: "chain-empty",
    severities: &[Severity::Error],
    section: "4.4",
    title: explained("The chain is empty"),
    explanation: explained(
        "An empty `product_id_for_renew` names no product to renew with, so nothing is \
        ever renewed. List the ids of the renewal products in the order of use and repeat the last \
        one; a product that renews itself lists its own id twice.",
    ),
    reads: READS,
    at: READS,
    params: &[],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[],"renew_ar":{"enable":true}}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    ),
    message: |_| {
        String::from(
            "`product_id_for_renew` is empty, so nothing is ever renewed. List the ids of the \
             renewal products in the order of use, the last one twice.",
        )
    },
};

pub(super) static TOO_SHORT: Rule = Rule {
    code: "chain-too-short",
    severities: &[Severity::Error],
    section: "4.4",
    title: explained("The chain has one id only"),
    explanation: explained(
        "The last id of a chain stands twice, because the last product renews itself. A \
        chain of one id is therefore too short: write the id twice.",
    ),
    reads: READS,
    at: READS,
    params: &[],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102],"renew_ar":{"enable":true}}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
    ),
    message: |fault| match fault.data {
        Data::Id(id) => format!(
            "`product_id_for_renew` has one id only. Write it twice: [{id},{id}], because the last \
             product renews itself."
        ),
        _ => String::new(),
    },
};

pub(super) static LAST_NOT_REPEATED: Rule = Rule {
    code: "chain-last-not-repeated",
    severities: &[Severity::Error],
    section: "4.4",
    title: explained("The last id of the chain is not repeated"),
    explanation: explained(
        "The products of a chain are used in order, and the last one renews itself: its \
        id must stand twice at the end, as in [102,103,103]. Without the repetition renewals stop.",
    ),
    reads: READS,
    at: READS,
    params: &[],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103],"renew_ar":{"enable":true}}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,103],"renew_ar":{"enable":true}}}"#,
    ),
    message: |fault| match fault.data {
        Data::Id(id) => format!(
            "The last id of `product_id_for_renew`, {id}, is not repeated. Add {id} once more at \
             the end, because the last product renews itself."
        ),
        _ => String::new(),
    },
};

pub(super) static REPEATED_ID: Rule = Rule {
    code: "chain-repeated-id",
    severities: &[Severity::Error],
    section: "4.4",
    title: explained("An id stands twice in the chain"),
    explanation: explained(
        "Each renewal product stands once in the chain; only the last id is repeated, at \
        the very end. A product that comes back earlier makes a circle, which the service does not \
        describe. Remove the repetition or use another product.",
    ),
    reads: READS,
    at: &[Field::ChainItem],
    params: &[],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,102,104,104],"renew_ar":{"enable":true}}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,104,104],"renew_ar":{"enable":true}}}"#,
    ),
    message: |fault| match fault.data {
        Data::Id(id) => format!(
            "{} is {id}, which already stands earlier in the chain. Only the last id is written \
             twice: remove this one or use another product.",
            subject(&fault.path),
        ),
        _ => String::new(),
    },
};

pub(super) static SELF_MIXED: Rule = Rule {
    code: "chain-self-mixed",
    severities: &[Severity::Error],
    section: "1",
    title: explained("The product stands in its own chain together with others"),
    explanation: explained(
        "A product is renewed by itself, by one other product, or by several others in \
        sequence; a mix is none of these. Either list only the product's own id, twice, or only \
        other products.",
    ),
    reads: &[Field::Chain, Field::Id],
    at: &[Field::ChainItem],
    params: &[],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,102,102],"renew_ar":{"enable":true}}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
    ),
    message: |fault| match fault.data {
        Data::Id(id) => format!(
            "The product's own id, {id}, stands in the chain together with other products. Write \
             [{id},{id}] if the product renews itself, or else list only the other products."
        ),
        _ => String::new(),
    },
};

pub(super) fn check<'a>(facts: &Facts<'_, 'a>, faults: &mut Collector<'a>) {
    if !facts.configured() {
        return;
    }
    let here = FieldPath::of(Field::Chain);
    if !facts.draft.is_present(Field::Chain) {
        faults.push(Fault::error(Code::ChainMissing, here));
        return;
    }
    let Some(chain) = facts.chain() else {
        return;
    };
    match *chain {
        [] => faults.push(Fault::error(Code::ChainEmpty, here)),
        [id] => faults.push(
            Fault::error(Code::ChainTooShort, here)
                .data(Data::Id(id))
                .mend(Mend::Repeat(id)),
        ),
        [.., before, last] if before != last => faults.push(
            Fault::error(Code::ChainLastNotRepeated, here)
                .data(Data::Id(last))
                .mend(Mend::Repeat(last)),
        ),
        _ => {}
    }
    for index in repeated(chain) {
        if let Some(id) = chain.get(index) {
            faults.push(
                Fault::error(
                    Code::ChainRepeatedId,
                    FieldPath::at(Field::ChainItem, index),
                )
                .data(Data::Id(*id)),
            );
        }
    }
    if let Some(own) = facts.own {
        let others = chain.iter().any(|id| *id != own);
        let index = chain.iter().position(|id| *id == own);
        if let (true, Some(index)) = (others, index) {
            faults.push(
                Fault::error(Code::ChainSelfMixed, FieldPath::at(Field::ChainItem, index))
                    .data(Data::Id(own))
                    .related(fields_of![Id]),
            );
        }
    }
}
