use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse as _, Response};
use renewal_rules::{Operation, Options, ProblemDetails, ProductId, Report, check};
use renewal_rules_service::{Credentials, LoginCode, apply_update, read_login_request, update};
use serde_json::{json, value::RawValue};

use crate::store::{State, Store, random};
use crate::{Settings, StartError, failure::Failure};

/// An answer, or a refusal.
pub(crate) type Answer = Result<Response, Response>;

/// The calls of the service: from the parts of a request to an answer.
pub(crate) struct Service {
    accounts: Vec<Credentials>,
    token_header: Option<TokenHeader>,
    accept_anything: bool,
    state: Mutex<State>,
    store: Option<Store>,
    /// Apart from the state, which is held while the disk is written to.
    failures: Mutex<Vec<Failure>>,
}

/// The name of the header, and what is before and after the token in its value.
type TokenHeader = (HeaderName, String, String);

fn token_header(text: &str) -> Option<TokenHeader> {
    let (name, value) = text.split_once(':')?;
    let (before, after) = value.trim().split_once("{token}")?;
    Some((name.parse().ok()?, before.to_owned(), after.to_owned()))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn answer(status: u16, kind: &'static str, body: String) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, [(CONTENT_TYPE, kind)], body).into_response()
}

pub(crate) fn json(status: u16, body: String) -> Response {
    answer(status, "application/json", body)
}

/// Problem details of the emulator's own.
pub(crate) fn problem(status: u16, detail: &str) -> Response {
    let known = StatusCode::from_u16(status).ok();
    let title = known.and_then(|status| status.canonical_reason());
    let title = title.unwrap_or("Failure");
    let problem = json!({ "type": "about:blank", "title": title, "status": status, "detail": detail });
    answer(status, ProblemDetails::CONTENT_TYPE, problem.to_string())
}

fn failure(error: impl std::fmt::Display) -> Response {
    problem(500, &error.to_string())
}

impl Service {
    pub(crate) fn new(settings: &Settings) -> Result<Self, StartError> {
        let (store, state) = match &settings.store {
            Some(path) => Store::open(path).map(|(store, state)| (Some(store), state))?,
            None => (None, State::new()?),
        };
        let no_header = || StartError("the token's header is `Name: value` with {token} in it".to_owned());
        let header = settings.token_header.as_deref();
        let header = header.map(|text| token_header(text).ok_or_else(no_header));
        Ok(Self {
            accounts: settings.accounts.clone(),
            token_header: header.transpose()?,
            accept_anything: settings.accept_anything,
            state: Mutex::new(state),
            store,
            failures: Mutex::new(settings.failures.clone()),
        })
    }

    pub(crate) fn failures(&self) -> MutexGuard<'_, Vec<Failure>> {
        lock(&self.failures)
    }

    pub(crate) fn catalogue(&self) -> String {
        lock(&self.state).catalogue()
    }

    /// `POST /v1/login_check`.
    pub(crate) fn login(&self, headers: &HeaderMap, body: &[u8]) -> Answer {
        let refusal = |code: LoginCode| json(code.status(), code.body());
        let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let credentials = read_login_request(kind, body).map_err(refusal)?;
        if !self.accounts.contains(&credentials) {
            return Err(refusal(LoginCode::BadCredentials));
        }
        let token = lock(&self.state).new_token().map_err(failure)?;
        let body = json!({ "token": token, "refresh_token": random().map_err(failure)? });
        Ok(json(200, body.to_string()))
    }

    /// `POST /v1/product`.
    pub(crate) fn create(&self, headers: &HeaderMap, body: &[u8]) -> Answer {
        self.check_token(headers)?;
        let options = Options::default().with_operation(Operation::Create);
        let fields = self.fields(body, check(body, &options))?;
        let mut state = lock(&self.state);
        let last = state.products.last_key_value();
        let id = ProductId::try_from(last.map_or(101, |(last, _)| last + 1)).map_err(failure)?;
        let body = format!(r#"{{"id":{id}}}"#);
        self.put(&mut state, id, &body, &fields)?;
        Ok(json(201, body))
    }

    /// `PATCH /v1/product/{id}`.
    pub(crate) fn change(&self, path: &str, headers: &HeaderMap, body: &[u8]) -> Answer {
        self.check_token(headers)?;
        let mut state = lock(&self.state);
        let id = path.parse::<ProductId>().ok();
        let id = id.filter(|id| id.to_string() == path);
        let product = id.and_then(|id| Some((id, state.products.get(&id.get())?.clone())));
        let unknown = || problem(404, "There is no product of this id.");
        let (id, current) = product.ok_or_else(unknown)?;
        let options = Options::default().with_operation(Operation::Update);
        let options = options.with_product_id(id).with_current(current.get());
        let fields = self.fields(body, check(body, &options.map_err(failure)?))?;
        self.put(&mut state, id, current.get(), &fields)?;
        Ok(StatusCode::NO_CONTENT.into_response())
    }

    /// The fields that are sent, without `id`, as they are written.
    fn fields(&self, body: &[u8], report: Report) -> Result<String, Response> {
        let sent = update("{}", body);
        match report.into_result() {
            Err(invalid) if sent.is_err() || !self.accept_anything => {
                let problem = invalid.problem_details();
                Err(answer(problem.status, ProblemDetails::CONTENT_TYPE, json!(problem).to_string()))
            }
            _ => Ok(sent.map_err(failure)?.map_or_else(|| "{}".to_owned(), |sent| sent.body())),
        }
    }

    /// Keeps what fields make of a product, on the disk too.
    fn put(&self, state: &mut State, id: ProductId, to: &str, sent: &str) -> Result<(), Response> {
        let product = apply_update(to, sent).map_err(failure)?;
        let product = RawValue::from_string(product).map_err(failure)?;
        let before = state.products.insert(id.get(), product);
        self.write(state).inspect_err(|_| {
            match before {
                Some(before) => state.products.insert(id.get(), before),
                None => state.products.remove(&id.get()),
            };
        })
    }

    fn write(&self, state: &State) -> Result<(), Response> {
        let store = self.store.as_ref();
        store.map_or(Ok(()), |store| store.write(state).map_err(failure))
    }

    fn check_token(&self, headers: &HeaderMap) -> Result<(), Response> {
        let Some((name, before, after)) = &self.token_header else { return Ok(()) };
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        let token = value.and_then(|value| value.strip_prefix(before)?.strip_suffix(after));
        let is_valid = token.is_some_and(|token| lock(&self.state).accepts(token));
        let refusal = || problem(401, "There is no token, or it is unknown or expired.");
        is_valid.then_some(()).ok_or_else(refusal)
    }

    /// Moves the clock by so many seconds.
    pub(crate) fn move_clock(&self, seconds: i64) -> Answer {
        let mut state = lock(&self.state);
        state.moved = state.moved.saturating_add(seconds);
        self.write(&state)?;
        Ok(json(200, format!(r#"{{"now":{}}}"#, state.now())))
    }

    /// Forgets the products, the tokens and the failures, and sets the clock right.
    pub(crate) fn reset(&self) -> Answer {
        self.failures().clear();
        let mut state = lock(&self.state);
        *state = State::new().map_err(failure)?;
        self.write(&state)?;
        Ok(StatusCode::NO_CONTENT.into_response())
    }
}
