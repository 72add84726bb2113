//! Guarantees of each call beyond [`invariants`](super::invariants::invariants), as checks that panic if one is broken.

use super::json_patch::{parsed, patched};
use super::{cases::same, invariants, tree::Tree};
use renewal_rules::{
    CatalogueReport, Code, Diagnostic, EffectiveKind, Input, LicenceTerm, Operation, Options, ProductId, Report,
    Severity, TermUnit, apply_patch, check, check_catalogue, effective_kind, fix_all, read,
};
use renewal_rules_formatters::{CheckedFile, Format, Style, render};
use renewal_rules_preview::compare::{Comparison, Presence, ProductComparison};
use renewal_rules_preview::timeline::{CalendarDate, Paid, StopReason, Timeline};
use renewal_rules_preview::{compare, timeline};
use renewal_rules_service::{Update, UpdateError, apply_update, update};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::{collections::BTreeSet, fmt::Debug};

/// Panics with the list of broken invariants, if there are any.
pub fn verdict(stated: &str, text: &str, broken: &[String]) {
    assert!(broken.is_empty(), "{stated}\n{text}\n{}", broken.join("\n"));
}

/// Parses a text. Returns `None` if it has duplicate keys or `Value` cannot hold it.
pub fn plain(text: &str) -> Option<Value> {
    let value = serde_json::from_str(text).ok()?;
    (!Tree::read(text).has_duplicate()).then_some(value)
}

/// Returns the nesting depth. The library reads any depth, but the parsers of the tests recurse.
pub fn depth(text: &str) -> usize {
    let (mut depth, mut deepest, mut is_text, mut is_escaped) = (0_usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            b'"' if !is_escaped => is_text = !is_text,
            b'[' | b'{' if !is_text => depth += 1,
            b']' | b'}' if !is_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        is_escaped = byte == b'\\' && !is_escaped;
        deepest = deepest.max(depth);
    }
    deepest
}

/// Returns the checked product: an update is merged into the current product.
pub(crate) fn judged(text: &str, options: &Options) -> Option<Value> {
    merged(plain(text)?, current(options)?)
}

/// Returns the current product of an update, `Some(None)` if there is none. Returns `None` if `Value` cannot hold it.
#[expect(clippy::option_option, reason = "the outer option is the result of parsing")]
pub(crate) fn current(options: &Options) -> Option<Option<Value>> {
    match options.current() {
        Some(current) if options.operation == Operation::Update => plain(current).map(Some),
        _ => Some(None),
    }
}

/// Merges the sent fields into the current product; without a current product, returns the sent fields.
pub(crate) fn merged(mut sent: Value, current: Option<Value>) -> Option<Value> {
    if let (Some(mut current), Some(sent)) = (current, sent.as_object_mut()) {
        current.as_object_mut()?.append(sent);
        return Some(current);
    }
    Some(sent)
}

/// Asserts that locations lie within the text.
pub fn located(text: &str, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        let Some(at) = diagnostic.location else { continue };
        // A lone carriage return ends a line, too.
        let text = text.replace("\r\n", "\n");
        let lines: Vec<&str> = text.split(['\n', '\r']).collect();
        let is_in = |line: usize, column: usize| {
            let length = lines.get(line.wrapping_sub(1)).map_or(0, |text| {
                // The positions after the last character and after a line break are valid, too.
                text.encode_utf16().count() + if line < lines.len() { 2 } else { 1 }
            });
            (1..=length).contains(&column)
        };
        assert!(
            is_in(at.line, at.column) && is_in(at.end_line, at.end_column),
            "the location {at:?} is outside of {text:?}"
        );
        assert!(
            (at.line, at.column) <= (at.end_line, at.end_column),
            "the location {at:?} ends before its start in {text:?}"
        );
    }
}

