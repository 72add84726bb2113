//! The calls of the site: a set-up at a glance, what it means for buyers, and the changes that people make.

use renewal_rules::{Chain, ProductId, Scope, apply_patch, read_patch};
use renewal_rules_preview::timeline::TimelineOptions;
use wasm_bindgen::prelude::*;

use crate::about::{About, sentences};
use crate::{Answer, Call, calls, json, object::Object, outcome};

calls! {
    /// The report of a catalogue, an array.
    #[cfg(not(feature = "tools"))]
    check_catalogue: |call| {
        let options = call.options(Scope::Catalogue)?;
        Ok(crate::flat::Flat::of(&renewal_rules::check_catalogue(call.input, &options)))
    };

    /// The products at a glance.
    outline: |call| {
        let outline = renewal_rules_editor::outline(call.input);
        outcome(outline.map(|products| Object::default().with("products", &products)))
    };

    /// What a product of the set-up means for its buyers.
    answer: |call| answered(&call);

    /// What is wrong with the options of a product's check, in the sentences that are the extra; else `null`.
    trouble: |call| {
        let words = sentences(call.extra)?;
        let wrong = renewal_rules::Options::from_json_for(Scope::Product, call.options).err();
        json(&wrong.map(|error| words.options_error(&error)))
    };

    /// The chain, as the service lists it, of a product whose id comes first and of the renewals
    /// whose ids follow.
    chain: |call| {
        let mut ids = call.extra.split(',').filter_map(|id| ProductId::new(id.parse().ok()?));
        let own = ids.next().ok_or("there is no own id")?;
        json(&Chain::of_renewals(ids).unwrap_or_else(|| Chain::repeating(own)))
    };

    /// The patch that makes a free trial of a product.
    free_trial: |call| json(&renewal_rules_editor::free_trial(call.input));

    /// The text with the extra, a JSON Patch, made.
    change: |call| {
        let text = call.text().ok_or("the text must be text")?;
        json(&apply_patch(text, &read_patch(call.extra)?)?)
    };

    /// A licence term: in the extra its unit, a space, and its number as it was typed.
    term: |call| {
        let (unit, number) = call.extra.split_once(' ').unwrap_or_default();
        let unit = unit.parse().map_err(|_| "this is not a unit of terms")?;
        json(&renewal_rules_editor::term(number, unit))
    };
}

fn answered(call: &Call<'_>) -> Answer {
    let about = About::read(call.extra);
    let words = about.words()?;
    let options = TimelineOptions::from_json(call.options).map_err(|error| words.options_error(&error))?;
    let answer = renewal_rules_preview::answer(call.input.clone(), about.index, &options, &words);
    outcome(answer.map(|answer| Object::of(&answer)))
}
