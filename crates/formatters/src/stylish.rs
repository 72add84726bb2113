//! Renders reports as text for people, the format `stylish`.

use alloc::{string::String, vec::Vec};
use core::iter;

use super::checked_file::{CheckedFile, Tally};
use super::excerpt::excerpt;
use super::terminal::{Paint, Style, count, sanitize};
use renewal_rules::internal::{configuration_line, kind_lines};
use renewal_rules::messages::truncate;
use renewal_rules::put;
use renewal_rules::{Diagnostic, Severity};
use renewal_rules_json::{JsonText, Location, PatchOp, Span, offsets};

pub(super) fn file(file: &CheckedFile<'_>, style: Style) -> String {
    let problems = problems(file, style).map(|(_, problem)| problem + "\n");
    problems.collect::<String>() + &conclusion(file, style)
}

/// Returns the displayed diagnostics of a file, each with its rendered text.
pub(super) fn problems<'a>(file: &CheckedFile<'a>, style: Style) -> impl Iterator<Item = (&'a Diagnostic, String)> {
    let text = file.text;
    let bounds = |at: Location| {
        let last = usize::from(at.end_line > at.line);
        let end = at.end_column.saturating_sub(last).max(1);
        [(at.line, at.column), (at.end_line, end)]
    };
    let bounds = |found: &Diagnostic| found.location.map_or([(1, 1); 2], bounds);
    let bounds: Vec<_> = file.shown(style).flat_map(bounds).collect();
    let offsets = text.map_or_else(Vec::new, |text| offsets(text, &bounds));
    let name = file.name;
    file.shown(style).enumerate().map(move |(at, diagnostic)| {
        let excerpt = match (text, offsets.get(2 * at..2 * at + 2)) {
            (Some(text), Some(&[start, end])) => excerpt(text, Span { start, end }, diagnostic, style),
            _ => String::new(),
        };
        (diagnostic, problem(name, &excerpt, diagnostic, style))
    })
}

fn problem(name: &str, excerpt: &str, diagnostic: &Diagnostic, style: Style) -> String {
    let mut location = sanitize(name);
    match diagnostic.location {
        Some(at) => put!(location, ":{}:{}", at.line, at.column),
        None if diagnostic.path.is_empty() => {}
        None => put!(location, " {}", sanitize(&diagnostic.path)),
    }
    let severity = diagnostic.severity;
    let mut out = format!(
        "{}: {} {}\n  {}\n{excerpt}",
        style.paint(Paint::Strong, &location),
        style.paint(Paint::Of(severity), severity.as_str()),
        diagnostic.code,
        sanitize(&diagnostic.message),
    );
    if let Some(fix) = &diagnostic.fix {
        let word = style.paint(Paint::Good, "fix:");
        let steps: Vec<String> = fix.iter().map(step).collect();
        put!(out, "  {word} {}\n", steps.join(", then "));
    }
    out
}

fn step(op: &PatchOp) -> String {
    let shown = |value: &JsonText| code(value.as_str());
    match op {
        PatchOp::Add { path, value } => match path.strip_suffix("/-") {
            Some(list) => format!("add {} at the end of {}", shown(value), code(list)),
            None => format!("add {} as {}", shown(value), code(path)),
        },
        PatchOp::Replace { path, value } => format!("write {} as {}", shown(value), code(path)),
        PatchOp::Remove { path } => format!("remove {}", code(path)),
        PatchOp::Move { from, path } => format!("rename {} to {}", code(from), code(path)),
        PatchOp::Copy { from, path } => format!("copy {} to {}", code(from), code(path)),
        PatchOp::Test { path, value } => format!("see {} as {}", shown(value), code(path)),
    }
}

/// Formats a pointer or a value as code, truncated to 80 code points.
fn code(text: &str) -> String {
    format!("`{}`", sanitize(&truncate(text, 80)))
}

fn none_shown(omitted: usize) -> String {
    format!("{}, none shown", count(omitted, "problem"))
}

