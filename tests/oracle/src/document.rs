use renewal_rules::{Code, Diagnostic, JsonText, Options, PatchOp, apply_patch, check};
use serde_json::Value;

use super::tree::{Tree, unmarked};
use super::{invariants, promises};

/// The bytes are one text: it is JSON where `serde_json` says so, with the same values, and everything
/// is where another reader finds it.
pub fn run(data: &[u8]) {
    let text = std::str::from_utf8(data).ok();
    let is_json = |text: &&str| serde_json::from_str::<serde::de::IgnoredAny>(unmarked(text)).is_ok();
    let report = check(data, &Options::default());
    let is_read = report.diagnostics.iter().all(|d| d.code != Code::JsonSyntax);
    // Here nesting is limited by memory alone, there at 128.
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
        let here = || -> JsonText { serde_json::from_str(raw).expect("a value") };
        let tested = |value| PatchOp::Test { path: path.clone(), value };
        let replaced = PatchOp::Replace { path: path.clone(), value: here() };
        let made = apply_patch(text, &[tested(here()), replaced]);
        assert_eq!(made.as_deref(), Ok(text), "{path}");
        let found = value.as_ref().and_then(|value| value.pointer(&path));
        if let Some(found) = found.filter(|found| !invariants::has_float(found)) {
            let found = serde_json::from_str(&found.to_string()).expect("a value");
            let made = apply_patch(text, &[tested(found)]);
            assert_eq!(made.as_deref(), Ok(text), "{path}");
        }
    }
    // Whatever it is, it keeps every promise of a report.
    let broken = invariants::invariants(text, &Options::default());
    assert!(broken.is_empty(), "{text}\n{}", broken.join("\n"));
}
