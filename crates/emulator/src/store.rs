use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hmac_sha256::HMAC;
use jiff::Timestamp;
use renewal_rules::ProductId;
use renewal_rules_preview::timeline::{CalendarDate, TimelineOptions};
use renewal_rules_service::{Credentials, Token, apply_update};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::failure::validate_failures;
use crate::seed::{Time, deserialize_products};
use crate::{Error, Failure, Seed, Settings};

/// Error about a clock that has no date in the calendar of the timelines.
const CLOCK_RANGE: &str = "the clock must stay in the years 0 to 9999; move it less far";

/// State of the service; its serialization is the format of the `--store` file.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    /// Key that signs tokens.
    pub(crate) key: String,
    /// Difference between the emulator's clock and the system's clock, in seconds.
    pub(crate) clock_offset: i64,
    /// Products by id; values keep the bytes that were sent. Stored as an array.
    #[serde(serialize_with = "serialize_products", deserialize_with = "deserialize_products")]
    pub(crate) products: BTreeMap<u64, Arc<RawValue>>,
    pub(crate) purchases: Vec<Purchase>,
    /// Accounts are not stored, because they come from the settings and the seed.
    #[serde(skip)]
    pub(crate) accounts: Vec<Credentials>,
    /// Scripted failures that have not applied yet; not stored either.
    #[serde(skip)]
    pub(crate) failures: Vec<Failure>,
}

/// A purchase, with the products as they were when it was made.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Purchase {
    pub(crate) options: TimelineOptions,
    pub(crate) products: Vec<Arc<RawValue>>,
}

impl State {
    /// Creates the state that the settings and the seed specify.
    pub(crate) fn new(settings: &Settings) -> Result<Self, Error> {
        validate_failures(&settings.failures)?;
        let mut state = Self {
            key: random_hex()?,
            clock_offset: 0,
            products: BTreeMap::new(),
            purchases: Vec::new(),
            accounts: settings.accounts.clone(),
            failures: settings.failures.clone(),
        };
        state.seed(&settings.seed)?;
        if state.accounts.is_empty() {
            state.accounts.extend(Credentials::new("emulator", "emulator"));
        }
        Ok(state)
    }

    /// Adds the products and accounts of a seed, and sets the clock.
    pub(crate) fn seed(&mut self, seed: &Seed) -> Result<(), Error> {
        self.products.extend(seed.products.clone());
        self.accounts.extend(seed.accounts.iter().cloned());
        seed.clock.map_or(Ok(()), |Time(time)| self.set_clock(time).map(drop))
    }

    /// Replaces or adds fields of the product `id`, whose current text is `product`.
    pub(crate) fn merge(&mut self, id: ProductId, product: &str, fields: &str) -> Result<(), Error> {
        let product = apply_update(product, fields).map_err(Error::internal)?;
        let product = RawValue::from_string(product).map_err(Error::internal)?;
        self.products.insert(id.get(), product.into());
        Ok(())
    }

    /// Returns all products as a JSON array.
    pub(crate) fn catalogue(&self) -> String {
        json_array(self.products.values())
    }

    /// Returns the time in seconds, including the clock's offset.
    pub(crate) fn now(&self) -> Result<Timestamp, Error> {
        let seconds = Timestamp::now().as_second().saturating_add(self.clock_offset);
        Timestamp::from_second(seconds).map_err(|_| Error::invalid(CLOCK_RANGE))
    }

    /// Returns the date of the emulator's clock, in UTC.
    pub(crate) fn today(&self) -> Result<CalendarDate, Error> {
        let today = self.now()?.strftime("%F").to_string().parse();
        today.map_err(|_| Error::invalid(CLOCK_RANGE))
    }

    /// Moves the clock by a number of seconds, and returns its time.
    pub(crate) fn advance(&mut self, seconds: i64) -> Result<Timestamp, Error> {
        self.clock_offset = self.clock_offset.saturating_add(seconds);
        // A date has no negative year.
        self.today()?;
        self.now()
    }

    pub(crate) fn set_clock(&mut self, time: Timestamp) -> Result<Timestamp, Error> {
        self.advance(time.as_second() - self.now()?.as_second())
    }

