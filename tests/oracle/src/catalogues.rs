use std::collections::{BTreeMap, BTreeSet};

use renewal_rules::{
    CatalogueReport, Code, Configuration, Diagnostic, LicenceTerm, Options, Report, Severity, check, check_catalogue,
    check_catalogue_lines, fix_catalogue, fix_catalogue_lines, split_index,
};
use renewal_rules_formatters::CheckedFile;
use renewal_rules_preview::{compare, timeline};
use serde_json::Value;

use super::promises::{self, plain, verdict};
use super::{cases, choices::Choices, invariants, make, rules::too_short};

pub fn run(data: &[u8]) {
    let mut c = Choices::new(data);
    let products = make::catalogue(&mut c);
    let stated = make::catalogue_options(&mut c);
    let options = cases::catalogue_options(&stated);
    let text = format!("[{}]", products.join(c.pick(&[",", " ,\n "])));

    let report = check_catalogue(&text, &options);
    assert_eq!(report, check_catalogue(text.as_bytes(), &options));
    verdict(&stated, &text, &invariants::catalogue_invariants(&text, &options));
    promises::located(&text, &report.diagnostics);
    promises::patches(&text, &report.diagnostics);
    ordered(&text, &report);
    records(&products, None, &report, &options);
    let values: Option<Vec<Value>> = products.iter().map(|text| plain(text)).collect();
    if let Some(values) = &values {
        of_each_other(&stated, values, &report, &options);
    }
    promises::limited_catalogue(&options, c.below(6), |options| check_catalogue(&text, options));
    as_lines(&mut c, &products, &report, &options);
    fixed(&text, &options);
    let files = [CheckedFile::catalogue("a.json", &report).with_text(&text), CheckedFile::catalogue("b.json", &report)];
    promises::rendered(c.below(10), &files);

    let purchase = make::purchase_options(&mut c, false);
    let purchase = timeline::TimelineOptions::from_json(&purchase).expect("the options are valid");
    promises::followed(&text, &purchase);
    if let (Some(values), Ok(timeline)) = (&values, timeline(&text, &purchase)) {
        promises::followed_by(values, &timeline);
    }
    let at = usize::from(c.number()) % data.len().max(1);
    let mut changed = data.to_vec();
    if let Some(byte) = changed.get_mut(at) {
        *byte = byte.wrapping_add(1);
    }
    let other = make::catalogue(&mut Choices::new(&changed)).join(",");
    let versions = compare::CompareOptions::from_json(&make::purchase_options(&mut c, true));
    promises::compared(&text, &format!("[{other}]"), &versions.expect("the options are valid"));
}

/// Asserts that diagnostics of the whole catalogue come first, then those of the products by index.
fn ordered(text: &str, report: &CatalogueReport) {
    let indexes: Vec<Option<usize>> =
        report.diagnostics.iter().map(|d| split_index(&d.path).map(|(index, _)| index)).collect();
    assert!(indexes.is_sorted(), "{text}\n{indexes:?}");
}

/// Formats a diagnostic with the given path, without its location, related fields and fix.
fn described(path: &str, d: &Diagnostic) -> String {
    format!("{:?} {} {path} {:?} {:?}", d.severity, d.code.as_str(), d.params, d.message)
}

/// Asserts that the catalogue's report contains the diagnostics of each product's own report, in the same order. If
/// `left_out` is set, the products are lines and the line at this index is invalid: it is skipped, and the locations of
/// the other products must be those in the whole text.
fn records(products: &[String], left_out: Option<usize>, report: &CatalogueReport, options: &Options) {
    for (index, product) in products.iter().enumerate() {
        if left_out == Some(index) {
            continue;
        }
        let own = check(product.as_str(), options);
        let mut found = report.diagnostics.iter();
        for d in &own.diagnostics {
            if d.code == Code::NotChecked {
                // `not-checked` is reported once for the whole catalogue, not for each product.
                let is_there = |other: &Diagnostic| described("", other) == described("", d);
                assert!(report.diagnostics.iter().any(is_there), "{products:?}");
                continue;
            }
            let expected = described(&format!("/{index}{}", d.path), d);
            let location = d.location.map(|mut at| {
                at.line += index;
                at.end_line += index;
                at
            });
            let is_there = |other: &Diagnostic| {
                described(&other.path, other) == expected && (left_out.is_none() || other.location == location)
            };
            assert!(found.any(is_there), "not reported: {expected}\n{products:?}");
        }
    }
}

