//! Rules for free trials (§4.4).

use super::draft::AmountKind;
use super::finding::{Finding, Fix};
use super::rule::rule;
use super::{facts::Facts, findings::Findings};
use crate::product::{Configuration, RenewalKind};
use crate::report::{Code, Severity};
use crate::schema::{Field, FieldPath, fields_of};

/// Template for a trial that is inferred from zero prices: the reason, the requirement, and two alternative remedies
/// (to set a price, or the text `$remedy`).
macro_rules! inferred {
    (product: $requirement:literal, $remedy:literal) => {
        inferred!("All prices are zero, which makes this a free trial, and ", $requirement, $remedy)
    };
    (initiator: $requirement:literal, $remedy:literal) => {
        inferred!("All prices of the initiator are zero, which makes it a free trial, and ", $requirement, $remedy)
    };
    ($basis:literal, $requirement:literal, $remedy:literal) => {
        concat!($basis, $requirement, " Give it a price if no trial is meant, or ", $remedy)
    };
}
pub(super) use inferred;

rule! {
    TrialInSingle {}
    section: "4.4",
    title: "A free trial renews itself",
    explanation: "Where one product renews itself, the renewal has the price of the first purchase, so a free trial is \
        not available: it would be free for ever. Create a renewal product with a price and list its id in the chain.",
    reads: fields_of![Settings, Chain, Id, Variants, Amount],
    at: fields_of![Chain],
    templates: {
        "single" => "The chain of a free trial cannot have only the product's own id: the renewal would be free as well. List the id of a renewal product with a price, twice, instead.",
        "inferred" => inferred!(product: "the chain of a free trial cannot have only the product's own id: the renewal would be free as well.", "list the id of a renewal product with a price, twice, instead."),
        "setup" => "A free trial cannot renew itself: the renewal would be free as well. Add a renewal product with a price to `renewals`.",
        "setup-inferred" => inferred!(initiator: "a free trial cannot renew itself: the renewal would be free as well.", "add a renewal product with a price to `renewals`."),
    },
    bad: r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    good: r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    pass: [
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[101,101],"renew_pmr":true},"variants":[{"vendor_code":"V","sku":"S0","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    ],
    fail: [
        r#"{"trial":true} > {"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"# => "E trial-in-single /renew_settings/product_id_for_renew",
    ],
}

rule! {
    TrialArNotEnabled {}
    section: "4.4",
    title: "AR is not on for a free trial",
    explanation: "Only AR is considered for a free trial, so `renew_ar.enable` must be true. \
        Without it the trial ends and nothing follows.",
    reads: fields_of![Settings, Ar, ArEnable, Variants, Amount, Pmr, Email],
    at: fields_of![ArEnable],
    templates: {
        "off" => "AR must be on for a free trial, because only AR is considered for it. Set `renew_ar.enable` to true.",
        "inferred" => inferred!(product: "AR must be on for a free trial, because only AR is considered for it.", "set `renew_ar.enable` to true."),
        "setup" => "AR must be on for a free trial, because only AR is considered for it. Turn `kinds.ar` on, with `required`.",
        "setup-inferred" => inferred!(initiator: "AR must be on for a free trial, because only AR is considered for it.", "turn `kinds.ar` on, with `required`."),
    },
    bad: r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":false,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    good: r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    pass: [r#"{"trial":false} > {"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_pmr":true}}"#],
    fail: [
        r#"{"trial":true} > {"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,103],"renew_ar":{"required":true}}}"# => "E trial-ar-not-enabled /renew_settings/renew_ar/enable",
    ],
}

rule! {
    TrialArNotRequired {}
    section: "4.4",
    title: "Auto renewal is not mandatory for a free trial",
    explanation: "Auto renewal is mandatory for a free trial, so `renew_ar.required` must be true.",
    reads: fields_of![Settings, Chain, Id, Ar, ArRequired, Variants, Amount, Pmr, Email],
    at: fields_of![ArRequired],
    templates: {
        "optional" => "Auto renewal must be mandatory for a free trial. Set `renew_ar.required` to true.",
        "inferred" => inferred!(product: "auto renewal must be mandatory for a free trial.", "set `renew_ar.required` to true."),
        "setup" => "Auto renewal must be mandatory for a free trial. Turn `kinds.ar.required` on.",
        "setup-inferred" => inferred!(initiator: "auto renewal must be mandatory for a free trial.", "turn `kinds.ar.required` on."),
    },
    bad: r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    good: r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    pass: [r#"{"trial":true} > {"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":1}}}"#],
    fail: [
        r#"{"trial":true} > {"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"# => "E trial-ar-not-required /renew_settings/renew_ar/required",
    ],
    fix: [
        r#"{"trial":true} > {"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}},"variants":[{"vendor_code":"V","sku":"S0","price":{"common":{"currency":"USD","price":"0.00"}}}]}"# => r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V","sku":"S0","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    ],
}

rule! {
    TrialKindIgnored { "field": &'static str => "The switch of the kind." }
    severities: &[Severity::Warning],
    section: "4.4",
    title: "A renewal kind has no effect on a free trial",
    explanation: "Only AR is considered for a free trial, whatever the other kinds are set to. PMR \
        and Email can be left on, but they have no effect.",
    reads: fields_of![Settings, Pmr, Email, Variants, Amount],
    at: fields_of![Pmr, Email],
    templates: {
        "ignored" => "`{field}` has no effect on a free trial, for which only AR is considered. Turn it off, or leave it if the prices will change.",
        "inferred" => inferred!(product: "`{field}` has no effect on a free trial, for which only AR is considered.", "turn `{field}` off."),
        "setup" => "This kind has no effect on a free trial, for which only AR is considered. Turn it off in `kinds`, or leave it if the prices will change.",
        "setup-inferred" => inferred!(initiator: "this kind has no effect on a free trial, for which only AR is considered.", "turn the kind off in `kinds`."),
    },
    bad: r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true},"renew_email":true},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    good: r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true},"renew_email":false},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    pass: [
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_pmr":true},"variants":[{"vendor_code":"V","sku":"S0","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    ],
    fail: [
        r#"{"trial":true} > {"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true},"renew_pmr":true}}"# => "W trial-kind-ignored /renew_settings/renew_pmr",
    ],
}

