//! Tests calls by web pages of other origins (CORS).

use renewal_rules_emulator::{Emulator, Settings};

use crate::client::{Client, JSON, PRODUCT};

const PAGE: (&str, &str) = ("Origin", "http://localhost:5173");

fn start(settings: Settings) -> (Emulator, Client) {
    let cors = ["http://localhost:5173", "https://App.Example:443/"].map(str::to_owned);
    Client::start(settings.with_cors(cors))
}

#[test]
fn a_preflight_of_an_allowed_origin_succeeds() {
    let (_emulator, client) = start(Settings::default().with_token_header("X-Key: {token}".to_owned()));
    for (method, path) in [
        ("POST", "/v1/login_check"),
        ("POST", "/v1/product"),
        ("PATCH", "/v1/product/101"),
        ("POST", "/_emulator/reset"),
        ("PUT", "/_emulator/clock"),
        ("DELETE", "/_emulator/requests"),
    ] {
        for origin in [PAGE, ("Origin", "https://app.example")] {
            let names = ("Access-Control-Request-Headers", "content-type,authorization,x-key");
            let headers = [origin, ("Access-Control-Request-Method", method), names];
            let response = client.send("OPTIONS", path, &headers);
            assert!((200..300).contains(&response.status), "{path}");
            assert_eq!(response.header("access-control-allow-origin"), Some(origin.1));
            assert!(response.header("access-control-allow-methods").unwrap().contains(method));
            let allowed = response.header("access-control-allow-headers").unwrap();
            assert!(["content-type", "authorization", "x-key"].iter().all(|name| allowed.contains(name)), "{allowed}");
            assert!(response.header("access-control-max-age").is_some());
            assert!(response.header("vary").unwrap().contains("origin"));
        }
    }
}

#[test]
fn responses_to_an_allowed_origin_can_be_read() {
    let (_emulator, client) = start(Settings::default());
    client.admin("failures", r#"[{"call":"create","before":429,"retryAfter":1}]"#);
    let token = format!("Bearer {}", client.token);
    for (path, status) in [
        ("/v1/product", 429),
        ("/v1/product", 201),
        ("/v1/login_check", 400),
        ("/_emulator/health", 405),
        ("/unknown", 404),
        ("/_emulator/reset", 204),
    ] {
        let cross_site = ("Sec-Fetch-Site", "cross-site");
        let response = client.post(
            path,
            &[JSON, PAGE, cross_site, ("Authorization", &token)],
            match status {
                201 => PRODUCT,
                204 => "null",
                _ => "{}",
            },
        );
        let response = response.unwrap();
        assert_eq!((response.status, response.header("access-control-allow-origin")), (status, Some(PAGE.1)), "{path}");
        assert!(response.header("access-control-expose-headers").unwrap().contains("retry-after"));
    }
}

#[test]
fn other_origins_get_no_permission() {
    let (_emulator, client) = start(Settings::default());
    for origin in ["http://localhost:5174", "https://localhost:5173", "http://app.example", "null"] {
        let headers = [("Origin", origin), ("Access-Control-Request-Method", "POST")];
        for (method, path) in [("OPTIONS", "/v1/product"), ("POST", "/v1/product"), ("POST", "/_emulator/reset")] {
            let response = client.send(method, path, &headers);
            assert_eq!(response.header("access-control-allow-origin"), None, "{origin} {path}");
            assert!(response.header("vary").unwrap().contains("origin"));
        }
        assert_eq!(client.send("POST", "/_emulator/reset", &headers).status, 403);
    }
}

#[test]
fn without_an_allowed_origin_there_are_no_cors_headers() {
    let (_emulator, client) = Client::start(Settings::default());
    for (method, path) in [("OPTIONS", "/v1/product"), ("POST", "/v1/login_check"), ("GET", "/_emulator/health")] {
        let response = client.send(method, path, &[PAGE, ("Access-Control-Request-Method", "POST")]);
        let mut names = response.headers.keys().map(ureq::http::HeaderName::as_str);
        assert!(!names.any(|name| name.starts_with("access-control-") || name == "vary"), "{method} {path}");
    }
}

#[test]
fn invalid_origins_are_refused() {
    for origin in [
        "",
        "*",
        "null",
        "localhost:5173",
        "http://",
        "://x",
        "http://x/path",
        "http://x?q",
        "http://u@x",
        "http://*.x",
        "http://a b",
    ] {
        let settings = Settings::default().with_cors([origin.to_owned()]);
        let error = Emulator::start(settings).err().map(|error| error.to_string());
        assert!(error.is_some_and(|error| error.contains("expected an origin")), "{origin}");
    }
}
