//! Tests the format of values: spellings of ids, thousands of digits.

use renewal_rules::{Options, ProductId, check, read};
use renewal_rules_oracle::cases::compare;
use renewal_rules_oracle::table::Table;

#[test]
fn quoted_id_is_fixed_in_any_spelling() {
    let fix = |text: &str| check(text, &Options::default()).diagnostics[0].fix.clone();
    let plain = fix(r#"{"id":"5"}"#);
    assert!(plain.is_some());
    assert_eq!(fix(r#"{"id":"\u0035"}"#), plain);
    assert_eq!(fix(r#"{"id":"\"5\""}"#), None);
    assert_eq!(fix(r#"{"id":"\ud800"}"#), None);
}

#[test]
fn id_is_an_integer_in_range_in_any_spelling() {
    let right = [
        ("1", 1),
        ("101", 101),
        ("101.0", 101),
        ("1.01e2", 101),
        ("1010E-1", 101),
        ("10100e-2", 101),
        ("101.000000000000000000000000000000", 101),
        ("10100000000000000000000000000e-26", 101),
        ("100000000000000000000e-20", 1),
        ("9007199254740991", ProductId::MAX),
        ("9007199254740991.0", ProductId::MAX),
        ("900719925474099100e-2", ProductId::MAX),
    ];
    let wrong = "0 -0 0.0 -1 -101 -101.0 1.5 0.1 9007199254740992 9007199254740993
        18446744073709551615 18446744073709551616 -9223372036854775809
        90071992547409915e-1 9007199254740991.4 9007199254740991.5 104.99999999999999
        1.0000000000000000000001 0.99999999999999999999999
        101.00000000000001 0.9999999999999999 1e300 1e400 -1e400 1e-400 1e99999999999999999999
        1e999999999999999999999 0e999999999999999999999 1e-999999999999999999999
        1e2147483647 0e2147483647 1e-2147483648";
    let digits = "9".repeat(10_000);
    let wrong = wrong.split_whitespace().chain([digits.as_str()]);
    let right = right.map(|(number, id)| (number, Some(id)));
    for (number, id) in right.into_iter().chain(wrong.map(|number| (number, None))) {
        let product = format!(r#"{{"id":{number}}}"#);
        // Repeat the last id in its shortest notation: ids are compared by value.
        let same = id.map_or_else(|| number.to_owned(), |id| id.to_string());
        let chain = format!(
            r#"{{"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[102,{number},{same}],"renew_ar":{{"enable":true}}}}}}"#
        );
        let of_range = [
            "E id-range /id",
            "E id-range /renew_settings/product_id_for_renew/1",
            "E id-range /renew_settings/product_id_for_renew/2",
        ];
        let (of_product, of_chain) = if id.is_some() { (&[][..], &[][..]) } else { of_range.split_at(1) };
        for (text, expected) in [(&product, of_product), (&chain, of_chain)] {
            // Compare these numbers without `Table`, which also checks the text after it was parsed to a `Value`:
            // parsing may round a number with this many digits.
            if number.len() > 15 && number.contains(['.', 'e']) {
                compare(&check(text, &Options::default()).diagnostics, expected).unwrap();
            } else {
                Table::PRODUCTS.check(&[(text, expected)]);
            }
        }
        let read = |text: &str| read(text, &Options::default()).ok();
        let of_product = read(&product).and_then(|product| product.id);
        let of_chain = read(&chain).and_then(|product| {
            let chain = product.renew_settings?.product_id_for_renew?;
            Some(chain.ids()[1])
        });
        let id = id.and_then(ProductId::new);
        assert_eq!((of_product, of_chain), (id, id), "{number}");
    }
}

#[test]
fn thousands_of_digits_are_read() {
    let (zeros, nines) = ("0".repeat(5_000), "9".repeat(5_000));
    let terms = Table::PRODUCTS.with_template(r##"{"licence_term":"#"}"##);
    terms.check(&[(&format!("P{zeros}7M"), &[]), (&format!("P{nines}D"), &["E term-format /licence_term"])]);
    let template =
        r##"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"#"}}}]}"##;
    Table::PRODUCTS.with_template(template).check(&[(&nines, &[])]);
}

#[test]
fn locale_with_a_trailing_space_is_malformed() {
    let expected = "E locale-format /localization_values/en_US ";
    Table::PRODUCTS.check(&[(r#"{"localization_values":{"en_US ":{}}}"#, &[expected])]);
}
