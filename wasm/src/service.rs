//! Exports the calls about the service: requests, responses, setups and plans. The logic is in `renewal_rules_service`.
//!
//! If the service or the rules reject something, the result is data, never an error of the call. Products, bodies and
//! saved plans are passed as JSON text in both directions, so that numbers keep all digits.

use std::collections::BTreeMap;

use renewal_rules::setup::Setup;
use renewal_rules::{ProductId, Report, Scope};
use renewal_rules_service::{
    Credentials, Method, Plan, PlanError, Progress, Request, ResponseError, Update, UpdateError,
};
use serde::Serialize;

use crate::Call;
use crate::arguments::{BaseUrl, Document, SetupSource, Status, Time};
use crate::object::{Failure, Object};
use crate::output::{Answer, FailureOf, Outcome, Output, Raw, problems};
use crate::tools::json_in;

/// A request as data. The caller adds the token and sends the request.
#[derive(Serialize)]
pub(crate) struct ServiceRequest {
    pub(crate) method: Method,
    /// Path relative to the base URL.
    pub(crate) path: String,
    pub(crate) headers: BTreeMap<&'static str, &'static str>,
    pub(crate) body: String,
    /// Full URL, if the base URL was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
}

impl ServiceRequest {
    fn new(request: &Request, base: Option<&str>) -> Self {
        Self {
            method: request.method(),
            path: request.path().to_owned(),
            headers: request.headers().iter().copied().collect(),
            body: request.body().to_owned(),
            url: base.map(|base| request.url(base)),
        }
    }
}

/// A token, with the times at which it was received and at which it expires, in seconds since the Unix epoch.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoginToken {
    pub(crate) token: String,
    pub(crate) refresh_token: Option<String>,
    pub(crate) received_at: i64,
    pub(crate) expires_at: i64,
}

/// The id of a created product.
#[derive(Serialize)]
pub(crate) struct CreatedProduct {
    pub(crate) id: ProductId,
}

/// The smallest update from one product to another.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductUpdate {
    /// Body to send, `None` if nothing changes.
    pub(crate) body: Option<String>,
    /// Fields that the body contains.
    pub(crate) fields: Vec<String>,
    /// Id of the product, if the old or the new version has it.
    pub(crate) product_id: Option<ProductId>,
}

/// A setup as JSON text.
#[derive(Serialize)]
pub(crate) struct SetupText {
    pub(crate) setup: String,
}

/// Products as JSON text.
#[derive(Serialize)]
pub(crate) struct ProductsText {
    pub(crate) products: String,
}

/// A plan after an operation on it.
#[derive(Serialize)]
pub(crate) struct PlanState {
    /// The plan as JSON text.
    pub(crate) plan: String,
    pub(crate) progress: Progress,
    /// Reason why the plan cannot continue, if there is one.
    pub(crate) error: Option<Raw<FailureOf<problems::PlanError>>>,
}

/// A plan with its next request, if one remains.
#[derive(Serialize)]
pub(crate) struct PlanRequest {
    /// The plan as JSON text.
    pub(crate) plan: String,
    pub(crate) progress: Progress,
    /// Reason why the plan cannot continue, if there is one.
    pub(crate) error: Option<Raw<FailureOf<problems::PlanError>>>,
    pub(crate) request: Option<ServiceRequest>,
}

pub(crate) fn login_request(
    _: &Call<'_>,
    username: String,
    password: String,
    base: Option<BaseUrl>,
) -> Answer<Outcome<ServiceRequest, problems::RequestError>> {
    let credentials = Credentials::new(username, password);
    Ok(Output::outcome(credentials.map(|who| ServiceRequest::new(&who.login_request(), base.as_deref()))))
}

pub(crate) fn read_login_response(
    _: &Call<'_>,
    Status(status): Status,
    body: String,
    Time(received_at): Time,
) -> Answer<Outcome<LoginToken, problems::ResponseError>> {
    let token = renewal_rules_service::read_login_response(status, body, received_at).map_err(|error| {
        Failure::new(error.kind.as_str(), &error.to_string())
            .with("status", &error.status)
            .with("errors", &error.errors)
            .with("retryable", &error.is_retryable())
    });
    Ok(Output::outcome(token.map(|token| LoginToken {
        received_at: token.received_at,
        expires_at: token.expires_at(),
        token: token.secret,
        refresh_token: token.refresh_secret,
    })))
}

pub(crate) fn create_request(
    _: &Call<'_>,
    Document(product): Document,
    base: Option<BaseUrl>,
) -> Answer<Outcome<ServiceRequest, problems::RequestError>> {
    let request = renewal_rules_service::create_request(product);
    Ok(Output::outcome(request.map(|request| ServiceRequest::new(&request, base.as_deref()))))
}

pub(crate) fn change_request(
    _: &Call<'_>,
    id: ProductId,
    Document(body): Document,
    base: Option<BaseUrl>,
) -> Answer<Outcome<ServiceRequest, problems::RequestError>> {
    let request = renewal_rules_service::change_request(id, body);
    Ok(Output::outcome(request.map(|request| ServiceRequest::new(&request, base.as_deref()))))
}

pub(crate) fn read_create_response(
    _: &Call<'_>,
    Status(status): Status,
    body: String,
) -> Answer<Outcome<CreatedProduct, problems::ResponseError>> {
    let id = renewal_rules_service::read_create_response(status, body);
    Ok(Output::outcome(id.map(|id| CreatedProduct { id }).map_err(refused)))
}

