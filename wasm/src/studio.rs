//! Calls of the studio: filling message templates, summarising products, and editing them.

use alloc::{borrow::Cow, format, string::String, vec::Vec};

use renewal_rules::messages::fill;
use renewal_rules::{Chain, Code, Param, PatchOp, ProductId, Scope, apply_patch, read_patch};
use renewal_rules_editor::Outline;
use renewal_rules_json::{Document, JsonType, NodeId, Tree};
use renewal_rules_preview::Summary;
use renewal_rules_preview::timeline::TimelineOptions;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::about::{SummaryArguments, sentences};
use crate::output::{Answer, Outcome, Output};
use crate::{Call, exports};

/// The outlines of a text's products.
#[derive(Serialize)]
pub(crate) struct Outlines {
    pub(crate) products: Vec<Outline>,
}

exports! {
    /// Fills a template, which is the argument, with the members of the input, a JSON object.
    fill_template(template) -> String: |call| {
        let text = call.text().ok_or("expected the params as JSON text, got an input without text")?;
        let tree = Tree::parse(text).map_err(|_| "expected the params as JSON text, got text that is not JSON")?;
        let document = tree.document();
        Ok(Output::from_value(&fill(call.extra, &|name| param(document, document.member(0, name)?))))
    };

    /// Checks a catalogue that is a JSON array.
    #[cfg(not(feature = "tools"))]
    check_catalogue() -> crate::flat::Flat<renewal_rules::CatalogueReport>: |call| {
        let options = call.options(Scope::Catalogue)?;
        Ok(Output::flat(&renewal_rules::check_catalogue(call.input, &options)))
    };

    /// Returns the outlines of the products.
    outline() -> Outcome<Outlines>: |call| {
        let outline = renewal_rules_editor::outline(call.input);
        Ok(Output::outcome(outline.map(|products| Outlines { products })))
    };

    /// Returns a summary of how a product renews for its buyers.
    summary(about) -> Outcome<Summary>: |call| summarized(&call);

    /// Returns the codes of the diagnostics that can have a witness: a buyer who loses a renewal, or pays another
    /// amount, because of the diagnostic.
    costly_codes() -> Vec<Code>: |_call| {
        let costly = Code::ALL.iter().copied().filter(|code| renewal_rules_preview::can_have_witness(*code));
        Ok(Output::from_value(&costly.collect()))
    };

    /// Returns the error message for the options of a check; `null` if the options are valid. The argument contains the
    /// sentence templates of the language of the page, as JSON.
    options_error(words) -> Option<String>: |call| {
        let words = sentences(call.extra)?;
        let wrong = renewal_rules::Options::from_json_for(Scope::Product, call.options).err();
        Ok(Output::from_value(&wrong.map(|error| words.options_error(&error))))
    };

    /// Builds the chain of a product. The argument lists the id of the product, then the ids of its renewals, separated
    /// by commas.
    chain(ids) -> Chain: |call| {
        let mut ids = call.extra.split(',').filter_map(|id| ProductId::new(id.parse().ok()?));
        let own = ids.next().ok_or("expected ids separated by commas, the product's own id first")?;
        Ok(Output::from_value(&Chain::of_renewals(ids).unwrap_or_else(|| Chain::repeating(own))))
    };

    /// Returns the patch that turns a product into a free trial.
    free_trial() -> Option<Vec<PatchOp>>: |call| Ok(Output::from_value(&renewal_rules_editor::free_trial(call.input)));

    /// Applies a JSON Patch, which is the argument, to the text.
    change(patch) -> String: |call| {
        let text = call.text().ok_or("expected the document as JSON text, got an input without text")?;
        Ok(Output::from_value(&apply_patch(text, &read_patch(call.extra)?)?))
    };

    /// Parses a licence term. The argument is the unit, a space, and the number that the user typed.
    term(number) -> String: |call| {
        let (unit, number) = call.extra.split_once(' ').unwrap_or_default();
        let unit = unit.parse().map_err(|_| format!("expected a unit of a licence term, got `{unit}`"))?;
        Ok(Output::from_value(&renewal_rules_editor::term(number, unit)))
    };
}

/// Converts a JSON value to a param (a value for a placeholder) of a template; `None` if the value is `null`.
fn param(document: Document<'_>, value: NodeId) -> Option<Cow<'static, Param>> {
    let text = |id| document.text(id).map_or_else(|| document.raw(id).into(), Cow::into_owned);
    Some(Cow::Owned(match document.kind(value) {
        JsonType::Null => return None,
        JsonType::Array => Param::List(document.elements(value)?.map(text).collect()),
        _ => document.unsigned(value).map_or_else(|| Param::Text(text(value).into()), Param::Number),
    }))
}

fn summarized(call: &Call<'_>) -> Answer<Outcome<Summary>> {
    let about = SummaryArguments::read(call.extra);
    let words = about.words()?;
    let options = TimelineOptions::from_json(call.options).map_err(|error| words.options_error(&error))?;
    let summary = renewal_rules_preview::summarize(call.input.clone(), about.index, &options, &words);
    Ok(Output::outcome(summary))
}
