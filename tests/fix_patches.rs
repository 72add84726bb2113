//! Patches on text, and the fixes of a catalogue.

use renewal_rules::{
    Options, PatchOp, apply_patch, check, check_catalogue, check_catalogue_lines, fix_all,
    fix_catalogue, fix_catalogue_lines,
};
use renewal_rules_oracle::cases::{catalogue_options, verdict};
use serde_json::{Value, json};

#[test]
fn the_rest_of_the_text_stays_as_it_is() {
    let text = "{ \"other\" : 1.10e0,\t\"licence_term\":\r\n \"p6d\" ,\"\\u0061\":\"\\u00e4\\/\",\"big\":123456789012345678901234567890 , \"localization_values\": { \"de-DE\" : { } } }\n";
    let fixed = fix_all(text, &Options::default());
    assert_eq!(
        fixed.text,
        text.replace("p6d", "P6D").replace("de-DE", "de_DE")
    );
    assert_eq!(fixed.applied, 2);
    assert!(fixed.report.valid);
}

fn operation(value: &Value) -> PatchOp {
    let text = |name: &str| value[name].as_str().unwrap().to_owned();
    let json = || serde_json::from_str(&value["value"].to_string()).unwrap();
    match value["op"].as_str().unwrap() {
        "add" => PatchOp::Add {
            path: text("path"),
            value: json(),
        },
        "replace" => PatchOp::Replace {
            path: text("path"),
            value: json(),
        },
        "remove" => PatchOp::Remove { path: text("path") },
        "copy" => PatchOp::Copy {
            from: text("from"),
            path: text("path"),
        },
        "test" => PatchOp::Test {
            path: text("path"),
            value: json(),
        },
        _ => PatchOp::Move {
            from: text("from"),
            path: text("path"),
        },
    }
}

#[test]
fn a_patch_is_written_and_read_as_rfc_6902_says() {
    let mut failures = Vec::new();
    for patch in [
        json!({"op":"add","path":"/a/-","value":{"b":[1,"x",null]}}),
        json!({"op":"replace","path":"/a","value":"x"}),
        json!({"op":"remove","path":"/a~1b"}),
        json!({"op":"move","from":"/a","path":"/b"}),
        json!({"op":"copy","from":"/a","path":"/b"}),
        json!({"op":"test","path":"/a","value":{"b":[1,"x",null]}}),
    ] {
        let operation = operation(&patch);
        let read: Result<PatchOp, _> = serde_json::from_str(&patch.to_string());
        if serde_json::to_value(&operation).unwrap() != patch
            || read.as_ref().ok() != Some(&operation)
        {
            failures.push(format!("{patch}: {read:?}"));
        }
    }
    verdict(&failures);
}

