//! Free trials (§4.4).

use alloc::{format, string::String};

use super::{Code, Rule, explained, product, subject};
use crate::{
    collect::Collector,
    draft::{Money, Value},
    facts::Facts,
    fault::{Fault, Mend},
    fields::{Field, FieldPath, fields_of},
    product::Configuration,
    report::{RenewalKind, Severity},
};

const READS: &[Field] = &[
    Field::Settings,
    Field::Chain,
    Field::Id,
    Field::Ar,
    Field::ArEnable,
    Field::ArRequired,
    Field::Variants,
    Field::Amount,
];

pub(super) static IN_SINGLE: Rule = Rule {
    code: "trial-in-single",
    severities: &[Severity::Error],
    section: "4.4",
    title: explained("A free trial renews itself"),
    explanation: explained(
        "Where one product renews itself, the renewal has the price of the first purchase, \
        so a free trial is not available: it would be free for ever. Create a renewal product with \
        a price and list its id in the chain.",
    ),
    reads: READS,
    at: &[Field::Chain],
    params: &[],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    ),
    message: |_| {
        String::from(
            "A free trial cannot renew itself: the renewal would be free as well. List the id of a \
             renewal product with a price, twice, instead of the product's own id.",
        )
    },
};

pub(super) static AR_NOT_ENABLED: Rule = Rule {
    code: "trial-ar-not-enabled",
    severities: &[Severity::Error],
    section: "4.4",
    title: explained("AR is not on for a free trial"),
    explanation: explained(
        "Only AR is considered for a free trial, so `renew_ar.enable` must be true. \
        Without it the trial ends and nothing follows.",
    ),
    reads: READS,
    at: &[Field::ArEnable],
    params: &[],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":false,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    ),
    message: |_| {
        String::from(
            "AR must be on for a free trial, because only AR is considered for it. Set \
             `renew_ar.enable` to true.",
        )
    },
};

pub(super) static AR_NOT_REQUIRED: Rule = Rule {
    code: "trial-ar-not-required",
    severities: &[Severity::Error],
    section: "4.4",
    title: explained("Auto renewal is not mandatory for a free trial"),
    explanation: explained(
        "Auto renewal is mandatory for a free trial, so `renew_ar.required` must be true.",
    ),
    reads: READS,
    at: &[Field::ArRequired],
    params: &[],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    ),
    message: |_| {
        String::from(
            "Auto renewal must be mandatory for a free trial. Set `renew_ar.required` to true.",
        )
    },
};

pub(super) static KIND_IGNORED: Rule = Rule {
    code: "trial-kind-ignored",
    severities: &[Severity::Warning],
    section: "4.4",
    title: explained("A renewal kind has no effect on a free trial"),
    explanation: explained(
        "Only AR is considered for a free trial, whatever the other kinds are set to. PMR \
        and Email can be left on, but they have no effect.",
    ),
    reads: &[
        Field::Settings,
        Field::Pmr,
        Field::Email,
        Field::Variants,
        Field::Amount,
    ],
    at: &[Field::Pmr, Field::Email],
    params: &[],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true},"renew_email":true},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true},"renew_email":false},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    ),
    message: |fault| {
        format!(
            "{} has no effect on a free trial, for which only AR is considered. Turn it off, or \
             leave it if the prices will change.",
            subject(&fault.path)
        )
    },
};

pub(super) static PRICE_FORM: Rule = Rule {
    code: "trial-price-form",
    severities: &[Severity::Error],
    section: "2.5",
    title: explained("A free price is not written 0.00"),
    explanation: explained(
        "A free-trial product uses the zero amount in two-decimal form: `0.00`.",
    ),
    reads: &[Field::Settings, Field::Variants, Field::Amount],
    at: &[Field::Amount],
    params: &[],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0"}}}]}"#,
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    ),
    message: |_| String::from("The zero price of a free trial is written 0.00, with two decimals."),
};