rule! {
    TrialPriceForm {}
    section: "2.5",
    title: "A free price is not written 0.00",
    explanation: "A free-trial product uses the zero amount in two-decimal form: `0.00`.",
    reads: fields_of![Settings, Variants, Amount],
    at: fields_of![Amount],
    templates: {
        "form" => "Write the zero price of a free trial as 0.00, with two decimals.",
        "inferred" => inferred!(product: "the zero price of a free trial is written 0.00, with two decimals.", "write 0.00."),
        "setup-inferred" => inferred!(initiator: "the zero price of a free trial is written 0.00, with two decimals.", "write 0.00."),
    },
    bad: r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0"}}}]}"#,
    good: r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    pass: [
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V","sku":"S0","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
        r#"{"trial":false} > {"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V","sku":"S0","price":{"common":{"currency":"USD","price":"0"}}}]}"#,
    ],
    fail: [
        r#"{"trial":true} > {"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"00.00"}}}]}"# => "E trial-price-form /variants/0/price/common/price",
    ],
    fix: [
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V","sku":"S0","price":{"common":{"currency":"USD","price":"0.0"}}}]}"# => r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V","sku":"S0","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    ],
}

rule! {
    TrialPriceNotZero {}
    section: "4.4",
    title: "A free trial has a price",
    explanation: "All prices of a free trial are zero (0.00). Set the price to 0.00, or do not \
        state that the product is a trial.",
    reads: fields_of![Amount],
    templates: {
        "not-zero" => "The product is meant to be a free trial, but this price is not zero. All prices of a free trial must be 0.00.",
    },
    options: r#"{"trial":true}"#,
    bad: r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    good: r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
    pass: [r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"x"}}}]}"#],
    fail: [
        r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"0.01"}}}]}"# => "E trial-price-not-zero /variants/0/price/common/price",
    ],
}

