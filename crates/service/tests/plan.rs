//! Tests plans: calls, responses and the saved state.

use renewal_rules::setup::{Kinds, Setup};
use renewal_rules::{Code, Level, Options};
use renewal_rules_service::{Call, Plan, PlanError, StepState, create_request, read_create_response};
use serde_json::{Value, json};

use super::{id, plan, product};

const SINGLE: &str = "a P1M 9.90 | ar";
const PAIR: &str = "a P1M 9.90; b P1M 8.90 | ar";
const TRIAL: &str = "a P14D 0.00; b P1M 4.90; 55; c P12M 9.90 | ar! trial";

#[test]
fn calls_follow_the_documented_order() {
    let mut plan = plan(TRIAL);
    let mut calls = Vec::new();
    for id in [201, 202, 203] {
        let request = plan.next_request().unwrap().unwrap();
        assert_eq!((request.method().as_str(), request.path()), ("POST", "/v1/product"));
        calls.push(serde_json::from_str::<Value>(request.body()).unwrap());
        plan.record_response(200, format!(r#"{{"id":{id}}}"#)).unwrap();
    }
    assert_eq!(plan.next_request(), Ok(None));
    let names: Vec<_> = calls.iter().map(|call| &call["name"]).collect();
    assert_eq!(names, ["b", "c", "a"]);
    assert!(calls[0].get("renew_settings").is_none() && calls[1].get("renew_settings").is_none());
    assert_eq!(
        calls[2]["renew_settings"],
        json!({"product_id_for_renew": [201, 55, 202, 202], "renew_ar": {"enable": true, "required": true}})
    );
    assert_eq!(plan.initiator_id(), Some(id(203)));
}

#[test]
fn single_product_is_created_and_then_changed() {
    let mut plan = plan(SINGLE);
    let create = plan.next_request().unwrap().unwrap();
    let body: Value = serde_json::from_str(create.body()).unwrap();
    assert!(body.get("licence_term").is_none() && body.get("renew_settings").is_none());
    plan.record_response(201, r#"{"id":7}"#).unwrap();
    let change = plan.next_request().unwrap().unwrap();
    assert_eq!((change.method().as_str(), change.path()), ("PATCH", "/v1/product/7"));
    assert_eq!(
        change.body(),
        r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[7,7],"renew_ar":{"enable":true}}}"#
    );
    // An unconfirmed change is sent again, because it is idempotent.
    assert_eq!(plan.next_request().unwrap().unwrap(), change);
    assert!(matches!(plan.confirm(id(8)), Err(PlanError::OtherId { .. })));
    plan.record_response(204, "").unwrap();
    assert_eq!(plan.next_request(), Ok(None));
    assert_eq!(plan.progress().left, 0);
}

#[test]
fn progress_lists_done_unconfirmed_and_remaining() {
    let mut plan = plan(TRIAL);
    let states = |plan: &Plan| -> Vec<_> {
        let steps = plan.progress().steps.into_iter();
        steps.map(|step| (step.path, step.state, step.id)).collect()
    };
    plan.next_request().unwrap();
    plan.record_response(200, r#"{"id":201}"#).unwrap();
    plan.next_request().unwrap();
    assert_eq!(
        states(&plan),
        [
            ("/renewals/0".to_owned(), StepState::Done, Some(id(201))),
            ("/renewals/2".to_owned(), StepState::Unconfirmed, None),
            ("/initiator".to_owned(), StepState::Waiting, None),
        ]
    );
    assert_eq!((plan.progress().done, plan.progress().left), (1, 2));
    assert!(plan.progress().steps.iter().all(|step| step.call == Call::Create));
}

#[test]
fn rejected_responses_do_not_advance_the_plan() {
    let mut plan = plan(TRIAL);
    assert_eq!(plan.record_response(200, r#"{"id":1}"#), Err(PlanError::NothingSent));
    assert_eq!(plan.deny(), Err(PlanError::NothingSent));
    assert_eq!(plan.confirm(id(1)), Err(PlanError::NothingSent));
    plan.next_request().unwrap();
    let sent = plan.clone();
    for (status, body) in [
        (200, ""),
        (201, "{}"),
        (200, r#"{"id":"1"}"#),
        (200, r#"{"id":55}"#),
        (500, "down"),
        (302, ""),
        (408, ""),
        (0, ""),
        (99, r#"{"id":1}"#),
    ] {
        assert!(plan.record_response(status, body).is_err(), "{status} {body}");
        assert_eq!(plan, sent, "{status} {body}");
        assert!(matches!(plan.next_request(), Err(PlanError::Unconfirmed { .. })));
    }
    let Err(PlanError::Refused(call)) = plan.record_response(401, "who?") else { panic!("{plan:?}") };
    assert_eq!((&*call.path, call.status, &*call.body), ("/renewals/0", 401, "who?"));
    assert!(plan.next_request().unwrap().is_some());
    assert_eq!(plan, sent);
    assert!(matches!(plan.confirm(id(55)), Err(PlanError::IdTaken { .. })));
    plan.confirm(id(56)).unwrap();
    assert_eq!(plan.progress().done, 1);
}

#[test]
fn saved_plans_round_trip_unless_damaged() {
    let mut plan = plan(TRIAL);
    for id in [201, 202, 203] {
        assert_eq!(Plan::from_json(&plan.to_json()).unwrap(), plan);
        plan.next_request().unwrap();
        assert_eq!(Plan::from_json(&plan.to_json()).unwrap(), plan);
        plan.record_response(200, format!(r#"{{"id":{id}}}"#)).unwrap();
    }
    let text = plan.to_json();
    assert_eq!(Plan::from_json(&text).unwrap(), plan);
    let unfit = "its completed steps do not fit its setup";
    let members = "its members there are `initiator`, `renewals`, `kinds`, `trial`";
    for (from, to, reason) in [
        (text.as_str(), "[]", "it is not a JSON object"),
        ("{\"format", "[{\"format", "it is not a JSON object"),
        (text.as_str(), "{}", "`format` is missing"),
        ("\"format\":1", "\"format\":\"1\"", "its `format` is not 1"),
        ("\"format\":1", "\"format\":-1", "its `format` is not 1"),
        ("\"format\":1", "\"format\":2", "its `format` is not 1"),
        (",\"done\":[201,202,203]", "", "`done` is missing"),
        ("[201,202,203]", "[1.5]", "`done` must be a list of product ids"),
        ("[201,202,203]", "{}", "`done` must be a list of product ids"),
        ("201,202,203", "201,202,203,204", unfit),
        ("201,202,203", "201,201,203", unfit),
        ("201,202,203", "55,202,203", unfit),
        ("\"isSent\":false", "\"isSent\":true", unfit),
        ("\"isSent\":false", "\"isSent\":0", "`isSent` must be true or false"),
        ("\"isSent\":false", "\"isSent\":false,\"more\":1", "`more` is unknown"),
        ("\"setup\":{", "\"setup\":{\"x\":1,", &format!("a setup has no `/x`; {members}")),
        ("\"initiator\"", "\"intiator\"", &format!("a setup has no `/intiator`; {members}")),
        ("\"initiator\":{", "\"initiator\":{\"id\":5,", "no plan is made with `/initiator/id`"),
        (
            "\"renewals\":[{",
            "\"renewals\":[{\"renew_settings\":{},",
            "no plan is made with `/renewals/0/renew_settings`",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        let error = Plan::from_json(&text.replace(from, to)).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("this is not a saved plan: {reason}; resume from the text that the plan saved"),
        );
    }
}

#[test]
fn unconfirmed_call_names_the_remedy() {
    let mut plan = plan(PAIR);
    plan.next_request().unwrap();
    for error in [
        plan.next_request().unwrap_err().to_string(),
        plan.record_response(201, "{}").unwrap_err().to_string(),
        read_create_response(201, "{}").unwrap_err().to_string(),
    ] {
        assert!(error.contains("in the service's own administration or ask Support"), "{error}");
    }
}

#[test]
fn numbers_keep_all_digits() {
    let setup = Setup::new(
        r#"{"family_name":"E","name":"a","licence_term":"P1M","vat":1.10,"serial":123456789012345678901234,
            "variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    )
    .unwrap()
    .with_kinds(Kinds::auto());
    let plan = Plan::new(setup, &Options::default()).unwrap();
    let mut plan = Plan::from_json(&plan.to_json()).unwrap();
    let request = plan.next_request().unwrap().unwrap();
    assert!(request.body().contains(r#""vat":1.10,"serial":123456789012345678901234"#));
}

#[test]
fn lone_surrogate_in_response_is_confirmed() {
    let product = r#"{"name":"x","licence_term":"P1M","\ud800":"\udc00"}"#;
    assert_eq!(create_request(product).unwrap().body(), product);
    assert_eq!(read_create_response(201, r#"{"id":5,"\ud800":1}"#), Ok(id(5)));
    let setup = Setup::new(product).unwrap().with_kinds(Kinds::auto());
    let mut plan = Plan::new(setup, &Options::default()).unwrap();
    assert_eq!(Plan::from_json(&plan.to_json()).unwrap(), plan);
    let request = plan.next_request().unwrap().unwrap();
    assert_eq!(request.body(), r#"{"name":"x","\ud800":"\udc00"}"#);
    plan.record_response(201, r#"{"\ud800":1,"id":5}"#).unwrap();
}

#[test]
fn plan_can_be_resumed_at_any_rule_level() {
    let mut options = Options::default();
    for code in Code::ALL.iter().filter(|code| **code != Code::JsonSyntax) {
        options.rules = options.rules.with(*code, Level::Off).unwrap();
    }
    let initiator = product("a", "P1M", "9.90");
    let with = |field: &str, value: Value| {
        let mut product = product("b", "P1M", "9.90");
        product[field] = value;
        product
    };
    let kinds = json!({"ar": {"required": false}});
    let setups = [
        (json!({"initiator": with("id", json!(5)), "renewals": [102]}), false),
        (json!({"initiator": initiator, "renewals": [with("renew_settings", json!({}))]}), false),
        (json!({"initiator": initiator, "renewals": [103, 104, 103]}), false),
        (json!({"initiator": with("licence_term", json!("P1D")), "renewals": [102]}), true),
        (json!({"initiator": {}, "renewals": [{}, {}]}), true),
    ];
    for (mut setup, is_made) in setups {
        setup["kinds"] = kinds.clone();
        let setup = Setup::from_json(&setup.to_string()).unwrap();
        match Plan::new(setup, &options) {
            Ok(plan) => assert!(is_made && Plan::from_json(&plan.to_json()).is_ok()),
            Err(invalid) => assert!(!is_made && !invalid.report().valid, "{invalid}"),
        }
    }
}

#[test]
fn only_listed_statuses_count_as_refused() {
    let refusals = [307, 308, 400, 401, 403, 404, 405, 406, 411, 413, 414, 415, 417, 422, 429];
    for status in (300..600).chain([0, 100, 199]) {
        let mut plan = plan(PAIR);
        plan.next_request().unwrap();
        let error = plan.record_response(status, "").unwrap_err();
        let is_refused = matches!(error, PlanError::Refused { .. });
        assert_eq!(is_refused, refusals.contains(&status), "{status}");
        assert_eq!(plan.next_request().is_ok(), is_refused, "{status}");
    }
}

#[test]
fn reused_response_id_is_rejected() {
    let mut plan = plan(TRIAL);
    plan.next_request().unwrap();
    plan.record_response(200, r#"{"id":7}"#).unwrap();
    plan.next_request().unwrap();
    let taken = plan.record_response(200, r#"{"id":7}"#);
    assert_eq!(taken, Err(PlanError::IdTaken { path: "/renewals/2".into(), id: id(7) }));
    assert!(matches!(plan.next_request(), Err(PlanError::Unconfirmed { .. })));
}
