//! Runs the public JSON parsing test suite (`suite.ndjson`) with the verdicts of RFC 8259, on whole texts and inside
//! the fields of a product, where the verdict must be equal.
//!
//! A line of the file has the verdict, the name of the case, and the text, of which each character stands for a byte.
//! The suite has texts that every parser must accept (95), must reject (188), and may treat either way (35); for the
//! latter, `may-accept` and `may-reject` document the choice made here: the grammar bounds neither numbers nor escapes,
//! and values that are not needed are not converted, but text must be UTF-8.

use renewal_rules::{Code, Diagnostic, Input, Options, check, check_catalogue, check_catalogue_lines};
use renewal_rules_oracle::cases::verdict;

static SUITE: &str = include_str!("suite.ndjson");

/// Returns the bytes that the characters of a text stand for.
pub(super) fn bytes(text: &str) -> Vec<u8> {
    text.chars().map(|character| u8::try_from(character).unwrap()).collect()
}

/// Inputs in which the text of a case replaces `#`; the verdict must be equal in all of them. In these inputs, the text
/// is alone, or the value of a field: known or unknown, read or skipped, first, last or between others.
const FIELDS: &[&str] = &[
    "#",
    " \t\r\n#\r\n\t ",
    r#"{"other":#}"#,
    r#"{"name":"N","other": # ,"id":101}"#,
    r#"{"other":{"deep":[0,#,1]}}"#,
    r#"{"id":#}"#,
    r#"{"id":#,"name":"N"}"#,
    r#"{"name":#}"#,
    r#"{"licence_term":#,"name":"N"}"#,
    r#"{"renew_settings":#}"#,
    r#"{"renew_settings":{"other":#,"renew_ar":{"enable":true}}}"#,
    r#"{"renew_settings":{"product_id_for_renew":#}}"#,
    r#"{"renew_settings":{"product_id_for_renew":[102,#]}}"#,
    r#"{"renew_settings":{"renew_ar":#}}"#,
    r#"{"renew_settings":{"renew_ar":{"enable":#}}}"#,
    r#"{"renew_settings":{"renew_pmr":#,"renew_email":true}}"#,
    r#"{"localization_values":#}"#,
    r#"{"localization_values":{"en_US":#}}"#,
    r#"{"localization_values":{"en_US":{"comment_for_product_for_AR":#}}}"#,
    r#"{"localization_values":{"no":#}}"#,
    r#"{"variants":#}"#,
    r#"{"variants":[#,{}]}"#,
    r#"{"variants":[0,#,{}]}"#,
    r#"{"variants":[{"sku":#}]}"#,
    r#"{"variants":[{},{"price":#}]}"#,
    r#"{"variants":[{"price":{"common":#}}]}"#,
    r#"{"variants":[{"price":{"common":{"price":#,"currency":"USD"}}}]}"#,
    r#"{"variants":[{"price":{"net":#}}]}"#,
    r#"{"id":#,"id":101}"#,
];

/// Returns the paths of the syntax errors.
fn syntax_errors(diagnostics: &[Diagnostic]) -> Vec<&str> {
    let errors = diagnostics.iter().filter(|d| d.code == Code::JsonSyntax);
    errors.map(|d| d.path.as_str()).collect()
}

