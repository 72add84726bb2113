//! Rules about fields that an update must not send, and about values that it drops.

use std::collections::BTreeSet;

use renewal_rules::{Operation, Severity};
use serde_json::{Value, json};

use super::{super::promises::id_in, Judge};

impl Judge<'_> {
    pub(super) fn change(&mut self) {
        if !self.is(Operation::Update) {
            return;
        }
        let sent = self.sent.clone();
        let target = self.options.product_id;
        let target = target.or_else(|| id_in(self.current.as_ref()?));
        if let (Some(id), Some(target)) = (id_in(&sent), target)
            && id != target
        {
            self.error("id-mismatch", "/id");
        }
        if sent.as_object().is_some_and(serde_json::Map::is_empty) {
            self.warn("patch-empty", "");
        }
        let Some(current) = self.current.clone() else {
            let known = ["renew_settings", "licence_term", "variants", "localization_values"];
            if known.iter().any(|name| sent.get(*name).is_some()) {
                let data = json!([["current"]]);
                self.report(Severity::Info, "not-checked", "", &data);
            }
            return;
        };
        let skus = |product: &Value| -> Option<BTreeSet<String>> {
            let variants = product.get("variants")?.as_array()?.iter();
            let skus = variants.filter_map(|variant| variant.get("sku")?.as_str());
            Some(skus.map(str::to_owned).collect())
        };
        // A malformed variant may stand for any variant, so nothing is reported as dropped.
        let is_malformed =
            |variant: &Value| !variant.is_object() || variant.get("sku").is_some_and(|sku| !sku.is_string());
        let variants = sent.get("variants").and_then(Value::as_array);
        let has_malformed = variants.is_some_and(|variants| variants.iter().any(is_malformed));
        if let (Some(now), Some(then)) = (skus(&sent), skus(&current))
            && !then.is_subset(&now)
            && !has_malformed
        {
            self.warn("patch-drops-variants", "/variants");
        }
        let names = |product: &Value, path: &str| -> Option<BTreeSet<String>> {
            Some(product.pointer(path)?.as_object()?.keys().cloned().collect())
        };
        if let (Some(now), Some(then)) = (names(&sent, "/localization_values"), names(&current, "/localization_values"))
            && !then.is_subset(&now)
        {
            self.warn("patch-drops-locales", "/localization_values");
        }
        if drops_settings(&sent, &current) {
            self.warn("patch-drops-settings", "/renew_settings");
        }
    }
}

/// Returns whether an update drops renewal settings that are not off in the current product.
fn drops_settings(sent: &Value, current: &Value) -> bool {
    let known = ["product_id_for_renew", "renew_ar/enable", "renew_ar/required", "renew_pmr", "renew_email"];
    let has = |product: &Value, name: &str| {
        let settings = &product["renew_settings"];
        settings.pointer(&format!("/{name}")).is_some()
    };
    let is_off = |name: &str| {
        let settings = &current["renew_settings"];
        settings.pointer(&format!("/{name}")) == Some(&json!(false))
    };
    // A field of a malformed `renew_ar` is not reported as dropped.
    let may_send = |name: &str| {
        let ar = sent["renew_settings"].get("renew_ar");
        has(sent, name) || name.starts_with("renew_ar/") && ar.is_some_and(|ar| !ar.is_object())
    };
    let sends = sent.get("renew_settings").is_some_and(Value::is_object);
    let had = current.get("renew_settings").is_some_and(Value::is_object);
    sends && had && known.iter().any(|name| has(current, name) && !is_off(name) && !may_send(name))
}
