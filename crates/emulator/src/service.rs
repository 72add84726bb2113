//! Handlers of the calls that the interface document describes.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header::CONTENT_TYPE};
use axum::response::{IntoResponse as _, NoContent, Response};
use axum::routing::{patch, post};
use axum::{Extension, Json, Router};
use renewal_rules::{Operation, Options, ProductId, Report, check};
use renewal_rules_service::{Endpoint, LoginCode, read_login_request, update};
use serde_json::json;

use crate::access::token_in;
use crate::error::response;
use crate::{Control, Error, store::random_hex};

pub(crate) fn router() -> Router<Arc<Control>> {
    Router::new()
        .route(Endpoint::Login.path(), post(login))
        .route(Endpoint::Create.path(), post(create))
        .route(Endpoint::Change.path(), patch(change))
}

async fn login(State(control): State<Arc<Control>>, headers: HeaderMap, body: Bytes) -> Result<Response, Error> {
    let mut content_types = headers.get_all(CONTENT_TYPE).iter();
    // Several content types are as invalid as none.
    let content_type = content_types.next().filter(|_| content_types.next().is_none());
    let content_type = content_type.and_then(|value| value.to_str().ok());
    let state = control.state();
    let login = read_login_request(content_type, body).and_then(|credentials| {
        let is_known = state.accounts.contains(&credentials);
        is_known.then_some(()).ok_or(LoginCode::BadCredentials)
    });
    if let Err(code) = login {
        return Ok(response(code.status(), "application/json", code.body()));
    }
    Ok(Json(json!({ "token": state.new_token()?, "refresh_token": random_hex()? })).into_response())
}

async fn create(State(control): State<Arc<Control>>, headers: HeaderMap, body: Bytes) -> Result<Response, Error> {
    check_token(&control, &headers)?;
    let fields = read_fields(&control, &body, &Options::default().with_operation(Operation::Create))?;
    let response = control.update(|state| {
        let next = state.products.last_key_value().map(|(last, _)| last + 1);
        // After the largest possible id, use the smallest free one.
        let mut ids = next.into_iter().chain(101..).filter(|id| !state.products.contains_key(id));
        let id = ids.find_map(|id| ProductId::try_from(id).ok());
        let id = id.ok_or_else(|| Error::internal("no id is free"))?;
        let body = format!(r#"{{"id":{id}}}"#);
        state.merge(id, &body, &fields.text)?;
        Ok((Extension(id), response(201, "application/json", body)).into_response())
    })?;
    list_errors(&control, "POST /v1/product", &body, fields.errors);
    Ok(response)
}

async fn change(
    State(control): State<Arc<Control>>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Error> {
    check_token(&control, &headers)?;
    // If the id is not UTF-8, use an empty id, which no product has.
    let text = path.map(|path| path.0).unwrap_or_default();
    let errors = control.update(|state| {
        let id = text.parse::<ProductId>().ok().filter(|id| id.to_string() == text);
        let product = id.and_then(|id| Some((id, state.products.get(&id.get())?.clone())));
        let (id, current) = product.ok_or_else(|| Error::new(404, "There is no product with this id."))?;
        let options = Options::default().with_operation(Operation::Update).with_product_id(id);
        let options = options.with_current(current.get()).map_err(Error::internal)?;
        let fields = read_fields(&control, &body, &options)?;
        state.merge(id, current.get(), &fields.text)?;
        Ok(fields.errors)
    })?;
    list_errors(&control, &format!("PATCH /v1/product/{text}"), &body, errors);
    Ok(NoContent.into_response())
}

fn check_token(control: &Control, headers: &HeaderMap) -> Result<(), Error> {
    let Some(header) = &control.token_header else { return Ok(()) };
    let is_valid = token_in(headers, header).is_some_and(|token| control.state().accepts(&token));
    is_valid.then_some(()).ok_or_else(|| Error::new(401, "The token is missing, unknown or expired."))
}

/// Fields of a request body except `id`, byte for byte, and the report of a lenient emulator if the body has errors.
struct Fields {
    text: String,
    errors: Option<Report>,
}

/// Checks a request body. Returns the errors of the report, if there are any, unless the emulator is lenient and the body
/// is an object.
fn read_fields(control: &Control, body: &[u8], options: &Options) -> Result<Fields, Error> {
    let fields = update("{}", body);
    let errors = match check(body, options).into_result() {
        Err(invalid) if fields.is_err() || !control.settings.lenient => return Err(invalid.problem_details().into()),
        result => result.err().map(|invalid| invalid.report().clone()),
    };
    let text = fields.map_err(Error::internal)?.map_or_else(|| "{}".to_owned(), |fields| fields.body());
    Ok(Fields { text, errors })
}

/// Lists the errors of a request on exit. Call this only after the request has taken effect.
fn list_errors(control: &Control, name: &str, body: &[u8], errors: Option<Report>) {
    if let Some(report) = errors {
        control.listing().push(name, &String::from_utf8_lossy(body), report);
    }
}
