//! Model of the service and of the wire between it and the runs.

use std::sync::Arc;

use renewal_rules_service::{Method, Request, apply_update};
use serde_json::Value;

/// A product of the service.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Product {
    pub(crate) id: u64,
    pub(crate) fields: Arc<str>,
}

impl Product {
    pub(crate) fn json(&self) -> Value {
        let mut product: Value = serde_json::from_str(&self.fields).unwrap();
        product["id"] = self.id.into();
        product
    }

    pub(crate) fn name(&self) -> String {
        self.json()["name"].as_str().unwrap().to_owned()
    }

    pub(crate) fn renews(&self) -> bool {
        self.json().get("renew_settings").is_some()
    }
}

/// A request on its way to the service.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Message {
    /// The product to be changed, or `None` if one is created.
    pub(crate) target: Option<u64>,
    body: Arc<str>,
}

impl From<&Request> for Message {
    fn from(request: &Request) -> Self {
        let id = request.path().rsplit('/').next().and_then(|id| id.parse().ok());
        Self { target: id.filter(|_| request.method() == Method::Patch), body: request.body().into() }
    }
}

/// The products of the service, in the order of their creation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Service {
    pub(crate) products: Vec<Product>,
}

impl Service {
    /// Carries out a request; returns the id of the product. A change of an unknown product has no effect.
    pub(crate) fn execute(&mut self, Message { target, body }: &Message) -> u64 {
        if let Some(target) = *target {
            if let Some(product) = self.products.iter_mut().find(|product| product.id == target) {
                product.fields = apply_update(&*product.fields, &**body).unwrap().into();
            }
            return target;
        }
        let id = 101 + self.products.len() as u64;
        self.products.push(Product { id, fields: Arc::clone(body) });
        id
    }
}

/// Outcome of a request, on the wire and at the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Outcome {
    /// The service carries the request out.
    Executed(Response),
    /// The service does not carry the request out.
    NotExecuted(Response),
}

/// A response as the run receives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Response {
    /// A success that reports the id of the product.
    Success(u64),
    /// A success whose body is not JSON.
    Garbage,
    /// A success whose body lacks the id.
    WithoutId,
    /// A success with the id of another product.
    OtherId(u64),
    /// A status that is not a success.
    Status(u16),
    /// The connection ends without a whole response.
    CutOff,
}

/// The token that each request contains and that each response echoes.
pub(crate) const TOKEN: &str = "token-7f3a";
/// The password of the login, which each response echoes.
pub(crate) const PASSWORD: &str = "password-91c4";

impl Response {
    /// Returns status and body, or `None` if no whole response arrives. Every body echoes the secrets.
    pub(crate) fn http(self) -> Option<(u16, String)> {
        let secrets = format!("{TOKEN} {PASSWORD}");
        match self {
            Self::Success(id) | Self::OtherId(id) => Some((201, format!(r#"{{"id":{id},"echo":"{secrets}"}}"#))),
            Self::Garbage => Some((200, format!("<html>{secrets}"))),
            Self::WithoutId => Some((201, format!(r#"{{"echo":"{secrets}"}}"#))),
            Self::Status(status) => Some((status, format!(r#"{{"errors":[{{"error":1,"message":"{secrets}"}}]}}"#))),
            Self::CutOff => None,
        }
    }
}
