//! Tests that every fix, applied alone or with all others, removes its diagnostic and makes no unsafe change, and that
//! no fix is left after all fixes were applied.

use std::fmt::Write as _;

use renewal_rules::{
    Code, Diagnostic, Options, PatchOp, Scope, apply_patch, check, check_catalogue, check_catalogue_lines, fix_all,
    fix_catalogue, fix_catalogue_lines,
};
use renewal_rules_oracle::cases::{Dice, random_cases, verdict};
use renewal_rules_oracle::invariants::{ids_taken, unsafe_fix};
use serde_json::Value;

const IDS: &[&str] = &["1", "2", "3", "\"1\"", "\"2\"", "3.0", "0", ""];
const TERMS: &[&str] =
    &["\"P1M\"", "\"P1M\"", "\"P6D\"", "\"P5D\"", "\"p1m\"", "\"P2W\"", "\"p3d\"", "\"P0D\"", "30", ""];
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
const SWITCHES: &[&str] = &["true", "true", "false", "\"true\"", "\"false\"", "1", "", ""];
const AMOUNTS: &[&str] =
    &["\"0.00\"", "\"0.00\"", "\"0\"", "0", "0.0", "\"9.90\"", "9.90", "\".5\"", "\" 0.00\"", "\"0.\"", "\"x\"", ""];

/// Returns a field name, sometimes with a typo.
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

