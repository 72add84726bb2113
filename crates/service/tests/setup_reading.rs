//! Tests how a setup is read, and the products it consists of.

use renewal_rules::setup::{Setup, SetupError};
use renewal_rules::{Options, ProductId, check};
use renewal_rules_service::{Plan, change_request, read_create_response};

use super::{id, plan};

#[test]
fn malformed_setup_descriptions_are_reported() {
    for (text, message) in [
        ("[]", "the set-up must be an object"),
        ("{}", "`/initiator` of the set-up must be an object with the fields of a product"),
        (
            r#"{"initiator":{},"renewal":[]}"#,
            "a set-up has no `/renewal`; there are `initiator`, `renewals`, `kinds`, `trial`",
        ),
        (
            r#"{"initiator":{},"a/b~":1}"#,
            "a set-up has no `/a~1b~0`; there are `initiator`, `renewals`, `kinds`, `trial`",
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
        (r#"{"initiator":{},"kinds":{"sms":true}}"#, "a set-up has no `/kinds/sms`; there are `ar`, `pmr`, `email`"),
        (r#"{"initiator":{},"kinds":{"pmr":1}}"#, "`/kinds/pmr` of the set-up must be true or false"),
        (r#"{"initiator":{},"trial":null}"#, "`/trial` of the set-up must be true or false"),
    ] {
        assert_eq!(Setup::from_json(text).unwrap_err().to_string(), message);
    }
    let product = r#"{"id":101,"licence_term":"P1M"}"#;
    let array = format!("[{product},{product}]");
    for products in [product, &array, &format!("{product}\n{product}")] {
        let error = Setup::from_json(products).unwrap_err();
        assert_eq!(error, SetupError::Products);
        assert_eq!(
            error.to_string(),
            "these are products, not a set-up: a set-up is an object with `initiator`, `renewals` and `kinds`"
        );
    }
    assert_eq!(Setup::new(r#"{"renew_settings":{}}"#).unwrap_err(), SetupError::SettingsGiven);
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
fn non_products_are_rejected_as_setup() {
    for (products, index, part) in [
        ("nothing", 0, "expected a product, an array of products, or one product a line, all of them JSON"),
        (
            "{\"id\":1}\n{\"id\":2,",
            0,
            "expected a product, an array of products, or one product a line, all of them JSON",
        ),
        ("[]", 0, "there is no product at index 0; give the index of a product, from 0"),
        ("[{},1]", 1, "there is no product at index 1; give the index of a product, from 0"),
        ("{}", 1, "there is no product at index 1; give the index of a product, from 0"),
    ] {
        assert_eq!(Setup::of_products(products, index).unwrap_err().to_string(), part);
    }
    // Newline-delimited JSON works like an array.
    let (first, second) = (r#"{"id":1,"renew_settings":{"product_id_for_renew":[2,2]}}"#, r#"{"id":2,"name":"B"}"#);
    let array = Setup::of_products(format!("[{first},{second}]"), 0).unwrap();
    assert_eq!(Setup::of_products(format!("{first}\n{second}\n"), 0), Ok(array));
}

#[test]
fn unusable_settings_are_rejected() {
    let chain = "/renew_settings/product_id_for_renew";
    for (settings, path, part) in [
        (r#""product_id_for_renew":["102","102"]"#, "/0", "whole number"),
        (r#""product_id_for_renew":102"#, "", "must be a list"),
        (r#""product_id_for_renew":[]"#, "", "is empty"),
        ("", "", "does not say which products"),
        (r#""product_id_for_renew":[102]"#, "", "one id only"),
        (r#""product_id_for_renew":[102,103]"#, "", "is not repeated"),
        (r#""product_id_for_renew":[102,103,102,102]"#, "/2", "already appears in the chain"),
        (r#""product_id_for_renew":[101,102,102]"#, "/0", "own id"),
        (r#""product_id_for_renew":[102,null,102]"#, "/1", "null"),
    ] {
        let text = format!(
            r#"[{{}},{{"id":101,"renew_settings":{{"renew_ar":{{"enable":true}}{}{settings}}}}}]"#,
            if settings.is_empty() { "" } else { "," }
        );
        let error = Setup::of_products(&text, 1).unwrap_err();
        let message = error.to_string();
        assert!(message.contains(part), "{message}");
        let SetupError::Unusable { path: place, .. } = error else {
            panic!("{message}");
        };
        assert_eq!(place, format!("/1{chain}{path}"), "{settings}");
    }
    for (product, path) in [
        (r#"{"renew_settings":[]}"#, "/renew_settings"),
        ("{}", "/renew_settings"),
        (r#"{"renew_settings":{"product_id_for_renew":[1,1],"renew_ar":[]}}"#, "/renew_settings/renew_ar"),
        (r#"{"renew_settings":{"product_id_for_renew":[1,1],"renew_pmr":1}}"#, "/renew_settings/renew_pmr"),
        (r#"{"renew_settings":{"product_id_for_renew":[1,1],"renew_emial":true}}"#, "/renew_settings/renew_emial"),
        // Whether it renews itself depends on the chosen product.
        (r#"{"id":"101","renew_settings":{"product_id_for_renew":[101,101]}}"#, "/id"),
    ] {
        let error = Setup::of_products(product, 0).unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with(&format!("no set-up follows from these products; at `{path}`: ")), "{text}");
    }
    // Other mistakes are left to the check of the setup.
    let term = r#"{"id":1,"licence_term":"P0D","variants":5,"renew_settings":{"product_id_for_renew":[1,1],
        "renew_ar":{"enable":true,"required":false},"renew_email":false}}"#;
    assert_eq!(
        Setup::of_products(term, 0).unwrap().to_json(),
        r#"{"initiator":{"licence_term":"P0D","variants":5},"renewals":[],"kinds":{"ar":{"required":false},"pmr":false,"email":false}}"#
    );
}
