//! Renders the documentation of the codes.

use alloc::{string::String, vec::Vec};

use super::terminal::{Paint, Style, wrapped};
use renewal_rules::{Code, Diagnostic, Options, Rule, check, check_catalogue, put};

/// Returns the full documentation of a code, for a terminal.
pub fn rule_page(code: Code, style: Style) -> String {
    let rule = code.rule();
    let example = rule.example();
    let strong = |text: &str| style.paint(Paint::Strong, text);
    let mut out = format!(
        "{} ({}, §{})\n{}\n\n{}\n",
        strong(rule.code.as_str()),
        severities(rule),
        rule.section,
        strong(rule.title()),
        wrapped(rule.explanation(), ""),
    );
    let mut list = |title: &str, words: &str| {
        if !words.is_empty() {
            put!(out, "{}\n{}\n", strong(title), wrapped(words, "  "));
        }
    };
    list("Fields it reads", &listed(rule.reads(), ""));
    list("Reported at", &listed(rule.reported_at(), ""));
    list("Parameters", &listed(params(rule), ""));
    list("The examples are checked with", example.options);
    put!(out, "{}\n  {}\n\n", strong("Wrong"), example.bad);
    if let Some(found) = example_diagnostic(code) {
        let paint = Paint::Of(found.severity);
        put!(out, "{}\n{}\n", style.paint(paint, "The message"), wrapped(&found.message, "  "));
    }
    put!(out, "{}\n  {}\n", strong("Right"), example.good);
    out
}

/// Joins quoted names; the empty path becomes “the product”.
fn listed(names: impl Iterator<Item = String>, quote: &str) -> String {
    let quoted = names.map(|name| match &*name {
        "" => "the product".into(),
        name => [quote, name, quote].concat(),
    });
    quoted.collect::<Vec<_>>().join(", ")
}

fn severities(rule: &Rule) -> String {
    let words: Vec<&str> = rule.severities.iter().map(|one| one.as_str()).collect();
    words.join(" or ")
}

/// Returns the diagnostic that a rule reports for its invalid example. Every rule has such an example.
fn example_diagnostic(code: Code) -> Option<Diagnostic> {
    let example = code.rule().example();
    let options = Options::from_json(example.options).ok()?;
    let diagnostics = if example.catalogue {
        check_catalogue(example.bad, &options).diagnostics
    } else {
        check(example.bad, &options).diagnostics
    };
    let mut diagnostics = diagnostics.into_iter();
    diagnostics.find(|diagnostic| diagnostic.code == code)
}

/// Returns a list of all codes, one per line.
pub fn rule_list(style: Style) -> String {
    let lengths = Code::ALL.iter().map(|code| code.as_str().len());
    let width = lengths.max().unwrap_or(0);
    let line = |code: &Code| {
        let (rule, name) = (code.rule(), code.as_str());
        let (severities, section, title) = (severities(rule), rule.section, rule.title());
        let line = format!("{name:width$}  {severities:16}  §{section:7}  {title}\n");
        line.replacen(name, &style.paint(Paint::Strong, name), 1)
    };
    Code::ALL.iter().map(line).collect()
}

/// Returns the reference of all rules in Markdown.
pub fn reference_page() -> String {
    let mut out = String::from(
        "# Rules\n\nEvery code, in the order of reports. § is a section of the service's interface \
         document.\n\n| code | severity | § | what is wrong |\n|---|---|---|---|\n",
    );
    for code in Code::ALL {
        let rule = code.rule();
        put!(
            out,
            "| [`{0}`](#{0}) | {1} | {2} | {3} |\n",
            rule.code.as_str(),
            severities(rule),
            rule.section,
            rule.title()
        );
    }
    out.extend(Code::ALL.iter().copied().map(entry));
    out
}

fn entry(code: Code) -> String {
    let rule = code.rule();
    let example = rule.example();
    let mut out = format!(
        "\n## `{}`\n\n**{}.** {}\n\n- Severity: {}\n- Section: {}\n",
        rule.code.as_str(),
        rule.title(),
        rule.explanation(),
        severities(rule),
        rule.section,
    );
    let mut list = |title: &str, words: String| {
        if !words.is_empty() {
            put!(out, "- {title}: {words}\n");
        }
    };
    list("Reads", listed(rule.reads(), "`"));
    list("Reported at", listed(rule.reported_at(), "`"));
    list("Parameters", listed(params(rule), "`"));
    let with = if example.options.is_empty() { String::new() } else { format!(", checked with `{}`", example.options) };
    put!(out, "\nWrong{with}:\n\n```json\n{}\n```\n", example.bad);
    if let Some(found) = example_diagnostic(code) {
        put!(out, "\n> {}\n", found.message);
    }
    put!(out, "\nRight:\n\n```json\n{}\n```\n", example.good);
    out
}

fn params(rule: &Rule) -> impl Iterator<Item = String> {
    rule.params().iter().map(|param| param.name.into())
}
