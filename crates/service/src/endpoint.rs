//! Endpoints of the service, and their HTTP methods (§4).

use serde::{Deserialize, Serialize};

use renewal_rules_json::keywords;

keywords! {
    /// The HTTP method of a request.
    #[non_exhaustive]
    Method {
        /// Method of the requests that create a product or log in.
        Post = "POST",
        /// Method of the requests that change a product.
        Patch = "PATCH",
    }
}

/// An endpoint of the service (§4).
///
/// ```
/// use renewal_rules_service::Endpoint;
///
/// assert_eq!(Endpoint::Change.path(), "/v1/product/{id}");
/// assert_eq!(Endpoint::parse("PATCH", "/v1/product/102"), Some((Endpoint::Change, "102")));
/// assert_eq!(Endpoint::parse("GET", "/v1/product/102"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Endpoint {
    /// Logs in (§4.1).
    Login,
    /// Creates a product (§4.2).
    Create,
    /// Changes a product (§4.3).
    Change,
}

impl Endpoint {
    const ALL: [Self; 3] = [Self::Login, Self::Create, Self::Change];

    /// Returns the HTTP method.
    pub const fn method(self) -> Method {
        match self {
            Self::Login | Self::Create => Method::Post,
            Self::Change => Method::Patch,
        }
    }

    /// Returns the path relative to the base URL. The path of a change has the placeholder `{id}`.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Login => "/v1/login_check",
            Self::Create => "/v1/product",
            Self::Change => "/v1/product/{id}",
        }
    }

    /// Returns the endpoint that a request calls, and the product id in its path as written; empty if the path has none.
    pub fn parse<'p>(method: &str, path: &'p str) -> Option<(Self, &'p str)> {
        Self::ALL.into_iter().filter(|endpoint| endpoint.method().as_str() == method).find_map(|endpoint| {
            let id = match endpoint.path().strip_suffix("{id}") {
                Some(prefix) => path.strip_prefix(prefix).filter(|id| !id.is_empty() && !id.contains('/'))?,
                None if path == endpoint.path() => "",
                None => return None,
            };
            Some((endpoint, id))
        })
    }
}
