//! Tests which requests may call the admin API.

use std::net::SocketAddr;

use renewal_rules_emulator::{Emulator, Settings};

use crate::client::{Client, JSON, PRODUCT};

const CALLS: [(&str, &str); 15] = [
    ("GET", "/_emulator/requests"),
    ("DELETE", "/_emulator/requests"),
    ("POST", "/_emulator/verify"),
    ("DELETE", "/_emulator/failures"),
    ("PUT", "/_emulator/clock"),
    ("POST", "/_emulator/seed"),
    ("POST", "/_emulator/purchases"),
    ("GET", "/_emulator/events"),
    ("GET", "/_emulator/products"),
    ("HEAD", "/_emulator/products"),
    ("GET", "/_emulator/failures"),
    ("POST", "/_emulator/failures"),
    ("POST", "/_emulator/clock"),
    ("POST", "/_emulator/reset"),
    ("POST", "/_emulator/unknown"),
];

/// Starts an emulator on all addresses; returns its address on loopback.
fn start_public(settings: Settings) -> (Emulator, SocketAddr) {
    let emulator = Emulator::start(settings.with_address(([0, 0, 0, 0], 0))).unwrap();
    let address = ([127, 0, 0, 1], emulator.address().port()).into();
    (emulator, address)
}

fn with_token() -> Settings {
    Settings::default().with_admin_token("s3cret".to_owned())
}

#[test]
fn foreign_pages_cannot_call_the_admin_api() {
    let (emulator, client) = Client::start(Settings::default());
    client.create(PRODUCT);
    let address = emulator.address();
    let (port, other_port) = (address.port(), address.port() ^ 1);
    let own_name = format!("http://localhost.evil.example:{port}");
    let own_port = format!("http://evil.example:{port}");
    let neighbour = format!("http://127.0.0.1:{other_port}");
    let rebound = format!("evil.example:{port}");
    for header in [
        ("Origin", "https://evil.example"),
        ("Origin", "null"),
        ("Origin", ""),
        ("Origin", "file://"),
        ("Origin", &own_name),
        ("Origin", &own_port),
        ("Origin", &neighbour),
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Site", "same-site"),
        ("Host", "evil.example"),
        ("Host", &rebound),
        ("Host", "localhost.evil.example"),
        ("Host", "127.0.0.1.evil.example"),
        ("Host", "127.0.0.1@evil.example"),
        ("Host", "0.0.0.0"),
        ("Host", "192.168.0.1"),
        ("Host", "[::2]"),
    ] {
        for (method, path) in CALLS.into_iter().chain([("GET", "/_emulator/health")]) {
            let response = client.send(method, path, &[header, ("Content-Type", "text/plain")]);
            assert_eq!(response.status, 403, "{method} {path} {header:?}");
            if method != "HEAD" {
                response.assert_problem(403);
            }
        }
    }
    // After DNS rebinding, `Host` and `Origin` name the same foreign host.
    let headers = [("Host", rebound.as_str()), ("Origin", &own_port), ("Sec-Fetch-Site", "same-origin")];
    client.send("POST", "/_emulator/reset", &headers).assert_problem(403);
    assert_eq!(client.count_products(), 1);
}

#[test]
fn local_clients_can_call_the_admin_api() {
    let (emulator, client) = Client::start(Settings::default());
    let port = emulator.address().port();
    let own = [format!("http://127.0.0.1:{port}"), format!("http://localhost:{port}"), format!("http://[::1]:{port}")];
    for origin in &own {
        let headers = [("Origin", origin.as_str()), ("Sec-Fetch-Site", "same-origin")];
        assert_eq!(client.send("POST", "/_emulator/reset", &headers).status, 204, "{origin}");
    }
    for host in ["localhost", "LOCALHOST:1", "127.0.0.1", "127.1.2.3:80", "[::1]", "[::1]:8040", "[::ffff:127.0.0.1]"] {
        let headers = [("Host", host), ("Sec-Fetch-Site", "none")];
        assert_eq!(client.send("GET", "/_emulator/products", &headers).status, 200, "{host}");
    }
}

