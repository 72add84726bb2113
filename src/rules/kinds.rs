//! Which renewal kinds are switched on (§2.4, §4.4).

use alloc::string::String;

use super::{Code, Rule, explained, product};
use crate::{
    collect::Collector,
    draft::Value,
    facts::Facts,
    fault::{Fault, Mend},
    fields::{Field, FieldPath, fields_of},
    product::Configuration,
    report::{RenewalKind, Severity},
};

pub(super) static NO_KIND_ENABLED: Rule = Rule {
    code: "no-kind-enabled",
    severities: &[Severity::Warning],
    section: "2.4",
    title: explained("No renewal kind is turned on"),
    explanation: explained(
        "The product has renewal settings, but AR, PMR and Email are all off, so nothing \
        is ever renewed. Turn at least one of `renew_ar.enable`, `renew_pmr` and `renew_email` on.",
    ),
    reads: &[
        Field::Settings,
        Field::Ar,
        Field::ArEnable,
        Field::Pmr,
        Field::Email,
        Field::Variants,
        Field::Amount,
    ],
    at: &[Field::Settings],
    params: &[],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":false}}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    ),
    message: |_| {
        String::from(
            "No renewal kind is turned on, so nothing is ever renewed. Turn on at least one of AR \
             (`renew_ar.enable`), PMR (`renew_pmr`) and Email (`renew_email`).",
        )
    },
};

pub(super) static AR_REQUIRED_IN_SINGLE: Rule = Rule {
    code: "ar-required-in-single",
    severities: &[Severity::Error],
    section: "4.4",
    title: explained("`required` is passed for a product that renews itself"),
    explanation: explained(
        "Where one product renews itself, `renew_ar.required` must not be passed, whatever \
        its value. Remove it.",
    ),
    reads: &[Field::ArRequired, Field::Chain, Field::Id],
    at: &[Field::ArRequired],
    params: &[],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true,"required":false}}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    ),
    message: |_| {
        String::from(
            "`renew_ar.required` must not be passed for a product that renews itself. Remove it.",
        )
    },
};

pub(super) static AR_REQUIRED_WITHOUT_AR: Rule = Rule {
    code: "ar-required-without-ar",
    severities: &[Severity::Warning],
    section: "2.4",
    title: explained("Auto renewal is mandatory but off"),
    explanation: explained(
        "`renew_ar.required` makes auto renewal mandatory at purchase, but `enable` is not \
        true, so there is no auto renewal and `required` has no effect. Turn AR on, or remove \
        `required`.",
    ),
    reads: &[
        Field::ArRequired,
        Field::ArEnable,
        Field::Chain,
        Field::Id,
        Field::Variants,
        Field::Amount,
    ],
    at: &[Field::ArRequired],
    params: &[],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"required":true},"renew_email":true}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true},"renew_email":true}}"#,
    ),
    message: |_| {
        String::from(
            "`renew_ar.required` has no effect, because AR is not on. Set `renew_ar.enable` to \
             true, or remove `required`.",
        )
    },
};

pub(super) static EMAIL_IN_CHAIN: Rule = Rule {
    code: "email-in-chain",
    severities: &[Severity::Error],
    section: "4.4",
    title: explained("Email renewal is on in a chain of several products"),
    explanation: explained(
        "A chain of several renewal products suits AR, AR Trial and PMR, but not Email: \
        Email renewal is never applied there. Turn `renew_email` off, or use a single renewal \
        product.",
    ),
    reads: &[
        Field::Email,
        Field::Chain,
        Field::Id,
        Field::Variants,
        Field::Amount,
    ],
    at: &[Field::Email],
    params: &[],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,103],"renew_ar":{"enable":true},"renew_email":true}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,103],"renew_ar":{"enable":true},"renew_email":false}}"#,
    ),
    message: |_| {
        String::from(
            "Email renewal does not suit a chain of several renewal products. Turn `renew_email` \
             off, or use a single renewal product.",
        )
    },
};

pub(super) fn check<'a>(facts: &Facts<'_, 'a>, faults: &mut Collector<'a>) {
    if !facts.configured() {
        return;
    }
    let single = facts.configuration == Some(Configuration::Single);
    let is_off = |kind| matches!(facts.switch(kind), Value::Absent | Value::Given(false));
    if !facts.trial && RenewalKind::ALL.into_iter().all(is_off) {
        faults.push(
            Fault::warning(Code::NoKindEnabled, FieldPath::of(Field::Settings))
                .related(fields_of![ArEnable, Pmr, Email, Variants]),
        );
    }
    let required = FieldPath::of(Field::ArRequired);
    // `required` is at fault here even where its value is malformed, but not where `renew_ar` is.
    let passed = facts.draft.has(Field::Ar) && facts.draft.is_present(Field::ArRequired);
    if single && passed {
        faults.push(
            Fault::error(Code::ArRequiredInSingle, required)
                .related(fields_of![Id, Chain])
                .mend(Mend::Remove(&[Field::ArRequired])),
        );
    } else if !single && !facts.trial && facts.required().is(&true) && is_off(RenewalKind::Ar) {
        faults.push(
            Fault::warning(Code::ArRequiredWithoutAr, required)
                .related(fields_of![Id, Chain, ArEnable, Variants]),
        );
    }
    if facts.configuration == Some(Configuration::Chain)
        && !facts.trial
        && facts.switch(RenewalKind::Email).is(&true)
    {
        faults.push(
            Fault::error(Code::EmailInChain, FieldPath::of(Field::Email))
                .related(fields_of![Id, Chain, Variants]),
        );
    }
}