pub(super) static PRICE_NOT_ZERO: Rule = Rule {
    code: "trial-price-not-zero",
    severities: &[Severity::Error],
    section: "4.4",
    title: explained("A free trial has a price"),
    explanation: explained(
        "All prices of a free trial are zero (0.00). Set the price to 0.00, or do not \
        state that the product is a trial.",
    ),
    reads: &[Field::Amount],
    at: &[Field::Amount],
    params: &[],
    example: product(
        r#"{"trial":true}"#,
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    ),
    message: |_| {
        String::from(
            "The product is meant to be a free trial, but this price is not zero. All prices of a \
             free trial are 0.00.",
        )
    },
};

pub(super) static MIXED_PRICES: Rule = Rule {
    code: "trial-mixed-prices",
    severities: &[Severity::Warning],
    section: "4.4",
    title: explained("Some prices are zero and some are not"),
    explanation: explained(
        "A product is a free trial only if all its prices are zero. With some prices zero \
        and some not, it is an ordinary product of which some variants are free. Set all prices to \
        0.00 for a trial, or give each variant a price.",
    ),
    reads: &[Field::Settings, Field::Variants, Field::Amount],
    at: &[Field::Variants],
    params: &[],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}},{"vendor_code":"V1","sku":"S2","price":{"common":{"currency":"EUR","price":"9.90"}}}]}"#,
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}},{"vendor_code":"V1","sku":"S2","price":{"common":{"currency":"EUR","price":"0.00"}}}]}"#,
    ),
    message: |_| {
        String::from(
            "Some prices are zero and some are not, so the product is no free trial. Set all \
             prices to 0.00 for a trial, or give each variant a price.",
        )
    },
};

pub(super) fn check<'a>(facts: &Facts<'_, 'a>, faults: &mut Collector<'a>) {
    let variants = facts.variants();
    if facts.trial {
        check_settings(facts, faults);
        let told = facts.told_trial();
        for (index, variant) in variants.iter().enumerate() {
            let place = FieldPath::at(Field::Amount, index);
            match variant.amount.given() {
                Some(Money::ZeroOtherwise) => faults.push(
                    Fault::error(Code::TrialPriceForm, place)
                        .related(told)
                        .mend(Mend::Text(String::from("0.00"))),
                ),
                // Then the trial is stated.
                Some(Money::Some) => faults.push(Fault::error(Code::TrialPriceNotZero, place)),
                _ => {}
            }
        }
    } else if facts.options.trial.is_none() && facts.configured() {
        let any = |wanted: fn(Money) -> bool| {
            let mut amounts = variants.iter().filter_map(|variant| variant.amount.given());
            amounts.any(wanted)
        };
        if any(|money| money == Money::Some) && any(|money| money != Money::Some) {
            faults.push(
                Fault::warning(Code::TrialMixedPrices, FieldPath::of(Field::Variants))
                    .related(fields_of![Settings]),
            );
        }
    }
}

fn check_settings<'a>(facts: &Facts<'_, 'a>, faults: &mut Collector<'a>) {
    if !facts.configured() {
        return;
    }
    let single = facts.configuration == Some(Configuration::Single);
    if single {
        faults.push(
            Fault::error(Code::TrialInSingle, FieldPath::of(Field::Chain))
                .related(fields_of![Id, Variants]),
        );
    }
    let mend = || {
        if single {
            // What is wrong there is the set-up: no switch mends it.
            return Mend::None;
        }
        if facts.draft.is_present(Field::Ar) {
            Mend::Switch(true)
        } else {
            Mend::AutoRenewal
        }
    };
    let enable = facts.switch(RenewalKind::Ar);
    if matches!(enable, Value::Absent | Value::Given(false)) {
        faults.push(
            Fault::error(Code::TrialArNotEnabled, FieldPath::of(Field::ArEnable))
                .related(fields_of![Variants])
                .mend(mend()),
        );
    }
    let required = facts.required();
    if !single && matches!(required, Value::Absent | Value::Given(false)) {
        faults.push(
            Fault::error(Code::TrialArNotRequired, FieldPath::of(Field::ArRequired))
                .related(fields_of![Id, Chain, Variants])
                .mend(mend()),
        );
    }
    for spot in [Field::Pmr, Field::Email] {
        if facts.draft.switch(spot).is(&true) {
            faults.push(
                Fault::warning(Code::TrialKindIgnored, FieldPath::of(spot))
                    .related(fields_of![Variants]),
            );
        }
    }
}