/// Returns the last lines of a file's output: the number of problems, the configuration and the effective kind.
fn conclusion(file: &CheckedFile<'_>, style: Style) -> String {
    if style.quiet && file.shown(style).next().is_none() {
        return String::new();
    }
    let mut tally = Tally::default();
    tally.add(file);
    if file.only_with_problems && tally.problems() == 0 && file.omitted() == 0 {
        return String::new();
    }
    let name = style.paint(Paint::Strong, &sanitize(file.name));
    let result = match (tally.problems(), file.omitted()) {
        (0, 0) => style.paint(Paint::Good, "no problems"),
        (0, omitted) => none_shown(omitted),
        _ => counted(&tally),
    };
    let mut out = format!("{name}: {result}\n");
    if tally.problems() > 0 && file.omitted() > 0 {
        put!(out, "  {} more not shown\n", file.omitted());
    }
    if let Some((of_product, trial)) = file.product {
        out += &configuration_line(of_product, trial);
    }
    if let Some(decision) = file.decision {
        out += &kind_lines(decision, false);
    }
    out.push('\n');
    out
}

fn counted(tally: &Tally) -> String {
    let counts = [(tally.errors, "error"), (tally.warnings, "warning"), (tally.infos, "info")];
    let found = counts.into_iter().filter(|(number, _)| *number > 0);
    let words: Vec<_> = found.map(|(number, thing)| count(number, thing)).collect();
    words.join(", ")
}

/// Returns the total of all files, and a line about omitted checks if any.
pub(super) fn summary(tally: &Tally, style: Style) -> String {
    let mut out = total(tally, style) + "\n";
    if let Some(words) = unlimited(tally) {
        put!(out, "{}: {words}\n", style.paint(Paint::Of(Severity::Info), "info"));
    }
    out
}

/// Describes checks omitted because a limit is not set; `None` if there are none.
pub(super) fn unlimited(tally: &Tally) -> Option<String> {
    let limits = &tally.unlimited;
    let (_, most) = limits.iter().max_by_key(|(_, files)| *files)?;
    let names: Vec<String> = limits.iter().map(|(limit, _)| format!("`{limit}`")).collect();
    Some(format!(
        "The minimum terms of PMR are not known, so they were not checked in {}. Ask Support for \
         them and set them ({}).",
        count(*most, "file"),
        names.join(", "),
    ))
}

/// Returns the total of all files on one line.
pub(super) fn total(tally: &Tally, style: Style) -> String {
    let files = count(tally.files, "file");
    let (paint, found) = match (tally.problems(), tally.omitted) {
        (0, 0) => (Paint::Good, format!("{files} checked, no problems")),
        (0, omitted) => (Paint::Strong, format!("{files} checked, {}", none_shown(omitted))),
        _ if tally.files > 1 => {
            (Paint::Strong, format!("{} in {} of {files}", counted(tally), tally.files_with_problems))
        }
        _ => (Paint::Strong, counted(tally)),
    };
    let hidden = if style.quiet { tally.warnings + tally.infos } else { 0 };
    let left_out = if tally.problems() > 0 { tally.omitted } else { 0 };
    let Tally { suppressed, fixes_made, fixes_to_make, skipped, fixable, .. } = tally;
    let have = if *skipped == 1 { "file has" } else { "files have" };
    let others = [
        (hidden, "only errors are shown".into()),
        (left_out, format!("{left_out} more not shown")),
        (*suppressed, format!("{suppressed} suppressed")),
        (*fixes_made, fixes(*fixes_made) + " made"),
        (*fixes_to_make, fixes(*fixes_to_make) + " would be made"),
        (*skipped, format!("{skipped} {have} no products")),
        (*fixable, format!("{fixable} can be fixed")),
    ];
    let others = others.into_iter().filter(|(number, _)| *number > 0).map(|(_, words)| words);
    iter::once(style.paint(paint, &found)).chain(others).collect::<Vec<_>>().join("; ")
}

fn fixes(number: usize) -> String {
    let word = if number == 1 { "fix" } else { "fixes" };
    format!("{number} {word}")
}
