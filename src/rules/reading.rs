//! Rules for the structure of the input: JSON syntax, names and missing fields (§2.3 to §2.5).
//!
//! Most of these findings are reported while the product is read, in `check::read`. `check` in this module runs the
//! rules that need the whole product.

use alloc::{string::String, vec::Vec};

use super::finding::{Finding, Fix};
use super::rule::rule;
use super::{draft::Draft, facts::Facts, findings::Findings};
use crate::messages::{distance, has_choice, sanitize};
use crate::options::Operation;
use crate::product::NotJson;
use crate::report::{Code, Severity};
use crate::schema::{Field, FieldPath, FieldSet, fields_of};
use renewal_rules_json::{JsonType, NONE};

rule! {
    JsonSyntax {
        "reason": String => "The reason why the input is not JSON, as a stable keyword; for a value that JSON cannot represent, the reason given by the caller.",
        "line": Option<usize> => "The line, from 1, if the input is text.",
        "column": Option<usize> => "The column, from 1, in UTF-16 code units, if the input is text.",
    }
    properties: [Unreadable],
    section: "4",
    title: "The input is not JSON",
    explanation: "All bodies are JSON (RFC 8259) in UTF-8, with nothing after the value. A value of a \
        JavaScript program must be convertible to JSON: no cycle, no BigInt, no getter that throws. \
        Nothing else is checked until this is fixed.",
    reads: fields_of![Root],
    templates: {
        "malformed" => "This is not JSON at line {line}, column {column}: {reason|\
            empty:it is empty|\
            utf-16:it is UTF-16; save it as UTF-8|\
            not-utf-8:it is not UTF-8|\
            ends-early:it ends too early|\
            unknown-word:there is an unknown word|\
            foreign-character:there is a character that is allowed only inside quotes|\
            missing-value:a value is missing|\
            unquoted-name:a name is not in double quotes|\
            missing-colon:a colon is missing|\
            open-object:a comma or a closing brace is missing|\
            open-array:a comma or a closing bracket is missing|\
            trailing:something follows the value|\
            number:a number is malformed|\
            escape:a text has an unknown escape|\
            control-character:a text has a control character|\
            comment:there is a comment, which JSON does not have|\
            extra-comma:there is one comma too many|\
            single-quotes:a text is not in double quotes}. Nothing in it was checked.",
        "not-json" => "This is not JSON. Nothing in it was checked.",
        "no-form" => "This cannot be converted to JSON: {reason|\
            bigint:it has a number of a kind that JSON does not have; write a plain number, or a text|\
            cycle:a part of it contains itself; leave that part out|\
            depth:it is nested too deeply|\
            exception:reading it failed; pass plain objects, lists, texts and numbers|\
            no-text:it is neither text nor bytes|\
            too-large:it is too large|\
            undefined:there is no value; pass a product}. Nothing in it was checked.",
        "misuse" => "{reason|\
            bytes:These are bytes: wrap JSON text in `jsonText`|\
            date:This is a date: pass a product|\
            file:This is a file: read its text first|\
            form-data:This is form data: give it to `productFromForm` first|\
            json-text:This is wrapped JSON text inside a value: parse it first|\
            map:This is a map: make a plain object of it first|\
            no-members:This is an object in which JSON finds nothing: pass a plain object|\
            promise:This is a promise: await it first|\
            request:This is a request: read its text first|\
            response:This is a response: read its text first|\
            search-parameters:These are search parameters: give them to `productFromForm` first|\
            set:This is a set: make a list of it first|\
            stream:This is a stream: read its text first}.",
        "other" => "This cannot be converted to JSON: {reason}. Nothing in it was checked.",
    },
    bad: r#"{"name":"Example Pro",}"#,
    good: r#"{"name":"Example Pro"}"#,
    pass: ["\u{feff}{}", " 5 "],
    fail: ["" => "E json-syntax", "{}{}" => "E json-syntax", "{'id':101}" => "E json-syntax"],
}

impl NotJson<'_> {
    pub(crate) fn finding(&self) -> Finding<'static> {
        let Self { reason, location } = self;
        let has_reason = |id: &&str| {
            let template = Code::JsonSyntax.rule().template(id);
            template.is_some_and(|template| has_choice(template.text, "reason", reason))
        };
        let message_id = match location {
            Some(_) => "malformed",
            None if has_reason(&"malformed") => "not-json",
            None => ["no-form", "misuse"].into_iter().find(has_reason).unwrap_or("other"),
        };
        let finding = Finding::new(Code::JsonSyntax, Field::Root)
            .with_template(message_id)
            .with("reason", String::from(&**reason))
            .with("line", location.map(|location| location.line))
            .with("column", location.map(|location| location.column));
        Finding { location: *location, ..finding }
    }
}

