//! Tests `max_diagnostics`: which diagnostics of the whole report are retained, and the number of omitted ones.

use std::fmt::Write as _;

use renewal_rules::setup::Setup;
use renewal_rules::{check_catalogue, check_catalogue_lines};
use renewal_rules_oracle::cases::{Dice, catalogue_options, options, random_cases};
use renewal_rules_oracle::promises::{limited, limited_catalogue};

/// Joins a random number of random fragments. Replaces `#` by numbers that are not sorted, so that diagnostics are
/// found in another order than that of the report.
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

#[test]
fn a_limited_report_is_a_prefix_of_the_full_one() {
    let mut longest = 0;
    for seed in random_cases(40) {
        let dice = &mut Dice(seed);
        let products: Vec<String> = (0..3).map(|_| product(dice)).collect();
        let (array, lines) = (format!("[{}]", products.join(",")), products.join("\n") + "\n{\n0\n");
        let (nth, limit) = (dice.roll(STATED.len()), dice.pick(&[0, 1, 2, 10, 65, 300, 5_000]));
        limited(&products[0], &options(STATED[nth]), limit);
        let options = catalogue_options(STATED[nth % 4]);
        limited_catalogue(&options, limit, |options| check_catalogue(&array, options));
        limited_catalogue(&options, limit, |options| check_catalogue_lines(&lines, options));
        longest = longest.max(check_catalogue(&array, &options).diagnostics.len());
    }
    assert!(longest > 3_000, "{longest}");
}

#[test]
fn a_setup_report_is_limited_as_a_whole() {
    let product = r#"{"licence_term":"p1d","name":""}"#;
    let text = format!(r#"{{"initiator":{product},"renewals":[{product},{product}],"kinds":{{"ar":true}}}}"#);
    let setup = Setup::from_json(&text).unwrap();
    let full = setup.check(&options("{}")).diagnostics;
    for limit in [0, 1, full.len() - 1, full.len()] {
        let report = setup.check(&options(&format!(r#"{{"maxDiagnostics":{limit}}}"#)));
        assert_eq!((report.diagnostics.len(), report.omitted), (limit, Some(full.len() - limit)));
    }
}
