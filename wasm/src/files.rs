//! Files that are checked together: what each holds, its findings and its fixes, be they judged one by
//! one or as one catalogue.

use std::borrow::Cow;

use renewal_rules::{
    CatalogueReport, Code, Consent, Contents, Diagnostic, Layout, Options, Report, Scope, Severity,
    check, check_catalogue, check_catalogue_lines, check_catalogue_lines_from, contents,
    effective_kind, fix_all, fix_catalogue, fix_catalogue_lines, products,
    render::{Checked, Renderer},
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use wasm_bindgen::prelude::*;

use crate::{
    Call,
    baseline::{Known, check_codes},
};

/// A file of a request.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct File {
    name: String,
    /// How many bytes of the input it has, where those of all files stand there; else it is read.
    length: Option<usize>,
    /// Whether it is a file of products whatever stands in it.
    named: bool,
    /// How many fixes made the text what it is, where that was tried, and whether it was written back.
    applied: Option<usize>,
    written: bool,
    /// What the baseline has of it, where there is one.
    known: Option<Known>,
}

// Not `inline_js`: the name that this gets depends on the folder of the build.
#[wasm_bindgen(raw_module = "shell/read")]
extern "C" {
    /// Reads what a file has from a position on. It is less than there is room for only where the file ends, and
    /// negative where it cannot be read.
    #[wasm_bindgen(js_name = readPart)]
    fn read_part(number: usize, position: f64, into: &mut [u8]) -> i32;
}

/// A file that cannot be read; the shell knows why.
struct Unreadable;

fn read_from(file: usize, position: u64, into: &mut [u8]) -> Result<usize, Unreadable> {
    #[expect(clippy::cast_precision_loss, reason = "no file is so long")]
    let count = usize::try_from(read_part(file, position as f64, into));
    let count = count.ok().filter(|count| *count <= into.len());
    count.ok_or(Unreadable)
}

/// A file and its bytes.
struct Source<'a> {
    /// Which of the files of the call it is.
    number: usize,
    file: &'a File,
    bytes: Cow<'a, [u8]>,
    contents: Contents,
    /// Whether the bytes are only the first of lines that are too many to be held.
    is_part: bool,
    /// Whether it is left alone.
    is_left: bool,
}

impl<'a> Source<'a> {
    fn new(number: usize, file: &'a File, bytes: Cow<'a, [u8]>) -> Self {
        Self {
            number,
            contents: contents(&bytes, promises_lines(&file.name)),
            file,
            bytes,
            is_part: false,
            is_left: false,
        }
    }

    const fn layout(&self) -> Layout {
        self.contents.layout
    }

    const fn is_meant(&self) -> bool {
        !self.is_left && (self.file.named || self.contents.has_products)
    }
}

/// The bytes of the files of a call, taken in their order.
struct Reader<'a> {
    given: &'a [u8],
    room: Vec<u8>,
}

/// Most files are smaller.
const ROOM: usize = 1 << 16;
/// Lines that are longer together are not held where they need not be.
const HELD: usize = 1 << 20;

impl<'a> Reader<'a> {
    fn new(call: &Call<'a>) -> Self {
        Self {
            given: call.bytes().unwrap_or_default(),
            room: vec![0; ROOM],
        }
    }

    /// The next file; of lines that are longer than `held`, the first ones.
    fn next<'f>(&mut self, number: usize, file: &'f File, held: usize) -> Option<Source<'f>>
    where
        'a: 'f,
    {
        if let Some(length) = file.length {
            let (bytes, rest) = self.given.split_at_checked(length)?;
            self.given = rest;
            return Some(Source::new(number, file, bytes.into()));
        }
        let mut used = 0;
        loop {
            if used == held {
                let lines = self.room.rsplitn(2, |byte| *byte == b'\n').last()?;
                let source = Source::new(number, file, Cow::Owned(lines.to_vec()));
                if source.layout() == Layout::Lines {
                    self.room.truncate(ROOM);
                    let is_part = true;
                    return Some(Source { is_part, ..source });
                }
            }
            if used == self.room.len() {
                self.room.resize(used * 2, 0);
            }
            let into = self.room.get_mut(used..)?;
            let most = into.len();
            let count = read_from(number, used as u64, into).ok()?;
            used += count;
            if count < most {
                break;
            }
        }
        let bytes = self.room.get(..used)?.to_vec();
        self.room.truncate(ROOM);
        self.room.shrink_to_fit();
        Some(Source::new(number, file, bytes.into()))
    }
}

