use renewal_rules::setup::{Setup, SetupError};
use renewal_rules::{Code, ProductId, apply_patch};
use renewal_rules_service::{Call, Plan, PlanError, Request, StepState, read_create_response};
use serde_json::Value;

use super::promises::{id_in, plain};
use super::{cases, choices::Choices, make};

/// HTTP statuses that prove that a call had no effect. All others, except 200 to 299, leave the call unconfirmed.
const REFUSALS: [u16; 15] = [307, 308, 400, 401, 403, 404, 405, 406, 411, 413, 414, 415, 417, 422, 429];

pub fn run(data: &[u8]) {
    let mut c = Choices::new(data);
    let text = make::setup(&mut c);
    let stated = make::catalogue_options(&mut c);
    let options = cases::catalogue_options(&stated);
    let Ok(setup) = Setup::from_json(&text) else { return };
    assert_eq!(Setup::from_json(&setup.to_json()).as_ref(), Ok(&setup));
    super::promises::stored(&setup);
    let report = setup.check(&options);
    assert_eq!(report, setup.check(&options));
    fixed(&text, &stated);
    let plan = match Plan::new(setup, &options) {
        Ok(plan) => plan,
        Err(found) => {
            assert!(!report.valid);
            assert_eq!(found.report(), &report);
            return;
        }
    };
    assert!(report.valid);
    let Some(description) = plain(&text) else { return };
    let mut run = Run { model: Model::of(&description), plan };
    for _ in 0..64 {
        if c.is_over() {
            break;
        }
        run.event(&mut c);
    }
    run.finish();
}

/// Asserts that each fix of a setup's report applies to the text of the setup and removes its diagnostic.
fn fixed(text: &str, stated: &str) {
    let options = cases::catalogue_options(stated);
    let check = |text: &str| Setup::from_json(text).map(|setup| setup.check(&options));
    let report = check(text).expect("the setup is readable");
    if plain(text).is_none() {
        return;
    }
    for d in &report.diagnostics {
        assert_eq!(d.location, None);
        // The chain is generated from the renewals, so a repeated id is the only mistake that it can have.
        let is_of_chain = d.code.as_str().starts_with("chain-");
        assert!(
            !is_of_chain || d.code == Code::ChainRepeatedId || d.path.contains("/renew_settings"),
            "{} in {text}",
            d.code
        );
        let Some(fix) = &d.fix else { continue };
        let after = apply_patch(text, fix);
        let after = match check(&after.unwrap_or_else(|error| panic!("{error}: {fix:?} in {text}"))) {
            Ok(after) => after,
            // The fix of a name with a typo exposes a value that is not a valid id.
            Err(SetupError::Invalid { path, .. }) if fix.iter().any(|op| op.path() == path) => continue,
            Err(error) => panic!("{error}: {fix:?} in {text}"),
        };
        let is_left = after
            .diagnostics
            .iter()
            .any(|other| (other.code, &other.path, &other.params) == (d.code, &d.path, &d.params));
        assert!(!is_left, "{fix:?} does not remove {} from {text}", d.code.as_str());
    }
}

/// A model of a plan's state, implemented independently from its documentation.
#[derive(Clone, Debug)]
struct Model {
    jobs: Vec<(Call, String)>,
    /// Known ids of the renewals, in chain order.
    renewals: Vec<Option<u64>>,
    done: Vec<u64>,
    is_sent: bool,
    /// Pointers of the products that may exist: a creation was sent, and nobody reported that it was not carried out.
    may_exist: Vec<String>,
}

impl Model {
    fn of(setup: &Value) -> Self {
        let renewals = setup.get("renewals").and_then(Value::as_array);
        let renewals = renewals.cloned().unwrap_or_default();
        let mut jobs = Vec::new();
        let mut ids = Vec::new();
        for (index, renewal) in renewals.iter().enumerate() {
            let id = if renewal.is_object() { id_in(renewal) } else { id_in(&serde_json::json!({ "id": renewal })) };
            if id.is_none() {
                jobs.push((Call::Create, format!("/renewals/{index}")));
            }
            ids.push(id.map(ProductId::get));
        }
        jobs.push((Call::Create, "/initiator".into()));
        if renewals.is_empty() {
            jobs.push((Call::Change, "/initiator".into()));
        }
        Self { jobs, renewals: ids, done: Vec::new(), is_sent: false, may_exist: Vec::new() }
    }

