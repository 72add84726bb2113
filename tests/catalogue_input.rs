//! Tests the input formats of a catalogue: JSON array, newline-delimited JSON, Rust values.

use renewal_rules::{Code, Options, check_catalogue, check_catalogue_lines};
use renewal_rules_oracle::cases::{catalogue_options, compare, places};
use serde_json::{Value, json};

/// Builds an initiator with this id, this chain and these switches of renewal kinds.
fn initiator(id: u32, chain: &str, switches: &str) -> String {
    format!(r#"{{"id":{id},"licence_term":"P1M","renew_settings":{{"product_id_for_renew":{chain},{switches}}}}}"#)
}

/// Builds a product with this id and term.
fn renewal(id: u32, term: &str) -> String {
    format!(r#"{{"id":{id},"licence_term":"{term}"}}"#)
}

const AR: &str = r#""renew_ar":{"enable":true}"#;
const PMR: &str = r#""renew_pmr":true"#;
const EMAIL: &str = r#""renew_email":true"#;

#[test]
fn a_report_of_a_catalogue_has_two_members() {
    let value = serde_json::to_value(check_catalogue("[{},5]", &Options::default())).unwrap();
    let members: Vec<&String> = value.as_object().unwrap().keys().collect();
    assert_eq!(members, ["diagnostics", "valid"]);
    assert_eq!(value["valid"], false);
}

#[test]
fn ndjson_skips_blank_lines() {
    let text = "\n{\"id\":101}\r\n  \t \n{\"id\":}\n[]\n{\"id\":101}";
    let found = check_catalogue_lines(text.as_bytes(), &Options::default());
    compare(
        &found.diagnostics,
        &[
            "E json-syntax /1",
            r#"E type-mismatch /2 {"expected":"object","found":"array"}"#,
            "E duplicate-product-id /3/id",
        ],
    )
    .unwrap();
    let found = check_catalogue_lines(b"{\"id\":1}\n\x0c\n", &Options::default());
    assert_eq!(places(&found.diagnostics), ["E json-syntax /1"]);
    for empty in ["", "\n", " \r\n\t\n"] {
        assert_eq!(check_catalogue_lines(empty.as_bytes(), &Options::default()).diagnostics, []);
    }
    let found = check_catalogue_lines(b"{\"id\":1}\n{\"name\":\"\xff\"}\n{\"id\":1}\n", &Options::default());
    assert_eq!(places(&found.diagnostics), ["E json-syntax /1", "E duplicate-product-id /2/id"]);
    // A line with two JSON values is a syntax error.
    let found = check_catalogue_lines(b"{\"id\":1} {\"id\":2}", &Options::default());
    assert_eq!(places(&found.diagnostics), ["E json-syntax /0"]);
}

#[test]
fn catalogues_as_array_lines_and_value_agree() {
    let products = [
        initiator(101, "[102,103,103]", AR),
        renewal(102, "P5D"),
        r#"{"id":101,"variants":[{}]}"#.to_owned(),
        initiator(103, "[103,103]", EMAIL),
        "5".to_owned(),
    ];
    let stated = catalogue_options(r#"{"payment":"offline"}"#);
    let strip = |diagnostics: &[renewal_rules::Diagnostic]| -> Vec<Value> {
        diagnostics
            .iter()
            .map(|d| {
                let mut value = serde_json::to_value(d).unwrap();
                value["location"] = json!(null);
                value
            })
            .collect()
    };
    let array = format!("[{}]", products.join(","));
    let value: Value = serde_json::from_str(&array).unwrap();
    let of_array = check_catalogue(array.as_str(), &stated);
    let of_lines = check_catalogue_lines(products.join("\n").as_bytes(), &stated);
    let of_value = check_catalogue(&value, &stated);
    assert!(of_array.diagnostics.len() > 5);
    assert_eq!(strip(&of_array.diagnostics), strip(&of_lines.diagnostics));
    assert_eq!(strip(&of_array.diagnostics), strip(&of_value.diagnostics));
    assert_eq!(check_catalogue(array.as_bytes(), &stated), of_array);
}

#[test]
fn not_checked_is_reported_once_per_catalogue() {
    let found = check_catalogue(
        format!("[{},{}]", initiator(101, "[101,101]", PMR), initiator(102, "[102,102]", PMR)).as_str(),
        &Options::default(),
    );
    let codes: Vec<Code> = found.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, [Code::NotChecked]);
    assert_eq!(
        serde_json::to_value(found.diagnostics[0].params.get("needs")).unwrap(),
        json!(["limits.pmrOnlineMinDays", "limits.pmrOfflineMinDays"])
    );
}

#[test]
fn catalogues_ignore_operation_role_and_trial() {
    let mut stated = Options::default();
    stated.operation = renewal_rules::Operation::Create;
    stated.role = Some(renewal_rules::Role::Initiator);
    stated.trial = Some(true);
    let text = r#"[{"id":101},{"id":102,"licence_term":"P0D"}]"#;
    assert_eq!(check_catalogue(text, &stated).diagnostics, []);
}

#[test]
fn slow_large_catalogues_are_read() {
    const COUNT: u32 = 30_000;
    let products: Vec<String> = (1..=COUNT)
        .map(|n| {
            if n % 3 == 0 {
                renewal(n, "P5D")
            } else {
                let other = (n / 3 + 1) * 3;
                initiator(n, &format!("[{other},{other}]"), AR)
            }
        })
        .collect();
    let count = |text: &str, code: Code| {
        let report = check_catalogue(text, &Options::default());
        report.diagnostics.iter().filter(|d| d.code == code).count()
    };
    let text = format!("[{}]", products.join(","));
    assert_eq!(count(&text, Code::TermBelowMinimum), COUNT as usize / 3);
    // Large catalogues in which all initiators share one renewal, all products share one id, or one chain lists
    // thousands of unknown ids.
    let products: Vec<String> = (2..=COUNT).map(|n| initiator(n, "[1,1]", AR)).collect();
    let text = format!("[{},{}]", products.join(","), renewal(1, "P5D"));
    assert_eq!(count(&text, Code::TermBelowMinimum), 1);
    let text = format!("[{}]", vec![r#"{"id":1}"#; COUNT as usize].join(","));
    assert_eq!(count(&text, Code::DuplicateProductId), COUNT as usize - 1);
    let chain = (2..=COUNT).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let text = format!("[{}]", initiator(1, &format!("[{chain},{COUNT}]"), AR));
    assert_eq!(count(&text, Code::ChainUnknownProduct), COUNT as usize - 1);
}
