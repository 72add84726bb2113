//! Tests login, requests and responses.

use renewal_rules::ProductId;
use renewal_rules_service::{
    Credentials, CredentialsError, LoginCode, LoginErrorKind, RequestError, ResponseErrorKind, TOKEN_LIFETIME_SECONDS,
    Token, change_request, create_request, read_change_response, read_create_response, read_login_request,
    read_login_response,
};

const JSON: Option<&str> = Some("application/json");

#[test]
fn login_request_is_as_documented() {
    let credentials = Credentials::new("vendor \"v\"", "pa\\ss").unwrap();
    let request = credentials.login_request();
    assert_eq!(request.method().as_str(), "POST");
    assert_eq!(request.path(), "/v1/login_check");
    assert_eq!(request.headers(), [("Content-type", "application/json")]);
    assert_eq!(request.body(), r#"{"username":"vendor \"v\"","password":"pa\\ss"}"#);
    assert_eq!(Credentials::new("", "x"), Err(CredentialsError::EmptyUsername));
    assert_eq!(Credentials::new("x", ""), Err(CredentialsError::EmptyPassword));
}

#[test]
fn debug_output_and_errors_hide_secrets() {
    let credentials = Credentials::new("vendor", "SECRET-1").unwrap();
    let body = r#"{"token":"SECRET-2","refresh_token":"SECRET-3"}"#;
    let token = read_login_response(200, body, 5).unwrap();
    let shown = format!("{credentials:?}{:?}{token:?}", credentials.login_request());
    assert!(!shown.contains("SECRET"), "{shown}");
    for (status, body) in [
        (200, r#"{"token":["SECRET"]}"#),
        (200, r#"{"token":{"a":"SECRET"},"refresh_token":"SECRET"}"#),
        (200, "SECRET"),
        (400, r#"{"errors":[{"error":77,"message":"SECRET is wrong"}]}"#),
        (401, r#"{"errors":["SECRET"]}"#),
        (500, "SECRET"),
        (418, r#"{"SECRET":"SECRET"}"#),
    ] {
        let error = read_login_response(status, body, 0).unwrap_err();
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains("SECRET"), "{shown}");
    }
}

#[test]
fn login_errors_depend_on_status_and_body() {
    let read = |status, body: &str| read_login_response(status, body, 0).unwrap_err();
    let two = r#"{"errors":[{"error":1005,"message":"Invalid authorization data."},
        {"error":111,"message":"Invalid data format (Content-type).","more":1}],"trace":"x"}"#;
    let error = read(400, two);
    let codes: Vec<_> = error.errors.iter().map(renewal_rules_service::ServiceError::code).collect();
    assert_eq!(codes, [Some(LoginCode::InvalidData), Some(LoginCode::InvalidContentType)]);
    assert_eq!(
        error.to_string(),
        "the service found the login request invalid (400): error 1005 “Invalid authorization data”, \
         error 111 “Invalid data format (Content-type)”; correct the request"
    );
    assert_eq!(error.kind, LoginErrorKind::BadRequest);

    for (body, count) in [
        ("", 0),
        ("<html>", 0),
        ("{}\u{feff}", 0),
        ("null", 0),
        (r#"{"errors":{}}"#, 0),
        (r#"{"errors":[]}"#, 0),
        (r#"{"errors":[{"error":"1006","message":"x"},{"error":1006,"message":"Bad credentials."}]}"#, 1),
    ] {
        let error = read(401, body);
        assert_eq!(error.kind, LoginErrorKind::Unauthorized, "{body}");
        assert_eq!(error.errors.len(), count, "{body}");
    }

    let error = read(404, two);
    assert_eq!((error.kind, error.errors.len()), (LoginErrorKind::NotFound, 0));
    for status in [0, 204, 302, 400, 401, 403, 404, 408, 425, 429, 500, 501, 502, 503, 504] {
        let error = read(status, "");
        assert_eq!(error.status, status);
        let passes = matches!(status, 408 | 425 | 429 | 500 | 502 | 503 | 504);
        assert_eq!(error.is_retryable(), passes, "{status}");
    }
    for (body, reason) in [
        ("", "is not JSON"),
        ("[]", "is not an object"),
        ("{}", "has no text in `token`"),
        (r#"{"token":""}"#, "has no text in `token`"),
        (r#"{"token":1}"#, "has no text in `token`"),
    ] {
        let error = read(200, body);
        assert_eq!((error.kind, error.status), (LoginErrorKind::NoToken, 200));
        assert_eq!(
            error.to_string(),
            format!("the service accepted the login (200), but its response {reason}; log in again, or ask Support"),
        );
    }
}

fn received(secret: &str, received_at: i64) -> Token {
    Token { secret: secret.into(), refresh_secret: None, received_at }
}

#[test]
fn token_is_valid_for_24_hours() {
    let (token, later) = (received("t", 100), received("u", 5_000));
    assert_eq!(token.expires_at(), 100 + 86_400);
    assert!(!token.is_valid_at(99));
    assert!(token.is_valid_at(100));
    assert!(token.is_valid_at(100 + TOKEN_LIFETIME_SECONDS - 1));
    assert!(!token.is_valid_at(100 + TOKEN_LIFETIME_SECONDS));
    assert!(token.is_valid_at(6_000) && later.is_valid_at(6_000));
    assert_eq!(received("t", i64::MAX).expires_at(), i64::MAX);
}

#[test]
fn incoming_login_reports_the_first_error() {
    let good = r#"{"username":"u","password":"p","more":[1]}"#;
    let check = |content_type, body: &str| {
        read_login_request(content_type, body)
            .map(|who| assert_eq!((who.username(), who.password()), ("u", "p")))
            .map_err(|refusal| (refusal.status(), refusal.number()))
    };
    assert_eq!(check(JSON, good), Ok(()));
    for content_type in ["application/json; charset=utf-8", "APPLICATION/Json", " application/json ;x"] {
        assert_eq!(check(Some(content_type), good), Ok(()), "{content_type}");
    }
    for content_type in [
        None,
        Some(""),
        Some("text/json"),
        Some("application/json5"),
        Some("application/problem+json"),
        Some("x;application/json"),
    ] {
        assert_eq!(check(content_type, "no JSON"), Err((400, 111)));
    }
    for body in ["", "{", "{} x", "{}\u{feff}", r#"{"username":"u",}"#] {
        assert_eq!(check(JSON, body), Err((400, 110)), "{body}");
    }
    assert_eq!(read_login_request(JSON, b"\"\xff\""), Err(LoginCode::InvalidJson));
    for body in [
        "null",
        "[]",
        "{}",
        r#"{"username":"u"}"#,
        r#"{"username":"u","password":""}"#,
        r#"{"username":1,"password":"p"}"#,
        r#"{"username":null,"password":"p"}"#,
    ] {
        assert_eq!(check(JSON, body), Err((400, 1005)), "{body}");
    }
    assert_eq!(check(JSON, &("[".repeat(200_000))), Err((400, 110)));
}

#[test]
fn login_refusals_have_the_documented_body() {
    let body = |content_type, body: &str| read_login_request(content_type, body).unwrap_err().body();
    assert_eq!(body(None, ""), r#"{"errors":[{"error":111,"message":"Invalid data format (Content-type)."}]}"#);
    assert_eq!(body(JSON, ""), r#"{"errors":[{"error":110,"message":"JSON is not valid."}]}"#);
    assert_eq!(body(JSON, "{}"), r#"{"errors":[{"error":1005,"message":"Invalid authorization data."}]}"#);
    assert_eq!(LoginCode::BadCredentials.body(), r#"{"errors":[{"error":1006,"message":"Bad credentials."}]}"#);
    // The client parses the error bodies that the server side writes.
    for code in LoginCode::ALL {
        let error = read_login_response(code.status(), code.body(), 0).unwrap_err();
        assert_eq!(error.errors[0].code(), Some(code));
    }
}

#[test]
fn base_url_excludes_the_version_prefix() {
    let request = create_request("{}").unwrap();
    for (base, url) in [
        ("https://shop.example", "https://shop.example/v1/product"),
        ("https://shop.example/", "https://shop.example/v1/product"),
        ("https://shop.example/v1", "https://shop.example/v1/product"),
        ("http://[::1]:80/a/v1/", "http://[::1]:80/a/v1/product"),
        ("https://a.example/apiv1", "https://a.example/apiv1/v1/product"),
        ("https://a.example/v1/b", "https://a.example/v1/b/v1/product"),
    ] {
        assert_eq!(request.url(base), url);
    }
}

#[test]
fn product_requests_keep_their_text() {
    let id = ProductId::new(101).unwrap();
    let request = create_request(r#"{ "vat": 1.10, "big": 123456789012345678901 }"#).unwrap();
    assert_eq!(request.body(), r#"{"vat":1.10,"big":123456789012345678901}"#);
    assert_eq!(create_request(r#"{"id":1}"#).unwrap_err(), RequestError::IdOnCreate);
    assert_eq!(create_request("[]").unwrap_err(), RequestError::NotAnObject);
    let request = change_request(id, r#"{"id":101.0,"name":"x"}"#).unwrap();
    assert_eq!(request.method().as_str(), "PATCH");
    assert_eq!(request.path(), "/v1/product/101");
    for body in [r#"{"id":102}"#, r#"{"id":"101"}"#] {
        assert_eq!(change_request(id, body).unwrap_err(), RequestError::OtherId { target: id });
    }
}

#[test]
fn product_responses_are_read() {
    assert_eq!(read_create_response(200, r#"{"id":7,"x":{}}"#).unwrap().get(), 7);
    assert_eq!(read_create_response(201, r#"{"id":7.0}"#).unwrap().get(), 7);
    for body in ["", "[]", "{}", r#"{"id":"7"}"#, r#"{"id":0}"#, r#"{"id":null}"#] {
        let error = read_create_response(200, body).unwrap_err();
        assert_eq!(error.kind, ResponseErrorKind::NoId, "{body}");
    }
    let error = read_create_response(422, b"\xffno").unwrap_err();
    assert_eq!((error.kind, error.status), (ResponseErrorKind::Status, 422));
    assert_eq!(error.body, "\u{fffd}no");
    assert!(read_change_response(204, "").is_ok());
    assert!(read_change_response(304, "").is_err());
}

#[test]
fn malformed_error_items_keep_other_codes() {
    let deep = "[".repeat(1000) + &"]".repeat(1000);
    for other in [
        r#""\ud800":1"#,
        r#""x":"\ud800""#,
        r#""x":1e999"#,
        r#""x":{"$serde_json::private::RawValue":1}"#,
        &format!(r#""x":{deep}"#),
    ] {
        let body = format!(r#"{{"errors":[{{"error":110.0,"message":"m",{other}}}, {{"error":7}}],{other}}}"#);
        let read = read_login_response(400, &body, 0).unwrap_err();
        let codes: Vec<_> = read.errors.iter().map(|e| (e.error, &*e.message)).collect();
        assert_eq!(codes, [(110, "m"), (7, "")], "{body}");
    }
    let lossy = r#"{"errors":[{"error":1006,"message":"a\ud800"}]}"#;
    let lossy = read_login_response(400, lossy, 0).unwrap_err();
    assert!(lossy.errors[0].message.starts_with("a\u{fffd}"));
}

#[test]
fn error_codes_are_integers_in_any_spelling() {
    for (text, code) in [
        ("110", Some(110)),
        ("110.0", Some(110)),
        ("1.1e2", Some(110)),
        ("-0.0", Some(0)),
        ("-5", Some(-5)),
        ("9223372036854775807", Some(i64::MAX)),
        ("-9223372036854775808", Some(i64::MIN)),
        ("9223372036854775808", None),
        ("1e18", Some(1_000_000_000_000_000_000)),
        ("1e999", None),
        ("110.5", None),
        ("\"110\"", None),
        ("null", None),
    ] {
        let body = format!(r#"{{"errors":[{{"error":{text},"message":""}}]}}"#);
        let read = read_login_response(400, body, 0).unwrap_err();
        let codes: Vec<_> = read.errors.iter().map(|error| error.error).collect();
        assert_eq!(codes.first().copied(), code, "{text}");
    }
}

#[test]
fn malformed_refresh_token_keeps_the_token() {
    for refresh in ["1", "null", "{}", r#""""#, "1e999"] {
        let body = format!(r#"{{"token":"t","refresh_token":{refresh},"\ud800":"\udc00"}}"#);
        let token = read_login_response(200, body, 0).unwrap();
        assert_eq!((&*token.secret, token.refresh_secret), ("t", None));
    }
}

#[test]
fn lone_surrogate_is_valid_in_a_login() {
    let json = Some("application/json");
    let other = r#"{"\ud800":1,"username":"a","password":"b"}"#;
    let who = read_login_request(json, other).unwrap();
    assert_eq!((who.username(), who.password()), ("a", "b"));
    let body = r#"{"username":"a","password":"\ud800"}"#;
    let who = read_login_request(json, body).unwrap();
    assert_eq!(who.password(), "\u{fffd}");
    let empty = read_login_request(json, r#"{"username":"","password":"\ud800"}"#);
    assert_eq!(empty.unwrap_err(), LoginCode::InvalidData);
}