/// Retains up to `limit` diagnostics, errors before warnings before infos, in report order. Returns the number of
/// omitted ones.
fn truncate(diagnostics: &mut Vec<Diagnostic>, limit: usize) -> usize {
    let rank = |nth: &usize| Severity::ALL.iter().position(|one| *one == diagnostics[*nth].severity);
    let mut places: Vec<usize> = (0..diagnostics.len()).collect();
    places.sort_by_key(rank);
    let omitted = places.split_off(limit.min(places.len())).len();
    places.sort_unstable();
    *diagnostics = places.into_iter().map(|nth| diagnostics[nth].clone()).collect();
    omitted
}

/// Asserts that a limit omits the least severe diagnostics of a product and changes nothing else.
pub fn limited(text: &str, options: &Options, limit: usize) {
    let mut expected = check(text, &options.clone().with_max_diagnostics(None));
    assert_eq!(expected.omitted.replace(truncate(&mut expected.diagnostics, limit)), None);
    same(&check(text, &options.clone().with_max_diagnostics(limit)), &expected);
}

/// Like [`limited`], for the products of a catalogue.
pub fn limited_catalogue(options: &Options, limit: usize, check: impl Fn(&Options) -> CatalogueReport) {
    let mut expected = check(&options.clone().with_max_diagnostics(None));
    assert_eq!(expected.omitted.replace(truncate(&mut expected.diagnostics, limit)), None);
    same(&check(&options.clone().with_max_diagnostics(limit)), &expected);
}

/// Asserts that a product can be read if and only if its report is valid, and that it then round-trips.
pub fn readable(text: &str, options: &Options) {
    let report = check(text, options);
    match read(text, options) {
        Ok(product) => {
            assert!(report.valid, "{text}");
            let written = serde_json::to_string(&product).expect("a product serialises to JSON");
            let again = read(&written, options);
            assert!(check(&written, options).valid, "{text}\n{written}");
            assert_eq!(again.ok().as_ref(), Some(&product), "{text}\n{written}");
            assert_eq!(read(&product, options).ok(), Some(product));
        }
        Err(found) => {
            assert!(!report.valid, "{text}");
            assert_eq!(found.report(), &report, "{text}");
        }
    }
}

/// Asserts that changing one field affects only the codes whose rules read this field.
pub fn told_by_fields(text: &str, options: &Options, nth: usize, value: &Value) {
    let Some(before) = plain(text) else { return };
    let mut list = Vec::new();
    invariants::pointers(&before, "", &mut list);
    let Some(path) = nth.checked_rem(list.len()).and_then(|nth| list.get(nth)) else { return };
    let mut after = before.clone();
    if let Some(place) = after.pointer_mut(path) {
        *place = value.clone();
    }
    let (before, after) = (check(&before, options), check(&after, options));
    let changed = invariants::field(path);
    for code in Code::ALL {
        let name = code.as_str();
        if invariants::outcome(&before.diagnostics, name) != invariants::outcome(&after.diagnostics, name) {
            let is_read = code
                .rule()
                .reads()
                .any(|read| invariants::is_within(&read, &changed) || invariants::is_within(&changed, &read));
            assert!(
                is_read,
                "{options:?}\n{text}\nsetting {path} to {value} changes {name}, whose rule does not read the field"
            );
        }
    }
}

/// Asserts that each fix changes the text as its JSON Patch changes the value.
pub fn patches(text: &str, diagnostics: &[Diagnostic]) {
    let Some(value) = plain(text) else { return };
    for fix in diagnostics.iter().filter_map(|d| d.fix.as_ref()) {
        let made = apply_patch(text, fix).ok().and_then(|text| plain(&text));
        assert_eq!(made, patched(&value, fix), "{text}\n{fix:?}");
    }
}