/// Generates the options `rules`, `payment` and `limits`, as members of a JSON object.
fn levels(dice: &mut Dice) -> String {
    // The level of the first code, `json-syntax`, cannot be changed.
    let codes = &Code::ALL[1..];
    let mut levels = std::collections::BTreeMap::new();
    for _ in 0..dice.roll(8) {
        levels.insert(dice.pick(codes), dice.pick(&["off", "info", "warning", "error", "error"]));
    }
    let levels: Vec<String> = levels.iter().map(|(code, level)| format!("\"{code}\":\"{level}\"")).collect();
    let payment = dice.pick(&["", r#","payment":"online""#, r#","payment":"offline""#]);
    let limits = dice.pick(&["", r#","limits":{"pmrOnlineMinDays":7,"pmrOfflineMinDays":20}"#]);
    format!(r#""rules":{{{}}}{payment}{limits}"#, levels.join(","))
}

/// Function that applies all fixes to a text. Returns the fixed text, the number of fixes and the remaining
/// diagnostics.
type FixAll<'f> = &'f dyn Fn(&str) -> (String, usize, Vec<Diagnostic>);

/// Function that compares a text before and after fixes, and describes the unsafe changes.
type DescribeUnsafe<'f> = &'f dyn Fn(&str, &str) -> Vec<String>;

/// Applies each fix of a report alone, then all fixes together. Describes unsafe changes, diagnostics that their fix
/// does not remove, and fixes that are left in the end.
fn broken(
    text: &str,
    is_unsafe: DescribeUnsafe<'_>,
    report: &dyn Fn(&str) -> Vec<Diagnostic>,
    fix: FixAll<'_>,
) -> Vec<String> {
    let before = report(text);
    let mut broken = Vec::new();
    for found in &before {
        let Some(fix) = &found.fix else { continue };
        let after = apply_patch(text, fix).unwrap();
        broken.extend(is_unsafe(text, &after));
        let is_same =
            |other: &&Diagnostic| (other.code, &other.path, &other.params) == (found.code, &found.path, &found.params);
        let count = |list: &[Diagnostic]| list.iter().filter(is_same).count();
        if count(&report(&after)) >= count(&before) {
            broken.push(format!("{fix:?} leaves {} {}", found.code, found.path));
        }
    }
    let (fixed, _, after) = fix(text);
    broken.extend(is_unsafe(text, &fixed));
    if let Some(left) = after.iter().find(|d| d.fix.is_some()) {
        broken.push(format!("after all fixes, {} {} still has a fix: {fixed}", left.code, left.path));
    }
    if fix(&fixed).1 != 0 {
        broken.push(format!("fixing again applies fixes: {fixed}"));
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
            &|before, after| {
                let products = |text: &str| -> Vec<Value> { serde_json::from_str(text).unwrap() };
                let (before, after) = (products(before), products(after));
                let pairs = before.iter().zip(&after);
                let broken = pairs.flat_map(|(a, b)| unsafe_fix(&a.to_string(), &b.to_string(), &options));
                broken.chain(ids_taken(&before, &after)).collect()
            },
            &|text| check_catalogue(text, &options).diagnostics,
            &|text| {
                let fixed = fix_catalogue(text, &options);
                (fixed.text, fixed.applied, fixed.report.diagnostics)
            },
        );
        failures.extend(found.into_iter().map(|broken| format!("{stated} {array}: {broken}")));
        // Newline-delimited JSON is fixed like an array.
        let lines = fix_catalogue_lines(products.join("\n"), &options);
        let of_array = fix_catalogue(&array, &options);
        let as_array = format!("[{}]", lines.text.replace('\n', ","));
        if as_array != of_array.text || lines.applied != of_array.applied {
            failures.push(format!("{stated} {array}: as lines, the fixed text is {as_array}"));
        }
    }
    verdict(&failures);
}

/// Inserts random white space between the tokens of a JSON text.
fn spaced(dice: &mut Dice, text: &str) -> String {
    const SPACES: &[&str] = &["", "", "", " ", "\n", "\t ", " \r\n"];
    let mut is_quoted = false;
    let mut spaced = String::new();
    for character in text.chars() {
        is_quoted ^= character == '"';
        let is_mark = !is_quoted && "{}[],:".contains(character);
        spaced += if is_mark { dice.pick(SPACES) } else { "" };
        spaced.push(character);
        spaced += if is_mark { dice.pick(SPACES) } else { "" };
    }
    spaced
}

/// Applies the patches of a report one by one; overlapping ones wait for the next round.
fn patched(text: &str, options: &Options) -> (String, usize) {
    let places = |op: &PatchOp| match op {
        PatchOp::Move { from, path } => vec![from.clone(), path.clone()],
        other => vec![other.path().to_owned()],
    };
    let (mut text, mut made) = (text.to_owned(), 0);
    for _ in 0..10 {
        let mut touched: Vec<String> = Vec::new();
        for fix in check(text.as_str(), options).diagnostics.iter().filter_map(|found| found.fix.as_ref()) {
            let places: Vec<String> = fix.iter().flat_map(places).collect();
            let is_around =
                |a: &str, b: &str| b.strip_prefix(a).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            let meets = |place: &String| touched.iter().any(|other| is_around(place, other) || is_around(other, place));
            if !places.iter().any(meets) {
                text = apply_patch(&text, fix).unwrap();
                made += 1;
                touched.extend(places);
            }
        }
    }
    (text, made)
}

#[test]
fn fixes_of_random_products_keep_their_promises() {
    let mut failures = Vec::new();
    for seed in random_cases(2_500) {
        let dice = &mut Dice(seed);
        let text = product(dice);
        let text = spaced(dice, &text);
        let trial = dice.pick(&["", "", r#","trial":true"#, r#","trial":false"#]);
        let role = dice.pick(&["", "", r#","role":"initiator""#, r#","role":"renewal""#, r#","role":"self-renewing""#]);
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
            &|before, after| unsafe_fix(before, after, &options),
            &|text| check(text, &options).diagnostics,
            &|text| {
                let fixed = fix_all(text, &options);
                (fixed.text, fixed.applied, fixed.report.diagnostics)
            },
        );
        failures.extend(found.into_iter().map(|broken| format!("{stated} {text}: {broken}")));
        let (together, one_by_one) = (fix_all(text.as_str(), &options), patched(&text, &options));
        if (&together.text, together.applied) != (&one_by_one.0, one_by_one.1) {
            failures.push(format!("{stated} {text}: fixed together {together:?}, fixed one by one {one_by_one:?}"));
        }
    }
    verdict(&failures);
}

#[test]
fn fixes_of_many_products_apply_together() {
    let pairs = 1_000;
    let mut products = Vec::new();
    for pair in 0..pairs {
        let (id, renewal) = (2 * pair + 1, 2 * pair + 2);
        products.push(format!(
            r#"{{"id":{id},"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[{renewal}],"renew_ar":{{"enable":true}}}}}}"#
        ));
        // The renewal has no term. The rules that report this have no fix, so it does not affect the test.
        products.push(format!(r#"{{"id":{renewal}}}"#));
    }
    let options = Options::default();
    let fixed = fix_catalogue(format!("[{}]", products.join(",")), &options);
    assert_eq!(fixed.applied, pairs);
    assert_eq!(fix_catalogue(&fixed.text, &options).applied, 0);
    assert!(fixed.report.diagnostics.iter().all(|d| d.fix.is_none()));
    let lines = fix_catalogue_lines(products.join("\n"), &options);
    assert_eq!(lines.applied, pairs);
    let report = check_catalogue_lines(lines.text.as_bytes(), &options);
    assert_eq!(report, lines.report);
}

#[test]
fn overlapping_fixes_apply_in_rounds() {
    for (stated, text, expected) in [
        // Both switches are missing, and so is the object around them.
        (
            r#"{"trial":true}"#,
            r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102]},"variants":[{"price":{"common":{"price":"0"}}}]}"#,
            r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"price":{"common":{"price":"0.00"}}}]}"#,
        ),
        // A rename never targets a member that another fix creates.
        (
            r#"{"trial":true}"#,
            r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renewAr":{"enable":false}},"variants":[{"price":{"common":{"price":"0.00"}}}]}"#,
            r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renewAr":{"enable":false},"renew_ar":{"enable":true,"required":true}},"variants":[{"price":{"common":{"price":"0.00"}}}]}"#,
        ),
        // Members of an object whose name has a typo are reported level by level.
        (
            "",
            r#"{"renewSettings":{"productIdForRenew":["102"],"renewAr":{"Enable":"false"}},"licenceTerm":"p5d"}"#,
            r#"{"renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":false}},"licence_term":"P5D"}"#,
        ),
        (
            r#"{"operation":"create"}"#,
            r#"{"family_name":"F","name":"N","id":"5","variants":[]}"#,
            r#"{"family_name":"F","name":"N","variants":[]}"#,
        ),
    ] {
        let options = renewal_rules_oracle::cases::options(stated);
        let fixed = fix_all(text, &options);
        assert_eq!(fixed.text, expected, "{stated} {text}");
        assert_eq!(fix_all(&fixed.text, &options).applied, 0);
    }
}
