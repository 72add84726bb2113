//! Invariants of every report, whatever the input.

use renewal_rules::{
    Amount, Code, Diagnostic, Input, LicenceTerm, Location, Operation, Options, Product, Report, Severity, apply_patch,
    check, check_catalogue, fix_all, fix_catalogue,
};
use serde_json::Value;

use crate::cases::{place, places};
use crate::{order::ordered, promises::id_in, tree::Tree};

/// Returns the violated invariants of a catalogue's report.
pub fn catalogue_invariants(input: &str, options: &Options) -> Vec<String> {
    let report = check_catalogue(input, options);
    let mut broken = shape(report.valid, &report.diagnostics, options);
    if let Ok(value) = serde_json::from_str::<Value>(input) {
        let of_value = check_catalogue(&value, options);
        let tree = Tree::read(input);
        if !say_the_same(&tree, &report.diagnostics, &of_value.diagnostics) {
            broken.push("the reports of text and value differ".to_owned());
        }
        broken.extend(located(&tree, &report.diagnostics));
        for diagnostic in &report.diagnostics {
            let Some(fix) = &diagnostic.fix else { continue };
            match apply_patch(input, fix) {
                Ok(text) => {
                    let after = check_catalogue(text.as_str(), options);
                    // Check only that the fixed diagnostic is gone: a fix can reveal diagnostics across products.
                    broken.extend(removed(diagnostic, &report.diagnostics, &after.diagnostics));
                    broken.extend(unsafe_fix_of_catalogue(&value, &text, options));
                }
                Err(error) => broken.push(format!("{}: {error:?}", place(diagnostic))),
            }
        }
        let fixed = fix_catalogue(input, options);
        broken.extend(unsafe_fix_of_catalogue(&value, &fixed.text, options));
        if fixed.report.diagnostics.iter().any(|d| d.fix.is_some()) {
            broken.push(format!("a fix is left in {}", fixed.text));
        }
    }
    broken
}

/// Returns the violated invariants of the report of a text.
pub fn invariants(text: &str, options: &Options) -> Vec<String> {
    let report = check(text, options);
    let mut broken = shape(report.valid, &report.diagnostics, options);
    if report != check(text, options) || report != check(text.as_bytes(), options) {
        broken.push("two checks of one text differ".to_owned());
    }
    if report.diagnostics.iter().any(|d| d.code == Code::JsonSyntax) {
        if report.diagnostics.len() != 1 {
            broken.push("json-syntax is reported together with other codes".to_owned());
        }
        return broken;
    }
    let tree = Tree::read(text);
    broken.extend(located(&tree, &report.diagnostics));
    broken.extend(ordered(&tree, options, &report.diagnostics));
    broken.extend(same_as_value(text, &report, options));
    broken.extend(same_as_typed(text, &report, options));
    broken.extend(fixes(text, &report, options));
    broken
}

fn shape(valid: bool, diagnostics: &[Diagnostic], options: &Options) -> Vec<String> {
    let mut broken = Vec::new();
    if valid == diagnostics.iter().any(|d| d.severity == Severity::Error) {
        broken.push(format!("`valid` is {valid}, which contradicts the severities"));
    }
    for diagnostic in diagnostics {
        let name = place(diagnostic);
        let rule = diagnostic.code.rule();
        let value = serde_json::to_value(diagnostic).unwrap();
        let members = ["code", "severity", "path", "messageId", "message", "params", "related", "section"];
        if members.iter().any(|member| value.get(member).is_none()) {
            broken.push(format!("{name}: a member of the diagnostic is missing"));
        }
        if diagnostic.message.is_empty() || value["section"] != rule.section {
            broken.push(format!("{name}: the message is empty, or the section is not that of the rule"));
        }
        let is_stated = options.rules.get(diagnostic.code).is_some();
        if !is_stated && !rule.severities.contains(&diagnostic.severity) {
            broken.push(format!("{name}: the rule does not declare this severity"));
        }
        for (nth, related) in diagnostic.related.iter().enumerate() {
            if *related == diagnostic.path || diagnostic.related[..nth].contains(related) {
                broken.push(format!("{name}: {related} in `related` repeats another pointer"));
            }
        }
        if diagnostic.fix.as_ref().is_some_and(Vec::is_empty) {
            broken.push(format!("{name}: the fix is empty"));
        }
    }
    broken
}

/// Returns the diagnostics as JSON, without locations and without `duplicate-key`, which only text input can have.
fn without_places(diagnostics: &[Diagnostic]) -> Vec<Value> {
    let mut list: Vec<Value> =
        diagnostics.iter().filter(|d| d.code != Code::DuplicateKey).map(|d| serde_json::to_value(d).unwrap()).collect();
    for diagnostic in &mut list {
        diagnostic.as_object_mut().unwrap().remove("location");
    }
    list
}

