//! Tests the check of a setup.

use renewal_rules::setup::{Kinds, Setup};
use renewal_rules::{Code, Configuration, Options, ProductId, Report, Severity};
use renewal_rules_service::{Plan, PlanError};
use serde_json::{Value, json};

use super::plan::{id, pair, plan, product, single, trial};

fn found(report: &Report) -> Vec<(&str, &str)> {
    let found = report.diagnostics.iter();
    found.map(|d| (d.path.as_str(), d.code.as_str())).collect()
}

pub(super) fn check_of(setup: &Setup) -> Report {
    setup.check(&Options::default())
}

#[test]
fn valid_setups_have_no_diagnostics() {
    for (setup, configuration, is_trial) in [
        (single(), Configuration::Single, false),
        (pair(), Configuration::Pair, false),
        (trial(), Configuration::Chain, true),
    ] {
        let report = check_of(&setup);
        let unknown: &[_] = if is_trial { &[("/renewals/1", "not-checked")] } else { &[] };
        assert_eq!(found(&report), unknown);
        assert_eq!(report.configuration, Some(configuration));
        assert_eq!(report.trial, is_trial);
        assert_eq!(Setup::from_json(&setup.to_json()).unwrap(), setup);
    }
}

#[test]
fn setup_diagnostics_use_setup_paths() {
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
            ("/renewals/0/renew_settings", "field-not-on-create"),
            ("/renewals/0/variants", "missing-field"),
            ("/renewals/1", "not-checked"),
            ("/renewals/2", "not-checked"),
            ("/renewals/3/licence_term", "term-zero"),
        ]
    );
}

#[test]
fn inferred_trial_is_named_as_the_cause() {
    let mut kinds = Kinds::default();
    kinds.pmr = true;
    let setup = Setup::new(&product("a", "P1M", "0.00"))
        .unwrap()
        .with_renewal(&product("b", "P1M", "9.90"))
        .unwrap()
        .with_kinds(kinds);
    let ids = |setup: &Setup| -> Vec<_> {
        let found = check_of(setup).diagnostics;
        found.iter().map(|found| found.message_id.to_string()).collect()
    };
    assert_eq!(ids(&setup), ["set-up-inferred"; 3]);
    assert_eq!(ids(&setup.with_trial(true)), ["set-up"; 3]);
}

