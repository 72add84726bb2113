//! Login (§4.1, §5, §7): request and response, from the perspective of both client and server.

use alloc::string::{String, ToString as _};
use alloc::{borrow::Cow, vec::Vec};
use core::fmt;

use serde::Serialize;

use super::endpoint::Endpoint;
use super::request::{Request, is_retryable_status};
use renewal_rules::messages::fill_texts;
use renewal_rules_json::{Document, JsonType, Tree, keywords, quoted};

/// Lifetime of a token in seconds: 24 hours (§2.1, §5, §8).
pub const TOKEN_LIFETIME_SECONDS: i64 = 24 * 60 * 60;

/// A username and a password (§2.2). Debug output hides both.
///
/// ```
/// use renewal_rules_service::Credentials;
///
/// let credentials = Credentials::new("vendor", "open sesame")?;
/// assert!(!format!("{credentials:?}").contains("sesame"));
///
/// let request = credentials.login_request();
/// assert_eq!((request.method().as_str(), request.path()), ("POST", "/v1/login_check"));
/// assert_eq!(request.body(), r#"{"username":"vendor","password":"open sesame"}"#);
/// # Ok::<(), renewal_rules_service::CredentialsError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    username: String,
    password: String,
}

/// Error for a username or a password that no account can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum CredentialsError {
    /// The username is empty.
    #[error("the username is empty; give the account's login")]
    EmptyUsername,
    /// The password is empty.
    #[error("the password is empty; give the account's password")]
    EmptyPassword,
}

impl Credentials {
    /// Creates the credentials of an account.
    ///
    /// # Errors
    ///
    /// Returns a [`CredentialsError`] if one of the two is empty: the service requires both (§2.2).
    pub fn new(username: impl Into<String>, password: impl Into<String>) -> Result<Self, CredentialsError> {
        match (username.into(), password.into()) {
            (username, _) if username.is_empty() => Err(CredentialsError::EmptyUsername),
            (_, password) if password.is_empty() => Err(CredentialsError::EmptyPassword),
            (username, password) => Ok(Self { username, password }),
        }
    }

    /// Returns the username of the account.
    pub fn username(&self) -> &str {
        &self.username
    }

    /// Returns the password of the account. Secret: do not log it.
    pub fn password(&self) -> &str {
        &self.password
    }

    /// Creates the request for a token (§4.1). Its body contains the password; debug output hides it.
    pub fn login_request(&self) -> Request {
        let (username, password) = (quoted(&self.username), quoted(&self.password));
        let body = format!(r#"{{"username":{username},"password":{password}}}"#);
        Request::new(Endpoint::Login, Endpoint::Login.path().into(), body)
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials").finish_non_exhaustive()
    }
}

/// A token for requests to the product endpoints (§2.1), with the time at which it was received. Times are in seconds
/// of the Unix epoch, by the caller's clock.
///
/// The token is secret: debug output omits it, and the type is not serialisable. The caller adds it to requests in the
/// way specified by the operator of the service. A token received later does not invalidate this one (§4.1, §5).
///
/// ```
/// use renewal_rules_service::{LoginCode, read_login_response};
///
/// let body = r#"{"token":"s3cret","refresh_token":"r3fresh"}"#;
/// let token = read_login_response(200, body, 1_000_000)?;
/// assert_eq!(token.secret, "s3cret");
/// assert_eq!(token.expires_at(), 1_086_400);
/// assert!(token.is_valid_at(1_086_399));
/// assert!(!token.is_valid_at(1_086_400));
/// assert!(!format!("{token:?}").contains("s3cret"));
///
/// let error = read_login_response(401, LoginCode::BadCredentials.body(), 0).unwrap_err();
/// assert_eq!(error.errors[0].code(), Some(LoginCode::BadCredentials));
/// # Ok::<(), renewal_rules_service::LoginError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    /// The token. Secret: do not log it.
    pub secret: String,
    /// The `refresh_token` of the response, if present. Also secret.
    pub refresh_secret: Option<String>,
    /// The time at which the token was received, in seconds of the Unix epoch.
    pub received_at: i64,
}

impl Token {
    /// Returns the time at which the token expires, in seconds of the Unix epoch: 24 hours after it was received.
    pub const fn expires_at(&self) -> i64 {
        self.received_at.saturating_add(TOKEN_LIFETIME_SECONDS)
    }

    /// Returns whether the token is valid at `now`, in seconds of the Unix epoch: from the second in which it was
    /// received until before the second in which its 24 hours end. It is not valid before it was received: if the clock
    /// was set back, the caller simply logs in again.
    pub const fn is_valid_at(&self, now: i64) -> bool {
        self.received_at <= now && now < self.expires_at()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token")
            .field("received_at", &self.received_at)
            .field("expires_at", &self.expires_at())
            .finish_non_exhaustive()
    }
}

