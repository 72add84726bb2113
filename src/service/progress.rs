//! How far a plan is, why it does not go on, and how it is kept.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::cmp::Ordering;

use serde::Serialize;

use super::request::is_passing;
use super::{plan::Plan, setup::Setup};
use crate::text::{as_json_text, words};
use crate::{document::Tree, product::ProductId};

words! {
    /// What a step does.
    #[non_exhaustive]
    Call {
        /// Creates a product (§4.2).
        Create = "create",
        /// Changes a product (§4.3).
        Change = "change",
    }
}

words! {
    /// The state of a step.
    #[non_exhaustive]
    StepState {
        /// It was not sent, or is known not to have been made.
        Waiting = "waiting",
        /// It was sent, and what became of it is not known.
        InDoubt = "inDoubt",
        /// It was made.
        Done = "done",
    }
}

/// One call of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Step {
    /// What it does.
    pub call: Call,
    /// The product in the set-up, as a JSON Pointer: `/initiator`, `/renewals/0`.
    pub path: String,
    /// Its state.
    pub state: StepState,
    /// The product's id, where it is known.
    pub id: Option<ProductId>,
}

/// What is done and what is left of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Progress {
    /// How many steps are done.
    pub done: usize,
    /// How many steps are left.
    pub left: usize,
    /// All steps, in the order in which they are made.
    pub steps: Vec<Step>,
}

/// Why a plan does not go on. It stays where it was, except that a refusal takes a step out of doubt.
///
/// As JSON, an object with the variant as `kind`, such as `inDoubt`, and its fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[non_exhaustive]
pub enum PlanError {
    /// A creation was sent, and what became of it is not known.
    #[error(
        "the creation of `{path}` was sent and its answer is not known. No call shows whether the product exists: look \
         in the service's own administration or ask Support, then state its id, or that it was not made"
    )]
    InDoubt {
        /// The product in the set-up, as a JSON Pointer.
        path: String,
    },
    /// No call is under way.
    #[error("no call is under way: ask for the next request first")]
    NothingSent,
    /// The service refused the call with a status that proves that it was not made (those are listed
    /// at [`Plan::answer`]), and the next request is the same one again.
    #[error("the service refused the call for `{path}` with the status {status}; its body may say why")]
    Refused {
        /// The product in the set-up, as a JSON Pointer.
        path: String,
        /// The HTTP status.
        status: u16,
        /// The body of the answer.
        body: String,
    },
    /// Another status that is not a success: whether the call was made is not known.
    #[error("the service answered the call for `{path}` with the status {status}: whether it was made is not known")]
    Unclear {
        /// The product in the set-up, as a JSON Pointer.
        path: String,
        /// The HTTP status.
        status: u16,
        /// The body of the answer.
        body: String,
    },
    /// The status says success, but there is no id. The product may exist.
    #[error(
        "the service accepted the creation of `{path}` (status {status}) but gave no `id`: look for the product in the \
         service's own administration or ask Support, then state its id, or that it was not made"
    )]
    NoId {
        /// The product in the set-up, as a JSON Pointer.
        path: String,
        /// The HTTP status.
        status: u16,
        /// The body of the answer.
        body: String,
    },
    /// The id is that of another product of the set-up.
    #[error("{id} cannot be the id of `{path}`: another product of the set-up has it")]
    IdTaken {
        /// The product in the set-up, as a JSON Pointer.
        path: String,
        /// The id.
        id: ProductId,
    },
    /// The change was made in a product other than the one that was created.
    #[error("the change is to product {target}, not {id}")]
    OtherId {
        /// The product that the change is for; not in the JSON.
        #[serde(skip)]
        target: ProductId,
        /// The id that was stated.
        id: ProductId,
    },
}

impl PlanError {
    /// Whether the next request, asked for later, may succeed: the service answered with a status after
    /// which the same call may ([`AnswerError::is_retry_later`](super::AnswerError::is_retry_later)). Where that is a creation that may have been
    /// made, it is in doubt all the same.
    pub const fn is_retry_later(&self) -> bool {
        match self {
            Self::Refused { status, .. } | Self::Unclear { status, .. } => is_passing(*status),
            _ => false,
        }
    }
}

