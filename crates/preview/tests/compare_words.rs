//! Renders comparisons in another language: each sentence comes from that language's table.

use std::{collections::BTreeSet, fmt::Write as _};

use renewal_rules::{Messages, RUSSIAN};
use renewal_rules_preview::compare;
use renewal_rules_preview::compare::{CompareOptions, Comparison};
use renewal_rules_preview::timeline::StopReason;
use renewal_rules_preview::{WORDS_RUSSIAN, Words};

use super::compare::{CATALOGUE, shortened};

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
    ("C1", "C3"),
    (r#","comment_for_product_for_MR":"C2""#, ""),
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
    let catalogue = CATALOGUE.replace("Renews by itself.", "C1").replace("Ends.", "C2");
    let edited = EDITS.iter().map(|(from, to)| {
        assert!(catalogue.contains(from), "{from}");
        let new = if from.is_empty() { catalogue.clone() } else { catalogue.replace(from, to) };
        (catalogue.clone(), new)
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
    let own = Words::names().filter(|name| name.starts_with("compare-"));
    own.chain(stops).collect()
}

#[test]
fn every_comparison_sentence_is_used() {
    // The test language renders a sentence as its own name and its placeholders' values.
    let mut table = serde_json::Map::new();
    for name in Words::names() {
        let mut sentence = format!("‹{name}›");
        for (_, placeholder) in Words::english().text(name).split('{').enumerate().skip(1) {
            let placeholder = placeholder.split(['}', '|']).next().unwrap();
            let _ = write!(sentence, "{{{placeholder}}}");
        }
        table.insert(name.into(), sentence.into());
    }
    let words = Words::from_json(&serde_json::Value::from(table).to_string()).unwrap();
    let messages = Messages::from_json(RUSSIAN).unwrap();
    let texts = comparisons();
    let texts = texts.iter().map(|one| one.to_text_in(&words, &messages));
    let text: String = texts.collect();
    let unsaid = names();
    let unsaid: Vec<_> = unsaid.iter().filter(|name| !text.contains(&format!("‹{name}›"))).collect();
    assert!(unsaid.is_empty(), "{unsaid:?}");
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
fn a_comparison_in_russian_is_russian() {
    const SAME: &[&str] =
        &["AR", "PMR", "Email", "Trial", "Year", "Month", "Tool", "Book", "USD", "en", "US", "true", "false", "null"];
    let words = Words::from_json(WORDS_RUSSIAN).unwrap();
    let messages = Messages::from_json(RUSSIAN).unwrap();
    for comparison in comparisons() {
        let text = comparison.to_text_in(&words, &messages);
        let latin = sentences(&text);
        let mut latin = latin.split(|one: char| !one.is_ascii_alphanumeric());
        // Tokens such as S3 or P1M contain a digit or are a single letter.
        let foreign = latin
            .find(|word| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic()) && !SAME.contains(word));
        assert_eq!(foreign, None, "{text}");
        // The translation reports as many facts as the English text.
        assert_eq!(text.lines().count(), comparison.to_string().lines().count());
    }
}

#[test]
fn a_reviewer_reads_the_consequence_in_russian() {
    let words = Words::from_json(WORDS_RUSSIAN).unwrap();
    let messages = Messages::from_json(RUSSIAN).unwrap();
    let comparison = compare(CATALOGUE, shortened(), &CompareOptions::default()).unwrap();
    let text = comparison.to_text_in(&words, &messages);
    assert_eq!(text, EXPECTED, "{text}");
}

const EXPECTED: &str = "\
Продукт 101 (Trial)
  Продление 2 и все следующие: цена варианта S3 — теперь 12.90 USD, раньше 9.90 USD.

Продукт 200 (Tool)
  Вид продления, согласие дано, онлайн-оплата: теперь Email, раньше AR. В новой версии AR не действует: срок лицензии слишком короткий.
  Вид продления, согласие дано, офлайн-оплата: теперь без продления, раньше AR. В новой версии AR не действует: срок лицензии слишком короткий.
  Вид продления, в согласии отказано, офлайн-оплата; согласие невозможно, офлайн-оплата: теперь без продления, раньше Email. В новой версии Email не действует: срок лицензии слишком короткий.
  Покупка: срок лицензии — теперь P5D, раньше P1M.
  Покупка, согласие дано: артикул — теперь «T1», раньше «T1-AR».
  Продление 1 и все следующие, офлайн-оплата: теперь ничего, раньше [продукт 200, Tool, P1M, 5.00 USD].

Новые замечания:
  ошибка: продукт 200: Срок может составить всего 5 дней, а для продления AR нужно не меньше 6 дней. С меньшим сроком продление не успеть подготовить. Увеличьте `licence_term` или отключите AR. (term-below-minimum)
  предупреждение: продукт 200: Срок может составить всего 5 дней, а для продления Email при офлайн-оплате нужно не меньше 11 дней. С меньшим сроком продление не успеть подготовить. Увеличьте `licence_term` или отключите Email. (term-below-minimum)
";
