//! Steps of a plan and its progress.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use renewal_rules::ProductId;
use renewal_rules::setup::ProductFields;
use renewal_rules_json::keywords;

/// Task of a step: the creation or change of one product of the setup.
#[derive(Clone, Copy)]
pub(super) enum Job<'a> {
    /// Creates the new renewal with this index in the setup.
    Renewal(usize, &'a ProductFields),
    /// Creates the initiator.
    Initiator,
    /// Changes the created initiator so that it renews itself.
    SelfRenewal,
}

impl Job<'_> {
    pub(super) const fn call(self) -> Call {
        match self {
            Self::SelfRenewal => Call::Change,
            Self::Renewal(..) | Self::Initiator => Call::Create,
        }
    }

    /// Returns the JSON Pointer to the product in the setup.
    pub(super) fn path(self) -> String {
        match self {
            Self::Renewal(index, _) => format!("/renewals/{index}"),
            Self::Initiator | Self::SelfRenewal => String::from("/initiator"),
        }
    }
}

keywords! {
    /// Call that a step makes: the creation or the change of a product.
    #[non_exhaustive]
    Call {
        /// Creates a product (§4.2).
        Create = "create",
        /// Changes a product (§4.3).
        Change = "change",
    }
}

keywords! {
    /// The state of a step.
    #[non_exhaustive]
    StepState {
        /// Not sent yet, or known not to have been carried out.
        Waiting = "waiting",
        /// Sent, but the result is unknown.
        Unconfirmed = "unconfirmed",
        /// Carried out.
        Done = "done",
    }
}

/// A step of a plan: one call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Step {
    /// Call that this step makes.
    pub call: Call,
    /// JSON Pointer into the setup to the product: `/initiator`, `/renewals/0`.
    pub path: String,
    /// The state of the step.
    pub state: StepState,
    /// Id of the product that the step creates or changes, if known.
    pub id: Option<ProductId>,
}

/// Progress of a plan: the completed and the remaining steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Progress {
    /// The number of completed steps.
    pub done: usize,
    /// The number of remaining steps.
    pub left: usize,
    /// All steps, in the order of their calls.
    pub steps: Vec<Step>,
}
