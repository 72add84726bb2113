//! The client of the model: saves, sends and records around the real [`Plan`]. Each [`Fault`] breaks one of these
//! actions.

use std::sync::Arc;

use renewal_rules::ProductId;
use renewal_rules_service::{Plan, PlanError, Request};

use super::service::TOKEN;

/// A mistake of a faulty client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Does not save the plan before a call.
    SendsBeforeSaving,
    /// Saves the plan before a call as if nothing was sent.
    ForgetsSent,
    /// Saves the plan without the last id.
    ForgetsId,
    /// Saves the token with the plan.
    SavesToken,
    /// Sends an unconfirmed creation again.
    RepeatsUnconfirmed,
    /// Treats a 5xx as proof that the call was not carried out.
    ServerErrorIsRefusal,
    /// Treats a 3xx as proof that the call was not carried out.
    RedirectIsRefusal,
    /// Records an arbitrary id if a success contains no usable id.
    GarbageIsSuccess,
    /// Treats a refused call as carried out.
    RefusalIsSuccess,
    /// Treats a refused call as unconfirmed, and never lets the operator report that it was not carried out.
    RefusalIsFinal,
    /// Sends the initiator before its renewals.
    SendsInitiatorFirst,
    /// Reverses the order of the renewals in the initiator's chain.
    ReversesRenewals,
    /// Continues from a restored state file without comparing the file with the products of the service.
    IgnoresStaleFile,
    /// Does not check the lock before it saves that a call is sent.
    SavesWithoutLock,
    /// Does not check the lock between saving and sending.
    SendsWithoutLock,
    /// Records a response even if somebody removed the lock.
    RecordsWithoutLock,
}

/// The plan in the memory of a run. Two plans are equal if their saved texts are equal.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) plan: Plan,
    pub(crate) text: Arc<str>,
}

impl From<Plan> for Memory {
    fn from(plan: Plan) -> Self {
        Self { text: plan.to_json().into(), plan }
    }
}

impl PartialEq for Memory {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Memory {}

impl std::hash::Hash for Memory {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

/// The client with at most one fault.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    pub(crate) fault: Option<Fault>,
}

/// The next step of a run.
#[expect(clippy::large_enum_variant, reason = "a value lives for one step only")]
pub(crate) enum Next {
    /// The call to be saved and then sent.
    Call(Plan, Request),
    /// There is no next call: all are made, or an operator has to look up an unconfirmed creation.
    End,
}

impl Client {
    pub(crate) fn has(self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// Parses the text of a state file, without the token that [`Fault::SavesToken`] adds.
    pub(crate) fn load(text: &str) -> Plan {
        Plan::from_json(&text.replace(&token_member(), "")).unwrap()
    }

    /// Returns the text that is saved for a plan.
    pub(crate) fn saved_text(self, plan: &Plan) -> Arc<str> {
        let text = plan.to_json();
        match self.fault {
            Some(Fault::SavesToken) => text.replacen('{', &format!("{{{}", token_member()), 1).into(),
            Some(Fault::ForgetsSent) => text.replace(r#""isSent":true"#, r#""isSent":false"#).into(),
            Some(Fault::ForgetsId) => without_last_id(&text).into(),
            _ => text.into(),
        }
    }

    pub(crate) fn next(self, plan: &Plan) -> Next {
        let mut plan = plan.clone();
        let first = plan.planned_calls().into_iter().next_back();
        let mut next = plan.next_request();
        if self.has(Fault::RepeatsUnconfirmed) && matches!(next, Err(PlanError::Unconfirmed { .. })) {
            plan.deny().unwrap();
            next = plan.next_request();
        }
        let Ok(Some(request)) = next else { return Next::End };
        match (self.fault, first) {
            (Some(Fault::SendsInitiatorFirst), Some(call)) => Next::Call(plan, call.request(|_| "999".to_owned())),
            (Some(Fault::ReversesRenewals), _) => Next::Call(plan, reversed(request)),
            _ => Next::Call(plan, request),
        }
    }

    /// Records a response in a plan.
    pub(crate) fn record(self, plan: &mut Plan, status: u16, body: &str) {
        let unconfirmed = plan.clone();
        let Err(error) = plan.record_response(status, body) else { return };
        let target = plan.initiator_id().or(ProductId::new(999)).unwrap();
        match (self.fault, error) {
            (Some(Fault::ServerErrorIsRefusal), PlanError::Unclear(call)) if call.status >= 500 => plan.deny().unwrap(),
            (Some(Fault::RedirectIsRefusal), PlanError::Unclear(call)) if call.status < 400 => plan.deny().unwrap(),
            (Some(Fault::GarbageIsSuccess), PlanError::NoId(_)) => {
                plan.confirm(target).ok();
            }
            (Some(Fault::RefusalIsSuccess), PlanError::Refused(_)) => {
                plan.next_request().unwrap();
                plan.confirm(target).ok();
            }
            (Some(Fault::RefusalIsFinal), PlanError::Refused(_)) => *plan = unconfirmed,
            _ => {}
        }
    }
}

fn token_member() -> String {
    format!(r#""token":"{TOKEN}","#)
}

/// Removes the last id of the completed steps from a saved plan.
fn without_last_id(text: &str) -> String {
    let (head, done) = text.rsplit_once(r#""done":["#).unwrap();
    let (ids, tail) = done.split_once(']').unwrap();
    let ids = ids.rsplit_once(',').map_or("", |(ids, _)| ids);
    format!(r#"{head}"done":[{ids}]{tail}"#)
}

/// Reverses the chain in a request.
fn reversed(request: Request) -> Request {
    let Ok(mut product) = serde_json::from_str::<serde_json::Value>(request.body()) else { return request };
    let Some(chain) = product.pointer_mut("/renew_settings/product_id_for_renew") else { return request };
    chain.as_array_mut().unwrap().reverse();
    renewal_rules_service::create_request(product.to_string()).unwrap()
}
