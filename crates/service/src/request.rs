//! Requests to the product endpoints and their responses (§4.2, §4.3).

use alloc::borrow::Cow;
use alloc::string::{String, ToString as _};
use core::fmt;

use renewal_rules::setup::{FieldsError, ProductFields};
use renewal_rules::{Input, ProductId};
use renewal_rules_json::keywords;

use super::endpoint::{Endpoint, Method};

/// A request as data (§4), for any transport. The caller adds the token when sending it, because the interface document
/// does not specify how the token is presented (§5).
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    endpoint: Endpoint,
    path: Cow<'static, str>,
    body: String,
}

impl Request {
    pub(super) const fn new(endpoint: Endpoint, path: Cow<'static, str>, body: String) -> Self {
        Self { endpoint, path, body }
    }

    /// Returns the endpoint that the request calls.
    pub const fn endpoint(&self) -> Endpoint {
        self.endpoint
    }

    /// Returns the HTTP method.
    pub const fn method(&self) -> Method {
        self.endpoint.method()
    }

    /// Returns the path relative to the base URL, such as `/v1/product`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the names and values of the documented headers. A login requires `Content-type` (§4.1); the other bodies
    /// are JSON as well (§4).
    pub fn headers(&self) -> &'static [(&'static str, &'static str)] {
        &[("Content-type", "application/json")]
    }

    /// Returns the body as JSON text. The body of a login contains the password.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// Returns the full URL of the request for the base URL of the service or of its test environment (`{base_url}` in
    /// §4). Trailing slashes and a trailing `/v1` are removed from `base`, because every path begins with
    /// `/v1`.
    pub fn url(&self, base: &str) -> String {
        let trimmed = base.trim_end_matches('/');
        let root = trimmed.strip_suffix("/v1").unwrap_or(trimmed);
        [root.trim_end_matches('/'), &self.path].concat()
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Request");
        debug.field("method", &self.method()).field("path", &self.path);
        // The body of a login contains the password.
        if self.endpoint == Endpoint::Login {
            debug.finish_non_exhaustive()
        } else {
            debug.field("body", &self.body).finish()
        }
    }
}

/// Error for a body that cannot be sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The body is not JSON.
    #[error("the body cannot be read. {message}")]
    NotJson {
        /// Description of the syntax error.
        message: String,
    },
    /// The body is not a JSON object.
    #[error("the body must be a JSON object with the fields of a product")]
    NotAnObject,
    /// A product to be created has an id.
    #[error("a product is created without `id`: the service gives it; leave it out")]
    IdOnCreate,
    /// The `id` in a change is not that of the product to be changed.
    #[error("the `id` in the change is not that of product {target}; leave it out, or change the other product")]
    OtherId {
        /// Id of the product that the request would change.
        target: ProductId,
    },
}

/// Creates the request for a new product (§4.2). Fields are sent with their exact text; if a field is repeated, the
/// last one is sent.
///
/// Use [`check`](renewal_rules::check) to validate the product.
///
/// # Errors
///
/// Returns a [`RequestError`] if the product is not a JSON object or has an `id`.
///
/// ```
/// use renewal_rules_service::{change_request, create_request, read_create_response};
///
/// let request = create_request(r#"{"name":"Example","licence_term":"P1M"}"#)?;
/// assert_eq!((request.method().as_str(), request.path()), ("POST", "/v1/product"));
/// assert_eq!(request.url("https://shop.example/api/v1/"), "https://shop.example/api/v1/product");
/// assert_eq!(request.body(), r#"{"name":"Example","licence_term":"P1M"}"#);
///
/// let id = read_create_response(201, r#"{"id":102,"name":"Example"}"#)?;
/// let request = change_request(id, r#"{"name":"Example Pro"}"#)?;
/// assert_eq!((request.method().as_str(), request.path()), ("PATCH", "/v1/product/102"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn create_request<'a>(product: impl Into<Input<'a>>) -> Result<Request, RequestError> {
    let fields = read_fields(product.into())?;
    if fields.get("id").is_some() {
        return Err(RequestError::IdOnCreate);
    }
    Ok(create(&fields))
}

