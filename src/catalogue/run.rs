//! Checks of catalogues.

use alloc::{collections::BTreeSet, string::String, vec::Vec};

use simdutf8::compat::from_utf8;

use super::products::{Layout, Line, each_product, lines_of};
use crate::check::{KeyedDiagnostic, Source, conflicting_ids, diagnostic, id_by_fix, key_in, read_draft, run_rules};
use crate::options::{Options, Scope};
use crate::product::{Input, NotJson, ProductId, text_of};
use crate::report::{CatalogueReport, Diagnostic};
use crate::rules::{BoundedList, Catalogue, Facts, Finding, Findings, mismatch};
use crate::schema::{Field, FieldPath, split_index};
use renewal_rules_json::{
    Document, JsonType, Nodes, PatchOp, Reason, SyntaxError, is_space, is_utf16, parse, parse_next, parse_rest,
    push_index,
};
use renewal_rules_json::{Span, content_span, locations};

/// Checks a catalogue: an array of complete products, each checked as a record, and the relations between products
/// (§4.4). Uses the options `payment`, `limits`, `rules` and `max_diagnostics`.
///
/// The products are read in a single pass that retains a few bytes of each. Time and memory are linear in the size of
/// the input.
///
/// ```
/// use renewal_rules::{Code, Options, check_catalogue};
///
/// let report = check_catalogue(
///     r#"[{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}},
///         {"id":102,"licence_term":"P5D"}]"#,
///     &Options::default(),
/// );
/// assert_eq!(report.diagnostics[0].code, Code::TermBelowMinimum);
/// assert_eq!(report.diagnostics[0].path, "/1/licence_term");
/// ```
pub fn check_catalogue<'a>(input: impl Into<Input<'a>>, options: &Options) -> CatalogueReport {
    let input = input.into();
    let is_located = input.is_located();
    let text = match text_of(input) {
        Ok(text) => text,
        Err(not_json) => return CatalogueRun::new(options, "", false).failed(not_json.finding()),
    };
    let mut run = CatalogueRun::new(options, &text, is_located);
    let read = each_product(&text, Layout::Array, &mut |line, document| {
        run.product(line.start, Ok(document));
    });
    match read {
        Some(()) => run.finish(),
        // The input is not an array of products: discard the findings so far and report a single error.
        None => CatalogueRun::new(options, &text, is_located).failed(not_a_catalogue(&text, is_located)),
    }
}

/// Checks a catalogue in newline-delimited JSON: one product per line, blank lines are skipped. A line that is not JSON
/// is reported at its index, and the other lines are checked. Values and typed products, which have no lines, are
/// checked as by [`check_catalogue`].
///
/// ```
/// use renewal_rules::{Code, Options, check_catalogue_lines};
///
/// let report = check_catalogue_lines("{\"id\":101}\n\n{\"id\":}\n{\"id\":101}\n", &Options::default());
/// let found: Vec<_> = report.diagnostics.iter().map(|d| (d.path.as_str(), d.code)).collect();
/// assert_eq!(found, [("/1", Code::JsonSyntax), ("/2/id", Code::DuplicateProductId)]);
/// ```
pub fn check_catalogue_lines<'a>(input: impl Into<Input<'a>>, options: &Options) -> CatalogueReport {
    let input = input.into();
    let bytes = match &input {
        Input::Text(text) => text.as_bytes(),
        Input::Bytes(bytes) => bytes,
        _ => return check_catalogue(input, options),
    };
    if is_utf16(bytes) {
        return not_lines(options);
    }
    let mut run = CatalogueRun::new(options, "", true);
    (run.bytes, run.text) = (bytes, None);
    run.lines(bytes, false);
    run.finish()
}

/// Returns the report of lines in UTF-16, whose contents are not decoded.
pub(crate) fn not_lines(options: &Options) -> CatalogueReport {
    let not_json = NotJson::of(b" ", SyntaxError::UTF16, true);
    CatalogueRun::new(options, "", true).failed(not_json.finding())
}

/// Checks products that are already parsed.
pub(crate) fn check_documents<'t>(documents: impl Iterator<Item = Document<'t>>, options: &Options) -> CatalogueReport {
    let mut run = CatalogueRun::new(options, "", false);
    for document in documents {
        run.product(0, Ok(document));
    }
    run.finish()
}

