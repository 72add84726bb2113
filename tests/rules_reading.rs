//! Tests the order of the codes, the members of a report, reports of many diagnostics, and that no message contains the
//! syntax of Rust.

use renewal_rules::{Code, Options, check};
use renewal_rules_oracle::cases::{check_example, report};
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
fn messages_contain_no_rust_or_regex_syntax() {
    for &code in Code::ALL {
        for diagnostic in check_example(code, code.rule().example().bad) {
            let message = &diagnostic.message;
            for foreign in
                ["u32", "u64", "i64", "f64", "Vec<", "Option<", "Some(", "None", "::", "[0-9]", "\\d", "serde"]
            {
                assert!(!message.contains(foreign), "{code}: {message}");
            }
        }
    }
}