fn sorted(diagnostics: &[Value]) -> Vec<String> {
    let mut list: Vec<String> = diagnostics.iter().map(Value::to_string).collect();
    list.sort();
    list
}

/// Returns whether a text and its parsed value have the same report, in any order of the value's members.
fn say_the_same(tree: &Tree<'_>, of_text: &[Diagnostic], of_value: &[Diagnostic]) -> bool {
    let (mut left, mut right) = (without_places(of_text), without_places(of_value));
    for diagnostic in left.iter_mut().chain(&mut right) {
        // The fixes may differ. A parsed value has lost the exact digits of its numbers. It has also lost its duplicate
        // keys, and in the text a duplicate key can prevent a fix from renaming a member.
        let renames = matches!(diagnostic["code"].as_str(), Some("unknown-field" | "locale-format"));
        if tree.has_duplicate() && renames || diagnostic["params"]["found"] == "number" {
            diagnostic.as_object_mut().unwrap().remove("fix");
        }
    }
    sorted(&left) == sorted(&right)
}

/// Converts a JSON Pointer to the notation of `Rule::reads`, such as `/variants/0/sku` to `variants[].sku`.
pub fn field(path: &str) -> String {
    let mut field = String::new();
    for token in path.split('/').skip(1) {
        if token == "-" || token.parse::<usize>().is_ok() {
            field.push_str("[]");
        } else if field == "localization_values" {
            field.push_str(".<locale>");
        } else {
            if !field.is_empty() {
                field.push('.');
            }
            field.push_str(token);
        }
    }
    field
}

pub fn is_within(inner: &str, outer: &str) -> bool {
    inner.strip_prefix(outer).is_some_and(|rest| outer.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
}

pub fn outcome(diagnostics: &[Diagnostic], code: &str) -> Vec<String> {
    diagnostics
        .iter()
        .filter(|d| d.code.as_str() == code)
        .map(|d| format!("{:?} {} {:?}", d.severity, d.path, d.params))
        .collect()
}

/// Lists the pointers of all values in a product, without the root.
pub fn pointers(value: &Value, at: &str, list: &mut Vec<String>) {
    let mut visit = |token: &str, child: &Value| {
        let path = format!("{at}/{}", token.replace('~', "~0").replace('/', "~1"));
        pointers(child, &path, list);
        list.push(path);
    };
    match value {
        Value::Object(members) => {
            for (name, child) in members {
                visit(name, child);
            }
        }
        Value::Array(items) => {
            for (nth, child) in items.iter().enumerate() {
                visit(&nth.to_string(), child);
            }
        }
        _ => {}
    }
}

/// Returns whether a value contains a float, which may have lost digits of the text.
pub fn has_float(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64(),
        Value::Array(items) => items.iter().any(has_float),
        Value::Object(members) => members.values().any(has_float),
        _ => false,
    }
}

fn same_as_value(text: &str, report: &Report, options: &Options) -> Vec<String> {
    let Ok(value) = serde_json::from_str::<Value>(text) else { return Vec::new() };
    let mut broken = Vec::new();
    let mut same = |name: &str, holds: bool| {
        if !holds {
            broken.push(format!("the reports differ: {name}"));
        }
    };
    let of_value = check(&value, options);
    let listed = without_places(&of_value.diagnostics);
    same(
        "text and value",
        say_the_same(&Tree::read(text), &report.diagnostics, &of_value.diagnostics)
            && (report.configuration, report.trial) == (of_value.configuration, of_value.trial),
    );
    same("locations of a value, which has none", of_value.diagnostics.iter().all(|d| d.location.is_none()));
    let written = value.to_string();
    same("a value and its JSON text", without_places(&check(written.as_str(), options).diagnostics) == listed);
    same(
        "a value and its JSON text without locations",
        check(Input::Json(written.as_str().into()), options) == of_value,
    );
    broken
}

