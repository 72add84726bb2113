//! Calls of the studio: texts, outline of products, meaning for buyers, and edits.

use alloc::borrow::Cow;

use renewal_rules::messages::fill;
use renewal_rules::{Chain, Param, ProductId, Scope, apply_patch, read_patch};
use renewal_rules_json::{Document, JsonType, NodeId, Tree};
use renewal_rules_preview::timeline::TimelineOptions;
use wasm_bindgen::prelude::*;

use crate::about::{About, sentences};
use crate::{Answer, Call, calls, json, object::Object, outcome};

calls! {
    /// Fills the template in the extra argument with the members of the input, a JSON object.
    fill_template: |call| {
        let text = call.text().ok_or("the params must be text")?;
        let tree = Tree::parse(text).map_err(|_| "the params must be JSON")?;
        let document = tree.document();
        json(&fill(call.extra, &|name| param(document, document.member(0, name)?)))
    };

    /// Checks a catalogue, an array.
    #[cfg(not(feature = "tools"))]
    check_catalogue: |call| {
        let options = call.options(Scope::Catalogue)?;
        Ok(crate::flat::Flat::of(&renewal_rules::check_catalogue(call.input, &options)))
    };

    /// Returns the outlines of the products.
    outline: |call| {
        let outline = renewal_rules_editor::outline(call.input);
        outcome(outline.map(|products| Object::default().with("products", &products)))
    };

    /// Returns what a product means for its buyers.
    answer: |call| answered(&call);

    /// Returns the error in the options of a check, in the sentences of the extra argument; `null` if they are valid.
    trouble: |call| {
        let words = sentences(call.extra)?;
        let wrong = renewal_rules::Options::from_json_for(Scope::Product, call.options).err();
        json(&wrong.map(|error| words.options_error(&error)))
    };

    /// Builds the chain for a product id followed by renewal ids.
    chain: |call| {
        let mut ids = call.extra.split(',').filter_map(|id| ProductId::new(id.parse().ok()?));
        let own = ids.next().ok_or("there is no own id")?;
        json(&Chain::of_renewals(ids).unwrap_or_else(|| Chain::repeating(own)))
    };

    /// Returns the patch that turns a product into a free trial.
    free_trial: |call| json(&renewal_rules_editor::free_trial(call.input));

    /// Applies the extra argument, a JSON Patch, to the text.
    change: |call| {
        let text = call.text().ok_or("the text must be text")?;
        json(&apply_patch(text, &read_patch(call.extra)?)?)
    };

    /// Parses a licence term: the extra argument has its unit, a space, and the typed number.
    term: |call| {
        let (unit, number) = call.extra.split_once(' ').unwrap_or_default();
        let unit = unit.parse().map_err(|_| "this is not a unit of terms")?;
        json(&renewal_rules_editor::term(number, unit))
    };
}

/// Reads a param; `None` if the value is `null`.
fn param(document: Document<'_>, value: NodeId) -> Option<Cow<'static, Param>> {
    let text = |id| document.text(id).map_or_else(|| document.raw(id).into(), Cow::into_owned);
    Some(Cow::Owned(match document.kind(value) {
        JsonType::Null => return None,
        JsonType::Array => Param::List(document.elements(value)?.map(text).collect()),
        _ => document.unsigned(value).map_or_else(|| Param::Text(text(value).into()), Param::Number),
    }))
}

fn answered(call: &Call<'_>) -> Answer {
    let about = About::read(call.extra);
    let words = about.words()?;
    let options = TimelineOptions::from_json(call.options).map_err(|error| words.options_error(&error))?;
    let answer = renewal_rules_preview::summarize(call.input.clone(), about.index, &options, &words);
    outcome(answer.map(|answer| Object::of(&answer)))
}
