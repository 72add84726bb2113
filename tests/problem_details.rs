//! Tests the problem details of a report.

use renewal_rules::check;
use renewal_rules_oracle::cases::options;

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
