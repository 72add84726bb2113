//! A web service for products: run `cargo run --example server`, then for instance `curl -i -d
//! '{"name":"Example","licence_term":"P5"}' localhost:3000/products`.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{collections::BTreeMap, error::Error};

use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response, Result};
use axum::routing::{get, patch, post};
use axum::{Json, Router, http::StatusCode, http::header::CONTENT_TYPE};
use renewal_rules::{
    CatalogueReport, Code, Decision, Fixed, Invalid, Operation, Options, ProblemDetails, ProductId, Rule, check,
    check_catalogue, effective_kind, fix_all,
};
use renewal_rules_preview::compare::Comparison;
use renewal_rules_preview::timeline::Timeline;
use renewal_rules_preview::{compare, timeline};
use renewal_rules_service::apply_update;

/// Products as JSON text, by id.
#[derive(Clone, Default)]
struct Store(Arc<Mutex<BTreeMap<ProductId, String>>>);

impl Store {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<ProductId, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn all(&self) -> String {
        let products: Vec<String> = self.lock().values().cloned().collect();
        format!("[{}]", products.join(","))
    }
}

/// Renders the errors of a product as problem details, any other error as its text.
fn refuse(error: impl Error + 'static) -> Response {
    let error: &(dyn Error + 'static) = &error;
    match error.downcast_ref::<Invalid>() {
        Some(invalid) => refuse_with(invalid.problem_details()),
        None => (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    }
}

fn refuse_with(problem: ProblemDetails) -> Response {
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::BAD_REQUEST);
    let content_type = [(CONTENT_TYPE, ProblemDetails::CONTENT_TYPE)];
    (status, content_type, Json(problem)).into_response()
}

type Id = Path<ProductId>;

/// Stores a new product under the next id and responds with its warnings.
async fn create(store: State<Store>, body: String) -> Result<impl IntoResponse> {
    let options = Options::default().with_operation(Operation::Create);
    let report = check(&body, &options).into_result().map_err(refuse)?;

    let mut products = store.lock();
    let id = ProductId::try_from(101 + products.len() as u64).map_err(refuse)?;
    let product = apply_update(body, format!(r#"{{"id":{id}}}"#)).map_err(refuse)?;
    products.insert(id, product);

    let created = serde_json::json!({ "id": id, "diagnostics": report.diagnostics });
    Ok((StatusCode::CREATED, Json(created)))
}

/// Changes a product and responds with the consequences for buyers.
async fn change(store: State<Store>, Path(id): Id, body: String) -> Result<Json<Comparison>> {
    let mut products = store.lock();
    let current = products.get_mut(&id).ok_or(StatusCode::NOT_FOUND)?;

    let options = Options::default()
        .with_operation(Operation::Update)
        .with_product_id(id)
        .with_current(&*current)
        .map_err(refuse)?;
    check(&body, &options).into_result().map_err(refuse)?;

    let changed = apply_update(&*current, body).map_err(refuse)?;
    let comparison = compare(&*current, &changed, &compare::CompareOptions::default());
    let comparison = comparison.map_err(refuse)?;
    *current = changed;
    Ok(Json(comparison))
}

/// Returns the renewal kind of a purchase that the query describes: `?payment=offline&consent=declined`.
async fn renewal(store: State<Store>, Path(id): Id, Query(options): Query<Options>) -> Result<Json<Decision>> {
    let products = store.lock();
    let product = products.get(&id).ok_or(StatusCode::NOT_FOUND)?;
    Ok(Json(effective_kind(product, &options)))
}

/// Returns the timeline of a purchase: `?purchaseDate=2026-01-31&renewals=3`.
async fn renewals(
    store: State<Store>,
    Path(id): Id,
    Query(options): Query<timeline::TimelineOptions>,
) -> Result<Json<Timeline>> {
    let timeline = timeline(store.all(), &options.with_product_id(id));
    Ok(Json(timeline.map_err(refuse)?))
}

/// Checks all products as one catalogue.
async fn report(store: State<Store>) -> Json<CatalogueReport> {
    Json(check_catalogue(store.all(), &Options::default()))
}

/// Returns a product with all safe fixes applied.
async fn fixes(body: String) -> Json<Fixed> {
    Json(fix_all(&body, &Options::default()))
}

/// Returns the documentation of a code, for a help page.
async fn rule(Path(code): Path<Code>) -> Json<&'static Rule> {
    Json(code.rule())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let app = Router::new()
        .route("/products", post(create).get(report))
        .route("/products/{id}", patch(change))
        .route("/products/{id}/renewal", get(renewal))
        .route("/products/{id}/timeline", get(renewals))
        .route("/fixes", post(fixes))
        .route("/rules/{code}", get(rule));
    let port = std::env::args().nth(1).unwrap_or_else(|| "3000".into());
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    println!("http://{}", listener.local_addr()?);
    axum::serve(listener, app.with_state(Store::default())).await
}
