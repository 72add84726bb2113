//! Runs of a plan against a service that fails at every step, and what is foreseen of them.
use proptest::prelude::*;
use renewal_rules::{
    Code, Operation, Options, ProductId, Role, Severity, check, check_catalogue,
    service::{Method, Piece, Plan, PlanError, Request, Setup, StepState, apply_update},
};
use serde_json::{Value, json};

use super::{
    service_plan::{id, pair, plan, product, single, trial},
    service_setup::check_of,
};

/// How a call goes wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Failure {
    /// The caller breaks off after it has saved the plan, before it has sent anything.
    BeforeSending,
    /// The request is carried out, and the answer never arrives.
    AnswerLost,
    /// The answer arrives, and the caller breaks off before it has saved the plan.
    BeforeSaving,
    /// The service refuses the request.
    Refused,
    /// The service fails before it has done anything.
    FailedBefore,
    /// The service fails after it has carried the request out.
    FailedAfter,
    /// The service carries the request out and answers with something else.
    Garbage,
    /// The service carries the request out and answers without an id.
    NoId,
}

const FAILURES: [Failure; 8] = [
    Failure::BeforeSending,
    Failure::AnswerLost,
    Failure::BeforeSaving,
    Failure::Refused,
    Failure::FailedBefore,
    Failure::FailedAfter,
    Failure::Garbage,
    Failure::NoId,
];

/// The service, as far as the document shows it.
#[derive(Default)]
struct Service {
    products: Vec<(u64, String)>,
}

impl Service {
    /// Carries a request out; the id of a product that it created.
    fn carry_out(&mut self, request: &Request) -> Option<u64> {
        match request.path().strip_prefix("/v1/product/") {
            None => {
                let id = 1000 + self.products.len() as u64;
                self.products.push((id, request.body().to_owned()));
                Some(id)
            }
            Some(id) => {
                let id: u64 = id.parse().unwrap();
                let (_, product) = self
                    .products
                    .iter_mut()
                    .find(|(own, _)| *own == id)
                    .unwrap();
                *product = apply_update(&*product, request.body()).unwrap();
                None
            }
        }
    }

