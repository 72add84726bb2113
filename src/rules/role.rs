//! The product's role and the operation (§4.2, §4.3, §4.4).

use alloc::{format, string::String, vec::Vec};

use super::{Code, Rule, explained, product, quoted, subject};
use crate::{
    collect::Collector,
    document::{Document, Kind, Text},
    draft::{Draft, Value, VariantDraft},
    facts::{Change, Facts},
    fault::{Data, Fault, Mend},
    fields::{Field, FieldPath, fields_of},
    options::{Operation, Options, Payment, Role, pmr_limit},
    report::{RenewalKind, Severity},
    sort::firsts,
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
    reads: &[Field::Id, Field::LicenceTerm, Field::Settings],
    at: &[Field::Id, Field::LicenceTerm, Field::Settings],
    params: &[],
    example: product(
        r#"{"operation":"create","role":"selfRenewing"}"#,
        r#"{"family_name":"Example","name":"Example Pro","licence_term":"P1M","variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
        r#"{"family_name":"Example","name":"Example Pro","variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    ),
    message: |fault| {
        let why = match fault.path.field {
            Field::Id => "the service gives the id",
            _ => {
                "create the product without it; a product that renews itself gets its term and \
                 settings by a change afterwards"
            }
        };
        format!(
            "{} is not sent when this product is created: {why}. Remove it.",
            subject(&fault.path)
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
    reads: &[Field::Settings],
    at: &[Field::Settings],
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
    reads: &[Field::Settings, Field::Chain, Field::Id],
    at: &[Field::Settings],
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
    reads: &[Field::Id],
    at: &[Field::Id],
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
    reads: &[Field::Root],
    at: &[Field::Root],
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
    reads: &[Field::Variants, Field::Sku],
    at: &[Field::Variants],
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
    reads: &[Field::Locales, Field::Locale],
    at: &[Field::Locales],
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
        Field::Settings,
        Field::Chain,
        Field::Ar,
        Field::ArEnable,
        Field::ArRequired,
        Field::Pmr,
        Field::Email,
    ],
    at: &[Field::Settings],
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
        Field::Settings,
        Field::Pmr,
        Field::LicenceTerm,
        Field::Variants,
        Field::Amount,
    ],
    at: &[Field::Root],
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

pub(super) fn check<'a>(facts: &Facts<'_, 'a>, faults: &mut Collector<'a>) {
    match facts.options.operation {
        Operation::Create => check_create(facts, faults),
        Operation::Update => check_update(facts, faults),
        Operation::Record => {}
    }
    let settings = FieldPath::of(Field::Settings);
    let needed = facts.options.role == Some(Role::Initiator) || facts.options.trial == Some(true);
    if needed && !facts.is_update() && !facts.draft.is_present(Field::Settings) {
        faults.push(Fault::error(Code::RenewSettingsMissing, settings));
    } else if facts.options.role == Some(Role::Renewal)
        && facts.options.operation != Operation::Create
        && facts.draft.is_present(Field::Settings)
    {
        faults.push(Fault::warning(Code::RenewalHasSettings, settings));
    }
    let mut needs = |name, related| {
        faults.push(Fault {
            severity: Severity::Info,
            ..Fault::error(Code::NotChecked, FieldPath::of(Field::Root))
                .data(Data::Needs(name))
                .related(related)
        });
    };
    let minimums = needed_minimums(facts.options);
    if facts.applies(RenewalKind::Pmr) && !minimums.is_empty() {
        needs(minimums, fields_of![Pmr, Variants]);
    }
    if facts.is_update() && facts.change.is_none() {
        let draft = facts.draft;
        let sent = [Field::Settings, Field::LicenceTerm, Field::Variants];
        let sent = sent.map(|field| draft.is_present(field));
        if sent.contains(&true) && sent.contains(&false) {
            needs(&[CURRENT], fields_of![LicenceTerm, Settings, Variants]);
        }
    }
}

fn check_create<'a>(facts: &Facts<'_, 'a>, faults: &mut Collector<'a>) {
    let draft = facts.draft;
    let role = facts.options.role;
    let mut forbid = |spot, mend| {
        faults.push(Fault::error(Code::FieldNotOnCreate, FieldPath::of(spot)).mend(mend));
    };
    if draft.is_present(Field::Id) {
        forbid(Field::Id, Mend::Remove(&[Field::Id]));
    }
    let has_settings = draft.is_present(Field::Settings);
    if role == Some(Role::SelfRenewing) && draft.is_present(Field::LicenceTerm) {
        // Without its term a product with settings would be wrong in another way.
        let both: &[Field] = if has_settings {
            &[Field::LicenceTerm, Field::Settings]
        } else {
            &[Field::LicenceTerm]
        };
        forbid(Field::LicenceTerm, Mend::Remove(both));
    }
    if matches!(role, Some(Role::Renewal | Role::SelfRenewing)) && has_settings {
        forbid(Field::Settings, Mend::Remove(&[Field::Settings]));
    }
}

