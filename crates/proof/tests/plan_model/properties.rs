//! The properties of every state, and the situations that the exploration must reach.

use renewal_rules::{Options, Severity, check_catalogue};
use renewal_rules_service::{Plan, StepState};
use serde_json::{Value, json};
use stateright::Property;

use super::client::Client;
use super::model::{PlanModel, Run, Stage, State};
use super::service::{PASSWORD, Product, TOKEN};

pub(crate) const ONCE: &str = "no product is created twice";
pub(crate) const ORDER: &str = "the initiator names its renewals, which exist before it";
pub(crate) const CATALOGUE: &str = "a finished plan leaves its products, without an error";
pub(crate) const READ_BACK: &str = "a saved plan reads back as itself";
pub(crate) const SAVED: &str = "a call is saved before it is sent";
pub(crate) const NO_SECRET: &str = "no secret is saved";
/// Name of the property that [`Graph`](super::graph::Graph) checks, because it concerns the whole graph.
pub(crate) const END: &str = "an end is reachable";

pub(crate) fn all() -> Vec<Property<PlanModel>> {
    vec![
        Property::always(ONCE, is_created_once),
        Property::always(ORDER, is_in_order),
        Property::always(CATALOGUE, |model, state| !is_finished(state) || is_complete(model, state)),
        Property::always(READ_BACK, reads_back),
        Property::always(SAVED, is_saved),
        Property::always(NO_SECRET, has_no_secret),
        Property::sometimes("a plan ends", is_end),
        Property::sometimes("an unconfirmed product exists", |model, state| is_unconfirmed(model, state, true)),
        Property::sometimes("an unconfirmed product does not exist", |model, state| {
            is_unconfirmed(model, state, false)
        }),
        Property::sometimes("a run that has sent a call loses its lock to another one", |_, state: &State| {
            matches!(state.stage(Run::A), Stage::Sent(_)) && state.lock == Some(Run::B)
        }),
    ]
}

fn has_no_secret(_: &PlanModel, state: &State) -> bool {
    let memories = state.stages.iter().filter_map(Stage::memory);
    let mut texts = memories.map(|memory| &memory.text).chain(&state.file);
    !texts.any(|text| text.contains(TOKEN) || text.contains(PASSWORD))
}

fn is_created_once(_: &PlanModel, state: &State) -> bool {
    let mut names: Vec<String> = state.service.products.iter().map(Product::name).collect();
    names.sort();
    names.windows(2).all(|pair| pair[0] != pair[1])
}

/// Returns the chain that the initiator must have, or `None` if one of the renewals does not exist.
fn chain(model: &PlanModel, state: &State) -> Option<Vec<u64>> {
    let id = |name: &Value| {
        let mut products = state.service.products.iter();
        products.find(|product| *name == product.name()).map(|product| product.id)
    };
    let renewals = model.description["renewals"].as_array().unwrap();
    let ids = renewals.iter().map(|renewal| renewal.as_u64().or_else(|| id(&renewal["name"])));
    let mut ids = ids.collect::<Option<Vec<u64>>>()?;
    if ids.is_empty() {
        ids.push(id(&model.description["initiator"]["name"])?);
    }
    ids.push(*ids.last()?);
    Some(ids)
}

fn is_in_order(model: &PlanModel, state: &State) -> bool {
    let initiator = model.name("/initiator");
    let made = state.service.products.iter().filter(|product| product.name() == initiator);
    made.map(Product::json).all(|product| {
        let named = product.pointer("/renew_settings/product_id_for_renew");
        let is_single = model.setup.is_single();
        (is_single && named.is_none())
            || named.is_some_and(|ids| Some(ids) == chain(model, state).map(|c| json!(c)).as_ref())
    })
}

/// Returns whether the file has a plan without remaining steps.
fn is_finished(state: &State) -> bool {
    state.file.as_ref().is_some_and(|text| Client::load(text).progress().left == 0)
}

/// Returns whether the service has exactly the products of the setup, and they form a valid catalogue.
fn is_complete(model: &PlanModel, state: &State) -> bool {
    let products: Vec<Value> = state.service.products.iter().map(Product::json).collect();
    let initiator = &model.description["initiator"];
    let is_made = products.iter().any(|product| {
        product["name"] == initiator["name"]
            && product["licence_term"] == initiator["licence_term"]
            && product.get("renew_settings").is_some()
    });
    let report = check_catalogue(&Value::Array(products), &Options::default());
    let has_errors = report.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    is_made && !has_errors && state.service.products.len() == model.setup.renewals().len() + 1
}

fn reads_back(_: &PlanModel, state: &State) -> bool {
    let mut memories = state.stages.iter().filter_map(Stage::memory);
    memories.all(|memory| Plan::from_json(&memory.text).is_ok_and(|plan| plan == memory.plan))
        && state.file.as_ref().is_none_or(|text| Plan::from_json(text).is_ok_and(|plan| *plan.to_json() == **text))
}

/// Returns whether the file contains the plan of the run that holds the lock, if this run has sent a call.
fn is_saved(_: &PlanModel, state: &State) -> bool {
    state.lock.is_none_or(|run| match state.stage(run) {
        Stage::Sent(memory) => state.file.as_ref() == Some(&memory.text),
        _ => true,
    })
}

fn is_unconfirmed(model: &PlanModel, state: &State, exists: bool) -> bool {
    let Some(text) = &state.file else { return false };
    let steps = Client::load(text).progress().steps;
    let step = steps.iter().find(|step| step.state == StepState::Unconfirmed);
    state.is_quiet()
        && step.is_some_and(|step| {
            let name = model.name(&step.path);
            state.service.products.iter().any(|product| product.name() == name) == exists
        })
}

/// Returns whether a state is final: the plan is finished, the service has exactly its products, and no run
/// or request is in progress.
pub(crate) fn is_end(model: &PlanModel, state: &State) -> bool {
    state.is_quiet() && is_finished(state) && is_complete(model, state)
}