rule! {
    DuplicateKey { "name": String => "The name, truncated." }
    properties: [AtName],
    section: "2.3",
    title: "A name appears twice in one object",
    explanation: "The same name twice in one object is a mistake: readers differ in which value they \
        take. Here the last one is checked. Keep one of them.",
    reads: FieldSet::NAMED,
    templates: {
        "twice" => "`{name}` appears more than once in the same object; only the last one was \
            checked. Keep one of them.",
        "empty" => "An empty name appears more than once in the same object. Keep one of them, or correct the names.",
    },
    bad: r#"{"id":101,"name":"Example","name":"Example Pro"}"#,
    good: r#"{"id":101,"name":"Example Pro"}"#,
    pass: [r#"{"other":{"a":1,"a":2}}"#],
    fail: [r#"{"id":101,"\u0069d":102}"# => "E duplicate-key /id", r#"{"a/b~c":1,"a/b~c":2}"# => "E duplicate-key /a~1b~0c"],
}

/// Creates the finding for a duplicate name.
pub(crate) fn duplicate(path: FieldPath<'_>) -> Finding<'_> {
    let name = match path.field {
        Field::Locale => sanitize(&path.locale),
        field if field.is_named() => String::from(field.key()),
        _ => sanitize(&path.name),
    };
    let message_id = if name.is_empty() { "empty" } else { "twice" };
    Finding::new(Code::DuplicateKey, path).with_template(message_id).with("name", name)
}

rule! {
    UnknownField {
        "name": String => "The name, truncated.",
        "object": Option<&'static str> => "The object that has it, where its names are all known.",
        "suggestion": Option<&'static str> => "The known name that it looks like.",
    }
    severities: &[Severity::Warning],
    properties: [AtName],
    section: "2.4",
    title: "There is no field of this name",
    explanation: "The renewal settings have the fields of the interface document and no others, and \
        a name that is nearly that of a field is very likely a typo. Correct the name or remove the field.",
    reads: FieldSet::typed(JsonType::Object),
    templates: {
        "suggestion" => "There is no field `{name}`. Did you mean `{suggestion}`?",
        "unknown" => "There is no field `{name}` in `{object}`. Remove it or correct its name.",
        "empty" => "There is no field with an empty name in `{object}`. Remove it or correct its name.",
    },
    bad: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true},"renew_emial":true}}"#,
    good: r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true},"renew_email":true}}"#,
    pass: [r#"{"zzz":1,"game":2,"name":"N"}"#, r#"{"licence_term":"P1M","licenceTerm":5}"#],
    fail: [r#"{"licenceTerm":"P1M"}"# => "W unknown-field /licenceTerm", r#"{"renew_settings":{"enable":true}}"# => "W unknown-field /renew_settings/enable"],
    fix: [r#"{ "familyName" : "F" }"# => r#"{ "family_name" : "F" }"#],
}

/// Creates the finding for an unknown name. `suggestion` is the most similar missing field, with `true` if the match is
/// unambiguous, so that a rename is safe.
pub(crate) fn unknown(path: FieldPath<'_>, suggestion: Option<(Field, bool)>) -> Finding<'_> {
    // In `renew_settings` and `renew_ar`, every undocumented name is reported, so the suggested field does not affect
    // whether this finding is reported.
    let is_closed = matches!(path.field, Field::SettingsOther | Field::ArOther);
    let name = sanitize(&path.name);
    let message_id = match suggestion {
        Some(_) => "suggestion",
        None if name.is_empty() => "empty",
        None => "unknown",
    };
    let object = path.field.object().key();
    let mut finding = Finding::new(Code::UnknownField, path)
        .with_template(message_id)
        .with("name", name)
        .with("object", suggestion.is_none().then_some(object))
        .with("suggestion", suggestion.map(|(field, _)| field.key()));
    if let Some((field, is_only)) = suggestion {
        finding.fix = is_only.then_some(Fix::Rename(field));
        if !is_closed {
            finding.related = FieldSet::none().with_field(field);
        }
    }
    finding
}

/// Returns for each unknown name the most similar missing field, if any, with `true` if the match is unambiguous, so
/// that a rename is safe. Each input is a name, the fields that its object lacks, and whether the name can be renamed.
pub(crate) fn suggestions(names: &mut dyn Iterator<Item = (&str, FieldSet, bool)>) -> Vec<Option<(Field, bool)>> {
    let mut counts = [0; Field::COUNT];
    let mut found = Vec::new();
    for (name, lacked, can_be_renamed) in names {
        let suggestion = nearest(name, lacked);
        if let Some((field, is_tied)) = suggestion
            && let Some(count) = counts.get_mut(field as usize)
            && can_be_renamed
        {
            *count += 1 + usize::from(is_tied);
        }
        found.push(suggestion.map(|(field, _)| (field, can_be_renamed)));
    }
    let is_only = |(field, can_be_renamed)| (field, can_be_renamed && counts.get(field as usize) == Some(&1));
    found.into_iter().map(|suggestion| suggestion.map(is_only)).collect()
}

/// Returns whether a name is another spelling of one of the fields: the same except for case, `_` and `-`. If the object
/// has that field, the name may mean it, so it must not be renamed to a missing field that it resembles.
pub(crate) fn is_spelling(name: &str, mut fields: impl Iterator<Item = Field>) -> bool {
    fields.any(|field| distance(name, field.key()) == Some(0))
}

/// Returns the field most similar to `name` (the first of equals) and whether another field is equally similar.
fn nearest(name: &str, fields: FieldSet) -> Option<(Field, bool)> {
    let near: Vec<_> = fields.iter().filter_map(|field| Some((distance(name, field.key())?, field))).collect();
    let (nearest, field) = *near.iter().min_by_key(|(distance, _)| *distance)?;
    let is_tied = near.iter().filter(|(distance, _)| *distance == nearest).count() > 1;
    Some((field, is_tied))
}

rule! {
    MissingField { "field": String => "The field." }
    severities: &[Severity::Error, Severity::Warning],
    section: "2.5",
    title: "A field is missing",
    explanation: "A variant has a vendor code, an article, and a common price with its currency and \
        amount. A new product should have its names and variants, and a free trial needs variants, \
        because its prices are what makes it one.",
    reads: FieldSet::REQUIRED.with(fields_of![FamilyName, Name, Variants]),
    templates: { "missing" => "`{field}` is missing. Add it." },
    bad: r#"{"id":101,"variants":[{"vendor_code":"V1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    good: r#"{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    pass: [r#"{"variants":[]}"#],
    fail: [
        r#"{"variants":[{"vendor_code":"V","sku":"S","price":{}}]}"# => "E missing-field /variants/0/price/common",
        r#"{"operation":"create"} > {"family_name":"F","name":"N"}"# => "W missing-field /variants",
    ],
}

/// Creates the finding for a missing field.
pub(crate) fn missing<'a>(path: impl Into<FieldPath<'a>>, severity: Severity) -> Finding<'a> {
    let path = path.into();
    let field = path.label();
    Finding { severity, ..Finding::new(Code::MissingField, path).with("field", field) }
}

pub(super) fn check<'a>(facts: &Facts<'a>, findings: &mut Findings<'a>) {
    let draft = &facts.draft;
    if !draft.unnamed_members.is_empty() {
        check_names(facts, findings);
    }
    let is_create = facts.options.operation == Operation::Create;
    let lacks_variants = draft.variants.is_empty() && !draft.value(Field::Variants).is_malformed();
    if lacks_variants && facts.options.trial == Some(true) && !facts.is_update() {
        findings.push(missing(Field::Variants, Severity::Error));
    } else if is_create && !draft.is_present(Field::Variants) {
        findings.push(missing(Field::Variants, Severity::Warning));
    }
    for field in [Field::FamilyName, Field::Name] {
        if is_create && !draft.is_present(field) {
            findings.push(missing(field, Severity::Warning));
        }
    }
}

