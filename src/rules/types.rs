//! Rules for the JSON types of fields (§2.3 to §2.5).

use alloc::string::String;

use super::finding::{Finding, Fix};
use super::rule::rule;
use crate::product::{is_amount, is_zero};
use crate::report::Code;
use crate::schema::{Field, FieldPath, FieldSet, Text};
use renewal_rules_json::{Document, JsonType, NodeId};

macro_rules! expected {
    () => {
        "{expected|object:an object|array:a list|string:text|integer:a whole number|boolean:true or false}"
    };
}

macro_rules! found {
    () => {
        "{found|null:null|boolean:true or false|number:a number|string:text|array:a list|object:an object}"
    };
}

rule! {
    TypeMismatch {
        "field": Option<String> => "The field, unless it is the product or the catalogue itself.",
        "expected": JsonType => "The required JSON type.",
        "found": JsonType => "The actual JSON type.",
    }
    section: "2.3",
    title: "A value has the wrong type",
    explanation: "Each field of the interface document has one JSON type. `null` is a type of its own: leave a field \
        out instead. Amounts and terms are text, ids are whole numbers, switches are true or false.",
    reads: FieldSet::NAMED,
    templates: {
        "other-type" => concat!("`{field}` must be ", expected!(), ", but here it is ", found!(), "."),
        "unquoted" => "`{field}` must be text, but here it is a number. Write it in quotes.",
        "null" => concat!("`{field}` must be ", expected!(), ", but here it is null. Leave it out if it has no value."),
        "required-null" => concat!("`{field}` must be ", expected!(), ", but here it is null. Give it its value."),
        "product" => concat!("The product must be an object, but here it is ", found!(), "."),
        "product-text" => "The product must be an object, but here it is text. If it is JSON text, in JavaScript wrap it \
            in `jsonText`. If it was encoded twice, decode it once more.",
        "product-list" => "The product must be an object, but here it is a list. A list of products is a catalogue.",
        "catalogue" => concat!("The catalogue must be a list, but here it is ", found!(), "."),
        "catalogue-text" => "The catalogue must be a list, but here it is text. If it is JSON text, in JavaScript wrap \
            it in `jsonText`. If it was encoded twice, decode it once more.",
    },
    bad: r#"{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":9.9}}}]}"#,
    good: r#"{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.9"}}}]}"#,
    pass: [r#"{"id":101.0,"zzz":null}"#],
    fail: ["[]" => "E type-mismatch", r#"{"name":null}"# => "E type-mismatch /name", r#"{"variants":[0]}"# => "E type-mismatch /variants/0"],
    fix: [r#"{"id":"5"}"# => r#"{"id":5}"#, r#"{"name":30}"# => r#"{"name":"30"}"#],
}

/// Creates the finding for a value of the wrong JSON type.
pub(crate) fn mismatch(path: FieldPath<'_>, expected: JsonType, found: JsonType) -> Finding<'_> {
    let is_required = FieldSet::REQUIRED.has(path.field);
    let field = (path.field != Field::Root).then(|| path.label());
    let message_id = match (&field, expected, found) {
        (Some(_), _, JsonType::Null) if is_required => "required-null",
        (Some(_), _, JsonType::Null) => "null",
        (Some(_), JsonType::String, JsonType::Number) => "unquoted",
        (Some(_), ..) => "other-type",
        (None, JsonType::Array, JsonType::String) => "catalogue-text",
        (None, JsonType::Array, _) => "catalogue",
        (None, _, JsonType::String) => "product-text",
        (None, _, JsonType::Array) => "product-list",
        (None, ..) => "product",
    };
    Finding::new(Code::TypeMismatch, path)
        .with_template(message_id)
        .with("field", field)
        .with("expected", expected)
        .with("found", found)
}

/// Like [`mismatch`] for a field; adds a safe fix if the value can be converted to the right type.
pub(crate) fn mistyped<'t>(path: FieldPath<'t>, document: Document<'_>, node: NodeId) -> Finding<'t> {
    let (field, found) = (path.field, document.kind(node));
    mismatch(path, field.json(), found).fix(converted(field, document, node))
}

fn converted(field: Field, document: Document<'_>, node: NodeId) -> Option<Fix> {
    let text = document.text(node);
    match (field.json(), document.kind(node)) {
        (JsonType::String, JsonType::Number) => quoted(field.text()?, document, node),
        (JsonType::Boolean, JsonType::String) => text?.parse().ok().map(Fix::Switch),
        (JsonType::Integer, JsonType::String) => text?.parse().ok().map(Fix::Id),
        _ => None,
    }
}

/// Converts a number to text if the meaning is unambiguous.
fn quoted(text: Text, document: Document<'_>, node: NodeId) -> Option<Fix> {
    let digits = document.raw(node);
    let is_same = match text {
        // Do not convert: a number alone names neither the unit of a term nor a currency.
        Text::Term | Text::Currency => false,
        // Convert integers only: for a decimal such as `1.0`, the intended text is ambiguous.
        Text::Free | Text::Filled => document.unsigned(node).is_some(),
        Text::Amount => true,
    };
    // Write a zero amount with two decimals (§2.5).
    let is_free = text == Text::Amount && is_zero(digits);
    let fixed = if is_free { "0.00" } else { digits };
    (is_same && is_amount(digits)).then(|| Fix::Text(fixed.into()))
}
