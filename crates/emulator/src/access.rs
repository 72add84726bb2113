use std::{net::IpAddr, time::Duration};

use axum::extract::Request;
use axum::http::header::{ALLOW, AUTHORIZATION, CONTENT_TYPE, HOST, ORIGIN, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::uri::{Authority, Scheme};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use tower_http::cors::CorsLayer;

use crate::{Control, Error, store::is_equal};

/// The header that carries a token.
#[derive(Clone)]
pub(crate) struct TokenHeader {
    pub(crate) name: HeaderName,
    /// Text before the token in the value of the header.
    prefix: String,
    /// Text after the token in the value of the header.
    suffix: String,
    /// Value of the response header `WWW-Authenticate`. A custom header has no authentication scheme, so its name takes
    /// the place of the scheme.
    pub(crate) challenge: HeaderValue,
}

impl TokenHeader {
    /// Parses a template such as `Authorization: Bearer {token}`.
    pub(crate) fn parse(template: &str) -> Result<Self, Error> {
        let parse = || {
            let (name, value) = template.split_once(':')?;
            let name: HeaderName = name.parse().ok()?;
            let (prefix, suffix) = value.trim().split_once("{token}")?;
            let scheme = prefix.split_once(' ').filter(|_| name == AUTHORIZATION);
            let scheme = scheme.map_or(name.as_str(), |(scheme, _)| scheme);
            let challenge = format!(r#"{scheme} realm="renewal-rules-emulator""#).try_into().ok()?;
            Some(Self { prefix: normalize(&name, prefix), suffix: suffix.to_owned(), challenge, name })
        };
        let invalid = || format!("expected a header such as `Authorization: Bearer {{token}}`, found `{template}`");
        parse().ok_or_else(|| Error::invalid(invalid()))
    }

    /// Returns the default header: `Authorization: Bearer {token}`.
    pub(crate) fn bearer() -> Self {
        let challenge = HeaderValue::from_static(r#"Bearer realm="renewal-rules-emulator""#);
        Self { name: AUTHORIZATION, prefix: "bearer ".to_owned(), suffix: String::new(), challenge }
    }

    /// Extracts the token from the headers of a request.
    pub(crate) fn token(&self, headers: &HeaderMap) -> Option<String> {
        let value = normalize(&self.name, headers.get(&self.name)?.to_str().ok()?);
        Some(value.strip_prefix(&self.prefix)?.strip_suffix(&self.suffix)?.to_owned())
    }
}

/// Normalizes the scheme of `Authorization`, which is case-insensitive and may be followed by several spaces
/// (RFC 9110, 11.4).
fn normalize(name: &HeaderName, value: &str) -> String {
    match value.split_once(' ') {
        Some((scheme, rest)) if name == AUTHORIZATION => {
            format!("{} {}", scheme.to_ascii_lowercase(), rest.trim_start())
        }
        _ => value.to_owned(),
    }
}

impl Control {
    /// Checks whether a request may call the admin API.
    pub(crate) fn check_access(&self, request: &Request) -> Result<(), Error> {
        let (headers, is_loopback) = (request.headers(), self.address.ip().to_canonical().is_loopback());
        let mut hosts = headers.get_all(HOST).iter();
        let host = hosts.next().and_then(parse_authority).filter(|_| hosts.next().is_none());
        // After DNS rebinding, a browser connects to loopback, but `Host` or an absolute request target still names the
        // foreign host.
        let is_local = host.iter().chain(request.uri().authority()).all(is_loopback_host);
        if is_loopback && !(host.is_some() && is_local) {
            let message = "The `Host` of an admin call must be localhost, 127.0.0.1 or [::1], with any port.";
            return Err(Error::new(403, message));
        }
        if self.is_cross_origin(headers) {
            let message = "Pages of other origins cannot call the admin API. Allow one with --cors <ORIGIN>.";
            return Err(Error::new(403, message));
        }
        match &self.settings.admin_token {
            Some(token) if TokenHeader::bearer().token(headers).is_some_and(|sent| is_equal(&sent, token)) => Ok(()),
            Some(_) => Err(Error::new(401, "Send the admin token as `Authorization: Bearer <TOKEN>`.")),
            None if is_loopback => Ok(()),
            None => Err(Error::new(
                403,
                "The admin API is disabled, because the emulator listens on more than loopback addresses. To enable it, \
                 start the emulator with --admin-token <TOKEN> and send `Authorization: Bearer <TOKEN>`.",
            )),
        }
    }

    /// Returns whether the request comes from a page whose origin is not allowed.
    fn is_cross_origin(&self, headers: &HeaderMap) -> bool {
        let own = ["localhost", "127.0.0.1", "[::1]"].map(|host| format!("http://{host}:{}", self.address.port()));
        let is_allowed = |origin| self.allowed_origins.contains(origin) || own.iter().any(|own| own == origin);
        if headers.contains_key(ORIGIN) {
            return !headers.get_all(ORIGIN).iter().all(is_allowed);
        }
        // Browsers omit `Origin` in simple GET requests, such as those of images and links.
        let mut sites = headers.get_all("sec-fetch-site").iter();
        sites.any(|site| site != "same-origin" && site != "none")
    }

    /// Returns the CORS layer, if any origin is allowed.
    pub(crate) fn cors(&self) -> Option<CorsLayer> {
        if self.allowed_origins.is_empty() {
            return None;
        }
        let mut request_headers: Vec<HeaderName> = vec![CONTENT_TYPE, AUTHORIZATION];
        request_headers
            .extend(self.token_header.iter().map(|header| header.name.clone()).filter(|name| name != AUTHORIZATION));
        let layer = CorsLayer::new()
            .allow_origin(self.allowed_origins.clone())
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

/// Parses an origin into the spelling that browsers send: lowercase, without the default port.
pub(crate) fn parse_origin(text: &str) -> Result<HeaderValue, Error> {
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
