//! The calls of the service interface: arguments in, data out. There is no logic here.
//!
//! What the service or the rules say against something is data, never an error of a call. Products,
//! bodies and saved plans are texts on both sides, so that no number loses a digit on the way.

use renewal_rules::{
    Input, Options, ProductId,
    service::{
        AnswerError, BaseAddress, Credentials, LoginCode, LoginRefusal, Plan, PlanError, Request,
        Setup, Token, UpdateError, apply_update, change_request, create_request,
        read_change_answer, read_create_answer, read_login_answer, read_login_request, update,
    },
};
use serde::Serialize;
use serde_json::{Value, json as object};

use crate::{Answer, Call, arguments::Arguments, json, outcome};

type Work = fn(&Arguments<'_>, &Options) -> Answer;

/// Each call with the names of its arguments.
const CALLS: &[(&str, &[&str], Work)] = &[
    ("loginRequest", &["username", "password", "base"], log_in),
    (
        "readLoginAnswer",
        &["status", "body", "receivedAt"],
        logged_in,
    ),
    ("isTokenValid", &["receivedAt", "now"], is_token_valid),
    (
        "checkLogin",
        &["contentType", "body", "accepted"],
        check_login,
    ),
    ("createRequest", &["product", "base"], create),
    ("changeRequest", &["id", "body", "base"], change),
    ("readCreateAnswer", &["status", "body"], created),
    ("readChangeAnswer", &["status", "body"], changed),
    ("update", &["current", "wanted"], smallest_update),
    ("applyUpdate", &["current", "body"], updated),
    ("checkSetup", &["setup"], check_setup),
    ("setupOf", &["products", "index"], setup_of),
    ("setupProducts", &["setup"], setup_products),
    ("planNew", &["setup"], plan_new),
    ("planProgress", &["plan"], plan_progress),
    ("planNext", &["plan", "base"], plan_next),
    ("planFeed", &["plan", "status", "body"], plan_feed),
    ("planMade", &["plan", "id"], plan_made),
    ("planNotMade", &["plan"], plan_not_made),
];

/// Makes the call that the extra names with the arguments that are the input.
pub(crate) fn called(call: &Call<'_>) -> Answer {
    let text = match &call.input {
        Input::Json(text) => text.as_ref(),
        Input::NoJson(why) if why != "undefined" => {
            return outcome::<(), _>(Err(format!("the arguments have no JSON form ({why})")));
        }
        _ => "",
    };
    let given = Arguments::read(text).ok_or("the arguments must be an object")?;
    let found = CALLS.iter().find(|(name, ..)| *name == call.extra);
    let (_, names, work) = found.ok_or("there is no such call")?;
    given.check_names(names)?;
    work(&given, &call.catalogue_options()?)
}

/// A request with its address, where the base address is given.
fn request_data(request: &Request, base: Option<&BaseAddress>) -> Value {
    let headers = request.headers().iter();
    let headers: serde_json::Map<_, _> = headers
        .map(|(name, value)| ((*name).to_owned(), Value::from(*value)))
        .collect();
    let mut data = object!({
        "method": request.method(),
        "path": request.path(),
        "headers": headers,
        "body": request.body(),
    });
    if let (Some(base), Some(members)) = (base, data.as_object_mut()) {
        members.insert("url".to_owned(), request.url(base).into());
    }
    data
}

fn id_of(id: u64) -> Result<ProductId, String> {
    ProductId::try_from(id).map_err(|error| error.to_string())
}

fn log_in(given: &Arguments<'_>, _: &Options) -> Answer {
    let (username, password) = (given.text("username")?, given.text("password")?);
    let base = given.base()?;
    let credentials = Credentials::new(username, password);
    outcome(credentials.map(|who| request_data(&who.login_request(), base.as_ref())))
}

fn logged_in(given: &Arguments<'_>, _: &Options) -> Answer {
    let (status, body) = (given.status()?, given.text("body")?);
    json(
        &match read_login_answer(status, body, given.time("receivedAt")?) {
            Ok(token) => object!({
                "ok": true,
                "token": token.secret(),
                "refreshToken": token.refresh_secret(),
                "receivedAt": token.received_at(),
                "expiresAt": token.expires_at(),
            }),
            Err(error) => object!({
                "ok": false,
                "status": error.status(),
                "kind": error.as_str(),
                "message": error.to_string(),
                "errors": error.errors(),
                "retryLater": error.is_retry_later(),
            }),
        },
    )
}

fn is_token_valid(given: &Arguments<'_>, _: &Options) -> Answer {
    let token = Token::restore("", None, given.time("receivedAt")?);
    json(&token.is_valid_at(given.time("now")?))
}

/// Without `accepted`, the credentials are handed to the caller to verify, who then asks again.
fn check_login(given: &Arguments<'_>, _: &Options) -> Answer {
    let kind: Option<String> = given.optional("contentType", "a text")?;
    let accepted: Option<bool> = given.optional("accepted", "true or false")?;
    let refused = |refusal: LoginRefusal| object!({"ok": false, "status": refusal.status(), "body": refusal.body()});
    let read = read_login_request(kind.as_deref(), given.text("body")?);
    json(&match (read, accepted) {
        (Err(refusal), _) => refused(refusal),
        (Ok(_), Some(true)) => object!({"ok": true}),
        (Ok(_), Some(false)) => refused(LoginRefusal::new(LoginCode::BadCredentials)),
        (Ok(credentials), None) => object!({
            "ok": null,
            "username": credentials.username(),
            "password": credentials.password(),
        }),
    })
}

fn create(given: &Arguments<'_>, _: &Options) -> Answer {
    let (product, base) = (given.document("product")?, given.base()?);
    let request = create_request(Input::Json(product.into()));
    outcome(request.map(|request| request_data(&request, base.as_ref())))
}

fn change(given: &Arguments<'_>, _: &Options) -> Answer {
    let (id, body, base) = (given.id()?, given.document("body")?, given.base()?);
    outcome(id_of(id).and_then(|id| {
        let request = change_request(id, Input::Json(body.into()));
        let request = request.map_err(|error| error.to_string())?;
        Ok(request_data(&request, base.as_ref()))
    }))
}

fn created(given: &Arguments<'_>, _: &Options) -> Answer {
    let id = read_create_answer(given.status()?, given.text("body")?);
    answered(id.map(|id| object!({"ok": true, "id": id})))
}

fn changed(given: &Arguments<'_>, _: &Options) -> Answer {
    let answer = read_change_answer(given.status()?, given.text("body")?);
    answered(answer.map(|()| object!({"ok": true})))
}

fn answered(answer: Result<Value, AnswerError>) -> Answer {
    json(&answer.unwrap_or_else(|error| {
        object!({
            "ok": false,
            "status": error.status(),
            "body": error.body(),
            "message": error.to_string(),
        })
    }))
}

fn smallest_update(given: &Arguments<'_>, _: &Options) -> Answer {
    let (current, wanted) = (given.document("current")?, given.document("wanted")?);
    let change = update(Input::Json(current.into()), Input::Json(wanted.into()));
    if let Err(error @ UpdateError::CannotRemove { fields }) = &change {
        return json(&object!({"ok": false, "message": error.to_string(), "fields": fields}));
    }
    outcome(change.map(|change| match change {
        None => object!({"body": null, "fields": [], "productId": null}),
        Some(change) => object!({
            "body": change.body(),
            "fields": change.fields().collect::<Vec<_>>(),
            "productId": change.target(),
        }),
    }))
}

fn updated(given: &Arguments<'_>, _: &Options) -> Answer {
    let (current, body) = (given.document("current")?, given.document("body")?);
    let product = apply_update(Input::Json(current.into()), Input::Json(body.into()));
    outcome(product.map(|product| object!({"product": product})))
}

fn check_setup(given: &Arguments<'_>, options: &Options) -> Answer {
    let setup = Setup::from_json(&given.document("setup")?);
    outcome(setup.map(|setup| setup.check(options)))
}

/// The set-up of products, as if none of them were there yet.
fn setup_of(given: &Arguments<'_>, _: &Options) -> Answer {
    let index = given.needed("index", "a whole number")?;
    let setup = Setup::of_products(Input::Json(given.document("products")?.into()), index);
    outcome(setup.map(|setup| object!({"setup": setup.to_json()})))
}

fn setup_products(given: &Arguments<'_>, _: &Options) -> Answer {
    let setup = Setup::from_json(&given.document("setup")?);
    outcome(setup.map(|setup| object!({"products": setup.to_products()})))
}

fn plan_new(given: &Arguments<'_>, options: &Options) -> Answer {
    let setup = Setup::from_json(&given.document("setup")?);
    outcome(setup.map(|setup| {
        let (plan, report) = match Plan::new(setup, options) {
            Ok(plan) => {
                let report = plan.setup().check(options);
                (Some(plan), report)
            }
            Err(report) => (None, report),
        };
        object!({
            "plan": plan.as_ref().map(Plan::to_json),
            "progress": plan.as_ref().map(Plan::progress),
            "report": report,
        })
    }))
}

fn plan_progress(given: &Arguments<'_>, _: &Options) -> Answer {
    outcome(Plan::from_json(&given.text("plan")?).map(|plan| plan.progress()))
}

/// A plan after a step.
fn stepped(plan: &Plan, error: Option<&PlanError>) -> Value {
    #[derive(Serialize)]
    struct Problem<'a> {
        #[serde(flatten)]
        error: &'a PlanError,
        message: String,
    }
    object!({
        "plan": plan.to_json(),
        "progress": plan.progress(),
        "error": error.map(|error| Problem { error, message: error.to_string() }),
    })
}