    fn job(&self) -> Option<&(Call, String)> {
        self.jobs.get(self.done.len())
    }

    fn chain(&self) -> Vec<u64> {
        let mut made = self.done.iter().copied();
        let mut chain: Vec<u64> = self
            .renewals
            .iter()
            .map(|id| id.or_else(|| made.next()).expect("renewals are created before the initiator"))
            .collect();
        if chain.is_empty() {
            chain.extend(self.done.first());
        }
        chain.extend(chain.last().copied());
        chain
    }

    fn is_taken(&self, id: u64) -> bool {
        self.done.contains(&id) || self.renewals.contains(&Some(id))
    }

    /// Models the confirmation of an id.
    fn confirm(&mut self, id: u64) -> Result<(), &'static str> {
        let Some((call, _)) = self.job().filter(|_| self.is_sent).cloned() else { return Err("nothing sent") };
        if call == Call::Change && self.done.first() != Some(&id) {
            return Err("other id");
        }
        if call == Call::Create && self.is_taken(id) {
            return Err("id taken");
        }
        self.done.push(id);
        self.is_sent = false;
        Ok(())
    }

    fn deny(&mut self) -> Result<(), &'static str> {
        let Some((_, path)) = self.job().filter(|_| self.is_sent).cloned() else { return Err("nothing sent") };
        self.is_sent = false;
        self.may_exist.retain(|other| *other != path);
        Ok(())
    }

    fn answer(&mut self, status: u16, body: &[u8]) -> Result<(), &'static str> {
        let Some((call, _)) = self.job().filter(|_| self.is_sent).cloned() else { return Err("nothing sent") };
        match status {
            200..300 if call == Call::Change => {
                let own = self.done[0];
                self.confirm(own)
            }
            200..300 => {
                let value: Option<Value> = serde_json::from_slice(body).ok();
                let id = match &value {
                    Some(value) => id_in(value),
                    // `Value` rejects some responses that the library reads, such as lone surrogates.
                    None => read_create_response(status, body).ok(),
                };
                match id {
                    Some(id) => self.confirm(id.get()),
                    None => Err("no id"),
                }
            }
            _ if REFUSALS.contains(&status) => {
                self.deny()?;
                Err("refused")
            }
            _ => Err("unclear"),
        }
    }
}

/// Returns the name by which the model of a plan refers to an error.
fn kind(error: &PlanError) -> &'static str {
    match error {
        PlanError::Unconfirmed { .. } => "unconfirmed",
        PlanError::NothingSent => "nothing sent",
        PlanError::Refused { .. } => "refused",
        PlanError::Unclear { .. } => "unclear",
        PlanError::NoId { .. } => "no id",
        PlanError::IdTaken { .. } => "id taken",
        PlanError::OtherId { .. } => "other id",
        other => panic!("{other:?}"),
    }
}

struct Run {
    model: Model,
    plan: Plan,
}

impl Run {
    fn event(&mut self, c: &mut Choices<'_>) {
        match c.below(8) {
            0 | 1 => self.next(),
            2 | 3 => {
                let status = match c.below(4) {
                    0 | 1 => c.pick(&[200, 201, 204, 299]),
                    2 => c.pick(&[400, 500, 408, 409, 422, 429, 302, 199, 300, 0]),
                    _ => c.number(),
                };
                let body = make::answer(c);
                self.answer(status, &body);
            }
            4 => {
                let id = 1 + c.below(80) as u64;
                self.confirm(id);
            }
            5 => self.deny(),
            6 => self.broken(c),
            // Continue with the plan as read from its saved text, which must contain the whole state.
            _ => self.plan = Plan::from_json(&self.plan.to_json()).expect("the saved plan is readable"),
        }
        self.agrees();
    }

    fn next(&mut self) {
        let request = self.plan.next_request();
        let Some((call, path)) = self.model.job().cloned() else {
            assert_eq!(request, Ok(None));
            return;
        };
        if self.model.is_sent && call == Call::Create {
            assert_eq!(request, Err(PlanError::Unconfirmed { path }));
            return;
        }
        let request = request.expect("the plan accepts the next call").expect("the plan has another call");
        if call == Call::Create {
            assert!(!self.model.may_exist.contains(&path), "{path} is created twice");
            self.model.may_exist.push(path.clone());
        }
        self.sent(&request, call, &path);
        self.model.is_sent = true;
    }