/// What each file holds, or `null` where it has no products or cannot be read.
pub(crate) fn layouts(call: &Call<'_>, files: &[File]) -> Vec<Option<Layout>> {
    let mut reader = Reader::new(call);
    let files = files.iter().enumerate();
    let sources = files.map(|(number, file)| reader.next(number, file, HELD));
    sources
        .map(|source| Some(source.filter(Source::is_meant)?.layout()))
        .collect()
}

/// A text after its fixes.
#[derive(Serialize)]
pub(crate) struct FixedFile {
    text: String,
    /// How many fixes were made.
    applied: usize,
}

/// The files after their certain fixes, where these change something.
pub(crate) fn fix(
    call: &Call<'_>,
    files: &[File],
    whole: bool,
) -> Result<Vec<Option<FixedFile>>, String> {
    let mut options = call.options(Scope::Product)?;
    options.max_diagnostics = None;
    let mut reader = Reader::new(call);
    let sources = files.iter().enumerate().map(|(number, file)| {
        let source = reader.next(number, file, usize::MAX);
        let source = source.unwrap_or_else(|| Source::new(number, file, Cow::Borrowed(b"\xff")));
        // What is not text could not be written back.
        let is_left = core::str::from_utf8(&source.bytes).is_err();
        Source { is_left, ..source }
    });
    if whole {
        let sources: Vec<_> = sources.collect();
        return Ok(Whole::new(&sources, &options).fixed(&options));
    }
    let one = |source: Source<'_>| {
        let text = core::str::from_utf8(&source.bytes).ok()?;
        let (text, applied) = match source.layout() {
            _ if !source.is_meant() => return None,
            Layout::Product => parts(fix_all(text, &options)),
            Layout::Array => parts(fix_catalogue(text, &options)),
            Layout::Lines => parts(fix_catalogue_lines(text, &options)),
        };
        (applied > 0).then_some(FixedFile { text, applied })
    };
    Ok(sources.map(one).collect())
}

/// What is found in texts with products, each with its name, as one catalogue.
pub(crate) fn whole(texts: &[(&str, String)], options: &Options) -> Vec<Vec<Diagnostic>> {
    let files: Vec<File> = texts
        .iter()
        .map(|(name, _)| File {
            name: (*name).to_owned(),
            named: true,
            ..File::default()
        })
        .collect();
    let sources = files.iter().zip(texts).enumerate();
    let sources = sources
        .map(|(number, (file, (_, text)))| Source::new(number, file, text.as_bytes().into()));
    let sources: Vec<_> = sources.collect();
    let reports = Whole::new(&sources, options).reports(options);
    reports
        .into_iter()
        .map(|report| report.diagnostics)
        .collect()
}

fn parts<R>(fixed: renewal_rules::Fixed<R>) -> (String, usize) {
    (fixed.text, fixed.applied)
}

/// What is found in a file.
enum Found {
    Product(Report),
    Catalogue(CatalogueReport),
}

impl Found {
    fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Self::Product(report) => &report.diagnostics,
            Self::Catalogue(report) => &report.diagnostics,
        }
    }

    /// Whether it is valid, the findings, and how many are left out.
    const fn parts(&mut self) -> (&mut bool, &mut Vec<Diagnostic>, &mut Option<usize>) {
        match self {
            Self::Product(report) => (
                &mut report.valid,
                &mut report.diagnostics,
                &mut report.omitted,
            ),
            Self::Catalogue(report) => (
                &mut report.valid,
                &mut report.diagnostics,
                &mut report.omitted,
            ),
        }
    }
}

/// A file that was checked.
struct Reported<'a> {
    source: &'a Source<'a>,
    /// What is shown of it.
    text: Cow<'a, str>,
    /// What is new in it.
    found: Found,
    /// What its baseline suppresses, where there is one.
    suppressed: Option<Vec<Diagnostic>>,
    /// What that has besides.
    left: Known,
}

