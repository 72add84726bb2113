use std::{sync::Arc, time::Duration};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRef, FromRequest, FromRequestParts, Path, Query, Request, State};
use axum::http::header::{ALLOW, CONTENT_LENGTH, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, Method, StatusCode, response::Parts};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, patch, post};
use axum::{Extension, Json, Router};
use futures_util::{StreamExt as _, stream};
use jiff::Timestamp;
use renewal_rules::ProductId;
use renewal_rules_preview::timeline::{Timeline, TimelineOptions};
use serde_json::{Map, Value, json};
use tokio::sync::watch;
use tokio::task::block_in_place;
use tokio::time::{sleep, timeout};

use crate::admin::AdminAccess;
use crate::auth::TokenHeader;
use crate::control::{Control, HandlerResult, Part};
use crate::journal::{Exchange, Expectation, Filter};
use crate::purchases::{ASSUMPTION, Events};
use crate::server::Disconnect;
use crate::{Error, Failure, Fault, control};

/// Maximum length of a request body: 1 MiB.
const MAX_BODY: usize = 1 << 20;

/// HTML page that [`Fault::NotJson`] sends.
const PAGE: &str = "<!DOCTYPE html><title>Gateway</title><p>This is not what you asked for.";

/// State shared by the handlers.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) control: Arc<Control>,
    pub(crate) admin: Arc<AdminAccess>,
    /// Maximum time for a client to send a body.
    pub(crate) time_to_send: Duration,
    /// Notifies the handlers when the emulator stops.
    pub(crate) stop: watch::Receiver<()>,
}

impl FromRef<App> for Arc<Control> {
    fn from_ref(app: &App) -> Self {
        Self::clone(&app.control)
    }
}

type Shared = State<Arc<Control>>;

/// Request body in JSON. If it is invalid, the response has problem details.
#[derive(FromRequest)]
#[from_request(via(Json), rejection(Error))]
struct Payload<T>(T);

/// Parameters in the query string of a URL. If they are invalid, the response has problem details.
#[derive(FromRequestParts)]
#[from_request(via(Query), rejection(Error))]
struct Selection<T>(T);

pub(crate) fn router(app: App) -> Router {
    let cors = app.admin.cors(app.control.token_header());
    let login =
        async |control: Shared, headers: HeaderMap, body: Bytes| block_in_place(|| control.login(&headers, &body));
    let create =
        async |control: Shared, headers: HeaderMap, body: Bytes| block_in_place(|| control.create(&headers, &body));
    let service = Router::new()
        .route("/v1/login_check", post(login))
        .route("/v1/product", post(create))
        .route("/v1/product/{id}", patch(change))
        .method_not_allowed_fallback(method_not_allowed)
        .fallback(not_found)
        .layer(from_fn_with_state(app.clone(), exchange));
    let health = get(async || ok(&json!({ "status": "ok" })));
    let router = service
        .route("/_emulator/health", health.fallback(method_not_allowed))
        .nest("/_emulator", admin_router(&app))
        .with_state(app);
    match cors {
        Some(cors) => router.layer(cors),
        None => router,
    }
}

fn admin_router(app: &App) -> Router<App> {
    let requests = get(async |control: Shared, filter: Selection<Filter>| Json(control.requests(&filter.0))).delete(
        async |control: Shared| {
            control.traffic().journal.clear();
            StatusCode::NO_CONTENT
        },
    );
    let verify = async |control: Shared, expected: Payload<Vec<Expectation>>| done(|| control.verify(&expected.0));
    let failures =
        get(async |control: Shared| Json(control.failures())).post(add_failures).delete(async |control: Shared| {
            control.clear_failures();
            StatusCode::NO_CONTENT
        });
    let move_clock = async |control: Shared, seconds: Payload<i64>| {
        block_in_place(|| control.advance(seconds.0))?;
        clock(control).await
    };
    let set_clock = async |control: Shared, time: Payload<Timestamp>| {
        block_in_place(|| control.set_clock(time.0))?;
        clock(control).await
    };
    let events = async |control: Shared| block_in_place(|| control.events()).map(Json::<Events>);
    Router::new()
        .route("/products", get(async |control: Shared| control::json(StatusCode::OK, control.products())))
        .route("/requests", requests)
        .route("/verify", post(verify))
        .route("/failures", failures)
        .route("/clock", get(clock).post(move_clock).put(set_clock))
        .route("/seed", post(seed))
        .route("/purchases", post(purchase))
        .route("/events", get(events))
        .route("/reset", post(reset))
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(from_fn_with_state(app.clone(), check_admin))
}

