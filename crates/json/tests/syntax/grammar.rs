//! Tests RFC 8259: values at every location of a product, and whole texts.

use renewal_rules::{Code, check};
use renewal_rules_oracle::cases::{options, verdict};
use serde_json::json;

use super::suite::judged;
use crate::syntax::param;

/// Valid JSON values, separated by white space.
const VALUES: [&str; 2] = [
    r#"null true false 0 -0 1 -1 10 123456789 0.0 -0.0 0.5 1.25 1e1 1E1 1e+1 1e-1 1.5e+10 1.5E-10
        0e0 0E+1 0e-0 -0e1 1e00 1e01 1.000 20e1 123456789012345678901234567890 -9223372036854775809
        18446744073709551616 1e308 1e309 -1e309 1e-400 123e65 123.456e78
        0.4e006699999999999999999999999999999999999999
        -0.0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001
        "" "a" "\"" "\\" "\/" "/" "\b\f\n\r\t" "\u0000" "\u001f" "\u0020" "\u00e4" "\u00E4" "\uFFFF"
        "\uABCD\uef01" "\ud83d\ude00" "\uD834\uDd1e" "\\u0000" "\\\"" "\\\\n" "\"\\\/" "'" "/*x*/"
        "//" [] [1] [1,2] [[]] [[],[]] [null,true,false,0,"",[],{}] [{}] [[[[[[[[]]]]]]]] {} {"a":1}
        {"":0} {"a":{"b":[{"c":null}]}} {"a":1,"b":2} {"a":1,"a":1} {"\u0000":0} {"\"":0} {"a":[]}"#,
    // The grammar allows escapes of lone surrogates.
    r#""\ud800" "\udc00" "\ud800\ud800" "\udc00\ud800" "\ud800x" "\ud800\n" "\uDEAD" {"\ud800":1}
        ["\udfff\u0041"]"#,
];

