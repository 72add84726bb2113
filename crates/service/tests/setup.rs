//! Tests the check of a setup.

use std::fmt::Write as _;

use renewal_rules::setup::{Kinds, Setup};
use renewal_rules::{Options, Report};
use renewal_rules_oracle::cases::{places, rows};
use renewal_rules_service::Plan;
use serde_json::{Value, json};

use super::{product, setup};

pub(super) fn check_of(setup: &Setup) -> Report {
    setup.check(&Options::default())
}

#[test]
fn setup_is_checked_like_its_products() {
    let mut text = String::new();
    for notation in rows(include_str!("setups.txt")) {
        let setup = setup(notation);
        let report = check_of(&setup);
        let configuration = report.configuration.map_or("none", |configuration| configuration.as_str());
        let _ = writeln!(text, "{notation}\n  configuration {configuration}, trial {}", report.trial);
        for found in &report.diagnostics {
            let _ = writeln!(
                text,
                "  {} {} {} (related: {}): {}",
                found.severity,
                found.code,
                found.path,
                found.related.join(" "),
                found.message,
            );
            // Messages name no field that occurs in requests but not in setups, unless the setup has `renew_settings`.
            let message = found.message.replace("9007199254740991", "");
            for field in ["product_id_for_renew", "renew_ar", "renew_pmr", "renew_email", "twice", "90071992547409"] {
                let is_given = notation.contains("renew_settings");
                assert!(is_given || !message.contains(field), "{notation}: {message}");
            }
            assert!(found.related.iter().all(|path| path != "/initiator/id"), "{notation}");
        }
        assert_eq!(Setup::from_json(&setup.to_json()).unwrap(), setup);
        assert_eq!(Plan::new(setup, &Options::default()).is_ok(), report.valid, "{notation}");
    }
    insta::assert_snapshot!("setups", text);
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
        let ops = serde_json::to_value(found.fix.expect("the diagnostic has a fix")).unwrap();
        let path = ops[0]["path"].as_str().unwrap();
        *setup.pointer_mut(path).expect(path) = ops[0]["value"].clone();
    }
    assert!(check_of(&Setup::from_json(&setup.to_string()).unwrap()).valid);
}

#[test]
fn setup_fix_never_duplicates_a_name() {
    let has_fix = |product: Value| {
        let report = check_of(&Setup::new(&product).unwrap().with_kinds(Kinds::auto()));
        let mut found = report.diagnostics.into_iter();
        let typo = found.find(|d| d.path == "/initiator/licenceTerm");
        typo.map(|found| found.fix.is_some())
    };
    let mut both = product("a", "P1M", "9.90");
    both["licenceTerm"] = json!("P2M");
    assert_eq!(has_fix(both.clone()), Some(false));
    both.as_object_mut().unwrap().remove("licence_term");
    assert_eq!(has_fix(both), Some(true));
}

#[test]
fn options_apply_to_setup() {
    let setup = setup("a P1M 9.90; b P1M 8.90; b P1M 8.90; 104 | ar");
    let found = |options: &str| {
        let report = setup.check(&Options::from_json(options).unwrap());
        format!("{} {:?} {:?}", report.valid, report.omitted, places(&report.diagnostics))
    };
    for (options, expected) in [
        ("{}", r#"true None ["W chain-repeated-id /renewals/1", "I not-checked /renewals/2"]"#),
        (r#"{"rules":{"not-checked":"off","chain-repeated-id":"off"}}"#, "true None []"),
        (
            r#"{"rules":{"not-checked":"error"}}"#,
            r#"false None ["W chain-repeated-id /renewals/1", "E not-checked /renewals/2"]"#,
        ),
        (
            r#"{"limits":{"arMinDays":40},"maxDiagnostics":1}"#,
            r#"false Some(4) ["E term-below-minimum /initiator/licence_term"]"#,
        ),
    ] {
        assert_eq!(found(options), expected, "{options}");
    }
    // Errors that `maxDiagnostics` omits from the report prevent a plan, too.
    let options = Options::from_json(r#"{"limits":{"arMinDays":40},"maxDiagnostics":0}"#).unwrap();
    assert!(Plan::new(setup, &options).is_err());
}
