//! How far a plan is, and why it does not go on.

use alloc::{string::String, vec::Vec};

use serde::Serialize;

use super::request::is_passing;
use crate::{product::ProductId, text::words};

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
    /// at [`Plan::answer`](super::Plan::answer)), and the next request is the same one again.
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
