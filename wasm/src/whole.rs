//! Several files that are checked and fixed as one catalogue.

use std::borrow::Cow;

use renewal_rules::{
    CatalogueReport, Code, Diagnostic, Layout, Options, Severity, check_catalogue, fix_catalogue, products, split_index,
};
use serde::Serialize;

use crate::sources::{File, Source, alone, is_json, readable};

/// A text after its fixes.
#[derive(Serialize)]
pub(crate) struct FixedFile {
    pub(crate) text: String,
    /// How many fixes were made.
    pub(crate) applied: usize,
}

pub(crate) fn are_valid(found: &[Diagnostic]) -> bool {
    found.iter().all(|one| one.severity != Severity::Error)
}

/// What is found in texts with products, each with its name, as one catalogue.
pub(crate) fn found_in(texts: &[(&str, String)], options: &Options) -> Vec<Vec<Diagnostic>> {
    let files: Vec<File> =
        texts.iter().map(|(name, _)| File { name: (*name).to_owned(), named: true, ..File::default() }).collect();
    let sources = files.iter().zip(texts).enumerate();
    let sources = sources.map(|(number, (file, (_, text)))| Source::new(number, file, text.as_bytes().into()));
    let sources: Vec<_> = sources.collect();
    let reports = Whole::new(&sources, options).reports(options);
    reports.into_iter().map(|report| report.diagnostics).collect()
}

/// Where a product of the catalogue is.
struct Product {
    /// The number of its file.
    file: usize,
    /// Its index there.
    index: usize,
    /// Its bytes there.
    start: usize,
    end: usize,
}

/// Several files as one catalogue: a text in which each product is in the column, and on the line
/// counted from the first one of its file, in which it is there.
pub(crate) struct Whole<'a, 's> {
    sources: &'s [Source<'a>],
    pub(crate) text: String,
    products: Vec<Product>,
    /// The number of lines before each file.
    lines: Vec<usize>,
    /// What is said of each file alone: that it, or a line of it, is not JSON.
    pub(crate) unreadable: Vec<Vec<Diagnostic>>,
}

impl<'a, 's> Whole<'a, 's> {
    pub(crate) fn new(sources: &'s [Source<'a>], options: &Options) -> Self {
        let mut whole =
            Self { sources, text: String::from("["), products: Vec::new(), lines: Vec::new(), unreadable: Vec::new() };
        let mut line = 0;
        for (number, source) in sources.iter().enumerate() {
            whole.lines.push(line + 1);
            let start = whole.text.len();
            let is_complete = !source.is_meant() || whole.add(number, source);
            let mut report = Vec::new();
            if !is_complete {
                report = alone(source, options).diagnostics;
                report.retain(|diagnostic| diagnostic.code == Code::JsonSyntax);
            }
            whole.unreadable.push(report);
            line += breaks(whole.text.as_bytes().get(start..).unwrap_or_default());
        }
        whole.text.push(']');
        whole
    }

    /// Adds the products of a file, with blanks for all that is around them; says whether these
    /// are all.
    fn add(&mut self, file: usize, source: &Source<'_>) -> bool {
        let text = readable(source);
        let found = products(&text, source.layout());
        let good: Vec<_> = found.iter().flatten().enumerate().collect();
        let all = good.len();
        let good: Vec<_> = good.into_iter().filter(|(_, product)| is_json(product)).collect();
        if !good.is_empty() && !self.products.is_empty() {
            self.text.push(',');
        }
        // A carriage return before it would be one line break with it.
        self.text += " \n";
        let is_array = source.layout() == Layout::Array && found.is_some();
        let mut at = 0;
        for (order, (index, product)) in good.iter().enumerate() {
            let start = product.as_ptr() as usize - text.as_ptr() as usize;
            if order > 0 && !is_array {
                self.text.push(',');
            }
            self.blank(text.get(at..start), is_array);
            self.text += product;
            at = start + product.len();
            self.products.push(Product { file, index: *index, start, end: at });
        }
        self.blank(text.get(at..), is_array);
        found.is_some() && good.len() == all
    }

    /// Adds blanks for what is between products; an array has its commas there. A byte order mark takes no
    /// column.
    fn blank(&mut self, text: Option<&str>, is_array: bool) {
        let blank = |character| match character {
            '\n' | '\r' => character,
            ',' if is_array => ',',
            _ => ' ',
        };
        let shown = text.unwrap_or_default().chars();
        let shown = shown.filter(|character| *character != '\u{feff}');
        self.text.extend(shown.map(blank));
    }

    /// The report of each file. What is said of the whole is said of the first one.
    pub(crate) fn reports(mut self, options: &Options) -> Vec<CatalogueReport> {
        let report = check_catalogue(self.text.as_str(), options);
        let mut found: Vec<Vec<Diagnostic>> = core::mem::take(&mut self.unreadable);
        for mut diagnostic in report.diagnostics {
            let product = split_index(&diagnostic.path).and_then(|(index, _)| self.products.get(index));
            let file = product.map_or(0, |product| product.file);
            self.place(file, &mut diagnostic);
            if let Some(found) = found.get_mut(file) {
                found.push(diagnostic);
            }
        }
        let report = |mut diagnostics: Vec<Diagnostic>| {
            // Those about lines that are no JSON are where their lines are.
            diagnostics.sort_by_key(|one| split_index(&one.path).map_or(0, |(index, _)| index + 1));
            let mut report = check_catalogue("[]", options);
            report.valid = are_valid(&diagnostics);
            report.diagnostics = diagnostics;
            report
        };
        found.into_iter().map(report).collect()
    }

    /// Makes the places of a diagnostic those in its file.
    fn place(&self, file: usize, diagnostic: &mut Diagnostic) {
        diagnostic.path = self.local(file, &diagnostic.path).unwrap_or_default();
        let related = core::mem::take(&mut diagnostic.related);
        let related = related.iter();
        let related = related.filter_map(|path| self.local(file, path).map(Cow::Owned));
        diagnostic.related = related.collect();
        let local = |path: &str| self.local(file, path).unwrap_or_default();
        let fix = diagnostic.fix.take().map(Vec::into_iter);
        diagnostic.fix = fix.map(|ops| ops.map(|op| op.map_pointers(local)).collect());
        let before = self.lines.get(file).copied().unwrap_or_default();
        // What is said of the whole has no place in this file.
        let is_of_whole = diagnostic.path.is_empty() && diagnostic.severity == Severity::Info;
        diagnostic.location = diagnostic.location.filter(|_| !is_of_whole);
        if let Some(at) = &mut diagnostic.location {
            at.line = at.line.saturating_sub(before);
            at.end_line = at.end_line.saturating_sub(before);
        }
    }

    /// A pointer into the catalogue as one into a file; `None` where it leads into another one.
    fn local(&self, file: usize, path: &str) -> Option<String> {
        let (index, rest) = split_index(path)?;
        let product = self.products.get(index)?;
        let is_alone = self.sources.get(file)?.layout() == Layout::Product;
        (product.file == file).then(|| if is_alone { rest.to_owned() } else { format!("/{}{rest}", product.index) })
    }

    /// The texts of the files after their fixes, where these change something.
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
        // How many fixes each file got is not known, but each that changed got one, and the sum is.
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

/// How many lines end in a text, as locations count them: a carriage return alone ends one, too.
fn breaks(bytes: &[u8]) -> usize {
    let is_break = |at: &usize| match bytes.get(*at) {
        Some(b'\n') => true,
        Some(b'\r') => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    (0..bytes.len()).filter(is_break).count()
}
