//! Tests that the rules, the typed product, the JSON Schema and the oracle know the same fields, and the oracle every
//! option and code.

use std::collections::{BTreeMap, BTreeSet};
use std::{fs, path::Path};

use renewal_rules::{Code, Operation, Options, OptionsError, Product, check, check_catalogue};
use renewal_rules_oracle::cases::{Dice, catalogue_options, options};
use renewal_rules_oracle::{choices::Choices, invariants::invariants, make, rules};
use renewal_rules_preview::timeline;
use serde_json::{Value, json};

/// Returns the paths of all fields whose JSON type is checked, without the empty path of the product itself.
fn checked() -> BTreeSet<String> {
    let fields = Code::TypeMismatch.rule().reads();
    fields.filter(|field| !field.is_empty()).collect()
}

/// Collects the schema's fields and types in the rules' notation. The schema is generated from the typed product,
/// independently of the table of fields.
fn of_schema(schema: &Value, at: &str, fields: &mut BTreeMap<String, String>) {
    if !at.is_empty() {
        fields.insert(at.to_owned(), schema["type"].as_str().unwrap().to_owned());
    }
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        let dot = if at.is_empty() { "" } else { "." };
        of_schema(schema, &format!("{at}{dot}{name}"), fields);
    }
    for schema in schema["patternProperties"].as_object().into_iter().flat_map(|map| map.values()) {
        of_schema(schema, &format!("{at}.<locale>"), fields);
    }
    if let Some(items) = schema.get("items") {
        of_schema(items, &format!("{at}[]"), fields);
    }
}

/// Builds a product that contains only this field, with the given value.
fn with(field: &str, value: &Value) -> Value {
    let mut product = value.clone();
    for name in field.rsplit('.') {
        let name = if name == "<locale>" { "en_US" } else { name };
        product = match name.strip_suffix("[]") {
            Some(name) => json!({ name: [product] }),
            None => json!({ name: product }),
        };
    }
    product
}

fn pointer(field: &str) -> String {
    let path = field.replace("[]", "/0").replace("<locale>", "en_US");
    format!("/{}", path.replace('.', "/"))
}

fn schema() -> BTreeMap<String, String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("wasm/schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let mut fields = BTreeMap::new();
    of_schema(&schema, "", &mut fields);
    fields
}

/// Asserts that a file has exactly the fields of the table in `src/schema/fields.rs`.
#[track_caller]
fn assert_has_checked_fields(fields: &BTreeSet<String>, file: &str) {
    let checked = checked();
    let missing: Vec<_> = checked.difference(fields).collect();
    let unknown: Vec<_> = fields.difference(&checked).collect();
    assert!(
        missing.is_empty() && unknown.is_empty(),
        "{file} differs from the table in src/schema/fields.rs: add {missing:?}, remove {unknown:?} (or add it to the \
         table)"
    );
}

#[test]
fn schema_has_the_checked_fields() {
    let fields = schema().into_keys().collect();
    assert_has_checked_fields(&fields, "src/product/model.rs, or wasm/schema.json (run `cargo xtask generate`),");
}

/// `cargo xtask release --check` reports the fields that are not translated.
#[test]
fn russian_field_descriptions_are_of_fields() {
    let table = include_str!("../crates/editor/src/fields.ru.json");
    let table: BTreeMap<String, String> = serde_json::from_str(table).unwrap();
    let checked = checked();
    let unknown: Vec<_> = table.keys().filter(|field| !checked.contains(*field)).collect();
    assert!(unknown.is_empty(), "crates/editor/src/fields.ru.json has unknown fields: remove or rename {unknown:?}");
}

#[test]
fn every_field_is_checked_and_typed() {
    let values = [
        (json!(null), "null"),
        (json!(false), "boolean"),
        (json!(true), "boolean"),
        (json!(5), "number"),
        (json!(1.5), "number"),
        (json!("x"), "string"),
        (json!([]), "array"),
        (json!({}), "object"),
    ];
    for (field, expected) in schema() {
        for (value, found) in &values {
            let product = with(&field, value);
            let text = product.to_string();
            let report = check(&text, &Options::default());
            let mismatches = report
                .diagnostics
                .iter()
                .filter(|d| d.code == Code::TypeMismatch)
                .map(|d| json!([d.path, d.params.get("expected"), d.params.get("found")]));
            let is_right = expected == *found || expected == "integer" && *found == "number";
            let wrong = (!is_right).then(|| json!([pointer(&field), expected, found]));
            let mismatches: Vec<_> = mismatches.collect();
            assert_eq!(mismatches, Vec::from_iter(wrong), "types in src/schema/fields.rs and model.rs differ: {text}");
            let broken = invariants(&text, &Options::default());
            assert!(broken.is_empty(), "{text}: {broken:?}");
            // If the typed product lacked this field, it would retain any value as that of an undocumented field,
            // without an error. `null` counts as absent.
            let typed = serde_json::from_value::<Product>(product);
            assert!(is_right || value.is_null() || typed.is_err(), "{text}");
        }
    }
}

