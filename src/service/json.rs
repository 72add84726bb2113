//! The same calls for other languages: JSON text in, JSON data out, names in camelCase. There is no
//! logic here.
//!
//! Every function gives its data, or, where the caller can make a mistake, an error text about it. What the service
//! or the rules say against something is data, never an error of the call. Products, bodies and
//! saved plans are texts on both sides, so that no number loses a digit on the way.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use serde_json::{Value, json};

use super::{
    AnswerError, BaseAddress, Credentials, LoginCode, LoginError, LoginRefusal, Plan, PlanError,
    Request, Setup,
};
use crate::{Input, Options, product::ProductId};

type Answer = Result<Value, String>;

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn words(error: impl ToString) -> String {
    error.to_string()
}

fn id_of(id: u64) -> Result<ProductId, String> {
    ProductId::new(id).ok_or_else(|| {
        format!(
            "a product id is a whole number from 1 to {}",
            ProductId::MAX
        )
    })
}

fn base_of(base: Option<&str>) -> Result<Option<BaseAddress>, String> {
    base.map(|base| base.parse().map_err(words)).transpose()
}

/// A request with its `url`, where the base address is given.
fn request_json(request: &Request, base: Option<&BaseAddress>) -> Value {
    let headers: serde_json::Map<String, Value> = request
        .headers()
        .iter()
        .map(|(name, value)| (name.to_string(), Value::from(*value)))
        .collect();
    let mut value = json!({
        "method": request.method().as_str(),
        "path": request.path(),
        "headers": headers,
        "body": request.body(),
    });
    if let (Some(base), Some(members)) = (base, value.as_object_mut()) {
        members.insert("url".into(), Value::from(request.url(base)));
    }
    value
}

/// The login request: `{method, path, headers, body}`, and `url` where a base address is given. See
/// [`Credentials::login_request`].
///
/// # Errors
///
/// An empty username or password; a base address that is none.
pub fn login_request(username: &str, password: &str, base: Option<&str>) -> Answer {
    let base = base_of(base)?;
    let credentials = Credentials::new(username, password).map_err(words)?;
    Ok(request_json(&credentials.login_request(), base.as_ref()))
}

/// Reads the answer to a login: `{ok: true, token, refreshToken, receivedAt, expiresAt}` or
/// `{ok: false, status, kind, message, errors, retryLater}`. See
/// [`read_login_answer`](super::read_login_answer).
pub fn read_login_answer(status: u16, body: &str, received_at: i64) -> Value {
    match super::read_login_answer(status, body, received_at) {
        Ok(token) => json!({
            "ok": true,
            "token": token.secret(),
            "refreshToken": token.refresh_secret(),
            "receivedAt": token.received_at(),
            "expiresAt": token.expires_at(),
        }),
        Err(error) => json!({
            "ok": false,
            "status": error.status(),
            "kind": match error {
                LoginError::BadRequest(_) => "badRequest",
                LoginError::Unauthorized(_) => "unauthorized",
                LoginError::NotFound => "notFound",
                LoginError::ServerError(_) => "serverError",
                LoginError::UnknownStatus { .. } => "unknownStatus",
                LoginError::NoToken(_) => "noToken",
            },
            "message": words(&error),
            "errors": error.errors(),
            "retryLater": error.is_retry_later(),
        }),
    }
}

/// Whether a token that was received at `received_at` is valid at `now`. See
/// [`Token::is_valid_at`](super::Token::is_valid_at).
pub fn is_token_valid(received_at: i64, now: i64) -> bool {
    super::Token::restore("", None, received_at).is_valid_at(now)
}