/// Lists the failures of a text that must be valid JSON or must not be (`is_json`): as a whole input, and as the value
/// of each field.
fn wrong_verdicts(name: &str, text: &[u8], is_json: bool) -> Vec<String> {
    let options = Options::default();
    let mut failures = Vec::new();
    // Test long texts in only a few fields, to save time.
    let fields = if text.len() > 10_000 { 6 } else { FIELDS.len() };
    for field in &FIELDS[..fields] {
        let (before, after) = field.split_once('#').unwrap();
        let whole = [before.as_bytes(), text, after.as_bytes()].concat();
        let mut expect = |how: &str, found: &[Diagnostic], path: &str| {
            if syntax_errors(found) != Vec::from_iter((!is_json).then_some(path)) {
                failures.push(format!("{name} in {field} {how}: {:?}", syntax_errors(found)));
            }
        };
        expect("as bytes", &check(&*whole, &options).diagnostics, "");
        expect("alone", &check_catalogue(&*whole, &options).diagnostics, "");
        if let Ok(whole) = std::str::from_utf8(&whole) {
            expect("as text", &check(whole, &options).diagnostics, "");
            let alone = check(Input::Json(whole.into()), &options);
            expect("as JSON", &alone.diagnostics, "");
        }
        let list = [b"[{},", &*whole, b"]"].concat();
        let report = check_catalogue(&*list, &options);
        expect("in a catalogue", &report.diagnostics, "");
        if !whole.contains(&b'\n') && !whole.trim_ascii().is_empty() {
            let lines = [b"{}\n", &*whole, b"\n{}"].concat();
            let report = check_catalogue_lines(&lines, &options);
            expect("as a line", &report.diagnostics, "/1");
        }
    }
    failures
}

/// Asserts that texts, each with its name, get the expected verdict.
pub(super) fn assert_verdict<'t>(cases: impl IntoIterator<Item = (&'t str, Vec<u8>)>, is_json: bool) {
    let failures = cases.into_iter().flat_map(|(name, text)| wrong_verdicts(name, &text, is_json));
    verdict(&failures.collect::<Vec<String>>());
}

/// Asserts the verdict on all cases of a group of the suite, and returns their number.
fn assert_group(group: &str, is_json: bool) -> usize {
    let cases = SUITE.lines().map(|line| serde_json::from_str::<(&str, &str, String)>(line).unwrap());
    let cases: Vec<_> = cases.filter(|(of, ..)| *of == group).map(|(_, name, text)| (name, bytes(&text))).collect();
    let count = cases.len();
    assert_verdict(cases, is_json);
    count
}

#[test]
fn mandatory_cases_have_the_verdict_of_the_suite() {
    assert_eq!(assert_group("accept", true), 95);
    let deep = [
        ("structure_100000_opening_arrays", "[".repeat(100_000).into_bytes()),
        ("structure_open_array_object", ("[{\"\":".repeat(50_000) + "\n").into_bytes()),
    ];
    assert_eq!(assert_group("reject", false) + deep.len(), 188);
    assert_verdict(deep, false);
}

#[test]
fn optional_cases_match_the_documented_choice() {
    // The suite's case with a byte order mark is tested below.
    let count = assert_group("may-accept", true) + assert_group("may-reject", false) + 1;
    // RFC 8259 permits a limit of the nesting depth, but this parser has none.
    let nested = "[".repeat(500) + &"]".repeat(500);
    assert_verdict([("structure_500_nested_arrays", nested.into_bytes())], true);
    assert_eq!(count + 1, 35);
}

#[test]
fn byte_order_mark_is_allowed_at_the_start_only() {
    let marked = ["\u{feff}{}", "\u{feff} \n{\"other\":\"\u{feff}\"}\n"];
    for text in marked {
        for input in [Input::from(text), text.as_bytes().into(), Input::Json(text.into())] {
            let report = check(input, &Options::default());
            assert_eq!(report.diagnostics, [], "structure_UTF-8_BOM_empty_object");
        }
    }
    for field in FIELDS.iter().filter(|field| !field.trim().starts_with('#')) {
        let text = field.replace('#', "\u{feff}{}");
        let found = check(text.as_str(), &Options::default()).diagnostics;
        assert_eq!(syntax_errors(&found), [""], "{text}");
    }
    let array = check_catalogue("\u{feff}[{}]", &Options::default());
    assert_eq!(syntax_errors(&array.diagnostics), [""; 0]);
    for refused in ["[\u{feff}{}]", "[{},\u{feff}{}]", "[{}]\u{feff}", "[{}\u{feff}]"] {
        let found = check_catalogue(refused, &Options::default()).diagnostics;
        assert_eq!(syntax_errors(&found), [""], "{refused}");
    }
    let lines = check_catalogue_lines("\u{feff}\n{}\n\u{feff}{}", &Options::default());
    assert_eq!(syntax_errors(&lines.diagnostics), ["/1"]);
}