/// Asserts that the catalogue's report has the diagnostics across products that this independent implementation of the
/// catalogue rules expects.
fn of_each_other(stated: &str, products: &[Value], report: &CatalogueReport, options: &Options) {
    let records: Vec<Report> = products.iter().map(|one| check(one, options)).collect();
    let mut expected: BTreeSet<String> = BTreeSet::new();
    let mut by_id: BTreeMap<u64, usize> = BTreeMap::new();
    for (index, product) in products.iter().enumerate() {
        if let Some(id) = promises::id_in(product) {
            // If several products share an id, a chain refers to the first one.
            let first = *by_id.entry(id.get()).or_insert(index);
            if first != index {
                expected.insert(format!("/{index}/id duplicate-product-id"));
            }
        }
    }
    // Product index, code and kind of the diagnostics already reported, including those of each product's own report.
    let mut reported: BTreeSet<(usize, &str, &str)> = BTreeSet::new();
    for (index, record) in records.iter().enumerate() {
        for d in &record.diagnostics {
            let kind = super::rules::kind(d);
            reported.insert((index, d.code.as_str(), kind));
        }
    }
    for (index, (product, record)) in products.iter().zip(&records).enumerate() {
        if !matches!(record.configuration, Some(Configuration::Pair | Configuration::Chain)) {
            continue;
        }
        let chain = product.pointer("/renew_settings/product_id_for_renew");
        let chain = chain.and_then(Value::as_array).expect("the product has a chain");
        let ids: Vec<u64> = chain
            .iter()
            .filter_map(|id| promises::id_in(&serde_json::json!({ "id": id })))
            .map(renewal_rules::ProductId::get)
            .collect();
        let mut seen = BTreeSet::new();
        for (nth, id) in ids.iter().enumerate() {
            if !seen.insert(*id) {
                continue;
            }
            let Some(&renewal) = by_id.get(id) else {
                expected.insert(format!("/{index}/renew_settings/product_id_for_renew/{nth} chain-unknown-product"));
                continue;
            };
            let other = &products[renewal];
            for (code, kind, severity) in asked(product, record, other, options) {
                if reported.insert((renewal, code, kind)) {
                    expected.insert(format!("/{renewal}/licence_term {code} {kind}{severity}"));
                }
            }
            if other.get("renew_settings").is_some() {
                expected.insert(format!("/{renewal}/renew_settings renewal-has-settings"));
            }
            if record.trial && invariants::is_free(other) {
                expected.insert(format!("/{renewal}/variants trial-renewal-free"));
            }
        }
    }
    let found = reported_across(products, &records, report);
    assert_eq!(found, expected, "{stated}\n{}", Value::from(products));
}

/// Returns the diagnostics of a catalogue that the own reports of its products do not have.
fn reported_across(products: &[Value], records: &[Report], report: &CatalogueReport) -> BTreeSet<String> {
    let mut found: BTreeSet<String> = BTreeSet::new();
    let mut own: BTreeSet<String> = BTreeSet::new();
    for (index, record) in records.iter().enumerate() {
        for d in &record.diagnostics {
            own.insert(described(&format!("/{index}{}", d.path), d));
        }
    }
    for d in &report.diagnostics {
        if d.code == Code::NotChecked || !super::rules::knows(d.code) || own.contains(&described(&d.path, d)) {
            continue;
        }
        let mut words = format!("{} {}", d.path, d.code.as_str());
        if d.code.as_str().starts_with("term-") {
            let kind = super::rules::kind(d);
            let severity = if d.severity == Severity::Error { "E" } else { "W" };
            words = format!("{words} {kind}{severity}");
        }
        assert!(found.insert(words.clone()), "reported twice: {words}\n{products:?}");
    }
    found
}

