//! Tests how a setup is read, and the products it consists of.

use std::fmt::Write as _;

use renewal_rules::setup::{Setup, SetupError};
use renewal_rules::{Code, Options, ProductId, check};
use renewal_rules_service::{Plan, change_request, read_create_response};

use super::{id, plan};

/// Texts from which no setup can be read.
const DESCRIPTIONS: &[&str] = &[
    "[]",
    r#"{"initiator":{"licence_term":"P1M"} "renewals":[]}"#,
    "{\"initiator\":{\"licence_term\":\"P1M\"},\n\"renewals\":[102}",
    "[{\"licence_term\":\"P1M\"}",
    "{}",
    r#"{"initiator":{},"renewal":[]}"#,
    r#"{"initiator":{},"a/b~":1}"#,
    r#"{"initiator":{},"\ud800":1}"#,
    r#"{"initiator":{},"renewals":{}}"#,
    r#"{"initiator":{},"renewals":[1,0]}"#,
    r#"{"initiator":{},"renewals":[{"id":"1"}]}"#,
    r#"{"initiator":{},"kinds":{"sms":true}}"#,
    r#"{"initiator":{},"kinds":{"pmr":1}}"#,
    r#"{"initiator":{},"trial":null}"#,
    r#"{"initiator":{},"kinds":{"ar":true},"kinds":{"pmr":true}}"#,
    r#"{"initiator":{},"kinds":{"ar":true,"ar":false}}"#,
    r#"{"id":101,"licence_term":"P1M"}"#,
    r#"[{"id":101,"licence_term":"P1M"},{"id":102,"licence_term":"P1M"}]"#,
    "{\"id\":101,\"licence_term\":\"P1M\"}\n{\"id\":102,\"licence_term\":\"P1M\"}",
];