#[test]
fn a_patch_is_applied_as_rfc_6902_says() {
    let mut failures = Vec::new();
    for (text, patch, expected) in [
        (
            "{}",
            json!({"op":"add","path":"/a","value":1}),
            r#"{"a":1}"#,
        ),
        (
            "{ }",
            json!({"op":"add","path":"/a","value":1}),
            r#"{"a":1}"#,
        ),
        (
            r#"{"b":2}"#,
            json!({"op":"add","path":"/a","value":{"c":[]}}),
            r#"{"b":2,"a":{"c":[]}}"#,
        ),
        (
            r#"{"a":2}"#,
            json!({"op":"add","path":"/a","value":1}),
            r#"{"a":1}"#,
        ),
        ("[]", json!({"op":"add","path":"/-","value":1}), "[1]"),
        ("[1]", json!({"op":"add","path":"/-","value":2}), "[1,2]"),
        ("[1]", json!({"op":"add","path":"/0","value":2}), "[2,1]"),
        ("[1]", json!({"op":"add","path":"/1","value":2}), "[1,2]"),
        ("[1,2,3]", json!({"op":"remove","path":"/1"}), "[1,3]"),
        ("[1,2,3]", json!({"op":"remove","path":"/2"}), "[1,2]"),
        ("[1]", json!({"op":"remove","path":"/0"}), "[]"),
        (r#"{"a":1}"#, json!({"op":"remove","path":"/a"}), "{}"),
        (
            r#"{"a":1,"b":2}"#,
            json!({"op":"remove","path":"/a"}),
            r#"{"b":2}"#,
        ),
        (
            r#"{"a":1,"b":2}"#,
            json!({"op":"remove","path":"/b"}),
            r#"{"a":1}"#,
        ),
        (
            r#"{"a/b":{"m~n":1}}"#,
            json!({"op":"replace","path":"/a~1b/m~0n","value":2}),
            r#"{"a/b":{"m~n":2}}"#,
        ),
        (
            r#"{"\u0061":1}"#,
            json!({"op":"replace","path":"/a","value":2}),
            r#"{"a":2}"#,
        ),
        (
            r#"{"a":[{"b":1}]}"#,
            json!({"op":"replace","path":"/a/0/b","value":"\u{1f600}\""}),
            r#"{"a":[{"b":"😀\""}]}"#,
        ),
        (
            r#"{"a":1,"c":3}"#,
            json!({"op":"move","from":"/a","path":"/b"}),
            r#"{"b":1,"c":3}"#,
        ),
        (
            r#"{"a":1}"#,
            json!({"op":"move","from":"/a","path":"/a"}),
            r#"{"a":1}"#,
        ),
        ("1", json!({"op":"replace","path":"","value":2}), "2"),
    ] {
        let found = apply_patch(text, &[operation(&patch)]);
        let read = |text: &str| serde_json::from_str::<Value>(text).ok();
        if found.as_deref().ok().and_then(read) != read(expected) {
            failures.push(format!("{text} {patch}: {found:?}, not {expected}"));
        }
    }
    verdict(&failures);
}

#[test]
fn a_patch_that_does_not_fit_is_refused() {
    let mut failures = Vec::new();
    for (text, patch) in [
        ("{}", json!({"op":"remove","path":"/a"})),
        ("{}", json!({"op":"replace","path":"/a","value":1})),
        ("{}", json!({"op":"add","path":"/a/b","value":1})),
        ("{}", json!({"op":"move","from":"/a","path":"/b"})),
        ("[1]", json!({"op":"add","path":"/2","value":1})),
        ("[1]", json!({"op":"add","path":"/01","value":1})),
        ("[1]", json!({"op":"add","path":"/+1","value":1})),
        ("[1]", json!({"op":"remove","path":"/1"})),
        ("[1]", json!({"op":"remove","path":"/-"})),
        ("[1]", json!({"op":"remove","path":"/00"})),
        ("[1,2]", json!({"op":"remove","path":"/01"})),
        ("[1,2]", json!({"op":"remove","path":"/+1"})),
        ("[1,2]", json!({"op":"remove","path":"/-1"})),
        ("[1]", json!({"op":"remove","path":"0"})),
        (r#"{"a":1}"#, json!({"op":"replace","path":"a","value":2})),
        (r#"{"a":1}"#, json!({"op":"add","path":"a/b","value":2})),
        (r#"{"a":1}"#, json!({"op":"move","from":"/a","path":"b"})),
        ("{}", json!({"op":"add","path":"/~","value":1})),
        ("{}", json!({"op":"add","path":"/a~2","value":1})),
        ("5", json!({"op":"add","path":"/a","value":1})),
        ("{", json!({"op":"replace","path":"","value":1})),
    ] {
        if let Ok(found) = apply_patch(text, &[operation(&patch)]) {
            failures.push(format!("{text} {patch}: {found}"));
        }
    }
    verdict(&failures);
}

#[test]
fn catalogues_are_fixed_product_by_product() {
    let array = r#"[ {"licence_term":"p6d"}, {"id":1}, {"localization_values":{"en-US":{}}} ]"#;
    let fixed = fix_catalogue(array, &Options::default());
    assert_eq!(
        fixed.text,
        array.replace("p6d", "P6D").replace("en-US", "en_US")
    );
    assert_eq!(fixed.applied, 2);
    assert_eq!(
        fixed.report,
        check_catalogue(fixed.text.as_str(), &Options::default())
    );
    let lines = "{\"licence_term\":\"p6d\"}\n\n{\r\n {\"licence_term\":\"P2W\"} \n";
    let stated = catalogue_options(r#"{"payment":"online"}"#);
    let fixed = fix_catalogue_lines(lines, &stated);
    assert_eq!(
        fixed.text,
        lines.replace("p6d", "P6D").replace("P2W", "P14D")
    );
    assert_eq!(
        fixed.report,
        check_catalogue_lines(fixed.text.as_bytes(), &stated)
    );
}

#[test]
fn many_fixes_are_made() {
    let locales: Vec<String> = (b'a'..=b'z')
        .flat_map(|a| (b'A'..=b'Z').map(move |b| (a, b)))
        .map(|(a, b)| format!(r#""x{}-Y{}":{{}}"#, char::from(a), char::from(b)))
        .collect();
    let text = format!(r#"{{"localization_values":{{{}}}}}"#, locales.join(","));
    let fixed = fix_all(&text, &Options::default());
    assert_eq!((fixed.applied, fixed.text), (676, text.replace('-', "_")));
    assert!(
        check(text.as_str(), &Options::default())
            .diagnostics
            .iter()
            .all(|d| d.fix.is_some())
    );
}
