//! The check of a catalogue.

use alloc::{collections::BTreeSet, string::String, vec::Vec};

use simdutf8::compat::from_utf8;

use super::products::{Layout, Line, each_product, lines_of};
use crate::check::{Found, Source, conflicting_ids, diagnostic, id_by_fix, key_in, read_draft, run_rules};
use crate::options::{Options, Scope};
use crate::product::{Input, NotJson, ProductId, text_of};
use crate::report::{CatalogueReport, Diagnostic};
use crate::rules::{Catalogue, Collector, Facts, Finding, First, mismatch};
use crate::schema::{Field, FieldPath, split_index};
use renewal_rules_json::{
    Document, JsonType, Nodes, PatchOp, Reason, SyntaxError, is_space, is_utf16, parse, parse_next, parse_rest,
    push_index,
};
use renewal_rules_json::{Span, content_span, locations};

/// Checks a catalogue: an array of whole products, each judged as a record, and what one product says about another
/// (§4.4). Of the options, `payment`, `limits`, `rules` and `max_diagnostics` are used.
///
/// One pass reads the products and keeps a few bytes of each; time and memory are linear in the input.
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
        // What is not an array of products is judged as a whole.
        None => CatalogueRun::new(options, &text, is_located).failed(not_a_catalogue(&text, is_located)),
    }
}

/// Checks a catalogue in newline-delimited JSON: one product a line, blank lines skipped. A line
/// that is not JSON is reported at its index, and the others are checked. Products and values, which
/// have no lines, are checked as by [`check_catalogue`].
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

/// The report of lines in UTF-16: what is in them is not known.
pub(crate) fn not_lines(options: &Options) -> CatalogueReport {
    let not_json = NotJson::of(b" ", SyntaxError::UTF16, true);
    CatalogueRun::new(options, "", true).failed(not_json.finding())
}

/// Checks products that were read already.
pub(crate) fn check_documents<'t>(documents: impl Iterator<Item = Document<'t>>, options: &Options) -> CatalogueReport {
    let mut run = CatalogueRun::new(options, "", false);
    for document in documents {
        run.product(0, Ok(document));
    }
    run.finish()
}

/// The check of a catalogue, product by product, for callers that have no text of all of them: lines
/// that come one by one, or parts that are checked on several threads.
///
/// It holds what later products need, a few bytes of each, and the diagnostics so far. The report is
/// that of [`check_catalogue`] for the same products as values: diagnostics have no location, but for
/// that of a product that is not JSON, in its own text.
///
/// Parts that are checked on threads of their own and then [appended](Self::append), in order, give
/// the same report as one:
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
    /// Begins a check. Of the options, `payment`, `limits`, `rules` and `max_diagnostics` are used.
    pub fn new(options: &Options) -> Self {
        Self(CatalogueRun::new(options, "", false))
    }

    /// Checks the next product.
    pub fn push<'a>(&mut self, product: impl Into<Input<'a>>) {
        self.0.product(0, Source::read(product.into()).parsed());
    }

    /// Adds the products of another check, begun with the same options, as the next ones.
    pub fn append(&mut self, later: Self) {
        self.0.append(later.0);
    }

    /// The report: what is wrong with each product, and what one says about another.
    pub fn finish(self) -> CatalogueReport {
        self.0.finish()
    }
}

/// A pointer into a catalogue in which so many products come before.
fn shifted(pointer: &str, before: usize) -> String {
    let Some((index, within)) = split_index(pointer) else {
        // The catalogue itself.
        return String::from(pointer);
    };
    let mut moved = String::with_capacity(pointer.len() + 8);
    push_index(&mut moved, index + before);
    moved + within
}

/// Adds a finding about a product of a catalogue, or about all of it.
fn add(all: &mut First<Found>, index: Option<usize>, finding: Finding<'_>, span: Option<Span>) {
    let key = key_in(index, &finding);
    all.push_with(finding.severity, key, || Found { key, diagnostic: diagnostic(finding, index), span });
}

/// Adds that something was not checked, which is said once, of the first product.
fn add_not_checked(first: &mut Option<Diagnostic>, later: Option<Diagnostic>) {
    match first {
        // What brings it about in several products cannot be taken away in one.
        Some(first) if later.is_some() => first.related.clear(),
        Some(_) => {}
        None => *first = later,
    }
}

/// The finding of a text that is not an array of products.
fn not_a_catalogue(text: &str, is_located: bool) -> Finding<'static> {
    let mut nodes = Nodes::new();
    if let Err(error) = parse(text, Field::Unnamed, &mut nodes) {
        return NotJson::of(text.as_bytes(), error, is_located).finding();
    }
    mismatch(FieldPath::from(Field::Root), JsonType::Array, Document::new(text, &nodes).kind(0))
}