fn check_update<'a>(facts: &Facts<'_, 'a>, faults: &mut Collector<'a>) {
    let sent = facts.change.map_or(facts.draft, |change| change.sent);
    let id = facts
        .draft
        .id()
        .given()
        .filter(|_| !facts.draft.is_kept(Field::Id));
    if let (Some(target), Some(id)) = (facts.options.product_id, id)
        && id != target
    {
        faults
            .push(Fault::error(Code::IdMismatch, FieldPath::of(Field::Id)).data(Data::Id(target)));
    }
    if !sent.has_members {
        faults.push(Fault::warning(Code::PatchEmpty, FieldPath::of(Field::Root)));
    }
    if let Some(change) = facts.change {
        let mut drops = |code, spot, dropped: Vec<String>| {
            if !dropped.is_empty() {
                faults.push(Fault::warning(code, FieldPath::of(spot)).data(Data::Dropped(dropped)));
            }
        };
        drops(
            Code::PatchDropsVariants,
            Field::Variants,
            dropped_skus(facts, change),
        );
        drops(
            Code::PatchDropsLocales,
            Field::Locales,
            dropped_locales(facts, change),
        );
        drops(
            Code::PatchDropsSettings,
            Field::Settings,
            dropped_settings(change),
        );
    }
}

/// The articles of the variants, where there is a list of them.
fn skus<'t>(draft: &Draft, document: Document<'t>) -> Option<Vec<Value<Text<'t>>>> {
    let of = |variant: &VariantDraft| {
        let children = document.children(variant.node);
        let sku = children
            .filter(|child| document.field(*child) == Field::Sku)
            .last();
        let is_object = document.kind(variant.node) == Kind::Object;
        match sku.map(|sku| document.text(sku)) {
            Some(Some(sku)) => Value::Given(sku),
            None if is_object => Value::Absent,
            _ => Value::Malformed,
        }
    };
    let skus = draft.variants.iter().map(of).collect();
    draft.has(Field::Variants).then_some(skus)
}

fn dropped_skus(facts: &Facts<'_, '_>, change: Change<'_>) -> Vec<String> {
    let sent = skus(change.sent, facts.documents.sent);
    let current = skus(change.current, facts.documents.current);
    let (Some(sent), Some(current)) = (sent, current) else {
        return Vec::new();
    };
    if sent.iter().any(Value::is_malformed) {
        return Vec::new();
    }
    let given = |skus: Vec<Value<_>>| skus.into_iter().filter_map(Value::given).collect();
    missing(given(sent), given(current))
}

fn dropped_locales(facts: &Facts<'_, '_>, change: Change<'_>) -> Vec<String> {
    if !change.sent.has(Field::Locales) || !change.current.has(Field::Locales) {
        return Vec::new();
    }
    let documents = facts.documents;
    missing(
        keys(change.sent, documents.sent),
        keys(change.current, documents.current),
    )
}

/// The locales that count.
fn keys<'t>(draft: &Draft, document: Document<'t>) -> Vec<Text<'t>> {
    let keys = draft.locales.iter().map(|node| document.name(*node));
    keys.collect()
}

/// What `current` has and `sent` lacks, each once, in the order of `current`.
fn missing(sent: Vec<Text<'_>>, current: Vec<Text<'_>>) -> Vec<String> {
    let known = sent.len();
    let mut names = sent;
    names.extend(current);
    let firsts = firsts(&names);
    names
        .into_iter()
        .zip(firsts)
        .enumerate()
        .filter(|(index, (_, first))| *index >= known && first == index)
        .map(|(_, (name, _))| name.into_shown().into_owned())
        .collect()
}

fn dropped_settings(change: Change<'_>) -> Vec<String> {
    if !change.sent.has(Field::Settings) {
        return Vec::new();
    }
    let fields = Field::all().filter(|field| {
        field.is_within(Field::Settings)
            && !matches!(field, Field::Settings | Field::Ar | Field::ChainItem)
    });
    // A field of a malformed `renew_ar` is neither left out of what is sent, nor had before.
    let is_dropped = |field: &Field| {
        let had = change.current.is_present(*field)
            && !change.current.single(field.parent()).is_malformed();
        had && !change.sent.is_present(*field)
    };
    let pointer = |field: Field| {
        let mut pointer = String::new();
        FieldPath::of(field).write_pointer(&mut pointer);
        let below = pointer.strip_prefix("/renew_settings");
        below.map(String::from).unwrap_or_default()
    };
    fields.filter(is_dropped).map(pointer).collect()
}
