//! Calls that the studio needs later, or not at all.

use alloc::{string::String, vec::Vec};

use renewal_rules::{Configuration, Decision, EffectiveKind, JsonText, Scope, Undecided};
use wasm_bindgen::prelude::*;

#[cfg(feature = "tools")]
use renewal_rules::PatchError;

#[cfg(feature = "tools")]
use crate::{
    Answer, Call, given,
    object::{Failure, written},
};
use crate::{calls, flat::Flat};

calls! {
    /// Returns the effective renewal kind.
    effective_kind: |call| {
        let options = call.options(Scope::Decision)?;
        Ok(decision_json(&renewal_rules::effective_kind(call.input, &options)).into())
    };

    /// Returns the article of the variant whose index is the extra argument.
    article: |call| {
        let options = call.options(Scope::Decision)?;
        let index = call.extra.parse().unwrap_or(usize::MAX);
        Ok(text_or_null(renewal_rules::article(call.input, index, &options)))
    };

    /// Returns the cart comment in the locale of the extra argument.
    cart_comment: |call| {
        let options = call.options(Scope::Decision)?;
        Ok(text_or_null(renewal_rules::cart_comment(call.input, call.extra, &options)))
    };

    /// Validates the options of a check.
    options: |call| call.options(Scope::Product).map(|_| JsValue::NULL);

    /// Applies the extra argument, a JSON Patch, to the text.
    #[cfg(feature = "tools")]
    apply_patch: |call| patched(&call);

    /// Applies the safe fixes of a product and returns its text with the report.
    fix: |call| {
        let options = call.options(Scope::Product)?;
        Ok(Flat::of(&renewal_rules::fix_all(call.input, &options)))
    };
}

#[cfg(feature = "tools")]
fn patched(call: &Call<'_>) -> Answer {
    let text = call.text().ok_or(PatchError::NotJson);
    let patched = text.and_then(|text| renewal_rules::apply_patch(text, &renewal_rules::read_patch(call.extra)?));
    given(patched.map(|text| written(&text)).map_err(|error| match error {
        PatchError::DoesNotFit(index) => Failure::from(error).with("index", &index),
        _ => error.into(),
    }))
}

/// Writes a text as JSON, or `null`, without `serde_json`, which every page would have to load.
fn text_or_null(text: Option<String>) -> JsValue {
    let json = text.map(|text| JsonText::from(text.as_str()));
    json.as_ref().map_or("null", JsonText::as_str).into()
}

/// Writes a decision as `serde_json` does, which every page would have to load. All values are keywords, which need no
/// escaping.
fn decision_json(decision: &Decision) -> String {
    let quoted = |word: &str| ["\"", word, "\""].concat();
    let optional = |word: Option<&str>| word.map_or_else(|| String::from("null"), quoted);
    let list = |items: &[String]| ["[", &items.join(","), "]"].concat();
    let considered: Vec<String> = decision
        .considered
        .iter()
        .map(|considered| {
            let reasons: Vec<String> = considered.reasons.iter().map(|reason| quoted(reason.as_str())).collect();
            [
                "{\"kind\":",
                &quoted(considered.kind.as_str()),
                ",\"outcome\":",
                &quoted(considered.outcome.as_str()),
                ",\"reasons\":",
                &list(&reasons),
                "}",
            ]
            .concat()
        })
        .collect();
    let assumed: Vec<String> = decision.assumed.iter().map(|limit| quoted(limit)).collect();
    [
        "{\"kind\":",
        &optional(decision.kind.map(EffectiveKind::as_str)),
        ",\"configuration\":",
        &optional(decision.configuration.map(Configuration::as_str)),
        ",\"trial\":",
        if decision.trial { "true" } else { "false" },
        ",\"reason\":",
        &optional(decision.reason.map(Undecided::as_str)),
        ",\"considered\":",
        &list(&considered),
        ",\"assumed\":",
        &list(&assumed),
        "}",
    ]
    .concat()
}
