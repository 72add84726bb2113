//! Pins the exact wording of messages.
use renewal_rules::{Diagnostic, check, check_catalogue};
use renewal_rules_oracle::cases::{catalogue_options, options, verdict};

/// Options as JSON (empty for none), an input, and the expected messages in order.
type Row = (&'static str, &'static str, Vec<&'static str>);

/// Splits a file into its cases, which are separated by empty lines.
fn rows(file: &'static str) -> Vec<Row> {
    let row = |text: &'static str| {
        let mut lines = text.lines();
        let (stated, input) = lines.next().unwrap().split_once('>').unwrap();
        (stated.trim(), input.strip_prefix(' ').unwrap_or(input), lines.collect())
    };
    file.split("\n\n").map(row).collect()
}

pub(super) fn products() -> Vec<Row> {
    rows(include_str!("messages/products.txt"))
}

pub(super) fn catalogues() -> Vec<Row> {
    rows(include_str!("messages/catalogues.txt"))
}

fn compare(rows: Vec<Row>, judge: impl Fn(&str, &str) -> Vec<Diagnostic>) {
    let mut failures = Vec::new();
    for (stated, input, expected) in rows {
        let diagnostics = judge(stated, input);
        let found: Vec<&str> = diagnostics.iter().map(|d| d.message.as_str()).collect();
        if found != expected {
            failures.push(format!("{stated} {input}\n    expected {expected:#?}\n    found {found:#?}"));
        }
    }
    verdict(&failures);
}

#[test]
fn a_product() {
    compare(products(), |stated, input| check(input, &options(stated)).diagnostics);
}

#[test]
fn a_catalogue() {
    compare(catalogues(), |stated, input| check_catalogue(input, &catalogue_options(stated)).diagnostics);
}

#[test]
fn problem_details_pointers_are_uri_fragments() {
    let product = r#"{"localization_values":{"a b%":{"comment_for_product_for_AR":1}}}"#;
    let problem = check(product, &options("")).into_result().unwrap_err().problem_details();
    let pointer = &problem.errors[0].pointer;
    assert_eq!(pointer, "#/localization_values/a%20b%25");
}

#[test]
fn problem_details_of_invalid_json_are_status_400() {
    for report in ["{", "", "\"\u{1}\""].map(|text| check(text, &options(""))) {
        let problem = report.into_result().unwrap_err().problem_details();
        assert_eq!((problem.status, &*problem.title), (400, "Bad Request"));
    }
    let problem = check("[]", &options("")).into_result().unwrap_err().problem_details();
    assert_eq!((problem.status, &*problem.title), (422, "Unprocessable Content"));
}

#[test]
fn problem_details_count_errors_unless_truncated() {
    let detail = |stated: &str| {
        let report = check(r#"{"id":0,"licence_term":"x"}"#, &options(stated));
        report.into_result().unwrap_err().problem_details().detail
    };
    assert_eq!(detail(""), "There are 2 errors.");
    assert_eq!(detail(r#"{"maxDiagnostics":1}"#), "There are errors.");
}