/// Asserts that the computed update produces the wanted product, and that no field of the update can be omitted.
pub fn updated(current: &str, wanted: &str) {
    let values = plain(current).zip(plain(wanted));
    match update(current, wanted) {
        Ok(change) => {
            let body = change.as_ref().map_or("{}".into(), Update::body);
            let after = apply_update(current, &body).expect("the update applies to the current product");
            assert!(matches!(update(&after, wanted), Ok(None)), "{current}\n{wanted}\n{after}");
            assert_eq!(apply_update(&after, &body), Ok(after.clone()));
            let Some((now, mut then)) = values else { return };
            assert_eq!(change.is_none(), body == "{}");
            // The id is part of the URL and never sent in the body.
            if let Some(wanted) = then.as_object_mut() {
                wanted.remove("id");
                wanted.extend(now.get("id").map(|id| ("id".into(), id.clone())));
            }
            let after = plain(&after).expect("the updated product is readable");
            assert!(alike(&after, &then), "{current}\n{wanted}\n{after}");
            let Some(sent) = plain(&body).and_then(|body| body.as_object().cloned()) else { panic!("{body}") };
            for name in sent.keys() {
                let mut less = sent.clone();
                less.remove(name);
                let less = apply_update(&now, &Value::Object(less)).expect("the shorter update applies, too");
                let less = plain(&less).expect("the updated product is readable");
                assert!(less != then, "{name} can be omitted from {body}");
            }
            if let Some(change) = change {
                // The id is known if either version has it.
                if let (Some(then), Some(id)) = (then.as_object_mut(), change.target()) {
                    then.insert("id".into(), id.get().into());
                }
                judged_as_merged(change.check(&Options::default()), &then);
            }
        }
        Err(UpdateError::CannotRemove { fields }) => {
            if let Some((now, then)) = values {
                let (now, then) = (now.as_object(), then.as_object());
                let (Some(now), Some(then)) = (now, then) else { panic!("{current}\n{wanted}") };
                let gone: BTreeSet<&String> =
                    now.keys().filter(|name| *name != "id" && !then.contains_key(*name)).collect();
                assert_eq!(fields.iter().collect::<BTreeSet<_>>(), gone);
            }
        }
        Err(UpdateError::OtherId { .. }) => {
            assert!(apply_update(current, wanted).is_err());
        }
        Err(_) => {
            if let Some((now, then)) = values {
                assert!(!now.is_object() || !then.is_object());
            }
        }
    }
}

/// Compares JSON values; numbers are compared by value, so 1.0 equals 1.
fn alike(left: &Value, right: &Value) -> bool {
    invariants::same(left, right, |left, right| left == right)
}

/// Asserts that the report of an update with its current product has the errors of the merged product.
pub(crate) fn judged_as_merged(of_change: Report, product: &Value) {
    let errors = |report: Report| -> BTreeSet<String> {
        report
            .diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Error && d.code != Code::IdMismatch)
            .map(|d| format!("{} {} {:?}", d.code.as_str(), d.path, d.params))
            .collect()
    };
    let (of_change, of_product) = (errors(of_change), errors(check(product, &Options::default())));
    assert_eq!(of_change, of_product, "{product}");
}

/// Asserts that a timeline renews along the chain of the purchased product, repeating the last id.
pub fn followed_by(products: &[Value], timeline: &Timeline) {
    let id_of = |nth: usize| timeline.periods.get(nth).and_then(|period| period.product_id);
    let bought: Vec<&Value> =
        products.iter().filter(|product| id_in(product).is_some() && id_in(product) == id_of(0)).collect();
    let [bought] = bought.as_slice() else { return };
    if timeline.decision.kind.is_none() {
        return;
    }
    let chain = bought.pointer("/renew_settings/product_id_for_renew");
    let chain: Vec<Option<ProductId>> =
        chain.and_then(Value::as_array).into_iter().flatten().map(|id| id_in(&json!({ "id": id }))).collect();
    for nth in 1..timeline.periods.len() {
        assert_eq!(id_of(nth), chain[(nth - 1).min(chain.len() - 1)]);
    }
}

/// Asserts that a value round-trips through `serde`.
pub fn stored<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let json = serde_json::to_string(value).expect("the value serialises to JSON");
    assert_eq!(&serde_json::from_str::<T>(&json).expect(&json), value);
}

