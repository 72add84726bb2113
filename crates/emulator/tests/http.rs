//! Tests the statuses, methods and headers that HTTP prescribes.

use std::io::Write as _;
use std::net::TcpStream;

use renewal_rules_emulator::{Filter, Settings};

use crate::client::{Client, JSON, PRODUCT, read_all};

#[test]
fn the_authorization_scheme_is_case_insensitive() {
    for template in
        ["Authorization: Bearer {token}", "authorization: BEARER {token}", "Authorization: Custom <{token}>"]
    {
        let (_emulator, client) = Client::start(Settings::default().with_token_header(template.to_owned()));
        let (scheme, rest) = template.split_once(": ").unwrap().1.split_once(' ').unwrap();
        let token = rest.replace("{token}", &client.token);
        let status = |value: &str| client.post("/v1/product", &[("Authorization", value)], PRODUCT).unwrap().status;
        for scheme in [scheme, &scheme.to_lowercase(), &scheme.to_uppercase()] {
            assert_eq!(status(&format!("{scheme} {token}")), 201, "{scheme}");
            assert_eq!(status(&format!("{scheme}   {token}")), 201, "{scheme}");
        }
        for value in
            [&token, scheme, &format!("{scheme}{token}"), &format!("Basic {token}"), &format!("x{scheme} {token}")]
        {
            assert_eq!(status(value), 401, "{value}");
        }
    }
}

