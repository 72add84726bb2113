use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use renewal_rules_service::{Token, read_create_answer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::StartError;

/// What the service knows, and the form of the file that keeps it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    /// What tokens are signed with.
    key: String,
    /// By how many seconds the clock was moved.
    pub(crate) moved: i64,
    /// By their ids, values as they were sent.
    pub(crate) products: BTreeMap<u64, Box<RawValue>>,
}

impl State {
    pub(crate) fn new() -> Result<Self, StartError> {
        Ok(Self { key: random()?, moved: 0, products: BTreeMap::new() })
    }

    fn read(text: &[u8]) -> Result<Self, String> {
        let state: Self = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        let mut products = state.products.iter();
        let has_id =
            products.all(|(id, product)| read_create_answer(200, product.get()).is_ok_and(|found| found.get() == *id));
        if has_id {
            return Ok(state);
        }
        Err("a product has another id".to_owned())
    }

    /// All products, a JSON array.
    pub(crate) fn catalogue(&self) -> String {
        let products: Vec<&str> = self.products.values().map(|one| one.get()).collect();
        format!("[{}]", products.join(",\n"))
    }

    /// Seconds of the Unix epoch, by the clock that can be moved.
    pub(crate) fn now(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).ok();
        let seconds = since.and_then(|since| i64::try_from(since.as_secs()).ok());
        seconds.unwrap_or_default().saturating_add(self.moved)
    }

    /// A new token: when it was given, a random number and the signature of both. So none has to be
    /// remembered.
    pub(crate) fn new_token(&self) -> Result<String, StartError> {
        let said = format!("{}.{}", self.now(), random()?);
        Ok(format!("{said}.{}", self.signature(&said)))
    }

    /// Whether a token is one of these, and its 24 hours are not over.
    pub(crate) fn accepts(&self, token: &str) -> bool {
        let (said, signature) = token.rsplit_once('.').unwrap_or_default();
        let given_at = said.split('.').next().and_then(|given| given.parse().ok());
        let is_valid = |received_at| {
            let token = Token { secret: String::new(), refresh_secret: None, received_at };
            token.is_valid_at(self.now())
        };
        signature == self.signature(said) && given_at.is_some_and(is_valid)
    }

    fn signature(&self, said: &str) -> String {
        let signature = hmac_sha256::HMAC::mac(said, &self.key);
        hex(signature.first_chunk().copied().unwrap_or_default())
    }
}

fn hex(bytes: [u8; 16]) -> String {
    format!("{:032x}", u128::from_be_bytes(bytes))
}

/// A number from the computer's cryptographic source.
pub(crate) fn random() -> Result<String, StartError> {
    let mut bytes = [0; 16];
    let failed = |error| StartError(format!("there are no random numbers: {error}"));
    getrandom::fill(&mut bytes).map_err(failed)?;
    Ok(hex(bytes))
}

/// The file that keeps the state; no other emulator can have it at the same time.
pub(crate) struct Store {
    path: PathBuf,
    /// Beside the file, which is replaced at each change.
    _lock: File,
}

impl Store {
    /// Opens the file and reads what it holds; a new one is written at once.
    pub(crate) fn open(path: &Path) -> Result<(Self, State), StartError> {
        let failed = |what: &str| StartError(format!("{}: {what}", path.display()));
        let broken = |error: io::Error| failed(&error.to_string());
        // One file may have several names.
        let path = fs::canonicalize(path).or_else(|_| std::path::absolute(path));
        let path = path.map_err(broken)?;
        let lock = File::create(beside(&path, "lock")).map_err(broken)?;
        let in_use = "another emulator uses it; stop that one or name another file";
        lock.try_lock().map_err(|_| failed(in_use))?;
        let store = Self { path, _lock: lock };
        let state = if store.path.exists() {
            let text = fs::read(&store.path).map_err(broken)?;
            State::read(&text).map_err(|reason| failed(&format!("it is damaged ({reason}) and was left as it is")))?
        } else {
            let state = State::new()?;
            store.write(&state).map_err(broken)?;
            state
        };
        Ok((store, state))
    }

    /// Replaces the file whole, and returns when that is on the disk.
    pub(crate) fn write(&self, state: &State) -> io::Result<()> {
        let new = beside(&self.path, "new");
        let mut file = File::create(&new)?;
        file.write_all(&serde_json::to_vec(state)?)?;
        file.sync_all()?;
        fs::rename(new, &self.path)?;
        // On other systems a folder cannot be flushed.
        #[cfg(unix)]
        if let Some(folder) = self.path.parent() {
            File::open(folder)?.sync_all()?;
        }
        Ok(())
    }
}

/// The file beside this one whose name has one more ending.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}
