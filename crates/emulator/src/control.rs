use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::Extension;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use jiff::Timestamp;
use renewal_rules::{Operation, Options, ProblemDetails, ProductId, Report, check};
use renewal_rules_preview::timeline::{Timeline, TimelineOptions};
use renewal_rules_service::{Credentials, LoginCode, read_login_request, update};
use serde::Deserialize;
use serde_json::json;

use crate::failure::{take, validate};
use crate::journal::{Exchange, Expectation, Filter, Journal};
use crate::purchases::{Events, Purchase, events};
use crate::store::{State, Store, random};
use crate::{Error, Failure, Seed, Settings, auth::TokenHeader};

/// Response of a handler; `Err` if the request is refused.
pub(crate) type HandlerResult = Result<Response, Response>;

/// Controls an [`Emulator`](crate::Emulator) without HTTP: its methods correspond to the admin API. Those that change
/// the state return an [`Error`] if it cannot be stored.
pub struct Control {
    settings: Settings,
    token_header: Option<TokenHeader>,
    state: Mutex<State>,
    store: Option<Store>,
    traffic: Mutex<Traffic>,
}

/// Scripted failures that have not applied yet, and the journal. Their lock is separate, because the lock of the state
/// is held during writes to the disk.
pub(crate) struct Traffic {
    pub(crate) failures: Vec<Failure>,
    pub(crate) journal: Journal,
}

/// A part of the emulator that can be reset to its state at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
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

impl Part {
    /// All parts.
    pub const ALL: [Self; 6] =
        [Self::Products, Self::Accounts, Self::Purchases, Self::Clock, Self::Failures, Self::Requests];
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn json(status: StatusCode, body: String) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], body).into_response()
}

#[allow(clippy::missing_errors_doc, reason = "documented for the type, and in a sentence if there are other reasons")]
impl Control {
    pub(crate) fn new(settings: Settings) -> Result<Self, Error> {
        let parse = |template| {
            let invalid = || format!("expected a header such as `Authorization: Bearer {{token}}`, found `{template}`");
            TokenHeader::parse(template).ok_or_else(|| Error::invalid(invalid()))
        };
        let token_header = settings.token_header.as_deref().map(parse).transpose()?;
        validate(&settings.failures)?;
        let state = State::new(&settings)?;
        let (store, state) = match &settings.store {
            Some(path) => Store::open(path, state).map(|(store, state)| (Some(store), state))?,
            None => (None, state),
        };
        let journal = Journal::new(settings.journal_limit, settings.log);
        let traffic = Traffic { failures: settings.failures.clone(), journal };
        Ok(Self { settings, token_header, state: Mutex::new(state), store, traffic: Mutex::new(traffic) })
    }

    pub(crate) const fn token_header(&self) -> Option<&TokenHeader> {
        self.token_header.as_ref()
    }

    pub(crate) fn traffic(&self) -> MutexGuard<'_, Traffic> {
        lock(&self.traffic)
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Changes the state in memory and on the disk, or in neither.
    pub(crate) fn update<T, E: From<Error>>(&self, change: impl FnOnce(&mut State) -> Result<T, E>) -> Result<T, E> {
        let mut state = self.state();
        let mut new = state.clone();
        let result = change(&mut new)?;
        if let Some(store) = &self.store {
            store.write(&new).map_err(Error::internal)?;
        }
        *state = new;
        Ok(result)
    }

    /// Adds a request to the journal. Returns its number, and the scripted failure that applies to it. Failures only
    /// apply to a request whose body arrived in full (`is_complete`).
    pub(crate) fn receive(&self, mut exchange: Exchange, is_complete: bool) -> (u64, Option<Failure>) {
        let mut traffic = self.traffic();
        let call = exchange.call.filter(|_| is_complete);
        let failure = call.and_then(|call| take(&mut traffic.failures, call));
        exchange.failure.clone_from(&failure);
        (traffic.journal.begin(exchange), failure)
    }

    /// Handles `POST /v1/login_check`.
    pub(crate) fn login(&self, headers: &HeaderMap, body: &[u8]) -> HandlerResult {
        let refuse =
            |code: LoginCode| json(StatusCode::from_u16(code.status()).unwrap_or(StatusCode::BAD_REQUEST), code.body());
        let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let credentials = read_login_request(content_type, body).map_err(refuse)?;
        let state = self.state();
        if !state.accounts.contains(&credentials) {
            return Err(refuse(LoginCode::BadCredentials));
        }
        let body = json!({ "token": state.new_token()?, "refresh_token": random()? });
        Ok(json(StatusCode::OK, body.to_string()))
    }