fn plan_next(given: &Arguments<'_>, _: &Options) -> Answer {
    let (plan, base) = (given.text("plan")?, given.base()?);
    outcome(Plan::from_json(&plan).map(|mut plan| {
        let (request, error) = match plan.next_request() {
            Ok(request) => (request, None),
            Err(error) => (None, Some(error)),
        };
        let mut data = stepped(&plan, error.as_ref());
        if let Some(members) = data.as_object_mut() {
            let request = request.map(|request| request_data(&request, base.as_ref()));
            members.insert("request".to_owned(), request.unwrap_or_default());
        }
        data
    }))
}

fn plan_feed(given: &Arguments<'_>, _: &Options) -> Answer {
    let (plan, status, body) = (given.text("plan")?, given.status()?, given.text("body")?);
    outcome(Plan::from_json(&plan).map(|mut plan| {
        let error = plan.feed(status, body).err();
        stepped(&plan, error.as_ref())
    }))
}

fn plan_made(given: &Arguments<'_>, _: &Options) -> Answer {
    let (plan, id) = (given.text("plan")?, given.id()?);
    let plan = Plan::from_json(&plan).map_err(|error| error.to_string());
    outcome(plan.and_then(|mut plan| {
        let error = plan.set_made(id_of(id)?).err();
        Ok(stepped(&plan, error.as_ref()))
    }))
}

fn plan_not_made(given: &Arguments<'_>, _: &Options) -> Answer {
    outcome(Plan::from_json(&given.text("plan")?).map(|mut plan| {
        let error = plan.set_not_made().err();
        stepped(&plan, error.as_ref())
    }))
}
