//! How far a plan is.

use alloc::{string::String, vec::Vec};

use serde::Serialize;

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
