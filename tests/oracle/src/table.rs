//! Tables of cases, in code or in text files.
//!
//! A text file looks like this:
//!
//! ```text
//! let: PAIR = "renew_settings":{"product_id_for_renew":[%,%]}
//!
//! # Title of a section
//! compare: product
//! options: {"operation":"create"}
//! template: {"id":101,#}
//!
//! // A comment.
//! > "name":"N"
//!   E field-not-on-create /id {"param":"to compare"}
//! {"operation":"record"} > $PAIR(102),
//! >> "licence_term":"P1M"
//! ```
//!
//! A case is an input after `>`, and on indented lines all expected lines, in order. A case can have its own options
//! before the `>`, and `>>` continues its input on a new line. A title resets `compare`, `options` and `template` to
//! the defaults: a product's diagnostics, no options, and the input itself; [`Table::differences`] lists what can be
//! compared. Inputs, and the expected texts of fixes, replace the `#` of the template. `$NAME` and `$NAME(argument)`
//! stand for the text after `let: NAME =`, with the argument in place of `%`.

use renewal_rules::{
    Configuration, Diagnostic, check, check_catalogue, depends_on, effective_kind, fix_all, fix_catalogue,
    fix_catalogue_lines,
};
use serde_json::{Value, json};

use crate::cases::{catalogue_options, compare, difference, options, place, verdict};
use crate::invariants::{catalogue_invariants, invariants};

/// Settings shared by all cases of a table.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    compare: &'a str,
    options: &'a str,
    template: &'a str,
}

/// A case of a text file.
#[derive(Default)]
pub struct Case {
    line: usize,
    pub compare: String,
    pub options: String,
    template: String,
    pub input: String,
    pub expected: Vec<String>,
}

impl<'a> Table<'a> {
    /// Compares the diagnostics of products.
    pub const PRODUCTS: Self = Self { compare: "product", options: "", template: "#" };

    /// Each input replaces the `#` of the template.
    #[must_use]
    pub fn with_template(self, template: &'a str) -> Self {
        Self { template, ..self }
    }

    /// Panics with a list of the failures of all cases: inputs, and all expected lines in order.
    pub fn check(self, rows: &[(&str, &[&str])]) {
        let failures = rows.iter().flat_map(|(input, expected)| self.failures(input, expected));
        verdict(&failures.collect::<Vec<_>>());
    }

    /// Returns differences from the expected lines, and the broken invariants of every report.
    fn failures(self, input: &str, expected: &[&str]) -> Vec<String> {
        let input = &self.template.replace('#', input);
        let broken = if self.compare.contains("catalogue") {
            catalogue_invariants(input, &catalogue_options(self.options))
        } else {
            invariants(input, &options(self.options))
        };
        let failures = self.differences(input, expected).err().into_iter().chain(broken);
        failures.map(|failure| format!("{} > {input}\n    {failure}", self.options)).collect()
    }

    fn differences(self, input: &str, expected: &[&str]) -> Result<(), String> {
        let product = || check(input, &options(self.options));
        let catalogue = || check_catalogue(input, &catalogue_options(self.options));
        let found = match self.compare {
            "product" => return compare(&product().diagnostics, expected),
            "catalogue" => return compare(&catalogue().diagnostics, expected),
            "messages" => messages(product().diagnostics),
            "messages of a catalogue" => messages(catalogue().diagnostics),
            "related" => related(&product().diagnostics),
            "related of a catalogue" => related(&catalogue().diagnostics),
            "configuration" => vec![product().configuration.map_or("none", Configuration::as_str).into()],
            "dependents" => dependents(input),
            "trial" => vec![product().trial.to_string()],
            "reason" => vec![reason(input, self.options)],
            "fixed" => {
                let fixed = fix_all(input, &options(self.options));
                changed(fixed.applied, &fixed.text)
            }
            "fixed catalogue" => {
                let fixed = fix_catalogue(input, &catalogue_options(self.options));
                changed(fixed.applied, &fixed.text)
            }
            "fixed lines" => {
                let fixed = fix_catalogue_lines(input, &catalogue_options(self.options));
                changed(fixed.applied, &fixed.text)
            }
            other => panic!("unknown comparison: {other}"),
        };
        let is_filled = self.compare.starts_with("fixed");
        let fill = |line: &&str| if is_filled { self.template.replace('#', line) } else { (*line).to_owned() };
        let expected: Vec<String> = expected.iter().map(fill).collect();
        if found == expected { Ok(()) } else { Err(difference(&expected, &found)) }
    }
}

