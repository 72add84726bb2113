//! Tests the identities of diagnostics, and the fingerprints computed from them.

use std::collections::BTreeSet;

use proptest::prelude::*;
use renewal_rules::{
    CatalogueReport, Diagnostic, Identities, Layout, Options, check, check_catalogue, check_catalogue_lines,
};
use renewal_rules_formatters::{CheckedFile, Format, Style, render};
use serde_json::{Value, json};

fn identities(text: &str, layout: Layout, diagnostics: &[Diagnostic]) -> Vec<String> {
    let mut identities = Identities::new(text, layout);
    diagnostics.iter().map(|one| identities.get(one)).collect()
}

fn of_product(text: &str) -> Vec<String> {
    identities(text, Layout::Product, &check(text, &Options::default()).diagnostics)
}

fn of_array(text: &str) -> Vec<String> {
    identities(text, Layout::Array, &check_catalogue(text, &Options::default()).diagnostics)
}

fn of_lines(text: &str) -> Vec<String> {
    identities(text, Layout::Lines, &check_catalogue_lines(text, &Options::default()).diagnostics)
}

fn fingerprints(text: &str, report: &CatalogueReport, format: Format) -> Vec<String> {
    let shown = render([CheckedFile::catalogue("a", report).with_text(text)], format, Style::default());
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let (all, pointer) = match format {
        Format::Sarif => (shown.pointer("/runs/0/results").unwrap(), "/partialFingerprints/renewalRules~1v1"),
        _ => (&shown, "/fingerprint"),
    };
    all.as_array().unwrap().iter().map(|one| one.pointer(pointer).unwrap().to_string()).collect()
}

#[test]
fn identities_name_product_variant_locale_and_chain_element() {
    let product = r#"{"id":7,"localization_values":{"en_US":3},
        "variants":[{"vendor_code":"V","sku":"a/b~c","price":{"common":{"currency":"USD","price":1}}}],
        "renew_settings":{"product_id_for_renew":[8,8,9,9],"renew_ar":{"enable":true}},"licence_term":"P1M"}"#;
    let found = of_product(product).join("\n");
    for expected in
        ["7/variants/sku:a~1b~0c/price/common/price", "7/localization_values/en_US", "product_id_for_renew/1"]
    {
        assert!(found.contains(expected), "{expected} in {found}");
    }
    let unique = of_array(&format!("[{}]", product.replace("[8,8,9,9]", "[8,9,9]"))).join("\n");
    assert!(unique.contains("7/renew_settings/product_id_for_renew/id:8"), "{unique}");
    assert_eq!(of_array(&format!("[{product}]")).iter().filter(|one| one.contains(" 7/variants/sku:")).count(), 1);
}

#[test]
fn missing_and_repeated_names_fall_back_to_the_index() {
    let variants = |skus: [Value; 2]| {
        let [first, second] = skus.map(|sku| json!({"vendor_code": "", "sku": sku, "price": {}}));
        json!({"id": 7, "variants": [first, second]}).to_string()
    };
    for skus in [[json!("1"), json!("1")], [json!(1), json!(null)]] {
        let found = of_product(&variants(skus));
        assert!(found.iter().all(|one| one.contains("7/variants/0/") || one.contains("7/variants/1/")), "{found:?}");
    }
    // A `sku` that consists of digits is not mistaken for an index.
    let found = of_product(&variants([json!("1"), json!("0")]));
    assert!(found.contains(&"empty-text 7/variants/sku:1/vendor_code".to_owned()), "{found:?}");
    for id in [r#""id":"7","#, r#""id":0,"#, ""] {
        assert!(of_array(&format!("[{{{id}\"name\":\"\"}}]")).contains(&"empty-text /0/name".to_owned()), "{id}");
        assert!(of_product(&format!("{{{id}\"name\":\"\"}}")).contains(&"empty-text /name".to_owned()), "{id}");
    }
    assert_eq!(of_lines("{\n{\"id\":7,\"name\":\"\"}"), ["json-syntax /0", "empty-text 7/name"]);
    assert_eq!(of_array("{}"), ["type-mismatch "]);
}

#[test]
fn layouts_share_identities() {
    let product = r#"{"id":7,"name":"","licence_term":"P1W"}"#;
    let expected = of_product(product);
    assert_eq!(of_array(&format!("\u{feff}[\n{product}]")), expected);
    assert_eq!(of_lines(&format!("\u{feff}\n{product}\n")), expected);
}

/// Builds a product with a mistake of its own and mistakes in each variant.
fn product(id: u64, skus: &[u8]) -> Value {
    let variants: Vec<Value> =
        skus.iter().map(|sku| json!({"vendor_code": "", "sku": sku.to_string(), "price": {}})).collect();
    json!({"id": id, "name": "", "variants": variants, "localization_values": {"de_DE": {}, "en_US": {"name": ""}}})
}

proptest! {
    #[test]
    fn inserting_moving_and_reformatting_keep_other_fingerprints(
        order in Just(vec![1_u64, 2, 3, 4]).prop_shuffle(),
        skus in Just(vec![1_u8, 2, 3]).prop_shuffle(),
        inserted in 0..5_usize,
        inserted_sku in 0..4_usize,
    ) {
        let text = json!([product(1, &[1, 2, 3]), product(2, &[1, 2, 3]), product(3, &[]), product(4, &[2])]).to_string();
        let of = |id: u64| match id { 3 => vec![], 4 => vec![2], _ => { let mut all = skus.clone(); all.insert(inserted_sku, 9); all } };
        let mut products: Vec<Value> = order.iter().map(|id| product(*id, &of(*id))).collect();
        products.insert(inserted, product(99, &[1]));
        let array = serde_json::to_string_pretty(&products).unwrap();
        let lines = products.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n\n") + "\n\n";
        let options = Options::default();
        for format in [Format::Sarif, Format::Gitlab] {
            let old = fingerprints(&text, &check_catalogue(&*text, &options), format);
            let unique: BTreeSet<_> = old.iter().collect();
            prop_assert_eq!(unique.len(), old.len());
            let reports = [(&array, check_catalogue(&*array, &options)), (&lines, check_catalogue_lines(&*lines, &options))];
            for (text, report) in reports {
                let new: BTreeSet<_> = fingerprints(text, &report, format).into_iter().collect();
                prop_assert!(old.iter().all(|print| new.contains(print)));
            }
        }
    }
}