    /// What a person who looks for the product finds.
    fn find(&self, name: &Value) -> Option<u64> {
        self.products
            .iter()
            .find(|(_, product)| &parsed(product)["name"] == name)
            .map(|(id, _)| *id)
    }
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Runs a set-up against a service; each call goes wrong as the next of `failures` says.
fn run(setup: &Setup, failures: &[Option<Failure>]) -> (Plan, Service) {
    let mut service = Service::default();
    let mut saved = plan(setup).to_json();
    let mut failures = failures.iter().copied();
    loop {
        let mut plan = Plan::from_json(&saved).unwrap();
        let request = match plan.next_request() {
            Ok(Some(request)) => request,
            Ok(None) => return (plan, service),
            Err(PlanError::InDoubt { path }) => {
                let setup = parsed(&setup.to_json());
                let name = &setup.pointer(&path).unwrap()["name"];
                match service.find(name) {
                    Some(found) => plan.set_made(id(found)).unwrap(),
                    None => plan.set_not_made().unwrap(),
                }
                saved = plan.to_json();
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        saved = plan.to_json();
        let failure = failures.next().flatten();
        let is_carried_out = !matches!(
            failure,
            Some(Failure::BeforeSending | Failure::Refused | Failure::FailedBefore)
        );
        let created = is_carried_out
            .then(|| service.carry_out(&request))
            .flatten();
        let body = created.map_or(String::new(), |id| format!(r#"{{"id":{id}}}"#));
        let (status, body) = match failure {
            Some(Failure::BeforeSending | Failure::AnswerLost) => continue,
            None | Some(Failure::BeforeSaving) => (200, body.as_str()),
            Some(Failure::Refused) => (422, "no"),
            Some(Failure::FailedBefore | Failure::FailedAfter) => (500, ""),
            Some(Failure::Garbage) => (200, "<html>"),
            Some(Failure::NoId) => (201, r#"{"product":"?"}"#),
        };
        let _ = plan.feed(status, body);
        if failure != Some(Failure::BeforeSaving) {
            saved = plan.to_json();
        }
    }
}

fn assert_made_once(setup: &Setup, plan: &Plan, service: &Service) {
    assert_eq!(plan.progress().left, 0);
    let description = parsed(&setup.to_json());
    let renewals = description["renewals"].as_array().unwrap();
    let new: Vec<_> = renewals
        .iter()
        .filter(|renewal| renewal.is_object())
        .collect();
    assert_eq!(
        service.products.len(),
        new.len() + 1,
        "each product is created once"
    );
    let mut chain: Vec<u64> = renewals
        .iter()
        .map(|renewal| {
            renewal
                .as_u64()
                .unwrap_or_else(|| service.find(&renewal["name"]).unwrap())
        })
        .collect();
    let initiator = service.find(&description["initiator"]["name"]).unwrap();
    if chain.is_empty() {
        chain.push(initiator);
    }
    chain.push(*chain.last().unwrap());
    let (_, product) = service
        .products
        .iter()
        .find(|(id, _)| *id == initiator)
        .unwrap();
    let product = parsed(product);
    assert_eq!(
        product["renew_settings"]["product_id_for_renew"],
        json!(chain)
    );
    assert_eq!(
        product["licence_term"],
        description["initiator"]["licence_term"]
    );
    assert_eq!(plan.initiator_id(), Some(id(initiator)));
    // What stands in the service now passes as a catalogue, but for products it never made.
    let catalogue: Vec<Value> = service
        .products
        .iter()
        .map(|(id, product)| {
            let mut product = parsed(product);
            product["id"] = json!(id);
            product
        })
        .collect();
    let report = check_catalogue(&Value::Array(catalogue), &Options::default());
    let errors = report
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error && d.code != Code::ChainUnknownProduct);
    assert_eq!(errors.count(), 0);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn a_run_survives_every_failure_at_every_step() {
    for setup in [single(), pair(), trial()] {
        for step in 0..4 {
            for first in FAILURES {
                for second in FAILURES.map(Some).into_iter().chain([None]) {
                    let mut failures = vec![None; step];
                    failures.extend([Some(first), second]);
                    let (plan, service) = run(&setup, &failures);
                    assert_made_once(&setup, &plan, &service);
                }
            }
        }
    }
}

fn setups() -> impl Strategy<Value = Setup> {
    let term = prop_oneof![
        Just("P1M"),
        Just("P14D"),
        Just("P5D"),
        Just("P0D"),
        Just("P1W")
    ];
    let price = prop_oneof![Just("9.90"), Just("0.00"), Just("0")];
    let any_product = (term, price, any::<bool>());
    let renewals = prop::collection::vec((any_product.clone(), 0..8_u64), 0..4);
    let kinds = (
        prop::option::of(any::<bool>()),
        any::<bool>(),
        any::<bool>(),
    );
    (any_product, renewals, kinds, prop::option::of(any::<bool>())).prop_map(
        |((term, price, whole), renewals, (ar, pmr, email), trial)| {
            let make = |name: &str, term, price, whole: bool| {
                let mut product = product(name, term, price);
                if !whole {
                    product.as_object_mut().unwrap().remove("licence_term");
                }
                product
            };
            let renewals: Vec<Value> = renewals
                .into_iter()
                .enumerate()
                .map(|(index, ((term, price, whole), existing))| match existing {
                    1..=3 => json!(existing),
                    _ => make(&format!("r{index}"), term, price, whole),
                })
                .collect();
            let mut setup = json!({
                "initiator": make("a", term, price, whole),
                "renewals": renewals,
                "kinds": {"ar": ar.map_or(json!(false), |required| json!({"required": required})), "pmr": pmr, "email": email},
            });
            if let Some(trial) = trial {
                setup["trial"] = json!(trial);
            }
            Setup::from_json(&setup.to_string()).unwrap()
        },
    )
}

proptest! {
    /// The calls that a plan foresees are those that it then makes, whatever ids the service gives.
    #[test]
    #[cfg_attr(miri, ignore = "takes Miri more than a minute")]
    fn what_is_foreseen_comes(setup in setups(), made in 0..3_usize) {
        let Ok(mut plan) = Plan::new(setup, &Options::default()) else {
            return Ok(());
        };
        let mut ids = (1000_u64..).map(id);
        for _ in 0..made {
            if plan.next_request().unwrap().is_some() {
                let id = plan.initiator_id().or_else(|| ids.next()).unwrap();
                plan.set_made(id).unwrap();
            }
        }
        let foreseen = plan.foreseen();
        prop_assert_eq!(foreseen.len(), plan.progress().left);
        let mut given: Vec<u64> = Vec::new();
        for call in &foreseen {
            let filled = |pieces: &[Piece]| -> String {
                let text = pieces.iter().map(|piece| match piece {
                    Piece::Text(text) => text.clone(),
                    Piece::Id(call) => given[*call].to_string(),
                });
                text.collect()
            };
            let request = plan.next_request().unwrap().unwrap();
            prop_assert_eq!(filled(&call.path), request.path());
            prop_assert_eq!(filled(&call.body), request.body());
            prop_assert_eq!(call.method, request.method());
            let id = match call.method {
                Method::Patch => plan.initiator_id().unwrap(),
                _ => ids.next().unwrap(),
            };
            given.push(id.get());
            plan.set_made(id).unwrap();
        }
        prop_assert!(plan.foreseen().is_empty());
    }

    /// A set-up without an error leads to requests without an error, and to such a catalogue; one
    /// with an error leads to no request at all.
    #[test]
    #[cfg_attr(miri, ignore = "takes Miri more than a minute")]
    fn a_clean_setup_makes_clean_calls(setup in setups()) {
        let report = check_of(&setup);
        let Ok(mut plan) = Plan::new(setup.clone(), &Options::default()) else {
            prop_assert!(!report.valid);
            return Ok(());
        };
        prop_assert!(report.valid);
        let stated = parsed(&setup.to_json()).get("trial").and_then(Value::as_bool);
        let is_single = parsed(&setup.to_json())["renewals"] == json!([]);
        let mut current: Option<String> = None;
        for answer in 1000_u64.. {
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
                options.trial = stated;
            }
            if let Some(current) = &current {
                options.operation = Operation::Update;
                options.trial = stated;
                options.product_id = ProductId::new(1000);
                options = options.with_current(current).unwrap();
            }
            let report = check(request.body(), &options);
            prop_assert!(report.valid, "{:?}", report.diagnostics);
            if is_single {
                current = Some(request.body().to_owned());
            }
            plan.feed(200, format!(r#"{{"id":{answer}}}"#)).unwrap();
        }
        let (plan, service) = run(&setup, &[]);
        if stated.is_none() {
            assert_made_once(&setup, &plan, &service);
        }
    }
}
