//! Tests the text of comparisons, in English and in another language.

use std::{collections::BTreeSet, fmt::Write as _};

use renewal_rules::{Messages, RUSSIAN};
use renewal_rules_formatters::comparison_table;
use renewal_rules_oracle::cases::rows;
use renewal_rules_preview::compare::{CompareOptions, Comparison};
use renewal_rules_preview::timeline::StopReason;
use renewal_rules_preview::{Sentences, compare};

use super::compare::{CATALOGUE, shortened, with};
use super::{products, russian};

/// Returns the edits in `edits.txt`: fragments of the catalogue, and their replacement in the other version.
fn edits() -> impl Iterator<Item = (&'static str, &'static str)> {
    let edits = rows(include_str!("edits.txt")).map(|row| row.split_once(" ->").unwrap());
    edits.map(|(from, to)| (from, to.trim_start()))
}

/// Versions with products that have no id, and with a variant that has no `sku`.
const ALONE: &[(&str, &str)] = &[
    (
        r#"{"licence_term":"P10D","variants":[{"price":{"common":{"price":"1"}}}]}"#,
        r#"{"licence_term":"P10D","variants":[{"price":{"common":{"price":"2"}}}],
            "renew_settings":{"product_id_for_renew":[3,3],"renew_pmr":true}}"#,
    ),
    (
        r#"{"id":1,"licence_term":"P10D"}"#,
        r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[2],"renew_ar":{"enable":true}}}"#,
    ),
];

/// Compares all versions in both directions, and at the last date of the calendar.
fn comparisons() -> Vec<Comparison> {
    let edited = edits().map(|(from, to)| {
        let new = if from.is_empty() { CATALOGUE.to_owned() } else { CATALOGUE.replace(from, to) };
        (CATALOGUE.to_owned(), new)
    });
    let alone = ALONE.iter().map(|(old, new)| (String::from(*old), String::from(*new)));
    let dates = ["2026-01-31", "9999-06-30"];
    let options = dates
        .map(|date| CompareOptions::from_json(&format!(r#"{{"purchaseDate":"{date}","pmrLeadDays":2}}"#)).unwrap());
    let pairs = edited.chain(alone);
    let both = pairs.flat_map(|(old, new)| [(new.clone(), old.clone()), (old, new)]);
    both.flat_map(|(old, new)| options.each_ref().map(|of| compare(&old, &new, of).unwrap())).collect()
}

/// Names of the sentences that only comparisons use.
fn names() -> BTreeSet<&'static str> {
    let stops = StopReason::ALL.iter().map(|reason| reason.as_str());
    let own = Sentences::names().filter(|name| name.starts_with("compare-"));
    own.chain(stops).collect()
}

#[test]
fn every_comparison_sentence_is_used() {
    // The test language renders a sentence as its own name and its placeholders' values.
    let mut table = serde_json::Map::new();
    for name in Sentences::names() {
        let mut sentence = format!("‹{name}›");
        for (_, placeholder) in Sentences::english().get(name).split('{').enumerate().skip(1) {
            let placeholder = placeholder.split(['}', '|']).next().unwrap();
            let _ = write!(sentence, "{{{placeholder}}}");
        }
        table.insert(name.into(), sentence.into());
    }
    let names_only = Sentences::from_json(&serde_json::Value::from(table).to_string()).unwrap();
    let messages = Messages::from_json(RUSSIAN).unwrap();
    let texts = comparisons();
    let texts = texts.iter().map(|one| one.to_text_in(&names_only, &messages));
    let text: String = texts.collect();
    let names = names();
    let unused: Vec<_> = names.iter().filter(|name| !text.contains(&format!("‹{name}›"))).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// Removes from a text everything that is equal in all languages: product data, fields in backticks, codes.
fn sentences(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = match line.rsplit_once(" (") {
            Some((line, code)) if code.ends_with(')') => line,
            _ => line,
        };
        line.split('`').step_by(2).collect::<String>()
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn russian_text_has_no_english_words() {
    const SAME: &str =
        "AR PMR Email Trial Year Month Tool Book USD en US true false null Renews by itself monthly Ends Stops";
    let sentences_ru = russian();
    let messages = Messages::from_json(RUSSIAN).unwrap();
    for comparison in comparisons() {
        let text = comparison.to_text_in(&sentences_ru, &messages);
        let latin = sentences(&text);
        let mut latin = latin.split(|one: char| !one.is_ascii_alphanumeric());
        // Tokens such as S3 or P1M contain a digit or are a single letter.
        let foreign = latin.find(|word| {
            word.len() > 1
                && word.bytes().all(|byte| byte.is_ascii_alphabetic())
                && !SAME.split(' ').any(|same| same == *word)
        });
        assert_eq!(foreign, None, "{text}");
        // The translation reports as many facts as the English text.
        assert_eq!(text.lines().count(), comparison.to_string().lines().count());
    }
}

#[test]
fn text_lists_the_changes_of_each_edit() {
    let mut text = String::new();
    for (from, to) in edits() {
        let _ = writeln!(text, "{from} -> {to}\n{}", with(from, to));
    }
    insta::assert_snapshot!("edits", text);
    let mut text = String::new();
    for row in rows(include_str!("pairs.txt")) {
        let (versions, options) = row.split_once(" | ").unwrap_or((row, ""));
        let (old, new) = versions.split_once(" -> ").unwrap();
        let comparison = compare(products(old), products(new), &CompareOptions::from_json(options).unwrap()).unwrap();
        let _ = writeln!(text, "{old} -> {new} {options}\n{comparison}");
    }
    insta::assert_snapshot!("pairs", text);
}

#[test]
fn review_is_readable_in_each_format_and_language() {
    let options = CompareOptions::from_json(r#"{"purchaseDate":"2026-01-31","renewals":2}"#).unwrap();
    let comparison = compare(CATALOGUE, shortened(), &options).unwrap();
    insta::assert_snapshot!("review", comparison.to_string());
    let messages = Messages::from_json(RUSSIAN).unwrap();
    insta::assert_snapshot!("review_russian", comparison.to_text_in(&russian(), &messages));
    insta::assert_snapshot!("review_table", comparison_table(&comparison));
    assert!(comparison_table(&compare(CATALOGUE, CATALOGUE, &options).unwrap()).starts_with("Nothing"));
}
