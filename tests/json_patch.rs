//! JSON Patch (RFC 6902) on text: the suite by which implementations are compared, the examples of the
//! RFC, and random operations beside the same ones on values.

use renewal_rules::{PatchError, PatchOp, apply_patch, apply_patch_text, read_patch};
use renewal_rules_oracle::{
    cases::{Dice, random_cases, verdict},
    promises::patched,
    tree::Tree,
};
use serde_json::{Value, json, value::RawValue};

/// The suite as the npm package `json-patch-test-suite` 1.1.0 carries it, by its authors under the
/// licence Apache-2.0; its two files are laid out anew here as one, with a case a line.
const SUITE: &str = include_str!("json_patch_suite.ndjson");

#[derive(serde::Deserialize)]
struct Case<'t> {
    #[serde(default)]
    comment: String,
    #[serde(borrow)]
    doc: &'t RawValue,
    #[serde(borrow)]
    patch: &'t RawValue,
    #[serde(borrow)]
    expected: Option<&'t RawValue>,
    error: Option<String>,
}

#[test]
fn the_suite_passes_whole() {
    let mut failures = Vec::new();
    for line in SUITE.lines() {
        let case: Case<'_> = serde_json::from_str(line).unwrap();
        let made =
            read_patch(case.patch.get()).and_then(|patch| apply_patch(case.doc.get(), &patch));
        let made = made.map(|text| serde_json::from_str::<Value>(&text).unwrap());
        let holds = match (&made, case.error) {
            (Err(_), error) => error.is_some(),
            (Ok(_), Some(_)) => false,
            (Ok(made), None) => case.expected.is_none_or(|expected| {
                serde_json::from_str::<Value>(expected.get()).unwrap() == *made
            }),
        };
        if !holds {
            failures.push(format!(
                "{} {} {}: {made:?}",
                case.comment, case.doc, case.patch
            ));
        }
    }
    verdict(&failures);
    assert_eq!(SUITE.lines().count(), 95);
}

