//! Free trials (§4.4).

use alloc::{format, string::String, vec::Vec};

use super::{Code, Rule, explained, product, subject};
use crate::{
    facts::Facts,
    fault::{Fault, Mend},
    place::{Place, Spot, spots},
    product::Configuration,
    read::{Field, Money},
    report::Severity,
};

const READS: &[Spot] = &[
    Spot::Settings,
    Spot::Chain,
    Spot::Id,
    Spot::Ar,
    Spot::ArEnable,
    Spot::ArRequired,
    Spot::Variants,
    Spot::Amount,
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
    at: &[Spot::Chain],
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
    at: &[Spot::ArEnable],
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
    at: &[Spot::ArRequired],
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
        Spot::Settings,
        Spot::Pmr,
        Spot::Email,
        Spot::Variants,
        Spot::Amount,
    ],
    at: &[Spot::Pmr, Spot::Email],
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
            subject(&fault.place)
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
    reads: &[Spot::Settings, Spot::Variants, Spot::Amount],
    at: &[Spot::Amount],
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
    reads: &[Spot::Amount],
    at: &[Spot::Amount],
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
    reads: &[Spot::Settings, Spot::Variants, Spot::Amount],
    at: &[Spot::Variants],
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

pub(super) fn check<'a>(facts: &Facts<'_, 'a>, faults: &mut Vec<Fault<'a>>) {
    let variants = facts.variants();
    if facts.trial {
        check_settings(facts, faults);
        let told = facts.told_prices().with(facts.told_settings());
        for (index, variant) in variants.iter().enumerate() {
            let place = Place::at(Spot::Amount, index);
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
    } else if facts.options.trial.is_none() && facts.settings().is_some() {
        let any = |wanted: fn(&Money) -> bool| {
            variants
                .iter()
                .any(|variant| variant.amount.given().is_some_and(wanted))
        };
        if any(|money| *money == Money::Some) && any(|money| *money != Money::Some) {
            faults.push(
                Fault::warning(Code::TrialMixedPrices, Place::of(Spot::Variants))
                    .related(spots![Settings]),
            );
        }
    }
}

fn check_settings<'a>(facts: &Facts<'_, 'a>, faults: &mut Vec<Fault<'a>>) {
    let Some(settings) = facts.settings() else {
        return;
    };
    let single = facts.configuration == Some(Configuration::Single);
    if single {
        faults.push(
            Fault::error(Code::TrialInSingle, Place::of(Spot::Chain))
                .related(facts.told_id().with(facts.told_prices())),
        );
    }
    let mend = || {
        if single {
            // What is wrong there is the set-up: no switch mends it.
            return Mend::None;
        }
        if settings.ar.is_absent() {
            Mend::AutoRenewal
        } else {
            Mend::Switch(true)
        }
    };
    let enable = facts.enable();
    if matches!(enable, Field::Absent | Field::Given(false)) {
        faults.push(
            Fault::error(Code::TrialArNotEnabled, Place::of(Spot::ArEnable))
                .related(facts.told_prices())
                .mend(mend()),
        );
    }
    let required = facts.required();
    if !single && matches!(required, Field::Absent | Field::Given(false)) {
        faults.push(
            Fault::error(Code::TrialArNotRequired, Place::of(Spot::ArRequired))
                .related(facts.told_prices().with(facts.told_single()))
                .mend(mend()),
        );
    }
    for (field, spot) in [(&settings.pmr, Spot::Pmr), (&settings.email, Spot::Email)] {
        if field.is(&true) {
            faults.push(
                Fault::warning(Code::TrialKindIgnored, Place::of(spot))
                    .related(facts.told_prices()),
            );
        }
    }
}