/// Checks an incoming login request. Where `accepted` says whether the credentials are right:
/// `{ok: true}`, or `{ok: false, status, body}` with the first error. Where it is not stated and
/// there is no earlier error: `{ok: null, username, password}`, for the caller to verify and to ask
/// again. See [`check_login`](super::check_login).
pub fn check_login(content_type: Option<&str>, body: &str, accepted: Option<bool>) -> Value {
    let refused = |refusal: LoginRefusal| json!({"ok": false, "status": refusal.status(), "body": refusal.body()});
    match (super::read_login_request(content_type, body), accepted) {
        (Err(refusal), _) => refused(refusal),
        (Ok(_), Some(true)) => json!({"ok": true}),
        (Ok(_), Some(false)) => refused(LoginRefusal::new(LoginCode::BadCredentials)),
        (Ok(credentials), None) => json!({
            "ok": null,
            "username": credentials.username(),
            "password": credentials.password(),
        }),
    }
}

/// The request that creates a product. See [`create_request`](super::create_request).
///
/// # Errors
///
/// The product is no object or has an id; the base address is none.
pub fn create_request(product: &str, base: Option<&str>) -> Answer {
    let base = base_of(base)?;
    let request = super::create_request(Input::Json(product)).map_err(words)?;
    Ok(request_json(&request, base.as_ref()))
}

/// The request that changes a product. See [`change_request`](super::change_request).
///
/// # Errors
///
/// The body is no object or has another id; the id or the base address is none.
pub fn change_request(id: u64, body: &str, base: Option<&str>) -> Answer {
    let base = base_of(base)?;
    let request = super::change_request(id_of(id)?, Input::Json(body)).map_err(words)?;
    Ok(request_json(&request, base.as_ref()))
}

/// Reads the answer to a creation: `{ok: true, id}` or `{ok: false, status, body, message}`. See
/// [`read_create_answer`](super::read_create_answer).
pub fn read_create_answer(status: u16, body: &str) -> Value {
    match super::read_create_answer(status, body) {
        Ok(id) => json!({"ok": true, "id": id}),
        Err(error) => answer_error(&error),
    }
}

/// Reads the answer to a change: `{ok: true}` or `{ok: false, status, body, message}`. See
/// [`read_change_answer`](super::read_change_answer).
pub fn read_change_answer(status: u16, body: &str) -> Value {
    match super::read_change_answer(status, body) {
        Ok(()) => json!({"ok": true}),
        Err(error) => answer_error(&error),
    }
}

fn answer_error(error: &AnswerError) -> Value {
    let (AnswerError::Status { status, body } | AnswerError::NoId { status, body }) = error;
    json!({"ok": false, "status": status, "body": body, "message": words(error)})
}

/// The smallest change from one product to another: `{body, fields, productId}`, where `body` is
/// null if there is nothing to send. See [`update`](super::update()).
///
/// # Errors
///
/// The change cannot be expressed; one of the two is no object.
pub fn update(current: &str, wanted: &str) -> Answer {
    let change = super::update(Input::Json(current), Input::Json(wanted)).map_err(words)?;
    Ok(match change {
        None => json!({"body": null, "fields": [], "productId": null}),
        Some(change) => json!({
            "body": change.body(),
            "fields": change.fields().collect::<Vec<_>>(),
            "productId": change.target(),
        }),
    })
}

/// The product that a change makes: `{product}`, its text. See
/// [`apply_update`](super::apply_update).
///
/// # Errors
///
/// One of the two is no object, or the body has another id.
pub fn apply_update(current: &str, body: &str) -> Answer {
    let product = super::apply_update(Input::Json(current), Input::Json(body)).map_err(words)?;
    Ok(json!({"product": product}))
}

/// Checks a set-up: the report, with the paths of the set-up. See [`Setup::check`].
///
/// # Errors
///
/// A set-up or options that are not understood.
pub fn check_setup(setup: &str, options: &str) -> Answer {
    let setup = Setup::from_json(setup).map_err(words)?;
    let options = Options::catalogue_from_json(options).map_err(words)?;
    data(&setup.check(&options))
}

/// Makes a plan: `{plan, progress, report}`. `plan` is the text to be kept and handed back; it and
/// `progress` are null where the report has an error. The options are `payment`, `limits`, `rules` and
/// `maxDiagnostics`. See [`Plan::new`].
///
/// # Errors
///
/// A set-up or options that are not understood.
pub fn plan_new(setup: &str, options: &str) -> Answer {
    let setup = Setup::from_json(setup).map_err(words)?;
    let options = Options::catalogue_from_json(options).map_err(words)?;
    let report = data(&setup.check(&options))?;
    Ok(match Plan::new(setup, &options) {
        Ok(plan) => {
            json!({"plan": plan.to_json(), "progress": data(&plan.progress())?, "report": report})
        }
        Err(_) => json!({"plan": null, "progress": null, "report": report}),
    })
}

