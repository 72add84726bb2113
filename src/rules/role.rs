//! The product's role and the operation (§4.2, §4.3, §4.4).

use alloc::{format, string::String, vec::Vec};

use super::{Code, Rule, explained, product, quoted, subject};
use crate::{
    facts::{Change, Facts},
    fault::{Data, Fault, Mend},
    group::firsts,
    options::{Operation, Options, Payment, Role, pmr_limit},
    place::{Place, Spot, spots},
    read::{Draft, Field, Settings},
    report::{RenewalKind, Severity},
};

pub(super) static FIELD_NOT_ON_CREATE: Rule = Rule {
    code: "field-not-on-create",
    severities: &[Severity::Error],
    section: "4.4",
    title: explained("The field is not sent when this product is created"),
    explanation: explained(
        "A product is created without an id: the service gives it. A renewal product is \
        created without `renew_settings`. A product that renews itself is created without \
        `licence_term` and `renew_settings`; both are added by a change afterwards, when its id is \
        known.",
    ),
    reads: &[Spot::Id, Spot::LicenceTerm, Spot::Settings],
    at: &[Spot::Id, Spot::LicenceTerm, Spot::Settings],
    params: &[],
    example: product(
        r#"{"operation":"create","role":"selfRenewing"}"#,
        r#"{"family_name":"Example","name":"Example Pro","licence_term":"P1M","variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
        r#"{"family_name":"Example","name":"Example Pro","variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    ),
    message: |fault| {
        let why = match fault.place.spot {
            Spot::Id => "the service gives the id",
            _ => {
                "create the product without it; a product that renews itself gets its term and \
                 settings by a change afterwards"
            }
        };
        format!(
            "{} is not sent when this product is created: {why}. Remove it.",
            subject(&fault.place)
        )
    },
};

pub(super) static SETTINGS_MISSING: Rule = Rule {
    code: "renew-settings-missing",
    severities: &[Severity::Error],
    section: "4.4",
    title: explained("The product that starts the renewals has no renewal settings"),
    explanation: explained(
        "An initiator, and a free trial in any case, needs `renew_settings` with the chain \
        of its renewal products and at least one kind turned on. Without them nothing is renewed.",
    ),
    reads: &[Spot::Settings],
    at: &[Spot::Settings],
    params: &[],
    example: product(
        r#"{"role":"initiator"}"#,
        r#"{"id":101,"licence_term":"P1M"}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
    ),
    message: |_| {
        String::from(
            "`renew_settings` is missing, so nothing is renewed. Add it with the ids of the renewal \
             products and at least one renewal kind.",
        )
    },
};

pub(super) static RENEWAL_HAS_SETTINGS: Rule = Rule {
    code: "renewal-has-settings",
    severities: &[Severity::Warning],
    section: "4.4",
    title: explained("A renewal product has renewal settings of its own"),
    explanation: explained(
        "Renewal products are created without `renew_settings`: the initiator's chain says \
        what follows what. Settings of the renewal product itself start a second set-up when it is \
        bought on its own. Remove them unless that is meant.",
    ),
    reads: &[Spot::Settings, Spot::Chain, Spot::Id],
    at: &[Spot::Settings],
    params: &[],
    example: product(
        r#"{"role":"renewal"}"#,
        r#"{"id":102,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[103,103],"renew_ar":{"enable":true}}}"#,
        r#"{"id":102,"licence_term":"P1M"}"#,
    ),
    message: |_| {
        String::from(
            "This product is used for renewal, and renewal products have no `renew_settings` of \
             their own. Remove them, unless the product is also meant to start renewals itself.",
        )
    },
};

pub(super) static ID_MISMATCH: Rule = Rule {
    code: "id-mismatch",
    severities: &[Severity::Error],
    section: "4.3",
    title: explained("The change is meant for another product"),
    explanation: explained(
        "The id in the body is not the id of the product that the change is sent to. One \
        of the two is wrong; leave the id out of the body, or send the change to the right product.",
    ),
    reads: &[Spot::Id],
    at: &[Spot::Id],
    params: &[],
    example: product(
        r#"{"operation":"update","productId":101}"#,
        r#"{"id":102,"name":"Example Pro"}"#,
        r#"{"id":101,"name":"Example Pro"}"#,
    ),
    message: |fault| match fault.data {
        Data::Id(target) => format!(
            "The change is sent to product {target}, but `id` says otherwise. Correct the id or \
             leave it out."
        ),
        _ => String::new(),
    },
};

pub(super) static PATCH_EMPTY: Rule = Rule {
    code: "patch-empty",
    severities: &[Severity::Warning],
    section: "4.3",
    title: explained("The change changes nothing"),
    explanation: explained(
        "The body of a change lists the product fields to change. This one has no field, \
        so nothing would happen.",
    ),
    reads: &[Spot::Root],
    at: &[Spot::Root],
    params: &[],
    example: product(
        r#"{"operation":"update"}"#,
        "{}",
        r#"{"name":"Example Pro"}"#,
    ),
    message: |_| {
        String::from("The change has no field, so it changes nothing. Send what is to be changed.")
    },
};

pub(super) static DROPS_VARIANTS: Rule = Rule {
    code: "patch-drops-variants",
    severities: &[Severity::Warning],
    section: "4.3",
    title: explained("The change drops variants"),
    explanation: explained(
        "When `variants` is sent, the whole price array is overwritten: a variant that is \
        not in it is gone. Send the full array.",
    ),
    reads: &[Spot::Variants, Spot::Sku],
    at: &[Spot::Variants],
    params: &["dropped"],
    example: product(
        r#"{"operation":"update","current":{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}},{"vendor_code":"V1","sku":"S2","price":{"common":{"currency":"EUR","price":"8.90"}}}]}}"#,
        r#"{"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"7.90"}}}]}"#,
        r#"{"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"7.90"}}},{"vendor_code":"V1","sku":"S2","price":{"common":{"currency":"EUR","price":"8.90"}}}]}"#,
    ),
    message: |fault| {
        format!(
            "`variants` replaces the whole price array, and {} would be lost. Send all variants, \
             unless they are meant to go.",
            dropped(fault)
        )
    },
};

pub(super) static DROPS_LOCALES: Rule = Rule {
    code: "patch-drops-locales",
    severities: &[Severity::Warning],
    section: "4.3",
    title: explained("The change drops localised comments"),
    explanation: explained(
        "When `localization_values` is sent, all localised data of the product is \
        overwritten: a locale that is not in it is gone. Send the complete set.",
    ),
    reads: &[Spot::Locales, Spot::Locale],
    at: &[Spot::Locales],
    params: &["dropped"],
    example: product(
        r#"{"operation":"update","current":{"id":101,"localization_values":{"en_US":{"comment_for_product_for_AR":"Renews."},"de_DE":{"comment_for_product_for_AR":"Verlängert sich."}}}}"#,
        r#"{"localization_values":{"en_US":{"comment_for_product_for_AR":"Renews monthly."}}}"#,
        r#"{"localization_values":{"en_US":{"comment_for_product_for_AR":"Renews monthly."},"de_DE":{"comment_for_product_for_AR":"Verlängert sich."}}}"#,
    ),
    message: |fault| {
        format!(
            "`localization_values` replaces all localised data, and {} would be lost. Send all \
             locales, unless they are meant to go.",
            dropped(fault)
        )
    },
};

pub(super) static DROPS_SETTINGS: Rule = Rule {
    code: "patch-drops-settings",
    severities: &[Severity::Warning],
    section: "4.3",
    title: explained("The change may drop renewal settings"),
    explanation: explained(
        "The interface document does not say whether the service merges `renew_settings` \
        or replaces them, so a change should send the whole object: a field that is left out may \
        be lost.",
    ),
    reads: &[
        Spot::Settings,
        Spot::Chain,
        Spot::Ar,
        Spot::ArEnable,
        Spot::ArRequired,
        Spot::Pmr,
        Spot::Email,
    ],
    at: &[Spot::Settings],
    params: &["dropped"],
    example: product(
        r#"{"operation":"update","current":{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true},"renew_pmr":true},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}}"#,
        r#"{"renew_settings":{"product_id_for_renew":[103,103],"renew_ar":{"enable":true}}}"#,
        r#"{"renew_settings":{"product_id_for_renew":[103,103],"renew_ar":{"enable":true},"renew_pmr":false}}"#,
    ),
    message: |fault| {
        format!(
            "`renew_settings` is sent without {}, which the product has. It may be lost: send the \
             whole `renew_settings`.",
            dropped(fault)
        )
    },
};

pub(super) static NOT_CHECKED: Rule = Rule {
    code: "not-checked",
    severities: &[Severity::Info],
    section: "8",
    title: explained("Something could not be checked"),
    explanation: explained(
        "A rule needs something that was not stated: a minimum term of PMR, whose \
        default the interface document does not show, or the product as it is before a change. \
        State it to have everything checked.",
    ),
    reads: &[
        Spot::Settings,
        Spot::Pmr,
        Spot::LicenceTerm,
        Spot::Variants,
        Spot::Amount,
    ],
    at: &[Spot::Root],
    params: &["needs"],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_pmr":true}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
    ),
    message: |fault| match fault.data {
        Data::Needs([minimum]) if *minimum != CURRENT => format!(
            "Whether the term is long enough for PMR was not checked, because its minimum is not \
             known. Ask Support for it and state it (`{minimum}`)."
        ),
        Data::Needs([online, offline]) => format!(
            "Whether the term is long enough for PMR was not checked, because its minimums are not \
             known. Ask Support for them and state them (`{online}`, `{offline}`)."
        ),
        _ => String::from(
            "The change was checked on its own. Whether it fits the rest of the product was not: \
             state the product as it is (`current`).",
        ),
    },
};

