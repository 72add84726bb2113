//! The JSON types of fields (§2.3 to §2.5).

use alloc::string::String;

use super::{product, rule};
use crate::{
    code::Code,
    fields::{Field, FieldPath, FieldSet, JsonType},
    finding::{Finding, Fix},
};

/// What a field must be and what was found instead, as one sentence.
macro_rules! mismatch {
    ($subject:literal, $expected:literal, $found:literal $(, $advice:literal)?) => {
        concat!($subject, " must be ", $expected, ", but here it is ", $found, "." $(, $advice)?)
    };
}

macro_rules! of_field {
    ($expected:literal, $found:literal $(, $advice:literal)?) => {
        mismatch!("`{field}`", $expected, $found $(, $advice)?)
    };
}

rule! {
    TypeMismatch {
        /// The field, where it is not the product or the catalogue itself.
        "field" field: Option<String>,
        /// The JSON type that belongs here.
        "expected" expected: JsonType,
        /// The JSON type that was found.
        "found" found: JsonType,
    }
    section: "2.3",
    title: "A value has the wrong type",
    explanation: "Each field of the interface document has one JSON type. `null` is a type of its \
        own: leave a field out instead. Amounts and terms are text, ids are whole numbers, switches \
        are true or false.",
    reads: FieldSet::NAMED,
    templates: {
        "object-null" => of_field!("an object", "null", " Leave it out if it has no value."),
        "object-boolean" => of_field!("an object", "true or false"),
        "object-number" => of_field!("an object", "a number"),
        "object-string" => of_field!("an object", "text"),
        "object-array" => of_field!("an object", "a list"),
        "array-null" => of_field!("a list", "null", " Leave it out if it has no value."),
        "array-boolean" => of_field!("a list", "true or false"),
        "array-number" => of_field!("a list", "a number"),
        "array-string" => of_field!("a list", "text"),
        "array-object" => of_field!("a list", "an object"),
        "string-null" => of_field!("text", "null", " Leave it out if it has no value."),
        "string-boolean" => of_field!("text", "true or false"),
        "string-number" => of_field!("text", "a number", " Write it in quotes."),
        "string-array" => of_field!("text", "a list"),
        "string-object" => of_field!("text", "an object"),
        "integer-null" => of_field!("a whole number", "null", " Leave it out if it has no value."),
        "integer-boolean" => of_field!("a whole number", "true or false"),
        "integer-string" => of_field!("a whole number", "text"),
        "integer-array" => of_field!("a whole number", "a list"),
        "integer-object" => of_field!("a whole number", "an object"),
        "boolean-null" => of_field!("true or false", "null", " Leave it out if it has no value."),
        "boolean-number" => of_field!("true or false", "a number"),
        "boolean-string" => of_field!("true or false", "text"),
        "boolean-array" => of_field!("true or false", "a list"),
        "boolean-object" => of_field!("true or false", "an object"),
        "required-object-null" => of_field!("an object", "null", " Give it its value."),
        "required-string-null" => of_field!("text", "null", " Give it its value."),
        "product-null" => mismatch!("The product", "an object", "null"),
        "product-boolean" => mismatch!("The product", "an object", "true or false"),
        "product-number" => mismatch!("The product", "an object", "a number"),
        "product-string" => mismatch!("The product", "an object", "text"),
        "product-array" =>
            mismatch!("The product", "an object", "a list", " A list of products is a catalogue."),
        "catalogue-null" => mismatch!("The catalogue", "a list", "null"),
        "catalogue-boolean" => mismatch!("The catalogue", "a list", "true or false"),
        "catalogue-number" => mismatch!("The catalogue", "a list", "a number"),
        "catalogue-string" => mismatch!("The catalogue", "a list", "text"),
        "catalogue-object" => mismatch!("The catalogue", "a list", "an object"),
    },
    message: |params, is_needed| params.which(is_needed),
    example: product(
        r#"{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":9.9}}}]}"#,
        r#"{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.9"}}}]}"#,
    ),
}

impl TypeMismatch {
    fn which(&self, is_needed: bool) -> &'static str {
        let of = match (&self.field, self.expected) {
            (Some(_), expected) => expected.as_str(),
            (None, JsonType::Array) => "catalogue",
            (None, _) => "product",
        };
        let must = if is_needed && self.found == JsonType::Null {
            "required-"
        } else {
            ""
        };
        let id = [must, of, "-", self.found.as_str()].concat();
        let template = Code::TypeMismatch.rule().template(&id);
        template.map_or("", |template| template.id)
    }
}

/// A value of another type than its field; `fix` is the value of the right type that it surely means.
pub(crate) fn mismatch(
    path: FieldPath<'_>,
    expected: JsonType,
    found: JsonType,
    fix: Option<Fix>,
) -> Finding<'_> {
    let field = (path.field != Field::Root).then(|| path.label());
    let params = TypeMismatch {
        field,
        expected,
        found,
    };
    let is_needed = path.field.is_required();
    let mut finding = Finding::error(params, path).fix(fix);
    finding.is_needed = is_needed;
    finding
}