#[test]
fn renewals_are_checked_for_the_initiators_kinds() {
    let setup = pair()
        .with_renewal(&product("c", "P5D", "8.90"))
        .unwrap()
        .with_renewal(r#"{"id":9,"licence_term":"P2D"}"#)
        .unwrap();
    let report = check_of(&setup);
    assert_eq!(
        found(&report),
        [("/renewals/1/licence_term", "term-below-minimum"), ("/renewals/2/licence_term", "term-below-minimum"),]
    );
    let related = |setup: &Setup| check_of(setup).diagnostics[0].related.clone();
    let asked = ["/kinds", "/renewals", "/kinds/ar", "/kinds/pmr", "/kinds/email", "/initiator/variants"];
    assert_eq!(related(&setup), asked);
    // Placeholder ids never appear in a message.
    let text = serde_json::to_string(&report).unwrap();
    assert!(!text.contains("90071992547409"), "{text}");
    assert!(!text.contains("index"), "{text}");

    let free = Setup::new(&product("a", "P14D", "0.00"))
        .unwrap()
        .with_renewal(&product("b", "P1M", "0.00"))
        .unwrap()
        .with_kinds(Kinds::auto_required());
    assert_eq!(found(&check_of(&free)), [("/renewals/0/variants", "trial-renewal-free")]);
    assert!(Plan::new(free, &Options::default()).is_ok());
}

#[test]
fn kinds_are_reported_at_the_switches() {
    let mut kinds = Kinds::auto_required();
    let single_required = single().with_kinds(kinds);
    assert_eq!(found(&check_of(&single_required)), [("/kinds/ar/required", "ar-required-in-single")]);
    assert_eq!(found(&check_of(&single().with_kinds(Kinds::default()))), [("/kinds", "no-kind-enabled")]);
    let no_trial = single().with_trial(true);
    assert!(found(&check_of(&no_trial)).contains(&("/renewals", "trial-in-single")));
    assert_eq!(
        found(&check_of(&trial().with_kinds(Kinds::auto()))),
        [("/kinds/ar/required", "trial-ar-not-required"), ("/renewals/1", "not-checked"),]
    );
    kinds.email = true;
    let chain = pair().with_existing_renewal(id(7)).with_kinds(kinds);
    assert_eq!(found(&check_of(&chain)), [("/kinds/email", "email-in-chain"), ("/renewals/1", "not-checked"),]);
    for found in check_of(&chain).diagnostics {
        assert_eq!(found.fix, None);
        assert!(found.related.iter().all(|path| !path.contains("renew_settings") && path != "/initiator/id"));
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
fn setup_fix_never_duplicates_a_name() {
    let of = |product: Value| {
        let report = check_of(&Setup::new(&product).unwrap().with_kinds(Kinds::auto()));
        let mut found = report.diagnostics.into_iter();
        let misspelt = found.find(|d| d.path == "/initiator/licenceTerm");
        misspelt.map(|found| found.fix.is_some())
    };
    let mut both = product("a", "P1M", "9.90");
    both["licenceTerm"] = json!("P2M");
    assert_eq!(of(both.clone()), Some(false));
    both.as_object_mut().unwrap().remove("licence_term");
    assert_eq!(of(both), Some(true));
}

#[test]
fn settings_of_existing_renewal_are_ignored() {
    let with = |renewals: Value| {
        let text = json!({"initiator": product("a", "P1M", "9.90"), "renewals": renewals, "kinds": {"pmr": true}});
        found_of(&Setup::from_json(&text.to_string()).unwrap())
    };
    let settings = |id: u64| json!({"product_id_for_renew": [id, id], "renew_ar": {"enable": true}, "renew_pmr": true});
    // Its chain refers to an unknown product, and to one whose term is too short.
    let known = json!({"id": 300, "licence_term": "P1M", "renew_settings": settings(6)});
    assert_eq!(with(json!([known])), [" not-checked", "/renewals/0/renew_settings renewal-has-settings"]);
    let known = json!({"id": 300, "licence_term": "P1M", "renew_settings": settings(301)});
    assert_eq!(
        with(json!([known, {"id": 301, "licence_term": "P5D"}])),
        [" not-checked", "/renewals/0/renew_settings renewal-has-settings"]
    );
}

#[test]
fn each_diagnostic_is_reported_once() {
    let bad = Setup::new(&product("a", "P1M", "9,90")).unwrap().with_kinds(Kinds::auto());
    assert_eq!(found(&check_of(&bad)), [("/initiator/variants/0/price/common/price", "price-format")]);
    let known = r#"{"id":9,"licence_term":"P1M"}"#;
    let twice = single().with_renewal(known).unwrap().with_renewal(known).unwrap();
    assert_eq!(found(&check_of(&twice)), [("/renewals/1", "chain-repeated-id")]);
}

#[test]
fn initiator_id_hides_no_renewal_diagnostic() {
    let mut initiator = product("a", "P1M", "9.90");
    initiator["id"] = json!(5);
    let setup = Setup::new(&initiator).unwrap().with_kinds(Kinds::auto());
    let setup = setup.with_renewal(r#"{"id":5,"licence_term":"P2D"}"#);
    assert_eq!(
        found_of(&setup.unwrap()),
        ["/initiator/id field-not-on-create", "/renewals/0/licence_term term-below-minimum"]
    );
}

#[test]
fn renewal_listed_twice_names_the_first_index() {
    let setup = r#"{"initiator":{},"renewals":[800,900,{"id":900},900,700]}"#;
    let report = check_of(&Setup::from_json(setup).unwrap());
    let twice = report.diagnostics.iter();
    let twice = twice.filter(|found| found.code == Code::ChainRepeatedId);
    let twice = twice.map(|found| {
        assert!(found.message.contains("`/renewals/1`"), "{}", found.message);
        (found.path.as_str(), found.related.join(" "))
    });
    assert_eq!(
        twice.collect::<Vec<_>>(),
        [("/renewals/2", "/renewals /renewals/1".into()), ("/renewals/3", "/renewals /renewals/1".into())]
    );
}

#[test]
fn trial_option_counts_and_placeholder_ids_are_unique() {
    let paid = found_of(&pair().with_kinds(Kinds::auto_required()).with_trial(true));
    assert_eq!(paid, ["/initiator/variants/0/price/common/price trial-price-not-zero"]);
    let free = Setup::new(&product("a", "P5D", "0.00"))
        .unwrap()
        .with_renewal(&product("b", "P1M", "0.00"))
        .unwrap()
        .with_kinds(Kinds::auto());
    assert_eq!(found_of(&free.with_trial(false)), ["/initiator/licence_term term-below-minimum"]);
    let highest = pair().with_existing_renewal(id(ProductId::MAX));
    assert_eq!(found_of(&highest), ["/renewals/1 not-checked"]);
}

fn found_of(setup: &Setup) -> Vec<String> {
    let report = check_of(setup);
    let found = found(&report).into_iter();
    found.map(|(path, code)| format!("{path} {code}")).collect()
}

#[test]
fn setup_diagnostics_have_configured_levels() {
    let twice = product("b", "P1M", "8.90");
    let setup = single().with_renewal(&twice).unwrap().with_renewal(&twice);
    let setup = setup.unwrap().with_existing_renewal(id(104));
    let levels = |rules: &str| {
        let report = setup.check(&Options::from_json(rules).unwrap());
        let found = report.diagnostics.iter();
        let found = found.map(|d| format!("{:?} {} {}", d.severity, d.path, d.code));
        (report.valid, found.collect::<Vec<_>>())
    };
    let said = ["Warning /renewals/1 chain-repeated-id", "Info /renewals/2 not-checked"];
    assert_eq!(levels("{}"), (true, said.map(String::from).to_vec()));
    let off = r#"{"rules":{"not-checked":"off","chain-repeated-id":"off"}}"#;
    assert_eq!(levels(off), (true, Vec::new()));
    let (valid, found) = levels(r#"{"rules":{"not-checked":"error"}}"#);
    assert!(!valid && found.contains(&"Error /renewals/2 not-checked".into()), "{found:?}");
}

#[test]
fn reused_response_id_is_rejected() {
    let mut plan = plan(&trial());
    plan.next_request().unwrap();
    plan.record_response(200, r#"{"id":7}"#).unwrap();
    plan.next_request().unwrap();
    let taken = plan.record_response(200, r#"{"id":7}"#);
    assert_eq!(taken, Err(PlanError::IdTaken { path: "/renewals/2".into(), id: id(7) }));
    assert!(matches!(plan.next_request(), Err(PlanError::Unconfirmed { .. })));
}

#[test]
fn limits_and_payment_are_applied() {
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
fn renewal_listed_twice_is_a_warning() {
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
fn renewals_are_equal_by_exact_value() {
    let with = |serial: &str| {
        let product = product("b", "P1M", "9.90").to_string();
        product.replacen('{', &format!(r#"{{"serial":{serial},"#), 1)
    };
    for (serial, other, expected) in
        [("1", "1.0", true), ("1", "1e0", true), ("12345678901234567890123451", "12345678901234567890123452", false)]
    {
        let setup = single().with_renewal(with(serial)).unwrap();
        let setup = setup.with_renewal(with(other)).unwrap();
        let is_found = found_of(&setup).contains(&"/renewals/1 chain-repeated-id".into());
        assert_eq!(is_found, expected, "{serial} and {other}");
    }
}

#[test]
fn unknown_renewal_term_is_reported_as_not_checked() {
    let report = check_of(&pair().with_existing_renewal(id(7)));
    let [info] = &report.diagnostics[..] else {
        panic!("{report:#?}");
    };
    assert_eq!((info.severity, info.code, info.path.as_str()), (Severity::Info, Code::NotChecked, "/renewals/1"));
    assert_eq!(
        info.message,
        "The licence term of product 7 was not checked, because it is not known here. Give the \
         product as an object with its `id` and its `licence_term`."
    );
    assert!(report.valid);
}

#[test]
fn existing_renewal_is_checked_by_its_description() {
    for (known, expected) in [
        (r#"{"id":104}"#, ["/renewals/0 not-checked"].as_slice()),
        (r#"{"id":104,"name":"x"}"#, &["/renewals/0 not-checked"]),
        (r#"{"id":104,"licence_term":"P1M"}"#, &[]),
    ] {
        assert_eq!(found_of(&single().with_renewal(known).unwrap()), expected, "{known}");
    }
    let bad = single().with_renewal(r#"{"id":104,"licence_term":"P0D","renew_settings":{}}"#);
    let bad = found_of(&bad.unwrap());
    assert!(bad.contains(&"/renewals/0/licence_term term-zero".into()), "{bad:?}");
    assert!(bad.contains(&"/renewals/0/renew_settings renewal-has-settings".into()), "{bad:?}");
}

#[test]
fn messages_speak_of_the_setup() {
    let mut pmr = Kinds::auto();
    (pmr.pmr, pmr.email) = (true, true);
    let free = |kinds| Setup::new(&product("a", "P14D", "0.00")).unwrap().with_kinds(kinds);
    for setup in [
        free(Kinds::default()),
        free(pmr),
        free(pmr).with_existing_renewal(id(7)),
        free(Kinds::default()).with_existing_renewal(id(7)),
        single().with_kinds(Kinds::default()),
        single().with_kinds(Kinds::auto_required()),
        pair().with_existing_renewal(id(7)).with_kinds(pmr),
        pair().with_existing_renewal(id(7)).with_existing_renewal(id(7)),
    ] {
        let report = check_of(&setup);
        assert!(!report.diagnostics.is_empty());
        for found in report.diagnostics {
            for sent in ["product_id_for_renew", "renew_", "twice"] {
                assert!(!found.message.contains(sent), "{}", found.message);
            }
        }
    }
    let follows = free(Kinds::auto_required()).with_renewal(&product("b", "P1M", "0.00")).unwrap();
    assert_eq!(
        check_of(&follows).diagnostics[0].message,
        "This product renews the free trial of this set-up, but all its own prices are zero \
         too. Give it a price."
    );
}