/// Reports unknown names at the root that are similar to fields.
fn check_names<'a>(facts: &Facts<'a>, findings: &mut Findings<'a>) {
    let draft = &facts.draft;
    let lacked = |object: &Draft<'_>| {
        let lacked = Field::Root.children().filter(|field| !object.is_present(*field));
        lacked.fold(FieldSet::none(), FieldSet::with_field)
    };
    // Compare a name in an update with all fields that the update lacks, even if the current product has them: the name
    // may be a typo of such a field.
    let (lacked, lacked_in_sent) = (lacked(draft), lacked(facts.sent()));
    let mut names = draft.unnamed_members.iter().map(|member| {
        let is_sent = !member.is_from_current;
        let lacked = if is_sent { lacked_in_sent } else { lacked };
        let present = Field::Root.children().filter(move |field| !lacked.has(*field));
        (&*member.name, lacked, is_sent && !is_spelling(&member.name, present))
    });
    for (member, suggestion) in draft.unnamed_members.iter().zip(suggestions(&mut names)) {
        if suggestion.is_some() {
            let path = FieldPath::from(Field::Root).other(member.order, member.name.clone());
            let node = if member.is_from_current { NONE } else { member.node };
            findings.push(Finding { node, ..unknown(path, suggestion) });
        }
    }
}