/// A saved plan that cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a saved plan: {reason}; resume from the text that the plan saved")]
pub struct ResumeError {
    reason: String,
}

/// The format of a saved plan: a later version may read earlier ones by it.
const FORMAT: u64 = 1;
const NOT_AN_OBJECT: &str = "it is not a JSON object";

as_json_text!(Plan);

impl Plan {
    /// What is done and what is left.
    pub fn progress(&self) -> Progress {
        let done = self.done.len();
        let steps = self.jobs().enumerate().map(|(index, job)| Step {
            call: job.call(),
            path: job.path(),
            state: match index.cmp(&done) {
                Ordering::Less => StepState::Done,
                Ordering::Equal if self.is_sent => StepState::InDoubt,
                _ => StepState::Waiting,
            },
            id: match job.call() {
                Call::Create => self.done.get(index).copied(),
                Call::Change => self.done.first().copied(),
            },
        });
        let steps: Vec<_> = steps.collect();
        Progress { done, left: steps.len().saturating_sub(done), steps }
    }

    /// The plan as JSON text, to be kept: what [`from_json`](Self::from_json) reads. It holds the
    /// products with their exact text, and no secret.
    pub fn to_json(&self) -> String {
        let done: Vec<_> = self.done.iter().map(ProductId::to_string).collect();
        format!(
            r#"{{"format":{FORMAT},"setup":{},"done":[{}],"isSent":{}}}"#,
            self.setup.to_json(),
            done.join(","),
            self.is_sent,
        )
    }

    /// A plan that was kept. A creation that may have been sent is in doubt. The rules are not
    /// checked again: they were before the first call.
    ///
    /// # Errors
    ///
    /// [`ResumeError`] where the text is not a plan, or one that cannot be: what it says is done does
    /// not fit its set-up, the initiator has an `id`, or a new renewal has `renew_settings`.
    pub fn from_json(text: &str) -> Result<Self, ResumeError> {
        let broken = |reason: &str| ResumeError { reason: reason.into() };
        let tree = Tree::parse(text).map_err(|_| broken(NOT_AN_OBJECT))?;
        let document = tree.document();
        let mut members = document.members(0).ok_or_else(|| broken(NOT_AN_OBJECT))?;
        let member = |name| document.member(0, name).ok_or_else(|| broken(&format!("`{name}` is missing")));
        if document.whole(member("format")?) != Some(FORMAT) {
            return Err(broken(&format!("its `format` is not {FORMAT}")));
        }
        let known = ["format", "setup", "done", "isSent"];
        if let Some((name, _)) = members.find(|(name, _)| !known.contains(&&**name)) {
            return Err(broken(&format!("`{name}` is unknown")));
        }
        let setup = Setup::read(document, member("setup")?).map_err(|error| broken(&error.to_string()))?;
        let ids = document.elements(member("done")?);
        let done = ids.and_then(|ids| ids.map(|id| document.product_id(id)).collect());
        let done = done.ok_or_else(|| broken("`done` must be a list of product ids"))?;
        let is_sent = document.boolean(member("isSent")?);
        let is_sent = is_sent.ok_or_else(|| broken("`isSent` must be true or false"))?;
        if let Some(path) = setup.misplaced() {
            return Err(broken(&format!("no plan is made with `{path}`")));
        }
        let mut plan = Self::of(setup);
        plan.resume(done, is_sent).ok_or_else(|| broken("what it says is done does not fit its set-up"))?;
        Ok(plan)
    }

    /// Does again what was done, where all of it can have been.
    fn resume(&mut self, done: Vec<ProductId>, is_sent: bool) -> Option<()> {
        let existing = self.setup.renewals.iter().filter_map(|renewal| renewal.id);
        if self.taken.len() != existing.count() {
            return None;
        }
        for id in done {
            self.is_sent = true;
            self.confirm(id).ok()?;
        }
        self.is_sent = is_sent;
        (!is_sent || self.job().is_some()).then_some(())
    }
}
