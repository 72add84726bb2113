//! What a caller states: options are read strictly.

use renewal_rules::{Options, Scope};

#[test]
fn options_are_read_strictly() {
    for right in [
        "",
        "{}",
        r#"{"operation":"record","role":"initiator","trial":true,"productId":101,"current":{},"payment":"online","limits":{}}"#,
        r#"{"operation":"update","role":"selfRenewing","trial":false,"payment":"offline"}"#,
        r#"{"role":"renewal","limits":{"arMinDays":6,"emailOnlineMinDays":4,"emailOfflineMinDays":11,"pmrOnlineMinDays":3,"pmrOfflineMinDays":3}}"#,
        r#"{"limits":{"arMinDays":0}}"#,
    ] {
        assert!(Options::from_json(right).is_ok(), "{right}");
    }
    let wrong = r#"
        [] null 5 {
        {"":1} {"Operation":"record"} {"product_id":101} {"consent":"given"} {"limit":{}}
        {"operation":"delete"} {"operation":"Record"} {"operation":null} {"operation":["record"]}
        {"role":"parent"} {"role":true}
        {"trial":"true"} {"trial":1} {"trial":null}
        {"productId":"101"} {"productId":1.5} {"productId":0} {"productId":null}
        {"current":[]} {"current":"{}"} {"current":null}
        {"payment":"card"} {"payment":false}
        {"limits":[]} {"limits":6} {"limits":{"arMinDays":"6"}} {"limits":{"arMinDays":-1}}
        {"limits":{"arMinDays":6.5}} {"limits":{"arMinDays":null}}
        {"limits":{"pmrOfflineMinDays":true}} {"limits":{"emailMinDays":4}}
    "#;
    for wrong in wrong.split_whitespace() {
        assert!(
            Options::from_json_for(Scope::Product, wrong).is_err(),
            "{wrong}"
        );
    }
    assert!(Options::default().with_current("[]").is_err());
    assert!(Options::default().with_current("{").is_err());
    assert!(Options::from_json_for(Scope::Catalogue, r#"{"operation":"update"}"#).is_err());
    assert!(
        Options::from_json_for(
            Scope::Catalogue,
            r#"{"payment":"offline","limits":{"arMinDays":7}}"#
        )
        .is_ok()
    );
    assert!(Options::from_json_for(Scope::Decision, r#"{"consent":"refused"}"#).is_err());
    assert!(Options::from_json_for(Scope::Decision, r#"{"consent":"declined"}"#).is_ok());
}

/// Each option that a call names is read: with it the options are others than without.
#[test]
fn no_option_is_passed_over_in_silence() {
    use renewal_rules::{OptionsError, compare, timeline};
    fn each<T: PartialEq>(required: &[&str], read: impl Fn(&str) -> Result<T, OptionsError>) {
        let Err(OptionsError::Unknown { known, .. }) = read(r#"{"?":0}"#) else {
            panic!("an unknown option is taken");
        };
        let value = |name: &str| match name {
            "operation" => r#""update""#,
            "role" => r#""renewal""#,
            "trial" => "true",
            "productId" | "variant" | "renewals" | "pmrLeadDays" | "emailLeadDays"
            | "maxDiagnostics" => "7",
            "current" => r#"{"id":101}"#,
            "payment" => r#""offline""#,
            "limits" => r#"{"arMinDays":7}"#,
            "rules" => r#"{"chain-empty":"off"}"#,
            "consent" => r#""declined""#,
            "purchaseDate" => r#""2026-02-03""#,
            "monthCount" => r#""chained""#,
            other => panic!("the option `{other}` is not tried"),
        };
        let with = |names: &[&str]| {
            let members = names
                .iter()
                .map(|name| format!(r#""{name}":{}"#, value(name)));
            read(&format!("{{{}}}", members.collect::<Vec<_>>().join(","))).unwrap()
        };
        for name in known.split(", ").map(|name| name.trim_matches('`')) {
            if !required.contains(&name) {
                let stated = [required, &[name]].concat();
                assert!(with(&stated) != with(required), "`{name}` is passed over");
            }
        }
    }
    each(&[], Options::from_json);
    each(&[], |text| Options::from_json_for(Scope::Catalogue, text));
    // That levels are of no matter for a decision is tested where decisions are.
    each(&[], |text| Options::from_json_for(Scope::Decision, text));
    each(&["purchaseDate"], timeline::Options::from_json);
    each(&[], compare::Options::from_json);

    let limits = |stated: &str| Options::from_json(&format!(r#"{{"limits":{stated}}}"#));
    let Err(OptionsError::Unknown { name, known }) = limits(r#"{"?":0}"#) else {
        panic!("an unknown limit is taken");
    };
    assert_eq!((name.as_str(), known.split(", ").count()), ("limits.?", 5));
    for name in known.split(", ").map(|name| name.trim_matches('`')) {
        let stated = limits(&format!(r#"{{"{name}":77}}"#)).unwrap();
        assert_ne!(stated, Options::default(), "{name}");
    }
}