    fn sent(&self, request: &Request, call: Call, path: &str) {
        let Some(body) = plain(request.body()) else { panic!("{}", request.body()) };
        let is_single = self.model.renewals.is_empty();
        let address = match call {
            Call::Change => format!("/v1/product/{}", self.model.done[0]),
            _ => "/v1/product".into(),
        };
        let method = if call == Call::Change { "PATCH" } else { "POST" };
        assert_eq!((request.method().as_str(), request.path()), (method, &*address));
        assert!(body.get("id").is_none(), "{body}");
        let chain = body.pointer("/renew_settings/product_id_for_renew");
        let has_chain = path == "/initiator" && (call == Call::Change || !is_single);
        let expected = has_chain.then(|| Value::from(self.model.chain()));
        assert_eq!(chain, expected.as_ref(), "{path}");
        assert_eq!(body.get("renew_settings").is_some(), has_chain);
        if is_single && call == Call::Create {
            assert!(body.get("licence_term").is_none(), "{body}");
        }
    }

    fn answer(&mut self, status: u16, body: &[u8]) {
        let before = self.plan.clone();
        let found = self.plan.record_response(status, body);
        let expected = self.model.answer(status, body);
        assert_eq!(found.as_ref().err().map(kind), expected.err(), "{status} {body:?}");
        match found {
            Ok(()) | Err(PlanError::Refused { .. }) => {}
            // Any other response leaves the plan unchanged.
            Err(_) => assert_eq!(self.plan, before),
        }
    }

    fn confirm(&mut self, id: u64) {
        let id_of = ProductId::new(id).expect("the id is in range");
        let found = self.plan.confirm(id_of);
        assert_eq!(found.as_ref().err().map(kind), self.model.confirm(id).err());
    }

    fn deny(&mut self) {
        let found = self.plan.deny();
        assert_eq!(found.as_ref().err().map(kind), self.model.deny().err());
    }

    /// Asserts that the damaged text of a saved plan is either rejected or read as a plan that can go on.
    fn broken(&self, c: &mut Choices<'_>) {
        let mut saved = self.plan.to_json();
        let at = usize::from(c.number()) % saved.len();
        let by = c.pick(&["", "0", "]", "\"", "id", "true", ","]);
        if saved.is_char_boundary(at) && saved.is_char_boundary(at + 1) {
            saved.replace_range(at..=at, by);
        }
        if let Ok(mut plan) = Plan::from_json(&saved) {
            assert_eq!(Plan::from_json(&plan.to_json()).as_ref(), Ok(&plan));
            super::promises::stored(&plan);
            let _ = (plan.next_request(), plan.progress());
            let _ = plan.record_response(200, r#"{"id":77}"#);
        }
    }

    /// Asserts that the plan and the model agree.
    fn agrees(&self) {
        let progress = self.plan.progress();
        let model = &self.model;
        assert_eq!(progress.done, model.done.len());
        assert_eq!(progress.left, model.jobs.len() - model.done.len());
        assert_eq!(progress.steps.len(), model.jobs.len());
        for (nth, (step, (call, path))) in progress.steps.iter().zip(&model.jobs).enumerate() {
            assert_eq!((step.call, &step.path), (*call, path));
            let state = match nth.cmp(&model.done.len()) {
                std::cmp::Ordering::Less => StepState::Done,
                std::cmp::Ordering::Equal if model.is_sent => StepState::Unconfirmed,
                _ => StepState::Waiting,
            };
            assert_eq!(step.state, state);
            let target = if *call == Call::Change { 0 } else { nth };
            let id = step.id.map(ProductId::get);
            assert_eq!(id.as_ref(), model.done.get(target));
        }
        assert_eq!(Plan::from_json(&self.plan.to_json()).as_ref(), Ok(&self.plan));
    }

    /// Asserts that the plan finishes with successful responses, and then accepts no response.
    fn finish(mut self) {
        if self.model.is_sent {
            self.deny();
        }
        let left = self.plan.progress().left;
        for nth in 0..left {
            self.next();
            let body = format!("{{\"id\":{}}}", 1000 + nth);
            self.answer(200, body.as_bytes());
            self.agrees();
        }
        assert_eq!(self.plan.progress().left, 0);
        assert!(self.plan.initiator_id().is_some());
        self.next();
        self.answer(200, b"{\"id\":5000}");
        self.confirm(5000);
        self.deny();
        self.agrees();
    }
}
