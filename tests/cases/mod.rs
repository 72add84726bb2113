//! What the rule tests share: rows of a table, a reader that knows where everything stands, and what
//! holds for every report.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "each test file uses a part of it, and a test may panic"
)]

use std::{collections::BTreeMap, fmt::Write as _};

use renewal_rules::{
    Code, Diagnostic, Input, LicenceTerm, Location, Options, Product, RenewalKind, Report, Scope,
    Severity, apply_patch, check, check_catalogue, fix_all,
};
use serde_json::Value;

/// Options as JSON (empty for none), the input, and all expected diagnostics in order, each as
/// `E code /path {"params":"that matter"}`. A parameter that must be absent is written as `null`.
pub type Row<'a> = (&'a str, &'a str, &'a [&'a str]);

/// The order of the rows of the rules, which is that of diagnostics at the same place.
pub const ROWS: [&str; 43] = [
    "json-syntax",
    "duplicate-key",
    "type-mismatch",
    "unknown-field",
    "missing-field",
    "empty-text",
    "id-range",
    "term-format",
    "price-format",
    "currency-format",
    "locale-format",
    "chain-missing",
    "chain-empty",
    "chain-too-short",
    "chain-last-not-repeated",
    "chain-repeated-id",
    "chain-self-mixed",
    "term-missing",
    "term-zero",
    "term-below-minimum",
    "no-kind-enabled",
    "ar-required-in-single",
    "ar-required-without-ar",
    "email-in-chain",
    "trial-in-single",
    "trial-ar-not-enabled",
    "trial-ar-not-required",
    "trial-kind-ignored",
    "trial-price-form",
    "trial-price-not-zero",
    "trial-mixed-prices",
    "field-not-on-create",
    "renew-settings-missing",
    "renewal-has-settings",
    "id-mismatch",
    "patch-empty",
    "patch-drops-variants",
    "patch-drops-locales",
    "patch-drops-settings",
    "not-checked",
    "duplicate-product-id",
    "chain-unknown-product",
    "trial-renewal-free",
];

pub fn options(json: &str) -> Options {
    Options::from_json(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

pub fn catalogue_options(json: &str) -> Options {
    Options::from_json_for(Scope::Catalogue, json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// The report of a text as JSON.
pub fn report(stated: &str, input: &str) -> Value {
    serde_json::to_value(check(input, &options(stated))).unwrap()
}

/// The codes and the paths, for a short comparison.
pub fn places(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(place).collect()
}

fn place(diagnostic: &Diagnostic) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => 'E',
        Severity::Warning => 'W',
        Severity::Info => 'I',
    };
    let path = &diagnostic.path;
    let gap = if path.is_empty() { "" } else { " " };
    format!("{severity} {}{gap}{path}", diagnostic.code.as_str())
}

/// Panics with everything that went wrong, if anything did.
pub fn verdict(failures: &[String]) {
    assert!(
        failures.is_empty(),
        "{} failed:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// Whether exactly these diagnostics are reported, in this order, with these parameters.
pub fn compare(diagnostics: &[Diagnostic], expected: &[&str]) -> Result<(), String> {
    let matches =
        diagnostics.len() == expected.len()
            && diagnostics.iter().zip(expected).all(|(found, expected)| {
                let (expected, params) = match expected.find(" {") {
                    Some(at) => (&expected[..at], &expected[at + 1..]),
                    None => (*expected, "{}"),
                };
                let params: Value = serde_json::from_str(params).unwrap();
                let found_params = serde_json::to_value(&found.params).unwrap();
                place(found) == expected
                    && params.as_object().unwrap().iter().all(|(name, value)| {
                        found_params.get(name).unwrap_or(&Value::Null) == value
                    })
            });
    if matches {
        return Ok(());
    }
    let found: Vec<String> = diagnostics
        .iter()
        .map(|d| format!("{} {}", place(d), serde_json::to_string(&d.params).unwrap()))
        .collect();
    Err(format!("    expected {expected:?}\n    found    {found:?}"))
}

/// Checks products: the diagnostics of each row, and what holds for every report.
pub fn products(rows: &[Row<'_>]) {
    let mut failures = Vec::new();
    for (stated, input, expected) in rows {
        let stated_options = options(stated);
        if let Err(difference) = compare(&check(*input, &stated_options).diagnostics, expected) {
            failures.push(format!("{stated} {input}\n{difference}"));
        }
        for broken in invariants(input, &stated_options) {
            failures.push(format!("{stated} {input}\n    {broken}"));
        }
    }
    verdict(&failures);
}

/// Checks catalogues: the diagnostics of each row, and what holds for every report.
pub fn catalogues(rows: &[Row<'_>]) {
    let mut failures = Vec::new();
    for (stated, input, expected) in rows {
        let stated_options = catalogue_options(stated);
        let report = check_catalogue(*input, &stated_options);
        if let Err(difference) = compare(&report.diagnostics, expected) {
            failures.push(format!("{stated} {input}\n{difference}"));
        }
        for broken in catalogue_invariants(input, &stated_options) {
            failures.push(format!("{stated} {input}\n    {broken}"));
        }
    }
    verdict(&failures);
}

/// Everything that must hold for the report of any catalogue, as a list of what does not.
pub fn catalogue_invariants(input: &str, options: &Options) -> Vec<String> {
    let report = check_catalogue(input, options);
    let mut broken = shape(report.valid, &report.diagnostics, options);
    if let Ok(value) = serde_json::from_str::<Value>(input) {
        let of_value = check_catalogue(&value, options);
        let tree = Tree::read(input);
        if !say_the_same(&tree, &report.diagnostics, &of_value.diagnostics) {
            broken.push("text and value differ".to_owned());
        }
        broken.extend(located(&tree, &report.diagnostics));
        for diagnostic in &report.diagnostics {
            let Some(fix) = &diagnostic.fix else { continue };
            match apply_patch(input, fix) {
                Ok(text) => {
                    let after = check_catalogue(text.as_str(), options);
                    // A fix can bring to light what products say about one another.
                    broken.extend(removed(diagnostic, &report.diagnostics, &after.diagnostics));
                }
                Err(error) => broken.push(format!("{}: {error:?}", place(diagnostic))),
            }
        }
    }
    broken
}

/// Everything that must hold for the report of any text, as a list of what does not.
pub fn invariants(text: &str, options: &Options) -> Vec<String> {
    let report = check(text, options);
    let mut broken = shape(report.valid, &report.diagnostics, options);
    if report != check(text, options) || report != check(text.as_bytes(), options) {
        broken.push("the report is not stable".to_owned());
    }
    if report
        .diagnostics
        .iter()
        .any(|d| d.code == Code::JsonSyntax)
    {
        if report.diagnostics.len() != 1 {
            broken.push("json-syntax is not alone".to_owned());
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
        broken.push(format!("valid is {valid}"));
    }
    for diagnostic in diagnostics {
        let name = place(diagnostic);
        let rule = diagnostic.code.rule();
        let value = serde_json::to_value(diagnostic).unwrap();
        let members = [
            "code",
            "severity",
            "path",
            "messageId",
            "message",
            "params",
            "related",
            "section",
        ];
        if members.iter().any(|member| value.get(member).is_none()) {
            broken.push(format!("{name}: a member is missing"));
        }
        if diagnostic.message.is_empty() || value["section"] != rule.section() {
            broken.push(format!("{name}: message or section"));
        }
        let is_stated = options.rules.get(diagnostic.code).is_some();
        if !is_stated && !rule.severities().contains(&diagnostic.severity) {
            broken.push(format!("{name}: not one of its severities"));
        }
        for (nth, related) in diagnostic.related.iter().enumerate() {
            if *related == diagnostic.path || diagnostic.related[..nth].contains(related) {
                broken.push(format!("{name}: related {related} says nothing new"));
            }
        }
        if diagnostic.fix.as_ref().is_some_and(Vec::is_empty) {
            broken.push(format!("{name}: an empty fix"));
        }
    }
    broken
}

/// The diagnostics as JSON without their locations, and without what only a text can have.
fn without_places(diagnostics: &[Diagnostic]) -> Vec<Value> {
    let mut list: Vec<Value> = diagnostics
        .iter()
        .filter(|d| d.code != Code::DuplicateKey)
        .map(|d| serde_json::to_value(d).unwrap())
        .collect();
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

/// Whether a text and its value are reported the same, whatever order the members of the value have.
fn say_the_same(tree: &Tree<'_>, of_text: &[Diagnostic], of_value: &[Diagnostic]) -> bool {
    let (mut left, mut right) = (without_places(of_text), without_places(of_value));
    for diagnostic in left.iter_mut().chain(&mut right) {
        // A fix must heed keys that appear twice, and keeps the digits of a number: of both a value
        // knows nothing.
        if tree.has_duplicate() || diagnostic["params"]["found"] == "number" {
            diagnostic.as_object_mut().unwrap().remove("fix");
        }
    }
    sorted(&left) == sorted(&right)
}

/// The names in paths and in the data of a rule, without what differs from one product to another.
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
    inner
        .strip_prefix(outer)
        .is_some_and(|rest| outer.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
}

pub fn outcome(diagnostics: &[Diagnostic], code: &str) -> Vec<String> {
    diagnostics
        .iter()
        .filter(|d| d.code.as_str() == code)
        .map(|d| format!("{:?} {} {:?}", d.severity, d.path, d.params))
        .collect()
}

/// The pointers of all values of a product, the product itself left out.
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

/// Whether a value holds a number that may not be the one that was written.
pub fn has_float(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64(),
        Value::Array(items) => items.iter().any(has_float),
        Value::Object(members) => members.values().any(has_float),
        _ => false,
    }
}

fn same_as_value(text: &str, report: &Report, options: &Options) -> Vec<String> {
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return Vec::new();
    };
    let mut broken = Vec::new();
    let mut same = |name: &str, holds: bool| {
        if !holds {
            broken.push(format!("differs: {name}"));
        }
    };
    let of_value = check(&value, options);
    let listed = without_places(&of_value.diagnostics);
    same(
        "text and value",
        say_the_same(
            &Tree::read(text),
            &report.diagnostics,
            &of_value.diagnostics,
        ) && (report.configuration, report.trial) == (of_value.configuration, of_value.trial),
    );
    same(
        "a value has a location",
        of_value.diagnostics.iter().all(|d| d.location.is_none()),
    );
    let written = value.to_string();
    same(
        "a value and its text",
        without_places(&check(written.as_str(), options).diagnostics) == listed,
    );
    same(
        "a value and its text without a document",
        check(Input::Json(written.as_str().into()), options) == of_value,
    );
    broken
}

fn same_as_typed(text: &str, report: &Report, options: &Options) -> Vec<String> {
    let Some(product) = serde_json::from_str::<Product>(text)
        .ok()
        .filter(|_| !Tree::read(text).has_duplicate())
    else {
        return Vec::new();
    };
    let mut broken = Vec::new();
    let typed = check(&product, options);
    if without_places(&typed.diagnostics) != without_places(&report.diagnostics)
        || (report.configuration, report.trial) != (typed.configuration, typed.trial)
    {
        broken.push(format!(
            "differs: text and typed, which has {:?}",
            places(&typed.diagnostics)
        ));
    }
    let written = serde_json::to_string(&product).unwrap();
    // Numbers beyond those of a value cannot be compared.
    if let Ok(before) = serde_json::from_str::<Value>(text)
        && !serde_json::from_str(&written).is_ok_and(|after| alike(&before, &after))
    {
        broken.push(format!("the round trip gives {written}"));
    }
    broken
}

/// Equal, where a number or a term may be written in another way.
fn alike(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.as_f64() == right.as_f64(),
        (Value::String(left), Value::String(right)) => {
            let terms = (LicenceTerm::parse(left), LicenceTerm::parse(right));
            left == right || matches!(terms, (Ok(left), Ok(right)) if left == right)
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| alike(l, r))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .all(|(name, l)| right.get(name).is_some_and(|r| alike(l, r)))
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
                if options.trial != Some(true) && starts_payment(text, &fixed) {
                    broken.push(format!("{}: {fix:?} makes a buyer pay", place(diagnostic)));
                }
                broken.extend(left_after(
                    diagnostic,
                    &report.diagnostics,
                    &after.diagnostics,
                ));
            }
            Err(error) => broken.push(format!("{}: {error:?} {fix:?}", place(diagnostic))),
        }
    }
    let fixed = fix_all(text, options);
    if fixed.report.diagnostics.iter().any(|d| d.fix.is_some()) {
        broken.push(format!("a fix is left in {}", fixed.text));
    }
    if fixed.report != check(fixed.text.as_str(), options) {
        broken.push("the report is not that of the fixed text".to_owned());
    }
    let fixable = report.diagnostics.iter().any(|d| d.fix.is_some());
    if fixable != (fixed.applied > 0) || fixable != (fixed.text != text) {
        broken.push(format!("{} fixes made: {}", fixed.applied, fixed.text));
    }
    let (before, after) = (
        errors(&report.diagnostics),
        errors(&fixed.report.diagnostics),
    );
    if after.values().sum::<usize>() > before.values().sum() {
        broken.push(format!(
            "all fixes add an error: {after:?} in {}",
            fixed.text
        ));
    }
    broken
}

/// Whether a switch of auto renewal is true that was not.
fn starts_payment(before: &str, after: &str) -> bool {
    let value = |text: &str| serde_json::from_str::<Value>(text).ok();
    let (Some(before), Some(after)) = (value(before), value(after)) else {
        // A number is beyond those of a value.
        return false;
    };
    let is_on = |value: &Value, name: &str| {
        let path = format!("/renew_settings/renew_ar/{name}");
        value.pointer(&path) == Some(&Value::Bool(true))
    };
    let mut switches = ["enable", "required"].into_iter();
    switches.any(|name| is_on(&after, name) && !is_on(&before, name))
}

fn removed(fixed: &Diagnostic, before: &[Diagnostic], after: &[Diagnostic]) -> Option<String> {
    let count = |list: &[Diagnostic]| {
        list.iter()
            .filter(|d| (d.code, &d.path, &d.params) == (fixed.code, &fixed.path, &fixed.params))
            .count()
    };
    (count(after) >= count(before)).then(|| format!("the fix leaves {}", place(fixed)))
}

fn left_after(fixed: &Diagnostic, before: &[Diagnostic], after: &[Diagnostic]) -> Vec<String> {
    let mut broken: Vec<String> = removed(fixed, before, after).into_iter().collect();
    let earlier = errors(before);
    for (code, count) in errors(after) {
        if count > earlier.get(code).copied().unwrap_or_default() {
            broken.push(format!("the fix of {} adds {code}", place(fixed)));
        }
    }
    broken
}

fn errors(diagnostics: &[Diagnostic]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for diagnostic in diagnostics {
        if diagnostic.severity == Severity::Error {
            *counts.entry(diagnostic.code.as_str()).or_default() += 1;
        }
    }
    counts
}

fn located(tree: &Tree<'_>, diagnostics: &[Diagnostic]) -> Vec<String> {
    let mut broken = Vec::new();
    if tree.text.replace("\r\n", "").contains('\r') {
        // Whether this alone ends a line is a matter of taste.
        return broken;
    }
    for diagnostic in diagnostics {
        // No pointer leads to a name with half a surrogate pair.
        if diagnostic.code == Code::JsonSyntax || diagnostic.path.contains('\u{fffd}') {
            continue;
        }
        let expected: Vec<Location> = tree
            .spans(diagnostic)
            .into_iter()
            .map(|span| tree.location(span))
            .collect();
        if !diagnostic
            .location
            .is_some_and(|found| expected.contains(&found))
        {
            broken.push(format!(
                "{} stands at {:?}, not {expected:?}",
                place(diagnostic),
                diagnostic.location
            ));
        }
    }
    broken
}

/// A JSON text and where everything in it stands. Only for text that is JSON.
pub struct Tree<'a> {
    text: &'a str,
    root: Node,
}

type Span = (usize, usize);

struct Node {
    span: Span,
    kind: Kind,
}

enum Kind {
    Object(Vec<(String, Span, Node)>),
    Array(Vec<Node>),
    Other,
}

impl Node {
    /// The member or the element of this name; the last one, where there are several.
    fn get(&self, name: &str) -> Option<&Self> {
        match &self.kind {
            Kind::Object(members) => members
                .iter()
                .rev()
                .find(|(key, _, _)| key == name)
                .map(|(_, _, node)| node),
            Kind::Array(elements) => elements.get(name.parse::<usize>().ok()?),
            Kind::Other => None,
        }
    }

    fn position(&self, name: &str) -> Option<usize> {
        match &self.kind {
            Kind::Object(members) => members.iter().rposition(|(key, _, _)| key == name),
            _ => None,
        }
    }

    fn has_duplicate(&self) -> bool {
        match &self.kind {
            Kind::Object(members) => members.iter().enumerate().any(|(nth, (key, _, node))| {
                members[..nth].iter().any(|(other, _, _)| other == key) || node.has_duplicate()
            }),
            Kind::Array(elements) => elements.iter().any(Self::has_duplicate),
            Kind::Other => false,
        }
    }
}

fn tokens(path: &str) -> Vec<String> {
    path.split('/')
        .skip(1)
        .map(|token| token.replace("~1", "/").replace("~0", "~"))
        .collect()
}

impl<'a> Tree<'a> {
    pub fn read(text: &'a str) -> Self {
        let mut reader = Reader { text, at: 0 };
        let root = reader.value();
        Self { text, root }
    }

    /// Every value that a pointer leads to, with its text.
    pub fn values(&self) -> Vec<(String, &'a str)> {
        let mut values = Vec::new();
        let mut open = vec![(String::new(), &self.root)];
        while let Some((path, node)) = open.pop() {
            let below =
                |name: &str| format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"));
            match &node.kind {
                Kind::Object(members) => {
                    let counts = |nth: &usize| {
                        let later = &members[nth + 1..];
                        later.iter().all(|(name, _, _)| *name != members[*nth].0)
                    };
                    let last = (0..members.len()).filter(counts).map(|nth| &members[nth]);
                    open.extend(last.map(|(name, _, child)| (below(name), child)));
                }
                Kind::Array(items) => {
                    let items = items.iter().enumerate();
                    open.extend(items.map(|(nth, child)| (below(&nth.to_string()), child)));
                }
                Kind::Other => {}
            }
            values.push((path, &self.text[node.span.0..node.span.1]));
        }
        values
    }

    /// Whether any object in it has a member twice.
    pub fn has_duplicate(&self) -> bool {
        self.root.has_duplicate()
    }

    /// Where a diagnostic may stand: at the value, for some codes at the key (any of them, where
    /// there are several), and for something absent at what lacks it.
    fn spans(&self, diagnostic: &Diagnostic) -> Vec<Span> {
        let mut node = &self.root;
        let tokens = tokens(&diagnostic.path);
        for (nth, token) in tokens.iter().enumerate() {
            let at_key = matches!(
                diagnostic.code,
                Code::DuplicateKey | Code::UnknownField | Code::LocaleFormat
            );
            if let (true, true, Kind::Object(members)) =
                (at_key, nth + 1 == tokens.len(), &node.kind)
            {
                let keys: Vec<Span> = members
                    .iter()
                    .filter(|(key, _, _)| key == token)
                    .map(|(_, span, _)| *span)
                    .collect();
                if !keys.is_empty() {
                    return keys;
                }
            }
            match node.get(token) {
                Some(child) => node = child,
                None => break,
            }
        }
        vec![node.span]
    }

    fn location(&self, (start, end): Span) -> Location {
        let (line, column) = self.place(start);
        let (end_line, end_column) = self.place(end);
        Location {
            line,
            column,
            end_line,
            end_column,
        }
    }

    fn place(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..offset];
        let line = before.rsplit('\n').next().unwrap_or_default();
        (
            before.matches('\n').count() + 1,
            line.encode_utf16().count() + 1,
        )
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    fn takes(&mut self, character: char) -> bool {
        self.skip_space();
        let takes = self.text[self.at..].starts_with(character);
        self.at += usize::from(takes);
        takes
    }

    fn value(&mut self) -> Node {
        self.skip_space();
        let start = self.at;
        let kind = if self.takes('{') {
            let mut members = Vec::new();
            while !self.takes('}') {
                self.takes(',');
                self.skip_space();
                let start = self.at;
                let key = self.string();
                let span = (start, self.at);
                assert!(self.takes(':'));
                members.push((key, span, self.value()));
            }
            Kind::Object(members)
        } else if self.takes('[') {
            let mut elements = Vec::new();
            while !self.takes(']') {
                self.takes(',');
                elements.push(self.value());
            }
            Kind::Array(elements)
        } else if self.text[start..].starts_with('"') {
            self.string();
            Kind::Other
        } else {
            let rest = &self.text[start..];
            self.at += rest
                .find(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)))
                .unwrap_or(rest.len());
            Kind::Other
        };
        Node {
            span: (start, self.at),
            kind,
        }
    }

    fn string(&mut self) -> String {
        let start = self.at;
        let bytes = self.text.as_bytes();
        self.at += 1;
        while bytes[self.at] != b'"' {
            self.at += if bytes[self.at] == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
        let text = &self.text[start..self.at];
        serde_json::from_str(text).unwrap_or_else(|_| stood_in(text))
    }
}

/// What a name with halves of surrogate pairs is called in a path: a private character stands for each.
fn stood_in(text: &str) -> String {
    let unit = |text: &str| u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok();
    let (mut name, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        name += before;
        let next = escape.get(6..).and_then(unit);
        let length = match (unit(escape), next) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(half @ 0xd800..=0xdfff), _) => {
                let _ = write!(name, "\\u{:04x}", half + 0x1000);
                rest = &escape[6..];
                continue;
            }
            (Some(_), _) => 6,
            (None, _) => 2,
        };
        name += &escape[..length];
        rest = &escape[length..];
    }
    serde_json::from_str(&(name + rest)).unwrap()
}