fn same_as_typed(text: &str, report: &Report, options: &Options) -> Vec<String> {
    let Some(product) = serde_json::from_str::<Product>(text).ok().filter(|_| !Tree::read(text).has_duplicate()) else {
        return Vec::new();
    };
    let mut broken = Vec::new();
    let typed = check(&product, options);
    if without_places(&typed.diagnostics) != without_places(&report.diagnostics)
        || (report.valid, report.configuration, report.trial) != (typed.valid, typed.configuration, typed.trial)
    {
        broken
            .push(format!("the reports of text and `Product` differ: the latter has {:?}", places(&typed.diagnostics)));
    }
    // The option `current` is text, so it may contain mistakes that a typed product cannot contain.
    let is_alone = options.current().is_none();
    let mut found = typed.diagnostics.iter().filter(|_| is_alone);
    if let Some(wrong) = found.find(|d| is_ruled_out(d.code)) {
        broken.push(format!("the types of `Product` do not exclude {}", place(wrong)));
    }
    let written = serde_json::to_string(&product).unwrap();
    // Numbers beyond the range of a parsed value cannot be compared.
    if let Ok(before) = serde_json::from_str::<Value>(text)
        && !serde_json::from_str(&written).is_ok_and(|after| alike(&before, &after))
    {
        broken.push(format!("the round trip changes the product to {written}"));
    }
    broken
}

/// Returns whether a typed product can never cause a code, because its types exclude the wrong values.
fn is_ruled_out(code: Code) -> bool {
    // `CurrencyFormat` is not listed: the currency of a typed product is any text.
    matches!(
        code,
        Code::TypeMismatch
            | Code::TermFormat
            | Code::PriceFormat
            | Code::LocaleFormat
            | Code::ChainEmpty
            | Code::ChainTooShort
            | Code::ChainLastNotRepeated
            | Code::ChainRepeatedId
    )
}

/// Compares JSON values; numbers and terms may have another spelling.
fn alike(left: &Value, right: &Value) -> bool {
    same(left, right, |left, right| {
        let terms = (left.parse::<LicenceTerm>(), right.parse::<LicenceTerm>());
        left == right || matches!(terms, (Ok(left), Ok(right)) if left == right)
    })
}

/// Compares JSON values: numbers by value, strings with `texts`.
pub(crate) fn same(left: &Value, right: &Value, texts: fn(&str, &str) -> bool) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.as_f64() == right.as_f64(),
        (Value::String(left), Value::String(right)) => texts(left, right),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| same(l, r, texts))
        }
        (Value::Object(left), Value::Object(right)) => {
            let has = |(name, l)| right.get::<String>(name).is_some_and(|r| same(l, r, texts));
            left.len() == right.len() && left.iter().all(has)
        }
        _ => left == right,
    }
}

fn fixes(text: &str, report: &Report, options: &Options) -> Vec<String> {
    let mut broken = Vec::new();
    for diagnostic in &report.diagnostics {
        let Some(fix) = &diagnostic.fix else { continue };
        match apply_patch(text, fix) {
            Ok(fixed) => {
                let after = check(fixed.as_str(), options);
                broken.extend(unsafe_fix(text, &fixed, options));
                broken.extend(removed(diagnostic, &report.diagnostics, &after.diagnostics));
            }
            Err(error) => broken.push(format!("{}: {error:?} {fix:?}", place(diagnostic))),
        }
    }
    let fixed = fix_all(text, options);
    super::promises::stored(&fixed);
    broken.extend(unsafe_fix(text, &fixed.text, options));
    if fixed.report.diagnostics.iter().any(|d| d.fix.is_some()) {
        broken.push(format!("after all fixes, a diagnostic still has a fix: {}", fixed.text));
    }
    if fixed.report != check(fixed.text.as_str(), options) {
        broken.push("the report is not that of a check of the fixed text".to_owned());
    }
    let fixable = report.diagnostics.iter().any(|d| d.fix.is_some());
    if fixable != (fixed.applied > 0) || fixable != (fixed.text != text) {
        broken.push(format!(
            "{} fixes applied, which contradicts the report or the fixed text: {}",
            fixed.applied, fixed.text
        ));
    }
    broken
}

/// Returns the guarantees that the fix of a catalogue violates: those for each product, and that no product gets the id
/// of another one.
fn unsafe_fix_of_catalogue(before: &Value, after: &str, options: &Options) -> Vec<String> {
    let after = serde_json::from_str::<Value>(after).unwrap_or_default();
    let (Some(before), Some(after)) = (before.as_array(), after.as_array()) else { return Vec::new() };
    let pairs = before.iter().zip(after);
    let of_each = pairs.flat_map(|(before, after)| unsafe_fix(&before.to_string(), &after.to_string(), options));
    of_each.chain(ids_taken(before, after)).collect()
}

/// Describes each id that a fix gives to a product of a catalogue although another product has it.
fn ids_taken(before: &[Value], after: &[Value]) -> Vec<String> {
    let ids: Vec<_> = after.iter().map(id_in).collect();
    let changed = before.iter().zip(&ids).filter(|(before, after)| after.is_some() && id_in(before) != **after);
    let taken = changed.filter(|(_, id)| ids.iter().filter(|other| other == id).count() > 1);
    taken.map(|(before, id)| format!("a fix gives {before} the id {id:?} of another product")).collect()
}

