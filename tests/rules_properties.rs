//! What holds for every input.

use crate::catalogue_parts::streamed;
use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index, select},
};
use renewal_rules::{
    Code, Consent, Diagnostic, Options, apply_patch, article, cart_comment, check, check_catalogue,
    check_catalogue_lines, effective_kind, fix_all, fix_catalogue, read,
};
use renewal_rules_oracle::{
    cases::options,
    choices::Choices,
    invariants::{added, invariants},
    make,
    promises::{readable, told_by_fields},
};

type Text = BoxedStrategy<String>;

/// What the bytes of a fuzz target make, of bytes by chance.
fn made(make: fn(&mut Choices<'_>) -> String) -> Text {
    vec(any::<u8>(), 0..600)
        .prop_map(move |bytes| make(&mut Choices::new(&bytes)))
        .boxed()
}

fn product() -> Text {
    made(make::product)
}

fn stated() -> Text {
    made(make::options)
}

fn json(depth: u32) -> Text {
    let scalar = prop_oneof![
        select(vec![
            "null",
            "true",
            "false",
            "0",
            "-1.5",
            "1e400",
            "101",
            "\"\"",
            "\"x\\u0000\"",
            "\"\u{e4}\"",
            "\"P6D\"",
            "9007199254740993"
        ])
        .prop_map(str::to_owned),
        any::<f64>().prop_filter_map("no number", |number| serde_json::to_string(&number).ok()),
        any::<String>().prop_map(|text| serde_json::to_string(&text).unwrap()),
    ];
    scalar
        .prop_recursive(depth, 24, 5, |inner| {
            let name = prop_oneof![
                select(vec![
                    "id",
                    "name",
                    "renew_settings",
                    "renew_ar",
                    "product_id_for_renew",
                    "variants",
                    "price",
                    "common",
                    "localization_values",
                    "licence_term",
                    "enable",
                    "en_US",
                    "sku"
                ])
                .prop_map(str::to_owned),
                any::<String>(),
            ];
            prop_oneof![
                vec(inner.clone(), 0..5).prop_map(|items| format!("[{}]", items.join(", "))),
                vec((name, inner), 0..6).prop_map(|members| {
                    let members: Vec<String> = members
                        .iter()
                        .map(|(name, value)| {
                            format!("{}:{value}", serde_json::to_string(name).unwrap())
                        })
                        .collect();
                    format!("{{{}}}", members.join(","))
                }),
            ]
        })
        .boxed()
}

/// Every call, for its not ending in a panic.
fn call_everything(bytes: &[u8], options: &Options) {
    let _ = check(bytes, options);
    let _ = read(bytes, options);
    let _ = check_catalogue(bytes, options);
    let _ = check_catalogue_lines(bytes, options);
    for &consent in Consent::ALL {
        let _ = effective_kind(bytes, &options.clone().with_consent(consent));
        let _ = article(bytes, 0, &options.clone().with_consent(consent));
        let _ = cart_comment(bytes, "en_US", &options.clone().with_consent(consent));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = fix_all(text, options);
        let _ = fix_catalogue(text, options);
        let _ = Options::from_json(text);
    }
}

/// The same text with some bytes changed, left out or said twice.
fn mutate(text: &str, changes: &[(Index, u8)]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (index, byte) in changes {
        if bytes.is_empty() {
            break;
        }
        let at = index.index(bytes.len());
        match byte % 4 {
            0 => _ = bytes.remove(at),
            1 => bytes.insert(at, *byte),
            2 => bytes[at] = *byte,
            _ => bytes[at] = br#"{}[]",:\0"#[usize::from(*byte) % 9],
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn products_keep_every_promise_of_a_report(text in product(), stated in stated()) {
        let broken = invariants(&text, &options(&stated));
        prop_assert!(broken.is_empty(), "{stated}\n{text}\n{}", broken.join("\n"));
    }

    #[test]
    fn arbitrary_json_keeps_every_promise_of_a_report(text in json(5), stated in stated()) {
        let broken = invariants(&text, &options(&stated));
        prop_assert!(broken.is_empty(), "{stated}\n{text}\n{}", broken.join("\n"));
        call_everything(text.as_bytes(), &Options::default());
    }

    #[test]
    fn changed_products_never_panic(
        text in product(),
        stated in stated(),
        changes in vec((any::<Index>(), any::<u8>()), 1..5),
    ) {
        let bytes = mutate(&text, &changes);
        call_everything(&bytes, &options(&stated));
        if let Ok(text) = std::str::from_utf8(&bytes) {
            let is_json = serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
            let report = check(text, &Options::default());
            let is_read = report.diagnostics.iter().all(|d| d.code.as_str() != "json-syntax");
            prop_assert_eq!(is_read, is_json, "{}", text);
            if is_read {
                let broken = invariants(text, &options(&stated));
                prop_assert!(broken.is_empty(), "{stated}\n{text}\n{}", broken.join("\n"));
            }
        }
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in vec(any::<u8>(), 0..200), text in any::<String>()) {
        call_everything(&bytes, &Options::default());
        call_everything(text.as_bytes(), &Options::default());
    }

    #[test]
    fn what_is_clean_is_read_and_stays_clean(text in product(), stated in stated()) {
        readable(&text, &options(&stated));
    }

    #[test]
    fn a_change_of_one_field_alters_only_the_codes_that_read_it(
        text in product(),
        stated in stated(),
        nth in any::<usize>(),
        value in select(vec!["true", "false", "\"0.00\"", "\"P1D\"", "102", "null", "[102,102]", "{}", "\"9.90\"", "\"\"", "[]"]),
    ) {
        told_by_fields(&text, &options(&stated), nth, &serde_json::from_str(value).unwrap());
    }

    #[test]
    fn catalogues_judge_each_product_as_a_record(texts in vec(product(), 0..5)) {
        let catalogue = format!("[{}]", texts.join(","));
        let found = check_catalogue(catalogue.as_str(), &Options::default());
        prop_assert_eq!(&found, &check_catalogue(catalogue.as_bytes(), &Options::default()));
        for (nth, text) in texts.iter().enumerate() {
            for diagnostic in check(text.as_str(), &Options::default()).diagnostics {
                if diagnostic.code == Code::NotChecked {
                    // It is said once of the whole report.
                    continue;
                }
                let path = format!("/{nth}{}", diagnostic.path);
                let is_there = found.diagnostics.iter().any(|d| {
                    (d.code, &d.path, &d.params, d.severity)
                        == (diagnostic.code, &path, &diagnostic.params, diagnostic.severity)
                });
                prop_assert!(is_there, "{catalogue}\n{path} {}", diagnostic.code);
            }
        }
        let lines: Vec<String> = texts.iter().map(|text| text.replace(['\r', '\n'], " ")).collect();
        let of_lines = check_catalogue_lines(lines.join("\n").as_bytes(), &Options::default());
        let keys = |list: &[Diagnostic]| -> Vec<_> {
            list.iter().map(|d| (d.code, d.path.clone(), d.params.clone(), d.fix.clone())).collect()
        };
        prop_assert_eq!(keys(&found.diagnostics), keys(&of_lines.diagnostics));
        prop_assert_eq!(streamed(lines.join("\r\n").as_bytes(), 5, &Options::default()), check_catalogue_lines(lines.join("\r\n").as_bytes(), &Options::default()));
        // Behind a line that is not UTF-8, and one whose number no float holds.
        let other = [b"\xff \xff\n{\"id\":1e999}\n", lines.join("\n").as_bytes()].concat();
        let reported = check_catalogue_lines(&other, &Options::default()).diagnostics;
        for (nth, line) in (2..).zip(&lines) {
            for mut diagnostic in check(line.as_str(), &Options::default()).diagnostics {
                if diagnostic.code == Code::NotChecked {
                    continue;
                }
                let at = diagnostic.location.as_mut().unwrap();
                at.line += nth;
                at.end_line += nth;
                let path = format!("/{nth}{}", diagnostic.path);
                let is_there = reported.iter().any(|d| {
                    (d.code, &d.path, d.location) == (diagnostic.code, &path, diagnostic.location)
                });
                prop_assert!(is_there, "{lines:?}\n{path} {} at {:?}", diagnostic.code, diagnostic.location);
            }
        }
        let fixed = fix_catalogue(&catalogue, &Options::default());
        // What is left brings out an error in another product.
        for left in fixed.report.diagnostics.iter().filter_map(|d| d.fix.as_deref()) {
            let text = apply_patch(&fixed.text, left).unwrap();
            let report = check_catalogue(&text, &Options::default());
            let adds = added(&fixed.report.diagnostics, &report.diagnostics).is_some();
            prop_assert!(adds, "{}", fixed.text);
        }
    }
}
