//! How the input is read: its JSON, its types, its names and the form of each value.

use renewal_rules::{
    Code, Configuration, Diagnostic, Input, Options, ProductId, Scope, check, check_catalogue,
    check_catalogue_lines,
};
use renewal_rules_oracle::{
    cases::{compare, options, places, products, report, verdict},
    invariants::invariants,
};
use serde_json::{Value, json};

/// A parameter as JSON.
fn param(diagnostic: &Diagnostic, name: &str) -> Value {
    serde_json::to_value(diagnostic.params.get(name)).unwrap()
}

#[test]
fn codes_stand_in_the_order_of_the_rules() {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    insta::assert_snapshot!("codes", codes.join("\n"));
}

#[test]
fn a_report_has_exactly_its_members() {
    let value = report(
        "",
        r#"{"renew_settings":{"product_id_for_renew":[102,103]},"licence_term":"P1M"}"#,
    );
    let members =
        |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(
        members(&value),
        ["configuration", "diagnostics", "trial", "valid"]
    );
    assert_eq!(value["valid"], false);
    assert_eq!(value["configuration"], Value::Null);
    assert_eq!(value["trial"], false);
    let warning = &value["diagnostics"][0];
    assert_eq!(
        members(warning),
        [
            "code",
            "location",
            "message",
            "messageId",
            "params",
            "path",
            "related",
            "section",
            "severity"
        ]
    );
    assert_eq!(warning["code"], "no-kind-enabled");
    assert_eq!(warning["severity"], "warning");
    let error = &value["diagnostics"][1];
    assert_eq!(error["code"], "chain-last-not-repeated");
    assert_eq!(error["section"], "4.4");
    assert_eq!(
        error["fix"],
        json!([{"op":"add", "path":"/renew_settings/product_id_for_renew/-", "value":103}])
    );
}

