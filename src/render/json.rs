//! Reports as they are, with the names of their files.

use alloc::{string::String, vec::Vec};

use serde::Serialize;

use super::checked::{Checked, OfProduct};
use super::text::Style;
use crate::report::Diagnostic;

#[derive(Serialize)]
struct File<'a> {
    #[serde(rename = "file")]
    name: &'a str,
    report: ShownReport<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<&'a str>,
}

/// A report, or the part of it that is shown, with the members of the whole one.
#[derive(Serialize)]
struct ShownReport<'a> {
    valid: bool,
    #[serde(flatten)]
    product: Option<OfProduct>,
    diagnostics: Vec<&'a Diagnostic>,
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
    /// How many were known before.
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressed: Option<usize>,
}

pub(super) fn file(file: &Checked<'_>, style: Style, is_first: bool) -> String {
    let all = file.diagnostics.iter();
    let entry = File {
        name: file.name,
        report: ShownReport {
            valid: file.valid,
            product: file.product,
            // Here nothing is added at the end: each report is whole.
            diagnostics: all.filter(|one| style.shows(one)).collect(),
            omitted: file.omitted,
            suppressed: file.suppressed.map(<[_]>::len),
        },
        output: match file.fixes {
            Some((1.., false)) => file.text,
            _ => None,
        },
    };
    let comma = if is_first { "\n" } else { ",\n" };
    // Keys are text and numbers are finite: nothing here has no JSON form.
    String::from(comma) + &serde_json::to_string(&entry).unwrap_or_default()
}
