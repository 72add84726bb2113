//! Reasons why a plan cannot continue.

use alloc::string::String;

use serde::Serialize;

use crate::request::is_retryable_status;
use renewal_rules::ProductId;

/// A call whose response does not confirm that the call was carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FailedCall {
    /// JSON Pointer into the setup to the product that the call creates or changes.
    pub path: String,
    /// HTTP status of the response.
    pub status: u16,
    /// Body of the response.
    pub body: String,
}

/// Reason why a plan cannot continue. The plan is unchanged, except that after a refusal the step is no longer
/// unconfirmed.
///
/// Serialised as an object with the variant as `kind`, such as `unconfirmed`, and its fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PlanError {
    /// A creation was sent, and its result is unknown.
    #[error(
        "the creation of `{path}` was sent and its result is not known. No call shows whether the product exists: look \
         in the service's own administration or ask Support, then report its id, or that it was not made"
    )]
    Unconfirmed {
        /// JSON Pointer into the setup to the product that the call creates.
        path: String,
    },
    /// A response or a result was reported, but no call is in progress.
    #[error("no call is under way whose result could be recorded")]
    NothingSent,
    /// The service refused the call with a status that proves that it was not carried out (listed at
    /// [`Plan::record_response`](super::Plan::record_response)). The plan will return the same request again.
    #[error("the service refused the call for `{}` with the status {}", .0.path, .0.status)]
    Refused(FailedCall),
    /// The service responded with another status that is not a success. It is unknown if the call was carried out.
    #[error("the service responded to the call for `{}` with the status {}: whether it was made is not known", .0.path, .0.status)]
    Unclear(FailedCall),
    /// The status is a success, but the response contains no id. The product may exist.
    #[error(
        "the service accepted the creation of `{}` (status {}) but gave no `id` that is a whole number from 1: look \
         for the product in the service's own administration or ask Support, then report its id, or that it was not made", .0.path, .0.status
    )]
    NoId(FailedCall),
    /// Another product of the setup already has the id.
    #[error("{id} cannot be the id of `{path}`: another product of the setup has it")]
    IdTaken {
        /// JSON Pointer into the setup to the product that the call creates.
        path: String,
        /// The id that another product has.
        id: ProductId,
    },
    /// The id given to [`Plan::confirm`](super::Plan::confirm) is not that of the product to be changed.
    #[error("the change is to product {target}, not {id}")]
    OtherId {
        /// Id of the product to be changed; not serialised.
        #[serde(skip)]
        target: ProductId,
        /// The id given to [`Plan::confirm`](super::Plan::confirm).
        id: ProductId,
    },
}

impl PlanError {
    /// Returns whether the next request may succeed later: the service responded with a retryable status
    /// ([`ResponseError::is_retryable`](crate::ResponseError::is_retryable)). A creation that may have been carried out
    /// remains unconfirmed all the same.
    pub const fn is_retryable(&self) -> bool {
        match self {
            Self::Refused(call) | Self::Unclear(call) => is_retryable_status(call.status),
            _ => false,
        }
    }
}