/// What the suite does not ask: a text, a patch and the text after it, or which operation does not fit.
#[test]
fn a_patch_changes_the_text_as_the_rfc_says() {
    let deep = format!("{}1{}", "[".repeat(5_000), "]".repeat(5_000));
    let to_deep = "/0".repeat(5_000);
    let deeper = deep.replace('1', "2");
    let mut failures = Vec::new();
    for (text, patch, expected) in [
        // The whole document.
        (
            " 1 ",
            json!([{"op":"add","path":"","value":{"a":[]}}]),
            Ok(r#" {"a":[]} "#),
        ),
        (
            r#"{"a":[1]}"#,
            json!([{"op":"copy","from":"/a","path":""}]),
            Ok("[1]"),
        ),
        (
            r#"{"a":[1]}"#,
            json!([{"op":"move","from":"/a","path":""}]),
            Ok("[1]"),
        ),
        (
            r#"{"a":1}"#,
            json!([{"op":"copy","from":"","path":"/b"}]),
            Ok(r#"{"a":1,"b":{"a":1}}"#),
        ),
        (
            r#"{"a":1}"#,
            json!([{"op":"move","from":"","path":"/b"}]),
            Err(0),
        ),
        (
            r#"{"a":1}"#,
            json!([{"op":"move","from":"","path":""}]),
            Ok(r#"{"a":1}"#),
        ),
        ("1", json!([{"op":"remove","path":""}]), Err(0)),
        ("1", json!([{"op":"test","path":"","value":1.0}]), Ok("1")),
        // A value cannot be moved into itself, and what is left after a removal decides.
        (
            r#"{"a":{"b":1}}"#,
            json!([{"op":"move","from":"/a","path":"/a/c"}]),
            Err(0),
        ),
        (
            r#"{"a":1,"ab":{}}"#,
            json!([{"op":"move","from":"/a","path":"/ab/c"}]),
            Ok(r#"{"ab":{"c": 1}}"#),
        ),
        (
            "[1,2,3]",
            json!([{"op":"move","from":"/0","path":"/2"}]),
            Ok("[2,3,1]"),
        ),
        (
            "[1,2,3]",
            json!([{"op":"move","from":"/0","path":"/3"}]),
            Err(0),
        ),
        (
            "[1,[2]]",
            json!([{"op":"move","from":"/0","path":"/1/0"}]),
            Err(0),
        ),
        (
            "[1,[2]]",
            json!([{"op":"move","from":"/0","path":"/0/0"}]),
            Err(0),
        ),
        (
            "[[1],[2]]",
            json!([{"op":"copy","from":"/0","path":"/1/-"}]),
            Ok("[[1],[2,[1]]]"),
        ),
        (
            r#"{"a":1,"b":2}"#,
            json!([{"op":"move","from":"/a","path":"/b"}]),
            Ok(r#"{"b":1}"#),
        ),
        // A copy is its own value.
        (
            r#"{"a":{"x":1}}"#,
            json!([{"op":"copy","from":"/a","path":"/b"},{"op":"replace","path":"/b/x","value":2},{"op":"remove","path":"/a"}]),
            Ok(r#"{"b":{"x":2}}"#),
        ),
        // A removed or replaced value is gone with all that was done in it.
        (
            r#"{"a":{"x":1}}"#,
            json!([{"op":"add","path":"/a/y","value":2},{"op":"replace","path":"/a","value":{}},{"op":"test","path":"/a/y","value":2}]),
            Err(2),
        ),
        // Equal values: numbers by what they are, members in any order, of equal names the last.
        (
            r#"{"a":1e2}"#,
            json!([{"op":"test","path":"/a","value":100}]),
            Ok(r#"{"a":1e2}"#),
        ),
        (
            r#"{"a":"\u0061"}"#,
            json!([{"op":"test","path":"/a","value":"a"}]),
            Ok(r#"{"a":"\u0061"}"#),
        ),
        (
            r#"{"a":{"x":1,"x":2}}"#,
            json!([{"op":"test","path":"/a","value":{"x":2}}]),
            Ok(r#"{"a":{"x":1,"x":2}}"#),
        ),
        (
            r#"{"a":[1,2]}"#,
            json!([{"op":"test","path":"/a","value":[2,1]}]),
            Err(0),
        ),
        (
            r#"{"a":null}"#,
            json!([{"op":"test","path":"/b","value":null}]),
            Err(0),
        ),
        // Of members of one name the last one counts, and a removal leaves none.
        (
            r#"{"a":1,"b":2,"a":3}"#,
            json!([{"op":"replace","path":"/a","value":4}]),
            Ok(r#"{"a":1,"b":2,"a":4}"#),
        ),
        (
            r#"{"a":1,"b":2,"a":3}"#,
            json!([{"op":"remove","path":"/a"}]),
            Ok(r#"{"b":2}"#),
        ),
        (
            r#"{"a":1,"b":2,"a":3}"#,
            json!([{"op":"move","from":"/a","path":"/c"}]),
            Ok(r#"{"b":2,"c":3}"#),
        ),
        (
            r#"{"a":1,"b":2,"a":3}"#,
            json!([{"op":"remove","path":"/a"},{"op":"remove","path":"/a"}]),
            Err(1),
        ),
        // Names in escapes, and what a pointer escapes.
        (
            r#"{"\u0061":1}"#,
            json!([{"op":"replace","path":"/a","value":2}]),
            Ok(r#"{"\u0061":2}"#),
        ),
        (
            r#"{"~1":1,"/":2}"#,
            json!([{"op":"remove","path":"/~01"}]),
            Ok(r#"{"/":2}"#),
        ),
        (
            r#"{"":{"":1}}"#,
            json!([{"op":"replace","path":"//","value":2}]),
            Ok(r#"{"":{"":2}}"#),
        ),
        (
            r#"{"-":1}"#,
            json!([{"op":"replace","path":"/-","value":2}]),
            Ok(r#"{"-":2}"#),
        ),
        (
            r#"{"0":1}"#,
            json!([{"op":"replace","path":"/00","value":2}]),
            Err(0),
        ),
        (
            "[1]",
            json!([{"op":"test","path":"/18446744073709551616","value":1}]),
            Err(0),
        ),
        // Nothing but the value is touched, white space least of all.
        (
            "{\r\n\t\"a\" : 1.0 ,\r\n\t\"b\" : [ 1 , 2 ]\r\n}\n",
            json!([{"op":"add","path":"/b/-","value":3},{"op":"add","path":"/c","value":null}]),
            Ok("{\r\n\t\"a\" : 1.0 ,\r\n\t\"b\" : [ 1 , 2 , 3 ] ,\r\n\t\"c\" : null\r\n}\n"),
        ),
        (
            "[ ]",
            json!([{"op":"add","path":"/0","value":1},{"op":"remove","path":"/0"}]),
            Ok("[ ]"),
        ),
        (
            "{ }",
            json!([{"op":"add","path":"/a","value":1}]),
            Ok(r#"{"a": 1 }"#),
        ),
        ("[]", json!([{"op":"add","path":"/-","value":1}]), Ok("[1]")),
        ("[1]", json!([{"op":"remove","path":"/0"}]), Ok("[]")),
        // Nesting is limited by nothing.
        (
            &deep,
            json!([{"op":"replace","path":to_deep,"value":2}]),
            Ok(&deeper),
        ),
    ] {
        let patch = read_patch(&patch.to_string()).unwrap();
        let found = apply_patch(text, &patch);
        let expected = expected.map(str::to_owned).map_err(PatchError::DoesNotFit);
        if found != expected {
            failures.push(format!(
                "{text} {patch:?}:\n    {found:?}\nnot {expected:?}"
            ));
        }
    }
    verdict(&failures);
}

/// A text of unusual writing, in which no two values are written alike.
fn document(dice: &mut Dice, depth: usize, count: &mut usize) -> String {
    *count += 1;
    let space = |dice: &mut Dice| dice.pick(&["", "", " ", "\n\t", "  "]);
    let kind = dice.roll(if depth == 0 { 3 } else { 7 });
    match kind {
        0 => format!("{count}.50E0"),
        1 => format!("\"\\u0061{count}\""),
        2 => dice.pick(&["true", "null", "-0.0", "1e2"]).to_owned(),
        _ => {
            let is_object = kind > 4;
            let mut text = String::from(if is_object { "{" } else { "[" });
            text += space(dice);
            let children = dice.roll(5);
            for nth in 0..children {
                if nth > 0 {
                    text = text + space(dice) + "," + space(dice);
                }
                if is_object {
                    let name =
                        dice.pick(&["a", "b", "c", "d", "e", "\\u0062", "m~n", "x/y", "", "0"]);
                    text = format!("{text}\"{name}\"{}:{}", space(dice), space(dice));
                }
                text += &document(dice, depth - 1, count);
            }
            text + space(dice) + if is_object { "}" } else { "]" }
        }
    }
}

/// A pointer to something in the document, or to what is not there.
fn pointer(dice: &mut Dice, values: &[(String, &str)]) -> String {
    let (mut path, value) = values[dice.roll(values.len())].clone();
    if value.starts_with(['[', '{']) && dice.roll(2) == 0 {
        path += dice.pick(&[
            "/-", "/0", "/1", "/2", "/a", "/b", "/new", "/m~0n", "/x~1y", "/",
        ]);
    }
    path
}

#[test]
fn copies_of_copies_end_before_the_memory() {
    let copy = r#"{"op":"copy","from":"/a","path":"/a/-"}"#;
    let copied = |times| {
        apply_patch_text(
            r#"{"a":["x"]}"#,
            &format!("[{}]", vec![copy; times].join(",")),
        )
    };
    assert_eq!(copied(2).unwrap(), r#"{"a":["x",["x"],["x",["x"]]]}"#);
    assert!(copied(60).is_err());
}

#[test]
fn random_operations_do_in_a_text_what_they_do_in_a_value() {
    let mut failures = Vec::new();
    let mut fitting = 0;
    for seed in random_cases(20_000) {
        let dice = &mut Dice(seed);
        let mut count = 0;
        let text = document(dice, 4, &mut count);
        let tree = Tree::read(&text);
        let values = tree.values();
        let mut ops = Vec::new();
        for _ in 0..=dice.roll(3) {
            let path = pointer(dice, &values);
            let from = pointer(dice, &values);
            let value = document(dice, 2, &mut count);
            let value = format!(r#""value":{value}"#);
            let tested = values[dice.roll(values.len())].1;
            let op = match dice.roll(7) {
                0 | 1 => format!(r#"{{"op":"add","path":"{path}",{value}}}"#),
                2 => format!(r#"{{"op":"replace","path":"{path}",{value}}}"#),
                3 => format!(r#"{{"op":"remove","path":"{path}"}}"#),
                4 => format!(r#"{{"op":"move","from":"{from}","path":"{path}"}}"#),
                5 => format!(r#"{{"op":"copy","from":"{from}","path":"{path}"}}"#),
                _ => format!(r#"{{"op":"test","path":"{path}","value":{tested}}}"#),
            };
            ops.push(op);
        }
        let patch = read_patch(&format!("[{}]", ops.join(","))).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        let expected = patched(&value, &patch);
        let wrong = (0..patch.len()).find(|&last| patched(&value, &patch[..=last]).is_none());
        let made = apply_patch(&text, &patch);
        let holds = match (&made, wrong) {
            (Ok(made), None) => {
                fitting += 1;
                serde_json::from_str(made).ok() == expected
                    && (patch.len() > 1 || untouched(&values, &patch[0], &text, made))
            }
            (Err(PatchError::DoesNotFit(at)), Some(expected)) => *at == expected,
            _ => false,
        };
        if !holds {
            failures.push(format!("{text}\n{ops:?}\n{made:?}, not {expected:?}"));
        }
    }
    failures.truncate(3);
    verdict(&failures);
    assert!(cfg!(miri) || fitting > 5_000, "{fitting}");
}

/// Whether the text of every value that the operation is not about, nor about anything in or around it,
/// still stands in the text, white space and all.
fn untouched(values: &[(String, &str)], op: &PatchOp, text: &str, made: &str) -> bool {
    let touched = match op {
        PatchOp::Test { .. } => return made == text,
        // What leaves an array makes others move up, so that the path means another place.
        PatchOp::Move { from, .. } if from.ends_with(|last: char| last.is_ascii_digit()) => {
            return true;
        }
        PatchOp::Move { from, path } => [from, path.as_str()],
        other => [other.path(), other.path()],
    };
    let is_within = |inner: &str, outer: &str| {
        let rest = inner.strip_prefix(outer);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let meets = |path: &str, touched: &str| is_within(path, touched) || is_within(touched, path);
    let mut others = values
        .iter()
        .filter(|(path, _)| !touched.iter().any(|touched| meets(path, touched)));
    others.all(|(_, raw)| made.contains(raw))
}
