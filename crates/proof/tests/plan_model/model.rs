//! The state machine: two runs of one plan, their file and lock, the wire, the service and an operator.

use std::sync::Arc;

use renewal_rules::setup::Setup;
use renewal_rules::{Options, ProductId};
use renewal_rules_oracle::cases::product;
use renewal_rules_service::{Call, Plan, StepState};
use serde_json::Value;
use stateright::{Model, Property};

use super::client::{Client, Fault, Memory, Next};
use super::properties;
use super::service::{Message, Outcome, Product, Response, Service};

/// An assumption about the service or the operator that a model does without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dropped {
    /// The operator does not look for a product while a request that creates it is on its way.
    LooksLate,
    /// A refusal proves that the call was not carried out.
    RefusalIsTrue,
    /// A successful response to a change proves that the change was carried out.
    SuccessIsTrue,
}

/// One of two concurrent runs of the command `plan`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Run {
    A,
    B,
}

/// Stage of a run within the current call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stage {
    /// The run has not begun, has ended or was killed.
    Ended,
    /// The run has the current plan and can make the next call.
    Ready(Memory),
    /// The run has saved that the call is sent, but has not sent it.
    Saved(Memory, Message),
    /// The run has sent the call and waits for the response.
    Sent(Memory),
    /// The run has received the response, but has not recorded it.
    Received(Memory, Response),
}

/// State of the operator's backup of the state file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Backup {
    NotMade,
    /// The file at the time of the copy, if it existed.
    Made(Option<Arc<str>>),
    /// The copy replaced the file. The operator has yet to compare it with the service.
    Restored,
    /// The restored file was brought up to date.
    Reconciled,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// Text of the state file, in which a run saves its plan; `None` if the file does not exist.
    pub(crate) file: Option<Arc<str>>,
    pub(crate) backup: Backup,
    /// The run whose lock file exists. The run itself may have been killed.
    pub(crate) lock: Option<Run>,
    pub(crate) stages: [Stage; 2],
    /// The requests on their way, with the run that waits for the response.
    pub(crate) wire: Vec<(Option<Run>, Message)>,
    pub(crate) service: Service,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Begins a run. The run takes the lock even if another run holds it, because that run may be suspended.
    Start(Run),
    /// Begins a run with the id of the product whose creation is unconfirmed: the operator found it in the store.
    StartMade(Run, u64),
    /// Begins a run with the report that the unconfirmed call was not carried out.
    StartNotMade(Run),
    /// Saves that the next call is sent, or ends the run if there is none.
    Save(Run),
    Send(Run),
    /// Ends the request at this index of [`State::wire`] with this outcome.
    Deliver(usize, Outcome),
    /// Records the response and saves the plan.
    Record(Run),
    Kill(Run),
    /// Removes the lock file by hand.
    RemoveLock,
    /// Copies the state file.
    Copy,
    /// Replaces the state file by the copy.
    Restore,
    /// Brings a restored file up to date with the products of the service.
    Reconcile,
}

const RUNS: [Run; 2] = [Run::A, Run::B];
/// Maximum number of requests on their way at once.
const WIRE: usize = 2;

/// The plan of a setup, with the faults and the bounds of an exploration.
#[derive(Clone, Debug)]
pub(crate) struct PlanModel {
    pub(crate) setup: Setup,
    pub(crate) description: Value,
    pub(crate) existing: Vec<Product>,
    pub(crate) client: Client,
    pub(crate) dropped: Option<Dropped>,
    /// Statuses that prove that a call was not carried out.
    pub(crate) refusals: Vec<u16>,
    /// Statuses that do not show whether a call was carried out.
    pub(crate) unclear: Vec<u16>,
}

impl PlanModel {
    /// Creates the model of a setup. Existing renewals of the setup are products of the service.
    pub(crate) fn new(setup: Setup) -> Self {
        let description: Value = serde_json::from_str(&setup.to_json()).unwrap();
        let existing = setup.renewals().iter().filter_map(|renewal| renewal.id);
        let existing = existing.map(|id| Product {
            id: id.get(),
            fields: product(&format!("existing {id}"), "P1M", "8.90").to_string().into(),
        });
        let (refusals, unclear) = (vec![307, 422, 429], vec![303, 500]);
        let existing = existing.collect();
        Self { setup, description, existing, client: Client { fault: None }, dropped: None, refusals, unclear }
    }

    pub(crate) fn with_fault(mut self, fault: Fault) -> Self {
        self.client.fault = Some(fault);
        self
    }

    pub(crate) fn without(mut self, assumption: Dropped) -> Self {
        self.dropped = Some(assumption);
        self
    }

    /// Returns the name of the product that a step creates or changes.
    pub(crate) fn name(&self, path: &str) -> &str {
        self.description.pointer(path).unwrap()["name"].as_str().unwrap()
    }

