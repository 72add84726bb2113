//! What is found wrong, as it is found: all of it, or the first so many in the order of a report.

use alloc::vec::Vec;

use crate::{
    code::Code, fields::Field, finding::Finding, levels::RuleLevels, options::Options,
    report::Severity, sort::arranged,
};

/// What a report is ordered by.
type Key = ((Field, usize, Field, usize), Code);

fn key(finding: &Finding<'_>) -> Key {
    (finding.path.key(), finding.code())
}

/// An error as fixes compare it: by its code and its path.
pub(crate) type Error = (Code, Field, u32);

/// Takes what is found wrong with a product, with the severities that the caller gave its rules.
#[derive(Debug, Default)]
pub(crate) struct Collector<'a> {
    levels: RuleLevels,
    /// How many are kept at most: so the memory for them does not grow with the input.
    limit: Option<usize>,
    pub(crate) kept: Vec<Finding<'a>>,
    /// The last one that can still be among the first: what comes later is only counted.
    last: Option<Key>,
    /// How many there are.
    pub(crate) count: usize,
    pub(crate) error_count: usize,
    /// Whether any of them keeps the renewal kind from being decided on, whatever is reported.
    pub(crate) is_malformed: bool,
    /// The errors alone, where only they are asked for.
    pub(crate) errors: Option<Vec<Error>>,
}

impl<'a> Collector<'a> {
    /// Keeps the first `limit`, or all.
    pub(crate) fn first(limit: Option<usize>, options: &Options) -> Self {
        Self {
            levels: options.rules,
            limit,
            ..Self::default()
        }
    }

    /// Keeps what fixes compare.
    pub(crate) fn of_errors(options: &Options) -> Self {
        Self {
            errors: Some(Vec::new()),
            ..Self::first(Some(0), options)
        }
    }

    /// Keeps nothing, for who only wants the product.
    pub(crate) fn of_nothing() -> Self {
        Self {
            limit: Some(0),
            ..Self::default()
        }
    }

    pub(crate) fn push(&mut self, mut finding: Finding<'a>) {
        self.is_malformed |= finding.is_malformed();
        let Some(severity) = self.levels.severity(finding.code(), finding.severity) else {
            return;
        };
        finding.severity = severity;
        self.count += 1;
        self.error_count += usize::from(severity == Severity::Error);
        if let Some(errors) = &mut self.errors
            && severity == Severity::Error
        {
            let path = &finding.path;
            let index = if path.field.is_named() {
                path.index
            } else {
                path.order
            };
            let index = u32::try_from(index).unwrap_or(u32::MAX);
            errors.push((finding.code(), path.field, index));
        }
        let Some(limit) = self.limit else {
            self.kept.push(finding);
            return;
        };
        let is_late = self.last.is_some_and(|last| last <= key(&finding));
        if limit == 0 || is_late {
            return;
        }
        self.kept.push(finding);
        if self.kept.len() >= limit.saturating_mul(2).saturating_add(64) {
            self.keep_first(limit);
            self.last = self.kept.last().map(key);
        }
    }

    fn keep_first(&mut self, limit: usize) {
        let kept = core::mem::take(&mut self.kept);
        // A stable sort: what a rule reports at one place stays in its own order.
        self.kept = arranged(kept, &|a, b| key(a).cmp(&key(b)));
        self.kept.truncate(limit);
    }

    pub(crate) const fn has_error(&self) -> bool {
        self.error_count > 0
    }

    /// What is kept, in the order of a report.
    pub(crate) fn finish(mut self) -> Self {
        self.keep_first(self.limit.unwrap_or(usize::MAX));
        self
    }
}
