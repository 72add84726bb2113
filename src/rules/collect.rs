//! What is found wrong, as it is found: all of it, or as much as a report holds at most.

use alloc::vec::Vec;

use super::{finding::Finding, rule::Flag};
use crate::options::{Operation, Options, RuleLevels};
use crate::report::{Code, Severity};
use crate::schema::{Field, FieldSet, fields_of};
use renewal_rules_json::arranged;

/// What a report is ordered by: the product of a catalogue or the renewal of a set-up, the root and the initiator
/// before them; the place in it, the code, and the renewal kind.
pub(crate) type Key = (Option<usize>, (Field, usize, Field, usize), Code, usize);

/// What a report lists.
pub(crate) trait Listed {
    fn key(&self) -> Key;
    fn severity(&self) -> Severity;
}

/// Of what a report lists all, or the first so many: errors before warnings before infos, of each the first
/// in the order of the report. The memory does not grow with what is left out.
#[derive(Clone, Debug)]
pub(crate) struct First<T> {
    limit: Option<usize>,
    pub(crate) items: Vec<T>,
    /// The last one that can still be among the first: what comes later is only counted.
    last: Option<(Severity, Key)>,
    /// How many there are.
    count: usize,
    error_count: usize,
}

impl<T: Listed> First<T> {
    pub(crate) const fn new(limit: Option<usize>) -> Self {
        Self { limit, items: Vec::new(), last: None, count: 0, error_count: 0 }
    }

    pub(crate) fn push(&mut self, item: T) {
        self.push_with(item.severity(), item.key(), || item);
    }

    /// The same with what is made only where it can be among the first.
    pub(crate) fn push_with(&mut self, severity: Severity, key: Key, make: impl FnOnce() -> T) {
        self.count += 1;
        self.error_count += usize::from(severity == Severity::Error);
        if let Some(limit) = self.limit {
            let rank = (severity, key);
            if limit == 0 || self.last.as_ref().is_some_and(|last| *last <= rank) {
                return;
            }
            if self.items.len() >= limit.saturating_mul(2).saturating_add(64) {
                self.arrange();
                self.last = self.items.iter().map(|item| (item.severity(), item.key())).max();
            }
        }
        self.items.push(make());
    }

    /// Takes what another list has, each by `push`, and counts what that one left out.
    pub(crate) fn take<U>(&mut self, other: First<U>, mut push: impl FnMut(&mut Self, U)) {
        let count = self.count + other.count;
        let error_count = self.error_count + other.error_count;
        for item in other.items {
            push(self, item);
        }
        (self.count, self.error_count) = (count, error_count);
    }

    /// The same with another limit, where nothing was left out yet.
    pub(crate) fn limited(self, limit: Option<usize>) -> Self {
        Self { limit, ..self }
    }

    /// Puts them in the order of a report, and leaves out what it does not hold.
    pub(crate) fn arrange(&mut self) {
        let items = core::mem::take(&mut self.items);
        // A stable sort: what is reported at one place stays in the order in which it was found.
        self.items = arranged(items, &|a, b| a.key().cmp(&b.key()));
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
            let is_from_current = *left > 0;
            *left = left.saturating_sub(1);
            is_from_current
        });
    }

    pub(crate) const fn has_error(&self) -> bool {
        self.error_count > 0
    }

    /// How many a report of so many leaves out, where it has a limit.
    pub(crate) fn omitted(&self, listed: usize) -> Option<usize> {
        self.limit.map(|_| self.count - listed)
    }
}

impl Listed for Finding<'_> {
    fn key(&self) -> Key {
        // Those of one place and code are found in the order of their kinds.
        (None, self.path.key(), self.rule.code, 0)
    }

    fn severity(&self) -> Severity {
        self.severity
    }
}

/// Takes what is found wrong with a product, with the severities that the caller gave its rules.
#[derive(Debug)]
pub(crate) struct Collector<'a> {
    levels: RuleLevels,
    /// What no rule reads, as the operation is.
    ruled_out: FieldSet,
    pub(crate) listed: First<Finding<'a>>,
    /// Whether any of them keeps the renewal kind from being decided on, whatever is reported.
    pub(crate) is_malformed: bool,
    /// Whether the product is one of many, of all of which it is said once that something was not checked.
    is_of_many: bool,
    pub(crate) not_checked: Option<Finding<'a>>,
}

impl<'a> Collector<'a> {
    /// Keeps the first `limit`, or all.
    pub(crate) fn first(limit: Option<usize>, options: &Options) -> Self {
        Self {
            levels: options.rules,
            // An id says which product it is only if nothing else does; only an update can drop localised data.
            ruled_out: match options.operation {
                Operation::Create => fields_of![Id, Locales],
                Operation::Record => fields_of![Locales],
                Operation::Update if options.product_id.is_some() => fields_of![Id],
                Operation::Update => FieldSet::none(),
            },
            listed: First::new(limit),
            is_malformed: false,
            is_of_many: false,
            not_checked: None,
        }
    }

    /// The same for one product of many.
    pub(crate) fn of_many(options: &Options) -> Self {
        Self { is_of_many: true, ..Self::first(options.max_diagnostics, options) }
    }

    /// Keeps nothing, for who only wants the product.
    pub(crate) fn of_nothing() -> Self {
        Self::first(Some(0), &Options::default())
    }

    pub(crate) fn push(&mut self, mut finding: Finding<'a>) {
        self.is_malformed |= finding.is_malformed();
        // It is large: changed where it is.
        let Some(severity) = self.levels.severity(finding.rule.code, finding.severity) else { return };
        finding.severity = severity;
        finding.related = finding.related.with(finding.rule.related(self.ruled_out));
        if self.is_of_many && finding.rule.is(Flag::Whole) {
            self.not_checked = Some(finding);
        } else {
            self.listed.push(finding);
        }
    }
}