    /// Returns whether the next call creates or changes a product, the product's path, and whether the call is
    /// unconfirmed.
    fn next_step(plan: &Plan) -> Option<(Call, String, bool)> {
        let step = plan.progress().steps.into_iter().find(|step| step.state != StepState::Done)?;
        Some((step.call, step.path, step.state == StepState::Unconfirmed))
    }

    /// Looks up in the service the product at `path` of the setup. Returns its id if the call was carried out.
    fn look(&self, service: &Service, call: Call, path: &str) -> Option<u64> {
        let name = self.name(path);
        let mut products = service.products.iter();
        let product = products.find(|product| product.name() == name)?;
        (call == Call::Create || product.renews()).then_some(product.id)
    }

    /// Returns the possible outcomes of a request.
    fn outcomes(&self, state: &State, message: &Message) -> Vec<Outcome> {
        let statuses = |list: &[u16]| list.iter().copied().map(Response::Status).collect::<Vec<_>>();
        let unclear = [statuses(&self.unclear), vec![Response::CutOff]].concat();
        let mut executed = [unclear.clone(), vec![Response::Garbage]].concat();
        let mut not_executed = [unclear, statuses(&self.refusals)].concat();
        executed.push(Response::Success(0));
        if message.target.is_none() {
            let other = state.service.products.first().map(|product| Response::OtherId(product.id));
            executed.extend([Some(Response::WithoutId), other].into_iter().flatten());
            not_executed.push(Response::Garbage);
        } else if self.dropped == Some(Dropped::SuccessIsTrue) {
            not_executed.push(Response::Garbage);
        }
        if self.dropped == Some(Dropped::RefusalIsTrue) {
            executed.extend(statuses(&self.refusals));
        }
        let executed = executed.into_iter().map(Outcome::Executed);
        executed.chain(not_executed.into_iter().map(Outcome::NotExecuted)).collect()
    }

    /// Adds the actions that begin a run.
    fn starts(&self, state: &State, run: Run, actions: &mut Vec<Action>) {
        if state.backup == Backup::Restored && !self.client.has(Fault::IgnoresStaleFile) {
            return;
        }
        actions.push(Action::Start(run));
        let Some(file) = &state.file else { return };
        let Some((call, path, true)) = Self::next_step(&Client::load(file)) else { return };
        if !state.wire.is_empty() && self.dropped != Some(Dropped::LooksLate) {
            return;
        }
        match self.look(&state.service, call, &path) {
            Some(id) => actions.push(Action::StartMade(run, id)),
            None if self.client.has(Fault::RefusalIsFinal) => {}
            None => actions.push(Action::StartNotMade(run)),
        }
    }

    /// Adds the actions that continue a run.
    fn steps(state: &State, run: Run, actions: &mut Vec<Action>) {
        match state.stage(run) {
            Stage::Ended => return,
            Stage::Ready(_) => actions.push(Action::Save(run)),
            Stage::Saved(..) if state.wire.len() < WIRE => actions.push(Action::Send(run)),
            Stage::Received(..) => actions.push(Action::Record(run)),
            Stage::Saved(..) | Stage::Sent(_) => {}
        }
        actions.push(Action::Kill(run));
    }

    /// Begins a run: loads the plan or creates it, applies `change`, and saves the plan if it was changed.
    fn start(&self, state: &mut State, run: Run, change: impl FnOnce(&mut Plan)) {
        state.lock = Some(run);
        let mut plan = match &state.file {
            Some(text) => Client::load(text),
            None => Plan::new(self.setup.clone(), &Options::default()).unwrap(),
        };
        let before = plan.clone();
        change(&mut plan);
        if plan != before {
            state.file = Some(self.client.saved_text(&plan));
        }
        state.set(run, Stage::Ready(plan.into()));
    }

    fn save(&self, state: &mut State, run: Run) {
        let Stage::Ready(memory) = state.stage(run).clone() else { return };
        let Next::Call(plan, request) = self.client.next(&memory.plan) else { return state.end(run) };
        if state.lock != Some(run) && !self.client.has(Fault::SavesWithoutLock) {
            return state.end(run);
        }
        if !self.client.has(Fault::SendsBeforeSaving) {
            state.file = Some(self.client.saved_text(&plan));
        }
        state.set(run, Stage::Saved(plan.into(), Message::from(&request)));
    }

    fn send(&self, state: &mut State, run: Run) {
        let Stage::Saved(memory, message) = state.stage(run).clone() else { return };
        if state.lock != Some(run) && !self.client.has(Fault::SendsWithoutLock) {
            return state.end(run);
        }
        state.wire.push((Some(run), message));
        state.set(run, Stage::Sent(memory));
    }