/// The tables of the fields: in which order the members of each object are reported.
fn table(object: &str) -> &'static [&'static str] {
    match object {
        "" => &[
            "id",
            "family_name",
            "name",
            "license_type",
            "licence_term",
            "renew_settings",
            "localization_values",
            "variants",
        ],
        "/renew_settings" => &[
            "product_id_for_renew",
            "renew_ar",
            "renew_pmr",
            "renew_email",
        ],
        "/renew_settings/renew_ar" => &["enable", "required"],
        "/localization_values/*" => &["comment_for_product_for_AR", "comment_for_product_for_MR"],
        "/variants/*" => &["vendor_code", "sku", "sku_ar", "price"],
        "/variants/*/price" => &["common"],
        "/variants/*/price/common" => &["currency", "price"],
        _ => &[],
    }
}

/// The position of a path in the tables; unnamed members stand behind the named ones, in their own
/// order, and those of the product before an update behind those of the update.
fn position(tree: &Tree<'_>, current: Option<&Tree<'_>>, path: &str) -> Vec<usize> {
    let mut object = String::new();
    let tokens = tokens(path);
    let sent = tokens
        .first()
        .is_some_and(|first| tree.root.get(first).is_some());
    let (mut node, offset) = match current {
        Some(current) if !sent => (Some(&current.root), 10_000_000),
        _ => (Some(&tree.root), 1_000),
    };
    let mut ranks = Vec::new();
    for token in &tokens {
        let is_open = matches!(object.as_str(), "/variants" | "/localization_values")
            || object.ends_with("/product_id_for_renew");
        let named = table(&object).iter().position(|name| name == token);
        ranks.push(named.unwrap_or_else(|| {
            let index = token
                .parse()
                .ok()
                .filter(|_| matches!(node.map(|node| &node.kind), Some(Kind::Array(_))));
            let nth = index.or_else(|| node?.position(token)).unwrap_or_default();
            if is_open { nth } else { offset + nth }
        }));
        let _ = write!(object, "/{}", if is_open { "*" } else { token });
        node = node.and_then(|node| node.get(token));
    }
    ranks
}

