//! Each mutant of the plan, and each assumption about the operator that does not hold, violates a property of the model.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use renewal_rules_proof::plan::{
    Action, Mutant, NEVER_TWICE, NO_SECRET, RENEWALS_FIRST, Response, Runs, SOUND_CATALOGUE, dead_ends, setup,
};
use stateright::{Checker as _, HasDiscoveries, Model as _};

use Action::{Crash, Deliver, Look, Prepare, Record, Restore, Send, Start};
use Response::{Garbage, Success, Unavailable};

fn runs(mutant: Option<Mutant>, renewals: &[&str]) -> Runs {
    Runs { setups: vec![vec![setup("A", renewals).unwrap()]], most_faults: 2, mutant }
}

/// Asserts that the checker finds a violation, and that this trace is one.
fn assert_violated(mutant: Mutant, renewals: &[&str], property: &'static str, trace: Vec<Action>) {
    let checker = runs(Some(mutant), renewals)
        .checker()
        .finish_when(HasDiscoveries::AnyOf([property].into_iter().collect()))
        .target_state_count(100_000)
        .spawn_bfs()
        .join();
    checker.assert_discovery(property, trace);
}

/// Steps of a process from its start to a response.
fn first_call(executes: bool, response: Response) -> Vec<Action> {
    vec![Start(0), Prepare(0), Send(0), Deliver(0, executes, response)]
}

/// Steps of a running process to the next response.
fn next_call(executes: bool, response: Response) -> Vec<Action> {
    vec![Record(0), Prepare(0), Send(0), Deliver(0, executes, response)]
}

/// Steps up to a crash after the request was sent.
fn crash_after_sending() -> Vec<Action> {
    vec![Start(0), Prepare(0), Send(0), Crash(0)]
}

/// The request that was on its way arrives.
const ARRIVES: Action = Deliver(0, true, Success);

#[test]
fn real_plan_violates_nothing() {
    for renewals in [&[][..], &["new"], &["7", "new"], &["new", "7"]] {
        let runs = runs(None, renewals);
        runs.clone().checker().spawn_bfs().join().assert_properties();
        assert_eq!(dead_ends(&runs).1, 0);
    }
}

#[test]
fn saving_after_sending_creates_twice() {
    let trace = [crash_after_sending(), vec![ARRIVES], first_call(true, Success)].concat();
    assert_violated(Mutant::SendsBeforeSaving, &["new"], NEVER_TWICE, trace);
}

#[test]
fn repeating_an_unconfirmed_creation_creates_twice() {
    let trace = [crash_after_sending(), vec![ARRIVES], first_call(true, Success)].concat();
    assert_violated(Mutant::RepeatsUnconfirmed, &["new"], NEVER_TWICE, trace);
}

#[test]
fn trusting_server_errors_creates_twice() {
    let trace = [first_call(true, Unavailable), next_call(true, Success)].concat();
    assert_violated(Mutant::TrustsServerErrors, &["new"], NEVER_TWICE, trace);
}

#[test]
fn forgetting_a_success_creates_twice() {
    let trace = [first_call(true, Success), next_call(true, Success)].concat();
    assert_violated(Mutant::ForgetsSuccess, &["new"], NEVER_TWICE, trace);
}

#[test]
fn initiator_before_renewals_names_unknown_products() {
    assert_violated(Mutant::CreatesInitiatorFirst, &["new"], RENEWALS_FIRST, first_call(true, Success));
}

#[test]
fn invented_ids_leave_initiators_without_renewals() {
    let trace = [first_call(true, Garbage), next_call(true, Success), vec![Record(0)]].concat();
    assert_violated(Mutant::InventsIds, &[], SOUND_CATALOGUE, trace);
}

#[test]
fn skipped_changes_leave_initiators_without_renewals() {
    let trace = [first_call(true, Success), next_call(false, Unavailable), vec![Record(0)]].concat();
    assert_violated(Mutant::SkipsUnclearChanges, &[], SOUND_CATALOGUE, trace);
}

#[test]
fn saved_responses_contain_secrets() {
    let trace = [first_call(true, Garbage), vec![Record(0)]].concat();
    assert_violated(Mutant::SavesResponses, &["new"], NO_SECRET, trace);
}

#[test]
fn two_processes_without_a_lock_create_twice() {
    let second = vec![Prepare(1), Send(1), Deliver(0, true, Success)];
    let trace = [vec![Start(0), Start(1), Prepare(0), Send(0), ARRIVES], second].concat();
    assert_violated(Mutant::IgnoresTheLock, &["new"], NEVER_TWICE, trace);
}

#[test]
fn restored_files_create_twice() {
    let trace = [crash_after_sending(), vec![ARRIVES, Restore(0)], first_call(true, Success)].concat();
    assert_violated(Mutant::RestoresOldFile, &["new"], NEVER_TWICE, trace);
}

#[test]
fn looking_before_the_request_arrives_creates_twice() {
    let trace = [crash_after_sending(), vec![Look(0), ARRIVES], first_call(true, Success)].concat();
    assert_violated(Mutant::LooksEarly, &["new"], NEVER_TWICE, trace);
}

#[test]
fn unconfirmed_creations_without_an_operator_are_dead_ends() {
    assert!(dead_ends(&runs(Some(Mutant::HasNoOperator), &["new"])).1 > 0);
}
