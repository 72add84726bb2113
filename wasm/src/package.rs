//! Calls that the studio needs later, or not at all.

use alloc::string::String;

use renewal_rules::{JsonText, Scope};
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
        Ok(renewal_rules::effective_kind(call.input, &options).to_json().into())
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
