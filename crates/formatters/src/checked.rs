//! What is rendered: files that were checked, what is counted of them, and what their problems are known by.

use alloc::{collections::BTreeMap, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::text::Style;
use renewal_rules::{CatalogueReport, Diagnostic, Report, Severity};
use renewal_rules::{Configuration, Decision, Identities, Layout};

/// What was counted so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct Tally {
    /// Files.
    pub files: usize,
    /// Files with at least one diagnostic.
    pub files_with_problems: usize,
    /// Files with at least one error, including those that a limit left out.
    pub files_with_errors: usize,
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Infos; those about a limit that is not stated are counted in [`unlimited`](Self::unlimited) alone.
    pub infos: usize,
    /// Files that were skipped, as they have no products.
    pub skipped: usize,
    /// For each limit that is not stated and would be needed, its option and the files in which
    /// something was not checked for it. It is shown once, at the end.
    pub unlimited: Vec<(String, usize)>,
    /// The annotations that [`Format::Github`](super::Format::Github) shows at the end: of errors, of warnings, of
    /// infos.
    pub annotations: [Vec<String>; 3],
    /// Diagnostics with a fix that was not tried.
    pub fixable: usize,
    /// Diagnostics that the reports left out because the caller asked for a limit.
    pub omitted: usize,
    /// Diagnostics that were known before. They count nowhere else.
    pub suppressed: usize,
    /// Those of them that are errors.
    pub suppressed_errors: usize,
    /// Fixes that were made.
    pub fixes_made: usize,
    /// Fixes that would be made.
    pub fixes_to_make: usize,
}

/// A file that was checked. It need not be a file: the name is only shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checked<'a> {
    pub(crate) name: &'a str,
    pub(crate) text: Option<&'a str>,
    /// How products are laid out in the text, if the caller set it.
    layout: Option<Layout>,
    pub(crate) valid: bool,
    pub(crate) diagnostics: &'a [Diagnostic],
    pub(crate) omitted: Option<usize>,
    /// What only the report of a product has: its configuration, and whether it is a free trial.
    pub(crate) product: Option<(Option<Configuration>, bool)>,
    pub(crate) decision: Option<&'a Decision>,
    /// How many fixes were made, where that was tried, and whether they were written back.
    pub(crate) fixes: Option<(usize, bool)>,
    pub(crate) only_with_problems: bool,
    /// What was known before, where that was looked up.
    pub(crate) suppressed: Option<&'a [Diagnostic]>,
}

impl<'a> Checked<'a> {
    /// A product's report. The name of a file is best relative, with `/` between its folders.
    pub fn product(name: &'a str, report: &'a Report) -> Self {
        Self {
            name,
            valid: report.valid,
            diagnostics: &report.diagnostics,
            omitted: report.omitted,
            product: Some((report.configuration, report.trial)),
            ..Self::default()
        }
    }

    /// A catalogue's report.
    pub fn catalogue(name: &'a str, report: &'a CatalogueReport) -> Self {
        Self { name, valid: report.valid, diagnostics: &report.diagnostics, omitted: report.omitted, ..Self::default() }
    }

    /// The text that was checked, so that places in it can be shown. Of bytes that are no UTF-8,
    /// what [`String::from_utf8_lossy`] makes of them.
    #[must_use]
    pub const fn with_text(mut self, text: &'a str) -> Self {
        self.text = Some(text);
        self
    }

    /// Sets how products are laid out in the text. By default, the report of a product is one of
    /// [`Layout::Product`], and a catalogue an array if its text begins with a bracket, else lines.
    #[must_use]
    pub const fn with_layout(mut self, layout: Layout) -> Self {
        self.layout = Some(layout);
        self
    }

    fn layout(&self) -> Layout {
        let is_array = || {
            self.text.is_some_and(|text| text.trim_start_matches(['\u{feff}', ' ', '\t', '\n', '\r']).starts_with('['))
        };
        match self.layout {
            Some(layout) => layout,
            None if self.product.is_some() => Layout::Product,
            None if is_array() => Layout::Array,
            None => Layout::Lines,
        }
    }

    /// The effective renewal kind, to be shown after the problems.
    #[must_use]
    pub const fn with_decision(mut self, decision: &'a Decision) -> Self {
        self.decision = Some(decision);
        self
    }

    /// States that the text is what it became by this many fixes, and whether it was written back.
    /// Where it was not, [`Format::Json`](super::Format::Json) has it as `output`.
    #[must_use]
    pub const fn with_fixes(mut self, fixes: usize, written: bool) -> Self {
        self.fixes = Some((fixes, written));
        self
    }

