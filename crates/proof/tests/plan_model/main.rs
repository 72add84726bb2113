//! Model-checks two runs of a plan with their lock: explores every order of calls, failures, kills, takeovers and
//! reports of an operator for small setups, and shows that each fault of a client violates a property.

#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "a test may panic"
)]

mod client;
mod graph;
mod model;
mod properties;
mod service;

use std::collections::BTreeSet;

use renewal_rules::setup::Setup;
use renewal_rules_oracle::cases::product;
use serde_json::{Value, json};
use stateright::{Checker as _, HasDiscoveries, Model as _};

use client::Fault;
use graph::Graph;
use model::{Action, Dropped, PlanModel};
use properties::{CATALOGUE, END, NO_SECRET, ONCE, ORDER, READ_BACK, SAVED};

fn setup(renewals: &[Value]) -> PlanModel {
    let setup = json!({"initiator": product("a", "P1M", "9.90"), "renewals": renewals, "kinds": {"ar": true}});
    PlanModel::new(Setup::from_json(&setup.to_string()).unwrap())
}

/// Returns the model of a product that renews itself. Its plan is a creation and a change.
fn single() -> PlanModel {
    setup(&[])
}

/// Returns the model of a renewal and its initiator. Their plan is two creations.
fn pair() -> PlanModel {
    setup(&[product("b", "P1M", "8.90")])
}

/// Returns the model of an existing renewal between two new ones, and their initiator. Their plan is three creations.
fn chain() -> PlanModel {
    setup(&[product("b", "P1M", "8.90"), json!(55), product("c", "P1M", "7.90")])
}

/// Returns the model of three new renewals and their initiator. Their plan is four creations.
fn long_chain() -> PlanModel {
    setup(&["b", "c", "d"].map(|name| product(name, "P1M", "8.90")))
}

/// Asserts that all properties hold in all states; returns the number of states.
fn assert_proved(name: &str, model: &PlanModel) -> usize {
    let checker = model.clone().checker().threads(2).spawn_bfs().join();
    checker.assert_properties();
    let states = checker.unique_state_count();
    drop(checker);
    let mut graph = Graph::new(model);
    assert_eq!(graph.len(), states, "{name}");
    println!("{name}: {states} states, up to {} actions from the start", graph.depth);
    assert_eq!(graph.trap(model), None, "{END}: {name}");
    states
}

#[test]
fn plan_keeps_its_properties_in_every_state() {
    let setups = [("single", single()), ("pair", pair()), ("chain", chain()), ("long chain", long_chain())];
    let states: usize = setups.iter().map(|(name, model)| assert_proved(name, model)).sum();
    println!("figure: {states} states");
    assert!(states >= 100_000, "{states}");
}

/// Returns the actions, at most `length`, that lead to a state that violates the property.
fn counterexample(model: &PlanModel, property: &'static str, length: usize) -> Vec<Action> {
    if property == END {
        return Graph::new(model).trap(model).unwrap();
    }
    let until = HasDiscoveries::AllOf(BTreeSet::from([property]));
    let checker = model.clone().checker().target_max_depth(length + 2).finish_when(until).spawn_bfs().join();
    checker.assert_any_discovery(property).into_actions()
}

/// Formats a counterexample: the property and the actions, one a line.
fn trace(name: &str, model: &PlanModel, property: &'static str, length: usize) -> String {
    let actions = counterexample(model, property, length).into_iter().map(|action| format!("  {action:?}\n"));
    format!("{name} violates: {property}\n{}", actions.collect::<String>())
}

#[test]
fn each_fault_violates_a_property() {
    // The number in each row is the length of a shortest counterexample.
    let faults = [
        (Fault::SendsBeforeSaving, pair(), ONCE, 8),
        (Fault::SendsBeforeSaving, pair(), SAVED, 3),
        (Fault::ForgetsSent, pair(), ONCE, 8),
        (Fault::ForgetsId, pair(), ONCE, 9),
        (Fault::SavesToken, pair(), NO_SECRET, 2),
        (Fault::SavesToken, pair(), READ_BACK, 2),
        (Fault::RepeatsUnconfirmed, pair(), ONCE, 8),
        (Fault::ServerErrorIsRefusal, pair(), ONCE, 8),
        (Fault::RedirectIsRefusal, pair(), ONCE, 8),
        (Fault::GarbageIsSuccess, pair(), ORDER, 8),
        (Fault::RefusalIsSuccess, single(), CATALOGUE, 9),
        (Fault::RefusalIsFinal, pair(), END, 6),
        (Fault::SendsInitiatorFirst, pair(), ORDER, 4),
        (Fault::ReversesRenewals, chain(), ORDER, 12),
        (Fault::IgnoresStaleFile, pair(), ONCE, 11),
        (Fault::SavesWithoutLock, pair(), ONCE, 15),
        (Fault::SendsWithoutLock, pair(), ONCE, 8),
        (Fault::RecordsWithoutLock, pair(), ONCE, 15),
    ];
    let traces = faults.map(|(fault, model, property, length)| {
        trace(&format!("{fault:?}"), &model.with_fault(fault), property, length)
    });
    insta::assert_snapshot!(traces.join("\n"));
}

#[test]
fn each_assumption_is_needed() {
    let assumptions = [
        (Dropped::LooksLate, pair(), ONCE, 8),
        (Dropped::RefusalIsTrue, pair(), ONCE, 8),
        (Dropped::SuccessIsTrue, single(), CATALOGUE, 9),
    ];
    let traces = assumptions.map(|(dropped, model, property, length)| {
        trace(&format!("Without {dropped:?}, the plan"), &model.without(dropped), property, length)
    });
    insta::assert_snapshot!(traces.join("\n"));
}