/// Incremental check of a catalogue, for callers that do not have all products in one text: lines that arrive one by
/// one, or chunks that are checked on several threads.
///
/// It retains a few bytes of each product, for the checks of later products, and the diagnostics so far. The report
/// equals that of [`check_catalogue`] for the same products passed as values: diagnostics have no location, except for
/// a product that is not JSON, whose location refers to its own text.
///
/// Chunks that are checked on separate threads and then [appended](Self::append) in order give the same report as a
/// single check:
///
/// ```
/// use renewal_rules::{CatalogueCheck, Options};
///
/// let products: Vec<String> = (1..=1000).map(|id| format!(r#"{{"id":{id},"name":""}}"#)).collect();
/// let options = Options::default();
/// let of = |part: &[String]| {
///     let mut check = CatalogueCheck::new(&options);
///     for product in part {
///         check.push(product);
///     }
///     check
/// };
/// let (first, second) = products.split_at(500);
/// let both = std::thread::scope(|threads| {
///     let later = threads.spawn(|| of(second));
///     let mut check = of(first);
///     check.append(later.join().map_err(|_| "a thread failed")?);
///     Ok::<_, &str>(check)
/// })?;
/// assert_eq!(both.finish(), of(&products).finish());
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug)]
pub struct CatalogueCheck(CatalogueRun<'static>);

impl CatalogueCheck {
    /// Starts a check. Uses the options `payment`, `limits`, `rules` and `max_diagnostics`.
    pub fn new(options: &Options) -> Self {
        Self(CatalogueRun::new(options, "", false))
    }

    /// Checks the next product.
    pub fn push<'a>(&mut self, product: impl Into<Input<'a>>) {
        self.0.product(0, Source::read(product.into()).parsed());
    }

    /// Appends the products of another check, which must have been started with the same options.
    pub fn append(&mut self, later: Self) {
        self.0.append(later.0);
    }

    /// Returns the report, with diagnostics of each product and across products.
    pub fn finish(self) -> CatalogueReport {
        self.0.finish()
    }
}

/// Shifts the product index of a catalogue pointer by `before`, the number of preceding products.
fn shifted(pointer: &str, before: usize) -> String {
    let Some((index, within)) = split_index(pointer) else {
        // The pointer refers to the catalogue itself.
        return String::from(pointer);
    };
    let mut moved = String::with_capacity(pointer.len() + 8);
    push_index(&mut moved, index + before);
    moved + within
}

/// Adds a finding about the product at `index`, or about the whole catalogue if `index` is `None`.
fn add(all: &mut BoundedList<KeyedDiagnostic>, index: Option<usize>, finding: Finding<'_>, span: Option<Span>) {
    let key = key_in(index, &finding);
    all.push_with(finding.severity, key, || KeyedDiagnostic { key, diagnostic: diagnostic(finding, index), span });
}

/// Merges two "not checked" diagnostics into one, because they are reported once per catalogue; the first product's is
/// used.
fn add_not_checked(first: &mut Option<Diagnostic>, later: Option<Diagnostic>) {
    match first {
        // A diagnostic caused by several products cannot be fixed in one of them.
        Some(first) if later.is_some() => first.related.clear(),
        Some(_) => {}
        None => *first = later,
    }
}

/// Creates the finding for a text that is not an array of products.
fn not_a_catalogue(text: &str, is_located: bool) -> Finding<'static> {
    let mut nodes = Nodes::new();
    if let Err(error) = parse(text, Field::Unnamed, &mut nodes) {
        return NotJson::of(text.as_bytes(), error, is_located).finding();
    }
    mismatch(FieldPath::from(Field::Root), JsonType::Array, Document::new(text, &nodes).kind(0))
}

/// Returns the spans of the findings in one product, whose text starts at byte `start`. If a span is not known yet, the
/// product is parsed again to find it.
pub fn spans_of(of_product: &[KeyedDiagnostic], text: &str, start: usize) -> Vec<Span> {
    let mut nodes = Nodes::new();
    let is_unknown = |found: &KeyedDiagnostic| found.span.is_none() && found.diagnostic.location.is_none();
    let draft = of_product.iter().any(is_unknown).then(|| {
        let _ = parse_next(text, 0, Field::Root, &mut nodes);
        read_draft(Ok(Document::new(text, &nodes)), &mut Findings::discarding())
    });
    let span = |found: &KeyedDiagnostic| {
        let (_, (_, element, field, _), ..) = found.key;
        let span = || draft.as_ref()?.span(&FieldPath::at(field, element));
        found.span.unwrap_or_else(|| span().unwrap_or_default().after(start))
    };
    of_product.iter().map(span).collect()
}

