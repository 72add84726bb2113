use renewal_rules::{Code, Diagnostic, JsonText, Options, PatchOp, apply_patch, check};
use serde_json::Value;

use super::tree::{Tree, unmarked};
use super::{invariants, promises};

/// Reads the bytes as one text and compares validity and values with `serde_json`, and locations with another parser.
pub fn run(data: &[u8]) {
    let text = std::str::from_utf8(data).ok();
    let is_json = |text: &&str| serde_json::from_str::<serde::de::IgnoredAny>(unmarked(text)).is_ok();
    let report = check(data, &Options::default());
    let is_read = report.diagnostics.iter().all(|d| d.code != Code::JsonSyntax);
    // This library limits nesting by memory only, `serde_json` to 128 levels.
    if text.is_none_or(|text| promises::depth(text) < 100) {
        assert_eq!(is_read, text.as_ref().is_some_and(is_json), "{text:?}");
    }
    assert!(is_read || report.diagnostics.len() == 1, "{text:?}");
    let has_place = |d: &Diagnostic| d.location.is_some();
    assert!(report.diagnostics.iter().all(has_place), "{text:?}");
    promises::located(&String::from_utf8_lossy(data), &report.diagnostics);
    let Some(text) = text.filter(is_json) else { return };
    let value: Option<Value> = serde_json::from_str(unmarked(text)).ok();
    for (path, raw) in Tree::read(text).values().into_iter().take(200) {
        let here = || -> JsonText { serde_json::from_str(raw).expect("the text is valid JSON") };
        let tested = |value| PatchOp::Test { path: path.clone(), value };
        let replaced = PatchOp::Replace { path: path.clone(), value: here() };
        let made = apply_patch(text, &[tested(here()), replaced]);
        assert_eq!(made.as_deref(), Ok(text), "{path}");
        let found = value.as_ref().and_then(|value| value.pointer(&path));
        if let Some(found) = found.filter(|found| !invariants::has_float(found)) {
            let found = serde_json::from_str(&found.to_string()).expect("the text is valid JSON");
            let made = apply_patch(text, &[tested(found)]);
            assert_eq!(made.as_deref(), Ok(text), "{path}");
        }
    }
    // The invariants of a report hold for any valid JSON, not only for products.
    let broken = invariants::invariants(text, &Options::default());
    assert!(broken.is_empty(), "{text}\n{}", broken.join("\n"));
}