    /// Leaves the file out of [`Format::Stylish`](super::Format::Stylish) where it has no problems: nobody asked for it
    /// by its name.
    #[must_use]
    pub const fn only_with_problems(mut self) -> Self {
        self.only_with_problems = true;
        self
    }

    /// States that besides the report's diagnostics these were found, which were known before: they are counted,
    /// and [`Format::Sarif`](super::Format::Sarif) has them as suppressed.
    #[must_use]
    pub const fn with_suppressed(mut self, known: &'a [Diagnostic]) -> Self {
        self.suppressed = Some(known);
        self
    }

    pub(crate) fn shown(&self, style: Style) -> impl Iterator<Item = &'a Diagnostic> + use<'a> {
        self.problems().filter(move |diagnostic| style.shows(diagnostic))
    }

    /// The diagnostics but for those that are shown once, at the end.
    fn problems(&self) -> impl Iterator<Item = &'a Diagnostic> + use<'a> {
        self.diagnostics.iter().filter(|diagnostic| limits(diagnostic).is_none())
    }

    pub(crate) fn omitted(&self) -> usize {
        self.omitted.unwrap_or_default()
    }
}

/// The limits for want of which something was not checked, where that is what an info says.
fn limits(diagnostic: &Diagnostic) -> Option<&[String]> {
    let needs = diagnostic.params.list("needs");
    let are_limits = !needs.is_empty() && needs.iter().all(|need| need.starts_with("limits."));
    (are_limits && diagnostic.severity == Severity::Info).then_some(needs)
}

impl Tally {
    pub(crate) fn add(&mut self, file: &Checked<'_>) {
        self.files += 1;
        self.omitted += file.omitted();
        match file.fixes {
            Some((made, true)) => self.fixes_made += made,
            Some((made, false)) => self.fixes_to_make += made,
            None => {}
        }
        for need in file.diagnostics.iter().filter_map(limits).flatten() {
            match self.unlimited.iter_mut().find(|(limit, _)| limit == need) {
                Some((_, files)) => *files += 1,
                None => self.unlimited.push((need.clone(), 1)),
            }
        }
        for diagnostic in file.problems() {
            *match diagnostic.severity {
                Severity::Error => &mut self.errors,
                Severity::Warning => &mut self.warnings,
                Severity::Info => &mut self.infos,
            } += 1;
            // What was tried and left is in a text that cannot be written back.
            self.fixable += usize::from(diagnostic.fix.is_some() && file.fixes.is_none());
        }
        let suppressed = file.suppressed.unwrap_or_default().iter();
        let errors = suppressed.clone().filter(|one| one.severity == Severity::Error);
        self.suppressed += suppressed.len();
        self.suppressed_errors += errors.count();
        self.files_with_problems += usize::from(file.problems().next().is_some());
        self.files_with_errors += usize::from(!file.valid);
    }

    /// Errors, warnings and infos together.
    pub const fn problems(&self) -> usize {
        self.errors + self.warnings + self.infos
    }

    pub(crate) const fn shown(&self, style: Style) -> usize {
        if style.quiet { self.errors } else { self.problems() }
    }

    /// Those that were known before, of the severities that are shown.
    pub(crate) const fn suppressed(&self, style: Style) -> usize {
        if style.quiet { self.suppressed_errors } else { self.suppressed }
    }
}

/// Computes fingerprints of the diagnostics of a file, from its name, the identity of the diagnostic, and the number
/// among those with the same identity.
pub(super) struct Fingerprints<'a> {
    name: &'a str,
    identities: Identities<'a>,
    seen: BTreeMap<String, usize>,
}

impl<'a> Fingerprints<'a> {
    pub(super) fn new(file: &Checked<'a>) -> Self {
        let identities = Identities::new(file.text.unwrap_or_default(), file.layout());
        Self { name: file.name, identities, seen: BTreeMap::new() }
    }

    /// Returns the fingerprint of the next diagnostic of the file: FNV-1a, 64 bits.
    pub(super) fn next(&mut self, diagnostic: &Diagnostic) -> String {
        let identity = self.identities.get(diagnostic);
        let seen = self.seen.get(&identity).copied().unwrap_or_default();
        let text = format!("{}\0{}\0{seen}", self.name, identity.replacen(' ', "\0", 1));
        self.seen.insert(identity, seen + 1);
        let hash = text
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        format!("{hash:016x}")
    }
}