#[test]
fn every_field_of_the_typed_product_is_checked() {
    let product: Product = serde_json::from_str(WHOLE).unwrap();
    assert_eq!(serde_json::to_string(&product).unwrap(), WHOLE);
    let mut fields = BTreeSet::new();
    of_value(&serde_json::to_value(&product).unwrap(), "", &mut fields);
    assert_has_checked_fields(&fields, "src/product/model.rs, or the product WHOLE in tests/fields.rs,");
    // A field missing from the sample product would be printed as `None`.
    let typed = format!("{product:?}");
    assert!(!typed.contains("None"), "{typed}");
}

const WHOLE: &str = r#"{"id":101,"family_name":"Example","name":"Example Pro","license_type":"subscription","licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":false},"renew_pmr":false,"renew_email":false},"localization_values":{"en_US":{"comment_for_product_for_AR":"A","comment_for_product_for_MR":"M"}},"variants":[{"vendor_code":"V","sku":"S","sku_ar":"A","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#;

fn of_value(value: &Value, at: &str, fields: &mut BTreeSet<String>) {
    if !at.is_empty() {
        fields.insert(at.to_owned());
    }
    let dot = if at.is_empty() { "" } else { "." };
    for (name, value) in value.as_object().into_iter().flatten() {
        let name = if at == "localization_values" { "<locale>" } else { name };
        of_value(value, &format!("{at}{dot}{name}"), fields);
    }
    for item in value.as_array().into_iter().flatten() {
        of_value(item, &format!("{at}[]"), fields);
    }
}

/// Returns the names of all options in a JSON text, including nested names such as `limits.arMinDays`.
fn names(text: &str) -> BTreeSet<String> {
    let options: Value = serde_json::from_str(text).unwrap();
    let mut names = BTreeSet::new();
    of_value(&options, "", &mut names);
    names
}

/// Returns the known option names, as listed by the error about an unknown option.
fn options_known<T>(read: Result<T, OptionsError>) -> BTreeSet<String> {
    let Err(OptionsError::Unknown { name, known }) = read else {
        panic!("an unknown option is accepted");
    };
    let around = name.trim_end_matches('?');
    let known = known.split(", ").map(|name| name.trim_matches('`'));
    known.map(|name| format!("{around}{name}")).collect()
}

