//! Tests JSON Patch on text, and the fixes of a catalogue.

use renewal_rules::{
    Options, PatchOp, check, check_catalogue, check_catalogue_lines, fix_all, fix_catalogue, fix_catalogue_lines,
    read_patch,
};
use renewal_rules_oracle::cases::catalogue_options;
use serde_json::json;

#[test]
fn rest_of_the_text_is_preserved() {
    let text = "{ \"other\" : 1.10e0,\t\"licence_term\":\r\n \"p6d\" ,\"\\u0061\":\"\\u00e4\\/\",\"big\":123456789012345678901234567890 , \"localization_values\": { \"de-DE\" : { } } }\n";
    let fixed = fix_all(text, &Options::default());
    assert_eq!(fixed.text, text.replace("p6d", "P6D").replace("de-DE", "de_DE"));
    assert_eq!(fixed.applied, 2);
    assert!(fixed.report.valid);
}

#[test]
fn patch_round_trips() {
    let patch = json!([
        {"op":"add","path":"/a/-","value":{"b":[1,"x",null]}},
        {"op":"replace","path":"/a","value":"x"},
        {"op":"remove","path":"/a~1b"},
        {"op":"move","from":"/a","path":"/b"},
        {"op":"copy","from":"/a","path":"/b"},
        {"op":"test","path":"/a","value":{"b":[1,"x",null]}},
    ]);
    let of_patch = read_patch(&patch.to_string()).unwrap();
    assert_eq!(serde_json::to_value(&of_patch).unwrap(), patch);
    let of_serde: Vec<PatchOp> = serde_json::from_value(patch).unwrap();
    assert_eq!(of_serde, of_patch);
}

#[test]
fn catalogues_are_fixed_product_by_product() {
    let array = r#"[ {"licence_term":"p6d"}, {"id":1}, {"localization_values":{"en-US":{}}} ]"#;
    let fixed = fix_catalogue(array, &Options::default());
    assert_eq!(fixed.text, array.replace("p6d", "P6D").replace("en-US", "en_US"));
    assert_eq!(fixed.applied, 2);
    assert_eq!(fixed.report, check_catalogue(fixed.text.as_str(), &Options::default()));
    let lines = "{\"licence_term\":\"p6d\"}\n\n{\r\n {\"licence_term\":\"P2W\"} \n";
    let stated = catalogue_options(r#"{"payment":"online"}"#);
    let fixed = fix_catalogue_lines(lines, &stated);
    assert_eq!(fixed.text, lines.replace("p6d", "P6D").replace("P2W", "P14D"));
    assert_eq!(fixed.report, check_catalogue_lines(fixed.text.as_bytes(), &stated));
}

#[test]
fn many_fixes_are_applied() {
    let locales: Vec<String> = (b'a'..=b'z')
        .flat_map(|a| (b'A'..=b'Z').map(move |b| (a, b)))
        .map(|(a, b)| format!(r#""x{}-Y{}":{{}}"#, char::from(a), char::from(b)))
        .collect();
    let text = format!(r#"{{"localization_values":{{{}}}}}"#, locales.join(","));
    let fixed = fix_all(&text, &Options::default());
    assert_eq!((fixed.applied, fixed.text), (676, text.replace('-', "_")));
    assert!(check(text.as_str(), &Options::default()).diagnostics.iter().all(|d| d.fix.is_some()));
}