fn read_fields(input: Input<'_>) -> Result<ProductFields, RequestError> {
    ProductFields::read(input).map_err(|error| match error {
        FieldsError::NotJson { message } => RequestError::NotJson { message },
        _ => RequestError::NotAnObject,
    })
}

/// Creates the request without `id`: the service assigns the id (§4.2).
pub(super) fn create(fields: &ProductFields) -> Request {
    Request::new(Endpoint::Create, Endpoint::Create.path().into(), fields.without("id").text())
}

/// Creates the request that changes the product `id` (§4.3). Each field in the body replaces the whole previous value;
/// [`update`](super::update()) computes the smallest body.
///
/// # Errors
///
/// Returns a [`RequestError`] if the body is not a JSON object or has the `id` of another product.
pub fn change_request<'a>(id: ProductId, body: impl Into<Input<'a>>) -> Result<Request, RequestError> {
    let fields = read_fields(body.into())?;
    if fields.get("id").is_some() && fields.id() != Some(id) {
        return Err(RequestError::OtherId { target: id });
    }
    Ok(change(id, &fields))
}

pub(super) fn change(id: impl fmt::Display, fields: &ProductFields) -> Request {
    let path = Endpoint::Change.path().replace("{id}", &id.to_string());
    Request::new(Endpoint::Change, path.into(), fields.text())
}

keywords! {
    /// Reason why a response of a product endpoint is an error.
    #[non_exhaustive]
    ResponseErrorKind {
        /// The status is not from 200 to 299. (The interface document does not specify which of these a success has.)
        Status = "status" => "",
        /// The status is a success, but the field `id` contains no product id. The product may have been created all
        /// the same.
        NoId = "no-id" =>
            ", but without the new product's `id`; the product may exist: before creating it again, look for it \
             in the service's own administration or ask Support",
    }
    /// Returns the end of the error message: advice for the caller.
    fn advice
}

/// An error response of a product endpoint, or a success without the expected data. The interface document does not
/// specify error responses of these endpoints, so status and body are returned unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the service responded with the status {status}{}", kind.advice())]
#[non_exhaustive]
pub struct ResponseError {
    /// Reason why the response is an error.
    pub kind: ResponseErrorKind,
    /// HTTP status of the response.
    pub status: u16,
    /// Body of the response; bytes that are not valid UTF-8 are replaced.
    pub body: String,
}

impl ResponseError {
    fn new(kind: ResponseErrorKind, status: u16, body: &[u8]) -> Self {
        Self { kind, status, body: String::from_utf8_lossy(body).into_owned() }
    }

    /// Returns whether the call may succeed later: after statuses 408, 425, 429, 500, 502, 503 and 504. A change can
    /// always be sent again, but a creation only if it is known not to have been carried out.
    pub const fn is_retryable(&self) -> bool {
        is_retryable_status(self.status)
    }
}

/// Returns whether an HTTP status is retryable.
pub(super) const fn is_retryable_status(status: u16) -> bool {
    matches!(status, 408 | 425 | 429 | 500 | 502 | 503 | 504)
}

/// Reads the response to a creation and returns the id of the new product (§4.2).
///
/// # Errors
///
/// Returns a [`ResponseError`] if the status is not a success or the body contains no id.
pub fn read_create_response(status: u16, body: impl AsRef<[u8]>) -> Result<ProductId, ResponseError> {
    let body = body.as_ref();
    read_change_response(status, body)?;
    let id = || ProductFields::read(body.into()).ok()?.id();
    id().ok_or_else(|| ResponseError::new(ResponseErrorKind::NoId, status, body))
}

/// Reads the response to a change (§4.3). Only the status is evaluated, because the body is not documented.
///
/// # Errors
///
/// Returns a [`ResponseError`] if the status is not a success.
pub fn read_change_response(status: u16, body: impl AsRef<[u8]>) -> Result<(), ResponseError> {
    if (200..300).contains(&status) {
        return Ok(());
    }
    Err(ResponseError::new(ResponseErrorKind::Status, status, body.as_ref()))
}
