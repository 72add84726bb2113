#![doc = include_str!("../README.md")]
//!
//! # Undocumented behaviour
//!
//! The interface document does not specify how to present the token to the other APIs (§5); the caller adds the token
//! to the requests. `refresh_token` is only stored, and a login response without it is accepted. Only the status of the
//! response to a change is evaluated. Error responses of the product endpoints are returned unchanged, with status and
//! body (§4.3, §7). This crate makes the following choices:
//!
//! - The seconds in which a token is valid ([`Token::is_valid_at`]).
//! - Which error of a login request comes first ([`read_login_request`]).
//! - A status from 200 to 299 is a success of a product endpoint.
//! - A change replaces the whole value of each field that it sends, also of `renew_settings`, and cannot remove a
//!   field.
//! - The statuses that prove that a product was not created ([`Plan::record_response`]), and those after which a call
//!   may succeed later ([`ResponseError::is_retryable`], [`LoginError::is_retryable`]).
//! - The requests of a plan contain the switches that its setup turns on, and omit the others.
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
extern crate alloc;

mod endpoint;
mod login;
mod plan;
mod request;
mod token_header;
mod update;

pub use endpoint::{Endpoint, Method};
pub use login::{
    Credentials, CredentialsError, LoginCode, LoginError, LoginErrorKind, ServiceError, TOKEN_LIFETIME_SECONDS, Token,
    read_login_request, read_login_response,
};
pub use plan::{Call, FailedCall, Plan, PlanError, PlannedCall, Progress, ResumeError, Step, StepState};
pub use request::{
    Request, RequestError, ResponseError, ResponseErrorKind, change_request, create_request, read_change_response,
    read_create_response,
};
pub use token_header::{TokenHeader, TokenHeaderError};
pub use update::{Update, UpdateError, apply_update, update};
