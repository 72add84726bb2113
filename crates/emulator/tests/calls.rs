//! The calls of the interface document, with a real client.

use crate::client::{Client, JSON, PRODUCT};
use renewal_rules_emulator::{Emulator, Settings};
use renewal_rules_service::{Credentials, LoginCode};
use serde_json::json;

fn started(settings: &Settings) -> (Emulator, Client) {
    let emulator = Emulator::start(settings).unwrap();
    let client = Client::logged_in(&emulator.url());
    (emulator, client)
}

#[test]
fn a_login_gives_the_documents_answers() {
    let (_emulator, client) = started(&Settings::default());
    let body = r#"{"username":"emulator","password":"emulator"}"#;
    for (headers, body, code) in [
        (&[][..], body, LoginCode::InvalidContentType),
        (&[("Content-Type", "text/plain")], "{", LoginCode::InvalidContentType),
        (&[JSON], "{", LoginCode::InvalidJson),
        (&[JSON], r#"{"username":"emulator"}"#, LoginCode::InvalidData),
        (&[JSON], r#"{"username":"emulator","password":""}"#, LoginCode::InvalidData),
        (&[JSON], r#"{"username":"emulator","password":"x"}"#, LoginCode::BadCredentials),
    ] {
        let answer = client.post("/v1/login_check", headers, body).unwrap();
        assert_eq!((answer.status, answer.text), (code.status(), code.body()), "{body}");
    }
    let kind = ("Content-Type", "Application/JSON; charset=utf-8");
    let answer = client.post("/v1/login_check", &[kind], body).unwrap();
    assert_eq!(answer.status, 200);
    assert!(answer.json()["refresh_token"].is_string());
}

#[test]
fn each_account_logs_in_with_its_own_password() {
    let accounts = [("a", "one"), ("b", "t:wo")].map(|(name, password)| Credentials::new(name, password).unwrap());
    let settings = Settings { accounts: accounts.into(), ..Settings::default() };
    let emulator = Emulator::start(&settings).unwrap();
    let client = Client::of(&emulator.url());
    assert!(client.log_in("a", "one").is_some() && client.log_in("b", "t:wo").is_some());
    assert!(client.log_in("a", "t:wo").is_none() && client.log_in("emulator", "emulator").is_none());
}

#[test]
fn a_token_is_valid_for_24_hours_and_an_earlier_one_stays_valid() {
    let (emulator, mut client) = started(&Settings::default());
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

    let other = Client::logged_in(&Emulator::start(&Settings::default()).unwrap().url());
    let forged = other.token.replacen(|c: char| c.is_ascii_digit(), "1", 1);
    for token in ["", ".", "x", "1.2.3", &other.token, &forged] {
        client.token = token.to_owned();
        assert_eq!(client.create(PRODUCT).status, 401, "{token}");
    }
    drop(emulator);
}

#[test]
fn how_a_token_is_presented_is_stated() {
    let settings = Settings { token_header: Some("X-Key: <{token}>".to_owned()), ..Settings::default() };
    let (_emulator, client) = started(&settings);
    let key = format!("<{}>", client.token);
    let status = |headers: &[(&str, &str)]| client.post("/v1/product", headers, PRODUCT).unwrap().status;
    assert_eq!(status(&[("x-key", &key)]), 201);
    assert_eq!(status(&[("x-key", &client.token)]), 401);
    assert_eq!(client.create(PRODUCT).status, 401);

    let settings = Settings { token_header: None, ..Settings::default() };
    let emulator = Emulator::start(&settings).unwrap();
    assert_eq!(Client::of(&emulator.url()).create(PRODUCT).status, 201);

    let settings = Settings { token_header: Some("no token".to_owned()), ..Settings::default() };
    assert!(Emulator::start(&settings).is_err_and(|error| error.to_string().contains("{token}")));
}

#[test]
fn products_get_ids_in_order_and_keep_every_value_as_it_was_sent() {
    let (emulator, client) = started(&Settings::default());
    let odd = r#"{"name" : "A\u0042", "vat":1.10, "big":123456789012345678901234567890, "half":"\ud800","family_name":"F","variants":[ ]}"#;
    for id in 101..104 {
        let answer = client.create(odd);
        assert_eq!((answer.status, answer.text), (201, format!(r#"{{"id":{id}}}"#)));
        assert_eq!(answer.headers["content-type"], "application/json");
    }
    let kept = |id: u32| {
        format!(
            r#"{{"id":{id},"name":"A\u0042","vat":1.10,"big":123456789012345678901234567890,"half":"\ud800","family_name":"F","variants":[ ]}}"#
        )
    };
    assert_eq!(client.products(), [101, 102, 103].map(kept).join(",\n").replacen('{', "[{", 1) + "]");
    assert_eq!(emulator.stop().matches("1.10").count(), 3);
}

#[test]
fn a_change_replaces_each_field_that_it_sends_whole() {
    let (_emulator, client) = started(&Settings::default());
    client.create(r#"{"family_name":"F","name":"N","localization_values":{"en_US":{"comment_for_product_for_AR":"a"},"de_DE":{}},"variants":[],"x":{"a":1,"b":2}}"#);
    let change = r#"{"localization_values":{"fr_FR":{}},"x":{"a":3.0},"licence_term":"P1M"}"#;
    let answer = client.change("101", change);
    assert_eq!((answer.status, answer.text.as_str()), (204, ""));
    assert_eq!(
        client.products(),
        r#"[{"id":101,"family_name":"F","name":"N","localization_values":{"fr_FR":{}},"variants":[],"x":{"a":3.0},"licence_term":"P1M"}]"#
    );
    // A product that renews itself is set up in two steps.
    let settings = r#"{"id":101,"renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#;
    assert_eq!(client.change("101", settings).status, 204);
}

#[test]
fn what_the_rules_refuse_is_answered_with_problem_details() {
    let (_emulator, client) = started(&Settings::default());
    client.create(PRODUCT);
    let before = client.products();
    for (answer, code) in [
        (client.create(r#"{"licence_term":"p1m"}"#), "term-format"),
        (client.create(r#"{"id":7}"#), "field-not-on-create"),
        (client.create("{"), "json-syntax"),
        (client.create("[]"), "type-mismatch"),
        (client.create(&b"{\"name\":\"\xff\"}"[..]), "json-syntax"),
        (client.change("101", r#"{"id":102}"#), "id-mismatch"),
        (client.change("101", r#"{"licence_term":"P5D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#), "term-below-minimum"),
        // The field that is wrong together with the current ones is not sent.
        (client.change("101", r#"{"renew_settings":{"product_id_for_renew":[101]}}"#), "chain-too-short"),
    ] {
        let status = if code == "json-syntax" { 400 } else { 422 };
        assert_eq!(answer.status, status, "{code}");
        assert_eq!(answer.headers["content-type"], "application/problem+json");
        let problem = answer.json();
        assert_eq!((&problem["status"], &problem["errors"][0]["code"]), (&json!(status), &json!(code)));
    }
    assert_eq!(client.products(), before);
}

#[test]
fn it_accepts_anything_where_that_is_stated() {
    let settings = Settings { accept_anything: true, ..Settings::default() };
    let (emulator, client) = started(&settings);
    assert_eq!(client.create(r#"{"id":7,"licence_term":"p1m"}"#).text, r#"{"id":101}"#);
    assert_eq!(client.change("101", r#"{"id":7,"renew_settings":5}"#).status, 204);
    assert_eq!(client.create("[]").status, 422);
    assert_eq!(emulator.stop(), r#"[{"id":101,"licence_term":"p1m","renew_settings":5}]"#);
}

#[test]
fn a_wrong_address_or_id_is_404() {
    let (_emulator, client) = started(&Settings::default());
    client.create(PRODUCT);
    for path in
        ["/", "/v1", "/v1/product/", "/v2/product", "/login_check", "/v1/login_check/", "/_emulator", "/_emulator/x"]
    {
        let answer = client.post(path, &[JSON], "{}").unwrap();
        assert_eq!((answer.status, answer.header("content-type")), (404, Some("application/problem+json")), "{path}");
    }
    for id in ["102", "0", "0101", "+101", "101.0", "abc", "-1", "99999999999999999999", "%20101"] {
        assert_eq!(client.change(id, "{}").status, 404, "{id}");
    }
    assert_eq!(client.get("/v1/product").status, 405);
    assert_eq!(client.get("/health").json(), json!({ "status": "ok" }));
}

#[test]
fn a_body_has_at_most_a_mebibyte() {
    let (_emulator, client) = started(&Settings::default());
    let of = |length: usize| PRODUCT.to_owned() + &" ".repeat(length - PRODUCT.len());
    assert_eq!(client.create(of(1 << 20)).status, 201);
    for length in [(1 << 20) + 1, 8 << 20] {
        let answer = client.create(of(length));
        assert_eq!((answer.status, answer.json()["status"].as_u64()), (413, Some(413)));
    }
}
