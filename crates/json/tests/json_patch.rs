//! Tests JSON Patch (RFC 6902) on text: the public conformance suite, the RFC's examples, and random operations
//! compared with the same operations on `serde_json` values.

use renewal_rules::{PatchError, PatchOp, apply_patch, read_patch};
use renewal_rules_oracle::cases::{Dice, random_cases, rows, same, verdict};
use renewal_rules_oracle::{json_patch::patched, tree::Tree};
use serde_json::{Value, value::RawValue};

/// The suite of the npm package `json-patch-test-suite` 1.1.0 (Apache-2.0), its two files merged into one with a case
/// per line.
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
fn conformance_suite_passes() {
    let mut failures = Vec::new();
    for line in SUITE.lines() {
        let case: Case<'_> = serde_json::from_str(line).unwrap();
        let made = read_patch(case.patch.get()).and_then(|patch| apply_patch(case.doc.get(), &patch));
        let made = made.map(|text| serde_json::from_str::<Value>(&text).unwrap());
        let holds = match (&made, case.error) {
            (Err(_), error) => error.is_some(),
            (Ok(_), Some(_)) => false,
            (Ok(made), None) => {
                case.expected.is_none_or(|expected| serde_json::from_str::<Value>(expected.get()).unwrap() == *made)
            }
        };
        if !holds {
            failures.push(format!("{} {} {}: {made:?}", case.comment, case.doc, case.patch));
        }
    }
    verdict(&failures);
    assert_eq!(SUITE.lines().count(), 95);
}

/// Runs the cases of `operations.txt`, which the conformance suite lacks.
#[test]
fn operations_follow_the_rfc() {
    let rows = rows(include_str!("operations.txt")).map(|row| {
        let cells: Vec<&str> = row.split(" | ").collect();
        <[&str; 3]>::try_from(cells).unwrap()
    });
    let mut failures = Vec::new();
    for [text, operations, expected] in rows.chain([
        [" 1 ", r#"{"op":"add","path":"","value":{"a":[]}}"#, r#" {"a":[]} "#],
        // Nothing but the value changes, in particular no white space.
        [
            "{\r\n\t\"a\" : 1.0 ,\r\n\t\"b\" : [ 1 , 2 ]\r\n}\n",
            r#"{"op":"add","path":"/b/-","value":3},{"op":"add","path":"/c","value":null}"#,
            "{\r\n\t\"a\" : 1.0 ,\r\n\t\"b\" : [ 1 , 2 , 3 ] ,\r\n\t\"c\" : null\r\n}\n",
        ],
    ]) {
        let patch = read_patch(&format!("[{operations}]")).unwrap();
        let found = apply_patch(text, &patch);
        let expected = match expected.strip_prefix('!') {
            Some(at) => Err(PatchError::DoesNotFit(at.parse().unwrap())),
            None => Ok(expected.to_owned()),
        };
        if found != expected {
            failures.push(format!("{text} {operations}:\n    found {found:?}\n    expected {expected:?}"));
        }
    }
    verdict(&failures);
    let patch = read_patch(r#"[{"op":"replace","path":"","value":1}]"#).unwrap();
    assert_eq!(apply_patch("{", &patch), Err(PatchError::NotJson));
}

/// Numbers of any size are compared by value, and members in any order. The last duplicate counts, and lone surrogates
/// equal U+FFFD.
#[test]
fn test_operation_compares_by_value() {
    let are_same = |a: &str, b: &str| {
        let patch = format!(r#"[{{"op":"test","path":"","value":{b}}}]"#);
        apply_patch(a, &read_patch(&patch).unwrap()).is_ok()
    };
    let equal = r#"
        101 101.0 | 1.01e2 101 | 1.10 1.1 | 0.5 5e-1 | 0.050 5E-2 | 0 -0.0 | 0 0e999999999999999999999
        1e99999999999999999999 1e99999999999999999999 | 1e99999999999999999999 10e99999999999999999998
        1e99999999999999999999 0.1e+0100000000000000000000
        1e-99999999999999999999 0.01e-99999999999999999997
        1e9223372036854775808 10e9223372036854775807 | -1e-9223372036854775809 -0.1e-9223372036854775808
        {"a":1,"b":[2]} {"b":[2.0],"\u0061":1} | {"a":1,"a":2} {"a":2} | "\u0061" "a"
        {"\ud800":1} {"\uD801":1.0} | "\udc00" "\ufffd"
    "#;
    let different = r#"
        123456789012345678901 123456789012345678902 | 0.1 0.1000000000000000000001 | 1 -1 | 1 "1" | 0 null
        1e99999999999999999999 2 | 1e99999999999999999999 1e99999999999999999998
        1e99999999999999999999 1e-99999999999999999999
        1e9223372036854775807 10e9223372036854775807 | 1e9223372036854775807 0.1e+9223372036854775807
        {"a":1} {"a":1,"b":null} | [1,2] [2,1] | true false | [1,2] [12] | [[],[]] [[[]]]
        "\ud800" "\ud83d\ude00" | "\ud800" "\\ud800"
    "#;
    for (pairs, is_same) in [(equal, true), (different, false)] {
        for pair in pairs.split(['\n', '|']).map(str::trim) {
            if let Some((a, b)) = pair.split_once(' ') {
                assert_eq!(are_same(a, b), is_same, "{pair}");
                assert_eq!(are_same(b, a), is_same, "{pair}");
            }
        }
    }
    let (zeros, power) = ("0".repeat(30_000), "7".repeat(30_000));
    let shorter = format!("{}47777", "7".repeat(29_995));
    assert!(are_same(&format!("1e{power}"), &format!("1{zeros}e{shorter}")));
    let deep = |inner: &str| "[".repeat(100_000) + inner + &"]".repeat(100_000);
    assert!(are_same(&deep("1"), &deep("1.0")) && !are_same(&deep("1"), &deep("2")));
}

#[test]
fn patch_follows_rfc_at_any_depth() {
    let deep = format!("{}1{}", "[".repeat(5_000), "]".repeat(5_000));
    let place = "/0".repeat(5_000);
    let patch = format!(r#"[{{"op":"replace","path":"{place}","value":2}}]"#);
    let found = apply_patch(&deep, &read_patch(&patch).unwrap());
    assert_eq!(found, Ok(deep.replace('1', "2")));
}

/// Generates a text with unusual notation in which no two values have the same text.
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
                    let name = dice.pick(&["a", "b", "c", "d", "e", "\\u0062", "m~n", "x/y", "", "0"]);
                    text = format!("{text}\"{name}\"{}:{}", space(dice), space(dice));
                }
                text += &document(dice, depth - 1, count);
            }
            text + space(dice) + if is_object { "}" } else { "]" }
        }
    }
}

