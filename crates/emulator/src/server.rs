use std::{io, net::TcpListener, sync::Arc, time::Duration};

use axum::Router;
use axum::http::{Uri, uri::PathAndQuery};
use axum::response::{IntoResponse as _, Response};
use hyper::{body::Incoming, ext::ReasonPhrase, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tower::Service as _;

use crate::failure::Disconnect;
use crate::{Control, Error, http};

/// Serves until the emulator stops, then completes the requests received so far.
pub(crate) async fn serve(listener: TcpListener, control: Arc<Control>) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let router = http::router(&control);
    let (settings, mut stop) = (&control.settings, control.stop.clone());
    let permits = Arc::new(Semaphore::new(settings.connections.get().into()));
    let connections = GracefulShutdown::new();
    // Every running request holds a receiver, so that `closed` waits for all of them.
    let running = Arc::new(watch::Sender::new(()));
    loop {
        let accepted = async {
            let permit = Arc::clone(&permits).acquire_owned().await;
            (listener.accept().await, permit)
        };
        let (accepted, permit) = tokio::select! {
            accepted = accepted => accepted,
            _ = stop.changed() => break,
        };
        let Ok((stream, _)) = accepted else {
            // Retry after a pause: if there are too many open files, some will be closed.
            sleep(Duration::from_millis(10)).await;
            continue;
        };
        let (router, running) = (router.clone(), Arc::clone(&running));
        let handler = service_fn(move |request| handle(router.clone(), request, running.subscribe()));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(settings.time_to_send)
            // Limit the size of request heads, because the journal records them.
            .max_header_size(64 << 10)
            // A client may close its sending side and still wait for the response.
            .half_close(true)
            .serve_connection(TokioIo::new(stream), handler);
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            // Ignore the result: a client may disconnect at any time.
            let _ = connection.await;
            drop(permit);
        });
    }
    drop(listener);
    let _ = timeout(settings.time_to_send, connections.shutdown()).await;
    running.closed().await;
    Ok(())
}

/// Handles a request in its own task. Hyper drops the returned future if the client disconnects; the task
/// still runs to its end.
fn handle(
    mut router: Router,
    mut request: hyper::Request<Incoming>,
    running: watch::Receiver<()>,
) -> impl Future<Output = Result<Response, Disconnect>> {
    if let Some(uri) = normalize(request.uri()) {
        *request.uri_mut() = uri;
    }
    // Spawn before the first poll: hyper may drop the future without polling it.
    let task = tokio::spawn(async move {
        let Ok(mut response) = router.call(request).await;
        drop(running);
        if response.status().canonical_reason().is_none() {
            // Hyper would send the reason `<none>`.
            response.extensions_mut().insert(ReasonPhrase::from_static(b""));
        }
        response
    });
    async {
        let response = task
            .await
            .unwrap_or_else(|_| Error::new(500, "The emulator failed to handle the request.").into_response());
        if response.extensions().get::<Disconnect>().is_some() { Err(Disconnect) } else { Ok(response) }
    }
}

/// Decodes percent-encoded unreserved characters in the path of a URI, which do not change its meaning (RFC 3986,
/// 6.2.2.2). The router decodes only parameters. Returns `None` if nothing is to be decoded.
fn normalize(uri: &Uri) -> Option<Uri> {
    let mut chunks = uri.path().split('%');
    let mut path = chunks.next()?.to_owned();
    for chunk in chunks {
        let decoded = chunk.split_at_checked(2).and_then(|(digits, rest)| {
            // `from_str_radix` also accepts a sign.
            let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            let character = char::from(u8::from_str_radix(digits, 16).ok().filter(|_| is_hex)?);
            let is_unreserved = character.is_ascii_alphanumeric() || "-._~".contains(character);
            is_unreserved.then_some((character, rest))
        });
        match decoded {
            Some((character, rest)) => path.extend([character.encode_utf8(&mut [0; 4]), rest]),
            None => path.extend(["%", chunk]),
        }
    }
    if path == uri.path() {
        return None;
    }
    if let Some(query) = uri.query() {
        path.extend(["?", query]);
    }
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(path).ok()?);
    Uri::from_parts(parts).ok()
}
