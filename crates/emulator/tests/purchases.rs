//! Tests purchases and their events, which follow the library's timeline.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use renewal_rules_emulator::{Emulator, ResetTarget, Seed, Settings};
use renewal_rules_preview::timeline;
use renewal_rules_preview::timeline::{CalendarDate, EventKind, MAX_RENEWALS, Paid, TimelineOptions};
use serde_json::{Value, json};

use crate::client::Client;

fn product(id: u64, term: &str, price: &str, settings: &Value) -> Value {
    let mut product = json!({ "id": id, "name": format!("P{id}"), "licence_term": term, "variants": [
        { "vendor_code": "V", "sku": format!("S{id}"), "sku_ar": format!("AR{id}"),
          "price": { "common": { "currency": "USD", "price": price } } }] });
    if !settings.is_null() {
        product["renew_settings"] = settings.clone();
    }
    product
}

fn seed(products: &Value) -> Seed {
    json!({ "products": products, "clock": "2026-01-01T12:00:00Z" }).to_string().parse().unwrap()
}

fn kinds_of(client: &Client) -> Vec<(String, String)> {
    let events = client.get("/_emulator/events").json()["events"].as_array().unwrap().clone();
    let text = |value: &Value| value.as_str().unwrap_or("unknown").to_owned();
    events.iter().map(|event| (text(&event["date"]), text(&event["event"]))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(date, event)| ((*date).to_owned(), (*event).to_owned())).collect()
}

