use std::{sync::Arc, time::Duration};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{FromRef, Path, Request, State};
use axum::http::header::{ALLOW, CONTENT_LENGTH, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state, map_response_with_state};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::{get, patch, post};
use axum::{Extension, Json, Router};
use futures_util::{StreamExt as _, stream};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::admin::AdminAccess;
use crate::auth::TokenHeader;
use crate::failure::{Call, Failure, Fault, take};
use crate::server::Disconnect;
use crate::service::{HandlerResult, Service, json, problem};

/// Maximum length of a body: 1 MiB.
const MAX_BODY: usize = 1 << 20;

/// The page of [`Fault::NotJson`].
const PAGE: &str = "<!DOCTYPE html><title>Gateway</title><p>This is not what you asked for.";

/// State shared by the handlers.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) service: Arc<Service>,
    pub(crate) admin: Arc<AdminAccess>,
    /// Maximum time to send a body.
    pub(crate) time_to_send: Duration,
    /// Changes when the emulator stops.
    pub(crate) stop: watch::Receiver<()>,
}

impl FromRef<App> for Arc<Service> {
    fn from_ref(app: &App) -> Self {
        Self::clone(&app.service)
    }
}

pub(crate) fn router(app: App) -> Router {
    let admin = Router::new()
        .route("/products", get(async |service: State<Arc<Service>>| json(200, service.catalogue())))
        .route("/failures", get(failures).post(add_failures))
        .route("/clock", post(move_clock))
        .route("/reset", post(async |service: State<Arc<Service>>| blocking(service.0, Service::reset).await))
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(from_fn_with_state(app.clone(), check_admin));
    let token_header = app.service.token_header();
    let challenge = token_header.map_or_else(|| TokenHeader::bearer().challenge(), TokenHeader::challenge);
    let cors = app.admin.cors(token_header);
    let router = Router::new()
        .route("/v1/login_check", post(login))
        .route("/v1/product", post(create))
        .route("/v1/product/{id}", patch(change))
        .route("/health", get(async || json(200, r#"{"status":"ok"}"#.to_owned())))
        .method_not_allowed_fallback(method_not_allowed)
        .nest("/_emulator", admin)
        .fallback(not_found)
        .layer(from_fn_with_state(app.time_to_send, receive_body))
        .layer(map_response_with_state(challenge, add_challenge))
        .with_state(app);
    match cors {
        Some(cors) => router.layer(cors),
        None => router,
    }
}

async fn not_found() -> Response {
    problem(404, "There is no such URL.")
}

/// Responds to OPTIONS, and refuses other methods; axum adds `Allow`.
async fn method_not_allowed(method: Method) -> Response {
    match method {
        Method::OPTIONS => StatusCode::NO_CONTENT.into_response(),
        _ => problem(405, "This URL does not support the method. `Allow` lists those that it supports."),
    }
}

/// Adds the challenge that RFC 9110 requires of every 401, unless the handler has set one.
async fn add_challenge(challenge: State<HeaderValue>, mut response: Response) -> Response {
    if response.status() == StatusCode::UNAUTHORIZED {
        response.headers_mut().entry(WWW_AUTHENTICATE).or_insert(challenge.0);
    }
    response
}

async fn check_admin(app: State<App>, request: Request, next: Next) -> Response {
    match app.admin.check(request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal,
    }
}

/// Reads the body before anything is done with the request.
async fn receive_body(time_to_send: State<Duration>, request: Request, next: Next) -> HandlerResult {
    let (head, body) = request.into_parts();
    let late = |_| Err(problem(408, "The body arrived too slowly."));
    let body = timeout(*time_to_send, read(body)).await.unwrap_or_else(late)?;
    Ok(next.run(Request::from_parts(head, body.into())).await)
}

/// Reads a body. Reads one that is too long to its end, too, so that the client gets to the response.
async fn read(body: Body) -> Result<Vec<u8>, Response> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| problem(400, "The body is incomplete or badly framed."))?;
        length += chunk.len();
        if length <= MAX_BODY {
            bytes.extend_from_slice(&chunk);
        }
    }
    if length > MAX_BODY {
        return Err(problem(413, "The body is longer than 1 MiB."));
    }
    Ok(bytes)
}

