//! Tables of cases: rows, how they are compared, and random choices.

use std::fmt::Debug;

use renewal_rules::{Code, Diagnostic, Options, Scope, Severity, check, check_catalogue};
use serde_json::Value;

use crate::invariants::{catalogue_invariants, invariants};

/// Options as JSON (empty for none), the input, and all expected diagnostics in order, each as
/// `E code /path {"params":"that matter"}`. A parameter that must be absent is written as `null`.
pub type Row<'a> = (&'a str, &'a str, &'a [&'a str]);

pub fn options(json: &str) -> Options {
    Options::from_json(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

pub fn catalogue_options(json: &str) -> Options {
    Options::from_json_for(Scope::Catalogue, json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// The report of a text as JSON.
pub fn report(stated: &str, input: &str) -> Value {
    serde_json::to_value(check(input, &options(stated))).unwrap()
}

/// The one diagnostic of a code that a product is reported for.
pub fn only(text: &str, stated: &str, code: Code) -> Option<Diagnostic> {
    let mut found = check(text, &options(stated)).diagnostics;
    found.retain(|one| one.code == code);
    assert!(found.len() < 2, "{found:#?}");
    found.pop()
}

/// The codes and the paths, for a short comparison.
pub fn places(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(place).collect()
}

pub(crate) fn place(diagnostic: &Diagnostic) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => 'E',
        Severity::Warning => 'W',
        Severity::Info => 'I',
    };
    let path = &diagnostic.path;
    let gap = if path.is_empty() { "" } else { " " };
    format!("{severity} {}{gap}{path}", diagnostic.code.as_str())
}

/// Panics with everything that went wrong, if anything did.
pub fn verdict(failures: &[String]) {
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures.join("\n"));
}

/// Panics where two things differ: with what is around the first difference, and not with megabytes of both.
#[track_caller]
pub fn same<T: PartialEq + Debug>(found: &T, expected: &T) {
    if found == expected {
        return;
    }
    let (found, expected) = (format!("{found:#?}"), format!("{expected:#?}"));
    let pairs = found.bytes().zip(expected.bytes());
    let at = pairs.take_while(|(a, b)| a == b).count();
    let around = |text: &str| {
        let bytes = &text.as_bytes()[at.saturating_sub(300)..text.len().min(at + 300)];
        String::from_utf8_lossy(bytes).into_owned()
    };
    panic!("found\n{}\n\nexpected\n{}", around(&found), around(&expected));
}

/// Whether exactly these diagnostics are reported, in this order, with these parameters.
pub fn compare(diagnostics: &[Diagnostic], expected: &[&str]) -> Result<(), String> {
    let matches = diagnostics.len() == expected.len()
        && diagnostics.iter().zip(expected).all(|(found, expected)| {
            let (expected, params) = match expected.find(" {") {
                Some(at) => (&expected[..at], &expected[at + 1..]),
                None => (*expected, "{}"),
            };
            let params: Value = serde_json::from_str(params).unwrap();
            let found_params = serde_json::to_value(&found.params).unwrap();
            place(found) == expected
                && params
                    .as_object()
                    .unwrap()
                    .iter()
                    .all(|(name, value)| found_params.get(name).unwrap_or(&Value::Null) == value)
        });
    if matches {
        return Ok(());
    }
    let found: Vec<String> =
        diagnostics.iter().map(|d| format!("{} {}", place(d), serde_json::to_string(&d.params).unwrap())).collect();
    Err(format!("    expected {expected:?}\n    found    {found:?}"))
}

/// Checks products: the diagnostics of each row, and what holds for every report.
pub fn products(rows: &[Row<'_>]) {
    let mut failures = Vec::new();
    for (stated, input, expected) in rows {
        let stated_options = options(stated);
        if let Err(difference) = compare(&check(*input, &stated_options).diagnostics, expected) {
            failures.push(format!("{stated} {input}\n{difference}"));
        }
        for broken in invariants(input, &stated_options) {
            failures.push(format!("{stated} {input}\n    {broken}"));
        }
    }
    verdict(&failures);
}

/// Checks catalogues: the diagnostics of each row, and what holds for every report.
pub fn catalogues(rows: &[Row<'_>]) {
    let mut failures = Vec::new();
    for (stated, input, expected) in rows {
        let stated_options = catalogue_options(stated);
        let report = check_catalogue(*input, &stated_options);
        if let Err(difference) = compare(&report.diagnostics, expected) {
            failures.push(format!("{stated} {input}\n{difference}"));
        }
        for broken in catalogue_invariants(input, &stated_options) {
            failures.push(format!("{stated} {input}\n    {broken}"));
        }
    }
    verdict(&failures);
}

/// A row without options of its own.
pub type PlainRow<'a> = (&'a str, &'a [&'a str]);

fn with_options<'a>(stated: &'a str, rows: &[PlainRow<'a>]) -> Vec<Row<'a>> {
    let rows = rows.iter();
    rows.map(|(input, expected)| (stated, *input, *expected)).collect()
}

/// As [`products`], with these options for every row.
pub fn products_as(stated: &str, rows: &[PlainRow<'_>]) {
    products(&with_options(stated, rows));
}

/// As [`products`], without options.
pub fn plain_products(rows: &[PlainRow<'_>]) {
    products_as("", rows);
}

/// As [`catalogues`], without options.
pub fn plain_catalogues(rows: &[PlainRow<'_>]) {
    catalogues(&with_options("", rows));
}

/// As [`products_as`], for texts that differ in one place: each row fills in the `#` of the template.
pub fn filled(stated: &str, template: &str, rows: &[PlainRow<'_>]) {
    let inputs: Vec<String> = rows.iter().map(|(text, _)| template.replace('#', text)).collect();
    let rows = inputs.iter().zip(rows);
    let rows: Vec<PlainRow<'_>> = rows.map(|(input, (_, expected))| (input.as_str(), *expected)).collect();
    products_as(stated, &rows);
}

/// Random numbers, the same for the same seed.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `sides`.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % sides as u64).unwrap()
    }

    /// One of a list.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.roll(list.len())]
    }

    /// At most so many bytes.
    pub fn bytes(&mut self, most: usize) -> Vec<u8> {
        let count = self.roll(most + 1);
        let bytes = (0..count).map(|_| u8::try_from(self.roll(256)).unwrap());
        bytes.collect()
    }
}

/// How many random cases a test takes: as many times more as `RANDOM_FACTOR` says, and next to none
/// under Miri.
pub fn random_cases(count: u64) -> std::ops::Range<u64> {
    if cfg!(miri) {
        return 0..2;
    }
    let factor = std::env::var("RANDOM_FACTOR").map(|factor| factor.parse::<u64>().unwrap());
    0..count * factor.unwrap_or(1)
}
