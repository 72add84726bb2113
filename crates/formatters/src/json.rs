//! Renders reports as JSON, with their file names.

use alloc::{string::String, vec::Vec};

use serde_json::Value;

use super::{checked_file::CheckedFile, terminal::Style};
use renewal_rules_json::{WriteJson as _, objects};

struct File<'a>(&'a CheckedFile<'a>, Style);

/// A report with only the displayed diagnostics; the other members are unchanged.
struct Shown<'a>(&'a CheckedFile<'a>, Style);

objects! {
    File<'_>: |it| "file": it.0.name, "report": Shown(it.0, it.1),
        "output"? it.0.text.filter(|_| matches!(it.0.fixes, Some((1.., false))));
    // Infos about unset limits are included: this format has no summary at the end.
    Shown<'_>: |it| "valid": it.0.valid, "configuration"? it.0.product.map(|(configuration, _)| configuration),
        "trial"? it.0.product.map(|(_, trial)| trial),
        "diagnostics": it.0.diagnostics.iter().filter(|one| it.1.shows(one)).collect::<Vec<_>>(),
        "omitted"? it.0.omitted, "suppressed"? it.0.suppressed.map(<[_]>::len);
}

pub(super) fn file(file: &CheckedFile<'_>, style: Style, is_first: bool) -> String {
    let mut out = String::from(if is_first { "\n" } else { ",\n" });
    File(file, style).write(&mut out);
    out
}

/// Sorts the members of each object, so that the output does not depend on enabled features of `serde_json`.
pub(super) fn sorted(mut value: Value) -> Value {
    value.sort_all_objects();
    value
}
