//! Tests scripted failures, and clients that exceed the limits.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use crate::client::{Client, PRODUCT, read_all};
use renewal_rules_emulator::{Emulator, Settings};

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
fn further_clients_wait_at_the_connection_limit() {
    let settings = Settings::default().with_connections(1_usize);
    let emulator = Emulator::start(settings).unwrap();
    let send = |stream: &mut TcpStream| {
        stream.write_all(b"GET /_emulator/health HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
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