    fn record(&self, state: &mut State, run: Run) {
        let Stage::Received(memory, response) = state.stage(run).clone() else { return };
        let mut plan = memory.plan;
        let Some((status, body)) = response.http() else { return state.set(run, Stage::Ready(plan.into())) };
        self.client.record(&mut plan, status, &body);
        let is_lost = match state.lock {
            Some(holder) => holder != run,
            None => !self.client.has(Fault::RecordsWithoutLock),
        };
        if is_lost {
            return state.end(run);
        }
        state.file = Some(self.client.saved_text(&plan));
        state.set(run, Stage::Ready(plan.into()));
    }

    /// Confirms the remaining calls that the service shows to be carried out. The operator does so with `plan --state`
    /// and `--made`, without sending anything.
    fn reconcile(&self, state: &mut State) {
        let text = state.file.clone();
        let mut plan = text
            .map_or_else(|| Plan::new(self.setup.clone(), &Options::default()).unwrap(), |text| Client::load(&text));
        while let Some((call, path, is_sent)) = Self::next_step(&plan) {
            match self.look(&state.service, call, &path) {
                Some(id) => {
                    if !is_sent {
                        plan.next_request().unwrap();
                    }
                    plan.confirm(ProductId::new(id).unwrap()).unwrap();
                }
                None if is_sent => plan.deny().unwrap(),
                None => break,
            }
        }
        state.file = Some(self.client.saved_text(&plan));
        state.backup = Backup::Reconciled;
    }
}

impl Stage {
    /// Returns the plan that the run has in memory.
    pub(crate) const fn memory(&self) -> Option<&Memory> {
        match self {
            Self::Ended => None,
            Self::Ready(memory) | Self::Saved(memory, _) | Self::Sent(memory) | Self::Received(memory, _) => {
                Some(memory)
            }
        }
    }
}

impl State {
    pub(crate) fn stage(&self, run: Run) -> &Stage {
        &self.stages[run as usize]
    }

    fn set(&mut self, run: Run, stage: Stage) {
        self.stages[run as usize] = stage;
    }

    /// Ends a run, and removes the lock if the run holds it.
    fn end(&mut self, run: Run) {
        self.set(run, Stage::Ended);
        if self.lock == Some(run) {
            self.lock = None;
        }
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.wire.is_empty() && self.stages.iter().all(|stage| *stage == Stage::Ended)
    }

    fn deliver(&mut self, position: usize, outcome: Outcome) {
        let (run, message) = self.wire.remove(position);
        let response = match outcome {
            Outcome::Executed(response) => {
                let id = self.service.execute(&message);
                if response == Response::Success(0) { Response::Success(id) } else { response }
            }
            Outcome::NotExecuted(response) => response,
        };
        let Some(run) = run else { return };
        if let Stage::Sent(memory) = self.stage(run).clone() {
            self.set(run, Stage::Received(memory, response));
        }
    }

    fn kill(&mut self, run: Run) {
        self.set(run, Stage::Ended);
        for (sender, _) in &mut self.wire {
            *sender = sender.filter(|sender| *sender != run);
        }
    }
}

impl Model for PlanModel {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        vec![State {
            file: None,
            backup: Backup::NotMade,
            lock: None,
            stages: [Stage::Ended, Stage::Ended],
            wire: Vec::new(),
            service: Service { products: self.existing.clone() },
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        for run in RUNS {
            match state.stage(run) {
                Stage::Ended => self.starts(state, run, actions),
                _ => Self::steps(state, run, actions),
            }
        }
        for (position, (_, message)) in state.wire.iter().enumerate() {
            let outcomes = self.outcomes(state, message).into_iter();
            actions.extend(outcomes.map(|outcome| Action::Deliver(position, outcome)));
        }
        if state.lock.is_some() {
            actions.push(Action::RemoveLock);
        }
        match &state.backup {
            Backup::NotMade => actions.push(Action::Copy),
            Backup::Made(_) if state.is_quiet() => actions.push(Action::Restore),
            Backup::Restored => actions.push(Action::Reconcile),
            Backup::Made(_) | Backup::Reconciled => {}
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut state = last.clone();
        match action {
            Action::Start(run) => self.start(&mut state, run, |_| {}),
            // If the plan refuses the operator's report, the plan does not change.
            Action::StartMade(run, id) => self.start(&mut state, run, |plan| {
                plan.confirm(ProductId::new(id).unwrap()).ok();
            }),
            Action::StartNotMade(run) => self.start(&mut state, run, |plan| {
                plan.deny().ok();
            }),
            Action::Save(run) => self.save(&mut state, run),
            Action::Send(run) => self.send(&mut state, run),
            Action::Deliver(position, outcome) => state.deliver(position, outcome),
            Action::Record(run) => self.record(&mut state, run),
            Action::Kill(run) => state.kill(run),
            Action::RemoveLock => state.lock = None,
            Action::Copy => state.backup = Backup::Made(state.file.clone()),
            Action::Restore => {
                let Backup::Made(copy) = std::mem::replace(&mut state.backup, Backup::Restored) else { return None };
                state.file = copy;
            }
            Action::Reconcile => self.reconcile(&mut state),
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        properties::all()
    }
}
