//! Tests seeds, scenarios, the clock and resets.

use renewal_rules_emulator::{Emulator, ResetTarget, Seed, Settings};
use serde_json::{Value, json};

use crate::client::{Client, JSON, PRODUCT};

const SEED: &str = r#"{
    "products": [{"id":205,"name":"A","vat":1.10},{"id":7,"licence_term":"p1m"}],
    "accounts": [{"username":"vendor","password":"open sesame"}],
    "clock": "2030-01-31T12:00:00Z"
}"#;

fn seed(text: &str) -> Seed {
    text.parse().unwrap()
}

#[test]
fn a_seed_has_products_accounts_and_a_time() {
    let emulator = Emulator::start(Settings::default().with_seed(seed(SEED))).unwrap();
    let mut client = Client::new(&emulator.url());
    assert_eq!(emulator.products(), "[{\"id\":7,\"licence_term\":\"p1m\"},\n{\"id\":205,\"name\":\"A\",\"vat\":1.10}]");
    assert_eq!(client.log_in("emulator", "emulator"), None);
    client.token = client.log_in("vendor", "open sesame").unwrap();
    assert!(emulator.now().unwrap().to_string().starts_with("2030-01-31T12:00"));
    assert_eq!(client.change("205", r#"{"name":"B"}"#).status, 204);
    assert_eq!(client.create(PRODUCT).text, r#"{"id":206}"#);
}

#[test]
fn a_seed_accepts_products_in_every_layout() {
    for (text, ids) in [
        (r#"{"id":1}"#, &[1][..]),
        ("\u{feff}[{\"id\":1},\n{\"id\":2}]", &[1, 2]),
        ("{\"id\":2}\n\n{\"id\":1}\n", &[1, 2]),
        ("[]", &[]),
        (r#"{"products":{"id":3}}"#, &[3]),
    ] {
        let emulator = Emulator::start(Settings::default().with_seed(seed(text))).unwrap();
        let products: Vec<Value> = serde_json::from_str(&emulator.products()).unwrap();
        assert!(products.iter().map(|product| product["id"].as_u64().unwrap()).eq(ids.iter().copied()), "{text}");
    }
}

#[test]
fn invalid_seeds_are_reported() {
    let (emulator, client) = Client::start(Settings::default());
    for (text, message) in [
        ("", "found nothing"),
        ("[", "invalid seed: not JSON at line 1, column 2: it ends too early"),
        ("{\"id\":1}\n[1]\n", "product at index 1: expected a product with an `id`"),
        ("{\"id\":1}\n{\"name\":\"A\"}\n", "product at index 1: expected a product with an `id`"),
        ("{\"id\":1}\n\nnot json\n", "invalid seed: not JSON at line 3, column 2: there is an unknown word"),
        ("{\"id\":1}\n{\"id\":2\n", "invalid seed: not JSON at line 2, column 8: it ends too early"),
        ("[{\"id\":1},\n {\"id\":}]", "invalid seed: not JSON at line 2, column 8: a value is missing"),
        ("{\n  \"id\": 1, // comment\n}", "invalid seed: not JSON at line 2, column 12: there is a comment"),
        ("{\"products\":[],\n\"clock\":}", "invalid seed: not JSON at line 2, column 9: a value is missing"),
        ("5", "expected a product with an `id`"),
        (r#"[{"id":1},{"name":"A"}]"#, "index 1: expected a product with an `id`"),
        (r#"[{"id":1},{"id":1}]"#, "another product has the id 1"),
        (r#"{"products":[],"account":[]}"#, "unknown field `account`"),
        (r#"{"accounts":[{"username":"a","password":""}]}"#, "the password is empty"),
        (r#"{"accounts":[["vendor","open sesame"]]}"#, "expected an object"),
        ("[[],[],null]", "expected a product with an `id`"),
        (r#"{"clock":"tomorrow"}"#, "invalid seed"),
    ] {
        let response = client.post("/_emulator/seed", &[JSON], text).unwrap();
        response.assert_problem(422);
        assert!(response.text.replace("\\\"", "\"").contains(message), "{text}: {}", response.text);
        assert!(text.parse::<Seed>().is_err());
    }
    client.post("/_emulator/seed", &[JSON], &b"\xff"[..]).unwrap().assert_problem(400);
    assert_eq!(emulator.products(), "[]");
}

#[test]
fn creations_after_the_largest_id_use_free_ids() {
    let products = r#"[{"id":102,"name":"A"},{"id":9007199254740990,"name":"B"}]"#;
    let (_emulator, client) = Client::start(Settings::default().with_seed(seed(products)));
    for id in [9_007_199_254_740_991_u64, 101, 103] {
        assert_eq!(client.create(PRODUCT).text, json!({ "id": id }).to_string());
    }
    assert_eq!(client.count_products(), 5);
}

#[test]
fn a_seed_can_be_added_later() {
    let (emulator, client) = Client::start(Settings::default());
    client.create(PRODUCT);
    assert_eq!(client.admin("seed", SEED).status, 204);
    assert_eq!(client.count_products(), 3);
    assert!(client.log_in("vendor", "open sesame").is_some() && client.log_in("emulator", "emulator").is_some());
    emulator.seed(&seed(r#"{"id":205,"name":"C"}"#)).unwrap();
    assert!(emulator.products().contains(r#"{"id":205,"name":"C"}"#));
}

#[cfg(unix)]
#[test]
fn a_seed_fills_a_new_store_only() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (store, file) = (path("store.json"), path("seed.json"));
    std::fs::write(&file, SEED).unwrap();
    let arguments = ["--store", &store, "--seed", &file];
    for name in ["A", "B"] {
        let program = crate::program::Program::start(&arguments);
        let mut client = Client::new(&program.url);
        client.token = client.log_in("vendor", "open sesame").unwrap();
        assert!(client.products().contains(&format!(r#""name":"{name}""#)));
        client.change("205", r#"{"name":"B"}"#);
    }
}

#[cfg(unix)]
#[test]
fn a_scenario_is_a_file_of_failures() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("scenario.json");
    std::fs::write(
        &file,
        r#"{"$schema":"x","failures":[{"call":"create","pass":true},{"call":"create","before":503}]}"#,
    )
    .unwrap();
    for positional in ["[null,[]]", r#"{"failures":[["create"]]}"#] {
        assert!(serde_json::from_str::<renewal_rules_emulator::Scenario>(positional).is_err(), "{positional}");
    }
    let arguments = ["--no-token", "--fail", r#"{"call":"change","before":500}"#, "--scenario", file.to_str().unwrap()];
    let program = crate::program::Program::start(&arguments);
    let client = Client::new(&program.url);
    assert_eq!(client.get("/_emulator/failures").json().as_array().unwrap().len(), 3);
    assert_eq!([(); 3].map(|()| client.create(PRODUCT).status), [201, 503, 201]);
    // A reset of the failures restores those that were scripted at the start of the emulator.
    assert_eq!(client.admin("reset", r#"["failures"]"#).status, 204);
    assert_eq!([(); 2].map(|()| client.create(PRODUCT).status), [201, 503]);
}

#[test]
fn the_clock_can_be_read_and_set() {
    let (emulator, client) = Client::start(Settings::default());
    let response = client.admin_with("PUT", "clock", r#""2031-05-01T00:00:00+02:00""#);
    assert_eq!((response.status, &response.json()["time"]), (200, &json!("2031-04-30T22:00:00Z")));
    assert_eq!(client.create(PRODUCT).status, 401, "the token has expired");
    let clock = client.get("/_emulator/clock").json();
    assert_eq!(clock["time"].as_str().unwrap()[..15], *"2031-04-30T22:0");
    client.admin("clock", "-86400");
    assert!(emulator.now().unwrap().to_string().starts_with("2031-04-29"));
    emulator.set_clock("2026-01-01T00:00:00Z".parse().unwrap()).unwrap();
    emulator.advance(86_400).unwrap();
    assert!(emulator.now().unwrap().to_string().starts_with("2026-01-02"));
    for wrong in [r#""2031-05-01""#, r#""""#, "5", "[]"] {
        client.admin_with("PUT", "clock", wrong).assert_problem(422);
    }
    for far in ["9000000000000", "-9000000000000"] {
        client.admin("clock", far).assert_problem(422);
    }
    assert!(emulator.now().unwrap().to_string().starts_with("2026-01-02"));
}

#[test]
fn each_part_is_reset_separately() {
    let failures: Vec<_> = serde_json::from_str(r#"[{"call":"change","before":503}]"#).unwrap();
    let settings = Settings::default().with_seed(seed(SEED)).with_failures(failures);
    let emulator = Emulator::start(settings).unwrap();
    let mut client = Client::new(&emulator.url());
    let start = emulator.products();
    let state = |client: &Client| {
        let expiry = client.create("[]").status == 401;
        let clock = client.get("/_emulator/clock").text.contains("2030-01-31");
        let events = client.get("/_emulator/events").json()["events"] == json!([]);
        [emulator.products() == start, expiry, events, clock, client.get("/_emulator/failures").text != "[]"]
    };
    let names = ["products", "accounts", "purchases", "clock", "failures"];
    for (index, name) in names.into_iter().enumerate() {
        client.token = client.log_in("vendor", "open sesame").unwrap();
        client.create(PRODUCT);
        client.admin("clock", "3600000");
        client.token = client.log_in("vendor", "open sesame").unwrap();
        client.admin("purchases", r#"{"productId":7}"#);
        client.change("205", "{}");
        assert_eq!(state(&client), [false; 5], "{name}");
        assert_eq!(client.admin("reset", &json!([name]).to_string()).status, 204);
        let mut expected = [false; 5];
        expected[index] = true;
        if name == "clock" {
            // The reset moves the clock back, so tokens and purchases with a later time are ignored, too.
            (expected[1], expected[2]) = (true, true);
        }
        assert_eq!(state(&client), expected, "{name}");
        emulator.reset(&ResetTarget::ALL).unwrap();
        assert!(emulator.requests(&renewal_rules_emulator::Filter::default()).is_empty());
        assert_eq!(state(&client), [true; 5]);
    }
    client.admin("reset", r#"["product"]"#).assert_problem(422);
    client.admin("reset", "{}").assert_problem(422);
}
