//! Enforces the rules with `validator`. Single-field rules are beside the fields in `plain.rs`; cross-field rules are
//! called afterwards, because a function of a struct can report one problem only.

use validator::{Validate as _, ValidationErrors, ValidationErrorsKind};

use crate::plain::Product;
use crate::{rules, with_garde::facts};

/// Returns the number of reported problems; one if the types do not match, because deserialisation stops there.
pub fn check(bytes: &[u8]) -> usize {
    let product: Product = match serde_json::from_slice(bytes) {
        Ok(product) => product,
        Err(error) => return usize::from(!error.to_string().is_empty()),
    };
    let mut found: Vec<(String, String)> = Vec::new();
    if let Err(errors) = product.validate() {
        collect(&errors, "", &mut found);
    }
    rules::check_cross_field_rules(&facts(&product), &mut |path, message| found.push((path.to_owned(), message)));
    found.len()
}

/// Lists the errors of a struct and of the structs in it with their paths.
fn collect(errors: &ValidationErrors, parent: &str, found: &mut Vec<(String, String)>) {
    for (field, kind) in errors.errors() {
        let path = format!("{parent}{field}");
        match kind {
            ValidationErrorsKind::Field(errors) => {
                found.extend(errors.iter().map(|error| (path.clone(), error.to_string())));
            }
            ValidationErrorsKind::Struct(errors) => collect(errors, &format!("{path}."), found),
            ValidationErrorsKind::List(items) => {
                for (index, errors) in items {
                    collect(errors, &format!("{path}[{index}]."), found);
                }
            }
        }
    }
}
