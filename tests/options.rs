//! Tests that options are read strictly.

use renewal_rules::{Limits, Options, RuleLevels, Scope};
use renewal_rules_preview::{compare, timeline};

#[test]
fn options_are_read_strictly() {
    for right in [
        "",
        "{}",
        r#"{"operation":"record","role":"initiator","trial":true,"productId":101,"current":{},"payment":"online","limits":{}}"#,
        r#"{"operation":"update","role":"self-renewing","trial":false,"payment":"offline"}"#,
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
        assert!(Options::from_json_for(Scope::Product, wrong).is_err(), "{wrong}");
    }
    assert!(Options::default().with_current("[]").is_err());
    let message = Options::default().with_current("{\n]").unwrap_err().to_string();
    assert_eq!(message, "the option `current` is not JSON: there is a mistake at line 2, column 1");
    assert!(Options::from_json_for(Scope::Catalogue, r#"{"operation":"update"}"#).is_err());
    assert!(Options::from_json_for(Scope::Catalogue, r#"{"payment":"offline","limits":{"arMinDays":7}}"#).is_ok());
    assert!(Options::from_json_for(Scope::Decision, r#"{"consent":"refused"}"#).is_err());
    assert!(Options::from_json_for(Scope::Decision, r#"{"consent":"declined"}"#).is_ok());
}

/// Asserts that each accepted option changes the parsed options.
#[test]
fn no_option_is_silently_ignored() {
    use renewal_rules::OptionsError;
    fn each<T: PartialEq>(required: &[&str], read: impl Fn(&str) -> Result<T, OptionsError>) {
        let Err(OptionsError::Unknown { known, .. }) = read(r#"{"?":0}"#) else {
            panic!("an unknown option is accepted");
        };
        let value = |name: &str| match name {
            "operation" => r#""update""#,
            "role" => r#""renewal""#,
            "trial" => "true",
            "productId" | "variant" | "renewals" | "pmrLeadDays" | "emailLeadDays" | "maxDiagnostics" => "7",
            "current" => r#"{"id":101}"#,
            "payment" => r#""offline""#,
            "limits" => r#"{"arMinDays":7}"#,
            "rules" => r#"{"chain-empty":"off"}"#,
            "consent" => r#""declined""#,
            "purchaseDate" => r#""2026-02-03""#,
            "monthCount" => r#""chained""#,
            other => panic!("the test has no value for the option `{other}`"),
        };
        let with = |names: &[&str]| {
            let members = names.iter().map(|name| format!(r#""{name}":{}"#, value(name)));
            read(&format!("{{{}}}", members.collect::<Vec<_>>().join(","))).unwrap()
        };
        for name in known.split(", ").map(|name| name.trim_matches('`')) {
            if !required.contains(&name) {
                let stated = [required, &[name]].concat();
                assert!(with(&stated) != with(required), "`{name}` is ignored");
            }
        }
    }
    each(&[], Options::from_json);
    each(&[], |text| Options::from_json_for(Scope::Catalogue, text));
    // Assert only that `rules` changes the parsed options: levels do not affect a decision, as `oracle::levels` tests.
    each(&[], |text| Options::from_json_for(Scope::Decision, text));
    each(&["purchaseDate"], timeline::TimelineOptions::from_json);
    each(&[], compare::CompareOptions::from_json);

    let limits = |stated: &str| Options::from_json(&format!(r#"{{"limits":{stated}}}"#));
    let Err(OptionsError::Unknown { name, known }) = limits(r#"{"?":0}"#) else {
        panic!("an unknown limit is accepted");
    };
    assert_eq!((name.as_str(), known.split(", ").count()), ("limits.?", 5));
    for name in known.split(", ").map(|name| name.trim_matches('`')) {
        let stated = limits(&format!(r#"{{"{name}":77}}"#)).unwrap();
        assert_ne!(stated, Options::default(), "{name}");
    }
}

/// Asserts that serde reads options like `from_json` does: from a text, from a value, and in a nested type.
#[test]
fn serde_reads_options_like_from_json() {
    fn alike<T>(text: &str, read: fn(&str) -> Result<T, renewal_rules::OptionsError>) -> bool
    where
        T: serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
    {
        let expected = read(text);
        let by_serde: Result<T, _> = serde_json::from_str(text);
        if let Err(error) = &expected {
            let by_serde = by_serde.as_ref().unwrap_err().to_string();
            assert!(by_serde.contains(&error.to_string()), "{text}: {by_serde}");
        } else {
            assert_eq!(by_serde.ok().as_ref(), expected.as_ref().ok(), "{text}");
        }
        // Skip long numbers: a `Value` retains only 64 bits of a number.
        if !text.contains("0000001") {
            let value: serde_json::Value = serde_json::from_str(text).unwrap();
            let of_value = serde_json::from_value::<T>(value);
            assert_eq!(of_value.ok().as_ref(), expected.as_ref().ok(), "{text}");
        }
        expected.is_ok()
    }
    let values = r#"
        null true 0 7 7.0 0.7e1 7.5 -1 1000 1001 4294967295 4294967296 5000000000 9007199254740992
        1.0000000000000000000001 "7" "" "update" "renewal" "online" {"online":null} "declined" "chained"
        "2026-02-03" [] [3] {} {"id":1} {"arMinDays":7} {"arMinDays":7.0} {"arMinDays":null} {"pmrOnlineMinDays":null}
        {"arMinDays":5000000000} {"pmrMinDays":9} {"json-syntax":"off"} {"empty-text":"off"} {"empty-text":null} {"empty-text":{"off":null}} {"id-rang":"off"}
    "#;
    let names =
        "operation role trial productId current payment limits rules maxDiagnostics consent purchaseDate variant
        renewals monthCount pmrLeadDays unknown";
    let mut taken = [0; 3];
    for value in values.split_whitespace() {
        for name in names.split_whitespace() {
            let text = format!(r#"{{"{name}":{value}}}"#);
            let purchase = format!(r#"{{"purchaseDate":"2026-01-31","{name}":{value}}}"#);
            taken[0] += usize::from(alike::<Options>(&text, Options::from_json));
            taken[1] += usize::from(alike(&purchase, timeline::TimelineOptions::from_json));
            taken[2] += usize::from(alike(&text, compare::CompareOptions::from_json));
        }
        // `Limits` and `RuleLevels` are read alone as they are read within options.
        let limits = Options::from_json(&format!(r#"{{"limits":{value}}}"#));
        let by_serde: Option<Limits> = serde_json::from_str(value).ok();
        assert_eq!(by_serde, limits.ok().map(|options| options.limits), "{value}");
        let rules = Options::from_json(&format!(r#"{{"rules":{value}}}"#));
        let by_serde: Option<RuleLevels> = serde_json::from_str(value).ok();
        assert_eq!(by_serde, rules.ok().map(|options| options.rules), "{value}");
    }
    assert_eq!(taken, [39, 35, 27]);
    // Serde handles a duplicate option like `from_json`, too.
    let twice = r#"{"trial":true,"trial":false}"#;
    assert!(alike::<Options>(twice, Options::from_json));
    for text in ["[]", "[3]", "null", "5", r#""""#, r#"{"trial":"true"}"#] {
        assert!(serde_json::from_str::<Options>(text).is_err(), "{text}");
    }
}

/// `flatten` makes serde buffer the values and pass them one by one, as formats other than JSON do.
#[test]
fn options_can_be_flattened() {
    #[derive(serde::Deserialize)]
    struct Around {
        #[serde(flatten)]
        options: Options,
    }
    let read = |text: &str| serde_json::from_str::<Around>(text).map(|around| around.options);
    let text = r#"{"operation":"update","role":"renewal","trial":true,"productId":7.0,"current":{"id":1},
        "payment":"offline","limits":{"arMinDays":7},"rules":{"empty-text":"off"},"maxDiagnostics":7,
        "consent":"declined"}"#;
    assert_eq!(read(text).unwrap(), Options::from_json(text).unwrap());
    for wrong in [
        r#"{"trial":null}"#,
        r#"{"trial":"true"}"#,
        r#"{"productId":7.5}"#,
        r#"{"productId":-7}"#,
        r#"{"productId":"7"}"#,
        r#"{"maxDiagnostics":5000000000}"#,
        r#"{"limits":[3]}"#,
        r#"{"limits":{"arMinDays":null}}"#,
        r#"{"rules":{"empty-text":1}}"#,
        r#"{"current":5}"#,
        r#"{"unknown":1}"#,
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}