/// Asserts that the periods of a timeline are contiguous from the purchase date, and that a timeline with fewer periods
/// than requested has a reason to stop.
pub fn followed<'a>(setup: impl Into<Input<'a>>, options: &timeline::TimelineOptions) {
    let Ok(timeline) = timeline(setup, options) else { return };
    super::decision::coherent(&timeline.decision);
    stored(&timeline);
    let _ = (timeline.to_string(), timeline.to_svg(&renewal_rules_preview::SvgOptions::default()));
    let asked = options.renewals as usize + 1;
    let (Some(first), Some(last)) = (timeline.periods.first(), timeline.periods.last()) else {
        panic!("no purchase in {timeline:?}")
    };
    assert_eq!(first.start, options.purchase_date);
    assert!(matches!(first.paid, Paid::Checkout | Paid::Free));
    assert_eq!(first.ordered, None);
    assert!(timeline.periods.len() <= asked);
    for (nth, period) in timeline.periods.iter().enumerate() {
        assert_eq!(period.number as usize, nth);
        assert_eq!(period.kind, timeline.decision.kind);
        if let (Some(term), Some(end)) = (period.licence_term, period.end) {
            fits(term, period.start, end);
        }
    }
    for pair in timeline.periods.windows(2) {
        assert_eq!(Some(pair[1].start), pair[0].end);
        assert!(
            pair[1].ordered.is_none_or(|day| pair[0].start <= day && day < pair[1].start || Some(day) == pair[0].end),
            "{timeline:?}"
        );
        if timeline.decision.kind.is_some_and(EffectiveKind::is_auto) {
            // AR orders a renewal five days before it starts, if the preceding period is that long.
            let is_long = pair[0].start.days_until(pair[1].start) >= 5;
            let days = pair[1].ordered.map(|day| day.days_until(pair[1].start));
            assert_eq!(days, is_long.then_some(5), "{timeline:?}");
        }
    }
    match &timeline.stop {
        None => {
            assert_eq!(timeline.periods.len(), asked);
            assert!(timeline.decision.kind.is_some() && last.end.is_some());
        }
        Some(stop) => {
            let is_no_kind = stop.reason == StopReason::NoKind;
            assert_eq!(is_no_kind, timeline.decision.kind.is_none());
            assert!(!is_no_kind || timeline.periods.len() == 1);
        }
    }
}

fn fits(term: LicenceTerm, start: CalendarDate, end: CalendarDate) {
    let days = u64::try_from(start.days_until(end)).expect("the end is after the start");
    match term.unit() {
        TermUnit::Days => assert_eq!(days, u64::from(term.count())),
        TermUnit::Months => {
            let longest = u64::from(term.count()) * 31;
            assert!((term.shortest_days()..=longest).contains(&days), "{term} from {start} to {end}");
        }
    }
}

/// Asserts that comparing in the opposite direction reports the same changes, and that a version has no changes to
/// itself.
pub fn compared(old: &str, new: &str, options: &compare::CompareOptions) {
    if let Ok(same) = compare(old, old, options) {
        assert!(!same.changed && same.products.is_empty(), "{old}");
        assert!(same.appeared.is_empty() && same.disappeared.is_empty());
    }
    let (forward, backward) = (compare(old, new, options), compare(new, old, options));
    assert_eq!(forward.is_ok(), backward.is_ok(), "{old}\n{new}");
    let (Ok(forward), Ok(backward)) = (forward, backward) else { return };
    stored(&forward);
    let _ = forward.to_string();
    assert_eq!(forward.changed, !forward.products.is_empty());
    let is_list = |text: &str| text.trim_start().starts_with('[');
    // Skip catalogues: the newest version decides which products are purchased on their own, so the two directions may
    // differ.
    if !is_list(old) && !is_list(new) {
        assert_eq!(forward.changed, backward.changed, "{old}\n{new}");
        assert_eq!(forward.unchanged, backward.unchanged, "{old}\n{new}");
    }
    // For a product that both versions contain, both directions report equally many changes. Match the products by id
    // only in catalogues: a single product may change its id, and a comparison has the id of the newest version.
    let both = |comparison: &Comparison| {
        let products = comparison.products.iter();
        let both = products.filter(|product| product.presence == Presence::Both);
        let is_known = is_list(old) && is_list(new);
        let count = |one: &ProductComparison| (one.product_id.filter(|_| is_known), one.changes.len());
        let mut counts: Vec<_> = both.map(count).collect();
        counts.sort_unstable();
        counts
    };
    assert_eq!(both(&forward), both(&backward), "{old}\n{new}");
    let problems = |comparison: &Comparison| {
        let words = |list: &[renewal_rules_preview::compare::ComparisonDiagnostic]| -> Vec<String> {
            let mut words: Vec<String> = list
                .iter()
                .map(|one| {
                    let d = &one.diagnostic;
                    format!("{} {} {:?}", d.code.as_str(), d.path, one.product_id)
                })
                .collect();
            words.sort();
            words
        };
        (words(&comparison.appeared), words(&comparison.disappeared))
    };
    let (appeared, disappeared) = problems(&forward);
    if options.product_id.is_none() {
        let of_version = |text: &str| {
            let mut limits = Options::default();
            limits.limits = options.limits;
            if is_list(text) {
                check_catalogue(text, &limits).diagnostics.len()
            } else {
                check(text, &limits).diagnostics.len()
            }
        };
        assert_eq!(of_version(old) + appeared.len(), of_version(new) + disappeared.len(), "{old}\n{new}");
    }
    assert_eq!((disappeared, appeared), problems(&backward), "{old}\n{new}");
}

