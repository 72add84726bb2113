//! Applies the fixes of a product as edits of its text; all other bytes are preserved.

use alloc::{borrow::Cow, string::String, vec::Vec};

use super::CheckedProduct;
use crate::rules::{Draft, Finding, Fix};
use crate::schema::FieldTree as _;
use crate::schema::{Field, FieldPath, FieldSet};
use renewal_rules_json::{NONE, NodeId};
use renewal_rules_json::{Span, quoted, stable_sort};

/// Replacement of a span of the text.
type Edit = (Span, Cow<'static, str>);

/// A list of edits that do not overlap.
#[derive(Default)]
pub(crate) struct Edits {
    list: Vec<Edit>,
    /// Number of fixes that the edits apply.
    pub(crate) made: usize,
}

impl Edits {
    /// Applies the edits and returns the new text.
    pub(crate) fn apply(self, text: &str) -> String {
        let mut after = String::with_capacity(text.len() + 64);
        let mut from = 0;
        for (span, new) in stable_sort(self.list, &|(a, _), (b, _)| a.start.cmp(&b.start)) {
            after.push_str(text.get(from..span.start).unwrap_or_default());
            after.push_str(&new);
            from = span.end;
        }
        after + text.get(from..).unwrap_or_default()
    }

    /// Adds the fixes of a product whose text starts at byte `start`, except for fixes that overlap another one and
    /// must wait for the next round.
    pub(crate) fn fix(&mut self, mut checked: CheckedProduct<'_>, start: usize) {
        let findings = checked.take_findings();
        let mut round = Round {
            draft: &checked.facts.draft,
            list: Vec::new(),
            changed: FieldSet::none(),
            added: FieldSet::none(),
            removed: FieldSet::none(),
            renamed: Vec::new(),
        };
        for finding in &findings {
            self.made += usize::from(finding.fix.as_ref().and_then(|fix| round.make(finding, fix)).is_some());
        }
        round.remove();
        self.list.extend(round.list.into_iter().map(|(span, new)| (span.shifted(start), new)));
    }
}

/// A round of fixes for one product: fixes that do not overlap, so that they can be applied together.
struct Round<'d, 't> {
    draft: &'d Draft<'t>,
    list: Vec<Edit>,
    /// Fields whose value is replaced.
    changed: FieldSet,
    added: FieldSet,
    /// Fields that are removed.
    removed: FieldSet,
    /// Members that are renamed.
    renamed: Vec<NodeId>,
}

impl Round<'_, '_> {
    /// Adds the edits of a fix. Returns `None` if the fix overlaps another one of this round and must wait for the next
    /// round.
    fn make(&mut self, finding: &Finding<'_>, fix: &Fix) -> Option<()> {
        let field = finding.path.field;
        if self.removed.iter().any(|removed| field.is_within(removed)) {
            return None;
        }
        match fix {
            Fix::Text(_) | Fix::Id(_) | Fix::Switch(_) => self.put(&finding.path, finding.node, fix),
            Fix::AutoRenewal => self.put(&FieldPath::from(Field::Ar), NONE, fix),
            Fix::Repeat(_) => self.add(Field::Chain, None, fix),
            // Do not rename: a fix of this round already adds a member of this name.
            Fix::Rename(field) if self.added.has(*field) => None,
            Fix::Rename(field) => self.rename(finding.node, field.key()),
            Fix::Locale(locale) => self.rename(finding.node, locale.as_str()),
            Fix::Remove if self.changed.iter().any(|changed| changed.is_within(field)) => None,
            Fix::Remove => {
                self.removed = self.removed.with_field(field);
                Some(())
            }
        }
    }

    /// Replaces the value at `path` with the value of a fix, or adds the member if it is absent.
    fn put(&mut self, path: &FieldPath<'_>, known: NodeId, fix: &Fix) -> Option<()> {
        let (node, is_there) = if known == NONE { self.draft.find(path)? } else { (known, true) };
        if !is_there {
            let is_first = !self.added.has(path.field);
            self.added = self.added.with_field(path.field);
            return if is_first { self.add(path.field.parent(), Some(path.field.key()), fix) } else { None };
        }
        self.list.push((self.draft.document.span(node)?, fix.value()));
        self.changed = self.changed.with_field(path.field);
        Some(())
    }

    fn rename(&mut self, node: NodeId, name: &str) -> Option<()> {
        self.list.push((self.draft.document.key_span(node)?, Cow::Owned(quoted(name))));
        self.renamed.push(node);
        Some(())
    }

    /// Appends a member or an element to an object or array, with the spacing of its siblings.
    fn add(&mut self, container: Field, key: Option<&str>, fix: &Fix) -> Option<()> {
        let document = self.draft.document;
        let node = self.draft.node(container);
        let (mut before_last, mut last) = (None, None);
        for child in document.children(node) {
            before_last = last.replace(child);
        }
        let mut new = String::new();
        let mut colon = ": ";
        let mut at = document.span(node)?.start + 1;
        if let Some(last) = last {
            let value = document.span(last)?;
            let first = document.key_span(last).unwrap_or(value);
            at = value.end;
            if key.is_some() {
                colon = document.text.get(first.end..value.start)?;
            }
            if let Some(end) = before_last.and_then(|child| document.span(child)) {
                let rest = document.text.get(end.end..)?;
                new.push_str(rest.get(..rest.len() - rest.trim_ascii_start().len())?);
            }
            new.push(',');
            let before = document.text.get(..first.start)?;
            new.push_str(before.get(before.trim_ascii_end().len()..)?);
        } else if self.list.iter().any(|(span, _)| span.start == at) {
            // Another fix of this round already adds a member to the same empty container.
            new.push(',');
        }
        if let Some(key) = key {
            new.push_str(&quoted(key));
            new.push_str(colon);
        }
        new.push_str(&fix.value());
        self.list.push((Span { start: at, end: at }, Cow::Owned(new)));
        Some(())
    }

    /// Removes the fields in `removed`, and the shadowed duplicates of each renamed member.
    fn remove(&mut self) {
        let document = self.draft.document;
        let mut taken = Vec::new();
        for field in self.removed.iter() {
            let object = if field.parent() == Field::Root { 0 } else { self.draft.node(field.parent()) };
            let removed = document.children(object).filter(|child| document.field(*child) == field);
            taken.extend(removed.map(|child| (object, child)));
        }
        let renamed = stable_sort(core::mem::take(&mut self.renamed), &Ord::cmp);
        let shadowed = self.draft.shadowed_members.iter();
        let shadowed = shadowed.filter(|member| renamed.binary_search(&member.last).is_ok());
        taken.extend(shadowed.map(|member| (member.object, member.node)));
        for members in stable_sort(taken, &Ord::cmp).chunk_by(|a, b| a.0 == b.0) {
            self.take(members);
        }
    }

    /// Removes members of one object, together with the white space that would be left over. `members` are pairs of the
    /// object and a member, in the order of the text.
    fn take(&mut self, members: &[(NodeId, NodeId)]) -> Option<()> {
        let document = self.draft.document;
        let (object, _) = *members.first()?;
        let mut members = members.iter().peekable();
        // End of the last retained member, and the span of the pending removal after that member.
        let mut stays = None;
        let mut gap: Option<Span> = None;
        // Returns the offset just after the comma or brace that precedes a member.
        let after_mark = |at: usize| document.text.get(..at).map_or(at, |text| text.trim_ascii_end().len());
        for child in document.children(object) {
            let start = document.key_span(child)?.start;
            let end = document.span(child)?.end;
            if members.next_if(|(_, taken)| *taken == child).is_some() {
                gap = Some(Span { start: gap.map_or(start, |gap| gap.start), end });
                continue;
            }
            if let Some(Span { start: first, .. }) = gap.take() {
                let span = match stays {
                    Some(_) => Span { start: after_mark(first), end: after_mark(start) },
                    None => Span { start: first, end: start },
                };
                self.list.push((span, Cow::Borrowed("")));
            }
            stays = Some(end);
        }
        if let Some(gap) = gap {
            let start = stays.unwrap_or(document.span(object)?.start + 1);
            self.list.push((Span { start, ..gap }, Cow::Borrowed("")));
        }
        Some(())
    }
}
