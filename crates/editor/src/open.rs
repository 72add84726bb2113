//! Texts that are open in an editor.

use alloc::{borrow::ToOwned, string::String, vec::Vec};

use super::cursor::Cursor;
use super::parts::{Part, Point, parts_of};
use renewal_rules::Layout;
use renewal_rules::NotJson;
use renewal_rules::Options;
use renewal_rules::Param;
use renewal_rules::ProductId;
use renewal_rules::check;
use renewal_rules::fix_all;
use renewal_rules::internal::KeyedDiagnostic;
use renewal_rules::internal::{CatalogueRun, spans_of};
use renewal_rules::schema::Field;
use renewal_rules::schema::FieldTree as _;
use renewal_rules::split_index;
use renewal_rules::{CatalogueReport, Code, Diagnostic};
use renewal_rules::{Contents, contents};
use renewal_rules::{fix_catalogue, fix_catalogue_lines};
use renewal_rules_json::{Document, Nodes, Tree, parse};
use renewal_rules_json::{Location, Span, content_span, number_text, text_start};
use renewal_rules_json::{PatchOp, apply_patch};

/// A text of products that is open in an editor. After an edit, only the changed chunks are checked again.
///
/// The text is stored in chunks, each with its own diagnostics, so an edit costs the time to check its chunk plus a
/// little for each product. The diagnostics are those of [`check`](crate::check) for a single product, and of
/// [`check_catalogue`](crate::check_catalogue) or [`check_catalogue_lines`](crate::check_catalogue_lines) for several.
///
/// ```
/// use renewal_rules::{Location, Options, check_catalogue};
/// use renewal_rules_editor::OpenText;
///
/// let mut open = OpenText::new(r#"[{"licence_term":"P1M"}]"#, false, &Options::default());
/// assert!(open.diagnostics().is_empty());
/// // What is selected is replaced by what is typed.
/// open.edit(Location { line: 1, column: 19, end_line: 1, end_column: 22 }, "p7d");
/// assert_eq!(open.text(), r#"[{"licence_term":"p7d"}]"#);
/// let report = check_catalogue(open.text().as_str(), &Options::default());
/// assert_eq!(open.diagnostics(), report.diagnostics);
/// ```
#[derive(Debug)]
pub struct OpenText {
    options: Options,
    /// Name of the file, shown in messages of other texts; empty if not set.
    name: String,
    /// Whether the file name stands for newline-delimited JSON.
    is_lines: bool,
    contents: Contents,
    parts: Vec<Part>,
    /// Report of the syntax error, if the text is an array that is not valid JSON.
    broken: Option<CatalogueReport>,
}

/// A replacement of one span of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextEdit {
    /// Replaced range.
    pub location: Location,
    /// The new text.
    pub text: String,
}

impl OpenText {
    /// Opens a text. Set `is_lines` if the file's name implies one product per line.
    pub fn new(text: &str, is_lines: bool, options: &Options) -> Self {
        let mut open = Self {
            options: options.clone(),
            name: String::new(),
            is_lines,
            contents: contents(text.as_bytes(), is_lines),
            parts: Vec::new(),
            broken: None,
        };
        open.parts = parts_of(text, open.contents.layout, &open.run(), true, true);
        open.find_break();
        open
    }