rule! {
    TrialMixedPrices {}
    severities: &[Severity::Warning],
    section: "4.4",
    title: "Some prices are zero and some are not",
    explanation: "A product is a free trial only if all its prices are zero. With some prices zero \
        and some not, it is an ordinary product of which some variants are free. Set all prices to \
        0.00 for a trial, or give each variant a price.",
    reads: fields_of![Settings, Variants, Amount],
    at: fields_of![Variants],
    templates: {
        "mixed" => "Some prices are zero and some are not, so the product is not a free trial. Set all prices to 0.00 for a trial, or give each variant a price.",
    },
    bad: r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}},{"vendor_code":"V1","sku":"S2","price":{"common":{"currency":"EUR","price":"9.90"}}}]}"#,
    good: r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}},{"vendor_code":"V1","sku":"S2","price":{"common":{"currency":"EUR","price":"0.00"}}}]}"#,
    pass: [
        r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
        r#"{"trial":false} > {"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V","sku":"S0","price":{"common":{"currency":"USD","price":"0.00"}}},{"vendor_code":"V","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    ],
    fail: [
        r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V","sku":"S0","price":{"common":{"currency":"USD","price":"9.90"}}},{"vendor_code":"V","sku":"S1","price":{"common":{"currency":"USD","price":"0"}}}]}"# => "W trial-mixed-prices /variants",
    ],
}

pub(super) fn check<'a>(facts: &Facts<'a>, findings: &mut Findings<'a>) {
    let variants = &facts.draft.variants;
    if facts.trial {
        check_settings(facts, findings);
        for (index, variant) in variants.iter().enumerate() {
            let place = FieldPath::at(Field::Amount, index);
            match variant.amount.valid() {
                Some(AmountKind::ZeroOtherwise) => {
                    findings.push(trial_finding(facts, Code::TrialPriceForm, place).fix(Fix::Text("0.00".into())));
                }
                // Do not call `trial_finding`, which chooses the message for an inferred trial: with a positive price, a
                // product is a trial only if the option `trial` is set.
                Some(AmountKind::Positive) => findings.push(Finding::new(Code::TrialPriceNotZero, place)),
                _ => {}
            }
        }
    } else if facts.options.trial.is_none() && facts.configured() {
        let amounts = || variants.iter().filter_map(|variant| variant.amount.valid());
        if amounts().any(|amount| amount == AmountKind::Positive)
            && amounts().any(|amount| amount != AmountKind::Positive)
        {
            findings.push(Finding::new(Code::TrialMixedPrices, Field::Variants));
        }
    }
}

fn check_settings<'a>(facts: &Facts<'a>, findings: &mut Findings<'a>) {
    if !facts.configured() {
        return;
    }
    let single = facts.configuration == Some(Configuration::Single);
    if single {
        findings.push(trial_finding(facts, Code::TrialInSingle, Field::Chain));
    }
    // An update without a known product id may belong to a product that renews itself.
    let may_be_single = facts.is_update() && facts.own.is_none() && facts.configuration == Some(Configuration::Pair);
    // Offer no fix if the product renews itself: a free trial cannot, so its chain is wrong, not its switches.
    let fix = (!single && !may_be_single)
        .then(|| if facts.draft.is_present(Field::Ar) { Fix::Switch(true) } else { Fix::AutoRenewal });
    if facts.reports_missing_settings() && facts.switch(RenewalKind::Ar).is_off() {
        findings.push(trial_finding(facts, Code::TrialArNotEnabled, Field::ArEnable).fix(fix.clone()));
    }
    if facts.reports_missing_settings() && !single && facts.required().is_off() {
        findings.push(trial_finding(facts, Code::TrialArNotRequired, Field::ArRequired).fix(fix));
    }
    for field in [Field::Pmr, Field::Email] {
        if facts.draft.switch(field).is(&true) {
            findings.push(trial_finding(facts, Code::TrialKindIgnored, field).with("field", field.key()));
        }
    }
}

/// Reason why a product is a free trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trial {
    /// The option `trial` is set.
    Set,
    /// All prices are zero.
    Inferred,
}

impl Trial {
    /// Returns the reason why a product is a free trial; `None` if it is none.
    pub(super) fn of(facts: &Facts<'_>) -> Option<Self> {
        let reason = if facts.options.trial.is_some() { Self::Set } else { Self::Inferred };
        facts.trial.then_some(reason)
    }
}

/// Creates a finding about a trial, with the template for an inferred trial if the `trial` option is not set.
fn trial_finding<'a>(facts: &Facts<'a>, code: Code, path: impl Into<FieldPath<'a>>) -> Finding<'a> {
    let finding = Finding::new(code, path);
    if Trial::of(facts) == Some(Trial::Inferred) { finding.with_template("inferred") } else { finding }
}
