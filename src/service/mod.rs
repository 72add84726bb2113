//! The rest of the service interface, as values: logging in, requests and answers, safe changes,
//! and the calls that make a whole set-up.
//!
//! Nothing here sends anything, reads a clock or a file: the caller brings the transport and the
//! time (seconds of the Unix epoch).
//!
//! - Log in: [`Credentials::login_request`], then [`read_login_answer`] gives a [`Token`]. The other
//!   side of it is [`read_login_request`]; each refusal is a [`LoginCode`], with its status and body.
//! - Create and change products: [`create_request`] and [`change_request`],
//!   [`read_create_answer`] and [`read_change_answer`].
//! - Change a product from what it is to what it should be: [`update()`] finds the smallest body.
//! - Make a whole set-up: describe it as a [`Setup`], and a [`Plan`] gives one request after the
//!   other and never creates a product twice.
//!
//! # What the interface document does not show
//!
//! Nothing is invented where it says "not shown":
//!
//! - How the token is presented to the other APIs (§5): the caller adds it to the requests.
//! - What `refresh_token` is for and how long it lives (§5): it is kept, nothing more, and an answer
//!   without it is accepted.
//! - The body of the answer to a change (§4.3): only its status is read.
//! - The error answers of the product endpoints (§4.3, §7): status and body are kept as they came.
//!
//! Where something had to be chosen, it is this:
//!
//! - The seconds in which a token is valid ([`Token::is_valid_at`]).
//! - Which error of a login request comes first ([`read_login_request`]).
//! - A status from 200 to 299 is a success of a product endpoint.
//! - A change replaces each field that it sends whole, `renew_settings` too, and cannot remove one.
//! - The statuses by which a creation was certainly not made ([`Plan::answer`]). After any other answer
//!   without an id a [`Plan`] asks the caller before it goes on. A change is sent again without asking.
//! - After which statuses a call may succeed later ([`AnswerError::is_retry_later`], [`LoginError::is_retry_later`]).
//! - A set-up sends the switches that it turns on, and leaves the others out.

mod check;
mod diagnostics;
mod fields;
mod foreseen;
mod kinds;
mod login;
mod plan;
mod products;
mod progress;
mod request;
mod saved_plan;
mod setup;
mod setup_error;
mod update;

pub use foreseen::Foreseen;
pub use kinds::{AutoRenewal, Kinds};
pub use login::{
    Credentials, CredentialsError, LoginCode, LoginError, LoginErrorKind, ServiceError, TOKEN_LIFETIME_SECONDS, Token,
    read_login_answer, read_login_request,
};
pub use plan::Plan;
pub use progress::{Call, PlanError, Progress, Step, StepState};
pub use request::{
    AnswerError, AnswerErrorKind, Method, Request, RequestError, change_request, create_request, read_change_answer,
    read_create_answer,
};
pub use saved_plan::ResumeError;
pub use setup::Setup;
pub use setup_error::SetupError;
pub use update::{Update, UpdateError, apply_update, update};
