use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Write as _};

use axum::http::{HeaderMap, request, response};
use jiff::Timestamp;
use renewal_rules::ProductId;
use renewal_rules_service::{Endpoint, TokenHeader};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use crate::failure::take_failure;
use crate::object::{deserialize_keyword, deserialize_objects, serialize_objects};
use crate::{Control, Error, Failure};

/// Maximum length of a recorded body: 64 KiB. Of longer ones, only the length is recorded.
const MAX_RECORDED: usize = 64 << 10;

/// Text that replaces a secret in the journal.
const REDACTED: &str = "[redacted]";

/// Substrings of the header and member names whose values are redacted. Names are compared in lowercase, without `-`
/// and `_`.
const SECRETS: [&str; 7] = ["authorization", "cookie", "password", "secret", "token", "apikey", "xauth"];

/// A request that arrived, and its response. Values of secrets are redacted: tokens, passwords, cookies, and
/// everything in a login request except the username.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Exchange {
    /// Number of the request, from 1, in the order of arrival.
    pub number: u64,
    /// Time of arrival, by the emulator's clock.
    pub time: Timestamp,
    /// Endpoint of the service; `None` if there is none with this method and path.
    pub call: Option<Endpoint>,
    /// Id of the product that the call changes or has created.
    pub product_id: Option<ProductId>,
    /// HTTP method.
    pub method: String,
    /// Path without the query.
    pub path: String,
    /// Headers by lowercase name.
    pub headers: BTreeMap<String, String>,
    /// Body as sent; a JSON string if it is not JSON or longer than 64 KiB, `None` if it is empty or did not
    /// arrive in full.
    pub body: Option<Box<RawValue>>,
    /// Response; `None` until it is sent, and if the failure `break` closes the connection instead.
    pub response: Option<RecordedResponse>,
    /// Scripted failure that applied to the request.
    pub failure: Option<Failure>,
}

/// A response in the journal.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct RecordedResponse {
    /// HTTP status.
    pub status: u16,
    /// Headers by lowercase name.
    pub headers: BTreeMap<String, String>,
    /// Body, like [`Exchange::body`]; if it was cut off, only the half that was sent.
    pub body: Option<Box<RawValue>>,
}

impl Exchange {
    /// Describes the exchange in one line.
    fn line(&self) -> String {
        let response = self.response.as_ref().map_or("no response".to_owned(), |response| response.status.to_string());
        let failure = self.failure.as_ref().map(|failure| format!(" (scripted: {})", json!(failure)));
        format!("{} {} {} {response}{}", self.time, self.method, self.path, failure.unwrap_or_default())
    }
}

/// Selects the exchanges that match all members; a member that is not set matches any exchange.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", expecting = "an object", default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// Endpoint of the service.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_keyword")]
    pub call: Option<Endpoint>,
    /// Id of the product that is changed or created.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_id: Option<ProductId>,
    /// HTTP method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Path without the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Status of the response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
}

impl Filter {
    fn selects(&self, exchange: &Exchange) -> bool {
        self.call.is_none_or(|call| exchange.call == Some(call))
            && self.product_id.is_none_or(|id| exchange.product_id == Some(id))
            && self.method.as_ref().is_none_or(|method| exchange.method == *method)
            && self.path.as_ref().is_none_or(|path| exchange.path == *path)
            && self
                .status
                .is_none_or(|status| exchange.response.as_ref().is_some_and(|response| response.status == status))
    }
}

/// Number of requests that a test expects.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(remote = "Self", expecting = "an object", deny_unknown_fields)]
pub struct Expectation {
    /// Filter that selects the requests to count.
    #[serde(default, rename = "match")]
    pub filter: Filter,
    /// Expected number of requests that the filter selects.
    pub count: usize,
}

deserialize_objects!(Filter, Expectation);
serialize_objects!(Filter);

/// The most recent requests, in the order of arrival.
#[derive(Default)]
pub(crate) struct Journal {
    exchanges: VecDeque<Exchange>,
    last_number: u64,
}

impl Control {
    /// Returns the requests that a filter selects, in the order of arrival.
    pub fn requests(&self, filter: &Filter) -> Vec<Exchange> {
        self.journal().exchanges.iter().filter(|exchange| filter.selects(exchange)).cloned().collect()
    }

    /// Deletes all requests from the journal.
    pub fn clear_requests(&self) {
        self.journal().exchanges.clear();
    }

    /// Compares the number of requests with expectations.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] that lists the requests of each expectation that is not met.
    pub fn verify(&self, expectations: &[Expectation]) -> Result<(), Error> {
        let failed = expectations.iter().filter_map(|Expectation { filter, count }| {
            let lines: Vec<_> = self.requests(filter).iter().map(Exchange::line).collect();
            let heading = || format!("expected {count} requests that match {}, found {}", json!(filter), lines.len());
            (lines.len() != *count).then(|| [&[heading()], &*lines].concat().join("\n  "))
        });
        let failed: Vec<_> = failed.collect();
        if failed.is_empty() { Ok(()) } else { Err(Error::new(409, failed.join("\n"))) }
    }

