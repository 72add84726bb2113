use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::http::header::{ALLOW, AUTHORIZATION, CONTENT_TYPE, HOST, ORIGIN, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::uri::{Authority, Scheme};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};
use tower_http::cors::CorsLayer;

use crate::auth::TokenHeader;
use crate::{Error, Settings, store::is_equal};

/// Decides which requests may call the admin API.
pub(crate) struct AdminAccess {
    /// `true` if the emulator listens on a loopback address only.
    is_loopback: bool,
    token: Option<String>,
    /// Origins allowed by `--cors`.
    origins: Vec<HeaderValue>,
}

impl AdminAccess {
    pub(crate) fn new(settings: &Settings, address: SocketAddr) -> Result<Self, Error> {
        let token = settings.admin_token.clone();
        if token.as_ref().is_some_and(|token| token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic())) {
            return Err(Error::invalid("the admin token must consist of visible ASCII characters without spaces"));
        }
        let origins = settings.cors.iter().map(|origin| parse_origin(origin)).collect::<Result<_, _>>()?;
        Ok(Self { is_loopback: address.ip().to_canonical().is_loopback(), token, origins })
    }

    /// Checks whether a request may call the admin API.
    pub(crate) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Error> {
        let mut hosts = headers.get_all(HOST).iter();
        let host = hosts.next().and_then(parse_authority).filter(|_| hosts.next().is_none());
        // After DNS rebinding, a browser connects to loopback, but `Host` or an absolute request target still names the
        // foreign host.
        let is_local = host.iter().chain(uri.authority()).all(is_loopback_host);
        if self.is_loopback && !(host.is_some() && is_local) {
            let message = "The `Host` of an admin call must be localhost, 127.0.0.1 or [::1], with any port.";
            return Err(Error::new(403, message));
        }
        if self.is_cross_origin(headers, host.as_ref()) {
            let message = "Pages of other origins cannot call the admin API. Allow one with --cors <ORIGIN>.";
            return Err(Error::new(403, message));
        }
        match &self.token {
            Some(token) if TokenHeader::bearer().token(headers).is_some_and(|sent| is_equal(sent, token)) => Ok(()),
            Some(_) => Err(Error::new(401, "Send the admin token as `Authorization: Bearer <TOKEN>`.")),
            None if self.is_loopback => Ok(()),
            None => Err(Error::new(
                403,
                "The admin API is disabled, because the emulator listens on more than loopback addresses. To enable it, \
                 start the emulator with --admin-token <TOKEN> and send `Authorization: Bearer <TOKEN>`.",
            )),
        }
    }

    /// Returns whether the request comes from a page whose origin is not allowed.
    fn is_cross_origin(&self, headers: &HeaderMap, host: Option<&Authority>) -> bool {
        let is_allowed = |origin| self.origins.contains(origin) || is_same_origin(origin, host);
        if headers.contains_key(ORIGIN) {
            return !headers.get_all(ORIGIN).iter().all(is_allowed);
        }
        // Browsers omit `Origin` in simple GET requests, such as those of images and links.
        let mut sites = headers.get_all("sec-fetch-site").iter();
        sites.any(|site| site != "same-origin" && site != "none")
    }

    /// Returns the CORS layer, if any origin is allowed.
    pub(crate) fn cors(&self, token_header: Option<&TokenHeader>) -> Option<CorsLayer> {
        if self.origins.is_empty() {
            return None;
        }
        let mut request_headers: Vec<HeaderName> = vec![CONTENT_TYPE, AUTHORIZATION];
        request_headers.extend(token_header.map(|header| header.name.clone()).filter(|name| name != AUTHORIZATION));
        let layer = CorsLayer::new()
            .allow_origin(self.origins.clone())
            .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
            .allow_headers(request_headers)
            .expose_headers([ALLOW, RETRY_AFTER, WWW_AUTHENTICATE])
            .max_age(Duration::from_mins(10));
        Some(layer)
    }
}

fn parse_authority(value: &HeaderValue) -> Option<Authority> {
    value.to_str().ok()?.parse().ok()
}

fn is_loopback_host(authority: &Authority) -> bool {
    let host = authority.host();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.to_canonical().is_loopback())
}

/// Returns whether an origin is the emulator itself: its host is that in `Host`, or both are names of loopback.
fn is_same_origin(origin: &HeaderValue, host: Option<&Authority>) -> bool {
    let authority = || {
        let (scheme, authority) = origin.to_str().ok()?.split_once("://")?;
        matches!(scheme, "http" | "https").then_some(authority)?.parse().ok()
    };
    let is_same = |origin: &Authority, host: &Authority| {
        let is_loopback = is_loopback_host(origin) && is_loopback_host(host);
        origin == host || is_loopback && origin.port_u16() == host.port_u16()
    };
    authority().zip(host).is_some_and(|(origin, host)| is_same(&origin, host))
}

/// Parses an origin into the spelling that browsers send: lowercase, without the default port.
fn parse_origin(text: &str) -> Result<HeaderValue, Error> {
    let lowercase = text.to_ascii_lowercase();
    let parse = || {
        let (scheme, authority) = lowercase.strip_suffix('/').unwrap_or(&lowercase).split_once("://")?;
        let default_port = match scheme.parse::<Scheme>().ok()?.as_str() {
            "http" => ":80",
            "https" => ":443",
            _ => "",
        };
        let is_complete = !scheme.is_empty() && !authority.parse::<Authority>().ok()?.host().is_empty();
        let origin = format!("{scheme}://{}", authority.strip_suffix(default_port).unwrap_or(authority));
        (is_complete && !authority.contains(['@', '*'])).then(|| origin.try_into().ok())?
    };
    let invalid = || Error::invalid(format!("expected an origin such as http://localhost:5173, found `{text}`"));
    parse().ok_or_else(invalid)
}