/// Returns each variant's amount as written, if it is a text or a number.
fn amounts(product: &Value) -> Vec<Option<String>> {
    let variants = product.get("variants").and_then(Value::as_array);
    let amounts = variants.into_iter().flatten().map(|variant| match variant.pointer("/price/common/price")? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    });
    amounts.collect()
}

/// Returns whether there is a variant and each one has a well-formed zero amount.
pub(crate) fn is_free(product: &Value) -> bool {
    let is_zero = |variant: &Value| {
        let amount = variant.pointer("/price/common/price").and_then(Value::as_str);
        amount.and_then(|amount| amount.parse::<Amount>().ok()).is_some_and(|amount| amount.is_zero())
    };
    let variants = product.get("variants").and_then(Value::as_array);
    variants.is_some_and(|variants| !variants.is_empty() && variants.iter().all(is_zero))
}

/// Returns the guarantees that a fix violates. A fix must not turn auto renewal on or make it mandatory, unless the
/// option `trial` is true and the product is free; change which amount is charged or whether a free trial is inferred;
/// or make an update replace the variants.
fn unsafe_fix(before: &str, after: &str, options: &Options) -> Vec<String> {
    let value = |text: &str| serde_json::from_str::<Value>(text).ok();
    let is_trial = |text: &str| check(text, options).trial;
    let trials = (is_trial(before), is_trial(after));
    let (Some(before), Some(after)) = (value(before), value(after)) else {
        // `Value` cannot represent a number of the text, so nothing is compared.
        return Vec::new();
    };
    let mut broken = Vec::new();
    if trials.0 != trials.1 {
        broken.push(format!("a fix changes whether the product is a trial: {after}"));
    }
    let sends_variants = |product: &Value| product.get("variants").is_some();
    if options.operation == Operation::Update && sends_variants(&after) && !sends_variants(&before) {
        broken.push(format!("a fix makes an update replace the variants: {after}"));
    }
    let (old, new) = (amounts(&before), amounts(&after));
    let number = |amount: &str| amount.trim().parse::<f64>().ok();
    let is_same = |nth: usize| match (old.get(nth).cloned(), new.get(nth).cloned()) {
        (Some(Some(old)), Some(Some(new))) => old == new || number(&old) == number(&new),
        (old, new) => old.flatten() == new.flatten(),
    };
    if !(0..old.len().max(new.len())).all(is_same) {
        broken.push(format!("a fix changes the amounts {old:?} to {new:?}"));
    }
    // Judge by the amounts after the fix whether the product is free: a fix may have repaired a malformed zero, and no
    // fix changes any other amount.
    let judged = match options.current().and_then(value) {
        Some(current) if options.operation == Operation::Update && !sends_variants(&after) => current,
        _ => after.clone(),
    };
    let is_free = options.trial == Some(true) && is_free(&judged);
    for name in ["enable", "required"] {
        let path = format!("/renew_settings/renew_ar/{name}");
        let is_on = |value: &Value| value.pointer(&path) == Some(&Value::Bool(true));
        if is_on(&after) && !is_on(&before) && !is_free {
            broken.push(format!("a fix turns {name} on: {after}"));
        }
    }
    broken
}

fn removed(fixed: &Diagnostic, before: &[Diagnostic], after: &[Diagnostic]) -> Option<String> {
    let count = |list: &[Diagnostic]| {
        list.iter().filter(|d| (d.code, &d.path, &d.params) == (fixed.code, &fixed.path, &fixed.params)).count()
    };
    (count(after) >= count(before)).then(|| format!("the fix does not remove {}", place(fixed)))
}

fn located(tree: &Tree<'_>, diagnostics: &[Diagnostic]) -> Vec<String> {
    let mut broken = Vec::new();
    if tree.text.replace("\r\n", "").contains('\r') {
        // Tools differ in whether a lone carriage return ends a line.
        return broken;
    }
    for diagnostic in diagnostics {
        if diagnostic.code == Code::JsonSyntax {
            continue;
        }
        let expected: Vec<Location> = tree.spans(diagnostic).into_iter().map(|span| tree.location(span)).collect();
        if !diagnostic.location.is_some_and(|found| expected.contains(&found)) {
            broken.push(format!(
                "{} has the location {:?}, expected one of {expected:?}",
                place(diagnostic),
                diagnostic.location
            ));
        }
    }
    broken
}