const CURRENT: &str = "current";

/// The minimums of PMR that would be used and are not stated.
fn needed_minimums(options: &Options) -> &'static [&'static str] {
    const ONLINE: &str = pmr_limit(Payment::Online);
    const OFFLINE: &str = pmr_limit(Payment::Offline);
    let is_needed = |payment| {
        options.payment.is_none_or(|stated| stated == payment)
            && options.limits.minimum(RenewalKind::Pmr, payment).is_none()
    };
    match (is_needed(Payment::Online), is_needed(Payment::Offline)) {
        (true, true) => &[ONLINE, OFFLINE],
        (true, false) => &[ONLINE],
        (false, true) => &[OFFLINE],
        (false, false) => &[],
    }
}

/// The first few of what a change drops, for a message.
fn dropped(fault: &Fault<'_>) -> String {
    const SHOWN: usize = 5;
    let Data::Dropped(dropped) = &fault.data else {
        return String::new();
    };
    let shown = dropped
        .iter()
        .take(SHOWN)
        .map(|name| quoted(name))
        .reduce(|list, name| format!("{list}, {name}"))
        .unwrap_or_default();
    match dropped.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

pub(super) fn check<'a>(facts: &Facts<'_, 'a>, faults: &mut Vec<Fault<'a>>) {
    match facts.options.operation {
        Operation::Create => check_create(facts, faults),
        Operation::Update => check_update(facts, faults),
        Operation::Record => {}
    }
    let settings = Place::of(Spot::Settings);
    let needed = facts.options.role == Some(Role::Initiator) || facts.options.trial == Some(true);
    if needed && !facts.is_update() && facts.draft.settings.is_absent() {
        faults.push(Fault::error(Code::RenewSettingsMissing, settings));
    } else if facts.options.role == Some(Role::Renewal)
        && facts.options.operation != Operation::Create
        && !facts.draft.settings.is_absent()
    {
        faults.push(Fault::warning(Code::RenewalHasSettings, settings));
    }
    let mut needs = |name, related| {
        faults.push(Fault {
            severity: Severity::Info,
            ..Fault::error(Code::NotChecked, Place::of(Spot::Root))
                .data(Data::Needs(name))
                .related(related)
        });
    };
    let minimums = needed_minimums(facts.options);
    if facts.applies(RenewalKind::Pmr) && !minimums.is_empty() {
        needs(minimums, spots![Pmr, Variants]);
    }
    if facts.is_update() && facts.change.is_none() {
        let draft = facts.draft;
        let sent = [
            draft.settings.is_absent(),
            draft.licence_term.is_absent(),
            draft.variants.is_absent(),
        ];
        if sent.contains(&true) && sent.contains(&false) {
            needs(&[CURRENT], spots![LicenceTerm, Settings, Variants]);
        }
    }
}