/// A check of a catalogue as it goes on.
#[derive(Clone, Debug)]
pub struct CatalogueRun<'t> {
    options: Options,
    /// Source that diagnostics are located in, with its text if it is an array.
    pub(super) bytes: &'t [u8],
    pub(super) text: Option<&'t str>,
    is_located: bool,
    catalogue: Catalogue,
    /// Byte offset of each product that takes part in the checks across products; filled only if diagnostics are
    /// located.
    pub(super) starts: Vec<usize>,
    /// Number of lines before the next one.
    pub lines_before: usize,
    /// `true` if the next line is the first line of the text, which may begin with a byte order mark.
    pub is_start: bool,
    pub(super) found: BoundedList<KeyedDiagnostic>,
    not_checked: Option<Diagnostic>,
    /// Products that may get an id by a fix: the product's index and that id.
    ids_by_fix: Vec<(usize, ProductId)>,
}

impl<'t> CatalogueRun<'t> {
    /// An empty check, cloned for each new chunk.
    pub fn new(options: &Options, text: &'t str, is_located: bool) -> Self {
        Self {
            options: options.of_scope(Scope::Catalogue),
            bytes: text.as_bytes(),
            text: Some(text),
            is_located,
            catalogue: Catalogue::default(),
            starts: Vec::new(),
            lines_before: 0,
            is_start: true,
            found: BoundedList::new(options.max_diagnostics),
            not_checked: None,
            ids_by_fix: Vec::new(),
        }
    }

    /// Checks the products in the next lines of the text. If `is_part`, the bytes are only a chunk of the text, and
    /// spans are relative to each product's own line.
    pub fn lines(&mut self, bytes: &[u8], is_part: bool) {
        let mut nodes = Nodes::new();
        for mut line in lines_of(bytes, core::mem::take(&mut self.is_start)) {
            if is_part {
                line.start = 0;
            }
            if !is_space(line.text) {
                self.line(&line, &mut nodes);
            }
            // Editors also count a lone carriage return as a line break.
            self.lines_before += 1 + memchr::memchr_iter(b'\r', line.text).count();
        }
    }

    /// Checks a line of newline-delimited JSON.
    fn line(&mut self, line: &Line<'_, [u8]>, nodes: &mut Nodes) {
        let text = from_utf8(line.text).map_err(|error| SyntaxError::at(error.valid_up_to(), Reason::NotUtf8));
        let error = match text.map(|text| (text, parse_rest(text, 0, Field::Root, nodes))) {
            Ok((text, Ok(()))) => return self.product(line.start, Ok(Document::new(text, nodes))),
            Err(error) | Ok((_, Err(error))) => error,
        };
        let mut not_json = NotJson::of_line(line.text, error);
        not_json.location = not_json.location.map(|location| location.moved((self.lines_before, 0)));
        self.product(line.start, Err(&not_json));
    }

    /// Checks the next product, whose text starts at byte `start`.
    pub fn product(&mut self, start: usize, document: Result<Document<'_>, &NotJson<'_>>) {
        let index = self.catalogue.len();
        let mut found = Findings::in_catalogue(&self.options);
        let mut checked = run_rules(Facts::new(read_draft(document, &mut found), &self.options, None), found);
        // Findings across products are located later, by parsing the product again from `start`.
        if self.catalogue.push(&checked.facts) && self.is_located {
            self.starts.push(start);
        }
        self.ids_by_fix.extend(id_by_fix(&checked.facts.draft).map(|id| (index, id)));
        let not_checked = checked.findings.not_checked.take();
        add_not_checked(&mut self.not_checked, not_checked.map(|finding| diagnostic(finding, Some(index))));
        let found = core::mem::replace(&mut checked.findings.listed, BoundedList::new(None));
        self.found.take(found, |all, finding| {
            // Syntax errors already have a location.
            let is_placed = self.is_located && finding.location.is_none();
            let span = is_placed.then(|| checked.span(&finding).after(start));
            add(all, Some(index), finding, span);
        });
    }

    /// Iterates over the ids of the products so far, with `None` for a product without an id.
    pub fn ids(&self) -> impl Iterator<Item = Option<ProductId>> {
        (0..self.catalogue.len()).map(|index| self.catalogue.id(index))
    }