    /// Adds a request to the journal, and discards the oldest one above the limit. Returns its number, and the scripted
    /// failure that applies to it. Failures only apply to a request whose `body` arrived in full.
    pub(crate) fn begin(&self, head: &request::Parts, body: Option<&[u8]>) -> (u64, Option<Failure>) {
        let (call, id) = Endpoint::parse(head.method.as_str(), head.uri.path()).unzip();
        let (time, recorded) = (self.now().unwrap_or_default(), redact(call, body.unwrap_or_default()));
        let (mut state, mut journal) = (self.state(), self.journal());
        let failure = call.filter(|_| body.is_some()).and_then(|call| take_failure(&mut state.failures, call));
        journal.last_number += 1;
        let number = journal.last_number;
        journal.exchanges.push_back(Exchange {
            number,
            time,
            call,
            product_id: id.and_then(|id| id.parse().ok()),
            method: head.method.to_string(),
            path: head.uri.path().to_owned(),
            headers: self.redact_headers(&head.headers),
            body: recorded,
            response: None,
            failure: failure.clone(),
        });
        if journal.exchanges.len() > self.settings.journal_limit {
            journal.exchanges.pop_front();
        }
        (number, failure)
    }

    /// Adds the id of the product that a request has created, and its response, unless the request has been discarded.
    pub(crate) fn end(&self, number: u64, created: Option<ProductId>, response: Option<(&response::Parts, &[u8])>) {
        let mut journal = self.journal();
        let mut exchanges = journal.exchanges.iter_mut().rev();
        let Some(exchange) = exchanges.find(|exchange| exchange.number == number) else { return };
        exchange.product_id = exchange.product_id.or(created);
        // Redact only the secrets of a login response: the rule that redacts everything except the username is for
        // login requests.
        let call = exchange.call.filter(|call| *call != Endpoint::Login);
        exchange.response = response.map(|(head, body)| RecordedResponse {
            status: head.status.as_u16(),
            headers: self.redact_headers(&head.headers),
            body: redact(call, body),
        });
        if self.settings.log {
            // Ignore errors, such as those of a closed pipe: `eprintln!` would panic.
            let _ = writeln!(io::stderr(), "{}", exchange.line());
        }
    }

    /// Returns headers with their secrets redacted.
    fn redact_headers(&self, headers: &HeaderMap) -> BTreeMap<String, String> {
        let token_header = self.token_header.as_ref().map(TokenHeader::name);
        let mut redacted: BTreeMap<String, String> = BTreeMap::new();
        for (name, value) in headers {
            let name = name.as_str();
            let is_secret = is_secret(name) || token_header.is_some_and(|header| header.eq_ignore_ascii_case(name));
            let value = if is_secret { REDACTED.into() } else { String::from_utf8_lossy(value.as_bytes()) };
            let values = redacted.entry(name.to_owned()).or_default();
            *values += if values.is_empty() { "" } else { ", " };
            *values += &value;
        }
        redacted
    }
}

fn is_secret(text: &str) -> bool {
    let normalized = text.to_ascii_lowercase().replace(['-', '_'], "");
    SECRETS.iter().any(|secret| normalized.contains(secret))
}

/// Returns a body with its secrets redacted. If it contains none, its bytes are unchanged.
fn redact(call: Option<Endpoint>, body: &[u8]) -> Option<Box<RawValue>> {
    if body.is_empty() {
        return None;
    }
    if body.len() > MAX_RECORDED {
        return to_raw_value(&format!("[{} bytes]", body.len())).ok();
    }
    let text = String::from_utf8_lossy(body);
    let is_login = call == Some(Endpoint::Login);
    let is_secret_member = |name: &str| if is_login { name != "username" } else { is_secret(name) };
    let unchanged = || serde_json::from_str(&text).or_else(|_| to_raw_value(&text)).ok();
    match serde_json::from_str(&text) {
        Ok(value) if !is_login || matches!(value, Value::Object(_)) => {
            let redacted = redact_members(value.clone(), is_secret_member);
            if redacted == value { unchanged() } else { to_raw_value(&redacted).ok() }
        }
        // The body is not JSON, or is nested too deeply to parse: record it if it contains no name of a secret.
        Err(_) if call.is_some() && !is_login && !is_secret(&text) => unchanged(),
        _ => to_raw_value(REDACTED).ok(),
    }
}

/// Redacts secret members at any depth.
fn redact_members(mut root: Value, is_secret: impl Fn(&str) -> bool) -> Value {
    let mut pending = vec![&mut root];
    while let Some(value) = pending.pop() {
        match value {
            Value::Array(elements) => pending.extend(elements),
            Value::Object(members) => {
                for (name, value) in members {
                    if is_secret(name) {
                        *value = REDACTED.into();
                    } else {
                        pending.push(value);
                    }
                }
            }
            _ => {}
        }
    }
    root
}
