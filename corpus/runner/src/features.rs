//! Features of a case, by which the coverage of the corpus is measured.

use std::collections::BTreeSet;

use renewal_rules_oracle::invariants::field;
use serde_json::{Value, json};

use crate::sources::Input;

/// Names of message parameters with few possible values. Each value of such a parameter is a feature.
const KEYWORDS: [&str; 8] = ["kind", "payment", "expected", "found", "reason", "suggestion", "field", "needs"];

/// Returns the features of a result: codes, templates, fields and branches that it covers.
pub(crate) fn features(input: &Input, options: &Value, result: &Value) -> BTreeSet<String> {
    let (call, mut features) = (input.call, BTreeSet::new());
    let option = |name: &str| options.get(name).cloned().unwrap_or(Value::Null);
    let has_current = options.get("current").is_some();
    let context = json!([option("operation"), option("role"), option("trial"), option("payment"), has_current]);
    let limits = option("limits").as_object().map(|limits| limits.keys().cloned().collect::<Vec<_>>());
    match call {
        "effectiveKind" => {
            let [kinds, reason, trial] = ["considered", "reason", "trial"].map(|name| &result[name]);
            let buyer = json!([option("consent"), option("payment"), result["assumed"]]);
            features.insert(format!("{kinds} {reason} {trial} {} {buyer}", result["configuration"]));
            features.insert(format!("{reason} {context}"));
            features.insert(format!("{kinds} {limits:?}"));
            // The result does not show whether a kind after the effective one is on, so add the switches as a feature.
            let product: Value = serde_json::from_str(&input.text).unwrap_or_default();
            let switches = ["/renew_ar/enable", "/renew_ar/required", "/renew_pmr", "/renew_email"];
            let is_on = switches.map(|path| product["renew_settings"].pointer(path) == Some(&json!(true)));
            features.insert(format!("{is_on:?} {} {}", result["configuration"], result["kind"]));
        }
        "timeline" => timeline_features(&mut features, options, result),
        "fix" | "fixCatalogue" | "fixCatalogueLines" => {}
        _ => diagnostic_features(&mut features, result, &context),
    }
    if matches!(call, "check" | "timeline") {
        features.extend(product_features(&input.text, result, &option("payment")));
    }
    features.iter().map(|feature| format!("{call} {feature}")).collect()
}

fn diagnostic_features(features: &mut BTreeSet<String>, result: &Value, context: &Value) {
    let diagnostics = result["diagnostics"].as_array().map_or(&[][..], Vec::as_slice);
    let mut codes = BTreeSet::new();
    for found in diagnostics {
        let (code, path) = (found["code"].as_str().unwrap_or(""), found["path"].as_str().unwrap_or(""));
        let has_fix = !found["fix"].is_null();
        features.insert(format!("{code} {} {} {} {has_fix}", found["messageId"], found["severity"], field(path)));
        for name in KEYWORDS {
            if let Some(value) = found["params"].get(name) {
                features.insert(format!("{code} {} {name} {value}", found["messageId"]));
            }
        }
        features.insert(format!("{code} {context}"));
        codes.insert(code);
    }
    for one in &codes {
        features.extend(codes.iter().filter(|other| one < *other).map(|other| format!("{one} {other}")));
    }
    let product = format!("{} {}", result["configuration"], result["trial"]);
    features.insert(format!("{product} {codes:?}"));
    features.insert(format!("{product} {context}"));
    features.insert(format!("error {}", result["error"]));
}

/// Returns the features by which cases with different products are told apart: the pattern of equal ids in the chain
/// with the codes reported for the chain, and the licence term with the codes reported for the term.
fn product_features(text: &str, result: &Value, payment: &Value) -> Vec<String> {
    let Ok(product) = serde_json::from_str::<Value>(text) else { return Vec::new() };
    let settings = &product["renew_settings"];
    let mut ids = vec![&product["id"]];
    let chain = settings["product_id_for_renew"].as_array().into_iter().flatten();
    let shape: Vec<usize> = chain
        .map(|id| {
            ids.iter().position(|other| *other == id).unwrap_or_else(|| {
                ids.push(id);
                ids.len() - 1
            })
        })
        .collect();
    let kinds = json!([settings["renew_ar"]["enable"], settings["renew_pmr"], settings["renew_email"]]);
    let codes = |prefix: &str| -> BTreeSet<String> {
        let found = result["diagnostics"].as_array().into_iter().flatten();
        let codes = found.filter_map(|found| Some(format!("{} {}", found["code"].as_str()?, found["params"]["kind"])));
        codes.filter(|code| code.starts_with(prefix)).collect()
    };
    let (stop, term) = (&result["stop"]["reason"], &product["licence_term"]);
    vec![
        format!("chain {shape:?} {:?} {stop}", codes("chain-")),
        format!("term {term} {kinds} {:?} {stop}", codes("term-")),
        format!("kinds {kinds} {} {payment} {:?} {stop}", result["configuration"], codes("")),
    ]
}

fn timeline_features(features: &mut BTreeSet<String>, options: &Value, result: &Value) {
    let periods = result["periods"].as_array().map_or(&[][..], Vec::as_slice);
    let each = |name: &str| periods.iter().map(|period| period[name].to_string()).collect::<BTreeSet<_>>();
    let units: BTreeSet<_> = each("licenceTerm").iter().map(|term| term.ends_with("M\"")).collect();
    let steps = periods.len().min(5);
    let decision = &result["decision"];
    let stop = &result["stop"]["reason"];
    features.insert(format!("{} {stop} {steps} {:?}", decision["kind"], each("paid")));
    features.insert(format!("{} {}", decision["configuration"], result["notes"]));
    let ordered = periods.iter().filter(|period| !period["ordered"].is_null()).count().min(3);
    features.insert(format!("{ordered} {units:?} {} {}", result["monthCount"], options["purchaseDate"]));
    features.insert(format!("{stop} {} {} {}", decision["reason"], options["payment"], options["consent"]));
    features.insert(format!("{} {} {stop} {}", decision["considered"], decision["configuration"], decision["trial"]));
    features.insert(format!("{:?} {:?} {:?}", each("article"), each("price"), each("paid")));
    features.insert(format!("error {}", result["error"]));
}

/// Returns the features of a fix: its operations, and the codes that it removes and reveals.
pub(crate) fn fix_features(before: &Value, after: &Value, applied: &Value) -> BTreeSet<String> {
    let locations = |report: &Value| -> BTreeSet<String> {
        let found = report["diagnostics"].as_array().into_iter().flatten();
        found.map(|found| format!("{} {}", found["code"], field(found["path"].as_str().unwrap_or("")))).collect()
    };
    let (old, new) = (locations(before), locations(after));
    let operations = before["diagnostics"].as_array().into_iter().flatten().filter_map(|found| found["fix"].as_array());
    let operations = operations.flatten().map(|operation| {
        let path = field(operation["path"].as_str().unwrap_or(""));
        format!("fix {} {path}", operation["op"])
    });
    let removed: Vec<&String> = old.difference(&new).collect();
    let revealed: Vec<&String> = new.difference(&old).collect();
    let mut features: BTreeSet<String> = operations.collect();
    features.insert(format!("fix {removed:?} {revealed:?}"));
    features.extend(new.iter().map(|left| format!("left {left} {applied}")));
    features
}
