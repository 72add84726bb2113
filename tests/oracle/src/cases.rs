//! Options, comparisons and random choices for tests.

use std::convert::Infallible;
use std::fmt::Debug;

use renewal_rules::{Code, Diagnostic, Options, Scope, Severity, check, check_catalogue};
use serde_json::{Map, Value, json};

/// Creates a product with one variant, without an id and without renewal settings.
pub fn product(name: &str, term: &str, price: &str) -> Value {
    json!({
        "family_name": "Example", "name": name, "licence_term": term,
        "variants": [{"vendor_code": "V", "sku": name, "price": {"common": {"currency": "USD", "price": price}}}],
    })
}

pub fn options(json: &str) -> Options {
    Options::from_json(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

pub fn catalogue_options(json: &str) -> Options {
    Options::from_json_for(Scope::Catalogue, json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// Checks a document as an example of a code: with the example's options, alone or as a catalogue.
pub fn check_example(code: Code, document: &str) -> Vec<Diagnostic> {
    let example = code.rule().example();
    let options = options(example.options);
    if example.catalogue {
        check_catalogue(document, &options).diagnostics
    } else {
        check(document, &options).diagnostics
    }
}

/// Returns the products of all examples, which trigger every kind of diagnostic.
pub fn example_products() -> Vec<Value> {
    let examples = Code::ALL.iter().map(|code| code.rule().example());
    let documents = examples.flat_map(|example| [example.bad, example.good]);
    let products = documents.flat_map(|document| match serde_json::from_str(document) {
        Ok(Value::Array(several)) => several,
        Ok(product) => vec![product],
        Err(_) => Vec::new(),
    });
    products.collect()
}

/// Returns a function that reads from a text, for `check_catalogue_lines_from`, at most `most` bytes at a time.
pub fn reader(text: &[u8], most: usize) -> impl FnMut(u64, &mut [u8]) -> Result<usize, Infallible> {
    move |position, buffer| {
        let rest = text.get(usize::try_from(position).unwrap()..).unwrap_or_default();
        let count = rest.len().min(buffer.len()).min(most);
        buffer[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}

/// Returns the rows of a table: its lines, except blank ones and comments, which begin with `//`.
pub fn rows(table: &str) -> impl Iterator<Item = &str> + Clone {
    table.lines().filter(|row| !row.is_empty() && !row.starts_with("//"))
}

/// Returns the report of a text as JSON.
pub fn report(stated: &str, input: &str) -> Value {
    serde_json::to_value(check(input, &options(stated))).unwrap()
}

/// Returns the only diagnostic with this code, if any; panics if there are several.
pub fn only(text: &str, stated: &str, code: Code) -> Option<Diagnostic> {
    let mut found = check(text, &options(stated)).diagnostics;
    found.retain(|one| one.code == code);
    assert!(found.len() < 2, "{found:#?}");
    found.pop()
}

/// Formats diagnostics as lines such as `E code /path`, for short comparisons.
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

/// Panics with a list of all failures, if there are any.
pub fn verdict(failures: &[String]) {
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures.join("\n"));
}

/// Panics if two values differ, and prints only the part of their debug output around the first difference.
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

/// Compares diagnostics with lines such as `E code /path {"param":"to compare"}`, in this order. `null` means that the
/// param must be absent.
pub fn compare(diagnostics: &[Diagnostic], expected: &[&str]) -> Result<(), String> {
    let is_equal = |(found, expected): (&Diagnostic, &&str)| {
        let (line, params) = expected.split_once(" {").unwrap_or((expected, "}"));
        let params: Map<String, Value> = serde_json::from_str(&format!("{{{params}")).unwrap();
        let found_params = serde_json::to_value(&found.params).unwrap();
        place(found) == line
            && params.iter().all(|(name, value)| found_params.get(name).unwrap_or(&Value::Null) == value)
    };
    if diagnostics.len() == expected.len() && diagnostics.iter().zip(expected).all(is_equal) {
        return Ok(());
    }
    let line = |found: &Diagnostic| format!("{} {}", place(found), serde_json::to_string(&found.params).unwrap());
    Err(difference(expected, &diagnostics.iter().map(line).collect::<Vec<_>>()))
}

/// Formats the expected and the found lines for the message of a failed test.
pub(crate) fn difference<T: AsRef<str>>(expected: &[T], found: &[String]) -> String {
    let mut text = "expected:".to_owned();
    for line in expected {
        text.extend(["\n      ", line.as_ref()]);
    }
    text += "\n    found:";
    for line in found {
        text.extend(["\n      ", line]);
    }
    text
}

/// Generator of pseudo-random numbers that are determined by the seed.
pub struct Dice(pub u64);

impl Dice {
    /// Returns a number below `sides`.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % sides as u64).unwrap()
    }

    /// Returns a random item of a list.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.roll(list.len())]
    }

    /// Returns up to `most` random bytes.
    pub fn bytes(&mut self, most: usize) -> Vec<u8> {
        let count = self.roll(most + 1);
        let bytes = (0..count).map(|_| u8::try_from(self.roll(256)).unwrap());
        bytes.collect()
    }
}

/// Returns the seeds of a test's random cases: `count` seeds times the environment variable `RANDOM_FACTOR`, but only 2
/// under Miri.
pub fn random_cases(count: u64) -> std::ops::Range<u64> {
    if cfg!(miri) {
        return 0..2;
    }
    let factor = std::env::var("RANDOM_FACTOR").map(|factor| factor.parse::<u64>().unwrap());
    0..count * factor.unwrap_or(1)
}

/// Selects some of the cases of an exhaustive test: all of them if `RANDOM_FACTOR` is set, otherwise one in `step`.
pub fn some_cases<T>(cases: impl Iterator<Item = T>, step: usize) -> impl Iterator<Item = T> {
    let is_exhaustive = std::env::var_os("RANDOM_FACTOR").is_some();
    cases.step_by(if is_exhaustive { 1 } else { step })
}
