//! Checks and fixes the files passed to an operation, one by one or as one catalogue.

use std::borrow::Cow;

use renewal_rules::{
    CatalogueReport, Code, Consent, Diagnostic, Layout, Options, Report, Scope, Severity, check,
    check_catalogue_lines_from, effective_kind, fix_all, fix_catalogue, fix_catalogue_lines,
};
use renewal_rules_formatters::{CheckedFile, Renderer, Tally};
use serde::Serialize;

use crate::Call;
use crate::joined::{FixedFile, Joined, are_valid, reports};
use crate::output::{Answer, Output};
use crate::sources::{File, HELD, Reader, Source, alone, read_from};
use crate::suppressions::{Known, check_codes};

pub(crate) fn layouts(call: &Call<'_>, files: Vec<File>) -> Answer<Vec<Option<Layout>>> {
    let mut reader = Reader::new(call);
    let files = files.iter().enumerate();
    let sources = files.map(|(number, file)| reader.next(number, file, HELD));
    let layouts = sources.map(|source| Some(source.filter(Source::is_checked)?.layout()));
    Ok(Output::from_value(&layouts.collect()))
}

pub(crate) fn fix(call: &Call<'_>, files: Vec<File>, is_catalogue: bool) -> Answer<Vec<Option<FixedFile>>> {
    let mut options = call.options(Scope::Product)?;
    options.max_diagnostics = None;
    let mut reader = Reader::new(call);
    let sources = files.iter().enumerate().map(|(number, file)| {
        let source = reader.next(number, file, usize::MAX);
        let source = source.unwrap_or_else(|| Source::new(number, file, Cow::Borrowed(b"\xff")));
        // Skip files that are unreadable (replaced by `\xff` above) or not UTF-8: they could not be written back.
        let is_not_utf8 = core::str::from_utf8(&source.bytes).is_err();
        Source { is_not_utf8, ..source }
    });
    if is_catalogue {
        let sources: Vec<_> = sources.collect();
        return Ok(Output::from_value(&Joined::new(&sources).fixed(&options)));
    }
    let one = |source: Source<'_>| {
        let text = core::str::from_utf8(&source.bytes).ok()?;
        let (text, applied) = match source.layout() {
            _ if !source.is_checked() => return None,
            Layout::Product => into_text_and_count(fix_all(text, &options)),
            Layout::Array => into_text_and_count(fix_catalogue(text, &options)),
            Layout::Lines => into_text_and_count(fix_catalogue_lines(text, &options)),
        };
        (applied > 0).then_some(FixedFile { text, applied })
    };
    Ok(Output::from_value(&sources.map(one).collect()))
}

fn into_text_and_count<R>(fixed: renewal_rules::Fixed<R>) -> (String, usize) {
    (fixed.text, fixed.applied)
}

/// Report about a file: a product's report if the file contains a single product, otherwise a catalogue's report.
enum FileReport {
    Product(Report),
    Catalogue(CatalogueReport),
}

impl FileReport {
    fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Self::Product(report) => &report.diagnostics,
            Self::Catalogue(report) => &report.diagnostics,
        }
    }

    /// Returns the members of the report that change when findings are suppressed or omitted: validity, findings, and
    /// the number of omitted findings.
    const fn fields_mut(&mut self) -> (&mut bool, &mut Vec<Diagnostic>, &mut Option<usize>) {
        match self {
            Self::Product(report) => (&mut report.valid, &mut report.diagnostics, &mut report.omitted),
            Self::Catalogue(report) => (&mut report.valid, &mut report.diagnostics, &mut report.omitted),
        }
    }
}

/// A checked file with its findings.
struct Reported<'a> {
    source: &'a Source<'a>,
    /// Text of the file, with invalid UTF-8 replaced, for display with the findings. If the file was streamed, most
    /// products without findings are replaced by `{}`.
    text: Cow<'a, str>,
    /// Report with the unsuppressed findings only.
    found: FileReport,
    /// Suppressed findings; `None` if the file has no suppressions.
    suppressed: Option<Vec<Diagnostic>>,
    /// Stale suppressions: entries that matched no finding.
    stale: Known,
}

