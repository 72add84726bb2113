//! Tests the text of comparisons, in English and in another language.

use std::{collections::BTreeSet, fmt::Write as _};

use renewal_rules::{Messages, RUSSIAN};
use renewal_rules_formatters::comparison_table;
use renewal_rules_preview::compare::{CompareOptions, Comparison};
use renewal_rules_preview::timeline::StopReason;
use renewal_rules_preview::{Sentences, compare};

use super::compare::{CATALOGUE, shortened, with};
use super::{products, russian};

/// Fragments of the catalogue and their replacement in the other version.
const EDITS: &[(&str, &str)] = &[
    ("", ""),
    (r#""licence_term":"P14D""#, r#""licence_term":"P5D""#),
    (r#""licence_term":"P1M""#, r#""licence_term":"P5D""#),
    (r#""licence_term":"P1M""#, r#""licence_term":"P0D""#),
    (r#""licence_term":"P1M""#, r#""licence_term":"1M""#),
    (r#","licence_term":"P1M""#, ""),
    ("[102,103,103]", "[102,102]"),
    ("[102,103,103]", "[102,999,999]"),
    ("[102,103,103]", "[102]"),
    ("[200,200]", "[103,103]"),
    (r#""renew_settings":{"product_id_for_renew":[200,200],"renew_ar":{"enable":true},"renew_email":true},"#, ""),
    (r#""renew_email":true"#, r#""renew_email":"yes""#),
    (r#""renew_email":true"#, r#""renew_pmr":true"#),
    (r#"[200,200],"renew_ar":{"enable":true},"renew_email":true"#, "[200,200]"),
    (r#""enable":true,"required":true"#, r#""enable":true"#),
    (r#""required":true}"#, r#""required":false},"renew_email":true"#),
    (r#""0.00""#, r#""5.00""#),
    (r#""9.90""#, r#""12.90""#),
    (r#""9.90""#, r#""9,90""#),
    (r#"{"common":{"currency":"USD","price":"9.90"}}"#, "{}"),
    (r#"[{"vendor_code":"V","sku":"S3","price":{"common":{"currency":"USD","price":"9.90"}}}]"#, "[]"),
    (
        r#"[{"vendor_code":"V","sku":"S3","#,
        r#"[{"vendor_code":"V","sku":"S4","price":{"common":{}}},{"vendor_code":"V","sku":"S3","#,
    ),
    (
        r#""sku":"B1","price":{"common":{"currency":"USD","price":"3.00"#,
        r#""price":{"common":{"currency":"USD","price":"4.00"#,
    ),
    ("T1-AR", "T9-AR"),
    ("Renews by itself.", "Renews monthly."),
    ("\"Ends.\"", "\"Stops.\""),
    (r#","comment_for_product_for_MR":"Ends.""#, ""),
    (r#""name":"Tool","#, ""),
    (r#""id":300"#, r#""id":301"#),
];

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
    let edited = EDITS.iter().map(|(from, to)| {
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

/// Pairs of versions in the notation of [`products`], with options.
const PAIRS: &[(&str, &str, &str)] = &[
    // The reason why the timeline ends is omitted if only the own id and the length of the period in it change.
    ("1 P10D", "2 P20D", r#"{"purchaseDate":"2026-01-31"}"#),
    ("1 P10D", "2 P20D - [3,3] pmr", r#"{"purchaseDate":"2026-01-31"}"#),
    // A free trial begins and ends.
    ("200 P1M 5.00 [103,103] pmr; 103 P1M 9.90", "200 P1M 0.00 [103,103] ar! pmr; 103 P1M 9.90", ""),
    ("200 P1M 0.00 [103,103] ar! pmr; 103 P1M 9.90", "200 P1M 5.00 [103,103] pmr; 103 P1M 9.90", ""),
    ("200 P1M - [200] ar", "200 P1M - [200,200] ar", ""),
    // Variants in another order, and with another article.
    (
        "1 P1M A=5.00|B=600.00 [2,2] ar; 2 P1M C=5.00|D=600.00",
        "1 P1M A=5.00|B=600.00 [2,2] ar; 2 P1M D=600.00|C=5.00",
        "",
    ),
    ("1 P1M A=5.00|B=600.00 [2,2] ar; 2 P1M C=5.00", "1 P1M B=600.00|A=5.00 [2,2] ar; 2 P1M E=7.00", ""),
    // Appending a variant moves no other one.
    ("1 P1M A=5.00 [1,1] ar", "1 P1M A=5.00|B=600.00 [1,1] ar", ""),
    // Buyers reach more or fewer renewals than before.
    ("1 P1M 1.00 [2,3,3] ar!; 2 P5D 5.00; 3 P12M 50.00", "1 P1M 1.00 [2,3,3] ar!; 2 P6D 5.00; 3 P12M 50.00", ""),
    ("1 P1M 1.00 [2,3,3] ar!; 2 P6D 5.00; 3 P12M 50.00", "1 P1M 1.00 [2,3,3] ar!; 2 P5D 5.00; 3 P12M 50.00", ""),
    // No buyer reaches product 3 as a renewal, so it is compared on its own.
    ("1 P1M 1.00 [2,3,3] ar!; 2 P5D 5.00; 3 P12M 50.00", "1 P1M 1.00 [2,3,3] ar!; 2 P5D 5.00; 3 P12M 60.00", ""),
    (
        "1 P1M 1.00 [2,3,3] ar!; 2 P5D 5.00; 3 P12M 50.00",
        "1 P1M 1.00 [2,3,3] ar!; 2 P5D 5.00; 3 P12M 60.00",
        r#"{"productId":1}"#,
    ),
    // "All later ones" are named only if some follow.
    ("1 P1M 1.00 [2,2] ar!; 2 P0D 5.00", "1 P1M 1.00 [2,2] ar!; 2 P1M 5.00", ""),
    ("1 P1M 1.00 [2,2] ar!; 2 P0D 5.00", "1 P1M 1.00 [2,2] ar!; 2 P0D 6.00", ""),
    // A product that becomes a renewal shows its own changes, too.
    ("1 P1M 1.00 [1,1] ar; 2 - 3.00", "1 P1M 1.00 [2,2] ar; 2 P1M 3.00", ""),
    ("1 P1M 1.00 [2,2] ar; 2 P1M 3.00", "1 P1M 1.00 [1,1] ar; 2 - 3.00", ""),
];

#[test]
fn text_lists_the_changes_of_each_edit() {
    let mut text = String::new();
    for (from, to) in EDITS {
        let _ = writeln!(text, "{from} -> {to}\n{}", with(from, to));
    }
    insta::assert_snapshot!("edits", text);
    let mut text = String::new();
    for (old, new, options) in PAIRS {
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