#[test]
fn hosts_are_checked_in_every_spelling_of_a_request() {
    use std::io::Write as _;

    let emulator = Emulator::start(Settings::default()).unwrap();
    for (request, status) in [
        ("GET /_emulator/products HTTP/1.1\r\n", 403),
        ("GET /_emulator/products HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n", 403),
        ("GET http://evil.example/_emulator/products HTTP/1.1\r\nHost: localhost\r\n", 403),
        ("GET http://localhost/_emulator/products HTTP/1.1\r\nHost: evil.example\r\n", 403),
        ("GET http://localhost/_emulator/products HTTP/1.1\r\nHost: localhost\r\n", 200),
    ] {
        let mut stream = std::net::TcpStream::connect(emulator.address()).unwrap();
        write!(stream, "{request}Connection: close\r\n\r\n").unwrap();
        let text = crate::client::read_all(&mut stream);
        assert!(text.starts_with(&format!("HTTP/1.1 {status}")), "{request} {text}");
    }
}

#[test]
fn outside_loopback_the_admin_api_needs_a_token() {
    let (_emulator, address) = start_public(Settings::default());
    let client = Client::logged_in(&format!("http://{address}"));
    assert_eq!(client.create(PRODUCT).status, 201);
    for (method, path) in CALLS.into_iter().filter(|(method, _)| *method != "HEAD") {
        let response = client.send(method, path, &[JSON, ("Authorization", "Bearer ")]);
        response.assert_problem(403);
        assert!(response.text.contains("--admin-token"), "{}", response.text);
    }
    assert_eq!(client.send("GET", "/_emulator/health", &[("Host", "emulator:8040")]).status, 200);

    let (_emulator, address) = start_public(with_token());
    let client = Client::new(&format!("http://{address}"));
    // With the admin token, any host name is accepted: in a container, clients use another name for the emulator.
    let headers = [("Host", "emulator:8040"), ("Authorization", "Bearer s3cret")];
    assert_eq!(client.send("GET", "/_emulator/products", &headers).text, "[]");
    assert_eq!(client.send("GET", "/_emulator/products", &headers[..1]).status, 401);
    let foreign = [headers[1], ("Origin", "https://evil.example")];
    assert_eq!(client.send("POST", "/_emulator/reset", &foreign).status, 403);
}

#[test]
fn a_configured_admin_token_is_required() {
    let emulator = Emulator::start(with_token()).unwrap();
    let client = Client::logged_in(&emulator.url());
    for value in ["Bearer s3cret", "bearer s3cret", "BEARER   s3cret"] {
        assert_eq!(client.send("GET", "/_emulator/products", &[("Authorization", value)]).status, 200, "{value}");
    }
    let service_token = format!("Bearer {}", client.token);
    for value in [
        "",
        "Bearer",
        "Bearer ",
        "Bearer s3cre",
        "Bearer s3cret1",
        "Bearer S3CRET",
        "Basic s3cret",
        "s3cret",
        &service_token,
    ] {
        for (method, path) in CALLS.into_iter().filter(|(method, _)| *method != "HEAD") {
            let response = client.send(method, path, &[JSON, ("Authorization", value)]);
            response.assert_problem(401);
            assert!(response.header("www-authenticate").unwrap().starts_with("Bearer"), "{value}");
        }
    }
    assert_eq!(client.send("GET", "/_emulator/health", &[]).status, 200);
}

#[test]
fn invalid_admin_tokens_are_refused() {
    for token in ["", " ", "a b", "a\n", "ü"] {
        let settings = Settings::default().with_admin_token(token.to_owned());
        assert!(Emulator::start(settings).is_err_and(|error| error.to_string().contains("admin token")), "{token}");
    }
}
