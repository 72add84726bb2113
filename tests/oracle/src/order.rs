//! Computes the order of a report from a second table of fields and the order of the codes.

use std::fmt::Write as _;

use renewal_rules::{Code, Diagnostic, Options, RenewalKind};

use crate::cases::place;
use crate::tree::{Kind, Tree, tokens};

/// Returns the documented members of an object, in the order in which they are reported.
fn table(object: &str) -> &'static [&'static str] {
    match object {
        "" => &[
            "id",
            "family_name",
            "name",
            "license_type",
            "licence_term",
            "renew_settings",
            "localization_values",
            "variants",
        ],
        "/renew_settings" => &["product_id_for_renew", "renew_ar", "renew_pmr", "renew_email"],
        "/renew_settings/renew_ar" => &["enable", "required"],
        "/localization_values/*" => &["comment_for_product_for_AR", "comment_for_product_for_MR"],
        "/variants/*" => &["vendor_code", "sku", "sku_ar", "price"],
        "/variants/*/price" => &["common"],
        "/variants/*/price/common" => &["currency", "price"],
        _ => &[],
    }
}

/// Returns the sort key of a path. Unknown members follow the known ones in input order, and those of the current
/// product follow those of the update.
fn position(tree: &Tree<'_>, current: Option<&Tree<'_>>, path: &str) -> Vec<usize> {
    let mut object = String::new();
    let tokens = tokens(path);
    let sent = tokens.first().is_some_and(|first| tree.root.get(first).is_some());
    let (mut node, offset) = match current {
        Some(current) if !sent => (Some(&current.root), 10_000_000),
        _ => (Some(&tree.root), 1_000),
    };
    let mut ranks = Vec::new();
    for token in &tokens {
        let is_open = matches!(object.as_str(), "/variants" | "/localization_values")
            || object.ends_with("/product_id_for_renew");
        let named = table(&object).iter().position(|name| name == token);
        ranks.push(named.unwrap_or_else(|| {
            let index = token.parse().ok().filter(|_| matches!(node.map(|node| &node.kind), Some(Kind::Array(_))));
            let nth = index.or_else(|| node?.position(token)).unwrap_or_default();
            if is_open { nth } else { offset + nth }
        }));
        let _ = write!(object, "/{}", if is_open { "*" } else { token });
        node = node.and_then(|node| node.get(token));
    }
    ranks
}

/// Returns the sort key of a diagnostic's renewal kind.
fn kind(diagnostic: &Diagnostic) -> Option<usize> {
    let kind = diagnostic.params.text("kind")?;
    let mut kinds = RenewalKind::ALL.iter();
    kinds.position(|known| kind == known.as_str())
}

pub(crate) fn ordered(tree: &Tree<'_>, options: &Options, diagnostics: &[Diagnostic]) -> Vec<String> {
    let current = options.current().map(Tree::read);
    if tree.root.has_duplicate() {
        return Vec::new();
    }
    let mut keys: Vec<_> = diagnostics
        .iter()
        .map(|d| {
            let row = Code::ALL.iter().position(|code| *code == d.code);
            (position(tree, current.as_ref(), &d.path), row, kind(d), place(d))
        })
        .collect();
    let found: Vec<String> = keys.iter().map(|key| key.3.clone()).collect();
    keys.sort_by(|left, right| (&left.0, left.1, left.2).cmp(&(&right.0, right.1, right.2)));
    let sorted: Vec<String> = keys.into_iter().map(|key| key.3).collect();
    if found == sorted { Vec::new() } else { vec![format!("diagnostics are out of order: {found:?}")] }
}
