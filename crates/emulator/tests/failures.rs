//! Tests scripted failures, and clients that exceed the limits.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use crate::client::{Client, PRODUCT, read_all};
use renewal_rules_emulator::{Emulator, Filter, Settings};

#[test]
fn a_connection_breaks_before_or_after_a_creation() {
    let (_emulator, client) = Client::start(Settings::default());
    for (when, count) in [("before", 0), ("after", 1)] {
        client.admin("failures", &format!(r#"[{{"call":"create","{when}":"break"}}]"#));
        assert!(client.try_create(PRODUCT).is_err(), "{when}");
        assert_eq!(client.count_products(), count, "{when}");
    }
    assert_eq!(client.create(PRODUCT).text, r#"{"id":102}"#);
}

#[test]
fn a_scripted_status_has_retry_after() {
    let (_emulator, client) = Client::start(Settings::default());
    client.admin("failures", r#"[{"before":429,"retryAfter":3,"times":2},{"after":504}]"#);
    for _ in 0..2 {
        let response = client.create(PRODUCT);
        assert_eq!((response.status, response.header("retry-after")), (429, Some("3")));
        assert_eq!(client.count_products(), 0);
    }
    assert_eq!(client.create(PRODUCT).status, 504);
    assert_eq!(client.count_products(), 1);
    assert_eq!(client.create(PRODUCT).status, 201);
}

#[test]
fn some_scripted_statuses_have_no_body() {
    let (emulator, client) = Client::start(Settings::default());
    for status in ["204 No Content", "205 Reset Content", "304 Not Modified"] {
        let (code, _) = status.split_once(' ').unwrap();
        client.admin("failures", &format!(r#"[{{"before":{code}}}]"#));
        let text = client.raw_response("POST", "/v1/product", PRODUCT);
        assert!(text.starts_with(&format!("HTTP/1.1 {status}\r\n")) && text.ends_with("\r\n\r\n"), "{text}");
        assert!(!text.contains("content-type"), "{text}");
        // RFC 9110 forbids this header with 204. With 205, the length must be 0.
        assert_eq!(text.contains("content-length"), code == "205", "{text}");
        let request = emulator.requests(&Filter::default()).pop().unwrap();
        assert!(request.response.is_some_and(|response| response.body.is_none()), "{status}");
    }
}

#[test]
fn an_unknown_status_has_no_reason() {
    let (_emulator, client) = Client::start(Settings::default());
    client.admin("failures", r#"[{"before":599}]"#);
    let text = client.raw_response("POST", "/v1/product", PRODUCT);
    assert!(text.starts_with("HTTP/1.1 599 \r\n"), "{text}");
}

#[test]
fn a_response_is_not_json_or_cut_off() {
    let (_emulator, client) = Client::start(Settings::default());
    client.admin(
        "failures",
        r#"[{"after":"not-json"},{"call":"create","after":"cut-off"},{"call":"change","after":"cut-off"}]"#,
    );
    let response = client.create(PRODUCT);
    assert_eq!((response.status, response.header("content-type")), (201, Some("text/html; charset=utf-8")));
    assert!(client.try_create(PRODUCT).is_err());
    assert_eq!(client.count_products(), 2);
    assert!(client.try_change("101", r#"{"name":"New"}"#).is_err());
    assert!(client.products().contains("New"));
}

#[test]
fn half_of_a_cut_off_body_arrives() {
    let (emulator, client) = Client::start(Settings::default());
    client.admin("failures", r#"[{"call":"create","after":"cut-off"}]"#);
    let mut stream = TcpStream::connect(emulator.address()).unwrap();
    let (token, length) = (&client.token, PRODUCT.len());
    write!(stream, "POST /v1/product HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Length: {length}\r\n\r\n{PRODUCT}").unwrap();
    let text = read_all(&mut stream);
    assert!(text.starts_with("HTTP/1.1 201") && text.ends_with("\r\n\r\n{\"id\""), "{text}");
    assert!(text.contains("content-length: 10\r\n"), "{text}");
}

#[test]
fn failures_apply_to_their_call_in_order() {
    let (_emulator, client) = Client::start(Settings::default());
    client.create(PRODUCT);
    client.admin("failures", r#"[{"call":"change","before":503},{"call":"login","before":500},{"call":"create"},{"call":"create","before":400,"delayMs":1}]"#);
    assert_eq!(client.get("/_emulator/failures").json().as_array().unwrap().len(), 4);
    assert_eq!(client.create(PRODUCT).status, 201);
    assert_eq!(client.create(PRODUCT).status, 400);
    assert!(client.log_in("emulator", "emulator").is_none());
    assert!(client.log_in("emulator", "emulator").is_some());
    assert_eq!(client.change("101", "{}").status, 503);
    assert_eq!(client.get("/_emulator/failures").text, "[]");
    for wrong in [
        "",
        "[{]",
        r#"[{"befor":429}]"#,
        r#"[{"before":"later"}]"#,
        r#"[{"times":0}]"#,
        r#"[{"before":99}]"#,
        "[[]]",
        r#"[["create","break"]]"#,
    ] {
        assert!(client.admin("failures", wrong).status >= 400, "{wrong}");
    }
}

#[test]
fn a_pass_delays_the_next_failure() {
    let (emulator, client) = Client::start(Settings::default());
    client.admin("failures", r#"[{"call":"create","pass":true,"times":2},{"call":"create","before":503}]"#);
    assert_eq!([(); 4].map(|()| client.create(PRODUCT).status), [201, 201, 503, 201]);
    for contradiction in
        [r#"[{"pass":true,"before":503}]"#, r#"[{"pass":true,"after":"break"}]"#, r#"[{"before":503,"after":503}]"#]
    {
        let response = client.admin("failures", contradiction);
        response.assert_problem(422);
        assert!(response.text.contains("one of `before`, `after` and `pass`"), "{}", response.text);
    }
    assert_eq!(emulator.failures(), []);
}

#[test]
fn pending_failures_can_be_deleted() {
    let (_emulator, client) = Client::start(Settings::default());
    client.admin("failures", r#"[{"before":503},{"before":500}]"#);
    assert_eq!(client.admin_with("DELETE", "failures", "").status, 204);
    assert_eq!((client.get("/_emulator/failures").text.as_str(), client.create(PRODUCT).status), ("[]", 201));
}

#[test]
fn a_reset_deletes_everything() {
    let (_emulator, mut client) = Client::start(Settings::default());
    client.create(PRODUCT);
    client.admin("failures", r#"[{"before":503}]"#);
    assert_eq!(client.admin("reset", "").status, 204);
    assert_eq!((client.products(), client.create(PRODUCT).status), ("[]".to_owned(), 401));
    client.token = client.log_in("emulator", "emulator").unwrap();
    assert_eq!(client.create(PRODUCT).text, r#"{"id":101}"#);
}

#[test]
fn slow_senders_are_disconnected() {
    let settings = Settings::default().with_time_to_send(Duration::from_millis(50));
    let emulator = Emulator::start(settings).unwrap();
    for (sent, expected) in [
        ("", ""),
        ("POST /v1/product HTTP/1.1\r\nHost:", ""),
        ("POST /v1/product HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{", "HTTP/1.1 408"),
    ] {
        let mut stream = TcpStream::connect(emulator.address()).unwrap();
        stream.write_all(sent.as_bytes()).unwrap();
        let text = read_all(&mut stream);
        assert!(text.starts_with(expected), "{text}");
    }
}

#[test]
fn declared_long_bodies_are_refused_at_once() {
    // A timeout would be 408, and would take longer than any test.
    let settings = Settings::default().with_time_to_send(Duration::from_mins(10));
    let emulator = Emulator::start(settings).unwrap();
    let length = (1 << 20) + 1;
    for (path, header) in [
        ("/v1/product", ""),
        ("/v1/product", "Expect: 100-continue\r\n"),
        ("/_emulator/seed", ""),
        ("/_emulator/seed", "Expect: 100-continue\r\n"),
    ] {
        let mut stream = TcpStream::connect(emulator.address()).unwrap();
        write!(stream, "POST {path} HTTP/1.1\r\nHost: localhost\r\n{header}Content-Length: {length}\r\n\r\n").unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).unwrap();
        assert_eq!(status, *b"HTTP/1.1 413", "{path} {header}");
    }
}

#[test]
fn the_connection_stays_open_after_a_long_body() {
    let (emulator, client) = Client::start(Settings::default());
    for framing in ["Content-Length: 3000000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n2dc6c0\r\n"] {
        let mut stream = TcpStream::connect(emulator.address()).unwrap();
        write!(stream, "POST /v1/product HTTP/1.1\r\nHost: localhost\r\n{framing}").unwrap();
        stream.write_all(&vec![b' '; 3_000_000]).unwrap();
        let end = if framing.starts_with('T') { "\r\n0\r\n\r\n" } else { "" };
        write!(stream, "{end}GET /_emulator/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
        let text = read_all(&mut stream);
        assert!(text.starts_with("HTTP/1.1 413") && text.contains("HTTP/1.1 200"), "{text}");
    }
    assert_eq!(client.requests("?status=413").len(), 2);
}

#[test]
fn long_heads_are_refused_without_a_body() {
    let emulator = Emulator::start(Settings::default()).unwrap();
    let head = |length: usize| {
        let start = "GET /_emulator/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: ";
        format!("{start}{}\r\n\r\n", "a".repeat(length - start.len() - 4))
    };
    let limit = 64 << 10;
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "X: a\r\n".repeat(101));
    for (head, status) in [(head(limit), 200), (head(limit + 1), 431), (head(100_000), 431), (many, 431)] {
        let mut stream = TcpStream::connect(emulator.address()).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        let text = read_all(&mut stream);
        assert!(text.starts_with(&format!("HTTP/1.1 {status} ")), "{text}");
        assert_eq!(text.ends_with("\r\n\r\n"), status == 431, "{text}");
    }
}

#[test]
fn further_clients_wait_at_the_connection_limit() {
    let settings = Settings::default().with_connections(std::num::NonZeroU16::MIN);
    let emulator = Emulator::start(settings).unwrap();
    let send = |stream: &mut TcpStream| {
        stream.write_all(b"GET /_emulator/health HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    };
    let mut first = TcpStream::connect(emulator.address()).unwrap();
    send(&mut first);
    first.read_exact(&mut [0; 12]).unwrap();
    let mut second = TcpStream::connect(emulator.address()).unwrap();
    send(&mut second);
    second.set_nonblocking(true).unwrap();
    // The second client must still wait after the server has responded to the first client again.
    send(&mut first);
    first.read_exact(&mut [0; 120]).unwrap();
    assert!(second.read(&mut [0; 1]).is_err());
    drop(first);
    second.set_nonblocking(false).unwrap();
    second.read_exact(&mut [0; 12]).unwrap();
}