fn check_create<'a>(facts: &Facts<'_, 'a>, faults: &mut Vec<Fault<'a>>) {
    let draft = facts.draft;
    let role = facts.options.role;
    let mut forbid = |spot, mend| {
        faults.push(Fault::error(Code::FieldNotOnCreate, Place::of(spot)).mend(mend));
    };
    if !draft.id.is_absent() {
        forbid(Spot::Id, Mend::Remove(&[Spot::Id]));
    }
    let has_settings = !draft.settings.is_absent();
    if role == Some(Role::SelfRenewing) && !draft.licence_term.is_absent() {
        // Without its term a product with settings would be wrong in another way.
        let both: &[Spot] = if has_settings {
            &[Spot::LicenceTerm, Spot::Settings]
        } else {
            &[Spot::LicenceTerm]
        };
        forbid(Spot::LicenceTerm, Mend::Remove(both));
    }
    if matches!(role, Some(Role::Renewal | Role::SelfRenewing)) && has_settings {
        forbid(Spot::Settings, Mend::Remove(&[Spot::Settings]));
    }
}

fn check_update<'a>(facts: &Facts<'_, 'a>, faults: &mut Vec<Fault<'a>>) {
    let sent = facts
        .change
        .as_ref()
        .map_or(facts.draft, |change| change.sent);
    if let (Some(target), Some(id)) = (facts.options.product_id, sent.id.given())
        && *id != target
    {
        faults.push(Fault::error(Code::IdMismatch, Place::of(Spot::Id)).data(Data::Id(target)));
    }
    if !sent.has_members {
        faults.push(Fault::warning(Code::PatchEmpty, Place::of(Spot::Root)));
    }
    if let Some(change) = &facts.change {
        let mut drops = |code, spot, dropped: Vec<String>| {
            if !dropped.is_empty() {
                faults.push(Fault::warning(code, Place::of(spot)).data(Data::Dropped(dropped)));
            }
        };
        drops(
            Code::PatchDropsVariants,
            Spot::Variants,
            dropped_skus(change),
        );
        drops(
            Code::PatchDropsLocales,
            Spot::Locales,
            dropped_locales(change),
        );
        drops(
            Code::PatchDropsSettings,
            Spot::Settings,
            dropped_settings(change),
        );
    }
}

