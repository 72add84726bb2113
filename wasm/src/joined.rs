//! Checks and fixes several files as one catalogue.

use renewal_rules::{
    CatalogueReport, Code, Diagnostic, Layout, Options, Severity, check_catalogue, fix_catalogue, products, split_index,
};
use renewal_rules_editor::OpenText;
use serde::Serialize;

use crate::sources::{Source, alone, is_json, readable};

#[derive(Serialize)]
pub(crate) struct FixedFile {
    pub(crate) text: String,
    /// Number of applied fixes.
    pub(crate) applied: usize,
}

pub(crate) fn are_valid(found: &[Diagnostic]) -> bool {
    found.iter().all(|one| one.severity != Severity::Error)
}

/// Checks all files as one catalogue, and returns a report for each file. Diagnostics about the catalogue as a whole
/// are in the report of the first file.
pub(crate) fn reports(sources: &[&Source<'_>], options: &Options) -> Vec<CatalogueReport> {
    let open = |source: &&Source<'_>| {
        let text = OpenText::new(&readable(source), source.layout() == Layout::Lines, options);
        text.with_name(&source.file.name)
    };
    let texts: Vec<OpenText> = sources.iter().map(open).collect();
    let found = OpenText::catalogue(&texts.iter().collect::<Vec<_>>());
    let report = |(source, mut found): (&&Source<'_>, Vec<Diagnostic>)| {
        let is_syntax = |one: &Diagnostic| one.code == Code::JsonSyntax;
        if found.iter().any(is_syntax) {
            // `readable` replaced bytes that are not UTF-8, so take the syntax errors from a check of the original
            // bytes.
            let mut syntax = alone(source, options).diagnostics;
            syntax.retain(is_syntax);
            found.retain(|one| !is_syntax(one));
            found.splice(0..0, syntax);
            found.sort_by_key(|one| split_index(&one.path).map_or(0, |(index, _)| index + 1));
        }
        let mut report = check_catalogue("[]", options);
        report.valid = are_valid(&found);
        report.diagnostics = found;
        report
    };
    sources.iter().zip(found).map(report).collect()
}

/// Location of a product in one of several files.
struct Product {
    /// Index of the file among the joined files.
    file: usize,
    /// Byte range of the product in the file.
    start: usize,
    end: usize,
}

/// Products of several files, joined into one array.
pub(crate) struct Joined<'a, 's> {
    sources: &'s [Source<'a>],
    pub(crate) text: String,
    products: Vec<Product>,
    /// Indices of files with content that is not valid JSON. The array lacks this content.
    pub(crate) unreadable: Vec<usize>,
}

impl<'a, 's> Joined<'a, 's> {
    pub(crate) fn new(sources: &'s [Source<'a>]) -> Self {
        let mut joined = Self { sources, text: String::from("["), products: Vec::new(), unreadable: Vec::new() };
        for (file, source) in sources.iter().enumerate().filter(|(_, source)| source.is_checked()) {
            if !joined.add(file, source) {
                joined.unreadable.push(source.number);
            }
        }
        joined.text.push(']');
        joined
    }

    /// Adds the products of a file. Returns `false` if the file has content that is not valid JSON, which is left out.
    fn add(&mut self, file: usize, source: &Source<'_>) -> bool {
        let text = readable(source);
        let Some(all) = products(&text, source.layout()) else { return false };
        let (good, bad): (Vec<&str>, Vec<_>) = all.into_iter().partition(|product| is_json(product));
        for product in good {
            if !self.products.is_empty() {
                self.text.push(',');
            }
            self.text += product;
            let start = product.as_ptr() as usize - text.as_ptr() as usize;
            self.products.push(Product { file, start, end: start + product.len() });
        }
        bad.is_empty()
    }

    /// Applies the fixes of the joined catalogue. Returns the new text of each file; `None` if the file does not
    /// change.
    pub(crate) fn fixed(&self, options: &Options) -> Vec<Option<FixedFile>> {
        let fixed = fix_catalogue(&self.text, options);
        let made = products(&fixed.text, Layout::Array).unwrap_or_default();
        let old = |product: &Product| {
            let bytes = &self.sources.get(product.file)?.bytes;
            core::str::from_utf8(bytes).ok()?.get(product.start..product.end)
        };
        let mut left = fixed.applied;
        let mut file = |(number, source): (usize, &Source<'_>)| {
            let text = core::str::from_utf8(&source.bytes).ok()?;
            let mut out = String::new();
            let mut at = 0;
            let changed = self
                .products
                .iter()
                .zip(&made)
                .filter(|(product, made)| product.file == number && old(product).is_some_and(|old| old != **made));
            for (product, made) in changed {
                out += text.get(at..product.start).unwrap_or_default();
                out += made;
                at = product.end;
            }
            let is_changed = at > 0;
            out += text.get(at..).unwrap_or_default();
            is_changed.then_some(out)
        };
        let texts: Vec<_> = self.sources.iter().enumerate().map(&mut file).collect();
        let mut files = texts.iter().flatten().count();
        // Only the total number of fixes is known, and each changed file has at least one: count one for each file, and
        // the rest for the last.
        let count = |text: Option<String>| {
            text.map(|text| {
                files -= 1;
                let applied = if files == 0 { left } else { 1 };
                left = left.saturating_sub(applied);
                FixedFile { text, applied }
            })
        };
        texts.into_iter().map(count).collect()
    }
}