impl<'a> Reported<'a> {
    fn new(source: &'a Source<'a>, bytes: &'a [u8], mut found: FileReport) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let mut stale = source.file.known.clone();
        let suppressed = stale.as_mut().map(|known| {
            let (valid, found, _) = found.fields_mut();
            let mut are_known = known.take(found, (&text, source.layout())).into_iter();
            let suppressed = found.extract_if(.., |_| are_known.next().unwrap_or_default());
            let suppressed = suppressed.collect();
            *valid = are_valid(found);
            suppressed
        });
        Self { source, text, found, suppressed, stale: stale.unwrap_or_default() }
    }
}

/// Removes findings until all files together have at most `limit`. Keeps errors before warnings before infos, and among
/// equal severities those of earlier files. Sets the number of omitted findings in each report.
fn limit(files: &mut [Reported<'_>], limit: Option<usize>) {
    let Some(mut limit) = limit else { return };
    let mut budgets = [0; Severity::ALL.len()];
    for (severity, budget) in Severity::ALL.iter().zip(&mut budgets) {
        let all = files.iter().flat_map(|file| file.found.diagnostics());
        let count = all.filter(|one| one.severity == *severity).count();
        *budget = count.min(limit);
        limit -= *budget;
    }
    for file in files {
        let (_, diagnostics, omitted) = file.found.fields_mut();
        let all = diagnostics.len();
        diagnostics.retain(|one| {
            let mut budgets = Severity::ALL.iter().zip(&mut budgets);
            let budget = budgets.find(|(severity, budget)| **severity == one.severity && **budget > 0);
            budget.map(|(_, budget)| *budget -= 1).is_some()
        });
        *omitted = Some(all - diagnostics.len());
    }
}

/// Checks the files passed to an operation. Calls `visit` for each readable file: with its findings, or with `Err` if
/// the file has no products.
fn each_report(
    call: &Call<'_>,
    (files, is_catalogue): (&[File], bool),
    options: &Options,
    visit: &mut dyn FnMut(Result<Reported<'_>, &Source<'_>>),
) {
    let most = options.max_diagnostics;
    let mut unlimited = options.clone();
    unlimited.max_diagnostics = None;
    let mut reader = Reader::new(call);
    let files = files.iter().enumerate();
    if is_catalogue {
        let sources: Vec<_> = files.filter_map(|(number, file)| reader.next(number, file, usize::MAX)).collect();
        let (meant, others): (Vec<&Source<'_>>, Vec<_>) = sources.iter().partition(|source| source.is_checked());
        let found = meant.iter().zip(reports(&meant, &unlimited));
        let found = found.map(|(source, found)| Reported::new(source, &source.bytes, FileReport::Catalogue(found)));
        let mut found: Vec<_> = found.collect();
        limit(&mut found, most);
        found.into_iter().map(Ok).chain(others.into_iter().map(Err)).for_each(visit);
        return;
    }
    for (number, file) in files {
        let Some(source) = reader.next(number, file, HELD) else { continue };
        if !source.is_checked() {
            visit(Err(&source));
            continue;
        }
        // Suppressed findings do not count towards the limit, so it is applied after they are removed.
        let has_suppressions = file.known.is_some();
        let options = if has_suppressions { &unlimited } else { options };
        let mut first = None;
        let found = if source.is_truncated {
            let read = |position, into: &mut [u8]| read_from(number, position, into);
            let Ok((report, text)) = check_catalogue_lines_from(read, options) else { continue };
            first = Some(text);
            FileReport::Catalogue(report)
        } else if source.layout() == Layout::Product {
            FileReport::Product(check(&*source.bytes, options))
        } else {
            FileReport::Catalogue(alone(&source, options))
        };
        let bytes = first.as_deref().unwrap_or(&source.bytes);
        let mut reported = Reported::new(&source, bytes, found);
        if has_suppressions {
            limit(core::slice::from_mut(&mut reported), most);
        }
        visit(Ok(reported));
    }
}

/// Products of several files, joined into one array.
#[derive(Serialize)]
pub(crate) struct JoinedCatalogue {
    /// The array as JSON text.
    pub(crate) products: String,
    /// Indices of files with content that is not valid JSON. The array lacks this content.
    pub(crate) unreadable: Vec<usize>,
}

pub(crate) fn catalogue(call: &Call<'_>, files: Vec<File>) -> Answer<JoinedCatalogue> {
    call.options(Scope::Product)?;
    let mut reader = Reader::new(call);
    let files = files.iter().enumerate();
    let sources: Vec<_> = files.filter_map(|(number, file)| reader.next(number, file, usize::MAX)).collect();
    let joined = Joined::new(&sources);
    Ok(Output::from_value(&JoinedCatalogue { products: joined.text, unreadable: joined.unreadable }))
}

/// Suppressions of a file.
#[derive(Serialize)]
pub(crate) struct FileSuppressions {
    /// Index of the file among the files passed to the operation.
    pub(crate) file: usize,
    pub(crate) known: Known,
}

pub(crate) fn suppressions(
    call: &Call<'_>,
    files: Vec<File>,
    is_catalogue: bool,
    codes: Vec<String>,
) -> Answer<Vec<FileSuppressions>> {
    check_codes(&codes)?;
    let mut options = call.options(Scope::Product)?;
    options.max_diagnostics = None;
    let mut all = Vec::new();
    each_report(call, (&files, is_catalogue), &options, &mut |reported| {
        if let Ok(Reported { source, text, found, .. }) = reported {
            let known = Known::from_diagnostics(found.diagnostics(), (&*text, source.layout()), &codes);
            all.push(FileSuppressions { file: source.number, known });
        }
    });
    Ok(Output::from_value(&all))
}

/// A rendered chunk, with the counts of all files so far and the stale suppressions of the files in the chunk.
#[derive(Serialize)]
pub(crate) struct RenderedFiles {
    pub(crate) text: String,
    pub(crate) tally: Tally,
    pub(crate) stale: Vec<FileSuppressions>,
    /// Indices of the named files that are setups, which were not checked.
    pub(crate) setups: Vec<usize>,
}

/// Renders the findings of the files. If `consent` is set, also renders the effective kind of each file that is a single
/// product and was named or has findings.
pub(crate) fn render(
    call: &Call<'_>,
    files: (&[File], bool),
    consent: Option<Consent>,
    mut renderer: Renderer,
) -> Result<RenderedFiles, String> {
    let options = &call.options(Scope::Product)?;
    let mut out = String::new();
    let (mut all_stale, mut setups) = (Vec::new(), Vec::new());
    each_report(call, files, options, &mut |reported| {
        let (source, stale, is_json) = match reported {
            Ok(reported) => {
                out += &render_file(&reported, consent, options, &mut renderer);
                let is_json = reported.found.diagnostics().iter().all(|one| one.code != Code::JsonSyntax);
                (reported.source, reported.stale, is_json)
            }
            Err(source) => {
                renderer.skip();
                if source.file.named && source.contents.is_setup {
                    setups.push(source.number);
                }
                let stale = source.file.known.clone().unwrap_or_default();
                let is_json = !stale.is_empty() && source.is_json();
                (source, stale, is_json)
            }
        };
        // Invalid JSON was not checked, so that its unmatched suppressions may still apply.
        if is_json && !stale.is_empty() {
            all_stale.push(FileSuppressions { file: source.number, known: stale });
        }
    });
    Ok(RenderedFiles { text: out, stale: all_stale, setups, tally: renderer.tally().clone() })
}

/// Renders the findings of one file.
fn render_file(
    reported: &Reported<'_>,
    consent: Option<Consent>,
    options: &Options,
    renderer: &mut Renderer,
) -> String {
    let source = reported.source;
    let file = source.file;
    let found = reported.found.diagnostics();
    let decision = match &reported.found {
        FileReport::Product(_) if file.named || !found.is_empty() => consent,
        _ => None,
    };
    let decision = decision.map(|consent| effective_kind(&*source.bytes, &options.clone().with_consent(consent)));
    let mut checked = match &reported.found {
        FileReport::Product(report) => CheckedFile::product(&file.name, report),
        FileReport::Catalogue(report) => CheckedFile::catalogue(&file.name, report),
    };
    checked = checked.with_text(&reported.text).with_layout(source.layout());
    if let Some(decision) = &decision {
        checked = checked.with_decision(decision);
    }
    if let Some(suppressed) = &reported.suppressed {
        checked = checked.with_suppressed(suppressed);
    }
    if !file.named {
        checked = checked.only_with_problems();
    }
    if let Some(applied) = file.applied {
        checked = checked.with_fixes(applied, file.written);
    }
    renderer.file(&checked)
}
