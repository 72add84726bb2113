//! Tests typos and duplicate names on random names, and the locations of duplicates.

use proptest::prelude::*;
use renewal_rules::messages::nearest;
use renewal_rules::{Code, Diagnostic, Options, check, check_catalogue};

proptest! {
    /// Compares `nearest` with the distance that the crate `strsim` computes.
    #[test]
    fn nearest_agrees_with_strsim(word in "[abé]{0,9}", known in "[abé]{0,9}") {
        let allowed = match known.len() {
            0..=3 => 0,
            4..=7 => 1,
            _ => 2,
        };
        let is_near = strsim::osa_distance(&word, &known) <= allowed;
        prop_assert_eq!(nearest(&word, [known.as_str()]).is_some(), is_near);
    }

    #[test]
    fn duplicate_name_is_reported_once_at_the_last(names in prop::collection::vec(0_u8..12, 0..60)) {
        let members: Vec<String> = names.iter().map(|name| format!("\"{name}\":1")).collect();
        let report = check(format!("{{{}}}", members.join(",\n")), &Options::default());
        let found = report.diagnostics.iter().filter(|found| found.code == Code::DuplicateKey);
        let found: Vec<_> = found.map(|found| (found.path.clone(), found.location.unwrap().line)).collect();
        let mut expected = Vec::new();
        for (first, name) in names.iter().enumerate().filter(|(at, name)| !names[..*at].contains(name)) {
            let last = names.iter().rposition(|other| other == name).unwrap();
            if last > first {
                expected.push((format!("/{name}"), last + 1));
            }
        }
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn the_last_of_two_members_with_an_unknown_name_is_located() {
    let text = r#"{"licence_trem":1,"licence_trem":2}"#;
    let whole = format!("[{text}]");
    let (alone, listed) = (check(text, &Options::default()), check_catalogue(whole.as_str(), &Options::default()));
    let columns = |diagnostics: &[Diagnostic]| -> Vec<usize> {
        diagnostics.iter().map(|found| found.location.unwrap().column).collect()
    };
    assert_eq!(columns(&alone.diagnostics), [19, 19]);
    assert_eq!(columns(&listed.diagnostics), [20, 20]);
}

#[test]
fn last_duplicate_object_replaces_earlier_ones() {
    let trial = r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V","sku":"S",
"price":{"common":{"currency":"USD","price":"0.00"}}#
}]}"#;
    let rows: &[(&str, &str, &[&str])] = &[
        (
            trial,
            ",\n\"price\":{\"common\":{\"currency\":\"USD\"}}",
            &["duplicate-key /variants/0/price 3:1", "missing-field /variants/0/price/common/price 3:19"],
        ),
        (
            trial,
            ",\n\"price\":{}",
            &["duplicate-key /variants/0/price 3:1", "missing-field /variants/0/price/common 3:9"],
        ),
        (
            r#"{"licence_term":"P5D",
"renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}#}"#,
            ",\n\"renew_settings\":{\"renew_email\":true}",
            &[
                "term-below-minimum /licence_term 1:17",
                "duplicate-key /renew_settings 3:1",
                "chain-missing /renew_settings/product_id_for_renew 3:18",
            ],
        ),
        (
            r#"{"licence_term":"P5D","renew_settings":{"product_id_for_renew":[102,102],
"renew_ar":{"enable":true}#}}"#,
            ",\n\"renew_ar\":{\"required\":true}",
            &[
                "no-kind-enabled /renew_settings 1:40",
                "duplicate-key /renew_settings/renew_ar 3:1",
                "ar-required-without-ar /renew_settings/renew_ar/required 3:24",
            ],
        ),
    ];
    for (text, again, expected) in rows {
        let alone = check(text.replace('#', "").as_str(), &Options::default());
        assert_eq!(alone.trial, *text == trial);
        let report = check(text.replace('#', again).as_str(), &Options::default());
        assert!(!report.trial, "{text}");
        let found: Vec<String> = report
            .diagnostics
            .iter()
            .map(|found| {
                let at = found.location.unwrap();
                format!("{} {} {}:{}", found.code, found.path, at.line, at.column)
            })
            .collect();
        assert_eq!(found, *expected, "{text}");
    }
}
