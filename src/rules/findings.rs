//! Collections of findings: unbounded, or limited to the maximum number of diagnostics in the report.

use alloc::vec::Vec;

use super::finding::Finding;
use crate::options::{Operation, Options, RuleLevels};
use crate::report::{Code, Severity};
use crate::schema::{Field, FieldSet, fields_of};
use renewal_rules_json::stable_sort;

/// Sort key of an item in a report: first the index of the product in the catalogue or of the renewal in the setup
/// (`None`, which sorts first, for the whole catalogue, the initiator or a single product), then the location in that
/// product, the code and the renewal kind.
pub(crate) type Key = (Option<usize>, (Field, usize, Field, usize), Code, usize);

/// An item that a report lists.
pub(crate) trait ReportItem {
    fn key(&self) -> Key;
    fn severity(&self) -> Severity;
}

/// Bounded collection of report items: holds all of them, or the first `limit`. Errors take precedence over warnings
/// and warnings over infos; within a severity, the first in report order are retained. Memory use does not grow with
/// the number of omitted items.
#[derive(Clone, Debug)]
pub(crate) struct BoundedList<T> {
    limit: Option<usize>,
    pub(crate) items: Vec<T>,
    /// Rank of the last retained item once more items were pushed than fit within the limit. Later items that rank at
    /// or after it are only counted.
    last: Option<(Severity, Key)>,
    /// Number of items pushed, including the omitted ones.
    count: usize,
    error_count: usize,
}

impl<T: ReportItem> BoundedList<T> {
    pub(crate) const fn new(limit: Option<usize>) -> Self {
        Self { limit, items: Vec::new(), last: None, count: 0, error_count: 0 }
    }

    pub(crate) fn push(&mut self, item: T) {
        self.push_with(item.severity(), item.key(), || item);
    }

    /// Like `push`, but builds the item only if it can fit within the limit.
    pub(crate) fn push_with(&mut self, severity: Severity, key: Key, make: impl FnOnce() -> T) {
        self.count += 1;
        self.error_count += usize::from(severity == Severity::Error);
        if let Some(limit) = self.limit {
            let rank = (severity, key);
            if limit == 0 || self.last.as_ref().is_some_and(|last| *last <= rank) {
                return;
            }
            if self.items.len() >= limit.saturating_mul(2).saturating_add(64) {
                self.sort_and_truncate();
                self.last = self.items.iter().map(|item| (item.severity(), item.key())).max();
            }
        }
        self.items.push(make());
    }

    /// Passes the items of another collection to `push`, and adds all of that collection's counts, including its
    /// omitted items.
    pub(crate) fn take<U>(&mut self, other: BoundedList<U>, mut push: impl FnMut(&mut Self, U)) {
        let count = self.count + other.count;
        let error_count = self.error_count + other.error_count;
        for item in other.items {
            push(self, item);
        }
        (self.count, self.error_count) = (count, error_count);
    }

    /// Replaces the limit. Call this only if no item was omitted yet.
    pub(crate) fn with_limit(self, limit: Option<usize>) -> Self {
        Self { limit, ..self }
    }

    /// Sorts the items in report order and drops those beyond the limit.
    pub(crate) fn sort_and_truncate(&mut self) {
        let items = core::mem::take(&mut self.items);
        // This sort is stable: items with equal keys remain in the order in which they were found.
        self.items = stable_sort(items, &|a, b| a.key().cmp(&b.key()));
        let Some(mut left) = self.limit.filter(|limit| *limit < self.items.len()) else { return };
        let severities = [Severity::Error, Severity::Warning, Severity::Info];
        let mut counts = severities.map(|severity| {
            let of_this = |item: &&T| item.severity() == severity;
            let count = self.items.iter().filter(of_this).count().min(left);
            left -= count;
            count
        });
        self.items.retain(|item| {
            let Some(left) = counts.get_mut(item.severity() as usize) else { return false };
            let is_retained = *left > 0;
            *left = left.saturating_sub(1);
            is_retained
        });
    }

    pub(crate) const fn has_error(&self) -> bool {
        self.error_count > 0
    }

    /// Returns the number of items that a report with `listed` items omits, if there is a limit.
    pub(crate) fn omitted(&self, listed: usize) -> Option<usize> {
        self.limit.map(|_| self.count - listed)
    }
}

impl ReportItem for Finding<'_> {
    fn key(&self) -> Key {
        // Leave the renewal kind out of the key: findings with equal location and code are pushed in the order of their
        // kinds, and the sort is stable.
        (None, self.path.key(), self.rule.code, 0)
    }

    fn severity(&self) -> Severity {
        self.severity
    }
}

/// Findings of a product. Applies the severities that the caller configured for the rules.
#[derive(Debug)]
pub(crate) struct Findings<'a> {
    levels: RuleLevels,
    /// Fields that no rule reads for this operation.
    unread_fields: FieldSet,
    pub(crate) listed: BoundedList<Finding<'a>>,
    /// True if any finding, reported or not, prevents the renewal kind from being decided.
    pub(crate) is_malformed: bool,
    /// True if the product belongs to a catalogue.
    is_in_catalogue: bool,
    /// Finding of the rule `not-checked`, if the product belongs to a catalogue: it is separate, because it is reported
    /// once for all products. For a single product it is in `listed`.
    pub(crate) not_checked: Option<Finding<'a>>,
}

impl<'a> Findings<'a> {
    /// Creates an empty list that retains the first `limit` findings, or all if there is no limit.
    pub(crate) fn new(limit: Option<usize>, options: &Options) -> Self {
        Self {
            levels: options.rules,
            // No rule reads the id on creation, which ignores it, or on an update with the option `product_id`, which
            // takes precedence. Only updates have rules that read the locales: those about dropped ones.
            unread_fields: match options.operation {
                Operation::Create => fields_of![Id, Locales],
                Operation::Record => fields_of![Locales],
                Operation::Update if options.product_id.is_some() => fields_of![Id],
                Operation::Update => FieldSet::none(),
            },
            listed: BoundedList::new(limit),
            is_malformed: false,
            is_in_catalogue: false,
            not_checked: None,
        }
    }

    /// Creates an empty list for a product of a catalogue.
    pub(crate) fn in_catalogue(options: &Options) -> Self {
        Self { is_in_catalogue: true, ..Self::new(options.max_diagnostics, options) }
    }

    /// Creates a list that discards all findings, for callers that only need the draft of the product.
    pub(crate) fn discarding() -> Self {
        Self::new(Some(0), &Options::default())
    }

    pub(crate) fn push(&mut self, mut finding: Finding<'a>) {
        self.is_malformed |= finding.is_malformed();
        // Modify the finding in place, because a `Finding` is expensive to move.
        let Some(severity) = self.levels.severity(finding.rule.code, finding.severity) else { return };
        finding.severity = severity;
        finding.related = finding.related.with(finding.rule.related(self.unread_fields));
        if self.is_in_catalogue && finding.rule.is_once_per_input() {
            self.not_checked = Some(finding);
        } else {
            self.listed.push(finding);
        }
    }
}