/// The error codes of the login operation (§7.2, §7.3). Each also serves as the error response to a login request (§7),
/// with its status and a body that contains this one error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("{}", self.message())]
#[non_exhaustive]
#[repr(u16)]
pub enum LoginCode {
    /// 110: the body is not JSON.
    InvalidJson = 110,
    /// 111: the Content-type is not `application/json`.
    InvalidContentType = 111,
    /// 1005: a parameter is wrong or required data is missing.
    InvalidData = 1005,
    /// 1006: authentication failed.
    BadCredentials = 1006,
}

impl LoginCode {
    /// All codes, in the order of the interface document.
    pub const ALL: [Self; 4] = [Self::InvalidJson, Self::InvalidContentType, Self::InvalidData, Self::BadCredentials];

    /// Returns the number of the code, which the service sends in `error`.
    pub const fn number(self) -> u16 {
        self as u16
    }

    /// Returns the message from the interface document.
    pub const fn message(self) -> &'static str {
        match self {
            Self::InvalidJson => "JSON is not valid.",
            Self::InvalidContentType => "Invalid data format (Content-type).",
            Self::InvalidData => "Invalid authorization data.",
            Self::BadCredentials => "Bad credentials.",
        }
    }

    /// Returns the HTTP status that the service sends with the code.
    pub const fn status(self) -> u16 {
        if matches!(self, Self::BadCredentials) { 401 } else { 400 }
    }

    /// Returns the body of the error response as JSON text.
    pub fn body(self) -> String {
        let (number, message) = (self.number(), self.message());
        format!(r#"{{"errors":[{{"error":{number},"message":"{message}"}}]}}"#)
    }
}

/// An entry of an error response (§7).
#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct ServiceError {
    /// The error code, `error` in the body.
    pub error: i64,
    /// The message from the service.
    // Hidden in debug output: the service may quote anything in it, including secrets.
    pub message: String,
}

impl ServiceError {
    /// Returns the code if the interface document defines it.
    pub fn code(&self) -> Option<LoginCode> {
        let mut codes = LoginCode::ALL.into_iter();
        codes.find(|code| i64::from(code.number()) == self.error)
    }
}

impl fmt::Debug for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServiceError").field("error", &self.error).finish_non_exhaustive()
    }
}

keywords! {
    /// Reason why a login failed (§7.1).
    #[non_exhaustive]
    LoginErrorKind {
        /// 400: the request is invalid.
        BadRequest = "bad-request" =>
            "the service found the login request invalid (400): {codes}; correct the request",
        /// 401: authentication failed.
        Unauthorized = "unauthorized" =>
            "the login was refused (401): {codes}; check the username and the password",
        /// 404: the request URL is wrong.
        NotFound = "not-found" => "there is no login endpoint at this URL (404); check the base URL",
        /// 500: an internal error of the service.
        ServerError = "server-error" => "the service failed (500); try again later, or ask Support",
        /// A status that the interface document does not define.
        UnknownStatus = "unknown-status" =>
            "the service responded to the login with the unknown status {status}: {codes}",
        /// 200, but the body contains no token.
        NoToken = "no-token" =>
            "the service accepted the login (200), but its response {reason}; log in again, or ask Support",
    }
    fn template
}

/// A failed login. The error message contains no part of the response except its error codes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub struct LoginError {
    /// Reason why the login failed.
    pub kind: LoginErrorKind,
    /// The HTTP status of the response.
    pub status: u16,
    /// The errors in the body (§7), in their order. An entry whose `error` is not an integer is skipped; a `message`
    /// that is not a string is read as empty.
    pub errors: Vec<ServiceError>,
    /// Phrase of the error message that names the problem of a response with status 200; empty for other statuses.
    reason: &'static str,
}

impl LoginError {
    fn new(status: u16, body: &[u8]) -> Self {
        let kind = match status {
            400 => LoginErrorKind::BadRequest,
            401 => LoginErrorKind::Unauthorized,
            404 => LoginErrorKind::NotFound,
            500 => LoginErrorKind::ServerError,
            _ => LoginErrorKind::UnknownStatus,
        };
        let errors = if kind == LoginErrorKind::NotFound { Vec::new() } else { errors_in(body) };
        Self { kind, status, errors, reason: "" }
    }

    fn no_token(reason: &'static str) -> Self {
        Self { kind: LoginErrorKind::NoToken, status: 200, errors: Vec::new(), reason }
    }

