//! Checks of catalogues.

use alloc::{collections::BTreeSet, string::String, vec::Vec};

use super::products::{Layout, NotAnArray, ProductReader};
use crate::check::{KeyedDiagnostic, Source, conflicting_ids, diagnostic, id_by_fix, key_in, read_draft, run_rules};
use crate::options::{Options, Scope};
use crate::product::{Input, NotJson, ProductId, text_of};
use crate::report::{CatalogueReport, Diagnostic};
use crate::rules::{BoundedList, Catalogue, Facts, Finding, Findings, mismatch};
use crate::schema::{Field, FieldPath, split_index};
use renewal_rules_json::{Document, JsonType, Nodes, PatchOp, SyntaxError, is_utf16, parse, parse_next, push_index};
use renewal_rules_json::{Span, content_span, locations};

/// Checks a catalogue: an array of complete products, each checked as a stored product, and the relations between
/// products (§4.4). Uses the options `payment`, `limits`, `rules` and `max_diagnostics`.
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
        Err(not_json) => return CatalogueRun::new(options).not_json(&not_json),
    };
    let mut run = CatalogueRun::new(options);
    match run.read(&mut ProductReader::new(&text, Layout::Array)) {
        Ok(spans) if is_located => located(run.close(), text.as_bytes(), &|index| spans.get(index).copied()),
        Ok(_) => run.finish(),
        Err(NotAnArray) => not_an_array(&text, is_located, options),
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
    let mut run = CatalogueRun::new(options);
    match run.read(&mut ProductReader::of_lines(bytes)) {
        Ok(spans) => located(run.close(), bytes, &|index| spans.get(index).copied()),
        // Never happens: this error only occurs if the layout is an array.
        Err(NotAnArray) => run.finish(),
    }
}

/// Returns the report for newline-delimited JSON in UTF-16: a single syntax error, because the lines are not decoded.
pub(super) fn not_lines(options: &Options) -> CatalogueReport {
    CatalogueRun::new(options).not_json(&NotJson::of(b" ", SyntaxError::UTF16, true))
}

