//! The service that the renewal rules describe, on your own computer, for tests of its clients.
//!
//! It logs in, creates products and changes them as the interface document says, keeps what it is
//! sent, and fails where it is asked to. The binary is for clients in any language; in Rust, a test
//! starts it in its own process:
//!
//! ```
//! use renewal_rules_emulator::{Emulator, Settings};
//!
//! let emulator = Emulator::start(&Settings::default())?;
//! // The client under test calls `emulator.url()`.
//! assert_eq!(emulator.stop(), "[]");
//! # Ok::<(), renewal_rules_emulator::StartError>(())
//! ```
//!
//! What of its behaviour is the document's and what is an assumption is in the README, with what the
//! admin address `/_emulator` offers.

#![allow(clippy::result_large_err, reason = "either answer has one size")]

mod failure;
mod http;
mod service;
mod store;

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::thread::{self, JoinHandle};
use std::{path::PathBuf, sync::Arc, time::Duration};

use renewal_rules_service::Credentials;
use tokio::{runtime::Builder, sync::oneshot};

pub use failure::{Call, Failure, What};

/// How the emulator is started.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens. By default on this computer alone, on any free port.
    pub address: SocketAddr,
    /// Who can log in. By default `emulator` with the password `emulator`.
    pub accounts: Vec<Credentials>,
    /// The header in which a request presents its token, with `{token}` in its value; `None` where it
    /// needs none. By default `Authorization: Bearer {token}`, which is an assumption.
    pub token_header: Option<String>,
    /// Whether it takes what the rules refuse.
    pub accept_anything: bool,
    /// The file that keeps the state; by default it is in memory alone.
    pub store: Option<PathBuf>,
    /// The failures to begin with.
    pub failures: Vec<Failure>,
    /// How many connections there can be at once; others wait. By default 512.
    pub connections: usize,
    /// How long a client may take for the head of a request, and again for its body. By default 10
    /// seconds.
    pub time_to_send: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            address: (Ipv4Addr::LOCALHOST, 0).into(),
            accounts: Credentials::new("emulator", "emulator").into_iter().collect(),
            token_header: Some("Authorization: Bearer {token}".to_owned()),
            accept_anything: false,
            store: None,
            failures: Vec::new(),
            connections: 512,
            time_to_send: Duration::from_secs(10),
        }
    }
}

/// Why the emulator does not start, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StartError(String);

/// A running emulator. Dropped, it stops in the background.
pub struct Emulator {
    address: SocketAddr,
    service: Arc<service::Service>,
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl Emulator {
    /// Starts it on threads of its own.
    ///
    /// # Errors
    ///
    /// [`StartError`] where it cannot listen or its file cannot be used.
    pub fn start(settings: &Settings) -> Result<Self, StartError> {
        let service = Arc::new(service::Service::new(settings)?);
        let failed = |error| StartError(format!("cannot listen on {}: {error}", settings.address));
        // Nothing is waited for here: that is forbidden where a test is asynchronous itself.
        let listener = TcpListener::bind(settings.address).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let mut threads = Builder::new_multi_thread();
        threads.worker_threads(2).max_blocking_threads(64);
        let runtime = threads.enable_all().build().map_err(failed)?;
        let (stop, told) = oneshot::channel();
        let limits = (settings.connections, settings.time_to_send);
        let serving = http::serve(listener, Arc::clone(&service), limits, told);
        let thread = thread::spawn(move || runtime.block_on(serving).unwrap_or_default());
        Ok(Self { address, service, stop, thread })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The base address, such as `http://127.0.0.1:40123`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Accepts no more connections, answers what has been asked, and ends. Gives the products, a JSON
    /// array.
    pub fn stop(self) -> String {
        drop(self.stop);
        let _ = self.thread.join();
        self.service.catalogue()
    }
}