async fn login(app: State<App>, headers: HeaderMap, body: Bytes) -> HandlerResult {
    call(app.0, Call::Login, move |service| service.login(&headers, &body)).await
}

async fn create(app: State<App>, headers: HeaderMap, body: Bytes) -> HandlerResult {
    call(app.0, Call::Create, move |service| service.create(&headers, &body)).await
}

async fn change(
    app: State<App>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    body: Bytes,
) -> HandlerResult {
    // An id that is not UTF-8 is an unknown id.
    let id = path.map(|path| path.0).unwrap_or_default();
    call(app.0, Call::Change, move |service| service.change(&id, &headers, &body)).await
}

/// Executes a call of the service, or the scripted failure that applies to it.
async fn call(
    mut app: App,
    call: Call,
    work: impl FnOnce(&Service) -> HandlerResult + Send + 'static,
) -> HandlerResult {
    let Some(failure) = take(&mut app.service.failures(), call) else { return blocking(app.service, work).await };
    tokio::select! {
        () = sleep(Duration::from_millis(failure.delay_ms)) => {}
        // Complete the request at once if the emulator stops.
        _ = app.stop.changed() => {}
    }
    let response = match failure.before {
        Some(_) => Ok(json(200, "{}".to_owned())),
        None => blocking(app.service, work).await,
    };
    Ok(fail(response.unwrap_or_else(|refusal| refusal), &failure).await)
}

/// Runs work that may write to the disk or parse a long body on a thread where nothing else waits for it.
async fn blocking(
    service: Arc<Service>,
    work: impl FnOnce(&Service) -> HandlerResult + Send + 'static,
) -> HandlerResult {
    let result = tokio::task::spawn_blocking(move || work(&service)).await;
    result.unwrap_or_else(|_| Err(problem(500, "The emulator failed to handle the request.")))
}

/// Applies a scripted failure to the usual response.
async fn fail(response: Response, failure: &Failure) -> Response {
    let (mut head, body) = response.into_parts();
    let mut body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let fault = failure.before.or(failure.after);
    if body.is_empty() && matches!(fault, Some(Fault::NotJson | Fault::CutOff)) {
        (head.status, body) = (StatusCode::OK, Bytes::from_static(b"{}"));
    }
    let mut response = match fault {
        None => (head, body).into_response(),
        // The scripted 405 supports no method at the moment: RFC 9110 has an empty `Allow` for it.
        Some(Fault::Status(405)) => ([(ALLOW, "")], problem(405, "This is a scripted failure.")).into_response(),
        Some(Fault::Status(status)) => problem(status, "This is a scripted failure."),
        Some(Fault::Break) => Extension(Disconnect).into_response(),
        Some(Fault::NotJson) => (head.status, Html(PAGE)).into_response(),
        Some(Fault::CutOff) => {
            let half = [Ok(body.slice(..body.len() / 2))];
            // Yield first, so that the first half is sent.
            let end = stream::once(async {
                tokio::task::yield_now().await;
                Err(Disconnect)
            });
            let length = [(CONTENT_LENGTH, body.len())];
            let body = Body::from_stream(stream::iter(half).chain(end));
            (head, length, body).into_response()
        }
    };
    if let Some(seconds) = failure.retry_after {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    response
}

fn invalid_json(rejection: &JsonRejection) -> Response {
    problem(rejection.status().as_u16(), &rejection.body_text())
}

async fn failures(service: State<Arc<Service>>) -> Json<Vec<Failure>> {
    Json(service.failures().clone())
}

async fn add_failures(service: State<Arc<Service>>, body: Result<Json<Vec<Failure>>, JsonRejection>) -> HandlerResult {
    let Json(added) = body.map_err(|rejection| invalid_json(&rejection))?;
    service.failures().extend(added);
    Ok(failures(service).await.into_response())
}

async fn move_clock(service: State<Arc<Service>>, body: Result<Json<i64>, JsonRejection>) -> HandlerResult {
    let Json(seconds) = body.map_err(|rejection| invalid_json(&rejection))?;
    blocking(service.0, move |service| service.move_clock(seconds)).await
}
