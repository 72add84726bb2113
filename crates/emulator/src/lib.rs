//! Emulates the product service of the interface document, for tests of clients.
//!
//! Logs in, creates and changes products as the interface document describes, stores them, records the
//! requests, and fails on demand. The binary serves clients in any language. In Rust, the emulator runs in
//! the process of the test that starts it:
//!
//! ```
//! use renewal_rules_emulator::{Emulator, Endpoint, Failure, Fault, Filter, Seed, Settings};
//!
//! let seed: Seed = r#"[{"id":101,"licence_term":"P1M"}]"#.parse()?;
//! let emulator = Emulator::start(Settings::default().with_seed(seed))?;
//! emulator.fail([Failure { call: Some(Endpoint::Create), before: Some(Fault::Status(503)), ..Failure::default() }])?;
//! // The client under test calls `emulator.url()`.
//! assert_eq!(emulator.requests(&Filter { call: Some(Endpoint::Create), ..Filter::default() }).len(), 0);
//! assert_eq!(emulator.stop(), r#"[{"id":101,"licence_term":"P1M"}]"#);
//! # Ok::<(), renewal_rules_emulator::Error>(())
//! ```
//!
//! `docs/emulator.md` separates documented behaviour from assumptions, and describes the admin API
//! (`/_emulator`).

mod access;
mod control;
mod error;
mod failure;
mod http;
mod journal;
mod listing;
mod object;
mod purchases;
mod seed;
mod server;
mod service;
mod settings;
mod store;

use std::net::{SocketAddr, TcpListener};
use std::thread::{self, JoinHandle};
use std::{ops::Deref, sync::Arc};

use tokio::{runtime::Builder, sync::watch};

pub use control::{Control, ResetTarget};
pub use error::Error;
pub use failure::{Failure, Fault, Scenario};
pub use journal::{Exchange, Expectation, Filter, RecordedResponse};
pub use purchases::{Events, PurchaseEvent};
pub use renewal_rules_service::Endpoint;
pub use seed::Seed;
pub use settings::Settings;

/// A running emulator, with the methods of [`Control`]. If dropped, it stops in the background.
pub struct Emulator {
    control: Arc<Control>,
    stop: watch::Sender<()>,
    thread: JoinHandle<()>,
}

impl Emulator {
    /// Starts an emulator on threads of its own.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if a setting is invalid, the address is not available, or the store cannot be
    /// used.
    pub fn start(settings: Settings) -> Result<Self, Error> {
        let cannot_listen = |error| Error::internal(format!("cannot listen on {}: {error}", settings.address));
        // Bind without the runtime: an asynchronous test may call this function, and must not block on another runtime.
        let listener = TcpListener::bind(settings.address).map_err(cannot_listen)?;
        listener.set_nonblocking(true).map_err(cannot_listen)?;
        let address = listener.local_addr().map_err(cannot_listen)?;
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(cannot_listen)?;
        let (stop, stopped) = watch::channel(());
        let control = Arc::new(Control::new(settings, address, stopped)?);
        let serving = server::serve(listener, Arc::clone(&control));
        let thread = thread::spawn(move || runtime.block_on(serving).unwrap_or_default());
        Ok(Self { control, stop, thread })
    }

    /// Returns the address that the emulator listens on.
    pub fn address(&self) -> SocketAddr {
        self.control.address
    }

    /// Returns the base URL, such as `http://127.0.0.1:40123`.
    pub fn url(&self) -> String {
        format!("http://{}", self.control.address)
    }

    /// Accepts no more connections, completes the requests received so far (without their `delay_ms`), and
    /// returns the products as a JSON array.
    pub fn stop(self) -> String {
        self.shut_down().products()
    }

    /// Stops like [`stop`](Self::stop), but returns a listing of errors for people: those of the requests that a lenient
    /// emulator has accepted, followed by the diagnostics of the products.
    pub fn stop_and_list_errors(self) -> String {
        self.shut_down().list_errors()
    }

    fn shut_down(self) -> Arc<Control> {
        drop(self.stop);
        let _ = self.thread.join();
        self.control
    }
}

impl Deref for Emulator {
    type Target = Control;

    fn deref(&self) -> &Control {
        &self.control
    }
}
