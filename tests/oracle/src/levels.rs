//! What codes that are left out or reported with another severity change, and what they do not.

use renewal_rules::{Code, Consent, Diagnostic, Level, Options, RuleLevels, Severity, check, effective_kind, read};

use super::promises::{self, verdict};
use super::{choices::Choices, invariants};

/// A report says the same under other levels, but for what they are about, and nothing else than
/// reports follows them.
pub fn graded(c: &mut Choices<'_>, text: &str, options: &Options) {
    let mut other = options.clone();
    for _ in 0..=c.below(4) {
        let (code, level) = (c.pick(Code::ALL), c.pick(Level::ALL));
        if let Ok(levels) = other.rules.with(code, level) {
            other.rules = levels;
        }
    }
    kept(text, options, &other);
}

/// What is left of the diagnostics where codes have these levels.
pub fn left(diagnostics: &[Diagnostic], levels: &RuleLevels) -> Vec<Diagnostic> {
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

/// What a text says under some options holds under the same ones with other levels.
pub fn kept(text: &str, options: &Options, other: &Options) {
    let (report, graded) = (check(text, options), check(text, other));
    assert_eq!(
        left(&graded.diagnostics, &RuleLevels::default()),
        left(&report.diagnostics, &other.rules),
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