/// Generates a pointer to an existing or a missing target.
fn pointer(dice: &mut Dice, values: &[(String, &str)]) -> String {
    let (mut path, value) = values[dice.roll(values.len())].clone();
    if value.starts_with(['[', '{']) && dice.roll(2) == 0 {
        path += dice.pick(&["/-", "/0", "/1", "/2", "/a", "/b", "/new", "/m~0n", "/x~1y", "/"]);
    }
    path
}

#[test]
fn nested_copies_are_bounded() {
    let copy = r#"{"op":"copy","from":"/a","path":"/a/-"}"#;
    let copied = |times| {
        let patch = read_patch(&format!("[{}]", vec![copy; times].join(","))).unwrap();
        apply_patch(r#"{"a":["x"]}"#, &patch)
    };
    assert_eq!(copied(2).unwrap(), r#"{"a":["x",["x"],["x",["x"]]]}"#);
    assert!(copied(60).is_err());
}

#[test]
fn path_lookup_works_in_large_containers() {
    let members: Vec<_> = (0..40).map(|nth| format!(r#""n{nth}": {{"a":{nth}}}"#)).collect();
    let elements: Vec<_> = (0..40).map(|nth| format!("[{nth}]")).collect();
    let text = format!(
        r#"{{"o":{{"n7": 0, {}, "\u007e/":{{"a":40}}, "n8":[8]}},"l":[{}]}}"#,
        members.join(", "),
        elements.join(","),
    );
    let mut ops = Vec::new();
    for nth in (0..40).filter(|nth| *nth != 8) {
        ops.push(format!(r#"{{"op":"test","path":"/o/n{nth}/a","value":{nth}}}"#));
        ops.push(format!(r#"{{"op":"test","path":"/l/{nth}/0","value":{nth}}}"#));
    }
    // A path refers to the last of the members with one name.
    ops.push(r#"{"op":"test","path":"/o/n8/0","value":8}"#.into());
    ops.push(r#"{"op":"replace","path":"/o/~0~1/a","value":"x"}"#.into());
    ops.push(r#"{"op":"move","from":"/l/39/0","path":"/l/0/-"}"#.into());
    // An edit inside a moved value applies at its new location.
    ops.push(r#"{"op":"move","from":"/l/0","path":"/o/new"}"#.into());
    ops.push(r#"{"op":"add","path":"/o/new/0","value":"y"}"#.into());
    let patch = read_patch(&format!("[{}]", ops.join(","))).unwrap();
    let expected = text
        .replace(r#"{"a":40}"#, r#"{"a":"x"}"#)
        .replace(r#""n8":[8]"#, r#""n8":[8], "new":["y",0,39]"#)
        .replace("[0],[1]", "[1]")
        .replace(",[39]]", ",[]]");
    assert_eq!(apply_patch(&text, &patch).unwrap(), expected);
    for path in ["/o/n40/a", "/o/m/a", "/o//a", "/l/40/0", "/l/00/0", "/l/-/0", "/l/39/0/0"] {
        let op = format!(r#"[{{"op":"remove","path":"{path}"}}]"#);
        let made = apply_patch(&text, &read_patch(&op).unwrap());
        assert_eq!(made, Err(PatchError::DoesNotFit(0)), "{path}");
    }
}

/// Arrays and objects with thousands of elements, beside small ones.
#[test]
fn many_insertions_and_removals_are_applied() {
    // Miri is thousands of times slower.
    let most = if cfg!(miri) { 30 } else { 3_000 };
    for seed in random_cases(10) {
        let dice = &mut Dice(seed);
        let mut list: Vec<usize> = (0..dice.roll(most)).collect();
        let written = |list: &[usize]| {
            let members: Vec<_> = list.iter().map(|n| format!(r#""n{n}":{n}"#)).collect();
            format!(r#"{{"list":{list:?},"object":{{{}}}}}"#, members.join(","))
        };
        let text = written(&list);
        let mut object = list.clone();
        let mut ops = Vec::new();
        for number in most..most + dice.roll(most) {
            if dice.roll(3) == 0 && !list.is_empty() {
                let (at, name) = (dice.roll(list.len()), dice.roll(object.len()));
                list.remove(at);
                let name = object.remove(name);
                ops.push(format!(r#"{{"op":"remove","path":"/list/{at}"}}"#));
                ops.push(format!(r#"{{"op":"remove","path":"/object/n{name}"}}"#));
            } else {
                let at = dice.roll(list.len() + 1);
                list.insert(at, number);
                object.push(number);
                let path = format!("/list/{at}");
                ops.push(format!(r#"{{"op":"add","path":"{path}","value":{number}}}"#));
                ops.push(format!(r#"{{"op":"add","path":"/object/n{number}","value":{number}}}"#));
                ops.push(format!(r#"{{"op":"test","path":"{path}","value":{number}}}"#));
            }
        }
        let patch = read_patch(&format!("[{}]", ops.join(","))).unwrap();
        let made = apply_patch(&text, &patch).unwrap();
        let value: Value = serde_json::from_str(&made).unwrap();
        same(&value["list"], &serde_json::json!(list));
        let members: Vec<_> = object.iter().map(|n| format!(r#""n{n}""#)).collect();
        let names = made.split_once(r#""object""#).unwrap().1;
        let names = names.split(['{', ',', '}']).filter_map(|member| member.split_once(':'));
        let names: Vec<_> = names.map(|(name, _)| name.trim()).filter(|name| !name.is_empty()).collect();
        same(&names, &members.iter().map(String::as_str).collect());
    }
}

#[test]
fn random_operations_agree_on_text_and_value() {
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
            failures.push(format!("{text}\n{ops:?}\nfound {made:?}\nexpected {expected:?}"));
        }
    }
    failures.truncate(3);
    verdict(&failures);
    assert!(fitting > 5_000, "{fitting}");
}

/// Returns whether each value outside the operation's target still has its exact text, white space included.
fn untouched(values: &[(String, &str)], op: &PatchOp, text: &str, made: &str) -> bool {
    let touched = match op {
        PatchOp::Test { .. } => return made == text,
        // Removing an array element shifts the indices after it, so that the path points elsewhere.
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
    let mut others = values.iter().filter(|(path, _)| !touched.iter().any(|touched| meets(path, touched)));
    others.all(|(_, raw)| made.contains(raw))
}