#[test]
fn an_input_that_is_no_json_is_reported_alone() {
    let texts: &[&[u8]] = &[
        b"",
        b" ",
        b"{",
        b"{\"id\":1,}",
        b"{\"id\":1} {}",
        b"{\"id\":1}x",
        b"{\"id\":1}\0",
        b"{\"name\":\"a\0b\"}",
        b"{\"name\":\"\xff\"}",
        b"{\"other\":\"\xc3\x28\"}",
        b"{\"other\":\"\xed\xa0\x80\"}",
        b"\xef\xbb\xbf{}",
        b"\xff\xfe{\0}\0",
        b"{\"id\":NaN}",
        b"{'id':1}",
        b"{\"id\":01}",
        b"{\"renew_settings\":{\"renew_pmr\":tru}}",
        b"{\"variants\":[{},]}",
        b"{\"unknown\":[1,}]}",
    ];
    let stated = options(r#"{"operation":"create","role":"initiator"}"#);
    for text in texts {
        let report = check(*text, &stated);
        assert_eq!(places(&report.diagnostics), ["E json-syntax"], "{text:?}");
        assert!(!report.valid);
        assert_eq!(report.configuration, None);
        let params = serde_json::to_value(&report.diagnostics[0].params).unwrap();
        assert!(!params["reason"].as_str().unwrap().is_empty(), "{text:?}");
        assert!(params["line"].as_u64().unwrap() >= 1, "{text:?}");
        assert!(params["column"].as_u64().unwrap() >= 1, "{text:?}");
        assert!(report.diagnostics[0].location.is_some(), "{text:?}");
    }
}

#[test]
fn a_syntax_error_stands_where_the_text_ceases_to_be_json() {
    for (text, line, column) in [
        (r#"{"id": x}"#, 1, 8),
        ("{\n  \"name\": \"ok\",\n  \"id\": x\n}", 3, 9),
        ("{\"n\u{e4}me\u{1f600}\": x}", 1, 12),
        ("{\"a\":\"\u{1f600}\u{1f600}\" x}", 1, 13),
        (r#"{"id":1} x"#, 1, 10),
        ("{\"a\":\"xyz\tw\"}", 1, 10),
        ("{\n \"name\": \"Ex\nample\"}", 2, 13),
    ] {
        let diagnostic = &report("", text)["diagnostics"][0];
        let params = &diagnostic["params"];
        assert_eq!(
            (&params["line"], &params["column"]),
            (&json!(line), &json!(column)),
            "{text}"
        );
        assert_eq!(
            diagnostic["location"],
            json!({"line": line, "column": column, "endLine": line, "endColumn": column + 1}),
            "{text}"
        );
    }
}

#[test]
fn an_id_is_the_number_that_is_written() {
    let report = check(
        r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[9007199254740991,9007199254740991.0],"renew_ar":{"enable":true}}}"#,
        &Options::default(),
    );
    assert_eq!(places(&report.diagnostics), Vec::<String>::new());
    assert_eq!(report.configuration, Some(Configuration::Pair));
    for (number, is_id) in [
        ("9007199254740991.0", true),
        ("900719925474099100e-2", true),
        ("9007199254740991.4", false),
        ("104.99999999999999", false),
        ("101.00000000000001", false),
        ("0.9999999999999999", false),
        ("90071992547409915e-1", false),
    ] {
        let input = format!(r#"{{"id":{number}}}"#);
        let report = check(input.as_str(), &Options::default());
        assert_eq!(report.valid, is_id, "{number}");
        if !is_id {
            assert_eq!(places(&report.diagnostics), ["E id-range /id"]);
        }
    }
    // A typed product is the one that is meant, or none.
    for number in [
        "9007199254740991.0",
        "9007199254740990.0",
        "2251799813685249.0",
    ] {
        let read = serde_json::from_str::<ProductId>(number);
        assert!(
            read.map_or(true, |id| format!("{id}.0") == number),
            "{number}"
        );
    }
}

#[test]
fn a_syntax_error_is_told_in_words() {
    for (text, words) in [
        ("{\"id\":1,}", "there is a comma too many"),
        ("[1, ]", "there is a comma too many"),
        ("[,]", "a value is missing"),
        (
            "{\"id\": // one\n1}",
            "there is a comment, which JSON does not have",
        ),
        (
            "{\"id\":1} /* one */",
            "there is a comment, which JSON does not have",
        ),
        ("{'id':1}", "a text is not in double quotes"),
        ("{id:1}", "a name is not in double quotes"),
        ("{\"id\":NaN}", "there is an unknown word"),
        ("{\"id\":nil}", "there is an unknown word"),
        (
            "\u{a0}{}",
            "there is a character that belongs in a text only",
        ),
        (
            "\u{2028}",
            "there is a character that belongs in a text only",
        ),
        (" \t\r\n", "it is empty"),
        (
            "\u{feff}{}",
            "it begins with a byte order mark; save it without one",
        ),
    ] {
        let report = check(text, &Options::default());
        let message = &report.diagnostics[0].message;
        assert!(
            message.starts_with(&format!("This is not JSON: {words}, at")),
            "{text}: {message}"
        );
    }
    for reason in [
        "bigint",
        "cycle",
        "depth",
        "exception",
        "no-text",
        "too-large",
        "undefined",
    ] {
        let found = &check(Input::NoJson(reason.into()), &Options::default()).diagnostics[0];
        assert_eq!(param(found, "reason"), reason);
        let words = found.message.strip_prefix("This has no JSON form: ");
        let words = words.and_then(|words| words.strip_suffix(". Nothing in it was checked."));
        assert!(words.is_some_and(|words| words.contains(' ')), "{reason}");
    }
}

#[test]
fn a_member_with_the_name_of_a_number_in_disguise_is_a_member() {
    for (text, number_at) in [
        (r#"{"$serde_json::private::Number":"1"}"#, ""),
        (
            r#"{"renew_settings":{"$serde_json::private::Number":"1"}}"#,
            "/renew_settings",
        ),
        (
            r#"{"localization_values":{"$serde_json::private::Number":{}}}"#,
            "/localization_values",
        ),
        (r#"{"name":{"$serde_json::private::Number":"1"}}"#, "/name"),
    ] {
        let found = check(text, &Options::default()).diagnostics;
        let is_number = found
            .iter()
            .any(|d| d.path == number_at && param(d, "found") == "number");
        assert!(!is_number, "{text}: {:?}", places(&found));
    }
}

#[test]
fn a_character_of_two_units_is_located_whole() {
    let end = |text: &str| {
        let found = check(text, &Options::default()).diagnostics[0].location;
        found.map(|place| (place.column, place.end_column))
    };
    assert_eq!(end(r#"{"a":😀}"#), Some((6, 8)));
    assert_eq!(end(r#"{"a":é}"#), Some((6, 7)));
    // At the end of the text there is no character.
    assert_eq!(end(r#"{"a":"#), Some((6, 6)));
}

#[test]
fn an_id_in_quotes_is_fixed_however_it_is_written() {
    let fix = |text: &str| check(text, &Options::default()).diagnostics[0].fix.clone();
    let plain = fix(r#"{"id":"5"}"#);
    assert!(plain.is_some());
    assert_eq!(fix(r#"{"id":"\u0035"}"#), plain);
    assert_eq!(fix(r#"{"id":"\"5\""}"#), None);
    assert_eq!(fix(r#"{"id":"\ud800"}"#), None);
}

#[test]
fn the_last_of_two_members_with_an_unknown_name_is_located() {
    let text = r#"{"licence_trem":1,"licence_trem":2}"#;
    let whole = format!("[{text}]");
    let (alone, listed) = (
        check(text, &Options::default()),
        check_catalogue(whole.as_str(), &Options::default()),
    );
    let columns = |diagnostics: &[Diagnostic]| -> Vec<usize> {
        diagnostics
            .iter()
            .map(|found| found.location.unwrap().column)
            .collect()
    };
    assert_eq!(columns(&alone.diagnostics), [19, 19]);
    assert_eq!(columns(&listed.diagnostics), [20, 20]);
}

#[test]
fn a_value_without_a_json_form_is_reported_alone() {
    let report = check(Input::NoJson("a cycle".into()), &Options::default());
    assert_eq!(places(&report.diagnostics), ["E json-syntax"]);
    let diagnostic = &report.diagnostics[0];
    assert_eq!(param(diagnostic, "reason"), "a cycle");
    assert_eq!(
        (param(diagnostic, "line"), param(diagnostic, "column")),
        (Value::Null, Value::Null)
    );
    assert_eq!(diagnostic.location, None);
}

#[test]
fn duplicate_keys_are_reported_wherever_the_rules_know_the_object() {
    products(&[
        ("", r#"{"id":101,"id":102}"#, &["E duplicate-key /id"]),
        ("", r#"{"id":101,"\u0069d":102}"#, &["E duplicate-key /id"]),
        (
            "",
            r#"{"other":1,"id":101,"other":2}"#,
            &["E duplicate-key /other"],
        ),
        ("", r#"{"id":"x","id":101}"#, &["E duplicate-key /id"]),
        (
            "",
            r#"{"id":101,"id":"x"}"#,
            &[
                "E duplicate-key /id",
                r#"E type-mismatch /id {"expected":"integer","found":"string"}"#,
            ],
        ),
        (
            "",
            r#"{"localization_values":{"en_US":{},"en_US":{}}}"#,
            &["E duplicate-key /localization_values/en_US"],
        ),
        (
            "",
            r#"{"localization_values":{"en_US":{"comment_for_product_for_AR":"a","comment_for_product_for_AR":"b"}}}"#,
            &["E duplicate-key /localization_values/en_US/comment_for_product_for_AR"],
        ),
        (
            "",
            r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_pmr":false,"renew_email":true,"renew_email":true,"renew_ar":{"enable":true,"enable":false}}}"#,
            &[
                "E duplicate-key /renew_settings/renew_ar/enable",
                "E duplicate-key /renew_settings/renew_email",
            ],
        ),
        (
            "",
            r#"{"variants":[{"vendor_code":"V","sku":"A","sku":"B","price":{"common":{"currency":"USD","price":"1","price":"2"},"common":{"currency":"USD","price":"1","price":"2"}}}]}"#,
            &[
                "E duplicate-key /variants/0/sku",
                "E duplicate-key /variants/0/price/common",
                "E duplicate-key /variants/0/price/common/price",
            ],
        ),
        ("", r#"{"other":{"a":1,"a":2},"list":[{"b":1,"b":2}]}"#, &[]),
        (
            "",
            r#"{"a/b~c":1,"a/b~c":2}"#,
            &["E duplicate-key /a~1b~0c"],
        ),
        ("", r#"{"":1,"":2}"#, &["E duplicate-key /"]),
    ]);
}

#[test]
fn of_objects_under_one_name_the_last_counts_whole() {
    let trial = r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V","sku":"S",
"price":{"common":{"currency":"USD","price":"0.00"}}#
}]}"#;
    let rows: &[(&str, &str, &[&str])] = &[
        (
            trial,
            ",\n\"price\":{\"common\":{\"currency\":\"USD\"}}",
            &[
                "duplicate-key /variants/0/price 3:1",
                "missing-field /variants/0/price/common/price 3:19",
            ],
        ),
        (
            trial,
            ",\n\"price\":{}",
            &[
                "duplicate-key /variants/0/price 3:1",
                "missing-field /variants/0/price/common 3:9",
            ],
        ),
        (
            r#"{"licence_term":"P5D",
"renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}#}"#,
            ",\n\"renew_settings\":{\"renew_email\":true}",
            &[
                "term-below-minimum /licence_term 1:17",
                "duplicate-key /renew_settings 3:1",
                "chain-missing /renew_settings/product_id_for_renew 3:18",
            ],
        ),
        (
            r#"{"licence_term":"P5D","renew_settings":{"product_id_for_renew":[102,102],
"renew_ar":{"enable":true}#}}"#,
            ",\n\"renew_ar\":{\"required\":true}",
            &[
                "no-kind-enabled /renew_settings 1:40",
                "duplicate-key /renew_settings/renew_ar 3:1",
                "ar-required-without-ar /renew_settings/renew_ar/required 3:24",
            ],
        ),
    ];
    for (text, again, expected) in rows {
        let alone = check(text.replace('#', "").as_str(), &Options::default());
        assert_eq!(alone.trial, *text == trial);
        let report = check(text.replace('#', again).as_str(), &Options::default());
        assert!(!report.trial, "{text}");
        let found: Vec<String> = report
            .diagnostics
            .iter()
            .map(|found| {
                let at = found.location.unwrap();
                format!("{} {} {}:{}", found.code, found.path, at.line, at.column)
            })
            .collect();
        assert_eq!(found, *expected, "{text}");
    }
}

#[test]
fn a_value_of_another_type_is_named() {
    let types = [
        ("null", "null"),
        ("false", "boolean"),
        ("true", "boolean"),
        ("1", "number"),
        ("1.5", "number"),
        (r#""text""#, "string"),
        ("[]", "array"),
        ("{}", "object"),
    ];
    let fields = [
        ("#", "", "object"),
        (r#"{"id":#}"#, "/id", "integer"),
        (r#"{"family_name":#}"#, "/family_name", "string"),
        (r#"{"name":#}"#, "/name", "string"),
        (r#"{"license_type":#}"#, "/license_type", "string"),
        (r#"{"licence_term":#}"#, "/licence_term", "string"),
        (r#"{"renew_settings":#}"#, "/renew_settings", "object"),
        (
            r#"{"renew_settings":{"product_id_for_renew":#}}"#,
            "/renew_settings/product_id_for_renew",
            "array",
        ),
        (
            r#"{"renew_settings":{"product_id_for_renew":[7,#,7]}}"#,
            "/renew_settings/product_id_for_renew/1",
            "integer",
        ),
        (
            r#"{"renew_settings":{"renew_ar":#}}"#,
            "/renew_settings/renew_ar",
            "object",
        ),
        (
            r#"{"renew_settings":{"renew_ar":{"enable":#}}}"#,
            "/renew_settings/renew_ar/enable",
            "boolean",
        ),
        (
            r#"{"renew_settings":{"renew_ar":{"required":#}}}"#,
            "/renew_settings/renew_ar/required",
            "boolean",
        ),
        (
            r#"{"renew_settings":{"renew_pmr":#}}"#,
            "/renew_settings/renew_pmr",
            "boolean",
        ),
        (
            r#"{"renew_settings":{"renew_email":#}}"#,
            "/renew_settings/renew_email",
            "boolean",
        ),
        (
            r#"{"localization_values":#}"#,
            "/localization_values",
            "object",
        ),
        (
            r#"{"localization_values":{"en_US":#}}"#,
            "/localization_values/en_US",
            "object",
        ),
        (
            r#"{"localization_values":{"x":#}}"#,
            "/localization_values/x",
            "object",
        ),
        (
            r#"{"localization_values":{"en_US":{"comment_for_product_for_AR":#}}}"#,
            "/localization_values/en_US/comment_for_product_for_AR",
            "string",
        ),
        (
            r#"{"localization_values":{"en_US":{"comment_for_product_for_MR":#}}}"#,
            "/localization_values/en_US/comment_for_product_for_MR",
            "string",
        ),
        (r#"{"variants":#}"#, "/variants", "array"),
        (r#"{"variants":[#]}"#, "/variants/0", "object"),
        (
            r#"{"variants":[{"vendor_code":#}]}"#,
            "/variants/0/vendor_code",
            "string",
        ),
        (r#"{"variants":[{"sku":#}]}"#, "/variants/0/sku", "string"),
        (
            r#"{"variants":[{"sku_ar":#}]}"#,
            "/variants/0/sku_ar",
            "string",
        ),
        (
            r#"{"variants":[{"price":#}]}"#,
            "/variants/0/price",
            "object",
        ),
        (
            r#"{"variants":[{"price":{"common":#}}]}"#,
            "/variants/0/price/common",
            "object",
        ),
        (
            r#"{"variants":[{"price":{"common":{"currency":#}}}]}"#,
            "/variants/0/price/common/currency",
            "string",
        ),
        (
            r#"{"variants":[{"price":{"common":{"price":#}}}]}"#,
            "/variants/0/price/common/price",
            "string",
        ),
    ];
    let mut failures = Vec::new();
    for (template, path, expected) in fields {
        for (text, found) in types {
            let input = template.replace('#', text);
            let report = check(input.as_str(), &Options::default());
            let mismatches: Vec<Value> = report
                .diagnostics
                .iter()
                .filter(|d| d.code == Code::TypeMismatch)
                .map(|d| {
                    let params = serde_json::to_value(&d.params).unwrap();
                    json!([d.path, params["expected"], params["found"]])
                })
                .collect();
            let is_right = expected == found || (expected == "integer" && found == "number");
            let wanted = if is_right {
                vec![]
            } else {
                vec![json!([path, expected, found])]
            };
            if mismatches != wanted {
                failures.push(format!("{input}: {mismatches:?}"));
            }
            for broken in invariants(&input, &Options::default()) {
                failures.push(format!("{input}: {broken}"));
            }
        }
    }
    verdict(&failures);
}

#[test]
fn nothing_hides_anything_else() {
    products(&[(
        "",
        r#"{"id":null,"name":"","licence_term":5,"renew_settings":{"product_id_for_renew":"x","renew_ar":{"enable":"yes","requird":true},"renew_pmr":1},"localization_values":{"en-US":5,"de_DE":{"comment_for_product_for_MR":[]}},"variants":[5,{"sku":" ","price":{"common":{"currency":"usd","price":"9,90"}}}]}"#,
        &[
            r#"E type-mismatch /id {"expected":"integer","found":"null"}"#,
            "W empty-text /name",
            r#"E type-mismatch /licence_term {"expected":"string","found":"number"}"#,
            r#"E type-mismatch /renew_settings/product_id_for_renew {"expected":"array","found":"string"}"#,
            r#"E type-mismatch /renew_settings/renew_ar/enable {"expected":"boolean","found":"string"}"#,
            r#"W unknown-field /renew_settings/renew_ar/requird {"suggestion":"required"}"#,
            r#"E type-mismatch /renew_settings/renew_pmr {"expected":"boolean","found":"number"}"#,
            r#"E type-mismatch /localization_values/en-US {"expected":"object","found":"number"}"#,
            "E locale-format /localization_values/en-US",
            r#"E type-mismatch /localization_values/de_DE/comment_for_product_for_MR {"expected":"string","found":"array"}"#,
            r#"E type-mismatch /variants/0 {"expected":"object","found":"number"}"#,
            "E missing-field /variants/1/vendor_code",
            "W empty-text /variants/1/sku",
            "W currency-format /variants/1/price/common/currency",
            "E price-format /variants/1/price/common/price",
        ],
    )]);
}

#[test]
fn the_order_of_the_input_does_not_matter_but_for_open_objects() {
    products(&[
        (
            "",
            r#"{"variants":5,"localization_values":5,"renew_settings":5,"licence_term":5,"license_type":5,"name":5,"family_name":5,"id":"5"}"#,
            &[
                "E type-mismatch /id",
                "E type-mismatch /family_name",
                "E type-mismatch /name",
                "E type-mismatch /license_type",
                "E type-mismatch /licence_term",
                "E type-mismatch /renew_settings",
                "E type-mismatch /localization_values",
                "E type-mismatch /variants",
            ],
        ),
        (
            "",
            r#"{"variants":[{"price":{"common":{"price":5,"currency":5}},"sku_ar":5,"sku":5,"vendor_code":5}]}"#,
            &[
                "E type-mismatch /variants/0/vendor_code",
                "E type-mismatch /variants/0/sku",
                "E type-mismatch /variants/0/sku_ar",
                "E type-mismatch /variants/0/price/common/currency",
                "E type-mismatch /variants/0/price/common/price",
            ],
        ),
        (
            "",
            r#"{"renew_settings":{"renew_email":5,"renew_pmr":5,"renew_ar":{"required":5,"enable":5},"product_id_for_renew":["5",5]}}"#,
            &[
                "E term-missing /licence_term",
                "E type-mismatch /renew_settings/product_id_for_renew/0",
                "E type-mismatch /renew_settings/renew_ar/enable",
                "E type-mismatch /renew_settings/renew_ar/required",
                "E type-mismatch /renew_settings/renew_pmr",
                "E type-mismatch /renew_settings/renew_email",
            ],
        ),
        (
            "",
            r#"{"localization_values":{"de-DE":{"comment_for_product_for_MR":5,"comment_for_product_for_AR":5},"DE":{},"aa-AA":{}}}"#,
            &[
                "E locale-format /localization_values/de-DE",
                "E type-mismatch /localization_values/de-DE/comment_for_product_for_AR",
                "E type-mismatch /localization_values/de-DE/comment_for_product_for_MR",
                "E locale-format /localization_values/DE",
                "E locale-format /localization_values/aa-AA",
            ],
        ),
    ]);
}

/// A product with renewals without fault, but for one more member in an object of it.
fn with_member(object: &str, member: &str) -> String {
    let template = r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}},"localization_values":{"en_US":{}},"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"1"}}}]}"#;
    let at = match object {
        "" => 1,
        _ => template.find(object).unwrap() + object.len(),
    };
    let comma = if template[at..].starts_with('}') {
        ""
    } else {
        ","
    };
    format!("{}{member}{comma}{}", &template[..at], &template[at..])
}

const SETTINGS: &str = r#""renew_settings":{"#;
const AR: &str = r#""renew_ar":{"#;
const LOCALE: &str = r#""en_US":{"#;
const VARIANT: &str = r#""variants":[{"#;
const PRICE: &str = r#""price":{"#;
const COMMON: &str = r#""common":{"#;

#[test]
fn an_unknown_name_is_reported_with_the_name_that_it_looks_like() {
    let rows: &[(&str, &str, Option<Option<&str>>)] = &[
        // In the renewal settings every unknown name is reported.
        (SETTINGS, "zzz", Some(None)),
        (SETTINGS, "", Some(None)),
        (SETTINGS, "enable", Some(None)),
        (SETTINGS, "required", Some(None)),
        (SETTINGS, "id", Some(None)),
        (SETTINGS, "renew_pm", Some(Some("renew_pmr"))),
        (SETTINGS, "RENEW-PMR", Some(Some("renew_pmr"))),
        (SETTINGS, "renewPmr", Some(Some("renew_pmr"))),
        (SETTINGS, "renew_emial", Some(Some("renew_email"))),
        (SETTINGS, "renew_eamli", Some(Some("renew_email"))),
        (SETTINGS, "renew_amlie", Some(None)),
        (SETTINGS, "renewemail", Some(Some("renew_email"))),
        (SETTINGS, "r_e_n_e_w_email", Some(Some("renew_email"))),
        (SETTINGS, "renew_mails", Some(Some("renew_email"))),
        (AR, "zzz", Some(None)),
        (AR, "renew_pmr", Some(None)),
        (AR, "Required", Some(Some("required"))),
        (AR, "requierd", Some(Some("required"))),
        (AR, "reqired", Some(Some("required"))),
        (AR, "rqired", Some(Some("required"))),
        (AR, "rqird", Some(None)),
        // Elsewhere only one that looks like a field that the object lacks.
        ("", "zzz", None),
        ("", "nam", Some(Some("name"))),
        ("", "Name", Some(Some("name"))),
        ("", "NAME", Some(Some("name"))),
        ("", "namee", Some(Some("name"))),
        ("", "nmae", Some(Some("name"))),
        ("", "nmaee", None),
        ("", "mane", None),
        ("", "game", Some(Some("name"))),
        ("", "na", None),
        ("", "family-name", Some(Some("family_name"))),
        ("", "familyName", Some(Some("family_name"))),
        ("", "famly_nam", Some(Some("family_name"))),
        ("", "faml_nam", None),
        ("", "licence_type", Some(Some("license_type"))),
        ("", "LicenseType", Some(Some("license_type"))),
        ("", "sku", None),
        ("", "price", None),
        ("", "ID", None),
        ("", "variant", None),
        ("", "license_term", None),
        ("", "licence_terms", None),
        (
            LOCALE,
            "comment_for_product_for_XR",
            Some(Some("comment_for_product_for_AR")),
        ),
        (
            LOCALE,
            "comment_for_product_for_NR",
            Some(Some("comment_for_product_for_AR")),
        ),
        (
            LOCALE,
            "comment_for_product_for_M",
            Some(Some("comment_for_product_for_MR")),
        ),
        (
            LOCALE,
            "commentForProductForMr",
            Some(Some("comment_for_product_for_MR")),
        ),
        (LOCALE, "comment", None),
        (VARIANT, "skuAr", Some(Some("sku_ar"))),
        (VARIANT, "sku_a", Some(Some("sku_ar"))),
        (VARIANT, "sku-ar", Some(Some("sku_ar"))),
        (VARIANT, "sku_mr", Some(Some("sku_ar"))),
        (VARIANT, "sku_m", None),
        (VARIANT, "vendorcode", None),
        (VARIANT, "pric", None),
        (VARIANT, "name", None),
        (PRICE, "Common", None),
        (PRICE, "discount", None),
        (COMMON, "currencies", None),
        (COMMON, "prices", None),
        (COMMON, "common", None),
    ];
    let mut failures = Vec::new();
    for (object, name, expected) in rows {
        let input = with_member(object, &format!("\"{name}\":0"));
        let found = check(input.as_str(), &Options::default()).diagnostics;
        let unknown: Vec<_> = found
            .iter()
            .map(|d| {
                (
                    d.code,
                    param(d, "suggestion"),
                    d.path.rsplit('/').next().unwrap(),
                )
            })
            .collect();
        let wanted: Vec<_> = expected
            .iter()
            .map(|suggestion| (Code::UnknownField, json!(suggestion), *name))
            .collect();
        if unknown != wanted {
            failures.push(format!("{input}\n    {unknown:?}, not {wanted:?}"));
        }
        for broken in invariants(&input, &Options::default()) {
            failures.push(format!("{input}\n    {broken}"));
        }
    }
    verdict(&failures);
}

#[test]
fn a_misspelt_name_is_reported_beside_what_is_then_missing() {
    let variant = |member: &str| format!(r#"{{"variants":[{{{member}}}]}}"#);
    let whole = r#""vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"1"}}"#;
    let rows: Vec<(String, Vec<&str>)> = vec![
        (r#"{"ID":101}"#.into(), vec![r#"W unknown-field /ID {"suggestion":"id"}"#]),
        (r#"{"i_d":101}"#.into(), vec![r#"W unknown-field /i_d {"suggestion":"id"}"#]),
        (r#"{"idd":101}"#.into(), vec![]),
        (r#"{"varients":[]}"#.into(), vec![r#"W unknown-field /varients {"suggestion":"variants"}"#]),
        (r#"{"license_term":"P1M"}"#.into(), vec![r#"W unknown-field /license_term {"suggestion":"licence_term"}"#]),
        (r#"{"renewSettings":{}}"#.into(), vec![r#"W unknown-field /renewSettings {"suggestion":"renew_settings"}"#]),
        (r#"{"localisation_values":{}}"#.into(), vec![r#"W unknown-field /localisation_values {"suggestion":"localization_values"}"#]),
        (
            variant(&whole.replace("sku", "SKU")),
            vec!["E missing-field /variants/0/sku", r#"W unknown-field /variants/0/SKU {"suggestion":"sku"}"#],
        ),
        (
            variant(&whole.replace("vendor_code", "vendor")),
            vec!["E missing-field /variants/0/vendor_code"],
        ),
        (
            variant(&whole.replace("vendor_code", "vendorCode")),
            vec!["E missing-field /variants/0/vendor_code", r#"W unknown-field /variants/0/vendorCode {"suggestion":"vendor_code"}"#],
        ),
        (
            variant(&whole.replace("common", "comon")),
            vec!["W missing-field /variants/0/price/common", r#"W unknown-field /variants/0/price/comon {"suggestion":"common"}"#],
        ),
        (
            variant(&whole.replace("currency", "curency")),
            vec![
                "E missing-field /variants/0/price/common/currency",
                r#"W unknown-field /variants/0/price/common/curency {"suggestion":"currency"}"#,
            ],
        ),
        (
            variant(&whole.replace("\"price\":\"1\"", "\"prize\":\"1\"")),
            vec![
                "E missing-field /variants/0/price/common/price",
                r#"W unknown-field /variants/0/price/common/prize {"suggestion":"price"}"#,
            ],
        ),
        (
            r#"{"licence_term":"P1M","renew_settings":{"product_ids_for_renew":[102,102],"renew_mr":true}}"#.into(),
            vec![
                "E chain-missing /renew_settings/product_id_for_renew",
                r#"W unknown-field /renew_settings/product_ids_for_renew {"suggestion":"product_id_for_renew"}"#,
                r#"W unknown-field /renew_settings/renew_mr {"suggestion":"renew_ar"}"#,
            ],
        ),
    ];
    let mut failures = Vec::new();
    for (input, expected) in &rows {
        let found = check(input.as_str(), &Options::default()).diagnostics;
        let mut expected = expected.clone();
        if input.contains("renew_settings\"") {
            expected.insert(0, "W no-kind-enabled /renew_settings");
        }
        if let Err(difference) = compare(&found, &expected) {
            failures.push(format!("{input}\n{difference}"));
        }
        for broken in invariants(input, &Options::default()) {
            failures.push(format!("{input}\n    {broken}"));
        }
    }
    verdict(&failures);
}

#[test]
fn names_are_escaped_in_paths() {
    products(&[
        (
            "",
            r#"{"localization_values":{"":{},"a/b":{},"m~n":{"comment_for_product_for_AR":5},"\u00e4\u0000":{},"a b":{}}}"#,
            &[
                "E locale-format /localization_values/",
                "E locale-format /localization_values/a~1b",
                "E locale-format /localization_values/m~0n",
                "E type-mismatch /localization_values/m~0n/comment_for_product_for_AR",
                "E locale-format /localization_values/\u{e4}\0",
                "E locale-format /localization_values/a b",
            ],
        ),
        (
            "",
            r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_pmr":false,"renew_email":true,"~1/~0":1}}"#,
            &["W unknown-field /renew_settings/~01~1~00"],
        ),
    ]);
}

#[test]
fn the_outermost_absent_field_of_a_variant_is_named() {
    products(&[
        (
            "",
            r#"{"variants":[{}]}"#,
            &[
                "E missing-field /variants/0/vendor_code",
                "E missing-field /variants/0/sku",
                "E missing-field /variants/0/price",
            ],
        ),
        (
            "",
            r#"{"variants":[{"vendor_code":"V","sku":"S","price":{}}]}"#,
            &["E missing-field /variants/0/price/common"],
        ),
        (
            "",
            r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"EUR":{}}}]}"#,
            &["W missing-field /variants/0/price/common"],
        ),
        (
            "",
            r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{}}}]}"#,
            &[
                "E missing-field /variants/0/price/common/currency",
                "E missing-field /variants/0/price/common/price",
            ],
        ),
        (
            "",
            r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD"}}}]}"#,
            &["E missing-field /variants/0/price/common/price"],
        ),
        (
            r#"{"operation":"update"}"#,
            r#"{"variants":[{"vendor_code":"V","price":{"common":{"price":"1"}}}]}"#,
            &[
                r#"I not-checked {"needs":["current"]}"#,
                "E missing-field /variants/0/sku",
                "E missing-field /variants/0/price/common/currency",
            ],
        ),
        ("", r#"{"variants":[]}"#, &[]),
        ("", "{}", &[]),
    ]);
}

#[test]
fn a_new_product_should_have_names_and_variants() {
    products(&[
        (
            r#"{"operation":"create"}"#,
            "{}",
            &[
                "W missing-field /family_name",
                "W missing-field /name",
                "W missing-field /variants",
            ],
        ),
        (
            r#"{"operation":"create"}"#,
            r#"{"family_name":"F","name":"N","variants":[]}"#,
            &[],
        ),
        (
            r#"{"operation":"create"}"#,
            r#"{"family_name":5,"name":"","variants":null}"#,
            &[
                "E type-mismatch /family_name",
                "W empty-text /name",
                "E type-mismatch /variants",
            ],
        ),
        (r#"{"operation":"update"}"#, r#"{"license_type":"L"}"#, &[]),
    ]);
}

#[test]
fn a_text_of_nothing_but_white_space_is_empty() {
    let mut failures = Vec::new();
    for (text, is_empty) in [
        ("", true),
        (" ", true),
        (r"\t\n\r ", true),
        ("\u{a0}", true),
        ("\u{3000}", true),
        ("a", false),
        (" a ", false),
        ("0", false),
        (r"\u0000", false),
    ] {
        let input = format!(
            r#"{{"family_name":"{text}","name":"{text}","license_type":"{text}","variants":[{{"vendor_code":"{text}","sku":"{text}","sku_ar":"{text}","price":{{"common":{{"currency":"USD","price":"1"}}}}}}]}}"#
        );
        let expected: &[&str] = &[
            "W empty-text /family_name",
            "W empty-text /name",
            "W empty-text /variants/0/vendor_code",
            "W empty-text /variants/0/sku",
            "W empty-text /variants/0/sku_ar",
        ];
        let found = check(input.as_str(), &Options::default()).diagnostics;
        if let Err(difference) = compare(&found, if is_empty { expected } else { &[] }) {
            failures.push(format!("{input}\n{difference}"));
        }
    }
    verdict(&failures);
}

#[test]
fn an_id_is_a_whole_number_in_range() {
    let digits = "9".repeat(10_000);
    let mut failures = Vec::new();
    for (number, is_id) in [
        ("1", true),
        ("101.0", true),
        ("1.01e2", true),
        ("1010E-1", true),
        ("10100000000000000000000000000e-26", true),
        ("9007199254740991", true),
        ("0", false),
        ("-0", false),
        ("0.0", false),
        ("-1", false),
        ("-101.0", false),
        ("1.5", false),
        ("0.1", false),
        ("9007199254740992", false),
        ("9007199254740993", false),
        ("18446744073709551615", false),
        ("18446744073709551616", false),
        ("-9223372036854775809", false),
        ("1e300", false),
        ("1e400", false),
        ("-1e400", false),
        ("1e-400", false),
        ("1e99999999999999999999", false),
        ("1e2147483647", false),
        ("0e2147483647", false),
        ("1e-2147483648", false),
        ("100000000000000000000e-20", true),
        (digits.as_str(), false),
    ] {
        let input = format!(r#"{{"id":{number}}}"#);
        let expected: &[&str] = if is_id { &[] } else { &["E id-range /id"] };
        let found = check(input.as_str(), &Options::default()).diagnostics;
        if let Err(difference) = compare(&found, expected) {
            failures.push(format!("{input}\n{difference}"));
        }
        failures.extend(invariants(&input, &Options::default()));
        let input = format!(
            r#"{{"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[102,{number},{number}],"renew_ar":{{"enable":true}}}}}}"#
        );
        let expected: &[&str] = if is_id {
            &[]
        } else {
            &[
                "E id-range /renew_settings/product_id_for_renew/1",
                "E id-range /renew_settings/product_id_for_renew/2",
            ]
        };
        let found = check(input.as_str(), &Options::default()).diagnostics;
        if let Err(difference) = compare(&found, expected) {
            failures.push(format!("{input}\n{difference}"));
        }
        failures.extend(invariants(&input, &Options::default()));
    }
    verdict(&failures);
}

/// The texts that one field takes, and those that it does not.
fn forms(template: &str, right: &[&str], wrong: &[&str], expected: &str) {
    let mut failures = Vec::new();
    for (text, expected) in right
        .iter()
        .map(|text| (text, None))
        .chain(wrong.iter().map(|text| (text, Some(expected))))
    {
        let input = template.replace('#', text);
        let found = check(input.as_str(), &Options::default()).diagnostics;
        let expected: Vec<&str> = expected.into_iter().collect();
        if let Err(difference) = compare(&found, &expected) {
            failures.push(format!("{input}\n{difference}"));
        }
        for broken in invariants(&input, &Options::default()) {
            failures.push(format!("{input}\n    {broken}"));
        }
    }
    verdict(&failures);
}

#[test]
fn a_term_is_p_digits_and_d_or_m() {
    let zeros = format!("P{}7M", "0".repeat(5_000));
    let nines = format!("P{}D", "9".repeat(5_000));
    forms(
        r##"{"licence_term":"#"}"##,
        &[
            "P1D",
            "P0D",
            "P0M",
            "P007D",
            "P1M",
            "P365D",
            "P4294967295D",
            "P4294967295M",
            "P00004294967295M",
            r"\u0050\u0031\u0044",
            &zeros,
        ],
        &[
            "",
            " ",
            "P",
            "D",
            "PD",
            "PM",
            "P6",
            "6D",
            "P6d",
            "p6D",
            "p6d",
            "P6m",
            " P6D",
            "P6D ",
            r"P6D\n",
            "P 6D",
            "P6 D",
            "P+6D",
            "P-6D",
            "P-0D",
            "P6.0D",
            "P6,5D",
            "P1e1D",
            "P0x6D",
            "P2W",
            "P1Y",
            "PT6H",
            "P1M2D",
            "P6DD",
            "P6D6",
            "PP6D",
            "P1Y6D",
            "P4294967296D",
            "P18446744073709551617D",
            "P\u{663}D",
            "P\u{ff16}D",
            "\u{420}6D",
            "six days",
            r"P6D\u0000",
            &nines,
        ],
        "E term-format /licence_term",
    );
}

#[test]
fn a_malformed_term_has_a_reason() {
    for text in ["", "P6d", "P2W", "P4294967296D", "x"] {
        let found = report("", &json!({ "licence_term": text }).to_string());
        let reason = found["diagnostics"][0]["params"]["reason"]
            .as_str()
            .unwrap();
        assert!(!reason.is_empty(), "{text}");
    }
}

const VARIANT_WITH: &str = r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"C#","price":"P#"}}}]}"#;

#[test]
fn a_price_is_digits_with_or_without_a_point() {
    let long = "9".repeat(10_000);
    forms(
        &VARIANT_WITH.replace("C#", "USD").replace("P#", "#"),
        &[
            "0",
            "9",
            "9.9",
            "9.90",
            "9.900",
            "00.00",
            "007.5",
            "0.000000000000000000000001",
            &long,
        ],
        &[
            "",
            " ",
            ".",
            "9.",
            ".9",
            "9,90",
            "9.9.9",
            "+9",
            "-9",
            "-0.00",
            "1e2",
            "1E2",
            " 9",
            "9 ",
            "9 000",
            "1'000",
            "1_000",
            "$9",
            "9 USD",
            "0x9",
            "NaN",
            "Infinity",
            "\u{663}",
            "\u{ff19}",
            "9\u{66b}9",
            r"9\n",
        ],
        "E price-format /variants/0/price/common/price",
    );
}

#[test]
fn a_currency_is_three_capital_letters() {
    forms(
        &VARIANT_WITH.replace("C#", "#").replace("P#", "9.90"),
        &["USD", "EUR", "XXX", "AAA", "ZZZ"],
        &[
            "",
            "US",
            "USDD",
            "usd",
            "Usd",
            "US1",
            "U D",
            " USD",
            "USD ",
            "\u{20ac}",
            "\u{c4}\u{d6}\u{dc}",
            "840",
        ],
        "W currency-format /variants/0/price/common/currency",
    );
}

#[test]
fn a_locale_is_two_small_letters_and_two_capital_ones() {
    let rows = ["en_US", "de_DE", "zz_ZZ", "aa_AA"];
    forms(r##"{"localization_values":{"#":{}}}"##, &rows, &[], "");
    for wrong in [
        "en-US",
        "en_us",
        "EN_US",
        "en",
        "US",
        "en_USA",
        "eng_US",
        "enUS",
        "en__US",
        "en_U",
        " en_US",
        "en_US ",
        "en_U1",
        "\u{e4}n_US",
        "e\u{301}n_US",
        "default",
    ] {
        forms(
            r##"{"localization_values":{"#":{}}}"##,
            &[],
            &[wrong],
            &format!("E locale-format /localization_values/{wrong}"),
        );
    }
}

#[test]
fn locations_count_lines_and_utf16_units() {
    let text = "{\n  \"name\": \"\u{1f600}\u{e4}\", \"id\": \"7\",\n\t\"renew_settings\": {\"\u{1f600}\": 1},\r\n  \"variants\": [\n    {\n    }\n  ]\n}";
    let found = check(text, &Options::default());
    let located: Vec<_> = found
        .diagnostics
        .iter()
        .map(|d| {
            let at = d.location.unwrap();
            (
                d.code.as_str(),
                at.line,
                at.column,
                at.end_line,
                at.end_column,
            )
        })
        .collect();
    assert_eq!(
        located,
        [
            ("type-mismatch", 2, 24, 2, 27),
            ("term-missing", 1, 1, 8, 2),
            ("no-kind-enabled", 3, 20, 3, 29),
            ("chain-missing", 3, 20, 3, 29),
            ("unknown-field", 3, 21, 3, 25),
            ("missing-field", 5, 5, 6, 6),
            ("missing-field", 5, 5, 6, 6),
            ("missing-field", 5, 5, 6, 6),
        ]
    );
}

#[test]
fn a_line_of_a_catalogue_is_located_in_the_whole_text() {
    let text = "{\"id\":101}\n\n  {\"id\": x}\n \t\r\n{\"id\":\n[]}";
    let found = check_catalogue_lines(text.as_bytes(), &Options::default()).diagnostics;
    assert_eq!(
        places(&found),
        ["E json-syntax /1", "E json-syntax /2", "E json-syntax /3"]
    );
    assert_eq!(
        (param(&found[0], "line"), param(&found[0], "column")),
        (json!(3), json!(10))
    );
    let text = "{\"id\":101}\r\n\r\n   {\"id\": \"x\"}\n";
    let found = check_catalogue_lines(text.as_bytes(), &Options::default()).diagnostics;
    assert_eq!(places(&found), ["E type-mismatch /1/id"]);
    let at = found[0].location.unwrap();
    assert_eq!(
        (at.line, at.column, at.end_line, at.end_column),
        (3, 11, 3, 14)
    );
    // A line that is not UTF-8, a number that no float holds, half a surrogate pair.
    let text = b"\xff\xff\xff\n{\"o\":1e999,\"id\":\"x\"}\n{\"o\":\"\\ud800\",\"id\":\"x\"}";
    let found = check_catalogue_lines(text, &Options::default()).diagnostics;
    let located: Vec<_> = found
        .iter()
        .filter(|d| d.code == Code::TypeMismatch)
        .map(|d| d.location.unwrap())
        .map(|at| (at.line, at.column, at.end_line, at.end_column))
        .collect();
    assert_eq!(located, [(2, 17, 2, 20), (3, 20, 3, 23)]);
}

#[test]
fn deep_nesting_is_read_to_128_levels_and_never_crashes() {
    let nested = |depth: usize, open: &str, close: &str| {
        format!("{}{}", open.repeat(depth), close.repeat(depth))
    };
    for fields in [
        r#"{"other":#}"#,
        r#"{"variants":#}"#,
        r#"{"name":#}"#,
        r#"{"renew_settings":#}"#,
        "#",
    ] {
        let levels = fields.matches('{').count();
        let shallow = fields.replace('#', &nested(128 - levels, "[", "]"));
        let found = check(shallow.as_str(), &Options::default()).diagnostics;
        assert!(found.iter().all(|d| d.code != Code::JsonSyntax), "{fields}");
        for (open, close, inner) in [
            ("[", "]", ""),
            (r#"{"a":"#, "}", "1"),
            (r#"{"variants":["#, "]}", ""),
        ] {
            let text = format!("{}{inner}{}", open.repeat(100_000), close.repeat(100_000));
            let deep = fields.replace('#', &text);
            let unclosed = fields.replace('#', &open.repeat(100_000));
            let _ = check(deep.as_str(), &Options::default());
            let _ = check_catalogue(deep.as_str(), &Options::default());
            let _ = check_catalogue_lines(deep.as_bytes(), &Options::default());
            let found = check(unclosed.as_str(), &Options::default()).diagnostics;
            assert_eq!(places(&found), ["E json-syntax"]);
        }
    }
}

#[test]
fn long_texts_and_numbers_are_read() {
    let long = "x".repeat(1_000_000);
    for input in [
        format!(r#"{{"name":"{long}","other":"{long}","{long}":1}}"#),
        format!(r#"{{"other":{}}}"#, "1".repeat(1_000_000)),
        format!(
            r#"{{"other":[1e400,-1e400,1e-400,{}.5e-{}]}}"#,
            "1".repeat(10_000),
            "1".repeat(10_000)
        ),
    ] {
        assert_eq!(check(input.as_str(), &Options::default()).diagnostics, []);
    }
    let input = format!(r#"{{"licence_term":"{long}","localization_values":{{"{long}":{{}}}}}}"#);
    let found = check(input.as_str(), &Options::default()).diagnostics;
    let codes: Vec<_> = found.iter().map(|d| d.code).collect();
    assert_eq!(codes, [Code::TermFormat, Code::LocaleFormat]);
}

#[test]
fn numbers_that_no_float_holds_are_kept_in_unnamed_fields() {
    products(&[
        ("", r#"{"other":1e400}"#, &[]),
        (
            "",
            r#"{"license_term":1e400}"#,
            &[r#"W unknown-field /license_term {"suggestion":"licence_term"}"#],
        ),
        (
            "",
            r#"{"familyName":-1e400}"#,
            &[r#"W unknown-field /familyName {"suggestion":"family_name"}"#],
        ),
    ]);
}

#[test]
fn escapes_of_lone_surrogates_are_json() {
    for input in [
        r#"{"other":"\ud800"}"#,
        r#"{"other":["\udc00\ud800"]}"#,
        r#"{"name":"\ud83d"}"#,
        r#"{"\ud800":1}"#,
        r#"{"name":"\ud83d\ude00"}"#,
        r#"{"name":"\u0000"}"#,
    ] {
        let found = check(input, &Options::default()).diagnostics;
        assert_eq!(places(&found), [""; 0], "{input}");
    }
}

#[test]
fn a_name_with_half_a_surrogate_pair_is_found_in_its_text() {
    let product = r#"{"name":"N","family_nam\ud800e":"F","renew_settings":{"\uDFFFzzz":1}}"#;
    let at = |list: &[Diagnostic]| -> Vec<_> {
        list.iter()
            .filter(|d| d.code == Code::UnknownField)
            .map(|d| d.location.map(|at| (at.line, at.column, at.end_column)))
            .collect()
    };
    let found = check(product, &Options::default()).diagnostics;
    assert_eq!(at(&found), [Some((1, 55, 66)), Some((1, 13, 32))]);
    let catalogue = format!("[{{}},\n{product}]");
    let found = check_catalogue(catalogue.as_str(), &Options::default()).diagnostics;
    assert_eq!(at(&found), [Some((2, 55, 66)), Some((2, 13, 32))]);
    let lines = format!("{{}}\n{product}\n{{\"name\":\"\\ud800\"}}");
    let found = check_catalogue_lines(lines.as_bytes(), &Options::default()).diagnostics;
    assert_eq!(at(&found), [Some((2, 55, 66)), Some((2, 13, 32))]);
}

#[test]
fn tens_of_thousands_of_problems_are_all_reported() {
    const COUNT: usize = 40_000;
    let list = |item: &str| vec![item; COUNT].join(",");
    let numbered = |item: &str| {
        (0..COUNT)
            .map(|n| item.replace('#', &n.to_string()))
            .collect::<Vec<_>>()
            .join(",")
    };
    for (input, code) in [
        (
            format!(r#"{{"variants":[{}]}}"#, list("0")),
            Code::TypeMismatch,
        ),
        (
            format!(
                r#"{{"renew_settings":{{"product_id_for_renew":[{}]}}}}"#,
                list("7")
            ),
            Code::ChainRepeatedId,
        ),
        (
            format!(
                r#"{{"renew_settings":{{"product_id_for_renew":[{}]}}}}"#,
                list("0")
            ),
            Code::IdRange,
        ),
        (
            format!(r#"{{"renew_settings":{{{}}}}}"#, numbered(r##""k#":0"##)),
            Code::UnknownField,
        ),
        (
            format!(r#"{{{}}}"#, numbered(r##""k#":0,"k#":1"##)),
            Code::DuplicateKey,
        ),
        (
            format!(
                r#"{{"localization_values":{{{}}}}}"#,
                numbered(r##""k#":{}"##)
            ),
            Code::LocaleFormat,
        ),
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
fn a_report_is_cut_only_where_the_caller_asks() {
    let text = r#"{"name":"","variants":[0,0,0]}"#;
    let whole = report("", text);
    assert_eq!(whole.get("omitted"), None);
    let cut = report(r#"{"maxDiagnostics":1}"#, text);
    assert_eq!(cut["diagnostics"].as_array().unwrap().len(), 1);
    assert_eq!(cut["diagnostics"][0], whole["diagnostics"][0]);
    assert_eq!(cut["omitted"], 3);
    assert_eq!(cut["valid"], false);
    assert_eq!(
        report(r#"{"maxDiagnostics":4}"#, text)["diagnostics"],
        whole["diagnostics"]
    );
    assert_eq!(report(r#"{"maxDiagnostics":0}"#, text)["omitted"], 4);
}

#[test]
fn options_are_read_strictly() {
    for right in [
        "",
        "{}",
        r#"{"operation":"record","role":"initiator","trial":true,"productId":101,"current":{},"payment":"online","limits":{}}"#,
        r#"{"operation":"update","role":"selfRenewing","trial":false,"payment":"offline"}"#,
        r#"{"role":"renewal","limits":{"arMinDays":6,"emailOnlineMinDays":4,"emailOfflineMinDays":11,"pmrOnlineMinDays":3,"pmrOfflineMinDays":3}}"#,
        r#"{"limits":{"arMinDays":0}}"#,
    ] {
        assert!(Options::from_json(right).is_ok(), "{right}");
    }
    for wrong in [
        "[]",
        "null",
        "5",
        "{",
        r#"{"Operation":"record"}"#,
        r#"{"product_id":101}"#,
        r#"{"consent":"given"}"#,
        r#"{"limit":{}}"#,
        r#"{"":1}"#,
        r#"{"operation":"delete"}"#,
        r#"{"operation":"Record"}"#,
        r#"{"operation":null}"#,
        r#"{"operation":["record"]}"#,
        r#"{"role":"parent"}"#,
        r#"{"role":true}"#,
        r#"{"trial":"true"}"#,
        r#"{"trial":1}"#,
        r#"{"trial":null}"#,
        r#"{"productId":"101"}"#,
        r#"{"productId":1.5}"#,
        r#"{"productId":0}"#,
        r#"{"productId":null}"#,
        r#"{"current":[]}"#,
        r#"{"current":"{}"}"#,
        r#"{"current":null}"#,
        r#"{"payment":"card"}"#,
        r#"{"payment":false}"#,
        r#"{"limits":[]}"#,
        r#"{"limits":6}"#,
        r#"{"limits":{"arMinDays":"6"}}"#,
        r#"{"limits":{"arMinDays":-1}}"#,
        r#"{"limits":{"arMinDays":6.5}}"#,
        r#"{"limits":{"arMinDays":null}}"#,
        r#"{"limits":{"pmrOfflineMinDays":true}}"#,
        r#"{"limits":{"emailMinDays":4}}"#,
    ] {
        assert!(
            Options::from_json_for(Scope::Product, wrong).is_err(),
            "{wrong}"
        );
    }
    assert!(Options::default().with_current("[]").is_err());
    assert!(Options::default().with_current("{").is_err());
    assert!(Options::from_json_for(Scope::Catalogue, r#"{"operation":"update"}"#).is_err());
    assert!(
        Options::from_json_for(
            Scope::Catalogue,
            r#"{"payment":"offline","limits":{"arMinDays":7}}"#
        )
        .is_ok()
    );
    assert!(Options::from_json_for(Scope::Decision, r#"{"consent":"refused"}"#).is_err());
    assert!(Options::from_json_for(Scope::Decision, r#"{"consent":"declined"}"#).is_ok());
}

#[test]
fn messages_speak_to_the_person_who_fills_in_the_product() {
    for &code in Code::ALL {
        let example = code.rule().example();
        let found = if example.catalogue {
            check_catalogue(example.bad, &Options::default()).diagnostics
        } else {
            check(example.bad, &options(example.options)).diagnostics
        };
        for diagnostic in found {
            let message = &diagnostic.message;
            for foreign in [
                "u32", "u64", "i64", "f64", "Vec<", "Option<", "Some(", "None", "::", "[0-9]",
                "\\d", "serde",
            ] {
                assert!(!message.contains(foreign), "{code}: {message}");
            }
        }
    }
}

/// Each option that a call names is read: with it the options are others than without.
#[test]
fn no_option_is_passed_over_in_silence() {
    use renewal_rules::{OptionsError, compare, timeline};
    fn each<T: PartialEq>(required: &[&str], read: impl Fn(&str) -> Result<T, OptionsError>) {
        let Err(OptionsError::Unknown { known, .. }) = read(r#"{"?":0}"#) else {
            panic!("an unknown option is taken");
        };
        let value = |name: &str| match name {
            "operation" => r#""update""#,
            "role" => r#""renewal""#,
            "trial" => "true",
            "productId" | "variant" | "renewals" | "pmrLeadDays" | "emailLeadDays"
            | "maxDiagnostics" => "7",
            "current" => r#"{"id":101}"#,
            "payment" => r#""offline""#,
            "limits" => r#"{"arMinDays":7}"#,
            "rules" => r#"{"chain-empty":"off"}"#,
            "consent" => r#""declined""#,
            "purchaseDate" => r#""2026-02-03""#,
            "monthCount" => r#""chained""#,
            other => panic!("the option `{other}` is not tried"),
        };
        let with = |names: &[&str]| {
            let members = names
                .iter()
                .map(|name| format!(r#""{name}":{}"#, value(name)));
            read(&format!("{{{}}}", members.collect::<Vec<_>>().join(","))).unwrap()
        };
        for name in known.split(", ").map(|name| name.trim_matches('`')) {
            if !required.contains(&name) {
                let stated = [required, &[name]].concat();
                assert!(with(&stated) != with(required), "`{name}` is passed over");
            }
        }
    }
    each(&[], Options::from_json);
    each(&[], |text| Options::from_json_for(Scope::Catalogue, text));
    // That levels are of no matter for a decision is tested where decisions are.
    each(&[], |text| Options::from_json_for(Scope::Decision, text));
    each(&["purchaseDate"], timeline::Options::from_json);
    each(&[], compare::Options::from_json);

    let limits = |stated: &str| Options::from_json(&format!(r#"{{"limits":{stated}}}"#));
    let Err(OptionsError::Unknown { name, known }) = limits(r#"{"?":0}"#) else {
        panic!("an unknown limit is taken");
    };
    assert_eq!((name.as_str(), known.split(", ").count()), ("limits.?", 5));
    for name in known.split(", ").map(|name| name.trim_matches('`')) {
        let stated = limits(&format!(r#"{{"{name}":77}}"#)).unwrap();
        assert_ne!(stated, Options::default(), "{name}");
    }
}
