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
use renewal_rules::internal::Found;
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

/// A text of products that is open in an editor: after a change, only what changed is checked again.
///
/// It holds the text in parts, each with what was found in it, so that a change costs the time of its part and a
/// little for each product. The diagnostics are those of [`check`](crate::check) for one product, and of
/// [`check_catalogue`](crate::check_catalogue) or [`check_catalogue_lines`](crate::check_catalogue_lines) for more.
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
    /// The name of its file, for messages of other texts; empty if it has none.
    name: String,
    /// Whether its name promises one product a line.
    is_lines: bool,
    contents: Contents,
    parts: Vec<Part>,
    /// The report of a text that is not JSON.
    broken: Option<CatalogueReport>,
}

/// A new text for a place of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextEdit {
    /// What is replaced.
    pub location: Location,
    /// By what.
    pub text: String,
}

impl OpenText {
    /// Opens a text. `is_lines` says whether its name promises one product a line.
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

    /// Sets the name of its file, by which messages in other texts of a [catalogue](Self::catalogue) refer to it.
    #[must_use]
    pub fn with_name(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// How products are written in it, and whether it has any.
    pub const fn contents(&self) -> Contents {
        self.contents
    }

    /// The whole text.
    pub fn text(&self) -> String {
        self.parts.iter().map(|part| part.text.as_str()).collect()
    }

    /// Returns a line, the first being 1, without its line break and without a byte order mark.
    pub fn line(&self, number: usize) -> String {
        let lines = self.each_part().filter_map(|(part, start)| {
            let is_in = start.0 < number && number <= part.after(start).0 + 1;
            is_in.then(|| part.line(number - start.0))
        });
        lines.collect()
    }

    /// Its products as they are written, in order, as far as they can be told apart.
    pub fn products(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().flat_map(|part| {
            let spans = part.products.iter();
            spans.map(|span| part.text.get(span.start..span.end).unwrap_or_default())
        })
    }

    /// Returns the id of each of its [products](Self::products), `None` for one without.
    pub fn ids(&self) -> impl Iterator<Item = Option<ProductId>> {
        self.parts.iter().flat_map(|part| part.ids.iter().copied())
    }

    /// Where each product is, without the white space around it.
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

    /// Where an id is: each time with whether it is that of the product itself, and not one of its chain.
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

    /// Replaces what is in a place. One beyond the end of a line, or of the text, is its end.
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
        // What no longer ends as a part does is read with what follows.
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

    /// Whether products are still in the text as they were; its start says most.
    fn is_as_read(&mut self) -> bool {
        let start = self.parts.first().map_or("", |part| part.text.as_str());
        let mut now = contents(start.as_bytes(), self.is_lines);
        if self.parts.len() > 1 && (self.is_lines || !now.has_products) {
            now = contents(self.text().as_bytes(), self.is_lines);
        }
        let before = core::mem::replace(&mut self.contents, now);
        before.layout == now.layout
    }

    /// Looks for where an array is not JSON, from the first part on that is not; says whether the text is as its
    /// parts have it.
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

    /// The parts, each with what comes before it.
    fn each_part(&self) -> impl Iterator<Item = (&Part, Point)> {
        let starts = self.parts.iter().scan((0, 0), |end, part| Some(core::mem::replace(end, part.after(*end))));
        self.parts.iter().zip(starts)
    }

    /// Where a part of a part is.
    fn place(&self, part: usize, span: Span) -> Option<Location> {
        let (part, start) = self.each_part().nth(part)?;
        Some(part.locations(&[span]).pop()?.moved(start))
    }

    /// The part in which a line and a column are, and the byte in it.
    fn at(&self, (line, column): Point) -> (usize, usize) {
        let is_before = |(_, (_, start)): &(usize, (&Part, Point))| (start.0 + 1, start.1 + 1) <= (line, column);
        let Some((found, (part, before))) = self.each_part().enumerate().take_while(is_before).last() else {
            return (0, 0);
        };
        let line = line.saturating_sub(before.0);
        let columns = if line == 1 { before.1 } else { 0 };
        (found, part.offset((line, column.saturating_sub(columns))))
    }

    /// Everything that is wrong with the text.
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

    /// Everything that is wrong with several texts as one catalogue: of each, in their order. Of lines, those that are
    /// JSON are in it; a product or an array that is not JSON has no part in it. What is said of all products is said
    /// of the first text. Of texts with a [name](Self::with_name), a message that names a product by its index means
    /// the index in its own file, and names that file if it is another one.
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

    /// Rewrites a diagnostic of a catalogue as one of this text.
    fn local(&self, item: Found, owner: &Owner<'_>, owners: &[Owner<'_>]) -> Diagnostic {
        let mut own = item.diagnostic.with_pointers(&|pointer| {
            let (index, within) = split_index(pointer)?;
            Some(self.pointer(owner.local(index)?, within))
        });
        name_files(&mut own, owner, owners);
        // What is said of all products is nowhere in this text.
        own.location = own.location.filter(|_| item.key.0.is_some());
        own
    }

    /// Adds its products, as they were checked, to a catalogue.
    fn append_to(&self, run: &mut CatalogueRun<'_>) {
        for (part, start) in self.each_part() {
            if part.is_read() {
                run.append(part.checked.clone().unwrap_or_else(|| self.run()));
            } else if part.checked.is_some() {
                // What is said of a line that is not JSON names the line.
                let mut again = self.run();
                again.lines_before = start.0;
                again.is_start = part.is_start;
                again.lines(part.text.as_bytes(), true);
                run.append(again);
            }
        }
    }

