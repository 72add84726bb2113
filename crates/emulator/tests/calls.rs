//! Tests the calls that the interface document describes.

use crate::client::{Client, JSON, PRODUCT};
use renewal_rules_emulator::{Emulator, Settings};
use renewal_rules_service::{Credentials, LoginCode};
use serde_json::json;

#[test]
fn login_has_the_documented_responses() {
    let (_emulator, client) = Client::start(Settings::default());
    let body = r#"{"username":"emulator","password":"emulator"}"#;
    let text = ("Content-Type", "text/plain");
    for (headers, body, code) in [
        (&[][..], body, LoginCode::InvalidContentType),
        (&[JSON, text], body, LoginCode::InvalidContentType),
        (&[text, JSON], body, LoginCode::InvalidContentType),
        (&[text], "{", LoginCode::InvalidContentType),
        (&[JSON], "{", LoginCode::InvalidJson),
        (&[JSON], r#"{"username":"emulator"}"#, LoginCode::InvalidData),
        (&[JSON], r#"{"username":"emulator","password":""}"#, LoginCode::InvalidData),
        (&[JSON], r#"{"username":"emulator","password":"x"}"#, LoginCode::BadCredentials),
    ] {
        let response = client.post("/v1/login_check", headers, body).unwrap();
        assert_eq!((response.status, response.text), (code.status(), code.body()), "{body}");
    }
    let content_type = ("Content-Type", "Application/JSON; charset=utf-8");
    let response = client.post("/v1/login_check", &[content_type], body).unwrap();
    assert_eq!(response.status, 200);
    assert!(response.json()["refresh_token"].is_string());
}

#[test]
fn each_account_has_its_own_password() {
    let accounts = [("a", "one"), ("b", "t:wo")].map(|(name, password)| Credentials::new(name, password).unwrap());
    let settings = Settings::default().with_accounts(accounts);
    let emulator = Emulator::start(settings).unwrap();
    let client = Client::new(&emulator.url());
    assert!(client.log_in("a", "one").is_some() && client.log_in("b", "t:wo").is_some());
    assert!(client.log_in("a", "t:wo").is_none() && client.log_in("emulator", "emulator").is_none());
}

#[test]
fn tokens_expire_after_24_hours_independently() {
    let (_emulator, mut client) = Client::start(Settings::default());
    let first = client.token.clone();
    client.admin("clock", "43200");
    client.token = client.log_in("emulator", "emulator").unwrap();
    assert_ne!(client.token, first);
    let second = std::mem::replace(&mut client.token, first);
    assert_eq!(client.create(PRODUCT).status, 201);
    client.admin("clock", "43200");
    assert_eq!(client.create(PRODUCT).status, 401);
    client.token = second;
    assert_eq!(client.create(PRODUCT).status, 201);
    client.admin("clock", "43200");
    assert_eq!(client.create(PRODUCT).status, 401);

    let other = Client::logged_in(&Emulator::start(Settings::default()).unwrap().url());
    let forged = other.token.replacen(|c: char| c.is_ascii_digit(), "1", 1);
    for token in ["", ".", "x", "1.2.3", &other.token, &forged] {
        client.token = token.to_owned();
        assert_eq!(client.create(PRODUCT).status, 401, "{token}");
    }
}

#[test]
fn the_token_header_is_configurable() {
    let settings = Settings::default().with_token_header("X-Key: <{token}>".to_owned());
    let (_emulator, client) = Client::start(settings);
    let key = format!("<{}>", client.token);
    let status = |headers: &[(&str, &str)]| client.post("/v1/product", headers, PRODUCT).unwrap().status;
    assert_eq!(status(&[("x-key", &key)]), 201);
    assert_eq!(status(&[("x-key", &client.token)]), 401);
    assert_eq!(client.create(PRODUCT).status, 401);

    let settings = Settings::default().with_token_header(None);
    let emulator = Emulator::start(settings).unwrap();
    assert_eq!(Client::new(&emulator.url()).create(PRODUCT).status, 201);

    let settings = Settings::default().with_token_header("no token".to_owned());
    assert!(Emulator::start(settings).is_err_and(|error| error.to_string().contains("{token}")));
}

#[test]
fn the_token_header_must_not_be_reserved() {
    for name in ["Host", "content-length", "Content-Type", "Accept", "Connection", "TE", "Transfer-Encoding", "Upgrade"]
    {
        let error = Emulator::start(Settings::default().with_token_header(format!("{name}: {{token}}"))).err().unwrap();
        let expected = format!("expected a header for the token alone, found `{name}`");
        assert!(error.status() == 422 && error.to_string().contains(&expected), "{error}");
    }
}

#[test]
fn created_products_keep_the_bytes_of_their_values() {
    let (emulator, client) = Client::start(Settings::default());
    let product = r#"{"name" : "A\u0042", "vat":1.10, "big":123456789012345678901234567890, "half":"\ud800","family_name":"F","variants":[ ]}"#;
    for id in 101..104 {
        let response = client.create(product);
        assert_eq!((response.status, response.text), (201, format!(r#"{{"id":{id}}}"#)));
        assert_eq!(response.headers["content-type"], "application/json");
    }
    let expected = |id: u32| {
        format!(
            r#"{{"id":{id},"name":"A\u0042","vat":1.10,"big":123456789012345678901234567890,"half":"\ud800","family_name":"F","variants":[ ]}}"#
        )
    };
    assert_eq!(client.products(), [101, 102, 103].map(expected).join(",\n").replacen('{', "[{", 1) + "]");
    assert_eq!(emulator.stop().matches("1.10").count(), 3);
}

#[test]
fn a_change_replaces_whole_fields() {
    let (_emulator, client) = Client::start(Settings::default());
    client.create(r#"{"family_name":"F","name":"N","localization_values":{"en_US":{"comment_for_product_for_AR":"a"},"de_DE":{}},"variants":[],"x":{"a":1,"b":2}}"#);
    let change = r#"{"localization_values":{"fr_FR":{}},"x":{"a":3.0},"licence_term":"P1M"}"#;
    let response = client.change("101", change);
    assert_eq!((response.status, response.text.as_str()), (204, ""));
    assert_eq!(
        client.products(),
        r#"[{"id":101,"family_name":"F","name":"N","localization_values":{"fr_FR":{}},"variants":[],"x":{"a":3.0},"licence_term":"P1M"}]"#
    );
    // Make the product renew itself, as the second call of a plan does for a setup without renewals.
    let settings = r#"{"id":101,"renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#;
    assert_eq!(client.change("101", settings).status, 204);
}

#[test]
fn products_with_errors_get_problem_details() {
    let (_emulator, client) = Client::start(Settings::default());
    client.create(PRODUCT);
    let before = client.products();
    for (response, code) in [
        (client.create(r#"{"licence_term":"p1m"}"#), "term-format"),
        (client.create(r#"{"id":7}"#), "field-not-on-create"),
        (client.create("{"), "json-syntax"),
        (client.create("[]"), "type-mismatch"),
        (client.create(&b"{\"name\":\"\xff\"}"[..]), "json-syntax"),
        (client.change("101", r#"{"id":102}"#), "id-mismatch"),
        (client.change("101", r#"{"licence_term":"P5D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#), "term-below-minimum"),
        // This error depends on a field of the current product that the update does not send.
        (client.change("101", r#"{"renew_settings":{"product_id_for_renew":[101]}}"#), "chain-too-short"),
    ] {
        let status = if code == "json-syntax" { 400 } else { 422 };
        assert_eq!(response.status, status, "{code}");
        assert_eq!(response.headers["content-type"], "application/problem+json");
        let problem = response.json();
        assert_eq!((&problem["status"], &problem["errors"][0]["code"]), (&json!(status), &json!(code)));
    }
    assert_eq!(client.products(), before);
}

#[test]
fn lenient_accepts_products_with_errors() {
    let settings = Settings::default().with_lenient(true);
    let (emulator, client) = Client::start(settings);
    assert_eq!(client.create(r#"{"id":7,"licence_term":"p1m"}"#).text, r#"{"id":101}"#);
    assert_eq!(client.change("101", r#"{"id":7,"renew_settings":5}"#).status, 204);
    assert_eq!(client.create("[]").status, 422);
    assert_eq!(emulator.stop(), r#"[{"id":101,"licence_term":"p1m","renew_settings":5}]"#);
}

#[test]
fn the_listing_of_errors_is_bounded() {
    let (emulator, client) = Client::start(Settings::default().with_lenient(true));
    let body = format!(r#"{{"id":5,"variants":[{}5]}}"#, "5,".repeat(19_999));
    for _ in 0..3 {
        assert_eq!(client.create(body.as_str()).status, 201);
    }
    client.admin("reset", "");
    let text = emulator.stop_and_list_errors();
    assert_eq!(text.matches("field-not-on-create").count(), 1);
    assert!(text.contains("Requests with errors that are counted but not listed: 2\n"));
    assert!(text.ends_with("60003 errors in 3 of 4 files; 3 can be fixed\n"), "{:?}", text.lines().last());
}

#[test]
fn unknown_urls_and_ids_are_404() {
    let (_emulator, client) = Client::start(Settings::default());
    client.create(PRODUCT);
    for path in
        ["/", "/v1", "/v1/product/", "/v2/product", "/login_check", "/v1/login_check/", "/_emulator", "/_emulator/x"]
    {
        let response = client.post(path, &[JSON], "{}").unwrap();
        response.assert_problem(404);
    }
    for id in ["102", "0", "0101", "+101", "101.0", "abc", "-1", "99999999999999999999", "%20101"] {
        assert_eq!(client.change(id, "{}").status, 404, "{id}");
    }
    assert_eq!(client.get("/_emulator/health").json(), json!({ "status": "ok" }));
}

#[test]
fn bodies_above_one_mebibyte_are_413() {
    let (_emulator, client) = Client::start(Settings::default());
    let padded = |length: usize| PRODUCT.to_owned() + &" ".repeat(length - PRODUCT.len());
    assert_eq!(client.create(padded(1 << 20)).status, 201);
    for length in [(1 << 20) + 1, 8 << 20] {
        client.create(padded(length)).assert_problem(413);
    }
}
