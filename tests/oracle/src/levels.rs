//! What codes that are left out or reported with another severity change, and what they do not.

use renewal_rules::{Code, Consent, Level, Options, check, effective_kind, read};

use super::{
    choices::Choices,
    invariants,
    promises::{self, verdict},
};

/// A report says the same under other levels, but for what they are about, and nothing else than
/// reports follows them.
pub fn graded(c: &mut Choices<'_>, text: &str, options: &Options) {
    let mut other = options.clone();
    for _ in 0..=c.below(4) {
        let (code, level) = (c.pick(Code::ALL), c.pick(Level::ALL));
        // Two of these have one path: a fix that brings the second one brings no new error.
        if code == Code::NotChecked && level == Level::Error {
            continue;
        }
        if let Ok(levels) = other.rules.with(code, level) {
            other.rules = levels;
        }
    }
    let (report, graded) = (check(text, options), check(text, &other));
    let expected: Vec<String> = report
        .diagnostics
        .iter()
        .filter_map(|d| {
            let severity = match other.rules.get(d.code) {
                None => d.severity.as_str(),
                Some(Level::Off) => return None,
                Some(level) => level.as_str(),
            };
            Some(format!("{severity} {} {} {:?}", d.code, d.path, d.params))
        })
        .collect();
    let found: Vec<String> = graded
        .diagnostics
        .iter()
        .map(|d| {
            format!(
                "{} {} {} {:?}",
                d.severity.as_str(),
                d.code,
                d.path,
                d.params
            )
        })
        .collect();
    assert_eq!(found, expected, "{:?}\n{text}", other.rules);
    assert_eq!(
        (graded.configuration, graded.trial),
        (report.configuration, report.trial)
    );
    let stated = format!("{other:?}");
    verdict(&stated, text, &invariants::invariants(text, &other));
    promises::patches(text, &graded.diagnostics);
    for &consent in Consent::ALL {
        assert_eq!(
            effective_kind(text, &other.clone().with_consent(consent)),
            effective_kind(text, &options.clone().with_consent(consent)),
            "{stated}\n{text}"
        );
    }
    if let Ok(product) = read(text, &other) {
        assert!(graded.valid, "{stated}\n{text}");
        assert_eq!(
            read(&product, &other).ok(),
            Some(product),
            "{stated}\n{text}"
        );
    }
}