/// What is done and what is left: `{done, left, steps}`. See [`Plan::progress`].
///
/// # Errors
///
/// A text that is no saved plan.
pub fn plan_progress(plan: &str) -> Answer {
    data(&Plan::from_json(plan).map_err(words)?.progress())
}

/// The next request: `{plan, progress, request, error}`. `request` is null where all is done or a
/// creation is in doubt; `error` is null or `{kind, message, path, status, body, id}`. Keep `plan`
/// before the request is sent. See [`Plan::next_request`].
///
/// # Errors
///
/// A text that is no saved plan; a base address that is none.
pub fn plan_next(plan: &str, base: Option<&str>) -> Answer {
    let base = base_of(base)?;
    let mut plan = Plan::from_json(plan).map_err(words)?;
    let (request, error) = match plan.next_request() {
        Ok(request) => (request, None),
        Err(error) => (None, Some(error)),
    };
    let mut value = plan_json(&plan, error.as_ref())?;
    if let Some(members) = value.as_object_mut() {
        let request = request.map(|request| request_json(&request, base.as_ref()));
        members.insert("request".into(), request.unwrap_or_default());
    }
    Ok(value)
}

/// Takes an answer: `{plan, progress, error}`. See [`Plan::feed`].
///
/// # Errors
///
/// A text that is no saved plan.
pub fn plan_feed(plan: &str, status: u16, body: &str) -> Answer {
    let mut plan = Plan::from_json(plan).map_err(words)?;
    let error = plan.feed(status, body).err();
    plan_json(&plan, error.as_ref())
}

/// States that the call in doubt was made, with the product's id: `{plan, progress, error}`. See
/// [`Plan::set_made`].
///
/// # Errors
///
/// A text that is no saved plan; an id that is none.
pub fn plan_made(plan: &str, id: u64) -> Answer {
    let mut plan = Plan::from_json(plan).map_err(words)?;
    let error = plan.set_made(id_of(id)?).err();
    plan_json(&plan, error.as_ref())
}

/// States that the call in doubt was not made: `{plan, progress, error}`. See
/// [`Plan::set_not_made`].
///
/// # Errors
///
/// A text that is no saved plan.
pub fn plan_not_made(plan: &str) -> Answer {
    let mut plan = Plan::from_json(plan).map_err(words)?;
    let error = plan.set_not_made().err();
    plan_json(&plan, error.as_ref())
}

fn plan_json(plan: &Plan, error: Option<&PlanError>) -> Answer {
    Ok(json!({
        "plan": plan.to_json(),
        "progress": data(&plan.progress())?,
        "error": error.map(plan_error),
    }))
}

fn plan_error(error: &PlanError) -> Value {
    let message = words(error);
    match error {
        PlanError::InDoubt { path } => {
            json!({"kind": "inDoubt", "message": message, "path": path})
        }
        PlanError::NothingSent => json!({"kind": "nothingSent", "message": message}),
        PlanError::Refused { path, status, body } => {
            json!({"kind": "refused", "message": message, "path": path, "status": status, "body": body})
        }
        PlanError::Unclear { path, status, body } => {
            json!({"kind": "unclear", "message": message, "path": path, "status": status, "body": body})
        }
        PlanError::NoId { path, status, body } => {
            json!({"kind": "noId", "message": message, "path": path, "status": status, "body": body})
        }
        PlanError::IdTaken { path, id } => {
            json!({"kind": "idTaken", "message": message, "path": path, "id": id})
        }
        PlanError::OtherId { id, .. } => json!({"kind": "otherId", "message": message, "id": id}),
    }
}

fn data(value: &impl serde::Serialize) -> Answer {
    serde_json::to_value(value).map_err(words)
}
