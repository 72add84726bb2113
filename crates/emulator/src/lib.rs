//! An emulator of the service of the renewal rules, for tests of its clients.
//!
//! Logs in, creates and changes products as the interface document describes, stores them, and fails on
//! demand. The binary serves clients in any language. In Rust, a test starts the emulator in its own
//! process:
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
//! The README separates documented behaviour from assumptions, and describes the admin API
//! (`/_emulator`).

#![allow(clippy::result_large_err, reason = "both variants are responses")]

mod admin;
mod auth;
mod failure;
mod http;
mod server;
mod service;
mod store;

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::thread::{self, JoinHandle};
use std::{path::PathBuf, sync::Arc, time::Duration};

use renewal_rules_service::Credentials;
use tokio::{runtime::Builder, sync::watch};

use crate::admin::AdminAccess;
use crate::http::App;
use crate::server::Limits;
use crate::service::Service;

pub use failure::{Call, Failure, Fault};

/// Settings of an [`Emulator`].
#[derive(Clone, Debug)]
pub struct Settings {
    /// Address to listen on. By default 127.0.0.1 and any free port.
    pub address: SocketAddr,
    /// Accounts that can log in. By default `emulator` with the password `emulator`.
    pub accounts: Vec<Credentials>,
    /// Header in which a request presents its token, with the placeholder `{token}` in its value; `None`
    /// if requests need no token. By default `Authorization: Bearer {token}`, which is an assumption.
    pub token_header: Option<String>,
    /// Whether products with errors are accepted.
    pub accept_anything: bool,
    /// File that stores the state. By default the state is in memory only.
    pub store: Option<PathBuf>,
    /// Scripted failures.
    pub failures: Vec<Failure>,
    /// Maximum number of concurrent connections; further clients wait. By default 512.
    pub connections: usize,
    /// Maximum time to send the head of a request, and again to send its body. By default 10 seconds.
    pub time_to_send: Duration,
    /// Token that calls of the admin API must send, as `Authorization: Bearer`. Without a token, the admin
    /// API is available only if `address` is a loopback address.
    pub admin_token: Option<String>,
    /// Origins whose pages may call the emulator, such as `http://localhost:5173`. By default none.
    pub cors: Vec<String>,
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
            admin_token: None,
            cors: Vec::new(),
        }
    }
}

/// The reason why an emulator cannot start, as a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StartError(String);

/// A running emulator. If dropped, it stops in the background.
pub struct Emulator {
    address: SocketAddr,
    service: Arc<Service>,
    stop: watch::Sender<()>,
    thread: JoinHandle<()>,
}

impl Emulator {
    /// Starts an emulator on threads of its own.
    ///
    /// # Errors
    ///
    /// Returns [`StartError`] if a setting is invalid, the address is not available, or the store cannot be
    /// used.
    pub fn start(settings: &Settings) -> Result<Self, StartError> {
        let service = Arc::new(Service::new(settings)?);
        let cannot_listen = |error| StartError(format!("cannot listen on {}: {error}", settings.address));
        // Bind without the runtime: an asynchronous test must not block on it.
        let listener = TcpListener::bind(settings.address).map_err(cannot_listen)?;
        listener.set_nonblocking(true).map_err(cannot_listen)?;
        let address = listener.local_addr().map_err(cannot_listen)?;
        let (stop, stopped) = watch::channel(());
        let router = http::router(App {
            service: Arc::clone(&service),
            admin: Arc::new(AdminAccess::new(settings, address)?),
            time_to_send: settings.time_to_send,
            stop: stopped.clone(),
        });
        let mut runtime = Builder::new_multi_thread();
        runtime.worker_threads(2).max_blocking_threads(64);
        let runtime = runtime.enable_all().build().map_err(cannot_listen)?;
        let limits = Limits { connections: settings.connections, time_to_send: settings.time_to_send };
        let serving = server::serve(listener, router, limits, stopped);
        let thread = thread::spawn(move || runtime.block_on(serving).unwrap_or_default());
        Ok(Self { address, service, stop, thread })
    }

    /// Returns the address that the emulator listens on.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the base URL, such as `http://127.0.0.1:40123`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Accepts no more connections, completes the requests received so far (without their `delay_ms`), and
    /// returns the products as a JSON array.
    pub fn stop(self) -> String {
        drop(self.stop);
        let _ = self.thread.join();
        self.service.catalogue()
    }
}
