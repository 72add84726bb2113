//! Exports the calls of the service interface without logic of their own.
//!
//! Refusals by the service or the rules are data, never an error of a call. Products, bodies and saved plans are texts
//! on both sides, so that numbers keep all digits.

use crate::object::{Failure, Object};
use crate::{Answer, Call, arguments::Arguments, outcome};
use renewal_rules::setup::Setup;
use renewal_rules::{Input, Options, ProductId, Scope};
use renewal_rules_service::{
    Credentials, Plan, PlanError, Request, ResponseError, Update, UpdateError, change_request, create_request,
    read_change_response, read_create_response, read_login_response, update,
};

type Work = fn(&Arguments<'_>, &Options) -> Answer;

/// The calls with the names of their arguments.
const CALLS: &[(&str, &[&str], Work)] = &[
    ("loginRequest", &["username", "password", "base"], log_in),
    ("readLoginResponse", &["status", "body", "receivedAt"], logged_in),
    ("createRequest", &["product", "base"], create),
    ("changeRequest", &["id", "body", "base"], change),
    ("readCreateResponse", &["status", "body"], created),
    ("readChangeResponse", &["status", "body"], changed),
    ("update", &["current", "wanted"], smallest_update),
    ("checkSetup", &["setup"], check_setup),
    ("setupOf", &["products", "index"], setup_of),
    ("setupProducts", &["setup"], setup_products),
    ("planNew", &["setup"], plan_new),
    ("planProgress", &["plan"], plan_progress),
    ("planNext", &["plan", "base"], plan_next),
    ("planRecordResponse", &["plan", "status", "body"], plan_record_response),
    ("planMarkCreated", &["plan", "id"], plan_mark_created),
    ("planMarkNotCreated", &["plan"], plan_mark_not_created),
];

/// Makes the call named by the extra argument, with the arguments in the input.
pub(crate) fn called(call: &Call<'_>) -> Answer {
    let text = match &call.input {
        Input::Json(text) => text.as_ref(),
        _ => "",
    };
    let given = Arguments::read(text).ok_or("the arguments must be an object")?;
    let found = CALLS.iter().find(|(name, ..)| *name == call.extra);
    let (_, names, work) = found.ok_or("there is no such call")?;
    given.check_names(names)?;
    work(&given, &call.options(Scope::Catalogue)?)
}

/// Returns a request, with its full URL if the base URL is given.
fn request_data(request: &Request, base: Option<&str>) -> Object {
    let headers = request.headers().iter();
    let headers = headers.fold(Object::default(), |headers, (name, value)| headers.with(name, value));
    let data = Object::default()
        .with("method", &request.method())
        .with("path", &request.path())
        .with_object("headers", Some(&headers))
        .with("body", &request.body());
    match base {
        Some(base) => data.with("url", &request.url(base)),
        None => data,
    }
}

fn id_of(id: u64) -> Result<ProductId, Failure> {
    ProductId::try_from(id).map_err(|error| Failure::new("not-an-id", &error.to_string()))
}

fn log_in(given: &Arguments<'_>, _: &Options) -> Answer {
    let (username, password) = (given.text("username")?, given.text("password")?);
    let base = given.base()?;
    let credentials = Credentials::new(username, password);
    outcome(credentials.map(|who| request_data(&who.login_request(), base.as_deref())))
}

fn logged_in(given: &Arguments<'_>, _: &Options) -> Answer {
    let (status, body) = (given.status()?, given.text("body")?);
    let token = read_login_response(status, body, given.time("receivedAt")?);
    let token = token.map_err(|error| {
        Failure::new(error.kind.as_str(), &error.to_string())
            .with("status", &error.status)
            .with("errors", &error.errors)
            .with("retryable", &error.is_retryable())
    });
    outcome(token.map(|token| {
        Object::default()
            .with("token", &token.secret)
            .with("refreshToken", &token.refresh_secret)
            .with("receivedAt", &token.received_at)
            .with("expiresAt", &token.expires_at())
    }))
}

fn create(given: &Arguments<'_>, _: &Options) -> Answer {
    let (product, base) = (given.document("product")?, given.base()?);
    let request = create_request(Input::Json(product.into()));
    outcome(request.map(|request| request_data(&request, base.as_deref())))
}

fn change(given: &Arguments<'_>, _: &Options) -> Answer {
    let (id, body, base) = (given.id()?, given.document("body")?, given.base()?);
    outcome(id_of(id).and_then(|id| {
        let request = change_request(id, Input::Json(body.into()))?;
        Ok::<_, Failure>(request_data(&request, base.as_deref()))
    }))
}

fn created(given: &Arguments<'_>, _: &Options) -> Answer {
    let id = read_create_response(given.status()?, given.text("body")?);
    answered(id.map(|id| Object::default().with("id", &id)))
}

fn changed(given: &Arguments<'_>, _: &Options) -> Answer {
    let answer = read_change_response(given.status()?, given.text("body")?);
    answered(answer.map(|()| Object::default()))
}

fn answered(answer: Result<Object, ResponseError>) -> Answer {
    outcome(answer.map_err(|error| {
        Failure::new(error.kind.as_str(), &error.to_string())
            .with("status", &error.status)
            .with("body", &error.body)
            .with("retryable", &error.is_retryable())
    }))
}

fn smallest_update(given: &Arguments<'_>, _: &Options) -> Answer {
    let (current, wanted) = (given.document("current")?, given.document("wanted")?);
    let change = update(Input::Json(current.into()), Input::Json(wanted.into()));
    let change = change.map_err(|error| match &error {
        UpdateError::CannotRemove { fields } => Failure::from(error.clone()).with("fields", fields),
        _ => error.into(),
    });
    outcome(change.map(|change| {
        let change = change.as_ref();
        let fields = change.into_iter().flat_map(Update::fields);
        Object::default()
            .with("body", &change.map(Update::body))
            .with("fields", &fields.collect::<Vec<_>>())
            .with("productId", &change.and_then(Update::target))
    }))
}

fn check_setup(given: &Arguments<'_>, options: &Options) -> Answer {
    let setup = Setup::from_json(&given.document("setup")?);
    outcome(setup.map(|setup| Object::of(&setup.check(options))))
}

/// Returns the setup of products as if none of them existed.
fn setup_of(given: &Arguments<'_>, _: &Options) -> Answer {
    let index = given.needed("index", "a whole number")?;
    let setup = Setup::of_products(Input::Json(given.document("products")?.into()), index);
    outcome(setup.map(|setup| Object::default().with("setup", &setup.to_json())))
}

fn setup_products(given: &Arguments<'_>, _: &Options) -> Answer {
    let setup = Setup::from_json(&given.document("setup")?);
    outcome(setup.map(|setup| Object::default().with("products", &setup.to_products())))
}

fn plan_new(given: &Arguments<'_>, options: &Options) -> Answer {
    let setup = Setup::from_json(&given.document("setup")?);
    outcome(setup.map_err(Failure::from).and_then(|setup| {
        Plan::new(setup, options)
            .map(|plan| stepped(&plan, None))
            .map_err(|invalid| Failure::new("invalid-products", &invalid.to_string()).with("report", invalid.report()))
    }))
}

fn plan_progress(given: &Arguments<'_>, _: &Options) -> Answer {
    outcome(saved_plan(&given.document("plan")?).map(|plan| stepped(&plan, None)))
}

/// Parses a saved plan.
fn saved_plan(text: &str) -> Result<Plan, Failure> {
    Plan::from_json(text).map_err(|error| Failure::new("not-a-plan", &error.to_string()))
}

/// Returns a plan after a step, with the reason if it cannot continue.
fn stepped(plan: &Plan, error: Option<&PlanError>) -> Object {
    let problem = error
        .map(|error| Object::of(error).with("message", &error.to_string()).with("retryable", &error.is_retryable()));
    Object::default()
        .with("plan", &plan.to_json())
        .with("progress", &plan.progress())
        .with_object("error", problem.as_ref())
}

fn plan_next(given: &Arguments<'_>, _: &Options) -> Answer {
    let (plan, base) = (given.text("plan")?, given.base()?);
    outcome(saved_plan(&plan).map(|mut plan| {
        let (request, error) = match plan.next_request() {
            Ok(request) => (request, None),
            Err(error) => (None, Some(error)),
        };
        let request = request.map(|request| request_data(&request, base.as_deref()));
        stepped(&plan, error.as_ref()).with_object("request", request.as_ref())
    }))
}

fn plan_record_response(given: &Arguments<'_>, _: &Options) -> Answer {
    let (plan, status, body) = (given.text("plan")?, given.status()?, given.text("body")?);
    outcome(saved_plan(&plan).map(|mut plan| {
        let error = plan.record_response(status, body).err();
        stepped(&plan, error.as_ref())
    }))
}

fn plan_mark_created(given: &Arguments<'_>, _: &Options) -> Answer {
    let (plan, id) = (given.text("plan")?, given.id()?);
    outcome(saved_plan(&plan).and_then(|mut plan| {
        let error = plan.confirm(id_of(id)?).err();
        Ok(stepped(&plan, error.as_ref()))
    }))
}

fn plan_mark_not_created(given: &Arguments<'_>, _: &Options) -> Answer {
    outcome(saved_plan(&given.text("plan")?).map(|mut plan| {
        let error = plan.deny().err();
        stepped(&plan, error.as_ref())
    }))
}
