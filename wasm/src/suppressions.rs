//! Suppressions: findings that a project recorded and that are no longer reported.

use std::collections::BTreeMap;

use renewal_rules::{Code, Diagnostic, Identities, Layout};
use serde::{Deserialize, Serialize};

/// Suppressed findings of a file: the number of findings by [identity](Identities).
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(transparent)]
pub(crate) struct Known(BTreeMap<String, u64>);

impl Known {
    /// Creates suppressions for the findings of a text with these codes; for all findings if `codes` is empty.
    pub(crate) fn from_diagnostics(found: &[Diagnostic], (text, layout): (&str, Layout), codes: &[String]) -> Self {
        let mut known = Self::default();
        let is_wanted = |one: &&Diagnostic| codes.is_empty() || codes.iter().any(|code| code == one.code.as_str());
        let mut identities = Identities::new(text, layout);
        for one in found.iter().filter(is_wanted) {
            if let Some(entry) = entry(one, &mut identities) {
                *known.0.entry(entry).or_default() += 1;
            }
        }
        known
    }

    /// Returns for each finding of a text whether it is suppressed. Each suppressed finding reduces the count of its
    /// entry by one; entries that remain are stale.
    pub(crate) fn take(&mut self, found: &[Diagnostic], (text, layout): (&str, Layout)) -> Vec<bool> {
        let mut identities = Identities::new(text, layout);
        let mut is_known = |one: &Diagnostic| {
            let entry = entry(one, &mut identities);
            let count = entry.and_then(|entry| self.0.get_mut(&entry));
            let count = count.filter(|count| **count > 0);
            count.map(|count| *count -= 1).is_some()
        };
        let are_known = found.iter().map(&mut is_known).collect();
        self.0.retain(|_, count| *count > 0);
        are_known
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Rejects codes that cannot be suppressed.
pub(crate) fn check_codes(codes: &[String]) -> Result<(), String> {
    let mut codes = codes.iter().filter_map(|code| code.parse().ok());
    match codes.find(|code: &Code| !code.rule().can_be_suppressed()) {
        Some(code) => Err(format!(
            "`{code}` cannot be suppressed: what follows it is not checked, so that new problems would be hidden"
        )),
        None => Ok(()),
    }
}

/// Returns the identity by which a finding is suppressed; `None` if its rule cannot be suppressed.
pub(crate) fn entry(found: &Diagnostic, identities: &mut Identities<'_>) -> Option<String> {
    found.code.rule().can_be_suppressed().then(|| identities.get(found))
}