/// The oracle generates no case for a field, option or code that it does not know.
#[test]
#[ignore = "a new rule passes the tests without the oracle; `cargo xtask prove --only oracle` runs this"]
fn the_oracle_knows_each_field_option_and_code() {
    let (mut fields, mut codes) = (BTreeSet::new(), BTreeSet::new());
    // Options that the fuzz targets set themselves, outside the generator of options.
    let mut generated = BTreeSet::from(["rules", "maxDiagnostics", "consent"].map(String::from));
    for seed in 0..1_000 {
        let bytes = Dice(seed).bytes(600);
        let c = &mut Choices::new(&bytes);
        let (product, of_product) = (make::product(c), make::options(c));
        if let Ok(product) = serde_json::from_str(&product) {
            of_value(&product, "", &mut fields);
        }
        let found = check(&product, &options(&of_product)).diagnostics;
        let c = &mut Choices::new(&bytes);
        let (catalogue, of_catalogue) = (make::catalogue(c), make::catalogue_options(c));
        let catalogue = format!("[{}]", catalogue.join(","));
        let more = check_catalogue(catalogue, &catalogue_options(&of_catalogue)).diagnostics;
        codes.extend(found.iter().chain(&more).map(|one| one.code));
        let of_purchase = make::purchase_options(c, false);
        generated.extend([of_product, of_catalogue, of_purchase].iter().flat_map(|text| names(text)));
    }
    let unknown = Options::from_json(r#"{"?":0}"#);
    let of_limits = Options::from_json(r#"{"limits":{"?":0}}"#);
    let of_purchase = timeline::TimelineOptions::from_json(r#"{"?":0}"#);
    let known_options = [options_known(unknown), options_known(of_limits), options_known(of_purchase)];
    // Do not require these codes: other tests compare syntax errors with another parser, and random options rarely give
    // an empty update.
    codes.extend([Code::JsonSyntax, Code::PatchEmpty]);
    let ungenerated = known_options.iter().flatten().filter(|name| !generated.contains(*name));
    let absent = checked().into_iter().filter(|field| !fields.contains(field));
    let unseen = Code::ALL.iter().filter(|code| !codes.contains(code) || !rules::knows(**code));
    let unknown = ungenerated.cloned().chain(absent).chain(unseen.map(ToString::to_string));
    let unknown: Vec<String> = unknown.collect();
    assert!(
        unknown.is_empty(),
        "the oracle does not know {unknown:?}: add fields to tests/oracle/src/make.rs, options to \
         tests/oracle/src/make/options.rs, codes to tests/oracle/src/rules.rs"
    );
}

#[test]
fn every_field_is_read_merged_and_located() {
    for field in checked() {
        let on_the_way: Vec<&str> = field.split('.').collect();
        // A duplicate member is reported at its key in each object that the rules know.
        if !field.ends_with("[]") {
            let value = serde_json::to_string(&with(&field, &json!(["@"]))).unwrap();
            let name = on_the_way.last().unwrap().replace("<locale>", "en_US");
            let text = value.replace(r#"["@"]"#, &format!(r#"[],"{name}":[]"#));
            let report = check(&text, &Options::default());
            let twice: Vec<_> = report.diagnostics.iter().filter(|d| d.code == Code::DuplicateKey).collect();
            assert_eq!(twice.len(), 1, "{text}");
            assert_eq!(twice[0].path, pointer(&field));
            let at = twice[0].location.unwrap();
            assert_eq!((at.line, at.end_column - at.column), (1, name.len() + 2), "{text}");
        }
        // A field that an update does not send comes from the current product, with all its mistakes.
        let options = Options::default()
            .with_operation(Operation::Update)
            .with_current(with(&field, &json!(null)).to_string())
            .unwrap();
        let report = check("{}", &options);
        let mut found = report.diagnostics.iter();
        assert!(found.any(|d| d.code == Code::TypeMismatch && d.path == pointer(&field)), "{field}");
        // A sent field replaces the whole field of the current product.
        let root = on_the_way.first().unwrap().trim_end_matches("[]");
        let sent = check(&json!({ root: null }), &options);
        let of_field = sent.diagnostics.iter().filter(|d| d.code == Code::TypeMismatch);
        let paths: Vec<&str> = of_field.map(|d| d.path.as_str()).collect();
        assert_eq!(paths, [format!("/{root}")], "{field}");
    }
}

/// Returns the fields of the given types at which `value` is reported with `code`.
fn reported(code: Code, types: &[&str], value: &Value) -> BTreeSet<String> {
    let fields = schema().into_iter();
    let fields = fields.filter(|(_, json)| types.contains(&json.as_str()));
    let is_reported = |field: &String| {
        let report = check(with(field, value).to_string(), &Options::default());
        let mut found = report.diagnostics.iter();
        found.any(|one| one.code == code && one.path == pointer(field))
    };
    fields.map(|(field, _)| field).filter(is_reported).collect()
}

#[test]
fn format_rules_report_exactly_their_fields() {
    for (code, types, value, fields) in [
        (
            Code::EmptyText,
            "string",
            json!(" "),
            &["family_name", "name", "variants[].sku", "variants[].sku_ar", "variants[].vendor_code"][..],
        ),
        (Code::TermFormat, "string", json!("x"), &["licence_term"]),
        (Code::PriceFormat, "string", json!("x"), &["variants[].price.common.price"]),
        (Code::CurrencyFormat, "string", json!("x"), &["variants[].price.common.currency"]),
        (Code::IdRange, "integer", json!(0), &["id", "renew_settings.product_id_for_renew[]"]),
    ] {
        let found = reported(code, &[types], &value);
        assert_eq!(
            Vec::from_iter(&found),
            fields,
            "fields at which {code} is reported: if a new field belongs to them, add it to the list on the right, in \
             tests/fields.rs (every `Integer` in src/schema/fields.rs is read as an id)"
        );
        assert_eq!(found, code.rule().reads().collect(), "update the fields that {code} reads in src/rules/formats.rs");
    }
}

#[test]
fn change_without_product_fields_is_empty() {
    let options = Options::default().with_operation(Operation::Update);
    let fields = schema().into_iter();
    let mut read = BTreeSet::from([String::new()]);
    for (field, json) in fields.filter(|(field, _)| !field.contains(['.', '['])) {
        let change = match json.as_str() {
            "object" => json!({}),
            "array" => json!([]),
            "integer" => json!(101),
            _ => json!("x"),
        };
        let report = check(with(&field, &change).to_string(), &options);
        let mut found = report.diagnostics.iter();
        assert!(found.all(|one| one.code != Code::PatchEmpty), "{field}");
        read.insert(field);
    }
    assert_eq!(read, Code::PatchEmpty.rule().reads().collect());
}

#[test]
fn long_locale_is_truncated_everywhere() {
    let long = "l".repeat(60);
    let shown = format!("`{}…`", "l".repeat(40));
    let twice = format!(r#"{{"localization_values":{{"{long}":{{}},"{long}":{{}}}}}}"#);
    let report = check(&twice, &Options::default());
    let codes: Vec<Code> = report.diagnostics.iter().map(|one| one.code).collect();
    assert_eq!(codes, [Code::DuplicateKey, Code::LocaleFormat]);
    for one in &report.diagnostics {
        assert!(one.message.contains(&shown), "{one}");
        assert!(!one.message.contains(&long), "{one}");
    }
    let current = json!({"id": 101, "localization_values": {long.as_str(): {}}});
    let options = Options::default().with_operation(Operation::Update);
    let options = options.with_current(current.to_string()).unwrap();
    let report = check(r#"{"localization_values":{}}"#, &options);
    let mut found = report.diagnostics.iter();
    let dropped = found.find(|one| one.code == Code::PatchDropsLocales);
    let message = &dropped.unwrap().message;
    assert!(message.contains(shown.trim_matches('`')), "{message}");
    assert!(!message.contains(&long), "{message}");
}
