//! What is JSON: the verdict of RFC 8259 on values in every place of a product, and on whole texts.

use renewal_rules::{Code, Input, Options, check, check_catalogue, check_catalogue_lines};
use renewal_rules_oracle::cases::verdict;

/// Values that are JSON.
const VALUES: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "-0",
    "1",
    "-1",
    "10",
    "123456789",
    "0.0",
    "-0.0",
    "0.5",
    "1.25",
    "1e1",
    "1E1",
    "1e+1",
    "1e-1",
    "1.5e+10",
    "1.5E-10",
    "0e0",
    "0E+1",
    "0e-0",
    "-0e1",
    "1e00",
    "1e01",
    "1.000",
    "20e1",
    "123456789012345678901234567890",
    "-9223372036854775809",
    "18446744073709551616",
    "1e308",
    "1e309",
    "-1e309",
    "1e-400",
    "123e65",
    "123.456e78",
    "0.4e006699999999999999999999999999999999999999",
    "-0.0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001",
    r#""""#,
    r#""a""#,
    r#"" ""#,
    r#""\"""#,
    r#""\\""#,
    r#""\/""#,
    r#""/""#,
    r#""\b\f\n\r\t""#,
    r#""\u0000""#,
    r#""\u001f""#,
    r#""\u0020""#,
    r#""\u00e4""#,
    r#""\u00E4""#,
    r#""\uFFFF""#,
    r#""\uABCD\uef01""#,
    r#""\ud83d\ude00""#,
    r#""\uD834\uDd1e""#,
    r#""\\u0000""#,
    r#""\\\"""#,
    r#""\\\\n""#,
    r#""\"\\\/""#,
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
    "\"asd \"",
    "\"'\"",
    "\"/*x*/\"",
    "\"//\"",
    "[]",
    "[ ]",
    "[\n]",
    "[1]",
    "[1,2]",
    "[1 ,\t2\r\n]",
    "[[]]",
    "[[],[]]",
    "[null,true,false,0,\"\",[],{}]",
    "[{}]",
    "[[[[[[[[]]]]]]]]",
    "{}",
    "{ }",
    r#"{"a":1}"#,
    r#"{"":0}"#,
    r#"{"a":{"b":[{"c":null}]}}"#,
    r#"{"a":1,"b":2}"#,
    r#"{"a":1,"a":1}"#,
    "{\"a\"\t:\n1\r,\"b\" : 2 }",
    r#"{"\u0000":0}"#,
    r#"{"\"":0}"#,
    "{\"\u{e4}\":0}",
    r#"{"a":[]}"#,
    // The grammar allows escapes of half a character.
    r#""\ud800""#,
    r#""\udc00""#,
    r#""\ud800\ud800""#,
    r#""\udc00\ud800""#,
    r#""\ud800x""#,
    r#""\ud800\n""#,
    r#""\uDEAD""#,
    r#"{"\ud800":1}"#,
    r#"["\udfff\u0041"]"#,
];