pub(crate) fn read_change_response(
    _: &Call<'_>,
    Status(status): Status,
    body: String,
) -> Answer<Outcome<(), problems::ResponseError>> {
    Ok(Output::outcome(renewal_rules_service::read_change_response(status, body).map_err(refused)))
}

fn refused(error: ResponseError) -> Failure {
    Failure::new(error.kind.as_str(), &error.to_string())
        .with("status", &error.status)
        .with("body", &error.body)
        .with("retryable", &error.is_retryable())
}

pub(crate) fn update(
    _: &Call<'_>,
    Document(current): Document,
    Document(wanted): Document,
) -> Answer<Outcome<ProductUpdate, problems::RequestError>> {
    let update = renewal_rules_service::update(current, wanted);
    let update = update.map_err(|error| match &error {
        UpdateError::CannotRemove { fields } => Failure::from(error.clone()).with("fields", fields),
        _ => error.into(),
    });
    Ok(Output::outcome(update.map(|update| {
        let update = update.as_ref();
        ProductUpdate {
            body: update.map(Update::body),
            fields: update.into_iter().flat_map(Update::fields).map(|field| field.to_string()).collect(),
            product_id: update.and_then(Update::target),
        }
    })))
}

pub(crate) fn check_setup(call: &Call<'_>, source: SetupSource) -> Answer<Outcome<Report, problems::SetupError>> {
    let options = call.options(Scope::Catalogue)?;
    Ok(Output::outcome(source.read().map(|setup| source.locate(setup.check(&options)))))
}

pub(crate) fn setup_of(
    _: &Call<'_>,
    Document(products): Document,
    index: usize,
) -> Answer<Outcome<SetupText, problems::SetupError>> {
    let setup = Setup::of_products(products, index);
    Ok(Output::outcome(setup.map(|setup| SetupText { setup: setup.to_json() })))
}

pub(crate) fn setup_products(
    _: &Call<'_>,
    Document(setup): Document,
) -> Answer<Outcome<ProductsText, problems::SetupError>> {
    Ok(Output::outcome(Setup::from_json(&setup).map(|setup| ProductsText { products: setup.to_products() })))
}

pub(crate) fn plan_new(call: &Call<'_>, source: SetupSource) -> Answer<Outcome<PlanState, problems::SetupError>> {
    let options = call.options(Scope::Catalogue)?;
    Ok(Output::outcome(source.read().map_err(Failure::from).and_then(|setup| {
        Plan::new(setup, &options).map(|plan| PlanState::new(&plan, None)).map_err(|invalid| {
            let message = invalid.to_string();
            Failure::new("invalid-products", &message).with("report", &source.locate(invalid.report().clone()))
        })
    })))
}

impl PlanState {
    fn new(plan: &Plan, error: Option<&PlanError>) -> Self {
        Self { plan: plan.to_json(), progress: plan.progress(), error: error.and_then(plan_failure) }
    }
}

fn plan_failure(error: &PlanError) -> Option<Raw<FailureOf<problems::PlanError>>> {
    let failure =
        Object::from_value(error).with("message", &error.to_string()).with("retryable", &error.is_retryable());
    Raw::new(failure.text())
}

/// Parses the saved plan in the input, applies `step` to it, and returns the changed plan.
fn stepped(
    call: &Call<'_>,
    step: impl FnOnce(&mut Plan) -> Result<(), PlanError>,
) -> Answer<Outcome<PlanState, problems::PlanError>> {
    Ok(Output::outcome(saved_plan(call).map(|mut plan| {
        let error = step(&mut plan).err();
        PlanState::new(&plan, error.as_ref())
    })))
}

/// Parses the saved plan in the input.
fn saved_plan(call: &Call<'_>) -> Result<Plan, Failure> {
    let text = json_in(call)?;
    Plan::from_json(text).map_err(|error| {
        let is_string = text.starts_with('"');
        let why = if is_string { "it is a string: wrap JSON text in `jsonText`" } else { &error.to_string() };
        Failure::new("not-a-plan", why)
    })
}

pub(crate) fn plan_progress(call: &Call<'_>) -> Answer<Outcome<PlanState, problems::PlanError>> {
    stepped(call, |_| Ok(()))
}

pub(crate) fn plan_next(call: &Call<'_>, base: Option<BaseUrl>) -> Answer<Outcome<PlanRequest, problems::PlanError>> {
    Ok(Output::outcome(saved_plan(call).map(|mut plan| {
        let (request, error) = match plan.next_request() {
            Ok(request) => (request, None),
            Err(error) => (None, Some(error)),
        };
        let request = request.map(|request| ServiceRequest::new(&request, base.as_deref()));
        let PlanState { plan, progress, error } = PlanState::new(&plan, error.as_ref());
        PlanRequest { plan, progress, error, request }
    })))
}

pub(crate) fn plan_record_response(
    call: &Call<'_>,
    Status(status): Status,
    body: String,
) -> Answer<Outcome<PlanState, problems::PlanError>> {
    stepped(call, |plan| plan.record_response(status, body).map(drop))
}

pub(crate) fn plan_mark_created(call: &Call<'_>, id: ProductId) -> Answer<Outcome<PlanState, problems::PlanError>> {
    stepped(call, |plan| plan.confirm(id).map(drop))
}

pub(crate) fn plan_mark_not_created(call: &Call<'_>) -> Answer<Outcome<PlanState, problems::PlanError>> {
    stepped(call, |plan| plan.deny().map(drop))
}