    /// Appends the findings of another run, whose products come after those of this run.
    pub fn append(&mut self, later: Self) {
        let before = self.catalogue.len();
        let moved = |diagnostic: Diagnostic| diagnostic.with_pointers(&|path| Some(shifted(path, before)));
        self.found.take(later.found, |all, mut found| {
            found.key.0 = found.key.0.map(|index| index + before);
            found.diagnostic = moved(found.diagnostic);
            all.push(found);
        });
        add_not_checked(&mut self.not_checked, later.not_checked.map(moved));
        self.ids_by_fix.extend(later.ids_by_fix.into_iter().map(|(index, id)| (index + before, id)));
        self.catalogue.append(later.catalogue);
    }

    /// Returns the report for an input that is not a catalogue at all.
    pub(super) fn failed(mut self, finding: Finding<'_>) -> CatalogueReport {
        if let Some(finding) = finding.with_level(&self.options.rules) {
            add(&mut self.found, None, finding, None);
        }
        self.finish()
    }

    /// Report of the syntax error, if the text is an array that is not valid JSON.
    pub fn not_json(self, not_json: &NotJson<'_>) -> CatalogueReport {
        self.failed(not_json.finding())
    }

    /// What was found so far.
    pub fn found(&self) -> &[KeyedDiagnostic] {
        &self.found.items
    }

    /// Ends it without places; gives all that was found, in the order of a report.
    pub fn into_found(mut self) -> Vec<KeyedDiagnostic> {
        self.close();
        self.found.items
    }

    fn finish(mut self) -> CatalogueReport {
        let catalogue = self.close();
        if self.is_located {
            self.locate(&catalogue);
        }
        self.found.into_report()
    }

    /// Adds the findings across products, then sorts the findings and applies the limit. Returns the catalogue, as no
    /// more products follow.
    pub(super) fn close(&mut self) -> Catalogue {
        let catalogue = core::mem::take(&mut self.catalogue);
        self.keep_ids(&catalogue);
        catalogue.check(&self.options, true, |index, finding| {
            add(&mut self.found, Some(index), finding, None);
        });
        if let Some(diagnostic) = self.not_checked.take() {
            let path = FieldPath::from(Field::Root).key();
            self.found.push(KeyedDiagnostic {
                key: (None, path, diagnostic.code, 0),
                span: None,
                diagnostic: Diagnostic { path: String::new(), ..diagnostic },
            });
        }
        self.found.sort_and_truncate();
        catalogue
    }

    /// Removes each fix that would set a product's id to one that another product has or may get by a fix.
    fn keep_ids(&mut self, catalogue: &Catalogue) {
        let ids = self.ids_by_fix.iter().map(|(_, id)| *id);
        let conflicts = conflicting_ids(ids, catalogue.ids());
        let conflicting = self.ids_by_fix.iter().filter(|(_, id)| conflicts.contains(id));
        let products: BTreeSet<usize> = conflicting.map(|(index, _)| *index).collect();
        if products.is_empty() {
            return;
        }
        let is_own_id = |op: &PatchOp| split_index(op.path()).is_some_and(|(_, within)| within == "/id");
        for found in &mut self.found.items {
            if found.key.0.is_some_and(|index| products.contains(&index)) {
                found.diagnostic.fix.take_if(|ops| ops.iter().any(is_own_id));
            }
        }
    }

    /// Sets the location of each diagnostic. Products with findings across products are parsed again to locate these.
    pub(super) fn locate(&mut self, catalogue: &Catalogue) {
        let mut spans = Vec::with_capacity(self.found.items.len());
        let items = &self.found.items;
        for of_product in items.chunk_by(|one, next| one.key.0 == next.key.0) {
            let Some(index) = of_product.first().and_then(|found| found.key.0) else {
                spans.extend(of_product.iter().map(|_| content_span(self.bytes)));
                continue;
            };
            let position = catalogue.position(index);
            let start = position.and_then(|position| self.starts.get(position));
            let start = start.copied().unwrap_or_default();
            spans.extend(spans_of(of_product, self.product_text(start), start));
        }
        for (found, location) in self.found.items.iter_mut().zip(locations(self.bytes, &spans)) {
            found.diagnostic.location.get_or_insert(location);
        }
    }

    /// Returns the text from the start of a product on: the rest of the array, or the line in newline-delimited JSON.
    fn product_text(&self, start: usize) -> &'t str {
        if let Some(text) = self.text {
            return text.get(start..).unwrap_or_default();
        }
        let rest = self.bytes.get(start..).unwrap_or_default();
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        core::str::from_utf8(rest.get(..end).unwrap_or_default()).unwrap_or_default()
    }
}
