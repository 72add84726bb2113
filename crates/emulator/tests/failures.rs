//! Failures that are asked for, and clients that fail.

use std::io::{Read as _, Write as _};
use std::net::{TcpStream, UdpSocket};
use std::time::Duration;

use crate::client::{Client, PRODUCT};
use renewal_rules_emulator::{Emulator, Settings};

fn started() -> (Emulator, Client) {
    let emulator = Emulator::start(&Settings::default()).unwrap();
    let client = Client::logged_in(&emulator.url());
    (emulator, client)
}

/// How many products there are.
fn count(client: &Client) -> usize {
    client.products().matches("\"id\"").count()
}

#[test]
fn a_connection_breaks_before_or_after_the_product_is_created() {
    let (_emulator, client) = started();
    for (when, made) in [("before", 0), ("after", 1)] {
        client.admin("failures", &format!(r#"[{{"call":"create","{when}":"break"}}]"#));
        assert!(client.try_create(PRODUCT).is_err(), "{when}");
        assert_eq!(count(&client), made, "{when}");
    }
    assert_eq!(client.create(PRODUCT).text, r#"{"id":102}"#);
}

#[test]
fn a_status_is_answered_with_a_time_to_wait() {
    let (_emulator, client) = started();
    client.admin("failures", r#"[{"before":429,"retryAfter":3,"times":2},{"after":504}]"#);
    for _ in 0..2 {
        let answer = client.create(PRODUCT);
        assert_eq!((answer.status, answer.header("retry-after")), (429, Some("3")));
        assert_eq!(count(&client), 0);
    }
    assert_eq!(client.create(PRODUCT).status, 504);
    assert_eq!(count(&client), 1);
    assert_eq!(client.create(PRODUCT).status, 201);
}

#[test]
fn an_answer_is_not_json_or_cut_off() {
    let (_emulator, client) = started();
    client.admin(
        "failures",
        r#"[{"after":"not-json"},{"call":"create","after":"cut-off"},{"call":"change","after":"cut-off"}]"#,
    );
    let answer = client.create(PRODUCT);
    assert_eq!((answer.status, answer.header("content-type")), (201, Some("text/html; charset=utf-8")));
    assert!(client.try_create(PRODUCT).is_err());
    assert_eq!(count(&client), 2);
    assert!(client.try_change("101", r#"{"name":"New"}"#).is_err());
    assert!(client.products().contains("New"));
}

#[test]
fn the_half_of_a_body_that_is_cut_off_arrives() {
    let (emulator, client) = started();
    client.admin("failures", r#"[{"call":"create","after":"cut-off"}]"#);
    let mut stream = TcpStream::connect(emulator.address()).unwrap();
    let (token, length) = (&client.token, PRODUCT.len());
    write!(stream, "POST /v1/product HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Length: {length}\r\n\r\n{PRODUCT}").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert!(text.starts_with("HTTP/1.1 201") && text.ends_with("\r\n\r\n{\"id\""), "{text}");
    assert!(text.contains("content-length: 10\r\n"), "{text}");
}

#[test]
fn failures_are_meant_for_a_call_and_come_in_their_order() {
    let (_emulator, client) = started();
    client.create(PRODUCT);
    client.admin("failures", r#"[{"call":"change","before":503},{"call":"login","before":500},{"call":"create"},{"call":"create","before":400,"delayMs":1}]"#);
    assert_eq!(client.get("/_emulator/failures").json().as_array().unwrap().len(), 4);
    assert_eq!(client.create(PRODUCT).status, 201);
    assert_eq!(client.create(PRODUCT).status, 400);
    assert!(client.log_in("emulator", "emulator").is_none());
    assert!(client.log_in("emulator", "emulator").is_some());
    assert_eq!(client.change("101", "{}").status, 503);
    assert_eq!(client.get("/_emulator/failures").text, "[]");
    for wrong in ["", "[{]", r#"[{"befor":429}]"#, r#"[{"before":"later"}]"#, r#"[{"times":0}]"#] {
        assert!(client.admin("failures", wrong).status >= 400, "{wrong}");
    }
}

#[test]
fn a_reset_forgets_everything() {
    let (_emulator, mut client) = started();
    client.create(PRODUCT);
    client.admin("failures", r#"[{"before":503}]"#);
    assert_eq!(client.admin("reset", "").status, 204);
    assert_eq!((client.products(), client.create(PRODUCT).status), ("[]".to_owned(), 401));
    client.token = client.log_in("emulator", "emulator").unwrap();
    assert_eq!(client.create(PRODUCT).text, r#"{"id":101}"#);
}

#[test]
fn other_computers_do_not_reach_the_admin_address() {
    // Nothing is sent: this only asks which address of this computer others would see.
    let socket = UdpSocket::bind("0.0.0.0:0").unwrap();
    let Ok(own) = socket.connect("192.0.2.1:9").and_then(|()| socket.local_addr()) else { return };
    let settings = Settings { address: ([0, 0, 0, 0], 0).into(), ..Settings::default() };
    let emulator = Emulator::start(&settings).unwrap();
    let port = emulator.address().port();
    let seen = Client::of(&format!("http://{}:{port}", own.ip()));
    assert_eq!(seen.get("/health").status, 200);
    assert_eq!(seen.get("/_emulator/products").status, 404);
    assert_eq!(seen.admin("reset", "").status, 404);
    let here = Client::of(&format!("http://127.0.0.1:{port}"));
    assert_eq!(here.get("/_emulator/products").status, 200);
}

#[test]
fn slow_senders_are_cut_off() {
    let settings = Settings { time_to_send: Duration::from_millis(50), ..Settings::default() };
    let emulator = Emulator::start(&settings).unwrap();
    for (sent, answered) in [
        ("", ""),
        ("POST /v1/product HTTP/1.1\r\nHost:", ""),
        ("POST /v1/product HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{", "HTTP/1.1 408"),
    ] {
        let mut stream = TcpStream::connect(emulator.address()).unwrap();
        stream.write_all(sent.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        assert!(text.starts_with(answered), "{text}");
    }
}

#[test]
fn others_wait_where_there_are_enough_connections() {
    let settings = Settings { connections: 1, ..Settings::default() };
    let emulator = Emulator::start(&settings).unwrap();
    let ask = |stream: &mut TcpStream| {
        stream.write_all(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    };
    let mut first = TcpStream::connect(emulator.address()).unwrap();
    ask(&mut first);
    first.read_exact(&mut [0; 12]).unwrap();
    let mut second = TcpStream::connect(emulator.address()).unwrap();
    ask(&mut second);
    second.set_nonblocking(true).unwrap();
    // The first one is asked once more, so that there was time for a second answer.
    ask(&mut first);
    first.read_exact(&mut [0; 120]).unwrap();
    assert!(second.read(&mut [0; 1]).is_err());
    drop(first);
    second.set_nonblocking(false).unwrap();
    second.read_exact(&mut [0; 12]).unwrap();
}