/// Returns the report of a text that is not an array of products.
fn not_an_array(text: &str, is_located: bool, options: &Options) -> CatalogueReport {
    let run = CatalogueRun::new(options);
    let mut nodes = Nodes::new();
    if let Err(error) = parse(text, Field::Unnamed, &mut nodes) {
        return run.not_json(&NotJson::of(text.as_bytes(), error, is_located));
    }
    let root = FieldPath::from(Field::Root);
    let finding = mismatch(root, JsonType::Array, Document::new(text, &nodes).kind(0));
    let bytes = text.as_bytes();
    let location = locations(bytes, &[content_span(bytes)]).pop().filter(|_| is_located);
    run.finish_with(Finding { location, ..finding })
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
pub struct CatalogueCheck(CatalogueRun);

impl CatalogueCheck {
    /// Starts a check. Uses the options `payment`, `limits`, `rules` and `max_diagnostics`.
    pub fn new(options: &Options) -> Self {
        Self(CatalogueRun::new(options))
    }

    /// Checks the next product.
    pub fn push<'a>(&mut self, product: impl Into<Input<'a>>) {
        self.0.push(Source::read(product.into()).parsed());
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

/// Merges the `not-checked` diagnostic of a later product into `first`: the code is reported once per catalogue, with
/// the message of the first product.
fn add_not_checked(first: &mut Option<Diagnostic>, later: Option<Diagnostic>) {
    match first {
        // Drop the related fields: they are fields of the first product, but several products cause the diagnostic.
        Some(first) if later.is_some() => first.related.clear(),
        Some(_) => {}
        None => *first = later,
    }
}

/// Returns the spans of findings in a text of products, in the order of the findings; `span` returns the span of the
/// product at an index. If a finding has no span yet, its product is parsed again to locate it.
pub fn spans_of(found: &[KeyedDiagnostic], text: &[u8], span: &dyn Fn(usize) -> Option<Span>) -> Vec<Span> {
    let mut nodes = Nodes::new();
    let mut spans = Vec::with_capacity(found.len());
    for of_product in found.chunk_by(|one, next| one.key.0 == next.key.0) {
        let Some(Span { start, end }) = of_product.first().and_then(|found| span(found.key.0?)) else {
            // Locate findings about the whole catalogue at the content of the text.
            spans.extend(of_product.iter().map(|_| content_span(text)));
            continue;
        };
        let is_unknown = |found: &KeyedDiagnostic| found.span.is_none() && found.diagnostic.location.is_none();
        let draft = of_product.iter().any(is_unknown).then(|| {
            // These fallbacks are never used: a finding without a span or location comes from a check between products,
            // and only products that are valid JSON take part in such checks.
            let product = text.get(start..end).and_then(|product| core::str::from_utf8(product).ok());
            let product = product.filter(|product| parse_next(product, 0, Field::Root, &mut nodes).is_ok());
            let document = product.map_or_else(Document::default, |product| Document::new(product, &nodes));
            read_draft(Ok(document), &mut Findings::discarding())
        });
        spans.extend(of_product.iter().map(|found| {
            let (_, (_, element, field, _), ..) = found.key;
            let by_path = || draft.as_ref()?.span(&FieldPath::at(field, element));
            // The default is used only for a product that is not JSON, whose finding already has a location.
            found.span.or_else(by_path).unwrap_or_default().shifted(start)
        }));
    }
    spans
}

/// An unfinished check of a catalogue, to which products are added. It retains a few bytes of each product, and the
/// findings so far.
#[derive(Clone, Debug)]
pub struct CatalogueRun {
    options: Options,
    catalogue: Catalogue,
    found: BoundedList<KeyedDiagnostic>,
    not_checked: Option<Diagnostic>,
    /// Products that may get an id by a fix: the product's index and that id.
    ids_by_fix: Vec<(usize, ProductId)>,
}

impl CatalogueRun {
    /// Starts a check that contains no products yet.
    pub fn new(options: &Options) -> Self {
        Self {
            options: options.of_scope(Scope::Catalogue),
            catalogue: Catalogue::default(),
            found: BoundedList::new(options.max_diagnostics),
            not_checked: None,
            ids_by_fix: Vec::new(),
        }
    }

    /// Checks the products of a text; returns the span of each.
    ///
    /// # Errors
    ///
    /// Returns an error if the text should be an array and is not.
    pub fn read(&mut self, products: &mut ProductReader<'_>) -> Result<Vec<Span>, NotAnArray> {
        let mut spans = Vec::new();
        while let Some(product) = products.next_product()? {
            spans.push(product.span);
            self.push(product.parsed());
        }
        Ok(spans)
    }

    /// Checks the next product.
    pub fn push(&mut self, document: Result<Document<'_>, &NotJson<'_>>) {
        let index = self.catalogue.len();
        let mut found = Findings::in_catalogue(&self.options);
        let mut checked = run_rules(Facts::new(read_draft(document, &mut found), &self.options, None), found);
        self.catalogue.push(&checked.facts);
        self.ids_by_fix.extend(id_by_fix(&checked.facts.draft).map(|id| (index, id)));
        let not_checked = checked.findings.not_checked.take();
        add_not_checked(&mut self.not_checked, not_checked.map(|finding| diagnostic(finding, Some(index))));
        let found = core::mem::replace(&mut checked.findings.listed, BoundedList::new(None));
        self.found.take(found, |all, finding| {
            let span = Some(checked.span(&finding));
            add(all, Some(index), finding, span);
        });
    }

    /// Number of products so far.
    pub(super) const fn len(&self) -> usize {
        self.catalogue.len()
    }

    /// Iterates over the ids of the products so far, with `None` for a product without an id.
    pub fn ids(&self) -> impl Iterator<Item = Option<ProductId>> {
        (0..self.catalogue.len()).map(|index| self.catalogue.id(index))
    }

    /// Appends the products and findings of a later check, whose products follow those of this check.
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

    /// Adds a finding about the whole input and returns the report. Call this only on a check without products.
    fn finish_with(mut self, finding: Finding<'_>) -> CatalogueReport {
        if let Some(finding) = finding.with_level(&self.options.rules) {
            add(&mut self.found, None, finding, None);
        }
        self.finish()
    }

    /// Returns the report of an input that is not JSON.
    pub fn not_json(self, not_json: &NotJson<'_>) -> CatalogueReport {
        self.finish_with(not_json.finding())
    }

    /// Returns the findings so far, in the order of the products.
    pub fn found(&self) -> &[KeyedDiagnostic] {
        &self.found.items
    }

    /// Returns all findings in report order, without locations.
    pub fn into_found(self) -> Vec<KeyedDiagnostic> {
        self.close().items
    }

    /// Returns the report, without locations.
    pub(super) fn finish(self) -> CatalogueReport {
        self.close().into_report()
    }

    /// Adds the findings across products, then sorts the findings and applies the limit.
    pub(super) fn close(mut self) -> BoundedList<KeyedDiagnostic> {
        self.remove_conflicting_id_fixes();
        let catalogue = core::mem::take(&mut self.catalogue);
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
        self.found
    }

    /// Removes each fix that would set a product's id to one that another product has or may get by a fix.
    fn remove_conflicting_id_fixes(&mut self) {
        let ids = self.ids_by_fix.iter().map(|(_, id)| *id);
        let conflicts = conflicting_ids(ids, self.catalogue.ids());
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
}

/// Returns the report of findings with their locations in a text; `span` returns the span of the product at an index.
pub(super) fn located(
    mut found: BoundedList<KeyedDiagnostic>,
    text: &[u8],
    span: &dyn Fn(usize) -> Option<Span>,
) -> CatalogueReport {
    let spans = spans_of(&found.items, text, span);
    for (found, location) in found.items.iter_mut().zip(locations(text, &spans)) {
        // Keep the location of a syntax error, which is already known.
        found.diagnostic.location.get_or_insert(location);
    }
    found.into_report()
}
