use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use hmac_sha256::HMAC;
use renewal_rules_service::{Token, read_create_response};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::StartError;

/// State of the service; its serialization is the format of the `--store` file.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    /// Key that signs tokens.
    key: String,
    /// Seconds by which the clock was moved.
    #[serde(rename = "moved")]
    pub(crate) clock_offset: i64,
    /// Products by id; values keep the bytes that were sent.
    pub(crate) products: BTreeMap<u64, Box<RawValue>>,
}

impl State {
    pub(crate) fn new() -> Result<Self, StartError> {
        Ok(Self { key: random()?, clock_offset: 0, products: BTreeMap::new() })
    }

    fn read(text: &[u8]) -> Result<Self, String> {
        let state: Self = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        let mut products = state.products.iter();
        let is_consistent =
            products.all(|(id, product)| read_create_response(200, product.get()).is_ok_and(|own| own.get() == *id));
        if is_consistent {
            return Ok(state);
        }
        Err("the id of a product differs from its key".to_owned())
    }

    /// Returns all products as a JSON array.
    pub(crate) fn catalogue(&self) -> String {
        let products: Vec<&str> = self.products.values().map(|product| product.get()).collect();
        format!("[{}]", products.join(",\n"))
    }

    /// Returns the seconds since the Unix epoch, including the clock's offset.
    pub(crate) fn now(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).ok();
        let seconds = since.and_then(|since| i64::try_from(since.as_secs()).ok());
        seconds.unwrap_or_default().saturating_add(self.clock_offset)
    }

    /// Creates a token: time of issue, random number, and MAC of both. Tokens are therefore not stored.
    pub(crate) fn new_token(&self) -> Result<String, StartError> {
        let payload = format!("{}.{}", self.now(), random()?);
        Ok(format!("{payload}.{}", self.mac(&payload)))
    }

    /// Returns whether this service issued a token, and the token has not expired.
    pub(crate) fn accepts(&self, token: &str) -> bool {
        let (payload, mac) = token.rsplit_once('.').unwrap_or_default();
        // Compare MACs of the MACs, so that the time taken reveals nothing.
        let is_issued = HMAC::verify(mac, &self.key, &HMAC::mac(self.mac(payload), &self.key));
        let issued_at = payload.split('.').next().and_then(|seconds| seconds.parse().ok());
        let is_valid = |received_at| {
            let token = Token { secret: String::new(), refresh_secret: None, received_at };
            token.is_valid_at(self.now())
        };
        is_issued && issued_at.is_some_and(is_valid)
    }

    fn mac(&self, payload: &str) -> String {
        let mac = HMAC::mac(payload, &self.key);
        hex(mac.first_chunk().copied().unwrap_or_default())
    }
}

fn hex(bytes: [u8; 16]) -> String {
    format!("{:032x}", u128::from_be_bytes(bytes))
}

/// Returns a random number of 128 bits from the operating system, in hexadecimal.
pub(crate) fn random() -> Result<String, StartError> {
    let mut bytes = [0; 16];
    let unavailable = |error| StartError(format!("cannot get random numbers: {error}"));
    getrandom::fill(&mut bytes).map_err(unavailable)?;
    Ok(hex(bytes))
}

/// The `--store` file, locked against other emulators.
pub(crate) struct Store {
    path: PathBuf,
    /// A separate file, because each change replaces the store itself.
    _lock: File,
}

impl Store {
    /// Opens and reads the file, or creates it.
    pub(crate) fn open(path: &Path) -> Result<(Self, State), StartError> {
        let invalid = |reason: &str| StartError(format!("{}: {reason}", path.display()));
        let io_error = |error: io::Error| invalid(&error.to_string());
        // Resolve symlinks: one file has one lock.
        let path = fs::canonicalize(path).or_else(|_| std::path::absolute(path));
        let path = path.map_err(io_error)?;
        let lock = File::create(with_suffix(&path, "lock")).map_err(io_error)?;
        let in_use = "another emulator uses it; stop that emulator or choose another file";
        lock.try_lock().map_err(|_| invalid(in_use))?;
        let store = Self { path, _lock: lock };
        let state = if store.path.exists() {
            let text = fs::read(&store.path).map_err(io_error)?;
            State::read(&text)
                .map_err(|reason| invalid(&format!("the store is damaged and was not changed: {reason}")))?
        } else {
            let state = State::new()?;
            store.write(&state).map_err(io_error)?;
            state
        };
        Ok((store, state))
    }

    /// Replaces the file atomically. Returns once the new one is flushed to the disk.
    pub(crate) fn write(&self, state: &State) -> io::Result<()> {
        let new = with_suffix(&self.path, "new");
        let mut file = File::create(&new)?;
        file.write_all(&serde_json::to_vec(state)?)?;
        file.sync_all()?;
        fs::rename(new, &self.path)?;
        // Other systems cannot flush a directory.
        #[cfg(unix)]
        if let Some(directory) = self.path.parent() {
            File::open(directory)?.sync_all()?;
        }
        Ok(())
    }
}

/// Appends an extension to a path.
fn with_suffix(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}
