//! Requests to the endpoints of products, and what their answers say (§4.2, §4.3).

use alloc::{borrow::Cow, string::String};
use core::fmt;

use renewal_rules::Input;
use renewal_rules::ProductId;
use renewal_rules::internal::Fields;
use renewal_rules_json::words;

words! {
    /// The HTTP method of a request.
    #[non_exhaustive]
    Method {
        /// Creates a product, or logs in.
        Post = "POST",
        /// Changes a product.
        Patch = "PATCH",
    }
}

/// A request as data (§4): what to send, for any transport. The caller adds the token when it sends the request: how
/// it is presented is not shown in the interface document (§5).
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    method: Method,
    path: Cow<'static, str>,
    body: String,
}

/// The path of a login, the one request whose body is a secret.
pub(super) const LOGIN: &str = "/v1/login_check";

impl Request {
    pub(super) const fn new(method: Method, path: Cow<'static, str>, body: String) -> Self {
        Self { method, path, body }
    }

    /// The HTTP method.
    pub const fn method(&self) -> Method {
        self.method
    }

    /// The path below the base address, such as `/v1/product`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The headers that the document asks for: names and values. A login requires `Content-type`
    /// (§4.1); the other bodies are JSON too (§4).
    pub fn headers(&self) -> &'static [(&'static str, &'static str)] {
        &[("Content-type", "application/json")]
    }

    /// The body, JSON text. That of a login holds the password.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The whole address of the request, below the base address of the service or of its test environment
    /// (§4): `{base_url}`. Slashes and a `/v1` at its end are left out, as every path begins with `/v1`.
    pub fn url(&self, base: &str) -> String {
        let trimmed = base.trim_end_matches('/');
        let root = trimmed.strip_suffix("/v1").unwrap_or(trimmed);
        [root.trim_end_matches('/'), &self.path].concat()
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Request");
        debug.field("method", &self.method).field("path", &self.path);
        if self.path == LOGIN { debug.finish_non_exhaustive() } else { debug.field("body", &self.body).finish() }
    }
}

/// A body that cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// It is not a JSON object.
    #[error("the body must be a JSON object with the fields of a product")]
    NotAnObject,
    /// A product to create has an id.
    #[error("a product is created without `id`: the service gives it; leave it out")]
    IdOnCreate,
    /// A change has an id other than that of its product.
    #[error("the `id` in the change is not that of product {target}; leave it out, or change the other product")]
    OtherId {
        /// The product that the request would change.
        target: ProductId,
    },
}

/// The request that creates a product (§4.2). The product's fields are sent with their exact text;
/// of a field that appears twice, the last.
///
/// [`check`](crate::check) says whether the product is right.
///
/// # Errors
///
/// [`RequestError`] where the product is not an object or has an `id`.
///
/// ```
/// use renewal_rules_service::{change_request, create_request, read_create_answer};
///
/// let request = create_request(r#"{"name":"Example","licence_term":"P1M"}"#)?;
/// assert_eq!((request.method().as_str(), request.path()), ("POST", "/v1/product"));
/// assert_eq!(request.url("https://shop.example/api/v1/"), "https://shop.example/api/v1/product");
/// assert_eq!(request.body(), r#"{"name":"Example","licence_term":"P1M"}"#);
///
/// let id = read_create_answer(201, r#"{"id":102,"name":"Example"}"#)?;
/// let request = change_request(id, r#"{"name":"Example Pro"}"#)?;
/// assert_eq!((request.method().as_str(), request.path()), ("PATCH", "/v1/product/102"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn create_request<'a>(product: impl Into<Input<'a>>) -> Result<Request, RequestError> {
    let fields = Fields::read(product.into()).ok_or(RequestError::NotAnObject)?;
    if fields.get("id").is_some() {
        return Err(RequestError::IdOnCreate);
    }
    Ok(create(&fields))
}

/// The service gives the `id`, so it is never sent, wherever the fields come from (§4.2).
pub(super) fn create(fields: &Fields) -> Request {
    Request::new(Method::Post, "/v1/product".into(), fields.without("id").text())
}

/// The request that changes the product `id` (§4.3). Each field of the body replaces the whole
/// old one; [`update`](super::update()) makes the smallest such body.
///
/// # Errors
///
/// [`RequestError`] where the body is not an object or has the `id` of another product.
pub fn change_request<'a>(id: ProductId, body: impl Into<Input<'a>>) -> Result<Request, RequestError> {
    let fields = Fields::read(body.into()).ok_or(RequestError::NotAnObject)?;
    if fields.get("id").is_some() && fields.id() != Some(id) {
        return Err(RequestError::OtherId { target: id });
    }
    Ok(change(id, &fields))
}

pub(super) fn change(id: impl fmt::Display, fields: &Fields) -> Request {
    Request::new(Method::Patch, format!("/v1/product/{id}").into(), fields.text())
}

words! {
    /// What is wrong with an answer of a product endpoint.
    #[non_exhaustive]
    AnswerErrorKind {
        /// The status is not from 200 to 299. (Which of them a success has is not shown.)
        Status = "status" => "; its body may say why",
        /// The status says success, but there is no product id in the field `id`. The product may have
        /// been created all the same.
        NoId = "no-id" =>
            ", but without the new product's `id`; the product may exist: before creating it again, look for it \
             in the service's own administration or ask Support",
    }
    /// What to do.
    fn advice
}

/// An answer of a product endpoint that is not a success, or lacks what it should have. Error answers of these
/// endpoints are not shown in the interface document, so status and body are kept as they came.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the service answered with the status {status}{}", kind.advice())]
#[non_exhaustive]
pub struct AnswerError {
    /// What is wrong.
    pub kind: AnswerErrorKind,
    /// The HTTP status.
    pub status: u16,
    /// The body; what is not UTF-8 in it is replaced.
    pub body: String,
}

impl AnswerError {
    fn new(kind: AnswerErrorKind, status: u16, body: &[u8]) -> Self {
        Self { kind, status, body: String::from_utf8_lossy(body).into_owned() }
    }

    /// Whether the same call may succeed later: after the statuses 408, 425, 429, 500, 502, 503 and 504.
    /// A change can be sent again, a creation only where it is known not to have been made.
    pub const fn is_retry_later(&self) -> bool {
        is_passing(self.status)
    }
}

/// Whether a status says, as HTTP has it, that what is wrong may pass.
pub(super) const fn is_passing(status: u16) -> bool {
    matches!(status, 408 | 425 | 429 | 500 | 502 | 503 | 504)
}

/// Reads the answer to a creation: the new product's id (§4.2).
///
/// # Errors
///
/// [`AnswerError`] where the status is not a success or the body has no id.
pub fn read_create_answer(status: u16, body: impl AsRef<[u8]>) -> Result<ProductId, AnswerError> {
    let body = body.as_ref();
    read_change_answer(status, body)?;
    let id = || Fields::read(body.into())?.id();
    id().ok_or_else(|| AnswerError::new(AnswerErrorKind::NoId, status, body))
}

/// Reads the answer to a change (§4.3): only its status, as the body is not shown.
///
/// # Errors
///
/// [`AnswerError`] where the status is not a success.
pub fn read_change_answer(status: u16, body: impl AsRef<[u8]>) -> Result<(), AnswerError> {
    if (200..300).contains(&status) {
        return Ok(());
    }
    Err(AnswerError::new(AnswerErrorKind::Status, status, body.as_ref()))
}
