//! Executes plans against an emulator, with a failure of the caller or of the service at each call.

use std::{env, path::Path, process::Command};

use renewal_rules::setup::{Kinds, Setup};
use renewal_rules::{Options, ProductId, Severity, check_catalogue};
use renewal_rules_emulator::{Emulator, Settings};
use renewal_rules_service::{Method, Plan, PlanError};
use serde_json::{Value, json};

use crate::client::Client;

fn product(name: &str, term: &str, price: &str) -> String {
    format!(
        r#"{{"family_name":"Example","name":"{name}","licence_term":"{term}","variants":[{{"vendor_code":"V","sku":"{name}","price":{{"common":{{"currency":"USD","price":"{price}"}}}}}}]}}"#
    )
}

/// Returns three setups: a product that renews itself, an initiator with its renewal, and a free trial with an existing
/// renewal between two new ones.
fn setups() -> [Setup; 3] {
    let single = Setup::new(product("a", "P1M", "9.90")).unwrap();
    let pair = single.clone().with_renewal(product("b", "P1M", "8.90"));
    let trial = Setup::new(product("a", "P14D", "0.00")).unwrap();
    let trial = trial.with_renewal(product("b", "P1M", "4.90")).unwrap();
    let trial = trial.with_existing_renewal(ProductId::new(55).unwrap());
    let trial = trial.with_renewal(product("c", "P12M", "9.90")).unwrap();
    [
        single.with_kinds(Kinds::auto()),
        pair.unwrap().with_kinds(Kinds::auto()),
        trial.with_kinds(Kinds::auto_required()).with_trial(true),
    ]
}

