//! What a file holds, through the public door.

use renewal_rules::{Layout, contents};

#[test]
fn the_layout_follows_from_the_text() {
    use Layout::{Array, Lines, Product};
    let cases: &[(&str, bool, Layout)] = &[
        (r#"{"id":1}"#, false, Product),
        ("{\n  \"id\": 1\n}\n", false, Product),
        (r#"[{"id":1},{"id":2}]"#, false, Array),
        ("[\n{\"id\":1},\n{\"id\":2}\n]\n", false, Array),
        ("{\"id\":1}\n{\"id\":2}", false, Lines),
        ("\r\n{\"id\":1}\r\n\r\n{\"id\":}\r\n", false, Lines),
        ("{\"id\":}\n{\"id\":2}\n", false, Lines),
        // A brace in a text is none, and neither is a quote that is escaped.
        ("{\"name\":\"}\\\"\\\\\"}\n{\"id\":2}\n", false, Lines),
        // These are wrong as one product.
        (r#"{"id":1} {"id":2}"#, false, Product),
        ("{\"id\":1}\nx", false, Product),
        ("{\"id\":1", false, Product),
        ("[{\"id\":1", false, Array),
        ("", false, Product),
        ("\u{feff}[{}]", false, Array),
        // The name decides where the text could be either.
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
        assert_eq!(
            contents(text.as_bytes(), *is_lines).layout,
            *layout,
            "{text:?}"
        );
    }
}

#[test]
fn a_file_has_products_by_the_keys_where_theirs_stand() {
    for text in [
        r#"{"licence_term":1}"#,
        r#"{"version":1,"variants":[]}"#,
        r#"{"id":1}"#,
        r#"{"name":"","id":1}"#,
        r#"{"licenceTerm":"P1M","x":1}"#,
        r#"[{"id":1},{"x":1,"renew_settings":{}}]"#,
        "{\"x\":1}\n{\"family_name\":\"\"}",
        // It is not JSON, and was to be a product.
        "{\"licence_term\": \"P1M\n",
        "{ // a comment\n \"variants\" : [",
        "\u{feff}{\"id\":1}",
    ] {
        assert!(contents(text.as_bytes(), false).has_products, "{text:?}");
    }
    for text in [
        "",
        "{}",
        "[]",
        "[1,2]",
        "null",
        "x",
        r#"{"name":"shop","version":"1.0.0","dependencies":{}}"#,
        "{\n  // what to compile\n  \"compilerOptions\": { \"strict\": true },\n}",
        r#"{"properties":{"licence_term":{}}}"#,
        r#"[["licence_term"]]"#,
        r#"{"x":"licence_term"}"#,
        r#"["licence_term"]"#,
        "\"licence_term\": 1",
    ] {
        assert!(!contents(text.as_bytes(), false).has_products, "{text:?}");
    }
}
