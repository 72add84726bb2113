//! Rules for the enabled renewal kinds (§2.4, §4.4).

use super::finding::{Finding, Fix};
use super::rule::rule;
use super::{facts::Facts, findings::Findings};
use crate::product::{Configuration, RenewalKind};
use crate::report::{Code, Severity};
use crate::schema::{Field, fields_of};

rule! {
    NoKindEnabled {}
    severities: &[Severity::Warning],
    section: "2.4",
    title: "No renewal kind is turned on",
    explanation: "The product has renewal settings, but AR, PMR and Email are all off, so nothing \
        is ever renewed. Turn at least one of `renew_ar.enable`, `renew_pmr` and `renew_email` on.",
    reads: fields_of![Settings, Ar, ArEnable, Pmr, Email, Variants, Amount],
    at: fields_of![Settings],
    templates: {
        "off" => "No renewal kind is turned on, so nothing is ever renewed. Turn on at least one of AR (`renew_ar.enable`), PMR (`renew_pmr`) and Email (`renew_email`).",
        "setup" => "No renewal kind is turned on, so nothing is ever renewed. Turn on at least one of `ar`, `pmr` and `email` in `kinds`.",
    },
    bad: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":false}}}"#,
    good: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    pass: [
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_email":true}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_pmr":"yes"}}"#,
    ],
    fail: [r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{}}}"# => "W no-kind-enabled /renew_settings"],
}

rule! {
    ArRequiredInSingle {}
    section: "4.4",
    title: "`required` is passed for a product that renews itself",
    explanation: "Where one product renews itself, `renew_ar.required` must not be passed, whatever \
        its value. Remove it.",
    reads: fields_of![ArRequired, Chain, Id],
    at: fields_of![ArRequired],
    templates: {
        "passed" => "`renew_ar.required` must not be passed if the chain has only the product's own id. Remove it.",
        "setup" => "Auto renewal cannot be mandatory for a product that renews itself. Turn `kinds.ar.required` off, or add a renewal product to `renewals`.",
    },
    bad: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true,"required":false}}}"#,
    good: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    pass: [r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}}}"#],
    fail: [
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"required":true},"renew_email":true}}"# => "E ar-required-in-single /renew_settings/renew_ar/required",
    ],
    fix: [
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"required":false,"enable":true}}}"# => r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    ],
}

rule! {
    ArRequiredWithoutAr {}
    severities: &[Severity::Warning],
    section: "2.4",
    title: "Auto renewal is mandatory but off",
    explanation: "`renew_ar.required` makes auto renewal mandatory at purchase, but `enable` is not true, so there is \
        no auto renewal and `required` has no effect. Turn AR on, or remove `required`.",
    reads: fields_of![ArRequired, ArEnable, Chain, Id, Variants, Amount],
    at: fields_of![ArRequired],
    templates: {
        "no-effect" => "`renew_ar.required` has no effect, because AR is not on. Set `renew_ar.enable` to true, or remove `required`.",
    },
    bad: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"required":true},"renew_email":true}}"#,
    good: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true},"renew_email":true}}"#,
    pass: [r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":"x","required":true}}}"#],
    fail: [
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":false,"required":true},"renew_email":true}}"# => "W ar-required-without-ar /renew_settings/renew_ar/required",
    ],
}

rule! {
    EmailInChain {}
    section: "4.4",
    title: "Email renewal is on in a chain of several products",
    explanation: "A chain of several renewal products suits AR, AR Trial and PMR, but not Email: Email renewal is \
        never applied there. Turn `renew_email` off, or use a single renewal product.",
    reads: fields_of![Email, Chain, Id, Variants, Amount],
    at: fields_of![Email],
    templates: {
        "chain" => "Email renewal does not suit a chain of several renewal products. Turn `renew_email` off, or use a single renewal product.",
        "setup" => "Email renewal does not suit a chain of several renewal products. Turn `kinds.email` off, or use a single renewal product.",
    },
    bad: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,103],"renew_ar":{"enable":true},"renew_email":true}}"#,
    good: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,103],"renew_ar":{"enable":true},"renew_email":false}}"#,
    pass: [r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_email":true}}"#],
    fail: [
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,104,104],"renew_email":true}}"# => "E email-in-chain /renew_settings/renew_email",
    ],
}

pub(super) fn check<'a>(facts: &Facts<'a>, findings: &mut Findings<'a>) {
    if !facts.configured() {
        return;
    }
    let single = facts.configuration == Some(Configuration::Single);
    let is_off = |kind| facts.switch(kind).is_off();
    if !facts.trial && facts.reports_missing_settings() && RenewalKind::EACH.into_iter().all(is_off) {
        findings.push(Finding::new(Code::NoKindEnabled, Field::Settings));
    }
    // Report `required` even if its value is malformed, but not if `renew_ar` is malformed.
    let passed = facts.draft.has(Field::Ar) && facts.draft.is_present(Field::ArRequired);
    if single && passed {
        findings.push(Finding::new(Code::ArRequiredInSingle, Field::ArRequired).fix(Fix::Remove));
    } else if !single && !facts.trial && facts.required().is(&true) && is_off(RenewalKind::Ar) {
        findings.push(Finding::new(Code::ArRequiredWithoutAr, Field::ArRequired));
    }
    if facts.configuration == Some(Configuration::Chain) && !facts.trial && facts.switch(RenewalKind::Email).is(&true) {
        findings.push(Finding::new(Code::EmailInChain, Field::Email));
    }
}
