//! Enforces the rules with `garde`. Single-field rules are beside the fields in `plain.rs`; cross-field rules are a
//! hand-written `Validate`, because a field rule can report one problem only.

use std::borrow::Cow;
use std::fmt::Display;

use garde::{Error, Path, Report, Validate};

use crate::plain::Product;
use crate::rules::{self, Facts, Field, Settings, is_price, zero};

/// A product whose validation applies the cross-field rules.
struct Whole(Product);

impl Validate for Whole {
    type Context = ();

    fn validate_into(&self, (): &(), parent: &mut dyn FnMut() -> Path, report: &mut Report) {
        self.0.validate_into(&(), parent, report);
        rules::check_cross_field_rules(&facts(&self.0), &mut |path, message| {
            report.append(parent().join(path), Error::new(message));
        });
    }
}

pub fn facts(product: &Product) -> Facts<'_> {
    let settings = product.renew_settings.as_ref().map(|settings| {
        let ar = settings.renew_ar.as_ref();
        Settings {
            chain: Field::of(settings.product_id_for_renew.as_deref().map(Cow::Borrowed)),
            enable: Field::of(ar.and_then(|ar| ar.enable)),
            required: Field::of(ar.and_then(|ar| ar.required)),
            pmr: Field::of(settings.renew_pmr),
            email: Field::of(settings.renew_email),
        }
    });
    let amount = |text: &String| is_price(text).then(|| zero(text));
    Facts {
        id: product.id,
        term: Field::of(product.licence_term.as_deref()),
        settings,
        amounts: product.variants.iter().flatten().map(|variant| amount(&variant.price.common.price)).collect(),
    }
}

/// Deserialises with `serde_json`; returns the number of reported problems, one if the types do not match, because
/// deserialisation stops there.
pub fn check(bytes: &[u8]) -> usize {
    judge(serde_json::from_slice(bytes))
}

/// Like [`check`], but deserialises with `sonic-rs`, which is faster.
pub fn check_with_sonic(bytes: &[u8]) -> usize {
    judge(sonic_rs::from_slice(bytes))
}

fn judge<E: Display>(product: Result<Product, E>) -> usize {
    match product {
        Ok(product) => match Whole(product).validate() {
            Ok(()) => 0,
            Err(report) => report
                .iter()
                .map(|(path, error)| (path.to_string(), error.message().to_owned()))
                .collect::<Vec<_>>()
                .len(),
        },
        Err(error) => usize::from(!error.to_string().is_empty()),
    }
}
