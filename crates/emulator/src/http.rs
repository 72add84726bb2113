use std::net::{SocketAddr, TcpListener};
use std::{sync::Arc, time::Duration};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::{get, patch, post};
use axum::{Extension, Json, Router};
use futures_util::{StreamExt as _, stream};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::{sleep, timeout};
use tower_service::Service as _;

use crate::failure::{Call, Failure, What, take};
use crate::service::{Answer, Service, json, problem};

/// The longest body: 1 MiB.
const LONGEST: usize = 1 << 20;

/// What comes where JSON is expected.
const PAGE: &str = "<!DOCTYPE html><title>Gateway</title><p>This is not what you asked for.";

/// What the handlers share.
#[derive(Clone)]
struct App {
    service: Arc<Service>,
    /// How long a client may take to send a body.
    time: Duration,
}

/// Marks a response in whose place the connection ends.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the connection was to break")]
struct Broken;

/// Answers until `stop`, and then what has been asked.
pub(crate) async fn serve(
    listener: TcpListener,
    service: Arc<Service>,
    (most, time): (usize, Duration),
    mut stop: oneshot::Receiver<()>,
) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let router = router(App { service, time });
    let room = Arc::new(Semaphore::new(most));
    let connections = GracefulShutdown::new();
    loop {
        let accepted = async {
            let permit = Arc::clone(&room).acquire_owned().await;
            (listener.accept().await, permit)
        };
        let (accepted, permit) = tokio::select! {
            accepted = accepted => accepted,
            _ = &mut stop => break,
        };
        let Ok((stream, peer)) = accepted else {
            // There are too many open files, for instance: some will be closed.
            sleep(Duration::from_millis(10)).await;
            continue;
        };
        let router = router.clone();
        let answer = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(peer);
            let response = router.clone().call(request);
            async move {
                let Ok(response) = response.await;
                let is_broken = response.extensions().get::<Broken>().is_some();
                if is_broken { Err(Broken) } else { Ok(response) }
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(time)
            .serve_connection(TokioIo::new(stream), answer);
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            // How it ends is the client's business.
            let _ = connection.await;
            drop(permit);
        });
    }
    drop(listener);
    let _ = timeout(time, connections.shutdown()).await;
    Ok(())
}

fn router(app: App) -> Router {
    let admin = Router::new()
        .route("/products", get(async |app: State<App>| json(200, app.service.catalogue())))
        .route("/failures", get(failures).post(add_failures))
        .route("/clock", post(move_clock))
        .route("/reset", post(async |app: State<App>| blocking(&app, Service::reset).await))
        .layer(from_fn(only_from_here));
    Router::new()
        .route("/v1/login_check", post(login))
        .route("/v1/product", post(create))
        .route("/v1/product/{id}", patch(change))
        .route("/health", get(async || json(200, r#"{"status":"ok"}"#.to_owned())))
        .nest("/_emulator", admin)
        .fallback(wrong_address)
        .with_state(app)
}

async fn wrong_address() -> Response {
    problem(404, "There is nothing at this address.")
}

/// Hides the admin address from other computers.
async fn only_from_here(peer: Extension<SocketAddr>, request: Request, next: Next) -> Response {
    if peer.ip().to_canonical().is_loopback() {
        return next.run(request).await;
    }
    wrong_address().await
}

async fn login(app: State<App>, request: Request) -> Answer {
    answer(&app, Call::Login, request, Service::login).await
}

async fn create(app: State<App>, request: Request) -> Answer {
    answer(&app, Call::Create, request, Service::create).await
}

async fn change(app: State<App>, Path(id): Path<String>, request: Request) -> Answer {
    let work = move |service: &Service, head: &_, body: &_| service.change(&id, head, body);
    answer(&app, Call::Change, request, work).await
}

/// Answers a call of the service, unless it is to fail.
async fn answer(
    app: &App,
    call: Call,
    request: Request,
    work: impl FnOnce(&Service, &HeaderMap, &[u8]) -> Answer + Send + 'static,
) -> Answer {
    let (head, body) = request.into_parts();
    let slow = |_| Err(problem(408, "The body came too slowly."));
    let body = timeout(app.time, read(body)).await;
    let body = body.unwrap_or_else(slow)?;
    let work = move |service: &Service| work(service, &head.headers, &body);
    let Some(failure) = take(&mut app.service.failures(), call) else { return blocking(app, work).await };
    sleep(Duration::from_millis(failure.delay_ms)).await;
    let usual = match failure.before {
        Some(_) => Ok(json(200, "{}".to_owned())),
        None => blocking(app, work).await,
    };
    Ok(failed(usual.unwrap_or_else(|refusal| refusal), &failure).await)
}

/// Does what may write to the disk, or read a long body, where nothing else waits for it. It is done to
/// its end, even where the client goes away.
async fn blocking(app: &App, work: impl FnOnce(&Service) -> Answer + Send + 'static) -> Answer {
    let service = Arc::clone(&app.service);
    let done = tokio::task::spawn_blocking(move || work(&service)).await;
    done.unwrap_or_else(|_| Err(problem(500, "The emulator failed.")))
}

/// Reads a body. One that is too long is read to its end, so that the client gets to the answer.
async fn read(body: Body) -> Result<Vec<u8>, Response> {
    let (mut text, mut length) = (Vec::new(), 0);
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| problem(400, "The body breaks off."))?;
        length += chunk.len();
        if length <= LONGEST {
            text.extend_from_slice(&chunk);
        }
    }
    if length > LONGEST {
        return Err(problem(413, "The body is longer than 1 MiB."));
    }
    Ok(text)
}

/// What a failure makes of an answer.
async fn failed(usual: Response, failure: &Failure) -> Response {
    let (mut head, body) = usual.into_parts();
    let mut whole = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let what = failure.before.or(failure.after);
    if whole.is_empty() && matches!(what, Some(What::NotJson | What::CutOff)) {
        (head.status, whole) = (StatusCode::OK, Bytes::from_static(b"{}"));
    }
    let mut response = match what {
        None => (head, whole).into_response(),
        Some(What::Status(status)) => problem(status, "This failure was asked for."),
        Some(What::Break) => Extension(Broken).into_response(),
        Some(What::NotJson) => (head.status, Html(PAGE)).into_response(),
        Some(What::CutOff) => {
            let half = [Ok(whole.slice(..whole.len() / 2))];
            // Later, so that the first half has been sent.
            let end = stream::once(async {
                tokio::task::yield_now().await;
                Err(Broken)
            });
            let length = [(header::CONTENT_LENGTH, whole.len())];
            let body = Body::from_stream(stream::iter(half).chain(end));
            (head, length, body).into_response()
        }
    };
    let headers = response.headers_mut();
    if let Some(seconds) = failure.retry_after {
        headers.insert(header::RETRY_AFTER, seconds.into());
    }
    response
}

async fn failures(app: State<App>) -> Json<Vec<Failure>> {
    Json(app.service.failures().clone())
}

async fn add_failures(app: State<App>, Json(more): Json<Vec<Failure>>) -> Json<Vec<Failure>> {
    app.service.failures().extend(more);
    failures(app).await
}

async fn move_clock(app: State<App>, Json(seconds): Json<i64>) -> Answer {
    blocking(&app, move |service| service.move_clock(seconds)).await
}
