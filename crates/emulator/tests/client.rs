//! An HTTP client for the tests, and a product that has no errors.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use renewal_rules_emulator::{Emulator, Settings};
use serde_json::Value;
use ureq::http::{HeaderMap, Request};

/// A product without errors.
pub(crate) const PRODUCT: &str = r#"{"family_name":"Example","name":"Month","licence_term":"P1M","variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#;
pub(crate) const JSON: (&str, &str) = ("Content-Type", "application/json");

pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// Asserts that the response has this status and is problem details with the same status.
    pub(crate) fn assert_problem(&self, status: u16) {
        assert_eq!((self.status, self.header("content-type")), (status, Some("application/problem+json")));
        let problem = self.json();
        assert_eq!(problem["status"], status);
        assert!(problem["title"].is_string() && problem["detail"].is_string(), "{problem}");
    }
}

pub(crate) struct Client {
    agent: ureq::Agent,
    url: String,
    pub(crate) token: String,
}

impl Client {
    /// Creates a client that has not logged in.
    pub(crate) fn new(url: &str) -> Self {
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        Self { agent: config.build().into(), url: url.to_owned(), token: String::new() }
    }

    pub(crate) fn logged_in(url: &str) -> Self {
        let mut client = Self::new(url);
        client.token = client.log_in("emulator", "emulator").unwrap();
        client
    }

    /// Starts an emulator, and logs in.
    pub(crate) fn start(settings: Settings) -> (Emulator, Self) {
        let emulator = Emulator::start(settings).unwrap();
        let client = Self::logged_in(&emulator.url());
        (emulator, client)
    }

    pub(crate) fn log_in(&self, username: &str, password: &str) -> Option<String> {
        let body = serde_json::json!({ "username": username, "password": password });
        let response = self.post("/v1/login_check", &[JSON], body.to_string()).unwrap();
        Some(response.json()["token"].as_str()?.to_owned())
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        let request = self.agent.get(format!("{}{path}", self.url));
        read(request.call()).unwrap()
    }

    pub(crate) fn post(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        body: impl ureq::AsSendBody,
    ) -> Result<Response, ureq::Error> {
        let mut request = self.agent.post(format!("{}{path}", self.url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        read(request.send(body))
    }

    /// Sends a request with any method and headers. The body of POST, PUT and PATCH is `null`.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Response {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let has_body = matches!(method, "POST" | "PUT" | "PATCH");
        let response = if has_body {
            self.agent.run(request.body("null").unwrap())
        } else {
            self.agent.run(request.body(()).unwrap())
        };
        read(response).unwrap()
    }

    /// Sends a POST request to the admin API.
    pub(crate) fn admin(&self, path: &str, body: &str) -> Response {
        self.post(&format!("/_emulator/{path}"), &[JSON], body).unwrap()
    }

    /// Sends a request of any method to the admin API.
    pub(crate) fn admin_with(&self, method: &str, path: &str, body: &str) -> Response {
        let request = Request::builder().method(method).uri(format!("{}/_emulator/{path}", self.url));
        let request = request.header(JSON.0, JSON.1).body(body.to_owned()).unwrap();
        read(self.agent.run(request)).unwrap()
    }

    /// Returns the requests in the journal that a query selects.
    pub(crate) fn requests(&self, query: &str) -> Vec<Value> {
        let response = self.get(&format!("/_emulator/requests{query}"));
        assert_eq!(response.status, 200, "{}", response.text);
        serde_json::from_str(&response.text).unwrap()
    }

    pub(crate) fn try_create(&self, body: impl ureq::AsSendBody) -> Result<Response, ureq::Error> {
        let token = format!("Bearer {}", self.token);
        self.post("/v1/product", &[JSON, ("Authorization", &token)], body)
    }

    pub(crate) fn create(&self, body: impl ureq::AsSendBody) -> Response {
        self.try_create(body).unwrap()
    }

    pub(crate) fn try_change(&self, id: &str, body: &str) -> Result<Response, ureq::Error> {
        let request = self.agent.patch(format!("{}/v1/product/{id}", self.url));
        let request = request.header("Authorization", format!("Bearer {}", self.token));
        read(request.header(JSON.0, JSON.1).send(body))
    }

    pub(crate) fn change(&self, id: &str, body: &str) -> Response {
        self.try_change(id, body).unwrap()
    }

    /// Returns the stored products as JSON text.
    pub(crate) fn products(&self) -> String {
        self.get("/_emulator/products").text
    }

    pub(crate) fn count_products(&self) -> usize {
        self.products().matches("\"id\"").count()
    }

    /// Opens a connection and sends a complete request with the token.
    pub(crate) fn open(&self, method: &str, path: &str, body: &str) -> TcpStream {
        let address = self.url.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(address).unwrap();
        let (token, length) = (&self.token, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    /// Sends a request and closes the sending side; returns the whole response, with its head.
    pub(crate) fn raw_response(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = self.open(method, path, body);
        stream.shutdown(Shutdown::Write).unwrap();
        read_all(&mut stream)
    }

    /// Waits until the emulator has received the requests that consume the scripted failures.
    pub(crate) fn wait_until_failures_are_used(&self) {
        wait_until(|| self.get("/_emulator/failures").text == "[]");
    }
}

/// Reads from a connection until the server closes it.
pub(crate) fn read_all(stream: &mut TcpStream) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

/// Polls a condition; panics if it is not met within half a minute.
pub(crate) fn wait_until(condition: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(30);
    while !condition() {
        assert!(Instant::now() < end, "the condition is not met");
        thread::yield_now();
    }
}

fn read(response: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<Response, ureq::Error> {
    let mut response = response?;
    Ok(Response {
        status: response.status().as_u16(),
        headers: response.headers().clone(),
        text: response.body_mut().read_to_string()?,
    })
}
