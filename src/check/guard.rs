//! Guards: remove fixes that could change the price a buyer pays or the way a product renews.
//!
//! A guard must also hold if all fixes of a report are applied together, so it considers the possible effects of other
//! fixes. It reads the product rather than the findings, because a report may omit findings.

use alloc::{collections::BTreeSet, vec::Vec};

use crate::messages::distance;
use crate::product::{Locale, ProductId, is_zero};
use crate::rules::{AmountKind, Draft, Facts, Finding, Fix, Parsed, fixed_amount};
use crate::schema::{Field, FieldTree as _};
use renewal_rules_json::stable_sort;
use renewal_rules_json::{Document, JsonType, NONE, NodeId};

/// Removes each fix that would enable auto renewal (unless the option `trial` is true and all amounts are zero), change
/// an amount, change whether a free trial is inferred, rename a member to a name that exists, replace prices in an
/// update, or change a field that was not sent.
pub(crate) fn remove_unsafe_fixes(facts: &Facts<'_>, findings: &mut [Finding<'_>]) {
    let mut locales = None;
    for finding in findings {
        let Some(fix) = &finding.fix else { continue };
        let is_safe = is_sent(facts, finding)
            && (!enables_auto_renewal(facts, finding, fix) || is_free_trial(facts))
            && !changes_trial(facts, finding, fix, facts.configured())
            && match fix {
                // In an update, the renamed member would replace all prices (§4.3).
                Fix::Rename(Field::Variants) if facts.is_update() => false,
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

/// Returns whether a fix, alone or together with other fixes, changes whether a free trial is inferred. `is_configured`
/// is `true` if the product has renewal settings, or gets them in a later request.
pub(crate) fn changes_trial(facts: &Facts<'_>, finding: &Finding<'_>, fix: &Fix, is_configured: bool) -> bool {
    if facts.options.trial.is_some() {
        return false;
    }
    let (draft, document) = (&facts.draft, facts.draft.document);
    let is_object = |node| document.kind(node) == JsonType::Object;
    match fix {
        Fix::Remove => facts.trial && finding.path.field == Field::Settings,
        Fix::Rename(Field::Settings) if facts.trial => !is_object(finding.node),
        Fix::Rename(Field::Settings) => is_object(finding.node) && may_be_free(draft),
        Fix::Text(text) if finding.path.field == Field::Amount => {
            let variant = draft.variants.get(finding.path.index);
            let becomes_zero = variant.is_some_and(|variant| variant.amount.is_malformed()) && is_zero(text);
            becomes_zero && (is_configured || may_get_settings(draft)) && may_be_free(draft)
        }
        _ => false,
    }
}

/// Returns whether each variant's amount is zero or may become zero by a fix.
fn may_be_free(draft: &Draft<'_>) -> bool {
    let may_be_zero = |index: usize| {
        let Some(variant) = draft.variants.get(index).copied() else { return false };
        match variant.amount {
            Parsed::Valid(amount) => amount != AmountKind::Positive,
            Parsed::Absent => false,
            Parsed::Malformed => {
                draft.amount_text(variant).and_then(|text| fixed_amount(&text)).is_some_and(|text| is_zero(&text))
            }
        }
    };
    !draft.variants.is_empty() && (0..draft.variants.len()).all(may_be_zero)
}

/// Returns whether a fix of a typo may rename a member to `renew_settings`.
fn may_get_settings(draft: &Draft<'_>) -> bool {
    let is_like_settings = |name: &str| distance(name, Field::Settings.key()).is_some();
    let mut sent = draft.unnamed_members.iter().filter(|member| !member.is_from_current);
    sent.any(|member| draft.document.kind(member.node) == JsonType::Object && is_like_settings(&member.name))
}

/// Returns the id that a product of a catalogue may get by a fix, if it has no valid id yet.
pub(crate) fn id_by_fix(draft: &Draft<'_>) -> Option<ProductId> {
    let document = draft.document;
    match draft.id() {
        Parsed::Valid(_) => None,
        Parsed::Malformed => document.text(draft.node(Field::Id))?.parse().ok(),
        Parsed::Absent => {
            let mut members = draft.unnamed_members.iter();
            let id = members.find(|member| distance(&member.name, Field::Id.key()).is_some())?;
            document.product_id(id.node)
        }
    }
}

/// Returns the ids in `by_fix` that would not be unique in the catalogue, because two fixes assign the same id or a
/// product already has it.
pub(crate) fn conflicting_ids(
    by_fix: impl Iterator<Item = ProductId>,
    existing: impl Iterator<Item = ProductId>,
) -> BTreeSet<ProductId> {
    let mut wanted = BTreeSet::new();
    let mut conflicts: BTreeSet<_> = by_fix.filter(|id| !wanted.insert(*id)).collect();
    if !wanted.is_empty() {
        conflicts.extend(existing.filter(|id| wanted.contains(id)));
    }
    conflicts
}

/// Removes the fixes that would set the id of a product of a catalogue.
pub(crate) fn remove_id_fixes(findings: &mut [Finding<'_>]) {
    for finding in findings {
        let is_id = match finding.fix {
            Some(Fix::Id(_)) => finding.path.field == Field::Id,
            Some(Fix::Rename(field)) => field == Field::Id,
            _ => false,
        };
        if is_id {
            finding.fix = None;
        }
    }
}

/// Returns whether a finding is about a field of the input, not about one that only the current product of an update
/// has.
fn is_sent(facts: &Facts<'_>, finding: &Finding<'_>) -> bool {
    match finding.path.field {
        Field::RootOther => finding.node != NONE,
        field => !facts.draft.is_from_current(field),
    }
}

/// Returns whether a fix turns a switch of auto renewal on, so that buyers would be charged or could not decline.
fn enables_auto_renewal(facts: &Facts<'_>, finding: &Finding<'_>, fix: &Fix) -> bool {
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

/// Returns whether `trial: true` is set and every amount is a well-formed zero.
fn is_free_trial(facts: &Facts<'_>) -> bool {
    facts.options.trial == Some(true) && facts.draft.is_free()
}

/// Returns whether the member with the value `node` contains an amount, which would be charged after the member is
/// renamed to `field`.
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

/// Returns the node that becomes the value of the field `wanted`, if any, when the member with the value `node` is
/// renamed to `field`.
fn renamed(document: Document<'_>, node: NodeId, field: Field, wanted: Field) -> Option<NodeId> {
    let mut at = wanted.is_within(field).then_some(node)?;
    for step in [wanted.parent().parent(), wanted.parent(), wanted] {
        if step != field && step.is_within(field) {
            at = document.member(at, step.key())?;
        }
    }
    Some(at)
}

/// Returns the existing locales and those that fixes would create, sorted.
fn all_locales(facts: &Facts<'_>) -> Vec<Locale> {
    let locales = facts.draft.locales.iter();
    let locales = locales.filter_map(|locale| locale.name.parse().ok().or_else(|| Locale::fixed(&locale.name)));
    stable_sort(locales.collect(), &Ord::cmp)
}
