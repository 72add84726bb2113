//! Fixes of open texts.

use alloc::{borrow::ToOwned, string::String, vec::Vec};

use super::OpenText;
use renewal_rules::{Layout, fix_all, fix_catalogue, fix_catalogue_lines};
use renewal_rules_json::{Location, PatchOp, Span, Tree, apply_patch};

/// A replacement of one span of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextEdit {
    /// Location of the text to replace.
    pub location: Location,
    /// Text to insert instead.
    pub text: String,
}

impl OpenText {
    /// Returns the edit that applies the fix of one of this text's diagnostics and changes nothing else.
    pub fn fix(&self, patch: &[PatchOp]) -> Option<TextEdit> {
        let (index, _) = self.split_pointer(patch.first()?.path())?;
        let (_, chunk, span) = self.product_at(index)?;
        let within = |path: &str| self.split_pointer(path).map_or("", |(_, within)| within).to_owned();
        let patch = patch.iter().map(|op| op.clone().map_pointers(within));
        self.change(index, &apply_patch(chunk.product(span), &patch.collect::<Vec<_>>()).ok()?)
    }

    /// Returns the edits of this text that apply all safe fixes. `others` are the other texts of the catalogue, if any:
    /// no fix gives a product the id of a product in another text.
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
        if self.syntax_error.is_some() {
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

    /// Returns the edits that replace the products at `indices`, in order, with the products of `new`.
    fn changes(&self, indices: impl IntoIterator<Item = usize>, new: &Self) -> Vec<TextEdit> {
        let new = indices.into_iter().zip(new.products());
        new.filter_map(|(index, new)| self.change(index, new)).collect()
    }

    /// Returns the edit that replaces a product with `new`, reduced by their common prefix and suffix. Keeps the white
    /// space around the product. Returns `None` if nothing changes.
    fn change(&self, index: usize, new: &str) -> Option<TextEdit> {
        let (number, chunk, product) = self.product_at(index)?;
        let padded = chunk.product(product);
        let from = product.start + padded.len() - padded.trim_ascii_start().len();
        let (old, new) = (padded.trim_ascii(), new.trim_ascii());
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
        Some(TextEdit { location: self.location_in(number, span.shifted(from))?, text })
    }
}
