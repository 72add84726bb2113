//! Converts a finding to a diagnostic with a message, and its fix to a JSON Patch.

use alloc::{borrow::Cow, string::String, vec::Vec};

use crate::product::NotJson;
use crate::report::{CatalogueReport, Diagnostic, Severity};
use crate::rules::{BoundedList, Finding, Fix, Key, ReportItem};
use crate::schema::{Field, FieldPath, FieldSet};
use renewal_rules_json::PatchOp;
use renewal_rules_json::push_index;
use renewal_rules_json::{JsonText, Span};

/// Returns the JSON Pointer to a field; in a catalogue the pointer begins with the product's index.
pub(crate) fn pointer_from(index: Option<usize>, path: &FieldPath<'_>) -> String {
    let mut pointer = String::with_capacity(64);
    if let Some(index) = index {
        push_index(&mut pointer, index);
    }
    path.write_pointer(&mut pointer);
    pointer
}

/// Appends the pointers of `fields` to `pointers`, except that of the field of `from`. A field of a variant, locale or
/// chain element means the one in the same element as `from`. In a catalogue the pointers begin with the product's
/// index.
pub(crate) fn push_pointers(
    from: &FieldPath<'_>,
    fields: FieldSet,
    index: Option<usize>,
    pointers: &mut Vec<Cow<'static, str>>,
) {
    let fields = from.beside(fields).without_field(from.field);
    pointers.reserve_exact(fields.len());
    for field in fields.iter() {
        pointers.push(match field.fixed_pointer().filter(|_| index.is_none()) {
            Some(pointer) => Cow::Borrowed(pointer),
            None => Cow::Owned(pointer_from(index, &from.to(field))),
        });
    }
}

/// A diagnostic of a catalogue or a setup, with its sort key.
#[derive(Clone, Debug)]
pub struct KeyedDiagnostic {
    /// Sort key; its first component is the index of the product.
    pub key: Key,
    /// The diagnostic.
    pub diagnostic: Diagnostic,
    /// Span in the text of the product, if known. Findings of checks between products have none; `spans_of` locates
    /// them.
    pub span: Option<Span>,
}

impl ReportItem for KeyedDiagnostic {
    fn key(&self) -> Key {
        self.key
    }

    fn severity(&self) -> Severity {
        self.diagnostic.severity
    }
}

impl BoundedList<KeyedDiagnostic> {
    /// Builds the report. The findings stay in their current order.
    pub(crate) fn into_report(self) -> CatalogueReport {
        CatalogueReport {
            valid: !self.has_error(),
            omitted: self.omitted(self.items.len()),
            diagnostics: self.items.into_iter().map(|found| found.diagnostic).collect(),
        }
    }
}

/// Sort key of a finding about a product of a catalogue, or about the whole catalogue.
pub(crate) fn key_in(index: Option<usize>, finding: &Finding<'_>) -> Key {
    (index, finding.path.key(), finding.rule.code, finding.params.kind().map_or(0, |kind| kind as usize))
}

impl NotJson<'_> {
    /// Returns the message of the diagnostic for this error.
    pub(crate) fn message(&self) -> String {
        diagnostic(self.finding(), None).message
    }
}

/// Converts a finding to a diagnostic. In a catalogue, `index` is the first token of all paths.
pub(crate) fn diagnostic(finding: Finding<'_>, index: Option<usize>) -> Diagnostic {
    let mut related = Vec::new();
    let elsewhere = finding.elsewhere.filter(|_| index.is_some());
    let list_elsewhere = |related: &mut _| {
        push_pointers(&FieldPath::from(Field::Root), finding.rule.related_elsewhere(), elsewhere, related);
    };
    if elsewhere.is_some() && elsewhere < index {
        list_elsewhere(&mut related);
    }
    push_pointers(&finding.path, finding.related, index, &mut related);
    if elsewhere > index {
        list_elsewhere(&mut related);
    }
    let template = finding.rule.template(finding.message_id);
    Diagnostic {
        code: finding.rule.code,
        severity: finding.severity,
        path: pointer_from(index, &finding.path),
        message_id: Cow::Borrowed(finding.message_id),
        message: finding.params.fill(template.map_or("", |template| template.text)),
        fix: fix_of(&finding, index),
        section: Cow::Borrowed(finding.rule.section),
        params: finding.params,
        related,
        location: finding.location,
    }
}

impl Diagnostic {
    /// Replaces each pointer of the diagnostic by the result of `pointer`. If `pointer` returns `None`, a related field
    /// is dropped, and a pointer in `path` or `fix` is replaced by the empty one, which means the whole input.
    #[must_use]
    pub fn with_pointers(mut self, pointer: &dyn Fn(&str) -> Option<String>) -> Self {
        self.path = pointer(&self.path).unwrap_or_default();
        self.related = self.related.iter().filter_map(|path| pointer(path).map(Cow::Owned)).collect();
        let fix = self.fix.map(Vec::into_iter);
        let within = |path: &str| pointer(path).unwrap_or_default();
        self.fix = fix.map(|ops| ops.map(|op| op.map_pointers(within)).collect());
        self
    }
}

/// Returns the fix as a JSON Patch.
pub(crate) fn fix_of(finding: &Finding<'_>, index: Option<usize>) -> Option<Vec<PatchOp>> {
    let fix = finding.fix.as_ref()?;
    let path = pointer_from(index, &finding.path);
    let value = JsonText::new(fix.value());
    Some(vec![match fix {
        Fix::Text(_) | Fix::Id(_) => PatchOp::Replace { path, value },
        // The `add` operation replaces a member that exists (RFC 6902).
        Fix::Switch(_) => PatchOp::Add { path, value },
        Fix::AutoRenewal => PatchOp::Add { path: pointer_from(index, &FieldPath::from(Field::Ar)), value },
        Fix::Repeat(_) => PatchOp::Add { path: path + "/-", value },
        Fix::Remove => PatchOp::Remove { path },
        Fix::Rename(field) => rename(path, field.key()),
        Fix::Locale(locale) => rename(path, locale.as_str()),
    }])
}

/// Renames a member. The new name must need no escaping in a JSON Pointer.
fn rename(from: String, name: &str) -> PatchOp {
    let parent = from.rsplit_once('/').map_or("", |(parent, _)| parent);
    let path = [parent, "/", name].concat();
    PatchOp::Move { from, path }
}
