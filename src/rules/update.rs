//! Rules for the body of an update (§4.3).

use alloc::{borrow::Cow, string::String, vec::Vec};

use super::draft::{Draft, Parsed, VariantDraft};
use super::facts::{Facts, UpdateDrafts};
use super::rule::rule;
use super::{finding::Finding, findings::Findings};
use crate::messages::sanitize;
use crate::product::ProductId;
use crate::report::{Code, Severity};
use crate::schema::FieldTree as _;
use crate::schema::{Field, FieldSet, fields_of};
use renewal_rules_json::JsonType;
use renewal_rules_json::first_occurrences;

rule! {
    IdMismatch { "productId": ProductId => "The product that is changed." }
    section: "4.3",
    title: "The change is meant for another product",
    explanation: "The id in the body is not the id of the product that the change is sent to. One \
        of the two is wrong; leave the id out of the body, or send the change to the right product.",
    reads: fields_of![Id],
    templates: {
        "other" => "This is a change of product {productId}, but `id` says otherwise. Correct the id or leave it out.",
    },
    options: r#"{"operation":"update","productId":101}"#,
    bad: r#"{"id":102,"name":"Example Pro"}"#,
    good: r#"{"id":101,"name":"Example Pro"}"#,
    pass: [r#"{"id":101.0}"#, r#"{"operation":"update"} > {"id":102}"#],
    fail: [r#"{"operation":"update","current":{"id":7}} > {"id":8}"# => "E id-mismatch /id"],
}

rule! {
    PatchEmpty {}
    severities: &[Severity::Warning],
    section: "4.3",
    title: "The change changes nothing",
    explanation: "The body of a change lists the product fields to change. This one has no field, \
        so nothing would happen.",
    reads: FieldSet::OF_PRODUCT.with(fields_of![Root]),
    at: fields_of![Root],
    templates: { "empty" => "The change has no field, so it changes nothing. Send what is to be changed." },
    options: r#"{"operation":"update"}"#,
    bad: "{}",
    good: r#"{"name":"Example Pro"}"#,
    pass: [r#"{"zzz":1}"#],
    fail: [r#"{"operation":"update","current":{"name":"N"}} > { }"# => "W patch-empty"],
}

rule! {
    PatchDropsVariants {
        "dropped": Vec<String> => "All dropped items.",
        "shown": Vec<String> => "The first few dropped items, truncated.",
        "more": Option<usize> => "The number of dropped items that are not shown.",
    }
    severities: &[Severity::Warning],
    section: "4.3",
    title: "The change drops variants",
    explanation: "When `variants` is sent, the whole price array is overwritten: a variant that is \
        not in it is gone. Send the full array.",
    reads: fields_of![Variants, Sku],
    at: fields_of![Variants],
    templates: {
        "all" => "`variants` replaces the whole price array, and {shown}{more| and # more} would be lost. Send all variants, unless these should go.",
    },
    options: r#"{"operation":"update","current":{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}},{"vendor_code":"V1","sku":"S2","price":{"common":{"currency":"EUR","price":"8.90"}}}]}}"#,
    bad: r#"{"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"7.90"}}}]}"#,
    good: r#"{"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"7.90"}}},{"vendor_code":"V1","sku":"S2","price":{"common":{"currency":"EUR","price":"8.90"}}}]}"#,
    pass: [r#"{"name":"N"}"#, r#"{"variants":[5]}"#],
    fail: [r#"{"variants":[]}"# => "W patch-drops-variants /variants"],
}

rule! {
    PatchDropsLocales {
        "dropped": Vec<String> => "All dropped items.",
        "shown": Vec<String> => "The first few dropped items, truncated.",
        "more": Option<usize> => "The number of dropped items that are not shown.",
    }
    severities: &[Severity::Warning],
    section: "4.3",
    title: "The change drops localised comments",
    explanation: "When `localization_values` is sent, all localised data of the product is \
        overwritten: a locale that is not in it is gone. Send the complete set.",
    reads: fields_of![Locales, Locale],
    at: fields_of![Locales],
    templates: {
        "all" => "`localization_values` replaces all localised data, and {shown}{more| and # more} would be lost. Send all locales, unless these should go.",
    },
    options: r#"{"operation":"update","current":{"id":101,"localization_values":{"en_US":{"comment_for_product_for_AR":"Renews."},"de_DE":{"comment_for_product_for_AR":"Verlängert sich."}}}}"#,
    bad: r#"{"localization_values":{"en_US":{"comment_for_product_for_AR":"Renews monthly."}}}"#,
    good: r#"{"localization_values":{"en_US":{"comment_for_product_for_AR":"Renews monthly."},"de_DE":{"comment_for_product_for_AR":"Verlängert sich."}}}"#,
    pass: [r#"{"name":"N"}"#],
    fail: [r#"{"localization_values":{}}"# => "W patch-drops-locales /localization_values"],
}

rule! {
    PatchDropsSettings {
        "dropped": Vec<String> => "All dropped items.",
        "shown": Vec<String> => "The first few dropped items, truncated.",
    }
    severities: &[Severity::Warning],
    section: "4.3",
    title: "The change may drop renewal settings",
    explanation: "The interface document does not say whether the service merges `renew_settings` or replaces them, so \
        a change should send the whole object: a field that is left out may be lost.",
    reads: fields_of![Settings, Chain, Ar, ArEnable, ArRequired, Pmr, Email],
    at: fields_of![Settings],
    templates: {
        "all" => "`renew_settings` is sent without {shown}, which the product has. What is left out may be lost: send the whole `renew_settings`.",
    },
    options: r#"{"operation":"update","current":{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true},"renew_pmr":true},"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}}"#,
    bad: r#"{"renew_settings":{"product_id_for_renew":[103,103],"renew_ar":{"enable":true}}}"#,
    good: r#"{"renew_settings":{"product_id_for_renew":[103,103],"renew_ar":{"enable":true},"renew_pmr":false}}"#,
    pass: [r#"{"name":"N"}"#, r#"{"renew_settings":5}"#],
    fail: [r#"{"renew_settings":{}}"# => "W patch-drops-settings /renew_settings"],
}

pub(super) fn check<'a>(facts: &Facts<'a>, findings: &mut Findings<'a>) {
    if !facts.is_update() {
        return;
    }
    let sent = facts.sent();
    let id = facts.draft.id().valid().filter(|_| !facts.draft.is_from_current(Field::Id));
    if facts.own.is_some() && id.is_some() && facts.own != id {
        findings.push(Finding::new(Code::IdMismatch, Field::Id).with("productId", facts.own));
    }
    if sent.document.children(0).next().is_none() {
        findings.push(Finding::new(Code::PatchEmpty, Field::Root));
    }
    let Some(update) = &facts.update else { return };
    let lists: [(_, _, fn(&UpdateDrafts<'_>) -> _); 3] = [
        (Field::Variants, Code::PatchDropsVariants, dropped_skus),
        (Field::Locales, Code::PatchDropsLocales, dropped_locales),
        (Field::Settings, Code::PatchDropsSettings, dropped_settings),
    ];
    for (field, code, dropped) in lists {
        const SHOWN: usize = 5;
        if !sent.has(field) {
            continue;
        }
        let dropped = dropped(update);
        let more = Some(dropped.len().saturating_sub(SHOWN)).filter(|more| *more > 0);
        let shown: Vec<_> = dropped.iter().take(SHOWN).map(|name| sanitize(name)).collect();
        if !dropped.is_empty() {
            let finding = Finding::new(code, field).with("dropped", dropped).with("shown", shown).with("more", more);
            findings.push(finding);
        }
    }
}

/// Returns the `sku` of each variant.
fn skus<'t>(draft: &Draft<'t>) -> Vec<Parsed<Cow<'t, str>>> {
    let document = draft.document;
    let of = |variant: &VariantDraft| match document.last(variant.node, Field::Sku).map(|sku| document.text(sku)) {
        Some(Some(sku)) => Parsed::Valid(sku),
        None if document.kind(variant.node) == JsonType::Object => Parsed::Absent,
        _ => Parsed::Malformed,
    };
    draft.variants.iter().map(of).collect()
}

fn dropped_skus(update: &UpdateDrafts<'_>) -> Vec<String> {
    let (sent, current) = (skus(&update.sent), skus(&update.current));
    if sent.iter().any(Parsed::is_malformed) {
        return Vec::new();
    }
    let valid = |skus: Vec<Parsed<_>>| skus.into_iter().filter_map(Parsed::valid).collect();
    missing(valid(sent), valid(current))
}

fn dropped_locales(update: &UpdateDrafts<'_>) -> Vec<String> {
    fn names<'t>(draft: &Draft<'t>) -> Vec<Cow<'t, str>> {
        draft.locales.iter().map(|locale| locale.name.clone()).collect()
    }
    missing(names(&update.sent), names(&update.current))
}

/// Returns the names in `current` that `sent` lacks, each once, in the order of `current`.
fn missing(sent: Vec<Cow<'_, str>>, current: Vec<Cow<'_, str>>) -> Vec<String> {
    let known = sent.len();
    let mut names = sent;
    names.extend(current);
    let firsts = first_occurrences(names.len(), &|a, b| names.get(a).cmp(&names.get(b)));
    let is_new = |index: &usize| firsts.get(*index).is_none_or(|first| *first as usize == *index);
    let new = names.iter().enumerate().skip(known).filter(|(index, _)| is_new(index));
    new.map(|(_, name)| String::from(&**name)).collect()
}

fn dropped_settings(update: &UpdateDrafts<'_>) -> Vec<String> {
    let fields = Field::Settings.within().without(fields_of![Settings, Ar, ChainItem]).iter();
    // If `renew_ar` is malformed, its fields count neither as dropped from the update nor as present before.
    let is_dropped = |field: &Field| {
        let had = update.current.is_present(*field)
            && !update.current.switch(*field).is(&false)
            && !update.current.value(field.parent()).is_malformed();
        had && !update.sent.is_present(*field)
    };
    let pointer = |field: Field| field.fixed_pointer()?.strip_prefix("/renew_settings").map(String::from);
    fields.filter(is_dropped).filter_map(pointer).collect()
}
