use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use renewal_rules::{Operation, Options, ProblemDetails, ProductId, Report, check};
use renewal_rules_service::{Credentials, LoginCode, apply_update, read_login_request, update};
use serde_json::{json, value::RawValue};

use crate::store::{State, Store, random};
use crate::{Settings, StartError, auth::TokenHeader, failure::Failure};

/// A response, or the response of a refusal.
pub(crate) type HandlerResult = Result<Response, Response>;

/// The calls of the service and of the admin API, independent of routing.
pub(crate) struct Service {
    accounts: Vec<Credentials>,
    token_header: Option<TokenHeader>,
    accept_anything: bool,
    state: Mutex<State>,
    store: Option<Store>,
    /// Not part of the state, whose lock is held during writes to the disk.
    failures: Mutex<Vec<Failure>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn respond(status: u16, content_type: &'static str, body: String) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, [(CONTENT_TYPE, content_type)], body).into_response()
}

pub(crate) fn json(status: u16, body: String) -> Response {
    respond(status, "application/json", body)
}

/// Returns problem details (RFC 9457).
pub(crate) fn problem(status: u16, detail: &str) -> Response {
    let code = StatusCode::from_u16(status).ok();
    let title = code.and_then(|code| code.canonical_reason()).unwrap_or("Failure");
    let problem = json!({ "type": "about:blank", "title": title, "status": status, "detail": detail });
    respond(status, ProblemDetails::CONTENT_TYPE, problem.to_string())
}

fn internal_error(error: impl std::fmt::Display) -> Response {
    problem(500, &error.to_string())
}

impl Service {
    pub(crate) fn new(settings: &Settings) -> Result<Self, StartError> {
        let parse = |template| {
            let invalid = || format!("expected a header such as `Authorization: Bearer {{token}}`, found `{template}`");
            TokenHeader::parse(template).ok_or_else(|| StartError(invalid()))
        };
        let token_header = settings.token_header.as_deref().map(parse).transpose()?;
        let (store, state) = match &settings.store {
            Some(path) => Store::open(path).map(|(store, state)| (Some(store), state))?,
            None => (None, State::new()?),
        };
        Ok(Self {
            accounts: settings.accounts.clone(),
            token_header,
            accept_anything: settings.accept_anything,
            state: Mutex::new(state),
            store,
            failures: Mutex::new(settings.failures.clone()),
        })
    }

    pub(crate) const fn token_header(&self) -> Option<&TokenHeader> {
        self.token_header.as_ref()
    }

    pub(crate) fn failures(&self) -> MutexGuard<'_, Vec<Failure>> {
        lock(&self.failures)
    }

    pub(crate) fn catalogue(&self) -> String {
        lock(&self.state).catalogue()
    }

    /// `POST /v1/login_check`.
    pub(crate) fn login(&self, headers: &HeaderMap, body: &[u8]) -> HandlerResult {
        let refuse = |code: LoginCode| json(code.status(), code.body());
        let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let credentials = read_login_request(content_type, body).map_err(refuse)?;
        if !self.accounts.contains(&credentials) {
            return Err(refuse(LoginCode::BadCredentials));
        }
        let token = lock(&self.state).new_token().map_err(internal_error)?;
        let body = json!({ "token": token, "refresh_token": random().map_err(internal_error)? });
        Ok(json(200, body.to_string()))
    }

    /// `POST /v1/product`.
    pub(crate) fn create(&self, headers: &HeaderMap, body: &[u8]) -> HandlerResult {
        self.check_token(headers)?;
        let options = Options::default().with_operation(Operation::Create);
        let fields = self.fields(body, check(body, &options))?;
        let mut state = lock(&self.state);
        let last = state.products.last_key_value();
        let id = ProductId::try_from(last.map_or(101, |(last, _)| last + 1)).map_err(internal_error)?;
        let body = format!(r#"{{"id":{id}}}"#);
        self.store_product(&mut state, id, &body, &fields)?;
        Ok(json(201, body))
    }

    /// `PATCH /v1/product/{id}`.
    pub(crate) fn change(&self, id: &str, headers: &HeaderMap, body: &[u8]) -> HandlerResult {
        self.check_token(headers)?;
        let mut state = lock(&self.state);
        let parsed = id.parse::<ProductId>().ok().filter(|parsed| parsed.to_string() == id);
        let product = parsed.and_then(|id| Some((id, state.products.get(&id.get())?.clone())));
        let (id, current) = product.ok_or_else(|| problem(404, "There is no product with this id."))?;
        let options = Options::default().with_operation(Operation::Update);
        let options = options.with_product_id(id).with_current(current.get());
        let fields = self.fields(body, check(body, &options.map_err(internal_error)?))?;
        self.store_product(&mut state, id, current.get(), &fields)?;
        Ok(StatusCode::NO_CONTENT.into_response())
    }

    /// Returns the fields of a body without `id`, byte for byte, unless the report has errors.
    fn fields(&self, body: &[u8], report: Report) -> Result<String, Response> {
        let fields = update("{}", body);
        match report.into_result() {
            Err(invalid) if fields.is_err() || !self.accept_anything => {
                let problem = invalid.problem_details();
                Err(respond(problem.status, ProblemDetails::CONTENT_TYPE, json!(problem).to_string()))
            }
            _ => Ok(fields.map_err(internal_error)?.map_or_else(|| "{}".to_owned(), |fields| fields.body())),
        }
    }

    /// Merges fields into a product, and stores the result in memory and on the disk, or in neither.
    fn store_product(&self, state: &mut State, id: ProductId, product: &str, fields: &str) -> Result<(), Response> {
        let product = apply_update(product, fields).map_err(internal_error)?;
        let product = RawValue::from_string(product).map_err(internal_error)?;
        let previous = state.products.insert(id.get(), product);
        self.write(state).inspect_err(|_| {
            match previous {
                Some(previous) => state.products.insert(id.get(), previous),
                None => state.products.remove(&id.get()),
            };
        })
    }

    fn write(&self, state: &State) -> Result<(), Response> {
        let store = self.store.as_ref();
        store.map_or(Ok(()), |store| store.write(state).map_err(internal_error))
    }

    fn check_token(&self, headers: &HeaderMap) -> Result<(), Response> {
        let Some(header) = &self.token_header else { return Ok(()) };
        let is_valid = header.token(headers).is_some_and(|token| lock(&self.state).accepts(token));
        let refusal = || problem(401, "The token is missing, unknown or expired.");
        is_valid.then_some(()).ok_or_else(refusal)
    }

    /// Moves the clock by a number of seconds.
    pub(crate) fn move_clock(&self, seconds: i64) -> HandlerResult {
        let mut state = lock(&self.state);
        let previous = state.clock_offset;
        state.clock_offset = previous.saturating_add(seconds);
        self.write(&state).inspect_err(|_| state.clock_offset = previous)?;
        Ok(json(200, format!(r#"{{"now":{}}}"#, state.now())))
    }

    /// Deletes products, tokens and failures, and resets the clock.
    pub(crate) fn reset(&self) -> HandlerResult {
        let mut state = lock(&self.state);
        let new = State::new().map_err(internal_error)?;
        self.write(&new)?;
        *state = new;
        self.failures().clear();
        Ok(StatusCode::NO_CONTENT.into_response())
    }
}
