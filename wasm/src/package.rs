//! Calls that the npm package has and the small module of the studio lacks.

use alloc::string::String;

use renewal_rules::{Configuration, Decision, EffectiveKind, Fixed, JsonText, Report, Scope, Undecided};
use wasm_bindgen::prelude::*;

#[cfg(feature = "tools")]
use renewal_rules::PatchError;

use crate::exports;
use crate::flat::Flat;
use crate::output::Output;
#[cfg(feature = "tools")]
use crate::{
    Call,
    object::Failure,
    output::{Answer, Outcome, problems},
    tools::why_not_json,
};

exports! {
    /// Returns the effective renewal kind.
    effective_kind() -> Decision: |call| {
        let options = call.options(Scope::Decision)?;
        Ok(Output::json_text(decision_json(&renewal_rules::effective_kind(call.input, &options))))
    };

    /// Returns the article of a variant: the `sku` or `sku_ar` that is ordered. The argument is the index of the
    /// variant.
    article(index) -> Option<String>: |call| {
        let options = call.options(Scope::Decision)?;
        let index = call.extra.parse().unwrap_or(usize::MAX);
        Ok(text_or_null(renewal_rules::article(call.input, index, &options)))
    };

    /// Returns the cart comment in a locale, which is the argument.
    cart_comment(locale) -> Option<String>: |call| {
        let options = call.options(Scope::Decision)?;
        Ok(text_or_null(renewal_rules::cart_comment(call.input, call.extra, &options)))
    };

    /// Validates the options of a check.
    options() -> (): |call| call.options(Scope::Product).map(|_| Output::json_text("null"));

    /// Applies a JSON Patch, which is the argument, to the text.
    #[cfg(feature = "tools")]
    apply_patch(patch) -> Outcome<String, problems::PatchError>: |call| patched(&call);

    /// Applies the safe fixes of a product and returns its text with the report.
    fix() -> Flat<Fixed<Report>>: |call| {
        let options = call.options(Scope::Product)?;
        Ok(Output::flat(&renewal_rules::fix_all(call.input, &options)))
    };
}

#[cfg(feature = "tools")]
fn patched(call: &Call<'_>) -> Answer<Outcome<String, problems::PatchError>> {
    let patch = |text| renewal_rules::apply_patch(text, &renewal_rules::read_patch(call.extra)?);
    Ok(Output::outcome(call.text().ok_or(PatchError::NotJson).and_then(patch).map_err(|error| match error {
        PatchError::NotJson => Failure::new("not-json", &why_not_json(call)),
        PatchError::DoesNotFit(index) => Failure::from(error).with("index", &index),
        _ => error.into(),
    })))
}

/// Writes a text as JSON; `null` for `None`. Does without `serde_json`, which would make the default entry
/// point larger.
fn text_or_null(text: Option<String>) -> Output<Option<String>> {
    let json = text.map(|text| JsonText::from(text.as_str()));
    Output::json_text(json.as_ref().map_or("null", JsonText::as_str))
}

/// Writes a decision in the JSON format of its `Serialize` implementation. Does without `serde_json`, which would make
/// the default entry point larger. All values are keywords, which need no escaping.
fn decision_json(decision: &Decision) -> String {
    let mut json = KeywordJson(String::new());
    json.member("{\"kind\":", decision.kind.map(EffectiveKind::as_str));
    json.member("\"configuration\":", decision.configuration.map(Configuration::as_str));
    let trial = if decision.trial { "\"trial\":true,\"reason\":" } else { "\"trial\":false,\"reason\":" };
    json.member(trial, decision.reason.map(Undecided::as_str));
    json.0.push_str("\"considered\":[");
    for considered in &decision.considered {
        json.member("{\"kind\":", Some(considered.kind.as_str()));
        json.member("\"outcome\":", Some(considered.outcome.as_str()));
        json.list("\"reasons\":[", &mut considered.reasons.iter().map(|reason| reason.as_str()));
        json.close("},");
    }
    json.close("],");
    json.list("\"assumed\":[", &mut decision.assumed.iter().copied());
    json.close("}");
    json.0
}

/// JSON text of keywords. Each value is followed by a comma, which the end of its object or array replaces.
struct KeywordJson(String);

impl KeywordJson {
    fn member(&mut self, name: &str, keyword: Option<&str>) {
        let (quote, value) = keyword.map_or(("", "null"), |keyword| ("\"", keyword));
        for part in [name, quote, value, quote, ","] {
            self.0.push_str(part);
        }
    }

    fn list(&mut self, name: &str, keywords: &mut dyn Iterator<Item = &str>) {
        self.0.push_str(name);
        for keyword in keywords {
            self.member("", Some(keyword));
        }
        self.close("],");
    }

    fn close(&mut self, end: &str) {
        if self.0.ends_with(',') {
            self.0.pop();
        }
        self.0.push_str(end);
    }
}
