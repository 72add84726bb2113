//! The planner: the check of a set-up, and runs against a service that fails at every step.

use proptest::prelude::*;
use renewal_rules::{
    Code, Configuration, Operation, Options, ProductId, Report, Role, Severity, check,
    check_catalogue,
    service::{
        Call, Kinds, Plan, PlanError, Request, Setup, SetupError, StepState, apply_update,
        change_request, create_request, read_create_answer,
    },
};
use serde_json::{Value, json};

fn product(name: &str, term: &str, price: &str) -> Value {
    json!({
        "family_name": "Example", "name": name, "licence_term": term,
        "variants": [{"vendor_code": "V", "sku": name, "price": {"common": {"currency": "USD", "price": price}}}],
    })
}

fn single() -> Setup {
    Setup::new(&product("a", "P1M", "9.90"))
        .unwrap()
        .with_kinds(Kinds::auto())
}

fn pair() -> Setup {
    single().with_renewal(&product("b", "P1M", "8.90")).unwrap()
}

fn trial() -> Setup {
    Setup::new(&product("a", "P14D", "0.00"))
        .unwrap()
        .with_renewal(&product("b", "P1M", "4.90"))
        .unwrap()
        .with_existing_renewal(id(55))
        .with_renewal(&product("c", "P12M", "9.90"))
        .unwrap()
        .with_kinds(Kinds::auto_required())
        .with_trial(true)
}

fn id(number: u64) -> ProductId {
    ProductId::new(number).unwrap()
}

fn plan(setup: &Setup) -> Plan {
    Plan::new(setup.clone(), &Options::default()).unwrap()
}

fn found(report: &Report) -> Vec<(&str, &str)> {
    let found = report.diagnostics.iter();
    found.map(|d| (d.path.as_str(), d.code.as_str())).collect()
}

fn check_of(setup: &Setup) -> Report {
    setup.check(&Options::default())
}

#[test]
fn good_setups_are_clean() {
    for (setup, configuration, is_trial) in [
        (single(), Configuration::Single, false),
        (pair(), Configuration::Pair, false),
        (trial(), Configuration::Chain, true),
    ] {
        let report = check_of(&setup);
        let unknown: &[_] = if is_trial {
            &[("/renewals/1", "not-checked")]
        } else {
            &[]
        };
        assert_eq!(found(&report), unknown);
        assert_eq!(report.configuration, Some(configuration));
        assert_eq!(report.trial, is_trial);
        assert_eq!(Setup::from_json(&setup.to_json()).unwrap(), setup);
    }
}

#[test]
fn problems_are_reported_in_the_setups_own_paths() {
    let setup = json!({
        "initiator": {"id": 5, "name": "A", "licence_term": "P1W"},
        "renewals": [
            {"name": "B", "licence_term": "P5D", "renew_settings": {}},
            103, 103,
            {"id": 104, "licence_term": "P0D"},
        ],
        "kinds": {"ar": {"required": true}, "email": true, "pmr": true},
        "trial": false,
    });
    let setup = Setup::from_json(&setup.to_string()).unwrap();
    let report = check_of(&setup);
    assert!(!report.valid);
    assert_eq!(
        found(&report),
        [
            ("", "not-checked"),
            ("/initiator/id", "field-not-on-create"),
            ("/initiator/family_name", "missing-field"),
            ("/initiator/licence_term", "term-format"),
            ("/renewals/2", "chain-repeated-id"),
            ("/initiator/variants", "missing-field"),
            ("/renewals/0/family_name", "missing-field"),
            ("/renewals/0/renew_settings", "no-kind-enabled"),
            ("/renewals/0/renew_settings", "field-not-on-create"),
            (
                "/renewals/0/renew_settings/product_id_for_renew",
                "chain-missing"
            ),
            ("/renewals/0/variants", "missing-field"),
            ("/renewals/1", "not-checked"),
            ("/renewals/2", "not-checked"),
            ("/renewals/3/licence_term", "term-zero"),
        ]
    );
}