/// Products, and the index of a product from which no setup can be read.
const PRODUCTS: &[(&str, usize)] = &[
    ("nothing", 0),
    ("{\"id\":1}\n{\"id\":2,", 0),
    ("[]", 0),
    ("[{},1]", 1),
    ("{}", 1),
    ("{}", 0),
    (r#"{"renew_settings":[]}"#, 0),
    (r#"[{},{"id":101,"renew_settings":{}}]"#, 1),
    (r#"[{},{"id":101,"renew_settings":{"product_id_for_renew":["102","102"]}}]"#, 1),
    (r#"[{},{"id":101,"renew_settings":{"product_id_for_renew":102}}]"#, 1),
    (r#"[{},{"id":101,"renew_settings":{"product_id_for_renew":[]}}]"#, 1),
    (r#"[{},{"id":101,"renew_settings":{"product_id_for_renew":[102]}}]"#, 1),
    (r#"[{},{"id":101,"renew_settings":{"product_id_for_renew":[102,103]}}]"#, 1),
    (r#"[{},{"id":101,"renew_settings":{"product_id_for_renew":[102,103,102,102]}}]"#, 1),
    (r#"[{},{"id":101,"renew_settings":{"product_id_for_renew":[101,102,102]}}]"#, 1),
    (r#"[{},{"id":101,"renew_settings":{"product_id_for_renew":[102,null,102]}}]"#, 1),
    (r#"{"renew_settings":{"product_id_for_renew":[1,1],"renew_ar":[]}}"#, 0),
    (r#"{"renew_settings":{"product_id_for_renew":[1,1],"renew_pmr":1}}"#, 0),
    (r#"{"renew_settings":{"product_id_for_renew":[1,1],"renew_emial":true}}"#, 0),
    // A product without a valid id cannot be recognised as self-renewing.
    (r#"{"id":"101","renew_settings":{"product_id_for_renew":[101,101]}}"#, 0),
];

#[test]
fn invalid_setups_have_readable_errors() {
    let mut text = String::new();
    for description in DESCRIPTIONS {
        let _ = writeln!(text, "{description}\n  {}", Setup::from_json(description).unwrap_err());
    }
    for (products, index) in PRODUCTS {
        let _ = writeln!(text, "{products} at {index}\n  {}", Setup::of_products(*products, *index).unwrap_err());
    }
    insta::assert_snapshot!("setup_errors", text);
    let setup = Setup::new(r#"{"renew_settings":{}}"#);
    assert_eq!(setup.unwrap_err(), SetupError::SettingsGiven);
    for setup in [Setup::new("{"), Setup::new("{}").and_then(|setup| setup.with_renewal("{"))] {
        assert!(matches!(setup, Err(SetupError::NotJson { .. })), "{setup:?}");
    }
}

#[test]
fn repeated_fields_of_products_are_reported() {
    let text = r#"{"initiator":{"name":"A","name":"B","licence_term":"P1D","licence_term":"P1M"},
        "renewals":[{"id":102,"licence_term":"P1M","licence_term":"P1M"}]}"#;
    let setup = Setup::from_json(text).unwrap();
    let report = setup.check(&Options::default());
    let repeated = report.diagnostics.iter().filter(|diagnostic| diagnostic.code == Code::DuplicateKey);
    let paths: Vec<_> = repeated.map(|diagnostic| diagnostic.path.as_str()).collect();
    assert_eq!(paths, ["/initiator/name", "/initiator/licence_term", "/renewals/0/licence_term"]);
    let single = Setup::from_json(r#"{"initiator":{"name":"A","licence_term":"P1D","licence_term":"P1M"}}"#).unwrap();
    let diagnostics = single.check(&Options::default()).diagnostics;
    assert!(diagnostics.iter().any(|one| one.code == Code::DuplicateKey && one.path == "/initiator/licence_term"));
}

#[test]
fn ids_are_parsed_consistently() {
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
        assert_eq!(read_create_response(201, &body).ok(), expected, "{text}");
        let target = expected.unwrap_or(id(1));
        let change = change_request(target, &body);
        assert_eq!(change.is_ok(), expected.is_some(), "{text}");
        let mut plan = plan("a P1M 9.90 | ar");
        plan.next_request().unwrap();
        assert_eq!(plan.record_response(201, &body).is_ok(), expected.is_some(), "{text}");
        assert_eq!(plan.initiator_id(), expected, "{text}");
        for renewal in [text, &body] {
            let setup = format!(r#"{{"initiator":{{}},"renewals":[{renewal}]}}"#);
            let setup = Setup::from_json(&setup);
            assert_eq!(setup.is_ok(), expected.is_some(), "{renewal}");
        }
        let done = format!(r#""done":[{}]"#, number.map_or_else(String::new, |id| id.to_string()));
        let saved = plan.to_json();
        assert!(saved.contains(&done), "{saved}");
        let saved = saved.replace(&done, &format!(r#""done":[{text}]"#));
        assert_eq!(Plan::from_json(&saved).is_ok(), expected.is_some(), "{text}");
    }
}

#[test]
fn setup_round_trips_through_products() {
    let setup = r#"{"initiator":{"name":"A"},"renewals":[{"name":"B"},102,{"id":104,"name":"D"}],"kinds":{"ar":{"required":true},"pmr":true,"email":false}}"#;
    let products = Setup::from_json(setup).unwrap().to_products();
    // New products get ids that no other product has.
    assert_eq!(
        products,
        r#"[{"id":101,"name":"A","renew_settings":{"product_id_for_renew":[103,102,104,104],"renew_ar":{"enable":true,"required":true},"renew_pmr":true}},{"id":103,"name":"B"},{"id":104,"name":"D"}]"#
    );
    let back = Setup::of_products(&*products, 0).unwrap();
    assert_eq!(back.to_json(), setup.replace(r#"{"id":104,"name":"D"}"#, r#"{"name":"D"}"#));
    let alone = Setup::from_json(r#"{"initiator":{"name":"A"}}"#).unwrap();
    assert_eq!(alone.to_products(), r#"[{"id":101,"name":"A","renew_settings":{"product_id_for_renew":[101,101]}}]"#);
    assert_eq!(Setup::of_products(&*alone.to_products(), 0), Ok(alone));
}

#[test]
fn setups_are_read_from_invalid_products() {
    // Newline-delimited JSON works like an array.
    let (first, second) = (r#"{"id":1,"renew_settings":{"product_id_for_renew":[2,2]}}"#, r#"{"id":2,"name":"B"}"#);
    let array = Setup::of_products(format!("[{first},{second}]"), 0).unwrap();
    assert_eq!(Setup::of_products(format!("{first}\n{second}\n"), 0), Ok(array));
    // Other mistakes do not prevent reading: the check of the setup reports them.
    let term = r#"{"id":1,"licence_term":"P0D","variants":5,"renew_settings":{"product_id_for_renew":[1,1],
        "renew_ar":{"enable":true,"required":false},"renew_email":false}}"#;
    assert_eq!(
        Setup::of_products(term, 0).unwrap().to_json(),
        r#"{"initiator":{"licence_term":"P0D","variants":5},"renewals":[],"kinds":{"ar":{"required":false},"pmr":false,"email":false}}"#
    );
}