/// Where what was found in one product is, whose text begins at a byte; what is not known yet is looked for in it.
pub fn spans_of(of_product: &[Found], text: &str, start: usize) -> Vec<Span> {
    let mut nodes = Nodes::new();
    let is_unknown = |found: &Found| found.span.is_none() && found.diagnostic.location.is_none();
    let draft = of_product.iter().any(is_unknown).then(|| {
        let _ = parse_next(text, 0, Field::Root, &mut nodes);
        read_draft(Ok(Document::new(text, &nodes)), &mut Collector::of_nothing())
    });
    let span = |found: &Found| {
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
    /// What diagnostics are located in, and its text where it is an array.
    pub(super) bytes: &'t [u8],
    pub(super) text: Option<&'t str>,
    is_located: bool,
    catalogue: Catalogue,
    /// Where each product of the catalogue begins that was not skipped, where diagnostics are located.
    pub(super) starts: Vec<usize>,
    /// How many lines come before the next one.
    pub lines_before: usize,
    /// Whether the next line is the first of the text, which may begin with a byte order mark.
    pub is_start: bool,
    pub(super) found: First<Found>,
    not_checked: Option<Diagnostic>,
    /// The indexes of products that may get an id by a fix, with that id.
    ids_by_fix: Vec<(usize, ProductId)>,
}

impl<'t> CatalogueRun<'t> {
    /// A check of nothing yet.
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
            found: First::new(options.max_diagnostics),
            not_checked: None,
            ids_by_fix: Vec::new(),
        }
    }

    /// Checks the products of lines, which come after those before. Where only a part of them is there, places
    /// are those in a product's own line.
    pub fn lines(&mut self, bytes: &[u8], is_part: bool) {
        let mut nodes = Nodes::new();
        for mut line in lines_of(bytes, core::mem::take(&mut self.is_start)) {
            if is_part {
                line.start = 0;
            }
            if !is_space(line.text) {
                self.line(&line, &mut nodes);
            }
            // A carriage return alone ends a line, too, as editors count.
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

    /// Checks the next product, which begins at `start`.
    pub fn product(&mut self, start: usize, document: Result<Document<'_>, &NotJson<'_>>) {
        let index = self.catalogue.len();
        let mut found = Collector::of_many(&self.options);
        let mut checked = run_rules(Facts::new(read_draft(document, &mut found), &self.options, None), found);
        // What is said of another product is looked for in it once more.
        if self.catalogue.push(&checked.facts) && self.is_located {
            self.starts.push(start);
        }
        self.ids_by_fix.extend(id_by_fix(&checked.facts.draft).map(|id| (index, id)));
        let not_checked = checked.found.not_checked.take();
        add_not_checked(&mut self.not_checked, not_checked.map(|finding| diagnostic(finding, Some(index))));
        let found = core::mem::replace(&mut checked.found.listed, First::new(None));
        self.found.take(found, |all, finding| {
            // What is not JSON is located already.
            let is_placed = self.is_located && finding.location.is_none();
            let span = is_placed.then(|| checked.span(&finding).after(start));
            add(all, Some(index), finding, span);
        });
    }

    /// Returns the id of each product so far, if it has one.
    pub fn ids(&self) -> impl Iterator<Item = Option<ProductId>> {
        (0..self.catalogue.len()).map(|index| self.catalogue.id(index))
    }

    /// Adds what another run found in the products that come next.
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

    /// The report of an input that is not a catalogue at all.
    pub(super) fn failed(mut self, finding: Finding<'_>) -> CatalogueReport {
        if let Some(finding) = finding.leveled(&self.options.rules) {
            add(&mut self.found, None, finding, None);
        }
        self.finish()
    }

    /// The report of a text that is not JSON.
    pub fn not_json(self, not_json: &NotJson<'_>) -> CatalogueReport {
        self.failed(not_json.finding())
    }

    /// What was found so far.
    pub fn found(&self) -> &[Found] {
        &self.found.items
    }

    /// Ends it without places; gives all that was found, in the order of a report.
    pub fn into_found(mut self) -> Vec<Found> {
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

    /// Adds what one product says about another, and keeps what is reported; the products, as there are no more.
    pub(super) fn close(&mut self) -> Catalogue {
        let catalogue = core::mem::take(&mut self.catalogue);
        self.keep_ids(&catalogue);
        catalogue.check(&self.options, true, |index, finding| {
            add(&mut self.found, Some(index), finding, None);
        });
        if let Some(diagnostic) = self.not_checked.take() {
            let path = FieldPath::from(Field::Root).key();
            self.found.push(Found {
                key: (None, path, diagnostic.code, 0),
                span: None,
                diagnostic: Diagnostic { path: String::new(), ..diagnostic },
            });
        }
        self.found.arrange();
        catalogue
    }

    /// Removes the fixes that give a product an id that another one has or may get.
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

    /// Gives each diagnostic its location. What one product means for another is looked for in the
    /// product, which is read once more.
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

    /// The text from the start of a product on: in an array all of it, otherwise the line.
    fn product_text(&self, start: usize) -> &'t str {
        if let Some(text) = self.text {
            return text.get(start..).unwrap_or_default();
        }
        let rest = self.bytes.get(start..).unwrap_or_default();
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        core::str::from_utf8(rest.get(..end).unwrap_or_default()).unwrap_or_default()
    }
}
