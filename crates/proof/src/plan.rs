//! Model of runs of plans: the real [`Plan`] with its saved text, a service, the wire between them, processes that crash,
//! and an operator. `stateright` explores all interleavings.

use std::collections::{HashMap, VecDeque};

use renewal_rules::setup::{Setup, SetupError};
use renewal_rules::{Code, Options, ProductId, Severity, check_catalogue};
use renewal_rules_service::{Call, Method, Plan, PlanError, Request, Step, StepState, apply_update};
use serde_json::Value;
use stateright::{Model, Property};

/// Secret that each request presents and that the service repeats in some responses.
const TOKEN: &str = "a-secret-token";

/// A change that breaks the plan, its protocol or an assumption about the operator. Each violates a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutant {
    /// Sends the request before the plan is saved.
    SendsBeforeSaving,
    /// Sends an unconfirmed creation again.
    RepeatsUnconfirmed,
    /// Treats every error of the service as a proof that nothing was created.
    TrustsServerErrors,
    /// Does not record a success.
    ForgetsSuccess,
    /// Creates the initiator before the renewals.
    CreatesInitiatorFirst,
    /// Takes an id that the response does not contain.
    InventsIds,
    /// Treats an unclear change as made.
    SkipsUnclearChanges,
    /// Saves the last response with the plan.
    SavesResponses,
    /// Lets two processes use one file.
    IgnoresTheLock,
    /// The operator replaces the file by an older copy.
    RestoresOldFile,
    /// The operator looks while the request is still on its way.
    LooksEarly,
    /// Nobody confirms or denies unconfirmed creations.
    HasNoOperator,
}

/// Contents of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Response {
    Success,
    /// 422: the call was not carried out.
    Refusal,
    /// 429, with the token in its body.
    TooManyRequests,
    /// 503; the call may have been carried out.
    Unavailable,
    /// 201 with a body that contains no id, but the token.
    Garbage,
    /// No response: the connection was cut.
    Nothing,
}

/// A step of the model. Files and processes are numbered; each file has two processes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Starts a process, which reads the file.
    Start(usize),
    /// Takes the next request and saves the plan.
    Prepare(usize),
    /// Sends the request.
    Send(usize),
    /// The service receives the request, carries it out or not, and responds.
    Deliver(usize, bool, Response),
    /// Evaluates the response and saves the plan.
    Record(usize),
    /// Kills a process. Its request stays on its way.
    Crash(usize),
    /// The operator looks up the unconfirmed product of a file and reports what is there.
    Look(usize),
    /// The operator puts back a file as it was before the last save.
    Restore(usize),
}

/// A request on its way, or executed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sent {
    is_change: bool,
    path: String,
    body: String,
}

impl Sent {
    fn from_request(request: &Request) -> Self {
        Self {
            is_change: request.method() == Method::Patch,
            path: request.path().to_owned(),
            body: request.body().to_owned(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Off,
    /// Has read the file.
    Ready,
    /// Has saved the plan and is about to send.
    Prepared(Sent),
    /// Waits for the response.
    Waiting,
    Responded(Response, Option<u64>),
}

/// A process: the text of the plan in its memory, and what it does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Process {
    memory: String,
    phase: Phase,
}

/// A file with a saved plan.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct File {
    text: String,
    /// The text before the last save; kept for [`Mutant::RestoresOldFile`] alone.
    older: Option<String>,
}

/// State of the files, the processes, the wire and the service.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    files: Vec<File>,
    processes: Vec<Process>,
    /// Requests on their way, with the number of the process that waits for the response, if it still runs.
    wire: Vec<(Sent, Option<usize>)>,
    /// Products of the service in the order of their creation; the position gives the id.
    products: Vec<String>,
    /// Faults so far: crashes and responses other than a success.
    faults: u8,
}

/// The model of runs of some setups.
#[derive(Clone, Debug)]
pub struct Runs {
    /// Groups of setups that are carried out at the same time.
    pub setups: Vec<Vec<Setup>>,
    /// Most crashes, lost requests and failures of the service in one run.
    pub most_faults: u8,
    pub mutant: Option<Mutant>,
}

const FIRST_ID: u64 = 101;

/// Product that the setups use and that existed before.
const EXISTING_ID: u64 = 7;

