//! Tests the example `server` over a real socket.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::example_check::built;

/// A server process on its own port; killed at the end of the test.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start() -> Self {
        // Do not use `cargo run`: killing it at the end of the test would leave the server running as an orphan.
        let program = built(["--example", "server"]);
        let mut process = Command::new(program).arg("0").stdout(Stdio::piped()).spawn().unwrap();
        let mut address = String::new();
        let stdout = process.stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut address).unwrap();
        let address = address.trim_end().to_owned();
        Self { process, address }
    }

    /// Sends a request; returns status, content type and body of the response.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String, Value) {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let url = format!("{}{path}", self.address);
        let answer = match method {
            "GET" => agent.get(url).call(),
            "PATCH" => agent.patch(url).send(body),
            _ => agent.post(url).send(body),
        };
        let mut answer = answer.unwrap();
        let kind = answer.body().mime_type().unwrap_or_default().to_owned();
        let text = answer.body_mut().read_to_string().unwrap();
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        (answer.status().as_u16(), kind, body)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn product(term: &str, price: &str, settings: &Value) -> String {
    let mut product = json!({
        "family_name": "Example", "name": "Example", "licence_term": term,
        "variants": [{"vendor_code": "V", "sku": "S",
            "price": {"common": {"currency": "USD", "price": price}}}]
    });
    if !settings.is_null() {
        product["renew_settings"] = settings.clone();
    }
    product.to_string()
}

#[test]
fn web_example_serves_all_routes() {
    let server = Server::start();
    let (status, kind, problem) = server.ask("POST", "/products", r#"{"licence_term":"P5"}"#);
    assert_eq!((status, kind.as_str()), (422, "application/problem+json"));
    assert_eq!(problem["errors"][0]["pointer"], "#/licence_term");
    assert_eq!(problem["errors"][0]["code"], "term-format");
    assert_eq!(problem["status"], 422);
    assert_eq!(problem["errors"].as_array().unwrap().len(), 1);

    let (status, kind, problem) = server.ask("POST", "/products", "{");
    assert_eq!((status, kind.as_str()), (400, "application/problem+json"));
    assert_eq!(problem["errors"][0]["code"], "json-syntax");

    let renewal = product("P1M", "9.90", &Value::Null);
    let (status, _, created) = server.ask("POST", "/products", &renewal);
    assert_eq!((status, &created["id"]), (201, &json!(101)), "{created}");
    let settings = json!({"product_id_for_renew": [101, 101], "renew_ar": {"enable": true}, "renew_pmr": true});
    let (_, _, created) = server.ask("POST", "/products", &product("P14D", "4.90", &settings));
    assert_eq!(created["id"], 102);

    let kind = |query: &str| server.ask("GET", &format!("/products/102/renewal{query}"), "").2["kind"].clone();
    assert_eq!(kind(""), "ar");
    assert_eq!(kind("?consent=declined&payment=offline"), "pmr");
    let (status, _, why) = server.ask("GET", "/products/102/renewal?consent=maybe", "");
    assert_eq!(status, 400);
    assert!(why.as_str().unwrap().contains("declined"), "{why}");
    let path = "/products/102/timeline?purchaseDate=2026-01-17&renewals=1";
    let (_, _, timeline) = server.ask("GET", path, "");
    assert_eq!(timeline["periods"][1]["start"], "2026-01-31");
    assert_eq!(timeline["periods"][1]["price"], "9.90");

    let (status, _, problem) = server.ask("PATCH", "/products/102", r#"{"licence_term":"P5D"}"#);
    assert_eq!((status, &problem["errors"][0]["code"]), (422, &json!("term-below-minimum")));
    let (status, _, review) = server.ask("PATCH", "/products/102", r#"{"licence_term":"P6D"}"#);
    assert_eq!((status, &review["changed"]), (200, &json!(true)), "{review}");
    let (status, ..) = server.ask("PATCH", "/products/999", "{}");
    assert_eq!(status, 404);
    let (_, _, report) = server.ask("GET", "/products", "");
    assert_eq!(report["valid"], true, "{report}");

    let (_, _, fixed) = server.ask("POST", "/fixes", r#"{"licence_term":"p6d"}"#);
    assert_eq!((&fixed["text"], &fixed["applied"]), (&json!(r#"{"licence_term":"P6D"}"#), &json!(1)));
    let (_, _, rule) = server.ask("GET", "/rules/term-format", "");
    assert_eq!(rule["section"], "2.3");
}