/// Does work that may wait for the disk, and responds without a body.
fn done(work: impl FnOnce() -> Result<(), Error>) -> Result<StatusCode, Error> {
    block_in_place(work).map(|()| StatusCode::NO_CONTENT)
}

fn ok(body: &Value) -> Response {
    control::json(StatusCode::OK, body.to_string())
}

async fn not_found() -> Error {
    Error::new(404, "There is no such URL.")
}

/// Responds to OPTIONS, and refuses other methods; axum adds `Allow`.
async fn method_not_allowed(method: Method) -> Response {
    match method {
        Method::OPTIONS => StatusCode::NO_CONTENT.into_response(),
        _ => Error::new(405, "This URL does not support the method. `Allow` lists those that it supports.").into(),
    }
}

async fn check_admin(app: State<App>, request: Request, next: Next) -> HandlerResult {
    if let Err(refusal) = app.admin.check(request.uri(), request.headers()) {
        let mut response = refusal.into_response();
        if response.status() == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(WWW_AUTHENTICATE, TokenHeader::bearer().challenge());
        }
        return Err(response);
    }
    let (head, body) = request.into_parts();
    let body = receive_body(body, app.time_to_send).await?;
    Ok(next.run(Request::from_parts(head, body.into())).await)
}

/// Reads the whole body of a request before the request is executed. Returns an error if the body arrives too slowly.
async fn receive_body(body: Body, time_to_send: Duration) -> Result<Bytes, Error> {
    let late = |_| Err(Error::new(408, "The body arrived too slowly."));
    timeout(time_to_send, read(body)).await.unwrap_or_else(late)
}

/// Reads a body to its end, even if it is too long, so that the client finishes sending and reads the response.
async fn read(body: Body) -> Result<Bytes, Error> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| Error::new(400, "The body is incomplete or badly framed."))?;
        length += chunk.len();
        if length <= MAX_BODY {
            bytes.extend_from_slice(&chunk);
        }
    }
    if length > MAX_BODY {
        return Err(Error::new(413, "The body is longer than 1 MiB."));
    }
    Ok(bytes.into())
}

/// Journals a request to the service, and executes it or the scripted failure that applies to it.
async fn exchange(mut app: State<App>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let body = receive_body(body, app.time_to_send).await;
    let (number, failure) = block_in_place(|| {
        let time = app.control.now().unwrap_or_default();
        let sent = body.as_deref().unwrap_or_default();
        let exchange = Exchange::new(time, &head.method, head.uri.path(), &head.headers, sent);
        app.control.receive(exchange, body.is_ok())
    });
    if let Some(failure) = &failure {
        tokio::select! {
            () = sleep(Duration::from_millis(failure.delay_ms)) => {}
            // If the emulator stops, end the delay and complete the request at once.
            _ = app.stop.changed() => {}
        }
    }
    let usual = match (body, &failure) {
        (Err(refusal), _) => refusal.into_response(),
        (Ok(_), Some(Failure { before: Some(_), .. })) => ok(&json!({})),
        (Ok(body), _) => next.run(Request::from_parts(head, body.into())).await,
    };
    let created = usual.extensions().get::<ProductId>().copied();
    let (mut head, body) = replace(usual, failure.as_ref()).await;
    if head.status == StatusCode::UNAUTHORIZED {
        let header = app.control.token_header();
        let challenge = header.map_or_else(|| TokenHeader::bearer().challenge(), TokenHeader::challenge);
        // RFC 9110 requires a challenge (`WWW-Authenticate`) in every response with status 401.
        head.headers.insert(WWW_AUTHENTICATE, challenge);
    }
    let fault = failure.and_then(|failure| failure.before.or(failure.after));
    let length = if fault == Some(Fault::CutOff) { body.len() / 2 } else { body.len() };
    let sent = body.slice(..length);
    let response = (fault != Some(Fault::Break)).then_some((head.status, &head.headers, &*sent));
    app.control.traffic().journal.end(number, created, response);
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
        _ => (head, body).into_response(),
    }
}