/// The position of the renewal kind that a diagnostic is about.
fn kind(diagnostic: &Diagnostic) -> Option<usize> {
    let kind = diagnostic.params.get("kind")?;
    let mut kinds = RenewalKind::ALL.iter();
    kinds.position(|known| kind.as_text() == Some(known.as_str()))
}

fn ordered(tree: &Tree<'_>, options: &Options, diagnostics: &[Diagnostic]) -> Vec<String> {
    let current = options.current().map(Tree::read);
    if tree.root.has_duplicate() {
        return Vec::new();
    }
    // No pointer leads to a name with half a surrogate pair.
    let placed = diagnostics.iter().filter(|d| !d.path.contains('\u{fffd}'));
    let mut keys: Vec<_> = placed
        .map(|d| {
            let row = ROWS.iter().position(|row| *row == d.code.as_str()).unwrap();
            (
                position(tree, current.as_ref(), &d.path),
                row,
                kind(d),
                place(d),
            )
        })
        .collect();
    let found: Vec<String> = keys.iter().map(|key| key.3.clone()).collect();
    keys.sort_by(|left, right| (&left.0, left.1, left.2).cmp(&(&right.0, right.1, right.2)));
    let sorted: Vec<String> = keys.into_iter().map(|key| key.3).collect();
    if found == sorted {
        Vec::new()
    } else {
        vec![format!("out of order: {found:?}")]
    }
}

/// As [`products`], for texts that differ in one place: each row fills in the `#` of the template.
pub fn filled(stated: &str, template: &str, rows: &[(&str, &[&str])]) {
    let rows: Vec<(String, &[&str])> = rows
        .iter()
        .map(|(text, expected)| (template.replace('#', text), *expected))
        .collect();
    let rows: Vec<Row<'_>> = rows
        .iter()
        .map(|(input, expected)| (stated, input.as_str(), *expected))
        .collect();
    products(&rows);
}

/// Random numbers, the same for the same seed.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `sides`.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % sides as u64).unwrap()
    }

    /// One of a list.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.roll(list.len())]
    }
}

/// How many random cases a test takes: as many times more as `RANDOM_FACTOR` says, and next to none
/// under Miri.
pub fn random_cases(count: u64) -> std::ops::Range<u64> {
    if cfg!(miri) {
        return 0..2;
    }
    let factor = std::env::var("RANDOM_FACTOR").map(|factor| factor.parse::<u64>().unwrap());
    0..count * factor.unwrap_or(1)
}
