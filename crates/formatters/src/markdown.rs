//! Renders Markdown tables, for review comments and job summaries.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::checked_file::{CheckedFile, Tally};
use super::stylish::{total, unlimited};
use super::terminal::{Style, count, sanitize};
use renewal_rules::put;
use renewal_rules_preview::Sentences;
use renewal_rules_preview::compare::Comparison;
use renewal_rules_preview::compare::Section;

/// Maximum number of rows. GitHub rejects a summary larger than 1 MB entirely, which 500 rows of 2 kB would reach.
const MAX_ROWS: usize = 500;

pub(super) fn file(file: &CheckedFile<'_>, style: Style, before: usize) -> String {
    let mut out = String::new();
    for diagnostic in file.shown(style).take(MAX_ROWS.saturating_sub(before)) {
        if before == 0 && out.is_empty() {
            out += "| severity | code | where | message |\n|---|---|---|---|\n";
        }
        let name = cell(file.name);
        let location = match diagnostic.location {
            Some(at) => format!("{name}:{}:{}", at.line, at.column),
            None => name,
        };
        let path = match diagnostic.path.as_str() {
            "" => String::new(),
            path => format!("<br>{}", cell(path)),
        };
        put!(
            out,
            "| {} | {} | {location}{path} | {} |\n",
            diagnostic.severity.as_str(),
            diagnostic.code,
            cell(&diagnostic.message),
        );
    }
    out
}

pub(super) fn end(tally: &Tally, style: Style) -> String {
    let style = Style::default().with_quiet(style.quiet);
    let blank = if tally.shown(style) > 0 { "\n" } else { "" };
    let mut out = format!("{blank}**{}**\n", cell(&total(tally, style)));
    let left = tally.shown(style).saturating_sub(MAX_ROWS);
    if left > 0 {
        put!(out, "\n{} not in the table\n", count(left, "problem"));
    }
    if let Some(words) = unlimited(tally) {
        put!(out, "\ninfo: {words}\n");
    }
    out
}

/// Formats a comparison as a Markdown table: a row for each change, followed by the problems that appear and disappear.
/// The table contains the same changes and problems as [the plain text](Comparison#impl-Display-for-Comparison).
///
/// ```
/// use renewal_rules_preview::compare::CompareOptions;
/// use renewal_rules_preview::compare;
/// use renewal_rules_formatters::comparison_table;
///
/// let old = r#"{"id":101,"name":"Example Pro","licence_term":"P1M"}"#;
/// let new = r#"{"id":101,"name":"Example Pro","licence_term":"P12M"}"#;
/// let comparison = compare(old, new, &compare::CompareOptions::default())?;
/// assert_eq!(
///     comparison_table(&comparison),
///     "| product | change |\n|---|---|\n\
///      | Product 101 (Example Pro) | Purchase: the term changes from P1M to P12M. |\n",
/// );
/// # Ok::<(), renewal_rules_preview::compare::CompareError>(())
/// ```
#[must_use]
pub fn comparison_table(comparison: &Comparison) -> String {
    let sections = comparison.sections(&Sentences::english(), None);
    if sections.iter().all(|section| section.changes.is_empty()) && comparison.products.is_empty() {
        return comparison.to_string();
    }
    let mut out = String::from("| product | change |\n|---|---|\n");
    for Section { heading, changes } in &sections {
        let heading = cell(heading.strip_suffix(':').unwrap_or(heading));
        if changes.is_empty() {
            put!(out, "| {heading} | |\n");
        }
        for change in changes {
            let lines: Vec<_> = change.iter().map(|line| cell(line)).collect();
            put!(out, "| {heading} | {} |\n", lines.join("<br>"));
        }
    }
    out
}

/// Escapes text for a table cell. Text between single backticks remains code.
fn cell(text: &str) -> String {
    let ticks = text.bytes().filter(|byte| *byte == b'`').count();
    let has_code = ticks.is_multiple_of(2) && !text.contains("``");
    let mut is_code = false;
    let mut out = String::with_capacity(text.len());
    for character in sanitize(text).chars() {
        match character {
            '`' if has_code => {
                is_code = !is_code;
                out.push('`');
            }
            '|' if is_code => out += "\\|",
            other if is_code => out.push(other),
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            // Escape these: they could start code, a link, a mention or emphasis.
            '`' | '|' | '\\' | '*' | '_' | '[' | ']' | '~' | '#' | '@' => put!(out, "&#{};", u32::from(character)),
            other => out.push(other),
        }
    }
    out
}
