//! Tests the members of a report, its truncation, and reports of many diagnostics.

use renewal_rules::{Code, Options, check, check_catalogue};
use renewal_rules_oracle::cases::{options, report};
use serde_json::{Value, json};

#[test]
fn codes_have_a_fixed_order() {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    insta::assert_snapshot!("codes", codes.join("\n"));
}

#[test]
fn report_has_exactly_the_documented_members() {
    let value = report("", r#"{"renew_settings":{"product_id_for_renew":[102,103]},"licence_term":"P1M"}"#);
    let members = |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(members(&value), ["configuration", "diagnostics", "trial", "valid"]);
    assert_eq!(value["valid"], false);
    assert_eq!(value["configuration"], Value::Null);
    assert_eq!(value["trial"], false);
    let warning = &value["diagnostics"][0];
    assert_eq!(
        members(warning),
        ["code", "location", "message", "messageId", "params", "path", "related", "section", "severity"]
    );
    assert_eq!(warning["code"], "no-kind-enabled");
    assert_eq!(warning["severity"], "warning");
    let error = &value["diagnostics"][1];
    assert_eq!(error["code"], "chain-last-not-repeated");
    assert_eq!(error["section"], "4.4");
    assert_eq!(error["fix"], json!([{"op":"add", "path":"/renew_settings/product_id_for_renew/-", "value":103}]));
}

#[test]
fn slow_tens_of_thousands_of_problems_are_all_reported() {
    const COUNT: usize = 40_000;
    let list = |item: &str| vec![item; COUNT].join(",");
    let numbered = |item: &str| (0..COUNT).map(|n| item.replace('#', &n.to_string())).collect::<Vec<_>>().join(",");
    for (input, code) in [
        (format!(r#"{{"variants":[{}]}}"#, list("0")), Code::TypeMismatch),
        (format!(r#"{{"renew_settings":{{"product_id_for_renew":[{}]}}}}"#, list("7")), Code::ChainRepeatedId),
        (format!(r#"{{"renew_settings":{{"product_id_for_renew":[{}]}}}}"#, list("0")), Code::IdRange),
        (format!(r#"{{"renew_settings":{{{}}}}}"#, numbered(r#""k#":0"#)), Code::UnknownField),
        (format!(r"{{{}}}", numbered(r#""k#":0,"k#":1"#)), Code::DuplicateKey),
        (format!(r#"{{"localization_values":{{{}}}}}"#, numbered(r#""k#":{}"#)), Code::LocaleFormat),
    ] {
        let found = check(input.as_str(), &Options::default()).diagnostics;
        let count = found.iter().filter(|d| d.code == code).count();
        assert!((COUNT - 2..=COUNT).contains(&count), "{code}: {count}");
    }
    let many_of_one = format!("{{{}}}", list(r#""k":0"#));
    let found = check(many_of_one.as_str(), &Options::default()).diagnostics;
    assert!(found.iter().all(|d| d.code == Code::DuplicateKey) && !found.is_empty());
}

#[test]
fn report_is_truncated_only_on_request() {
    let text = r#"{"name":"","variants":[0,0,0]}"#;
    let whole = report("", text);
    assert_eq!(whole.get("omitted"), None);
    let cut = report(r#"{"maxDiagnostics":1}"#, text);
    assert_eq!(cut["diagnostics"].as_array().unwrap().len(), 1);
    // The limit retains the error, not the warning before it.
    assert_eq!(cut["diagnostics"][0], whole["diagnostics"][1]);
    assert_eq!(cut["omitted"], 3);
    let three = report(r#"{"maxDiagnostics":3}"#, text);
    assert_eq!(three["diagnostics"].as_array(), whole["diagnostics"].as_array().map(|all| all[1..].to_vec()).as_ref());
    assert_eq!(cut["valid"], false);
    assert_eq!(report(r#"{"maxDiagnostics":4}"#, text)["diagnostics"], whole["diagnostics"]);
    assert_eq!(report(r#"{"maxDiagnostics":0}"#, text)["omitted"], 4);
}

/// Tests a product with so many warnings that some are dropped before the error is found.
#[test]
fn error_after_many_warnings_leads_a_limited_report() {
    let priced = |amount: &str| {
        format!(
            r#"{{"vendor_code":"V","sku":"S","sku_ar":" ","price":{{"common":{{"currency":"USD","price":"{amount}"}}}}}}"#
        )
    };
    let (warning, error) = (priced("1"), priced("x"));
    let text = format!(r#"{{"variants":[{},{error},{warning},{error}]}}"#, vec![warning.as_str(); 300].join(","));
    for limit in [1_usize, 2, 3, 5] {
        let report = report(&format!(r#"{{"maxDiagnostics":{limit}}}"#), &text);
        let places: Vec<&str> =
            report["diagnostics"].as_array().unwrap().iter().map(|one| one["path"].as_str().unwrap()).collect();
        let warnings = ["/variants/0/sku_ar", "/variants/1/sku_ar", "/variants/2/sku_ar"];
        let errors = ["/variants/300/price/common/price", "/variants/302/price/common/price"];
        let expected = [&warnings[..limit.saturating_sub(2)], &errors[..limit.min(2)]].concat();
        assert_eq!(places, expected, "{limit}");
        assert_eq!(report["omitted"], 305 - limit);
    }
}

#[test]
fn messages_contain_no_rust_or_regex_syntax() {
    for &code in Code::ALL {
        let example = code.rule().example();
        let found = if example.catalogue {
            check_catalogue(example.bad, &Options::default()).diagnostics
        } else {
            check(example.bad, &options(example.options)).diagnostics
        };
        for diagnostic in found {
            let message = &diagnostic.message;
            for foreign in
                ["u32", "u64", "i64", "f64", "Vec<", "Option<", "Some(", "None", "::", "[0-9]", "\\d", "serde"]
            {
                assert!(!message.contains(foreign), "{code}: {message}");
            }
        }
    }
}
