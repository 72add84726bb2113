//! Compares the parser with `serde_json` and with the parser of the oracle: validity, values and locations.

use std::sync::LazyLock;

use renewal_rules::{Code, Input, Options, Product, check};
use renewal_rules_json::{Tree, serialize};
use renewal_rules_oracle::cases::{Dice, places, random_cases};
use renewal_rules_oracle::{choices::Choices, make};
use serde_json::{Value, json};

use crate::syntax::param;

/// Fragments that parsers tend to get wrong; random texts consist of them.
static PARTS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let seen = r#"
        { } [ ] , : " \ \u \ud83d\ude00 \ud800 \udc00 \n \x \" \\ true false null nul
        0 -0 01 - 1.5 1. .5 1e999 1E+2 1e // ' "id":
    "#;
    let unseen = [" ", "\n", "\r", "\t", "\u{b}", "\0", "\u{1f}", "\u{7f}", "\u{e4}", "\u{feff}"];
    let parts = seen.split_whitespace().chain(unseen);
    parts.chain(["\u{1f600}"]).collect()
});

const SEEDS: [&str; 6] = [
    r#"{"id":101,"name":"Ex\"am\u0070le","licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,1.03e2],"renew_ar":{"enable":true}}}"#,
    r#"{ "variants" : [ { "vendor_code" : "V" , "sku" : "S\ud83d\ude00" , "price" : { "common" : { "currency" : "USD" , "price" : 9.90 } } } , { } ] }"#,
    "{\"localization_values\":{\"en-US\":{\"comment_for_product_for_AR\":\"\u{e4}\u{1f600}\"},\r\n\t\"en-US\":[]}}",
    r#"{"licence_term":"p1d","licenceterm":null,"id":"5","x":[[],{},-0.0,1E-7,"\\\\","\/"]}"#,
    "[1,[2,[3,{\"a\":{}}]],\"\",0.5e+10]",
    r#"{"\u006ced":1,"renew_settings":{"renew_ar":{"Enable":"true"},"":{}},"a~b/c":2}"#,
];

/// Picks one of the seed texts and applies random edits.
fn mutant(dice: &mut Dice) -> Vec<u8> {
    let seed = dice.pick(&SEEDS);
    mutant_of(seed, dice)
}

/// Applies random edits to a text.
fn mutant_of(text: &str, dice: &mut Dice) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..dice.roll(5) {
        let at = dice.roll(bytes.len() + 1);
        let rest = bytes.split_off(at);
        match dice.roll(6) {
            0 => bytes.extend_from_slice(rest.get(1..).unwrap_or_default()),
            1 => bytes.extend_from_slice(rest.get(dice.roll(8)..).unwrap_or_default()),
            2 => bytes.extend([[u8::try_from(dice.roll(256)).unwrap()].as_slice(), &rest].concat()),
            _ => bytes.extend([dice.pick(&PARTS).as_bytes(), &rest].concat()),
        }
    }
    bytes
}

#[test]
fn invalid_utf8_is_located() {
    for length in 0..200 {
        for wrong in [&b"\xff"[..], b"\xc3", b"\xed\xa0\x80", b"\xf0\x9f\x98"] {
            let start = "[\"".to_owned() + &"aé".repeat(length);
            let bytes = [start.as_bytes(), wrong, b"\"]"].concat();
            let found = check(&bytes, &Options::default()).diagnostics;
            let at = found[0].location.map(|at| (at.line, at.column));
            assert_eq!((found[0].code, at), (Code::JsonSyntax, Some((1, 3 + 2 * length))));
        }
    }
}

#[test]
fn parser_agrees_with_other_parsers() {
    for seed in random_cases(10_000) {
        renewal_rules_oracle::document(&mutant(&mut Dice(seed)));
    }
}

#[test]
fn values_are_read_like_their_text() {
    for seed in random_cases(5_000) {
        let dice = &mut Dice(seed);
        let bytes = dice.bytes(400);
        let c = &mut Choices::new(&bytes);
        let (text, options) = (make::product(c), Options::default());
        for text in [mutant_of(&text, dice), mutant(dice)] {
            let Ok(value) = serde_json::from_slice::<Value>(&text) else { continue };
            let text = value.to_string();
            let (serialized, nodes) = serialize(&value, ()).unwrap();
            assert_eq!(serialized, text);
            let parsed = Tree::parse(&*text).unwrap().document().nodes();
            assert_eq!(format!("{nodes:?}"), format!("{parsed:?}"));
            assert_eq!(check(&value, &options), check(Input::Json(text.into()), &options));

            let Ok(product) = serde_json::from_value::<Product>(value) else { continue };
            let text = serde_json::to_string(&product).unwrap();
            assert_eq!(check(&product, &options), check(Input::Json(text.into()), &options));
        }
    }
}

