//! Tests syntax errors and the locations of diagnostics.

use renewal_rules::{
    Code, Diagnostic, Input, Layout, Options, check, check_catalogue, check_catalogue_lines,
    check_catalogue_lines_from, fix_all, fix_catalogue, fix_catalogue_lines, read, setup,
};
use renewal_rules_formatters::{CheckedFile, Format, Style, render};
use renewal_rules_oracle::cases::{places, reader};
use renewal_rules_oracle::table::Table;
use serde_json::{Value, json};

use crate::syntax::param;

#[test]
fn syntax_error_has_a_readable_reason() {
    for (text, words) in [
        ("{\"id\":1,}", "there is one comma too many"),
        ("[1, ]", "there is one comma too many"),
        ("{\"id\":1,,\"name\":\"N\"}", "there is one comma too many"),
        ("{,}", "there is one comma too many"),
        ("[,]", "a value is missing"),
        ("{\"id\": // one\n1}", "there is a comment, which JSON does not have"),
        ("{\"id\":1} /* one */", "there is a comment, which JSON does not have"),
        ("{'id':1}", "a text is not in double quotes"),
        ("{id:1}", "a name is not in double quotes"),
        ("{\"id\":NaN}", "there is an unknown word"),
        ("{\"id\":nil}", "there is an unknown word"),
        ("{\"id\":да}", "there is a character that is allowed only inside quotes"),
        ("\u{a0}{}", "there is a character that is allowed only inside quotes"),
        ("\u{2028}", "there is a character that is allowed only inside quotes"),
        (" \t\r\n", "it is empty"),
        ("\u{feff}", "it is empty"),
        ("{\0\n\0", "it is UTF-16; save it as UTF-8"),
    ] {
        let report = check(text, &Options::default());
        let message = &report.diagnostics[0].message;
        assert!(
            message.starts_with("This is not JSON at line ") && message.contains(&format!(": {words}. Nothing")),
            "{text}: {message}"
        );
    }
    for reason in ["bigint", "cycle", "depth", "exception", "no-text", "too-large", "undefined"] {
        let report = check(Input::NoJson(reason.into()), &Options::default());
        assert_eq!(places(&report.diagnostics), ["E json-syntax"]);
        let found = &report.diagnostics[0];
        let place = ["line", "column"].map(|name| param(found, name));
        assert_eq!((found.location, place), (None, [Value::Null, Value::Null]));
        assert_eq!(param(found, "reason"), reason);
        let words = found.message.strip_prefix("This cannot be converted to JSON: ");
        let words = words.and_then(|words| words.strip_suffix(". Nothing in it was checked."));
        assert!(words.is_some_and(|words| words.contains(' ')), "{reason}");
    }
}

#[test]
fn non_product_value_is_named() {
    for (reason, words) in [
        ("bytes", "These are bytes: wrap JSON text in `jsonText`."),
        ("date", "This is a date: pass a product."),
        ("file", "This is a file: read its text first."),
        ("form-data", "This is form data: give it to `productFromForm` first."),
        ("map", "This is a map: make a plain object of it first."),
        ("json-text", "This is wrapped JSON text inside a value: parse it first."),
        ("no-members", "This is an object in which JSON finds nothing: pass a plain object."),
        ("promise", "This is a promise: await it first."),
        ("request", "This is a request: read its text first."),
        ("response", "This is a response: read its text first."),
        ("search-parameters", "These are search parameters: give them to `productFromForm` first."),
        ("set", "This is a set: make a list of it first."),
        ("stream", "This is a stream: read its text first."),
    ] {
        let report = check(Input::NoJson(reason.into()), &Options::default());
        assert_eq!(places(&report.diagnostics), ["E json-syntax"]);
        let found = &report.diagnostics[0];
        assert_eq!((&*found.message, &*found.message_id), (words, "misuse"));
        assert_eq!(param(found, "reason"), reason);
    }
}

