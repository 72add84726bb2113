//! What no fix does, whatever the rule knows that offers it.

use alloc::vec::Vec;

use crate::product::Locale;
use crate::rules::{AmountKind, Facts, Finding, Fix, Parsed};
use crate::schema::Field;
use renewal_rules_json::arranged;
use renewal_rules_json::{Document, JsonType, NONE, NodeId};

/// Takes away the fixes that would charge somebody who was not charged, change which amount is charged, take a
/// name that is there, or change what was not sent.
pub(crate) fn keep_safe(facts: &Facts<'_>, findings: &mut [Finding<'_>]) {
    let mut locales = None;
    for finding in findings {
        let Some(fix) = &finding.fix else { continue };
        let is_safe = is_sent(facts, finding)
            && (!turns_on(facts, finding, fix) || is_free_trial(facts))
            && match fix {
                Fix::Rename(field) => !facts.sent().is_present(*field) && !holds_amount(facts, finding.node, *field),
                Fix::Locale(locale) => {
                    let locales = locales.get_or_insert_with(|| all_locales(facts));
                    let first = locales.partition_point(|other| other < locale);
                    locales.get(first + 1) != Some(locale)
                }
                _ => true,
            };
        if !is_safe {
            finding.fix = None;
        }
    }
}

/// Whether a finding is about what was sent, and not about the rest of a product that an update changes.
fn is_sent(facts: &Facts<'_>, finding: &Finding<'_>) -> bool {
    match finding.path.field {
        Field::RootOther => finding.node != NONE,
        field => !facts.draft.is_from_current(field),
    }
}

/// Whether a fix makes a switch of auto renewal true that was not: buyers are charged then, or cannot decline.
fn turns_on(facts: &Facts<'_>, finding: &Finding<'_>, fix: &Fix) -> bool {
    let document = facts.draft.document;
    let mut switches = [Field::ArEnable, Field::ArRequired].into_iter();
    match fix {
        Fix::AutoRenewal => true,
        Fix::Switch(on) => *on && switches.any(|switch| switch == finding.path.field),
        Fix::Rename(field) => switches.any(|switch| {
            let node = renamed(document, finding.node, *field, switch);
            node.and_then(|node| document.boolean(node)) == Some(true)
        }),
        _ => false,
    }
}

/// Whether the caller says that the product is free, and nothing in it says otherwise.
fn is_free_trial(facts: &Facts<'_>) -> bool {
    let draft = &facts.draft;
    let may_be_zero = |amount| !matches!(amount, Parsed::Malformed | Parsed::Valid(AmountKind::Positive));
    facts.options.trial == Some(true)
        && !draft.value(Field::Variants).is_malformed()
        && draft.variants.iter().all(|variant| may_be_zero(variant.amount))
}

/// Whether what takes the name of a field holds an amount, which would be charged then.
fn holds_amount(facts: &Facts<'_>, node: NodeId, field: Field) -> bool {
    let document = facts.draft.document;
    let holds = |node, field| {
        let amount = renamed(document, node, field, Field::Amount);
        let kind = amount.map(|amount| document.kind(amount));
        matches!(kind, Some(JsonType::String | JsonType::Number))
    };
    match field {
        Field::Variants => document.children(node).any(|node| holds(node, Field::Variant)),
        _ => holds(node, field),
    }
}

/// The value that will be `wanted` where a member becomes `field`, which is that field or around it.
fn renamed(document: Document<'_>, node: NodeId, field: Field, wanted: Field) -> Option<NodeId> {
    let mut at = wanted.is_within(field).then_some(node)?;
    for step in [wanted.parent().parent(), wanted.parent(), wanted] {
        if step != field && step.is_within(field) {
            at = document.member(at, step.key())?;
        }
    }
    Some(at)
}

/// The locales that there are and those that fixes would make, in order.
fn all_locales(facts: &Facts<'_>) -> Vec<Locale> {
    let locales = facts.draft.locales.iter();
    let locales = locales.filter_map(|locale| locale.name.parse().ok().or_else(|| Locale::fixed(&locale.name)));
    arranged(locales.collect(), &Ord::cmp)
}
