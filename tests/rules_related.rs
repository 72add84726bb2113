//! Tests `related`: changing any other field neither adds nor removes the diagnostic.

use std::collections::{BTreeMap, BTreeSet};

use renewal_rules::{Code, Diagnostic, check, check_catalogue};
use renewal_rules_oracle::cases::{options, verdict};
use serde_json::{Value, json};

/// Builds variants with these amounts.
fn priced(amounts: &[&str]) -> Value {
    let variants = amounts.iter().enumerate().map(|(nth, amount)| {
        json!({"vendor_code":"V","sku":format!("S{nth}"),"price":{"common":{"currency":"USD","price":amount}}})
    });
    variants.collect()
}

/// Fields, each with the values that the test sets. The test also removes each field.
const CHANGES: &str = r#"
/id 101 102 103 999
/family_name "F"
/name "N"
/licence_term "P5D" "P1M" "P0D" "P3D"
/renew_settings {"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}} {"product_id_for_renew":[102,102],"renew_ar":{"enable":false}}
/renew_settings/product_id_for_renew [101,101] [102,102] [102,103,103] [101,102,102] []
/renew_settings/renew_ar/enable true false
/renew_settings/renew_ar/required true false
/renew_settings/renew_pmr true false
/renew_settings/renew_email true false
"#;

fn changes() -> Vec<(&'static str, Vec<Value>)> {
    let change = |line: &'static str| {
        let (path, values) = line.split_once(' ').unwrap();
        (path, values.split(' ').map(|value| serde_json::from_str(value).unwrap()).collect())
    };
    let prices = [&["0.00"][..], &["9.90"], &["0.00", "9.90"], &["0"]].map(priced);
    CHANGES.trim().lines().map(change).chain([("/variants", prices.to_vec())]).collect()
}

fn products() -> Vec<Value> {
    let mut products = vec![
        json!({}),
        json!({"id":101}),
        json!({"id":101,"licence_term":"P1M"}),
        json!({"licence_term":"P5D","variants":priced(&["0"])}),
    ];
    for term in [json!(null), json!("P5D"), json!("P1M"), json!("P0D"), json!("P3D")] {
        for chain in [json!([101, 101]), json!([102, 102]), json!([102, 103, 103]), json!([101, 102, 102])] {
            for ar in
                [json!({}), json!({"enable":true,"required":true}), json!({"enable":true}), json!({"required":true})]
            {
                for (pmr, email) in [(false, false), (false, true), (true, false), (true, true)] {
                    for amounts in [&[][..], &["0.00"], &["9.90"], &["0", "9.90"]] {
                        let mut product = json!({"id":101,"renew_settings":{
                            "product_id_for_renew":chain,"renew_ar":ar,"renew_pmr":pmr,"renew_email":email}});
                        if !term.is_null() {
                            product["licence_term"] = term.clone();
                        }
                        if !amounts.is_empty() {
                            product["variants"] = priced(amounts);
                        }
                        products.push(product);
                    }
                }
            }
        }
    }
    // Use every seventh product: all of them would take a minute.
    products.into_iter().step_by(7).collect()
}

/// Returns whether one pointer contains the other.
fn meet(a: &str, b: &str) -> bool {
    let within = |a: &str, b: &str| a.strip_prefix(b).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    within(a, b) || within(b, a)
}

#[test]
fn slow_unrelated_fields_remove_no_diagnostic() {
    let key = |d: &Diagnostic| {
        (d.code, d.path.clone(), d.severity, format!("{:?}{:?}", d.params.get("kind"), d.params.get("needs")))
    };
    let mut failures = BTreeMap::new();
    for stated in [
        "",
        r#"{"trial":true}"#,
        r#"{"role":"renewal","limits":{"pmrOnlineMinDays":9,"pmrOfflineMinDays":9}}"#,
        r#"{"operation":"create"}"#,
        r#"{"operation":"update","productId":101}"#,
    ] {
        let options = options(stated);
        for product in products() {
            let report = check(&product, &options);
            let mut lost: Vec<(&str, BTreeSet<_>)> = Vec::new();
            for (path, values) in changes() {
                for value in values.iter().map(Some).chain([None]) {
                    if let Some(other) = with(&product, path, value) {
                        let after = check(&other, &options).diagnostics;
                        lost.push((path, after.iter().map(key).collect()));
                    }
                }
            }
            for diagnostic in &report.diagnostics {
                let (key, at) = (key(diagnostic), diagnostic.path.as_str());
                let fields: BTreeSet<&str> = lost
                    .iter()
                    .filter(|(path, after)| !after.contains(&key) && (at.is_empty() || !meet(path, at)))
                    .map(|(path, _)| *path)
                    .collect();
                let related: Vec<&str> = diagnostic.related.iter().map(|path| &**path).collect();
                for field in fields.iter().filter(|field| !related.iter().any(|path| meet(path, field))) {
                    failures.insert(format!("{stated} {} at {at} lacks {field} in `related`", key.0), product.clone());
                }
            }
        }
    }
    let failures: Vec<String> = failures.iter().map(|(what, product)| format!("{what}: {product}")).collect();
    verdict(&failures);
}

