//! Header in which a request presents its token.

use alloc::borrow::Cow;
use alloc::string::String;
use core::str::FromStr;

/// Header in which a request presents its token, parsed from a template such as `Authorization: Bearer {token}`. The
/// interface document does not specify this header (§5).
///
/// ```
/// use renewal_rules_service::TokenHeader;
///
/// let header: TokenHeader = "Authorization: Bearer {token}".parse()?;
/// assert_eq!((header.name(), &*header.value("s3cret")), ("Authorization", "Bearer s3cret"));
/// assert_eq!(header.token("bearer  s3cret").as_deref(), Some("s3cret"));
/// assert_eq!(header.token("Basic s3cret"), None);
/// # Ok::<(), renewal_rules_service::TokenHeaderError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenHeader {
    name: String,
    /// Text before the token in the value of the header.
    prefix: String,
    /// Text after the token in the value of the header.
    suffix: String,
}

/// Error for a template that is not a header with a placeholder.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("expected a header such as `Authorization: Bearer {{token}}`, found `{template}`")]
pub struct TokenHeaderError {
    /// The template.
    pub template: String,
}

impl FromStr for TokenHeader {
    type Err = TokenHeaderError;

    /// Parses a template: the name of the header, a colon, and its value, in which `{token}` stands for the token.
    fn from_str(template: &str) -> Result<Self, TokenHeaderError> {
        let parts = template.split_once(':').and_then(|(name, value)| {
            let (prefix, suffix) = value.trim().split_once("{token}")?;
            // Names of headers are tokens of RFC 9110, 5.6.2.
            let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
            let is_of_value = |byte: u8| matches!(byte, b'\t' | b' '..=b'~');
            let is_valid = !name.is_empty() && name.bytes().all(is_of_name) && value.bytes().all(is_of_value);
            is_valid.then(|| Self { name: name.into(), prefix: prefix.into(), suffix: suffix.into() })
        });
        parts.ok_or_else(|| TokenHeaderError { template: template.into() })
    }
}

impl Default for TokenHeader {
    /// Returns the header of bearer tokens (RFC 6750), which is an assumption: `Authorization: Bearer {token}`.
    fn default() -> Self {
        Self { name: "Authorization".into(), prefix: "Bearer ".into(), suffix: String::new() }
    }
}

impl TokenHeader {
    /// Returns the name of the header, as in the template.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the value of the header for a token.
    pub fn value(&self, token: &str) -> String {
        [&self.prefix, token, &self.suffix].concat()
    }

    /// Extracts the token from a value of the header. The scheme of `Authorization` is case-insensitive and may be
    /// followed by several spaces (RFC 9110, 11.4).
    pub fn token(&self, value: &str) -> Option<String> {
        let value = self.normalize(value);
        Some(value.strip_prefix(&*self.normalize(&self.prefix))?.strip_suffix(&self.suffix)?.into())
    }

    /// Returns the authentication scheme, such as `Bearer`. Other headers than `Authorization` have none; their name
    /// takes its place.
    pub fn scheme(&self) -> &str {
        let scheme = self.prefix.split_once(' ').filter(|_| self.has_scheme());
        scheme.map_or(&self.name, |(scheme, _)| scheme)
    }

    fn has_scheme(&self) -> bool {
        self.name.eq_ignore_ascii_case("Authorization")
    }

    fn normalize<'v>(&self, value: &'v str) -> Cow<'v, str> {
        match value.split_once(' ') {
            Some((scheme, rest)) if self.has_scheme() => {
                format!("{} {}", scheme.to_ascii_lowercase(), rest.trim_start()).into()
            }
            _ => value.into(),
        }
    }
}
