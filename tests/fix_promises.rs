//! What every fix promises: it brings no new error, alone or with all others, in its product or in another
//! one of a catalogue; all that fit are made in one go; nobody pays who did not.

use std::{collections::BTreeSet, fmt::Write as _};

use renewal_rules::{
    Diagnostic, Options, PatchOp, Scope, Severity, apply_patch, check, check_catalogue,
    check_catalogue_lines, fix_all, fix_catalogue, fix_catalogue_lines,
};
use renewal_rules_oracle::cases::{Dice, random_cases, verdict};
use serde_json::Value;

/// The errors by code and path.
type Errors = BTreeSet<(&'static str, String)>;

fn errors(diagnostics: &[Diagnostic]) -> Errors {
    let wrong = diagnostics.iter().filter(|d| d.severity == Severity::Error);
    wrong.map(|d| (d.code.as_str(), d.path.clone())).collect()
}

/// The errors where they stand after a member got another name.
fn renamed(errors: Errors, fix: &[PatchOp]) -> Errors {
    let new_place = |path: String| match fix {
        [PatchOp::Move { from, path: to }] => match path.strip_prefix(from.as_str()) {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("{to}{rest}"),
            _ => path,
        },
        _ => path,
    };
    let places = errors
        .into_iter()
        .map(|(code, path)| (code, new_place(path)));
    places.collect()
}

/// The products of which a buyer can be charged by auto renewal, or must be.
fn charging(text: &str) -> BTreeSet<(usize, &'static str)> {
    let value: Value = serde_json::from_str(text).unwrap();
    let products = value.as_array().cloned().unwrap_or_else(|| vec![value]);
    let mut charging = BTreeSet::new();
    for (index, product) in products.iter().enumerate() {
        for switch in ["enable", "required"] {
            let path = format!("/renew_settings/renew_ar/{switch}");
            if product.pointer(&path) == Some(&Value::Bool(true)) {
                charging.insert((index, switch));
            }
        }
    }
    charging
}

const IDS: &[&str] = &["1", "2", "3", "\"1\"", "\"2\"", "3.0", "0", ""];
const TERMS: &[&str] = &[
    "\"P1M\"", "\"P1M\"", "\"P6D\"", "\"P5D\"", "\"p1m\"", "\"P2W\"", "\"p3d\"", "\"P0D\"", "30",
    "",
];
const CHAINS: &[&str] = &[
    "[2]",
    "[2,2]",
    "[2,3]",
    "[2,3,3]",
    "[1,1]",
    "[1]",
    "[\"2\",\"2\"]",
    "[\"2\",2]",
    "[\"3\"]",
    "[2,\"3\"]",
    "[]",
    "[2,0]",
    "",
];
const SWITCHES: &[&str] = &[
    "true",
    "true",
    "false",
    "\"true\"",
    "\"false\"",
    "1",
    "",
    "",
];
const AMOUNTS: &[&str] = &[
    "\"0.00\"",
    "\"0.00\"",
    "\"0\"",
    "0",
    "0.0",
    "\"9.90\"",
    "9.90",
    "\".5\"",
    "\" 0.00\"",
    "\"x\"",
    "",
];

/// A name, now and then as somebody misspells it.
fn name(dice: &mut Dice, name: &str) -> String {
    match dice.roll(16) {
        0 => name.replace('_', ""),
        1 => name.replacen('_', "-", 1).to_uppercase(),
        2 => format!("{name}s"),
        _ => name.to_owned(),
    }
}

fn member(dice: &mut Dice, members: &mut Vec<String>, of: &str, value: &str) {
    if value.is_empty() {
        return;
    }
    let name = name(dice, of);
    members.push(format!("\"{name}\":{value}"));
    if dice.roll(40) == 0 {
        members.push(format!("\"{name}\":{value}"));
    }
}

fn product(dice: &mut Dice) -> String {
    let mut ar = Vec::new();
    for switch in ["enable", "required"] {
        let value = dice.pick(SWITCHES);
        member(dice, &mut ar, switch, value);
    }
    let mut settings = Vec::new();
    let chain = dice.pick(CHAINS);
    member(dice, &mut settings, "product_id_for_renew", chain);
    if dice.roll(6) > 0 {
        let ar = format!("{{{}}}", ar.join(","));
        member(dice, &mut settings, "renew_ar", &ar);
    }
    for switch in ["renew_pmr", "renew_email"] {
        let value = dice.pick(SWITCHES);
        member(dice, &mut settings, switch, value);
    }
    let mut members = Vec::new();
    let (id, term) = (dice.pick(IDS), dice.pick(TERMS));
    member(dice, &mut members, "id", id);
    member(dice, &mut members, "licence_term", term);
    if dice.roll(3) > 0 {
        let settings = format!("{{{}}}", settings.join(","));
        member(dice, &mut members, "renew_settings", &settings);
    }
    let mut variants = String::new();
    for number in 0..dice.roll(3) {
        let amount = dice.pick(AMOUNTS);
        let mut common = vec!["\"currency\":\"USD\"".to_owned()];
        member(dice, &mut common, "price", amount);
        let comma = if number > 0 { "," } else { "" };
        let common = format!(r#"{{"common":{{{}}}}}"#, common.join(","));
        let mut variant = vec![format!(r#""price":{common}"#)];
        for text in ["vendor_code", "sku"] {
            let value = dice.pick(&["\"V\"", "\"V\"", "\"\"", "5"]);
            member(dice, &mut variant, text, value);
        }
        write!(variants, "{comma}{{{}}}", variant.join(",")).unwrap();
    }
    if dice.roll(3) > 0 {
        member(dice, &mut members, "variants", &format!("[{variants}]"));
    }
    format!("{{{}}}", members.join(","))
}

/// Levels of rules, limits and payment.
fn levels(dice: &mut Dice) -> String {
    let codes = [
        "chain-repeated-id",
        "chain-too-short",
        "trial-mixed-prices",
        "renewal-has-settings",
        "no-kind-enabled",
        "trial-renewal-free",
        "term-below-minimum",
        "unknown-field",
        "trial-kind-ignored",
        "type-mismatch",
        "trial-price-form",
        "patch-drops-settings",
        "ar-required-without-ar",
        "patch-drops-variants",
        "empty-text",
        "missing-field",
    ];
    let mut levels = std::collections::BTreeMap::new();
    for _ in 0..dice.roll(4) {
        levels.insert(
            dice.pick(&codes),
            dice.pick(&["off", "info", "warning", "error", "error"]),
        );
    }
    let levels: Vec<String> = levels
        .iter()
        .map(|(code, level)| format!("\"{code}\":\"{level}\""))
        .collect();
    let payment = dice.pick(&["", r#","payment":"online""#, r#","payment":"offline""#]);
    let limits = dice.pick(&[
        "",
        r#","limits":{"pmrOnlineMinDays":7,"pmrOfflineMinDays":20}"#,
    ]);
    format!(r#""rules":{{{}}}{payment}{limits}"#, levels.join(","))
}

/// Makes all fixes: the text, how many there were, what is left.
type FixAll<'f> = &'f dyn Fn(&str) -> (String, usize, Vec<Diagnostic>);

/// What is wrong with the fixes that a report offers and with all of them together.
fn broken(
    text: &str,
    may_charge: bool,
    report: &dyn Fn(&str) -> Vec<Diagnostic>,
    fix: FixAll<'_>,
) -> Vec<String> {
    let before = report(text);
    let mut broken = Vec::new();
    for found in &before {
        let Some(fix) = &found.fix else { continue };
        let after = apply_patch(text, fix).unwrap();
        let new: Vec<_> = errors(&report(&after))
            .difference(&renamed(errors(&before), fix))
            .cloned()
            .collect();
        if !new.is_empty() {
            broken.push(format!(
                "{} {}: {fix:?} brings {new:?}",
                found.code, found.path
            ));
        }
        if !may_charge && !charging(&after).is_subset(&charging(text)) {
            broken.push(format!("{fix:?} charges"));
        }
    }
    let (fixed, applied, after) = fix(text);
    let new: Vec<_> = errors(&after)
        .difference(&errors(&before))
        .cloned()
        .collect();
    // What a misspelled name hid is not a new error, but no such fix is certain.
    if !new.is_empty() {
        broken.push(format!("all {applied} fixes bring {new:?}: {fixed}"));
    }
    if !may_charge && !charging(&fixed).is_subset(&charging(text)) {
        broken.push(format!("all fixes charge: {fixed}"));
    }
    if let Some(left) = after.iter().find(|d| d.fix.is_some()) {
        broken.push(format!(
            "a fix is left for {} {}: {fixed}",
            left.code, left.path
        ));
    }
    if fix(&fixed).1 != 0 {
        broken.push(format!("a second go finds fixes: {fixed}"));
    }
    broken
}

#[test]
fn fixes_of_random_catalogues_keep_their_promises() {
    let mut failures = Vec::new();
    for seed in random_cases(600) {
        let dice = &mut Dice(seed);
        let products: Vec<String> = (0..2 + dice.roll(3)).map(|_| product(dice)).collect();
        let stated = format!("{{{}}}", levels(dice));
        let options = Options::from_json_for(Scope::Catalogue, &stated).unwrap();
        let array = format!("[{}]", products.join(","));
        let found = broken(
            &array,
            false,
            &|text| check_catalogue(text, &options).diagnostics,
            &|text| {
                let fixed = fix_catalogue(text, &options);
                (fixed.text, fixed.applied, fixed.report.diagnostics)
            },
        );
        failures.extend(
            found
                .into_iter()
                .map(|broken| format!("{stated} {array}: {broken}")),
        );
        // Lines are fixed as the array is.
        let lines = fix_catalogue_lines(products.join("\n"), &options);
        let of_array = fix_catalogue(&array, &options);
        let as_array = format!("[{}]", lines.text.replace('\n', ","));
        if as_array != of_array.text || lines.applied != of_array.applied {
            failures.push(format!("{stated} {array}: lines become {as_array}"));
        }
    }
    verdict(&failures);
}

#[test]
fn fixes_of_random_products_keep_their_promises() {
    let mut failures = Vec::new();
    for seed in random_cases(2_500) {
        let dice = &mut Dice(seed);
        let text = product(dice);
        let trial = dice.pick(&["", "", r#","trial":true"#, r#","trial":false"#]);
        let role = dice.pick(&[
            "",
            "",
            r#","role":"initiator""#,
            r#","role":"renewal""#,
            r#","role":"selfRenewing""#,
        ]);
        let mut stated = format!("{{{}{trial}{role}", levels(dice));
        match dice.roll(4) {
            0 => stated.push_str(r#","operation":"create""#),
            1 => stated.push_str(r#","operation":"update""#),
            2 => {
                let current: Value = serde_json::from_str(&product(dice)).unwrap();
                write!(stated, r#","operation":"update","current":{current}"#).unwrap();
            }
            _ => {}
        }
        stated.push('}');
        let options = Options::from_json(&stated).unwrap();
        let found = broken(
            &text,
            options.trial == Some(true),
            &|text| check(text, &options).diagnostics,
            &|text| {
                let fixed = fix_all(text, &options);
                (fixed.text, fixed.applied, fixed.report.diagnostics)
            },
        );
        failures.extend(
            found
                .into_iter()
                .map(|broken| format!("{stated} {text}: {broken}")),
        );
    }
    verdict(&failures);
}

#[test]
fn a_fix_that_another_product_cannot_bear_is_not_offered() {
    // With its last id repeated, the first product's chain would name a renewal without a term.
    let text = r#"[
        {"id":1,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[2],"renew_ar":{"enable":true}}},
        {"id":2},
        {"id":3,"licenceterm":"P1M"}]"#;
    let report = check_catalogue(text, &Options::default());
    let offered: Vec<_> = report
        .diagnostics
        .iter()
        .filter(|d| d.fix.is_some())
        .collect();
    let offered: Vec<_> = offered
        .iter()
        .map(|d| (d.code.as_str(), &*d.path))
        .collect();
    assert_eq!(offered, [("unknown-field", "/2/licenceterm")]);
    let fixed = fix_catalogue(text, &Options::default());
    assert_eq!(fixed.text, text.replace("licenceterm", "licence_term"));
    assert_eq!(fixed.applied, 1);
    assert_eq!(fix_catalogue(&fixed.text, &Options::default()).applied, 0);
}

#[test]
fn all_fixes_of_many_products_are_made_in_one_go() {
    // Of every second pair the chain can be fixed; of the others the renewal has no term.
    let pairs = if cfg!(miri) { 10 } else { 1_000 };
    let mut products = Vec::new();
    for pair in 0..pairs {
        let (id, renewal) = (2 * pair + 1, 2 * pair + 2);
        let term = if pair % 2 == 0 {
            r#","licence_term":"P1M""#
        } else {
            ""
        };
        products.push(format!(
            r#"{{"id":{id},"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[{renewal}],"renew_ar":{{"enable":true}}}}}}"#
        ));
        products.push(format!(r#"{{"id":{renewal}{term}}}"#));
    }
    let options = Options::default();
    let fixed = fix_catalogue(format!("[{}]", products.join(",")), &options);
    assert_eq!(fixed.applied, pairs / 2);
    assert_eq!(fix_catalogue(&fixed.text, &options).applied, 0);
    assert!(fixed.report.diagnostics.iter().all(|d| d.fix.is_none()));
    let lines = fix_catalogue_lines(products.join("\n"), &options);
    assert_eq!(lines.applied, pairs / 2);
    let report = check_catalogue_lines(lines.text.as_bytes(), &options);
    assert_eq!(report, lines.report);
}