#[test]
fn serde_json_number_token_is_an_ordinary_member() {
    for (text, number_at) in [
        (r#"{"$serde_json::private::Number":"1"}"#, ""),
        (r#"{"renew_settings":{"$serde_json::private::Number":"1"}}"#, "/renew_settings"),
        (r#"{"localization_values":{"$serde_json::private::Number":{}}}"#, "/localization_values"),
        (r#"{"name":{"$serde_json::private::Number":"1"}}"#, "/name"),
    ] {
        let found = check(text, &Options::default()).diagnostics;
        let is_number = found.iter().any(|d| d.path == number_at && param(d, "found") == "number");
        assert!(!is_number, "{text}: {:?}", places(&found));
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
            (d.code.as_str(), at.line, at.column, at.end_line, at.end_column)
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
fn ndjson_locations_refer_to_the_whole_text() {
    let text = "{\"id\":101}\n\n  {\"id\": x}\n \t\r\n{\"id\":\n[]}";
    let found = check_catalogue_lines(text.as_bytes(), &Options::default()).diagnostics;
    assert_eq!(places(&found), ["E json-syntax /1", "E json-syntax /2", "E json-syntax /3"]);
    assert_eq!((param(&found[0], "line"), param(&found[0], "column")), (json!(3), json!(10)));
    let text = "{\"id\":101}\r\n\r\n   {\"id\": \"x\"}\n";
    let found = check_catalogue_lines(text.as_bytes(), &Options::default()).diagnostics;
    assert_eq!(places(&found), ["E type-mismatch /1/id"]);
    let at = found[0].location.unwrap();
    assert_eq!((at.line, at.column, at.end_line, at.end_column), (3, 11, 3, 14));
    // A line that is not UTF-8, a number beyond any float, a lone surrogate.
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
fn deep_nesting_is_read_and_never_crashes() {
    for fields in [r#"{"other":#}"#, r#"{"variants":#}"#, r#"{"name":#}"#, r#"{"renew_settings":#}"#, "#"] {
        for (open, close, inner) in [("[", "]", ""), (r#"{"a":"#, "}", "1"), (r#"{"variants":["#, "]}", "")] {
            let text = format!("{}{inner}{}", open.repeat(100_000), close.repeat(100_000));
            let deep = fields.replace('#', &text);
            let unclosed = fields.replace('#', &open.repeat(100_000));
            for found in [
                check(deep.as_str(), &Options::default()).diagnostics,
                check_catalogue(deep.as_str(), &Options::default()).diagnostics,
                check_catalogue_lines(deep.as_bytes(), &Options::default()).diagnostics,
            ] {
                assert!(found.iter().all(|d| d.code != Code::JsonSyntax), "{fields}");
            }
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
        format!(r#"{{"other":[1e400,-1e400,1e-400,{}.5e-{}]}}"#, "1".repeat(10_000), "1".repeat(10_000)),
    ] {
        assert_eq!(check(input.as_str(), &Options::default()).diagnostics, []);
    }
    let input = format!(r#"{{"licence_term":"{long}","localization_values":{{"{long}":{{}}}}}}"#);
    let found = check(input.as_str(), &Options::default()).diagnostics;
    let codes: Vec<_> = found.iter().map(|d| d.code).collect();
    assert_eq!(codes, [Code::TermFormat, Code::LocaleFormat]);
}

#[test]
fn huge_numbers_and_lone_surrogates_are_json() {
    Table::PRODUCTS.check(&[
        (r#"{"other":"\ud800"}"#, &[]),
        (r#"{"other":["\udc00\ud800"]}"#, &[]),
        (r#"{"name":"\ud83d"}"#, &[]),
        (r#"{"\ud800":1}"#, &[]),
        (r#"{"name":"\ud83d\ude00"}"#, &[]),
        (r#"{"name":"\u0000"}"#, &[]),
        (r#"{"other":1e400}"#, &[]),
        (r#"{"license_term":1e400}"#, &[r#"W unknown-field /license_term {"suggestion":"licence_term"}"#]),
        (r#"{"familyName":-1e400}"#, &[r#"W unknown-field /familyName {"suggestion":"family_name"}"#]),
    ]);
}

#[test]
fn name_with_lone_surrogate_is_located() {
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
    let fixed = fix_all(product, &Options::default());
    assert_eq!(fixed.text, product.replace("nam\\ud800e", "name"));
    let lines = format!("{{}}\n{product}\n{{\"name\":\"\\ud800\"}}");
    let found = check_catalogue_lines(lines.as_bytes(), &Options::default()).diagnostics;
    assert_eq!(at(&found), [Some((2, 55, 66)), Some((2, 13, 32))]);
}

#[test]
fn leading_byte_order_mark_is_skipped() {
    const MARK: &str = "\u{feff}";
    let options = &Options::default();
    let product = r#"{"id":"7","licence_term":"p1m"}"#;
    let marked = [MARK, product].concat();
    assert_eq!(check(&marked, options), check(product, options));
    assert_eq!(check(marked.as_bytes(), options), check(product, options));
    let fixed = fix_all(product, options);
    assert!(fixed.applied > 0);
    assert_eq!(fix_all(&marked, options).text, [MARK, &fixed.text].concat());
    for id in ["7", "7.0"] {
        let product = format!(r#"{{"id":{id},"name":"N"}}"#);
        assert_eq!(read([MARK, &product].concat(), options), read(&product, options));
    }

    let array = format!("[{product},\n{product}]");
    let lines = format!("{product}\n{product}\n{{\"id\":}}\n");
    for before in ["", " ", "\n", "\r\n"] {
        let (plain, marked) = ([before, &array].concat(), [MARK, before, &array].concat());
        let report = check_catalogue(&plain, options);
        assert_eq!(check_catalogue(&marked, options), report);
        let shown = |text: &str, format| {
            let checked = CheckedFile::catalogue("a.json", &report).with_text(text);
            render([checked], format, Style::default())
        };
        for format in [Format::Stylish, Format::Sarif] {
            assert_eq!(shown(&marked, format), shown(&plain, format));
        }
        let fixed = fix_catalogue(&plain, options).text;
        assert_eq!(fix_catalogue(&marked, options).text, [MARK, &fixed].concat());

        let (plain, marked) = ([before, &lines].concat(), [MARK, before, &lines].concat());
        let report = check_catalogue_lines(&plain, options);
        assert_eq!(check_catalogue_lines(&marked, options), report);
        let from = reader(marked.as_bytes(), usize::MAX);
        assert_eq!(check_catalogue_lines_from(from, options).unwrap().0, report);
        let fixed = fix_catalogue_lines(&plain, options).text;
        assert_eq!(fix_catalogue_lines(&marked, options).text, [MARK, &fixed].concat());
    }

    let products = |text: &'static str, layout| renewal_rules::products(text, layout);
    assert_eq!(products("\u{feff}{}", Layout::Product), Some(vec!["{}"]));
    assert_eq!(products("\u{feff}[{}]", Layout::Array), Some(vec!["{}"]));
    assert_eq!(products("\u{feff}{}\n1", Layout::Lines), Some(vec!["{}", "1"]));
    let options = Options::from_json("\u{feff}{\"trial\":true}").unwrap();
    assert_eq!(options.trial, Some(true));
    let current = Options::default().with_current("\u{feff}{}");
    assert!(current.is_ok());
    let setup = r#"{"initiator":{"name":"N"}}"#;
    let marked = setup::Setup::from_json(&[MARK, setup].concat());
    assert_eq!(marked, setup::Setup::from_json(setup));
}

#[test]
fn utf_16_is_reported() {
    let options = &Options::default();
    let text = "{\"id\":1,\"name\":\"製\"}\r\n{\"id\":2}\r\n";
    for mark in ["", "\u{feff}"] {
        for encode in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> = [mark, text].concat().encode_utf16().flat_map(encode).collect();
            for found in [
                check(&bytes, options).diagnostics,
                check_catalogue(&bytes, options).diagnostics,
                check_catalogue_lines(&bytes, options).diagnostics,
                check_catalogue_lines_from(reader(&bytes, usize::MAX), options).unwrap().0.diagnostics,
            ] {
                assert_eq!(places(&found), ["E json-syntax"]);
                assert_eq!(
                    found[0].message,
                    "This is not JSON at line 1, column 1: it is UTF-16; save it as UTF-8. \
                     Nothing in it was checked."
                );
                let at = found[0].location.unwrap();
                assert_eq!((at.line, at.column, at.end_line, at.end_column), (1, 1, 1, 2));
            }
        }
    }
}
