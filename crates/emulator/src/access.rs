use std::{fmt::Display, net::IpAddr, time::Duration};

use axum::extract::Request;
use axum::http::header::{ALLOW, HOST, ORIGIN, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, uri::Authority};
use renewal_rules_service::{TokenHeader, TokenHeaderError};
use tower_http::cors::{AllowHeaders, AllowMethods, CorsLayer};

use crate::{Control, Error, store::is_equal};

/// Returns the response header `WWW-Authenticate` that asks for a token in this header.
pub(crate) fn challenge(header: &TokenHeader) -> (HeaderName, HeaderValue) {
    let challenge = format!(r#"{} realm="renewal-rules-emulator""#, header.scheme());
    // Always a valid value: the scheme consists of visible characters.
    (WWW_AUTHENTICATE, challenge.try_into().unwrap_or(HeaderValue::from_static("Bearer")))
}

/// Headers that describe the connection or the content of a request, besides those that begin with `content-`. HTTP
/// libraries set their values, so that a client could not send a token in them.
const RESERVED_HEADERS: [&str; 9] =
    ["accept", "connection", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"];

/// Parses the template of the header in which clients present their token.
pub(crate) fn parse_token_header(template: &str) -> Result<TokenHeader, Error> {
    let invalid = |reason: &dyn Display| Error::invalid(format!("invalid token header: {reason}"));
    let header: TokenHeader = template.parse().map_err(|error: TokenHeaderError| invalid(&error))?;
    let name = header.name().to_ascii_lowercase();
    if name.starts_with("content-") || RESERVED_HEADERS.contains(&&*name) {
        let name = header.name();
        return Err(invalid(&format!("expected a header for the token alone, found `{name}`, which HTTP reserves")));
    }
    Ok(header)
}

/// Extracts the token from the headers of a request.
pub(crate) fn token_in(headers: &HeaderMap, header: &TokenHeader) -> Option<String> {
    header.token(headers.get(header.name())?.to_str().ok()?)
}

impl Control {
    fn is_loopback(&self) -> bool {
        self.address.ip().to_canonical().is_loopback()
    }

    /// Checks that a request to the admin API does not come from a foreign page.
    pub(crate) fn check_origin(&self, request: &Request) -> Result<(), Error> {
        let headers = request.headers();
        let mut hosts = headers.get_all(HOST).iter().map(|host| Authority::try_from(host.as_bytes()).ok());
        let host = hosts.next().flatten().filter(|_| hosts.next().is_none());
        // After DNS rebinding, a browser connects to loopback, but `Host` or an absolute request target still names the
        // foreign host.
        let is_local = host.iter().chain(request.uri().authority()).all(is_loopback_host);
        if self.is_loopback() && !(host.is_some() && is_local) {
            let message = "The `Host` of an admin call must be localhost, 127.0.0.1 or [::1], with any port.";
            return Err(Error::new(403, message));
        }
        if self.is_cross_origin(headers) {
            let message = "Pages of other origins cannot call the admin API. Allow one with --cors <ORIGIN>.";
            return Err(Error::new(403, message));
        }
        Ok(())
    }

    /// Checks the admin token.
    pub(crate) fn check_admin_token(&self, headers: &HeaderMap) -> Result<(), Error> {
        let sent = token_in(headers, &TokenHeader::default());
        match &self.settings.admin_token {
            Some(token) if sent.is_some_and(|sent| is_equal(&sent, token)) => Ok(()),
            Some(_) => Err(Error::new(401, "Send the admin token as `Authorization: Bearer <TOKEN>`.")),
            None if self.is_loopback() => Ok(()),
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
        (!self.allowed_origins.is_empty()).then(|| {
            CorsLayer::new()
                .allow_origin(self.allowed_origins.clone())
                .allow_methods(AllowMethods::mirror_request())
                .allow_headers(AllowHeaders::mirror_request())
                .expose_headers([ALLOW, RETRY_AFTER, WWW_AUTHENTICATE])
                .max_age(Duration::from_mins(10))
        })
    }
}

fn is_loopback_host(authority: &Authority) -> bool {
    let host = authority.host();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.to_canonical().is_loopback())
}

/// Parses an origin into the spelling that browsers send: lowercase, without the default port.
pub(crate) fn parse_origin(text: &str) -> Result<HeaderValue, Error> {
    let parse = || {
        let uri: Uri = text.to_ascii_lowercase().parse().ok()?;
        let (scheme, authority) = (uri.scheme_str()?, uri.authority()?);
        let default_port = if scheme == "https" { ":443" } else { ":80" };
        let host = authority.as_str().strip_suffix(default_port).unwrap_or(authority.as_str());
        let is_complete = !scheme.is_empty() && !authority.host().is_empty();
        let is_origin = is_complete && !host.contains(['@', '*']) && uri.path_and_query()? == "/";
        is_origin.then(|| format!("{scheme}://{host}").try_into().ok())?
    };
    let invalid = || {
        Error::invalid(format!("invalid CORS origin: expected an origin such as http://localhost:5173, found `{text}`"))
    };
    parse().ok_or_else(invalid)
}
