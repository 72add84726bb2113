use std::{sync::Arc, time::Duration};

use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::extract::{Query, Request, State};
use axum::http::header::{ALLOW, CONTENT_LENGTH, CONTENT_TYPE, EXPECT, RETRY_AFTER};
use axum::http::{Method, StatusCode, request, response::Parts};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{Html, IntoResponse, NoContent, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use futures_util::{StreamExt as _, stream};
use jiff::Timestamp;
use renewal_rules::{OptionsError, ProductId};
use renewal_rules_preview::timeline::{Timeline, TimelineOptions};
use renewal_rules_service::TokenHeader;
use serde_json::{Map, Value, json};
use tokio::time::{sleep, timeout};
use tower::util::option_layer;

use crate::access::challenge;
use crate::error::{response, reword};
use crate::failure::Disconnect;
use crate::journal::{Expectation, Filter};
use crate::purchases::ASSUMPTION;
use crate::seed::Time;
use crate::{Control, Error, Failure, Fault, ResetTarget, service};

/// Maximum length of a request body: 1 MiB.
const MAX_BODY: usize = 1 << 20;

/// HTML page that [`Fault::NotJson`] sends.
const PAGE: &str = "<!DOCTYPE html><title>Gateway</title><p>This is not what you asked for.";

type Shared = State<Arc<Control>>;

pub(crate) fn router(control: &Arc<Control>) -> Router {
    let health = Router::new().route("/health", get(async || Json(json!({ "status": "ok" }))));
    let admin = admin_router()
        .fallback(not_found)
        .layer(from_fn_with_state(Arc::clone(control), authorize))
        // Health checks need no token.
        .merge(health)
        .layer(from_fn(to_problem_details))
        .layer(from_fn_with_state(Arc::clone(control), check_origin));
    service::router()
        .fallback(not_found)
        .layer(from_fn(to_problem_details))
        .layer(from_fn_with_state(Arc::clone(control), journal_and_execute))
        .nest("/_emulator", admin)
        .with_state(Arc::clone(control))
        .layer(option_layer(control.cors()))
}

fn admin_router() -> Router<Arc<Control>> {
    let requests = get(async |control: Shared, filter: Query<Filter>| Json(control.requests(&filter)));
    let requests = requests.delete(async |control: Shared| {
        control.clear_requests();
        NoContent
    });
    let failures = get(async |control: Shared| Json(control.failures())).post(add_failures);
    let failures = failures.delete(async |control: Shared| {
        control.clear_failures();
        NoContent
    });
    let clock = get(async |control: Shared| clock(control.now()))
        .post(async |control: Shared, Json(seconds): Json<i64>| clock(control.advance(seconds)))
        .put(async |control: Shared, Json(Time(time)): Json<Time>| clock(control.set_clock(time)));
    Router::new()
        .route("/products", get(async |control: Shared| response(200, "application/json", control.products())))
        .route("/requests", requests)
        .route(
            "/verify",
            post(async |control: Shared, Json(all): Json<Vec<Expectation>>| no_content(control.verify(&all))),
        )
        .route("/failures", failures)
        .route("/clock", clock)
        .route("/seed", post(seed))
        .route("/purchases", post(purchase))
        .route("/events", get(async |control: Shared| control.events().map(Json)))
        .route("/reset", post(reset))
}

/// Responds to an unknown URL. Each router needs this fallback, because layers do not apply to axum's default fallback.
async fn not_found() -> Error {
    Error::new(404, "There is no such URL.")
}

/// Responds without a body to a call that has succeeded.
fn no_content(result: Result<(), Error>) -> Result<NoContent, Error> {
    result.map(|()| NoContent)
}

async fn add_failures(control: Shared, Json(added): Json<Vec<Failure>>) -> Result<Json<Vec<Failure>>, Error> {
    control.fail(added)?;
    Ok(Json(control.failures()))
}

/// Responds with the time of the clock.
fn clock(time: Result<Timestamp, Error>) -> Result<Json<Value>, Error> {
    time.map(|time| Json(json!({ "time": time, "now": time.as_second() })))
}

async fn seed(control: Shared, body: String) -> Result<NoContent, Error> {
    no_content(control.seed(&body.parse()?))
}

/// Makes a purchase. The body has the options of a timeline, without those that the emulator sets.
async fn purchase(control: Shared, Json(mut options): Json<Map<String, Value>>) -> Result<impl IntoResponse, Error> {
    // The options require a date; `Control::purchase` replaces it.
    if options.contains_key("renewals") || options.insert("purchaseDate".into(), json!("1970-01-01")).is_some() {
        return Err(Error::invalid("the emulator sets `purchaseDate` and `renewals`: the purchase is made today"));
    }
    let options = TimelineOptions::from_json(&Value::from(options).to_string());
    let options = options.map_err(|error| Error::invalid(without_preset_options(error)))?;
    let (number, Timeline { notes, decision, periods, .. }) = control.purchase(options)?;
    let date = periods.first().map(|purchase| purchase.start);
    let body =
        json!({ "assumption": ASSUMPTION, "notes": notes, "purchase": number, "date": date, "decision": decision });
    Ok((StatusCode::CREATED, Json(body)))
}

/// Removes the options that the emulator sets from the list of the supported options in an error.
fn without_preset_options(error: OptionsError) -> OptionsError {
    match error {
        OptionsError::Unknown { name, known } => {
            let is_preset = |option: &&str| ["`purchaseDate`", "`renewals`"].contains(option);
            let known: Vec<&str> = known.split(", ").filter(|option| !is_preset(option)).collect();
            OptionsError::Unknown { name, known: known.join(", ") }
        }
        error => error,
    }
}

async fn reset(control: Shared, body: Bytes) -> Result<NoContent, Error> {
    let text = if body.is_empty() { b"null" } else { &*body };
    let targets: Option<Vec<ResetTarget>> =
        serde_json::from_slice(text).map_err(|error| Error::invalid(reword(error)))?;
    no_content(control.reset(targets.as_deref().unwrap_or(&ResetTarget::ALL)))
}

/// Responds to OPTIONS, and converts axum's error responses, which are plain text, to problem details. Axum adds the
/// header `Allow`.
async fn to_problem_details(request: Request, next: Next) -> Response {
    let is_options = request.method() == Method::OPTIONS;
    let response = next.run(request).await;
    let (status, content_type) = (response.status(), response.headers().get(CONTENT_TYPE));
    let has_text = content_type.is_none_or(|content_type| content_type.as_bytes().starts_with(b"text/plain"));
    if !status.is_client_error() || !has_text {
        return response;
    }
    let text = to_bytes(response.into_body(), MAX_BODY).await.unwrap_or_default();
    match status {
        StatusCode::METHOD_NOT_ALLOWED if is_options => NoContent.into_response(),
        StatusCode::METHOD_NOT_ALLOWED => {
            Error::new(405, "This URL does not support the method. `Allow` lists those that it supports.")
                .into_response()
        }
        _ => Error::new(status.as_u16(), reword(String::from_utf8_lossy(&text))).into_response(),
    }
}

/// Refuses admin calls of foreign pages.
async fn check_origin(control: Shared, request: Request, next: Next) -> Result<Response, Error> {
    control.check_origin(&request)?;
    Ok(next.run(request).await)
}

/// Checks the admin token, then reads the body.
async fn authorize(control: Shared, request: Request, next: Next) -> Response {
    if let Err(refusal) = control.check_admin_token(request.headers()) {
        return ([challenge(&TokenHeader::default())], refusal).into_response();
    }
    let (head, body) = request.into_parts();
    match receive_body(&head, body, control.settings.time_to_send).await {
        Ok(body) => next.run(Request::from_parts(head, body.into())).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// Reads the whole body of a request before the request is executed. Returns an error if the body is too long or arrives
/// too slowly.
async fn receive_body(head: &request::Parts, body: Body, time_to_send: Duration) -> Result<Bytes, Error> {
    // The lower bound of the size is the `Content-Length`.
    let is_too_long = usize::try_from(body.size_hint().lower()).map_or(true, |length| length > MAX_BODY);
    // With `Expect: 100-continue`, a client waits for `100 Continue` before it sends the body. Hyper sends this when the
    // body is read.
    let is_unsent = is_too_long && head.headers.contains_key(EXPECT);
    let mut chunks = body.into_data_stream();
    let read = async move {
        let mut bytes = Vec::new();
        while !is_too_long && bytes.len() <= MAX_BODY {
            let Some(chunk) = chunks.next().await else { return Ok(bytes.into()) };
            bytes.extend(chunk.map_err(|_| Error::new(400, "The body is incomplete or badly framed."))?);
        }
        if !is_unsent {
            // Discard the rest: if the connection were closed with unread data, the client could lose the response.
            let rest = async move { while let Some(Ok(_)) = chunks.next().await {} };
            tokio::spawn(timeout(time_to_send, rest));
        }
        Err(Error::new(413, "The body is longer than 1 MiB."))
    };
    let late = |_| Err(Error::new(408, "The body arrived too slowly."));
    timeout(time_to_send, read).await.unwrap_or_else(late)
}

/// Journals a request to the service, and executes it or the scripted failure that applies to it.
async fn journal_and_execute(control: Shared, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let body = receive_body(&head, body, control.settings.time_to_send).await;
    let is_head = head.method == Method::HEAD;
    let (number, failure) = control.begin(&head, body.as_deref().ok());
    if let Some(failure) = &failure {
        let mut stop = control.stop.clone();
        tokio::select! {
            () = sleep(Duration::from_millis(failure.delay_ms)) => {}
            // If the emulator stops, end the delay and complete the request at once.
            _ = stop.changed() => {}
        }
    }
    let regular_response = match (body, &failure) {
        (Err(refusal), _) => refusal.into_response(),
        (Ok(_), Some(Failure { before: Some(_), .. })) => Json(json!({})).into_response(),
        (Ok(body), _) => next.run(Request::from_parts(head, body.into())).await,
    };
    let created = regular_response.extensions().get::<ProductId>().copied();
    let (mut head, body) = apply_fault(regular_response, failure.as_ref()).await;
    if head.status == StatusCode::UNAUTHORIZED {
        // RFC 9110 requires this header in every response with status 401.
        let (name, value) = challenge(&control.token_header.clone().unwrap_or_default());
        head.headers.insert(name, value);
    }
    let fault = failure.as_ref().and_then(Failure::fault);
    let length = if fault == Some(Fault::CutOff) { body.len() / 2 } else { body.len() };
    let sent = body.slice(..length);
    // Axum removes the body of a response to HEAD.
    let recorded = if is_head { &[][..] } else { &*sent };
    let response = (fault != Some(Fault::Break)).then_some((&head, recorded));
    control.end(number, created, response);
    match fault {
        Some(Fault::Break) => Extension(Disconnect).into_response(),
        Some(Fault::CutOff) => {
            // Yield before the error, so that the first half of the body is sent.
            let end = stream::once(async {
                tokio::task::yield_now().await;
                Err(Disconnect)
            });
            let length = [(CONTENT_LENGTH, body.len())];
            (head, length, Body::from_stream(stream::iter([Ok(sent)]).chain(end))).into_response()
        }
        // `Bytes` would add a content type.
        _ => (head, Body::from(body)).into_response(),
    }
}

/// Applies a scripted failure to the regular response.
async fn apply_fault(response: Response, failure: Option<&Failure>) -> (Parts, Bytes) {
    let status = response.status();
    let mut response = match failure.and_then(Failure::fault) {
        // An empty `Allow` means that the resource supports no method at the moment (RFC 9110).
        Some(Fault::Status(405)) => ([(ALLOW, "")], Error::new(405, "This is a scripted failure.")).into_response(),
        Some(Fault::Status(status)) => Error::new(status, "This is a scripted failure.").into_response(),
        // These faults change the body. A response with status 204 has none, so its status becomes 200.
        Some(Fault::NotJson) if status == StatusCode::NO_CONTENT => Html(PAGE).into_response(),
        Some(Fault::NotJson) => (status, Html(PAGE)).into_response(),
        Some(Fault::CutOff) if status == StatusCode::NO_CONTENT => Json(json!({})).into_response(),
        _ => response,
    };
    if let Some(seconds) = failure.and_then(|failure| failure.retry_after) {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    let (mut head, body) = response.into_parts();
    if matches!(head.status, StatusCode::NO_CONTENT | StatusCode::RESET_CONTENT | StatusCode::NOT_MODIFIED) {
        // Responses with these statuses have no content (RFC 9110).
        head.headers.remove(CONTENT_TYPE);
        return (head, Bytes::new());
    }
    (head, to_bytes(body, usize::MAX).await.unwrap_or_default())
}