/// Texts in place of a value that are no JSON.
const NO_VALUES: &[&str] = &[
    // Words.
    "nul",
    "nulll",
    "Null",
    "NULL",
    "tru",
    "truee",
    "True",
    "TRUE",
    "fals",
    "falsee",
    "nil",
    "None",
    "undefined",
    "NaN",
    "-NaN",
    "nan",
    "Infinity",
    "-Infinity",
    "+Infinity",
    "inf",
    "-",
    "a",
    "\u{e4}",
    "*",
    "&",
    "=",
    "@",
    "#",
    "$",
    "True or false",
    "truefalse",
    "nullnull",
    "true1",
    "1true",
    "null\u{0}",
    // Numbers.
    "+1",
    "--1",
    "-+1",
    "+-1",
    "- 1",
    "01",
    "00",
    "-01",
    "-00",
    "012",
    "1.",
    "-1.",
    ".1",
    "-.1",
    "+.1",
    "1..2",
    "1.2.3",
    "0.e1",
    "1.e1",
    "1.e",
    "1e",
    "1E",
    "1e+",
    "1e-",
    "1E+",
    "1eE2",
    "1e1.5",
    "1e1e1",
    "1e 1",
    "1 e1",
    "0x1",
    "0x",
    "0b1",
    "0o7",
    "0xCAFE",
    "1_000",
    "1 000",
    "1'000",
    "1a",
    "1.0a",
    "1,5,",
    "1/2",
    "\u{ff11}",
    "\u{661}",
    "-\u{ff11}",
    "9.3e+",
    "0.3e",
    "0e+",
    "0e",
    "-2.",
    "2.e3",
    "2.e-3",
    "2.e+3",
    "1ea",
    "1.8011670033376514H-308",
    "-foo",
    "1f",
    "1L",
    "0.1.2",
    "1+2",
    ".",
    "e1",
    "-e1",
    "1.-1",
    // Strings.
    "\"",
    "\"a",
    "\"a\\",
    "\"\\\"",
    "'a'",
    "'",
    "`a`",
    "\u{201c}a\u{201d}",
    "a\"",
    "\"a\"b",
    "\"a\"\"b\"",
    r#""\x41""#,
    r#""\a""#,
    r#""\'""#,
    r#""\0""#,
    r#""\v""#,
    r#""\e""#,
    r#""\ ""#,
    r#""\u""#,
    r#""\u1""#,
    r#""\u12""#,
    r#""\u123""#,
    r#""\u00g0""#,
    r#""\u-123""#,
    r#""\u+123""#,
    r#""\u 123""#,
    r#""\U0041""#,
    r#""\u{41}""#,
    r#""\ud800\u""#,
    r#""\ud800\u1""#,
    r#""\ud800\u1x""#,
    r#""\ud800\""#,
    r#""\ud83d\ude0""#,
    "\"\\\n\"",
    "\"\\\u{e4}\"",
    "\"\\\u{1f600}\"",
    "\"\n\"",
    "\"\r\"",
    "\"\t\"",
    "\"\u{0}\"",
    "\"\u{1}\"",
    "\"\u{8}\"",
    "\"\u{c}\"",
    "\"\u{1b}\"",
    "\"\u{1f}\"",
    "\"a\nb\"",
    "\\u0022a\"",
    "\\n",
    // Arrays.
    "[",
    "]",
    "[1",
    "[1,",
    "[1,]",
    "[,1]",
    "[,]",
    "[1,,2]",
    "[1 2]",
    "[1;2]",
    "[1:2]",
    "[1}",
    "[}",
    "[\"a\"",
    "[\"a",
    "[\"a\" \"b\"]",
    "[\"\"],",
    "[1]]",
    "[[1]",
    "[[]",
    "[x",
    "[x]",
    "[1,\n1\n,1",
    "[{}",
    "[a,b]",
    "[\"a\":1]",
    "(1)",
    "[-]",
    "[+]",
    "[.]",
    "[*]",
    "[1,\u{a0}2]",
    "[\u{c}]",
    "[\u{b}1]",
    // Objects.
    "{",
    "}",
    "{]",
    r#"{"a"}"#,
    r#"{"a":}"#,
    r#"{"a":1,}"#,
    r#"{"a":1,,"b":2}"#,
    r#"{,"a":1}"#,
    "{,}",
    r#"{"a" 1}"#,
    r#"{"a"::1}"#,
    r#"{"a":1 "b":2}"#,
    r#"{"a":1;"b":2}"#,
    r#"{"a":1"#,
    r#"{"a":1]"#,
    r#"{"a":"#,
    r#"{"a""#,
    r#"{"a"#,
    "{a:1}",
    "{'a':1}",
    "{1:1}",
    "{null:1}",
    "{true:1}",
    "{[]:1}",
    "{{}:1}",
    r#"{"a"=1}"#,
    r#"{"a":1}}"#,
    r#"{"a":1}#"#,
    r#"{"a":"b"}/**/"#,
    r#"{"a":1 // c
}"#,
    r#"{"a":/*c*/1}"#,
    r#"{"a":1,"b"}"#,
    r#"{"a","b":1}"#,
    r#"{"a":1:2}"#,
    "{\"a\":\"\n\"}",
    "{\"\n\":1}",
    r#"{"\x":1}"#,
    r#"{"a":tru}"#,
    r#"{"a":[}"#,
    r#"{"a":[1,]}"#,
    r#"{"a" b}"#,
    "{:1}",
    r#"{"a":1,"a":}"#,
    "{\"\u{0}\":1}",
    "{1}",
    "{\"a\":1\u{a0}}",
    "{\u{feff}}",
    // Nothing, comments and other white space.
    "",
    " ",
    "\n",
    "// c",
    "/**/",
    "1//c",
    "1/**/",
    "/**/1",
    "#c",
    "<!-- -->",
    "\u{a0}1",
    "1\u{a0}",
    "\u{2003}1",
    "\u{3000}",
    "\u{feff}1",
    "\u{200b}1",
    "\u{c}1",
    "\u{b}1",
    "\u{85}1",
    "\u{2028}1",
    "1\u{1f}",
];