    /// Returns whether to retry later: after status 500, as the interface document advises, and after the undocumented
    /// statuses that are retryable in HTTP: 408, 425, 429, 502, 503 and 504.
    pub const fn is_retryable(&self) -> bool {
        is_retryable_status(self.status)
    }

    fn text(&self) -> String {
        let (status, codes) = (self.status.to_string(), self.codes());
        fill_texts(self.kind.template(), &[("status", &status), ("codes", &codes), ("reason", self.reason)])
    }

    fn codes(&self) -> String {
        let codes = self.errors.iter().map(|error| match error.code() {
            Some(code) => format!("error {} “{}”", error.error, code.message().trim_end_matches('.')),
            // Omit the messages of undocumented codes: they may contain anything, including secrets.
            None => format!("error {}", error.error),
        });
        let codes = codes.collect::<Vec<_>>().join(", ");
        if codes.is_empty() { "the response names no error code".into() } else { codes }
    }
}

/// Parses a body; `None` if it is not JSON in UTF-8.
fn parse(body: &[u8]) -> Option<Tree<'_>> {
    Tree::parse(core::str::from_utf8(body).ok()?).ok()
}

/// Returns the errors in a body, ignoring anything else in it; none if it is not JSON.
fn errors_in(body: &[u8]) -> Vec<ServiceError> {
    let tree = parse(body);
    let document = tree.as_ref().map_or(Document::default(), Tree::document);
    let items = document.member(0, "errors").and_then(|items| document.elements(items));
    let errors = items.into_iter().flatten().filter_map(|item| {
        let message = document.member(item, "message").and_then(|message| document.text(message));
        Some(ServiceError {
            error: document.integer(document.member(item, "error")?)?,
            message: message.map_or_else(String::new, Cow::into_owned),
        })
    });
    errors.collect()
}

/// Reads the response to a login (§4.1, §7) that was received at `received_at`, in seconds of the Unix epoch.
///
/// A `refresh_token` that is absent or not a string is ignored.
///
/// # Errors
///
/// Returns a [`LoginError`] with the status and all error codes of the body. If the body is empty or has an unexpected
/// format, the error has no codes.
pub fn read_login_response(status: u16, body: impl AsRef<[u8]>, received_at: i64) -> Result<Token, LoginError> {
    let body = body.as_ref();
    if status != 200 {
        return Err(LoginError::new(status, body));
    }
    let tree = parse(body).ok_or_else(|| LoginError::no_token("is not JSON"))?;
    let document = tree.document();
    if document.kind(0) != JsonType::Object {
        return Err(LoginError::no_token("is not an object"));
    }
    let secret = text_in(document, "token").ok_or_else(|| LoginError::no_token("has no text in `token`"))?;
    Ok(Token { secret, refresh_secret: text_in(document, "refresh_token"), received_at })
}

/// Returns the string in a member of the root object, unless it is absent or empty.
fn text_in(document: Document<'_>, name: &str) -> Option<String> {
    let text = document.text(document.member(0, name)?)?;
    (!text.is_empty()).then(|| text.into_owned())
}

/// Validates an incoming login request as the service does (§4.1, §7): the value of its Content-type header, if
/// present, and its body. The caller verifies the credentials themselves and rejects wrong ones with
/// [`LoginCode::BadCredentials`].
///
/// ```
/// use renewal_rules_service::{LoginCode, read_login_request};
///
/// let body = r#"{"username":"vendor","password":"sesame"}"#;
/// let credentials = read_login_request(Some("application/json"), body)?;
/// assert_eq!(credentials.username(), "vendor");
/// assert_eq!(read_login_request(None, body), Err(LoginCode::InvalidContentType));
/// # Ok::<(), LoginCode>(())
/// ```
///
/// # Errors
///
/// Returns the first error: 111 if the media type is not `application/json` (compared case-insensitively, parameters
/// allowed), 110 if the body is not JSON, 1005 if it is not an object or if `username` or `password` is not a non-empty
/// string. The interface document specifies no order; this crate checks 111 before 110.
pub fn read_login_request(content_type: Option<&str>, body: impl AsRef<[u8]>) -> Result<Credentials, LoginCode> {
    let media_type = content_type.map(|value| value.split_once(';').map_or(value, |(media_type, _)| media_type));
    let is_json = |media_type: &str| media_type.trim_matches([' ', '\t']).eq_ignore_ascii_case("application/json");
    if !media_type.is_some_and(is_json) {
        return Err(LoginCode::InvalidContentType);
    }
    let tree = parse(body.as_ref()).ok_or(LoginCode::InvalidJson)?;
    let text_in = |name| text_in(tree.document(), name).ok_or(LoginCode::InvalidData);
    Ok(Credentials { username: text_in("username")?, password: text_in("password")? })
}