/// Applies a scripted failure to the usual response.
async fn replace(response: Response, failure: Option<&Failure>) -> (Parts, Bytes) {
    let fault = failure.and_then(|failure| failure.before.or(failure.after));
    let status = response.status();
    let mut response = match fault {
        // An empty `Allow` means that the resource supports no method at the moment (RFC 9110).
        Some(Fault::Status(405)) => ([(ALLOW, "")], Error::new(405, "This is a scripted failure.")).into_response(),
        Some(Fault::Status(status)) => Error::new(status, "This is a scripted failure.").into(),
        // These faults change the body. A response with status 204 has none, so its status becomes 200.
        Some(Fault::NotJson) if status == StatusCode::NO_CONTENT => Html(PAGE).into_response(),
        Some(Fault::NotJson) => (status, Html(PAGE)).into_response(),
        Some(Fault::CutOff) if status == StatusCode::NO_CONTENT => ok(&json!({})),
        _ => response,
    };
    if let Some(seconds) = failure.and_then(|failure| failure.retry_after) {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    let (head, body) = response.into_parts();
    (head, to_bytes(body, usize::MAX).await.unwrap_or_default())
}

async fn change(
    control: Shared,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    body: Bytes,
) -> HandlerResult {
    // If the id is not UTF-8, use an empty id, which no product has.
    let id = path.map(|path| path.0).unwrap_or_default();
    block_in_place(|| control.change(&id, &headers, &body))
}

async fn add_failures(control: Shared, added: Payload<Vec<Failure>>) -> Result<Json<Vec<Failure>>, Error> {
    control.fail(added.0)?;
    Ok(Json(control.failures()))
}

async fn clock(control: Shared) -> Result<Response, Error> {
    let time = control.now()?;
    Ok(ok(&json!({ "time": time, "now": time.as_second() })))
}

async fn seed(control: Shared, body: Bytes) -> Result<StatusCode, Error> {
    let seed = str::from_utf8(&body).map_err(Error::invalid)?.parse()?;
    done(|| control.seed(&seed))
}

/// Makes a purchase. The body has the options of a timeline, without those that the emulator sets.
async fn purchase(control: Shared, options: Payload<Map<String, Value>>) -> Result<Response, Error> {
    let Payload(mut options) = options;
    let today = control.state().today()?;
    if options.contains_key("renewals") || options.insert("purchaseDate".into(), json!(today)).is_some() {
        return Err(Error::invalid("the emulator sets `purchaseDate` and `renewals`: the purchase is made today"));
    }
    let options = TimelineOptions::from_json(&Value::from(options).to_string()).map_err(Error::invalid)?;
    let (number, Timeline { decision, notes, .. }) = block_in_place(|| control.purchase(options))?;
    let body =
        json!({ "assumption": ASSUMPTION, "notes": notes, "purchase": number, "date": today, "decision": decision });
    Ok(control::json(StatusCode::CREATED, body.to_string()))
}

async fn reset(control: Shared, body: Bytes) -> Result<StatusCode, Error> {
    let text = if body.is_empty() { b"null" } else { &*body };
    let parts: Option<Vec<Part>> = serde_json::from_slice(text).map_err(Error::invalid)?;
    done(|| control.reset(parts.as_deref().unwrap_or(&Part::ALL)))
}
