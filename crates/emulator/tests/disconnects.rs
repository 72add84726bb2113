//! Tests clients that disconnect, and an emulator that stops, before the response is sent.

use std::io::Write as _;
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use renewal_rules_emulator::Settings;

use crate::client::{Client, PRODUCT, read_all, wait_until};

/// Delays a creation for longer than any test takes, so that only a stop of the emulator ends the delay.
const ONE_HOUR: &str = r#"[{"call":"create","delayMs":3600000}]"#;

#[test]
fn requests_complete_after_a_disconnect() {
    let (_emulator, client) = Client::start(Settings::default());
    for (count, failure) in [
        r#"{"delayMs":50}"#,
        r#"{"delayMs":50,"after":504}"#,
        r#"{"delayMs":50,"after":"cut-off"}"#,
        r#"{"after":"break"}"#,
    ]
    .into_iter()
    .enumerate()
    {
        client.admin("failures", &format!("[{failure}]"));
        drop(client.open("POST", "/v1/product", PRODUCT));
        wait_until(|| client.count_products() == count + 1);
    }
    client.admin("failures", r#"[{"call":"change","delayMs":50}]"#);
    drop(client.open("PATCH", "/v1/product/101", r#"{"name":"New"}"#));
    wait_until(|| client.products().contains("New"));
    assert_eq!(client.create(PRODUCT).text, r#"{"id":105}"#);
}

#[test]
fn requests_complete_after_a_reset_connection() {
    let (_emulator, client) = Client::start(Settings::default());
    client.admin("failures", r#"[{"delayMs":50}]"#);
    let mut stream = client.open("GET", "/_emulator/health", "");
    stream.peek(&mut [0]).unwrap();
    let (token, length) = (&client.token, PRODUCT.len());
    write!(stream, "POST /v1/product HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Length: {length}\r\n\r\n{PRODUCT}").unwrap();
    client.wait_until_failures_are_used();
    // Closing a connection with unread data resets it.
    drop(stream);
    wait_until(|| client.count_products() == 1);
}

#[test]
fn admin_calls_complete_after_a_disconnect() {
    let (_emulator, client) = Client::start(Settings::default());
    drop(client.open("POST", "/_emulator/failures", r#"[{"before":503}]"#));
    wait_until(|| client.get("/_emulator/failures").text != "[]");
    drop(client.open("POST", "/_emulator/reset", "null"));
    client.wait_until_failures_are_used();
    let now = || client.admin("clock", "0").json()["now"].as_i64().unwrap();
    let tomorrow = now() + 86_400;
    drop(client.open("POST", "/_emulator/clock", "86400"));
    wait_until(|| now() >= tomorrow);
}

#[test]
fn an_incomplete_request_has_no_effect() {
    let (emulator, client) = Client::start(Settings::default());
    let length = PRODUCT.len() + 1;
    for body in
        [format!("Content-Length: {length}\r\n\r\n{PRODUCT}"), "Transfer-Encoding: chunked\r\n\r\n2\r\n{}".to_owned()]
    {
        let mut stream = TcpStream::connect(emulator.address()).unwrap();
        let token = &client.token;
        write!(stream, "POST /v1/product HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n{body}").unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let text = read_all(&mut stream);
        assert!(text.starts_with("HTTP/1.1 400") && text.contains("application/problem+json"), "{text}");
    }
    assert_eq!(client.create(PRODUCT).text, r#"{"id":101}"#);
}

#[test]
fn a_client_may_close_its_sending_side_first() {
    let (_emulator, client) = Client::start(Settings::default());
    client.admin("failures", r#"[{"delayMs":50}]"#);
    let text = client.raw_response("POST", "/v1/product", PRODUCT);
    assert!(text.starts_with("HTTP/1.1 201") && text.ends_with(r#"{"id":101}"#), "{text}");
}

#[test]
fn a_stop_completes_received_requests() {
    let settings = Settings::default().with_time_to_send(Duration::from_mins(1));
    for is_connected in [true, false] {
        let (emulator, client) = Client::start(settings.clone());
        client.admin("failures", ONE_HOUR);
        let stream = client.open("POST", "/v1/product", PRODUCT);
        let stream = is_connected.then_some(stream);
        client.wait_until_failures_are_used();
        assert_eq!(client.count_products(), 0);
        assert_eq!(emulator.stop().matches("\"id\"").count(), 1);
        let text = stream.map(|mut stream| read_all(&mut stream));
        assert!(text.is_none_or(|text| text.starts_with("HTTP/1.1 201")));
    }
}

#[cfg(unix)]
#[test]
fn the_store_has_the_products_of_disconnected_clients() {
    use crate::program::Program;

    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("store.json");
    let arguments = ["--store", file.to_str().unwrap()];
    let program = Program::start(&arguments);
    let client = Client::logged_in(&program.url);
    client.admin("failures", ONE_HOUR);
    drop(client.open("POST", "/v1/product", PRODUCT));
    client.wait_until_failures_are_used();
    assert!(program.terminate().0);

    let program = Program::start(&arguments);
    assert_eq!(Client::new(&program.url).count_products(), 1);
}