/// Processes of each file.
const PROCESSES: usize = 2;

/// Reads a text that this model saved, which always succeeds for the real plan.
fn plan(text: &str) -> Option<Plan> {
    Plan::from_json(text.split('\n').next().unwrap_or(text)).ok()
}

fn is_finished(text: &str) -> bool {
    plan(text).is_some_and(|plan| plan.progress().left == 0)
}

/// Returns whether the plan waits until somebody reports what became of a creation.
fn has_unconfirmed(plan: &Plan) -> bool {
    let is_unconfirmed = |step: &Step| step.state == StepState::Unconfirmed && step.call == Call::Create;
    plan.progress().steps.iter().any(is_unconfirmed)
}

fn name(body: &str) -> Option<String> {
    let value: Value = serde_json::from_str(body).ok()?;
    value["name"].as_str().map(str::to_owned)
}

impl State {
    /// Saves the text of a file. `keeps_older` retains the text before it.
    fn save(&mut self, file: usize, text: &str, keeps_older: bool) {
        let Some(file) = self.files.get_mut(file) else { return };
        if keeps_older && file.text != text {
            file.older = Some(file.text.clone());
        }
        text.clone_into(&mut file.text);
    }

    /// Returns the processes of a file.
    fn processes_of(&self, file: usize) -> impl Iterator<Item = &Process> {
        self.processes.iter().skip(PROCESSES * file).take(PROCESSES)
    }

    /// Carries out a request and returns the id of the product.
    fn execute(&mut self, sent: &Sent) -> Option<u64> {
        if sent.is_change {
            let id: u64 = sent.path.rsplit('/').next()?.parse().ok()?;
            let product = self.products.get_mut(usize::try_from(id.checked_sub(FIRST_ID)?).ok()?)?;
            *product = apply_update(product.as_str(), sent.body.as_str()).ok()?;
            return Some(id);
        }
        self.products.push(sent.body.clone());
        Some(FIRST_ID + self.products.len() as u64 - 1)
    }

    /// Returns the id of the first product with this name.
    fn find(&self, wanted: &str) -> Option<u64> {
        let position = self.products.iter().position(|product| name(product).as_deref() == Some(wanted))?;
        Some(FIRST_ID + position as u64)
    }

    fn catalogue(&self) -> Vec<Value> {
        let with_id = |(id, product): (u64, &String)| {
            let mut value: Value = serde_json::from_str(product).unwrap_or_default();
            value["id"] = id.into();
            value
        };
        (FIRST_ID..).zip(&self.products).map(with_id).collect()
    }
}

impl Runs {
    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    /// Returns the next request of a plan, as the mutant sends it.
    fn next_request(&self, plan: &mut Plan) -> Option<Sent> {
        if self.is(Mutant::CreatesInitiatorFirst) && plan.progress().done == 0 {
            let calls = plan.planned_calls();
            let initiator = calls.iter().find(|call| call.path == "/initiator")?;
            plan.next_request().ok()??;
            return Some(Sent::from_request(&initiator.request(|position| position.to_string())));
        }
        match plan.next_request() {
            Ok(request) => request.as_ref().map(Sent::from_request),
            Err(PlanError::Unconfirmed { .. }) if self.is(Mutant::RepeatsUnconfirmed) => {
                plan.deny().ok()?;
                plan.next_request().ok()?.as_ref().map(Sent::from_request)
            }
            Err(_) => None,
        }
    }