/// The places of a product in which a value can stand: known and unknown ones, judged and passed
/// over, first, last and between others.
const PLACES: &[&str] = &[
    "#",
    " \t\r\n#\r\n\t ",
    r#"{"other":#}"#,
    r#"{"name":"N","other": # ,"id":101}"#,
    r#"{"other":{"deep":[0,#,1]}}"#,
    r#"{"id":#}"#,
    r#"{"name":#}"#,
    r#"{"licence_term":#,"name":"N"}"#,
    r#"{"renew_settings":#}"#,
    r#"{"renew_settings":{"other":#,"renew_ar":{"enable":true}}}"#,
    r#"{"renew_settings":{"product_id_for_renew":#}}"#,
    r#"{"renew_settings":{"product_id_for_renew":[102,#]}}"#,
    r#"{"renew_settings":{"renew_ar":#}}"#,
    r#"{"renew_settings":{"renew_ar":{"enable":#}}}"#,
    r#"{"renew_settings":{"renew_pmr":#,"renew_email":#}}"#,
    r#"{"localization_values":#}"#,
    r#"{"localization_values":{"en_US":#}}"#,
    r#"{"localization_values":{"en_US":{"comment_for_product_for_AR":#}}}"#,
    r#"{"localization_values":{"no":#}}"#,
    r#"{"variants":#}"#,
    r#"{"variants":[#]}"#,
    r#"{"variants":[0,#,{}]}"#,
    r#"{"variants":[{"sku":#}]}"#,
    r#"{"variants":[{"price":#}]}"#,
    r#"{"variants":[{"price":{"common":{"price":#,"currency":#}}}]}"#,
    r#"{"variants":[{"price":{"net":#}}]}"#,
    r#"{"id":#,"id":101}"#,
];

fn is_json(text: &[u8]) -> bool {
    let report = check(text, &Options::default());
    let is_syntax = report
        .diagnostics
        .iter()
        .any(|d| d.code == Code::JsonSyntax);
    assert!(!is_syntax || report.diagnostics.len() == 1);
    !is_syntax
}

fn is_json_everywhere(text: &str) -> [bool; 5] {
    let options = Options::default();
    let has_fault = |codes: Vec<Code>| codes.contains(&Code::JsonSyntax);
    let codes =
        |list: Vec<renewal_rules::Diagnostic>| list.iter().map(|d| d.code).collect::<Vec<_>>();
    let array = format!("[{{}},{text}]");
    [
        is_json(text.as_bytes()),
        !has_fault(codes(check(text, &options).diagnostics)),
        !has_fault(codes(check(Input::Json(text.into()), &options).diagnostics)),
        !has_fault(codes(check_catalogue(text, &options).diagnostics)),
        !has_fault(codes(check_catalogue(array.as_str(), &options).diagnostics)),
    ]
}

#[test]
fn what_is_json_is_never_a_syntax_error() {
    let mut failures = Vec::new();
    for value in VALUES {
        for place in PLACES {
            let text = place.replace('#', value);
            let found = is_json_everywhere(&text);
            if found != [true; 5] {
                failures.push(format!("{text:?}: {found:?}"));
            }
        }
    }
    verdict(&failures);
}

