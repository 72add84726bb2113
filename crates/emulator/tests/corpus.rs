//! Sends the cases of the corpus that are creations or updates, and compares the responses with the expected reports.

use crate::client::{Client, Response};
use renewal_rules_corpus_runner::{Case, cases};
use renewal_rules_emulator::Settings;
use serde_json::{Value, json};

/// Asserts that a body was accepted, or refused because of the expected errors.
fn assert_response(case: &Case, response: &Response, success: u16) {
    if case.expected["valid"] == true {
        assert_eq!(response.status, success, "{}: {}", case.id, response.text);
        return;
    }
    let errors = case.expected["diagnostics"].as_array().unwrap().iter().filter(|found| found["severity"] == "error");
    let expected: Vec<&Value> = errors.map(|found| &found["code"]).collect();
    let problem = response.json();
    let refused = problem["errors"].as_array().unwrap_or_else(|| panic!("{}: {problem}", case.id)).iter();
    assert_eq!(refused.map(|error| &error["code"]).collect::<Vec<_>>(), expected, "{}", case.id);
}

#[test]
fn creations_of_the_corpus_get_the_expected_errors() {
    let (_emulator, client) = Client::start(Settings::default());
    let cases = cases();
    let created = cases.iter().filter(|case| case.call == "check" && case.options == json!({"operation": "create"}));
    let count = created.inspect(|case| assert_response(case, &client.create(&case.input), 201)).count();
    assert!(count > 20, "{count} creations");
}

/// Seeds the current product of each update. Skips cases whose current product lacks the id that the update targets,
/// and cases with other options.
#[test]
fn updates_of_the_corpus_get_the_expected_errors() {
    let (_emulator, client) = Client::start(Settings::default());
    let mut count = 0;
    for case in cases().iter().filter(|case| case.call == "check" && case.options["operation"] == "update") {
        let (current, target) = (&case.options["current"], &case.options["productId"]);
        let Some(id) = current["id"].as_u64().filter(|id| target.is_null() || target == id) else { continue };
        if case.options.as_object().unwrap().len() > 2 + usize::from(!target.is_null()) {
            continue;
        }
        let seeded = client.admin("seed", &json!([current]).to_string());
        assert!(seeded.status < 300, "{}: {}", case.id, seeded.text);
        assert_response(case, &client.change(&id.to_string(), &case.input), 204);
        count += 1;
    }
    assert!(count > 50, "{count} updates");
}