#[test]
fn every_401_has_a_challenge() {
    for (template, challenge) in [
        (Some("Authorization: Bearer {token}"), "Bearer "),
        (Some("Authorization: Custom {token}"), "Custom "),
        (Some("X-Key: {token}"), "X-Key "),
        (None, "Bearer "),
    ] {
        let settings = Settings::default().with_token_header(template.map(str::to_owned));
        let (_emulator, client) = Client::start(settings);
        client.admin("failures", r#"[{"before":401,"times":2},{"after":401}]"#);
        let login = |password: &str| {
            let body = format!(r#"{{"username":"emulator","password":"{password}"}}"#);
            client.post("/v1/login_check", &[JSON], body).unwrap()
        };
        let scripted = [client.create(PRODUCT), client.change("101", "{}"), login("emulator")];
        let refused = template.map(|_| client.post("/v1/product", &[JSON], PRODUCT).unwrap());
        for response in scripted.into_iter().chain(refused).chain([login("wrong")]) {
            let header = response.header("www-authenticate").unwrap();
            assert!(response.status == 401 && header.starts_with(challenge), "{header}");
        }
    }
}

#[test]
fn a_wrong_method_is_405_with_the_allowed_methods() {
    let (_emulator, client) = Client::start(Settings::default());
    client.create(PRODUCT);
    assert_eq!(client.change("101", "{}").header("content-type"), None);
    for (path, allowed) in [
        ("/v1/login_check", "POST"),
        ("/v1/product", "POST"),
        ("/v1/product/101", "PATCH"),
        ("/_emulator/health", "GET,HEAD"),
        ("/_emulator/products", "GET,HEAD"),
        ("/_emulator/requests", "GET,HEAD,DELETE"),
        ("/_emulator/verify", "POST"),
        ("/_emulator/failures", "GET,HEAD,POST,DELETE"),
        ("/_emulator/clock", "GET,HEAD,POST,PUT"),
        ("/_emulator/seed", "POST"),
        ("/_emulator/purchases", "POST"),
        ("/_emulator/events", "GET,HEAD"),
        ("/_emulator/reset", "POST"),
    ] {
        for method in ["GET", "POST", "PATCH", "PUT", "DELETE"] {
            if !allowed.split(',').any(|allowed| allowed == method) {
                let response = client.send(method, path, &[JSON]);
                response.assert_problem(405);
                assert_eq!(response.header("allow"), Some(allowed), "{method} {path}");
            }
        }
        let options = client.send("OPTIONS", path, &[]);
        assert_eq!(
            (options.status, options.header("allow"), options.text.as_str()),
            (204, Some(allowed), ""),
            "{path}"
        );
        assert_eq!(options.header("content-type"), None, "{path}");
        let head = client.send("HEAD", path, &[]);
        assert_eq!((head.status, head.text.as_str()), (if allowed.contains("HEAD") { 200 } else { 405 }, ""), "{path}");
    }
    client.admin("failures", r#"[{"before":405}]"#);
    let response = client.create(PRODUCT);
    response.assert_problem(405);
    assert_eq!(response.header("allow"), Some(""));
}

#[test]
fn invalid_admin_bodies_are_problem_details() {
    let (_emulator, client) = Client::start(Settings::default());
    for path in ["/_emulator/failures", "/_emulator/clock", "/_emulator/verify", "/_emulator/purchases"] {
        for (headers, body, status) in [
            (&[JSON][..], "!".to_owned(), 400),
            (&[JSON], String::new(), 400),
            (&[JSON], r#""text""#.to_owned(), 422),
            (&[("Content-Type", "text/plain")], "1".to_owned(), 415),
            (&[], "[]".to_owned(), 415),
            (&[JSON], " ".repeat((1 << 20) + 1), 413),
        ] {
            client.post(path, headers, body).unwrap().assert_problem(status);
        }
    }
}

#[test]
fn messages_name_the_expected_json() {
    let (_emulator, client) = Client::start(Settings::default());
    let fault = r#"expected a status from 200 to 599 as a number, "break", "not-json" or "cut-off""#;
    for (method, path, body, expected) in [
        ("POST", "failures", r#"[{"before":"503"}]"#, fault),
        ("POST", "failures", r#"[{"after":"explode"}]"#, fault),
        ("POST", "failures", r#"[{"before":{"break":null}}]"#, fault),
        ("POST", "failures", r#"[{"before":600}]"#, fault),
        ("POST", "failures", r#"[{"call":{"create":null}}]"#, "[0].call: invalid type: object, expected a string"),
        ("POST", "failures", r#"[{"call":"delete"}]"#, "expected one of `login`, `create`, `change`"),
        ("POST", "verify", r#"[{"match":{"call":{"create":null}},"count":0}]"#, "expected a string"),
        ("POST", "reset", r#"[{"clock":null}]"#, "invalid type: object, expected a string"),
        ("POST", "failures", r#"{"before":503}"#, "invalid body: invalid type: object, expected an array"),
        (
            "POST",
            "failures",
            r#"[{"times":0}]"#,
            "[0].times: invalid value: integer `0`, expected a whole number from 1",
        ),
        ("POST", "failures", r#"[{"delayMs":-1}]"#, "expected a whole number from 0"),
        ("POST", "verify", r#"[{"count":"2"}]"#, "expected a whole number from 0"),
        ("POST", "clock", r#""1""#, "expected a positive or negative whole number"),
        ("PUT", "clock", r#""9999-12-31T23:59:59Z""#, "expected a time until 9999-12-30T22:00:00Z, such as 2026"),
        ("POST", "clock", "-99999999999", "the clock must stay in the years 0 to 9999; move it less far"),
        ("PUT", "clock", "5", "expected a string"),
        ("POST", "seed", r#"{"clock":"today"}"#, "invalid seed: expected a time until"),
        ("POST", "seed", "", "invalid seed: expected products, or an object with `products`"),
        ("POST", "seed", r#"{"prodcts":[]}"#, "a seed is products, or an object with `products`"),
        ("POST", "reset", r#"{"products":true}"#, "invalid type: object, expected an array"),
        ("GET", "requests?status=x", "", "invalid query: status: expected a whole number"),
    ] {
        let response = client.admin_with(method, path, body);
        response.assert_problem(if method == "GET" { 400 } else { 422 });
        let problem = response.json();
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(expected), "{method} {path} {body}: {detail}");
    }
}

#[test]
fn encoded_unreserved_characters_are_equivalent() {
    let (emulator, client) = Client::start(Settings::default().with_token_header(None));
    let scripted = r#"[{"call":"create","before":503}]"#;
    assert_eq!(client.post("/%5Femulator/f%61ilures", &[JSON], scripted).unwrap().status, 200);
    assert_eq!(client.post("/v1/%70roduct", &[JSON], PRODUCT).unwrap().status, 503);
    assert_eq!(client.post("/%76%31/%70roduc%74", &[JSON], PRODUCT).unwrap().status, 201);
    assert_eq!(client.change("%3101", "{}").status, 204);
    // A reserved character has another meaning if it is encoded.
    assert_eq!(client.post("/v1%2Fproduct", &[JSON], PRODUCT).unwrap().status, 404);
    assert_eq!(client.send("GET", "/_emul%61tor/requests?status=abc", &[]).status, 400);
    let requests = emulator.requests(&Filter { path: Some("/v1/product/101".into()), ..Filter::default() });
    assert_eq!(requests.iter().filter_map(|request| request.product_id).count(), 1);
    // The checks of the admin API apply to each spelling.
    assert_eq!(client.send("POST", "/%5femulator/reset", &[("Origin", "https://evil.example")]).status, 403);
}

#[test]
fn ids_that_are_not_utf8_are_404() {
    let (emulator, client) = Client::start(Settings::default());
    for id in ["%ff", "%", "%00", "%2F", "1%"] {
        let mut stream = TcpStream::connect(emulator.address()).unwrap();
        let token = &client.token;
        write!(
            stream,
            "PATCH /v1/product/{id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {token}\r\nContent-Length: 2\r\n\r\n{{}}"
        )
        .unwrap();
        let text = read_all(&mut stream);
        assert!(text.starts_with("HTTP/1.1 404") && text.contains("application/problem+json"), "{text}");
    }
}
