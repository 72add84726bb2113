//! The calls of the package that the site needs later, or not at all.

use alloc::string::String;

use renewal_rules::{JsonText, Scope};
use wasm_bindgen::prelude::*;

#[cfg(feature = "tools")]
use crate::{Answer, Call};
use crate::{calls, flat::Flat};

calls! {
    /// The renewal kind that takes effect.
    effective_kind: |call| {
        let options = call.options(Scope::Decision)?;
        Ok(renewal_rules::effective_kind(call.input, &options).to_json().into())
    };

    /// The article of the variant whose index is the extra.
    article: |call| {
        let options = call.options(Scope::Decision)?;
        let index = call.extra.parse().unwrap_or(usize::MAX);
        Ok(text_or_null(renewal_rules::article(call.input, index, &options)))
    };

    /// The comment that the cart shows in the locale that is the extra.
    cart_comment: |call| {
        let options = call.options(Scope::Decision)?;
        Ok(text_or_null(renewal_rules::cart_comment(call.input, call.extra, &options)))
    };

    /// Nothing, where the options of a check are good.
    options: |call| call.options(Scope::Product).map(|_| JsValue::NULL);

    /// The text with the extra, a JSON Patch, applied.
    #[cfg(feature = "tools")]
    apply_patch: |call| patched(&call);

    /// A product's text with its certain fixes made, and the report of it.
    fix: |call| {
        let options = call.options(Scope::Product)?;
        Ok(Flat::of(&renewal_rules::fix_all(call.input, &options)))
    };
}

#[cfg(feature = "tools")]
fn patched(call: &Call<'_>) -> Answer {
    let text = call.text().ok_or("the text must be text")?;
    let patch = renewal_rules::read_patch(call.extra)?;
    let patched = renewal_rules::apply_patch(text, &patch)?;
    Ok(JsonText::from(patched.as_str()).as_str().into())
}

/// A text as JSON, or `null`. By way of `serde_json`, every page would load that.
fn text_or_null(text: Option<String>) -> JsValue {
    let json = text.map(|text| JsonText::from(text.as_str()));
    json.as_ref().map_or("null", JsonText::as_str).into()
}