#[test]
fn the_initiator_is_held_against_its_renewals() {
    let setup = pair()
        .with_renewal(&product("c", "P5D", "8.90"))
        .unwrap()
        .with_renewal(r#"{"id":9,"licence_term":"P2D"}"#)
        .unwrap();
    let report = check_of(&setup);
    assert_eq!(
        found(&report),
        [
            ("/renewals/1/licence_term", "term-below-minimum"),
            ("/renewals/2/licence_term", "term-below-minimum"),
        ]
    );
    let related = |setup: &Setup| check_of(setup).diagnostics[0].related.clone();
    assert_eq!(related(&setup), ["/renewals", "/kinds/ar"]);
    let mut kinds = Kinds::default();
    kinds.email = true;
    let by_email = Setup::new(&product("a", "P1M", "9.90"))
        .unwrap()
        .with_renewal(&product("b", "P3D", "9.90"))
        .unwrap()
        .with_kinds(kinds);
    assert_eq!(
        related(&by_email),
        ["/renewals", "/kinds/email", "/initiator/variants"]
    );
    assert_eq!(
        related(&by_email.with_trial(false)),
        ["/renewals", "/kinds/email"]
    );
    // No stand-in for an id that is not given yet is ever shown.
    let text = serde_json::to_string(&report).unwrap();
    assert!(!text.contains("90071992547409"), "{text}");
    assert!(!text.contains("index"), "{text}");

    let free = Setup::new(&product("a", "P14D", "0.00"))
        .unwrap()
        .with_renewal(&product("b", "P1M", "0.00"))
        .unwrap()
        .with_kinds(Kinds::auto_required());
    assert_eq!(
        found(&check_of(&free)),
        [("/renewals/0/variants", "trial-renewal-free")]
    );
    assert!(Plan::new(free, &Options::default()).is_ok());
}

#[test]
fn kinds_are_reported_at_the_switches() {
    let mut kinds = Kinds::auto_required();
    let single_required = single().with_kinds(kinds);
    assert_eq!(
        found(&check_of(&single_required)),
        [("/kinds/ar/required", "ar-required-in-single")]
    );
    assert_eq!(
        found(&check_of(&single().with_kinds(Kinds::default()))),
        [("/kinds", "no-kind-enabled")]
    );
    let no_trial = single().with_trial(true);
    assert!(found(&check_of(&no_trial)).contains(&("/renewals", "trial-in-single")));
    assert_eq!(
        found(&check_of(&trial().with_kinds(Kinds::auto()))),
        [
            ("/kinds/ar/required", "trial-ar-not-required"),
            ("/renewals/1", "not-checked"),
        ]
    );
    kinds.email = true;
    let chain = pair().with_existing_renewal(id(7)).with_kinds(kinds);
    assert_eq!(
        found(&check_of(&chain)),
        [
            ("/kinds/email", "email-in-chain"),
            ("/renewals/1", "not-checked"),
        ]
    );
    for found in check_of(&chain).diagnostics {
        assert_eq!(found.fix, None);
        assert!(
            found
                .related
                .iter()
                .all(|path| !path.contains("renew_settings") && path != "/initiator/id")
        );
    }
}

#[test]
fn fixes_apply_to_the_setup() {
    let text = json!({
        "initiator": product("a", "P2W", "9.90"),
        "renewals": [product("b", "p1m", "9.90")],
        "kinds": {"ar": true},
    })
    .to_string();
    let report = check_of(&Setup::from_json(&text).unwrap());
    let mut setup: Value = serde_json::from_str(&text).unwrap();
    for found in report.diagnostics {
        let ops = serde_json::to_value(found.fix.expect("a fix")).unwrap();
        let path = ops[0]["path"].as_str().unwrap();
        *setup.pointer_mut(path).expect(path) = ops[0]["value"].clone();
    }
    assert!(check_of(&Setup::from_json(&setup.to_string()).unwrap()).valid);
}

#[test]
fn a_fix_of_the_creation_is_certain_beside_the_change() {
    let of = |price: Value, setup: fn(Setup) -> Setup| {
        let mut product = product("a", "P1M", "9.90");
        product["variants"][0]["price"]["common"]["price"] = price;
        let report = check_of(&setup(Setup::new(&product).unwrap()));
        let found = report.diagnostics.into_iter();
        let mut malformed = found.filter(|d| d.path.ends_with("/common/price"));
        malformed.next().unwrap().fix.is_some()
    };
    // As zero, the only price would make a trial of the product, which cannot renew itself.
    assert!(!of(json!(0), |setup| setup.with_kinds(Kinds::auto())));
    assert!(of(json!(9.9), |setup| setup.with_kinds(Kinds::auto())));
    let stated: fn(Setup) -> Setup = |setup| setup.with_kinds(Kinds::auto()).with_trial(false);
    assert!(of(json!(0), stated));
}

#[test]
fn each_problem_is_told_once() {
    let bad = Setup::new(&product("a", "P1M", "9,90"))
        .unwrap()
        .with_kinds(Kinds::auto());
    assert_eq!(
        found(&check_of(&bad)),
        [("/initiator/variants/0/price/common/price", "price-format")]
    );
    let known = r#"{"id":9,"licence_term":"P1M"}"#;
    let twice = single()
        .with_renewal(known)
        .unwrap()
        .with_renewal(known)
        .unwrap();
    assert_eq!(
        found(&check_of(&twice)),
        [("/renewals/1", "chain-repeated-id")]
    );
}

#[test]
fn a_stated_trial_counts_and_a_stand_in_takes_no_ones_id() {
    let paid = found_of(&pair().with_kinds(Kinds::auto_required()).with_trial(true));
    assert_eq!(
        paid,
        ["/initiator/variants/0/price/common/price trial-price-not-zero"]
    );
    let free = Setup::new(&product("a", "P5D", "0.00"))
        .unwrap()
        .with_renewal(&product("b", "P1M", "0.00"))
        .unwrap()
        .with_kinds(Kinds::auto());
    assert_eq!(
        found_of(&free.with_trial(false)),
        ["/initiator/licence_term term-below-minimum"]
    );
    let highest = pair().with_existing_renewal(id(ProductId::MAX));
    assert_eq!(found_of(&highest), ["/renewals/1 not-checked"]);
}

fn found_of(setup: &Setup) -> Vec<String> {
    let report = check_of(setup);
    let found = found(&report).into_iter();
    found.map(|(path, code)| format!("{path} {code}")).collect()
}

#[test]
fn one_id_for_two_products_is_not_believed() {
    let mut plan = plan(&trial());
    plan.next_request().unwrap();
    plan.feed(200, r#"{"id":7}"#).unwrap();
    plan.next_request().unwrap();
    let taken = plan.feed(200, r#"{"id":7}"#);
    assert_eq!(
        taken,
        Err(PlanError::IdTaken {
            path: "/renewals/2".into(),
            id: id(7)
        })
    );
    assert!(matches!(
        plan.next_request(),
        Err(PlanError::InDoubt { .. })
    ));
}

#[test]
fn limits_and_payment_are_heeded() {
    let setup = pair();
    let mut options = Options::default();
    options.limits.ar_min_days = 40;
    options.max_diagnostics = Some(1);
    let report = setup.check(&options);
    assert_eq!(report.diagnostics.len(), 1);
    assert_eq!(report.omitted, Some(1));
    assert!(!report.valid);
    options.max_diagnostics = Some(0);
    assert!(Plan::new(setup, &options).is_err());
}

#[test]
fn descriptions_that_are_not_understood_are_named() {
    for (text, message) in [
        ("[]", "the set-up must be an object"),
        (
            "{}",
            "`/initiator` of the set-up must be an object with the fields of a product",
        ),
        (
            r#"{"initiator":{},"renewal":[]}"#,
            "a set-up has no `/renewal`; there are `initiator`, `renewals`, `kinds`, `trial`",
        ),
        (
            r#"{"initiator":{},"renewals":{}}"#,
            "`/renewals` of the set-up must be a list of products and ids of existing products",
        ),
        (
            r#"{"initiator":{},"renewals":[1,0]}"#,
            "`/renewals/1` of the set-up must be a product, or the id of an existing one",
        ),
        (
            r#"{"initiator":{},"renewals":[{"id":"1"}]}"#,
            "`/renewals/0/id` of the set-up must be a whole number from 1 to 9007199254740991",
        ),
        (
            r#"{"initiator":{},"kinds":{"sms":true}}"#,
            "a set-up has no `/kinds/sms`; there are `ar`, `pmr`, `email`",
        ),
        (
            r#"{"initiator":{},"kinds":{"pmr":1}}"#,
            "`/kinds/pmr` of the set-up must be true or false",
        ),
        (
            r#"{"initiator":{},"trial":null}"#,
            "`/trial` of the set-up must be true or false",
        ),
    ] {
        assert_eq!(Setup::from_json(text).unwrap_err().to_string(), message);
    }
    assert_eq!(
        Setup::new(r#"{"renew_settings":{}}"#).unwrap_err(),
        SetupError::SettingsGiven
    );
}

#[test]
fn the_calls_come_in_the_documents_order() {
    let mut plan = plan(&trial());
    let mut calls = Vec::new();
    for answer in [201, 202, 203] {
        let request = plan.next_request().unwrap().unwrap();
        assert_eq!(
            (request.method().as_str(), request.path()),
            ("POST", "/v1/product")
        );
        calls.push(serde_json::from_str::<Value>(request.body()).unwrap());
        plan.feed(200, format!(r#"{{"id":{answer}}}"#)).unwrap();
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
fn a_single_product_is_created_and_then_changed() {
    let mut plan = plan(&single());
    let create = plan.next_request().unwrap().unwrap();
    let body: Value = serde_json::from_str(create.body()).unwrap();
    assert!(body.get("licence_term").is_none() && body.get("renew_settings").is_none());
    plan.feed(201, r#"{"id":7}"#).unwrap();
    let change = plan.next_request().unwrap().unwrap();
    assert_eq!(
        (change.method().as_str(), change.path()),
        ("PATCH", "/v1/product/7")
    );
    assert_eq!(
        change.body(),
        r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[7,7],"renew_ar":{"enable":true}}}"#
    );
    // A change that is in doubt is sent again: it does the same however often it arrives.
    assert_eq!(plan.next_request().unwrap().unwrap(), change);
    assert!(matches!(
        plan.set_made(id(8)),
        Err(PlanError::OtherId { .. })
    ));
    plan.feed(204, "").unwrap();
    assert_eq!(plan.next_request(), Ok(None));
    assert_eq!(plan.progress().left, 0);
}

#[test]
fn progress_shows_what_is_done_in_doubt_and_left() {
    let mut plan = plan(&trial());
    let states = |plan: &Plan| -> Vec<_> {
        let steps = plan.progress().steps.into_iter();
        steps.map(|step| (step.path, step.state, step.id)).collect()
    };
    plan.next_request().unwrap();
    plan.feed(200, r#"{"id":201}"#).unwrap();
    plan.next_request().unwrap();
    assert_eq!(
        states(&plan),
        [
            ("/renewals/0".to_owned(), StepState::Done, Some(id(201))),
            ("/renewals/2".to_owned(), StepState::InDoubt, None),
            ("/initiator".to_owned(), StepState::Waiting, None),
        ]
    );
    assert_eq!((plan.progress().done, plan.progress().left), (1, 2));
    assert!(
        plan.progress()
            .steps
            .iter()
            .all(|step| step.call == Call::Create)
    );
}

#[test]
fn bad_answers_leave_the_plan_where_it_was() {
    let mut plan = plan(&trial());
    assert_eq!(plan.feed(200, r#"{"id":1}"#), Err(PlanError::NothingSent));
    assert_eq!(plan.set_not_made(), Err(PlanError::NothingSent));
    assert_eq!(plan.set_made(id(1)), Err(PlanError::NothingSent));
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
        assert!(plan.feed(status, body).is_err(), "{status} {body}");
        assert_eq!(plan, sent, "{status} {body}");
        assert!(matches!(
            plan.next_request(),
            Err(PlanError::InDoubt { .. })
        ));
    }
    assert_eq!(
        plan.feed(401, "who?"),
        Err(PlanError::Refused {
            path: "/renewals/0".into(),
            status: 401,
            body: "who?".into()
        })
    );
    assert!(plan.next_request().unwrap().is_some());
    assert_eq!(plan, sent);
    assert!(matches!(
        plan.set_made(id(55)),
        Err(PlanError::IdTaken { .. })
    ));
    plan.set_made(id(56)).unwrap();
    assert_eq!(plan.progress().done, 1);
}

#[test]
fn saved_plans_are_read_back_and_broken_ones_refused() {
    let mut plan = plan(&trial());
    for answer in [201, 202, 203] {
        assert_eq!(Plan::from_json(&plan.to_json()).unwrap(), plan);
        plan.next_request().unwrap();
        assert_eq!(Plan::from_json(&plan.to_json()).unwrap(), plan);
        plan.feed(200, format!(r#"{{"id":{answer}}}"#)).unwrap();
    }
    let text = plan.to_json();
    assert_eq!(Plan::from_json(&text).unwrap(), plan);
    for (from, to) in [
        ("\"format\":1", "\"format\":2"),
        ("\"isSent\":false", "\"isSent\":true"),
        ("201,202,203", "201,202,203,204"),
        ("201,202,203", "201,201,203"),
        ("201,202,203", "55,202,203"),
        ("\"initiator\"", "\"intiator\""),
        ("{\"format", "[{\"format"),
    ] {
        assert!(text.contains(from), "{from}");
        assert!(Plan::from_json(&text.replace(from, to)).is_err(), "{to}");
    }
}

#[test]
fn what_is_wrong_with_a_saved_plan_is_said_in_words() {
    let text = plan(&trial()).to_json();
    for (from, to, reason) in [
        (text.as_str(), "[]", "it is not a JSON object"),
        (text.as_str(), "{}", "`format` is missing"),
        ("\"format\":1", "\"format\":\"1\"", "its `format` is not 1"),
        ("\"format\":1", "\"format\":-1", "its `format` is not 1"),
        (
            "\"done\":[]",
            "\"done\":[1.5]",
            "`done` must be a list of product ids",
        ),
        (
            "\"done\":[]",
            "\"done\":{}",
            "`done` must be a list of product ids",
        ),
        (",\"done\":[]", "", "`done` is missing"),
        (
            "\"isSent\":false",
            "\"isSent\":0",
            "`isSent` must be true or false",
        ),
        (
            "\"isSent\":false",
            "\"isSent\":false,\"more\":1",
            "there is no `more` in one",
        ),
        (
            "\"setup\":{",
            "\"setup\":{\"x\":1,",
            "a set-up has no `/x`; there are `initiator`, `renewals`, `kinds`, `trial`",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        let error = Plan::from_json(&text.replace(from, to)).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "this is not a saved plan: {reason}; resume from what the plan gave to be saved"
            ),
        );
    }
}

#[test]
fn a_renewal_that_is_listed_twice_is_a_warning() {
    let same = r#"{"variants":[{"price":{"common":{"price":"8.90","currency":"USD"}},"sku":"b","vendor_code":"V"}],
        "licence_term":"P1M","name":"b","family_name":"Example"}"#;
    let twice = pair().with_renewal(same).unwrap();
    let report = check_of(&twice);
    assert_eq!(found(&report), [("/renewals/1", "chain-repeated-id")]);
    let warning = &report.diagnostics[0];
    assert_eq!(warning.severity, Severity::Warning);
    assert_eq!(warning.related, ["/renewals/0"]);
    assert_eq!(
        warning.message,
        "This product has the same content as `/renewals/0`, so two equal products would be \
         created. Remove one of them, or change what should differ."
    );
    assert!(Plan::new(twice, &Options::default()).is_ok());
    let other = pair().with_renewal(&product("c", "P1M", "8.90")).unwrap();
    assert_eq!(found_of(&other), [""; 0]);
}

#[test]
fn renewals_are_the_same_by_their_exact_values() {
    let with = |serial: &str| {
        let product = product("b", "P1M", "9.90").to_string();
        product.replacen('{', &format!(r#"{{"serial":{serial},"#), 1)
    };
    for (serial, other, expected) in [
        ("1", "1.0", true),
        ("1", "1e0", true),
        (
            "12345678901234567890123451",
            "12345678901234567890123452",
            false,
        ),
    ] {
        let setup = single().with_renewal(with(serial)).unwrap();
        let setup = setup.with_renewal(with(other)).unwrap();
        let is_found = found_of(&setup).contains(&"/renewals/1 chain-repeated-id".into());
        assert_eq!(is_found, expected, "{serial} and {other}");
    }
}

#[test]
fn a_term_that_is_not_known_is_said_not_to_be_checked() {
    let report = check_of(&pair().with_existing_renewal(id(7)));
    let [info] = &report.diagnostics[..] else {
        panic!("{report:#?}");
    };
    assert_eq!(
        (info.severity, info.code, info.path.as_str()),
        (Severity::Info, Code::NotChecked, "/renewals/1")
    );
    assert_eq!(
        info.message,
        "The licence term of product 7 was not checked, because it is not known here. Give the \
         product as an object with its `id` and its `licence_term`."
    );
    assert!(report.valid);
}

#[test]
fn ids_are_read_in_one_way() {
    let bodies = [
        ("101", Some(101)),
        ("101.0", Some(101)),
        ("1.01e2", Some(101)),
        ("9007199254740991", Some(ProductId::MAX)),
        ("9007199254740991.0", Some(ProductId::MAX)),
        ("9007199254740992", None),
        ("1.0000000000000000000001", None),
        ("0.99999999999999999999999", None),
        ("1.5", None),
        ("0", None),
        ("-1", None),
        ("\"101\"", None),
    ];
    for (text, number) in bodies {
        let expected = number.and_then(ProductId::new);
        let body = format!(r#"{{"id":{text}}}"#);
        let checked = check(&body, &Options::default());
        assert_eq!(checked.valid, expected.is_some(), "{text}");
        assert_eq!(read_create_answer(201, &body).ok(), expected, "{text}");
        let target = expected.unwrap_or(id(1));
        let change = change_request(target, &body);
        assert_eq!(change.is_ok(), expected.is_some(), "{text}");
        let mut plan = plan(&single());
        plan.next_request().unwrap();
        assert_eq!(plan.feed(201, &body).is_ok(), expected.is_some(), "{text}");
        assert_eq!(plan.initiator_id(), expected, "{text}");
        for renewal in [text, &body] {
            let setup = format!(r#"{{"initiator":{{}},"renewals":[{renewal}]}}"#);
            let setup = Setup::from_json(&setup);
            assert_eq!(setup.is_ok(), expected.is_some(), "{renewal}");
        }
        let saved = plan.to_json().replace(
            &format!(r#""done":[{}]"#, number.unwrap_or_default()),
            &format!(r#""done":[{text}]"#),
        );
        assert!(Plan::from_json(&saved).is_ok(), "{text}");
    }
}

#[test]
fn what_to_do_in_doubt_is_named() {
    let mut plan = plan(&pair());
    plan.next_request().unwrap();
    for error in [
        plan.next_request().unwrap_err().to_string(),
        plan.feed(201, "{}").unwrap_err().to_string(),
        read_create_answer(201, "{}").unwrap_err().to_string(),
    ] {
        assert!(
            error.contains("in the service's own administration or ask Support"),
            "{error}"
        );
    }
}

#[test]
fn no_digit_is_lost_on_the_way() {
    let setup = Setup::new(
        r#"{"family_name":"E","name":"a","licence_term":"P1M","vat":1.10,"serial":123456789012345678901234,
            "variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    )
    .unwrap()
    .with_kinds(Kinds::auto());
    let plan = plan(&setup);
    let mut plan = Plan::from_json(&plan.to_json()).unwrap();
    let request = plan.next_request().unwrap().unwrap();
    assert!(
        request
            .body()
            .contains(r#""vat":1.10,"serial":123456789012345678901234"#)
    );
}

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
    /// A set-up without an error leads to requests without an error, and to such a catalogue; one
    /// with an error leads to no request at all.
    #[test]
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

    #[test]
    fn a_run_survives_any_row_of_failures(
        which in 0..3_usize,
        failures in prop::collection::vec(prop::option::of(prop::sample::select(FAILURES.to_vec())), 0..12),
    ) {
        let setup = [single(), pair(), trial()][which].clone();
        let (plan, service) = run(&setup, &failures);
        assert_made_once(&setup, &plan, &service);
    }

    /// Whatever is answered and said, no creation is sent twice without the caller's word or the
    /// service's refusal.
    #[test]
    fn nothing_is_created_twice(
        which in 0..3_usize,
        events in prop::collection::vec(
            (0..6_u8, prop_oneof![200..206_u16, 400..430_u16, any::<u16>()], prop_oneof![
                (1..60_u64).prop_map(|id| format!(r#"{{"id":{id}}}"#)),
                "\\PC{0,8}",
            ]),
            0..60,
        ),
    ) {
        let mut plan = plan(&[single(), pair(), trial()][which]);
        let mut may_exist = Vec::new();
        for (event, status, body) in events {
            let sent = plan.progress().steps.into_iter().find(|s| s.state != StepState::Done);
            match event {
                0 | 1 => if let Ok(Some(request)) = plan.next_request() {
                    let step = sent.unwrap();
                    if step.call == Call::Create {
                        prop_assert!(!may_exist.contains(&step.path), "{}", request.body());
                        may_exist.push(step.path);
                    }
                },
                2 | 3 => if let Err(PlanError::Refused { path, status, .. }) = plan.feed(status, &body) {
                    prop_assert!((400..500).contains(&status) && status != 408);
                    may_exist.retain(|other| *other != path);
                },
                4 => plan = Plan::from_json(&plan.to_json()).unwrap(),
                _ => if plan.set_not_made().is_ok() {
                    let path = sent.unwrap().path;
                    may_exist.retain(|other| *other != path);
                },
            }
        }
    }

    #[test]
    fn any_text_is_taken(text: String, members in "[{}\\[\\]\":,a-z0-9]{0,40}") {
        for text in [text, members] {
            let _ = Plan::from_json(&text);
            if let Ok(setup) = Setup::from_json(&text) {
                let _ = check_of(&setup);
            }
            if let Ok(setup) = Setup::new(&text).and_then(|setup| setup.with_renewal(&text)) {
                let _ = Plan::new(setup, &Options::default());
            }
        }
    }
}

#[test]
fn half_a_surrogate_pair_is_kept_and_leaves_nothing_in_doubt() {
    let product = r#"{"name":"x","licence_term":"P1M","\ud800":"\udc00"}"#;
    assert_eq!(create_request(product).unwrap().body(), product);
    assert_eq!(read_create_answer(201, r#"{"id":5,"\ud800":1}"#), Ok(id(5)));
    let setup = Setup::new(product).unwrap().with_kinds(Kinds::auto());
    let mut plan = plan(&setup);
    assert_eq!(Plan::from_json(&plan.to_json()).unwrap(), plan);
    let request = plan.next_request().unwrap().unwrap();
    assert_eq!(request.body(), r#"{"name":"x","\ud800":"\udc00"}"#);
    plan.feed(201, r#"{"\ud800":1,"id":5}"#).unwrap();
    assert_eq!(
        Setup::from_json(r#"{"initiator":{},"\ud800":1}"#)
            .unwrap_err()
            .to_string(),
        "a set-up has no `/\\ud800`; there are `initiator`, `renewals`, `kinds`, `trial`"
    );
}

#[test]
fn an_existing_renewal_is_judged_by_what_is_told_of_it() {
    for (known, expected) in [
        (r#"{"id":104}"#, ["/renewals/0 not-checked"].as_slice()),
        (r#"{"id":104,"name":"x"}"#, &["/renewals/0 not-checked"]),
        (r#"{"id":104,"licence_term":"P1M"}"#, &[]),
    ] {
        assert_eq!(
            found_of(&single().with_renewal(known).unwrap()),
            expected,
            "{known}"
        );
    }
    let bad = single().with_renewal(r#"{"id":104,"licence_term":"P0D","renew_settings":{}}"#);
    let bad = found_of(&bad.unwrap());
    assert!(
        bad.contains(&"/renewals/0/licence_term term-zero".into()),
        "{bad:?}"
    );
    assert!(
        bad.contains(&"/renewals/0/renew_settings renewal-has-settings".into()),
        "{bad:?}"
    );
}

#[test]
fn messages_speak_of_the_setup() {
    let mut pmr = Kinds::auto();
    (pmr.pmr, pmr.email) = (true, true);
    let free = |kinds| {
        Setup::new(&product("a", "P14D", "0.00"))
            .unwrap()
            .with_kinds(kinds)
    };
    for setup in [
        free(Kinds::default()),
        free(pmr),
        free(pmr).with_existing_renewal(id(7)),
        free(Kinds::default()).with_existing_renewal(id(7)),
        single().with_kinds(Kinds::default()),
        single().with_kinds(Kinds::auto_required()),
        pair().with_existing_renewal(id(7)).with_kinds(pmr),
        pair()
            .with_existing_renewal(id(7))
            .with_existing_renewal(id(7)),
    ] {
        let report = check_of(&setup);
        assert!(!report.diagnostics.is_empty());
        for found in report.diagnostics {
            for sent in ["product_id_for_renew", "renew_", "twice"] {
                assert!(!found.message.contains(sent), "{}", found.message);
            }
        }
    }
    let follows = free(Kinds::auto_required())
        .with_renewal(&product("b", "P1M", "0.00"))
        .unwrap();
    assert_eq!(
        check_of(&follows).diagnostics[0].message,
        "This product renews the free trial of this set-up, but all its own prices are zero \
         too. Give it a price."
    );
}

#[test]
fn a_plan_that_was_tampered_with_is_refused() {
    let saved = plan(&pair()).to_json();
    for (path, name, value) in [
        ("/setup/initiator", "id", json!(5)),
        ("/setup/renewals/0", "renew_settings", json!({})),
    ] {
        let mut value_of: Value = serde_json::from_str(&saved).unwrap();
        value_of.pointer_mut(path).unwrap()[name] = value;
        let error = Plan::from_json(&value_of.to_string())
            .unwrap_err()
            .to_string();
        assert!(error.contains(name), "{error}");
    }
}

#[test]
fn only_an_answer_that_proves_it_counts_as_not_made() {
    let refusals = [
        400, 401, 403, 404, 405, 406, 411, 413, 414, 415, 417, 422, 429,
    ];
    for status in (300..600).chain([0, 100, 199]) {
        let mut plan = plan(&pair());
        plan.next_request().unwrap();
        let error = plan.feed(status, "").unwrap_err();
        let is_refused = matches!(error, PlanError::Refused { .. });
        assert_eq!(is_refused, refusals.contains(&status), "{status}");
        assert_eq!(plan.next_request().is_ok(), is_refused, "{status}");
    }
}
