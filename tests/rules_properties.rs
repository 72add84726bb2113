//! What holds for every input.

use std::collections::BTreeSet;

use crate::catalogue_parts::streamed;
use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index, select, subsequence},
};
use renewal_rules::{
    Code, Consent, Diagnostic, Options, apply_patch, article, cart_comment, check, check_catalogue,
    check_catalogue_lines, effective_kind, fix_all, fix_catalogue, read,
};
use renewal_rules_oracle::{
    cases::options,
    invariants::{added, field, invariants, is_within, outcome, pointers},
};

type Text = BoxedStrategy<String>;

/// One of these texts; an earlier one more often than a later one.
fn one(texts: &'static [&'static str]) -> Text {
    prop_oneof![
        4 => select(&texts[..texts.len().div_ceil(3)]),
        3 => select(texts),
    ]
    .prop_map(str::to_owned)
    .boxed()
}

/// An object of some of these members, in any order, seldom with a member twice.
fn object(members: Vec<(&'static str, Text)>) -> Text {
    let count = members.len();
    let values: Vec<Text> = members.iter().map(|(_, value)| value.clone()).collect();
    let names: Vec<&'static str> = members.iter().map(|(name, _)| *name).collect();
    let order = subsequence((0..count).collect::<Vec<_>>(), 0..=count).prop_shuffle();
    let space = select(vec!["", "", "", " ", "\n", "\t"]);
    (values, order, any::<u8>(), space)
        .prop_map(move |(values, mut order, twice, space)| {
            if let (true, Some(&first)) = (twice > 249, order.first()) {
                order.push(first);
            }
            let members: Vec<String> = order
                .iter()
                .map(|&nth| format!("{space}\"{}\":{space}{}", names[nth], values[nth]))
                .collect();
            format!("{{{}{space}}}", members.join(","))
        })
        .boxed()
}

/// Mostly this, now and then something of another type.
fn mostly(text: Text) -> Text {
    prop_oneof![
        12 => text,
        1 => select(vec!["null", "5", "\"x\"", "[]", "{}", "true", "-1.5", "1e400"]).prop_map(str::to_owned),
    ]
    .boxed()
}

const UNKNOWN: &[&str] = &[
    "0",
    "null",
    "\"p6d\"",
    "true",
    "[102,102]",
    "{}",
    "{\"a\":[1,{}]}",
    "\"P1M\"",
];

fn array(item: Text, most: usize) -> Text {
    vec(item, 0..=most)
        .prop_map(|items| format!("[{}]", items.join(",")))
        .boxed()
}

fn variant() -> Text {
    let text = || mostly(one(&["\"A\"", "\"B\"", "\"\"", "\" \"", "\"C\""]));
    let common = object(vec![
        (
            "currency",
            mostly(one(&["\"USD\"", "\"EUR\"", "\"usd\"", "\"\""])),
        ),
        (
            "price",
            mostly(one(&[
                "\"0.00\"", "\"9.90\"", "\"0\"", "\"0.0\"", "\"9,90\"", "0", "9.9", "\"\"", "1e2",
                "-1",
            ])),
        ),
        ("prize", one(&["\"0.00\"", "0", "\"9.90\""])),
        ("Currency", one(&["\"USD\"", "5"])),
    ]);
    let full = one(&[
        r#"{"vendor_code":"V","sku":"A","price":{"common":{"currency":"USD","price":"0.00"}}}"#,
        r#"{"vendor_code":"V","sku":"B","price":{"common":{"currency":"USD","price":"9.90"}}}"#,
        r#"{"vendor_code":"V","sku":"C","sku_ar":"D","price":{"common":{"currency":"USD","price":"0"}}}"#,
        r#"{"vendor_code":"V","sku":"C","price":{"common":{"currency":"usd","price":0}}}"#,
    ]);
    let price = object(vec![
        ("common", mostly(common)),
        ("comon", one(UNKNOWN)),
        ("EUR", one(UNKNOWN)),
    ]);
    prop_oneof![
        2 => full,
        1 => object(vec![
            ("vendor_code", text()),
            ("sku", text()),
            ("sku_ar", text()),
            ("price", mostly(price)),
            ("vendorCode", one(UNKNOWN)),
            ("SKU", one(UNKNOWN)),
            ("skuar", one(UNKNOWN)),
            ("zzz", one(UNKNOWN)),
        ]),
    ]
    .boxed()
}

fn settings() -> Text {
    let flag = || mostly(one(&["true", "false", "\"true\"", "1"]));
    let ar = object(vec![
        ("enable", flag()),
        ("required", flag()),
        ("requird", one(UNKNOWN)),
        ("Enable", flag()),
        ("zzz", one(UNKNOWN)),
    ]);
    let id = || mostly(one(&["102", "103", "101", "104", "101.0", "0", "\"102\""]));
    let chain = prop_oneof![
        3 => one(&["[102,102]", "[101,101]", "[102,103,103]", "[102]", "[101]", "[102,103]", "[]", "[102,102,103,103]", "[101,102]"]),
        1 => array(id(), 5),
    ];
    let misspelt = || one(&["[102,102]", "true", "false", "{\"enable\":true}", "0"]);
    object(vec![
        ("product_id_for_renew", mostly(chain.boxed())),
        ("renew_ar", mostly(ar)),
        ("renew_pmr", flag()),
        ("renew_email", flag()),
        ("renewEmail", misspelt()),
        ("renew_par", misspelt()),
        ("product_id_for_renewal", misspelt()),
        ("renewAR", misspelt()),
        ("a/b~", one(UNKNOWN)),
    ])
}

fn product() -> Text {
    let text = || {
        mostly(one(&[
            "\"N\"",
            "\"\u{1f600}\u{e4}\"",
            "\"\"",
            "\" \"",
            "5",
            "\"\\ud83d\\ude00\"",
        ]))
    };
    let comments = || {
        mostly(object(vec![
            ("comment_for_product_for_AR", text()),
            ("comment_for_product_for_MR", text()),
            ("comment_for_product_for_XR", one(UNKNOWN)),
            ("commentForProductForMR", text()),
        ]))
    };
    let term = || {
        mostly(one(&[
            "\"P1M\"",
            "\"P6D\"",
            "\"P5D\"",
            "\"P11D\"",
            "\"P10D\"",
            "\"P3D\"",
            "\"P0D\"",
            "\"p6d\"",
            "\"P2W\"",
            "\"P0W\"",
            "\"P6\"",
            "\"p5d\"",
            "\"P1Y\"",
            "\" P6D \"",
            "\"6D\"",
            "\"P01M\"",
            "\"P1W\"",
            "30",
            "\"P613566757W\"",
            "\"P357913942Y\"",
            "\"p0m\"",
        ]))
    };
    object(vec![
        (
            "id",
            mostly(one(&[
                "101", "102", "101.0", "0", "\"101\"", "1.5", "\"0101\"", "\"1e2\"",
            ])),
        ),
        ("family_name", text()),
        ("name", text()),
        ("license_type", text()),
        ("licence_term", term()),
        ("renew_settings", mostly(settings())),
        (
            "localization_values",
            mostly(object(vec![
                ("en_US", comments()),
                ("en-US", comments()),
                ("en-us", comments()),
                ("EN_us", comments()),
                ("de_DE", comments()),
                ("de", comments()),
                ("", comments()),
            ])),
        ),
        ("variants", mostly(array(mostly(variant()), 3))),
        ("ID", one(&["101", "102", "\"x\"", "0"])),
        ("license_term", term()),
        ("licenceTerm", term()),
        ("renewSettings", settings()),
        ("varients", array(variant(), 2)),
        ("family-name", text()),
        ("zzz", one(UNKNOWN)),
    ])
}

fn stated() -> Text {
    // What is given to the call as the product before an update has no key twice.
    let current = product().prop_map(|text| {
        let value: Option<serde_json::Value> = serde_json::from_str(&text).ok();
        value.map_or_else(|| "{}".to_owned(), |value| value.to_string())
    });
    prop_oneof![
        2 => Just(String::new()),
        3 => (
            select(vec!["record", "create", "update"]),
            select(vec!["", r#","role":"initiator""#, r#","role":"renewal""#, r#","role":"selfRenewing""#]),
            select(vec!["", "", r#","trial":true"#, r#","trial":false"#]),
            select(vec!["", r#","productId":101"#, r#","productId":102"#]),
            select(vec!["", r#","payment":"online""#, r#","payment":"offline""#]),
            select(vec!["", r#","limits":{"arMinDays":20,"pmrOnlineMinDays":7,"pmrOfflineMinDays":7}"#, r#","limits":{"emailOnlineMinDays":12}"#]),
            proptest::option::of(current),
        )
            .prop_map(|(operation, role, trial, id, payment, limits, current)| {
                let current = current.map_or_else(String::new, |current| format!(r#","current":{current}"#));
                format!(r#"{{"operation":"{operation}"{role}{trial}{id}{payment}{limits}{current}}}"#)
            }),
    ]
    .boxed()
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
        let options = options(&stated);
        let report = check(text.as_str(), &options);
        match read(text.as_str(), &options) {
            Ok(product) => {
                prop_assert!(report.valid);
                let written = serde_json::to_string(&product).unwrap();
                prop_assert!(check(written.as_str(), &options).valid, "{text}\n{written}");
                prop_assert_eq!(read(written.as_str(), &options).ok(), Some(product));
            }
            Err(found) => prop_assert_eq!(found, report),
        }
    }

    #[test]
    fn a_change_of_one_field_alters_only_the_codes_that_read_it(
        text in product(),
        stated in stated(),
        index in any::<Index>(),
        value in one(&["true", "false", "\"0.00\"", "\"P1D\"", "102", "null", "[102,102]", "{}", "\"9.90\"", "\"\"", "[]"]),
    ) {
        let Ok(before) = serde_json::from_str::<serde_json::Value>(&text) else { return Ok(()) };
        let mut list = Vec::new();
        pointers(&before, "", &mut list);
        prop_assume!(!list.is_empty());
        let path = &list[index.index(list.len())];
        let mut after = before.clone();
        *after.pointer_mut(path).unwrap() = serde_json::from_str(&value).unwrap();
        let options = options(&stated);
        let (before, after) = (check(&before, &options), check(&after, &options));
        let changed = field(path);
        let codes: BTreeSet<_> = before.diagnostics.iter().chain(&after.diagnostics).map(|d| d.code).collect();
        for code in codes {
            let name = code.as_str();
            if outcome(&before.diagnostics, name) != outcome(&after.diagnostics, name) {
                let is_read = code.rule().reads().any(|read| is_within(&read, &changed) || is_within(&changed, &read));
                prop_assert!(is_read, "{stated}\n{text}\n{path} to {value} alters {name}");
            }
        }
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
        let lines: Vec<String> = texts.iter().map(|text| text.replace('\n', " ")).collect();
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