#[test]
fn what_is_no_json_is_a_syntax_error_in_every_place() {
    let mut failures = Vec::new();
    for text in NO_VALUES {
        for place in PLACES {
            let text = place.replace('#', text);
            if completes(&text) {
                continue;
            }
            let found = is_json_everywhere(&text);
            if found != [false; 5] {
                failures.push(format!("{text:?}: {found:?}"));
            }
        }
    }
    verdict(&failures);
}

/// Whether nothing in the place of a value of a list leaves the list right: `[0,,1]` is wrong, but
/// `[]` is not.
fn completes(text: &str) -> bool {
    let bare: String = text.split_whitespace().collect();
    bare == r#"{"variants":[]}"#
}

#[test]
fn nothing_stands_before_or_after_the_value() {
    let right: &[&[u8]] = &[
        b"{}",
        b" {}",
        b"\t\n\r {} \t\n\r",
        b"{\n}",
        b"[]",
        b"0",
        b"\"\"",
        b"null",
        b"\n\n\n1",
        b"{\"other\":\"\xc3\xa4\"}",
        b"{\"other\":\"\xf0\x9f\x98\x80\"}",
        b"{\"other\":\"\xf4\x8f\xbf\xbf\"}",
        b"{\"other\":\"\xef\xbb\xbf\"}",
    ];
    let wrong: &[&[u8]] = &[
        b"",
        b" ",
        b"\n",
        b"\0",
        b"\x1a",
        b"{}{}",
        b"{} {}",
        b"{},",
        b",{}",
        b"{};",
        b"{}.",
        b"{}]",
        b"{}}",
        b"[]]",
        b"[][]",
        b"1 2",
        b"1,2",
        b"{}x",
        b"{}\0",
        b"\0{}",
        b"{}\x0c",
        b"\x0b{}",
        b"{}\xc2\xa0",
        b"\xc2\xa0{}",
        b"{} // c",
        b"{}/**/",
        b"/**/{}",
        b"#{}",
        b"{}#",
        // A byte order mark, and other encodings than UTF-8.
        b"\xef\xbb\xbf{}",
        b"{}\xef\xbb\xbf",
        b"\xef\xbb\xbf",
        b"\xef\xbb{}",
        b"\xfe\xff\0{\0}",
        b"\xff\xfe{\0}\0",
        b"{\0}\0",
        b"\0{\0}",
        b"\0\0\0{\0\0\0}",
        b"+AHs-}",
        // What is not UTF-8, in a name, in a text and outside.
        b"\xff",
        b"{\xff}",
        b"{}\xff",
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
    ];
    let mut failures = Vec::new();
    for (texts, expected) in [(right, true), (wrong, false)] {
        for text in texts {
            if is_json(text) != expected {
                failures.push(format!(
                    "{:?}: not {expected}",
                    text.escape_ascii().to_string()
                ));
            }
        }
    }
    verdict(&failures);
}

#[test]
fn every_prefix_of_a_product_is_no_json() {
    let text = "{\"id\": 1.5e3, \"name\":\"\u{e4}\\u00e4\u{1f600}\", \"other\":[true,{\"a\":null}], \"renew_settings\":{\"renew_ar\":{\"enable\":true},\"product_id_for_renew\":[1,1]},\"variants\":[{\"price\":{}}]}";
    assert!(is_json(text.as_bytes()));
    for end in 0..text.len() {
        let part = text.as_bytes().get(..end).unwrap();
        assert!(!is_json(part), "{end}");
    }
}

#[test]
fn every_line_is_judged_for_itself() {
    let mut failures = Vec::new();
    for (texts, expected) in [(VALUES, true), (NO_VALUES, false)] {
        for text in texts
            .iter()
            .filter(|text| !text.contains(['\n', '\r']) && !text.trim().is_empty())
        {
            let lines = format!("{{}}\n{{\"other\":{text}}}\n{{}}");
            let found = check_catalogue_lines(lines.as_bytes(), &Options::default()).diagnostics;
            let faults: Vec<&str> = found
                .iter()
                .filter(|d| d.code == Code::JsonSyntax)
                .map(|d| d.path.as_str())
                .collect();
            if faults != if expected { vec![] } else { vec!["/1"] } {
                failures.push(format!("{lines:?}: {faults:?}"));
            }
        }
    }
    verdict(&failures);
}