/// Returns the lines of the fixed text, or nothing if no fix applies.
fn changed(applied: usize, text: &str) -> Vec<String> {
    if applied > 0 { text.lines().map(String::from).collect() } else { Vec::new() }
}

/// Returns the related fields of each diagnostic that has any.
fn related(diagnostics: &[Diagnostic]) -> Vec<String> {
    let lines = diagnostics.iter().filter(|found| !found.related.is_empty());
    lines.map(|found| format!("{}: {}", place(found), found.related.join(" "))).collect()
}

/// Returns the fields whose diagnostics can change with a field.
fn dependents(field: &str) -> Vec<String> {
    let fields = depends_on(field).into_iter();
    fields.map(|field| if field.is_empty() { "(product)".into() } else { field }).collect()
}

fn messages(diagnostics: Vec<Diagnostic>) -> Vec<String> {
    diagnostics.into_iter().map(|found| found.message).collect()
}

/// Returns why no renewal kind is considered, or `none` if a kind is.
fn reason(input: &str, stated: &str) -> String {
    let decision = serde_json::to_value(effective_kind(input, &options(stated))).unwrap();
    let Some(reason) = decision["reason"].as_str() else { return "none".into() };
    let rest = [&decision["kind"], &decision["considered"], &decision["assumed"]];
    assert_eq!(rest, [&Value::Null, &json!([]), &json!([])], "{input}");
    reason.into()
}

/// Parses a text file.
pub fn cases(text: &str) -> Vec<Case> {
    let mut names: Vec<(&str, String)> = Vec::new();
    let section = || Case { compare: "product".into(), template: "#".into(), ..Case::default() };
    let mut shared = section();
    let mut cases: Vec<Case> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some(definition) = line.strip_prefix("let: ") {
            let (name, value) = definition.split_once(" = ").unwrap();
            names.push((name, expand(value, &names)));
            continue;
        }
        let line = expand(line, &names);
        if line.starts_with("# ") {
            shared = section();
        } else if let Some(compare) = line.strip_prefix("compare: ") {
            shared.compare = compare.into();
        } else if let Some(options) = line.strip_prefix("options: ") {
            shared.options = options.into();
        } else if let Some(template) = line.strip_prefix("template: ") {
            shared.template = template.into();
        } else if let Some(more) = line.strip_prefix(">> ") {
            cases.last_mut().unwrap().input.extend(["\n", more]);
        } else if let Some(expected) = line.strip_prefix("  ") {
            cases.last_mut().unwrap().expected.push(expected.into());
        } else if !line.is_empty() && !line.starts_with("//") {
            let (options, input) = line.split_once('>').unwrap_or_else(|| panic!("line {}: {line}", index + 1));
            let options = if options.is_empty() { &shared.options } else { options };
            cases.push(Case {
                line: index + 1,
                compare: shared.compare.clone(),
                options: options.trim_end().into(),
                template: shared.template.clone(),
                input: input.strip_prefix(' ').unwrap_or(input).into(),
                expected: Vec::new(),
            });
        }
    }
    cases
}

/// Replaces the names of a text file by their values.
fn expand(line: &str, names: &[(&str, String)]) -> String {
    let mut line = line.to_owned();
    for (name, value) in names {
        while let Some((before, after)) = line.split_once(&format!("${name}")) {
            let with_argument = after.strip_prefix('(').and_then(|after| after.split_once(')'));
            let (argument, after) = with_argument.unwrap_or(("", after));
            line = format!("{before}{}{after}", value.replace('%', argument));
        }
    }
    line
}

impl Case {
    /// Inserts the input into its template.
    pub fn text(&self) -> String {
        self.template.replace('#', &self.input)
    }

    fn failures(&self) -> Vec<String> {
        let table = Table { compare: &self.compare, options: &self.options, template: &self.template };
        let expected: Vec<&str> = self.expected.iter().map(String::as_str).collect();
        table.failures(&self.input, &expected)
    }
}

/// Reads a text file of the package and checks its cases.
pub fn run(path: &str) {
    let cases = cases(&std::fs::read_to_string(path).unwrap());
    let failures = cases.iter().flat_map(|case| {
        let failures = case.failures().into_iter();
        failures.map(|failure| format!("{path}:{}: {failure}", case.line))
    });
    verdict(&failures.collect::<Vec<_>>());
    assert!(!cases.is_empty(), "{path} has no cases");
}
