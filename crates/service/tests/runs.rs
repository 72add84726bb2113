//! Runs the plans of random setups, and tests the previewed calls and the resulting products.

use renewal_rules::setup::Setup;
use renewal_rules::{Code, Operation, Options, ProductId, Role, Severity, check, check_catalogue};
use renewal_rules_oracle::cases::{Dice, random_cases};
use renewal_rules_oracle::promises::{id_in, plain};
use renewal_rules_oracle::{choices::Choices, make};
use renewal_rules_service::{Method, Plan, StepState, apply_update};
use serde_json::{Value, json};

use super::id;
use super::setup::check_of;

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Asserts that a plan has created the products of its setup, and that they form a catalogue without errors.
fn assert_made(setup: &Setup, plan: &Plan, products: &[(u64, String)]) {
    assert_eq!(plan.progress().left, 0);
    let description = parsed(&setup.to_json());
    let mut products_in_order = products.iter();
    let mut next = |part: &Value| {
        let (id, product) = products_in_order.next().unwrap();
        assert_eq!(parsed(product)["name"], part["name"]);
        *id
    };
    let mut chain = Vec::new();
    for renewal in description["renewals"].as_array().unwrap() {
        let existing = if renewal.is_object() { id_in(renewal) } else { id_in(&json!({ "id": renewal })) };
        chain.push(existing.map_or_else(|| next(renewal), ProductId::get));
    }
    let initiator = next(&description["initiator"]);
    if chain.is_empty() {
        chain.push(initiator);
    }
    chain.push(*chain.last().unwrap());
    assert_eq!(plan.initiator_id(), Some(id(initiator)));
    let catalogue = products.iter().map(|(id, product)| {
        let mut product = parsed(product);
        product["id"] = json!(id);
        product
    });
    let catalogue: Vec<Value> = catalogue.collect();
    let product = catalogue.iter().find(|product| product["id"] == initiator).unwrap();
    assert_eq!(product["renew_settings"]["product_id_for_renew"], json!(chain));
    assert_eq!(product["licence_term"], description["initiator"]["licence_term"]);
    // Ignore `chain-unknown-product`: the catalogue lacks existing renewals, which the plan does not create.
    let report = check_catalogue(&Value::Array(catalogue), &Options::default());
    let errors =
        report.diagnostics.iter().filter(|d| d.severity == Severity::Error && d.code != Code::ChainUnknownProduct);
    assert_eq!(errors.count(), 0);
}

/// Returns random setups that `serde_json` can parse.
fn setups() -> impl Iterator<Item = Setup> {
    let texts = random_cases(600).map(|seed| make::setup(&mut Choices::new(&Dice(seed).bytes(500))));
    texts.filter(|text| plain(text).is_some()).filter_map(|text| Setup::from_json(&text).ok())
}

#[test]
fn preview_equals_the_calls_made() {
    for (nth, setup) in setups().enumerate() {
        let Ok(mut plan) = Plan::new(setup, &Options::default()) else { continue };
        let mut ids = (1000_u64..).map(id);
        for _ in 0..nth % 3 {
            if plan.next_request().unwrap().is_some() {
                let id = plan.initiator_id().or_else(|| ids.next()).unwrap();
                plan.confirm(id).unwrap();
            }
        }
        let planned = plan.planned_calls();
        assert_eq!(planned.len(), plan.progress().left);
        let mut returned_ids: Vec<u64> = Vec::new();
        for call in &planned {
            let request = plan.next_request().unwrap().unwrap();
            assert_eq!(&call.request(|call| returned_ids[call].to_string()), &request);
            let id = match request.method() {
                Method::Patch => plan.initiator_id().unwrap(),
                _ => ids.next().unwrap(),
            };
            returned_ids.push(id.get());
            plan.confirm(id).unwrap();
        }
        assert!(plan.planned_calls().is_empty());
    }
}

/// A setup without errors leads to requests without errors and to a valid catalogue; one with an error leads to no
/// request.
#[test]
fn valid_setup_makes_valid_calls() {
    for setup in setups() {
        let report = check_of(&setup);
        let Ok(mut plan) = Plan::new(setup.clone(), &Options::default()) else {
            assert!(!report.valid);
            continue;
        };
        assert!(report.valid);
        let trial_option = parsed(&setup.to_json()).get("trial").and_then(Value::as_bool);
        let is_single = parsed(&setup.to_json())["renewals"] == json!([]);
        let mut products: Vec<(u64, String)> = Vec::new();
        for id in 1000_u64.. {
            let path = plan.progress().steps.iter().find(|s| s.state == StepState::Waiting).map(|s| s.path.clone());
            let Some(request) = plan.next_request().unwrap() else { break };
            let mut options = Options::default();
            options.operation = Operation::Create;
            options.role = Some(match path.as_deref() {
                Some("/initiator") if is_single => Role::SelfRenewing,
                Some("/initiator") => Role::Initiator,
                _ => Role::Renewal,
            });
            if options.role == Some(Role::Initiator) {
                options.trial = trial_option;
            }
            if let (true, Some((_, current))) = (is_single, products.last()) {
                options.operation = Operation::Update;
                options.trial = trial_option;
                options.product_id = ProductId::new(1000);
                options = options.with_current(current).unwrap();
            }
            let report = check(request.body(), &options);
            assert!(report.valid, "{:?}", report.diagnostics);
            match (request.method(), products.last_mut()) {
                (Method::Patch, Some((_, product))) => {
                    *product = apply_update(&*product, request.body()).unwrap();
                }
                _ => products.push((id, request.body().to_owned())),
            }
            plan.record_response(200, format!(r#"{{"id":{id}}}"#)).unwrap();
        }
        if trial_option.is_none() {
            assert_made(&setup, &plan, &products);
        }
    }
}
