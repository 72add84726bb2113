//! Many clients at once, each with products of its own.

use std::{
    collections::BTreeSet,
    env, fs,
    sync::{Barrier, atomic::AtomicUsize, atomic::Ordering},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{
    client::{Client, PRODUCT},
    program::Program,
};

const CLIENTS: usize = 200;

/// How much memory a process has, in KiB.
fn memory_of(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.unwrap().parse().unwrap()
}

/// So many clients change their products as often as `STRESS_ROUNDS` says, for a minute at most. No
/// answer is wrong, and the second half of the rounds takes no memory that the first did not.
#[test]
fn two_hundred_clients_at_once_get_their_own_answers() {
    let rounds = env::var("STRESS_ROUNDS").map_or(20, |rounds| rounds.parse().unwrap());
    let program = Program::start(&[]);
    let process = program.process.id();
    let all_are_here = Barrier::new(CLIENTS);
    let middle = Instant::now() + Duration::from_secs(30);
    let end = middle + Duration::from_secs(30);
    let calls = AtomicUsize::new(0);
    let half = thread::scope(|scope| {
        let clients = (0..CLIENTS).map(|number| {
            let (url, all_are_here, calls) = (&program.url, &all_are_here, &calls);
            scope.spawn(move || {
                let client = Client::logged_in(url);
                let id = client.create(PRODUCT).json()["id"].to_string();
                all_are_here.wait();
                let mut half = 0;
                for round in 0..rounds {
                    if Instant::now() > end {
                        break;
                    }
                    let name = format!(r#"{{"name":"{number} in {round}"}}"#);
                    assert_eq!(client.change(&id, &name).status, 204);
                    assert_eq!(client.change(&id, r#"{"name":5}"#).status, 422);
                    assert_eq!(client.change("7", "{}").status, 404);
                    let token = client.log_in("emulator", "emulator");
                    assert!(token.is_some_and(|token| token != client.token));
                    calls.fetch_add(4, Ordering::Relaxed);
                    if round <= rounds / 2 && Instant::now() < middle {
                        half = memory_of(process);
                    }
                }
                (id, number, half)
            })
        });
        let clients: Vec<_> = clients.collect();
        let products = || serde_json::from_str::<Vec<Value>>(&Client::of(&program.url).products());
        let mut ids = BTreeSet::new();
        let mut most = 0;
        for client in clients {
            let (id, number, half) = client.join().unwrap();
            let products = products().unwrap();
            let product = products.iter().find(|one| one["id"].to_string() == id);
            let name = product.unwrap()["name"].as_str().unwrap();
            assert!(name.starts_with(&format!("{number} in ")), "{name}");
            assert!(ids.insert(id), "an id is given once");
            most = most.max(half);
        }
        assert_eq!(products().unwrap().len(), CLIENTS);
        most
    });
    let whole = memory_of(process);
    println!("{calls:?} calls; KiB after half of them: {half}, after all: {whole}");
    assert!(whole < half + half / 10, "{half} KiB became {whole} KiB");
    assert!(program.terminate().0);
}
