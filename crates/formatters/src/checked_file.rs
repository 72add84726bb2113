//! Checked files, their counts, and the fingerprints of their diagnostics.

use alloc::{collections::BTreeMap, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::terminal::Style;
use renewal_rules::{CatalogueReport, Diagnostic, Report, Severity};
use renewal_rules::{Configuration, Decision, Identities, Layout};

/// Counts of the files rendered so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct Tally {
    /// Number of checked files.
    pub files: usize,
    /// Number of files with at least one diagnostic.
    pub files_with_problems: usize,
    /// Number of files with at least one error, including errors that the maximum number of diagnostics omitted.
    pub files_with_errors: usize,
    /// Number of errors.
    pub errors: usize,
    /// Number of warnings.
    pub warnings: usize,
    /// Number of infos. Does not include infos about a check that was omitted because a limit is not set: these are
    /// counted in [`unlimited`](Self::unlimited).
    pub infos: usize,
    /// Number of files skipped because they contain no products.
    pub skipped: usize,
    /// Limits that a check needs but that are not set: the name of the option, and the number of files in which a check
    /// was omitted because of it. Rendered once, after all files.
    pub unlimited: Vec<(String, usize)>,
    /// Annotations of errors, warnings and infos, which [`Format::Github`](super::Format::Github) prints at the end.
    pub annotations: [Vec<String>; 3],
    /// Number of diagnostics with a fix, in files on which no fixing was attempted.
    pub fixable: usize,
    /// Number of diagnostics omitted because of the caller's maximum.
    pub omitted: usize,
    /// Number of suppressed diagnostics. Not included in the other counts.
    pub suppressed: usize,
    /// Number of suppressed errors.
    pub suppressed_errors: usize,
    /// Number of applied fixes that were written back to the files.
    pub fixes_made: usize,
    /// Number of fixes that were applied but not written back.
    pub fixes_to_make: usize,
}

/// A checked file or other text. The name is only displayed; no file is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckedFile<'a> {
    pub(crate) name: &'a str,
    pub(crate) text: Option<&'a str>,
    /// Layout of the products in the text, if set by the caller.
    layout: Option<Layout>,
    pub(crate) valid: bool,
    pub(crate) diagnostics: &'a [Diagnostic],
    pub(crate) omitted: Option<usize>,
    /// Configuration of the chain, and whether the product is a free trial; only for a product's report.
    pub(crate) product: Option<(Option<Configuration>, bool)>,
    pub(crate) decision: Option<&'a Decision>,
    /// Number of applied fixes and whether they were written back; `None` if no fixing was attempted.
    pub(crate) fixes: Option<(usize, bool)>,
    pub(crate) only_with_problems: bool,
    /// Suppressed diagnostics; `None` if suppressions are not in use.
    pub(crate) suppressed: Option<&'a [Diagnostic]>,
}

impl<'a> CheckedFile<'a> {
    /// Creates a checked file from a product's report. File names should be relative paths with `/` as the separator.
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

    /// Creates a checked file from a catalogue's report.
    pub fn catalogue(name: &'a str, report: &'a CatalogueReport) -> Self {
        Self { name, valid: report.valid, diagnostics: &report.diagnostics, omitted: report.omitted, ..Self::default() }
    }

    /// Sets the checked text, so that excerpts can be displayed. For bytes that are not UTF-8, pass the result of
    /// [`String::from_utf8_lossy`].
    #[must_use]
    pub const fn with_text(mut self, text: &'a str) -> Self {
        self.text = Some(text);
        self
    }

    /// Sets the layout of the products in the text. The default is [`Layout::Product`] for a product's report; for a
    /// catalogue, an array if the text begins with a bracket, else lines.
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

    /// Sets the effective renewal kind, which is displayed after the diagnostics.
    #[must_use]
    pub const fn with_decision(mut self, decision: &'a Decision) -> Self {
        self.decision = Some(decision);
        self
    }

    /// Sets the number of fixes applied to the text, and whether the text was written back. If the text was not written
    /// back, [`Format::Json`](super::Format::Json) contains it as `output`.
    #[must_use]
    pub const fn with_fixes(mut self, fixes: usize, written: bool) -> Self {
        self.fixes = Some((fixes, written));
        self
    }

    /// Omits the file from [`Format::Stylish`](super::Format::Stylish) if it has no problems. Meant for files that the
    /// user did not name on the command line.
    #[must_use]
    pub const fn only_with_problems(mut self) -> Self {
        self.only_with_problems = true;
        self
    }

    /// Sets the suppressed diagnostics, which the report does not contain. They are counted, and
    /// [`Format::Sarif`](super::Format::Sarif) lists them as suppressed.
    #[must_use]
    pub const fn with_suppressed(mut self, known: &'a [Diagnostic]) -> Self {
        self.suppressed = Some(known);
        self
    }

    pub(crate) fn shown(&self, style: Style) -> impl Iterator<Item = &'a Diagnostic> + use<'a> {
        self.problems().filter(move |diagnostic| style.shows(diagnostic))
    }

    /// Returns the diagnostics, except those about unset limits, which are rendered once at the end.
    fn problems(&self) -> impl Iterator<Item = &'a Diagnostic> + use<'a> {
        self.diagnostics.iter().filter(|diagnostic| limits(diagnostic).is_none())
    }

    pub(crate) fn omitted(&self) -> usize {
        self.omitted.unwrap_or_default()
    }
}

/// Returns the limits that are not set, if the diagnostic is an info about a check that was omitted because of them.
fn limits(diagnostic: &Diagnostic) -> Option<&[String]> {
    let needs = diagnostic.params.list("needs");
    let are_limits = !needs.is_empty() && needs.iter().all(|need| need.starts_with("limits."));
    (are_limits && diagnostic.severity == Severity::Info).then_some(needs)
}

impl Tally {
    pub(crate) fn add(&mut self, file: &CheckedFile<'_>) {
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
            // Count fixes only in files on which no fixing was attempted.
            self.fixable += usize::from(diagnostic.fix.is_some() && file.fixes.is_none());
        }
        let suppressed = file.suppressed.unwrap_or_default().iter();
        let errors = suppressed.clone().filter(|one| one.severity == Severity::Error);
        self.suppressed += suppressed.len();
        self.suppressed_errors += errors.count();
        self.files_with_problems += usize::from(file.problems().next().is_some());
        self.files_with_errors += usize::from(!file.valid);
    }

    /// Returns the number of errors, warnings and infos.
    pub const fn problems(&self) -> usize {
        self.errors + self.warnings + self.infos
    }

    pub(crate) const fn shown(&self, style: Style) -> usize {
        if style.quiet { self.errors } else { self.problems() }
    }

    /// Returns the number of suppressed diagnostics; if only errors are displayed, the number of suppressed errors.
    pub(crate) const fn suppressed(&self, style: Style) -> usize {
        if style.quiet { self.suppressed_errors } else { self.suppressed }
    }
}

/// Computes fingerprints of the diagnostics of a file, from the name of the file, the identity of the diagnostic, and
/// the number of earlier diagnostics with the same identity.
pub(super) struct Fingerprints<'a> {
    name: &'a str,
    identities: Identities<'a>,
    seen: BTreeMap<String, usize>,
}

impl<'a> Fingerprints<'a> {
    pub(super) fn new(file: &CheckedFile<'a>) -> Self {
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