    /// Sets the name of the file, by which messages in other texts of a [catalogue](Self::catalogue) refer to this
    /// text.
    #[must_use]
    pub fn with_name(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// Returns the layout of its products, and whether it has any.
    pub const fn contents(&self) -> Contents {
        self.contents
    }

    /// Returns the whole text.
    pub fn text(&self) -> String {
        self.parts.iter().map(|part| part.text.as_str()).collect()
    }

    /// Returns a line, counted from 1, without its line break and without a byte order mark.
    pub fn line(&self, number: usize) -> String {
        let lines = self.each_part().filter_map(|(part, start)| {
            let is_in = start.0 < number && number <= part.after(start).0 + 1;
            is_in.then(|| part.line(number - start.0))
        });
        lines.collect()
    }

    /// Iterates over the products in order, each exactly as written, as far as the text can be split into products.
    pub fn products(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().flat_map(|part| {
            let spans = part.products.iter();
            spans.map(|span| part.text.get(span.start..span.end).unwrap_or_default())
        })
    }

    /// Iterates over the ids of the [products](Self::products), with `None` for a product without an id.
    pub fn ids(&self) -> impl Iterator<Item = Option<ProductId>> {
        self.parts.iter().flat_map(|part| part.ids.iter().copied())
    }

    /// Returns the range of each product, without surrounding white space.
    pub fn places(&self) -> Vec<Location> {
        let mut places = Vec::new();
        for (part, start) in self.each_part() {
            let spans = part.products.iter().map(|span| {
                let text = part.text.get(span.start..span.end).unwrap_or_default();
                let space = text.len() - text.trim_ascii_start().len();
                Span { start: span.start + space, end: span.start + text.trim_ascii_end().len().max(space) }
            });
            let found = part.locations(&spans.collect::<Vec<_>>());
            places.extend(found.into_iter().map(|place| place.moved(start)));
        }
        places
    }

    /// Returns the ranges of an id, each with whether it is a product's own id rather than a chain element.
    pub fn uses(&self, id: ProductId) -> Vec<(bool, Location)> {
        let digits = number_text(id.get());
        let mut uses = Vec::new();
        for (part, start) in self.each_part() {
            let mut found = Vec::new();
            for span in &part.products {
                let text = part.text.get(span.start..span.end).unwrap_or_default();
                if memchr::memmem::find(text.as_bytes(), digits.as_bytes()).is_some() {
                    found.extend(uses_in(text, id).into_iter().map(|(is_own, at)| (is_own, at.after(span.start))));
                }
            }
            let spans: Vec<Span> = found.iter().map(|(_, span)| *span).collect();
            let places = part.locations(&spans).into_iter();
            let owns = found.into_iter().map(|(is_own, _)| is_own);
            uses.extend(owns.zip(places.map(|place| place.moved(start))));
        }
        uses
    }

    /// Replaces a range. Positions past the end of a line or of the text are clamped.
    pub fn edit(&mut self, place: Location, new: &str) {
        let (first, start) = self.at((place.line, place.column));
        let (last, end) = self.at((place.end_line, place.end_column));
        if (last, end) < (first, start) {
            return;
        }
        let replaced: Vec<Part> = self.parts.drain(first..=last).collect();
        let text_of = |part: Option<&Part>| part.map_or("", |part| part.text.as_str()).to_owned();
        let mut text = text_of(replaced.first());
        let rest = text_of(replaced.last()).split_off(end);
        text.truncate(start);
        text += new;
        text += &rest;
        // A chunk that no longer ends at a boundary is merged with the next one.
        let end = match self.contents.layout {
            Layout::Product => "",
            Layout::Array => ",",
            Layout::Lines => "\n",
        };
        while first < self.parts.len() && !text.ends_with(end) {
            text += &self.parts.remove(first).text;
        }
        let (is_first, is_last) = (first == 0, first == self.parts.len());
        self.parts.splice(first..first, parts_of(&text, self.contents.layout, &self.run(), is_first, is_last));
        if !self.is_as_read() || !self.find_break() {
            *self = Self::new(&self.text(), self.is_lines, &self.options).with_name(&self.name);
        }
    }

    /// Returns whether the layout is unchanged; the start of the text decides in most cases.
    fn is_as_read(&mut self) -> bool {
        let start = self.parts.first().map_or("", |part| part.text.as_str());
        let mut now = contents(start.as_bytes(), self.is_lines);
        if self.parts.len() > 1 && (self.is_lines || !now.has_products) {
            now = contents(self.text().as_bytes(), self.is_lines);
        }
        let before = core::mem::replace(&mut self.contents, now);
        before.layout == now.layout
    }

    /// Sets `broken` to the report of the syntax error if an array is not valid JSON; parsing starts at the first chunk
    /// that is not valid JSON. Returns `false` if the text is valid from there on, so that the chunks do not match the
    /// text.
    fn find_break(&mut self) -> bool {
        self.broken = None;
        let is_array = self.contents.layout == Layout::Array;
        let is_broken = |part: &Part| part.checked.is_none();
        let broken = self.each_part().enumerate().find(|(_, (part, _))| is_array && is_broken(part));
        let Some((first, (_, (line, column)))) = broken else { return true };
        let open = if first == 0 { "" } else { "[" };
        let text: String = [open].into_iter().chain(self.parts.iter().skip(first).map(|part| &*part.text)).collect();
        let Err(error) = parse(&text, Field::Unnamed, &mut Nodes::new()) else { return false };
        let mut not_json = NotJson::of(text.as_bytes(), error, true);
        not_json.location = not_json.location.map(|location| location.moved((line, column.wrapping_sub(open.len()))));
        self.broken = Some(CatalogueRun::new(&self.options, "", true).not_json(&not_json));
        true
    }

    /// Iterates over the chunks, each with the position (lines and columns) at which it starts.
    fn each_part(&self) -> impl Iterator<Item = (&Part, Point)> {
        let starts = self.parts.iter().scan((0, 0), |end, part| Some(core::mem::replace(end, part.after(*end))));
        self.parts.iter().zip(starts)
    }

    /// Returns the location of a range within a chunk.
    fn place(&self, part: usize, span: Span) -> Option<Location> {
        let (part, start) = self.each_part().nth(part)?;
        Some(part.locations(&[span]).pop()?.moved(start))
    }

    /// Returns the index of the chunk that contains a line and column, and the byte offset within that chunk.
    fn at(&self, (line, column): Point) -> (usize, usize) {
        let is_before = |(_, (_, start)): &(usize, (&Part, Point))| (start.0 + 1, start.1 + 1) <= (line, column);
        let Some((found, (part, before))) = self.each_part().enumerate().take_while(is_before).last() else {
            return (0, 0);
        };
        let line = line.saturating_sub(before.0);
        let columns = if line == 1 { before.1 } else { 0 };
        (found, part.offset((line, column.saturating_sub(columns))))
    }

    /// Returns all diagnostics of the text.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        if self.contents.layout == Layout::Product {
            return check(self.text(), &self.options).diagnostics;
        }
        if let Some(broken) = &self.broken {
            return broken.diagnostics.clone();
        }
        let mut run = CatalogueRun::new(&self.options, "", true);
        self.append_to(&mut run);
        let mut found = run.into_found();
        self.locate(&mut found);
        found.into_iter().map(|found| found.diagnostic).collect()
    }

    /// Checks several texts as one catalogue and returns the diagnostics of each text, in the order of `texts`. Lines
    /// that are not valid JSON do not take part, nor does an array or a single product that is not. Diagnostics about
    /// the catalogue as a whole are reported for the first text. If the texts have [names](Self::with_name), a product
    /// index in a message is the index in that product's own file, and the message names the file if it is another one.
    pub fn catalogue(texts: &[&Self]) -> Vec<Vec<Diagnostic>> {
        let Some(first) = texts.first() else { return Vec::new() };
        let is_read = |text: &Self| text.parts.iter().all(|part| part.checked.is_some());
        let mut run = CatalogueRun::new(&first.options, "", true);
        for text in texts.iter().filter(|text| is_read(text)) {
            text.append_to(&mut run);
        }
        let mut items = run.into_found().into_iter().peekable();
        let counts = texts.iter().map(|text| if is_read(text) { text.ids().count() } else { 0 });
        let owners: Vec<Owner<'_>> = counts
            .zip(texts)
            .scan(0, |end, (count, text)| {
                let before = core::mem::replace(end, *end + count);
                Some(Owner { name: &text.name, before, end: *end })
            })
            .collect();
        let of_text = |(text, owner): (&&Self, &Owner<'_>)| {
            let Owner { before, end, .. } = *owner;
            let mut found = if is_read(text) { Vec::new() } else { text.diagnostics() };
            let mut own = Vec::new();
            while let Some(mut item) = items.next_if(|item| item.key.0.is_none_or(|index| index < end)) {
                item.key.0 = item.key.0.map(|index| index - before);
                own.push(item);
            }
            text.locate(&mut own);
            found.extend(own.into_iter().map(|item| text.local(item, owner, &owners)));
            found
        };
        texts.iter().zip(&owners).map(of_text).collect()
    }

    /// Converts a diagnostic of a catalogue to a diagnostic of this text.
    fn local(&self, item: KeyedDiagnostic, owner: &Owner<'_>, owners: &[Owner<'_>]) -> Diagnostic {
        let mut own = item.diagnostic.with_pointers(&|pointer| {
            let (index, within) = split_index(pointer)?;
            Some(self.pointer(owner.local(index)?, within))
        });
        name_files(&mut own, owner, owners);
        // Diagnostics about all products have no location in this text.
        own.location = own.location.filter(|_| item.key.0.is_some());
        own
    }

    /// Appends the checked products of this text to the check of a catalogue.
    fn append_to(&self, run: &mut CatalogueRun<'_>) {
        for (part, start) in self.each_part() {
            if part.is_read() {
                run.append(part.checked.clone().unwrap_or_else(|| self.run()));
            } else if part.checked.is_some() {
                // Check these lines again: the message of a line that is not JSON contains the line number.
                let mut again = self.run();
                again.lines_before = start.0;
                again.is_start = part.is_start;
                again.lines(part.text.as_bytes(), true);
                run.append(again);
            }
        }
    }

    /// Creates an empty check for a chunk, with no limit on the number of diagnostics.
    fn run(&self) -> CatalogueRun<'static> {
        let mut options = self.options.clone();
        options.max_diagnostics = None;
        CatalogueRun::new(&options, "", true)
    }

    /// Sets the location of each diagnostic. The diagnostics must be in the order of the products.
    fn locate(&self, found: &mut [KeyedDiagnostic]) {
        let count = found.iter().take_while(|found| found.key.0.is_none()).count();
        let (of_all, mut rest) = found.split_at_mut(count);
        for one in of_all {
            one.diagnostic.location = self.whole();
        }
        let mut before = 0;
        for (part, start) in self.each_part() {
            let index = |found: &KeyedDiagnostic| found.key.0.unwrap_or_default() - before;
            let count = rest.iter().take_while(|found| index(found) < part.products.len()).count();
            let (own, after) = core::mem::take(&mut rest).split_at_mut(count);
            rest = after;
            let mut spans = Vec::with_capacity(count);
            for of_product in own.chunk_by(|one, next| one.key.0 == next.key.0) {
                let product = of_product.first().map(index).and_then(|index| part.products.get(index));
                let from = product.map_or(0, |product| product.start);
                let found = spans_of(of_product, part.text.get(from..).unwrap_or_default(), 0).into_iter();
                spans.extend(found.map(|span| span.after(from)));
            }
            for (found, location) in own.iter_mut().zip(part.locations(&spans)) {
                if !found.diagnostic.code.rule().is_unreadable() {
                    found.diagnostic.location = Some(location.moved(start));
                }
            }
            before += part.products.len();
        }
    }

    /// Returns the location of all products together.
    fn whole(&self) -> Option<Location> {
        let content = |part: &Part| content_span(part.text.as_bytes());
        let is_filled = |part: &Part| !part.products.is_empty();
        let first = self.parts.iter().position(is_filled).unwrap_or_default();
        let last = self.parts.iter().rposition(is_filled).unwrap_or_default();
        let start = self.place(first, content(self.parts.get(first)?))?;
        let end = self.place(last, content(self.parts.get(last)?))?;
        Some(Location { end_line: end.end_line, end_column: end.end_column, ..start })
    }

    /// Finds the product at an index: the index of its chunk, the chunk, and the span of the product within the chunk.
    fn find(&self, mut index: usize) -> Option<(usize, &Part, Span)> {
        for (number, part) in self.parts.iter().enumerate() {
            match part.products.get(index) {
                Some(span) => return Some((number, part, *span)),
                None => index -= part.products.len(),
            }
        }
        None
    }

    /// Splits a pointer into the product's index and the rest.
    fn split<'p>(&self, pointer: &'p str) -> Option<(usize, &'p str)> {
        match self.contents.layout {
            Layout::Product => Some((0, pointer)),
            _ => split_index(pointer),
        }
    }

    /// Returns a pointer into the product at an index; `within` is the pointer within the product.
    pub fn pointer(&self, index: usize, within: &str) -> String {
        match self.contents.layout {
            Layout::Product => within.to_owned(),
            _ => format!("/{index}{within}"),
        }
    }

    /// Returns the location of the value at a pointer, or of its nearest existing ancestor.
    pub fn location(&self, pointer: &str) -> Option<Location> {
        let (index, within) = self.split(pointer)?;
        let (number, part, product) = self.find(index)?;
        let text = part.text.get(product.start..product.end)?;
        let tree = Tree::parse(text).ok()?;
        self.place(number, tree.document().nearest(within).after(product.start))
    }

    /// Returns the cursor at a line and a column, both from 1.
    pub fn cursor(&self, line: usize, column: usize) -> Cursor {
        let (number, at) = self.at((line, column));
        let before: usize = self.parts.iter().take(number).map(|part| part.products.len()).sum();
        let Some(part) = self.parts.get(number) else { return Cursor::default() };
        let (from, open) = match self.contents.layout {
            Layout::Lines => (part.text.get(..at).and_then(|text| text.rfind('\n')).map_or(0, |start| start + 1), ""),
            Layout::Array if number > 0 => (0, "["),
            _ => (0, ""),
        };
        // Skip the byte order mark: it is not part of the first value.
        let from = if part.is_start { from.max(text_start(part.text.as_bytes())) } else { from };
        let text = part.text.get(from..).unwrap_or_default();
        let mut cursor = Cursor::find(&[open, text].concat(), at.saturating_sub(from) + open.len());
        let start = |at: usize| (at + from).saturating_sub(open.len());
        let span = Span { start: start(cursor.span.start), end: start(cursor.span.end) };
        cursor.location = self.place(number, span);
        match self.contents.layout {
            Layout::Product => {}
            Layout::Lines => {
                cursor.product = before + part.products.iter().filter(|product| product.start < from).count();
            }
            Layout::Array => {
                let (index, within) = split_index(&cursor.pointer).unwrap_or_default();
                cursor.product = before + index;
                cursor.pointer = within.to_owned();
            }
        }
        cursor
    }

    /// Returns the edit that applies the fix of one of this text's diagnostics and changes nothing else.
    pub fn fix(&self, patch: &[PatchOp]) -> Option<TextEdit> {
        let (index, _) = self.split(patch.first()?.path())?;
        let (_, part, span) = self.find(index)?;
        let within = |path: &str| self.split(path).map_or("", |(_, within)| within).to_owned();
        let patch = patch.iter().map(|op| op.clone().map_pointers(within));
        let text = part.text.get(span.start..span.end)?;
        self.change(index, &apply_patch(text, &patch.collect::<Vec<_>>()).ok()?)
    }

    /// Returns the edits of this text that apply all safe fixes. With `others`, all texts are one catalogue: no fix gives
    /// a product the id of one in another text.
    pub fn fix_all(&self, others: &[&Self]) -> Vec<TextEdit> {
        let options = &self.options;
        if others.is_empty() {
            let text = self.text();
            let fixed = match self.contents.layout {
                Layout::Product => fix_all(text, options).text,
                Layout::Array => fix_catalogue(text, options).text,
                Layout::Lines => fix_catalogue_lines(text, options).text,
            };
            return self.changes(0.., &Self::new(&fixed, self.is_lines, options));
        }
        if self.broken.is_some() {
            return Vec::new();
        }
        let is_json = |product: &&str| Tree::parse(*product).is_ok();
        let own = self.products().enumerate().filter(|(_, product)| is_json(product));
        let (indices, own): (Vec<usize>, Vec<&str>) = own.unzip();
        let others = others.iter().flat_map(|text| text.products()).filter(is_json);
        let all: Vec<&str> = own.into_iter().chain(others).collect();
        let fixed = fix_catalogue(format!("[{}]", all.join(",")), options).text;
        self.changes(indices, &Self::new(&fixed, false, options))
    }

    /// Returns the edits that replace the products at `indices` with those of `new`, in order.
    fn changes(&self, indices: impl IntoIterator<Item = usize>, new: &Self) -> Vec<TextEdit> {
        let new = indices.into_iter().zip(new.products());
        new.filter_map(|(index, new)| self.change(index, new)).collect()
    }

    /// Returns the edit that replaces a product with `new`, without their common prefix and suffix. Returns `None` if
    /// nothing changes.
    fn change(&self, index: usize, new: &str) -> Option<TextEdit> {
        let (number, part, product) = self.find(index)?;
        let old = part.text.get(product.start..product.end)?;
        let same = |(old, new): &(char, char)| old == new;
        let start = old.chars().zip(new.chars()).take_while(same);
        let start: usize = start.map(|(character, _)| character.len_utf8()).sum();
        let (old_rest, new_rest) = (old.get(start..)?, new.get(start..)?);
        let end = old_rest.chars().rev().zip(new_rest.chars().rev()).take_while(same);
        let end: usize = end.map(|(character, _)| character.len_utf8()).sum();
        let text = new_rest.get(..new_rest.len() - end)?.to_owned();
        if end == old_rest.len() && text.is_empty() {
            return None;
        }
        let span = Span { start, end: old.len() - end };
        Some(TextEdit { location: self.place(number, span.after(product.start))?, text })
    }
}

