//! Generates the `OpenAPI` description of the service. Its members `x-not-shown` list what the interface document does
//! not say.

use std::fs;

use anyhow::{Context, Result, anyhow};
use renewal_rules::setup::Setup;
use renewal_rules::{Code, Operation, Options, ProductId, Role, Severity, check};
use renewal_rules_service::{Credentials, LoginCode, Method, Plan, Request, change_request, create_request};
use serde_json::{Map, Value, json};

use super::schema::{Nested, object, prose};
use super::source::{Items, item};
use crate::tools::Tree;

/// Placeholder for the name of the token header, which the interface document does not give.
const TOKEN_HEADER: &str = "Your-Token-Header";
/// Id of a sample product, used to derive the request paths.
const ID: u64 = 101;

const ABOUT: &str = "The service that issues tokens and stores products with their renewal settings. \
Facts that the interface document lacks are described in a member `x-not-shown`; they are left open. \
A schema describes the format of a product, not whether it will renew: the rules for that are in `x-rules`, and the \
library renewal-rules checks them.";

/// Returns the description as text.
pub(super) fn description(tree: &Tree, items: &Items) -> Result<String> {
    let login = Credentials::new("vendor", "open sesame")?.login_request();
    let create = create_request("{}")?;
    let id = ProductId::try_from(ID)?;
    let change = change_request(id, "{}")?;
    let (creations, changes) = examples(tree)?;
    let changed_path = change.path().replace(&id.to_string(), "{product_id}");
    let description = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Products and their renewals",
            "version": env!("CARGO_PKG_VERSION"),
            "description": ABOUT,
            "contact": { "name": "renewal-rules" },
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [
            server("base_url", "https://shop.example", "The service."),
            server("test_base_url", "https://test.shop.example", "The test environment, with the same paths."),
        ],
        "security": [],
        "tags": [
            { "name": "login", "description": "Obtaining a token." },
            { "name": "products", "description": "Creating and changing products." },
        ],
        "paths": {
            login.path(): { method(&login): log_in(&login)? },
            create.path(): { method(&create): create_product(&creations) },
            changed_path: { method(&change): change_product(&changes) },
        },
        "components": {
            "schemas": schemas(items)?,
            "parameters": { "TokenHeader": token_header() },
            "responses": { "ProductError": product_error() },
            "examples": creations.into_iter().chain(changes).collect::<Map<_, _>>(),
        },
        "x-not-shown": [
            "The URLs of the service and of its test environment.",
            "Other calls of products, such as reading, listing and deleting.",
            "Limits of rates and sizes.",
        ],
        "x-rules": rules(),
    });
    Ok(format!("{description:#}\n"))
}

fn method(request: &Request) -> &'static str {
    match request.method() {
        Method::Patch => "patch",
        _ => "post",
    }
}

fn server(name: &str, default: &str, description: &str) -> Value {
    let variable = json!({ "default": default, "description": "URL of the service, from its operator." });
    json!({ "url": format!("{{{name}}}"), "description": description, "variables": { name: variable } })
}

/// Returns a request or response body with its examples, if any.
fn content(schema: &Value, examples: Map<String, Value>) -> Value {
    let mut body = Map::from_iter([("schema".to_owned(), schema.clone())]);
    if !examples.is_empty() {
        body.insert("examples".into(), examples.into());
    }
    json!({ "application/json": body })
}

fn example(name: &str, summary: &str, text: &str) -> Result<(String, Value)> {
    let value: Value = serde_json::from_str(text)?;
    Ok((name.to_owned(), json!({ "summary": summary, "value": value })))
}

fn component(kind: &str, name: &str) -> Value {
    json!({ "$ref": format!("#/components/{kind}/{name}") })
}