#[test]
fn all_readers_accept_any_text() {
    for seed in random_cases(300) {
        let dice = &mut Dice(seed);
        let bytes = dice.bytes(400);
        let c = &mut Choices::new(&bytes);
        let (product, options) = (make::product(c), make::options(c));
        let seed = dice.pick(&SEEDS);
        let text = mutant_of(dice.pick(&[&product, seed]), dice);
        renewal_rules_oracle::readers(&[text, options.into_bytes()].join(&0));
    }
}

#[test]
fn names_are_compared_after_decoding() {
    for (names, is_twice) in [
        (r#""\ud800":1,"\ue800":2"#, false),
        (r#""\ud800":1,"\ufffd":2"#, true),
        (r#""\ud800":1,"\ud801":2"#, true),
        (r#""\ud800":1,"\uD800":2"#, true),
        (r#""\ud83d\ude00":1,"\u1f60\u0030":2"#, false),
        ("\"\\ud83d\\ude00\":1,\"\u{1f600}\":2", true),
        (r#""\ude00\ud83d":1,"\ud83d\ude00":2"#, false),
        (r#""a":1,"\u0061":2"#, true),
    ] {
        for text in [
            format!("{{{names}}}"),
            format!(r#"{{"renew_settings":{{{names}}}}}"#),
            format!(r#"{{"localization_values":{{{names}}}}}"#),
            format!(r#"{{"variants":[{{"price":{{{names}}}}}]}}"#),
        ] {
            let found = check(&text, &Options::default()).diagnostics;
            let found = found.iter().filter(|d| d.code == Code::DuplicateKey);
            assert_eq!(found.count(), usize::from(is_twice), "{text}");
        }
    }
}

#[test]
fn lines_end_at_lf_crlf_and_cr() {
    for (line_break, line) in [("\n", 3), ("\r\n", 3), ("\r", 3), ("\n\r", 4), ("\r\r\n", 5), (" ", 1)] {
        let text = format!("{{{line_break}{line_break}\"id\":\"x\"}}");
        let found = check(&text, &Options::default()).diagnostics;
        let at = found[0].location.unwrap();
        assert_eq!((places(&found)[0].as_str(), at.line), ("E type-mismatch /id", line), "{text:?}");
        let broken = text.replace("\"x\"", "x");
        let found = check(&broken, &Options::default()).diagnostics;
        let shown = found[0].params.number("line");
        assert_eq!(shown, u64::try_from(line).ok(), "{broken:?}");
        let lines = format!("{text}\n{broken}");
        let found = renewal_rules::check_catalogue_lines(lines.as_bytes(), &Options::default());
        let last = found.diagnostics.last().unwrap().location.unwrap();
        // Only a line feed separates products; other line breaks still count as lines.
        if !line_break.contains('\n') {
            assert_eq!(last.line, 2 * line, "{lines:?}");
        }
    }
}

#[test]
fn syntax_error_is_at_the_first_invalid_character() {
    for (text, line, column, end_column) in [
        (r#"{"id": x}"#, 1, 8, 9),
        ("{\n  \"name\": \"ok\",\n  \"id\": x\n}", 3, 9, 10),
        ("{\"n\u{e4}me\u{1f600}\": x}", 1, 12, 13),
        ("{\"a\":\"\u{1f600}\u{1f600}\" x}", 1, 13, 14),
        (r#"{"id":1} x"#, 1, 10, 11),
        ("{\"a\":\"xyz\tw\"}", 1, 10, 11),
        ("{\n \"name\": \"Ex\nample\"}", 2, 13, 14),
        // A character of two UTF-16 units is marked as a whole.
        ("{\"a\":\u{1f600}}", 1, 6, 8),
        ("{\"a\":\u{e9}}", 1, 6, 7),
        // At the end of the text there is no character to underline, so the location is empty.
        ("", 1, 1, 1),
        ("{", 1, 2, 2),
        ("{\"id\":", 1, 7, 7),
        ("{\"id\":1\n", 2, 1, 1),
        ("{\"id\":1\r\n\r\n", 3, 1, 1),
        ("{\"id\":1\r", 2, 1, 1),
        ("\"\u{1f600}", 1, 4, 4),
        ("[1,", 1, 4, 4),
        ("tru", 1, 4, 4),
        ("-", 1, 2, 2),
        ("\"\\u12", 1, 6, 6),
    ] {
        let found = &check(text, &Options::default()).diagnostics[0];
        let at = found.location.unwrap();
        let place = (at.line, at.column, at.end_line, at.end_column);
        assert_eq!(place, (line, column, line, end_column), "{text:?}");
        let reported = (param(found, "line"), param(found, "column"));
        assert_eq!(reported, (json!(line), json!(column)), "{text:?}");
    }
}
