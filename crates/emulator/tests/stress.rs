//! Tests concurrent clients, each with its own product.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, sync::Barrier, thread};

use serde_json::Value;

use crate::client::{Client, PRODUCT};
use crate::program::Program;

const CLIENTS: usize = 200;

/// Returns the resident memory of a process in KiB.
fn memory_of(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.unwrap().parse().unwrap()
}

/// Asserts that each response is recorded with its request, and no change twice.
fn assert_recorded_once(requests: &[Value]) {
    let mut names = BTreeSet::new();
    for request in requests {
        let (path, name) = (request["path"].as_str().unwrap(), &request["body"]["name"]);
        let status = match request["call"].as_str() {
            Some("login") => 200,
            Some("create") => 201,
            _ if path == "/v1/product/7" => 404,
            _ if name.is_string() => 204,
            _ => 422,
        };
        assert_eq!(request["response"]["status"], status, "{request}");
        assert!(status != 204 || names.insert(name.as_str()), "{request}");
    }
}

/// Each client changes its product in `STRESS_ROUNDS` rounds, for at most a minute. All responses are
/// correct, the journal has each request once, and memory does not grow in the second half of the rounds.
#[test]
fn two_hundred_concurrent_clients_get_their_own_responses() {
    let rounds = env::var("STRESS_ROUNDS").map_or(20, |rounds| rounds.parse().unwrap());
    let program = Program::start(&[]);
    let process = program.process.id();
    let all_are_ready = Barrier::new(CLIENTS);
    let middle = Instant::now() + Duration::from_secs(30);
    let end = middle + Duration::from_secs(30);
    let calls = AtomicUsize::new(0);
    let one_client = &|number| {
        all_are_ready.wait();
        let client = Client::logged_in(&program.url);
        let id = client.create(PRODUCT).json()["id"].as_u64().unwrap();
        let (mut name, mut memory) = (String::new(), 0);
        for round in 0..rounds {
            if Instant::now() > end {
                break;
            }
            name = format!("{number} in {round}");
            let (path, body) = (id.to_string(), format!(r#"{{"name":"{name}"}}"#));
            assert_eq!(client.change(&path, &body).status, 204);
            assert_eq!(client.change(&path, r#"{"name":5}"#).status, 422);
            assert_eq!(client.change("7", "{}").status, 404);
            let token = client.log_in("emulator", "emulator");
            assert!(token.is_some_and(|token| token != client.token));
            calls.fetch_add(4, Ordering::Relaxed);
            if round <= rounds / 2 && Instant::now() < middle {
                memory = memory_of(process);
            }
        }
        (id, name, memory)
    };
    let (names, half) = thread::scope(|scope| {
        let clients = (0..CLIENTS).map(|number| scope.spawn(move || one_client(number)));
        let clients: Vec<_> = clients.collect();
        let (mut names, mut half) = (BTreeMap::new(), 0);
        for client in clients {
            let (id, name, memory) = client.join().unwrap();
            assert_eq!(names.insert(id, name), None, "ids are unique");
            half = half.max(memory);
        }
        (names, half)
    });
    let requests = Client::new(&program.url).requests("");
    let numbers = requests.iter().map(|request| request["number"].as_u64().unwrap());
    // Besides the counted calls, each client has logged in and created a product.
    let last = u64::try_from(calls.load(Ordering::Relaxed) + 2 * CLIENTS).unwrap();
    assert!(numbers.eq(last - 999..=last), "the journal has the last 1000 requests");
    assert_recorded_once(&requests);
    let products = Client::new(&program.url).products();
    let products: Vec<Value> = serde_json::from_str(&products).unwrap();
    let products = products.iter().map(|product| {
        let name = product["name"].as_str().unwrap();
        (product["id"].as_u64().unwrap(), name.to_owned())
    });
    assert!(products.eq(names));
    let whole = memory_of(process);
    println!("{calls:?} calls; memory in KiB after half of them {half}, after all {whole}");
    assert!(whole < half + half / 4, "memory grew from {half} KiB to {whole} KiB");
    assert!(program.terminate().0);
}

/// Sends bodies of 60 KiB, 24 MB in all, and compares the memory of a journal that keeps all of them with that of a
/// journal whose limit is ten requests.
#[test]
fn the_journal_limit_bounds_the_memory() {
    let growth = |limit: &str| {
        let program = Program::start(&["--no-token", "--journal-limit", limit]);
        let client = Client::new(&program.url);
        let body = format!(r#"{{"name":"{}"}}"#, "x".repeat(60 << 10));
        let send = |count| (0..count).for_each(|_| assert_eq!(client.change("7", &body).status, 404));
        send(20);
        let before = memory_of(program.process.id());
        send(400);
        memory_of(program.process.id()).saturating_sub(before)
    };
    let (limited, unlimited) = (growth("10"), growth("1000"));
    println!("KiB that 400 requests add: {limited} with a limit of 10, {unlimited} with a limit of 1000");
    assert!(unlimited > 20_000 && limited < unlimited / 4, "{limited} KiB, {unlimited} KiB");
}
