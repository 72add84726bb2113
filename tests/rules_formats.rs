//! Tests the format of each value: ids, terms, amounts, currencies, locales, empty texts.

use renewal_rules::{Options, ProductId, check, read};
use renewal_rules_oracle::cases::{compare, filled, plain_products, report};
use serde_json::json;

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
fn white_space_only_text_is_empty() {
    let empty: &[&str] = &[
        "W empty-text /family_name",
        "W empty-text /name",
        "W empty-text /variants/0/vendor_code",
        "W empty-text /variants/0/sku",
        "W empty-text /variants/0/sku_ar",
    ];
    filled(
        "",
        r##"{"family_name":"#","name":"#","license_type":"#","variants":[{"vendor_code":"#","sku":"#","sku_ar":"#","price":{"common":{"currency":"USD","price":"1"}}}]}"##,
        &[
            ("", empty),
            (" ", empty),
            (r"\t\n\r ", empty),
            ("\u{a0}", empty),
            ("\u{3000}", empty),
            ("a", &[]),
            (" a ", &[]),
            ("0", &[]),
            (r"\u0000", &[]),
        ],
    );
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
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
        // The last id counts as repeated, however it is written.
        let same = id.map_or_else(|| number.to_owned(), |id| id.to_string());
        let product = format!(r#"{{"id":{number}}}"#);
        let chain = format!(
            r#"{{"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[102,{number},{same}],"renew_ar":{{"enable":true}}}}}}"#
        );
        let of_range = [
            "E id-range /id",
            "E id-range /renew_settings/product_id_for_renew/1",
            "E id-range /renew_settings/product_id_for_renew/2",
        ];
        let (of_product, of_chain) = match id {
            Some(_) => (&[][..], &[][..]),
            None => of_range.split_at(1),
        };
        for (text, expected) in [(&product, of_product), (&chain, of_chain)] {
            // A parsed value may hold another number than a text of many digits.
            if number.len() > 15 && number.contains(['.', 'e']) {
                compare(&check(text, &Options::default()).diagnostics, expected).unwrap();
            } else {
                plain_products(&[(text, expected)]);
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

/// Texts that one field accepts and rejects.
fn forms(template: &str, right: &[&str], wrong: &[&str], expected: &str) {
    let expected = [expected];
    let right = right.iter().map(|text| (*text, &[][..]));
    let wrong = wrong.iter().map(|text| (*text, &expected[..]));
    filled("", template, &right.chain(wrong).collect::<Vec<_>>());
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn a_term_is_p_digits_and_d_or_m() {
    let zeros = format!("P{}7M", "0".repeat(5_000));
    let nines = format!("P{}D", "9".repeat(5_000));
    let expected = "E term-format /licence_term";
    let terms = |right: &[&str], wrong: &[&str]| {
        forms(r##"{"licence_term":"#"}"##, right, wrong, expected);
    };
    terms(
        &["P1D", "P0D", "P0M", "P007D", "P1M", "P365D", &zeros],
        &[
            "", " ", "P", "D", "PD", "PM", "P6", "6D", "P6d", "p6D", "p6d", "P6m", " P6D", "P6D ", r"P6D\n", "P 6D",
            "P6 D", "P+6D", "P-6D", "P-0D", "P6.0D", "P6,5D", "P1e1D", "P0x6D", "P2W", "P1Y", "PT6H", "P1M2D", "P6DD",
            "P6D6", "PP6D", "P1Y6D", "six days", &nines,
        ],
    );
    // The largest number.
    terms(&["P4294967295D", "P4294967295M", "P00004294967295M"], &["P4294967296D", "P18446744073709551617D"]);
    // Escapes and non-ASCII characters.
    terms(&[r"\u0050\u0031\u0044"], &["P\u{663}D", "P\u{ff16}D", "\u{420}6D", r"P6D\u0000"]);
}

#[test]
fn a_malformed_term_has_a_reason() {
    for text in ["", "P6d", "P2W", "P4294967296D", "x"] {
        let found = report("", &json!({ "licence_term": text }).to_string());
        let reason = found["diagnostics"][0]["params"]["reason"].as_str().unwrap();
        assert!(!reason.is_empty(), "{text}");
    }
}

const VARIANT_WITH: &str =
    r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"C#","price":"P#"}}}]}"#;

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn a_price_is_digits_with_or_without_a_point() {
    let long = "9".repeat(10_000);
    let template = VARIANT_WITH.replace("C#", "USD").replace("P#", "#");
    let expected = "E price-format /variants/0/price/common/price";
    let prices = |right: &[&str], wrong: &[&str]| forms(&template, right, wrong, expected);
    prices(
        &["0", "9", "9.9", "9.90", "9.900", "00.00", "007.5", &long],
        &[
            "", " ", ".", "9.", ".9", "9,90", "9.9.9", "+9", "-9", "-0.00", "1e2", "1E2", " 9", "9 ", "9 000", "1'000",
            "1_000", "$9", "9 USD", "0x9", "NaN", "Infinity", "\u{663}", "\u{ff19}", r"9\n",
        ],
    );
    prices(&["0.000000000000000000000001"], &["9\u{66b}9"]);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn currency_is_three_uppercase_letters() {
    let template = VARIANT_WITH.replace("C#", "#").replace("P#", "9.90");
    let expected = "W currency-format /variants/0/price/common/currency";
    forms(
        &template,
        &["USD", "EUR", "XXX", "AAA", "ZZZ"],
        &["", "US", "USDD", "usd", "Usd", "US1", "U D", " USD", "USD ", "\u{20ac}", "840"],
        expected,
    );
    forms(&template, &[], &["\u{c4}\u{d6}\u{dc}"], expected);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn locale_is_two_lowercase_and_two_uppercase_letters() {
    let rows = ["en_US", "de_DE", "zz_ZZ", "aa_AA"];
    forms(r##"{"localization_values":{"#":{}}}"##, &rows, &[], "");
    let short = [
        "en-US", "en_us", "EN_US", "en", "US", "en_USA", "eng_US", "enUS", "en__US", "en_U", " en_US", "en_US ",
        "en_U1", "default",
    ];
    for wrong in short.into_iter().chain(["\u{e4}n_US", "e\u{301}n_US"]) {
        forms(
            r##"{"localization_values":{"#":{}}}"##,
            &[],
            &[wrong],
            &format!("E locale-format /localization_values/{wrong}"),
        );
    }
}
