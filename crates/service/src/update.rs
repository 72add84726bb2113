//! Product updates: computing the smallest update between two versions, and applying an update (§4.3).

use alloc::borrow::{Cow, ToOwned};
use alloc::{string::String, vec::Vec};

use super::request::{Request, change};
use renewal_rules::setup::{FieldsError, ProductFields};
use renewal_rules::{Input, Operation, Options, ProductId, Report};
use renewal_rules_json::{json_eq, list_keywords};

/// The smallest change that turns the current version of a product into the desired version (§4.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    target: Option<ProductId>,
    current: ProductFields,
    body: ProductFields,
}

/// Error for a change that is invalid or that the service cannot make.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UpdateError {
    /// A version of the product, or the body of the change, is not JSON.
    #[error("{what} cannot be read. {message}")]
    NotJson {
        /// Name of the invalid argument, as used in the message.
        what: &'static str,
        /// Description of the syntax error.
        message: String,
    },
    /// A version of the product, or the body of the change, is not a JSON object.
    #[error("{what} must be a JSON object")]
    NotAnObject {
        /// Name of the invalid argument, as used in the message, such as `the body of the change`.
        what: &'static str,
    },
    /// The two products have different ids.
    #[error(
        "the id would change from {current} to {wanted}: the two are different products; compare \
         versions of one product"
    )]
    OtherId {
        /// Id in the current version of the product, as JSON text.
        current: String,
        /// Id in the desired version of the product, or in the body of the change, as JSON text.
        wanted: String,
    },
    /// Fields would have to be removed, but a change can only set fields.
    #[error(
        "a change cannot remove a field, and {} would have to go; keep the fields, or give them a \
         value that turns them off",
        list_keywords(&mut fields.iter().map(String::as_str))
    )]
    CannotRemove {
        /// Names of all fields that would have to be removed, in the order of the current product.
        fields: Vec<String>,
    },
}

impl Update {
    /// Returns the body as JSON text: the changed fields, each as a whole with its exact text.
    pub fn body(&self) -> String {
        self.body.text()
    }

    /// Returns the names of the fields to be sent.
    pub fn fields(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.body.names()
    }

    /// Returns the id of the product, if the current or the desired version contains one.
    pub const fn target(&self) -> Option<ProductId> {
        self.target
    }

    /// Creates the request that makes this change to the product `id` (§4.3). If [`target`](Self::target) returns an
    /// id, pass this id.
    pub fn request(&self, id: ProductId) -> Request {
        change(id, &self.body)
    }

    /// Checks the change as an update of the current product. Uses all options except `operation` and `current`; if
    /// `product_id` is not set, the [`target`](Self::target) is used.
    pub fn check(&self, options: &Options) -> Report {
        let mut options = options.clone();
        options.operation = Operation::Update;
        options.product_id = options.product_id.or(self.target);
        // `with_current` never fails here: its only error is a text that is not an object, and `ProductFields` is
        // always one.
        let options = options.clone().with_current(self.current.text()).unwrap_or(options);
        renewal_rules::check(Input::Json(self.body.text().into()), &options)
    }
}

/// Computes the smallest change that turns the product `current` into the product `wanted`. Returns `None` if there is
/// nothing to send.
///
/// Changes are made by top-level field: each field sent replaces the whole previous value. The interface document
/// specifies this for `variants` and `localization_values`; for `renew_settings`, which it leaves open, the whole
/// object is sent. Undocumented fields are treated likewise. Values are compared as JSON, and numbers exactly, however
/// they are written. `id` is never sent, because it identifies the product; it may be absent from either product.
///
/// Use [`Update::check`] to validate the desired product.
///
/// # Errors
///
/// Returns an [`UpdateError`] if the ids differ, if fields would have to be removed (all of them are named), or if one
/// of the two products is not a JSON object.
///
/// ```
/// use renewal_rules_service::{UpdateError, update};
///
/// let current = r#"{"id":101,"name":"Example","licence_term":"P1M"}"#;
/// let change = update(current, r#"{"id":101,"name":"Example Pro","licence_term":"P1M"}"#)?
///     .ok_or("nothing to send")?;
/// assert_eq!(change.body(), r#"{"name":"Example Pro"}"#);
///
/// assert!(update(current, current)?.is_none());
///
/// let fields = vec!["name".to_owned(), "licence_term".to_owned()];
/// assert_eq!(update(current, r#"{"id":101}"#), Err(UpdateError::CannotRemove { fields }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn update<'a, 'b>(
    current: impl Into<Input<'a>>,
    wanted: impl Into<Input<'b>>,
) -> Result<Option<Update>, UpdateError> {
    let current = read(current.into(), "the current product")?;
    let wanted = read(wanted.into(), "the new product")?;
    check_ids(&current, &wanted)?;
    let removed = current.missing_in(&wanted).without("id");
    if !removed.is_empty() {
        return Err(UpdateError::CannotRemove { fields: removed.names().map(Cow::into_owned).collect() });
    }
    let body = wanted.changed_from(&current).without("id");
    let target = wanted.id().or_else(|| current.id());
    Ok((!body.is_empty()).then_some(Update { target, current, body }))
}

/// Applies the body of a change to `current` and returns the resulting product as JSON text: each field sent replaces
/// the whole previous value (§4.3), in its position; new fields are appended.
///
/// # Errors
///
/// Returns an [`UpdateError`] if one of the two is not a JSON object or if the body has a different `id`.
///
/// ```
/// use renewal_rules_service::apply_update;
///
/// let after = apply_update(r#"{"id":101,"name":"Example","vat":1.10}"#, r#"{"name":"Example Pro"}"#)?;
/// assert_eq!(after, r#"{"id":101,"name":"Example Pro","vat":1.10}"#);
/// # Ok::<(), renewal_rules_service::UpdateError>(())
/// ```
pub fn apply_update<'a, 'b>(current: impl Into<Input<'a>>, body: impl Into<Input<'b>>) -> Result<String, UpdateError> {
    let product = read(current.into(), "the current product")?;
    let body = read(body.into(), "the body of the change")?;
    check_ids(&product, &body)?;
    Ok(product.overwritten(&body).text())
}

fn read(input: Input<'_>, what: &'static str) -> Result<ProductFields, UpdateError> {
    ProductFields::read(input).map_err(|error| match error {
        FieldsError::NotJson { message } => UpdateError::NotJson { what, message },
        _ => UpdateError::NotAnObject { what },
    })
}

fn check_ids(current: &ProductFields, wanted: &ProductFields) -> Result<(), UpdateError> {
    match (current.get("id"), wanted.get("id")) {
        (Some(current), Some(wanted)) if !json_eq(current, wanted) => {
            Err(UpdateError::OtherId { current: current.to_owned(), wanted: wanted.to_owned() })
        }
        _ => Ok(()),
    }
}