/// The range of a catalogue's products that one text contains.
struct Owner<'t> {
    /// Name of the file.
    name: &'t str,
    /// Catalogue index of the text's first product.
    before: usize,
    /// Catalogue index after the text's last product.
    end: usize,
}

impl Owner<'_> {
    /// Converts a catalogue index to an index in this text. Returns `None` if the product is in another text.
    fn local(&self, index: usize) -> Option<usize> {
        index.checked_sub(self.before).filter(|_| index < self.end)
    }
}

/// Rewrites the product index shown in a message as the index in that product's own file, and names the file if it is
/// another one.
fn name_files(diagnostic: &mut Diagnostic, own: &Owner<'_>, owners: &[Owner<'_>]) {
    let (index_name, file_name) = match diagnostic.code {
        Code::DuplicateProductId => ("first", "file"),
        _ => ("initiatorIndex", "initiatorFile"),
    };
    let index = diagnostic.params.number(index_name).and_then(|index| usize::try_from(index).ok());
    let owner = index.and_then(|index| owners.iter().find_map(|owner| Some((owner, owner.local(index)?))));
    let Some((owner, index)) = owner else { return };
    if owner.name.is_empty() {
        return;
    }
    let params = &mut diagnostic.params;
    params.set(index_name, Param::Number(index as u64));
    if !core::ptr::eq(owner, own) {
        params.set(file_name, Param::Text(owner.name.to_owned().into()));
    }
    let template = diagnostic.code.rule().template(&diagnostic.message_id);
    if let Some(template) = template {
        diagnostic.message = diagnostic.params.fill(template.text);
    }
}

/// Returns the ranges of an id in a product, each with whether it is the product's own id.
fn uses_in(product: &str, id: ProductId) -> Vec<(bool, Span)> {
    let mut nodes = Nodes::new();
    if parse(product, Field::Root, &mut nodes).is_err() {
        return Vec::new();
    }
    let document = Document::new(product, &nodes);
    let settings = document.last(0, Field::Settings);
    let chain = settings.and_then(|settings| document.last(settings, Field::Chain));
    let chain = chain.into_iter().flat_map(|chain| document.children(chain));
    let own = document.last(0, Field::Id).into_iter();
    let ids = own.map(|own| (true, own)).chain(chain.map(|id| (false, id)));
    let uses = ids.filter(|(_, node)| document.product_id(*node) == Some(id));
    uses.filter_map(|(is_own, node)| Some((is_own, document.span(node)?))).collect()
}