#[test]
fn an_auto_renewal_is_ordered_and_charged() {
    let settings = json!({ "product_id_for_renew": [101, 101], "renew_ar": { "enable": true } });
    let products = json!([product(101, "P1M", "9.90", &settings)]);
    let (_emulator, client) = Client::start(Settings::default().with_seed(seed(&products)));
    let response = client.admin("purchases", r#"{"productId":101,"variant":0,"payment":"online","consent":"given"}"#);
    let purchase = response.json();
    assert_eq!((response.status, &purchase["purchase"], &purchase["date"]), (201, &json!(1), &json!("2026-01-01")));
    assert_eq!(purchase["decision"]["kind"], "ar");
    assert!(purchase["assumption"].is_string() && purchase["notes"][0]["code"].is_string());
    let bought = [("2026-01-01", "order"), ("2026-01-01", "charge")];
    assert_eq!(kinds_of(&client), pairs(&bought));
    client.admin("clock", &(26 * 86_400).to_string());
    let ordered = [bought[0], bought[1], ("2026-01-27", "order")];
    assert_eq!(kinds_of(&client), pairs(&ordered));
    client.admin("clock", &(5 * 86_400).to_string());
    let charged = [ordered[0], ordered[1], ordered[2], ("2026-02-01", "charge")];
    assert_eq!(kinds_of(&client), pairs(&charged));
    let events = client.get("/_emulator/events").json();
    assert!(events["assumption"].is_string() && events["today"] == "2026-02-01");
    let renewal = &events["events"][3];
    assert_eq!((&renewal["purchase"], &renewal["period"]["number"]), (&json!(1), &json!(1)));
    assert_eq!((&renewal["period"]["article"], &renewal["period"]["price"]), (&json!("AR101"), &json!("9.90")));
}

#[test]
fn manual_renewals_have_messages() {
    let chain = json!([101, 101]);
    let pmr = product(101, "P30D", "9.90", &json!({ "product_id_for_renew": chain, "renew_pmr": true }));
    let email = product(101, "P30D", "9.90", &json!({ "product_id_for_renew": chain, "renew_email": true }));
    for (product, lead, expected) in [
        (&pmr, r#""pmrLeadDays":3"#, [("2026-01-28", "order"), ("2026-01-28", "message"), ("2026-01-31", "charge")]),
        (&pmr, r#""variant":0"#, [("unknown", "order"), ("unknown", "message"), ("2026-01-31", "charge")]),
        (
            &email,
            r#""emailLeadDays":3"#,
            [("2026-01-28", "message"), ("2026-01-31", "order"), ("2026-01-31", "charge")],
        ),
    ] {
        let (_emulator, client) = Client::start(Settings::default().with_seed(seed(&json!([product]))));
        client.admin("purchases", &format!(r#"{{"productId":101,{lead}}}"#));
        client.admin("clock", &(30 * 86_400).to_string());
        assert_eq!(kinds_of(&client)[2..], pairs(&expected));
    }
}

#[test]
fn a_purchase_without_renewals_ends() {
    let (_emulator, client) =
        Client::start(Settings::default().with_seed(seed(&json!([product(101, "P10D", "1.00", &Value::Null)]))));
    client.admin("purchases", "{}");
    client.admin("clock", &(10 * 86_400).to_string());
    let events = client.get("/_emulator/events").json();
    let end = events["events"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&end["event"], &end["date"], &end["stop"]["reason"]),
        (&json!("end"), &json!("2026-01-11"), &json!("no-kind"))
    );
}

#[test]
fn a_purchase_keeps_its_prices_after_a_change() {
    let settings = json!({ "product_id_for_renew": [101, 101], "renew_ar": { "enable": true } });
    let products = json!([product(101, "P10D", "9.90", &settings)]);
    let (_emulator, client) = Client::start(Settings::default().with_seed(seed(&products)));
    client.admin("purchases", "{}");
    let variants = json!({ "variants": product(101, "", "12.00", &Value::Null)["variants"] });
    assert_eq!(client.change("101", &variants.to_string()).status, 204);
    client.admin("clock", &(10 * 86_400).to_string());
    let events = client.get("/_emulator/events").json()["events"].clone();
    assert!(events.as_array().unwrap().iter().all(|event| event["period"]["price"] == "9.90"), "{events}");
}

#[test]
fn invalid_purchases_are_refused() {
    let (emulator, client) = Client::start(Settings::default().with_seed(seed(&json!([{ "id": 101 }]))));
    for (body, message) in [
        (r#"{"productId":7}"#, "there is no product with the id 7"),
        (r#"{"productId":"101"}"#, "productId"),
        (r#"{"productId":101,"variant":1}"#, "no variant at index 1"),
        ("[]", "invalid type: array, expected an object"),
        (r#"{"payment":"cash"}"#, "payment"),
        (r#"{"colour":"red"}"#, "there is no option `colour`; the options are `productId`, `payment`"),
        (r#"{"purchaseDate":"2026-01-01"}"#, "the emulator sets `purchaseDate`"),
        (r#"{"renewals":1}"#, "the emulator sets"),
    ] {
        let response = client.admin("purchases", body);
        response.assert_problem(422);
        assert!(response.text.contains(message), "{}", response.text);
        assert!(!response.text.contains("`renewals`") || message.contains("the emulator sets"), "{}", response.text);
    }
    assert_eq!(emulator.events().unwrap().events, []);
    emulator.reset(&[ResetTarget::Products]).unwrap();
    assert!(emulator.set_clock("-000100-01-01T00:00:00Z".parse().unwrap()).is_err());
    assert!(emulator.set_clock("0000-01-01T00:00:00Z".parse().unwrap()).is_ok());
    assert_eq!(client.get("/_emulator/events").status, 200);
}

#[cfg(unix)]
#[test]
fn purchases_survive_a_kill_with_a_store() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let settings = json!({ "product_id_for_renew": [102, 102], "renew_ar": { "enable": true } });
    let products = json!([product(101, "P10D", "9.90", &settings), product(102, "P1M", "5.00", &Value::Null)]);
    let seed = json!({ "products": products, "clock": "2026-01-01T00:00:00Z" });
    std::fs::write(path("seed.json"), seed.to_string()).unwrap();
    let (store, file) = (path("store.json"), path("seed.json"));
    let arguments = ["--store", &store, "--seed", &file];
    let mut program = crate::program::Program::start(&arguments);
    let client = Client::new(&program.url);
    client.admin("purchases", r#"{"productId":101}"#);
    client.admin("clock", &(100 * 86_400).to_string());
    let events = client.get("/_emulator/events").text;
    assert!(events.contains("2026-04-06"), "{events}");
    program.process.kill().unwrap();
    program.process.wait().unwrap();

    let program = crate::program::Program::start(&arguments);
    assert_eq!(Client::new(&program.url).get("/_emulator/events").text, events);
}

fn term() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..40_u32).prop_map(|days| format!("P{days}D")),
        (0..30_u32).prop_map(|months| format!("P{months}M")),
        Just("P1Y".to_owned())
    ]
}

/// Generates products. The first is renewed with other products, some of which may be missing, or with itself.
fn products() -> impl Strategy<Value = Value> {
    let terms = prop::collection::vec(term(), 3);
    let chain = prop_oneof![
        Just(json!([101, 101])),
        Just(json!([102, 102])),
        Just(json!([102, 103, 103])),
        Just(json!([104, 102, 102])),
        Just(json!([102])),
    ];
    let price = prop_oneof![Just("9.90"), Just("0.00"), Just("x")];
    (terms, chain, price, any::<[bool; 4]>()).prop_map(|(terms, chain, price, [ar, required, pmr, email])| {
        let settings = json!({ "product_id_for_renew": chain, "renew_ar": { "enable": ar, "required": required },
            "renew_pmr": pmr, "renew_email": email });
        let mut products = json!([
            product(101, &terms[0], price, &settings),
            product(102, &terms[1], "5.00", &Value::Null),
            product(103, &terms[2], "7.00", &Value::Null)
        ]);
        // The first two products can be bought with the variant 1.
        for bought in [0, 1] {
            let variants = products[bought]["variants"].as_array_mut().unwrap();
            variants.extend_from_within(..);
        }
        products
    })
}

fn options() -> impl Strategy<Value = Value> {
    let lead = || prop::option::of(0..20_u32);
    let payment = prop_oneof![Just(None), Just(Some("online")), Just(Some("offline"))];
    let consent = prop_oneof![Just("given"), Just("declined"), Just("unavailable")];
    (payment, consent, 0..2_u32, lead(), lead(), any::<bool>(), 101..104_u32).prop_map(|(payment, consent, variant, pmr, email, chained, id)| {
        let mut options = json!({ "productId": if id == 103 { 102 } else { 101 }, "consent": consent, "variant": variant,
            "monthCount": if chained { "chained" } else { "anchored" } });
        for (name, value) in [("payment", json!(payment)), ("pmrLeadDays", json!(pmr)), ("emailLeadDays", json!(email))] {
            if !value.is_null() {
                options[name] = value;
            }
        }
        options
    })
}

/// Derives the expected events from a timeline: the date from which an event is listed, its own date if it has one, the
/// number of its period, and the type of the event.
fn expected(
    products: &Value,
    options: &TimelineOptions,
    today: CalendarDate,
) -> Vec<(CalendarDate, Option<CalendarDate>, u32, EventKind)> {
    let timeline = timeline(products.to_string(), options).unwrap();
    let mut events = Vec::new();
    for period in &timeline.periods {
        let mut add =
            |kind, date: Option<CalendarDate>| events.push((date.unwrap_or(period.start), date, period.number, kind));
        let start = Some(period.start);
        if period.number > 0 {
            match period.paid {
                Paid::Automatically => add(EventKind::Order, period.ordered),
                Paid::FromMessage => {
                    add(EventKind::Order, period.ordered);
                    add(EventKind::Message, period.ordered);
                }
                _ => add(EventKind::Message, period.ordered),
            }
        }
        if period.number == 0 || period.paid == Paid::FromLink {
            add(EventKind::Order, start);
        }
        if period.paid != Paid::Free {
            add(EventKind::Charge, start);
        }
    }
    let last = timeline.periods.last().unwrap();
    if let (Some(end), Some(_)) = (last.end, &timeline.stop) {
        events.push((end, Some(end), last.number, EventKind::End));
    }
    events.retain(|event| event.0 <= today);
    events.sort_by_key(|event| event.0);
    events
}

/// `RANDOM_FACTOR=800` tries more than 100,000 purchases.
#[test]
fn events_agree_with_the_timeline() {
    let factor = std::env::var("RANDOM_FACTOR").map_or(1, |factor| factor.parse().unwrap());
    let mut runner = TestRunner::new(Config { cases: 128 * factor, failure_persistence: None, ..Config::default() });
    let emulator = Emulator::start(Settings::default()).unwrap();
    let days = prop_oneof![0..60_i64, 0..2_000_i64];
    let cases = (products(), options(), 0..1_500_i64, days);
    let result = runner.run(&cases, |(products, options, purchased, passed)| {
        emulator.reset(&ResetTarget::ALL).unwrap();
        emulator.seed(&seed(&products)).unwrap();
        emulator.advance(purchased * 86_400).unwrap();
        let mut dated = options;
        dated["purchaseDate"] = json!(emulator.events().unwrap().today);
        let dated = TimelineOptions::from_json(&dated.to_string()).unwrap().with_renewals(MAX_RENEWALS);
        emulator.purchase(dated.clone()).unwrap();
        emulator.advance(passed * 86_400).unwrap();
        let events = emulator.events().unwrap();
        let found: Vec<_> = events
            .events
            .iter()
            .map(|followed| &followed.event)
            .map(|event| (event.date.unwrap_or(event.period.start), event.date, event.period.number, event.event))
            .collect();
        prop_assert_eq!(found, expected(&products, &dated, events.today));
        Ok(())
    });
    result.unwrap();
}
