//! Renders reports as JSON, with their file names.

use alloc::{string::String, vec::Vec};

use renewal_rules::{Configuration, Diagnostic};
use serde::Serialize;
use serde_json::Value;

use super::{checked_file::CheckedFile, terminal::Style};

#[derive(Serialize)]
struct Entry<'a> {
    file: &'a str,
    report: ShownReport<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<&'a str>,
}

/// A report that contains only the displayed diagnostics. Its other members are those of the original report.
#[derive(Serialize)]
struct ShownReport<'a> {
    valid: bool,
    /// Absent from the report of a catalogue; `null` if the chain forms none of the configurations.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[expect(clippy::option_option, reason = "absent and `null` have different meanings")]
    configuration: Option<Option<Configuration>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trial: Option<bool>,
    diagnostics: Vec<&'a Diagnostic>,
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressed: Option<usize>,
}

pub(super) fn file(checked: &CheckedFile<'_>, style: Style, is_first: bool) -> String {
    let (configuration, trial) = checked.product.unzip();
    let entry = Entry {
        file: checked.name,
        report: ShownReport {
            valid: checked.valid,
            configuration,
            trial,
            // Infos about unset limits are included: this format has no summary at the end.
            diagnostics: checked.diagnostics.iter().filter(|one| style.shows(one)).collect(),
            omitted: checked.omitted,
            suppressed: checked.suppressed.map(<[_]>::len),
        },
        output: checked.text.filter(|_| matches!(checked.fixes, Some((1.., false)))),
    };
    let separator = if is_first { "\n" } else { ",\n" };
    // Serialization never fails, because all member names are strings.
    let json = serde_json::to_string(&entry).unwrap_or_default();
    [separator, &json].concat()
}

/// Sorts the members of each object, so that the output does not depend on enabled features of `serde_json`.
pub(super) fn sorted(mut value: Value) -> Value {
    value.sort_all_objects();
    value
}