/// A failure while a call is made: the caller stops, or the service fails.
#[derive(Clone, Copy, Debug)]
enum Failure {
    /// The caller stops after saving the plan, before sending the request.
    BeforeSending,
    /// The caller stops after receiving the response, before saving the plan.
    BeforeSaving,
    /// A scripted failure of the emulator.
    Service(&'static str),
}

const FAILURES: [Failure; 11] = [
    Failure::BeforeSending,
    Failure::BeforeSaving,
    Failure::Service(r#"{"before":"break"}"#),
    Failure::Service(r#"{"after":"break"}"#),
    Failure::Service(r#"{"before":422}"#),
    Failure::Service(r#"{"before":429}"#),
    Failure::Service(r#"{"before":500}"#),
    Failure::Service(r#"{"after":504}"#),
    Failure::Service(r#"{"before":"not-json"}"#),
    Failure::Service(r#"{"after":"not-json"}"#),
    Failure::Service(r#"{"after":"cut-off"}"#),
];

fn products(client: &Client) -> Vec<Value> {
    serde_json::from_str(&client.products()).unwrap()
}

/// Looks up a product by name, as a person would to resolve an unconfirmed creation.
fn find(client: &Client, name: &Value) -> Option<u64> {
    let products = products(client);
    let product = products.iter().find(|product| &product["name"] == name)?;
    product["id"].as_u64()
}

/// Executes the plan of a setup. Each attempt of a call takes the next element of `failures`, and fails in this way
/// unless the element is `None`.
fn run(client: &Client, setup: &Setup, failures: &[Option<Failure>]) -> Plan {
    let description: Value = serde_json::from_str(&setup.to_json()).unwrap();
    let plan = Plan::new(setup.clone(), &Options::default()).unwrap();
    let mut saved = plan.to_json();
    let mut failures = failures.iter().copied();
    loop {
        let mut plan = Plan::from_json(&saved).unwrap();
        let request = match plan.next_request() {
            Ok(Some(request)) => request,
            Ok(None) => return plan,
            Err(PlanError::Unconfirmed { path }) => {
                match find(client, &description.pointer(&path).unwrap()["name"]) {
                    Some(id) => plan.confirm(ProductId::new(id).unwrap()).unwrap(),
                    None => plan.deny().unwrap(),
                }
                saved = plan.to_json();
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        saved = plan.to_json();
        let failure = failures.next().flatten();
        match failure {
            Some(Failure::BeforeSending) => continue,
            // Skip this failure: a client takes a change with a successful status as made, even if the service did not
            // make the change.
            Some(Failure::Service(r#"{"before":"not-json"}"#)) if request.method() == Method::Patch => {}
            Some(Failure::Service(failure)) => {
                client.admin("failures", &format!("[{failure}]"));
            }
            Some(Failure::BeforeSaving) | None => {}
        }
        let response = match request.method() {
            Method::Patch => {
                let id = request.path().rsplit('/').next().unwrap();
                client.try_change(id, request.body())
            }
            _ => client.try_create(request.body()),
        };
        let Ok(response) = response else { continue };
        let _ = plan.record_response(response.status, response.text);
        if !matches!(failure, Some(Failure::BeforeSaving)) {
            saved = plan.to_json();
        }
    }
}

fn assert_each_created_once(client: &Client, setup: &Setup, plan: &Plan) {
    assert_eq!(plan.progress().left, 0);
    let description: Value = serde_json::from_str(&setup.to_json()).unwrap();
    let renewals = description["renewals"].as_array().unwrap();
    let new = renewals.iter().filter(|renewal| renewal.is_object());
    let products = products(client);
    assert_eq!(products.len(), new.count() + 1, "each product is created once");
    let id_of = |renewal: &Value| renewal.as_u64().or_else(|| find(client, &renewal["name"]));
    let initiator = id_of(&description["initiator"]);
    let mut chain: Vec<_> = renewals.iter().map(id_of).collect();
    chain.extend(chain.is_empty().then_some(initiator));
    chain.push(*chain.last().unwrap());
    let created = products.iter().find(|product| product["id"].as_u64() == initiator);
    let settings = &created.unwrap()["renew_settings"];
    assert_eq!(settings["product_id_for_renew"], json!(chain));
    assert_eq!(plan.initiator_id().map(ProductId::get), initiator);
    // The catalogue has no errors, except that the existing renewal is not among its products.
    let report = check_catalogue(client.products(), &Options::default());
    let errors = report.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    assert!(errors.map(|error| error.code.as_str()).all(|code| code == "chain-unknown-product"));
}

/// Tries every fourth second failure after each first one, so that all pairs occur, each at one step; if `RANDOM_FACTOR`
/// is set, all pairs at all steps.
#[test]
fn a_plan_survives_every_failure_at_every_step() {
    let interval = if env::var_os("RANDOM_FACTOR").is_some() { 1 } else { 4 };
    let emulator = Emulator::start(Settings::default()).unwrap();
    let mut client = Client::logged_in(&emulator.url());
    for setup in setups() {
        for step in 0..4 {
            for (number, first) in FAILURES.into_iter().enumerate() {
                let all = FAILURES.map(Some).into_iter().chain([None]);
                for second in all.skip((number + step) % interval).step_by(interval) {
                    client.admin("reset", "");
                    client = Client::logged_in(&emulator.url());
                    let mut failures = vec![None; step];
                    failures.extend([Some(first), second]);
                    let plan = run(&client, &setup, &failures);
                    assert_each_created_once(&client, &setup, &plan);
                }
            }
        }
    }
}

#[test]
fn the_example_resumes_after_failures() {
    let failures = r#"[{"pass":true},{"after":"break"},{"before":429},{"before":503}]"#;
    let failures: Vec<renewal_rules_emulator::Failure> = serde_json::from_str(failures).unwrap();
    let settings = Settings::default().with_token_header(None).with_failures(failures);
    let emulator = Emulator::start(settings).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let example = |outcome: &[&str]| {
        let output = Command::new(env!("CARGO"))
            .args(["run", "--quiet", "--example", "setup", "--"])
            .arg("examples/setups/chain.json")
            .args([directory.path().join("state.json")])
            .arg(emulator.url())
            .args(outcome)
            .current_dir(root)
            .output()
            .unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        (output.status.success(), stdout + &stderr)
    };
    let assert_stops = |outcome: &[&str], text: &str| {
        let (is_done, output) = example(outcome);
        assert!(!is_done && output.contains(text), "{output}");
    };
    assert_stops(&[], "Error: ");
    assert_stops(&[], "Unconfirmed");
    assert_stops(&["102"], "429");
    assert_stops(&[], "503");
    assert_stops(&[], "Unconfirmed");
    let (is_done, output) = example(&["not-made"]);
    assert!(is_done && output.contains("create /initiator: Some(ProductId(103))"), "{output}");
    assert_eq!(emulator.stop().matches(r#""id":"#).count(), 3);
}
