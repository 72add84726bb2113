//! Tests how files are recognised as product files.

use renewal_rules::{Layout, contents};

#[test]
fn layout_is_detected_from_the_text() {
    use Layout::{Array, Lines, Product};
    let cases: &[(&str, bool, Layout)] = &[
        (r#"{"id":1}"#, false, Product),
        ("{\n  \"id\": 1\n}\n", false, Product),
        (r#"[{"id":1},{"id":2}]"#, false, Array),
        ("[\n{\"id\":1},\n{\"id\":2}\n]\n", false, Array),
        ("{\"id\":1}\n{\"id\":2}", false, Lines),
        ("\r\n{\"id\":1}\r\n\r\n{\"id\":}\r\n", false, Lines),
        ("{\"id\":}\n{\"id\":2}\n", false, Lines),
        // Braces and escaped quotes inside strings do not end an object.
        ("{\"name\":\"}\\\"\\\\\"}\n{\"id\":2}\n", false, Lines),
        // Invalid JSON that does not look like one product per line.
        (r#"{"id":1} {"id":2}"#, false, Product),
        ("{\"id\":1}\nx", false, Product),
        ("{\"id\":1", false, Product),
        ("[{\"id\":1", false, Array),
        ("", false, Product),
        ("\u{feff}[{}]", false, Array),
        ("\u{feff}{\"id\":1}\n{\"id\":2}", false, Lines),
        // Consecutive objects that span several lines each.
        ("{\n\"id\":1\n}\n{\n\"id\":2\n}\n", false, Product),
        ("{\"variants\":[\n{\"sku\":1},\n{\"sku\":2}]}", false, Product),
        // If the text fits more than one layout, such as a single product or one product per line, `is_lines` decides.
        (r#"{"id":1}"#, true, Lines),
        ("", true, Lines),
        ("x", true, Lines),
        ("{\"id\":1\n{\"id\":2}", true, Lines),
        ("{\"id\":1}\nx", true, Lines),
        ("{\n  \"id\": 1\n}\n", true, Product),
        (r#"[{"id":1}]"#, true, Array),
        ("[1]\n{\"id\":1}", true, Lines),
    ];
    for (text, is_lines, layout) in cases {
        assert_eq!(contents(text.as_bytes(), *is_lines).layout, *layout, "{text:?}");
    }
}

#[test]
fn product_files_are_recognised_by_product_fields() {
    for text in [
        r#"{"licence_term":1}"#,
        r#"{"renew_settings":{}}"#,
        r#"{"licenceTerm":"P1M","x":1}"#,
        r#"{"license_term":"P1M"}"#,
        r#"{"variants":[{},{"vendor_code":"V"}]}"#,
        r#"{"variant":[{"vendorCode":"V"}]}"#,
        r#"{"variants":[{"price":{"common":{}}}]}"#,
        r#"{"localization_values":{"en-us":{"comment_for_product_for_AR":""}}}"#,
        r#"{"localizationValues":{"en_US":{"coment_for_product_for_MR":""}}}"#,
        r#"[{"id":1},[],{"x":1,"renew_settings":{}}]"#,
        "{\"x\":1}\n\n{\"licence_term\":\"P1M\"}",
        "\u{feff}{\"licence_term\":\"P1M\"}",
        // Invalid JSON that was meant as a product.
        "{\"licence_term\": \"P1M\n",
        "{ // a comment\n \"variants\" : [ { 'vendorCode' : 1 } ] }",
        "{ renew_settings: {} }",
        "{\"variants\":[{\"price\":{\"common\":{},}}]}",
        "{\"id\":1}\n{\"id\":,\"licence_term\":1}\n",
        "[{\"id\":1},{\"id\":2,,\"licence_term\":1}]",
    ] {
        assert!(contents(text.as_bytes(), false).has_products, "{text:?}");
    }
    let bytes = b"{\"name\":\"\xff\",\"licence_term\":\"P1M\"}";
    assert!(contents(bytes, false).has_products);
    for text in [
        "",
        "{}",
        "[]",
        "[1,2]",
        "null",
        "x",
        // Objects that are not products, although they contain names of product fields.
        r#"{"id":1}"#,
        r#"{"id":"abc","name":"x"}"#,
        r#"[{"id":"17","name":"Ann"}]"#,
        "{\"id\":1}\n{\"id\":\"2\",\"family_name\":\"Ann\"}\n",
        r#"{"name":"ui","variants":{"primary":{}}}"#,
        r#"{"version":1,"variants":[{"sku":"S","price":{"amount":1}}]}"#,
        r#"{"localization_values":{"en_US":{"title":"Hello"}}}"#,
        r#"{"name":"shop","version":"1.0.0","dependencies":{}}"#,
        "{\n  // what to compile\n  \"compilerOptions\": { \"strict\": true },\n}",
        r#"{"properties":{"licence_term":{}}}"#,
        r#"{"common":{"price":1},"price":{"common":1}}"#,
        r#"[["licence_term"]]"#,
        r#"{"x":"licence_term"}"#,
        r#"["licence_term"]"#,
        "{\"price\":{\"common\":1},}",
        "licence_term",
    ] {
        assert!(!contents(text.as_bytes(), false).has_products, "{text:?}");
    }
}

#[test]
fn utf_16_is_detected() {
    let encoded =
        |text: &str, encode: fn(u16) -> [u8; 2]| -> Vec<u8> { text.encode_utf16().flat_map(encode).collect() };
    for mark in ["", "\u{feff}"] {
        for encode in [u16::to_le_bytes, u16::to_be_bytes] {
            let holds = |text: &str| contents(&encoded(&[mark, text].concat(), encode), false);
            let product = holds(r#"{"name":"製","licence_term":"P1M"}"#);
            assert_eq!((product.layout, product.has_products), (Layout::Product, true));
            assert_eq!(holds("{\"id\":1}\r\n{\"id\":2}").layout, Layout::Lines);
            assert_eq!(holds(r#"[{"licence_term":1}]"#).layout, Layout::Array);
            assert!(!holds(r#"{"name":"x"}"#).has_products);
        }
    }
}

#[test]
fn setups_are_recognised() {
    for text in [r#"{"initiator":{"licence_term":"P1M"},"renewals":[102]}"#, "\u{feff}{ \"initiator\": null }"] {
        let found = contents(text.as_bytes(), false);
        assert!(found.is_setup && !found.has_products, "{text:?}");
    }
    for text in [r#"{"name":"x","initiator":{}}"#, r#"[{"initiator":{}}]"#, "{\"initiator\":{}}\n{}", "{}", "initiator"]
    {
        assert!(!contents(text.as_bytes(), false).is_setup, "{text:?}");
    }
}