/// Asserts that the output of machine-readable formats parses, and that no output contains terminal control characters.
/// `nth` selects a single format: to render all of them would dominate the run time.
pub fn rendered(nth: usize, files: &[CheckedFile<'_>]) {
    let format = Format::ALL[nth % Format::ALL.len()];
    let is_plain = (nth / Format::ALL.len()).is_multiple_of(2);
    let style = Style::default().with_color(!is_plain).with_quiet(!is_plain);
    let shown = render(files.iter().copied(), format, style);
    if matches!(format, Format::Json | Format::Sarif | Format::Gitlab) {
        assert!(parsed(&shown).is_some(), "{shown}");
    }
    let is_colored = format == Format::Stylish && style.color;
    let is_bad = |c: char| match c {
        '\n' | ' '..='~' => false,
        '\u{1b}' => !is_colored,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => true,
        other => other.is_control(),
    };
    if format != Format::Json {
        assert!(!shown.contains(is_bad), "{format:?} {shown:?}");
    }
}

/// Renders the reports of a product before and after its fixes, with the decision on its effective kind.
pub fn rendered_product(nth: usize, text: &str, options: &Options) {
    let report = check(text, options);
    located(text, &report.diagnostics);
    let decision = effective_kind(text, options);
    let fixed = fix_all(text, options);
    let files = [
        CheckedFile::product("a.json", &report).with_text(text),
        CheckedFile::product(text, &fixed.report)
            .with_text(&fixed.text)
            .with_decision(&decision)
            .with_fixes(fixed.applied, true),
        CheckedFile::product("", &report),
    ];
    rendered(nth, &files);
    if let Some(value) = plain(text) {
        assert_eq!(effective_kind(&value, options), decision, "{text}");
    }
}

/// Asserts that a product has the same timeline alone and as the only product of a catalogue.
pub fn alone(text: &str, options: &timeline::TimelineOptions) {
    let listed = format!("[{text}]");
    let (of_one, of_list): (Option<Timeline>, Option<Timeline>) =
        (timeline(text, options).ok(), timeline(&listed, options).ok());
    if parsed(text).is_some_and(|value| value.is_object()) {
        assert_eq!(of_one, of_list, "{text}");
    }
}

/// Returns the `id` of a product or of a response to a creation, if it is a valid id.
pub fn id_in(body: &Value) -> Option<ProductId> {
    let id = body.get("id")?;
    let number = id.as_u64().or_else(|| {
        let number = id.as_f64()?;
        let is_whole = number.fract() == 0.0 && (1.0..=9_007_199_254_740_991.0).contains(&number);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        is_whole.then_some(number as u64)
    })?;
    ProductId::new(number)
}