    /// Creates a token: time of issue, random number, and MAC of both. The MAC proves that a token was issued, so
    /// tokens need not be stored.
    pub(crate) fn new_token(&self) -> Result<String, Error> {
        let payload = format!("{}.{}", self.now()?.as_second(), random_hex()?);
        Ok(format!("{payload}.{}", self.mac(&payload)))
    }

    /// Returns whether this service issued a token, and the token has not expired.
    pub(crate) fn accepts(&self, token: &str) -> bool {
        let (payload, mac) = token.rsplit_once('.').unwrap_or_default();
        let issued_at = payload.split('.').next().and_then(|seconds| seconds.parse().ok());
        let is_valid = |received_at| {
            let token = Token { secret: String::new(), refresh_secret: None, received_at };
            self.now().is_ok_and(|now| token.is_valid_at(now.as_second()))
        };
        is_equal(mac, &self.mac(payload)) && issued_at.is_some_and(is_valid)
    }

    fn mac(&self, payload: &str) -> String {
        let mac = HMAC::mac(payload, &self.key);
        format!("{:032x}", u128::from_be_bytes(mac.first_chunk().copied().unwrap_or_default()))
    }
}

fn serialize_products<S: Serializer>(products: &BTreeMap<u64, Arc<RawValue>>, output: S) -> Result<S::Ok, S::Error> {
    output.collect_seq(products.values())
}

/// Formats products as a JSON array.
pub(crate) fn json_array<'p>(products: impl IntoIterator<Item = &'p Arc<RawValue>>) -> String {
    let products: Vec<&str> = products.into_iter().map(|product| product.get()).collect();
    format!("[{}]", products.join(",\n"))
}

/// Compares secrets by their MACs, so that the time taken reveals nothing.
pub(crate) fn is_equal(left: &str, right: &str) -> bool {
    HMAC::verify(left, "", &HMAC::mac(right, ""))
}

/// Returns a random number of 128 bits from the operating system, in hexadecimal.
pub(crate) fn random_hex() -> Result<String, Error> {
    let number = || getrandom::u64().map_err(|error| Error::internal(format!("cannot get random numbers: {error}")));
    Ok(format!("{:016x}{:016x}", number()?, number()?))
}

/// The `--store` file, locked against other emulators.
pub(crate) struct Store {
    path: PathBuf,
    /// Lock file next to the store. The store cannot be locked itself, because each change replaces it.
    _lock: File,
}

impl Store {
    /// Opens the file and returns its state, or creates it with this state.
    pub(crate) fn open(path: &Path, state: State) -> Result<(Self, State), Error> {
        let invalid = |reason: &str| Error::internal(format!("{}: {reason}", path.display()));
        let io_error = |error: io::Error| invalid(&error.to_string());
        // Resolve symlinks: one file has one lock.
        let path = fs::canonicalize(path).or_else(|_| std::path::absolute(path));
        let path = path.map_err(io_error)?;
        let lock = File::create(path.with_added_extension("lock")).map_err(io_error)?;
        let in_use = "another emulator uses it; stop that emulator or choose another file";
        lock.try_lock().map_err(|_| invalid(in_use))?;
        let store = Self { path, _lock: lock };
        if store.path.exists() {
            let text = fs::read(&store.path).map_err(io_error)?;
            let damaged = |reason: String| invalid(&format!("the store is damaged and was not changed: {reason}"));
            let stored: State = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
            stored.now().map_err(|error| damaged(error.to_string()))?;
            return Ok((store, State { accounts: state.accounts, failures: state.failures, ..stored }));
        }
        store.write(&state).map_err(io_error)?;
        Ok((store, state))
    }

    /// Replaces the file atomically. Returns once the new one is flushed to the disk.
    pub(crate) fn write(&self, state: &State) -> io::Result<()> {
        let new = self.path.with_added_extension("new");
        let mut file = File::create(&new)?;
        file.write_all(&serde_json::to_vec(state)?)?;
        file.sync_all()?;
        fs::rename(new, &self.path)?;
        // Flush the directory, too. Only Unix supports this.
        #[cfg(unix)]
        if let Some(directory) = self.path.parent() {
            File::open(directory)?.sync_all()?;
        }
        Ok(())
    }
}