    /// Evaluates a response, as the mutant does.
    fn record(&self, plan: &mut Plan, response: Response, id: Option<u64>) {
        let created = id.map(|id| format!(r#"{{"id":{id}}}"#)).unwrap_or_default();
        let (status, body) = match response {
            Response::Success => (201, created.as_str()),
            Response::Refusal => (422, "{}"),
            Response::TooManyRequests => (429, TOKEN),
            Response::Unavailable => (503, "busy"),
            Response::Garbage => (201, TOKEN),
            Response::Nothing => return,
        };
        if response == Response::Success && self.is(Mutant::ForgetsSuccess) {
            let _ = plan.deny();
            return;
        }
        let is_change = plan.progress().done > 0 && plan.initiator_id().is_some();
        let outcome = plan.record_response(status, body);
        match outcome {
            Err(PlanError::Unclear(_)) if self.is(Mutant::TrustsServerErrors) => drop(plan.deny()),
            Err(PlanError::Unclear(_)) if is_change && self.is(Mutant::SkipsUnclearChanges) => {
                if let Some(id) = plan.initiator_id() {
                    let _ = plan.confirm(id);
                }
            }
            Err(PlanError::NoId(_)) if self.is(Mutant::InventsIds) => {
                if let Ok(id) = ProductId::try_from(7) {
                    let _ = plan.confirm(id);
                }
            }
            _ => {}
        }
    }

    fn process_actions(&self, state: &State, number: usize, actions: &mut Vec<Action>) {
        let Some(process) = state.processes.get(number) else { return };
        let is_locked = state.processes_of(number / PROCESSES).any(|process| process.phase != Phase::Off);
        match &process.phase {
            Phase::Off => {
                if !is_locked || self.is(Mutant::IgnoresTheLock) {
                    actions.push(Action::Start(number));
                }
                return;
            }
            Phase::Ready => actions.push(Action::Prepare(number)),
            Phase::Prepared(_) => actions.push(Action::Send(number)),
            Phase::Waiting => {}
            Phase::Responded(..) => actions.push(Action::Record(number)),
        }
        if state.faults < self.most_faults {
            actions.push(Action::Crash(number));
        }
    }

    fn wire_actions(&self, state: &State, actions: &mut Vec<Action>) {
        for position in 0..state.wire.len() {
            actions.push(Action::Deliver(position, true, Response::Success));
            if state.faults < self.most_faults {
                for response in [Response::Refusal, Response::TooManyRequests, Response::Unavailable, Response::Nothing]
                {
                    actions.push(Action::Deliver(position, false, response));
                }
                for response in [Response::Unavailable, Response::Garbage, Response::Nothing] {
                    actions.push(Action::Deliver(position, true, response));
                }
            }
        }
    }

    /// Returns whether the operator has something to report of a file: no process of it runs, and a creation is
    /// unconfirmed.
    fn can_look(&self, state: &State, file: usize) -> bool {
        let is_quiet = state.processes_of(file).all(|process| process.phase == Phase::Off)
            && (state.wire.is_empty() || self.is(Mutant::LooksEarly));
        let saved = state.files.get(file).and_then(|file| plan(&file.text));
        is_quiet && !self.is(Mutant::HasNoOperator) && saved.is_some_and(|plan| has_unconfirmed(&plan))
    }

    fn look(&self, state: &mut State, file: usize) -> Option<()> {
        let mut looked = plan(&state.files.get(file)?.text)?;
        let planned = looked.planned_calls();
        let name = name(planned.first()?.request(|_| String::new()).body())?;
        match state.find(&name) {
            None => looked.deny().ok()?,
            Some(id) => looked.confirm(ProductId::try_from(id).ok()?).ok()?,
        }
        state.save(file, &looked.to_json(), self.is(Mutant::RestoresOldFile));
        Some(())
    }

    fn deliver(state: &mut State, position: usize, executes: bool, response: Response) -> Option<()> {
        if position >= state.wire.len() {
            return None;
        }
        let (sent, process) = state.wire.remove(position);
        let id = if executes { state.execute(&sent) } else { None };
        if let Some(process) = process.and_then(|number| state.processes.get_mut(number)) {
            process.phase = Phase::Responded(response, id);
        }
        state.faults += u8::from(response != Response::Success);
        Some(())
    }

    fn prepare(&self, state: &mut State, number: usize) -> Option<()> {
        let process = state.processes.get_mut(number)?;
        let mut prepared = plan(&process.memory)?;
        let Some(sent) = self.next_request(&mut prepared) else {
            // Finished, or waiting for the operator.
            process.phase = Phase::Off;
            process.memory.clear();
            return Some(());
        };
        process.memory = prepared.to_json();
        process.phase = Phase::Prepared(sent);
        if !self.is(Mutant::SendsBeforeSaving) {
            let text = process.memory.clone();
            state.save(number / PROCESSES, &text, self.is(Mutant::RestoresOldFile));
        }
        Some(())
    }

    fn record_and_save(&self, state: &mut State, number: usize) -> Option<()> {
        let process = state.processes.get_mut(number)?;
        let Phase::Responded(response, id) = process.phase else { return None };
        let mut recorded = plan(&process.memory)?;
        self.record(&mut recorded, response, id);
        process.memory = recorded.to_json();
        process.phase = Phase::Ready;
        let mut text = process.memory.clone();
        if self.is(Mutant::SavesResponses) && response == Response::Garbage {
            text = format!("{text}\n{TOKEN}");
        }
        state.save(number / PROCESSES, &text, self.is(Mutant::RestoresOldFile));
        Some(())
    }
}

impl Model for Runs {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        let off = Process { memory: String::new(), phase: Phase::Off };
        let file = |setup: &Setup| {
            let plan = Plan::new(setup.clone(), &Options::default()).expect("the setups are sound");
            File { text: plan.to_json(), older: None }
        };
        let state = |setups: &Vec<Setup>| State {
            files: setups.iter().map(file).collect(),
            processes: vec![off.clone(); PROCESSES * setups.len()],
            wire: Vec::new(),
            products: Vec::new(),
            faults: 0,
        };
        self.setups.iter().map(state).collect()
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        if is_end(state) {
            return;
        }
        for number in 0..state.processes.len() {
            self.process_actions(state, number, actions);
        }
        self.wire_actions(state, actions);
        for (number, file) in state.files.iter().enumerate() {
            if self.can_look(state, number) {
                actions.push(Action::Look(number));
            }
            if file.older.is_some() {
                actions.push(Action::Restore(number));
            }
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut state = last.clone();
        match action {
            Action::Start(number) => {
                let memory = plan(&state.files.get(number / PROCESSES)?.text)?.to_json();
                *state.processes.get_mut(number)? = Process { memory, phase: Phase::Ready };
            }
            Action::Prepare(number) => self.prepare(&mut state, number)?,
            Action::Send(number) => {
                let process = state.processes.get_mut(number)?;
                let Phase::Prepared(sent) = &process.phase else { return None };
                state.wire.push((sent.clone(), Some(number)));
                process.phase = Phase::Waiting;
            }
            Action::Deliver(position, executes, response) => Self::deliver(&mut state, position, executes, response)?,
            Action::Record(number) => self.record_and_save(&mut state, number)?,
            Action::Crash(number) => {
                *state.processes.get_mut(number)? = Process { memory: String::new(), phase: Phase::Off };
                for (_, process) in &mut state.wire {
                    if *process == Some(number) {
                        *process = None;
                    }
                }
                state.faults += 1;
            }
            Action::Look(file) => self.look(&mut state, file)?,
            Action::Restore(file) => {
                let file = state.files.get_mut(file)?;
                file.text = file.older.take()?;
            }
        }
        (state != *last).then_some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always(NEVER_TWICE, |_, state: &State| {
                let mut names: Vec<_> = state.products.iter().map(|product| name(product)).collect();
                names.sort_unstable();
                names.windows(2).all(|pair| pair[0] != pair[1])
            }),
            Property::always(RENEWALS_FIRST, |_, state: &State| {
                let created = FIRST_ID..FIRST_ID + state.products.len() as u64;
                let exists = |id: &Value| id.as_u64().is_some_and(|id| created.contains(&id) || id == EXISTING_ID);
                let chain = |product: &Value| product["renew_settings"]["product_id_for_renew"].clone();
                let chains = state.catalogue().into_iter().map(|product| chain(&product));
                chains.filter(Value::is_array).all(|chain| chain.as_array().into_iter().flatten().all(exists))
            }),
            Property::always(SOUND_CATALOGUE, |_, state: &State| {
                state.files.iter().filter(|file| is_finished(&file.text)).all(|file| is_sound(state, file))
            }),
            Property::always(READ_BACK, |_, state: &State| {
                let files = state.files.iter().map(|file| &file.text);
                let memories = state.processes.iter().map(|process| &process.memory).filter(|text| !text.is_empty());
                files.chain(memories).all(|text| Plan::from_json(text).is_ok_and(|plan| plan.to_json() == *text))
            }),
            Property::always(NO_SECRET, |_, state: &State| !state.files.iter().any(|file| file.text.contains(TOKEN))),
        ]
    }
}

pub const NEVER_TWICE: &str = "no product is created twice";
pub const RENEWALS_FIRST: &str = "renewals are created before the initiator that names them";
pub const SOUND_CATALOGUE: &str = "the catalogue of a finished plan has no error, and its initiator has renewals";
pub const READ_BACK: &str = "the saved text is read back as the same plan";
pub const NO_SECRET: &str = "the saved text contains no secret";

/// Returns whether the catalogue has no error, and whether the initiator of a finished plan has renewals.
fn is_sound(state: &State, file: &File) -> bool {
    let catalogue = state.catalogue();
    let initiator = plan(&file.text).and_then(|plan| plan.initiator_id()).map(ProductId::get);
    let has_renewals = |product: &&Value| product["id"].as_u64() == initiator && product["renew_settings"].is_object();
    let is_complete = catalogue.iter().any(|product| has_renewals(&product));
    let report = check_catalogue(&Value::Array(catalogue), &Options::default());
    // A setup may name existing products, which are not in this catalogue.
    let is_error = |code: Code, severity| severity == Severity::Error && code != Code::ChainUnknownProduct;
    is_complete && !report.diagnostics.iter().any(|found| is_error(found.code, found.severity))
}

/// Returns whether a state is an end: all plans are finished, and no process runs.
pub fn is_end(state: &State) -> bool {
    let is_off = |process: &Process| process.phase == Phase::Off;
    state.processes.iter().all(is_off) && state.files.iter().all(|file| is_finished(&file.text))
}

/// Reads a setup with renewals of these names; a number stands for an existing product. The products of different
/// initiators have different names.
///
/// # Errors
///
/// Returns an error if the setup cannot be read.
pub fn setup(initiator: &str, renewals: &[&str]) -> Result<Setup, SetupError> {
    let variants = r#"[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}]"#;
    let product =
        |name: &str| format!(r#"{{"family_name":"F","name":"{name}","licence_term":"P1M","variants":{variants}}}"#);
    let renewals: Vec<String> = renewals
        .iter()
        .map(|renewal| match renewal.parse::<u64>() {
            Ok(id) => id.to_string(),
            Err(_) => product(&format!("{initiator} {renewal}")),
        })
        .collect();
    let (initiator, renewals) = (product(initiator), renewals.join(","));
    Setup::from_json(&format!(r#"{{"initiator":{initiator},"renewals":[{renewals}],"kinds":{{"ar":true}}}}"#))
}

/// Returns setups of each shape, alone and two at a time: a product that renews itself, a renewal, chains of up to six,
/// and existing renewals before and after a new one.
///
/// # Errors
///
/// Returns an error if a setup cannot be read.
pub fn setups() -> Result<Vec<Vec<Setup>>, SetupError> {
    let chain = ["first", "second", "third", "fourth", "fifth", "sixth"];
    Ok(vec![
        vec![setup("A", &["7", "new"])?],
        vec![setup("A", &["new", "7"])?],
        vec![setup("A", &chain)?],
        vec![setup("A", &[])?, setup("B", &[])?],
        vec![setup("A", &[])?, setup("B", &["first", "second"])?],
        vec![setup("A", &["first"])?, setup("B", &["first", "second"])?],
    ])
}

/// Returns the number of reachable states, and of those from which no end can be reached.
pub fn dead_ends(runs: &Runs) -> (usize, usize) {
    let (mut numbers, mut queue) = (HashMap::new(), VecDeque::new());
    // For each state the numbers of the states before it.
    let mut before: Vec<Vec<usize>> = Vec::new();
    let mut ends = Vec::new();
    for state in runs.init_states() {
        numbers.insert(state.clone(), before.len());
        before.push(Vec::new());
        queue.push_back(state);
    }
    while let Some(state) = queue.pop_front() {
        let number = numbers[&state];
        if is_end(&state) {
            ends.push(number);
        }
        for next in runs.next_states(&state) {
            let known = numbers.len();
            let entry = *numbers.entry(next.clone()).or_insert(known);
            if entry == known {
                before.push(Vec::new());
                queue.push_back(next);
            }
            before[entry].push(number);
        }
    }
    let mut has_end = vec![false; before.len()];
    while let Some(number) = ends.pop() {
        if !std::mem::replace(&mut has_end[number], true) {
            ends.extend(&before[number]);
        }
    }
    (before.len(), has_end.iter().filter(|has| !**has).count())
}