fn dropped_skus(change: &Change<'_, '_>) -> Vec<String> {
    let skus = |draft: &Draft<'_>| -> Option<Vec<String>> {
        let variants = draft.variants.given()?;
        let skus = variants.iter().filter_map(|variant| variant.sku.given());
        Some(skus.map(|sku| String::from(sku.as_ref())).collect())
    };
    let has_malformed = change
        .sent
        .variants
        .given()
        .is_some_and(|variants| variants.iter().any(|variant| variant.sku.is_malformed()));
    if has_malformed {
        return Vec::new();
    }
    missing(skus(change.sent), skus(change.current))
}

fn dropped_locales(change: &Change<'_, '_>) -> Vec<String> {
    let keys = |draft: &Draft<'_>| -> Option<Vec<String>> {
        draft.locales.given()?;
        let keys = draft.locales().map(|(_, locale)| locale.key.as_ref());
        Some(keys.map(String::from).collect())
    };
    missing(keys(change.sent), keys(change.current))
}

/// What `current` has and `sent` lacks, each once, in the order of `current`.
fn missing(sent: Option<Vec<String>>, current: Option<Vec<String>>) -> Vec<String> {
    let (Some(sent), Some(current)) = (sent, current) else {
        return Vec::new();
    };
    let known = sent.len();
    let names = [sent, current].concat();
    let firsts = firsts(&names);
    names
        .into_iter()
        .zip(firsts)
        .enumerate()
        .filter(|(index, (_, first))| *index >= known && first == index)
        .map(|(_, (name, _))| name)
        .collect()
}

fn dropped_settings(change: &Change<'_, '_>) -> Vec<String> {
    let (Some(sent), Some(current)) = (
        change.sent.settings.given(),
        change.current.settings.given(),
    ) else {
        return Vec::new();
    };
    // A field of a malformed `renew_ar` is neither left out of what is sent, nor had before.
    let present = |settings: &Settings, malformed: bool| {
        let ar = |field: fn(&crate::read::Ar) -> bool| match &settings.ar {
            Field::Absent => false,
            Field::Malformed => malformed,
            Field::Given(ar) => field(ar),
        };
        [
            ("/product_id_for_renew", !settings.chain.is_absent()),
            ("/renew_ar/enable", ar(|ar| !ar.enable.is_absent())),
            ("/renew_ar/required", ar(|ar| !ar.required.is_absent())),
            ("/renew_pmr", !settings.pmr.is_absent()),
            ("/renew_email", !settings.email.is_absent()),
        ]
    };
    present(sent, true)
        .into_iter()
        .zip(present(current, false))
        .filter(|((_, sent), (_, current))| *current && !*sent)
        .map(|((pointer, _), _)| String::from(pointer))
        .collect()
}