    /// The check of a part, of which nothing is left out.
    fn run(&self) -> CatalogueRun<'static> {
        let mut options = self.options.clone();
        options.max_diagnostics = None;
        CatalogueRun::new(&options, "", true)
    }

    /// Gives each diagnostic its location; they are in the order of the products.
    fn locate(&self, found: &mut [Found]) {
        let count = found.iter().take_while(|found| found.key.0.is_none()).count();
        let (of_all, mut rest) = found.split_at_mut(count);
        for one in of_all {
            one.diagnostic.location = self.whole();
        }
        let mut before = 0;
        for (part, start) in self.each_part() {
            let index = |found: &Found| found.key.0.unwrap_or_default() - before;
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

    /// Where all products are together.
    fn whole(&self) -> Option<Location> {
        let content = |part: &Part| content_span(part.text.as_bytes());
        let is_filled = |part: &Part| !part.products.is_empty();
        let first = self.parts.iter().position(is_filled).unwrap_or_default();
        let last = self.parts.iter().rposition(is_filled).unwrap_or_default();
        let start = self.place(first, content(self.parts.get(first)?))?;
        let end = self.place(last, content(self.parts.get(last)?))?;
        Some(Location { end_line: end.end_line, end_column: end.end_column, ..start })
    }

    /// The part of a product, how many parts come before it, and where it is in it.
    fn find(&self, mut index: usize) -> Option<(usize, &Part, Span)> {
        for (number, part) in self.parts.iter().enumerate() {
            match part.products.get(index) {
                Some(span) => return Some((number, part, *span)),
                None => index -= part.products.len(),
            }
        }
        None
    }

    /// The index of a product, and what is left of a pointer in it.
    fn split<'p>(&self, pointer: &'p str) -> Option<(usize, &'p str)> {
        match self.contents.layout {
            Layout::Product => Some((0, pointer)),
            _ => split_index(pointer),
        }
    }

    /// A pointer into the product at an index.
    pub fn pointer(&self, index: usize, within: &str) -> String {
        match self.contents.layout {
            Layout::Product => within.to_owned(),
            _ => format!("/{index}{within}"),
        }
    }

    /// Where the value at a pointer is, or the one around it where there is none.
    pub fn location(&self, pointer: &str) -> Option<Location> {
        let (index, within) = self.split(pointer)?;
        let (number, part, product) = self.find(index)?;
        let text = part.text.get(product.start..product.end)?;
        let tree = Tree::parse(text).ok()?;
        self.place(number, tree.document().nearest(within).after(product.start))
    }

    /// What is at a line and a column, both from 1.
    pub fn cursor(&self, line: usize, column: usize) -> Cursor {
        let (number, at) = self.at((line, column));
        let before: usize = self.parts.iter().take(number).map(|part| part.products.len()).sum();
        let Some(part) = self.parts.get(number) else { return Cursor::default() };
        let (from, open) = match self.contents.layout {
            Layout::Lines => (part.text.get(..at).and_then(|text| text.rfind('\n')).map_or(0, |start| start + 1), ""),
            Layout::Array if number > 0 => (0, "["),
            _ => (0, ""),
        };
        // A byte order mark is no part of the first value.
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

    /// The edit that makes a fix of one of its diagnostics, which leaves the rest as it is.
    pub fn fix(&self, patch: &[PatchOp]) -> Option<TextEdit> {
        let (index, _) = self.split(patch.first()?.path())?;
        let (_, part, span) = self.find(index)?;
        let within = |path: &str| self.split(path).map_or("", |(_, within)| within).to_owned();
        let patch = patch.iter().map(|op| op.clone().map_pointers(within));
        let text = part.text.get(span.start..span.end)?;
        self.change(index, &apply_patch(text, &patch.collect::<Vec<_>>()).ok()?)
    }

    /// The edits that make every certain fix.
    pub fn fix_all(&self) -> Vec<TextEdit> {
        let (text, options) = (self.text(), &self.options);
        let fixed = match self.contents.layout {
            Layout::Product => fix_all(text, options).text,
            Layout::Array => fix_catalogue(text, options).text,
            Layout::Lines => fix_catalogue_lines(text, options).text,
        };
        let fixed = Self::new(&fixed, self.is_lines, options);
        let new = fixed.products().enumerate();
        new.filter_map(|(index, new)| self.change(index, new)).collect()
    }

    /// The edit that gives a product another text: what both begin and end with stays.
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

/// The products of a catalogue that are in one text.
struct Owner<'t> {
    /// The name of its file.
    name: &'t str,
    /// The index of its first product in the catalogue.
    before: usize,
    /// The index after its last one.
    end: usize,
}

impl Owner<'_> {
    /// Returns the index in the text of a product of the catalogue, `None` if it is in another text.
    fn local(&self, index: usize) -> Option<usize> {
        index.checked_sub(self.before).filter(|_| index < self.end)
    }
}

/// Rewrites a product index that a message shows as the index in the product's own file, and names that file if it is
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

/// Where an id is in a product: each time with whether it is its own.
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
