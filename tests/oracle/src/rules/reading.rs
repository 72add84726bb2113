//! Rules about the type and the format of each value.

use renewal_rules::{Amount, LicenceTerm, Locale, Operation};
use serde_json::Value;

use super::{super::promises::id_in, CHAIN, Judge};

impl Judge<'_> {
    /// Returns a field's value if it has the right type, and reports it otherwise.
    fn typed(&mut self, path: &str, is_right: fn(&Value) -> bool) -> Option<Value> {
        let value = self.get(path)?;
        if !is_right(&value) {
            self.error("type-mismatch", path);
            return None;
        }
        Some(value)
    }

    fn text(&mut self, path: &str, is_needed: bool) -> Option<String> {
        let value = self.typed(path, Value::is_string)?;
        let text = value.as_str().unwrap_or_default();
        if is_needed && text.trim().is_empty() {
            self.warn("empty-text", path);
        }
        Some(text.into())
    }

    fn id(&mut self, path: &str) {
        if let Some(id) = self.typed(path, Value::is_number)
            && id_in(&serde_json::json!({ "id": id })).is_none()
        {
            self.error("id-range", path);
        }
    }

    pub(super) fn reading(&mut self) {
        self.id("/id");
        for name in ["/family_name", "/name"] {
            self.text(name, true);
        }
        self.text("/license_type", false);
        if let Some(term) = self.text("/licence_term", false)
            && term.parse::<LicenceTerm>().is_err()
        {
            self.error("term-format", "/licence_term");
        }
        if self.typed("/renew_settings", Value::is_object).is_some() {
            let chain = self.typed(CHAIN, Value::is_array);
            for nth in 0..items(chain.as_ref()) {
                self.id(&format!("{CHAIN}/{nth}"));
            }
            if self.typed("/renew_settings/renew_ar", Value::is_object).is_some() {
                self.typed("/renew_settings/renew_ar/enable", Value::is_boolean);
                self.typed("/renew_settings/renew_ar/required", Value::is_boolean);
            }
            self.typed("/renew_settings/renew_pmr", Value::is_boolean);
            self.typed("/renew_settings/renew_email", Value::is_boolean);
        }
        if let Some(locales) = self.typed("/localization_values", Value::is_object) {
            for name in locales.as_object().into_iter().flat_map(|locales| locales.keys()) {
                let path = format!("/localization_values/{}", name.replace('~', "~0").replace('/', "~1"));
                if name.parse::<Locale>().is_err() {
                    self.error("locale-format", &path);
                }
                if self.typed(&path, Value::is_object).is_some() {
                    self.text(&format!("{path}/comment_for_product_for_AR"), false);
                    self.text(&format!("{path}/comment_for_product_for_MR"), false);
                }
            }
        }
        let variants = self.typed("/variants", Value::is_array);
        for nth in 0..items(variants.as_ref()) {
            self.variant(&format!("/variants/{nth}"));
        }
        if self.is(Operation::Create) {
            for name in ["/family_name", "/name", "/variants"] {
                let is_error = name == "/variants" && self.options.trial == Some(true);
                if self.get(name).is_none() && !is_error {
                    self.warn("missing-field", name);
                }
            }
        }
        let is_empty = self.get("/variants").is_none_or(|variants| variants.as_array().is_some_and(Vec::is_empty));
        if !self.is(Operation::Update) && self.options.trial == Some(true) && is_empty {
            self.error("missing-field", "/variants");
        }
    }

    fn variant(&mut self, at: &str) {
        if self.typed(at, Value::is_object).is_none() {
            return;
        }
        for name in ["vendor_code", "sku", "sku_ar"] {
            let path = format!("{at}/{name}");
            if self.get(&path).is_none() && name != "sku_ar" {
                self.error("missing-field", &path);
            }
            self.text(&path, true);
        }
        let (price, common) = (format!("{at}/price"), format!("{at}/price/common"));
        if self.get(&price).is_none() {
            self.error("missing-field", &price);
        }
        let Some(members) = self.typed(&price, Value::is_object) else { return };
        if self.get(&common).is_none() {
            if members.as_object().is_some_and(serde_json::Map::is_empty) {
                self.error("missing-field", &common);
            } else {
                self.warn("missing-field", &common);
            }
        }
        if self.typed(&common, Value::is_object).is_none() {
            return;
        }
        for name in ["currency", "price"] {
            let path = format!("{common}/{name}");
            if self.get(&path).is_none() {
                self.error("missing-field", &path);
            }
            let Some(text) = self.text(&path, false) else { continue };
            if name == "currency" {
                if text.len() != 3 || !text.bytes().all(|byte| byte.is_ascii_uppercase()) {
                    self.warn("currency-format", &path);
                }
            } else if text.parse::<Amount>().is_err() {
                self.error("price-format", &path);
            }
        }
    }
}

fn items(list: Option<&Value>) -> usize {
    list.and_then(Value::as_array).map_or(0, Vec::len)
}
