//! Tests which outputs change if codes are turned off or have another severity.

use renewal_rules::{Code, Consent, Diagnostic, Level, Options, RuleLevels, Severity, check, effective_kind, read};

use super::promises::{self, verdict};
use super::{choices::Choices, invariants};

/// Returns the options with random levels.
pub fn with_levels(c: &mut Choices<'_>, options: &Options) -> Options {
    let mut options = options.clone();
    for _ in 0..=c.below(4) {
        let (code, level) = (c.pick(Code::ALL), c.pick(Level::ALL));
        if let Ok(levels) = options.rules.with(code, level) {
            options.rules = levels;
        }
    }
    options
}

/// Asserts that random levels change a report only for the affected codes, and change nothing but reports.
pub fn graded(c: &mut Choices<'_>, text: &str, options: &Options) {
    assert_only_reports_change(text, options, &with_levels(c, options));
}

/// Applies levels to diagnostics: drops those whose code is off, and sets the severity of the others.
pub fn apply_levels(diagnostics: &[Diagnostic], levels: &RuleLevels) -> Vec<Diagnostic> {
    let graded = diagnostics.iter().cloned().filter_map(|mut one| {
        one.severity = match levels.get(one.code) {
            None => one.severity,
            Some(Level::Off) => return None,
            Some(Level::Info) => Severity::Info,
            Some(Level::Warning) => Severity::Warning,
            Some(Level::Error) => Severity::Error,
        };
        Some(one)
    });
    graded.collect()
}

/// Asserts that the levels in `other` change the severities in the report of a text as configured, but neither the
/// configuration, the trial nor the effective kind.
pub fn assert_only_reports_change(text: &str, options: &Options, other: &Options) {
    let (report, graded) = (check(text, options), check(text, other));
    assert_eq!(
        apply_levels(&graded.diagnostics, &RuleLevels::default()),
        apply_levels(&report.diagnostics, &other.rules),
        "{:?}\n{text}",
        other.rules
    );
    assert_eq!((graded.configuration, graded.trial), (report.configuration, report.trial));
    let stated = format!("{other:?}");
    verdict(&stated, text, &invariants::invariants(text, other));
    promises::patches(text, &graded.diagnostics);
    for &consent in Consent::ALL {
        assert_eq!(
            effective_kind(text, &other.clone().with_consent(consent)),
            effective_kind(text, &options.clone().with_consent(consent)),
            "{stated}\n{text}"
        );
    }
    if let Ok(product) = read(text, other) {
        assert!(graded.valid, "{stated}\n{text}");
        assert_eq!(read(&product, other).ok(), Some(product), "{stated}\n{text}");
    }
}
