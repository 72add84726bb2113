//! Rules for the product's role and the operation (§4.2, §4.3, §4.4).

use alloc::{string::String, vec::Vec};

use super::finding::{Finding, Fix};
use super::rule::rule;
use super::{facts::Facts, findings::Findings};
use crate::options::{Operation, Options, Role, pmr_limit};
use crate::product::{Payment, ProductId, RenewalKind};
use crate::report::{Code, Severity};
use crate::schema::{Field, fields_of};

rule! {
    FieldNotOnCreate { "field": &'static str => "The field." }
    section: "4.4",
    title: "The field must be left out when this product is created",
    explanation: "A product is created without an id: the service gives it. A renewal product is created without \
        `renew_settings`. A product that renews itself is created without `licence_term` and `renew_settings`; both \
        are added by a change afterwards, when its id is known.",
    reads: fields_of![Id, LicenceTerm, Settings],
    templates: {
        "id" => "Leave `{field}` out when this product is created: the service gives the id.",
        "later" => "Leave `{field}` out when this product is created. A product that renews itself gets its term and settings by a change afterwards.",
        "renewal" => "Leave `{field}` out when this product is created. A renewal product has none: the chain of the product that starts the renewals says what follows.",
    },
    options: r#"{"operation":"create","role":"self-renewing"}"#,
    bad: r#"{"family_name":"Example","name":"Example Pro","licence_term":"P1M","variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    good: r#"{"family_name":"Example","name":"Example Pro","variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    pass: [r#"{"operation":"create","role":"renewal"} > {"licence_term":"P1M"}"#],
    fail: [
        r#"{"id":101}"# => "E field-not-on-create /id",
        r#"{"operation":"create","role":"renewal"} > {"renew_settings":{}}"# => "E field-not-on-create /renew_settings",
    ],
}

rule! {
    RenewSettingsMissing {}
    section: "4.4",
    title: "The product that starts the renewals has no renewal settings",
    explanation: "An initiator, and a free trial in any case, needs `renew_settings` with the chain \
        of its renewal products and at least one kind turned on. Without them nothing is renewed.",
    reads: fields_of![Settings],
    templates: {
        "missing" => "`renew_settings` is missing, so nothing is renewed. Add it with the ids of the renewal products and at least one renewal kind.",
    },
    options: r#"{"role":"initiator"}"#,
    bad: r#"{"id":101,"licence_term":"P1M"}"#,
    good: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
    pass: [r#"{"renew_settings":5}"#, r#"{"role":"initiator","operation":"update"} > {"name":"N"}"#],
    fail: [r#"{"trial":true} > {}"# => "E renew-settings-missing /renew_settings"],
}

rule! {
    RenewalHasSettings {}
    severities: &[Severity::Warning],
    section: "4.4",
    title: "A renewal product has renewal settings of its own",
    explanation: "Renewal products are created without `renew_settings`: the initiator's chain says \
        what follows what. Settings of the renewal product itself start a second setup when it is \
        bought on its own. Remove them unless that is meant.",
    reads: fields_of![Settings, Chain, Id],
    reads_elsewhere: fields_of![Chain, Id],
    at: fields_of![Settings],
    templates: {
        "settings" => "This product is used for renewal, and renewal products have no `renew_settings` of their own. Remove them, unless the product is also meant to start renewals of its own.",
    },
    options: r#"{"role":"renewal"}"#,
    bad: r#"{"id":102,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[103,103],"renew_ar":{"enable":true}}}"#,
    good: r#"{"id":102,"licence_term":"P1M"}"#,
    pass: [
        r#"{"role":"self-renewing"} > {"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
        r#"{"name":"N"}"#,
    ],
    fail: [r#"{"role":"renewal","operation":"update"} > {"renew_settings":{}}"# => "W renewal-has-settings /renew_settings"],
}

rule! {
    NotChecked {
        "needs": Vec<String> => "The options that must be set, or the fields that must be known, for the check.",
        "id": Option<ProductId> => "The id of the product that was not checked, if it is another one.",
    }
    severities: &[Severity::Info],
    properties: [OncePerInput],
    section: "8",
    title: "Something could not be checked",
    explanation: "A rule needs an option that is not set: a minimum term of PMR, whose default the interface document \
        does not show, or the current product of an update. Set it to have everything checked.",
    reads: fields_of![Settings, Pmr, LicenceTerm, Variants, Amount, Locales],
    at: fields_of![Root],
    templates: {
        "current" => "The change was checked without the rest of the product. Set `current` to the product before the change to check them together.",
        "term" => "The licence term of product {id} was not checked, because it is not known here. Give the product as an object with its `id` and its `licence_term`.",
        "minimums" => "Whether the term is long enough for PMR was not checked, because its minimums are not known. Ask Support for them and set them ({needs}).",
        "minimum" => "Whether the term is long enough for PMR was not checked, because its minimum is not known. Ask Support for it and set it ({needs}).",
    },
    bad: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_pmr":true}}"#,
    good: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    pass: [
        r#"{"limits":{"pmrOnlineMinDays":1,"pmrOfflineMinDays":1}} > {"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_pmr":true}}"#,
        r#"{"operation":"update"} > {"name":"N"}"#,
    ],
    fail: [r#"{"operation":"update"} > {"variants":[]}"# => "I not-checked"],
}

/// Returns the option names of the PMR minimums that are needed but not set.
fn needed_minimums(options: &Options) -> Vec<&'static str> {
    let is_needed = |payment: &&Payment| {
        options.payment.is_none_or(|set| set == **payment)
            && options.limits.minimum(RenewalKind::Pmr, **payment).is_none()
    };
    Payment::ALL.iter().filter(is_needed).map(|payment| pmr_limit(*payment)).collect()
}

/// Creates the finding for a check that was skipped because the information in `needs` is missing.
pub(crate) fn not_checked(message_id: &'static str, needs: &[&str]) -> Finding<'static> {
    let needs: Vec<_> = needs.iter().map(|need| String::from(*need)).collect();
    Finding::new(Code::NotChecked, Field::Root).with_template(message_id).with("needs", needs)
}

pub(super) fn check<'a>(facts: &Facts<'a>, findings: &mut Findings<'a>) {
    let (draft, role) = (&facts.draft, facts.options.role);
    let is_create = facts.options.operation == Operation::Create;
    if is_create {
        check_create(facts, findings);
    }
    let needs_settings = role == Some(Role::Initiator) || facts.options.trial == Some(true);
    if needs_settings && !facts.is_update() && !draft.is_present(Field::Settings) {
        findings.push(Finding::new(Code::RenewSettingsMissing, Field::Settings));
    } else if role == Some(Role::Renewal) && !is_create && draft.is_present(Field::Settings) {
        findings.push(Finding::new(Code::RenewalHasSettings, Field::Settings));
    }
    if facts.applies(RenewalKind::Pmr) {
        match needed_minimums(facts.options).as_slice() {
            [] => {}
            minimum @ [_] => findings.push(not_checked("minimum", minimum)),
            minimums => findings.push(not_checked("minimums", minimums)),
        }
    }
    if facts.is_update() && facts.update.is_none() {
        // Without `current`, it is unknown whether these fields drop or contradict fields of the stored product.
        let mut fields = [Field::Settings, Field::LicenceTerm, Field::Variants, Field::Locales].into_iter();
        if fields.any(|field| draft.is_present(field)) {
            findings.push(not_checked("current", &["current"]));
        }
    }
}

fn check_create<'a>(facts: &Facts<'a>, findings: &mut Findings<'a>) {
    let role = facts.options.role;
    let is_single = role == Some(Role::SelfRenewing);
    for (field, is_forbidden) in
        [(Field::Id, true), (Field::LicenceTerm, is_single), (Field::Settings, !facts.may_have_settings())]
    {
        if is_forbidden && facts.draft.is_present(field) {
            let others = if is_single { "later" } else { "renewal" };
            let message_id = if field == Field::Id { "id" } else { others };
            let finding = Finding::new(Code::FieldNotOnCreate, field).with_template(message_id);
            findings.push(finding.with("field", field.key()).fix(Fix::Remove));
        }
    }
}