/// Returns the diagnostics about the term of a renewal that the switches of its initiator cause: code, renewal kind and
/// severity.
fn asked(
    initiator: &Value,
    record: &Report,
    renewal: &Value,
    options: &Options,
) -> Vec<(&'static str, &'static str, &'static str)> {
    let Some(term) = renewal.get("licence_term") else { return vec![("term-missing", "", "E")] };
    let term = term.as_str().and_then(|term| term.parse::<LicenceTerm>().ok());
    let Some(term) = term else { return Vec::new() };
    if term.is_unlimited() {
        return vec![("term-zero", "", "E")];
    }
    let is_on = |path: &str| {
        let path = format!("/renew_settings/{path}");
        initiator.pointer(&path) == Some(&Value::Bool(true))
    };
    let mut asked = Vec::new();
    let is_below = term.shortest_days() < u64::from(options.limits.ar_min_days);
    if (record.trial || is_on("renew_ar/enable")) && is_below {
        asked.push(("term-below-minimum", "ar", "E"));
    }
    if record.trial {
        return asked;
    }
    for (kind, applies) in [
        ("pmr", is_on("renew_pmr")),
        ("email", is_on("renew_email") && record.configuration != Some(Configuration::Chain)),
    ] {
        if let Some((severity, ..)) = too_short(term, kind, options)
            && applies
        {
            let severity = if severity == Severity::Error { "E" } else { "W" };
            asked.push(("term-below-minimum", kind, severity));
        }
    }
    asked
}

/// Asserts that the same products as newline-delimited JSON, with blank lines, have the same report.
fn as_lines(c: &mut Choices<'_>, products: &[String], report: &CatalogueReport, options: &Options) {
    let lines: Vec<String> = products.iter().map(|text| text.replace(['\n', '\r'], " ")).collect();
    let text = lines.join(c.pick(&["\n", "\r\n", "\n\n", "\n \t\r\n"]));
    let of_lines = check_catalogue_lines(text.as_bytes(), options);
    let keys = |list: &[Diagnostic]| -> Vec<String> {
        list.iter().map(|d| format!("{} {:?} {:?}", described(&d.path, d), d.related, d.fix)).collect()
    };
    assert_eq!(keys(&of_lines.diagnostics), keys(&report.diagnostics), "{text}");
    promises::located(&text, &of_lines.diagnostics);
    let file = CheckedFile::catalogue("a.ndjson", &of_lines).with_text(&text);
    promises::rendered(c.below(10), &[file]);
    let fixed = fix_catalogue_lines(&text, options);
    assert_eq!(fixed.report, check_catalogue_lines(fixed.text.as_bytes(), options), "{text}");
    // An invalid line is reported at its index, and the other lines are checked.
    let at = c.below(lines.len());
    let mut broken: Vec<&[u8]> = lines.iter().map(String::as_bytes).collect();
    broken[at] = c.pick(&[b"{", b"nul", "{}\u{feff}".as_bytes(), b"{}{}", b"\0", b"\xff \xff"]);
    let broken = check_catalogue_lines(broken.join(&b'\n'), options);
    records(&lines, Some(at), &broken, options);
    let of_broken: Vec<_> = broken
        .diagnostics
        .iter()
        .filter(|d| split_index(&d.path).is_some_and(|(index, _)| index == at))
        .map(|d| d.code)
        .collect();
    assert_eq!(of_broken, [Code::JsonSyntax]);
    for d in &broken.diagnostics {
        if d.code == Code::JsonSyntax {
            assert_eq!(d.location.map(|place| place.line), Some(at + 1));
        }
    }
}

/// Asserts that fixing a catalogue returns the report of the fixed text, and that fixing this text again changes
/// nothing.
fn fixed(text: &str, options: &Options) {
    let fixed = fix_catalogue(text, options);
    assert_eq!(fixed.report, check_catalogue(&fixed.text, options), "{text}");
    assert_eq!(fix_catalogue(&fixed.text, options).applied, 0);
}
