//! Tests `max_diagnostics`: which diagnostics of the whole report are retained, and the number of omitted ones.

use std::fmt::Write as _;

use renewal_rules::{CatalogueReport, Diagnostic, Options, Report, check, check_catalogue, check_catalogue_lines};
use renewal_rules_oracle::cases::{Dice, catalogue_options, options, random_cases, verdict};
use renewal_rules_oracle::promises::first as first_of;

/// Joins a random number of fragments, with a scattered number in place of `#`, so that diagnostics are found in
/// another order than that of the report.
fn many(dice: &mut Dice, fragments: &[&str]) -> String {
    let count = dice.pick(&[0, 3, 40, 200, 700]);
    let mut text = String::new();
    for nth in 0..count {
        let comma = if nth > 0 { "," } else { "" };
        let number = (nth * 7_919 + 13) % 1_000;
        let part = dice.pick(fragments).replace('#', &number.to_string());
        write!(text, "{comma}{part}").unwrap();
    }
    text
}

fn product(dice: &mut Dice) -> String {
    let chain = many(dice, &["0", "#", "\"#\"", "101", "null"]);
    let names = many(dice, &["\"x#\":0", "\"x\":0", "\"renewPmr\":true", "\"renew_pmr\":1"]);
    let locales = many(dice, &["\"en-US\":{}", "\"l#\":0", "\"de_DE\":{\"comment\":1}", "\"\\ud800\":{}"]);
    let variants = many(
        dice,
        &[
            "0",
            "{}",
            r#"{"price":{"x":0}}"#,
            r#"{"sku":"","sku":" ","SKU":""}"#,
            r#"{"vendor_code":"V","sku":"S","price":{"common":{"currency":"usd","price":"0"}}}"#,
            r#"{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"1"}}}"#,
        ],
    );
    let others = many(dice, &["\"licenceTerm\":5", "\"varaints\":#", "\"z#\":0", "\"name\":\"\"", "\"id\":#"]);
    let comma = if others.is_empty() { "" } else { "," };
    format!(
        r#"{{"variants":[{variants}],"localization_values":{{{locales}}},{others}{comma}"licence_term":"p1d","renew_settings":{{"product_id_for_renew":[{chain}],"renew_ar":{{"enable":true}}{}{names}}}}}"#,
        if names.is_empty() { "" } else { "," },
    )
}

const STATED: [&str; 6] = [
    "{}",
    r#"{"payment":"online","rules":{"unknown-field":"error","duplicate-key":"off"}}"#,
    r#"{"rules":{"type-mismatch":"warning","missing-field":"off","chain-repeated-id":"info"}}"#,
    r#"{"rules":{"locale-format":"off","not-checked":"off"}}"#,
    r#"{"operation":"create","trial":true}"#,
    r#"{"operation":"update","current":{"id":1,"renew_settings":{"a":0,"b":0},"variants":[0,0,{}],"localization_values":{"x":0}}}"#,
];

fn is_cut(
    (valid, whole): (bool, &[Diagnostic]),
    (limited_valid, first, omitted): (bool, &[Diagnostic], Option<usize>),
    limit: usize,
) -> bool {
    limited_valid == valid && first_of(whole, limit) == first && omitted == Some(whole.len() - first.len())
}

#[test]
fn a_limited_report_is_a_prefix_of_the_full_one() {
    let mut failures = Vec::new();
    let mut longest = 0;
    let of = |report: &Report| (report.valid, report.diagnostics.clone(), report.omitted);
    let of_many = |report: &CatalogueReport| (report.valid, report.diagnostics.clone(), report.omitted);
    for seed in random_cases(40) {
        let dice = &mut Dice(seed);
        let products: Vec<String> = (0..3).map(|_| product(dice)).collect();
        let text = &products[0];
        let (array, lines) = (format!("[{}]", products.join(",")), products.join("\n") + "\n{\n0\n");
        let (nth, limit) = (dice.roll(STATED.len()), dice.pick(&[0, 1, 2, 10, 65, 300, 5_000]));
        let limited = |options: &Options| {
            let mut options = options.clone();
            options.max_diagnostics = Some(limit);
            options
        };
        let whole = options(STATED[nth]);
        let mut pairs = vec![(of(&check(text, &whole)), of(&check(text, &limited(&whole))))];
        let whole = catalogue_options(STATED[nth % 4]);
        let first = limited(&whole);
        pairs.push((of_many(&check_catalogue(&array, &whole)), of_many(&check_catalogue(&array, &first))));
        let bytes = lines.as_bytes();
        pairs.push((of_many(&check_catalogue_lines(bytes, &whole)), of_many(&check_catalogue_lines(bytes, &first))));
        for (way, (whole, first)) in pairs.iter().enumerate() {
            longest = longest.max(whole.1.len());
            if !is_cut((whole.0, &whole.1), (first.0, &first.1, first.2), limit) || whole.2.is_some() {
                let lengths = (whole.1.len(), first.1.len(), first.2);
                failures.push(format!("{seed} {way} {} {limit} {lengths:?}", STATED[nth]));
            }
        }
    }
    verdict(&failures);
    assert!(longest > 3_000, "{longest}");
}