impl<'a> Reported<'a> {
    fn new(source: &'a Source<'a>, bytes: &'a [u8], mut found: Found) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let mut left = source.file.known.clone();
        let suppressed = left.as_mut().map(|known| {
            let (valid, found, _) = found.parts();
            let mut are_known = known.take(found, (&text, source.layout())).into_iter();
            let suppressed = found.extract_if(.., |_| are_known.next().unwrap_or_default());
            let suppressed = suppressed.collect();
            *valid = are_valid(found);
            suppressed
        });
        Self {
            source,
            text,
            found,
            suppressed,
            left: left.unwrap_or_default(),
        }
    }
}

fn are_valid(found: &[Diagnostic]) -> bool {
    found.iter().all(|one| one.severity != Severity::Error)
}

/// Leaves as many findings as a limit lets, of all files errors before warnings before infos, of each the first.
fn limit(files: &mut [Reported<'_>], limit: Option<usize>) {
    let Some(mut limit) = limit else {
        return;
    };
    let mut left = [0; Severity::ALL.len()];
    for (severity, left) in Severity::ALL.iter().zip(&mut left) {
        let all = files.iter().flat_map(|file| file.found.diagnostics());
        let count = all.filter(|one| one.severity == *severity).count();
        *left = count.min(limit);
        limit -= *left;
    }
    for file in files {
        let (_, diagnostics, omitted) = file.found.parts();
        let all = diagnostics.len();
        diagnostics.retain(|one| {
            let mut left = Severity::ALL.iter().zip(&mut left);
            let left = left.find(|(severity, left)| **severity == one.severity && **left > 0);
            left.map(|(_, left)| *left -= 1).is_some()
        });
        *omitted = Some(all - diagnostics.len());
    }
}

/// Checks the files of a call. Of each that can be read, `visit` is given what is found in it where it has
/// products, and else the file.
fn each_report(
    call: &Call<'_>,
    (files, whole): (&[File], bool),
    options: &Options,
    visit: &mut dyn FnMut(Result<Reported<'_>, &Source<'_>>),
) {
    let most = options.max_diagnostics;
    let mut unlimited = options.clone();
    unlimited.max_diagnostics = None;
    let mut reader = Reader::new(call);
    let files = files.iter().enumerate();
    if whole {
        let sources: Vec<_> = files
            .filter_map(|(number, file)| reader.next(number, file, usize::MAX))
            .collect();
        let reports = Whole::new(&sources, &unlimited).reports(&unlimited);
        let reports = reports.into_iter().map(Found::Catalogue);
        let mut all: Vec<_> = sources
            .iter()
            .zip(reports)
            .map(|(source, found)| Reported::new(source, &source.bytes, found))
            .collect();
        limit(&mut all, most);
        for one in all {
            let source = one.source;
            visit(if source.is_meant() {
                Ok(one)
            } else {
                Err(source)
            });
        }
        return;
    }
    for (number, file) in files {
        let Some(source) = reader.next(number, file, HELD) else {
            continue;
        };
        if !source.is_meant() {
            visit(Err(&source));
            continue;
        }
        // What is known counts for no limit.
        let has_baseline = file.known.is_some();
        let options = if has_baseline { &unlimited } else { options };
        let mut first = None;
        let found = if source.is_part {
            let read = |position, into: &mut [u8]| read_from(number, position, into);
            let Ok((report, text)) = check_catalogue_lines_from(read, options) else {
                continue;
            };
            first = Some(text);
            Found::Catalogue(report)
        } else if source.layout() == Layout::Product {
            Found::Product(check(&*source.bytes, options))
        } else {
            Found::Catalogue(alone(&source, options))
        };
        let bytes = first.as_deref().unwrap_or(&source.bytes);
        let mut reported = Reported::new(&source, bytes, found);
        if has_baseline {
            limit(core::slice::from_mut(&mut reported), most);
        }
        visit(Ok(reported));
    }
}

/// All products of the files of a call as one array, and the numbers of the files of which not all can be read.
pub(crate) fn catalogue(call: &Call<'_>, files: &[File]) -> Result<(String, Vec<usize>), String> {
    let options = call.options(Scope::Product)?;
    let mut reader = Reader::new(call);
    let files = files.iter().enumerate();
    let sources: Vec<_> = files
        .filter_map(|(number, file)| reader.next(number, file, usize::MAX))
        .collect();
    let whole = Whole::new(&sources, &options);
    let unreadable = sources.iter().zip(&whole.unreadable);
    let unreadable = unreadable.filter(|(_, found)| !found.is_empty());
    let unreadable = unreadable.map(|(source, _)| source.number).collect();
    Ok((whole.text, unreadable))
}

/// For files of a call, by their numbers: what a baseline has of each.
type KnownOf = Vec<(usize, Known)>;

/// What a baseline has of the files of a call where it has all that is found in them, or all of these codes.
pub(crate) fn known(
    call: &Call<'_>,
    files: (&[File], bool),
    codes: &[String],
) -> Result<KnownOf, String> {
    check_codes(codes)?;
    let mut options = call.options(Scope::Product)?;
    options.max_diagnostics = None;
    let mut all = Vec::new();
    each_report(call, files, &options, &mut |reported| {
        if let Ok(Reported {
            source,
            text,
            found,
            ..
        }) = reported
        {
            let text = (&*text, source.layout());
            all.push((source.number, Known::of(found.diagnostics(), text, codes)));
        }
    });
    Ok(all)
}

/// Renders what is found in the files, and gives what their baselines have that no longer occurs. With a consent,
/// products by themselves have their effective kind.
pub(crate) fn render(
    call: &Call<'_>,
    files: (&[File], bool),
    consent: Option<Consent>,
    renderer: &mut Renderer,
) -> Result<(String, KnownOf), String> {
    let options = &call.options(Scope::Product)?;
    let mut out = String::new();
    let mut all_left = Vec::new();
    each_report(call, files, options, &mut |reported| {
        let (source, left) = match reported {
            Ok(reported) => {
                out += &shown(&reported, consent, options, renderer);
                (reported.source, reported.left)
            }
            Err(source) => {
                renderer.skip();
                (source, source.file.known.clone().unwrap_or_default())
            }
        };
        if !left.is_empty() {
            all_left.push((source.number, left));
        }
    });
    Ok((out, all_left))
}

/// Renders what is found in one file.
fn shown(
    reported: &Reported<'_>,
    consent: Option<Consent>,
    options: &Options,
    renderer: &mut Renderer,
) -> String {
    let source = reported.source;
    let file = source.file;
    let found = reported.found.diagnostics();
    let decision = match &reported.found {
        Found::Product(_) if file.named || !found.is_empty() => consent,
        _ => None,
    };
    let decision = decision
        .map(|consent| effective_kind(&*source.bytes, &options.clone().with_consent(consent)));
    let mut checked = match &reported.found {
        Found::Product(report) => Checked::product(&file.name, report),
        Found::Catalogue(report) => Checked::catalogue(&file.name, report),
    };
    checked = checked.with_text(&reported.text);
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

/// The report of a file of several products, or of what is not JSON, that is judged by itself.
fn alone(source: &Source<'_>, options: &Options) -> CatalogueReport {
    if source.layout() == Layout::Lines {
        check_catalogue_lines(&*source.bytes, options)
    } else {
        check_catalogue(&*source.bytes, options)
    }
}

/// Whether a file's name promises one product a line.
pub(crate) fn promises_lines(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["ndjson", "jsonl"]
        .iter()
        .any(|known| ending.eq_ignore_ascii_case(known))
}

pub(crate) fn is_json(text: &str) -> bool {
    serde_json::from_str::<&RawValue>(text).is_ok()
}

/// Where a product of the catalogue stands.
struct Product {
    /// The number of its file.
    file: usize,
    /// Its index there.
    index: usize,
    /// Its bytes there.
    start: usize,
    end: usize,
}

/// Several files as one catalogue: a text in which each product stands in the column, and on the line
/// counted from the first one of its file, in which it stands there.
struct Whole<'a, 's> {
    sources: &'s [Source<'a>],
    text: String,
    products: Vec<Product>,
    /// The number of lines before each file.
    lines: Vec<usize>,
    /// What is said of each file alone: that it, or a line of it, is not JSON.
    unreadable: Vec<Vec<Diagnostic>>,
}

impl<'a, 's> Whole<'a, 's> {
    fn new(sources: &'s [Source<'a>], options: &Options) -> Self {
        let mut whole = Self {
            sources,
            text: String::from("["),
            products: Vec::new(),
            lines: Vec::new(),
            unreadable: Vec::new(),
        };
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

    /// Adds the products of a file, with blanks for all that stands around them; says whether these
    /// are all.
    fn add(&mut self, file: usize, source: &Source<'_>) -> bool {
        let text = readable(source);
        let found = products(&text, source.layout());
        let good: Vec<_> = found.iter().flatten().enumerate().collect();
        let all = good.len();
        let good: Vec<_> = good
            .into_iter()
            .filter(|(_, product)| is_json(product))
            .collect();
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
            self.products.push(Product {
                file,
                index: *index,
                start,
                end: at,
            });
        }
        self.blank(text.get(at..), is_array);
        found.is_some() && good.len() == all
    }

    /// Adds blanks for what stands between products; an array has its commas there. A byte order mark takes no
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
    fn reports(mut self, options: &Options) -> Vec<CatalogueReport> {
        let report = check_catalogue(self.text.as_str(), options);
        let mut found: Vec<Vec<Diagnostic>> = core::mem::take(&mut self.unreadable);
        for mut diagnostic in report.diagnostics {
            let product =
                split_index(&diagnostic.path).and_then(|(index, _)| self.products.get(index));
            let file = product.map_or(0, |product| product.file);
            self.place(file, &mut diagnostic);
            if let Some(found) = found.get_mut(file) {
                found.push(diagnostic);
            }
        }
        let report = |mut diagnostics: Vec<Diagnostic>| {
            // Those about lines that are no JSON stand where their lines do.
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
        // What is said of the whole stands nowhere in this file.
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
        (product.file == file).then(|| {
            if is_alone {
                rest.to_owned()
            } else {
                format!("/{}{rest}", product.index)
            }
        })
    }

    /// The texts of the files after their fixes, where these change something.
    fn fixed(&self, options: &Options) -> Vec<Option<FixedFile>> {
        let fixed = fix_catalogue(&self.text, options);
        let made = products(&fixed.text, Layout::Array).unwrap_or_default();
        let old = |product: &Product| {
            let bytes = &self.sources.get(product.file)?.bytes;
            core::str::from_utf8(bytes)
                .ok()?
                .get(product.start..product.end)
        };
        let mut left = fixed.applied;
        let mut file = |(number, source): (usize, &Source<'_>)| {
            let text = core::str::from_utf8(&source.bytes).ok()?;
            let mut out = String::new();
            let mut at = 0;
            let changed = self.products.iter().zip(&made).filter(|(product, made)| {
                product.file == number && old(product).is_some_and(|old| old != **made)
            });
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

/// The text of a file. Lines that are no UTF-8 are replaced by others of their length that are no JSON,
/// so that the others are read.
fn readable<'a>(source: &'a Source<'_>) -> Cow<'a, str> {
    if let Ok(text) = core::str::from_utf8(&source.bytes) {
        return Cow::Borrowed(text);
    }
    if source.layout() != Layout::Lines {
        return Cow::Borrowed("?");
    }
    let mut text = String::with_capacity(source.bytes.len());
    for line in source.bytes.split_inclusive(|byte| *byte == b'\n') {
        match core::str::from_utf8(line) {
            Ok(line) => text += line,
            Err(_) => text.extend(
                line.iter()
                    .map(|byte| if *byte == b'\n' { '\n' } else { '?' }),
            ),
        }
    }
    Cow::Owned(text)
}

/// The index and the rest of a pointer into a catalogue.
pub(crate) fn split_index(path: &str) -> Option<(usize, &str)> {
    let path = path.strip_prefix('/')?;
    let end = path.find('/').unwrap_or(path.len());
    let (index, rest) = path.split_at_checked(end)?;
    Some((index.parse().ok()?, rest))
}