fn log_in(request: &Request) -> Result<Value> {
    let sent = example("login", "An account logs in", request.body())?;
    let answer = example("token", "A token", r#"{"token":"…","refresh_token":"…"}"#)?;
    let body = content(&component("schemas", "LoginRequest"), Map::from_iter([sent]));
    let answer = content(&component("schemas", "TokenResponse"), Map::from_iter([answer]));
    let refused = |status: u16, description: &str| -> Result<Value> {
        let codes = LoginCode::ALL.into_iter().filter(|code| code.status() == status);
        let examples = codes.map(|code| example(&format!("error{}", code.number()), code.message(), &code.body()));
        let examples = examples.collect::<Result<_>>()?;
        let answer = content(&component("schemas", &format!("LoginErrors{status}")), examples);
        Ok(json!({ "description": description, "content": answer }))
    };
    Ok(json!({
        "operationId": "logIn",
        "tags": ["login"],
        "summary": "Obtain a token (§4.1)",
        "description": "The token authorizes calls to the other APIs for 24 hours from its receipt. A later one does not end an earlier one.",
        "requestBody": { "required": true, "content": body },
        "responses": {
            "200": { "description": "The token.", "content": answer },
            "400": refused(400, "The request is invalid. The first error that is found is returned.")?,
            "401": refused(401, "The username or the password is wrong.")?,
            "404": { "description": "The URL is wrong.", "x-not-shown": "The body." },
            "500": { "description": "The service failed: try again later or contact support.", "x-not-shown": "The body." },
            "default": { "description": "Any other response.", "x-not-shown": "Whether there are other responses." },
        },
    }))
}

/// Example bodies by name.
type Examples = Vec<(String, Value)>;

fn references(examples: &Examples) -> Map<String, Value> {
    let names = examples.iter().map(|(name, _)| name);
    names.map(|name| (name.clone(), component("examples", name))).collect()
}

fn create_product(examples: &Examples) -> Value {
    let roles: Vec<Value> = Role::ALL.iter().map(|role| component("schemas", schema_name(*role))).collect();
    let body = content(&json!({ "anyOf": roles }), references(examples));
    let answer = content(&component("schemas", "CreatedProduct"), Map::new());
    json!({
        "operationId": "createProduct",
        "tags": ["products"],
        "summary": "Create a product (§4.2)",
        "description": "Which fields are sent depends on the product's role in the setup (§4.4). Renewal products are created before the product that they renew. A product that renews itself is created first and then changed, as its chain holds its own id.",
        "parameters": [component("parameters", "TokenHeader")],
        "requestBody": { "required": true, "content": body },
        "responses": {
            "2XX": {
                "description": "The product is created.",
                "content": answer,
                "links": { "change": {
                    "operationId": "changeProduct",
                    "parameters": { "product_id": "$response.body#/id" },
                    "description": "The product that was created can be changed.",
                } },
                "x-not-shown": "The status of a success, and the members of its body besides `id`.",
            },
            "4XX": component("responses", "ProductError"),
            "5XX": component("responses", "ProductError"),
        },
    })
}

fn change_product(examples: &Examples) -> Value {
    let body = content(&component("schemas", "ProductChange"), references(examples));
    json!({
        "operationId": "changeProduct",
        "tags": ["products"],
        "summary": "Change a product (§4.3)",
        "description": "Send the fields to change. `variants` and `localization_values` replace all previous ones, so send them whole.",
        "parameters": [
            {
                "name": "product_id",
                "in": "path",
                "required": true,
                "description": "The id in the response to the creation.",
                "schema": component("schemas", "ProductId"),
                "example": ID,
            },
            component("parameters", "TokenHeader"),
        ],
        "requestBody": { "required": true, "content": body },
        "responses": {
            "2XX": { "description": "The product is changed.", "x-not-shown": "The status of a success, and its body." },
            "4XX": component("responses", "ProductError"),
            "5XX": component("responses", "ProductError"),
        },
    })
}

fn token_header() -> Value {
    json!({
        "name": TOKEN_HEADER,
        "in": "header",
        "required": true,
        "description": "The token. Give this parameter the name of the header that the service's operator documents.",
        "schema": { "type": "string" },
        "x-not-shown": "How the token is presented: the name of the header and the form of its value, or whether it is a header at all.",
    })
}

fn product_error() -> Value {
    json!({ "description": "The call failed.", "x-not-shown": "The statuses, bodies and codes of errors of the product calls." })
}

/// Returns the name of the schema for the body of a creation in this role.
const fn schema_name(role: Role) -> &'static str {
    match role {
        Role::Initiator => "InitiatorCreation",
        Role::Renewal => "RenewalCreation",
        Role::SelfRenewing => "SelfRenewingCreation",
    }
}

fn schemas(items: &Items) -> Result<Map<String, Value>> {
    let mut schemas = Map::new();
    let product = object(items, "Product", Nested::Component)?;
    for name in ["RenewSettings", "RenewAr", "Comments", "Variant", "Price", "CommonPrice"] {
        schemas.insert(name.into(), object(items, name, Nested::Component)?.into());
    }
    let roles = item(items, "Role")?;
    for role in Role::ALL {
        let docs = roles.members.iter().find(|member| member.name == role.as_str());
        let docs = prose(&docs.context("a role without documentation")?.docs);
        let creation = creation(&product, *role, &docs);
        schemas.insert(schema_name(*role).into(), creation.into());
    }
    let id = properties(&product).remove("id").context("a product has no id")?;
    let mut change = product;
    change.insert("description".into(), "The fields of a product that change.".into());
    schemas.insert("ProductChange".into(), change.into());
    schemas.insert(
        "CreatedProduct".into(),
        json!({
            "description": "Response to a creation (§4.2).",
            "type": "object",
            "properties": { "id": component("schemas", "ProductId") },
            "required": ["id"],
        }),
    );
    schemas.insert("ProductId".into(), id);
    schemas.insert("LoginRequest".into(), json!({
        "description": "A username and a password (§2.2).",
        "type": "object",
        "properties": {
            "username": { "description": "The account's login.", "type": "string", "minLength": 1 },
            "password": { "description": "The account's password.", "type": "string", "minLength": 1, "format": "password" },
        },
        "required": ["username", "password"],
    }));
    schemas.insert("TokenResponse".into(), json!({
        "description": "A token for the other APIs (§2.1).",
        "type": "object",
        "properties": {
            "token": { "description": "The token, valid for 24 hours from its receipt.", "type": "string" },
            "refresh_token": { "description": "Returned with the token.", "type": "string", "x-not-shown": "What it is for and how long it lives." },
        },
        "required": ["token", "refresh_token"],
    }));
    for status in [400, 401] {
        schemas.insert(format!("LoginErrors{status}"), login_errors(status));
    }
    Ok(schemas)
}

