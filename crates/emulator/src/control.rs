use std::net::SocketAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::HeaderValue;
use jiff::Timestamp;
use renewal_rules_service::{Credentials, TokenHeader};
use serde::de::IntoDeserializer as _;
use serde::{Deserialize, Deserializer};
use tokio::sync::watch;

use crate::access::{parse_origin, parse_token_header};
use crate::journal::Journal;
use crate::listing::Listing;
use crate::store::{State, Store};
use crate::{Error, Seed, Settings};

/// Controls an [`Emulator`](crate::Emulator) without HTTP: its methods correspond to the admin API. Those that change
/// the state return an [`Error`] if it cannot be stored.
pub struct Control {
    pub(crate) settings: Settings,
    pub(crate) token_header: Option<TokenHeader>,
    /// Address that the emulator listens on.
    pub(crate) address: SocketAddr,
    /// Origins allowed by `--cors`.
    pub(crate) allowed_origins: Vec<HeaderValue>,
    /// Notifies the request handlers that the emulator stops.
    pub(crate) stop: watch::Receiver<()>,
    state: Mutex<State>,
    store: Option<Store>,
    journal: Mutex<Journal>,
    listing: Mutex<Listing>,
}

/// A part of the emulator that [`Control::reset`] resets to its state at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum ResetTarget {
    /// Replaces the products by those of the seed.
    Products,
    /// Replaces the accounts by those of the settings and the seed; all tokens expire.
    Accounts,
    /// Removes all purchases.
    Purchases,
    /// Sets the clock to the time of the seed, or to the system time if the seed has none.
    Clock,
    /// Replaces the scripted failures by those of the settings.
    Failures,
    /// Empties the journal.
    Requests,
}

impl<'de> Deserialize<'de> for ResetTarget {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        // Accept only strings: the derived function also accepts `{"clock":null}`.
        Self::deserialize(String::deserialize(input)?.into_deserializer())
    }
}

impl ResetTarget {
    /// All targets.
    pub const ALL: [Self; 6] =
        [Self::Products, Self::Accounts, Self::Purchases, Self::Clock, Self::Failures, Self::Requests];
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[allow(clippy::missing_errors_doc, reason = "documented for the type, and in a sentence if there are other reasons")]
impl Control {
    pub(crate) fn new(settings: Settings, address: SocketAddr, stop: watch::Receiver<()>) -> Result<Self, Error> {
        let token_header = settings.token_header.as_deref().map(parse_token_header).transpose()?;
        let allowed_origins = settings.cors.iter().map(|origin| parse_origin(origin)).collect::<Result<_, _>>()?;
        let is_token = |token: &String| !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
        if !settings.admin_token.iter().all(is_token) {
            return Err(Error::invalid("invalid admin token: expected visible ASCII characters without spaces"));
        }
        let state = State::new(&settings)?;
        let (store, state) = match &settings.store {
            Some(path) => Store::open(path, state).map(|(store, state)| (Some(store), state))?,
            None => (None, state),
        };
        let (state, journal, listing) = (Mutex::new(state), Mutex::default(), Mutex::default());
        Ok(Self { settings, token_header, address, allowed_origins, stop, state, store, journal, listing })
    }

    pub(crate) fn journal(&self) -> MutexGuard<'_, Journal> {
        lock(&self.journal)
    }

    pub(crate) fn listing(&self) -> MutexGuard<'_, Listing> {
        lock(&self.listing)
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Changes the state in memory and on the disk, or in neither.
    pub(crate) fn update<T>(&self, change: impl FnOnce(&mut State) -> Result<T, Error>) -> Result<T, Error> {
        let mut state = self.state();
        let mut new = state.clone();
        let result = change(&mut new)?;
        if let Some(store) = &self.store {
            store.write(&new).map_err(Error::internal)?;
        }
        *state = new;
        Ok(result)
    }

    /// Returns all products as a JSON array.
    pub fn products(&self) -> String {
        self.state().catalogue()
    }

    /// Lists the errors of requests that were accepted because the emulator is lenient, then the diagnostics of the
    /// products.
    pub(crate) fn list_errors(&self) -> String {
        self.listing().finish(&self.products())
    }

    /// Returns the accounts that can log in.
    pub fn accounts(&self) -> Vec<Credentials> {
        self.state().accounts.clone()
    }

    /// Adds the products and accounts of a seed, and sets the clock to its time.
    pub fn seed(&self, seed: &Seed) -> Result<(), Error> {
        self.update(|state| state.seed(seed))
    }

    /// Returns the time of the clock in full seconds. Returns an error if it has passed the year 9999.
    pub fn now(&self) -> Result<Timestamp, Error> {
        self.state().now()
    }

    /// Sets the time of the clock, and returns it. The clock continues from this time. Returns an error if the time is
    /// outside of the years 0 to 9999.
    pub fn set_clock(&self, time: Timestamp) -> Result<Timestamp, Error> {
        self.update(|state| state.set_clock(time))
    }

    /// Moves the clock by a number of seconds, and returns its time. Returns an error if the time would be outside
    /// of the years 0 to 9999.
    pub fn advance(&self, seconds: i64) -> Result<Timestamp, Error> {
        self.update(|state| state.advance(seconds))
    }

    /// Resets these targets, or with [`ResetTarget::ALL`] everything, to their state at the start.
    pub fn reset(&self, targets: &[ResetTarget]) -> Result<(), Error> {
        let start = State::new(&self.settings)?;
        self.update(|state| {
            for target in targets {
                match target {
                    ResetTarget::Products => state.products.clone_from(&start.products),
                    ResetTarget::Accounts => (state.accounts, state.key) = (start.accounts.clone(), start.key.clone()),
                    ResetTarget::Purchases => state.purchases.clear(),
                    ResetTarget::Clock => state.clock_offset = start.clock_offset,
                    ResetTarget::Failures => state.failures.clone_from(&start.failures),
                    ResetTarget::Requests => {}
                }
            }
            Ok(())
        })?;
        // The journal is not part of the state: empty it only if the state could be stored.
        if targets.contains(&ResetTarget::Requests) {
            self.clear_requests();
        }
        Ok(())
    }
}
