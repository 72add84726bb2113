use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// The header that carries a token: its name, and the text before and after the token in its value.
#[derive(Clone)]
pub(crate) struct TokenHeader {
    pub(crate) name: HeaderName,
    prefix: String,
    suffix: String,
}

impl TokenHeader {
    /// Parses a template such as `Authorization: Bearer {token}`.
    pub(crate) fn parse(template: &str) -> Option<Self> {
        let (name, value) = template.split_once(':')?;
        let (prefix, suffix) = value.trim().split_once("{token}")?;
        Some(Self { name: name.parse().ok()?, prefix: prefix.to_owned(), suffix: suffix.to_owned() })
    }

    /// Returns the default header: `Authorization: Bearer {token}`.
    pub(crate) fn bearer() -> Self {
        Self { name: AUTHORIZATION, prefix: "Bearer ".to_owned(), suffix: String::new() }
    }

    /// Extracts the token from the headers of a request.
    pub(crate) fn token<'headers>(&self, headers: &'headers HeaderMap) -> Option<&'headers str> {
        let value = headers.get(&self.name)?.to_str().ok()?;
        let rest = match self.scheme() {
            // A scheme is case-insensitive and may be followed by several spaces (RFC 9110, 11.4).
            Some((scheme, prefix)) => {
                let (sent, credentials) = value.split_once(' ')?;
                let credentials = sent.eq_ignore_ascii_case(scheme).then(|| credentials.trim_start())?;
                credentials.strip_prefix(prefix.trim_start())
            }
            None => value.strip_prefix(&self.prefix),
        };
        rest?.strip_suffix(&self.suffix)
    }

    /// Splits the text before the token into the authentication scheme and the rest; `None` for custom headers.
    fn scheme(&self) -> Option<(&str, &str)> {
        let prefix = (self.name == AUTHORIZATION).then_some(&self.prefix)?;
        prefix.split_once(' ')
    }

    /// Returns the value of `WWW-Authenticate`. A custom header has no scheme, so its name is used instead.
    pub(crate) fn challenge(&self) -> HeaderValue {
        let scheme = self.scheme().map_or(self.name.as_str(), |(scheme, _)| scheme);
        let challenge = format!(r#"{scheme} realm="renewal-rules-emulator""#);
        challenge.try_into().unwrap_or(HeaderValue::from_static("Bearer"))
    }
}
