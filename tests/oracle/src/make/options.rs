//! Generates options as JSON text.

use super::{super::choices::Choices, product, quoted};

/// Generates the options of a check.
pub fn options(c: &mut Choices<'_>) -> String {
    let mut members: Vec<(String, String)> = Vec::new();
    let mut state = |name: &str, value: &str| {
        if !value.is_empty() {
            members.push((name.into(), value.into()));
        }
    };
    state("operation", c.pick(&["", "\"update\"", "\"create\"", "\"record\""]));
    state("role", c.pick(&["", "", "\"initiator\"", "\"renewal\"", "\"self-renewing\""]));
    state("trial", c.pick(&["", "", "", "true", "false"]));
    state("productId", c.pick(&["", "", "101", "102"]));
    if c.coin() {
        // A caller passes a current product that was parsed before, so it has no duplicate keys and no number out of
        // range.
        let current: Option<serde_json::Value> = serde_json::from_str(&product(c)).ok();
        if let Some(current) = current.filter(serde_json::Value::is_object) {
            state("current", &current.to_string());
        }
    }
    members.extend(purchase(c));
    joined(&members)
}

fn purchase(c: &mut Choices<'_>) -> Vec<(String, String)> {
    let mut members = Vec::new();
    let payment = c.pick(&["", "\"online\"", "\"offline\""]);
    if !payment.is_empty() {
        members.push(("payment".into(), payment.into()));
    }
    if c.once_in(3) {
        let limits: Vec<(String, String)> =
            ["arMinDays", "emailOnlineMinDays", "emailOfflineMinDays", "pmrOnlineMinDays", "pmrOfflineMinDays"]
                .into_iter()
                .filter_map(|name| {
                    let days = c.pick(&["", "7", "0", "29", "30", "60", "4294967295", "1"]);
                    (!days.is_empty()).then(|| (name.into(), days.into()))
                })
                .collect();
        members.push(("limits".into(), joined(&limits)));
    }
    members
}

fn joined(members: &[(String, String)]) -> String {
    let members: Vec<String> = members.iter().map(|(name, value)| format!("{}:{value}", quoted(name))).collect();
    format!("{{{}}}", members.join(","))
}

/// Generates the options of a check of a catalogue or a setup.
pub fn catalogue_options(c: &mut Choices<'_>) -> String {
    let members = purchase(c);
    joined(&members)
}

/// Generates the options of a timeline, or those of a comparison, which accepts most of them.
pub fn purchase_options(c: &mut Choices<'_>, is_comparison: bool) -> String {
    let mut members: Vec<(String, String)> = Vec::new();
    let date = c.pick(&["2026-01-31", "2028-02-29", "2026-12-31", "0000-01-01", "9999-12-31", "9998-01-30"]);
    if !is_comparison || c.coin() {
        members.push(("purchaseDate".into(), quoted(date)));
    }
    let mut state = |name: &str, values: &[&str]| {
        let value = c.pick(values);
        if !value.is_empty() {
            members.push((name.into(), value.into()));
        }
    };
    state("productId", &["", "", "101", "102", "103"]);
    state("renewals", &["3", "0", "1", "12", "40"]);
    state("monthCount", &["", "\"chained\"", "\"anchored\""]);
    state("pmrLeadDays", &["", "3", "0", "4294967295"]);
    state("emailLeadDays", &["", "5", "40"]);
    if !is_comparison {
        state("payment", &["", "\"online\"", "\"offline\""]);
        state("consent", &["", "\"declined\"", "\"unavailable\""]);
        state("variant", &["", "1", "4294967295"]);
        state("trial", &["", "", "true", "false"]);
    }
    joined(&members)
}