    /// Handles `POST /v1/product`.
    pub(crate) fn create(&self, headers: &HeaderMap, body: &[u8]) -> HandlerResult {
        self.check_token(headers)?;
        let options = Options::default().with_operation(Operation::Create);
        let fields = self.fields(body, check(body, &options))?;
        self.update(|state| {
            let last = state.products.last_key_value();
            let id = ProductId::try_from(last.map_or(101, |(last, _)| last + 1)).map_err(Error::internal)?;
            let body = format!(r#"{{"id":{id}}}"#);
            state.merge(id, &body, &fields)?;
            Ok((Extension(id), json(StatusCode::CREATED, body)).into_response())
        })
    }

    /// Handles `PATCH /v1/product/{id}`.
    pub(crate) fn change(&self, id: &str, headers: &HeaderMap, body: &[u8]) -> HandlerResult {
        self.check_token(headers)?;
        self.update(|state| {
            let parsed = id.parse::<ProductId>().ok().filter(|parsed| parsed.to_string() == id);
            let product = parsed.and_then(|id| Some((id, state.products.get(&id.get())?.clone())));
            let (id, current) = product.ok_or_else(|| Error::new(404, "There is no product with this id."))?;
            let options = Options::default().with_operation(Operation::Update);
            let options = options.with_product_id(id).with_current(current.get());
            let fields = self.fields(body, check(body, &options.map_err(Error::internal)?))?;
            state.merge(id, current.get(), &fields)?;
            Ok(StatusCode::NO_CONTENT.into_response())
        })
    }

    /// Returns the fields of a request body except `id`, byte for byte. Returns a response with the errors of the
    /// report if it has any, unless the emulator is lenient and the body is an object.
    fn fields(&self, body: &[u8], report: Report) -> Result<String, Response> {
        let fields = update("{}", body);
        match report.into_result() {
            Err(invalid) if fields.is_err() || !self.settings.lenient => {
                let problem = invalid.problem_details();
                let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY);
                let content_type = [(CONTENT_TYPE, ProblemDetails::CONTENT_TYPE)];
                Err((status, content_type, json!(problem).to_string()).into_response())
            }
            _ => Ok(fields.map_err(Error::internal)?.map_or_else(|| "{}".to_owned(), |fields| fields.body())),
        }
    }

    fn check_token(&self, headers: &HeaderMap) -> Result<(), Error> {
        let Some(header) = &self.token_header else { return Ok(()) };
        let is_valid = header.token(headers).is_some_and(|token| self.state().accepts(token));
        let refusal = || Error::new(401, "The token is missing, unknown or expired.");
        is_valid.then_some(()).ok_or_else(refusal)
    }

    /// Returns all products as a JSON array.
    pub fn products(&self) -> String {
        self.state().catalogue()
    }

    /// Returns the accounts that can log in.
    pub fn accounts(&self) -> Vec<Credentials> {
        self.state().accounts.clone()
    }

    /// Adds the products and accounts of a seed, and sets the clock to its time.
    pub fn seed(&self, seed: &Seed) -> Result<(), Error> {
        self.update(|state| state.seed(seed))
    }

    /// Returns the requests that a filter selects, in the order of arrival.
    pub fn requests(&self, filter: &Filter) -> Vec<Exchange> {
        self.traffic().journal.select(filter)
    }

    /// Compares the number of requests with expectations. The error lists the requests of each expectation
    /// that is not met.
    pub fn verify(&self, expectations: &[Expectation]) -> Result<(), Error> {
        self.traffic().journal.verify(expectations)
    }

    /// Scripts failures of the next calls. Returns an error if one has several effects or an invalid status.
    pub fn fail(&self, failures: impl IntoIterator<Item = Failure>) -> Result<(), Error> {
        let failures: Vec<_> = failures.into_iter().collect();
        validate(&failures)?;
        self.traffic().failures.extend(failures);
        Ok(())
    }

    /// Returns the scripted failures that have not applied yet.
    pub fn failures(&self) -> Vec<Failure> {
        self.traffic().failures.clone()
    }

    /// Deletes the scripted failures that have not applied yet.
    pub fn clear_failures(&self) {
        self.traffic().failures.clear();
    }

    /// Returns the time of the clock in full seconds. Returns an error if it has passed the year 9999.
    pub fn now(&self) -> Result<Timestamp, Error> {
        self.state().now()
    }

    /// Sets the time of the clock. The clock continues from this time.
    pub fn set_clock(&self, time: Timestamp) -> Result<(), Error> {
        self.update(|state| state.set_clock(time))
    }

    /// Moves the clock by a number of seconds. Returns an error if the time would be after the year 9999.
    pub fn advance(&self, seconds: i64) -> Result<(), Error> {
        self.update(|state| state.advance(seconds))
    }

    /// Makes a purchase on the date of the emulator's clock. Purchases are an assumption: the interface document
    /// describes none. Overrides the options `purchase_date` and `renewals`. Returns the number of the purchase
    /// and its timeline, or an error if there is no such product.
    pub fn purchase(&self, options: TimelineOptions) -> Result<(usize, Timeline), Error> {
        self.update(|state| {
            let (purchase, timeline) = Purchase::new(state.today()?, &state.products, options)?;
            state.purchases.push(purchase);
            Ok((state.purchases.len(), timeline))
        })
    }

    /// Returns the events of all purchases until today, which are assumptions. Returns an error if the clock
    /// is outside the calendar of the timelines (years 0 to 9999).
    pub fn events(&self) -> Result<Events, Error> {
        let state = self.state();
        events(state.today()?, &state.purchases)
    }

    /// Resets parts, or with [`Part::ALL`] everything, to their state at the start.
    pub fn reset(&self, parts: &[Part]) -> Result<(), Error> {
        let start = State::new(&self.settings)?;
        self.update(|state| {
            for part in parts {
                match part {
                    Part::Products => state.products.clone_from(&start.products),
                    Part::Accounts => (state.accounts, state.key) = (start.accounts.clone(), start.key.clone()),
                    Part::Purchases => state.purchases.clear(),
                    Part::Clock => state.clock_offset = start.clock_offset,
                    Part::Failures | Part::Requests => {}
                }
            }
            Ok::<_, Error>(())
        })?;
        let mut traffic = self.traffic();
        if parts.contains(&Part::Failures) {
            traffic.failures.clone_from(&self.settings.failures);
        }
        if parts.contains(&Part::Requests) {
            traffic.journal.clear();
        }
        Ok(())
    }
}
