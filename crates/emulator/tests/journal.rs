//! Tests the journal of requests.

use std::sync::{Barrier, atomic::AtomicU64, atomic::Ordering};
use std::{collections::BTreeSet, thread};

use renewal_rules_emulator::{Emulator, Endpoint, Expectation, Filter, Settings};
use serde_json::{Value, json};

use crate::client::{Client, JSON, PRODUCT};

#[test]
fn requests_are_recorded_with_their_responses() {
    let (_emulator, client) = Client::start(Settings::default());
    client.create(r#"{"name":"A","family_name":"F","variants":[],"vat":1.10}"#);
    client.change("101", "{");
    client.get("/v1/unknown?token=s3cret");
    let requests = client.requests("");
    let numbers: Vec<_> = requests.iter().map(|request| request["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
    let [_, create, change, unknown] = &requests[..] else { panic!("{requests:?}") };
    assert_eq!(
        (&create["method"], &create["path"], &create["call"]),
        (&json!("POST"), &json!("/v1/product"), &json!("create"))
    );
    assert_eq!((&create["response"]["status"], &create["response"]["body"]), (&json!(201), &json!({ "id": 101 })));
    assert_eq!((&create["productId"], &create["failure"]), (&json!(101), &Value::Null));
    assert_eq!(create["headers"]["content-type"], "application/json");
    assert!(create["time"].as_str().unwrap().ends_with('Z'));
    assert_eq!(
        (&change["productId"], &change["body"], &change["response"]["status"]),
        (&json!(101), &json!("{"), &json!(400))
    );
    assert_eq!(
        (&unknown["path"], &unknown["call"], &unknown["body"]),
        (&json!("/v1/unknown"), &Value::Null, &Value::Null)
    );
    assert!(client.get("/_emulator/requests").text.contains(r#""vat":1.10"#), "bodies keep their bytes");
}

#[test]
fn injected_failures_are_recorded() {
    let (_emulator, client) = Client::start(Settings::default());
    let failures = r#"[{"call":"create","after":"break"},{"before":"cut-off"},{"before":401,"retryAfter":2}]"#;
    client.admin("failures", failures);
    assert!(client.try_create(PRODUCT).is_err() && client.try_create(PRODUCT).is_err());
    client.create(PRODUCT);
    let [broken, cut, refused] = &client.requests("?call=create")[..] else { panic!() };
    assert_eq!((&broken["failure"]["after"], &broken["response"]), (&json!("break"), &Value::Null));
    assert_eq!(broken["productId"], 101, "the product was created");
    assert_eq!((&cut["failure"]["before"], &cut["response"]["body"]), (&json!("cut-off"), &json!("{")));
    assert_eq!(
        (&refused["response"]["status"], &refused["response"]["headers"]["retry-after"]),
        (&json!(401), &json!("2"))
    );
    assert!(refused["response"]["headers"]["www-authenticate"].is_string());
}

#[test]
fn secrets_are_not_recorded() {
    let (_emulator, client) = Client::start(Settings::default().with_token_header("X-Auth: {token}".to_owned()));
    let token = client.token.clone();
    let secrets = [
        ("Cookie", "s3cret"),
        ("X-Auth", token.as_str()),
        ("Authorization", "Basic s3cret"),
        ("X-Api-Key", "s3cret"),
        ("X-ApiKey", "s3cret"),
        ("X_API_KEY", "s3cret"),
    ];
    for header in secrets {
        client.post("/v1/product", &[header], PRODUCT).unwrap();
    }
    for (path, body) in [
        ("/v1/login_check", r#"{"username":"emulator","password":"s3cret"}"#),
        ("/v1/login_check", r#"{"username":"emulator","pasword":"s3cret"}"#),
        ("/v1/login_check", r#"{"username":"emulator","password":"s3cret"#),
        ("/v1/login_check", "username=emulator&password=s3cret"),
        ("/v1/login_check", r#""s3cret""#),
        ("/v1/login", r#"{"password":"s3cret"}"#),
        ("/v1/login", "s3cret"),
        ("/v1/login?password=s3cret", ""),
        ("/v1/product", r#"{"a":[{"refresh_token":"s3cret","Pass\u0077ord":["s3cret"]}]}"#),
        ("/v1/product", "password: s3cret"),
        ("/v1/product", "api_key: s3cret"),
        ("/v1/product", r#"{"apiKey":"s3cret","API_KEY":"s3cret","api-key":"s3cret","X_Auth":"s3cret"}"#),
    ] {
        client.post(path, &[JSON], body).unwrap();
    }
    client.admin("failures", r#"[{"call":"login","after":"cut-off"}]"#);
    assert!(client.post("/v1/login_check", &[JSON], r#"{"username":"emulator","password":"emulator"}"#).is_err());
    let text = client.get("/_emulator/requests").text;
    assert!(!text.contains("s3cret") && !text.contains(&token[..20]), "{text}");
    let logins = client.requests("?call=login");
    assert_eq!(logins[0]["body"], json!({ "username": "emulator", "password": "[redacted]" }));
    assert_eq!(logins[0]["response"]["body"], json!({ "token": "[redacted]", "refresh_token": "[redacted]" }));
    assert_eq!(logins.last().unwrap()["response"]["body"], "[redacted]");
}

#[test]
fn the_token_header_is_redacted_whatever_its_name() {
    for header in ["X-Session", "session", "Accept-Language"] {
        let (_emulator, client) = Client::start(Settings::default().with_token_header(format!("{header}: {{token}}")));
        assert_eq!(client.post("/v1/product", &[(header, &client.token)], PRODUCT).unwrap().status, 201);
        let request = client.requests("?call=create").remove(0);
        assert_eq!(request["headers"][header.to_lowercase()], "[redacted]");
    }
}

#[test]
fn bodies_that_are_not_sent_are_not_recorded() {
    let (_emulator, client) = Client::start(Settings::default());
    assert_eq!(client.send("HEAD", "/v1/product", &[]).status, 405);
    assert_eq!(client.requests("?method=HEAD")[0]["response"]["body"], Value::Null);
}

#[test]
fn filters_select_requests() {
    let (_emulator, client) = Client::start(Settings::default());
    client.create(PRODUCT);
    client.create(PRODUCT);
    client.change("102", "{}");
    client.change("103", "{}");
    for (query, count) in [
        ("?call=create", 2),
        ("?call=login", 1),
        ("?productId=102", 2),
        ("?productId=102&call=change", 1),
        ("?method=PATCH", 2),
        ("?path=/v1/product/103", 1),
        ("?status=404", 1),
        ("?status=500", 0),
    ] {
        assert_eq!(client.requests(query).len(), count, "{query}");
    }
    for query in ["?call=delete", "?productId=0", "?status=x", "?cal=create"] {
        client.get(&format!("/_emulator/requests{query}")).assert_problem(400);
    }
}

#[test]
fn a_cleared_journal_continues_its_numbers() {
    let (_emulator, client) = Client::start(Settings::default());
    assert_eq!(client.admin_with("DELETE", "requests", "").status, 204);
    assert_eq!(client.requests(""), [] as [Value; 0]);
    client.create(PRODUCT);
    assert_eq!(client.requests("")[0]["number"], 2);
    assert_eq!(client.count_products(), 1);
}

#[test]
fn expectations_are_verified_in_one_call() {
    let (_emulator, client) = Client::start(Settings::default());
    client.create(PRODUCT);
    client.change("101", "{}");
    let expected = r#"[{"match":{"call":"create"},"count":1},{"match":{"productId":101},"count":2},{"count":3}]"#;
    assert_eq!(client.admin("verify", expected).status, 204);
    assert_eq!(client.admin("verify", "[]").status, 204);
    let response = client.admin("verify", r#"[{"count":3},{"match":{"call":"create","status":201},"count":2}]"#);
    response.assert_problem(409);
    let detail = response.json()["detail"].as_str().unwrap().to_owned();
    let heading = r#"expected 2 requests that match {"call":"create","status":201}, found 1"#;
    assert_eq!(detail.lines().next(), Some(heading), "{detail}");
    assert!(detail.ends_with("POST /v1/product 201"), "{detail}");
    for wrong in [
        r#"[{"cal":"create","count":1}]"#,
        r#"[{"match":{"cal":1},"count":1}]"#,
        r#"[{"match":[],"count":1}]"#,
        "[{}]",
        "[[{},3]]",
        "{}",
    ] {
        client.admin("verify", wrong).assert_problem(422);
    }
}

#[test]
fn the_journal_is_limited() {
    let (emulator, client) = Client::start(Settings::default().with_journal_limit(2_usize));
    for name in ["a", "b", "c"] {
        client.create(format!(r#"{{"family_name":"F","name":"{name}","variants":[]}}"#));
    }
    let names: Vec<_> = client.requests("").iter().map(|request| request["body"]["name"].clone()).collect();
    assert_eq!(names, ["b", "c"]);
    client.create(PRODUCT.to_owned() + &" ".repeat(1 << 16));
    assert_eq!(client.requests("")[1]["body"], format!("[{} bytes]", PRODUCT.len() + (1 << 16)));
    assert_eq!(emulator.requests(&Filter::default()).len(), 2);

    let (emulator, _) = Client::start(Settings::default().with_journal_limit(0_usize));
    assert!(emulator.requests(&Filter::default()).is_empty());
}

#[test]
fn concurrent_requests_are_recorded_once_each() {
    const CLIENTS: u64 = 50;
    const CALLS: u64 = 20;
    let settings = Settings::default().with_token_header(None).with_journal_limit(10_000_usize);
    let emulator = Emulator::start(settings).unwrap();
    let (url, next) = (emulator.url(), AtomicU64::new(0));
    let all_are_ready = Barrier::new(usize::try_from(CLIENTS).unwrap());
    thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                let client = Client::new(&url);
                all_are_ready.wait();
                for _ in 0..CALLS {
                    let name = next.fetch_add(1, Ordering::Relaxed);
                    let product = format!(r#"{{"family_name":"F","name":"{name}","variants":[]}}"#);
                    assert_eq!(client.create(product).status, 201);
                }
            });
        }
    });
    let requests = emulator.requests(&Filter { call: Some(Endpoint::Create), ..Filter::default() });
    assert!(requests.iter().map(|request| request.number).eq(1..=CLIENTS * CALLS));
    let names = requests.iter().map(|request| {
        let body: Value = serde_json::from_str(request.body.as_ref().unwrap().get()).unwrap();
        body["name"].as_str().unwrap().parse::<u64>().unwrap()
    });
    assert!(names.collect::<BTreeSet<_>>().into_iter().eq(0..CLIENTS * CALLS));
    let ids: BTreeSet<_> = requests.iter().filter_map(|request| request.product_id).collect();
    assert_eq!(ids.len(), requests.len(), "each response is recorded with its request");
    let count = requests.len();
    assert_eq!(emulator.verify(&[Expectation { filter: Filter::default(), count }]), Ok(()));
}
