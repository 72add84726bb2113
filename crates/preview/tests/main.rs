//! The tests of the crate, through the public API, in one program.

#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::redundant_closure_for_method_calls,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test may panic"
)]

mod compare;
mod compare_diagnostics;
mod compare_properties;
mod compare_text;
mod options;
mod summary;
mod timeline;
mod timeline_properties;
mod witness;

use renewal_rules_preview::{SENTENCES_RUSSIAN, Sentences};
use serde_json::{Value, json};

/// Builds products from a short notation: an object for one, an array for several, which `;` separates. A product has
/// an id, a term, a price (`-` for none of them), a chain in brackets, and kinds (`ar`, `ar!` for mandatory AR, `pmr`,
/// `email`): `1 P1M 9.90 [2,2] ar pmr; 2 P1M 4.90`. The articles of product 1 are `S1` and for auto renewal `S1-AR`;
/// several variants are written with their articles: `A=1.00|B=2.00`.
fn products(notation: &str) -> String {
    let mut products: Vec<Value> = notation.split(';').map(product).collect();
    if products.len() == 1 { products.remove(0).to_string() } else { Value::from(products).to_string() }
}

fn product(notation: &str) -> Value {
    let mut words = notation.split_whitespace();
    let mut next = || words.next().filter(|word| *word != "-");
    let (id, term, price) = (next(), next(), next());
    let mut product = json!({});
    if let Some(id) = id {
        product["id"] = json!(id.parse::<u64>().unwrap());
    }
    if let Some(term) = term {
        product["licence_term"] = json!(term);
    }
    if let Some(variants) = price {
        let own = format!("S{}", id.unwrap_or_default());
        let variants = variants.split('|').map(|variant| {
            let (sku, price) = variant.split_once('=').unwrap_or((&own, variant));
            let price = json!({"common": {"currency": "USD", "price": price}});
            json!({"vendor_code": "V", "sku": sku, "sku_ar": format!("{sku}-AR"), "price": price})
        });
        product["variants"] = variants.collect();
    }
    for word in words {
        let settings = &mut product["renew_settings"];
        match word {
            "ar" => settings["renew_ar"] = json!({"enable": true}),
            "ar!" => settings["renew_ar"] = json!({"enable": true, "required": true}),
            "pmr" | "email" => settings[format!("renew_{word}")] = json!(true),
            chain => settings["product_id_for_renew"] = serde_json::from_str(chain).unwrap(),
        }
    }
    product
}

fn russian() -> Sentences {
    Sentences::from_json(SENTENCES_RUSSIAN).unwrap()
}