/// Lists the pointers of a product's fields, those of its first two variants and one locale included.
fn all_fields() -> Vec<String> {
    let fields: Vec<String> = Code::TypeMismatch.rule().reads().collect();
    let pointers = fields.iter().filter(|field| !field.is_empty());
    let pointers = pointers.map(|field| format!("/{}", field.replace('.', "/")));
    let second = pointers.clone().filter(|path| path.contains("variants[]"));
    let second = second.map(|path| path.replace("[]", "/1"));
    let first = pointers.map(|path| path.replace("[]", "/0"));
    let all = first.chain(second);
    all.map(|path| path.replace("<locale>", "en_US")).collect()
}

/// Returns a copy of a document with `value` at a pointer; `None` removes the value at the pointer.
fn with(document: &Value, path: &str, value: Option<&Value>) -> Option<Value> {
    let mut document = document.clone();
    let (parent, name) = path.rsplit_once('/')?;
    match document.pointer_mut(parent)? {
        Value::Object(members) => match value {
            Some(value) => _ = members.insert(name.into(), value.clone()),
            None => _ = members.remove(name)?,
        },
        Value::Array(items) => *items.get_mut(name.parse::<usize>().ok()?)? = value?.clone(),
        _ => return None,
    }
    Some(document)
}

#[test]
fn slow_unrelated_fields_decide_no_rule() {
    let values = r#"null true false 101 102 103 "P5D" "P0D" "P1M" "0.00" "9.90" "x" [] {} [101,101] [102,102] [102,103,103]
        {"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}}"#;
    let values = values.split_whitespace().map(|value| serde_json::from_str(value).unwrap());
    let prices = [&["0.00"][..], &["9.90"], &["0", "9.90"]].map(priced);
    let values: Vec<Value> = values.chain(prices).collect();
    let mut failures = Vec::new();
    let mut seen = BTreeSet::new();
    for code in Code::ALL.iter().filter(|code| **code != Code::JsonSyntax) {
        let example = code.rule().example();
        let Ok(document) = serde_json::from_str::<Value>(example.bad) else { continue };
        let stated = options(example.options);
        let report = |document: &Value| -> Vec<Diagnostic> {
            if example.catalogue {
                check_catalogue(document, &options("{}")).diagnostics
            } else {
                check(document, &stated).diagnostics
            }
        };
        let products = if example.catalogue { 2 } else { 0 };
        let prefixes = (0..products).map(|index| format!("/{index}"));
        let prefixes: Vec<String> = prefixes.chain((products == 0).then(String::new)).collect();
        for found in report(&document).iter().filter(|found| found.code == *code) {
            seen.insert(code.as_str());
            for prefix in &prefixes {
                for field in all_fields().iter().map(|field| format!("{prefix}{field}")) {
                    for value in values.iter().map(Some).chain([None]) {
                        let Some(other) = with(&document, &field, value) else { continue };
                        let is_same = |other: &&Diagnostic| (other.code, &other.path) == (found.code, &found.path);
                        let is_listed = || {
                            let mut places = found.related.iter().map(|path| &**path);
                            meet(&field, &found.path) || places.any(|path| meet(&field, path))
                        };
                        // `chain-unknown-product` depends on the ids of all products, which `related` does not list.
                        let is_of_catalogue = *code == Code::ChainUnknownProduct;
                        if report(&other).iter().find(is_same).is_none() && !is_listed() && !is_of_catalogue {
                            failures.push(format!("{code}: {field} to {value:?}"));
                        }
                    }
                }
            }
        }
    }
    verdict(&failures);
    // Two codes cannot occur: `json-syntax` is left out above, and a parsed value has no duplicate names.
    assert_eq!(seen.len(), Code::ALL.len() - 2);
}