/// Like [`VALUES`], but with white space and unprintable characters.
const SPACED_VALUES: &[&[&str]] = &[
    &[r#"" ""#, "\"asd \"", "[ ]", "[\n]", "{ }"],
    &[
        "\"\u{7f}\"",
        "\"\u{80}\"",
        "\"\u{e4}\"",
        "\"\u{20ac}\"",
        "\"\u{1f600}\"",
        "\"\u{10ffff}\"",
        "\"\u{2028}\"",
        "\"\u{2029}\"",
        "\"\u{feff}\"",
        "\"\u{fffd}\"",
        "\"\u{fffe}\"",
        "\"e\u{301}\"",
        "[1 ,\t2\r\n]",
        "{\"a\"\t:\n1\r,\"b\" : 2 }",
        "{\"\u{e4}\":0}",
    ],
];

/// Invalid texts in place of a value, separated by white space.
const NO_VALUES: [&str; 6] = [
    // Literals.
    "nul nulll Null NULL tru truee True TRUE fals falsee nil None undefined NaN -NaN nan Infinity
        -Infinity +Infinity inf - a * & = @ # $ truefalse nullnull true1 1true",
    // Numbers.
    "+1 --1 -+1 +-1 01 00 -01 -00 012 1. -1. .1 -.1 +.1 1..2 1.2.3 0.e1 1.e1 1.e 1e 1E 1e+ 1e-
        1E+ 1eE2 1e1.5 1e1e1 0x1 0x 0b1 0o7 0xCAFE 1_000 1'000 1a 1.0a 1,5, 1/2 9.3e+ 0.3e 0e+ 0e
        -2. 2.e3 2.e-3 2.e+3 1ea 1.8011670033376514H-308 -foo 1f 1L 0.1.2 1+2 . e1 -e1 1.-1",
    // Strings.
    r#"" "a "a\ "\" 'a' ' `a` a" "a"b "a""b" "\x41" "\a" "\'" "\0" "\v" "\e" "\u" "\u1" "\u12"
        "\u123" "\u00g0" "\u-123" "\u+123" "\U0041" "\u{41}" "\ud800\u" "\ud800\u1" "\ud800\u1x"
        "\ud800\" "\ud83d\ude0" \u0022a" \n"#,
    // Arrays.
    r#"[ ] [1 [1, [1,] [,1] [,] [1,,2] [1;2] [1:2] [1} [} ["a" ["a [""], [1]] [[1] [[] [x [x] [{}
        [a,b] ["a":1] (1) [-] [+] [.] [*]"#,
    // Objects.
    r#"{ } {] {"a"} {"a":} {"a":1,} {"a":1,,"b":2} {,"a":1} {,} {"a"::1} {"a":1;"b":2} {"a":1
        {"a":1] {"a": {"a" {"a {a:1} {'a':1} {1:1} {null:1} {true:1} {[]:1} {{}:1} {"a"=1} {"a":1}}
        {"a":1}# {"a":"b"}/**/ {"a":/*c*/1} {"a":1,"b"} {"a","b":1} {"a":1:2} {"\x":1} {"a":tru}
        {"a":[} {"a":[1,]} {:1} {"a":1,"a":} {1}"#,
    // Nothing, comments and other white space.
    "/**/ 1//c 1/**/ /**/1 #c",
];

/// Like [`NO_VALUES`], but with white space and unprintable characters.
const SPACED_NO_VALUES: &[&[&str]] = &[
    // Literals.
    &["\u{e4}", "True or false", "null\u{0}"],
    // Numbers.
    &["- 1", "1e 1", "1 e1", "1 000", "\u{ff11}", "\u{661}"],
    &["-\u{ff11}"],
    // Strings.
    &[r#""\ ""#, "\"\\\n\"", "\"\n\"", "\"\r\"", "\"\t\"", "\"a\nb\""],
    &[
        "\u{201c}a\u{201d}",
        r#""\u 123""#,
        "\"\\\u{e4}\"",
        "\"\\\u{1f600}\"",
        "\"\u{0}\"",
        "\"\u{1}\"",
        "\"\u{8}\"",
        "\"\u{c}\"",
        "\"\u{1b}\"",
        "\"\u{1f}\"",
    ],
    // Arrays.
    &["[1 2]", "[\u{c}]", "[\u{b}1]"],
    &["[\"a\" \"b\"]", "[1,\n1\n,1", "[1,\u{a0}2]"],
    // Objects.
    &[
        r#"{"a" 1}"#,
        r#"{"a":1 "b":2}"#,
        r#"{"a":1 // c
}"#,
        "{\"a\":\"\n\"}",
        "{\"\n\":1}",
        r#"{"a" b}"#,
        "{\"\u{0}\":1}",
        "{\"a\":1\u{a0}}",
        "{\u{feff}}",
    ],
    // Nothing, comments and other white space.
    &["", " ", "\n", "// c", "<!-- -->", "\u{a0}1", "1\u{a0}", "\u{3000}", "\u{c}1", "\u{b}1", "\u{85}1", "1\u{1f}"],
    &["\u{2003}1", "\u{feff}\u{feff}1", " \u{feff}1", "\u{200b}1", "\u{2028}1"],
];

/// A syntax error is the only diagnostic and has a location.
fn is_json(text: &[u8]) -> bool {
    let report = check(text, &options(r#"{"operation":"create","role":"initiator"}"#));
    let codes: Vec<Code> = report.diagnostics.iter().map(|d| d.code).collect();
    if !codes.contains(&Code::JsonSyntax) {
        return true;
    }
    assert_eq!(codes, [Code::JsonSyntax]);
    assert_eq!((report.valid, report.configuration), (false, None));
    let found = &report.diagnostics[0];
    let at = found.location.unwrap();
    assert_ne!(param(found, "reason"), "");
    assert_eq!(
        (found.path.as_str(), param(found, "line"), param(found, "column")),
        ("", json!(at.line), json!(at.column))
    );
    false
}

fn judged_as(plain: &[&'static str], spaced: &[&[&'static str]], is_json: bool) {
    let plain = plain.iter().flat_map(|group| group.split_whitespace());
    let texts = plain.chain(spaced.concat());
    let cases: Vec<_> = texts.map(|text| (text, text.as_bytes())).collect();
    judged(&cases, is_json);
}

#[test]
fn valid_json_is_never_a_syntax_error() {
    judged_as(&VALUES, SPACED_VALUES, true);
}

#[test]
fn invalid_json_is_a_syntax_error_everywhere() {
    judged_as(&NO_VALUES, SPACED_NO_VALUES, false);
}

#[test]
fn nothing_is_allowed_around_the_value() {
    let right: &[&[&[u8]]] = &[
        &[b"{}", b" {}", b"{\n}", b"[]", b"0", b"\"\"", b"null", b"\n\n\n1"],
        &[
            b"\t\n\r {} \t\n\r",
            b"{\"other\":\"\xc3\xa4\"}",
            b"{\"other\":\"\xf0\x9f\x98\x80\"}",
            b"{\"other\":\"\xf4\x8f\xbf\xbf\"}",
            b"{\"other\":\"\xef\xbb\xbf\"}",
        ],
    ];
    let wrong: &[&[&[u8]]] = &[
        &[
            b"", b" ", b"\n", b"\0", b"\x1a", b"{}{}", b"{} {}", b"{},", b",{}", b"{};", b"{}.", b"{}]", b"{}}",
            b"[]]", b"[][]", b"1 2", b"1,2", b"{}x", b"{}\0", b"\0{}", b"{}\x0c", b"\x0b{}", b"{} // c", b"{}/**/",
            b"/**/{}", b"#{}", b"{}#",
        ],
        &[b"{}\xc2\xa0", b"\xc2\xa0{}"],
        // Byte order marks after the start, and encodings other than UTF-8.
        &[b"{\0}\0", b"\0{\0}", b"+AHs-}"],
        &[
            b"\xef\xbb\xbf\xef\xbb\xbf{}",
            b"{}\xef\xbb\xbf",
            b"\xef\xbb\xbf",
            b"\xef\xbb{}",
            b"\xfe\xff\0{\0}",
            b"\xff\xfe{\0}\0",
            b"\0\0\0{\0\0\0}",
        ],
        // Inside fields that are read, with other mistakes beside them.
        &[
            b"{\"id\":01}",
            b"{\"id\":0,}",
            b"{\"variants\":[{},]}",
            b"{\"unknown\":[1,}]}",
            b"{\"renew_settings\":{\"renew_pmr\":tru}}",
        ],
        // Invalid UTF-8 in a name, in a string and between tokens.
        &[b"\xff", b"{\xff}", b"{}\xff"],
        &[
            b"{\"\xff\":1}",
            b"{\"other\":\"\xff\"}",
            b"{\"other\":\"\xc3\"}",
            b"{\"other\":\"\xc3\x28\"}",
            b"{\"other\":\"\x80\"}",
            b"{\"other\":\"\xbf\"}",
            b"{\"other\":\"\xc0\xaf\"}",
            b"{\"other\":\"\xc1\xbf\"}",
            b"{\"other\":\"\xe0\x80\x80\"}",
            b"{\"other\":\"\xe2\x82\"}",
            b"{\"other\":\"\xed\xa0\x80\"}",
            b"{\"other\":\"\xed\xbf\xbf\"}",
            b"{\"other\":\"\xf0\x80\x80\x80\"}",
            b"{\"other\":\"\xf0\x9f\x98\"}",
            b"{\"other\":\"\xf4\x90\x80\x80\"}",
            b"{\"other\":\"\xf5\x80\x80\x80\"}",
            b"{\"other\":\"\xf8\x88\x80\x80\x80\"}",
            b"{\"other\":\"\xfe\"}",
            b"{\"name\":\"\xe4\"}",
            b"{\"id\":1,\"other\":[\"a\xc3\"]}",
            b"{\"other\":{\"deep\":\"\xff\"}}",
            b"{\"variants\":[{\"other\":\"\xff\"}]}",
            b"{\"renew_settings\":{\"\xff\":0}}",
            b"{\"other\":\xe4}",
            b"{\"other\":1\xe4}",
        ],
    ];
    let mut failures = Vec::new();
    for (texts, expected) in [(right, true), (wrong, false)] {
        for text in texts.concat() {
            if is_json(text) != expected {
                failures.push(format!("{:?}: not {expected}", text.escape_ascii().to_string()));
            }
        }
    }
    verdict(&failures);
}

#[test]
fn every_prefix_of_a_product_is_invalid_json() {
    let text = "{\"id\": 1.5e3, \"name\":\"\u{e4}\\u00e4\u{1f600}\", \"other\":[true,{\"a\":null}], \"renew_settings\":{\"renew_ar\":{\"enable\":true},\"product_id_for_renew\":[1,1]},\"variants\":[{\"price\":{}}]}";
    assert!(is_json(text.as_bytes()));
    for end in 0..text.len() {
        let part = text.as_bytes().get(..end).unwrap();
        assert!(!is_json(part), "{end}");
    }
}
