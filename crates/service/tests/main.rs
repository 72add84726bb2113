//! The tests of the crate, through the public API, in one program.

#![allow(
    clippy::expect_used,
    clippy::field_reassign_with_default,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may panic"
)]

mod login;
mod plan;
mod runs;
mod setup;
mod setup_reading;
mod update;

use renewal_rules::setup::{Kinds, Setup};
use renewal_rules::{Options, ProductId};
use renewal_rules_oracle::cases::product;
use renewal_rules_service::Plan;

/// Builds a setup from a short notation: the initiator and the renewals, separated by `;`, then after `|` the kinds
/// (`ar`, `ar!` for mandatory AR, `pmr`, `email`), `trial` or `paid`. A product has a name, a term and a price, or is
/// given as JSON; a number is the id of an existing renewal: `a P14D 0.00; b P1M 4.90; 55 | ar! trial`.
fn setup(notation: &str) -> Setup {
    let (products, kinds) = notation.rsplit_once('|').unwrap();
    let products = products.split("; ").map(str::trim).map(|text| {
        let words: Vec<&str> = text.split(' ').collect();
        if let [name, term, price] = words[..] { product(name, term, price).to_string() } else { text.to_owned() }
    });
    let products: Vec<String> = products.collect();
    let mut setup = Setup::new(&*products[0]).unwrap();
    for renewal in &products[1..] {
        setup = match renewal.parse() {
            Ok(id) => setup.with_existing_renewal(ProductId::new(id).unwrap()),
            Err(_) => setup.with_renewal(&**renewal).unwrap(),
        };
    }
    let mut switches = Kinds::default();
    for word in kinds.split_whitespace() {
        match word {
            "ar" => switches.ar = Kinds::auto().ar,
            "ar!" => switches.ar = Kinds::auto_required().ar,
            "pmr" => switches.pmr = true,
            "email" => switches.email = true,
            trial => setup = setup.with_trial(trial == "trial"),
        }
    }
    setup.with_kinds(switches)
}

fn id(number: u64) -> ProductId {
    ProductId::new(number).unwrap()
}

fn plan(notation: &str) -> Plan {
    Plan::new(setup(notation), &Options::default()).unwrap()
}
