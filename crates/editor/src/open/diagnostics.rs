//! Diagnostics of open texts.

use alloc::{borrow::ToOwned, vec::Vec};

use super::{OpenText, chunks::Chunk};
use renewal_rules::internal::{CatalogueRun, KeyedDiagnostic, spans_of};
use renewal_rules::{Code, Diagnostic, Layout, Param, check, split_index};
use renewal_rules_json::{Location, content_span};

impl OpenText {
    /// Returns all diagnostics of the text.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        if self.contents.layout == Layout::Product {
            return check(self.text(), &self.options).diagnostics;
        }
        if let Some(report) = &self.syntax_error {
            return report.diagnostics.clone();
        }
        let mut run = CatalogueRun::new(&self.options);
        self.append_to(&mut run);
        let mut found = run.into_found();
        self.locate(&mut found);
        found.into_iter().map(|found| found.diagnostic).collect()
    }

    /// Checks several texts as one catalogue and returns the diagnostics of each text, in the order of `texts`. Texts
    /// that are not valid JSON do not take part; in newline-delimited JSON this applies to single lines. Diagnostics
    /// about the catalogue as a whole are reported for the first text. If the texts have [names](Self::with_name), a
    /// product index in a message is the index in that product's own file, and the message names this file unless it is
    /// the file of the diagnostic.
    pub fn catalogue(texts: &[&Self]) -> Vec<Vec<Diagnostic>> {
        let Some(first) = texts.first() else { return Vec::new() };
        let mut run = CatalogueRun::new(&first.options);
        let mut owners: Vec<Owner<'_>> = Vec::with_capacity(texts.len());
        let mut end = 0;
        for text in texts {
            let before = end;
            if text.is_valid() {
                text.append_to(&mut run);
                end += text.ids().count();
            }
            owners.push(Owner { name: &text.name, before, end });
        }
        let mut found = run.into_found().into_iter().peekable();
        let of_text = |(text, owner): (&&Self, &Owner<'_>)| {
            let mut diagnostics = if text.is_valid() { Vec::new() } else { text.diagnostics() };
            let mut own = Vec::new();
            while let Some(mut item) = found.next_if(|item| item.key.0.is_none_or(|index| index < owner.end)) {
                item.key.0 = item.key.0.map(|index| index - owner.before);
                own.push(item);
            }
            text.locate(&mut own);
            diagnostics.extend(own.into_iter().map(|item| text.rebase(item, owner, &owners)));
            diagnostics
        };
        texts.iter().zip(&owners).map(of_text).collect()
    }

    /// Returns whether the text takes part in a [`catalogue`](Self::catalogue): every chunk has the result of a check.
    /// A chunk of an array, or a single product, that is not valid JSON has none.
    fn is_valid(&self) -> bool {
        self.chunks.iter().all(|chunk| chunk.checked.is_some())
    }

    /// Converts a diagnostic of a catalogue to a diagnostic of this text.
    fn rebase(&self, item: KeyedDiagnostic, owner: &Owner<'_>, owners: &[Owner<'_>]) -> Diagnostic {
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
    fn append_to(&self, run: &mut CatalogueRun) {
        for (chunk, (lines, _)) in self.each_chunk() {
            if let Some(checked) = chunk.valid() {
                run.append(checked.clone());
            } else if chunk.checked.is_some() {
                // Check these lines again: the message of a line that is not JSON contains the line number.
                let mut again = self.run();
                // Reading lines never fails, because `read` only returns an error for an invalid array.
                let _ = again.read(&mut chunk.lines(lines));
                run.append(again);
            }
        }
    }

    /// Sets the location of each diagnostic. The diagnostics must be in the order of the products.
    fn locate(&self, found: &mut [KeyedDiagnostic]) {
        let count = found.iter().take_while(|found| found.key.0.is_none()).count();
        let (of_all, mut rest) = found.split_at_mut(count);
        for one in of_all {
            one.diagnostic.location = self.location_of_all();
        }
        let mut before = 0;
        for (chunk, start) in self.each_chunk() {
            let end = before + chunk.products.len();
            let count = rest.iter().take_while(|found| found.key.0.is_some_and(|index| index < end)).count();
            let (own, after) = core::mem::take(&mut rest).split_at_mut(count);
            rest = after;
            let span = |index: usize| chunk.products.get(index.checked_sub(before)?).copied();
            let spans = spans_of(own, chunk.text.as_bytes(), &span);
            for (found, location) in own.iter_mut().zip(chunk.locations(&spans)) {
                if !found.diagnostic.code.rule().is_unreadable() {
                    found.diagnostic.location = Some(location.shifted(start));
                }
            }
            before = end;
        }
    }

    /// Returns the location of all products together. If there are no products, returns the location of the first
    /// chunk.
    fn location_of_all(&self) -> Option<Location> {
        let has_products = |chunk: &Chunk| !chunk.products.is_empty();
        let first = self.chunks.iter().position(has_products).unwrap_or(0);
        let last = self.chunks.iter().rposition(has_products).unwrap_or(0);
        let location = |number: usize| {
            let content = content_span(self.chunks.get(number)?.text.as_bytes());
            self.location_in(number, content)
        };
        let (start, end) = (location(first)?, location(last)?);
        Some(Location { end_line: end.end_line, end_column: end.end_column, ..start })
    }
}

/// The range of a catalogue's products that one text contains.
struct Owner<'t> {
    /// Name of the file that contains the text.
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

/// Rewrites a message that contains the index of a product in the catalogue: the message then has the index in the
/// product's own file, and the name of this file unless it is the file of the diagnostic.
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
    if let Some(template) = diagnostic.code.rule().template(&diagnostic.message_id) {
        diagnostic.message = diagnostic.params.fill(template.text);
    }
}