fn properties(schema: &Map<String, Value>) -> Map<String, Value> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.cloned().unwrap_or_default()
}

/// Returns the schema of a creation in a role. The rules decide which fields are allowed and required.
fn creation(product: &Map<String, Value>, role: Role, docs: &str) -> Map<String, Value> {
    let options = Options::default().with_operation(Operation::Create).with_role(role);
    let mut fields = properties(product);
    for (name, schema) in &mut fields {
        let sent = json!({ name: sample(schema) });
        let report = check(&sent, &options);
        let mut codes = report.diagnostics.iter().map(|one| one.code);
        if codes.any(|code| code == Code::FieldNotOnCreate) {
            *schema = Value::Bool(false);
        }
    }
    let mut body = Map::new();
    // A required field can require others, so repeat until none is missing.
    loop {
        let report = check(&Value::Object(body.clone()), &options);
        let errors = report.diagnostics.iter().filter(|one| one.severity == Severity::Error);
        let missing = errors.filter_map(|one| fields.get_key_value(one.path.strip_prefix('/')?));
        let mut missing = missing.filter(|(name, _)| !body.contains_key(*name));
        let Some((name, schema)) = missing.next() else { break };
        let (name, sample) = (name.clone(), sample(schema));
        body.insert(name, sample);
    }
    let required: Vec<String> = body.into_iter().map(|(name, _)| name).collect();
    let mut creation = product.clone();
    creation.insert("description".into(), docs.into());
    creation.insert("properties".into(), fields.into());
    if !required.is_empty() {
        creation.insert("required".into(), required.into());
    }
    creation
}

/// Returns some value of a field's type.
fn sample(schema: &Value) -> Value {
    match schema.get("type").and_then(Value::as_str) {
        Some("array") => json!([]),
        Some("integer") => json!(ID),
        Some("string") => json!("x"),
        _ => json!({}),
    }
}

/// Returns the schema of the login's error body (§7) with the codes of a status.
fn login_errors(status: u16) -> Value {
    let codes = LoginCode::ALL.into_iter().filter(|code| code.status() == status);
    let schemas = codes.map(|code| {
        json!({
            "type": "object",
            "properties": { "error": { "const": code.number() }, "message": { "const": code.message() } },
            "required": ["error", "message"],
        })
    });
    let items = match schemas.collect::<Vec<_>>().as_slice() {
        [only] => only.clone(),
        several => json!({ "anyOf": several }),
    };
    json!({
        "description": format!("The errors of a login with the status {status} (§7)."),
        "type": "object",
        "properties": { "errors": { "type": "array", "items": items } },
        "required": ["errors"],
    })
}

/// Returns the request bodies of the example setups: the creations, then the changes.
fn examples(tree: &Tree) -> Result<(Examples, Examples)> {
    let (mut creations, mut changes) = (Vec::new(), Vec::new());
    for (name, title) in [
        ("single", "One product renews itself (configuration 1)"),
        ("pair", "Two products (configuration 2)"),
        ("chain", "A chain of products (configuration 3)"),
        ("trial", "A free trial"),
    ] {
        let file = tree.root.join(format!("examples/setups/{name}.json"));
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let plan = Plan::new(Setup::from_json(&text)?, &Options::default());
        let mut plan = plan.map_err(|report| anyhow!("{name}: {report}"))?;
        for number in 1_u64.. {
            let Some(request) = plan.next_request()? else { break };
            let left = plan.progress();
            let step = left.steps.get(left.done).map_or("", |step| &step.path);
            let of = match step.strip_prefix("/renewals/") {
                Some(index) => format!("renewal {}", index.parse::<usize>()? + 1),
                None => "the initiator".to_owned(),
            };
            let name = format!("{name}-{number}");
            let one = example(&name, &format!("{title}: {of}"), request.body())?;
            match request.method() {
                Method::Patch => changes.push(one),
                _ => creations.push(one),
            }
            plan.record_response(201, json!({ "id": ID + number - 1 }).to_string())?;
        }
    }
    Ok((creations, changes))
}

/// Returns the rules of a product, for readers of the description who do not use the library.
fn rules() -> Vec<Value> {
    let rules = Code::ALL.iter().map(|code| code.rule());
    let rules = rules.filter(|rule| !rule.example().catalogue);
    rules.map(|rule| json!({ "code": rule.code, "section": rule.section, "severities": rule.severities, "title": rule.title() })).collect()
}
